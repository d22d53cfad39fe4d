"""Extra turns: Ann, Ben or both play on when all players have played, before the dealer."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cli.changed_rulesets import changed
from tests.oracle.tournament_games import lines_of
from tests.session.games import run

from bj.arguments import Value
from bj.compiler.compile import compile_ruleset
from bj.engine.face.view import View
from bj.ruleset.check import Checked
from bj.session.engines import compiled_engine

AGAIN: dict[str, Any] = {"on": "turns over", "do": "extra turn", "limit": "1 per hand", "set": {"turns": 2}}
FIRST = {"on": "hand begins", "set": {"turns": 1}}
DEAL = "5S TC TH TS 3S 7C "
"""Ann has 15, Ben 13, and the dealer 17."""
VALUES: dict[str, Value] = {"bankroll": 1000, "hands": 1, "player": "basic"}


def table(ann: list[dict[str, Any]], ben: list[dict[str, Any]], **more: Any) -> Checked:
    """A table of a casino at which both stand on 13 in the first turn, and on 17 in the second one."""
    rules = [{"when": "turns == 2 and total < 17", "do": "hit"}, {"do": "stand"}]
    power = {"memory": {"turns": 1}}
    changes = {
        "powers": {
            "ann": {**power, "reactions": [FIRST, *ann]},
            "ben": {**power, "reactions": [FIRST, *ben]},
        },
        "strategies/ann": {"extends": "basic", "rules": rules, "powers": ["ann"]},
        "strategies/ben": {"extends": "basic", "rules": rules, "powers": ["ben"]},
        "players": [
            {"name": name, "bankroll": "bankroll", "strategy": name.lower()} for name in ("Ann", "Ben")
        ],
        "output/player_says": "{name}: {words}",
        "output/player_turn": "{name} has {cards}",
    }
    return changed("casino", changes | more)


def turns(checked: Checked, cards: str) -> list[str]:
    """What is said from the first turn to the hole card."""
    lines = [line for line in lines_of(checked, VALUES, cards) if not line.startswith("Dealer has")]
    begin = next((at for at, line in enumerate(lines) if " has " in line), 0)
    end = next((at for at, line in enumerate(lines) if "turns" in line), len(lines))
    return lines[begin:end]


def test_a_hand_has_another_turn_when_all_have_played() -> None:
    """Ann, who has the first turn, has the last one too, and draws to her second rule."""
    assert turns(table([AGAIN], []), DEAL + "4D") == [
        *["Ann has 5♠ 10♠ ", "Ann stands.", "Ben has 10♣ 3♠ ", "Ben stands."],
        *["Ann has 5♠ 10♠ ", "Ann gets 4♦.", "Ann stands."],
    ]


def test_extra_turns_come_in_the_order_of_the_hands() -> None:
    """Both have one, Ann before Ben; who has bust has none."""
    said = turns(table([AGAIN], [AGAIN]), DEAL + "4D 8D")
    assert said[4:] == [
        *["Ann has 5♠ 10♠ ", "Ann gets 4♦.", "Ann stands.", "Ben has 10♣ 3♠ ", "Ben gets 8♦.", "Ben stands."],
    ]
    twice = {**AGAIN, "limit": "2 per hand"}
    said = turns(table([twice], [AGAIN]), DEAL + "KD 8D")
    assert [line for line in said if "has" in line or "busts" in line][2:] == [
        *["Ann has 5♠ 10♠ ", "Ann busts with 25.", "Ben has 10♣ 3♠ "],
    ]


def test_each_extra_turn_begins_and_ends_like_a_turn() -> None:
    """It is an occasion for reactions to turns, and when it is over all turns are over once more."""
    ann = [{**AGAIN, "limit": "2 per hand"}, {"on": "turn", "say": "Me!"}, {"on": "stand", "say": "Done."}]
    said = turns(table(ann, [{"on": "turns over", "say": "At last."}]), DEAL + "4D")
    assert [line for line in said if line.startswith(("Ann: ", "Ben: "))] == [
        *["Ann: Me!", "Ann: Done.", "Ben: At last."] * 3,
    ]


def test_the_hands_of_a_split_have_extra_turns_of_their_own() -> None:
    """Both of Ann's eights are played once more."""
    rules = [{"when": "pair", "do": "split"}, {"when": "turns == 2 and total < 17", "do": "hit"}]
    more = {"strategies/ann/rules": [*rules, {"do": "stand"}]}
    checked = table([{**AGAIN, "limit": "2 per hand"}], [], **more)
    said = turns(checked, "8S TC TH 8D 3S 7C 2C 3C 9H 9D")
    assert [line for line in said if line.startswith(("Ann has", "Hand"))][1:] == [
        *["Hand 1 of Ann, 10 at stake:", "Ann has 8♠ 2♣ ", "Hand 2 of Ann, 10 at stake:", "Ann has 8♦ 3♣ "],
        *["Hand 1 of Ann, 10 at stake:", "Ann has 8♠ 2♣ ", "Hand 2 of Ann, 10 at stake:", "Ann has 8♦ 3♣ "],
    ]


def test_nobody_has_one_where_the_dealer_has_a_natural() -> None:
    """The dealer has looked, and no hand is played at all."""
    said = lines_of(table([{**AGAIN, "say": "Again!"}], []), VALUES, "5S TC AH TS 3S KC")
    assert "Ann: Again!" not in said
    assert "Dealer has blackjack and takes 10." in said


def test_one_that_never_ends_is_named() -> None:
    """A power without a limit gives the same hand one turn after the other."""
    for_ever = {"on": "turns over", "do": "extra turn"}
    lines = lines_of(table([for_ever], []), VALUES, DEAL + "4D")
    assert lines[-1] == (
        "error: hand 1: the reactions of Ann would go on forever: "
        "`extra turn` on `turns over` in [powers.ann]"
    )


@pytest.mark.parametrize("tallied", [False, True])
def test_it_is_the_same_at_both_speeds(tallied: bool) -> None:
    """Also where a chart alone decides, and of hands from splits."""
    ann = [{**AGAIN, "when": "chance(70)", "limit": "2 per hand"}]
    ben = [{"on": "turns over", "do": "change bankroll", "amount": "turns", "set": {"turns": "turns + 1"}}]
    checked = table(ann, ben, **{"strategies/ben": {"extends": "basic", "powers": ["ben"]}})
    for seed in range(3):
        values = {**VALUES, "hands": 60}
        one, other = (compile_ruleset(checked, values, seed, tallied=tallied) for _ in range(2))
        assert run(one.program, one.table) == run(other.program, other.table, compiled_engine())


def test_a_chart_alone_leaves_room_for_the_occasion() -> None:
    """What somebody gets when all turns are over is the same in games that are told and in others."""
    ben = [{"on": "turns over", "do": "change bankroll", "amount": "1000"}]
    checked = table([], ben, **{"strategies/ben": {"extends": "basic", "powers": ["ben"]}})
    ends = []
    for tallied in (False, True):
        game = compile_ruleset(checked, {**VALUES, "hands": 20}, 1, tallied=tallied)
        run(game.program, game.table)
        ends.append(game)
    told, counted = (View(game.program, game.table).bankroll(1) for game in ends)
    assert told > 10_000
    assert (told, counted) == (told, told)
