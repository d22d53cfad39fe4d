"""Every rule of casinos with cards that show it: what may be done at each moment, and what it brings."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from tests.engine.variants import Variant
from tests.oracle.casino_games import number_of

from bj.catalogue.actions import ACTIONS
from bj.compiler.compile import compile_ruleset
from bj.engine.face import driving
from bj.engine.face.driving import QUIT
from bj.engine.face.view import Kind, Stop, View
from bj.record.events import read
from bj.session.engines import PLAIN
from bj.session.giving import Given

LETTERS = {row.number: row.letter for row in ACTIONS.values()}
WAGER = 10


class Case(NamedTuple):
    """A round at a table of one player, who wagers 10."""

    cards: str
    """The player's, the upcard, the player's, the hole card, and those that follow."""
    play: str
    """What may be done at every decision, and behind ``>`` what is; or what is offered, and the answer."""
    brings: int
    rules: dict[str, Any] = {}  # noqa: RUF012  # nobody changes it
    payouts: dict[str, Any] = {}  # noqa: RUF012  # as above
    player: dict[str, Any] = {}  # noqa: RUF012  # as above
    has_hole_card: bool = True


NO_PEEK = {"peek": False}
BOTH = {"split": True, "double": True}
SUITED = {"bonuses": {"suited": {"when": "suited and cards == 2 and total == 21", "pays": "2:1"}}}
SEVENS = {"bonuses": {"sevens": {"when": "cards == 3 and same_rank and first == 7", "pays": "3:1"}}}
ROYAL = {
    "bonuses": {
        "spades": {"when": "cards == 3 and suited and holds('S') and holds('7')", "pays": "3:1"},
        "mixed": {"when": "cards == 3 and holds('6') and holds('7') and holds('8')", "pays": "3:2"},
    }
}
WINS_21 = {"tied_totals": {"21": "win"}}
CHARLIE = {"bonuses": {"charlie": {"when": "cards >= 5", "pays": "2:1", "at_once": True}}}
NINE_TO_ELEVEN = {"double": "cards == 2 and total >= 9 and total <= 11"}

CASES = {
    "double on two cards": Case("5 T 6 7 T", "HSD>D", 20, {"double": True}),
    "no double on three cards": Case("2 T 3 7 4 T", "HSD>H HS>H HS>S", 10, {"double": True}),
    "no double": Case("5 T 6 7 T", "HS>H", 10),
    "double on nine": Case("5 T 4 7 T", "HSD>D", 20, NINE_TO_ELEVEN),
    "no double on eight": Case("5 T 3 7 T", "HS>H HS>S", 10, NINE_TO_ELEVEN),
    "double after a split": Case("8 T 8 7 3 T T", "HSDP>P HSD>D HSD>S", 30, BOTH),
    "no double after a split": Case(
        "8 T 8 7 3 T T",
        "HSDP>P HS>H HS>S",
        20,
        {"split": True, "double": "cards == 2 and not from_split"},
    ),
    "double on any cards": Case("2 T 3 7 4 T", "HSD>H HSD>D", 20, {"double": "True"}),
    "redouble": Case("2 T 3 7 4 T", "HSD>D SD>D", 40, {"double": "doubled < 2"}),
    "double for less": Case(
        "5 T 6 7 T", "HSD>D", 15, {"double": True, "double_for_less": True}, {}, {"bankroll": 15}
    ),
    "no money to double": Case("5 T 6 7 T", "HS>H", 10, {"double": True}, {}, {"bankroll": 19}),
    "split by value": Case("K T T 7 9 8", "HSP>P HS>S HS>S", 20, {"split": True}),
    "split by rank": Case("K T T 7", "HS>S", 10, {"split": "cards == 2 and same_rank"}),
    "split once": Case("8 T 8 7 8 T T", "HSP>P HS>H HS>S", 0, {"split": "pair and split_hands < 2"}),
    "split again": Case(
        "8 T 8 7 8 T T T", "HSP>P HSP>P HS>S HS>S HS>S", 30, {"split": "pair and split_hands < 3"}
    ),
    "just the money to split": Case(
        "8 T 8 7 T T", "HSP>P HS>S HS>S", 20, {"split": True}, {}, {"bankroll": 20}
    ),
    "no money to split": Case("8 T 8 7", "HS>S", -10, {"split": True}, {}, {"bankroll": 19}),
    "split aces get one card": Case("A 6 A 5 T 9 T", "HSP>P", -10, {"split": True}),
    "aces are split once": Case("A 6 A 5 A T T", "HSP>P", -10, {"split": True}),
    "aces are split again": Case("A 6 A 5 A T T T T", "HSP>P SP>P", 0, {"split": "pair and split_hands < 3"}),
    "split aces are hit": Case("A 6 A 5 4 5 T 9", "HSP>P HS>H HS>S", 10, {"split": True, "hit": "True"}),
    "split aces are doubled": Case(
        "A 6 A 5 3 7 T 9", "HSDP>P HSD>D", 30, {"split": True, "hit": "True", "double": "cards == 2"}
    ),
    "a split natural is 21": Case("A 6 A 4 T 9 7", "HSP>P", 20, {"split": True}),
    "a split natural is paid": Case("A 6 A 4 T 9 7", "HSP>P", 25, {"split": True, "split_naturals": True}),
    "a free double wins all": Case("5 6 4 T T T", "HSD>D", 20, {"double": True, "free_double": True}),
    "a free double loses one wager": Case("5 T 4 7 2", "HSD>D", -10, {"double": True, "free_double": True}),
    "a free double pushes": Case("5 T 6 9 8", "HSD>D", 0, {"double": True, "free_double": True}),
    "no free double of twelve": Case("5 T 7 7 2", "HSD>D", -20, {"double": True, "free_double": True}),
    "a free double needs no money": Case(
        "5 6 4 T T T", "HSD>D", 20, {"double": True, "free_double": True}, {}, {"bankroll": 10}
    ),
    "a free split wins both": Case(
        "8 6 8 T T T T", "HSP>P HS>S HS>S", 20, {"split": True, "free_split": True}, {}, {"bankroll": 10}
    ),
    "a free split loses one": Case(
        "8 T 8 T T T", "HSP>P HS>S HS>S", -10, {"split": True, "free_split": True}
    ),
    "tens are not split for free": Case(
        "T T T T 5 5", "HSP>P HS>S HS>S", -20, {"split": True, "free_split": True}
    ),
    "a free natural that ties loses nothing": Case(
        "A A A 9 T T",
        "HSP>P",
        -10,
        {"split": True, "free_split": True, "split_naturals": True},
        {"tied_naturals": "lose"},
        has_hole_card=False,
    ),
    "half of what was paid is given up": Case(
        "5 T 6 7 2",
        "HSD>D SR>R",
        -5,
        {"double": True, "free_double": True, "surrender": "doubled == 1"},
    ),
    "a free hand is doubled with money": Case(
        "8 T 8 T 4 5 T",
        "HSP>P HS>S HSD>D",
        -20,
        {"double": "from_split and free_wager > 0", "split": True, "free_split": True},
    ),
    "late surrender": Case("T T 6 5", "HSR>R", -5, {"surrender": True}),
    "late surrender is offered with two cards": Case("5 T 4 7 3", "HSR>H HS>S", -10, {"surrender": True}),
    "surrender with any cards": Case("5 T 4 7 3", "HSR>H HSR>R", -5, {"surrender": "True"}),
    "no surrender after a split": Case(
        "8 T 8 7 8 T", "HSPR>P HSP>S HS>S", 0, {"split": True, "surrender": True}
    ),
    "rescue of a doubled hand": Case(
        "5 T 6 7 2", "HSD>D SR>R", -10, {"double": True, "surrender": "doubled == 1"}
    ),
    "late surrender comes after a peek": Case("T A 6 T", "", -10, {"surrender": True}),
    "a natural takes a hand given up": Case("T A 6 T", "HSR>R", -10, {"surrender": True, **NO_PEEK}),
    "a peek under aces shows no ten": Case(
        "T T 6 A", "HSR>R", -10, {"surrender": True, "peek": "upcard == 11"}
    ),
    "a natural without hole card takes a hand given up": Case(
        "T A 6 T", "HSR>R", -10, {"surrender": True}, has_hole_card=False
    ),
    "a hand given up loses half without hole card": Case(
        "T A 6 9", "HSR>R", -5, {"surrender": True}, has_hole_card=False
    ),
    "a natural that is given up": Case(
        "T T A 9", "HSR>R", -5, {"surrender": True, "stand_on_target": False}, has_hole_card=False
    ),
    "early surrender": Case("T A 6 T", "surrender>y", -5, {"early_surrender": True}),
    "no early surrender": Case("T A 6 9", "surrender>n HS>S", -10, {"early_surrender": True}),
    "early surrender against tens": Case("T T 6 A", "surrender>y", -5, {"early_surrender": "upcard == 10"}),
    "no early surrender against aces": Case("T A 6 T", "", -10, {"early_surrender": "upcard == 10"}),
    "insurance is won": Case("T A 9 T", "insurance>y", 0, {"insurance": True}),
    "insurance is lost": Case("T A 9 7", "insurance>y HS>S", 5, {"insurance": True}),
    "no insurance is wanted": Case("T A 9 T", "insurance>n", -10, {"insurance": True}),
    "no insurance against tens": Case("T T 9 7", "HS>S", 10, {"insurance": True}),
    "no money for insurance": Case("T A 9 7", "HS>S", 10, {"insurance": True}, {}, {"bankroll": 14}),
    "insurance is at stake": Case(
        "5 A 6 7 T",
        "insurance>y HS>H",
        5,
        {"insurance": True, "double": True, **NO_PEEK},
        {},
        {"bankroll": 24},
    ),
    "even money": Case("A A T T", "insurance>y", 10, {"insurance": True}),
    "insurance of a hand that busts": Case(
        "T A 6 T K", "insurance>y HS>H", 0, {"insurance": True, **NO_PEEK}
    ),
    "peek under a ten": Case("9 T 9 A", "", -10),
    "peek under an ace": Case("9 A 9 T", "", -10),
    "no peek under a ten": Case("9 T 9 A", "HS>S", -10, {"peek": "upcard == 11"}),
    "a natural takes all": Case("5 T 6 A T", "HSD>D", -20, {"double": True, **NO_PEEK}),
    "a natural takes original bets": Case(
        "5 T 6 A T", "HSD>D", -10, {"double": True, "original_bets_only": True, **NO_PEEK}
    ),
    "original bets of split hands": Case(
        "8 T 8 A T T", "HSP>P HS>S HS>S", -10, {"split": True, "original_bets_only": True, **NO_PEEK}
    ),
    "no hole card takes all": Case("5 T 6 T A", "HSD>D", -20, {"double": True}, has_hole_card=False),
    "no hole card takes original bets": Case(
        "5 T 6 T A", "HSD>D", -10, {"double": True, "original_bets_only": True}, has_hole_card=False
    ),
    "a natural waits for the second card": Case("A T T A", "", 0, has_hole_card=False),
    "a natural beats 21": Case("A T T 5 6", "", 15, has_hole_card=False),
    "push on 22": Case("T T 9 6 6", "HS>S", 0, {}, {"dealer_bust_push": 22}),
    "win on 23": Case("T T 9 6 7", "HS>S", 10, {}, {"dealer_bust_push": 22}),
    "a bust loses against 22": Case("T T 6 6 K", "HS>H", -10, {}, {"dealer_bust_push": 22}),
    "a tie that loses": Case("T T 7 7", "HS>S", -10, {}, {"tied_totals": {"17": "lose"}}),
    "a tie that pushes": Case("T T 8 8", "HS>S", 0, {}, {"tied_totals": {"17": "lose"}}),
    "tied naturals": Case("A A T T", "", 0, {}, {"tie": "lose"}),
    "tied naturals that win": Case("A A T T", "", 15, {}, {"tied_naturals": "win"}),
    "a suited natural": Case("AS T KS 6", "", 20, {}, SUITED),
    "a natural of two suits": Case("AS T KH 6", "", 15, {}, SUITED),
    "three sevens": Case("7 T 7 7 7", "HS>H", 30, {}, SEVENS),
    "three sevens that tie": Case("7 T 7 6 7 5", "HS>H", 0, {}, SEVENS),
    "six, seven, eight": Case("8S T 6H 7 7S", "HS>H", 15, {}, ROYAL),
    "six, seven, eight of spades": Case("8S T 6S 7 7S", "HS>H", 30, {}, ROYAL),
    "six, seven, eight of hearts": Case("8H T 6H 7 7H", "HS>H", 15, {}, ROYAL),
    "no seven": Case("9H T 6H 7 6S", "HS>H", 10, {}, ROYAL),
    "a tied 21 that wins": Case("T T 9 6 2 5", "HS>H", 10, {}, WINS_21),
    "what the dealer shows": Case("5 6 6 T 9 9", "HSD>D", 20, {"double": "dealer_total == 6"}),
    "what the dealer does not show": Case("5 6 6 T T 9", "HS>H", 10, {"double": "dealer_total == 16"}),
    "the dealer's ace": Case("5 A 6 6 9", "HSD>D", 20, {"double": "dealer_soft"}),
    "a charlie": Case("2 T 2 T 2 2 2", "HS>H HS>H HS>H", 20, {}, CHARLIE),
    "no charlie of four cards": Case("2 T 2 T 2 T", "HS>H HS>H HS>S", -10, {}, CHARLIE),
    "a charlie that busts": Case("2 T 6 T 2 6 T", "HS>H HS>H HS>H", -10, {}, CHARLIE),
    "nothing to wager": Case("", "", 0, {"sit_out": True}, {}, {"bankroll": 9}),
    "more than the table takes": Case("", "", 0, {"sit_out": True, "maximum_wager": 9}),
    "two spots": Case("T 9 T 9 8 7", "HS>S HS>S", 10, {}, {}, {"spots": 2}),
    "money for one of two spots": Case(
        "T T 9 7", "HS>S", 10, {"sit_out": True}, {}, {"spots": 2, "bankroll": 19}
    ),
}


def table(case: Case, *, asks_wagers: int = 0) -> dict[str, Any]:
    """The ruleset of a case; so many people may be asked for their wagers instead."""
    acts = ["players act", *(["reveal hole card"] if case.has_hole_card else []), "dealer acts"]
    names = ["Ann", "Ben", "Cleo"][: asks_wagers or 1]
    return {
        "ruleset": {"title": "One rule", "format": 1},
        "shoe": {"packs": "infinite"},
        "players": [{"name": name, "bankroll": 1000, "strategy": "asked", **case.player} for name in names],
        "dealer": {"name": "Dealer", "draws": "total < 17"},
        "rules": {
            "dealer_natural": True,
            "stand_on_target": True,
            "peek": case.has_hole_card,
            **case.rules,
        },
        "payouts": {"tie": "push", **case.payouts},
        "strategies": {"asked": {} if asks_wagers else {"wager": str(WAGER)}},
        "procedure": {
            "deal": ["player up", "dealer up", "player up", *(["dealer down"] if case.has_hole_card else [])],
            "game": [{"repeat": "hand", "while": "hand < 1"}],
            "hand": [
                *("take wagers", "deal", "offer surrender", "offer insurance", "peek"),
                *(["pay naturals", *acts] if case.has_hole_card else [*acts, "pay naturals"]),
                "settle",
            ],
        },
        "output": {"player_wins": "{name}"},
    }


def play(data: dict[str, Any], cards: str, answers: list[str]) -> tuple[list[str], View, list[str]]:
    """Play a round: the questions with their answers, how it ended, and the events."""
    numbers = [
        number_of(card if len(card) == 2 else f"{card}{'SHCD'[at % 4]}")
        for at, card in enumerate(cards.split())
    ]
    compiled = compile_ruleset(Variant(data, {}).load(), {}, 0, cards=numbers)
    state, events = list(compiled.table), driving.new_record(1 << 10)
    given, view, left = Given(compiled), View(compiled.program, state), iter(answers)
    told: list[str] = []
    while True:
        status = PLAIN.advance(compiled.program, state, events)
        if status == Stop.CHANCE:
            assert given.give(view, state), "a card is missing"
        elif status == Stop.DECISION:
            told.append(_answer(view, state, next(left)))
        else:
            assert status == Stop.DONE, view.fault
            assert not list(left)
            keys = [event.key for event in read(driving.take_events(events), compiled.persons)]
            assert not given.give(view, state), "a card is left"
            return told, view, keys


def _answer(view: View, state: list[int], answer: str) -> str:
    """Answer a question: what may be done, and what is."""
    question = view.question
    assert question is not None
    if question.kind == Kind.ACTION:
        numbers = {letter: number for number, letter in LETTERS.items()}
        driving.answer(state, numbers[answer])
        return "".join(LETTERS[action] for action in question.actions) + f">{answer}"
    if question.kind == Kind.WAGER:
        driving.answer(state, QUIT if answer == "quit" else int(answer))
    else:
        driving.answer(state, int(answer == "y"))
    return f"{question.kind.name.lower()}>{answer}"


@pytest.mark.parametrize("name", CASES)
def test_a_rule_does_what_a_dealer_knows(name: str) -> None:
    """Options are allowed and refused at the right moment, and money adds up."""
    case = CASES[name]
    data = table(case)
    told, view, _ = play(data, case.cards, [step.split(">")[1] for step in case.play.split()])
    assert told == case.play.split()
    assert view.bankroll(0) == data["players"][0]["bankroll"] + case.brings
    assert view.bankroll(view.dealer) == -case.brings


def test_whoever_leaves_does_not_end_the_game_of_others() -> None:
    """Of three people one quits: nothing is dealt to that one, and the others play on."""
    data = table(Case("", "", 0), asks_wagers=3)
    answers = ["10", "quit", "20", "S", "S"]
    told, view, keys = play(data, "T 9 T 9 8 7", answers)
    assert told == ["wager>10", "wager>quit", "wager>20", "HS>S", "HS>S"]
    assert [view.bankroll(person) for person in range(3)] == [1010, 1000, 1000]
    assert view.players == (0, 2)
    assert keys.count("player_leaves") == 1


def test_everybody_may_leave() -> None:
    """When the last one quits the game is over."""
    told, view, keys = play(table(Case("", "", 0), asks_wagers=2), "", ["quit", "quit"])
    assert told == ["wager>quit", "wager>quit"]
    assert keys.count("player_dealt") == 0
    assert [view.bankroll(person) for person in range(2)] == [1000, 1000]


@pytest.mark.parametrize(("cards", "deed"), [("T T 9", "D"), ("A T", "H"), ("9 T 2", "H")])
def test_both_cards_of_the_dealer_may_be_seen(cards: str, deed: str) -> None:
    """Where both lie face up, conditions know the total of both, and whether it is soft."""
    data = table(Case("", "", 0, {"double": "dealer_total >= 16 and not dealer_soft", "peek": False}))
    data["procedure"]["deal"][3] = "dealer up"
    told, _, _ = play(data, f"5 6 6 {cards}", [deed])
    assert told == ["HSD>D" if deed == "D" else "HS>H"]


def test_two_cards_may_be_doubled_already() -> None:
    """Where one card is dealt, a doubled hand has two: what the rules say of doubled hands holds for it."""
    data = table(Case("", "", 0, {"double": "doubled < 1 and cards < 3"}))
    data["procedure"]["deal"] = ["player up", "dealer up"]
    told, view, _ = play(data, "5 9 6 9", ["D"])
    assert told == ["HSD>D"]
    assert view.bankroll(0) == 980


def test_nothing_is_left_to_give_up_of_more_than_the_target() -> None:
    """A hand that is dealt 22 is lost before anybody is offered to surrender."""
    data = table(Case("", "", 0, {"early_surrender": True}))
    data["procedure"]["deal"] = ["player up", "dealer up", "player up", "player up", "dealer down"]
    told, view, _ = play(data, "T A 9 3 9", [])
    assert not told
    assert view.bankroll(0) == 990


def test_cards_that_count_ten_in_different_ways_are_not_a_pair() -> None:
    """An ace that counts one or ten does not count like a ten."""
    data = table(Case("", "", 0, {"split": True}))
    data["cards"] = {"ranks": {"A": {"value": 1, "or": 10}}}
    assert play(data, "A 6 T 9 5", ["S"])[0] == ["HS>S"]
    assert play(data, "K 6 T 9 5", ["S"])[0] == ["HSP>S"]
