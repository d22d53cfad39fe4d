"""Changes compiled games so that they add up cards incorrectly or mishandle soft hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from bj.compiler.program_head import additions
from bj.compiler.wrong_rules import Variation
from bj.engine.cards.seats import block_of_person
from bj.engine.layout import program as p
from bj.engine.layout import table as t

ACE, JACK = 12, 9
"""The ranks of an ace and of a jack, where the rank of a two is 0."""

LONE_ACE = 11
"""The total of a hand that consists of a single ace."""

ALWAYS_HIGH = "an ace always counts as eleven"
WORTHS: dict[str, dict[int, tuple[int, int]]] = {
    ALWAYS_HIGH: {ACE: (11, 11)},
    "an ace always counts as one": {ACE: (1, 1)},
    "an ace counts as fourteen": {ACE: (14, 14)},
    "an ace counts as twelve": {ACE: (12, 12)},
    "an ace counts as one or ten": {ACE: (1, 10)},
    "face cards count as eleven, twelve and thirteen": {JACK + i: (11 + i, 11 + i) for i in range(3)},
    "face cards and aces count as eleven to fourteen": {JACK + i: (11 + i, 11 + i) for i in range(4)},
    "face cards count as eleven": {JACK + i: (11, 11) for i in range(3)},
    "face cards count as one": {JACK + i: (1, 1) for i in range(3)},
    "every card from two to nine counts as one more": {i: (i + 3, i + 3) for i in range(8)},
    "every card from two to ten counts as one less": {i: (i + 1, i + 1) for i in range(9)},
}
"""Maps descriptions of common mistakes to the low and high values that they give to ranks."""


def near_worths(rank: int) -> tuple[int, ...]:
    """Return plausible wrong values for the cards of a rank below the ace."""
    return (1, 10, 11, rank + 1, rank + 3)


def count_worths(others: Mapping[int, tuple[int, int]], target: int) -> Variation:
    """Replace the values of some ranks.

    ``others`` maps each of these ranks to a new low and a new high value.
    """

    def change(program: list[int], table: list[int]) -> None:
        first = p.ADDITIONS
        worths = [(program[first + rank] >> 1, program[first + rank] & 1) for rank in range(p.RANKS)]
        pairs = [(total - 10 * soft, total) for total, soft in worths]
        pairs = [others.get(rank, pair) for rank, pair in enumerate(pairs)]
        program[first : first + p.VALUES * p.RANKS] = additions(tuple(pairs), target)
        program[p.CLASS_OF + p.VALUES + 2 * target] = p.NATURAL  # a natural without an ace is possible, too

    return change


SECOND_ACE_HARD = "a second ace makes a hand hard"
KEPT_IN_BUST = "an ace that counts as eleven stays at eleven when the hand busts"
HARD_NEXT = "a soft hand becomes hard with the next card"
LOW_AT_TARGET = "an ace counts as one if eleven would reach the target exactly"
HIGH_BEYOND = "an ace counts as eleven even if that busts the hand by one"
HIGH_FIRST = "an ace counts as eleven only if it is the first card"
KEPT_BEYOND = "an ace counts as eleven, and stays at eleven, even if that busts the hand by one"
HIGH_LAST = "an ace counts as eleven only if it is the last card"
HIGH_IN_TWO = "an ace counts as eleven only in a two-card hand"
SOFT_AFTER = "a hand is still soft after its ace has changed to one"
ONE_ALWAYS_HIGH = "one ace always counts as eleven"
HIGH_IN_BUST = "an ace counts as eleven only if that busts the hand"
HIGH_WITHOUT_ACE = "ten is added to every hand that it does not bust, even without an ace"
ONLY_WITHOUT_ACE = "ten is added only to hands without an ace, if it does not bust them"
TWELVE_FOR_ELEVEN = "an ace counts as twelve wherever it should count as eleven, even if that busts the hand"
TEN_FOR_ELEVEN = "an ace counts as ten wherever it should count as eleven"
OTHER_BONUSES = {TWELVE_FOR_ELEVEN: 11, TEN_FOR_ELEVEN: 9}
"""Maps mistakes to the difference between the high and the low value of an ace."""

SOFT = (
    SECOND_ACE_HARD,
    KEPT_IN_BUST,
    HARD_NEXT,
    LOW_AT_TARGET,
    HIGH_BEYOND,
    HIGH_FIRST,
    KEPT_BEYOND,
    HIGH_LAST,
    HIGH_IN_TWO,
    SOFT_AFTER,
    ONE_ALWAYS_HIGH,
    HIGH_IN_BUST,
    HIGH_WITHOUT_ACE,
    ONLY_WITHOUT_ACE,
    *OTHER_BONUSES,
)
"""Descriptions of common mistakes with soft hands."""


def lose_softness(which: str, target: int) -> Variation:
    """Make the game mishandle soft hands as ``which``, an item of SOFT, describes."""

    def change(program: list[int], table: list[int]) -> None:
        first, end = p.ADDITIONS, p.ADDITIONS + p.VALUES * p.RANKS
        program[first:end] = _without_softness(which, target, tuple(program[first:end]))

    return change


@lru_cache(100)
def _without_softness(which: str, target: int, sums: Sequence[int]) -> Sequence[int]:
    """Return the totals after one more card, with the mistake ``which``.

    There is one total for each previous value of the hand and each rank of the card.
    """
    after_it, late = list(sums), (HIGH_BEYOND, KEPT_BEYOND)
    for value in range(p.VALUES):
        total, soft = value >> 1, value & 1
        for rank in range(p.RANKS):
            cell = value * p.RANKS + rank
            worth = sums[rank] >> 1
            low, is_first_ace = 1 if rank == ACE else worth, rank == ACE and not soft
            after, soft_after = sums[cell] >> 1, sums[cell] & 1
            if which == HIGH_IN_BUST:
                lowest, has_ace = total + low, soft or rank == ACE
                is_over = has_ace and lowest + 10 > target
                after_it[cell] = 2 * min(lowest + 10 * is_over, p.VALUES // 2 - 1) + (has_ace and not is_over)
            elif which in (HIGH_WITHOUT_ACE, ONLY_WITHOUT_ACE):
                lowest = total - 10 * soft + low
                # a hand of 11 or less without an ace would be soft
                has_ace = rank == ACE or (not soft and 0 < total <= target - 10)
                is_soft = lowest + 10 <= target and not (has_ace and which == ONLY_WITHOUT_ACE)
                after_it[cell] = 2 * (lowest + 10 * is_soft) + is_soft
            elif which == ONE_ALWAYS_HIGH and (soft or rank == ACE):
                total_after = min(total + low + 10 * is_first_ace, p.VALUES // 2 - 1)
                after_it[cell] = 2 * total_after + (total_after <= target)
            elif which in OTHER_BONUSES and (soft or rank == ACE):
                lowest = total - OTHER_BONUSES[which] * soft + low
                is_soft = lowest + 10 <= target
                after_it[cell] = 2 * max(lowest + OTHER_BONUSES[which] * is_soft, 0) + is_soft
            elif which == SECOND_ACE_HARD and soft and rank == ACE:
                after_it[cell] = 2 * max(total - 9, 0)
            elif which == KEPT_IN_BUST and soft and not soft_after:
                after_it[cell] = 2 * min(total + low, p.VALUES // 2 - 1)
            elif which == SOFT_AFTER and soft and not soft_after and after <= target:
                after_it[cell] += 1
            elif which == HARD_NEXT and soft and soft_after:
                after_it[cell] = 2 * after
            elif which == LOW_AT_TARGET and soft_after and after == target:
                after_it[cell] = 2 * max(target - 10, 0)
            elif after == target - 9 and which in late and (is_first_ace or (soft and which == KEPT_BEYOND)):
                after_it[cell] = 2 * (target + 1)
            elif which == HIGH_FIRST and rank == ACE and value and soft_after and not soft:
                after_it[cell] = 2 * max(after - 10, 0)
            elif which == HIGH_LAST and soft:
                is_last = rank == ACE and total < target
                after_it[cell] = 2 * (total + 1) + 1 if is_last else 2 * max(total - 10 + low, 0)
            elif which == HIGH_IN_TWO and value and total != LONE_ACE and (soft or after < LONE_ACE):
                total_after = total + low - (10 if total > LONE_ACE else 0)
                # marked as soft even without an ace, so that a later ace counts high
                after_it[cell] = 2 * total_after + (total_after < LONE_ACE)
    return after_it


def only_for(persons: Iterable[int], vary: Variation) -> Variation:
    """Limit a variation of totals to the hands of ``persons``."""

    def change(program: list[int], table: list[int]) -> None:
        changed, first = program.copy(), len(program)
        vary(changed, table.copy())
        program += [
            table[t.TARGET],
            *changed[p.ADDITIONS : p.ADDITIONS + p.VALUES * p.RANKS],
            *changed[p.CLASS_OF : p.CLASS_OF + 2 * p.VALUES],
            changed[p.SURRENDER_WAITS],
            *(t.FIRST_HAND, first, 0),  # a lasting power: FIRST_HAND is never 0
        ]
        for person in persons:
            table[block_of_person(person) + t.TARGETS] = len(program) - 3
        table[t.COUNTING] |= t.OVERRIDES
        program[p.RARE_CLASSES] = 1

    return change
