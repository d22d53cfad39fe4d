"""Check printed errors and intervals: the same simulation with many seeds.

    python tests/campaigns/errors.py [--seeds N] [--engine auto|plain|compiled] [SETTING]…

Simulates every setting with its own seeds. For every number, prints the mean of its standard errors divided
by the standard deviation of its values, which should be 1; the percentage of 95% intervals that contain the
mean of all values; and the percentage of runs without an interval because too little is known, which count
for nothing else. The exit code is 1 if errors are too small, or too few intervals contain the mean.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from bj.argument_values import Value
from bj.ruleset.check import Checked
from bj.session.engines import Speed
from bj.session.game_plan import prepare
from bj.simulation.comparison import Comparison, make_contest, run_comparison
from bj.simulation.estimates import Estimate
from bj.simulation.results import PlayerResult, Simulation
from bj.simulation.simulation import RunOptions, run_simulation

HERE = Path(__file__).parent
OWN = HERE / "wagers"
ODDS = HERE.parents[1] / "rulesets" / "odds"

LEAST_RATIO, LEAST_COVERAGE = 0.85, 0.93
MOSTLY = 0.9
"""The share of runs without an interval above which the others are too few to judge."""

Side = tuple[Checked, Mapping[str, Value]]


@dataclass(frozen=True)
class Setting:
    """Something to simulate."""

    name: str
    ruleset: str | Path
    arguments: Sequence[str]
    wanted: Mapping[str, Any]
    other: Mapping[str, str] = field(default_factory=dict)
    """The arguments of the right side of a comparison."""


LONG = ["10000", "5", "200"]
SMALL, LARGE = {"amount": 2_000}, {"amount": 100_000}
FEW, MANY = {"unit": "games", "amount": 60}, {"unit": "games", "amount": 1_000}
SC = ["5", "3", "simple", "sc"]
COUNTING = {"player": "counting"}

SETTINGS = [
    *(
        Setting(name, ruleset, arguments, wanted)
        for name, ruleset, arguments in (
            ("flat", "classic", [*LONG, "simple"]),
            ("flat, doubling", ODDS / "infinite_double_best.toml", ["200"]),
            ("counting", "classic", [*LONG, "counting"]),
            ("ramp of 1 to 12", OWN / "ramp.toml", [*LONG, "counting"]),
            ("Martingale", OWN / "martingale.toml", ["2000", "5", "200", "simple"]),
            ("a twentieth of the bankroll", OWN / "twentieth.toml", ["1000", "5", "200", "simple"]),
            ("constant in a game, 4:5", OWN / "constant.toml", ["10000", "5", "200", "simple"]),
        )
        for wanted in (SMALL, LARGE, FEW, MANY)
    ),
    *(
        Setting("Martingale, seldom ruined", OWN / "martingale.toml", ["10000", "5", "60", "simple"], wanted)
        for wanted in (SMALL, LARGE, FEW, MANY)
    ),
    *(
        Setting("vegas, random player", "vegas", ["random:B:100"], {**wanted, "rounds": 200})
        for wanted in (SMALL, {"amount": 1_000_000}, FEW, MANY)
    ),
    *(
        Setting("vegas, six seats", "vegas", SEATS, {**wanted, "rounds": 50})
        for SEATS in ([f"safe:{name}:100" for name in "ABCDEF"],)
        for wanted in (SMALL, LARGE, FEW, MANY)
    ),
    *(
        Setting(name, ruleset, ["100000", "200", "basic"], wanted)
        for name, ruleset in (("casino", "casino"), ("casino, three spots", OWN / "spots.toml"))
        for wanted in (SMALL, LARGE, FEW, MANY)
    ),
    *(Setting("tournament", "sos_vs_sc_revised", SC, wanted) for wanted in (FEW, MANY)),
    *(
        Setting("long games", "classic", ["10000", "5", "10000", kind], {"amount": 20_000})
        for kind in ("simple", "counting")
    ),
    *(
        Setting("precision", "classic", ["1000", "5", "200", "counting"], wanted)
        for wanted in ({"precision": 0.002}, {"precision": 0.02}, {"precision": 0.03, "amount": 2_000})
    ),
    *(
        Setting("compared", "classic", [*LONG, "simple"], wanted, COUNTING)
        for wanted in ({"amount": 513}, SMALL, LARGE, FEW, MANY, {"precision": 0.004})
    ),
    *(
        Setting("compared, tournament", "sos_vs_sc_revised", SC, wanted, {"kind": "counting"})
        for wanted in (FEW, MANY)
    ),
]


def run(setting: Setting, seed: int, engine: Speed, sides: Sequence[Side]) -> dict[str, Estimate]:
    """The printed values for one seed."""
    wanted = replace(RunOptions(seed=seed, engine=engine, workers=1), **setting.wanted)
    if setting.other:
        compared = run_comparison(make_contest(sides[0], sides[1], wanted, None), wanted)
        return dict(list_comparison(compared))
    return dict(list_simulation(run_simulation(*sides[0], wanted)))


def list_simulation(found: Simulation) -> Iterator[tuple[str, Estimate]]:
    """The numbers of a simulation that are checked."""
    players = (
        found.players if len(found.players) == 1 else [found.players[0], *found.strategies, *found.teams]
    )
    for number, player in enumerate(players):
        whose = f"{player.name}: " if number else ""
        yield from ((f"{whose}{name}", each) for name, each in list_player(player))
    if found.games is not None:
        yield "hands per game", found.games.hands
        for purse in found.games.purses[:1]:
            yield from (("final bankroll", purse.final), ("ruin", purse.ruin))
        yield from ((f"{name} wins", each) for name, each in list(found.games.teams.items())[:1])
        for member in found.games.members:
            if member.wins is not None:
                yield f"rounds of {member.name}", member.wins


def list_player(player: PlayerResult) -> Iterator[tuple[str, Estimate]]:
    """The numbers of a player that are checked."""
    yield "per initial wager", player.edge
    yield "per hand", player.per_hand
    yield "DI", player.desirability
    yield from ((name, player.shares[name]) for name in ("won", "pushed", "naturals"))
    for at in player.by_count:
        if at.count in (0, 3):
            yield f"per initial wager at {at.count:+d}", at.edge


def list_comparison(found: Comparison) -> Iterator[tuple[str, Estimate]]:
    """The numbers of a comparison that are checked."""
    for each in found.differences:
        if each.quantity != "value per unit wagered" and each.name in (
            "",
            found.differences[0].name,
            "Player",
        ):
            yield f"{each.quantity}, difference", each.difference
    yield "per initial wager, left", found.left.players[0].edge


@dataclass(frozen=True)
class Row:
    """The results for one number."""

    ratio: float
    coverage: float
    unknown: float
    known: int
    """The number of runs that the coverage counts."""

    @property
    def is_wrong(self) -> bool:
        """Whether the errors are too small, or too few intervals contain the value for this to be chance."""
        if self.unknown >= MOSTLY:
            return False
        chance = 2 * sqrt(LEAST_COVERAGE * (1 - LEAST_COVERAGE) / self.known)
        return self.ratio < LEAST_RATIO or self.coverage < LEAST_COVERAGE - chance


def judge(estimates: Sequence[Estimate]) -> Row:
    """Compare the printed errors and intervals with the spread of the values."""
    truth = fmean(found.value for found in estimates)
    known = [found for found in estimates if found.low is not None and found.high is not None]
    if len(known) < 2:
        return Row(float("nan"), float("nan"), 1.0, len(known))
    spread = stdev(found.value for found in estimates)
    errors = fmean(found.error or 0.0 for found in known)
    held = fmean((found.low or 0) <= truth <= (found.high or 0) for found in known)
    unknown = 1 - len(known) / len(estimates)
    return Row(errors / spread if spread else float("inf"), held, unknown, len(known))


def study(setting: Setting, seeds: int, engine: Speed) -> dict[str, Row]:
    """The results for every number of a setting."""
    sides = [prepare(str(setting.ruleset), setting.arguments, {})]
    if setting.other:
        words = list(setting.arguments)
        model = sides[0][0].model
        names = [argument.name for argument in model.command_line]
        kept = {**dict(zip(names, words, strict=False)), **setting.other}
        sides.append(prepare(str(setting.ruleset), [], kept))
    found: dict[str, list[Estimate]] = {}
    for seed in range(seeds):
        for name, each in run(setting, seed, engine, sides).items():
            found.setdefault(name, []).append(each)
    return {name: judge(each) for name, each in found.items() if len(each) > seeds // 2}


def describe(wanted: Mapping[str, Any]) -> str:
    """Describe how much is simulated."""
    unit = wanted.get("unit", "hands")
    words = [f"{wanted['amount']:,} {unit}"] if "amount" in wanted else []
    words += [f"--precision {wanted['precision']:.1%}"] if "precision" in wanted else []
    return ", ".join(words)


def main() -> int:
    """Simulate, and print a row for each number."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("settings", nargs="*", metavar="SETTING", help="all of them without any")
    parser.add_argument("--seeds", type=int, default=400)
    parser.add_argument("--engine", choices=["auto", "plain", "compiled"], default="auto")
    options = parser.parse_args()
    print("| game | played | number | error / deviation | held of 100 | unknown of 100 |")
    print("|---|---|---|---|---|---|")
    wrong = 0
    for setting in SETTINGS:
        if options.settings and setting.name not in options.settings:
            continue
        for name, row in study(setting, options.seeds, options.engine).items():
            wrong += row.is_wrong
            ratio = f"{row.ratio:.2f}" if isfinite(row.ratio) else "-"
            held = f"{100 * row.coverage:.1f}" if isfinite(row.coverage) else "-"
            mark = " **" if row.is_wrong else ""
            cells = f"{ratio} | {held} | {100 * row.unknown:.0f} |{mark}"
            print(f"| {setting.name} | {describe(setting.wanted)} | {name} | {cells}", flush=True)
    print(f"\n{wrong} of them are too small or hold too seldom")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
