"""The engine stops for a given card or cut; nothing is decided or recorded twice."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from tests.engine.by_hand import compare
from tests.engine.variant_parts import Data, classic
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.agreeing import choices_of, game_of
from tests.session.games import DIFFERENT, run, run_with_given
from tests.session.test_powers_asking import POWER, VALUES, table_for
from tests.turns import TURN

from bj.catalogue.actions import HIT
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.cards.random_generators import choice_below
from bj.engine.face import driving
from bj.engine.face.view import Kind, Stop, View
from bj.engine.game import tallies as y
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.engine.layout.plain_or_compiled import Ints
from bj.record.events import read
from bj.session.engines import PLAIN, Engine


@pytest.mark.drawn
@pytest.mark.parametrize("name", DIFFERENT)
def test_a_shipped_game_is_dealt_again_by_hand(engines: tuple[Engine, ...], name: str) -> None:
    """A game that is given the cards and cuts of another one has the same events."""
    for choice in choices_of(name):
        game = compare(game_of(name, choice, 1 + TURN), engines)
        assert len(game.given) >= 4


@settings(max_examples=15)
@given(rulesets(), SEEDS)
def test_any_game_is_dealt_again_by_hand(engines: tuple[Engine, ...], variant: Variant, seed: int) -> None:
    """Random rulesets replay in the same way, even if the shoe runs out in a hand."""
    compare(variant.compile(seed), engines)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_people_are_asked_where_cards_are_given(engines: tuple[Engine, ...], seed: int) -> None:
    """Questions are about the same hands and powers, even after a card of another player."""
    game = compare(compile_ruleset(table_for(POWER), VALUES, seed), engines)
    assert game.given
    assert sum(asked.kind == Kind.POWER for asked in game.asked) > 20


# --- games that are tallied ---------------------------------------------------------------------------------


def tally_by_hand(compiled: Compiled, numbers: list[int], engine: Engine) -> tuple[int, View]:
    """Play a tallied game with these cards and cuts; return its end and the unused ones."""
    program, table = engine.ints(compiled.program), engine.ints(list(compiled.table))
    table[compiled.program[p.TALLIES] + y.HANDS_LEFT] = -1
    driving.deal_by_hand(program, table, cards=True, cuts=True)
    left = iter(numbers)
    while True:
        status = int(engine.play(program, table, engine.ints(driving.no_record())))
        if status != Stop.CHANCE:
            assert next(left, None) is None
            return status, View(program, table)
        driving.answer(table, next(left))


@pytest.mark.parametrize("name", ["classic", "sos_vs_sc_revised", "vegas"])
def test_a_tallied_game_takes_the_same_cards(engines: tuple[Engine, ...], name: str) -> None:
    """A tallied game replays a recorded one with its cards and cuts."""
    for choice in choices_of(name):
        told = compare(game_of(name, choice, 2), engines)
        for engine in engines:
            compiled = game_of(name, choice, 2, tallied=True)
            status, view = tally_by_hand(compiled, told.given, engine)
            assert status == told.status
            for person in range(len(compiled.persons)):
                assert view.bankroll(person) == told.view.bankroll(person)


# --- a shoe that is empty in the middle of a hand -----------------------------------------------------------


HANDS = 20


def crowded() -> Data:
    """A table where a hand needs more cards than are left, so the discards are shuffled."""
    data = classic()
    data["ruleset"]["usage"] = ""
    data["players"] = [{"name": f"Ann{seat}", "bankroll": 9, "strategy": "simple"} for seat in range(6)]
    data["strategies"] = {"simple": {"wager": "minimum", "rules": [{"do": "hit"}]}}
    data["rules"] = {"minimum_wager": 1, "credit": True}
    data["shoe"] = {"packs": 1, "when_empty": "reshuffle discards"}
    data["procedure"]["game"] = [{"repeat": "hand", "while": "hand < 4"}]
    data["procedure"]["hand"].remove("reshuffle")
    return data


@pytest.mark.parametrize("cards", [(), (7,) * 400])
def test_discards_come_back_for_any_given_cards(cards: tuple[int, ...]) -> None:
    """A game ends normally even if the given cards are more than the shoe has."""
    end = run_with_given(compile_ruleset(Variant(crowded(), {}).load(), {}, 3, cards=cards))
    assert end.status == p.DONE
    assert end.table[t.HAND] == 4
    assert end.table[t.CARDS_LEFT] < 52


def hitting(
    rule: bool | str | None,
    *,
    tallied: bool = False,
    when_empty: str = "reshuffle discards",
) -> Compiled:
    """A table whose players are asked, or hit by a rule, until the shoe is empty."""
    data = crowded()
    data["procedure"]["game"] = [{"repeat": "hand", "while": f"hand < {HANDS}"}]
    data["strategies"]["simple"] = {"wager": "minimum"}
    data["shoe"]["when_empty"] = when_empty
    if rule is not None:
        data["strategies"]["simple"]["rules"] = [{"when": rule, "do": "hit"}, {"do": "stand"}]
    return compile_ruleset(Variant(data, {}).load(), {}, 3, tallied=tallied)


def test_no_question_is_repeated_when_the_discards_come_back() -> None:
    """Every answer gets its card, although the shoe is shuffled first."""
    compiled = hitting(None)
    table, events = list(compiled.table), driving.new_record(1 << 15)
    view, asked = View(compiled.program, table), 0
    while PLAIN.play(compiled.program, table, events) == Stop.DECISION:
        assert view.question is not None
        assert view.question.kind == Kind.ACTION
        asked += 1
        driving.answer(table, HIT)
    told = Counter(event.key for event in read(driving.take_events(events), compiled.persons))
    assert told["shuffle"] > 1
    assert told["player_dealt"] == asked + 2 * 6 * HANDS


def test_an_answer_is_forgotten_when_its_hand_starts_again() -> None:
    """If the cards run out and the hand restarts, each player is asked again about two cards."""
    compiled = hitting(None, when_empty="restart hand")
    table, events = list(compiled.table), driving.new_record(1 << 15)
    view, restarts = View(compiled.program, table), 0
    while PLAIN.play(compiled.program, table, events) == Stop.DECISION:
        told = [event.key for event in read(driving.take_events(events), compiled.persons)]
        assert view.question is not None
        if "cards_used_up" in told:
            restarts += 1
            assert len(view.question.hand.cards) == 2
        driving.answer(table, HIT)
    assert restarts > 1


@pytest.mark.parametrize("tallied", [False, True])
def test_no_rule_decides_again_when_the_discards_come_back(
    monkeypatch: pytest.MonkeyPatch, tallied: bool
) -> None:
    """A random rule draws one number for every hit and every stand, in games and simulations."""
    compiled = hitting("chance(60)", tallied=tallied)
    draws = 0

    def draw(table: Ints, bound: int) -> int:
        nonlocal draws
        draws += 1
        return choice_below(table, bound)

    monkeypatch.setattr("bj.engine.cards.formulas.choice_below", draw)
    if tallied:
        assert compiled.table[compiled.table[t.SEATS] + t.BY_CHART]
        compiled.table[compiled.program[p.TALLIES] + y.HANDS_LEFT] = -1
    game = run(list(compiled.program), list(compiled.table))
    told = Counter(event.key for event in read(game.events, compiled.persons))
    hits, stands = told["player_dealt"] - 2 * 6 * HANDS, told["player_total"] - told["player_busts"]
    assert told["shuffle"] > 1
    assert draws == hits + stands
