"""Shuffles the shoe, and draws cards from it."""

from __future__ import annotations

from bj.cards import MOST_CARDS
from bj.catalogue import events as e

from ..layout import event_record as r
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record, record_number
from ..layout.plain_or_compiled import Ints, copy, engine_function, inlined_function, interleave
from ..layout.work_per_hand import count_work
from .random_generators import shoe_below, shoe_number
from .seats import banker_of
from .seen_cards import forget_seen, note_seen_in

NO_CARD = -1
EQUAL_RANKS = 13  # the number of ranks in an infinite shoe, which are equally likely
LEAST_MARGIN = 8  # the minimum space after a riffled shoe, which is also at least the size of the shoe


@inlined_function
def is_card(card: int) -> bool:
    """Return whether ``card``, which the driver supplied, is a valid card number."""
    return 0 <= card < MOST_CARDS


@inlined_function
def is_cut(table: Ints, cut: int) -> bool:
    """Return whether the shoe has enough cards to be cut after ``cut`` cards."""
    return 0 <= cut <= table[t.SHOE_SIZE]


@inlined_function
def can_riffle(table: Ints, cut: int) -> bool:
    """Return whether the shoe has both the spare space for a riffle and enough cards for ``cut``."""
    return table[t.SPARE] != 0 and is_cut(table, cut)


@engine_function
def given_card(table: Ints, hand: int, face_down: int) -> int:
    """Return the card that the driver supplied for ``hand``.

    Return NO_CARD if the driver has not supplied one yet, or if its number is invalid.
    """
    if not table[t.ANSWERED]:
        table[t.QUESTION] = p.ASK_CARD + face_down
        table[t.ASKED] = hand
        return NO_CARD
    table[t.ANSWERED] = 0
    table[t.QUESTION] = 0
    card = table[t.ANSWER]
    if not is_card(card):
        table[t.FAULT] = p.IMPOSSIBLE_CARD
        table[t.FAULT_VALUE] = card
        return NO_CARD
    table[t.CARDS_LEFT] = max(0, table[t.CARDS_LEFT] - 1)
    return card


@engine_function
def next_place(table: Ints) -> int:
    """Return the index of the next card in the shoe."""
    return table[t.SHOE] + table[t.SHOE_SIZE] - table[t.CARDS_LEFT]


@engine_function
def known_card(table: Ints) -> int:
    """Take the next card, which the driver supplied early because of a power."""
    card = table[next_place(table)]
    table[t.KNOWN] -= 1
    table[t.CARDS_LEFT] -= 1
    return card


@engine_function
def draw_by_hand(program: Ints, table: Ints, hand: int, face_down: int) -> int:
    """Take the next card, which the driver must supply. Return NO_CARD until it does."""
    if table[t.KNOWN]:
        return known_card(table)
    card = given_card(table, hand, face_down)
    if card != NO_CARD and program[p.KEEPS_DEALT]:
        table[next_place(table) - 1] = card
    return card


@engine_function
def shuffle_anew(program: Ints, table: Ints) -> None:
    """Discard what is known about the order of the cards."""
    table[t.KNOWN] = 0
    table[t.LOOKED_AT] = 0
    if table[t.DRAWING] != p.BY_HAND:
        table[t.DRAWING] = program[p.SHUFFLE_METHOD]


@engine_function
def why_no_card(table: Ints) -> int:
    """Return the status with which the engine stops when no card could be drawn."""
    if table[t.FAULT]:
        return p.FAULTY
    return p.CHANCE if table[t.QUESTION] else p.OUT_OF_CARDS


@inlined_function
def draw_endless(program: Ints, table: Ints) -> int:
    """Draw a card from an infinite shoe: one from the ruleset's pack, or just a rank from a standard pack."""
    cards = program[p.ENDLESS_CARDS]
    if cards:
        return program[program[p.FIRST_ENDLESS_CARD] + shoe_below(program[p.SHUFFLE_GENERATOR], table, cards)]
    return shoe_below(program[p.SHUFFLE_GENERATOR], table, EQUAL_RANKS)


@inlined_function
def draw(program: Ints, table: Ints, hand: int, face_down: int) -> int:
    """Take the next card. Return NO_CARD if the shoe is empty or the driver must supply a card.

    ``why_no_card`` returns the reason. In a uniform shuffle, a card is chosen only when it is dealt
    (Fisher-Yates on demand).
    """
    left = table[t.CARDS_LEFT]
    method = table[t.DRAWING]
    if left == 0:
        if method == p.INFINITE:
            return draw_endless(program, table)
        if method == p.BY_HAND and program[p.SHUFFLE_METHOD] == p.INFINITE:
            return given_card(table, hand, face_down)
        return NO_CARD
    at = table[t.SHOE] + table[t.SHOE_SIZE] - left
    card = table[at]
    if method != p.RIFFLE:
        if method == p.BY_HAND:
            return draw_by_hand(program, table, hand, face_down)
        other = at + shoe_below(program[p.SHUFFLE_GENERATOR], table, left)
        table[at] = table[other]
        table[other] = card
        card = table[at]
    table[t.CARDS_LEFT] = left - 1
    return card


