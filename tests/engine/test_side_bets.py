"""Side bets with cards that show each rule: what is offered, which cards decide, and what it brings."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from tests.cli.changed_rulesets import changed
from tests.engine.test_casino_rules import Case, play, table
from tests.oracle.tournament_games import lines_of

BOTH = ["player 1", "player 2"]
THREE = [*BOTH, "upcard"]


class Bet(NamedTuple):
    """A side bet of 4 on a hand with a wager of 10, which stands whenever it can."""

    cards: str
    """The player's, the upcard, the player's, the hole card, and those that follow."""
    brings: int
    """What the bet and the hand bring together."""
    looks_at: list[str] = BOTH
    when: str = "same_rank"
    pays: str = "5:1"
    is_offered: bool = True
    bet: dict[str, Any] = {}  # noqa: RUF012  # nobody changes it
    rules: dict[str, Any] = {}  # noqa: RUF012  # as above
    player: dict[str, Any] = {}  # noqa: RUF012  # as above
    play: str = "S"
    """What the player does with the hand."""
    has_hole_card: bool = True


BETS = {
    "a pair wins": Bet("9 T 9 7", 30),
    "no pair loses": Bet("9 T 8 7", -4, when="same_rank"),
    "the bet comes back": Bet("9 T 9 7", 10, pays="0:1"),
    "a payout is rounded down": Bet("9 T 9 7", 10 + 2, pays="3:5"),
    "a rank, not a value": Bet("K T Q 7", 10 - 4),
    "one colour": Bet("9S T 8C 7", 20, when="same_colour"),
    "two colours": Bet("9S T 8H 7", -4, when="same_colour"),
    "the first match": Bet("9S T 9H 7", 18 + 10 + 2, when="rank_matches == 1 and card_matches == 0"),
    "the same card": Bet("9S T 9S 7", 30, when="card_matches == 1"),
    "another suit": Bet("9S T 9H 7", 10 - 4, when="card_matches == 1"),
    "a straight": Bet("9 T 8 7", 20, THREE, "straight"),
    "a straight in any order": Bet("T 8 9 9", 30, THREE, "straight"),
    "a straight with a high ace": Bet("Q K A 7", 35, THREE, "straight", play=""),
    "a straight with a low ace": Bet("A 3 2 7 9", 20 - 10, THREE, "straight"),
    "no straight around the ace": Bet("K A 2 7", -14, THREE, "straight"),
    "two cards are no straight": Bet("9 T 8 7", -4, BOTH, "straight"),
    "a pair is no straight": Bet("9 T 9 7", 10 - 4, THREE, "straight"),
    "a total of the cards": Bet("9 T 8 7", 20, ["player 1", "upcard"], "total == 19"),
    "the upcard alone": Bet("9 T 8 7", 20, ["upcard"], "holds('T')"),
    "the hole card": Bet("9 T 8 7", 20, ["hole card"], "holds('7') and cards == 1"),
    "the dealer's hand": Bet("9 6 8 T K", 10 + 20, ["dealer"], "cards == 3 and total == 26"),
    "the player's hand": Bet("2 6 3 T 9 K", 10 + 20, ["player"], "cards == 3", play="HS"),
    "what the dealer has": Bet("9 A 8 7", 20 - 10, BOTH, "dealer_total == 18 and dealer_cards == 2"),
    "the first cards of a split hand": Bet("8 6 8 T T 9 K", 20 + 20, THREE, "rank_matches == 1", play="PSS"),
    "a second card that was split off": Bet(
        "8S 6 8H T T 9 K", 20 + 20, ["player 2"], "holds('8H')", play="PSS"
    ),
    "not offered": Bet("9 T 9 7", 10, bet={"when": "wager > 10"}, is_offered=False),
    "offered": Bet("9 T 9 7", 30, bet={"when": "wager == 10"}),
    "half the wager": Bet("9 T 9 7", 35, bet={"wager": "wager // 2"}),
    "no money": Bet("9 T 9 7", 10, player={"bankroll": 13}, is_offered=False),
    "just the money": Bet("9 T 9 7", 30, player={"bankroll": 14}),
    "the dealer's cards are needed": Bet("T 9 6 8 K", -14 + 24, ["hole card"], "holds('8')", play="H"),
    "the dealer plays for the bet": Bet("T 9 6 4 K 8", -14 + 24, ["dealer"], "cards == 3", play="H"),
    "no hole card": Bet("T 9 6 K 8", -14 + 24, ["hole card"], "holds('8')", play="H", has_hole_card=False),
    "a wager of nothing": Bet("9 T 9 7", 10, bet={"wager": "0"}, is_offered=False),
}


def with_bet(bet: Bet, *steps: str) -> dict[str, Any]:
    """The ruleset of a bet, with the steps behind the deal."""
    case = Case("", "", 0, {"split": True, **bet.rules}, {}, bet.player, bet.has_hole_card)
    data = table(case)
    hand = data["procedure"]["hand"]
    hand[1:2] = ["take side bets", "deal", *steps]
    rows = [{"when": bet.when, "pays": bet.pays}]
    data["side_bets"] = {"odd_bet": {"wager": "4", "looks_at": bet.looks_at, "pay_table": rows, **bet.bet}}
    return data


@pytest.mark.parametrize("steps", [(), ("settle side bets",)], ids=["late", "early"])
@pytest.mark.parametrize("name", BETS)
def test_a_side_bet_brings_what_its_pay_table_says(name: str, steps: tuple[str, ...]) -> None:
    """A person takes a bet that is offered; it is settled with the hands, or once its cards are there."""
    bet = BETS[name]
    data = with_bet(bet, *steps)
    answers = (["y"] if bet.is_offered else []) + list(bet.play)
    told, view, keys = play(data, bet.cards, answers)
    assert view.bankroll(0) == data["players"][0]["bankroll"] + bet.brings
    assert view.bankroll(view.dealer) == -bet.brings
    assert ("side_bet>y" in told) == bet.is_offered
    assert keys.count("side_bet") == bet.is_offered
    settled = [at for at, key in enumerate(keys) if key.startswith("side_bet_")]
    assert len(settled) == bet.is_offered
    waits = {"hole card", "dealer", "player"} & {*bet.looks_at} or "dealer" in bet.when
    if bet.is_offered:
        is_over = not {"player_total", "player_natural"}.isdisjoint(keys[: settled[0]])
        assert is_over == (not steps or bool(waits))


def test_nobody_has_to_bet() -> None:
    """A person may decline, and a strategy makes only the bets for which it has a condition."""
    told, view, keys = play(with_bet(BETS["a pair wins"]), "9 T 9 7", ["n", "S"])
    assert (told[0], view.bankroll(0), "side_bet" in keys) == ("side_bet>n", 1010, False)
    for wishes, brings in (({}, 10), ({"odd_bet": "wager > 10"}, 10), ({"odd_bet": "wager == 10"}, 30)):
        data = with_bet(BETS["a pair wins"])
        data["strategies"]["asked"] |= {"rules": [{"do": "stand"}], "side_bets": wishes}
        told, view, _ = play(data, "9 T 9 7", [])
        assert (told, view.bankroll(0)) == ([], 1000 + brings)


def test_an_open_bet_is_money_at_stake() -> None:
    """Who has staked the rest on a side bet cannot double before it is settled."""
    for steps, may in (((), "HS"), (("settle side bets",), "HSDP")):
        bet = BETS["a pair wins"]._replace(player={"bankroll": 20}, rules={"double": True}, pays="0:1")
        told, _, _ = play(with_bet(bet, *steps), "9 T 9 7", ["y", "S"])
        assert told[1] == f"{may}>S"


def test_every_spot_may_have_its_bet() -> None:
    """A player of two spots is asked for each, and each bet is on the cards of its own spot."""
    bet = BETS["a pair wins"]._replace(player={"spots": 2})
    told, view, _ = play(with_bet(bet), "9 T K 9 8 7", ["y", "y", "S", "S"])
    assert told[:2] == ["side_bet>y", "side_bet>y"]
    assert view.bankroll(0) == 1000 + 20 + 20 - 4


def test_bets_are_made_and_settled_in_order() -> None:
    """Of two bets on a hand the one that is written first is made and settled first."""
    data = with_bet(BETS["a pair wins"])
    data["side_bets"]["another"] = {**data["side_bets"]["odd_bet"], "wager": "7"}
    told, view, keys = play(data, "9 T 9 7", ["n", "y", "S"])
    assert told == ["side_bet>n", "side_bet>y", "HSP>S"]
    assert view.bankroll(0) == 1000 + 35 + 10
    assert keys.index("side_bet_won") < keys.index("player_wins")


POT = {"wager": 10, "looks_at": ["player 1"]}


@pytest.mark.parametrize(
    ("meter", "pays", "shown"),
    [
        ({"start": 100}, "1:1", ["110", "100"]),  # all of it, and it begins again
        ({"start": 100}, "1:2", ["110", "100"]),  # half of it: 55 are left, and the house adds 45
        ({"start": 100, "reset": 20}, "1:1", ["110", "20"]),
        ({"start": 100, "reset": 20}, "1:2", ["110", "55"]),
        ({"start": 20, "reset": 500}, "1:2", ["30", "500"]),
        ({"start": "bankroll", "reset": "minimum"}, "1:1", ["1010", "10"]),  # what an argument says
    ],
)
def test_a_meter_shows_what_is_left_and_at_least_its_reset(
    meter: dict[str, Any], pays: str, shown: list[str]
) -> None:
    """After it has paid all or a part, a meter shows what is left, and at least `reset` or else `start`."""
    row = {"when": "True", "pays": "0:1", "meter": pays}
    bets = {"pot": {**POT, "meter": meter, "pay_table": [row]}}
    changes: dict[str, Any] = {
        "side_bets": bets,
        "strategies/simple/side_bets": {"pot": "True"},
        "procedure/hand/1": "take wagers",
        "procedure/hand/2": "take side bets",
        "output/meter": "pot {amount}",
        "output/side_bet_won": "won {amount}",
    }
    values: dict[str, Any] = {"bankroll": 1000, "minimum": 10, "hands": 1, "player": "simple", "cuts": ()}
    lines = lines_of(changed("classic", changes), values, "TS TH 9C 7D 2H", 0)
    assert [line.removeprefix("pot ") for line in lines if line.startswith("pot ")] == shown
