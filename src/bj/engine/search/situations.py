"""Situations: tables without the cards left in the shoe. Each is stored only once."""

from __future__ import annotations

from bj.catalogue.limits import MOST_HELD

from ..game.decisions import legal, row_of
from ..layout import program as p
from ..layout import search_layout as w
from ..layout import table as t
from ..layout.plain_or_compiled import (
    Identity,
    Ints,
    Space,
    carry,
    engine_function,
    identify,
    inlined_function,
    keep,
    recall,
)
from ..layout.work_per_hand import MOST_WORK

REGISTERS = t.SCRATCH + t.SCRATCH_SIZE  # after the registers from WORK on, which situations do not include
HAND_HEAD = t.HELD
LOOKS_AT_CARDS = 3  # three numbers: for the first card in a hand, its pair, and the last card
PERSON_SIZE = 2 + t.FIRST_HAND - t.MEMORY  # the bankroll, the running count, and the memory
YES_OR_NO = 3  # a bit mask of the answers to an offer
SOME_LEFT = 2  # if at least this many cards are left, their number matters only to rules


@engine_function
def save(space: Space, at: int) -> int:
    """Save the parts of a table that can change during a hand, at the index ``at`` in the situations.

    Return the index after these parts.
    """
    table, work, situations = space.table, space.work, space.situations
    carry(situations, at, table, 0, t.WORK)
    at += t.WORK
    carry(situations, at, table, REGISTERS, t.SEATS - REGISTERS)
    at += t.SEATS - REGISTERS
    carry(situations, at, table, t.HANDS, work[w.LISTED])
    at += work[w.LISTED]
    carry(situations, at, table, t.PERSONS, work[w.PERSONS_END] - t.PERSONS)
    at += work[w.PERSONS_END] - t.PERSONS
    for hand in range(work[w.PERSONS_END], end_of_hands(work, table), t.HAND_SIZE):
        count = HAND_HEAD + table[hand + t.CARDS]
        carry(situations, at, table, hand, count)
        at += count
    return at


@engine_function
def load(space: Space, situation: int) -> None:
    """Restore the table for a situation."""
    table, work, situations = space.table, space.work, space.situations
    at = situation + w.TURNS + work[w.ROW]
    table[t.WORK] = 0
    table[t.WORK_END] = MOST_WORK
    carry(table, 0, situations, at, t.WORK)
    at += t.WORK
    carry(table, REGISTERS, situations, at, t.SEATS - REGISTERS)
    at += t.SEATS - REGISTERS
    carry(table, t.HANDS, situations, at, work[w.LISTED])
    at += work[w.LISTED]
    carry(table, t.PERSONS, situations, at, work[w.PERSONS_END] - t.PERSONS)
    at += work[w.PERSONS_END] - t.PERSONS
    for hand in range(work[w.PERSONS_END], end_of_hands(work, table), t.HAND_SIZE):
        count = HAND_HEAD + situations[at + t.CARDS]
        carry(table, hand, situations, at, count)
        at += count


@inlined_function
def end_of_hands(work: Ints, table: Ints) -> int:
    """Return the index after the hands in use."""
    return table[t.SPARE_HAND] if table[t.SPARE_HAND] else work[w.HANDS_END]


def size_of_table(listed: int, hands_end: int) -> int:
    """Return the maximum size of a saved table."""
    return t.WORK + t.SEATS - REGISTERS + listed + hands_end - t.PERSONS


def size_of_identity(classes: int, listed: int, persons: int) -> int:
    """Return the maximum length of the sequence that identifies a table."""
    hand = HAND_HEAD + max(2 * classes, MOST_HELD) + LOOKS_AT_CARDS
    return t.WORK + t.SEATS - REGISTERS + 1 + (listed + 1) * hand + persons * PERSON_SIZE


@inlined_function
def looks_at(work: Ints, table: Ints, hand: int, row: int) -> int:
    """Return the bit mask (see ``search_setup.Looks``) for hands with the value of ``hand``.

    ``row`` is NUMBER, OPEN or CLOSED.
    """
    from_split = 1 if table[hand + t.PARTS] > 1 else 0
    return work[w.LOOKS + (w.LOOKS_ROWS * from_split + row) * p.VALUES + table[hand + t.VALUE]]


