"""Computes odds for the page: simulations, the best strategy, and the values for a chart cell."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Literal

from bj.analysis.action_values import Positions
from bj.analysis.exact_game import ExactGame, make_game
from bj.analysis.report import render_solution
from bj.analysis.solve_ruleset import solve_game
from bj.errors import UsageError
from bj.playground.current_text import Desk, Json, Progress
from bj.simulation.reports import render
from bj.simulation.reports.json_report import to_plain
from bj.simulation.simulation import RunOptions, run_simulation

MOST_COMPOSITIONS = 8
"""The maximum number of hands to list for one cell in a chart."""


def simulate(
    desk: Desk,
    *,
    text: str,
    arguments: str = "",
    seed: int = 0,
    rounds: int = 0,
    amount: int = 0,
    unit: Literal["hands", "games"] = "hands",
    progress: Progress,
) -> Json:
    """Run a simulation. Return the report that `bj simulate` prints, and the same results as data."""
    checked, values = desk.checked(text), desk.values(text, arguments)
    wanted = RunOptions(unit, amount or None, seed=seed, workers=1, rounds=rounds)
    found = run_simulation(
        checked, values, wanted, lambda hands, share: progress({"hands": hands, "share": share})
    )
    return {"report": render(found, "table"), "result": to_plain(found)}


def solve(desk: Desk, *, text: str, arguments: str = "", fresh: bool = False, progress: Progress) -> Json:
    """Find the best strategy. Return the report that `bj solve` prints, and the same results as data."""
    checked, values = desk.checked(text), desk.values(text, arguments)
    game = make_game(checked, values, fresh=fresh, solved=True)
    found = solve_game(game, values, None, None, progress=lambda calls: progress({"calls": calls}))
    return {"report": render_solution(found, "table"), "result": to_plain(found)}


def cell(
    desk: Desk, *, text: str, hand: str, upcard: str, arguments: str = "", fresh: bool = False
) -> list[Json]:
    """Return the value of each action for each two-card hand that belongs to a chart cell.

    ``hand`` is the name of a row, such as ``hard 16``. Hands that are never played, such as naturals, are
    omitted. Raises UsageError if no hands remain.
    """
    checked, values = desk.checked(text), desk.values(text, arguments)
    game: ExactGame = desk.keep(
        ("game of cells", arguments, fresh), lambda: make_game(checked, values, fresh=fresh, solved=True)
    )
    positions: Positions = desk.keep(("cells", arguments, fresh), lambda: Positions(game))
    shown = [] if upcard in ("", "any") else [upcard]
    found = []
    for cards in hands_of_cell(game, hand)[:MOST_COMPOSITIONS]:
        try:
            position = positions.find(cards, shown)
        except UsageError:
            continue
        answers = [
            {"action": name, "value": value} for name, value in (position.actions or position.offers).items()
        ]
        found.append({"hand": position.hand, "upcard": position.upcard, "values": answers})
    if not found:
        raise UsageError(f"`{hand[:40]}` contains no two-card hands", "choose another cell")
    return found


def hands_of_cell(game: ExactGame, name: str) -> list[tuple[str, str]]:
    """Return the two-card hands that belong to a row in a chart, as pairs of rank codes.

    Raises UsageError if no row can have this name.
    """
    kind, _, wanted = name.partition(" ")
    codes, worths = game.checked.pack.codes, game.checked.pack.worths
    ranks = sorted({game.rank_of(each) for each in game.kinds}, key=lambda rank: max(worths[rank]))
    if kind == "pair":
        return [(codes[rank], codes[rank]) for rank in ranks if codes[rank] == wanted]
    if kind not in ("hard", "soft") or not (wanted.isascii() and wanted.isdigit() and len(wanted) <= 2):
        raise UsageError(f"no row of a chart is called `{name[:40]}`", "use a name such as `hard 16`")
    target = game.checked.model.rules.target
    found = []
    for one, other in combinations_with_replacement(ranks, 2):
        least = min(worths[one]) + min(worths[other])
        sums = {a + b for a in worths[one] for b in worths[other] if a + b <= target}
        total = max(sums, default=least)
        is_soft = total != least
        if total == int(wanted) and is_soft == (kind == "soft"):
            found.append((codes[one], codes[other]))
    return sorted(found, key=lambda pair: pair[0] == pair[1])
