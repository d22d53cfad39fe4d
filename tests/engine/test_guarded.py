"""The engine itself refuses everything that exceeds its room, and never leaves the blocks of its memory."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from tests.engine.extremes import any_order, compare, play
from tests.engine.guarded import Guarded, OutOfBlockError
from tests.engine.guarded_search import OutOfBoundsError, look_through
from tests.engine.variant_parts import Data, classic
from tests.engine.variants import Variant
from tests.session.games import run_with_given

from bj.argument_values import Seat
from bj.cards import MOST_CARDS
from bj.catalogue.limits import MOST_HELD
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face import side_bet_judging
from bj.engine.face.view import Reason, View
from bj.engine.layout import event_record as r
from bj.engine.layout import program as p
from bj.engine.layout import search_layout as w
from bj.engine.layout import table as t
from bj.engine.search import search_setup
from bj.errors import UsageError
from bj.session.engine_errors import explain_stop
from bj.session.engines import Engine, compiled_engine


def variant(**changes: Any) -> Variant:
    """The classic game with some changes, for one hand."""
    data = classic() | changes
    return Variant(data, {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple"})


def add_argument(data: Data, name: str, argument: Data) -> None:
    """Add an argument to the command line."""
    data["arguments"][name] = argument
    data["ruleset"]["usage"] = f"{name} {data['ruleset']['usage']}"


def dealt_five_times() -> tuple[Compiled, list[int]]:
    """A hand that is dealt again and again, which the checks refuse."""
    data = classic()
    again: list[str | Data] = [{"step": "announce hand", "if": "hand < 0", "else": "deal"}] * 5
    data["procedure"]["hand"][4:4] = again
    data["procedure"]["deal"] = ["dealer up", *["player up"] * 9]
    with any_order() as starts:
        return variant(procedure=data["procedure"]).compile(0), starts


def looking_at(words: list[str], when: bool | str) -> tuple[Compiled, list[int]]:
    """A side bet on some cards of a hand of nine cards."""
    data = classic()
    data["procedure"]["deal"] = ["dealer up", *["player up"] * 9]
    data["procedure"]["hand"][4:4] = ["take side bets"]
    bet = {"cards": words, "pay_table": [{"when": when, "pays": "1:1"}]}
    data["strategies"]["simple"]["side_bets"] = {"odd": True}
    with any_order() as starts:
        return variant(**data, side_bets={"odd": bet}).compile(0), starts


def fault_of(compiled: Compiled, engine: Engine) -> tuple[Reason | None, str]:
    """The fault that ends a game, with its text."""
    end = run_with_given(compiled, engine)
    view = View(compiled.program, end.table)
    if view.fault is None:
        return None, ""
    said = explain_stop(end.status, view, compiled.persons, compiled.decimals, compiled.described)
    return view.fault.reason, said


def test_card_beyond_the_room_of_a_hand_is_refused(engine: Engine) -> None:
    """A hand with more dealt cards than it has room for ends the game with a fault."""
    compiled, _ = dealt_five_times()
    assert fault_of(compiled, engine) == (Reason.HAND_FULL, "hand 1: Player is dealt more than 34 cards")


def test_card_beyond_the_room_of_a_side_bet_is_refused(engine: Engine) -> None:
    """A side bet that looks at more cards than two hands have ends the game with a fault."""
    compiled, _ = looking_at(["player"] * 8, True)
    assert fault_of(compiled, engine)[0] == Reason.HAND_FULL


def test_side_bet_has_room_for_two_full_hands() -> None:
    """A side bet sees every card of a player and of the dealer, however many they hold."""
    for when, pays in ((f"cards == {2 * MOST_HELD}", (1, 1)), (f"cards < {2 * MOST_HELD}", None)):
        compiled, _ = looking_at(["player", "dealer"], when)
        full = [0] * MOST_HELD
        assert side_bet_judging.judge(compiled.program, compiled.table, 0, full, full, 0) == pays
        with pytest.raises(ValueError, match="34"):
            side_bet_judging.judge(compiled.program, compiled.table, 0, [*full, 0], full, 0)


def test_event_beyond_the_room_of_a_record_is_refused(engine: Engine) -> None:
    """A record too small for a hand ends the game with a fault; nothing is written beyond it."""
    compiled = variant().compile(0)
    record = [r.FIRST_EVENT, 99, r.FIRST_EVENT + 20, *[0] * 60]
    memory = engine.ints(record)
    status = engine.play(engine.ints(compiled.program), table := engine.ints(compiled.table), memory)
    assert (status, table[t.FAULT]) == (p.FAULTY, p.RECORD_FULL)
    assert not any(memory[r.FIRST_EVENT + 20 + r.LONGEST_EVENT :])


def test_cut_beyond_the_shoe_is_refused(engine: Engine) -> None:
    """A cut of more cards than the shoe has ends the game with a fault."""
    compiled = compile_ruleset(variant().load(), variant().values, 0, cuts=[26, 53])
    assert fault_of(compiled, engine)[0] == Reason.IMPOSSIBLE_CUT
    compiled = compile_ruleset(variant().load(), variant().values, 0, cuts=[-1])
    assert fault_of(compiled, engine)[0] == Reason.IMPOSSIBLE_CUT


@pytest.mark.parametrize("card", [-1, MOST_CARDS, 1 << 40])
def test_invalid_cards_are_refused(engine: Engine, card: int) -> None:
    """A given number that is not a card ends the game with a fault."""
    compiled = compile_ruleset(variant().load(), variant().values, 0, cards=[0, card])
    assert fault_of(compiled, engine) == (
        Reason.IMPOSSIBLE_CARD,
        f"hand 1: {card} is not the number of a card",
    )


def test_natural_is_paid_once(engine: Engine) -> None:
    """Naturals that would be paid twice win money only once."""
    data = classic()
    data["procedure"]["hand"].insert(5, "pay naturals")
    data["shoe"] = {"packs": "infinite"}
    data["procedure"]["hand"].remove("reshuffle")
    data["procedure"]["game"].remove("shuffle")
    with any_order():
        checked = variant(procedure=data["procedure"], shoe=data["shoe"]).load()
    cards = [12, 0, 11, 1]  # the player's ace and king, before the dealer's cards
    compiled = compile_ruleset(checked, variant().values, 0, cards=cards)
    end = run_with_given(compiled, engine)
    assert end.status == p.DONE
    assert end.table[end.table[t.SEATS] + t.BANKROLL] == 100 + 7


def test_there_are_sixty_seats() -> None:
    """Sixty players may sit down; one more is refused before the game."""
    data = classic()
    add_argument(data, "others", {"type": "players", "choices": ["simple"]})
    data["players"] = [{**data["players"][0], "name": name} for name in ("Ann", "Bob")]
    data["shoe"]["packs"] = 16
    crowd = tuple(Seat("simple", f"Player{number}", 100) for number in range(58))
    checked = Variant(data, {}).load()
    values = variant().values
    compiled = compile_ruleset(checked, {**values, "others": crowd}, 0)
    assert compiled.table[t.PLAYERS] == 60
    with pytest.raises(UsageError, match="too many players"):
        compile_ruleset(checked, {**values, "others": (*crowd, Seat("simple", "Late", 1))}, 0)


def test_money_of_the_house_has_a_bound(engine: Engine) -> None:
    """A house that keeps winning is stopped before its money overflows 64 bits."""
    faults = set()
    for seed in range(9):
        game = variant().compile(seed)
        game.table[game.table[t.DEALER] + t.BANKROLL] = 1 << 60
        faults.add(fault_of(game, engine)[0])
    assert faults == {None, Reason.NUMBER_TOO_LARGE}


def test_guarded_memory_notices_a_card_in_a_strangers_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the engine's own check the guard reports a card written beyond the hand."""
    compiled, starts = dealt_five_times()
    expect_guard(monkeypatch, compiled, starts, "cards.dealing.MOST_HELD")


