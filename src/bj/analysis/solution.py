"""The best play of a ruleset, from its own rules as they are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bj.analysis.analysis import describe_shoe
from bj.analysis.explored import Speed, explore_game
from bj.analysis.game import Game, make_game
from bj.analysis.results import Deviation, Play, Solution
from bj.analysis.search import Progress
from bj.analysis.solving import Cell, Solver
from bj.analysis.strategy import DONE, columns_of, rows_of, write_strategy
from bj.arguments import Value
from bj.errors import UsageError
from bj.ruleset.check import Checked
from bj.ruleset.words import shorten, suggest
from bj.simulation.setting import describe_value
from bj.simulation.simulation import prepare

NEEDED = ("received", "initial")


def solve(
    ruleset: str | Path,
    arguments: Sequence[str] = (),
    *,
    settings: Mapping[str, str] | None = None,
    fresh: bool = False,
    against: str = "",
    file: str | Path = "best.toml",
    engine: Speed = "auto",
    progress: Progress | None = None,
) -> Solution:
    """Find the best play of the only player of a ruleset, a file or a shipped one.

    ``against`` is a strategy of the ruleset with a chart, of which every play is compared with the best one.
    The strategy that is found is the text of a ruleset for ``file``, which is not written.
    Raises RulesetError, UsageError where hands depend on each other, and GameError.
    """
    checked, values = prepare(ruleset, arguments, settings or {})
    if against:
        chart_codes(checked, against)
    game = make_game(checked, values, fresh=fresh, solved=True)
    return solve_game(game, values, ruleset, Path(file), against=against, engine=engine, progress=progress)


def solve_game(
    game: Game,
    values: Mapping[str, Value],
    ruleset: str | Path,
    file: Path,
    *,
    against: str = "",
    engine: Speed = "auto",
    progress: Progress | None = None,
) -> Solution:
    """Find the best play of a game."""
    explored = explore_game(game, engine, progress, NEEDED)
    solver = Solver(explored)
    codes = solver.solve()
    model, rows = game.checked.model, rows_of(game, codes)
    compared = chart_codes(game.checked, against) if against else {}
    compared = {cell: compared.get(cell, DONE) for cell in solver.cells} if against else {}
    return Solution(
        model.ruleset.title,
        {each.name: describe_value(values[each.name]) for each in model.command_line if each.name in values},
        describe_shoe(game),
        solver.mean(solver.play(codes)),
        solver.mean(solver.best()),
        tuple(columns_of(game)),
        rows,
        plays_of(solver, codes),
        explored.states,
        write_strategy(game, values, rows, ruleset, file),
        against,
        solver.mean(solver.play(compared)) if against else None,
        deviations_of(solver, compared) if against else (),
    )


def chart_codes(checked: Checked, name: str) -> dict[Cell, str]:
    """What the chart of a strategy says. Raises UsageError when there is none, or it does not say all."""
    if name not in checked.strategies:
        raise UsageError(f"no strategy is called `{shorten(name)}`", suggest(name, checked.strategies))
    if name not in checked.playing or checked.strategies[name].rules:
        raise UsageError(
            f"the strategy `{name}` does not play by a chart alone", "use `bj analyze` for its value"
        )
    return {Cell(*place): code for place, code in checked.playing[name].actions.items()}


def hand_of(cell: Cell) -> str:
    """What a chart calls the hands of a place."""
    return f"{'soft' if cell.is_soft else 'hard'} {cell.total}"


def plays_of(solver: Solver, codes: Mapping[Cell, str]) -> list[Play]:
    """The best play at every place of a chart, with what the second best costs."""
    names = {rank: name for name, rank in columns_of(solver.explored.game).items()}
    chances, values = solver.chances(codes), solver.play(codes)
    plays = []
    for cell in sorted(solver.cells):
        chance = sum(chances[number] for number in solver.cells[cell])
        worths = sorted((solver.worth(cell, code, chances, values) for code in solver.codes), reverse=True)
        second = next((worth for worth in worths if worth < worths[0]), worths[0])
        margin = (worths[0] - second) / chance if chance else 0.0
        plays.append(Play(hand_of(cell), names[cell.upcard], codes[cell], chance, margin))
    return plays


def deviations_of(solver: Solver, compared: Mapping[Cell, str]) -> list[Deviation]:
    """The plays of a chart that are not the best, the dearest first.

    Each is changed alone, where everything else is played as the chart says.
    """
    names = {rank: name for name, rank in columns_of(solver.explored.game).items()}
    chances, values = solver.chances(compared), solver.play(compared)
    found = []
    for cell, numbers in solver.cells.items():
        chance = sum(chances[number] for number in numbers)
        worths = {code: solver.worth(cell, code, chances, values) for code in solver.codes}
        best = max(worths, key=lambda code: worths[code])
        cost = worths[best] - worths[compared[cell]]
        if chance and cost > 0:
            found.append(Deviation(hand_of(cell), names[cell.upcard], compared[cell], best, chance, cost))
    return sorted(found, key=lambda each: -each.cost)
