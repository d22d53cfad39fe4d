"""Makes random extreme rulesets; a check would refuse many, but the engine must play or refuse each of them.

The check of the order of steps is skipped, and every step may have a condition and an alternative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

from pydantic import ValidationError
from tests.engine.guarded import Guarded, TooLongError
from tests.engine.variant_parts import Data, is_heads
from tests.engine.variant_side_bets import LOOKS, pattern
from tests.engine.variant_tables import OFFERS, with_options
from tests.engine.variants import Variant, table, tournament, with_questions
from tests.session.games import Run, answer

from bj.argument_values import Seat, Value
from bj.catalogue.limits import (
    LARGEST_TARGET,
    LEAST_TARGET,
    MOST_DEALT,
    MOST_REACTIONS,
    MOST_SEATS,
    MOST_SIDE_BETS,
    MOST_SPOTS,
)
from bj.compiler.compile import Compiled, compile_ruleset
from bj.compiler.program_writer import ProgramWriter
from bj.engine.face import driving
from bj.engine.face.view import Stop, View
from bj.engine.game import tallies as y
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.errors import BjError
from bj.ruleset.check import all_checks as checking
from bj.ruleset.check import check, procedure
from bj.ruleset.check.side_bets import check_bet_cards
from bj.ruleset.model import Ruleset
from bj.session.engines import Engine

HAND = ["take wagers", "deal", "pay naturals", "players act", "reveal hole card", "dealer acts", "settle"]
SAID = ["announce hand", "show hands", "show players", "announce standings"]
CONDITIONS = ["hand < 0", "hand % 2 == 0", "bankroll > 50", "chance(50)", "players > 1", "count > 0"]
TALLIED = 4
"""One ruleset in this many is also played as a tallied game."""

FULL = 16
"""One ruleset in this many has the maximum of everything."""

LOOKS_OF_FULL = 60_000
"""The number of times that such a game may access its table beyond the fixed places before it is abandoned.
"""

CALLS = 3_000
"""Stops of the engine after which a long game is abandoned."""


def _any_step(chance: Random, names: list[str]) -> str | Data:
    """A step, perhaps inside a condition or a repetition."""
    name = chance.choice(names)
    if is_heads(chance):
        return name
    step: Data = {"step": name, "if": chance.choice(CONDITIONS)}
    if is_heads(chance):
        step["else"] = chance.choice(names)
    return step


def _any_hand(chance: Random, has_shoe: bool, more: Sequence[str]) -> list[str | Data]:
    """The steps of a hand in almost any order."""
    names = [*HAND, *SAID, *OFFERS, "take side bets", "settle side bets", *["shuffle"] * has_shoe, *more]
    steps: list[str | Data] = list(HAND)
    if is_heads(chance):
        steps[2:2] = chance.sample(OFFERS, 4)
    for _ in range(chance.choice([0, 1, 2, 5, 12])):
        at = chance.randint(0, len(steps))
        steps[at : at + chance.randint(0, 1)] = [_any_step(chance, names)] * chance.choice([1, 1, 1, 5])
    return steps


def extreme(seed: int) -> Variant:
    """A ruleset in which something has its maximum size."""
    chance = Random(seed)  # noqa: S311  # a test that can be repeated
    variant = chance.choice([table, table, tournament])(chance)
    data, values = variant.data, dict(variant.values)
    has_shoe = data["shoe"]["packs"] != "infinite"
    if is_heads(chance):
        with_options(chance, data)
    if chance.random() < 0.9:
        goes_round = len(data["players"]) > 1 and seed % 3 == 0
        data["procedure"]["hand"] = _any_hand(chance, has_shoe, ["pass bank"] * goes_round)
    for change in (_repeat, _crowd, _many_packs, _odd_target, _long_deal, _large_money):
        if chance.random() < 0.25:
            change(chance, data, values)
    if seed % FULL == 3:
        _fill_up(chance, data, values)
    if seed % 4 == 1:
        with_questions(Random(f"questions {seed}"), data)  # noqa: S311  # as above
    if "pass bank" in repr(data["procedure"]["hand"]):
        _let_players_deal(data)
    return Variant(data, values)


def _let_players_deal(data: Data) -> None:
    """Remove the house's money, and give each player one hand."""
    data["dealer"].pop("bankroll", None)
    for player in data["players"]:
        player.pop("spots", None)


