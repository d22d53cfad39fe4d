"""What a reaction means: which hands and cards its effect is about, and whether it can change them."""

from __future__ import annotations

from bj.cards import ANY_OF_RANK, ANY_OF_SUIT, LOWEST_RANK, LOWEST_SUIT, MOST_RANKS, SUITS
from bj.catalogue import events as e
from bj.catalogue import reactions as x
from bj.catalogue.limits import HIGHEST_TOTAL, MOST_HELD

from ..cards.discards import NO_PLACE, find_discard, is_better, is_of_shoe, named_card
from ..cards.formulas import evaluate
from ..cards.overrides import target_of
from ..cards.shoe_order import can_look_ahead
from ..layout import program as p
from ..layout import table as t
from ..layout.mode import Ints, engine_function, inlined_function
from .sides import NOBODY, partner_of

SUITS_IN_PACK = len(SUITS)


@engine_function
def meant_card(program: Ints, table: Ints, hand: int, reaction: int) -> int:
    """Which card a reaction of the owner of ``hand`` means: one of CARDS, NAMED or PLACES plus something.

    What a formula says may be a place, a rank or a suit that no hand has.
    """
    which = program[reaction + p.REACTION_CARD]
    formula = which // x.BY_FORMULA
    which %= x.BY_WORTH
    if formula == 0:
        return which
    number = evaluate(program, table, formula, hand)
    if which == x.AT_PLACE:
        return x.PLACES + (number - 1 if 1 <= number <= MOST_HELD else MOST_HELD)
    rank = number % x.PER_SUIT - LOWEST_RANK
    suit = number // x.PER_SUIT - LOWEST_SUIT
    has_rank = 0 <= rank < MOST_RANKS
    has_suit = 0 <= suit < SUITS_IN_PACK
    if has_rank and has_suit:
        return x.NAMED + named_card(program, rank, suit)
    if has_rank and suit + LOWEST_SUIT == x.ANY_KIND:
        return x.NAMED + ANY_OF_RANK + rank
    if has_suit and rank + LOWEST_RANK == x.ANY_KIND:
        return x.NAMED + ANY_OF_SUIT + suit
    return x.PLACES + MOST_HELD


@engine_function
def find_card(program: Ints, table: Ints, hand: int, which: int, is_own: bool) -> int:
    """The index of the card of ``hand`` that is meant; of another's hand only one that lies face up."""
    found = NO_PLACE
    if which >= x.PLACES:
        at = hand + t.HELD + which - x.PLACES
        is_held = which - x.PLACES < table[hand + t.CARDS]
        return at if is_held and (is_own or table[at] < t.FACE_DOWN) else NO_PLACE
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        is_seen = is_own or table[at] < t.FACE_DOWN
        if is_seen and is_better(program, table, which, found, at):
            found = at
    return found


@engine_function
def partners_hand(program: Ints, table: Ints, hand: int, reaction: int) -> int:
    """The hand of the partner whom a reaction of the owner of ``hand`` names; NOBODY without one."""
    if program[reaction + p.REACTION_PARTNER] == x.THEM:
        return table[t.THEIR_HAND]
    person = partner_of(program, table, table[hand + t.OWNER], reaction)
    return NOBODY if person == NOBODY else table[person + t.FIRST_HAND]


@engine_function
def changed_hand(program: Ints, table: Ints, hand: int, reaction: int) -> int:
    """The hand whose cards a reaction changes first: that of the partner if only one hand changes."""
    is_alone = program[reaction + p.REACTION_DOES] not in (x.EXCHANGE, x.GIVE_CARD, x.SWAP)
    if is_alone and program[reaction + p.REACTION_PARTNER]:
        return partners_hand(program, table, hand, reaction)
    return hand


@engine_function
def other_hand(program: Ints, table: Ints, hand: int, reaction: int) -> int:
    """The hand that a reaction changes besides the first one; NOBODY where the partner has none."""
    if program[reaction + p.REACTION_DOES] == x.TAKE_CARD:
        return hand
    return partners_hand(program, table, hand, reaction)


