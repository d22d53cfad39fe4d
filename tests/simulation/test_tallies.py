"""The tally of a block equals the events of the same games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.simulation.recorded import Record, outcome_of, record
from tests.umpire.settling import Hand

from bj.argument_values import Value, fill_arguments
from bj.catalogue.outcomes import OUTCOMES
from bj.engine.face import tallied_games as y
from bj.errors import GameError, UsageError
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset
from bj.session.engines import PLAIN, Engine, compiled_engine
from bj.session.game_plan import prepare
from bj.simulation.blocks import play_block
from bj.simulation.jobs import Unit, make_job
from bj.simulation.tallies import BlockTally

ODDS = Path(__file__).parents[2] / "rulesets" / "odds"

TWO_SEATS = """
players = [
  { name = "Ann", bankroll = 60, strategy = "counting" },
  { name = "Ben", bankroll = 500, strategy = "doubling" },
]

[ruleset]
title = "Two seats, one of which counts and one of which doubles"
extends = "classic"
without = ["shoe"]

[shoe]
packs = 1
reshuffle_when = "cards_left < 9"
when_empty = "restart hand"

[rules]
double = true
dealer_natural = true

[strategies.doubling]
extends = "counting"
wager = "minimum if count < 1 else 3 * minimum"
rules = [{ when = "cards == 2 and total >= 9 and total <= 11", do = "double" }]

[payouts]
natural = "6:5"
tie = "push"

[procedure]
game = ["shuffle", { repeat = "hand", while = "hand < hands and bankroll >= 2 * minimum" }]
"""


CHARTS = """
strategies.charts.wager = "2"
strategies.charts.chart.columns = "2 3 4 5 6 7 8 9 T A"
strategies.charts.chart.rows."hard ..9" = "H"
strategies.charts.chart.rows."hard 10..11" = "D"
strategies.charts.chart.rows."hard 12.." = "S"
strategies.charts.chart.rows."soft ..18" = "H"
strategies.charts.chart.rows."soft 19.." = "LAST"

[ruleset]
title = "A chart that doubles, or one that would draw to 21 if the house let it"
extends = "./infinite_best.toml"
without = ["strategies.best"]

[rules]
double = true

[[players]]
name = "Player"
bankroll = 5000
strategy = "charts"
"""


LARGEST_COUNT = 40
"""Larger counts are tallied as this one."""


CASINO = """
[ruleset]
title = "A casino with two spots, where hands may be given up, and four cards win at once"
extends = "casino"

[[players]]
name = "Ann"
bankroll = "bankroll"
strategy = "basic"
spots = 2

[rules]
surrender = true

[payouts.bonuses.charlie]
when = "cards == 4"
pays = "1:1"
at_once = true

[strategies.basic]
insurance = "count > 0"
count = { "2 3 4 5 6" = 1, "T J Q K A" = -1 }

[strategies.basic.chart.rows]
"hard 15..16" = "S S S S S H H Rh Rh Rh"
"""

RAISED = """
[ruleset]
title = "Every hand is insured, after a power has raised some wagers; insurance pays little"
extends = "./spots.toml"

[payouts]
insurance = "1:1500"

[output]
player_says = "{words}"

