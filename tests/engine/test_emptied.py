"""Games in which something is used up: the discards, the given cards, the members of a team."""

from __future__ import annotations

import pytest
from tests.engine.variant_parts import Data, classic
from tests.oracle.tournament_duels import Duel, checked, data_of
from tests.oracle.tournament_games import lines_of, values_of
from tests.session.games import advance_with_given

from bj.compiler.compile import compile_ruleset
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.session.engines import PLAIN
from bj.session.rigging import parse_cards


def crowded() -> Data:
    """A table at which one hand needs more cards than are left, and the discards are shuffled."""
    data = classic()
    data["ruleset"]["usage"] = ""
    data["players"] = [{"name": f"Ann{seat}", "bankroll": 9, "strategy": "simple"} for seat in range(6)]
    data["strategies"] = {"simple": {"wager": "minimum", "rules": [{"do": "hit"}]}}
    data["rules"] = {"minimum_wager": 1, "credit": True}
    data["shoe"] = {"packs": 1, "when_empty": "reshuffle discards"}
    data["procedure"]["game"] = [{"repeat": "hand", "while": "hand < 4"}]
    data["procedure"]["hand"].remove("reshuffle")
    return data


@pytest.mark.parametrize("cards", ["", "9S " * 400])
def test_discards_come_back_whatever_cards_are_given(cards: str) -> None:
    """Given cards may come more often than the shoe has them: the game goes on to its end all the same."""
    ruleset = checked(crowded())
    given = parse_cards(cards, "here", ruleset.pack) if cards else ()
    game = compile_ruleset(ruleset, {}, 3, cards=given)
    table = list(game.table)
    assert advance_with_given(game, PLAIN, table) == p.DONE
    assert table[t.HAND] == 4
    assert table[t.CARDS_LEFT] < 52


@pytest.mark.parametrize(("normal", "lasting"), [(0, "Bob"), (500, "Ann")])
def test_nobody_is_kicked_out_twice(normal: int, lasting: str) -> None:
    """Rounds may go on when a team is beaten: its last member stays at the table and cannot leave again."""
    duel = Duel(everybody=3)
    data = data_of(duel)
    data["procedure"]["game"][1]["while"] = "round < 9"
    lines = lines_of(checked(data), values_of(normal, 1, "sc"))
    loser = "Ann" if lasting == "Bob" else "Bob"
    assert [line for line in lines if "leaves" in line] == [
        f"{loser}{number} leaves" for number in ("", 2, 3)
    ]
    assert sum(" has " in line and "natural" not in line for line in lines) >= 9
    assert lines[-1] == f"{lasting} beats all"