@engine_function
def is_open(table: Ints, hand: int) -> bool:
    """Whether ``hand`` holds cards that may still decide how it is settled."""
    return table[hand + t.CARDS] > 0 and table[hand + t.STATE] <= t.STOOD


@inlined_function
def has_room(table: Ints, hand: int) -> bool:
    """Whether a power may give ``hand`` a card."""
    return table[hand + t.CARDS] < MOST_HELD - 1


@engine_function
def other_card(program: Ints, table: Ints, hand: int) -> int:
    """The index of the card that somebody else takes out of ``hand``: the upcard, or a player's last card."""
    which = x.FIRST_CARD if hand == table[t.DEALER_HAND] else x.LAST_CARD
    return find_card(program, table, hand, which, False)


@engine_function
def hides_card(table: Ints, hand: int) -> bool:
    """Whether a card of ``hand`` lies face down."""
    down = 0
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        down += table[at] >= t.FACE_DOWN
    return down > 0


@engine_function
def counted_value(program: Ints, table: Ints, hand: int, reaction: int, number: int) -> int:
    """The value of ``hand`` as it comes to count ``number``, where a reaction may let an ace count high."""
    total = min(max(number, 0), HIGHEST_TOTAL)
    condition = program[reaction + p.REACTION_CARD]
    can_be = program[p.LEAST_SOFT] <= total <= target_of(program, table, hand)
    return 2 * total + (1 if condition and can_be and evaluate(program, table, condition, hand) else 0)


@engine_function
def is_there(program: Ints, table: Ints, hand: int, reaction: int) -> bool:
    """Whether there is the card, held by no hand, that a reaction of the owner of ``hand`` takes."""
    if program[reaction + p.REACTION_DOES] == x.DRAW_CARD:
        return can_look_ahead(table, x.LOOK_AHEAD)
    which = meant_card(program, table, hand, reaction)
    if program[reaction + p.REACTION_DOES] == x.ADD_CARD:
        return x.NAMED <= which < x.NAMED + ANY_OF_RANK
    return find_discard(program, table, which) != NO_PLACE


@engine_function
def can_change(program: Ints, table: Ints, hand: int, reaction: int, number: int) -> bool:
    """Whether an effect on cards, with its ``number``, finds the hands and the cards that it is about."""
    does = program[reaction + p.REACTION_DOES]
    dealers = table[t.DEALER_HAND]
    if does == x.LOOK:
        return hand != dealers and table[hand + t.CARDS] > 0 and hides_card(table, dealers)
    changed = changed_hand(program, table, hand, reaction)
    if changed == NOBODY or not is_open(table, changed):
        return False
    if does == x.COUNT_AS:
        return number != table[changed + t.VALUE]
    if 1 << does & x.TAKING_CARDS:
        return has_room(table, changed) and is_there(program, table, hand, reaction)
    which = meant_card(program, table, hand, reaction)
    at = find_card(program, table, changed, which, changed == hand)
    if at == NO_PLACE:
        return False
    card = table[at] & e.CARD_MASK
    if does == x.CHANGE_CARD:
        return number not in (p.NO_RANK, program[p.RANK_OF + card])
    if does == x.DISCARD:
        return table[changed + t.CARDS] > 1
    if does == x.PUT_CARD_BACK:
        has_place = table[changed + t.CARDS] > 1 and table[t.CARDS_LEFT] < table[t.SHOE_SIZE]
        return has_place and (program[p.KEEPS_DEALT] == 0 or is_of_shoe(table, card))
    other = other_hand(program, table, hand, reaction)
    if other in (NOBODY, changed) or not is_open(table, other):
        return False
    if does == x.SWAP:
        return table[hand + t.STATE] <= t.ACTING and table[other + t.STATE] <= t.ACTING
    if does in (x.GIVE_CARD, x.TAKE_CARD):
        return table[changed + t.CARDS] > 1 and has_room(table, other)
    return other_card(program, table, other) != NO_PLACE
