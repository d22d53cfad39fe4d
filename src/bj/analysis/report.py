"""Reports of exact values: tables for people, and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from bj import __version__
from bj.analysis.results import Analysis, ExactPlayer, FirstHand
from bj.catalogue.outcomes import OUTCOMES
from bj.simulation.reports.document import to_plain
from bj.simulation.reports.layout import Row, lay_out, number, percent, shorten, wrap
from bj.text.numbers import count_of
from bj.text.visible import Guard, make_visible

Format: TypeAlias = Literal["table", "json"]

DIGITS = 6
"""Decimals of a percentage that is exact."""


def render(found: Analysis, form: Format, *, hands: bool = False) -> str:
    """The report, ending with a line break; with ``hands`` every first hand is in the table."""
    if form == "json":
        told = {"bj": __version__, "report": "analysis", **to_plain(found)}
        return Guard()(json.dumps(told, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    sections = [_head(found), _values(found.players), _spread(found.players), *_shares(found.players)]
    if hands:
        sections.append(_hands(found.first_hands))
    return Guard()("\n\n".join("\n".join(section) for section in sections) + "\n")


def render_hand(found: FirstHand) -> str:
    """What each legal action with a first hand brings, the best one first."""
    rows: list[Row] = [[f"{found.hand} against {found.upcard}", "per initial wager"]]
    ranked = sorted(found.actions.items(), key=lambda item: -item[1])
    rows += [[f"  {name}", percent(value, DIGITS)] for name, value in ranked]
    rows.append(["  the hand in all", percent(found.value, DIGITS)])
    return "\n".join([*lay_out(rows), f"  dealt in {percent(found.chance, DIGITS)} of all hands"]) + "\n"


def _head(found: Analysis) -> list[str]:
    """What was analysed."""
    told = " ".join(f"{name} {value}" for name, value in found.arguments.items())
    return [
        *wrap(make_visible(found.title)),
        *wrap(make_visible(told)),
        f"exact values of a hand from {found.shoe}, {count_of(found.states, 'state')}",
    ]


def _label(player: ExactPlayer) -> str:
    return f"  {shorten(player.name)} ({shorten(player.strategy)})"


def _values(players: Sequence[ExactPlayer]) -> list[str]:
    """The expected values."""
    rows: list[Row] = [["Expected value", "exact"]]
    rows.append([" per initial wager"])
    rows += [[_label(player), percent(player.edge, DIGITS)] for player in players]
    rows.append([" per unit wagered, doubled wagers in full"])
    rows += [[_label(player), percent(player.per_staked, DIGITS)] for player in players]
    rows.append([" per hand, in money"])
    rows += [[_label(player), number(player.per_hand, DIGITS)] for player in players]
    return lay_out(rows)


def _spread(players: Sequence[ExactPlayer]) -> list[str]:
    """The wagers, and how much hands differ."""
    rows: list[Row] = [["Wagers and spread", "average wager", "std. deviation", "in wagers"]]
    rows += [
        [
            _label(player),
            number(player.average_wager, 2),
            number(player.deviation, DIGITS),
            number(player.deviation_per_wager, DIGITS),
        ]
        for player in players
    ]
    return lay_out(rows)


def _shares(players: Sequence[ExactPlayer]) -> list[list[str]]:
    """How likely hands are won, pushed and lost, and in which way."""
    names = ("won", "pushed", "lost", "naturals", "busts", "doubles")
    first: list[Row] = [["Share of all hands", "won", "pushed", "lost", "naturals", "busts", "doubled"]]
    first += [[_label(player), *(percent(player.shares[name], 4) for name in names)] for player in players]
    second: list[Row] = [["Share of all hands: won by, lost by", *(row.head for row in OUTCOMES.values())]]
    second += [
        [_label(player), *(percent(player.shares[name], 4) for name in OUTCOMES)] for player in players
    ]
    return [lay_out(first), lay_out(second)]


def _hands(hands: Sequence[FirstHand]) -> list[str]:
    """The value of every first hand against every upcard."""
    upcards = list(dict.fromkeys(each.upcard for each in sorted(hands, key=lambda each: each.hand)))
    upcards.sort(key=_by_rank([each.upcard for each in hands]))
    values = {(each.hand, each.upcard): each.value for each in hands}
    rows: list[Row] = [["", *upcards]]
    rows += [
        [hand, *(number(100 * values[hand, up], 2) if (hand, up) in values else "" for up in upcards)]
        for hand in dict.fromkeys(each.hand for each in hands)
    ]
    return ["Value of every first hand against every upcard, in percent", *lay_out(rows)]


def _by_rank(order: Sequence[str]) -> Callable[[str], int]:
    """A key that sorts upcards as they came."""
    places = {name: place for place, name in reversed(list(enumerate(order)))}
    return lambda name: places[name]
