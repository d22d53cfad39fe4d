"""The assignment: the game against which transcripts are verified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bj.argument_values import Value
from bj.errors import KeyPath, UsageError
from bj.record.origins import PlacedRules
from bj.ruleset.check import Checked
from bj.verify.possible_random_plays import draws, is_decision
from bj.verify.rulebook import dotted

Chance: TypeAlias = Literal["seed", "cuts", "cards"]
"""The randomness that must match the ruleset: all of it, the order of the cards after the cuts, or none."""


@dataclass(frozen=True)
class Assignment:
    """The game that an instructor set: its rules, arguments and seed."""

    rules: PlacedRules
    values: Mapping[str, Value]
    seed: int
    chance: Chance
    rounds: int = 0
    answers: Sequence[str] | None = None
    """The answers, if transcripts do not show them; otherwise None."""


def make_assignment(
    rules: PlacedRules,
    values: Mapping[str, Value],
    seed: int | None,
    chance: Chance | None,
    rounds: int = 0,
    answers: Sequence[str] | None = None,
) -> Assignment:
    """Make an assignment. If ``seed`` is None, the ruleset's own seed is used.

    If ``chance`` is None, ``seed`` is used, so everything must match. For a ruleset with a random seed,
    ``cards`` is used instead, so all cards come from the transcript. Raises UsageError if a seed is missing,
    or if random results must come from transcripts that do not show all of them.
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
    """Yield the paths of random formulas whose results do not appear in transcripts."""
    for path, formula in checked.expressions.items():
        if draws(formula) and not is_decision(path):
            yield path
