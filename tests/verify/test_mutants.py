"""Programs with one rule broken: that rule is found, at the line where it shows first."""

from __future__ import annotations

import pytest
from tests.verify.exams import verifier
from tests.verify.judging import judge
from tests.verify.mutants import (
    MUTANTS,
    Mutant,
    Set,
    games,
    is_program,
    program_of,
    transcript,
)

from bj.arguments import Value
from bj.engine.face.correcting import end_contest
from bj.engine.layout import table as t
from bj.verify.bookkeeping import find_surplus
from bj.verify.changes import Change
from bj.verify.explain.hypothesis import Hypothesis
from bj.verify.hooks import FOR_NATURALS
from bj.verify.text import Text

SHOWN = (
    "the dealer hits 17",
    "the dealer draws to win",
    "softness does not matter",
    "stiff hands against a seven",
    "a natural pays double",
    "a natural is not seen",
    "faces count more",
    "ties lose",
    "the next card is not reset",
    "a trailing space",
    "no total",
    "a dealer who busts has no total",
    "cards with figures",
    "no marks",
    "the upcard is counted twice",
    "a natural pays three rounded halves",
    "a natural pays half a coin",
    "a coin is lost with every bust",
    "a tie is called lost",
    "the winner is the lower one",
    "shuffled twice before the first hand",
    "the minimum is ten",
    "busts with 21",
    "busts beyond 22",
    "the dealer busts with 21",
    "the dealer busts beyond 22",
    "the dealer's hole card is drawn when it is needed",
    "21 of three cards is a natural",
    "a ten and an ace are no natural",
    "five cards win",
    "the hole card is counted at once",
    "face cards do not count",
    "the ranks come before the suits",
    "only cards that have not been dealt are shuffled",
    "a card is burnt",
    "the dealer's aces are low",
    "a push costs half",
    "dealt in other words",
    "everything in lower case",
    "queens are misspelt",
    "the hole card is shown as the upcard",
    "an ace is eleven as the first card only",
    "an ace is eleven as one of the first cards only",
    "another question about a card, in Vegas",
    "no heading of the dealer's turn, in Vegas",
    "shuffled before every hand, in Vegas",
    "the winner is called kicked out",
    "Kakyoin says something else",
    "blackjack without a win, infinitely",
    "a bet too large is all the money",
    "a double trebles",
    "no points behind a hand, in Vegas",
    "four cards win, infinitely",
    "the last card first, infinitely",
    "bets are repeated without names",
)
"""Mutants of all kinds, each tried in the first game in which it shows."""

WORDED = (
    "the winner is called kicked out",
    "Kakyoin says something else",
    "a trailing space",
    "cards with figures",
    "no marks",
    "a tie is called lost",
    "Polnareff is called otherwise",
    "dealt in other words",
    "everything in lower case",
    "queens are misspelt",
    "another question about a card, in Vegas",
    "blackjack without a win, infinitely",
    "no points behind a hand, in Vegas",
    "the last card first, infinitely",
    "bets are repeated without names",
)
"""Those who only say it in other words."""


@pytest.mark.parametrize(
    "mutant", [each for each in MUTANTS if each.name in SHOWN], ids=lambda each: each.name
)
def test_the_broken_rule_is_found(mutant: Mutant) -> None:
    """The first finding names the rule and its line, and no other rule is called broken."""
    judged = (judge([mutant], game) for game in games(mutant.program, 9))
    first = next(each for each in judged if each.what != "same")
    assert first.what == "good", first.words
    assert first.report.verdict == ("wording" if mutant.name in WORDED else "wrong")
    assert len(first.report.findings) == 1


def test_every_mutant_is_another_program() -> None:
    """The texts that a mutant replaces are there, and its name is its own."""
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) > 190
    for mutant in MUTANTS:
        assert all(old != new for old, new in mutant.changes)
        assert is_program(mutant.program, mutant.changes), mutant.name


