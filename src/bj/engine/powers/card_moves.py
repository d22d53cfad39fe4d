"""Moves cards between zones, as the catalogue describes.

``resolve_move`` finds the hands and cards, and ``move_cards`` moves the cards.
"""

from __future__ import annotations

from bj.cards import ANY_OF_RANK
from bj.catalogue import effects as x
from bj.catalogue import events as e
from bj.catalogue import reaction_targets as c
from bj.catalogue.limits import MOST_HELD

from ..cards.card_selectors import NO_PLACE, find_discard, find_given_back, find_in_hand, is_of_shoe
from ..cards.dealing import expose, turn_up, update_value
from ..cards.hand_facts import is_known
from ..cards.next_card import has_next_card, put_back, take_next
from ..cards.seats import number_of
from ..cards.shoe import next_place
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record, record_number
from ..layout.plain_or_compiled import Ints, Resolved, engine_function, inlined_function
from .recomputed_totals import bust_if_stood, is_open, update_upcard

NO_CHANGE = 1 << 61  # larger than the number for any effect


@engine_function
def no_change() -> Resolved:
    """Return the result of ``resolve`` for an effect that would change nothing."""
    return Resolved(number=NO_CHANGE, changed=t.NOBODY, taker=t.NOBODY, at=NO_PLACE, back=NO_PLACE)


@inlined_function
def is_hand(zone: int) -> bool:
    """Return whether a zone is a hand."""
    return zone <= x.PARTNERS_HAND


@engine_function
def find_card(program: Ints, table: Ints, source: int, giver: int, which: int, is_own: bool) -> int:
    """Return the index of the card that leaves a zone, or NO_PLACE if there is no such card.

    If the zone is a hand, ``giver`` identifies it. If the card is new, return the card itself.
    """
    if is_hand(source):
        return find_in_hand(program, table, giver, which, is_own)
    if source == x.DISCARDS:
        return find_discard(program, table, which)
    if source == x.NEW_CARD:
        return which - c.NAMED if c.NAMED <= which < c.NAMED + ANY_OF_RANK else NO_PLACE
    is_there = has_next_card(table)
    if source == x.SEEN_CARD:
        is_there = is_there and is_known(table) and table[t.CARDS_LEFT] > 1
    return next_place(table) if is_there else NO_PLACE


@engine_function
def can_change(program: Ints, table: Ints, hand: int, move: int, least: int, most: int) -> bool:
    """Return whether ``move`` can change ``hand``, which must be open.

    Unless the move swaps cards, the hand must have between ``least`` and ``most`` cards.
    """
    if hand == t.NOBODY or not is_open(table, hand):
        return False
    if program[move + p.MOVE_WHOLE] and table[hand + t.STATE] > t.ACTING:
        return False
    return program[move + p.MOVE_RETURNS] != 0 or least <= table[hand + t.CARDS] <= most


@engine_function
def resolve_move(
    program: Ints, table: Ints, move: int, own: int, partners: int, which: int, depth: int
) -> Resolved:
    """Find the hands and cards for a ``move`` between a person's ``own`` hand, a partner's, and other zones.

    ``which`` selects the card. ``depth`` is the number of cards to put on top of it in the shoe.
    """
    source, target = program[move + p.MOVE_SOURCE], program[move + p.MOVE_TARGET]
    giver = taker = t.NOBODY
    if is_hand(source):
        giver = own if source == x.OWN_HAND else partners
        if not can_change(program, table, giver, move, 2, MOST_HELD):  # a hand never loses its only card
            return no_change()
    if is_hand(target):
        taker = own if target == x.OWN_HAND else partners
        if taker == giver or not can_change(program, table, taker, move, 1, MOST_HELD - 2):
            return no_change()
    at = find_card(program, table, source, giver, which, giver == own)
    back = at
    if program[move + p.MOVE_RETURNS] and not program[move + p.MOVE_WHOLE]:
        back = find_given_back(program, table, taker)
    if NO_PLACE in (at, back):
        return no_change()
    if target == x.SHOE:
        if source in (x.NEXT_CARD, x.SEEN_CARD):
            depth = max(depth, 1)
        elif table[t.CARDS_LEFT] >= table[t.SHOE_SIZE]:
            return no_change()
        elif program[p.KEEPS_DEALT] and not is_of_shoe(table, table[at] & e.CARD_MASK):
            return no_change()  # the card was not dealt from the shoe
    return Resolved(number=depth, changed=giver, taker=taker, at=at, back=back)


