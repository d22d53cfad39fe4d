"""``bj analyze``: the exact values of a ruleset, from every card that can come."""

from __future__ import annotations

from typing import Annotated

import typer

from bj.analysis.analysis import analyze_checked, find_first
from bj.analysis.report import Format, render, render_hand
from bj.cli import simulating as common
from bj.cli.display import display
from bj.cli.options import split_settings
from bj.cli.policy import exit_policy
from bj.cli.write import write_file
from bj.errors import UsageError
from bj.simulation.simulation import prepare


def analyze(
    ruleset: Annotated[str, typer.Argument(help="A ruleset file, or the name of a shipped ruleset.")],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(help="Arguments of the ruleset, as for `bj run`.", show_default=False),
    ] = None,
    hands: Annotated[bool, typer.Option("--hands", help="Also show the value of every first hand.")] = False,
    hand: Annotated[
        str,
        typer.Option(metavar="CARDS", help="Show only this first hand, such as `8 8`.", show_default=False),
    ] = "",
    up: Annotated[
        str, typer.Option("--up", metavar="CARD", help="Its upcard, such as `T`.", show_default=False)
    ] = "",
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Deal every hand from a fresh shoe, whatever the rules say.")
    ] = False,
    settings: common.SettingsOption = None,
    engine: common.EngineOption = "auto",
    form: Annotated[Format, typer.Option("--format", help="The format of the report.")] = "table",
    output_file: common.OutputOption = "",
) -> None:
    """Find the exact values of a hand: expected value, standard deviation and the share of every outcome.

    Every card that can come is played, by the ruleset's own rules. Strategies play as they stand; for a
    person the best play is found. Hands that depend on each other cannot be analysed, but simulated.
    """
    with exit_policy():
        common.refuse_files(output_file)
        if bool(hand) != bool(up):
            raise UsageError("`--hand` and `--up` go together", "write them like `--hand '8 8' --up T`")
        checked, values = prepare(ruleset, arguments or [], split_settings(settings or []))
        found = analyze_checked(checked, values, fresh=fresh, engine=engine)
        text = render_hand(find_first(found, hand, up)) if hand else render(found, form, hands=hands)
        if output_file:
            write_file(output_file, text)
        else:
            display(text)