def _repeat(chance: Random, data: Data, values: dict[str, Value]) -> None:
    """Use whole lists of steps, with lines in them, in several places."""
    data["procedure"]["hand"].insert(0, {"say": "<line> {hand} {bankroll} {name} {bet} {row:^7}"})
    data["procedure"]["game"] *= chance.randint(2, 5)


def _crowd(chance: Random, data: Data, values: dict[str, Value]) -> None:
    """As many players as the table has seats, or one more."""
    if "tournament" in data:
        return
    count = chance.choice([MOST_SEATS, MOST_SEATS, MOST_SEATS + 1, 20])
    strategies = list(data["strategies"])
    given = list(values.get("players", ()))  # type: ignore[arg-type]
    if "players" in values:
        values["players"] = tuple(
            Seat(chance.choice(strategies), f"Player{number}", chance.randint(0, 2000))
            for number in range(max(count, len(given)))
        )
    else:
        data["players"] = [
            {"name": f"P{number}", "bankroll": chance.randint(0, 2000), "strategy": chance.choice(strategies)}
            for number in range(min(count, MOST_SEATS))
        ]


def _many_packs(chance: Random, data: Data, values: dict[str, Value]) -> None:
    """The largest number of packs."""
    if data["shoe"]["packs"] != "infinite":
        data["shoe"]["packs"] = 16


def _odd_target(chance: Random, data: Data, values: dict[str, Value]) -> None:
    """The lowest target, or the highest."""
    data["rules"]["target"] = chance.choice([LEAST_TARGET, LARGEST_TARGET])


def _long_deal(chance: Random, data: Data, values: dict[str, Value]) -> None:
    """The largest number of dealt cards."""
    who = chance.choice(["player", "dealer"])
    entries = [f"{who} {chance.choice(['up', 'down'])}" for _ in range(29)]
    data["procedure"]["deal"] = ["player up", "dealer up", *entries]


def _fill_up(chance: Random, data: Data, values: dict[str, Value]) -> None:
    """Give every list its maximum length: sometimes all lists together, sometimes single ones."""

    def often(most: int) -> int:
        return most if chance.random() < 0.8 else chance.randint(1, most)

    data["procedure"]["deal"] = [
        "player up",
        "dealer up",
        *chance.choices(["player up", "dealer down", "dealer down"], k=often(MOST_DEALT - 2)),
    ]
    looks = [word for word in chance.choices(LOOKS, k=3) for _ in range(8)]
    data["side_bets"] = {
        f"bet_{number}": {
            "cards": looks[number : number + 8] if is_heads(chance) else chance.choices(LOOKS, k=8),
            "jackpot": {"start": 1000},
            "pay_table": [
                {"when": pattern(chance), "pays": "1:1", "jackpot": "1:10"} for _ in range(often(30))
            ],
        }
        for number in range(often(MOST_SIDE_BETS))
    }
    hand: list[str | Data] = data["procedure"]["hand"]
    at = next((place for place, step in enumerate(hand) if step == "deal"), 0)
    hand[at:at] = ["take side bets"]
    hand += ["settle side bets"]
    data["rules"] |= {"split": "pair", "credit": True, "target": chance.choice([21, 31])}
    data["payouts"]["bonuses"] = {
        f"bonus_{number}": {"when": f"cards == {number}", "pays": "2:1", "at_once": is_heads(chance)}
        for number in range(often(50))
    }
    for player in data.get("players", ()):
        player["spots"] = often(MOST_SPOTS) if len(data["players"]) < MOST_SEATS // MOST_SPOTS else 1
    for strategy in data["strategies"].values():
        strategy["side_bets"] = dict.fromkeys(data["side_bets"], True)
    for holder in (*data["strategies"].values(), *data.get("members", {}).values()):
        listed = [reaction for reaction in holder.get("reactions", ()) if "limit" not in reaction]
        if listed:
            room = MOST_REACTIONS - len(holder.get("powers", ()))
            holder["reactions"] = (listed * MOST_REACTIONS)[: often(room)]
    _many_packs(chance, data, values)
    if is_heads(chance):
        ranks = chance.sample("2345A", 2)
        data["cards"] = {"pack": {rank: 4 if rank in ranks else 0 for rank in "23456789TJQKA"}}


