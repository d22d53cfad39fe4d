"""Tests the automatic mutants of the independent programs, and the third that is held out."""

from __future__ import annotations

import ast
from hashlib import sha256

import pytest
from tests.campaigns.holdout import judge
from tests.verify.automatic import Automatic, Edit, chosen, first_shown, module_of, mutants_of
from tests.verify.mutants import COURSES, INFINITE, TOURNAMENT, VEGAS, source_of

PROGRAMS = (COURSES, TOURNAMENT, VEGAS, INFINITE)


def test_every_kind_of_place_is_changed() -> None:
    """Comparisons, constants, operators, words of lists and statements are changed, each in one place."""
    changes = {(source_of(COURSES)[edit.begin : edit.end], edit.new) for (edit,) in _edits(COURSES)}
    assert changes >= {
        ("<", "<="),
        ("not in", "in"),
        ("17", "18"),
        ("//", "*"),
        ("or", "and"),
        ("+=", "-="),
        ("self.count += 1", "pass"),
        ('("Seven", "Eight", "Nine")', '("Seven", "Eight", )'),
        ('f"{mark}Push"', 'f"{mark}push"'),
    }


@pytest.mark.parametrize("program", PROGRAMS)
def test_mutants_are_other_programs(program: str) -> None:
    """Each mutant has its own name and differs from the program; most can be run."""
    mutants, whole = mutants_of(program), ast.dump(ast.parse(source_of(program)))
    assert len({each.name for each in mutants}) == len(mutants) > 250
    assert sum(module_of(program, each.edits) is not None for each in mutants[::10]) > 0.9 * len(mutants) / 10
    for each in mutants[::25]:
        (edit,), source = each.edits, source_of(program)
        other = source[: edit.begin] + edit.new + source[edit.end :]
        assert ast.dump(ast.parse(other)) != whole, each.name


def test_the_frozen_third_stays_as_it_is() -> None:
    """The selection changes only if the independent programs change."""
    frozen = [f"{each.program} {each.name}" for (each,) in chosen(frozen=True)]
    assert len(frozen) == 582
    assert sha256("\n".join(frozen).encode()).hexdigest()[:16] == "2b31b167cd1f2cbd"


def test_several_mutations_are_made_at_once() -> None:
    """A game is judged only if every mutation has an effect in it."""
    pairs = [*chosen(frozen=False, at_once=2, count=8)]
    assert len({*pairs}) == 8
    assert all(one.program == other.program and one != other for one, other in pairs)
    assert all(not each.is_frozen for pair in pairs for each in pair)
    game = first_shown([_mutant('{mark}Push" becomes'), _mutant("== 12: -> 12 becomes 13")])
    assert game is not None
    assert game[1] != game[2]


def test_a_mutant_is_judged_by_line_number_and_rule() -> None:
    """The first finding is in the differing line, and names a rule of the changed place."""
    score = judge((_mutant("== 12: -> 12 becomes 13"),))
    assert score is not None
    assert (score.line, score.number, score.rule) == (True, True, True)


def _mutant(words: str) -> Automatic:
    """The mutant of the courses with these words in its name."""
    return next(each for each in mutants_of(COURSES) if words in each.name)


def _edits(program: str) -> list[tuple[Edit, ...]]:
    return [each.edits for each in mutants_of(program)]
