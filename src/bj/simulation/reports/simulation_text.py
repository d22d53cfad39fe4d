"""Renders a simulation as a text report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from bj.catalogue.outcomes import OUTCOMES, SURRENDERED
from bj.simulation.estimates import Estimate
from bj.simulation.reports.counting_text import render_counting
from bj.simulation.reports.games_text import render_games
from bj.simulation.results import PlayerResult, Simulation
from bj.simulation.text_tables import (
    HEADS,
    UNKNOWN,
    Row,
    cells,
    digits_of,
    join,
    lay_out,
    number,
    percent,
    shorten,
    wrap,
)
from bj.text.sentences import count_of
from bj.text.untrusted_text import make_visible

WHY_CUT = "standard errors are estimated from independent games"


def render_simulation(found: Simulation) -> str:
    """Render a simulation as a text report."""
    sections = [render_head(found)]
    if found.games is not None:
        sections += render_games(found.games)
    labelled = label(found)
    if labelled:
        has_wagers = any(player.average_wager for _, player in labelled)
        sections += filter(None, [render_values(labelled, has_wagers=has_wagers)])
        sections += [render_wagers(labelled)] if has_wagers else []
        sections += render_shares(labelled)
        sections += filter(None, [render_options(labelled), render_side_bets(labelled)])
    sections += filter(None, [render_powers_without_hands(found)])
    for player in found.players:
        if player.by_count:
            sections += render_counting(player, found.by)
    return join(sections, found)


def render_head(found: Simulation) -> list[str]:
    """Render the title of the ruleset, its arguments, and the number of hands and games."""
    amount = f"{count_of(found.hands, 'hand')} at the table"
    if found.games is not None:
        amount = f"{count_of(found.games.games, 'game')}, {amount}"
    lines = [
        *wrap(make_visible(found.title)),
        *wrap(describe_arguments(found)),
        f"{amount}, seed {found.seed}",
    ]
    if found.is_partial:
        lines.append("PARTIAL: interrupted before everything was played")
    if found.cut_games:
        were = "game was" if found.cut_games == 1 else "games were"
        cut = f"{found.cut_games:,} {were} stopped after {found.longest_game:,} hands: {WHY_CUT}"
        lines += wrap(cut)
    return [line for line in lines if line]


def describe_arguments(found: Simulation) -> str:
    """Describe the ruleset's arguments on one line."""
    return make_visible(", ".join(f"{name} {value}" for name, value in found.arguments.items()))


def label(found: Simulation) -> list[tuple[str, PlayerResult]]:
    """Return the results to show, each with a label: those of players, shared strategies and teams."""
    labelled = [(f"{shorten(player.name)} ({shorten(player.strategy)})", player) for player in found.players]
    often = Counter(player.strategy for player in found.players)
    labelled += [
        (f"all {shorten(player.strategy)}", player)
        for player in found.strategies
        if often[player.strategy] > 1
    ]
    if len(found.players) > 1:
        labelled += [(f"team {shorten(player.name)}", player) for player in found.teams]
    return labelled


def render_values(labelled: Sequence[tuple[str, PlayerResult]], *, has_wagers: bool) -> list[str]:
    """Render the net win per initial wager, per unit wagered and per hand.

    If a player has several spots, also render it per round. If the game has no wagers, render only the money
    from other sources.
    """
    money = list_money(labelled)
    if not has_wagers:
        return lay_out([["Expected value", *HEADS], *money]) if money else []
    kinds: list[tuple[str, Callable[[PlayerResult], Estimate], bool]] = [
        ("per initial wager", lambda player: player.edge, True),
        ("per unit wagered, including doubled wagers", lambda player: player.per_staked, True),
        ("per hand, in money", lambda player: player.per_hand, False),
    ]
    rows: list[Row] = [["Expected value", *HEADS]]
    for head, pick, as_percent in kinds:
        rows.append([f" {head}"])
        rows += [[f"  {name}", *cells(pick(player), as_percent=as_percent)] for name, player in labelled]
    several = [(name, player) for name, player in labelled if player.spots > 1]
    if several:
        rows.append([" per round on all spots, in money"])
        rows += [[f"  {name}", *cells(player.per_round, as_percent=False)] for name, player in several]
    return lay_out([*rows, *money])


