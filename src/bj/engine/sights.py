"""Sights: saved tables that one observer cannot tell apart, and what makes two of them the same."""

from __future__ import annotations

from . import events as r
from . import program as p
from . import table as t
from . import work as w
from .mode import Ints, Memo, carry, engine_function, identify, inlined_function

REGISTERS = t.SCRATCH + t.SCRATCH_SIZE
HAND_HEAD = t.HELD


@inlined_function
def save(work: Ints, table: Ints, block: int) -> int:
    """Save what a hand can change of ``table``, behind the cards left of ``block``: where that ends."""
    at = block + w.COUNTS + work[w.CLASSES]
    carry(work, at, table, 0, t.SCRATCH)
    at += t.SCRATCH
    carry(work, at, table, REGISTERS, t.SEATS - REGISTERS)
    at += t.SEATS - REGISTERS
    carry(work, at, table, t.HANDS, work[w.LISTED])
    at += work[w.LISTED]
    end = table[t.SPARE_HAND] if table[t.SPARE_HAND] else work[w.TABLE_END]
    carry(work, at, table, t.PERSONS, end - t.PERSONS)
    return at + end - t.PERSONS


@inlined_function
def load(work: Ints, table: Ints, block: int) -> None:
    """Put back what was saved at ``block``."""
    at = block + w.COUNTS + work[w.CLASSES]
    carry(table, 0, work, at, t.SCRATCH)
    at += t.SCRATCH
    carry(table, REGISTERS, work, at, t.SEATS - REGISTERS)
    at += t.SEATS - REGISTERS
    carry(table, t.HANDS, work, at, work[w.LISTED])
    at += work[w.LISTED]
    end = table[t.SPARE_HAND] if table[t.SPARE_HAND] else work[w.TABLE_END]
    carry(table, t.PERSONS, work, at, end - t.PERSONS)


def size_of_block(classes: int, listed: int, table_end: int) -> int:
    """How many numbers a saved table takes at most."""
    return w.COUNTS + classes + t.SCRATCH + t.SEATS - REGISTERS + listed + table_end - t.PERSONS


@engine_function
def write_cards(work: Ints, table: Ints, hand: int, at: int) -> int:
    """Write down which cards of ``hand`` can still matter: the end of what is written.

    Those that lie face down will be seen; all of them matter where rules look at cards.
    """
    cards = table[hand + t.CARDS]
    from_split = 1 if table[hand + t.PARTS] > 1 else 0
    if work[w.READS_CARDS + from_split]:
        for i in range(2 * work[w.CLASSES]):
            work[at + i] = 0
        for i in range(hand + t.HELD, hand + t.HELD + cards):
            card = table[i]
            place = at + 2 * work[w.CLASS_OF + (card & (t.FACE_DOWN - 1))] + card // t.FACE_DOWN
            work[place] += 1
        at += 2 * work[w.CLASSES]
    else:
        for i in range(hand + t.HELD, hand + t.HELD + cards):
            card = table[i]
            if card >= t.FACE_DOWN:
                work[at] = 1 + work[w.CLASS_OF + card - t.FACE_DOWN]
                at += 1
    work[at] = -1
    work[at + 1] = -1
    is_open = table[hand + t.STATE] <= t.ACTING
    if cards and work[w.READS_FIRST + from_split] and (is_open or work[w.READS_CLOSED]):
        work[at] = work[w.CLASS_OF + (table[hand + t.HELD] & (t.FACE_DOWN - 1))]
    if cards == 2 and work[w.READS_PAIR] and (is_open or work[w.READS_CLOSED]):
        first = work[w.CLASS_OF + (table[hand + t.HELD] & (t.FACE_DOWN - 1))]
        if first == work[w.CLASS_OF + (table[hand + t.HELD + 1] & (t.FACE_DOWN - 1))]:
            work[at + 1] = first
    return at + 2


@engine_function
def write_hand(work: Ints, table: Ints, hand: int, at: int) -> int:
    """Write down what can still matter of ``hand``: the end of what is written."""
    carry(work, at, table, hand, HAND_HEAD)
    work[at + t.WHOLE] = 1 if table[hand + t.WHOLE] == table[table[t.HANDS] + t.WHOLE] else 0
    if not work[w.READS_INITIAL]:
        work[at + t.INITIAL] = 0
    if table[hand + t.CARDS] > work[w.MANY]:
        work[at + t.CARDS] = work[w.MANY]
    if table[hand + t.STATE] > t.ACTING and table[hand + t.CARDS] > 2 and not work[w.READS_CLOSED]:
        work[at + t.VALUE] &= ~1  # only a natural is another hand for being soft
    return write_cards(work, table, hand, at + HAND_HEAD)


