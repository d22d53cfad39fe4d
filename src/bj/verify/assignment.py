"""The game against which transcripts are verified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bj.arguments import Value
from bj.record.blaming import Rules

Chance: TypeAlias = Literal["seed", "cuts", "cards"]
"""Which randomness must match the ruleset: all of it, the order of the cards after the cuts, or none."""


@dataclass(frozen=True)
class Assignment:
    """The game that an instructor set: its rules, arguments and seed."""

    rules: Rules
    values: Mapping[str, Value]
    seed: int
    chance: Chance
    rounds: int = 0
    answers: Sequence[str] | None = None
    """The answers, if the transcripts do not show them."""


def usual_chance(rules: Rules) -> Chance:
    """The default for `--chance`: everything must match, unless the ruleset has a random seed."""
    return "cards" if rules.checked.model.shoe.seed == "random" else "seed"
