"""Tournaments at both speeds: the same events in the same order, however often the engine is interrupted."""

from __future__ import annotations

import itertools

import pytest
from tests.oracle.tournament_duels import Duel, compiled, reaction
from tests.oracle.tournament_games import values_of
from tests.session.games import Run, run, shipped

from bj.catalogue.limits import MOST_REACTIONS
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.session.engines import PLAIN, Engine, compiled_engine

NO_ROOM = 0
"""The engine stops wherever it can."""
MUCH_ROOM = 1 << 15


@pytest.fixture(scope="session")
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


@pytest.mark.parametrize("amount", ["bankroll", "-3 * bankroll", "1000 * bankroll"])
def test_gifts_stop_before_they_leave_64_bits(amount: str, fast: Engine) -> None:
    """Money that doubles at every reaction is a fault of the same game at both speeds."""
    gifts = [reaction("round over", "change bankroll", amount=amount)] * MOST_REACTIONS
    end = agree(compiled(Duel(gifts, everybody=3), normal=100, seed=5), fast)
    assert end.status == p.FAULTY
    assert all(abs(end.table[block + t.BANKROLL]) < 1 << 62 for block in blocks(end.table))


def blocks(table: list[int]) -> list[int]:
    """The blocks of everybody: the lists of both teams are of one length, one behind the other."""
    first, second = table[t.ROSTER], table[t.DEALER_ROSTER]
    return table[first : 2 * second - first]
