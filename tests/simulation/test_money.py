"""The rows of every report add up to the change of each bankroll, to the last chip."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from tests.engine.variants import Variant, ruleset
from tests.simulation.test_tallies import engines

from bj.argument_values import Value
from bj.engine.face.tallied_games import HANDS
from bj.errors import GameError, UsageError
from bj.ruleset.check import Checked
from bj.session.engines import PLAIN
from bj.session.game_plan import prepare
from bj.simulation.blocks import play_block
from bj.simulation.compared_quantities import (
    AS_BANKER,
    BY_POWERS,
    BY_SIDE_BETS,
    IN_ALL,
    PER_HAND,
    Contest,
    list_differences,
)
from bj.simulation.comparison import make_contest
from bj.simulation.jobs import make_job
from bj.simulation.paired_play import play_pairs
from bj.simulation.participants import Setting, describe_setting
from bj.simulation.reports import render
from bj.simulation.results import PlayerResult, Simulation
from bj.simulation.simulation import RunOptions, make_simulation
from bj.simulation.tallies import BlockTally
from bj.simulation.text_tables import shorten

RULESETS, GAMES = 67, 3
RULES = [{"when": "total < 15", "do": "hit"}, {"do": "stand"}]

WAYS = {
    "per_hand": "value per hand",
    "side_bets_per_hand": BY_SIDE_BETS,
    "powers_per_hand": BY_POWERS,
    "banker_per_hand": AS_BANKER,
}
"""The fields that add up to the change of a bankroll, with their quantities in spreadsheets."""

HEADS = {
    "per_hand": " per hand, in money",
    "side_bets_per_hand": " per hand, in money: from side bets, not included above",
    "powers_per_hand": " per hand, in money: from powers and gifts, not included above",
    "banker_per_hand": " per hand, in money: as the banker, not included above",
    "bankroll_per_hand": " per hand, in money: the change in the bankroll",
}
"""Their headings in text."""


class Played(NamedTuple):
    """Some games of a random ruleset."""

    setting: Setting
    tally: BlockTally
    report: Simulation

    @property
    def unit(self) -> int:
        """The number of smallest units in one unit of money."""
        return int(10**self.setting.decimals)

    def changes(self) -> dict[str, int]:
        """The change of each player's bankroll in all games, in smallest units."""
        return changes_of(self.setting, self.tally)


def changes_of(setting: Setting, tally: BlockTally) -> dict[str, int]:
    """The change of each player's bankroll in all games, in smallest units."""
    return {
        name: sum(bankroll * times for bankroll, times in tally.bankrolls[person].items())
        - tally.games * setting.starts[person]
        for person, name in enumerate(setting.persons)
        if setting.strategies[person]
    }


def without_persons(seed: int) -> Variant:
    """A random ruleset whose strategies leave no decision to a person."""
    variant = ruleset(seed)
    for strategy in variant.data["strategies"].values():
        if "extends" not in strategy:
            strategy.setdefault("wager", "minimum")
            if not strategy.keys() & {"rules", "chart"}:
                strategy["rules"] = RULES
    return variant


def play_random(seed: int) -> Played | None:
    """Some games of a random ruleset by every engine; None if one stops with a fault.

    Leagues are left out: for each match, members bring their money again.
    """
    variant = without_persons(seed)
    if "matches" in variant.data.get("tournament", {}):
        return None
    try:
        return play(variant.load(), variant.values, seed)
    except GameError:
        return None


def play(checked: Checked, values: Mapping[str, Value], seed: int) -> Played:
    """Some games by every engine. Raises GameError if one stops with a fault."""
    rounds = 3 if "ask again" in checked.model.procedure.steps_named() else 0
    job = make_job(checked, values, "games", seed, rounds)
    first, *others = (play_block(job, 0, GAMES, engine) for engine in engines())
    assert all(tally == first for tally in others)
    setting = describe_setting(checked, values, job)
    return Played(setting, first, make_simulation(setting, job, first, 1, is_partial=False))


def has_ways(setting: Setting) -> bool:
    """Whether anything besides wagers moves money, so that there is a row for the whole change."""
    return setting.moves_money or bool(setting.bets)


