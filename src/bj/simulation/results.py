"""Results of simulations as plain dataclasses, with money in the ruleset's units."""

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
"""The largest running count that has its own results."""


@dataclass(frozen=True, slots=True)
class AtCount:
    """The hands with wagers at one running count, or at one value of another number.

    Counts beyond 40 are treated as 40, and those below -40 as -40.
    """

    count: int
    hands: int
    share: float
    """The share of all hands."""
    edge: Estimate
    """Net win per unit initially wagered."""
    per_hand: Estimate
    """Net win per hand, in money."""

    @property
    def label(self) -> str:
        """The count with its sign; the last ones include all beyond them.

        >>> AtCount(3, 1, 1.0, Estimate(0.0), Estimate(0.0)).label
        '+3'
        """
        beyond = {LARGEST_COUNT: " or more", -LARGEST_COUNT: " or less"}
        return f"{self.count:+d}{beyond.get(self.count, '')}"


@dataclass(frozen=True, slots=True)
class SideBetResult:
    """The results of a player's side bet, which the results of hands do not include."""

    name: str
    made: int
    """The number of bets."""
    edge: Estimate
    """Net win per unit staked on it."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The results of one seat or member, or of everyone with a strategy or in a team."""

    name: str
    strategy: str
    """Empty for a team."""
    hands: int
    """Dealt hands; hands made by splitting count as one."""
    edge: Estimate
    """Net win per unit initially wagered: the expected value in tables of odds."""
    per_staked: Estimate
    """Net win per unit wagered, counting doubled wagers in full."""
    per_hand: Estimate
    """Net win per hand, in money."""
    deviation: float
    """Standard deviation of the result of a hand, in money."""
    deviation_per_wager: float
    """The same, in average initial wagers."""
    average_wager: float
    """Initial wager per hand, in money."""
    outcomes: Mapping[str, int]
    """The number of hands with each outcome, by the names of ``bj.catalogue.outcomes``."""
    naturals: int
    """Naturals, with any result."""
    busts: int
    """The number of hands above the target, with any result."""
    doubles: int
    """Hands that were doubled."""
    splits: int
    """Hands made by splitting."""
    insured: int
    """Hands that were insured."""
    shares: Mapping[str, Estimate]
    """Shares of settled hands, counting split hands separately: ``won``, ``pushed``, ``lost``, each outcome,
    ``naturals``, ``busts`` and ``doubles``. Shares of dealt hands: ``splits`` and ``insured``."""
    insurance: Estimate | None
    """Net win from insurance per unit staked on it; None without insurance."""
    desirability: Estimate
    """DI: 1000 times the win per hand in standard deviations. Source: D. Schlesinger, Blackjack Attack."""
    score: Estimate
    """SCORE: DI squared, 0 for a losing player. Same source."""
    n0: Estimate
    """Hands after which the win is one standard deviation; infinite for a losing player. Same source."""
    by_count: Sequence[AtCount]
    """By running count for a card counter, or by the number given to the run."""
    side_bets: Sequence[SideBetResult] = ()
    """Separate from all other results."""
    spots: int = 1
    """The number of hands that the seat is dealt in a round; 1 for several seats together."""
    powers_per_hand: Estimate | None = None
    """Money per hand that powers moved to the player: gifts, fines, thefts.

    The values above exclude it. None if no power moves money and the bank stays.
    """
    side_bets_per_hand: Estimate | None = None
    """Net win from side bets per hand, which the values above exclude.

    None, like the next one, if only wagers move money.
    """
    bankroll_per_hand: Estimate | None = None
    """The change of the bankroll per hand: wagers, side bets, powers and the bank together."""
    banker_per_hand: Estimate | None = None
    """Money won as the banker per hand played against other bankers; None if the bank stays."""

    @property
    def per_round(self) -> Estimate:
        """Net win per round in which all spots are played, with one hand each."""
        return self.per_hand.divided(1 / self.spots)

    @property
    def won(self) -> int:
        """Hands that were won."""
        return sum(self.outcomes[outcome.name] for outcome in WON)

    @property
    def pushed(self) -> int:
        """Hands that neither won nor lost money."""
        return self.outcomes["pushed"]

    @property
    def lost(self) -> int:
        """Hands that were lost."""
        return sum(self.outcomes[outcome.name] for outcome in LOST)


@dataclass(frozen=True, slots=True)
class BankrollResult:
    """The bankrolls of one player at the end of the games."""

    name: str
    start: float
    """The starting bankroll."""
    final: Estimate
    """The mean final bankroll."""
    ruin: Estimate
    """The probability of ending with less than the smallest wager."""
    quantiles: Mapping[int, float]
    """Percentiles of the final bankroll."""
    distribution: Mapping[float, int]
    """The number of games with each final bankroll, in ascending order."""

    def array(self) -> Any:
        """The final bankroll of every game as an ascending numpy array. Raises UsageError without numpy."""
        return repeat(self.distribution)


@dataclass(frozen=True, slots=True)
class MemberResult:
    """The record of a member in the rounds of a tournament."""

    name: str
    team: str
    won: int
    lost: int
    wins: Estimate | None
    """The probability of winning a round; None for a member without a round."""


@dataclass(frozen=True, slots=True)
class Games:
    """The statistics of whole games."""

    games: int
    hands: Estimate
    """Hands of the table per game."""
    quantiles: Mapping[int, float]
    """Percentiles of the number of hands."""
    lengths: Mapping[int, int]
    """The number of games with each number of hands, in ascending order."""
    purses: Sequence[BankrollResult]
    """The bankrolls of every player at the table; empty for tournaments."""
    teams: Mapping[str, Estimate]
    """The probability that each team wins; empty without teams."""
    members: Sequence[MemberResult]
    """The records of the members of teams; empty without them."""

    def array(self) -> Any:
        """The hands of every game as an ascending numpy array. Raises UsageError without numpy."""
        return repeat(self.lengths)


@dataclass(frozen=True, slots=True)
class Simulation:
    """All results of a simulation."""

    title: str
    arguments: Mapping[str, str]
    """The ruleset's arguments, in words."""
    unit: Unit
    """The unit of the amount: hands or whole games."""
    seed: int
    hands: int
    """Hands of the table."""
    players: Sequence[PlayerResult]
    """Every seat, or member of a tournament, that had a hand."""
    strategies: Sequence[PlayerResult]
    """The players of each strategy, taken together."""
    teams: Sequence[PlayerResult]
    """The members of each team, taken together; empty without teams."""
    games: Games | None
    """The statistics of whole games, if games were simulated."""
    cut_games: int = 0
    """Games cut because they were too long."""
    longest_game: int = 0
    """The number of hands after which games were cut."""
    is_partial: bool = False
    """Whether the simulation was interrupted."""
    blocks: int = 0
    """The number of blocks."""
    key: str = ""
    """A hash of all counts: equal keys mean equal numbers."""
    by: str = ""
    """The expression that groups hands; empty for the running count."""
    powers_without_hands: Mapping[str, float] = field(default_factory=dict)
    """The money of players without a hand, by name: from powers, or won as the banker."""

    def __hash__(self) -> int:
        return hash(self.key)

    def _repr_html_(self) -> str:
        """The values of players, of whole games and by count as tables, for notebooks."""
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
    """Every value, repeated by its count, in ascending order. Raises UsageError without numpy."""
    try:
        import numpy as np
    except ImportError as error:
        raise lack("arrays need", "arrays", error) from None
    return np.repeat(np.array(list(counted)), np.array(list(counted.values()), dtype=np.int64))
