"""Try every other play at every place of the best charts, on an infinite shoe.

    python tests/campaigns/cells.py [RULESET]…

Solves each table of `rulesets/casino`, or each given ruleset, with an infinite shoe. No change of one cell of
its chart may be better by more than 1e-12 of a wager, and the analysis of the written strategy must give the
reported value. The exit code is 1 otherwise. Needs the compiled engine.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import bj
from bj.analysis.game import make_game
from bj.analysis.solver_choice import explore_game
from bj.analysis.solving import BEST, Solver
from bj.ruleset.files import find_ruleset
from bj.ruleset.load import load_ruleset
from bj.session.plan import prepare

RULESETS = Path(__file__).parents[2] / "rulesets"

LEAST = 1e-12

ENDLESS = """
[ruleset]
title = "Dealt from an infinite shoe"
extends = "{name}"
format = 1
without = ["shoe"]

[shoe]
packs = "infinite"

[procedure]
"""

SHUFFLES = {"game": "shuffle", "hand": "reshuffle"}
"""The steps that shuffle, which an infinite shoe goes without."""


def endless(name: str) -> str:
    """A ruleset, dealt from an infinite shoe."""
    steps = load_ruleset(find_ruleset(name)).model.procedure.steps_named()
    without = [f'{part}.without = ["{step}"]\n' for part, step in SHUFFLES.items() if step in steps]
    return ENDLESS.format(name=name) + "".join(without)


def main(names: list[str]) -> int:
    """Try the charts of rulesets, and say how many are not the best, or not worth what they say."""
    wrong = 0
    print("| table | by totals | by composition | places | changes | best change | written, analysed |")
    print("|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        file, best = Path(folder) / "endless.toml", Path(folder) / "best.toml"
        for name in names:
            file.write_text(endless(name), encoding="utf-8")
            game = make_game(*prepare(file, (), {}), fresh=False, solved=True)
            solver = Solver(explore_game(game, "compiled", None, ("received", "initial")))
            codes = solver.solve()
            value = solver.value(codes)
            changes = [(cell, code) for cell in codes for code in solver.codes(cell) if code != codes[cell]]
            gain = max(solver.value(codes | {cell: code}) for cell, code in changes) - value
            best.write_text(bj.solve(file, file=best).strategy, encoding="utf-8")
            played = bj.analyze(best).players[0].edge
            wrong += gain > LEAST or abs(played - value) > LEAST
            numbers = f"{100 * value:.6f}% | {100 * solver.value(BEST):.6f}% | {len(codes)} | {len(changes)}"
            print(f"| `{name}` | {numbers} | {gain:.1e} | {100 * played:.6f}% |", flush=True)
    print(f"\n{wrong} are not as they should be")
    return int(wrong > 0)


if __name__ == "__main__":
    tables = [f"casino/{file.stem}" for file in sorted((RULESETS / "casino").glob("*.toml"))]
    sys.exit(main(sys.argv[1:] or tables))
