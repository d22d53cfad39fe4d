"""Games of random variants: money, cards and decisions are followed from the events alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.referee import Referee, read_events
from tests.engine.variants import Data, checked, rulesets
from tests.session.games import watch

from bj.compiler.compile import compile_ruleset
from bj.engine import events as e
from bj.engine import program as p
from bj.engine import table as t


def start(data: Data, seed: int) -> tuple[list[int], list[int]]:
    """The program and the table of a variant at its start."""
    values = {argument["name"]: argument["default"] for argument in data["arguments"]}
    compiled = compile_ruleset(checked(data), values, seed)
    return compiled.program, compiled.table


def persons(table: list[int]) -> list[int]:
    """The blocks of everybody at the table, the dealer last."""
    return [*table[t.SEATS : t.SEATS + table[t.PLAYERS]], table[t.DEALER]]


@given(rulesets(), st.integers(0, 2**32 - 1))
@settings(max_examples=300)
def test_referee_has_nothing_to_object_to(data: Data, seed: int) -> None:
    """Order, cards, totals, the dealer's rule, wagers and payments are the ruleset's in every event."""
    program, table = start(data, seed)
    bankrolls = [table[person + t.BANKROLL] for person in persons(table)[:-1]]
    referee = Referee(data, bankrolls, table[t.MINIMUM_WAGER])
    end = watch(program, table, lambda _table, _piece: None)
    if end.status == p.FAULTY:  # winnings on winnings
        assert table[t.FAULT] in (p.NUMBER_TOO_LARGE, p.WAGER_TOO_LARGE)
    else:
        assert end.status in (p.DONE, p.OUT_OF_CARDS)
    referee.follow(read_events(end.events), end.status == p.DONE)
    if end.status == p.DONE:
        everybody = [*referee.seats, referee.dealer]
        assert [table[person + t.BANKROLL] for person in persons(table)] == [
            who.bankroll for who in everybody
        ]


@given(rulesets(), st.integers(0, 2**32 - 1))
def test_money_is_neither_made_nor_lost(data: Data, seed: int) -> None:
    """Wherever the engine can be left, the bankrolls of players and house have the sum of the beginning."""
    program, table = start(data, seed)
    money = sum(table[person + t.BANKROLL] for person in persons(table))

    def look(state: list[int], _piece: list[int]) -> None:
        assert sum(state[person + t.BANKROLL] for person in persons(state)) == money

    watch(program, table, look)


@given(rulesets(), st.integers(0, 2**32 - 1))
def test_shoe_is_whole_at_every_step(data: Data, seed: int) -> None:
    """However it is cut, riffled and drawn from, the shoe keeps every card as often as it has packs."""
    program, table = start(data, seed)
    packs = data["shoe"]["packs"]
    whole = [] if packs == "infinite" else sorted([*range(52)] * packs)

    def look(state: list[int], _piece: list[int]) -> None:
        shoe = state[t.SHOE]
        assert sorted(state[shoe : shoe + state[t.SHOE_SIZE]]) == whole
        assert 0 <= state[t.CARDS_LEFT] <= len(whole)

    watch(program, table, look)


@given(rulesets(), st.integers(0, 2**32 - 1))
def test_count_is_what_was_shown(data: Data, seed: int) -> None:
    """Who counts has counted every card shown since the last shuffle and no hidden one."""
    program, table = start(data, seed)
    tags = []
    for player in data["players"]:
        count = data["strategies"][player["strategy"]].get("count", {})
        tags.append({rank: tag for ranks, tag in count.items() for rank in ranks.split()})
    counts = [0] * len(tags)

    def look(state: list[int], piece: list[int]) -> None:
        for event in read_events(piece):
            if event.kind == e.SHUFFLE:
                counts[:] = [0] * len(counts)
            elif event.kind in (e.DEALT, e.HOLE_CARD):
                rank = "23456789TJQKA"[event.card % 13]
                counts[:] = [count + tag.get(rank, 0) for count, tag in zip(counts, tags, strict=True)]
        is_shuffling = state[t.TURN] > 0  # counts begin anew when the last cut is made
        if not is_shuffling:
            assert [state[person + t.COUNT] for person in persons(state)[:-1]] == counts

    watch(program, table, look)


@given(rulesets(), st.integers(0, 2**32 - 1))
def test_hand_ends_when_there_are_cards(data: Data, seed: int) -> None:
    """With cards enough every hand comes to an end, whatever the strategies are."""
    if data["shoe"]["packs"] != "infinite":
        data["shoe"] |= {"packs": 16, "reshuffle_when": "cards_left < 700"}
        data["shoe"]["shuffle"] = {"generator": data["shoe"]["shuffle"]["generator"]}
    data["rules"]["credit"] = True
    data["procedure"]["game"][1]["while"] = "hand < hands"
    for strategy in data["strategies"].values():
        strategy["wager"] = "minimum"
    data["arguments"][1]["default"] = 30
    end = watch(*start(data, seed), lambda _table, _piece: None)
    assert end.status == p.DONE
    assert end.table[t.HAND] == 30
