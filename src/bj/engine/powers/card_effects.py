"""Effects on cards: what a reaction does to the cards of a hand, one's own or that of a partner."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import reactions as x

from ..cards.discards import NO_PLACE, find_discard, named_card
from ..cards.hands import NOBODY, count_again, expose, note_upcard, turn_up
from ..cards.overrides import aim_of, lasting, target_of
from ..cards.shoe import next_place
from ..cards.shoe_order import order_rest, return_card
from ..layout import program as p
from ..layout import table as t
from ..layout.budget import charge
from ..layout.events import record
from ..layout.mode import Ints, engine_function
from .targets import changed_hand, find_card, hides_card, is_open, meant_card, other_card, other_hand


@engine_function
def bust_afterwards(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Let ``hand`` bust if it stood and has come to more than the target since."""
    total = table[hand + t.VALUE] >> 1
    if table[hand + t.STATE] == t.STOOD and total > target_of(program, table, hand):
        voice = table[table[hand + t.OWNER] + t.VOICE]
        record(events, voice + e.TOTAL + total)
        record(events, voice + e.BUSTS + total)
        table[hand + t.STATE] = t.BUST
        if hand != table[t.DEALER_HAND]:
            table[t.LIVE] -= 1


@engine_function
def recount(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Find the value of ``hand`` from its cards; if it stood, it may bust by that."""
    count_again(program, table, hand)
    bust_afterwards(program, table, events, hand)


@engine_function
def aim_at(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Count ``hand`` anew if its owner has another target now."""
    aim = aim_of(program, table, hand)
    if aim != table[hand + t.AIM] and is_open(table, hand):
        table[hand + t.AIM] = aim
        recount(program, table, events, hand)


@engine_function
def aim_anew(program: Ints, table: Ints, events: Ints) -> None:
    """Count all hands anew whose owners have another target now, because a power begins or ends to last.

    The dealer may also draw by another rule.
    """
    dealer = table[t.DEALER]
    charge(table, 4 * table[t.HANDS_IN_PLAY], 0)
    if table[dealer + t.DRAWS]:
        table[dealer + t.CHART] = lasting(program, table, dealer, table[dealer + t.DRAWS])
    is_over = True
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        is_over = is_over and table[table[at] + t.STATE] == t.SETTLED
        aim_at(program, table, events, table[at])
    if not is_over:  # else nothing is compared with the dealer's hand any more
        aim_at(program, table, events, table[t.DEALER_HAND])


@engine_function
def take_out(program: Ints, table: Ints, hand: int, at: int) -> int:
    """Take the card at an index of the table out of ``hand``, face up, and return it."""
    card = turn_up(program, table, at)
    end = hand + t.HELD + table[hand + t.CARDS] - 1
    while at < end:
        table[at] = table[at + 1]
        at += 1
    table[hand + t.CARDS] -= 1
    return card


@engine_function
def show_upcard(program: Ints, table: Ints) -> None:
    """Find the upcard anew; a dealer without one is played against as before."""
    at = other_card(program, table, table[t.DEALER_HAND])
    if at != NO_PLACE:
        note_upcard(program, table, table[at])


@engine_function
def discard_card(program: Ints, table: Ints, events: Ints, hand: int, at: int, kind: int) -> int:
    """Take the card at an index of the table out of ``hand``, record it as an event, and return it."""
    card = take_out(program, table, hand, at)
    record(events, table[table[hand + t.OWNER] + t.VOICE] + kind + card)
    if hand == table[t.DEALER_HAND]:
        show_upcard(program, table)
    recount(program, table, events, hand)
    return card


@engine_function
def recount_both(program: Ints, table: Ints, events: Ints, hand: int, other: int) -> None:
    """Find the values of two hands that have changed cards, and the upcard if one is the dealer's."""
    if table[t.DEALER_HAND] in (hand, other):
        show_upcard(program, table)
    recount(program, table, events, hand)
    recount(program, table, events, other)


@engine_function
def exchange_card(program: Ints, table: Ints, events: Ints, hand: int, own: int, other: int) -> None:
    """Exchange the card at the index ``own`` of the table with one of the hand ``other``."""
    at = other_card(program, table, other)
    given = turn_up(program, table, own)
    taken = turn_up(program, table, at)
    table[own] = taken
    table[at] = given
    record(events, table[table[hand + t.OWNER] + t.VOICE] + e.EXCHANGES + taken)
    record(events, table[table[other + t.OWNER] + t.VOICE] + e.EXCHANGES + given)
    recount_both(program, table, events, hand, other)


@engine_function
def give_card(program: Ints, table: Ints, events: Ints, hand: int, at: int, other: int) -> None:
    """Move the card at an index of the table from ``hand`` to the hand ``other``."""
    card = take_out(program, table, hand, at)
    held = table[other + t.CARDS]
    table[other + t.HELD + held] = card
    table[other + t.CARDS] = held + 1
    record(events, table[table[hand + t.OWNER] + t.VOICE] + e.GIVES_CARD + card)
    record(events, table[table[other + t.OWNER] + t.VOICE] + e.TAKES_CARD + card)
    recount_both(program, table, events, hand, other)


@engine_function
def next_card(program: Ints, table: Ints) -> int:
    """Take the next card of the shoe."""
    order_rest(program, table)
    card = table[next_place(table)]
    table[t.CARDS_LEFT] -= 1
    if table[t.DRAWING] == p.BY_HAND:
        table[t.KNOWN] -= 1
    return card


@engine_function
def new_card(program: Ints, table: Ints, hand: int, reaction: int) -> int:
    """The card, held by no hand, that a reaction of the owner of ``hand`` takes."""
    does = program[reaction + p.REACTION_DOES]
    if does == x.TAKE_DISCARD:
        return table[find_discard(program, table, meant_card(program, table, hand, reaction))]
    if does == x.DRAW_CARD:
        card = next_card(program, table)
    else:
        card = meant_card(program, table, hand, reaction) - x.NAMED
    if table[t.COUNTING]:
        expose(program, table, card, NOBODY)
    return card


@engine_function
def add_card(program: Ints, table: Ints, events: Ints, hand: int, card: int) -> None:
    """Lay a ``card`` that no hand holds into ``hand``."""
    held = table[hand + t.CARDS]
    table[hand + t.HELD + held] = card
    table[hand + t.CARDS] = held + 1
    record(events, table[table[hand + t.OWNER] + t.VOICE] + e.TAKES_CARD + card)
    if hand == table[t.DEALER_HAND]:
        show_upcard(program, table)
    recount(program, table, events, hand)


@engine_function
def change_card(program: Ints, table: Ints, events: Ints, hand: int, at: int, rank: int) -> None:
    """Let the card at an index of the table, which is in ``hand``, become one of another ``rank``."""
    card = named_card(program, rank, program[p.SUIT_OF + turn_up(program, table, at)])
    table[at] = card
    record(events, table[table[hand + t.OWNER] + t.VOICE] + e.CHANGES_CARD + card)
    if hand == table[t.DEALER_HAND]:
        show_upcard(program, table)
    recount(program, table, events, hand)


@engine_function
def move_hand(program: Ints, table: Ints, first: int, second: int) -> None:
    """Let two hands change places with all their cards, which everybody sees from now on."""
    most = max(table[first + t.CARDS], table[second + t.CARDS])
    for hand in (first, second):
        table[hand + t.STAYS_DOWN] = 0
        for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
            turn_up(program, table, at)
    for place in range(most):
        card = table[first + t.HELD + place]
        table[first + t.HELD + place] = table[second + t.HELD + place]
        table[second + t.HELD + place] = card
    held = table[first + t.CARDS]
    table[first + t.CARDS] = table[second + t.CARDS]
    table[second + t.CARDS] = held


@engine_function
def swap_hands(program: Ints, table: Ints, events: Ints, hand: int, other: int) -> None:
    """Swap ``hand`` with ``other``, and record which cards each of them gets."""
    move_hand(program, table, hand, other)
    for new in (hand, other):
        voice = table[table[new + t.OWNER] + t.VOICE]
        for at in range(new + t.HELD, new + t.HELD + table[new + t.CARDS]):
            record(events, voice + e.TAKES_CARD + table[at])
    recount_both(program, table, events, hand, other)


@engine_function
def look_at_hole_card(table: Ints, events: Ints, hand: int) -> None:
    """Show the dealer's cards that lie face down to the owner of ``hand`` alone."""
    dealers = table[t.DEALER_HAND]
    table[hand + t.LOOKS] = 1
    table[t.DISTURBED] = 1
    for at in range(dealers + t.HELD, dealers + t.HELD + table[dealers + t.CARDS]):
        if table[at] >= t.FACE_DOWN:
            voice = table[table[hand + t.OWNER] + t.VOICE]
            record(events, voice + e.LOOKS + table[at] - t.FACE_DOWN)


@engine_function
def change_cards(program: Ints, table: Ints, events: Ints, hand: int, reaction: int, number: int) -> None:
    """Carry out an effect on cards that ``can_change`` has found possible."""
    does = program[reaction + p.REACTION_DOES]
    if does == x.LOOK:
        look_at_hole_card(table, events, hand)
        return
    changed = changed_hand(program, table, hand, reaction)
    if does == x.COUNT_AS:
        table[hand + t.VALUE] = number
        is_known = program[reaction + p.REACTION_ON] == x.BUST  # the dealer's hole card was turned before
        if hand != table[t.DEALER_HAND] or is_known or not hides_card(table, hand):
            record(events, table[table[hand + t.OWNER] + t.VOICE] + e.COUNTS_AS + (number >> 1))
        bust_afterwards(program, table, events, hand)
        return
    if 1 << does & x.TAKING_CARDS:
        add_card(program, table, events, changed, new_card(program, table, hand, reaction))
        return
    which = meant_card(program, table, hand, reaction)
    at = find_card(program, table, changed, which, changed == hand)
    if does == x.CHANGE_CARD:
        change_card(program, table, events, changed, at, number)
        return
    if does == x.DISCARD:
        discard_card(program, table, events, changed, at, e.DISCARDS)
        return
    if does == x.PUT_CARD_BACK:
        below = number if program[reaction + p.REACTION_OPERAND] else table[t.CARDS_LEFT]
        return_card(program, table, discard_card(program, table, events, changed, at, e.PUTS_BACK), below)
        return
    other = other_hand(program, table, hand, reaction)
    if does == x.SWAP:
        swap_hands(program, table, events, hand, other)
    elif does == x.EXCHANGE:
        exchange_card(program, table, events, hand, at, other)
    else:
        give_card(program, table, events, changed, at, other)
