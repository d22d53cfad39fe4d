"""What members of a team say and do on occasions, in duels with chosen cards: Ann plays, Bob deals."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.oracle.tournament_duels import Data, Duel, checked, data_of, played
from tests.oracle.tournament_games import lines_of

from bj.errors import RulesetError
from bj.ruleset.check import check
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Ruleset

# The player's first card, the upcard, the player's second card, the hole card, and what is drawn.
ANN_BUSTS = "TS 8H 6C 7D KC"
BOB_BUSTS = "TS 8H 9C 7D KC"
BOTH_HAVE_17 = "TS 8H 7C 9D"
ANN_WINS = "TS 8H 9C 9D"
LOW_CARDS = "9S 9H 8S 3C 5D"
"""Seventeen each; two low cards, so the count is 2."""


def act(cards: str, ann: list[Any] | None = None, bob: list[Any] | None = None, **more: Any) -> list[str]:
    """What is said in one hand after its deal, up to the player's standing."""
    lines = played(Duel(ann or [], bob or [], **more), cards)
    start = lines.index(f"Ann gets {cards.split()[2]}") + 1
    end = max(index for index, line in enumerate(lines) if " has " in line and not line.endswith("natural"))
    return lines[start : end + 1]


def reaction(on: str, do: str = "speak", say: str | None = None, **more: Any) -> dict[str, Any]:
    """A reaction as it stands in a ruleset."""
    return {"on": on, "do": do, **({"say": say} if say else {}), **more}


# --- effects on the hand that is played -----------------------------------------------------------------------


@pytest.mark.parametrize("busting", ["shown", "hidden"])
@pytest.mark.parametrize("retaken", ["hidden", "last shown"])
def test_player_retakes_as_many_cards_until_they_hold(busting: str, retaken: str) -> None:
    """A player's hand is taken again, as often as it busts, and what is shown of it can be set."""
    power = reaction("bust", "retake hand", "again", busting_card=busting, retaken=retaken)
    assert act(f"{ANN_BUSTS} QS QD 2D 9S 5D 4H TD", [power]) == [
        *(["Ann gets KC"] if busting == "shown" else []),
        *["Ann: again", "Ann: again"],
        *(["Ann gets 4H"] if retaken == "last shown" else []),
        *["Ann stops at 18", "Bob turns 7D", "Bob gets TD", "Bob stops at 25", "Bob busts", "Ann has 25"],
    ]


