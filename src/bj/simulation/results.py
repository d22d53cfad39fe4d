"""Results of simulations, as plain dataclasses. Amounts of money are in the ruleset's main unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bj.catalogue.outcomes import LOST, WON
from bj.engine.face.tallied_games import FIRST_SIDE_BET
from bj.optional_packages import lack
from bj.simulation.estimates import Estimate
from bj.simulation.jobs import Unit
from bj.simulation.text_tables import HEADS, cells
from bj.text.notebook_tables import render_table

LARGEST_COUNT = FIRST_SIDE_BET - 1
"""The largest running count that is reported separately.

Hands at larger counts are included in its results.
"""


@dataclass(frozen=True, slots=True)
class AtCount:
    """The results of all hands for which the running count had the same value when the wager was made.

    If hands are grouped by an expression, its value is used instead of the count. Values above 40 count as
    40, and values below -40 as -40.
    """

    count: int
    hands: int
    share: float
    """The share of all hands that were wagered on at this count."""
    edge: Estimate
    """The net win per unit of initial wagers."""
    per_hand: Estimate
    """The net win per hand, in money."""

    @property
    def label(self) -> str:
        """The count with its sign. At the limits, "or more" or "or less" is appended.

        >>> AtCount(3, 1, 1.0, Estimate(0.0), Estimate(0.0)).label
        '+3'
        """
        beyond = {LARGEST_COUNT: " or more", -LARGEST_COUNT: " or less"}
        return f"{self.count:+d}{beyond.get(self.count, '')}"


@dataclass(frozen=True, slots=True)
class SideBetResult:
    """A player's results for one side bet. They are not included in the results of hands."""

    name: str
    made: int
    """How many times the bet was made."""
    edge: Estimate
    """The net win per unit wagered on the bet."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The results of one seat or team member, or the combined results of a strategy or a team."""

    name: str
    strategy: str
    """The name of the strategy, or an empty string in the results of a team."""
    hands: int
    """The number of hands dealt. A hand that is split counts once."""
    edge: Estimate
    """The net win per unit of initial wagers. Published tables call it the expected value."""
    per_staked: Estimate
    """The net win per unit wagered, including the extra wagers for doubles and splits."""
    per_hand: Estimate
    """The net win per hand, in money."""
    deviation: float
    """The standard deviation of the result of one hand, in money."""
    deviation_per_wager: float
    """The standard deviation of the result of one hand, in average initial wagers."""
    average_wager: float
    """The average initial wager, in money."""
    outcomes: Mapping[str, int]
    """Maps each outcome in ``bj.catalogue.outcomes`` to the number of hands with that outcome."""
    naturals: int
    """The number of naturals, whether they won, lost or pushed."""
    busts: int
    """The number of hands that exceeded the target, including any that did not lose."""
    doubles: int
    """The number of doubled hands."""
    splits: int
    """The number of extra hands created by splits."""
    insured: int
    """The number of insured hands."""
    shares: Mapping[str, Estimate]
    """Maps the name of each outcome or event to the share of hands in which it occurred.

    For ``splits`` and ``insured``, it is the share of dealt hands. For all other names, it is the share of
    settled hands, in which every split hand counts separately.
    """
    insurance: Estimate | None
    """The net win per unit wagered on insurance, or None if no hand was insured."""
    desirability: Estimate
    """DI: 1,000 times the mean win per hand, divided by its standard deviation.

    Source: D. Schlesinger, Blackjack Attack.
    """
    score: Estimate
    """SCORE: DI squared, or 0 for a losing player.

    Source: D. Schlesinger, Blackjack Attack.
    """
    n0: Estimate
    """N0: the number of hands after which the expected win equals one standard deviation.

    It is infinite for a losing player. Source: D. Schlesinger, Blackjack Attack.
    """
    by_count: Sequence[AtCount]
    """The results at each running count (for card counters), or at each value of ``Simulation.by``."""
    side_bets: Sequence[SideBetResult] = ()
    """The results for each side bet. They are not included in the results of hands."""
    spots: int = 1
    """The number of hands dealt to the seat per round. It is 1 in the combined results of several seats."""
    powers_per_hand: Estimate | None = None
    """The money per hand that the player gained from powers, such as gifts, fines and thefts.

    It is not included in the results of hands. It is None unless powers move money or the bank rotates.
    """
    side_bets_per_hand: Estimate | None = None
    """The net win from side bets, per hand.

    It is not included in the results of hands. It is None if wagers on hands are the only source of money.
    """
    bankroll_per_hand: Estimate | None = None
    """The total change in the bankroll per hand, from wagers, side bets, powers and the bank.

    It is None if wagers on hands are the only source of money.
    """
    banker_per_hand: Estimate | None = None
    """The money won as the banker, per hand dealt to the player. None if the bank does not rotate."""

    @property
    def per_round(self) -> Estimate:
        """The net win per round when the player plays one hand on every spot."""
        return self.per_hand.divided(1 / self.spots)

    @property
    def won(self) -> int:
        """The number of hands won."""
        return sum(self.outcomes[outcome.name] for outcome in WON)

    @property
    def pushed(self) -> int:
        """The number of hands that neither won nor lost money."""
        return self.outcomes["pushed"]

    @property
    def lost(self) -> int:
        """The number of hands lost."""
        return sum(self.outcomes[outcome.name] for outcome in LOST)