@engine_function
def take_from(program: Ints, table: Ints, source: int, giver: int, at: int) -> int:
    """Take the card at the index ``at`` from its zone, and return it. A card from a hand is turned up."""
    if source == x.NEW_CARD:
        return at
    if source == x.DISCARDS:
        return table[at]
    if not is_hand(source):
        return take_next(program, table)
    card = turn_up(program, table, at)
    end = giver + t.HELD + table[giver + t.CARDS] - 1
    while at < end:
        table[at] = table[at + 1]
        at += 1
    table[giver + t.CARDS] -= 1
    return card


@engine_function
def swap_hands(program: Ints, table: Ints, first: int, second: int) -> None:
    """Turn up all the cards in two hands, and swap them."""
    for hand in (first, second):
        table[hand + t.STAYS_DOWN] = 0
        for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
            turn_up(program, table, at)
    for place in range(max(table[first + t.CARDS], table[second + t.CARDS])):
        card = table[first + t.HELD + place]
        table[first + t.HELD + place] = table[second + t.HELD + place]
        table[second + t.HELD + place] = card
    held = table[first + t.CARDS]
    table[first + t.CARDS] = table[second + t.CARDS]
    table[second + t.CARDS] = held


@inlined_function
def record_move(table: Ints, events: Ints, hand: int, other: int, kind: int, card: int) -> None:
    """Record that ``card`` moved between ``hand`` and the hand ``other``, which may be NOBODY."""
    partner = e.NO_PARTNER if other == t.NOBODY else number_of(table, table[other + t.OWNER])
    record_number(events, table[table[hand + t.OWNER] + t.EVENT_BASE] + kind + card, partner)


@engine_function
def record_arrivals(
    program: Ints, table: Ints, events: Ints, move: int, hand: int, other: int, at: int
) -> None:
    """Record that a ``move`` brought a card, or all the cards, to ``hand``.

    If only one card moves, ``at`` is its index.
    """
    kind = program[move + p.MOVE_ARRIVES]
    if not program[move + p.MOVE_WHOLE]:
        record_move(table, events, hand, other, kind, table[at])
        return
    for place in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        record_move(table, events, hand, other, kind, table[place])


@engine_function
def move_cards(program: Ints, table: Ints, events: Ints, hand: int, move: int, found: Resolved) -> None:
    """Carry out a ``move`` for the owner of ``hand``: one card, an exchange of two cards, or whole hands.

    Then recompute the values of the hands that changed.
    """
    source, target = program[move + p.MOVE_SOURCE], program[move + p.MOVE_TARGET]
    giver, taker, leaves = found.changed, found.taker, program[move + p.MOVE_LEAVES]
    if program[move + p.MOVE_RETURNS]:
        if program[move + p.MOVE_WHOLE]:
            swap_hands(program, table, giver, taker)
        else:
            card = turn_up(program, table, found.at)
            table[found.at] = turn_up(program, table, found.back)
            table[found.back] = card
        record_arrivals(program, table, events, move, giver, taker, found.at)
        record_arrivals(program, table, events, move, taker, giver, found.back)
    else:
        card = take_from(program, table, source, giver, found.at)
        if leaves and is_hand(target):
            record_move(table, events, giver, taker, leaves, card)
        elif leaves:
            whose = table[(hand if giver == t.NOBODY else giver) + t.OWNER]
            record(events, table[whose + t.EVENT_BASE] + leaves + card)
        if target == x.SHOE:
            put_back(program, table, card, found.number)
        elif is_hand(target):
            if table[t.COUNTING] and source in (x.NEXT_CARD, x.NEW_CARD):
                expose(program, table, card, t.NOBODY)
            at = taker + t.HELD + table[taker + t.CARDS]
            table[at] = card
            table[taker + t.CARDS] += 1
            record_arrivals(program, table, events, move, taker, giver, at)
    if table[t.DEALER_HAND] in (giver, taker):
        update_upcard(program, table)
    for changed in (giver, taker):
        if changed != t.NOBODY:
            update_value(program, table, changed)
            bust_if_stood(program, table, events, changed)
