"""Verifies transcripts in a test, without a command line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from bj.argument_values import Value, take_arguments
from bj.record.line_sources import PlacedRules
from bj.ruleset.load import check_documents, load_ruleset, read_ruleset
from bj.ruleset.ruleset_files import find_ruleset
from bj.verify.assignment import Assignment, Chance, make_assignment
from bj.verify.findings import Report
from bj.verify.sample_games import sample_transcript
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


def assignment_of(ruleset: str, values: Mapping[str, Value], seed: int = 0) -> Assignment:
    """The game of a ruleset, given as TOML."""
    checked = check_documents(read_ruleset(ruleset))
    given = take_arguments(checked.model, (), values, call=assignment_of)
    return make_assignment(PlacedRules(checked), given, seed, None)


def played(ruleset: str, values: Mapping[str, Value], seed: int = 0) -> bytes:
    """The transcript of a game with a ruleset, given as TOML."""
    game = assignment_of(ruleset, values, seed)
    return sample_transcript(game.rules.checked, game).encode()


def compare(right: str, wrong: str, values: Mapping[str, Value], seed: int = 0) -> Report:
    """The report on a game with the ruleset ``wrong`` if the ruleset should be ``right``, both as TOML."""
    return Verifier(assignment_of(right, values, seed)).verify("a file", played(wrong, values, seed))
