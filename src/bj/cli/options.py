"""Options that several commands share: seeds and arguments."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bj.errors import UsageError
from bj.ruleset.check import Checked

LARGEST_SEED = 2**32 - 1


def choose_seed(text: str, checked: Checked) -> int:
    """The seed that ``--seed`` names, or the ruleset's own; a fresh one is printed on stderr."""
    chosen = text or str(checked.model.shoe.shuffle.seed)
    if chosen == "random":
        from secrets import randbits

        seed = randbits(32)
        print(f"seed {seed}", file=sys.stderr)
        return seed
    if not (chosen.isascii() and chosen.isdigit() and len(chosen) <= 10 and int(chosen) <= LARGEST_SEED):
        raise UsageError(
            f"`{chosen[:40]}` is not a seed", f"give a whole number from 0 to {LARGEST_SEED}, or `random`"
        )
    return int(chosen)


def split_settings(settings: Sequence[str], option: str = "--set") -> dict[str, str]:
    """The values of ``--set``, or of an option like it, by name."""
    values: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(f"`{option} {setting[:40]}` has no value", f"write it like `{option} hands=10`")
        if name in values:
            raise UsageError(f"`{option} {name}` is given twice", "set every argument once")
        values[name] = value
    return values
