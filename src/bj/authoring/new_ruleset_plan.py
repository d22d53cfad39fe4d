"""Plans a new ruleset: reads its base, and determines how it differs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bj.catalogue.limits import LARGEST_TARGET, LEAST_TARGET, MOST_PACKS
from bj.errors import UsageError
from bj.faults_and_fixes import KeyPath
from bj.ruleset.charts import LOWEST_SOFT_TOTAL, LOWEST_TOTAL
from bj.ruleset.check import Checked
from bj.ruleset.documents import Document, merge_documents, read_documents, rivals_of
from bj.ruleset.load import check_documents
from bj.ruleset.model.dealer_draws import HITS_SOFT_17, STANDS_ON_SOFT_17
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.ruleset.suggestions import shorten, suggest
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.usage_line import drop_unnamed

INFINITE = "infinite"
DRAWS: KeyPath = ("dealer", "draws")


@dataclass(frozen=True, slots=True)
class Base:
    """The shipped ruleset on which a new one is based."""

    name: str
    documents: Sequence[Document]
    data: Mapping[str, Any]
    """The contents of the base, merged with everything that it extends."""
    checked: Checked


class Knob(NamedTuple):
    """A rule that the author of a new ruleset can choose."""

    option: str
    path: KeyPath
    question: str
    read: Callable[[str, Base], Any]
    """Converts an answer to a value. Raises UsageError if the answer is invalid."""
    is_there: Callable[[Base], bool]
    """Returns whether the base has this rule."""
    missing: str
    """The error message if the base does not have this rule, to follow the name of the base."""


def read_base(name: str) -> Base:
    """Read the shipped ruleset called ``name``. Raises UsageError if it does not exist."""
    shipped = shipped_rulesets()
    if name not in shipped:
        raise UsageError(f"no shipped ruleset is called `{shorten(name)}`", suggest(name, shipped))
    documents = read_documents(shipped[name])
    return Base(name, documents, drop_unnamed(merge_documents(documents)), check_documents(documents))


def standing(base: Base, path: KeyPath) -> Any:
    """Return the value at ``path`` in the base or, if it is not set, the key's default."""
    written = look_up(base.data, path)
    if written is not None:
        return written
    here: Any = base.checked.model
    for step in path:
        here = getattr(here, str(step))
    return here


def changes_of(base: Base, answers: Mapping[str, Any]) -> dict[KeyPath, Any]:
    """Return the changes to ``base`` that result from ``answers``, directly or indirectly."""
    changes: dict[KeyPath, Any] = {}
    for knob in KNOBS:
        if knob.option not in answers:
            continue
        answer, now = answers[knob.option], standing(base, knob.path)
        if knob.path == DRAWS:
            changes |= _dealers_rule(base, answer)
        elif answer != now:
            changes[knob.path] = answer
    if changes.get(("shoe", "packs"), INFINITE) != INFINITE and base.checked.model.shoe.packs == INFINITE:
        changes["shoe", "when_empty"] = "reshuffle discards"  # not needed by an infinite shoe
    more = changes.get(("rules", "target"), base.checked.model.rules.target) - base.checked.model.rules.target
    if more:
        draws = _move_draws(base, more)
        if draws is not None and "dealer-draws" not in answers:
            changes |= _dealers_rule(base, draws)
        for name, strategy in base.data["strategies"].items():
            rows = strategy.get("chart", {}).get("rows", {})
            if rows:
                changes["strategies", name, "chart", "rows"] = _move_rows(rows, more, answers["target"])
    return changes


def has_naturals(base: Base, target: int) -> bool:
    """Return whether two cards in ``base`` can form a natural with the total ``target``."""
    pack = base.checked.pack
    worths = [pack.worths[rank] for rank in pack.ranks]
    return any(high + other == target for low, high in worths if high > low for other, _ in worths)


def _dealers_rule(base: Base, draws: str) -> dict[KeyPath, Any]:
    """Return the changes that make the dealer draw under the condition ``draws``."""
    if draws == base.checked.model.dealer.rule:
        return {}
    if draws in (HITS_SOFT_17, STANDS_ON_SOFT_17) and "draws" not in base.data["dealer"]:
        return {("dealer", "hits_soft_17"): draws == HITS_SOFT_17}
    return {DRAWS: draws}


def _move_draws(base: Base, more: int) -> str | None:
    """Return the condition under which the dealer draws, with its totals increased by ``more``.

    Returns None if the condition is not in a common form such as ``total < 17``.
    """
    match = re.fullmatch(r"total < ([0-9]+)( or soft and total == \1)?", base.checked.model.dealer.rule)
    if match is None:
        return None
    return _read_draws(("soft " if match[2] else "") + str(int(match[1]) + more), base)


