"""Tournaments at both speeds: the same events in the same order, however often the engine is interrupted."""

from __future__ import annotations

import copy
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle.tournament_duels import Data, Duel, checked, data_of, reaction
from tests.oracle.tournament_games import values_of
from tests.session.games import Run, run, shipped, watch

from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine import program as p
from bj.engine import table as t
from bj.session.engines import PLAIN, Engine, compiled_engine

NO_ROOM = 0
"""The engine stops wherever it can."""
MUCH_ROOM = 1 << 15


@pytest.fixture(scope="module")
def fast() -> Engine:
    """The compiled engine."""
    return compiled_engine()


def play(game: Compiled, engine: Engine, room: int) -> Run:
    """Play a game from its beginning."""
    return run(list(game.program), list(game.table), engine, room)


def agree(game: Compiled, fast: Engine) -> Run:
    """Play a game in four ways, which have to be the same; gives how it went."""
    expected = play(game, PLAIN, MUCH_ROOM)
    for engine, room in ((PLAIN, NO_ROOM), (fast, MUCH_ROOM), (fast, NO_ROOM)):
        assert play(game, engine, room) == expected
    return expected


# --- the shipped tournaments -------------------------------------------------------------------------------


@pytest.mark.parametrize("dealers", ["sos", "sc"])
@pytest.mark.parametrize("name", ["sos_vs_sc", "sos_vs_sc_revised"])
def test_shipped_tournament_is_the_same_at_both_speeds(name: str, dealers: str, fast: Engine) -> None:
    """Some hundred games agree in every event and in all that stands on the table at their end."""
    for seed, kind in zip(range(80), itertools.cycle(["simple", "counting"]), strict=False):
        values = values_of(5 + 7 * seed % 60, 1 + seed % 13, dealers, kind)
        assert agree(compile_ruleset(shipped(name), values, seed), fast).status == p.DONE


@pytest.mark.parametrize("name", ["sos_vs_sc", "sos_vs_sc_revised"])
def test_long_tournament_is_the_same_at_both_speeds(name: str, fast: Engine) -> None:
    """A game of ten thousand hands and more agrees in every event."""
    values = values_of(10_000, 2000, "sos", "counting")
    game = compile_ruleset(shipped(name), values, 77)
    assert play(game, PLAIN, MUCH_ROOM) == play(game, fast, MUCH_ROOM)


# --- random reactions --------------------------------------------------------------------------------------

CONDITIONS = st.one_of(
    st.builds("chance({})".format, st.integers(0, 100)),
    st.builds("total {} {}".format, st.sampled_from(["<", "==", ">"]), st.integers(4, 24)),
    st.builds("bankroll < {} or count > {}".format, st.integers(-10, 60), st.integers(-4, 4)),
    st.builds("hand % {} == 0 and not forfeited".format, st.integers(1, 4)),
    st.builds("cards_left < {} or round > {}".format, st.integers(0, 52), st.integers(0, 4)),
    st.builds("soft or cards >= {} or wager > {}".format, st.integers(2, 6), st.integers(0, 12)),
    st.sampled_from(["upcard > 6", 'holds("TH") or players_left < dealers_left', "1 // (hand % 7) >= 0"]),
)
AMOUNTS = st.one_of(
    st.builds("{}".format, st.integers(-9, 9)),
    st.sampled_from(["bankroll", "-bankroll // 2", "wager", "random(-5, 5)", "1000000 * bankroll"]),
)
ALWAYS = ["speak", "forfeit round", "change bankroll", "reset count"]
DEEDS = {
    "bust": [*ALWAYS, "retake hand", "retake hand", "void hand", "win hand"],
    "stand": [*ALWAYS, "extra card", "void hand", "win hand"],
}
OCCASIONS = [
    *["round begins", "hand begins", "dealt", "bust", "bust", "stand", "hand over", "round over"],
    *["round won", "kicked out", "hand won", "hand lost", "push"],
]


@st.composite
def reactions(draw: st.DrawFn) -> Data:
    """Something that a member says or does on an occasion."""
    on = draw(st.sampled_from(OCCASIONS))
    do = draw(st.sampled_from(DEEDS.get(on, ALWAYS)))
    reaction: Data = {"on": on, "do": do, "as": draw(st.sampled_from(["player", "dealer", "both"]))}
    if do == "speak" or draw(st.booleans()):
        reaction["say"] = "words"
    if draw(st.booleans()):
        reaction["when"] = draw(CONDITIONS)
    if do == "change bankroll":
        reaction["amount"] = draw(AMOUNTS)
    if do == "retake hand":
        reaction["busting_card"] = draw(st.sampled_from(["shown", "hidden"]))
        reaction["retaken"] = draw(st.sampled_from(["hidden", "last shown"]))
        reaction["sees"] = draw(st.sampled_from(["shown", "all"]))
    return reaction


