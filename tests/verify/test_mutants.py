"""Programs with one rule broken: that rule is found, at the line where it shows first."""

from __future__ import annotations

from operator import itemgetter

import pytest
from tests.verify.exams import verifier
from tests.verify.judging import judge
from tests.verify.mutants import BY_NAME, MUTANTS, Mutant, Set, game_of, is_program, program_of, transcript

from bj.argument_values import Value
from bj.engine.face.state_corrections import end_contest
from bj.engine.layout import table as t
from bj.verify.cards_dealt_too_often import KnownShoe, find_surplus
from bj.verify.changes import Change
from bj.verify.deviation_names import FOR_NATURALS
from bj.verify.explain.hypothesis import Hypothesis
from bj.verify.text import Text

CHOSEN = sorted(
    ((each.program, number, each) for each in MUTANTS for number in each.games), key=itemgetter(0, 1)
)
GAMES = [pytest.param(each, number, id=f"{each.name} {number}") for _, number, each in CHOSEN[::3]]
"""A third of the mutants with the numbers of their games. Those of one game are together, and share its
verifier. The campaign ``broken.py`` plays them all.
"""


@pytest.mark.parametrize(("mutant", "number"), GAMES)
def test_the_broken_rule_is_the_only_finding(mutant: Mutant, number: int) -> None:
    """The broken rule is found at its first line, and is the only finding."""
    judged = judge([mutant], game_of(mutant.program, number))
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words
    assert judged.report.is_complete


def test_every_mutant_is_another_program() -> None:
    """Each mutant replaces existing texts, and has its own name."""
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) > 190
    for mutant in MUTANTS:
        assert all(old != new for old, new in mutant.changes)
        assert is_program(mutant.program, mutant.changes), mutant.name


def test_cards_are_counted_in_the_words_of_the_program() -> None:
    """If shuffles are reworded, cards are not reported as dealt too often."""
    mutant = BY_NAME["no marks"]
    judged = judge([mutant], game_of(mutant.program, 0)._replace(chance="cards"))
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words


@pytest.mark.parametrize(
    "names",
    [
        ("no marks", "no closing line", "the player's drawn cards are not counted"),
        ("a bust dealer costs", "not shuffled before the first hand"),
    ],
)
def test_later_mistakes_are_found_as_if_they_were_alone(names: tuple[str, ...]) -> None:
    """A mistake made from the start is found like a single one, also after other mistakes.

    No explanation changes a bankroll in the middle of a game.
    """
    judged = judge([BY_NAME[name] for name in names], game_of("courses", 0))
    assert judged.what == "good", judged.words


def test_one_mistake_in_lines_of_all_is_one_finding() -> None:
    """A line that is missing for all players is one finding."""
    mutant = BY_NAME["no word of a bust, in Vegas"]
    (finding,) = judge([mutant], game_of(mutant.program, 5)).report.findings
    assert (finding.line, finding.rule.partition(".")[0]) == (31, "output")
    assert finding.times == 10  # of both players


def test_one_explanation_is_better_than_two_about_the_same_rule() -> None:
    """The search with fewer explanations wins, if both have equally many findings."""
    names = ("a second ace makes it hard", "another number of hands at the end", "hard 12 against a three")
    mutants = [BY_NAME[name] for name in names]
    judged = judge(mutants, game_of("courses", 0))
    assert judged.what == "good", judged.words
    assert judged.report.findings[0].rule == "cards.ranks"


def test_a_hypothesis_that_comes_further_is_better() -> None:
    """The rest of the transcript costs more than the edits of a hypothesis that explains it."""
    check = verifier("classic", {"bankroll": 100, "minimum": 5, "hands": 20, "player": "simple"})
    early, late, whole = (Hypothesis(check.variants, check.book, Text(b"a line\n" * 1000)) for _ in range(3))
    early.fit, late.fit, whole.fit = 10, 4000, 7000
    late.paid[Change("an edit", "rule", ("rules",), "")] = 20
    whole.paid |= {Change(name, "rule", ("rules",), ""): 20 for name in ("an edit", "another")}
    assert whole.price < late.price < early.price
    assert [each.edits for each in (early, late, whole)] == [1, 2, 2]