def list_money(labelled: Sequence[tuple[str, PlayerResult]]) -> list[Row]:
    """List the rows for money from sources other than the main wagers."""
    rows: list[Row] = []
    bets = any(player.side_bets for _, player in labelled)
    banks = any(player.banker_per_hand for _, player in labelled)
    powers = not banks or any(
        player.powers_per_hand and player.powers_per_hand.value for _, player in labelled
    )
    kinds: list[tuple[str, Callable[[PlayerResult], Estimate | None], bool]] = [
        ("from powers and gifts, not included above", lambda player: player.powers_per_hand, powers),
        ("from side bets, not included above", lambda player: player.side_bets_per_hand, bets),
        ("as the banker, not included above", lambda player: player.banker_per_hand, True),
        ("the change in the bankroll", lambda player: player.bankroll_per_hand, True),
    ]
    for head, pick, is_wanted in kinds:
        found = [(name, value) for name, player in labelled if (value := pick(player)) is not None]
        if found and is_wanted:
            rows.append([f" per hand, in money: {head}"])
            rows += [[f"  {name}", *cells(value, as_percent=False)] for name, value in found]
    return rows


def render_powers_without_hands(found: Simulation) -> list[str]:
    """Render the money gained by players without hands.

    Returns an empty list if there are no such players.
    """
    rows: list[Row] = [["Money gained by players without a hand", "total"]]
    rows += [[f"  {shorten(name)}", number(money)] for name, money in found.powers_without_hands.items()]
    return lay_out(rows) if len(rows) > 1 else []


def render_wagers(labelled: Sequence[tuple[str, PlayerResult]]) -> list[str]:
    """Render the average wagers, and the standard deviation of the result of a hand."""
    rows: list[Row] = [
        ["Wagers and deviation", "hands", "average wager", "std. deviation", "in wagers"],
        ["", "", "money per hand", "money per hand", "per hand"],
    ]
    rows += [
        [
            f"  {name}",
            f"{player.hands:,}",
            number(player.average_wager),
            number(player.deviation),
            number(player.deviation_per_wager, 4),
        ]
        for name, player in labelled
    ]
    return lay_out(rows)


def render_options(labelled: Sequence[tuple[str, PlayerResult]]) -> list[str]:
    """Render the shares of split and insured hands. Returns an empty list if there are no such hands."""
    used = [(name, player) for name, player in labelled if player.splits or player.insured]
    if not used:
        return []
    rows: list[Row] = [
        ["Share of dealt hands", "splits", "insured", "insurance value", "std. error"],
        ["", "per hand", "", "per unit staked", ""],
    ]
    for name, player in used:
        insurance = ["", ""] if player.insurance is None else cells(player.insurance, as_percent=True)[:2]
        split, insured = (percent(player.shares[each].value, 3) for each in ("splits", "insured"))
        rows.append([f"  {name}", split, insured, *insurance])
    return lay_out(rows)


def render_side_bets(labelled: Sequence[tuple[str, PlayerResult]]) -> list[str]:
    """Render the value of each side bet. Returns an empty list if there are no side bets."""
    rows: list[Row] = [["Side bets, not included above", "made", *HEADS], [" per unit staked"]]
    rows += [
        [f"  {name}: {shorten(bet.name)}", f"{bet.made:,}", *cells(bet.edge, as_percent=True)]
        for name, player in labelled
        for bet in player.side_bets
    ]
    return lay_out(rows) if len(rows) > 2 else []


SHARES = ("won", "pushed", "lost", "naturals", "busts", "doubles")
SHARE_HEADS = ("won", "pushed", "lost", "naturals", "busts", "doubled")


def render_shares(labelled: Sequence[tuple[str, PlayerResult]]) -> list[list[str]]:
    """Render the share of each outcome."""
    errors = [share.error for _, player in labelled for share in player.shares.values()]
    error = max((error for error in errors if error is not None), default=None)
    digits = digits_of(None if error is None else 100 * error)
    most = UNKNOWN if error is None else f"at most {percent(error, digits)}"
    note = f"  the standard error of a share is {most}"
    shown = [
        outcome
        for outcome in OUTCOMES.values()
        if outcome.number != SURRENDERED or any(player.outcomes[outcome.name] for _, player in labelled)
    ]
    tables = []
    for title, heads, names in (
        ("Share of all hands", SHARE_HEADS, SHARES),
        (
            "Share of all hands: won by …, pushed, lost by …",
            tuple(outcome.head for outcome in shown),
            tuple(outcome.name for outcome in shown),
        ),
    ):
        rows: list[Row] = [[title, *heads]]
        rows += [
            [f"  {name}", *(percent(player.shares[each].value, digits) for each in names)]
            for name, player in labelled
        ]
        tables.append(lay_out(rows))
    return [[*tables[0], note], tables[1]]
