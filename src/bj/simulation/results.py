"""The results of simulations, as plain dataclasses. Money is in whole units of the ruleset."""

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
"""The largest running count with results of its own. The results of larger counts are added to it."""


@dataclass(frozen=True, slots=True)
class AtCount:
    """The results of the hands wagered at one running count, or at one value of another expression.

    Counts above 40 are counted as 40, and counts below -40 as -40.
    """

    count: int
    hands: int
    share: float
    """The share of all hands that were wagered at this count."""
    edge: Estimate
    """The net win per unit initially wagered."""
    per_hand: Estimate
    """The net win per hand, in money."""

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
    """The results of one side bet of a player. The results of hands do not include it."""

    name: str
    made: int
    """How often the bet was made."""
    edge: Estimate
    """The net win per unit staked on the bet."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The results of one seat or member, or of all players with the same strategy or team."""

    name: str
    strategy: str
    """The name of the strategy, or an empty string for a team."""
    hands: int
    """The number of dealt hands. A hand and its split hands count as one."""
    edge: Estimate
    """The net win per unit initially wagered, which published tables call the expected value."""
    per_staked: Estimate
    """The net win per unit wagered, counting doubled wagers in full."""
    per_hand: Estimate
    """The net win per hand, in money."""
    deviation: float
    """The standard deviation of the result of a hand, in money."""
    deviation_per_wager: float
    """The standard deviation of the result of a hand, in average initial wagers."""
    average_wager: float
    """The initial wager per hand, in money."""
    outcomes: Mapping[str, int]
    """Maps each outcome in ``bj.catalogue.outcomes`` to the number of hands that had it."""
    naturals: int
    """The number of naturals, including those that lost or pushed."""
    busts: int
    """The number of hands above the target, including those that did not lose."""
    doubles: int
    """The number of hands that were doubled."""
    splits: int
    """The number of hands that splits created."""
    insured: int
    """The number of hands that were insured."""
    shares: Mapping[str, Estimate]
    """Maps each outcome to its share of hands.

    For ``won``, ``pushed``, ``lost``, each outcome, ``naturals``, ``busts`` and ``doubles``, these are shares
    of the settled hands, which count split hands separately. For ``splits`` and ``insured``, they are shares
    of the dealt hands.
    """
    insurance: Estimate | None
    """The net win from insurance per unit staked on it, or None if there was no insurance."""
    desirability: Estimate
    """DI, which is 1,000 times the mean win per hand divided by its standard deviation.

    Source: D. Schlesinger, Blackjack Attack.
    """
    score: Estimate
    """SCORE, which is the square of DI, or 0 for a losing player.

    Source: D. Schlesinger, Blackjack Attack.
    """
    n0: Estimate
    """N0, which is the number of hands after which the expected win equals one standard deviation.

    It is infinite for a losing player. Source: D. Schlesinger, Blackjack Attack.
    """
    by_count: Sequence[AtCount]
    """The results by running count, for a card counter, or by the value that ``Simulation.by`` has."""
    side_bets: Sequence[SideBetResult] = ()
    """The results of each side bet. The results of hands do not include them."""
    spots: int = 1
    """How many hands the seat is dealt in a round. It is 1 if these are the results of several seats."""
    powers_per_hand: Estimate | None = None
    """The money per hand that powers moved to the player by gifts, fines and thefts.

    The results of hands exclude this money. It is None if no power moves money and the bank does not rotate.
    """
    side_bets_per_hand: Estimate | None = None
    """The net win from side bets, per hand.

    The results of hands exclude it. It is None if only wagers move money.
    """
    bankroll_per_hand: Estimate | None = None
    """The change of the bankroll per hand, from wagers, side bets, powers and the bank.

    It is None if only wagers move money.
    """
    banker_per_hand: Estimate | None = None
    """The money won as the banker, per hand played against the banker. None if the bank does not rotate."""

    @property
    def per_round(self) -> Estimate:
        """The net win per round in which all spots are played, with one hand each."""
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
    """The bankrolls of one player at the ends of games."""

    name: str
    start: float
    """The starting bankroll."""
    final: Estimate
    """The mean final bankroll."""
    ruin: Estimate
    """The probability that a game ends with a bankroll below the smallest wager."""
    quantiles: Mapping[int, float]
    """Maps percentages to the percentiles of the final bankroll."""
    distribution: Mapping[float, int]
    """Maps each final bankroll, in ascending order, to the number of games that ended with it."""

    def array(self) -> Any:
        """Return the final bankrolls of all games as a sorted numpy array.

        Raises UsageError if numpy is missing.
        """
        return repeat(self.distribution)


@dataclass(frozen=True, slots=True)
class MemberResult:
    """The results of a tournament member over all rounds."""

    name: str
    team: str
    won: int
    lost: int
    wins: Estimate | None
    """The probability that the member wins a round, or None if the member played no round."""


@dataclass(frozen=True, slots=True)
class Games:
    """The results of whole games."""

    games: int
    hands: Estimate
    """The number of hands that are played at the table in a game."""
    quantiles: Mapping[int, float]
    """Maps percentages to the percentiles of the number of hands."""
    lengths: Mapping[int, int]
    """Maps each number of hands, in ascending order, to the number of games that had it."""
    purses: Sequence[BankrollResult]
    """The final bankrolls of the players at the table. Empty for tournaments."""
    teams: Mapping[str, Estimate]
    """Maps each team to its probability of winning. Empty if there are no teams."""
    members: Sequence[MemberResult]
    """The results of the members of teams. Empty if there are no teams."""

    def array(self) -> Any:
        """Return the number of hands in each game as a sorted numpy array.

        Raises UsageError if numpy is missing.
        """
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
    """The results of every seat or tournament member that had a hand."""
    strategies: Sequence[PlayerResult]
    """The results of each strategy, over all players who use it."""
    teams: Sequence[PlayerResult]
    """The results of each team, over all its members. Empty if there are no teams."""
    games: Games | None
    """The results of whole games, or None if hands were simulated."""
    cut_games: int = 0
    """The number of games that were cut because they were too long."""
    longest_game: int = 0
    """The number of hands after which games were cut."""
    is_partial: bool = False
    """Whether the simulation was interrupted, so that the results are partial."""
    blocks: int = 0
    """The number of blocks that were played."""
    key: str = ""
    """A hash of all counts. Simulations with the same key have the same results."""
    by: str = ""
    """The expression whose value groups hands, or an empty string if the running count groups them."""
    powers_without_hands: Mapping[str, float] = field(default_factory=dict)
    """Maps each player without a hand to the money that came from powers, or was won as the banker."""

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
    """Make an array that repeats every value as often as it was counted, in ascending order of values.

    Raises UsageError if numpy is missing.
    """
    try:
        import numpy as np
    except ImportError as error:
        raise lack("arrays need", "arrays", error) from None
    return np.repeat(np.array(list(counted)), np.array(list(counted.values()), dtype=np.int64))
