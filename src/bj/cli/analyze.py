"""``bj analyze``: computes the exact odds of a ruleset."""

from __future__ import annotations

from typing import Annotated

import typer

from bj.analysis.action_values import Positions, kinds_named, parse_seen
from bj.analysis.analysis import analyze_checked
from bj.analysis.dealer_totals import dealer_totals
from bj.analysis.exact_game import make_game
from bj.analysis.report import Format, render, render_dealer, render_effects, render_position
from bj.analysis.rule_values import find_effects
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
from bj.cli.output_files import refuse_files, write_report
from bj.cli.progress import note_engine, progress_count
from bj.errors import UsageError
from bj.session.game_plan import prepare


def analyze(
    ruleset: RulesetName,
    arguments: Words = None,
    first_hands: Annotated[
        bool, flag("--first-hands", "Also show the value of every starting hand.")
    ] = False,
    effects: Annotated[
        bool, flag("--effects", "Show how much each rule is worth, by changing one rule at a time.")
    ] = False,
    hand: Annotated[
        str, option("CARDS", "Show only the legal actions for this hand, such as `8 8`, and their values.")
    ] = "",
    up: Annotated[
        str,
        option(
            "CARD",
            "The upcard, such as `T`, or all of the dealer's face-up cards; without `--hand`, show the "
            "dealer's final totals for this upcard.",
            "--up",
        ),
    ] = "",
    dealer: Annotated[
        bool, flag("--dealer", "Show only the probability of each final dealer total, by upcard.")
    ] = False,
    seen: Annotated[str, option("CARDS", "Cards already dealt.", "--seen")] = "",
    fresh: FreshOption = False,
    settings: SettingsOption = None,
    engine: common.EngineOption = "auto",
    form: Annotated[Format, typer.Option("--format", help="The format of the report.")] = "table",
    output_file: OutputOption = "",
) -> None:
    """Compute the exact odds of a ruleset.

    The report shows a hand's expected value, its standard deviation and the probability of each outcome,
    computed over all possible cards. A player with a strategy follows it; for a human player, bj finds the
    best play. If hands depend on each other, use `bj simulate` instead.
    """
    with exit_policy():
        refuse_files(output_file)
        of_dealer = dealer or bool(up and not hand)
        if seen and not (hand or of_dealer):
            raise UsageError("`--seen` needs `--hand` or `--dealer`", "add one of them")
        if effects + first_hands + of_dealer + bool(hand) > 1:
            raise UsageError(
                "`--first-hands`, `--hand`, `--dealer` and `--effects` are separate reports",
                "use only one of them",
            )
        checked, values = prepare(ruleset, arguments or [], split_settings(settings or []))
        note_engine(engine)
        with progress_count() as progress:
            if hand or of_dealer:
                gone = parse_seen(checked, seen)
                game = make_game(checked, values, fresh=fresh, solved=bool(hand), seen=gone)
                if hand:
                    text = render_position(
                        Positions(game, engine, progress).find(hand.split(), up.split()), form
                    )
                else:
                    text = render_dealer(
                        dealer_totals(game, kinds_named(game, [up])[0] if up else None), form
                    )
            elif effects:
                text = render_effects(
                    find_effects(ruleset, checked, values, fresh=fresh, engine=engine, progress=progress),
                    form,
                )
            else:
                found = analyze_checked(checked, values, fresh=fresh, engine=engine, progress=progress)
                text = render(found, form, hands=first_hands)
        write_report(text, output_file)