def _large_money(chance: Random, data: Data, values: dict[str, Value]) -> None:
    """Amounts of money at their bounds."""
    data["money"] = {"decimals": 4}
    data["dealer"]["bankroll"] = chance.choice(["minimum * 1000000000", "-minimum * 1000000000"])
    data["payouts"]["win"] = "1000:1"


@contextmanager
def any_order() -> Iterator[list[int]]:
    """Note where the compiler puts the parts of programs; skip the checks of step orders and side bets."""
    starts: list[int] = []
    checks, order, place = checking.CHECKS, procedure._check_order, ProgramWriter.place

    def note(self: ProgramWriter, numbers: list[int]) -> int:
        starts.append(len(self.program))
        return place(self, numbers)

    checking.CHECKS = tuple(each for each in checks if each is not check_bet_cards)
    procedure._check_order = lambda *_: None
    ProgramWriter.place = note  # type: ignore[method-assign]
    try:
        yield starts
    finally:
        checking.CHECKS = checks
        procedure._check_order, ProgramWriter.place = order, place  # type: ignore[method-assign]


def play(engine: Any, program: Any, state: Any, events: Any) -> Run:
    """Play until the game ends or takes too long."""
    recorded: list[int] = []
    status = p.GOING_ON
    for _ in range(CALLS):
        status = int(engine.play(program, state, events))
        recorded += driving.take_events(events)
        if status == Stop.DECISION:
            # a view does not keep to blocks, and writes intermediate results
            driving.answer(state, answer(View(program, engine.copy(state))))
        elif status not in (Stop.EVENTS_FULL, Stop.PAUSED):
            break
    return Run(status, recorded, [int(number) for number in state])


def _tally(engine: Engine, program: Any, table: Any, head: int) -> Run:
    """Play some hands that are tallied rather than recorded."""
    table[head + y.LONGEST], table[head + y.HANDS_WANTED], table[head + y.GAMES_LEFT] = 12, 30, 9
    status = int(engine.play_games(program, table, engine.ints(driving.no_record())))
    return Run(status, [], [int(number) for number in table])


def _compare_tallied(tallied: Compiled, starts: Sequence[int], fast: Engine | None) -> None:
    """Play a tallied game on guarded memory and on another engine, and compare their tallies."""
    guarded, head = Guarded(tallied, starts), tallied.program[p.TALLIES]
    end: Run | None = None
    with suppress(TooLongError):
        end = _tally(guarded.engine, guarded.program, guarded.table, guarded.program[p.TALLIES])
    if fast is not None:
        other = _tally(fast, fast.ints(tallied.program), fast.ints(tallied.table), head)
        assert end is None or end == other


def compare(seed: int, fast: Engine | None) -> str:
    """Play an extreme ruleset on guarded memory and on the other engine, if any; return how it went.

    Raises AssertionError if an access leaves its block, or the engines differ.
    """
    variant = extreme(seed)
    try:
        with any_order() as starts:
            checked, _ = check(Ruleset.model_validate(variant.document))
            if checked is None:
                return "refused"
            told = compile_ruleset(checked, variant.values, seed)
            pieces = [*starts]
            starts.clear()
            is_tallied = seed % TALLIED == 0
            tallied = compile_ruleset(checked, variant.values, seed, tallied=True) if is_tallied else None
    except (BjError, ValidationError) as error:
        return type(error).__name__
    guarded = Guarded(told, pieces)
    if seed % FULL == 3:
        guarded.table.left = LOOKS_OF_FULL
    room = seed % 3 * 50
    end: Run | None = None
    with suppress(TooLongError):
        end = play(guarded.engine, guarded.program, guarded.table, guarded.events(room))
    if fast is not None:
        other = play(
            fast, fast.ints(told.program), fast.ints(told.table), fast.ints(driving.new_record(room))
        )
        assert end is None or end == other, seed
    if tallied is not None:
        _compare_tallied(tallied, starts, fast)
    return "too long" if end is None else f"status {end.status}, fault {end.table[t.FAULT]}"