@st.composite
def duels(draw: st.DrawFn) -> Data:
    """Teams of up to three with random reactions, dealt to by any rule."""
    changes: Data = {
        "dealer": {
            "draws": draw(st.sampled_from(["total < 17", "total < 20", "total < 17 or soft", "True"]))
        },
        "rules": {"credit": draw(st.sampled_from([True, True, True, False]))},
        "payouts": {
            "win": draw(st.sampled_from(["1:1", "3:2"])),
            "tie": draw(st.sampled_from(["push", "win"])),
        },
    }
    lists = st.lists(reactions(), max_size=6)
    strategy = draw(st.sampled_from(["counting", "simple", "brave", "contrary"]))
    data = data_of(Duel(draw(lists), draw(lists), changes, strategy, draw(st.integers(1, 3))))
    if draw(st.booleans()):
        data["shoe"]["shuffle"] = {"method": "uniform", "generator": "sfc32"}
        data["arguments"] = [argument for argument in data["arguments"] if argument["name"] != "cuts"]
    if draw(st.booleans()):
        data["procedure"]["round"] = ["shuffle", *data["procedure"]["round"]]
    return data


def game_of(data: Data, normal: int, hands: int, seed: int) -> Compiled:
    """A game that is ready to be played."""
    values = values_of(normal, hands, "sc")
    return compile_ruleset(checked(copy.deepcopy(data)), values, seed)


GAME = {"normal": st.integers(1, 60), "hands": st.integers(1, 12), "seed": st.integers(0, 2**32 - 1)}


@given(data=duels(), **GAME)
@settings(max_examples=200)
def test_random_reactions_are_the_same_at_both_speeds(
    fast: Engine, data: Data, normal: int, hands: int, seed: int
) -> None:
    """Whatever members do, both engines write the same events and end with the same table."""
    assert agree(game_of(data, normal, hands, seed), fast).status in (p.DONE, p.FAULTY)


@pytest.mark.parametrize("amount", ["bankroll", "-3 * bankroll", "1000 * bankroll"])
def test_gifts_stop_before_they_leave_64_bits(amount: str, fast: Engine) -> None:
    """Money that doubles at every reaction is a fault of the same game at both speeds."""
    gifts = [reaction("round over", "change bankroll", amount=amount)] * 60
    end = agree(game_of(data_of(Duel(gifts, everybody=3)), 100, 3, 5), fast)
    assert end.status == p.FAULTY
    assert all(abs(end.table[block + t.BANKROLL]) < 1 << 62 for block in blocks(end.table))


def blocks(table: list[int]) -> list[int]:
    """The blocks of everybody: the lists of both teams are of one length, one behind the other."""
    first, second = table[t.ROSTER], table[t.DEALER_ROSTER]
    return table[first : 2 * second - first]


@given(data=duels(), **GAME)
@settings(max_examples=150)
def test_money_is_neither_made_nor_lost(data: Data, normal: int, hands: int, seed: int) -> None:
    """Wherever the engine can be left, all members together have what they had at the beginning."""
    game = game_of(data, normal, hands, seed)
    everybody = blocks(game.table)
    money = sum(game.table[block + t.BANKROLL] for block in everybody)

    def look(table: list[int], _piece: list[int]) -> None:
        assert sum(table[block + t.BANKROLL] for block in everybody) == money

    watch(game.program, game.table, look)


@given(data=duels(), **GAME)
@settings(max_examples=150)
def test_shoe_is_whole_whatever_is_retaken(data: Data, normal: int, hands: int, seed: int) -> None:
    """No power makes a card disappear or come twice: what is held has been dealt, and nothing else."""
    game = game_of(data, normal, hands, seed)

    def look(table: list[int], _piece: list[int]) -> None:
        shoe = table[t.SHOE]
        assert sorted(table[shoe : shoe + table[t.SHOE_SIZE]]) == list(range(52))
        dealt = table[shoe : shoe + 52 - table[t.CARDS_LEFT]]
        is_shuffled = table[t.CARDS_LEFT] == 52 or table[t.TURN] > 0  # the last hand still lies on the table
        for person in (table[t.SEATS], table[t.DEALER]):
            hand = person + t.FIRST_HAND
            held = table[hand + t.HELD : hand + t.HELD + table[hand + t.CARDS]]
            cards = {card % t.FACE_DOWN for card in held}
            assert len(cards) == len(held) <= t.HELD_LIMIT
            assert cards <= set(dealt) or is_shuffled

    watch(game.program, game.table, look)
