"""The names that expressions can use in each place."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from bj.catalogue import expression_names
from bj.ruleset.expressions.tree import ASKING_FOR_CARDS, ValueKind


class Place(Enum):
    """A place for expressions in a ruleset. It determines the names that an expression can use.

    The catalogue of names refers to a place by its value.
    """

    START = "start"
    MEMORY = "memory"
    TABLE = "table"
    WAGER = "wager"
    ACTION = "action"
    RULE = "rule"
    REACTION = "reaction"
    DEALER = "dealer"


NAMES: Mapping[Place, Mapping[str, ValueKind]] = {
    place: {
        key: ValueKind(name.kind)
        for key, name in expression_names.NAMES.items()
        if place.value in name.places
    }
    for place in Place
}
"""Maps each place to the available names, each with the kind of its value.

In this place, each of these names hides an argument of the same name.
"""

BEFORE_PLAY = "it is computed before the first hand is dealt"
BY_TOTAL = "the dealer's rule is evaluated once for every total"

UNKNOWN_FUNCTIONS: Mapping[Place, Mapping[str, str]] = {
    Place.START: dict.fromkeys(("chance", "random", *sorted(ASKING_FOR_CARDS)), BEFORE_PLAY),
    Place.MEMORY: dict.fromkeys(sorted(ASKING_FOR_CARDS), BEFORE_PLAY),
    Place.DEALER: dict.fromkeys(("chance", "random", *sorted(ASKING_FOR_CARDS)), BY_TOTAL),
    Place.RULE: dict.fromkeys(("chance", "random"), "a house rule must give the same result every time"),
}
"""Maps each place to functions that expressions cannot use there, each with the reason."""
