"""What transcripts are verified against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bj.arguments import Value
from bj.record.blaming import Rules

Chance: TypeAlias = Literal["seed", "cuts", "cards"]
"""How much of the luck has to be ours: all of it, the order of the cards after the cuts, or nothing."""


@dataclass(frozen=True)
class Assignment:
    """A game as it was set: its rules and all that determines it."""

    rules: Rules
    values: Mapping[str, Value]
    seed: int
    chance: Chance
    rounds: int = 0
    answers: Sequence[str] | None = None
    """What was typed, where the transcripts do not show it."""


def usual_chance(rules: Rules) -> Chance:
    """How much of the luck has to be ours if nobody says: all where the ruleset has a seed of its own."""
    return "cards" if rules.checked.model.shoe.shuffle.seed == "random" else "seed"