@dataclass(frozen=True, slots=True)
class BankrollResult:
    """One player's bankroll at the end of each game."""

    name: str
    start: float
    """The starting bankroll."""
    final: Estimate
    """The mean bankroll at the end of a game."""
    ruin: Estimate
    """The probability of ending a game with less than the smallest wager."""
    quantiles: Mapping[int, float]
    """Maps percentages to percentiles of the final bankroll."""
    distribution: Mapping[float, int]
    """Maps each final bankroll, in ascending order, to the number of games that ended with it."""

    def array(self) -> Any:
        """Return the final bankrolls of all games as a sorted numpy array.

        Raises UsageError if numpy is not installed.
        """
        return repeat(self.distribution)


@dataclass(frozen=True, slots=True)
class MemberResult:
    """A tournament member's results over all rounds."""

    name: str
    team: str
    won: int
    lost: int
    wins: Estimate | None
    """The member's probability of winning a round, or None if the member played no rounds."""


@dataclass(frozen=True, slots=True)
class Games:
    """Statistics about whole games."""

    games: int
    hands: Estimate
    """The mean number of hands at the table per game."""
    quantiles: Mapping[int, float]
    """Maps percentages to percentiles of the number of hands per game."""
    lengths: Mapping[int, int]
    """Maps each number of hands, in ascending order, to the number of games with that many hands."""
    purses: Sequence[BankrollResult]
    """Each player's final bankrolls. Empty for tournaments."""
    teams: Mapping[str, Estimate]
    """Maps each team to its probability of winning a game. Empty if there are no teams."""
    members: Sequence[MemberResult]
    """The results of each team member. Empty if there are no teams."""

    def array(self) -> Any:
        """Return the numbers of hands in all games as a sorted numpy array.

        Raises UsageError if numpy is not installed.
        """
        return repeat(self.lengths)


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of a simulation."""

    title: str
    arguments: Mapping[str, str]
    """Maps each of the ruleset's arguments to a description of its value."""
    unit: Unit
    """The unit of the simulation: hands or whole games."""
    seed: int
    hands: int
    """The number of hands played at the table."""
    players: Sequence[PlayerResult]
    """The results for every seat or tournament member with at least one hand."""
    strategies: Sequence[PlayerResult]
    """For each strategy, the combined results of all players that use it."""
    teams: Sequence[PlayerResult]
    """For each team, the combined results of all its members. Empty if there are no teams."""
    games: Games | None
    """Statistics about whole games, or None if hands were simulated."""
    cut_games: int = 0
    """The number of games that were stopped because they were too long."""
    longest_game: int = 0
    """The number of hands after which a game is stopped."""
    is_partial: bool = False
    """Whether the simulation was interrupted before all requested hands or games were played."""
    blocks: int = 0
    """The number of blocks played."""
    key: str = ""
    """A hash of all counts. Simulations with the same key have the same results."""
    by: str = ""
    """The expression by which hands are grouped. If it is empty, hands are grouped by running count."""
    powers_without_hands: Mapping[str, float] = field(default_factory=dict)
    """The money that players without any hand gained from powers or as the banker, keyed by player."""

    def __hash__(self) -> int:
        return hash(self.key)

    def _repr_html_(self) -> str:
        heads = ("player", "strategy", "hands", "value per initial wager", *HEADS[1:])
        rows = [
            (each.name, each.strategy, f"{each.hands:,}", *cells(each.edge, as_percent=True))
            for each in self.players
        ]
        tables = [render_table(f"{self.title}, seed {self.seed}", heads, rows)]
        if self.games is not None and self.games.teams:
            wins = [(team, *cells(found, as_percent=True)) for team, found in self.games.teams.items()]
            tables.append(render_table("Probability of winning a game", ("team", *HEADS), wins))
        if self.games is not None and self.games.purses:
            ruin = [(each.name, *cells(each.ruin, as_percent=True)) for each in self.games.purses]
            tables.append(render_table("Probability of ruin", ("player", *HEADS), ruin))
        for player in self.players:
            if player.by_count:
                counts = [
                    (at.label, f"{at.hands:,}", *cells(at.edge, as_percent=True)) for at in player.by_count
                ]
                title = f"{player.name}, value per initial wager by {self.by or 'running count'}"
                tables.append(render_table(title, (self.by or "count", "hands", *HEADS), counts))
        return "\n".join(tables)


def repeat(counted: Mapping[int, int] | Mapping[float, int]) -> Any:
    """Return an array in which each value in ``counted`` is repeated as often as it was counted.

    Raises UsageError if numpy is not installed.
    """
    try:
        import numpy as np
    except ImportError as error:
        raise lack("arrays need", "arrays", error) from None
    return np.repeat(np.array(list(counted)), np.array(list(counted.values()), dtype=np.int64))