EFFECTS: dict[str, tuple[list[Any], list[Any], str, list[str]]] = {
    "a player wins a hand that busts": (
        [reaction("bust", "win hand", "mine")],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann: mine", "Ann wins 5", "Ann has 25"],
    ),
    "a player wins a hand that would stand": (
        [reaction("stand", "win hand", "mine")],
        [],
        BOTH_HAVE_17,
        ["Ann: mine", "Ann wins 5", "Ann has 25"],
    ),
    "a player voids a hand that busts": (
        [reaction("bust", "void hand", "no")],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann: no", "void", "Ann has 20"],
    ),
    "a player voids a hand that would stand": (
        [reaction("stand", "void hand")],
        [],
        BOTH_HAVE_17,
        ["void", "Ann has 20"],
    ),
    "a dealer who busts wins": (
        [],
        [reaction("bust", "win hand", "mine")],
        BOB_BUSTS,
        ["Ann stops at 19", "Bob turns 7D", "Bob gets KC", "Bob: mine", "Bob takes 5", "Ann has 15"],
    ),
    "a dealer who would stand wins": (
        [],
        [reaction("stand", "win hand")],
        ANN_WINS,
        ["Ann stops at 19", "Bob turns 9D", "Bob takes 5", "Ann has 15"],
    ),
    "a dealer who busts voids the hand": (
        [],
        [reaction("bust", "void hand")],
        BOB_BUSTS,
        ["Ann stops at 19", "Bob turns 7D", "Bob gets KC", "void", "Ann has 20"],
    ),
    "a dealer who would stand voids the hand": (
        [],
        [reaction("stand", "void hand", "no")],
        ANN_WINS,
        ["Ann stops at 19", "Bob turns 9D", "Bob: no", "void", "Ann has 20"],
    ),
    "a player takes extra cards": (
        [reaction("stand", "extra card", "one more", when="total < 20")],
        [],
        f"{BOTH_HAVE_17} 2S AH",
        [
            *["Ann: one more", "Ann gets 2S", "Ann: one more", "Ann gets AH"],
            *["Ann stops at 20", "Bob turns 9D", "Bob stops at 17", "Ann wins 5", "Ann has 25"],
        ],
    ),
    "a player busts with an extra card": (
        [reaction("stand", "extra card")],
        [],
        f"{BOTH_HAVE_17} 4S 2H",
        ["Ann gets 4S", "Ann gets 2H", "Ann stops at 23", "Ann busts", "Ann has 15"],
    ),
    "a dealer takes an extra card": (
        [],
        [reaction("stand", "extra card", when="total == 17")],
        f"{BOTH_HAVE_17} 2S",
        ["Ann stops at 17", "Bob turns 9D", "Bob gets 2S", "Bob stops at 19", "Bob takes 5", "Ann has 15"],
    ),
    "a dealer busts with an extra card": (
        [],
        [reaction("stand", "extra card", when="cards == 2")],
        f"{BOTH_HAVE_17} TH",
        ["Ann stops at 17", "Bob turns 9D", "Bob gets TH", "Bob stops at 27", "Bob busts", "Ann has 25"],
    ),
    "a dealer has nothing to do when the player has won": (
        [reaction("stand", "win hand")],
        [reaction("stand", "win hand", "mine")],
        BOTH_HAVE_17,
        ["Ann wins 5", "Ann has 25"],
    ),
    "the last effect on a hand counts, and all words are said": (
        [reaction("bust", "win hand", "one"), reaction("bust", "void hand", "two"), reaction("bust", say="three")],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann: one", "Ann: two", "Ann: three", "void", "Ann has 20"],
    ),
    "words alone change nothing": (
        [reaction("bust", say="oh")],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann: oh", "Ann stops at 26", "Ann busts", "Ann has 15"],
    ),
    "a hidden busting card is shown when no power saves the hand": (
        [reaction("bust", "retake hand", when="hand == 2", busting_card="hidden")],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann stops at 26", "Ann busts", "Ann has 15"],
    ),
    "a hidden busting card is shown when the hand is won in spite of it": (
        [reaction("bust", "retake hand", when="hand == 2", busting_card="hidden"), reaction("bust", "win hand")],
        [],
        ANN_BUSTS,
        ["Ann gets KC", "Ann wins 5", "Ann has 25"],
    ),
    "who retakes may still take an extra card": (
        [reaction("bust", "retake hand"), reaction("stand", "extra card", when="total == 18")],
        [],
        f"{ANN_BUSTS} 9S 5D 4H 3S TS",
        [
            *["Ann gets KC", "Ann gets 3S", "Ann stops at 21"],
            *["Bob turns 7D", "Bob gets TS", "Bob stops at 25", "Bob busts", "Ann has 25"],
        ],
    ),
}
"""Reactions of Ann and of Bob, the cards, and what is said after the deal."""


@pytest.mark.parametrize(("ann", "bob", "cards", "expected"), EFFECTS.values(), ids=EFFECTS)
def test_effect_on_a_hand(ann: list[Any], bob: list[Any], cards: str, expected: list[str]) -> None:
    """A power does to the hand what it is for, and nothing is said that did not happen."""
    assert act(cards, ann, bob) == expected


@pytest.mark.parametrize("busting", ["shown", "hidden"])
@pytest.mark.parametrize("retaken", ["hidden", "last shown"])
def test_dealer_retakes_hole_card_and_busting_card(busting: str, retaken: str) -> None:
    """A dealer's hand is taken again like a player's, and then the drawing rule goes on."""
    power = reaction("bust", "retake hand", "again", busting_card=busting, retaken=retaken)
    assert act(f"{BOB_BUSTS} QS QD 2D 9S 5D 2H 4D", bob=[power]) == [
        "Ann stops at 19",
        "Bob turns 7D",
        *(["Bob gets KC"] if busting == "shown" else []),
        "Bob: again",
        "Bob: again",
        *(["Bob gets 2H"] if retaken == "last shown" else []),
        "Bob gets 4D",
        "Bob stops at 20",
        "Bob takes 5",
        "Ann has 15",
    ]


