"""Tests mistakes that show in later hands: their causes, and the number of hands that show them."""

from __future__ import annotations

import re

import pytest
from tests.verify.exams import CLASSIC, verifier
from tests.verify.mutants import BY_NAME, COURSES, INFINITE, Set, game_of, program_of, transcript

from bj.verify.assignment import Chance
from bj.verify.findings import Report
from bj.verify.positions_and_halts import KeptHand
from bj.verify.suspects import card_values_and_shuffles
from bj.verify.suspects.formulas import condition_meant
from bj.verify.uncleared_hands import Kept, keep, with_card

LOW, HIGH = ("Two", "Three", "Four", "Five", "Six"), ("Ten", "Jack", "Queen", "King", "Ace")

ALL_REFUSED = re.compile(
    r"Player has (\S+) dollars\n\n\nRound \d+\n"
    r"(?:(?!Player has)[^$])*?0 to quit: \1\nYou.*\n\n\n"
)
"""The end of a round, and the refusal of a wager of all the money."""


def _report(game: Set, *changes: tuple[str, str]) -> tuple[str, Report]:
    """The transcript of a program with changes, and the report on it."""
    wrong = transcript(program_of(COURSES, changes), game)
    examiner = verifier(game.ruleset, game.values, game.seed, game.chance)
    return wrong, examiner.verify("a file", wrong.encode())


@pytest.mark.parametrize(("number", "chance"), [(0, "seed"), (3, "cards")])
def test_values_that_earlier_hands_contradict_are_no_cause(
    monkeypatch: pytest.MonkeyPatch, number: int, chance: Chance
) -> None:
    """If nothing explains wrong totals, values that fit some later hands are not given as sure."""
    monkeypatch.setattr(card_values_and_shuffles, "kept_hands", lambda _: ())
    changes = BY_NAME["the aces of the hand before count"].changes
    _, report = _report(game_of(COURSES, number)._replace(chance=chance), *changes)
    sure = [each.message for each in report.findings if each.confidence == "sure"]
    assert not [each for each in sure if re.search(r"\bcounts? (?!\d+ instead)", each)]


def test_hands_keep_what_the_program_does_not_clear() -> None:
    """Kept aces make the next hand softer, kept cards add to it, and other hands begin at zero."""
    reference = verifier("classic", CLASSIC).variants.plain
    natural, low = {0: KeptHand(21, 1, 2), 1: KeptHand(12, 0, 2)}, {0: KeptHand(20, 2, 3)}
    assert keep(Kept("aces", "", ""), reference, low) == {0: KeptHand(0, 2)}
    assert keep(Kept("aces", "dealer", ""), reference, low) == {}
    assert keep(Kept("cards", "", "natural"), reference, natural) == {
        0: KeptHand(21, 1),
        1: KeptHand(12),
    }
    assert keep(Kept("cards", "", "bust"), reference, natural) == {}
    ten, ace = (reference.compiled.deck[at] for at in (8, 12))
    assert with_card(Kept("cards", "", ""), reference, KeptHand(21, 1), ten) == KeptHand(21, 0, 1)
    assert with_card(Kept("aces", "", ""), reference, KeptHand(0, 1), ace) == KeptHand(11, 2, 1)
    assert with_card(Kept("ace", "", ""), reference, KeptHand(0, 1), ace) == KeptHand(11, 1, 1)


def _wagers_against_the_count(said: str, minimum: int) -> int:
    """The number of wagers in a transcript that do not follow from the right count."""
    count = wrong = bankroll = 0
    for line in said.splitlines():
        number = int((re.findall(r"\d+$", line) or ["0"])[0])
        if line == "# Shuffling the deck":
            count = 0
        elif line.startswith("# Hand "):
            bankroll = number
        elif line.startswith("# Player bets"):
            is_high = count >= 2 and bankroll >= 2 * minimum
            wrong += number != (2 * minimum if is_high else minimum)
        elif " of " in line:
            rank = line.partition(" of ")[0].rpartition(" ")[2]
            count += (rank in LOW) - (rank in HIGH)
    return wrong


@pytest.mark.parametrize(
    ("old", "new"), [("player.expose(hole_card)", "pass"), ('"Five", "Six")', '"Five", "Six", "Seven")')]
)
def test_every_wager_by_a_wrong_count_is_counted(old: str, new: str) -> None:
    """A hand shows a wrong count also if the count was wrong before it."""
    game = game_of(COURSES, 2)
    wrong, report = _report(game, (old, new))
    assert report.findings[0].kind == "count"
    assert report.findings[0].times == _wagers_against_the_count(wrong, 7) > 5


def test_a_hand_without_any_line_is_not_counted() -> None:
    """A program that refuses a wager of all the money is left then; no further hand begins."""
    changes = (
        ("> self.money", ">= self.money"),
        ("self.bet * 3 / 2 // Fraction(1, 100) * Fraction(1, 100)", "int(self.bet * 3 / 2)"),
    )
    game = game_of(INFINITE, 12)
    wrong = transcript(program_of(INFINITE, changes), game)
    (*_, refused) = ALL_REFUSED.finditer(wrong)
    wrong = f"{wrong[: refused.end()]}Enter bet in dollars, 0 to quit: 0\n"
    examiner = verifier(game.ruleset, game.values, game.seed, game.chance)
    report = examiner.verify("a file", wrong.encode())
    assert report.hands == wrong.count("\nRound ")


@pytest.mark.parametrize(
    ("other", "meant"),
    [
        ("2 * a if count >= 4 and b >= 3 else a", "count >= 4"),
        ("2 * a if count >= 2 or b >= 3 else a", "or"),
        ("3 * a if count >= 2 and b >= 3 else a", ""),
        ("2 * a if b >= 3 else a", ""),
    ],
)
def test_the_condition_meant_is_the_only_difference(other: str, meant: str) -> None:
    """Only one other comparison, `and` or `or` is a condition that the program may have."""
    assert condition_meant("2 * a if count >= 2 and b >= 3 else a", other) == meant