@pytest.mark.parametrize(
    ("name", "hook"),
    [
        ("the hole card is shown behind a natural", "turns for naturals"),
        ("the dealer plays behind a natural", "plays for naturals"),
        ("the hole card is shown before a natural", "turns before naturals"),
        ("the dealer plays before a natural is paid", "plays before naturals"),
    ],
)
def test_a_dealer_who_is_not_needed_for_a_natural_is_one_finding(name: str, hook: str) -> None:
    """A dealer who goes on after a natural is one finding, and the next cards are known."""
    mutant = BY_NAME[name]
    judged = judge([mutant], game_of(mutant.program, 1))
    assert (judged.what, [each.message for each in judged.report.findings]) == ("good", [FOR_NATURALS[hook]])
    assert judged.report.findings[0].times == 2


def test_cuts_of_a_hand_that_nothing_explains_make_the_next_cards() -> None:
    """After an unexplained hand, the shoe has the order that follows from the cuts."""
    mutant = BY_NAME["five cards win"]
    values: dict[str, Value] = {"bankroll": 1000, "minimum": 5, "hands": 100, "player": "counting"}
    judged = judge([mutant], Set("classic", values, 10, "cuts"))
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words


def test_amounts_with_decimals_are_one_finding() -> None:
    """Needless decimals and later half coins are one finding about missing rounding."""
    mutant = BY_NAME["a natural pays half a coin"]
    values: dict[str, Value] = {"bankroll": 1000, "minimum": 5, "hands": 60, "player": "counting"}
    judged = judge([mutant], Set("classic", values, 2, "cuts"))
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words
    assert judged.report.findings[0].rule == "payouts.rounding"


def test_cards_of_no_pack_are_found_without_lines_about_shuffles() -> None:
    """A card that comes twice in a round is one finding, with the number of such rounds."""
    mutant = BY_NAME["cards come from nowhere, in Vegas"]
    game = game_of(mutant.program, 0)
    text = transcript(program_of(mutant.program, mutant.changes), game)
    (finding,) = verifier(game.ruleset, game.values, 1, game.chance).verify("mutant", text.encode()).findings
    assert (finding.rule, finding.kind, finding.hand) == ("shoe.packs", "cards", 1)
    assert 10 < finding.times <= 20


def test_cards_may_come_back_where_shuffles_are_not_known() -> None:
    """Rounds count together up to a shuffle, as far as shuffles are known."""
    game = game_of("vegas", 0)
    text = Text(transcript(program_of("vegas", ()), game).encode())
    reference = verifier(game.ruleset, game.values, 0, game.chance).variants.plain
    began = [at for at in range(text.end) if text.content.startswith("Okay, time", at)]
    unknown = KnownShoe((), {}, text.end)
    early = find_surplus(reference, text, 1, unknown)
    assert all(each.is_early and each.hand > 3 for each in early)
    assert next(find_surplus(reference, text, 1, unknown)).hand < len(began) < 30
    assert not list(find_surplus(reference, text, 1, KnownShoe(began, {}, text.end)))
    assert not list(find_surplus(reference, text, 1, KnownShoe((), {}, 0)))


def test_a_shuffle_in_a_hand_that_is_cut_off_is_known() -> None:
    """After a shuffle, dealt cards may come back in the last hand, also if it is cut off."""
    game = game_of("vegas", 3)
    text = transcript(program_of("vegas", ()), game).rpartition("Another round?")[0]
    report = verifier(game.ruleset, game.values, 0, game.chance).verify("mutant", text.encode())
    assert [finding.kind for finding in report.findings] == ["ending"]


def test_a_team_without_members_has_not_won() -> None:
    """A contest ends as in the transcript, unless the team could not go on."""
    table = [0] * 100
    table[t.TEAM], table[t.PLAYERS_LEFT], table[t.DEALERS_LEFT] = 1, 0, 2
    end_contest(table, 1)
    assert (table[t.PLAYERS_LEFT], table[t.DEALERS_LEFT]) == (0, 2)
    table[t.PLAYERS_LEFT] = 1
    end_contest(table, 1)
    assert (table[t.PLAYERS_LEFT], table[t.DEALERS_LEFT]) == (1, 0)


def test_a_hand_that_never_ends_is_not_followed_forever() -> None:
    """A program that restarts the same hand forever gets its finding within seconds."""
    mutant = BY_NAME["the next card is not reset, in tournaments"]
    game = game_of(mutant.program, 0)
    text = transcript(program_of(mutant.program, mutant.changes), game)
    assert text.count("will start again") > 1000
    report = verifier(game.ruleset, game.values, game.seed).verify("mutant", text.encode())
    assert report.findings[0].rule == "shoe.shuffle"
