"""Finds the best way to play a ruleset, from the rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bj.analysis.best_play import BEST, DONE, ENDS, INSURANCE, Cell, Solver
from bj.analysis.exact_game import ExactGame, make_game
from bj.analysis.names_in_reports import against as name_against
from bj.analysis.names_in_reports import class_of, describe_method, describe_shoe
from bj.analysis.one_hand_search import Progress
from bj.analysis.results import BestPlay, Deviation, Solution, StrategyClass
from bj.analysis.solver_choice import explore_game, uncollected
from bj.analysis.strategy_ruleset import columns_of, condition_of_column, rows_of, write_strategy
from bj.argument_values import Arguments, Value
from bj.catalogue.actions import ACTIONS, PLAYS, Action
from bj.engine.search.chart_cells import NO, YES
from bj.errors import UsageError
from bj.files import path_of
from bj.ruleset.check import Checked
from bj.ruleset.load import AnyRuleset, has_name
from bj.ruleset.model import Rules
from bj.session.engines import Speed
from bj.session.game_plan import prepare
from bj.session.python_strategies import refuse_unknown
from bj.simulation.participants import describe_value

NEEDED = ("received", "initial")


def solve(
    ruleset: AnyRuleset,
    arguments: Arguments = (),
    *,
    fresh: bool = False,
    against: str = "",
    file: str | Path | None = None,
    engine: Speed = "auto",
    progress: Progress | None = None,
    **named: object,
) -> Solution:
    """Find the best play for a ruleset with one player, given as a name, a file, TOML text or data.

    ``against`` names a strategy in the ruleset. Every play in its chart is compared with the best play. The
    best strategy is returned as the text of a ruleset that extends the original one. The text is meant to be
    saved as ``file`` or, by default, next to the original ruleset, but this function writes no file. If the
    original ruleset is neither a name nor a file, the text extends ``ruleset.toml``. Raises RulesetError if
    the ruleset has faults, GameError if the game cannot be played, and UsageError if an argument is invalid
    or hands depend on each other.
    """
    checked, values = prepare(ruleset, arguments, named, call=solve)
    if against != "":
        chart_codes(checked, against)
    game = make_game(checked, values, fresh=fresh, solved=True)
    kept = None if file is None else path_of(file)
    base = ruleset if has_name(ruleset) else None
    return solve_game(game, values, base, kept, against=against, engine=engine, progress=progress)


@uncollected()
def solve_game(
    game: ExactGame,
    values: Mapping[str, Value],
    ruleset: str | Path | None,
    file: Path | None,
    *,
    against: str = "",
    engine: Speed = "auto",
    progress: Progress | None = None,
) -> Solution:
    """Find the best play for a game that is already prepared (see ``solve``)."""
    explored = explore_game(game, engine, progress, NEEDED)
    solver = Solver(explored)
    codes = solver.solve()
    splits = game.checked.model.rules.may_ever("split")
    composition = class_of(game, splits=splits, by_own_cards=explored.is_by_own_cards)
    model, totals = game.checked.model, explored.totals
    rows = rows_of(game, codes, totals)
    compared = chart_codes(game.checked, against) if against else {}
    if against:
        compared = {cell: code_at(solver, compared, cell) for cell in solver.decisions}
    return Solution(
        model.ruleset.title,
        {each.name: describe_value(values[each.name]) for each in model.command_line if each.name in values},
        describe_shoe(game),
        solver.value(codes),
        solver.value(BEST),
        tuple(columns_of(game, totals)),
        rows,
        plays_of(solver, codes),
        describe_method(game, composition),
        explored.states,
        write_strategy(
            game,
            values,
            rows,
            totals,
            insured_against(game, codes),
            ruleset,
            file,
        ),
        StrategyClass.TOTAL_DEPENDENT,
        composition,
        True,
        against,
        solver.value(compared) if against else None,
        deviations_of(solver, compared) if against else (),
    )


def chart_codes(checked: Checked, name: str) -> dict[Cell, str]:
    """Return the codes in the chart of the strategy called ``name``.

    Raises UsageError if the strategy does not consist of a chart alone.
    """
    refuse_unknown(checked, name)
    if name not in checked.playing or checked.strategies[name].rules:
        raise UsageError(
            f"the strategy `{name}` contains more than a chart", "use `bj analyze` to compute its value"
        )
    playing = checked.playing[name]
    found = {
        Cell("soft" if soft else "hard", total, rank): code
        for (soft, total, rank), code in playing.actions.items()
    }
    for pair, row in playing.pairs.items():
        found |= {Cell("pair", pair, rank): code for rank, code in row.items()}
    return found


def code_at(solver: Solver, compared: Mapping[Cell, str], cell: Cell) -> str:
    """Return the code that the chart ``compared`` gives for ``cell``.

    If a pair has no code, the code for its total is used. That code also gives the second choice for a pair
    that cannot be split. Raises UsageError if no single code describes both choices.
    """
    if cell.kind == INSURANCE:
        return NO
    decision = solver.decisions[cell]
    total = compared.get(Cell("soft" if decision.is_soft else "hard", decision.total, cell.upcard), DONE)
    if cell not in compared:
        return total
    code = with_second_choice(compared[cell], total, solver.explored.game.checked.model.rules)
    if code is None:
        where = name_against(hand_of(solver, cell), names_of_columns(solver)[cell.upcard])
        raise UsageError(
            f"no single code describes the chart's choices for {where}",
            "use `bj analyze` to compute its value",
        )
    return code


def with_second_choice(code: str, otherwise: str, rules: Rules) -> str | None:
    """Return a code that means: play ``code`` or, if its actions are illegal, play ``otherwise``.

    Returns None if there is no such code. A pair that cannot be split is itself the result of a split, so
    actions that are never legal for split hands are ignored.
    """
    wanted = [*PLAYS[code].actions, *PLAYS[otherwise].actions]
    if ACTIONS["split"] in wanted:
        after = wanted.index(ACTIONS["split"]) + 1
        wanted[after:] = [action for action in wanted[after:] if may_after_split(rules, action)]
    choices = first_choices(*wanted)
    found = next((each for each, play in PLAYS.items() if first_choices(*play.actions) == choices), None)
    return code if found is None and first_choices(*PLAYS[code].actions, ACTIONS["hit"]) == choices else found


def may_after_split(rules: Rules, action: Action) -> bool:
    """Return whether a split hand can ever take ``action``."""
    is_ever_legal = getattr(rules, action.rule, True) is not False
    return is_ever_legal and getattr(rules.table(action.rule), "after_split", True)


def first_choices(*actions: Action) -> tuple[Action, ...]:
    """Return ``actions`` without duplicates, ending with the first action that is always legal."""
    ends = [place for place, action in enumerate(actions) if action in ENDS]
    return tuple(dict.fromkeys(actions[: ends[0] + 1] if ends else actions))


def insured_against(game: ExactGame, codes: Mapping[Cell, str]) -> list[str]:
    """Return one condition for each upcard or dealer total against which all hands are insured."""
    columns = sorted(cell.upcard for cell, code in codes.items() if cell.kind == INSURANCE and code == YES)
    return [condition_of_column(game, column) for column in columns]


def names_of_columns(solver: Solver) -> Mapping[int, str]:
    """Return the name of each column in a chart."""
    columns = columns_of(solver.explored.game, solver.explored.totals)
    return {column: name for name, column in columns.items()}


def hand_of(solver: Solver, cell: Cell) -> str:
    """Return the name of the hands that belong to ``cell`` in a chart."""
    if cell.kind == INSURANCE:
        return INSURANCE
    codes = solver.explored.game.checked.pack.codes
    return f"{cell.kind} {codes[cell.number] if cell.kind == 'pair' else cell.number}"


def plays_of(solver: Solver, codes: Mapping[Cell, str]) -> list[BestPlay]:
    """Return the best play for every cell in a chart, with its margin over the second-best action."""
    names = names_of_columns(solver)
    plays = []
    for cell, (chance, worths) in sorted(solver.weigh(codes).items()):
        best = codes[cell]
        others = [worths[code] for code in solver.codes(cell) if code[0] != best[0]]
        worse = [
            worth for worth in others if worth != worths[best]
        ]  # with three cards, S and Ds mean the same
        margin = (worths[best] - max(worse)) / chance if worse and chance else 0.0
        plays.append(BestPlay(hand_of(solver, cell), names[cell.upcard], best, chance, margin))
    return plays


def deviations_of(solver: Solver, compared: Mapping[Cell, str]) -> list[Deviation]:
    """Return the plays in a chart that differ from the best play, most costly first.

    The cost of a play is what the player would gain by correcting only this play. A pair may occur again
    after a split, so the cost of a play for a pair is the difference between the values of the two charts.
    """
    names = names_of_columns(solver)
    value = solver.value(compared)
    found = []
    for cell, (chance, worths) in solver.weigh(compared).items():
        best = max(solver.codes(cell), key=lambda code: worths[code])
        cost = worths[best] - worths[compared[cell]]
        if chance and cost > 0 and cell.kind == "pair":
            cost = solver.value({**compared, cell: best}) - value
        if chance and cost > 0:
            found.append(
                Deviation(hand_of(solver, cell), names[cell.upcard], compared[cell], best, chance, cost)
            )
    return sorted(found, key=lambda each: -each.cost)
