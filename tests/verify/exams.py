"""Verifies transcripts in a test, without a command line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from bj.argument_values import Value
from bj.record.line_sources import PlacedRules
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset
from bj.verify.assignment import Chance, make_assignment
from bj.verify.findings import Report
from bj.verify.verifying import Verifier

CLASSIC: Mapping[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 20, "player": "counting"}
"""Arguments of a game in which most events occur."""


@cache
def rules_of(name: str) -> PlacedRules:
    """The shipped ruleset of this name."""
    file = find_ruleset(name)
    return PlacedRules(load_ruleset(file))


def verifier(
    name: str,
    values: Mapping[str, Value],
    seed: int = 0,
    chance: Chance = "seed",
    ignored: str = "",
    rounds: int = 0,
) -> Verifier:
    """A verifier of transcripts of a shipped ruleset, which keeps the games that it has compiled."""
    return _verifier(name, (*values.items(),), seed, chance, ignored, rounds)


@lru_cache(4)  # each keeps hundreds of games
def _verifier(
    name: str, values: tuple[tuple[str, Value], ...], seed: int, chance: Chance, ignored: str, rounds: int
) -> Verifier:
    return Verifier(make_assignment(rules_of(name), dict(values), seed, chance, rounds), ignored.split())


def verify(
    name: str, values: Mapping[str, Value], text: str, seed: int = 0, chance: Chance = "seed"
) -> Report:
    """The report on a transcript of a shipped ruleset."""
    return verifier(name, values, seed, chance).verify("a file", text.encode())
