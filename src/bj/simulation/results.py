"""The results of simulations as plain dataclasses, with money in the ruleset's units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bj.catalogue.outcomes import LOST, WON
from bj.engine.face.tallied_games import FIRST_SIDE_BET
from bj.extras import lack
from bj.simulation.estimates import Estimate
from bj.simulation.jobs import Unit
from bj.simulation.text_tables import HEADS, cells
from bj.text.notebook import render_table

LARGEST_COUNT = FIRST_SIDE_BET - 1
"""The largest running count that has separate results. Larger counts are added to it."""


@dataclass(frozen=True, slots=True)
class AtCount:
    """The results of the hands wagered at one running count, or at one value of another expression.

    Counts above 40 are treated as 40, and counts below -40 as -40.
    """

    count: int
    hands: int
    share: float
    """These hands as a share of all hands."""
    edge: Estimate
    """Net win per unit initially wagered."""
    per_hand: Estimate
    """Net win per hand, in money."""

    @property
    def label(self) -> str:
        """The count with its sign. The first and the last label include all counts beyond them.

        >>> AtCount(3, 1, 1.0, Estimate(0.0), Estimate(0.0)).label
        '+3'
        """
        beyond = {LARGEST_COUNT: " or more", -LARGEST_COUNT: " or less"}
        return f"{self.count:+d}{beyond.get(self.count, '')}"


@dataclass(frozen=True, slots=True)
class SideBetResult:
    """The results of one side bet of a player. The results of hands do not include side bets."""

    name: str
    made: int
    """The number of times that the bet was made."""
    edge: Estimate
    """Net win per unit staked on the bet."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The results of one seat or member, or of all players who have the same strategy or team."""

    name: str
    strategy: str
    """The name of the strategy, or an empty string for a team."""
    hands: int
    """The number of dealt hands. A hand and its split hands count as one."""
    edge: Estimate
    """Net win per unit initially wagered: the expected value in published tables."""
    per_staked: Estimate
    """Net win per unit wagered, counting doubled wagers in full."""
    per_hand: Estimate
    """Net win per hand, in money."""
    deviation: float
    """Standard deviation of the result of a hand, in money."""
    deviation_per_wager: float
    """Standard deviation of the result of a hand, in average initial wagers."""
    average_wager: float
    """Initial wager per hand, in money."""
    outcomes: Mapping[str, int]
    """Maps each outcome in ``bj.catalogue.outcomes`` to the number of hands with it."""
    naturals: int
    """The number of naturals, with any outcome."""
    busts: int
    """The number of hands above the target, with any outcome."""
    doubles: int
    """The number of hands that were doubled."""
    splits: int
    """The number of hands made by splitting."""
    insured: int
    """The number of hands that were insured."""
    shares: Mapping[str, Estimate]
    """Maps each outcome to its share of hands.

    The base is the number of settled hands, counting split hands separately, for ``won``, ``pushed``,
    ``lost``, each outcome, ``naturals``, ``busts`` and ``doubles``. The base is the number of dealt hands for
    ``splits`` and ``insured``.
    """
    insurance: Estimate | None
    """Net win from insurance per unit staked on it, or None if there was no insurance."""
    desirability: Estimate
    """DI: 1,000 times the mean win per hand, in standard deviations. Source: D. Schlesinger, Blackjack
    Attack.
    """
    score: Estimate
    """SCORE: the square of DI, or 0 for a losing player. Source: D. Schlesinger, Blackjack Attack."""
    n0: Estimate
    """N0: the number of hands after which the expected win equals one standard deviation.

    It is infinite for a losing player. Source: D. Schlesinger, Blackjack Attack.
    """
    by_count: Sequence[AtCount]
    """The results by running count for a card counter, or by the value of ``Simulation.by``."""
    side_bets: Sequence[SideBetResult] = ()
    """The results of side bets. No other result includes side bets."""
    spots: int = 1
    """The number of hands that the seat is dealt in a round, or 1 if the results are of several seats."""
    powers_per_hand: Estimate | None = None
    """Money per hand that powers moved to the player: gifts, fines and thefts.

    The results of hands exclude this money. The value is None if no power moves money and the bank does not
    rotate.
    """
    side_bets_per_hand: Estimate | None = None
    """Net win from side bets per hand.

    The results of hands exclude it. The value is None if only wagers move money.
    """
    bankroll_per_hand: Estimate | None = None
    """The change of the bankroll per hand, from wagers, side bets, powers and the bank."""
    banker_per_hand: Estimate | None = None
    """Money won as the banker, per hand played against the banker. It is None if the bank does not rotate."""

    @property
    def per_round(self) -> Estimate:
        """Net win per round in which all spots are played, with one hand each."""
        return self.per_hand.divided(1 / self.spots)

    @property
    def won(self) -> int:
        """The number of hands that were won."""
        return sum(self.outcomes[outcome.name] for outcome in WON)

    @property
    def pushed(self) -> int:
        """The number of hands that neither won nor lost money."""
        return self.outcomes["pushed"]

    @property
    def lost(self) -> int:
        """The number of hands that were lost."""
        return sum(self.outcomes[outcome.name] for outcome in LOST)