@engine_function
def write_person(work: Ints, table: Ints, person: int, at: int) -> int:
    """Write down what ``person`` has, has counted and remembers: the end of what is written."""
    work[at] = table[person + t.BANKROLL]
    work[at + 1] = table[person + t.COUNT]
    carry(work, at + 2, table, person + t.MEMORY, t.FIRST_HAND - t.MEMORY)
    return at + 2 + t.FIRST_HAND - t.MEMORY


@engine_function
def identify_table(work: Ints, memo: Memo, block: int, table: Ints) -> int:
    """What ``table`` and the cards left at ``block`` are known by: tables known by the same go on alike."""
    first = at = work[w.TOP]
    carry(work, at, table, 0, t.SCRATCH)
    for register in (t.ANSWER, t.ASKED, t.SPARE_HAND):
        work[at + register] = 0
    at += t.SCRATCH
    carry(work, at, table, REGISTERS, t.SEATS - REGISTERS)
    at += t.SEATS - REGISTERS
    carry(work, at, work, block + w.COUNTS, work[w.CLASSES])
    at += work[w.CLASSES]
    for place in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        at = write_hand(work, table, table[place], at)
    at = write_hand(work, table, table[t.DEALER_HAND], at)
    for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        at = write_person(work, table, table[seat], at)
    at = write_person(work, table, table[t.DEALER], at)
    return identify(memo, work, first, at - first)


@inlined_function
def common_divisor(first: int, second: int) -> int:
    """The greatest common divisor of two numbers."""
    while second:
        first, second = second, first % second
    return first


@engine_function
def merge_alike(work: Ints, first: int, end: int) -> int:
    """Join the tables between two places that are known by the same: the end of what is left.

    ``work`` has the places of saved tables there.
    """
    last = first
    for at in range(first, end):
        block = work[at]
        other = first
        while other < last and work[work[other] + w.KNOWN_BY] != work[block + w.KNOWN_BY]:
            other += 1
        if other < last:
            work[work[other] + w.WEIGHT] += work[block + w.WEIGHT]
            work[work[other] + w.PRIOR] += work[block + w.PRIOR]
        else:
            work[last] = block
            last += 1
    return last


@engine_function
def identify_sight(work: Ints, memo: Memo, first: int, end: int) -> int:
    """What tables are known by together, whose places stand between two places; weights are made small."""
    if end - first == 1:
        work[work[first] + w.WEIGHT] = 1
        return work[work[first] + w.KNOWN_BY]
    divisor = 0
    for at in range(first, end):
        divisor = common_divisor(work[work[at] + w.PRIOR], divisor)
    top = work[w.TOP]
    for at in range(first, end):
        block = work[at]
        work[block + w.WEIGHT] = work[block + w.PRIOR] // divisor
        place = top + 2 * (at - first)
        while place > top and work[place - 2] > work[block + w.KNOWN_BY]:
            work[place] = work[place - 2]
            work[place + 1] = work[place - 1]
            place -= 2
        work[place] = work[block + w.KNOWN_BY]
        work[place + 1] = work[block + w.WEIGHT]
    return identify(memo, work, top, 2 * (end - first))


@engine_function
def what_was_seen(memo: Memo, events: Ints, hidden: int, status: int) -> int:
    """A number for what the observer has seen since the last card or decision, but for a card face down."""
    first = r.FIRST_EVENT + hidden
    seen = identify(memo, events, first, max(0, events[r.POSITION] - first))
    return 2 * seen + (status == p.CHANCE)


@engine_function
def bring_together(work: Ints, first: int, end: int) -> None:
    """Order the tables between two places by their parts, in the order in which these come first."""
    done = first
    while done < end:
        part = work[work[done] + w.PART]
        done += 1
        for at in range(done, end):
            block = work[at]
            if work[block + w.PART] == part:
                for other in range(at, done, -1):
                    work[other] = work[other - 1]
                work[done] = block
                done += 1