def chips(value: float, hands: int, unit: int) -> int:
    """The total of a value per hand over all hands, in smallest units."""
    exact = Fraction(value) * hands * unit
    assert abs(exact - round(exact)) < Fraction(1, 100)
    return round(exact)


def check_player(told: Mapping[str, Any], changes: Mapping[str, int], setting: Setting) -> None:
    """Compare the rows of a player in JSON with the change of the bankroll."""
    hands, unit = told["hands"], 10**setting.decimals
    found = {name: chips(told[name]["value"], hands, unit) for name in WAYS if name in told}
    assert ("powers_per_hand" in told) == setting.moves_money
    assert sum(found.values()) == changes[told["name"]]
    assert ("bankroll_per_hand" in told) == has_ways(setting)
    if has_ways(setting):
        assert chips(told["bankroll_per_hand"]["value"], hands, unit) == changes[told["name"]]
    wagered = Fraction(told["average_wager"]) * hands * unit
    assert abs(Fraction(told["edge"]["value"]) * wagered - found["per_hand"]) < Fraction(1, 100)
    assert told["won"] + told["pushed"] + told["lost"] == hands + told["splits"]
    assert sum(told["outcomes"].values()) == hands + told["splits"]


def check_json(played: Played) -> None:
    """Check the numbers of a JSON report."""
    told, changes = json.loads(render(played.report, "json")), played.changes()
    for player in told["players"]:
        check_player(player, changes, played.setting)
    for purse in told["games"]["purses"]:
        final = chips(purse["final"]["value"], GAMES, played.unit) - chips(purse["start"], GAMES, played.unit)
        assert final == changes[purse["name"]]
        assert sum(times for _, times in purse["distribution"]) == GAMES
    idle = told.get("powers_without_hands", {})
    reported = {player["name"] for player in told["players"]}
    for name, change in changes.items():
        assert name in reported or chips(idle.get(name, 0.0), 1, played.unit) == change


def check_csv(played: Played) -> None:
    """Add up the rows of a spreadsheet."""
    rows = list(csv.DictReader(io.StringIO(render(played.report, "csv"))))
    values = {
        (row["name"], row["quantity"]): float(row["value"] or "nan")
        for row in rows
        if row["kind"] == "player"
    }
    for name, change in played.changes().items():
        hands = round(values.get((name, "hands"), 0))
        if hands:
            ways = [chips(values.get((name, way), 0.0), hands, played.unit) for way in WAYS.values()]
            in_all = chips(values[name, IN_ALL], hands, played.unit) if has_ways(played.setting) else change
            assert sum(ways) == in_all == change
        else:
            told = values.get((name, "money by powers in all, without a hand"), 0.0)
            assert chips(told, 1, played.unit) == change


def rows_of(text: str, head: str) -> Iterator[str]:
    """The rows below a heading of a text report."""
    lines = text.splitlines()
    for line in lines[lines.index(head) + 1 :] if head in lines else ():
        if not line.startswith("  "):
            return
        yield line


def printed(text: str, head: str, player: PlayerResult) -> tuple[Fraction, Fraction]:
    """The printed value of a player below a heading, and its largest rounding error."""
    label = f"  {shorten(player.name)} ({shorten(player.strategy)}) "
    row = next((row for row in rows_of(text, head) if row.startswith(label)), label + "0")
    value = row.removeprefix(label).split()[0].replace(",", "")
    return Fraction(value), Fraction(1, 2 * 10 ** len(value.partition(".")[2]))


def check_text(played: Played) -> None:
    """Add up the rows of a text report, up to rounding."""
    text, changes = render(played.report, "table"), played.changes()
    setting, is_played = played.setting, bool(played.report.players)
    shows_powers = setting.moves_money and (not setting.bank_goes_round or "powers" in kinds_of(played))
    assert (HEADS["powers_per_hand"] in text) == (shows_powers and is_played)
    assert (HEADS["banker_per_hand"] in text) == (setting.bank_goes_round and is_played)
    if has_ways(setting):
        for player in played.report.players:
            *ways, (in_all, rounded) = (printed(text, head, player) for head in HEADS.values())
            change = Fraction(changes[player.name], player.hands * played.unit)
            assert abs(in_all - change) <= rounded
            assert abs(sum(way for way, _ in ways) - change) <= sum(most for _, most in ways)