@dataclass(frozen=True, slots=True)
class BankrollResult:
    """The bankrolls of one player at the end of games."""

    name: str
    start: float
    """The starting bankroll."""
    final: Estimate
    """The mean final bankroll."""
    ruin: Estimate
    """The probability that a game ends with a bankroll below the smallest wager."""
    quantiles: Mapping[int, float]
    """Maps percentages to percentiles of the final bankroll."""
    distribution: Mapping[float, int]
    """Maps each final bankroll, in ascending order, to the number of games that ended with it."""

    def array(self) -> Any:
        """The final bankrolls of all games as a sorted numpy array. Raises UsageError if numpy is missing."""
        return repeat(self.distribution)


@dataclass(frozen=True, slots=True)
class MemberResult:
    """The record of a tournament member over all rounds."""

    name: str
    team: str
    won: int
    lost: int
    wins: Estimate | None
    """The probability of winning a round, or None if the member played no round."""


@dataclass(frozen=True, slots=True)
class Games:
    """The results of whole games."""

    games: int
    hands: Estimate
    """The number of hands at the table per game."""
    quantiles: Mapping[int, float]
    """Maps percentages to percentiles of the number of hands."""
    lengths: Mapping[int, int]
    """Maps each number of hands, in ascending order, to the number of games of that length."""
    purses: Sequence[BankrollResult]
    """The bankrolls of the players at the table. The list is empty for tournaments."""
    teams: Mapping[str, Estimate]
    """Maps each team to its probability of winning. The map is empty without teams."""
    members: Sequence[MemberResult]
    """The records of the members of teams. The list is empty without teams."""

    def array(self) -> Any:
        """The hands of all games as a sorted numpy array. Raises UsageError if numpy is missing."""
        return repeat(self.lengths)


@dataclass(frozen=True, slots=True)
class Simulation:
    """All results of a simulation."""

    title: str
    arguments: Mapping[str, str]
    """Maps the ruleset's arguments to descriptions of their values."""
    unit: Unit
    """Whether hands or whole games were simulated."""
    seed: int
    hands: int
    """The number of hands played at the table."""
    players: Sequence[PlayerResult]
    """The results of every seat or tournament member with a hand."""
    strategies: Sequence[PlayerResult]
    """The results of each strategy, over all its players."""
    teams: Sequence[PlayerResult]
    """The results of each team, over all its members. The list is empty without teams."""
    games: Games | None
    """The results of whole games, or None if hands were simulated."""
    cut_games: int = 0
    """The number of games that were cut because of their length."""
    longest_game: int = 0
    """The number of hands after which games were cut."""
    is_partial: bool = False
    """Whether the simulation was interrupted."""
    blocks: int = 0
    """The number of blocks that were played."""
    key: str = ""
    """A hash of all counts. Simulations with the same key have the same numbers."""
    by: str = ""
    """The expression that groups hands, or an empty string if the running count does."""
    powers_without_hands: Mapping[str, float] = field(default_factory=dict)
    """Maps each player without a hand to the money received from powers or won as the banker."""

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
    """An array that repeats every value by its count, in ascending order of values.

    Raises UsageError if numpy is missing.
    """
    try:
        import numpy as np
    except ImportError as error:
        raise lack("arrays need", "arrays", error) from None
    return np.repeat(np.array(list(counted)), np.array(list(counted.values()), dtype=np.int64))