[strategies.basic]
insurance = true
reactions = [{ on = "dealt", when = "total > 12", do = "raise wager", amount = "wager", say = "More" }]
"""


class Case(NamedTuple):
    """Games to be played and counted."""

    ruleset: str
    arguments: Sequence[str]
    unit: Unit
    size: int
    rounds: int = 0


CASES = {
    "simple": Case("classic", ["100", "5", "30", "simple"], "games", 6),
    "counting, rounded": Case("classic", ["500", "7", "60", "counting"], "hands", 120),
    "two seats": Case("two_seats", ["100", "5", "130", "simple"], "hands", 120),
    "two seats, games": Case("two_seats", ["100", "5", "40", "simple"], "games", 4),
    "players against sos": Case("sos_vs_sc", ["100", "20", "counting", "sos"], "games", 3),
    "players against sc": Case("sos_vs_sc", ["100", "20", "counting", "sc"], "games", 3),
    "revised": Case("sos_vs_sc_revised", ["100", "20", "simple", "sc"], "games", 3),
    "revised, counting": Case("sos_vs_sc_revised", ["60", "20", "counting", "sos"], "hands", 120),
    "many seats": Case("vegas", ["safe:A:50", "random:B:70", "random:C:9"], "games", 3, 40),
    "doubling": Case(str(ODDS / "infinite_double_best.toml"), ["120"], "hands", 120),
    "naturals against naturals": Case(str(ODDS / "fresh_pack_like_dealer.toml"), ["120"], "hands", 120),
    "chart that doubles": Case("doubling", ["140"], "hands", 120),
    "chart that draws": Case("drawing", ["140"], "hands", 120),
    "casino": Case("spots", ["100000", "130", "basic"], "hands", 120),
    "raised, then insured": Case("raised", ["100000", "130", "basic"], "hands", 100),
    "ties that lose": Case(str(ODDS / "random_infinite.toml"), ["60"], "games", 3),
}


class Played(NamedTuple):
    """A case and its recorded games."""

    checked: Checked
    values: dict[str, Value]
    found: Record


@pytest.fixture(scope="session", name="played")
def every_case(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Played]:
    """All cases, played and counted."""
    folder = tmp_path_factory.mktemp("rulesets")
    (folder / "two_seats.toml").write_text(TWO_SEATS, "utf-8")
    (folder / "spots.toml").write_text(CASINO, "utf-8")
    (folder / "raised.toml").write_text(RAISED, "utf-8")
    (folder / "infinite_best.toml").write_bytes((ODDS / "infinite_best.toml").read_bytes())
    (folder / "doubling.toml").write_text(CHARTS.replace("LAST", "S"), "utf-8")
    drawing = CHARTS.replace("LAST", "H").replace('"D"', '"H"')
    (folder / "drawing.toml").write_text(drawing, "utf-8")
    played: dict[str, Played] = {}
    for name, case in CASES.items():
        own = folder / f"{case.ruleset}.toml"
        checked = load_ruleset(own if own.exists() else find_ruleset(case.ruleset))
        values = fill_arguments(checked.model.command_line, case.arguments, {})
        found = record(checked, values, case.unit, 5, case.size, seed=3, rounds=case.rounds)
        played[name] = Played(checked, values, found)
    return played


class Whole(NamedTuple):
    """A hand that was dealt, with all that it was split into."""

    received: int
    """The amount received, including insurance."""
    staked: int
    initial: int
    counted: int


def wholes_of(hands: Sequence[Hand]) -> list[Whole]:
    """The dealt hands, each with the hands split from it, which have no first wager."""
    found: list[Whole] = []
    for hand in hands:
        if hand.initial:
            found.append(Whole(hand.received + hand.insurance, hand.wager, hand.initial, hand.counted))
        else:
            last = found[-1]
            found[-1] = last._replace(received=last.received + hand.received, staked=last.staked + hand.wager)
    return found


def numbers_of(hands: Sequence[Hand]) -> dict[int, int]:
    """The expected tally of a person with these hands."""
    ends, wholes = Counter(map(outcome_of, hands)), wholes_of(hands)
    return {
        y.HANDS: len(wholes),
        **{y.OUTCOMES + outcome.number: ends[name] for name, outcome in OUTCOMES.items()},
        y.NATURALS: sum(hand.is_natural for hand in hands),
        y.BUSTS: sum(hand.is_bust for hand in hands),
        y.DOUBLES: sum(hand.doubled for hand in hands),
        y.SPLITS: len(hands) - len(wholes),
        y.INSURED: sum(hand.insured > 0 for hand in hands),
        y.INSURANCE: sum(hand.insurance for hand in hands),
        y.INSURANCE_STAKED: sum(hand.insured for hand in hands),
        y.RECEIVED: sum(whole.received for whole in wholes),
        y.STAKED: sum(whole.staked for whole in wholes),
        y.INITIAL: sum(whole.initial for whole in wholes),
        y.SQUARES: sum(whole.received**2 for whole in wholes),
    }


def by_count(hands: Sequence[Hand]) -> dict[int, list[int]]:
    """The expected tally by count of these hands."""
    found: dict[int, list[int]] = {}
    for whole in wholes_of(hands):
        cell = found.setdefault(max(-LARGEST_COUNT, min(LARGEST_COUNT, whole.counted)), [0, 0, 0])
        cell[0] += 1
        cell[1] += whole.received
        cell[2] += whole.initial
    return found


def compare(tally: BlockTally, found: Record, case: Case) -> None:
    """Compare every number of a tally with the events."""
    assert tally.hands == found.tables()
    losers, winners = Counter(loser for loser, _ in found.lost), Counter(winner for _, winner in found.lost)
    for person, told in enumerate(tally.persons):
        hands = found.hands_of(person)
        wanted = numbers_of(hands)
        if case.unit == "games":
            wanted |= {y.ROUNDS_WON: winners[person], y.ROUNDS_LOST: losers[person]}
        assert {place: told.numbers[place] for place in wanted} == wanted
        if told.by_count:
            cells = {count: cell[: y.COUNT_SIZE] for count, cell in told.by_count.items()}
            assert cells == by_count(hands)
    assert len(tally.persons) == found.persons
    if case.unit == "games":
        assert tally.games == case.size
        assert tally.lengths == Counter(map(len, found.hands))
        assert tally.rounds == Counter(found.rounds)
        assert tally.bankrolls == [Counter(column) for column in zip(*found.bankrolls, strict=True)]
        assert tally.winners == (Counter(found.winners) or Counter({-1: case.size}))


def engines() -> list[Engine]:
    """Both engines, or the plain one where the other is not installed."""
    try:
        return [PLAIN, compiled_engine()]
    except UsageError:
        return [PLAIN]


@pytest.mark.parametrize("name", CASES)
def test_tallies_are_what_the_events_tell(name: str, played: dict[str, Played]) -> None:
    """Every tallied number of a block equals one that is counted from the events of the same games."""
    case, (checked, values, found) = CASES[name], played[name]
    job = make_job(checked, values, case.unit, seed=3, rounds=case.rounds)
    assert sum(len(found.hands_of(person)) for person in range(found.persons)) >= min(case.size, 100)
    for engine in engines():
        compare(play_block(job, 5, case.size, engine), found, case)


def test_the_cases_have_all_that_is_tallied(played: dict[str, Played]) -> None:
    """Every outcome, doubled hands, hands that start again and counts of both signs occur in the cases."""
    hands = [
        hand
        for _, _, found in played.values()
        for person in range(found.persons)
        for hand in found.hands_of(person)
    ]
    assert set(map(outcome_of, hands)) == set(OUTCOMES)
    assert any(hand.doubled for hand in hands)
    assert any(hand.insurance > 0 for hand in hands)
    assert sum(not hand.initial for hand in hands) > 5
    assert min(hand.counted for hand in hands) < -4
    assert max(hand.counted for hand in hands) > 4
    assert any(found.restarts for _, _, found in played.values())


LARGE = {
    "side bets": """
[side_bets.large]
wager = 1_000_000_000_000
pay_table = [{ when = true, pays = "9999:1" }]

[strategies.simple]
side_bets.large = true

[procedure.hand]
after."take wagers" = ["take side bets"]
before."settle" = ["settle side bets"]
""",
    "powers": """
[strategies.simple]
powers = ["gift"]

[powers.gift]
on = "hand over"
do = "change bankroll"
amount = "1000 * 1_000_000_000_000"
""",
}


@pytest.mark.parametrize("kind", LARGE)
def test_sums_that_could_leave_64_bits_end_a_simulation(kind: str, engine: Engine) -> None:
    """Both engines stop in the same game, when the sum of all games becomes too large."""
    head = "[ruleset]\ntitle = 'Large'\nextends = 'classic'\n[rules]\ncredit = true\n"
    checked, values = prepare(head + LARGE[kind], ["100", "5", "3", "simple"], {})
    with pytest.raises(GameError, match=r"game (39|386), hand \d: a number is too large"):
        play_block(make_job(checked, values, "hands"), 0, 30_000, engine)
