"""When members of a team react, and what that changes beside their hands: Ann plays, Bob deals."""

from __future__ import annotations

import pytest
from tests.oracle.tournament_duels import (
    ANN_BUSTS,
    BOB_BUSTS,
    BOTH_HAVE_17,
    LOW_CARDS,
    Duel,
    act,
    checked,
    data_of,
    played,
    reaction,
)
from tests.oracle.tournament_games import lines_of, values_of


@pytest.mark.parametrize(
    "occasion", ["round begins", "hand begins", "dealt", "stand", "hand over", "round over"]
)
@pytest.mark.parametrize("amount", ["7", "-3", "-bankroll // 4", "minimum"])
def test_player_is_paid_by_the_house(occasion: str, amount: str) -> None:
    """`change bankroll` gives the player an amount of the house, or takes it when it is negative."""
    lines = played(Duel([reaction(occasion, "change bankroll", amount=amount)]), BOTH_HAVE_17)
    brought = {"7": 7, "-3": -3, "-bankroll // 4": -5, "minimum": 5}[amount]
    paid_later = occasion == "round over"
    assert f"Ann has {20 if paid_later else 20 + brought}" in lines
    if occasion in ("round begins", "hand begins"):
        assert f"hand 1 at {20 + brought}" in lines


def test_money_of_a_reaction_counts_in_the_next_condition() -> None:
    """Reactions fire in their order, and each sees what those before it have changed."""
    ann = [
        reaction("dealt", say="rich", when="bankroll == 27"),
        reaction("dealt", "change bankroll", "more", amount="7"),
        reaction("dealt", say="richer", when="bankroll == 27"),
    ]
    assert act(BOTH_HAVE_17, ann)[:3] == ["Ann: more", "Ann: richer", "Ann stops at 17"]


def test_dealer_cannot_pay_himself() -> None:
    """For a dealer `change bankroll` moves money from the house to the house."""
    bob = [
        reaction("dealt", "change bankroll", amount="7"),
        reaction("hand over", say="poor", when="bankroll == 0"),
    ]
    assert act(BOTH_HAVE_17, bob=bob)[-2:] == ["Bob: poor", "Ann has 20"]


@pytest.mark.parametrize("occasion", ["hand over", "hand begins", "dealt"])
def test_count_is_reset(occasion: str) -> None:
    """After `reset count` a player has seen nothing; the dealer has no count to reset."""
    cards = f"{LOW_CARDS} {LOW_CARDS}"
    power = reaction(occasion, "reset count")
    bets = [line for line in played(Duel([power]), cards, hands=2) if "bets" in line]
    reset_again = {"hand over": 5, "hand begins": 5, "dealt": 10}[occasion]  # the deal is seen before it
    assert bets == ["Ann bets 5", f"Ann bets {reset_again}"]
    bets = [line for line in played(Duel(bob=[power]), cards, hands=2) if "bets" in line]
    assert bets == ["Ann bets 5", "Ann bets 10"]


@pytest.mark.parametrize("occasion", ["hand begins", "dealt", "stand", "hand over"])
def test_forfeited_round_ends_with_its_hand(occasion: str) -> None:
    """Who forfeits a round plays the hand to its end, and then leaves with all the money."""
    lines = played(
        Duel([reaction(occasion, "forfeit round", "enough", **{"as": "player"})]), BOTH_HAVE_17, hands=3
    )
    assert lines.count("Ann: enough") == 1
    assert lines[-4] == ("Ann: enough" if occasion == "hand over" else "push")
    assert lines[-3:] == ["Ann has 20", "Ann leaves", "Bob beats all"]


def test_round_is_forfeited_before_its_first_hand() -> None:
    """Who forfeits when the round begins plays no hand of it."""
    lines = played(Duel([reaction("round begins", "forfeit round")]), BOTH_HAVE_17, hands=3)
    assert lines == ["Ann has 20", "Ann leaves", "Bob beats all"]


def test_forfeit_is_over_with_its_round() -> None:
    """The next member begins a round that nobody has forfeited."""
    duel = Duel([reaction("hand over", "forfeit round", when="players_left == 2")], everybody=2)
    lines = played(duel, f"{BOTH_HAVE_17} " * 3, hands=1)
    assert [line for line in lines if "leaves" in line] == ["Ann leaves", "Bob leaves", "Bob2 leaves"]


# --- occasions, roles and conditions -----------------------------------------------------------------------

OCCASIONS = [
    *["round begins", "hand begins", "dealt", "bust", "stand", "hand over", "round over", "round won"],
    *["kicked out"],
]
RESULTS = ["hand won", "hand lost", "push"]


