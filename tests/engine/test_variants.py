"""Games of random variants: money, cards and decisions are followed from the events alone."""

from __future__ import annotations

from hypothesis import given, settings
from tests.engine.bookkeeper import Bookkeeper
from tests.engine.coverage_of_games import QUESTIONS, everything, heard
from tests.engine.referee import Referee, read_events
from tests.engine.variants import SEEDS, Variant, plain_tables, ruleset, rulesets
from tests.session.games import watch

from bj.catalogue import events as e
from bj.compiler.compile import compile_ruleset
from bj.engine import program as p
from bj.engine import table as t


def persons(table: list[int]) -> list[int]:
    """The blocks of everybody at the table, the dealer last."""
    return [*table[t.SEATS : t.SEATS + table[t.PLAYERS]], table[t.DEALER]]


@given(plain_tables(), SEEDS)
@settings(max_examples=200)
def test_referee_has_nothing_to_object_to(variant: Variant, seed: int) -> None:
    """Order, cards, totals, the dealer's rule, wagers and payments are the ruleset's in every event."""
    compiled = variant.compile(seed)
    program, table = compiled.program, compiled.table
    bankrolls = [table[person + t.BANKROLL] for person in persons(table)[:-1]]
    referee = Referee(variant.data, bankrolls, table[t.MINIMUM_WAGER])
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


def keep_books(variant: Variant, seed: int) -> set[str]:
    """Play a game, and have a bookkeeper follow it: what has occurred in it."""
    checked = variant.load()
    compiled = compile_ruleset(checked, variant.values, seed)
    bookkeeper = Bookkeeper(variant, compiled)
    asked = set()

    def look(table: list[int], piece: list[int]) -> None:
        bookkeeper.look(table, piece)
        if table[t.QUESTION]:
            asked.add(f"question {QUESTIONS[table[t.QUESTION]]}")

    end = watch(compiled.program, compiled.table, look)
    assert end.status in (p.DONE, p.OUT_OF_CARDS, p.FAULTY)
    return asked | heard(checked, compiled, end)


def test_random_rulesets_reach_everything() -> None:
    """Every event, step, occasion, effect and question of the models occurs in the games of some rulesets."""
    missing = everything()
    for seed in range(400):
        missing -= keep_books(ruleset(seed), seed)
    assert sorted(missing) == []


def test_a_power_of_dealers_hides_no_card_of_a_player() -> None:
    """A player whose power to hide the busting card is for dealers only gets every card face up."""
    keep_books(ruleset(31590), 0)


@given(rulesets(), SEEDS)
def test_books_are_balanced_at_every_event(variant: Variant, seed: int) -> None:
    """Whatever is played, no money is made or lost, and no card is dealt that the shoe does not have."""
    keep_books(variant, seed)


@given(plain_tables(), SEEDS)
def test_count_is_what_was_shown(variant: Variant, seed: int) -> None:
    """Who counts has counted every card shown since the last shuffle and no hidden one."""
    compiled = variant.compile(seed)
    tags = []
    for player in variant.data["players"]:
        count = variant.data["strategies"][player["strategy"]].get("count", {})
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

    watch(compiled.program, compiled.table, look)


@given(plain_tables(), SEEDS)
@settings(max_examples=50)
def test_hand_ends_when_there_are_cards(variant: Variant, seed: int) -> None:
    """With cards enough every hand comes to an end, whatever the strategies are."""
    data = variant.data
    if data["shoe"]["packs"] != "infinite":
        data["shoe"] |= {"packs": 16, "reshuffle_when": "cards_left < 700"}
        data["shoe"]["shuffle"] = {"generator": data["shoe"]["shuffle"]["generator"]}
    data["rules"]["credit"] = True
    data["procedure"]["game"][1]["while"] = "hand < hands"
    for strategy in data["strategies"].values():
        strategy["wager"] = "minimum"
    compiled = variant._replace(values={**variant.values, "hands": 30}).compile(seed)
    end = watch(compiled.program, compiled.table, lambda _table, _piece: None)
    assert end.status == p.DONE
    assert end.table[t.HAND] == 30
