"""``bj solve``: finds the best strategy for a ruleset, and writes it as a chart or a ruleset."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from bj.analysis.analysis import analyze_checked
from bj.analysis.exact_game import make_game
from bj.analysis.report import Format, render_solution
from bj.analysis.solve_ruleset import chart_codes, solve_game
from bj.cli import simulate_and_compare as common
from bj.cli.exit_codes import exit_policy
from bj.cli.options import (
    FreshOption,
    OutputOption,
    RulesetName,
    SettingsOption,
    Words,
    flag,
    option,
    split_settings,
)
from bj.cli.output_files import refuse_existing, refuse_files, write_file, write_report
from bj.cli.progress import note_engine, progress_count
from bj.cli.shell_completion import complete_strategy
from bj.files import refuse_unwritable
from bj.session.game_plan import prepare
from bj.text.colours import coloured, paint_for

COLOURS = {"H": "41;97", "S": "42;30", "D": "44;97", "P": "45;97", "R": "43;30"}
"""Maps the first letter of each chart code to the colors of the code, as parameters of ``ESC [ … m``."""


def solve(
    ruleset: RulesetName,
    arguments: Words = None,
    write: Annotated[
        str,
        option(
            "FILE", "Write a ruleset that extends this one, with a player who follows the chart.", "--write"
        ),
    ] = "",
    force: Annotated[bool, flag("--force", "With `--write`: overwrite an existing file.")] = False,
    plot: Annotated[str, option("FILE", "Draw the chart to a .png or .svg file.", "--plot")] = "",
    against: Annotated[
        str,
        option(
            "STRATEGY",
            "Show the cost of each deviation of this strategy from the chart.",
            autocompletion=complete_strategy,
        ),
    ] = "",
    fresh: FreshOption = False,
    settings: SettingsOption = None,
    engine: common.EngineOption = "auto",
    form: Annotated[Format, typer.Option("--format", help="The format of the report.")] = "table",
    output_file: OutputOption = "",
) -> None:
    """Find the best strategy for a ruleset with one player.

    The strategy is the chart with the highest exact value. It lists one play for each hard or soft total
    against each upcard. If both of the dealer's cards are dealt face up, their total replaces the upcard. The
    report also shows how much more composition-dependent play would gain.
    """
    with exit_policy():
        refuse_files(output_file, plot)
        if write:
            refuse_unwritable(write)
            if not force:
                refuse_existing(write)
        form_of_plot = common.choose_plot(plot) if plot else ""
        checked, values = prepare(ruleset, arguments or [], split_settings(settings or []))
        if against:
            chart_codes(checked, against)
        game = make_game(checked, values, fresh=fresh, solved=True)
        note_engine(engine)
        with progress_count() as progress:
            found = solve_game(
                game,
                values,
                ruleset,
                Path(write) if write else None,
                against=against,
                engine=engine,
                progress=progress,
            )
            if write:
                write_file(write, found.strategy)
                written, same = prepare(write, arguments or [], split_settings(settings or []))
                again = analyze_checked(written, same, fresh=fresh, engine=engine, progress=progress)
                found = replace(found, written_value=again.players[0].edge)
        if plot:
            from bj.analysis.chart_pictures import draw_chart

            write_file(plot, draw_chart(found, form_of_plot))
        is_coloured = not output_file and paint_for(sys.stdout, os.environ) is coloured
        text = render_solution(found, form, _paint if is_coloured else lambda part, text: text)
        write_report(text, output_file)


def _paint(code: str, text: str) -> str:
    return f"\x1b[{COLOURS[code[0]]}m{text}\x1b[0m" if code[0] in COLOURS else text
