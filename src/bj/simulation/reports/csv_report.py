"""Renders a simulation or a comparison as CSV, one number per row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bj.simulation.compared_quantities import AS_BANKER, BY_POWERS, BY_SIDE_BETS, IN_ALL, Difference
from bj.simulation.comparison import Comparison
from bj.simulation.estimates import Estimate
from bj.simulation.results import Games, PlayerResult, Simulation
from bj.text import spreadsheets

OPTIONS = ("splits", "insured")
"""The quantities given as shares of dealt hands. In all other shares, split hands count separately."""


class CsvRow(NamedTuple):
    """A row in the report. Fields that do not apply are empty."""

    side: str
    """In a comparison, "left", "right" or "difference". Otherwise empty."""
    kind: str
    """The subject of the row: a player, a strategy, a team, a member, a pair or the table."""
    name: str
    strategy: str
    quantity: str
    at: str | float
    """The outcome, running count, percentile or other value that the row is about."""
    value: float | int | None
    error: float | None = None
    low: float | None = None
    high: float | None = None
    number: int | None = None
    """The number of hands, rounds, games or batches. For a share, the number of hands with that outcome or
    count.
    """


def render_csv(found: Simulation | Comparison) -> str:
    """Render the report as CSV, with text escaped so that spreadsheets do not interpret it as a formula."""
    lines = list_simulation(found) if isinstance(found, Simulation) else list_comparison(found)
    return spreadsheets.render_csv((CsvRow._fields, *lines))


def list_simulation(found: Simulation, side: str = "") -> Iterator[CsvRow]:
    """Yield the rows for a simulation."""
    table = (side, "table", "", "")
    yield CsvRow(*table, "seed", "", found.seed)
    yield CsvRow(*table, "is partial", "", int(found.is_partial))
    yield CsvRow(*table, "hands", "", found.hands)
    if found.cut_games:
        yield CsvRow(*table, "games cut", found.longest_game, found.cut_games)
    if found.games is not None:
        yield from list_games(found.games, side)
    for name, money in found.powers_without_hands.items():
        yield CsvRow(side, "player", name, "", "money by powers in all, without a hand", "", money)
    for kind, group in (("player", found.players), ("strategy", found.strategies), ("team", found.teams)):
        for player in group:
            yield from list_player(player, kind, side)


def list_games(games: Games, side: str) -> Iterator[CsvRow]:
    """Yield the rows about whole games."""
    table = (side, "table", "", "")
    yield CsvRow(*table, "games", "", games.games)
    yield _line(table, "hands per game", games.hands)
    yield from (
        CsvRow(*table, "hands per game, quantile", at, value) for at, value in games.quantiles.items()
    )
    yield from (
        CsvRow(*table, "hands per game, games", hands, times, number=times)
        for hands, times in games.lengths.items()
    )
    for team, found in games.teams.items():
        yield _line((side, "team", team, ""), "probability of winning a game", found)
    for member in games.members:
        whose = (side, "member", member.name, "")
        rounds = member.won + member.lost
        yield CsvRow(*whose, "rounds won", member.team, member.won, number=rounds)
        yield CsvRow(*whose, "rounds lost", member.team, member.lost, number=rounds)
        if member.wins is not None:
            yield _line(whose, "probability of winning a round", member.wins, at=member.team, number=rounds)
    for purse in games.purses:
        whose = (side, "player", purse.name, "")
        yield CsvRow(*whose, "starting bankroll", "", purse.start)
        yield _line(whose, "final bankroll", purse.final)
        yield _line(whose, "probability of ruin", purse.ruin)
        quantiles = purse.quantiles.items()
        yield from (CsvRow(*whose, "final bankroll, quantile", at, value) for at, value in quantiles)
        counted = purse.distribution.items()
        yield from (
            CsvRow(*whose, "final bankroll, games", value, times, number=times) for value, times in counted
        )


def list_player(player: PlayerResult, kind: str, side: str) -> Iterator[CsvRow]:
    """Yield the rows for a player."""
    whose = (side, kind, player.name, player.strategy)
    yield CsvRow(*whose, "hands", "", player.hands)
    yield _line(whose, "value per initial wager", player.edge, number=player.hands)
    yield _line(whose, "value per unit wagered", player.per_staked, number=player.hands)
    yield _line(whose, "value per hand", player.per_hand, number=player.hands)
    if player.spots > 1:
        yield _line(whose, "value per round", player.per_round, number=player.hands)
    for quantity, found in (
        (BY_POWERS, player.powers_per_hand),
        (BY_SIDE_BETS, player.side_bets_per_hand),
        (AS_BANKER, player.banker_per_hand),
        (IN_ALL, player.bankroll_per_hand),
    ):
        if found is not None:
            yield _line(whose, quantity, found, number=player.hands)
    yield CsvRow(*whose, "standard deviation per hand", "", player.deviation)
    yield CsvRow(*whose, "standard deviation per initial wager", "", player.deviation_per_wager)
    yield CsvRow(*whose, "average wager", "", player.average_wager)
    counts = {
        **{"won": player.won, "lost": player.lost, **player.outcomes},
        **{"naturals": player.naturals, "busts": player.busts, "doubles": player.doubles},
        **{"splits": player.splits, "insured": player.insured},
    }
    for name, share in player.shares.items():
        hands = "dealt" if name in OPTIONS else "all"
        yield _line(whose, f"share of {hands} hands", share, at=name, number=counts[name])
    if player.insurance is not None:
        yield _line(whose, "value of insurance per unit staked", player.insurance, number=player.insured)
    for bet in player.side_bets:
        yield _line(whose, "value of side bet per unit staked", bet.edge, at=bet.name, number=bet.made)
    yield _line(whose, "DI", player.desirability)
    yield _line(whose, "SCORE", player.score)
    yield _line(whose, "N0", player.n0)
    for at in player.by_count:
        count = at.count
        yield CsvRow(*whose, "share of all hands at count", count, at.share, number=at.hands)
        yield _line(whose, "value per initial wager at count", at.edge, at=count, number=at.hands)
        yield _line(whose, "value per hand at count", at.per_hand, at=count, number=at.hands)


def list_comparison(found: Comparison) -> Iterator[CsvRow]:
    """Yield the rows for a comparison: first the differences, and then each side."""
    for difference in found.differences:
        yield from list_difference(difference, found.batches)
    yield from list_simulation(found.left, "left")
    yield from list_simulation(found.right, "right")


def list_difference(found: Difference, batches: int) -> Iterator[CsvRow]:
    """Yield the rows for one quantity: both sides, their difference, and the reduction in variance."""
    for side, name, value in (
        ("left", found.name, found.left),
        ("right", found.right_name, found.right),
        ("difference", found.name, found.difference),
    ):
        yield _line((side, "pair", name, ""), found.quantity, value, number=batches)
    whose = ("difference", "pair", found.name, "")
    yield CsvRow(*whose, f"{found.quantity}, reduction of variance", "", found.reduction)


Whose = tuple[str, str, str, str]


def _line(
    whose: Whose, quantity: str, found: Estimate, *, at: str | float = "", number: int | None = None
) -> CsvRow:
    return CsvRow(*whose, quantity, at, found.value, found.error, found.low, found.high, number)