@inlined_function
def number_of(work: Ints, table: Ints, hand: int) -> int:
    """Return the number of cards in ``hand``.

    After the hand's turn, return the smallest number that rules treat in the same way.
    """
    number = min(table[hand + t.CARDS], work[w.MANY])
    if table[hand + t.STATE] > t.ACTING and hand != table[t.DEALER_HAND]:
        told = looks_at(work, table, hand, w.NUMBER)
        while number and not told >> number & 1:
            number -= 1
    return number


@inlined_function
def reads_cards(work: Ints, table: Ints, hand: int) -> bool:
    """Return whether rules read the individual cards in ``hand``, now or later."""
    looks = looks_at(work, table, hand, w.OPEN if table[hand + t.STATE] <= t.ACTING else w.CLOSED)
    is_read = hand != table[t.DEALER_HAND] or work[w.READS_DEALER] != 0
    return work[w.ALL_CARDS] != 0 or (is_read and looks >> table[hand + t.CARDS] & 1 != 0)


@engine_function
def joins(work: Ints, table: Ints) -> bool:
    """Return whether the next cards are distinguished only by their values."""
    if not work[w.JOINS] or work[w.ALL_CARDS]:
        return False
    for place in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[place]
        if table[hand + t.STATE] <= t.ACTING and reads_cards(work, table, hand):
            return False
    return True