def _move_rows(rows: Mapping[str, str], more: int, target: int) -> dict[str, str]:
    """Return the rows of a chart with totals shifted by ``more``, the increase of the ``target``.

    Each row keeps its distance from the target. Rows for pairs contain ranks, not totals, and stay the same.
    """
    moved = {}
    for row, actions in rows.items():
        kind, _, totals = row.partition(" ")
        if kind == "pair":
            moved[row] = actions
            continue
        low, is_range, high = totals.partition("..")
        lowest = (
            LOWEST_SOFT_TOTAL if kind == "soft" else max(2, min(LOWEST_TOTAL, target - 9))
        )  # 3 for a target of 12: ace and two; 2 for a target of 11: two aces
        first = int(low) + more if low else lowest
        last = (int(high) + more if high else target) if is_range else first
        if max(first, lowest) <= min(last, target):
            beginning = "" if first <= lowest and last < target else str(max(first, lowest))
            end = "" if last >= target else str(last)
            moved[f"{kind} {beginning}" if beginning == end else f"{kind} {beginning}..{end}"] = actions
    return moved


def lay_over(data: Mapping[str, Any], changes: Mapping[KeyPath, Any]) -> dict[str, Any]:
    """Return a copy of ``data`` in which the values at the given paths are changed.

    The copy shares its unchanged parts with ``data``. Keys that cannot be combined with a changed key are
    removed.
    """
    changed = dict(data)
    for path, value in changes.items():
        here = changed
        for step in path[:-1]:
            here[str(step)] = dict(here.get(str(step), {}))
            here = here[str(step)]
        here[str(path[-1])] = value
        for rival in rivals_of(path):
            here.pop(rival, None)
    return changed


def title_of(name: str) -> str:
    """Return a default title for a ruleset called ``name``.

    >>> title_of("my_first-game")
    'My first game'
    """
    words = re.sub(r"[_-]+", " ", name).strip()
    return words[:1].upper() + words[1:]


def file_of(name: str) -> Path:
    """Return the path of the file for a new ruleset called ``name``.

    Raises UsageError if the name is invalid or belongs to a shipped ruleset.
    """
    stem = name.removesuffix(".toml")
    remedy = "use letters, digits, `_` and `-`, starting with a letter, as in `my_game`"
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", stem):
        raise UsageError(f"`{shorten(name)}` cannot be the name of a ruleset", remedy)
    if stem in shipped_rulesets():
        raise UsageError(f"`{stem}` is a shipped ruleset", f"choose a different name, such as `my_{stem}`")
    return Path(f"{stem}.toml")


# --- the knobs --------------------------------------------------------------------------------------------


def _read_target(text: str, base: Base) -> int:
    if not (text.isascii() and text.isdigit() and LEAST_TARGET <= int(text[:4]) <= LARGEST_TARGET):
        remedy = f"enter a whole number from {LEAST_TARGET} to {LARGEST_TARGET}"
        raise UsageError(f"`{shorten(text)}` is not a valid target", remedy)
    return int(text)


def _read_draws(text: str, base: Base) -> str:
    """Return the condition for a total such as ``17`` or ``soft 17``. Other text is returned unchanged."""
    match = re.fullmatch(r"(soft ?)?([0-9]{1,2})", text)
    if match is None:
        return text
    total = match[2]
    return f"total < {total} or soft and total == {total}" if match[1] else f"total < {total}"


def _read_ratio(text: str, base: Base) -> str:
    if not re.fullmatch(r"[0-9]{1,4}:[1-9][0-9]{0,3}", text):
        raise UsageError(
            f"`{shorten(text)}` is not a payout", "write it like `3:2`: three for every two wagered"
        )
    return text


def _read_packs(text: str, base: Base) -> int | str:
    is_endless = base.checked.model.shoe.packs == INFINITE
    if text == INFINITE and is_endless:
        return text
    if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= MOST_PACKS:
        return int(text)
    endless = ", or `infinite`" if is_endless else ""
    if text == INFINITE:
        message = f"`{base.name}` shuffles its shoe, but an infinite shoe is never shuffled"
        raise UsageError(message, f"enter 1 to {MOST_PACKS} packs, or start from `infinite`")
    raise UsageError(
        f"`{shorten(text)}` is not a valid number of packs",
        f"enter a whole number from 1 to {MOST_PACKS}{endless}",
    )


def _always(base: Base) -> bool:
    return True


KNOBS = (
    Knob(
        "target",
        ("rules", "target"),
        "The total that hands try to reach",
        _read_target,
        _always,
        "",
    ),
    Knob(
        "dealer-draws",
        ("dealer", "draws"),
        "The dealer draws below `17`, on `soft 17` too, or while a condition holds",
        _read_draws,
        _always,
        "",
    ),
    Knob(
        "natural",
        ("payouts", "natural"),
        "Payout of a natural",
        _read_ratio,
        lambda base: "pay naturals" in base.checked.model.procedure.steps_named(),
        "does not pay naturals separately",
    ),
    Knob(
        "packs",
        ("shoe", "packs"),
        "Packs in the shoe",
        _read_packs,
        lambda base: base.checked.model.shoe.players_per_pack is None,
        "has a number of packs that depends on the players",
    ),
)
