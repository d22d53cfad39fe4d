"""Makes small games with exact values that are quick to compute, also by playing every deal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from bj.analysis.exact_game import ExactGame, make_game
from bj.analysis.full_search import SolutionGraph, explore_graph
from bj.engine.face import driving
from bj.engine.face.driving import no_record
from bj.engine.face.view import Stop
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.session.engines import PLAIN, Speed

SMALL = """
[ruleset]
title = "A small pack"
extends = "infinite_double"

[shoe]
packs = 1
reshuffle_when = true

[cards]
pack = {{ "2 3 4 6 7 8 9 J Q K" = 0, T = 3 }}

[[players]]
name = "Player"
bankroll = 1_000_000
strategy = "{strategy}"

[strategies.drawer]
wager = "2"
rules = [{{ when = "total < 15", do = "hit" }}, {{ when = "total < 16", do = "double" }}, {{ do = "stand" }}]

[procedure.hand]
before."take wagers" = ["reshuffle"]
without = ["show players"]
"""
"""Twenty cards: fives, tens and aces."""


def load(folder: Path, strategy: str = "drawer", more: str = "") -> Checked:
    """The small game with a strategy, or a person, as its player, and ``more`` of a ruleset."""
    file = folder / "small.toml"
    file.write_text(SMALL.format(strategy=strategy) + more, encoding="utf-8")
    return load_ruleset(file)


def explore(checked: Checked, engine: Speed = "plain") -> SolutionGraph:
    """The explored game of a ruleset, with default arguments."""
    values = {each.name: each.default for each in checked.model.command_line}
    return explore_graph(make_game(checked, values, fresh=False), engine)  # type: ignore[arg-type]  # defaults


def play_every_deal(game: ExactGame, *places: int) -> list[float]:
    """The mean of some numbers of the table over every order of the cards.

    Strategies play. Each deal is played separately, and only the sums are rounded.
    """
    kinds = [kind.card for kind in game.kinds]
    sums = [Fraction(0)] * len(places)

    def play(table: list[int], left: Sequence[int], chance: Fraction) -> None:
        for number, copies in enumerate(left):
            if copies:
                after, share = list(table), chance * copies / sum(left)
                driving.answer(after, kinds[number])
                status = PLAIN.play(game.program, after, no_record())
                if status == Stop.CHANCE:
                    play(after, [*left[:number], copies - 1, *left[number + 1 :]], share)
                    continue
                assert status == Stop.ENOUGH
                for index, place in enumerate(places):
                    if after[place]:
                        sums[index] += share * after[place]

    play(game.table, [kind.copies for kind in game.kinds], Fraction(1))
    return [float(each) for each in sums]