def test_guarded_memory_notices_a_card_beyond_a_side_bets_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the engine's own check the guard reports a card written into the bets."""
    compiled, starts = looking_at(["player"] * 8, True)
    expect_guard(monkeypatch, compiled, starts, "layout.table.MOST_LAID")


def expect_guard(monkeypatch: pytest.MonkeyPatch, compiled: Compiled, starts: list[int], limit: str) -> None:
    """Expect that a game leaves its blocks if its limit is removed."""
    guarded = Guarded(compiled, starts)
    play(guarded.engine, guarded.program, guarded.table, guarded.events(0))
    module, name = limit.rsplit(".", 1)
    monkeypatch.setattr(sys.modules[f"guarded_engine.{module}"], name, 10**6)
    guarded = Guarded(compiled, starts)
    with pytest.raises(OutOfBlockError):
        play(guarded.engine, guarded.program, guarded.table, guarded.events(0))


@pytest.mark.parametrize("batch", range(4))
def test_extreme_rulesets_stay_in_their_blocks(batch: int) -> None:
    """No access leaves its block, and compiled games are equal.

    The campaign ``tests/campaigns/guarded.py`` plays a hundred thousand of them.
    """
    try:
        fast = compiled_engine()
    except UsageError:
        fast = None
    ends = {compare(seed, fast) for seed in range(batch * 10, batch * 10 + 10)}
    assert any(end.startswith("status") for end in ends)


def test_a_banker_may_leave_the_table() -> None:
    """A player who leaves in a hand in which the bank has passed has no seat afterwards."""
    assert compare(7947, None).startswith("status")


def test_guarded_memory_notices_a_total_below_zero() -> None:
    """A total outside the table of totals is an error, even if the numbers before the table could be read."""
    guarded = Guarded(variant().compile(0), [])
    totals: Any = sys.modules["guarded_engine.layout.program"]
    assert guarded.program[totals.ADDITIONS] == guarded.program[p.ADDITIONS]
    with pytest.raises(OutOfBlockError):
        guarded.program[totals.ADDITIONS - 2 * p.RANKS]


def test_searches_stay_in_their_sequences() -> None:
    """No access leaves the sequences of a search, for sixty seats and for the best play."""
    ends = {look_through(seed, fast=False) for seed in range(3)}
    assert "search done" in ends


def test_a_search_that_grows_at_every_step_can_be_stopped() -> None:
    """Progress is reported after each growth, so that a search that grows at every step can be stopped."""
    assert look_through(101, fast=False) == "search too long"


def test_bounded_sequences_notice_a_step_without_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search leaves its sequences if the driver reserves less than a step writes."""
    monkeypatch.setattr(search_setup, "size_of_identity", lambda *_: -w.FRAME_SIZE)
    with pytest.raises(OutOfBoundsError):
        look_through(1, fast=False)
