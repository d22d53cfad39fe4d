"""The common rules of powers; each power has its own cases in `tests/games/powers`."""

from __future__ import annotations

import pytest
from tests.games.cases import laid_over, resulting
from tests.session.games import Run, run, shipped, transcript

from bj.argument_values import Value, fill_arguments
from bj.catalogue.limits import MOST_REACTIONS
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.session.engines import Engine

NO_ROOM, MUCH_ROOM = 0, 1 << 15
"""Room for events, so that the engine stops wherever it can, or rarely."""


def agree(game: Compiled, engines: tuple[Engine, ...]) -> Run:
    """Play a game at both speeds with each room, compare the runs, and return one of them."""
    first, *others = (
        run(list(game.program), list(game.table), engine, room)
        for engine in engines
        for room in (MUCH_ROOM, NO_ROOM)
    )
    assert all(other == first for other in others)
    return first


@pytest.mark.parametrize("dealers", ["sos", "sc"])
@pytest.mark.parametrize("name", ["sos_vs_sc", "sos_vs_sc_revised"])
def test_shipped_tournament_is_the_same_at_both_speeds(
    name: str, dealers: str, engines: tuple[Engine, ...]
) -> None:
    """Many games agree in all events and in the whole final table."""
    for seed in range(10):
        words: dict[str, Value] = {"kind": ["simple", "counting"][seed % 2], "dealers": dealers}
        values = {**words, "normal": 5 + 7 * seed % 60, "hands": 1 + seed % 13}
        assert agree(compile_ruleset(shipped(name), values, seed), engines).status == p.DONE


@pytest.mark.parametrize("amount", ["bankroll", "-3 * bankroll", "1000 * bankroll"])
def test_gifts_stop_before_they_leave_64_bits(amount: str, engines: tuple[Engine, ...]) -> None:
    """Money that doubles at every reaction stops both engines in the same game."""
    gift = {"on": "round over", "do": "change bankroll", "amount": amount}
    rounds = ["shuffle", {"repeat": "round", "while": "players_left > 0 and dealers_left > 0"}]
    changes = {"powers": {"anns": {"reactions": [gift] * MOST_REACTIONS}}, "procedure": {"game": rounds}}
    checked = laid_over("duel_of_three", changes)
    values = {**fill_arguments(checked.model.command_line, [], {}), "normal": 100}
    end = agree(compile_ruleset(checked, values, 5), engines)
    assert end.status == p.FAULTY
    assert all(abs(end.table[block + t.BANKROLL]) < 1 << 62 for block in blocks(end.table))


def blocks(table: list[int]) -> list[int]:
    """The blocks of all persons; the lists of both teams are equally long, one after the other."""
    first, second = table[t.ROSTER], table[t.DEALER_ROSTER]
    return table[first : 2 * second - first]


def test_everything_that_strategy_and_member_have_to_say_is_said() -> None:
    """The phrases of a strategy and its member stay distinct, up to the maximum number."""
    phrases = {
        whose: [f"{whose} {number}" for number in range(MOST_REACTIONS)] for whose in ("strategy", "member")
    }
    ann = {
        whose: {"reactions": [{"on": "stand", "say": phrase} for phrase in each]}
        for whose, each in phrases.items()
    }
    changes = {"strategies": {"ann": ann["strategy"]}, "members": {"ann": ann["member"]}}
    checked = laid_over("duel", changes)
    lines = transcript(checked, fill_arguments(checked.model.command_line, [], {}), 1).splitlines()
    said = [line.removeprefix("Ann: ") for line in lines if line.startswith("Ann: ")]
    assert said == [*phrases["strategy"], *phrases["member"]]


@pytest.mark.parametrize("do", ["retake hand", "win hand", "lose hand", "void hand", "extra card"])
@pytest.mark.parametrize(
    "on", ["round begins", "hand begins", "dealt", "bust", "stand", "hand over", "round over"]
)
def test_effect_on_a_hand_is_refused_where_it_would_do_nothing(do: str, on: str) -> None:
    """A hand may be changed when it busts or would stand; the check refuses other occasions."""
    fitting = {"retake hand": ["bust"], "extra card": ["stand"]}.get(do, ["bust", "stand"])
    _, faults = resulting("duel", {"members": {"ann": {"reactions": [{"on": on, "do": do}]}}})
    assert [fault.path[-1] for fault in faults] == ([] if on in fitting else ["on"])