def test_player_without_an_ace_up_the_sleeve_is_paid_a_win() -> None:
    """A hand that is won by a power pays as the ruleset pays a win."""
    changes = {"payouts": {"win": "7:2", "rounding": "down"}}
    assert act(ANN_BUSTS, [reaction("bust", "win hand")], changes=changes) == [
        *["Ann gets KC", "Ann wins 17", "Ann has 37"],
    ]


@pytest.mark.parametrize("do", ["retake hand", "win hand", "void hand", "extra card"])
@pytest.mark.parametrize("on", ["round begins", "hand begins", "dealt", "bust", "stand", "hand over", "round over"])
def test_effect_on_a_hand_is_refused_where_it_would_do_nothing(do: str, on: str) -> None:
    """A hand is changed when it busts or would stand; on other occasions the check says so."""
    fitting = {"retake hand": ["bust"], "extra card": ["stand"]}.get(do, ["bust", "stand"])
    data = data_of(Duel([reaction(on, do, "ha")]))
    faults = check(Ruleset.model_validate(data))[1]
    assert [fault.path[-1] for fault in faults] == ([] if on in fitting else ["on"])


# --- other effects --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("occasion", ["round begins", "hand begins", "dealt", "stand", "hand over", "round over"])
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
    bob = [reaction("dealt", "change bankroll", amount="7"), reaction("hand over", say="poor", when="bankroll == 0")]
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
    lines = played(Duel([reaction(occasion, "forfeit round", "enough", **{"as": "player"})]), BOTH_HAVE_17, hands=3)
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


# --- occasions, roles and conditions ---------------------------------------------------------------------------

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
        *["Ann: stand", "Ann stops at 17", "Bob turns 9D", "Bob: stand", "Bob stops at 17", "push", "Ann: push"],
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
    *["round == 1", "players_left == 2", "dealers_left == 2", "not forfeited", 'holds("9D")', "cards_left == 48"],
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
    expected = [*["round begins", "hand begins", "dealt", "stand", "push", "hand over", "round over", "round won"]]
    data = data_of(Duel())
    data["strategies"]["counting"]["reactions"] = [reaction(one, say=one) for one in [*OCCASIONS, *RESULTS]]
    values = {"normal": 20, "hands": 1, "kind": "simple", "dealers": "sc"}
    said = [line for line in lines_of(checked(data), values, BOTH_HAVE_17) if line.startswith("Ann: ")]
    assert said == [f"Ann: {occasion}" for occasion in expected]


# --- powers that would go on for ever ---------------------------------------------------------------------------

FOR_EVER: dict[str, tuple[str, Duel]] = {
    "a dealer who draws until he busts": (
        "Bob",
        Duel(bob=[reaction("bust", "retake hand")], changes={"dealer": {"draws": "True"}}),
    ),
    "a player who never stands": (
        "Ann",
        Duel([reaction("stand", "extra card"), reaction("bust", "retake hand", "again")]),
    ),
    "a player with sixty words": (
        "Ann",
        Duel([reaction("stand", "extra card"), *[reaction("bust", "retake hand", "again")] * 59]),
    ),
    "a dealer who hides everything": (
        "Bob",
        Duel(
            bob=[reaction("bust", "retake hand", busting_card="hidden", retaken="last shown", sees="all")],
            changes={"dealer": {"draws": "True"}},
        ),
    ),
}