@engine_function
def write_cards(program: Ints, work: Ints, table: Ints, hand: int, joined: bool, at: int) -> int:
    """Write the cards in ``hand`` that can still affect play.

    Return the index just past the last number written. If rules read individual cards, all cards matter.
    Otherwise, only face-down cards do, and for the observer's own cards, only the fact that they are face
    down. The first card, the pair and the last card are added if rules read them.
    """
    cards = table[hand + t.CARDS]
    from_split = 1 if table[hand + t.PARTS] > 1 else 0
    if reads_cards(work, table, hand):
        for i in range(2 * work[w.CLASSES]):
            work[at + i] = 0
        for i in range(hand + t.HELD, hand + t.HELD + cards):
            card = table[i]
            kind = work[w.CLASS_OF + (card & (t.FACE_DOWN - 1))]
            work[at + 2 * kind + card // t.FACE_DOWN] += 1
        at += 2 * work[w.CLASSES]
    else:
        is_own = work[w.OBSERVER] == 0 or table[hand + t.OWNER] == work[w.OBSERVER]
        for i in range(hand + t.HELD, hand + t.HELD + cards):
            card = table[i]
            if card >= t.FACE_DOWN:
                kind = work[w.CLASS_OF + card - t.FACE_DOWN]
                work[at] = 0 if is_own else 1 + (work[w.ALIKE + kind] if joined else kind)
                at += 1
    work[at] = work[at + 1] = work[at + 2] = -1
    is_open = table[hand + t.STATE] <= t.ACTING
    if cards and work[w.READS_FIRST + from_split] and (is_open or work[w.READS_CLOSED]):
        first = work[w.CLASS_OF + (table[hand + t.HELD] & (t.FACE_DOWN - 1))]
        work[at] = work[w.FIRST_OF + first]
    if cards == 2 and work[w.READS_PAIR] and (is_open or work[w.READS_CLOSED]):
        first = table[hand + t.HELD] & (t.FACE_DOWN - 1)
        second = table[hand + t.HELD + 1] & (t.FACE_DOWN - 1)
        worth = program[p.ADDITIONS + program[p.RANK_OF + first]]
        if worth == program[p.ADDITIONS + program[p.RANK_OF + second]]:
            kind = work[w.CLASS_OF + first]
            in_order = work[w.READS_ORDER] and hand != table[t.DEALER_HAND]
            work[at + 1] = kind if in_order else work[w.ALIKE + kind]
    if cards and work[w.READS_LAST]:
        last = table[hand + t.HELD + cards - 1]
        work[at + 2] = work[w.CLASS_OF + (last & (t.FACE_DOWN - 1))]
    return at + LOOKS_AT_CARDS


@engine_function
def write_hand(program: Ints, work: Ints, table: Ints, hand: int, joined: bool, at: int) -> int:
    """Write the properties of ``hand`` that can still affect play.

    Return the index just past the last number written.
    """
    carry(work, at, table, hand, HAND_HEAD)
    work[at + t.WHOLE] = 1 if table[hand + t.WHOLE] == table[table[t.HANDS] + t.WHOLE] else 0
    if not work[w.READS_INITIAL]:
        work[at + t.INITIAL] = 0
    work[at + t.CARDS] = number_of(work, table, hand)
    if table[hand + t.STATE] > t.ACTING and table[hand + t.CARDS] > 2 and not work[w.READS_CLOSED]:
        work[at + t.VALUE] &= ~1  # whether the hand is soft matters only for naturals
    return write_cards(program, work, table, hand, joined, at + HAND_HEAD)


@engine_function
def write_person(work: Ints, table: Ints, person: int, at: int) -> int:
    """Write the bankroll, count and memory of ``person``.

    Return the index just past the last number written.
    """
    work[at] = table[person + t.BANKROLL]
    work[at + 1] = table[person + t.COUNT]
    carry(work, at + 2, table, person + t.MEMORY, t.FIRST_HAND - t.MEMORY)
    return at + PERSON_SIZE


@engine_function
def identify_table(space: Space) -> Identity:
    """Return the identity of the table.

    If the same cards are left, tables with the same identity continue in the same way.
    """
    program, table, work = space.program, space.table, space.work
    first = at = work[w.TOP]
    carry(work, at, table, 0, t.WORK)
    for register in (t.ANSWER, t.ASKED, t.SPARE_HAND):
        work[at + register] = 0
    if not work[w.READS_LEFT] and table[t.CARDS_LEFT] > SOME_LEFT:
        work[at + t.CARDS_LEFT] = SOME_LEFT
    at += t.WORK
    carry(work, at, table, REGISTERS, t.SEATS - REGISTERS)
    at += t.SEATS - REGISTERS
    joined = joins(work, table)
    work[at] = 2 if joined else work[w.ALL_CARDS]
    at += 1
    for place in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        at = write_hand(program, work, table, table[place], joined, at)
    at = write_hand(program, work, table, table[t.DEALER_HAND], joined, at)
    for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        at = write_person(work, table, table[seat], at)
    at = write_person(work, table, table[t.DEALER], at)
    return identify(space.known, work, first, at - first)


@engine_function
def describe(space: Space, situation: int) -> None:
    """Store the next card or question in a situation, based on the current table."""
    program, table, work, situations = space.program, space.table, space.work, space.situations
    hand = table[t.ASKED]
    question = table[t.QUESTION]
    owner = table[hand + t.OWNER]
    for field in range(situation, situation + w.TURNS + work[w.ROW]):
        situations[field] = 0
    situations[situation + w.KIND] = w.CARD
    situations[situation + w.HANDS_BEFORE] = table[t.CURSOR]
    situations[situation + w.STEP_PLAYED] = table[t.PC]
    situations[situation + w.HANDS_HELD] = table[t.HANDS_IN_PLAY]
    situations[situation + w.JOINED] = 1 if joins(work, table) else 0
    if question in (p.ASK_ACTION, p.ASK_INSURANCE, p.ASK_SURRENDER):
        situations[situation + w.KIND] = w.DECISION
        situations[situation + w.STRANGE] = 1 if owner != work[w.OBSERVER] else 0
        bits = legal(program, table, hand) if question == p.ASK_ACTION else YES_OR_NO
        situations[situation + w.LEGAL] = bits
        decision = situation + w.DECISION_OF_SITUATION
        situations[decision + w.QUESTION] = question
        situations[decision + w.CHART_ROW] = row_of(program, table, hand)
        situations[decision + w.HAND_VALUE] = table[hand + t.VALUE]
        situations[decision + w.UPCARD] = table[t.UPCARD]
    else:
        situations[situation + w.DEALERS] = 1 if owner == table[t.DEALER] else 0
        if work[w.OBSERVER] and question >= t.FACE_DOWN and owner != work[w.OBSERVER]:
            situations[situation + w.HIDDEN] = 1


@engine_function
def enter(space: Space) -> int:
    """Return the situation that the table is in. If the situation is new, store it first."""
    work = space.work
    identity = identify_table(space)
    situation = recall(space.known, identity)
    if situation == 0:
        situation = work[w.NEXT_SITUATION]
        describe(space, situation)
        work[w.NEXT_SITUATION] = save(space, situation + w.TURNS + work[w.ROW])
        keep(space.known, identity, situation)
    return situation
