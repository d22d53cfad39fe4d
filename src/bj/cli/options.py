"""Arguments and options that several commands share, such as the ruleset and the seed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

import typer

from bj.cli.shell_completion import complete_argument, complete_ruleset, complete_setting
from bj.errors import UsageError
from bj.ruleset.check import Checked
from bj.ruleset.model.base import LARGEST_SEED


def option(value: str, about: str, *names: str, **more: Any) -> Any:
    """Declare an option with the placeholder ``value`` and the help text ``about``.

    The help does not show the default.
    """
    return typer.Option(*names, metavar=value, help=about, show_default=False, **more)


def flag(name: str, about: str) -> Any:
    """Declare an option that does not take a value."""
    return typer.Option(name, help=about)


def argument(name: str, about: str, **more: Any) -> Any:
    """Declare an argument. The help does not show its default."""
    return typer.Argument(metavar=name, help=about, show_default=False, **more)


RulesetName: TypeAlias = Annotated[
    str,
    argument("RULESET", "A ruleset file, or the name of a shipped ruleset.", autocompletion=complete_ruleset),
]
Words: TypeAlias = Annotated[
    list[str] | None,
    argument(
        "ARGUMENT", "Arguments for the ruleset, matched by type and order.", autocompletion=complete_argument
    ),
]
SettingsOption: TypeAlias = Annotated[
    list[str] | None,
    option("NAME=VALUE", "Set an argument by name.", "--set", autocompletion=complete_setting),
]

FreshOption: TypeAlias = Annotated[
    bool, flag("--fresh", "Deal every hand from a fresh shoe, even if the ruleset keeps the shoe.")
]
OutputOption: TypeAlias = Annotated[str, option("FILE", "Write the report to a file.", "--output-file")]


def choose_seed(text: str, checked: Checked) -> int:
    """Return the seed from ``--seed`` or from the ruleset.

    If the seed was chosen at random, print it on stderr.
    """
    seed = find_seed(text, checked)
    note_seed(text, checked, seed)
    return seed


def note_seed(text: str, checked: Checked, seed: int) -> None:
    """Print ``seed`` on stderr if it was chosen at random."""
    if (text or str(checked.model.shoe.seed)) == "random":
        print(f"seed {seed}", file=sys.stderr)


def find_seed(text: str, checked: Checked) -> int:
    """Return the seed in ``text`` or, if ``text`` is empty, the seed in the ruleset.

    If this is `random`, return a random seed. Raises UsageError if the seed is invalid.
    """
    chosen = text or str(checked.model.shoe.seed)
    if chosen == "random":
        from secrets import randbits

        return randbits(32)
    if not (chosen.isascii() and chosen.isdigit() and len(chosen) <= 10 and int(chosen) <= LARGEST_SEED):
        raise UsageError(
            f"`{chosen[:40]}` is not a seed", f"use a whole number from 0 to {LARGEST_SEED}, or `random`"
        )
    return int(chosen)


def split_settings(settings: Sequence[str], flag: str = "--set") -> dict[str, str]:
    """Return a dict of the settings, written NAME=VALUE, that were given with the option ``flag``.

    Raises UsageError if a setting has no value, or if a name occurs twice.
    """
    values: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(
                f"`{flag} {setting[:40]}` has no value",
                f"write it like `{flag} hands=10`",
            )
        if name in values:
            raise UsageError(f"`{flag} {name}` is given twice", "set each argument only once")
        values[name] = value
    return values