def test_several_mistakes_are_found() -> None:
    """Two mistakes in one program are two findings, and a mistake made throughout is one with its count."""
    changes = (
        ("value_of(dealers).total < 17", "value_of(dealers).total <= 17"),
        ("3 * wager // 2", "2 * wager"),
    )
    game = next(game for game in games("courses", 9) if game.seed == 2)
    text = transcript(program_of("courses", changes), game)
    report = verifier(game.ruleset, game.values, game.seed, game.chance).verify("mutant", text.encode())
    assert {finding.rule for finding in report.findings} == {"dealer.draws", "payouts.natural"}
    assert report.findings[0].times > 5


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("points are called pts", 1),
        ("a loss costs nothing, in Vegas", 0),
        ("the dealer hits 17, infinitely", 1),
        ("a natural pays even money, infinitely", 0),
        ("the dealer does not play when all have bust, in Vegas", 1),
        ("21 stands by itself, in Vegas", 0),
        ("21 stands by itself, in Vegas", 4),
        ("21 does not stand by itself", 3),
        ("the dealer plays first, in Vegas", 0),
        ("the dealer's natural ends the round", 2),
        ("the dealer's natural ties with 21", 0),
        ("the player is asked once", 1),
        ("both bust, and nobody loses", 1),
        ("the stake is gone at once, and not given back", 3),
        ("one space behind a card", 1),
        ("money with two decimals", 0),
        ("cards go on after a double", 3),
        ("doubled on any number of cards", 3),
        ("doubled without the money", 13),
        ("the meek soul knows no seven of clubs", 13),
        ("the dealer's natural ties with 21", 15),
        ("two aces are low, infinitely", 11),
        ("the dealer draws one card at most, infinitely", 11),
        ("faces count more, infinitely", 14),
        ("aces count four or fourteen, in Vegas", 4),
        ("a space behind wagers, in Vegas", 2),
        ("the dealer's hand is shown at the end alone", 1),
    ],
)
def test_hidden_cards_do_not_hide_the_rule(name: str, seed: int) -> None:
    """The broken rule comes first where cards lie face down, and the program has a generator of its own."""
    mutant = next(each for each in MUTANTS if each.name == name)
    judged = judge([mutant], list(games(mutant.program, seed + 1))[seed])
    assert judged.what == "good", judged.words
    assert judged.report.is_complete


def test_cards_are_counted_in_the_words_of_the_program() -> None:
    """Cards are not dealt too often because shuffles are told in other words."""
    mutant = next(each for each in MUTANTS if each.name == "no marks")
    judged = judge([mutant], next(games(mutant.program, 1))._replace(chance="cards"))
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("the left half first, in tournaments", 9),
        ("the riffle puts the cards in from the end, in tournaments", 19),
        ("Jotaro takes one less", 16),
        ("Jotaro takes one more", 5),
        ("all the Crusaders stop time", 13),
        ("aces of 14, in tournaments", 3),
        ("faces count more, in tournaments", 4),
        ("the ranks come before the suits, in tournaments", 4),
        ("the hand does not start again", 4),
        ("hearts before spades, in tournaments", 11),
        ("the dealer has four cards at most", 1),
        ("the dealer has four cards at most", 4),
    ],
)
def test_what_powers_hide_is_followed(name: str, seed: int) -> None:
    """The broken rule is the only finding where a power takes cards that nobody is told."""
    mutant = next(each for each in MUTANTS if each.name == name)
    judged = judge([mutant], list(games(mutant.program, seed + 1))[seed])
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("the wager is doubled and kept, in tournaments", 4),
        ("the count goes the other way, in tournaments", 0),
        ("every card is counted twice, in tournaments", 4),
        ("Mikuru is like others", 16),
        ("a member's bankroll comes back in every round", 4),
        ("the loser is called the winner", 5),
        ("a push pays", 15),
        ("face cards do not count", 5),
        ("the bankroll in front of the hand", 0),
        ("no marks", 11),
        ("the last of a team leaves", 0),
        ("the wrong number when cards are used up", 12),
        ("ties lose in tournaments", 5),
        ("the count from four on", 0),
        ("later shuffles are not told", 3),
        ("the hand's number behind the wager", 0),
        ("the hole card of a bust hand is counted", 7),
        ("aces of eleven up to 22", 5),
        ("the winner goes to the end of his team", 3),
        ("a new pack in every round", 7),
    ],
)
def test_an_explanation_holds_throughout_the_game(name: str, seed: int) -> None:
    """The only finding is the rule by which the program plays all rounds, not one that fits from here on."""
    mutant = next(each for each in MUTANTS if each.name == name)
    judged = judge([mutant], list(games(mutant.program, seed + 1))[seed])
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("the dealer's natural beats 21", 2),
        ("the dealer plays after a bust", 2),
        ("shuffled behind the hand", 11),
        ("bets may be above the money", 3),
        ("the player's hand is shown once more before the outcome", 3),
        ("nothing stands for the hidden card", 1),
        ("names stand on the right of their column", 3),
    ],
)
def test_one_mistake_with_several_effects_is_one_finding(name: str, seed: int) -> None:
    """The only finding is the rule, though more than one line of a hand is another one."""
    mutant = next(each for each in MUTANTS if each.name == name)
    judged = judge([mutant], list(games(mutant.program, seed + 1))[seed])
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words


