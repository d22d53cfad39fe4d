"""Results: what a simulation has found out, as plain dataclasses. Money is in whole units of the ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from bj.engine import tallies as y
from bj.simulate.estimates import Estimate, mean, proportion, ratio, variance
from bj.simulate.tallies import BlockTally, PersonTally

OUTCOMES: Mapping[str, int] = {
    "won by a natural": y.WON_BY_NATURAL,
    "won as the dealer bust": y.WON_BY_DEALERS_BUST,
    "won by total": y.WON_BY_TOTAL,
    "pushed": y.PUSHED,
    "lost by a bust": y.LOST_BY_BUST,
    "lost to a natural": y.LOST_TO_NATURAL,
    "lost by total": y.LOST_BY_TOTAL,
}
"""How a hand can end. A power's win counts as one by total, a void hand as a push."""

WON = ("won by a natural", "won as the dealer bust", "won by total")
LOST = ("lost by a bust", "lost to a natural", "lost by total")


@dataclass(frozen=True, slots=True)
class AtCount:
    """The hands that were wagered on at one running count; those beyond 40 are counted with 40."""

    count: int
    hands: int
    share: float
    """Of all hands."""
    edge: float
    """Money received per money initially wagered."""
    per_hand: Estimate
    """Money received per hand."""


@dataclass(frozen=True, slots=True)
class Player:
    """What the hands of one seat or member have brought."""

    name: str
    strategy: str
    hands: int
    edge: Estimate
    """Money received per money initially wagered: the expected value that tables of odds give."""
    per_staked: Estimate
    """Money received per money wagered, doubled wagers in full."""
    per_hand: Estimate
    """Money received per hand."""
    deviation: float
    """Standard deviation of what a hand brings, in money."""
    deviation_per_wager: float
    """The same in average initial wagers."""
    average_wager: float
    """Initial wager per hand, in money."""
    outcomes: Mapping[str, int]
    """How many hands ended in each way."""
    naturals: int
    busts: int
    doubles: int
    desirability: float
    """DI: 1000 times the win per hand in standard deviations. Source: D. Schlesinger, Blackjack Attack."""
    score: float
    """SCORE: DI squared, 0 for a losing player. Same source."""
    n0: float
    """Hands after which the win is one standard deviation; infinite for a losing player. Same source."""
    by_count: Sequence[AtCount]
    """By running count, for a player who counts."""

    @property
    def won(self) -> int:
        """Hands that were won, in whatever way."""
        return sum(self.outcomes[name] for name in WON)

    @property
    def pushed(self) -> int:
        """Hands that brought nothing and cost nothing."""
        return self.outcomes["pushed"]

    @property
    def lost(self) -> int:
        """Hands that were lost, in whatever way."""
        return sum(self.outcomes[name] for name in LOST)


@dataclass(frozen=True, slots=True)
class Purse:
    """What one player had at the end of the games."""

    name: str
    start: float
    """What the player began with."""
    final: Estimate
    """The mean."""
    ruin: Estimate
    """The probability of ending with less than the smallest wager."""
    quantiles: Mapping[int, float]
    """The final bankroll that so many of a hundred games did not exceed."""
    distribution: Mapping[float, int]
    """How many games ended with each bankroll, in ascending order."""


@dataclass(frozen=True, slots=True)
class Member:
    """The record of a member in the rounds of a tournament."""

    name: str
    team: str
    won: int
    lost: int
    wins: Estimate | None
    """The probability of winning a round; None for a member who never played."""


@dataclass(frozen=True, slots=True)
class Games:
    """What whole games were like."""

    games: int
    hands: Estimate
    """Hands of the table per game."""
    lengths: Mapping[int, int]
    """How many games had so many hands, in ascending order."""
    purses: Sequence[Purse]
    """Of every player at the table; empty for tournaments."""
    teams: Mapping[str, Estimate]
    """The probability that each team wins; empty without teams."""
    members: Sequence[Member]
    """The records of the members of teams; empty without them."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What belongs to a job but not to its numbers: names and units."""

    title: str
    persons: Sequence[str]
    strategies: Sequence[str]
    """By person; empty for a dealer."""
    starts: Sequence[int]
    """What each person begins with, in smallest units."""
    smallest_wager: int
    """In smallest units."""
    decimals: int
    teams: Sequence[str] = ()
    """By number; empty without a tournament."""
    team_of: Sequence[int] = ()
    """The team of each person."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Everything that a simulation has found out."""

    title: str
    seed: int
    hands: int
    """Hands of the table that were played."""
    players: Sequence[Player]
    games: Games | None
    """What whole games were like, when games were simulated."""
    is_partial: bool = False
    """Whether the simulation was stopped before it was done."""
    blocks: int = 0
    """Blocks that were played."""
    key: str = ""
    """A hash of everything that was counted: equal keys mean equal numbers."""


def make_players(setting: Setting, tally: BlockTally) -> list[Player]:
    """What every player's hands have brought; who never played is left out."""
    return [
        make_player(name, strategy, person, 10**setting.decimals)
        for name, strategy, person in zip(setting.persons, setting.strategies, tally.persons, strict=True)
        if person.numbers[y.HANDS]
    ]


