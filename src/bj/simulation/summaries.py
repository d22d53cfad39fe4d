"""Turns counts into results: estimates with errors, and amounts of money in the ruleset's main unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

from bj.catalogue.outcomes import OUTCOMES
from bj.engine.face import tallied_games as y
from bj.simulation import tallies as counted
from bj.simulation.card_counting_measures import desirability, n0, score
from bj.simulation.estimates import Estimate, Sample, mean, proportion, variance
from bj.simulation.participants import Setting, members_of
from bj.simulation.results import AtCount, BankrollResult, Games, MemberResult, PlayerResult, SideBetResult
from bj.simulation.tallies import BlockTally, GroupTally

PLACES: Mapping[str, int] = {
    "won": counted.WON,
    "lost": counted.LOST,
    **{name: y.OUTCOMES + outcome.number for name, outcome in OUTCOMES.items()},
    "naturals": y.NATURALS,
    "busts": y.BUSTS,
    "doubles": y.DOUBLES,
}
"""Maps the name of each share of settled hands to the index of the corresponding count."""


def make_players(setting: Setting, tally: BlockTally) -> list[PlayerResult]:
    """Return the results for every player who had at least one hand."""
    seats = zip(setting.persons, setting.strategies, tally.persons, setting.spots, strict=True)
    return [
        make_player(setting, name, strategy, person, spots, spots=spots)
        for name, strategy, person, spots in seats
        if person.numbers[y.HANDS]
    ]


def powers_without_hands(setting: Setting, tally: BlockTally) -> dict[str, float]:
    """Return the money that players without any hand gained from powers or as the banker, keyed by player."""
    cells = {
        name: person.by_count[counted.IN_ALL]
        for name, strategy, person in zip(setting.persons, setting.strategies, tally.persons, strict=True)
        if strategy and counted.IN_ALL in person.by_count and not person.numbers[y.HANDS]
    }
    return {name: cell[y.COUNT_RECEIVED] / 10**setting.decimals for name, cell in cells.items()}


def make_strategies(setting: Setting, tally: BlockTally) -> list[PlayerResult]:
    """Return the combined results for each strategy, in the order of the seats."""
    together = members_of(setting.strategies)
    together.pop("", None)
    return [
        make_player(setting, name, name, tally.groups[members], sum(setting.spots[each] for each in members))
        for name, members in together.items()
        if tally.groups[members].numbers[y.HANDS]
    ]


def make_teams(setting: Setting, tally: BlockTally) -> list[PlayerResult]:
    """Return the results for each team that had a hand. A team that only dealt is left out."""
    return [
        make_player(setting, setting.teams[team], "", tally.groups[members])
        for team, members in members_of(setting.team_of).items()
        if tally.groups[members].numbers[y.HANDS]
    ]


def sample_of(tally: GroupTally) -> Sample:
    """Return a group's batches as a sample."""
    products = dict(zip((*counted.PRODUCTS, *counted.CUBES), (*tally.products, *tally.cubes), strict=True))
    return Sample(tally.batches, tally.numbers, products)


def unseen(sample: Sample) -> Fraction:
    """Return the ratio of the true variance of the money to the variance seen in the batches.

    The result is at least 1. The batches show too little variance until rare events have occurred. If every
    wager has the same edge, a hand's result minus that edge is uncorrelated with earlier hands, so the
    squares of these differences add up to the variance of their sum. If wagers grow after losses, these
    squares reveal the variance sooner than the batches do, because they count every high wager, even if it
    won.
    """
    if not sample.totals[y.INITIAL]:
        return Fraction(1)
    weights = sample.ratio_weights(y.RECEIVED, y.INITIAL)
    seen = (sample.variance(weights) or 0) * sample.totals[y.INITIAL] ** 2
    edge = Fraction(sample.totals[y.RECEIVED], sample.totals[y.INITIAL])
    actual = sample.totals[y.SQUARES] * (1 - edge * edge)
    return max(actual / seen, Fraction(1)) if seen else Fraction(1)


def make_player(
    setting: Setting, name: str, strategy: str, tally: GroupTally, alike: int = 1, *, spots: int = 1
) -> PlayerResult:
    """Return the results for a player with the given number of ``spots``, or for a group of players.

    Up to ``alike`` hands in a round may have the same result, because they are played against the same
    dealer's hand.
    """
    scale = 10**setting.decimals
    numbers, sample = tally.numbers, sample_of(tally)
    hands, received, initial = numbers[y.HANDS], numbers[y.RECEIVED], numbers[y.INITIAL]
    deviation = sqrt(variance(hands, received, numbers[y.SQUARES]))
    factor = unseen(sample)
    index = desirability(sample, factor)
    return PlayerResult(
        name,
        strategy,
        hands,
        sample.ratio(y.RECEIVED, y.INITIAL, y.SQUARES, factor),
        sample.ratio(y.RECEIVED, y.STAKED, y.SQUARES, factor),
        sample.ratio(y.RECEIVED, y.HANDS, y.SQUARES, factor).divided(scale),
        deviation / scale,
        deviation * hands / initial if initial else 0.0,
        initial / hands / scale,
        {name: numbers[y.OUTCOMES + outcome.number] for name, outcome in OUTCOMES.items()},
        numbers[y.NATURALS],
        numbers[y.BUSTS],
        numbers[y.DOUBLES],
        numbers[y.SPLITS],
        numbers[y.INSURED],
        {
            **{name: sample.share(place, counted.SETTLED, alike) for name, place in PLACES.items()},
            "splits": sample.ratio(y.SPLITS, y.HANDS),
            "insured": sample.share(y.INSURED, y.HANDS, alike),
        },
        sample.ratio(y.INSURANCE, y.INSURANCE_STAKED) if numbers[y.INSURED] else None,
        index,
        score(index),
        n0(index),
        [
            _at_count(count, cell, hands, scale)
            for count, cell in sorted(tally.by_count.items())
            if abs(count) < y.FIRST_SIDE_BET
        ],
        [
            _side_bet(name, tally.by_count[number])
            for number, name in enumerate(setting.bets, y.FIRST_SIDE_BET)
            if number in tally.by_count
        ],
        spots,
        *(_per_hand(tally, kind, factor, scale) for kind in counted.MONEY),
    )