@pytest.mark.parametrize(
    "names",
    [
        ("no marks", "no closing line", "the player's drawn cards are not counted"),
        ("a bust dealer costs", "not shuffled before the first hand"),
    ],
)
def test_later_mistakes_are_found_as_if_they_were_alone(names: tuple[str, ...]) -> None:
    """What has been so from the start explains more than what fits alike, also after other mistakes.

    And nobody brings another bankroll in the middle of a game.
    """
    judged = judge(
        [next(each for each in MUTANTS if each.name == name) for name in names], next(games("courses", 1))
    )
    assert judged.what == "good", judged.words


def test_one_mistake_in_lines_of_all_is_one_finding() -> None:
    """A line that everybody's hands lack is found once for all of them."""
    mutant = next(each for each in MUTANTS if each.name == "no word of a bust, in Vegas")
    (finding,) = judge([mutant], list(games(mutant.program, 5))[4]).report.findings
    assert (finding.line, finding.rule.partition(".")[0]) == (72, "output")
    assert finding.times == 9  # rounds


def test_one_explanation_is_better_than_two_about_the_same_rule() -> None:
    """An examination that needs fewer explanations counts, though both have as many findings."""
    names = ("a second ace makes it hard", "another number of hands at the end", "hard 12 against a three")
    mutants = [next(each for each in MUTANTS if each.name == name) for name in names]
    judged = judge(mutants, next(games("courses", 1)))
    assert judged.what == "good", judged.words
    assert judged.report.findings[0].rule == "cards.ranks"


def test_a_hypothesis_that_comes_further_is_better() -> None:
    """The rest of the transcript costs more than the edits of a hypothesis that explains it."""
    check = verifier("classic", {"bankroll": 100, "minimum": 5, "hands": 20, "player": "simple"})
    early, late, whole = (Hypothesis(check.workshop, check.book, Text(b"a line\n" * 1000)) for _ in range(3))
    early.fit, late.fit, whole.fit = 10, 4000, 7000
    late.paid[Change("an edit", "rule", ("rules",), "")] = 20
    whole.paid |= {Change(name, "rule", ("rules",), ""): 20 for name in ("an edit", "another")}
    assert whole.price < late.price < early.price
    assert [each.edits for each in (early, late, whole)] == [1, 2, 2]


def test_cards_of_a_hand_that_nothing_explains_are_counted() -> None:
    """Wagers after such a hand are those of a player who has counted its cards."""
    mutant = next(each for each in MUTANTS if each.name == "21 of three cards is a natural")
    judged = judge([mutant], list(games(mutant.program, 7))[6])
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words


def test_money_after_a_hand_that_nothing_explains_is_what_was_told_last() -> None:
    """Such a hand costs one finding also where no line tells the bankroll when the next one begins."""
    mutant = next(each for each in MUTANTS if each.name == "no spaces behind the last card of a list")
    judged = judge([mutant], list(games(mutant.program, 2))[1])
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words


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
    """What the dealer does for a natural that should end the hand is said, and the next cards are known."""
    mutant = next(each for each in MUTANTS if each.name == name)
    judged = judge([mutant], list(games(mutant.program, 2))[1])
    assert (judged.what, [each.message for each in judged.report.findings]) == ("good", [FOR_NATURALS[hook]])
    assert judged.report.findings[0].times == 2


def test_cuts_of_a_hand_that_nothing_explains_make_the_next_cards() -> None:
    """After such a hand the shoe is in the order in which it was shuffled there."""
    mutant = next(each for each in MUTANTS if each.name == "five cards win")
    values: dict[str, Value] = {"bankroll": 1000, "minimum": 5, "hands": 100, "player": "counting"}
    judged = judge([mutant], Set("classic", values, 10, "cuts"))
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words


