"""The shoe: shuffling it and drawing from it."""

from __future__ import annotations

from .events import CUT, LIMIT, POSITION, SHUFFLE, record, record_number
from .generators import shoe_below, shoe_number
from .mode import Ints, copy, engine_function, inlined_function, interleave
from .program import (
    CUT_SPREAD,
    CUTS,
    EVENTS_FULL,
    FAULTY,
    FIRST_GIVEN_CARD,
    FIRST_GIVEN_CUT,
    FIRST_SET_CUT,
    GIVEN_CARDS,
    GIVEN_CUTS,
    GOING_ON,
    IMPOSSIBLE_CUT,
    INFINITE,
    LEAST_CUT,
    OUT_OF_GIVEN_CARDS,
    OUT_OF_GIVEN_CUTS,
    RIFFLE,
    SET_CUTS,
    SHUFFLE_GENERATOR,
    SHUFFLE_METHOD,
    UNIFORM,
)
from .table import (
    CARDS,
    CARDS_LEFT,
    CARDS_TAKEN,
    COUNT,
    COUNTING,
    CUTS_TAKEN,
    DEALER,
    FACE_DOWN,
    FAULT,
    FAULT_VALUE,
    FIRST_HAND,
    HELD,
    PLAYERS,
    SEATS,
    SHOE,
    SHOE_SIZE,
    SHUFFLES,
    SPARE,
    TURN,
)

NO_CARD = -1
RANKS = 13


@engine_function
def next_given_card(program: Ints, table: Ints) -> int:
    """The next of the cards that are given, or NO_CARD with a fault when all have been dealt."""
    taken = table[CARDS_TAKEN]
    if taken == program[GIVEN_CARDS]:
        table[FAULT] = OUT_OF_GIVEN_CARDS
        return NO_CARD
    table[CARDS_TAKEN] = taken + 1
    return program[program[FIRST_GIVEN_CARD] + taken]


@inlined_function
def draw(program: Ints, table: Ints) -> int:
    """Take the next card of the shoe, or NO_CARD when none is left.

    With a uniform shuffle the shoe is put in order only as far as it is dealt (Fisher-Yates on demand).
    """
    left = table[CARDS_LEFT]
    if left == 0:
        if program[SHUFFLE_METHOD] == INFINITE:
            if program[GIVEN_CARDS]:
                return next_given_card(program, table)
            return shoe_below(program[SHUFFLE_GENERATOR], table, RANKS)
        return NO_CARD
    table[CARDS_LEFT] = left - 1
    if program[GIVEN_CARDS]:
        return next_given_card(program, table)
    at = table[SHOE] + table[SHOE_SIZE] - left
    card = table[at]
    if program[SHUFFLE_METHOD] == UNIFORM:
        other = at + shoe_below(program[SHUFFLE_GENERATOR], table, left)
        table[at] = table[other]
        table[other] = card
        card = table[at]
    return card


@inlined_function
def riffle(table: Ints, cut: int, usual_rest: int) -> None:
    """Riffle the first ``cut`` cards with the rest, the rest's first card on top.

    Where one side is longer, what is left of it follows in its order. Source: document 1, Deck.shuffle.

    Always as many cards are moved, as if both sides were halves and the longer one had ``usual_rest`` cards
    left, because a processor cannot foretell how often a loop goes round that depends on the cut: what comes
    too many is put right by the rest, or lands in the margin of the shoe.
    """
    shoe = table[SHOE]
    mixed = table[SPARE]
    size = table[SHOE_SIZE]
    both = min(cut, size - cut)
    longer = shoe + both + (cut if both == cut else 0)
    interleave(table, mixed, shoe + cut, shoe, size >> 1)
    copy(table, mixed + 2 * both, longer, max(size - 2 * both, usual_rest))
    table[SHOE] = mixed
    table[SPARE] = shoe


@engine_function
def riffle_by_cuts(program: Ints, table: Ints, events: Ints) -> bool:
    """Do the cuts that are left of a shuffle, announcing each; false when there was no room for all."""
    cuts_are_set = table[SHUFFLES] == 0 and program[SET_CUTS] > 0
    cuts = program[SET_CUTS] if cuts_are_set else program[CUTS]
    size = table[SHOE_SIZE]
    shortest = max(0, min(program[LEAST_CUT], size + 1 - program[LEAST_CUT] - program[CUT_SPREAD]))
    while table[TURN] <= cuts:
        if events[POSITION] > events[LIMIT]:
            return False
        if program[GIVEN_CUTS]:
            if table[CUTS_TAKEN] == program[GIVEN_CUTS]:
                table[FAULT] = OUT_OF_GIVEN_CUTS
                return True
            cut = program[program[FIRST_GIVEN_CUT] + table[CUTS_TAKEN]]
            table[CUTS_TAKEN] += 1
        elif cuts_are_set:
            cut = program[program[FIRST_SET_CUT] + table[TURN] - 1]
        else:
            cut = program[LEAST_CUT] + shoe_number(program[SHUFFLE_GENERATOR], table) % program[CUT_SPREAD]
        if not 0 <= cut <= size:
            table[FAULT] = IMPOSSIBLE_CUT
            table[FAULT_VALUE] = cut
            return True
        record_number(events, CUT, cut)
        riffle(table, cut, size - 2 * shortest)
        table[TURN] += 1
    return True


@engine_function
def shuffle(program: Ints, table: Ints, events: Ints) -> int:
    """Play the step ``shuffle``: all cards come back, are mixed, and every count starts anew."""
    if events[POSITION] > events[LIMIT]:
        return EVENTS_FULL
    if table[TURN] == 0:
        record(events, SHUFFLE)
        table[TURN] = 1
    if program[SHUFFLE_METHOD] == RIFFLE and not riffle_by_cuts(program, table, events):
        return EVENTS_FULL
    table[CARDS_LEFT] = table[SHOE_SIZE]
    table[SHUFFLES] += 1
    table[TURN] = 0
    if table[COUNTING]:
        for seat in range(table[PLAYERS]):
            table[table[SEATS + seat] + COUNT] = 0
    return FAULTY if table[FAULT] else GOING_ON


@engine_function
def keep_hand(table: Ints, hand: int, kept: int) -> int:
    """Put the cards of ``hand`` to the front of the shoe, behind those ``kept`` there: how many there are."""
    shoe = table[SHOE]
    end = shoe + table[SHOE_SIZE]
    for at in range(hand + HELD, hand + HELD + table[hand + CARDS]):
        card = table[at] & (FACE_DOWN - 1)
        other = shoe + kept
        while other < end and table[other] != card:
            other += 1
        if other < end:
            table[other] = table[shoe + kept]
            table[shoe + kept] = card
            kept += 1
    return kept


@engine_function
def bring_back_discards(program: Ints, table: Ints, events: Ints) -> bool:
    """Shuffle all cards but those on the table; false when there are no others.

    Given cards need not be in the shoe: then only their number counts.
    """
    dealer_hand = table[DEALER] + FIRST_HAND
    kept = 0 if program[GIVEN_CARDS] else keep_hand(table, dealer_hand, 0)
    held = table[dealer_hand + CARDS]
    for seat in range(SEATS, SEATS + table[PLAYERS]):
        hand = table[seat] + FIRST_HAND
        held += table[hand + CARDS]
        if not program[GIVEN_CARDS]:
            kept = keep_hand(table, hand, kept)
    table[CARDS_LEFT] = max(0, table[SHOE_SIZE] - held)
    if table[CARDS_LEFT] == 0:
        return False
    record(events, SHUFFLE)
    return True
