"""Defines the assignment: the game that transcripts should show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bj.argument_values import Value
from bj.errors import UsageError
from bj.faults_and_fixes import KeyPath
from bj.record.line_sources import PlacedRules
from bj.ruleset.check import Checked
from bj.verify.possible_random_plays import draws, is_decision
from bj.verify.rulebook import dotted

Chance: TypeAlias = Literal["seed", "cuts", "cards"]
"""How much of the randomness must match the ruleset: all of it, the cards but not the cuts, or none."""


@dataclass(frozen=True)
class Assignment:
    """The game that students were asked to program: its rules, arguments and seed."""

    rules: PlacedRules
    values: Mapping[str, Value]
    seed: int
    chance: Chance
    rounds: int = 0
    answers: Sequence[str] | None = None
    """The lines that players typed, or None if the transcript shows them."""


def make_assignment(
    rules: PlacedRules,
    values: Mapping[str, Value],
    seed: int | None,
    chance: Chance | None,
    rounds: int = 0,
    answers: Sequence[str] | None = None,
) -> Assignment:
    """Create an assignment. If ``seed`` is None, use the seed in the ruleset.

    If ``chance`` is None, all randomness must match. However, if the ruleset's seed is random and no ``seed``
    is given, all cards come from the transcript. Raises UsageError if a seed is missing, or if the
    transcripts would have to show random results that they cannot show.
    """
    own = rules.checked.model.shoe.seed
    if seed is None and isinstance(own, str):
        if chance == "seed":
            raise UsageError("this ruleset has no seed", "give the `--seed` of the transcripts")
        seed, chance = 0, chance or "cards"  # the seed has no effect
    if chance == "cards" and any(
        reaction.do in ("look at next card", "swap hands")
        for _, reaction in rules.checked.model.all_reactions()
    ):
        raise UsageError(
            "a power looks at cards, or swaps hands with cards, that the transcripts may not show",
            "verify with the `--seed` of the transcripts",
        )
    unknown = next(_unknown_draws(rules.checked), None) if chance == "cards" else None
    if unknown is not None:
        raise UsageError(
            f"{dotted(unknown)} draws random numbers that transcripts do not show",
            "verify with the `--seed` of the transcripts",
        )
    number = own if seed is None else seed
    return Assignment(rules, values, int(number), chance or "seed", rounds, answers)


def _unknown_draws(checked: Checked) -> Iterator[KeyPath]:
    """Yield the paths of formulas whose random results do not appear in transcripts."""
    for path, formula in checked.expressions.items():
        if draws(formula) and not is_decision(path):
            yield path