@inlined_function
def riffle(table: Ints, cut: int, usual_rest: int) -> None:
    """Riffle the first ``cut`` cards with the rest, so that the top card comes from the rest.

    If one part is longer, its remaining cards follow in order. Source: document 1, Deck.shuffle.

    The lengths of the loops do not depend on the cut, so that the processor can predict their branches. The
    first loop takes the same number of cards from each part: half the shoe size, rounded up to a multiple of
    four. The second loop moves at least ``usual_rest`` cards. Excess cards are overwritten, or end up in the
    margin after the shoe.
    """
    shoe = table[t.SHOE]
    mixed = table[t.SPARE]
    size = table[t.SHOE_SIZE]
    both = min(cut, size - cut)
    longer = shoe + both + (cut if both == cut else 0)
    interleave(table, mixed, shoe + cut, shoe, (size >> 1) + 3 & -4)
    copy(table, mixed + 2 * both, longer, max(size - 2 * both, usual_rest))
    table[t.SHOE] = mixed
    table[t.SPARE] = shoe


@engine_function
def riffle_by_cuts(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the remaining cuts in a shuffle, and record each one."""
    cuts_are_set = table[t.SHUFFLES] == 0 and program[p.SET_CUTS] > 0
    cuts = program[p.SET_CUTS] if cuts_are_set else program[p.CUTS]
    size = table[t.SHOE_SIZE]
    shortest = max(0, min(program[p.LEAST_CUT], size + 1 - program[p.LEAST_CUT] - program[p.CUT_SPREAD]))
    while table[t.CURSOR] <= cuts:
        if events[r.POSITION] > events[r.LIMIT]:
            return p.EVENTS_FULL
        if table[t.CUTS_BY_HAND]:
            if not table[t.ANSWERED]:
                table[t.QUESTION] = p.ASK_CUT
                return p.CHANCE
            table[t.ANSWERED] = 0
            table[t.QUESTION] = 0
            cut = table[t.ANSWER]
        elif cuts_are_set:
            cut = program[program[p.FIRST_SET_CUT] + table[t.CURSOR] - 1]
        else:
            cut = (
                program[p.LEAST_CUT]
                + shoe_number(program[p.SHUFFLE_GENERATOR], table) % program[p.CUT_SPREAD]
            )
        if not is_cut(table, cut):
            table[t.FAULT] = p.IMPOSSIBLE_CUT
            table[t.FAULT_VALUE] = cut
            return p.FAULTY
        record_number(events, e.CUT, cut)
        riffle(table, cut, size - 2 * shortest)
        table[t.CURSOR] += 1
    return p.GOING_ON


@engine_function
def shuffle(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``shuffle`` step: return and mix all cards, and reset every count to zero."""
    if events[r.POSITION] > events[r.LIMIT]:
        return p.EVENTS_FULL
    if table[t.CURSOR] == 0:
        if count_work(table, program[p.SHUFFLE_WORK]):
            return p.FAULTY
        record(events, e.SHUFFLE)
        table[t.CURSOR] = 1
    if program[p.SHUFFLE_METHOD] == p.RIFFLE:
        status = riffle_by_cuts(program, table, events)
        if status != p.GOING_ON:
            return status
    table[t.CARDS_LEFT] = table[t.SHOE_SIZE]
    shuffle_anew(program, table)
    table[t.SHUFFLES] += 1
    table[t.CURSOR] = 0
    if table[t.COUNTING]:
        for seat in range(table[t.PLAYERS]):
            table[table[t.SEATS + seat] + t.COUNT] = 0
        banker = banker_of(table)
        if banker:
            table[banker + t.COUNT] = 0
        forget_seen(table)
    return p.GOING_ON


@engine_function
def keep_hand(table: Ints, hand: int, kept: int) -> int:
    """Move the cards in ``hand`` to the front of the shoe, after the ``kept`` cards that are already there.

    Return the new number of kept cards.
    """
    shoe = table[t.SHOE]
    end = shoe + table[t.SHOE_SIZE]
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        card = table[at] & (t.FACE_DOWN - 1)
        other = shoe + kept
        while other < end and table[other] != card:
            other += 1
        if count_work(table, (other - shoe - kept) // 8 + 1):
            return kept
        if other < end:
            table[other] = table[shoe + kept]
            table[shoe + kept] = card
            kept += 1
    return kept


@engine_function
def bring_back_discards(program: Ints, table: Ints, events: Ints) -> bool:
    """Shuffle all cards that are not on the table. Return False if this leaves no cards to draw.

    Cards that the driver supplied need not be in the shoe. For them, only the number of cards matters.
    """
    dealer_hand = table[t.DEALER_HAND]
    shuffle_anew(program, table)
    kept = keep_hand(table, dealer_hand, 0)
    held = table[dealer_hand + t.CARDS]
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        held += table[hand + t.CARDS]
        kept = keep_hand(table, hand, kept)
    if table[t.OBSERVER]:
        forget_seen(table)
        note_seen_in(program, table, dealer_hand)
        for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
            note_seen_in(program, table, table[at])
    table[t.CARDS_LEFT] = max(0, table[t.SHOE_SIZE] - held)
    if table[t.CARDS_LEFT] == 0 or table[t.FAULT]:
        return False
    record(events, e.SHUFFLE)
    return True