def test_amounts_with_decimals_are_one_finding() -> None:
    """Needless decimals and half coins that come later are explained by the rounding that is missing."""
    mutant = next(each for each in MUTANTS if each.name == "a natural pays half a coin")
    values: dict[str, Value] = {"bankroll": 1000, "minimum": 5, "hands": 60, "player": "counting"}
    judged = judge([mutant], Set("classic", values, 2, "cuts"))
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words
    assert judged.report.findings[0].rule == "payouts.rounding"


@pytest.mark.parametrize(
    ("name", "seed"), [("the unpredictable one bets all", 1), ("the unpredictable one draws on 19", 3)]
)
def test_chance_has_its_limits(name: str, seed: int) -> None:
    """Players who leave something to chance may do only what chance can bring about."""
    mutant = next(each for each in MUTANTS if each.name == name)
    judged = judge([mutant], list(games(mutant.program, seed + 1))[seed])
    assert (judged.what, len(judged.report.findings)) == ("good", 1), judged.words


def test_cards_that_no_pack_has_are_found_where_nobody_tells_of_shuffles() -> None:
    """A card that comes twice in a round is one finding, with the number of such rounds."""
    mutant = next(each for each in MUTANTS if each.name == "cards come from nowhere, in Vegas")
    game = next(games(mutant.program, 1))
    text = transcript(program_of(mutant.program, mutant.changes), game)
    (finding,) = verifier(game.ruleset, game.values, 1, game.chance).verify("mutant", text.encode()).findings
    assert (finding.rule, finding.kind, finding.hand) == ("shoe.packs", "cards", 1)
    assert 10 < finding.times <= 20


def test_cards_may_come_back_where_shuffles_are_not_known() -> None:
    """Rounds count together up to a shuffle, and as far as it is known that there was none."""
    game = next(games("vegas", 1))
    text = Text(transcript(program_of("vegas", ()), game).encode())
    yardstick = verifier(game.ruleset, game.values, 0, game.chance).workshop.plain
    began = [at for at in range(text.end) if text.content.startswith("Okay, time", at)]
    early = find_surplus(yardstick, text, 1, (), text.end)
    assert all(each.is_early and each.hand > 3 for each in early)
    assert next(find_surplus(yardstick, text, 1, (), text.end)).hand < len(began) < 30
    assert not list(find_surplus(yardstick, text, 1, began, text.end))
    assert not list(find_surplus(yardstick, text, 1, (), 0))


def test_a_shuffle_in_a_hand_that_is_cut_off_is_known() -> None:
    """Cards that were dealt before it may come back in the last hand, whatever is wrong with its end."""
    game = list(games("vegas", 4))[3]
    text = transcript(program_of("vegas", ()), game).rpartition("Another round?")[0]
    report = verifier(game.ruleset, game.values, 0, game.chance).verify("mutant", text.encode())
    assert [finding.kind for finding in report.findings] == ["ending"]


def test_a_team_with_nobody_left_has_not_won() -> None:
    """A contest ends as the transcript says, but for a team that could not go on."""
    table = [0] * 100
    table[t.TEAM], table[t.PLAYERS_LEFT], table[t.DEALERS_LEFT] = 1, 0, 2
    end_contest(table, 1)
    assert (table[t.PLAYERS_LEFT], table[t.DEALERS_LEFT]) == (0, 2)
    table[t.PLAYERS_LEFT] = 1
    end_contest(table, 1)
    assert (table[t.PLAYERS_LEFT], table[t.DEALERS_LEFT]) == (1, 0)


def test_a_hand_that_never_ends_is_not_followed_forever() -> None:
    """A program that begins the same hand again and again is told its mistake within seconds."""
    mutant = next(each for each in MUTANTS if each.name == "the next card is not reset, in tournaments")
    game = next(games(mutant.program, 1))
    text = transcript(program_of(mutant.program, mutant.changes), game)
    assert text.count("will start again") > 1000
    report = verifier(game.ruleset, game.values, game.seed).verify("mutant", text.encode())
    assert report.findings[0].rule == "shoe.shuffle"
