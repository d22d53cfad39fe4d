"""Finds how much each rule in a ruleset is worth, by changing one rule at a time and analyzing the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bj.analysis.analysis import analyze_checked
from bj.analysis.one_hand_search import Progress
from bj.analysis.results import Analysis
from bj.argument_values import Value
from bj.catalogue.house_rules import RULES
from bj.errors import BjError
from bj.ruleset.check import Checked
from bj.ruleset.documents import Document, read_documents
from bj.ruleset.load import check_documents
from bj.ruleset.ruleset_files import find_ruleset
from bj.ruleset.toml.reading_and_writing import write_value
from bj.session.engines import Speed

LEAST = 1e-12
"""The smallest difference to report, in wagers."""


USUAL: Mapping[str, Mapping[str, Mapping[str, object]]] = {
    "naturals pay 3:2": {"payouts": {"natural": "3:2"}},
    "naturals pay 6:5": {"payouts": {"natural": "6:5"}},
    "naturals pay 1:1": {"payouts": {"natural": "1:1"}},
    "a dealer's 22 pushes": {"dealer": {"push_on": 22}},
    "ties lose": {"payouts": {"tie": "lose"}},
    "the dealer stands on soft 17": {"dealer": {"hits_soft_17": False}},
    "the dealer hits soft 17": {"dealer": {"hits_soft_17": True}},
    "no double": {"rules": {"double": False}},
    "double any two cards, also after a split": {"rules": {"double": True}},
    "double hard 9 to 11 only": {"rules": {"double": {"on": "hard 9..11"}}},
    "double hard 10 and 11 only": {"rules": {"double": {"on": "hard 10..11"}}},
    "double with any number of cards": {"rules": {"double": {"cards": "any"}}},
    "no split": {"rules": {"split": False}},
    "split once": {"rules": {"split": {"hands": 2}}},
    "split to four hands, aces only once": {"rules": {"split": {"hands": 4, "resplit_aces": False}}},
    "split to four hands, including aces": {"rules": {"split": {"hands": 4, "resplit_aces": True}}},
    "no surrender": {"rules": {"surrender": False}},
    "late surrender": {"rules": {"surrender": True}},
    "no insurance": {"rules": {"insurance": False}},
    **{f"{packs} packs" if packs > 1 else "1 pack": {"shoe": {"packs": packs}} for packs in (1, 2, 4, 6, 8)},
}
"""Maps the name of each common rule change to the keys that it sets."""

DETAILS: Mapping[str, tuple[str, str, object]] = {
    "no double after a split": ("double", "after_split", False),
    "double after a split": ("double", "after_split", True),
    "split aces may be hit": ("split", "aces", "hit"),
}
"""Further changes by name. A change consists of an action, a key in that action's table, and a new value."""


@dataclass(frozen=True, slots=True)
class RuleValue:
    """A change to a ruleset, with its effect on the first player's edge."""

    change: str
    value: float
    """The value of the game after the change, per initial wager."""
    difference: float
    """The value after the change minus the value before it."""
    is_exact: bool
    """Whether both values are exact (see ``Analysis.is_exact``)."""


@dataclass(frozen=True, slots=True)
class RuleValues:
    """How much each rule change is worth to the first player."""

    base: Analysis
    effects: Sequence[RuleValue]
    """All changes that make a difference, from best to worst for the player."""


def changes_of(checked: Checked) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield named changes to a ruleset: common ones, and one change for each switch in ``[rules]``.

    A key in the table for an action is changed only if the action's rule is a table or the default.
    Otherwise, the change would allow an action that is never legal, or replace a condition.
    """
    rules = checked.model.rules
    yield from USUAL.items()
    for name, (action, key, value) in DETAILS.items():
        table = rules.table(action)
        if table is not None and getattr(table, key) != value:
            yield name, {"rules": {action: {key: value}}}
    for key, rule in RULES.items():
        place, _, name = rule.place.rpartition(".")
        if not place or rules.table(place) is not None:
            change = {name: rule.values[not rules.holds(key)]}
            written = f"{rule.place} = {write_value(change[name])}"
            yield written, {"rules": {place: change} if place else change}


def find_effects(
    ruleset: str | Path,
    checked: Checked,
    values: Mapping[str, Value],
    *,
    fresh: bool = False,
    engine: Speed = "auto",
    progress: Progress | None = None,
) -> RuleValues:
    """Compute the exact effect of each change, made on its own, on the first player's edge.

    Changes that make no difference are left out. Strategies stay the same, and a human player makes the best
    play in each changed game. Raises UsageError or GameError if the original ruleset cannot be analyzed.
    """
    documents = read_documents(find_ruleset(str(ruleset)))

    def value_of(changed: Checked) -> Analysis:
        return analyze_checked(changed, values, fresh=fresh, engine=engine, progress=progress)

    base = value_of(checked)
    edge = base.players[0].edge
    found = []
    for name, change in changes_of(checked):
        overlay = Document(
            documents[0].file, "", {"ruleset": {"title": checked.model.ruleset.title}, **change}
        )
        try:
            changed = check_documents([overlay, *documents])
            if changed.model != checked.model:
                other = value_of(changed)
                value = other.players[0].edge
                found.append(RuleValue(name, value, value - edge, base.is_exact and other.is_exact))
        except BjError:
            continue  # the change conflicts with other rules
    felt = [each for each in found if abs(each.difference) > LEAST]
    return RuleValues(base, sorted(felt, key=lambda each: -each.difference))