def make_player(name: str, strategy: str, tally: PersonTally, unit: int) -> Player:
    """What one player's hands have brought; ``unit`` smallest units of money make one."""
    numbers = tally.numbers
    hands, received, initial = numbers[y.HANDS], numbers[y.RECEIVED], numbers[y.INITIAL]
    squares = numbers[y.RECEIVED_RECEIVED]
    spread = variance(hands, received, squares)
    deviation = sqrt(spread)
    win = received / hands
    is_winning = win > 0 and deviation > 0
    desirability = 1000 * win / deviation if deviation else 0.0
    return Player(
        name,
        strategy,
        hands,
        ratio(hands, received, initial, squares, numbers[y.INITIAL_INITIAL], numbers[y.RECEIVED_INITIAL]),
        ratio(
            hands,
            received,
            numbers[y.STAKED],
            squares,
            numbers[y.STAKED_STAKED],
            numbers[y.RECEIVED_STAKED],
        ),
        in_units(mean(hands, received, squares), unit),
        deviation / unit,
        deviation * hands / initial if initial else 0.0,
        initial / hands / unit,
        {outcome: numbers[y.OUTCOMES + place] for outcome, place in OUTCOMES.items()},
        numbers[y.NATURALS],
        numbers[y.BUSTS],
        numbers[y.DOUBLES],
        desirability,
        desirability**2 if is_winning else 0.0,
        (deviation / win) ** 2 if is_winning else float("inf"),
        [_at_count(count, told, hands, unit) for count, told in sorted(tally.by_count.items())],
    )


def in_units(found: Estimate, unit: int) -> Estimate:
    """An estimate of smallest units of money as one of whole units."""
    return Estimate(found.value / unit, found.error / unit, found.low / unit, found.high / unit)


def _at_count(count: int, told: Sequence[int], all_hands: int, unit: int) -> AtCount:
    """The hands at one count."""
    hands, received, initial, squares = told
    edge = received / initial if initial else 0.0
    return AtCount(count, hands, hands / all_hands, edge, in_units(mean(hands, received, squares), unit))


def make_games(setting: Setting, tally: BlockTally) -> Games:
    """What the games were like, of which there is one at least."""
    return Games(
        tally.games,
        _mean_of(tally.lengths),
        dict(sorted(tally.lengths.items())),
        [] if setting.teams else _purses(setting, tally),
        {name: proportion(tally.games, tally.winners[number]) for number, name in enumerate(setting.teams)},
        _members(setting, tally) if setting.teams else [],
    )


def _mean_of(counter: Mapping[int, int], unit: int = 1) -> Estimate:
    """The mean of values that came so many times each."""
    count = sum(counter.values())
    total = sum(value * times for value, times in counter.items())
    squares = sum(value * value * times for value, times in counter.items())
    return in_units(mean(count, total, squares), unit)


QUANTILES = (1, 5, 25, 50, 75, 95, 99)


def quantiles(counter: Mapping[int, int], unit: int = 1) -> dict[int, float]:
    """The values that so many of a hundred did not exceed.

    >>> quantiles({1: 50, 7: 50})[50], quantiles({1: 50, 7: 50})[75]
    (1.0, 7.0)
    """
    count = sum(counter.values())
    found: dict[int, float] = {}
    seen = 0
    waiting = list(QUANTILES)
    for value, times in sorted(counter.items()):
        seen += times
        while waiting and 100 * seen >= waiting[0] * count:
            found[waiting.pop(0)] = value / unit
    return found


def _purses(setting: Setting, tally: BlockTally) -> list[Purse]:
    """What every player had at the end."""
    unit = 10**setting.decimals
    return [
        Purse(
            name,
            setting.starts[index] / unit,
            _mean_of(tally.bankrolls[index], unit),
            proportion(
                tally.games,
                sum(
                    times
                    for bankroll, times in tally.bankrolls[index].items()
                    if bankroll < setting.smallest_wager
                ),
            ),
            quantiles(tally.bankrolls[index], unit),
            {bankroll / unit: times for bankroll, times in sorted(tally.bankrolls[index].items())},
        )
        for index, name in enumerate(setting.persons)
        if setting.strategies[index]
    ]


def _members(setting: Setting, tally: BlockTally) -> list[Member]:
    """The records of all members, team by team, in the order in which they enter."""
    members = []
    for team, team_name in enumerate(setting.teams):
        for index, name in enumerate(setting.persons):
            if setting.team_of[index] == team:
                numbers = tally.persons[index].numbers
                won, lost = numbers[y.ROUNDS_WON], numbers[y.ROUNDS_LOST]
                wins = proportion(won + lost, won) if won + lost else None
                members.append(Member(name, team_name, won, lost, wins))
    return members


def spread_of(tally: BlockTally, unit_is_games: bool, is_tournament: bool) -> float:
    """The largest standard error of what the simulation is about; infinite when nothing is known yet.

    That is the probability that a team wins for the games of a tournament, and else every player's edge.
    """
    if unit_is_games and is_tournament:
        return max(
            (proportion(tally.games, hits).error for hits in tally.winners.values()), default=float("inf")
        )
    errors = [
        ratio(
            numbers[y.HANDS],
            numbers[y.RECEIVED],
            numbers[y.INITIAL],
            numbers[y.RECEIVED_RECEIVED],
            numbers[y.INITIAL_INITIAL],
            numbers[y.RECEIVED_INITIAL],
        ).error
        for numbers in (person.numbers for person in tally.persons)
        if numbers[y.HANDS]
    ]
    return max(errors, default=float("inf")) or float("inf")
