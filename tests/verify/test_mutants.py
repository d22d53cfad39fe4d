"""Programs with one rule broken: that rule is found, at the line where it shows first."""

from __future__ import annotations

import pytest
from tests.verify.exams import verifier
from tests.verify.mutants import (
    MUTANTS,
    TOURNAMENT,
    Mutant,
    first_difference,
    games,
    may_be,
    program_of,
    transcript,
)

SHOWN = (
    "the dealer hits 17",
    "a natural pays double",
    "ties lose",
    "six cuts",
    "a trailing space",
    "no total",
)
"""Mutants that show in every game, so that one of them is enough."""


@pytest.mark.parametrize(
    "mutant", [each for each in MUTANTS if each.name in SHOWN], ids=lambda each: each.name
)
def test_the_broken_rule_is_found(mutant: Mutant) -> None:
    """The first finding names the rule and its line, and no other rule is called broken."""
    right, wrong = program_of(mutant.program, ()), program_of(mutant.program, mutant.changes)
    tried = 0
    for game in games(mutant.program, 3):
        text = transcript(wrong, game)
        line = first_difference(transcript(right, game), text)
        if not line:
            continue
        tried += 1
        report = verifier(game.ruleset, game.values, game.seed).verify("mutant", text.encode())
        assert report.findings[0].line == line
        assert all(may_be(finding.rule, mutant.rules) for finding in report.findings)
        assert report.verdict == ("wording" if "space" in mutant.name else "wrong")
    assert tried


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: each.name)
def test_every_mutant_is_a_program(mutant: Mutant) -> None:
    """The text that a mutant replaces is there, so no mutant is the program itself."""
    assert all(old != new for old, new in mutant.changes)
    assert program_of(mutant.program, mutant.changes) is not None
    assert mutant.program != TOURNAMENT or "Tournament" in dir(program_of(mutant.program, ()))


def test_several_mistakes_are_found() -> None:
    """Two mistakes in one program are two findings, and a mistake made throughout is one with its count."""
    changes = (
        ("value_of(dealers).total < 17", "value_of(dealers).total <= 17"),
        ("3 * wager // 2", "2 * wager"),
    )
    game = next(game for game in games("courses", 9) if game.seed == 2)
    text = transcript(program_of("courses", changes), game)
    report = verifier(game.ruleset, game.values, game.seed).verify("mutant", text.encode())
    assert {finding.rule for finding in report.findings} == {"dealer.draws", "payouts.natural"}
    assert report.findings[0].times > 5