@pytest.mark.parametrize("shoe", ["one pack", "infinite"])
@pytest.mark.parametrize(("name", "duel"), FOR_EVER.values(), ids=FOR_EVER)
def test_power_without_end_is_stopped(name: str, duel: Duel, shoe: str) -> None:
    """A power that would go on for ever ends the game with an error that names its member."""
    data = data_of(duel)
    data["procedure"]["hand"].remove("pay naturals")
    if name == "Bob":
        data["strategies"]["counting"]["rules"] = [{"do": "stand"}]
    if shoe == "infinite":
        without_end(data)
    values = {"normal": 20, "hands": 2, "kind": "simple", "dealers": "sc"}
    lines = lines_of(checked(data), values, seed=3)
    assert lines[-1] == f"error: hand 1: the reactions of {name} would go on for ever"
    assert len(lines) < 200_000


def without_end(data: Data) -> None:
    """Give a ruleset an infinite shoe."""
    data["shoe"] = {"packs": "infinite", "shuffle": {"generator": "sfc32"}}
    data["arguments"] = [argument for argument in data["arguments"] if argument["name"] != "cuts"]
    data["procedure"]["hand"].remove("reshuffle")


ENDLESS = """
[ruleset]
title = "Time stands still for ever"
extends = "sos_vs_sc"
format = 1

[dealer]
draws = "True"

[procedure]
hand = ["announce hand", "take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"]

[strategies.simple]
rules = [{ do = "stand" }]

[[teams]]
id = "sos"
members = ["kyon"]

[[teams]]
id = "sc"
members = ["jotaro"]
"""


def test_command_ends_with_an_error_and_no_traceback(tmp_path: Path) -> None:
    """On the command line an endless power is one line on stderr and exit code 1."""
    file = tmp_path / "endless.toml"
    file.write_text(ENDLESS, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bj", "run", str(file), "simple", "sc"], capture_output=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.decode() == "error: hand 1: the reactions of Kujo Jotaro would go on for ever\n"
    assert done.stdout.decode().endswith('Dealer: Kujo Jotaro: "Star Platinum, Za Warudo"\n')


def test_many_reactions_of_many_hands_are_no_fault() -> None:
    """Reactions are counted by the hand: a long game with many of them comes to its end."""
    ann = [reaction("hand begins", say="a", when="hand % 2 == 0")] * 30
    lines = played(Duel(ann), hands=1000, normal=10_000)
    assert lines[-1].endswith("beats all")
    assert lines.count("Ann: a") > 10_000


def test_nobody_speaks_after_a_fault() -> None:
    """A condition that cannot be computed stops the game before anybody else reacts."""
    bob = [reaction("hand over", say="I see")]
    lines = played(Duel([reaction("hand over", say="x", when="1 // (hand - 1) > 0")], bob), BOTH_HAVE_17)
    assert lines[-2:] == ["push", "error: hand 1: an expression divides by zero"]


def test_gifts_do_not_grow_beyond_all_bounds() -> None:
    """A bankroll that doubles for ever stops the game while it still is a 64-bit number."""
    ann = [reaction("hand over", "change bankroll", amount="bankroll")]
    lines = played(Duel(ann), hands=200)
    assert lines[-1].endswith("a number has grown beyond all bounds")


def test_reaction_without_anything_is_refused(tmp_path: Path) -> None:
    """A reaction that neither says nor does anything is a fault of the file."""
    file = tmp_path / "silent.toml"
    file.write_text(ENDLESS + '\n[members.kyon]\nreactions = [{ on = "bust" }]\n', "utf-8")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(file)
    assert [finding.message for finding in caught.value.findings] == ["this reaction does nothing"]


def test_words_may_be_anything() -> None:
    """Words are said as they stand, braces and letters of all languages included."""
    words = ["{name} {", "“Ça alors !”", "時よ止まれ", "100 %", "a\tb"]
    said = act(BOTH_HAVE_17, [reaction("dealt", say=one) for one in words])
    assert said[: len(words)] == [f"Ann: {one}" for one in words]


@pytest.mark.parametrize("pair", list(itertools.permutations(["one", "two", "three"])), ids=str)
def test_reactions_speak_in_the_order_of_the_file(pair: tuple[str, ...]) -> None:
    """Several reactions to one occasion fire in the order in which they are written."""
    said = act(BOTH_HAVE_17, [reaction("stand", say=word) for word in pair])
    assert said[:3] == [f"Ann: {word}" for word in pair]
