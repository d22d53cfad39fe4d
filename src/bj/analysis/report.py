"""Renders exact values as text tables or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from bj import __version__
from bj.analysis.action_values import HandPosition
from bj.analysis.dealer_totals import DealerReport
from bj.analysis.full_search import ONE_HAND
from bj.analysis.names_in_reports import INFINITE_SHOE, METHODS, against
from bj.analysis.results import Analysis, ExactComparison, ExactPlayer, FirstHand, SideBetValue, Solution
from bj.analysis.rule_values import RuleValues
from bj.analysis.strategy_ruleset import ANY
from bj.catalogue.actions import PLAYS
from bj.catalogue.outcomes import OUTCOMES
from bj.simulation.reports.json_report import to_plain
from bj.simulation.text_tables import NONE, Row, lay_out, number, percent, shorten, wrap
from bj.text.colours import Paint, plain
from bj.text.sentences import count_of
from bj.text.untrusted_text import Guard, make_visible

Format: TypeAlias = Literal["table", "json"]

ROUNDING = 1e-12

COMPOSITION = 0.002
"""The maximum gain, in wagers, from composition-dependent instead of total-dependent play with one pack."""

BY_COMPOSITION = (
    "No chart of totals plays perfectly here: the best play also depends on the number of cards in the hand "
    "or, if the shoe is small, on individual cards."
)

MOST_COLUMNS = 14
"""The maximum number of columns in a table. Additional columns go into another table below it."""

DIGITS = 6
"""The number of decimal places in a percentage."""

APPROXIMATE = "approximate, assuming that split hands share only the dealer's final hand"
"""A note for standard deviations that are not exact."""


def _exactness(is_exact: bool) -> str:
    return "exact" if is_exact else "approximate"


def render(found: Analysis, form: Format, *, hands: bool = False) -> str:
    """Render an analysis as text that ends with a line break.

    If ``hands`` is true, list all starting hands.
    """
    if form == "json":
        content = {"bj": __version__, "report": "analysis", **to_plain(found)}
        return Guard()(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    sections = [
        _head(found),
        _values(found.players, is_exact=found.is_exact),
        _spread(found.players, is_exact=found.is_deviation_exact),
        *_shares(found.players),
    ]
    if found.side_bets:
        sections.append(_side_bets(found.side_bets))
    if hands:
        sections.append(_hands(found.first_hands, is_exact=found.is_exact))
    return Guard()("\n\n".join("\n".join(section) for section in sections) + "\n")


def render_comparison(found: ExactComparison, form: Format) -> str:
    """Render an exact comparison as text that ends with a line break."""
    differences = found.differences
    if form == "json":
        content = {"bj": __version__, "report": "exact comparison", **to_plain(found)}
        content |= {
            "is_exact": found.is_exact,
            "differences": [each.edge for each in differences],
            "differences_of_deviations": [each.deviation_per_wager for each in differences],
        }
        return Guard()(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    rows: list[Row] = [
        [f"Value per initial wager, {_exactness(found.is_exact)}", "left", "right", "right - left"]
    ]
    spread: list[Row] = [["Standard deviation in wagers"]]
    for each in differences:
        names = " and ".join(dict.fromkeys(shorten(side.name) for side in (each.left, each.right)))
        rows.append([f"  {names}", *(percent(part.edge, DIGITS) for part in (each.left, each.right, each))])
        spread.append(
            [f"  {names}", *(_known(part.deviation_per_wager) for part in (each.left, each.right, each))]
        )
    if not found.is_deviation_exact:
        spread.append([f"  {APPROXIMATE}"])
    sections = [[*_side("left:  ", found.left), *_side("right: ", found.right)], lay_out([*rows, *spread])]
    return Guard()("\n\n".join("\n".join(section) for section in sections) + "\n")


def _side(label: str, found: Analysis) -> list[str]:
    content = " ".join(f"{name} {value}" for name, value in found.arguments.items())
    return wrap(make_visible(f"{found.title}; {content}; {found.shoe}; {found.method}"), label, " " * 7)


def render_solution(found: Solution, form: Format, paint: Paint = plain) -> str:
    """Render the best play as text that ends with a line break. ``paint`` colors the chart by action."""
    if form == "json":
        content = {"bj": __version__, "report": "solution", **to_plain(found)}
        return Guard()(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    values: list[Row] = [["Expected value per initial wager", _exactness(found.is_exact)]]
    values.append(["  by totals: the chart below", percent(found.by_totals, DIGITS)])
    values.append(
        ["  composition-dependent: each hand by its own cards", percent(found.by_composition, DIGITS)]
    )
    if found.against_value is not None:
        values.append([f"  the strategy `{shorten(found.against)}`", percent(found.against_value, DIGITS)])
    if found.written_value is not None:
        values.append(["  the written file, analyzed again", percent(found.written_value, DIGITS)])
    lost = found.by_composition - found.by_totals
    most = ROUNDING if found.shoe == INFINITE_SHOE else COMPOSITION
    explained = [] if lost < most else ["", *wrap(BY_COMPOSITION)]
    sections = [_head(found), [*lay_out(values), *explained], _chart(found, paint)]
    if found.against:
        sections.append(_deviations(found))
    return Guard()("\n\n".join("\n".join(section) for section in sections) + "\n")


def _chart(found: Solution, paint: Paint) -> list[str]:
    margin = max(map(len, found.rows))
    used = {code for row in found.rows.values() for code in row}
    size = max(len(name) for name in (*used, *found.columns))
    lines: list[str] = []
    for first in range(0, len(found.columns), MOST_COLUMNS):
        part = slice(first, first + MOST_COLUMNS)
        heads = "  ".join(f"{name:{size}}" for name in found.columns[part])
        lines += [*([""] if lines else []), f"{'':{margin}}  {heads}".rstrip()]
        for name, codes in found.rows.items():
            cells = [paint(code, f"{code:{size}}") for code in codes[part]]
            lines.append(f"{name:{margin}}  {'  '.join(cells)}".rstrip())
    legend = "; ".join(play.legend for code, play in PLAYS.items() if code in used)
    upcard = "dealer's total (s: soft)" if len(found.columns) > MOST_COLUMNS else "upcard"
    columns = f" and a column for each {upcard}" if ANY not in found.columns else ""
    return [f"Best play, a row for each hand{columns}", *lines, *wrap(legend)]


def _deviations(found: Solution) -> list[str]:
    if not found.deviations:
        return [f"`{shorten(found.against)}` always makes the best play."]
    rows: list[Row] = [["Cost of each deviation", "plays", "best", "how often", "cost per wager"]]
    rows += [
        [
            f"  {each.hand} against {each.upcard}",
            each.does,
            each.best,
            percent(each.chance, 4),
            percent(each.cost, DIGITS),
        ]
        for each in found.deviations
    ]
    return lay_out(rows)


def render_effects(found: RuleValues, form: Format) -> str:
    """Render the value of each rule change as text that ends with a line break."""
    if form == "json":
        content = {"bj": __version__, "report": "effects", **to_plain(found)}
        return Guard()(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    is_exact = found.base.is_exact and all(each.is_exact for each in found.effects)
    rows: list[Row] = [["Value per initial wager", _exactness(is_exact), "difference"]]
    rows.append(["  unchanged", percent(found.base.players[0].edge, DIGITS), NONE])
    rows += [
        [f"  {each.change}", percent(each.value, DIGITS), f"{100 * each.difference:+.{DIGITS}f}%"]
        for each in found.effects
    ]
    sections = [_head(found.base), lay_out(rows)]
    return Guard()("\n\n".join("\n".join(section) for section in sections) + "\n")


def render_position(found: HandPosition, form: Format) -> str:
    """Render the values of the answers to an offer, and of the legal actions, best first."""
    if form == "json":
        content = {"bj": __version__, "report": "position", **to_plain(found._asdict())}
        if not found.note:
            del content["note"]
        return Guard()(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    unit = f"per initial wager, {_exactness(found.is_exact)}"
    rows: list[Row] = [[f"{against(found.hand, found.upcard)} from {found.shoe}", unit]]
    rows += [[f"  {name}", percent(value, DIGITS)] for name, value in found.offers.items()]
    if found.offers and found.actions:
        rows.append(["After that, if the hand continues"])
    rows += [[f"  {name}", percent(value, DIGITS)] for name, value in found.actions.items()]
    notes = [f"then {METHODS[found.strategies]}", *([found.note] if found.note else [])]
    return Guard()("\n".join([*lay_out(rows), *(line for note in notes for line in wrap(note))]) + "\n")


def render_dealer(found: DealerReport, form: Format) -> str:
    """Render the probability of each of the dealer's totals, with one row per upcard."""
    if form == "json":
        content = {"bj": __version__, "report": "dealer", **to_plain(found)}
        return Guard()(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    totals = sorted({total for each in found.upcards for total in each.totals if total <= found.target})
    over = found.target + 1
    heads = [*map(str, totals), "natural", "bust", str(over)]
    rows: list[Row] = [["Upcard", *heads]]
    for each in found.upcards:
        chances = [each.totals.get(total, 0.0) for total in totals]
        chances += [each.natural, each.bust, each.totals.get(over, 0.0)]
        rows.append([f"  {each.upcard or 'any'}", *(percent(chance, 4) for chance in chances)])
    what = f"the dealer's totals from {found.shoe}, if all players stand; busts include {over}"
    head = [*wrap(make_visible(found.title)), *wrap(what)]
    return Guard()("\n\n".join("\n".join(section) for section in (head, lay_out(rows))) + "\n")


def _side_bets(bets: Sequence[SideBetValue]) -> list[str]:
    """Render the value of each side bet. These values are not included in the value of a hand."""
    rows: list[Row] = [["Side bets, not included in the hand", "per unit staked"]]
    rows += [
        [f"  {shorten(bet.name)}", NONE if bet.edge is None else percent(bet.edge, DIGITS)] for bet in bets
    ]
    unknown = [f"{shorten(bet.name)}: no exact value, because {bet.why}" for bet in bets if bet.edge is None]
    return [*lay_out(rows), *(line for each in unknown for line in wrap(each))]


def _head(found: Analysis | Solution) -> list[str]:
    content = " ".join(f"{name} {value}" for name, value in found.arguments.items())
    return [
        *wrap(make_visible(found.title)),
        *wrap(make_visible(content)),
        f"{_exactness(found.is_exact)} values of a hand from {found.shoe}, {count_of(found.states, 'state')}",
        *wrap(found.method),
    ]


def _label(player: ExactPlayer) -> str:
    return f"  {shorten(player.name)} ({shorten(player.strategy)})"


def _values(players: Sequence[ExactPlayer], *, is_exact: bool) -> list[str]:
    rows: list[Row] = [["Expected value", _exactness(is_exact)]]
    rows.append([" per initial wager"])
    rows += [[_label(player), percent(player.edge, DIGITS)] for player in players]
    if any(player.insurance for player in players):
        rows.append([" from insurance, included above"])
        rows += [[_label(player), percent(player.insurance, DIGITS)] for player in players]
    rows.append([" per unit wagered, including doubled wagers"])
    rows += [[_label(player), percent(player.per_staked, DIGITS)] for player in players]
    rows.append([" per hand, in money"])
    rows += [[_label(player), number(player.per_hand, DIGITS)] for player in players]
    return lay_out(rows)


def _spread(players: Sequence[ExactPlayer], *, is_exact: bool) -> list[str]:
    """Render each player's average wager, and the standard deviation of the result of a hand."""
    rows: list[Row] = [["Wagers and deviation", "average wager", "std. deviation", "in wagers"]]
    rows += [
        [
            _label(player),
            number(player.average_wager, 2),
            _known(player.deviation),
            _known(player.deviation_per_wager),
        ]
        for player in players
    ]
    if any(player.deviation is None for player in players):
        rows.append([" not known for split hands with bonuses that depend on the dealer's cards"])
    elif not is_exact:
        rows.append([f" {APPROXIMATE}"])
    return lay_out(rows)


def _known(deviation: float | None) -> str:
    """Format a standard deviation, with a placeholder if it is unknown."""
    return NONE if deviation is None else number(deviation, DIGITS)


def _shares(players: Sequence[ExactPlayer]) -> list[list[str]]:
    names = ("won", "pushed", "lost", "naturals", "busts", "doubles")
    first: list[Row] = [["Share of all hands", "won", "pushed", "lost", "naturals", "busts", "doubled"]]
    first += [[_label(player), *(percent(player.shares[name], 4) for name in names)] for player in players]
    if any(player.settled > ONE_HAND for player in players):
        first.append([" counting split hands separately"])
    second: list[Row] = [
        ["Share of all hands: won by …, pushed, lost by …", *(row.head for row in OUTCOMES.values())]
    ]
    second += [
        [f"  {shorten(player.name)}", *(percent(player.shares[name], 4) for name in OUTCOMES)]
        for player in players
    ]
    return [lay_out(first), lay_out(second)]


def _hands(hands: Sequence[FirstHand], *, is_exact: bool) -> list[str]:
    upcards = list(dict.fromkeys(each.upcard for each in sorted(hands, key=lambda each: each.hand)))
    upcards.sort(key=_by_rank([each.upcard for each in hands]))
    values = {(each.hand, each.upcard): each.value for each in hands}
    rows: list[Row] = [["", *upcards]]
    rows += [
        [hand, *(number(100 * values[hand, up], 2) if (hand, up) in values else "" for up in upcards)]
        for hand in dict.fromkeys(each.hand for each in hands)
    ]
    return [
        f"Value of every starting hand against every upcard, in percent, {_exactness(is_exact)}",
        *lay_out(rows),
    ]


def _by_rank(order: Sequence[str]) -> Callable[[str], int]:
    """Return a sort key that puts upcards in the order in which they first occur in ``order``."""
    places = {name: place for place, name in reversed(list(enumerate(order)))}
    return lambda name: places[name]