def test_every_occasion_comes_at_its_place() -> None:
    """Both speak on every occasion, the player first, between the lines to which it belongs."""
    ann = [reaction(occasion, say=occasion) for occasion in [*OCCASIONS, *RESULTS]]
    bob = [reaction(occasion, say=occasion) for occasion in OCCASIONS]

    def both(occasion: str) -> list[str]:
        return [f"Ann: {occasion}", f"Bob: {occasion}"]

    assert played(Duel(ann, bob), f"{ANN_BUSTS} {BOB_BUSTS} {BOTH_HAVE_17}", hands=3) == [
        *both("round begins"),
        *both("hand begins"),
        *["hand 1 at 20", "Ann bets 5", "Ann gets TS", "Bob gets 8H", "Ann gets 6C"],
        *both("dealt"),
        *["Ann gets KC", "Ann: bust", "Ann stops at 26", "Ann busts", "Ann: hand lost"],
        *both("hand over"),
        *both("hand begins"),
        *["hand 2 at 15", "Ann bets 5", "Ann gets TS", "Bob gets 8H", "Ann gets 9C"],
        *both("dealt"),
        *["Ann: stand", "Ann stops at 19", "Bob turns 7D"],
        *["Bob gets KC", "Bob: bust", "Bob stops at 25", "Bob busts", "Ann: hand won"],
        *both("hand over"),
        *both("hand begins"),
        *["hand 3 at 20", "Ann bets 5", "Ann gets TS", "Bob gets 8H", "Ann gets 7C"],
        *both("dealt"),
        *[
            "Ann: stand",
            "Ann stops at 17",
            "Bob turns 9D",
            "Bob: stand",
            "Bob stops at 17",
            "push",
            "Ann: push",
        ],
        *both("hand over"),
        "Ann has 20",
        *both("round over"),
        *["Bob leaves", "Bob: kicked out", "Ann: round won", "Ann beats all"],
    ]


def test_dealer_wins_a_round() -> None:
    """The beaten one speaks before the winner, whoever of them deals."""
    both = [reaction("kicked out", say="bye"), reaction("round won", say="ha")]
    lines = played(Duel([*both, reaction("dealt", "forfeit round")], both), BOTH_HAVE_17)
    assert lines[-4:] == ["Ann leaves", "Ann: bye", "Bob: ha", "Bob beats all"]


@pytest.mark.parametrize("occasion", [*OCCASIONS, *RESULTS])
def test_role_is_looked_at(occasion: str) -> None:
    """With `as` a member reacts in that role only."""
    ann = [reaction(occasion, say="never", **{"as": "dealer"})]
    bob = [reaction(occasion, say="never", **{"as": "player"})]
    cards = f"{ANN_BUSTS} {BOB_BUSTS} {BOTH_HAVE_17}"
    assert played(Duel(ann, bob), cards, hands=3) == played(Duel(), cards, hands=3)


ANN_KNOWS = [
    *["total == 17", "not soft", "cards == 2", "upcard == 8", "wager == 5", "bankroll == 20", "hand == 1"],
    *["round == 1", "players_left == 2", "dealers_left == 2", "not forfeited", "minimum == 5"],
    *["cards_left == 48", "count == -1", 'holds("7C")', 'not holds("8H")', "normal == 20", "hands == 1"],
    *["chance(100)", "total > 16 and cards < 3 or upcard == 11", "abs(count) == 1", "random(3, 3) == 3"],
]
BOB_KNOWS = [
    *["total == 17", "not soft", "cards == 2", "upcard == 8", "bankroll == 0", "hand == 1", "count == 0"],
    *[
        "round == 1",
        "players_left == 2",
        "dealers_left == 2",
        "not forfeited",
        'holds("9D")',
        "cards_left == 48",
    ],
]


@pytest.mark.parametrize(
    ("name", "condition"), [*(("Ann", one) for one in ANN_KNOWS), *(("Bob", one) for one in BOB_KNOWS)]
)
def test_condition_is_looked_at(name: str, condition: str) -> None:
    """A reaction knows its member, the hand and the table, and stays away when its condition fails."""
    reactions = [
        reaction("stand", say="yes", when=condition),
        reaction("stand", say="no", when=f"not ({condition})"),
    ]
    duel = Duel(reactions, everybody=2) if name == "Ann" else Duel(bob=reactions, everybody=2)
    said = [line for line in played(duel, BOTH_HAVE_17) if line.startswith(f"{name}: ")]
    assert said == [f"{name}: yes"]


def test_strategies_bring_reactions() -> None:
    """Reactions of a strategy fire on every occasion, for whoever plays by it."""
    expected = [
        *["round begins", "hand begins", "dealt", "stand", "push", "hand over", "round over", "round won"]
    ]
    data = data_of(Duel())
    data["strategies"]["counting"]["reactions"] = [reaction(one, say=one) for one in [*OCCASIONS, *RESULTS]]
    values = values_of(20, 1, "sc")
    said = [line for line in lines_of(checked(data), values, BOTH_HAVE_17) if line.startswith("Ann: ")]
    assert said == [f"Ann: {occasion}" for occasion in expected]