def test_rows_add_up_to_the_change_of_every_bankroll() -> None:
    """Wagers, side bets, powers and the bank add up to the change of a bankroll in each report format."""
    kinds = {"insured", "powers", "side bets", "splits", "tournament"}
    seen, games = set(), 0
    for seed in range(40, 240):  # soon followed by games of all kinds
        played = play_random(seed)
        if played is not None:
            games += 1
            for check in (check_json, check_csv, check_text):
                check(played)
            seen |= kinds_of(played)
        if games >= RULESETS and kinds <= seen:
            return
    assert sorted(kinds - seen) == []


def test_what_bankers_win_is_a_row() -> None:
    """If the bank rotates, one row has the winnings as the banker, and no chip is lost."""
    played = play(*prepare("variants/vingt_et_un", [], {})[:2], 1)
    for check in (check_json, check_csv, check_text):
        check(played)
    assert kinds_of(played) == {"bank"}
    assert sum(played.changes().values()) == 0


def kinds_of(played: Played) -> set[str]:
    """The kinds of money that moved in some games."""
    players = played.report.players
    kinds = {
        "bank": any(player.banker_per_hand and player.banker_per_hand.value for player in players),
        "insured": any(player.insured for player in players),
        "powers": any(player.powers_per_hand and player.powers_per_hand.value for player in players),
        "side bets": any(player.side_bets for player in players),
        "splits": any(player.splits for player in players),
        "tournament": bool(played.setting.teams),
    }
    return {kind for kind, is_there in kinds.items() if is_there}


@cache
def loaded(seed: int) -> tuple[Checked, dict[str, Value]]:
    """A random ruleset without persons, with what is given on its command line."""
    variant = without_persons(seed)
    return variant.load(), variant.values


def contest_of(seeds: Sequence[int], games: int) -> Contest | None:
    """A comparison of two random rulesets, one with powers or side bets and one without, or None."""
    left, right = map(loaded, seeds)
    asks = any("ask again" in side.model.procedure.steps_named() for side, _ in (left, right))
    try:
        contest = make_contest(left, right, RunOptions("games", games, rounds=3 if asks else 0), None)
    except UsageError:  # the two sides have no seat in common
        return None
    left_side, right_side = ((side.moves_money, bool(side.bets)) for side in (contest.left, contest.right))
    return contest if left_side != right_side else None


def test_rows_of_a_comparison_add_up_on_both_sides() -> None:
    """Money moved by powers or side bets is a row of a comparison, also if only one side has them."""
    moving = [(3, 7), (3, 13), (3, 51), (3, 59), (4, 59), (5, 11), (5, 13), (5, 17)]
    pairs = [*moving, *combinations(range(60), 2)]
    contests = (contest_of(pair, games=20) for pair in pairs)
    seen: Counter[str] = Counter()
    for contest in contests:
        seen.update(check_contest(contest, 20) if contest is not None else ())
        if min(seen[BY_POWERS], seen[BY_SIDE_BETS]) >= 6:
            return
    pytest.fail(f"too little has moved money: {seen}")


def check_contest(contest: Contest, games: int) -> set[str]:
    """Add up the rows of a comparison; return which of powers and side bets moved money."""
    try:
        tally = play_pairs(contest.job, 0, games, PLAIN)
    except GameError:
        return set()
    rows = {(each.quantity, each.name): each for each in list_differences(contest, tally)}
    names = [(each.name, each.right_name) for each in rows.values() if each.quantity == IN_ALL]
    for pair in names:
        for side, setting in enumerate((contest.left, contest.right)):
            own = tally.sides[side]
            person = own.persons[setting.persons.index(pair[side])]
            told = {
                way: chips(
                    (rows[way, pair[0]].left, rows[way, pair[0]].right)[side].value,
                    person.numbers[HANDS],
                    10**setting.decimals,
                )
                for way in (PER_HAND, BY_POWERS, BY_SIDE_BETS, AS_BANKER, IN_ALL)
                if (way, pair[0]) in rows
            }
            assert told[IN_ALL] == changes_of(setting, own)[pair[side]]
            assert sum(told.values()) == 2 * told[IN_ALL]
    moved = {each.quantity for each in rows.values() if each.left.value or each.right.value}
    return moved & {BY_POWERS, BY_SIDE_BETS}