def _per_hand(tally: GroupTally, kind: int, factor: Fraction, scale: int) -> Estimate | None:
    """Estimate the money per hand from one source, or return None if the game has no such source.

    ``kind`` is a key in MONEY.
    """
    cell = tally.by_count.get(kind)
    if cell is None:
        return None
    return _sample_at(cell).ratio(y.COUNT_RECEIVED, y.COUNT_HANDS, factor=factor).divided(scale)


def _side_bet(name: str, cell: Sequence[int]) -> SideBetResult:
    return SideBetResult(name, cell[y.COUNT_HANDS], _sample_at(cell).ratio(y.COUNT_RECEIVED, y.COUNT_INITIAL))


def _sample_at(cell: Sequence[int]) -> Sample:
    products = dict(zip(counted.COUNT_PRODUCTS, cell[counted.COUNT_BATCHES + 1 :], strict=True))
    return Sample(cell[counted.COUNT_BATCHES], cell[: counted.COUNT_BATCHES], products)


def _at_count(count: int, cell: Sequence[int], all_hands: int, scale: int) -> AtCount:
    sample = _sample_at(cell)
    hands = cell[y.COUNT_HANDS]
    return AtCount(
        count,
        hands,
        hands / all_hands,
        sample.ratio(y.COUNT_RECEIVED, y.COUNT_INITIAL),
        sample.ratio(y.COUNT_RECEIVED, y.COUNT_HANDS, y.COUNT_INITIAL).divided(scale),
    )


def make_games(setting: Setting, tally: BlockTally) -> Games:
    """Return the statistics about whole games."""
    return Games(
        tally.games,
        mean(tally.lengths),
        quantiles(tally.lengths),
        dict(sorted(tally.lengths.items())),
        [] if setting.teams else _purses(setting, tally),
        {name: proportion(tally.games, tally.winners[number]) for number, name in enumerate(setting.teams)},
        _members(setting, tally) if setting.teams else [],
    )


QUANTILES = (1, 5, 25, 50, 75, 95, 99)


def quantiles(counter: Mapping[int, int], scale: int = 1) -> dict[int, float]:
    """Return, for each percentage, the bankroll or length not exceeded in that percentage of games.

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
            found[waiting.pop(0)] = value / scale
    return found


def _purses(setting: Setting, tally: BlockTally) -> list[BankrollResult]:
    scale = 10**setting.decimals
    return [
        BankrollResult(
            name,
            setting.starts[index] / scale,
            mean(tally.bankrolls[index], unseen(sample_of(tally.persons[index]))).divided(scale),
            proportion(tally.games, count_ruined(tally.bankrolls[index], setting.smallest_wager)),
            quantiles(tally.bankrolls[index], scale),
            {bankroll / scale: times for bankroll, times in sorted(tally.bankrolls[index].items())},
        )
        for index, name in enumerate(setting.persons)
        if setting.strategies[index]
    ]


def count_ruined(bankrolls: Mapping[int, int], smallest_wager: int) -> int:
    """Return the number of games that ended with a bankroll below the smallest wager."""
    return sum(times for bankroll, times in bankrolls.items() if bankroll < smallest_wager)


def _members(setting: Setting, tally: BlockTally) -> list[MemberResult]:
    """Return the results for all team members, team by team, in the order in which members enter the game."""
    members = []
    roles = members_of(list(zip(setting.team_of, setting.persons, strict=True)))
    for (team, name), persons in roles.items():
        numbers = tally.groups[persons].numbers
        won, lost = numbers[y.ROUNDS_WON], numbers[y.ROUNDS_LOST]
        wins = None
        if won + lost:
            wins = sample_of(tally.groups[persons]).share(y.ROUNDS_WON, counted.ROUNDS)
        members.append(MemberResult(name, setting.teams[team], won, lost, wins))
    return members


def spread_of(tally: BlockTally, unit_is_games: bool, is_tournament: bool) -> float:
    """Return the largest standard error of the main results, or infinity if it is unknown.

    If tournament games are simulated, the main results are the teams' probabilities of winning. Otherwise,
    they are the players' edges.
    """
    if unit_is_games and is_tournament:
        estimates = [proportion(tally.games, hits) for hits in tally.winners.values()]
    else:
        played = [person for person in tally.persons if person.numbers[y.HANDS]]
        samples = [sample_of(person) for person in played]
        estimates = [each.ratio(y.RECEIVED, y.INITIAL, y.SQUARES, unseen(each)) for each in samples]
    return largest_error(estimates)


def largest_error(estimates: Sequence[Estimate]) -> float:
    """Return the largest standard error in ``estimates``.

    The result is infinite if ``estimates`` is empty or any of the errors is unknown.
    """
    errors = [float("inf") if found.error is None else found.error for found in estimates]
    return max(errors, default=float("inf"))
