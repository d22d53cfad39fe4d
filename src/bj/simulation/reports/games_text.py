"""Renders the part of a report about whole games: winners, final bankrolls and lengths."""

from __future__ import annotations

from itertools import groupby

from bj.simulation.results import Games
from bj.simulation.text_tables import HEADS, NONE, Row, cells, lay_out, money, number, shorten


def render_games(games: Games) -> list[list[str]]:
    """Render the sections about whole games."""
    sections = []
    if games.teams:
        rows: list[Row] = [["Probability of winning a game", *HEADS]]
        rows += [
            [f"  {shorten(name)}", *cells(found, as_percent=True)] for name, found in games.teams.items()
        ]
        sections += [lay_out(rows), render_members(games)]
    if games.purses:
        sections += [render_bankrolls(games)]
    return [*sections, render_lengths(games)]


def render_members(games: Games) -> list[str]:
    """Render how many rounds each member won and lost."""
    rows: list[Row] = [
        ["Rounds by member", "rounds", "won", "lost", "share won", "std. error", "95% interval"]
    ]
    for team, members in groupby(games.members, lambda member: member.team):
        rows.append([f" {shorten(team)}"])
        for member in members:
            record = [f"{member.won + member.lost:,}", f"{member.won:,}", f"{member.lost:,}"]
            found = cells(member.wins, as_percent=True) if member.wins is not None else [NONE]
            rows.append([f"  {shorten(member.name)}", *record, *found])
    return lay_out(rows)


def render_bankrolls(games: Games) -> list[str]:
    """Render each player's final bankroll and probability of ruin."""
    rows: list[Row] = [["Bankroll at the end of a game", *HEADS], [" mean, in money"]]
    rows += [
        [
            f"  {shorten(purse.name)}, starting with {money([purse.start])[0]}",
            *cells(purse.final, as_percent=False),
        ]
        for purse in games.purses
    ]
    rows += [[" probability of ruin: less than the smallest wager is left"]]
    rows += [[f"  {shorten(purse.name)}", *cells(purse.ruin, as_percent=True)] for purse in games.purses]
    return lay_out(rows)


def render_lengths(games: Games) -> list[str]:
    """Render the mean length of a game, and the percentiles of game lengths and final bankrolls."""
    rows: list[Row] = [["Hands at the table per game", *HEADS]]
    rows += [["  mean", *cells(games.hands, as_percent=False)]]
    quantiles: list[Row] = [
        ["Percentage of games with at most", *(str(share) for share in games.quantiles)],
        ["  hands per game", *(number(value, 0) for value in games.quantiles.values())],
    ]
    quantiles += [
        [f"  final bankroll of {shorten(purse.name)}", *money(list(purse.quantiles.values()))]
        for purse in games.purses
    ]
    return [*lay_out(rows), "", *lay_out(quantiles)]
