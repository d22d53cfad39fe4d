"""From what was counted to results: estimates with errors, and money in whole units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from bj.engine import tallies as y
from bj.simulation.estimates import Z95, Estimate, mean, proportion, ratio, variance
from bj.simulation.results import LOST, OUTCOMES, WON, AtCount, Games, Member, Player, Purse, Setting
from bj.simulation.tallies import BlockTally, PersonTally


def make_players(setting: Setting, tally: BlockTally) -> list[Player]:
    """What every player's hands have brought; who never played is left out."""
    return [
        make_player(name, strategy, person, 10**setting.decimals)
        for name, strategy, person in zip(setting.persons, setting.strategies, tally.persons, strict=True)
        if person.numbers[y.HANDS]
    ]


def make_strategies(setting: Setting, tally: BlockTally) -> list[Player]:
    """What the hands of each strategy have brought, in the order in which somebody first plays by it."""
    return _make_groups(setting, tally, setting.strategies, with_strategy=True)


def make_teams(setting: Setting, tally: BlockTally) -> list[Player]:
    """What the hands of each team have brought; a team that has only dealt is left out."""
    return _make_groups(
        setting, tally, [setting.teams[team] for team in setting.team_of], with_strategy=False
    )


def _make_groups(
    setting: Setting, tally: BlockTally, groups: Sequence[str], *, with_strategy: bool
) -> list[Player]:
    """What the hands of each group of persons have brought; ``groups`` has the group of each person."""
    members: dict[str, list[PersonTally]] = {}
    for group, person in zip(groups, tally.persons, strict=False):
        if person.numbers[y.HANDS]:
            members.setdefault(group, []).append(person)
    made = []
    for group, persons in members.items():
        together = PersonTally()
        for person in persons:
            together.add(person)
        alike = 1 if setting.teams else len(persons)  # of a tournament one plays at a time
        strategy = group if with_strategy else ""
        made.append(make_player(group, strategy, together, 10**setting.decimals, alike))
    return made


def make_player(name: str, strategy: str, tally: PersonTally, unit: int, alike: int = 1) -> Player:
    """What some hands have brought; ``unit`` smallest units of money make one.

    Of hands that come ``alike`` at a time, the variance of a sum is at most so many times that of independent
    ones (Cauchy and Schwarz).
    """
    numbers = tally.numbers
    hands, received, initial = numbers[y.HANDS], numbers[y.RECEIVED], numbers[y.INITIAL]
    squares = numbers[y.RECEIVED_RECEIVED]
    deviation = sqrt(variance(hands, received, squares))
    win = received / hands
    is_winning = win > 0 and deviation > 0
    desirability = 1000 * win / deviation if deviation else 0.0
    edge = ratio(hands, received, initial, squares, numbers[y.INITIAL_INITIAL], numbers[y.RECEIVED_INITIAL])
    per_staked = ratio(
        hands, received, numbers[y.STAKED], squares, numbers[y.STAKED_STAKED], numbers[y.RECEIVED_STAKED]
    )
    outcomes = {outcome: numbers[y.OUTCOMES + place] for outcome, place in OUTCOMES.items()}
    return Player(
        name,
        strategy,
        hands,
        edge.widen(sqrt(alike)),
        per_staked.widen(sqrt(alike)),
        mean(hands, received, squares).in_units(unit).widen(sqrt(alike)),
        deviation / unit,
        deviation * hands / initial if initial else 0.0,
        initial / hands / unit,
        outcomes,
        numbers[y.NATURALS],
        numbers[y.BUSTS],
        numbers[y.DOUBLES],
        {name: proportion(hands, hits, alike) for name, hits in _hits(outcomes, numbers).items()},
        desirability,
        desirability**2 if is_winning else 0.0,
        (deviation / win) ** 2 if is_winning else float("inf"),
        [_at_count(count, told, hands, unit) for count, told in sorted(tally.by_count.items())],
    )


def _hits(outcomes: Mapping[str, int], numbers: Sequence[int]) -> dict[str, int]:
    """How many hands there were of everything whose share is told."""
    return {
        "won": sum(outcomes[name] for name in WON),
        "lost": sum(outcomes[name] for name in LOST),
        **outcomes,
        "naturals": numbers[y.NATURALS],
        "busts": numbers[y.BUSTS],
        "doubles": numbers[y.DOUBLES],
    }


def _at_count(count: int, told: Sequence[int], all_hands: int, unit: int) -> AtCount:
    """The hands at one count."""
    hands, received, initial, squares = told
    per_hand = mean(hands, received, squares)
    edge = per_hand.in_units(initial / hands) if initial else Estimate(0.0, 0.0, 0.0, 0.0)
    return AtCount(count, hands, hands / all_hands, edge, per_hand.in_units(unit))


def make_games(setting: Setting, tally: BlockTally) -> Games:
    """What the games were like, of which there is one at least."""
    return Games(
        tally.games,
        mean_of(tally.lengths),
        quantiles(tally.lengths),
        dict(sorted(tally.lengths.items())),
        [] if setting.teams else _purses(setting, tally),
        {name: proportion(tally.games, tally.winners[number]) for number, name in enumerate(setting.teams)},
        _members(setting, tally) if setting.teams else [],
    )


def mean_of(counter: Mapping[int, int], unit: int = 1) -> Estimate:
    """The mean of values that came so many times each."""
    count = sum(counter.values())
    total = sum(value * times for value, times in counter.items())
    squares = sum(value * value * times for value, times in counter.items())
    return mean(count, total, squares).in_units(unit)


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
            mean_of(tally.bankrolls[index], unit),
            proportion(tally.games, count_ruined(tally.bankrolls[index], setting.smallest_wager)),
            quantiles(tally.bankrolls[index], unit),
            {bankroll / unit: times for bankroll, times in sorted(tally.bankrolls[index].items())},
        )
        for index, name in enumerate(setting.persons)
        if setting.strategies[index]
    ]


def count_ruined(bankrolls: Mapping[int, int], smallest_wager: int) -> int:
    """How many games ended with less than the smallest wager."""
    return sum(times for bankroll, times in bankrolls.items() if bankroll < smallest_wager)


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
            (_wilson_error(tally.games, hits) for hits in tally.winners.values()), default=float("inf")
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


def _wilson_error(games: int, wins: int) -> float:
    """The standard error that belongs to Wilson's interval: not 0 for a team that has won every game."""
    found = proportion(games, wins)
    return (found.high - found.low) / (2 * Z95)
