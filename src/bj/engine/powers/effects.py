"""Carries out effects in two stages: finding the amount, hands and cards, and then applying the effect."""

from __future__ import annotations

from bj.catalogue import effects as x
from bj.catalogue import events as e
from bj.catalogue import occasions as on
from bj.catalogue import reaction_targets as c
from bj.catalogue.limits import HIGHEST_TOTAL, MOST_HELD

from ..cards.card_selectors import NO_PLACE, computed_selector, find_in_hand, named_card
from ..cards.dealing import turn_up, update_value
from ..cards.formulas import evaluate
from ..cards.next_card import has_next_card, look_ahead
from ..cards.payments_and_stakes import change_bankrolls, free_money, most_raised
from ..cards.rules_in_force import target_of
from ..cards.seats import number_of
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record, record_numbers, record_three_numbers
from ..layout.plain_or_compiled import Ints, Resolved, engine_function
from .card_moves import NO_CHANGE, move_cards, no_change, resolve_move
from .recomputed_totals import bust_if_stood, is_open, update_upcard
from .sides_and_partners import partner_of


@engine_function
def record_payment(table: Ints, events: Ints, person: int, partner: int, amount: int) -> None:
    """Record that ``partner`` paid ``amount`` to ``person``, or the reverse if the amount is negative."""
    code = table[person + t.EVENT_BASE] + (e.RECEIVES if amount > 0 else e.GIVES)
    bankroll = table[person + t.BANKROLL]
    record_three_numbers(events, code, abs(amount), bankroll, number_of(table, partner))


@engine_function
def resolve_payment(
    program: Ints, table: Ints, person: int, reaction: int, partner: int, amount: int
) -> Resolved:
    """Find how much of ``amount`` a ``partner``, or the house, can pay to ``person``.

    People pay at most the money that is not at stake. The dealer is the house, and can pay any amount. On
    credit, people pay the house in full.
    """
    if partner in (person, t.NOBODY):
        return no_change()
    giver = partner if amount > 0 else person
    is_for_house = program[reaction + p.REACTION_PARTNER] == 0
    if giver != table[t.DEALER] and not (is_for_house and table[t.CREDIT]):
        most = max(0, table[giver + t.BANKROLL] if table[t.CREDIT] else free_money(table, giver))
        amount = min(most, amount) if amount > 0 else max(-most, amount)
    number = amount if amount else NO_CHANGE
    return Resolved(number=number, changed=t.NOBODY, taker=partner, at=NO_PLACE, back=NO_PLACE)


@engine_function
def pay(program: Ints, table: Ints, events: Ints, person: int, reaction: int, found: Resolved) -> None:
    """Transfer money between ``person`` and a partner or the house."""
    amount, partner = found.number, found.taker
    change_bankrolls(table, person, partner, amount)
    table[person + t.BY_POWERS] += amount
    table[partner + t.BY_POWERS] -= amount
    record_payment(table, events, person, partner, amount)
    if program[reaction + p.REACTION_PARTNER]:
        record_payment(table, events, partner, person, -amount)


@engine_function
def raise_wager(table: Ints, events: Ints, hand: int, amount: int) -> None:
    """Add ``amount`` to the wager on a player's ``hand``."""
    owner = table[hand + t.OWNER]
    table[hand + t.WAGER] += amount
    record_numbers(
        events, table[owner + t.EVENT_BASE] + e.RAISES, table[hand + t.WAGER], table[owner + t.BANKROLL]
    )


@engine_function
def hides_card(table: Ints, hand: int) -> bool:
    """Return whether any card in ``hand`` is face down."""
    down = 0
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        down += table[at] >= t.FACE_DOWN
    return down > 0


@engine_function
def look_at_hole_card(table: Ints, events: Ints, hand: int) -> None:
    """Show the dealer's face-down cards only to the owner of ``hand``."""
    dealers = table[t.DEALER_HAND]
    table[hand + t.SEES_HOLE] = 1
    table[t.NEEDS_RESET] = 1
    for at in range(dealers + t.HELD, dealers + t.HELD + table[dealers + t.CARDS]):
        if table[at] >= t.FACE_DOWN:
            base = table[table[hand + t.OWNER] + t.EVENT_BASE]
            record(events, base + e.LOOKS + table[at] - t.FACE_DOWN)


@engine_function
def resolve_count(program: Ints, table: Ints, hand: int, reaction: int, total: int) -> Resolved:
    """Find the value of ``hand`` if it is to count as ``total``.

    The value is soft if the condition in the reaction is true.
    """
    total = min(max(total, 0), HIGHEST_TOTAL)
    condition = program[reaction + p.REACTION_CARD_FORMULA]
    can_be = program[p.LEAST_SOFT] <= total <= target_of(program, table, hand)
    value = 2 * total + (1 if condition and can_be and evaluate(program, table, condition, hand) else 0)
    if not is_open(table, hand) or value == table[hand + t.VALUE]:
        return no_change()
    return Resolved(number=value, changed=hand, taker=t.NOBODY, at=NO_PLACE, back=NO_PLACE)


@engine_function
def count_as(program: Ints, table: Ints, events: Ints, hand: int, reaction: int, value: int) -> None:
    """Change the value of ``hand`` to ``value``.

    Record a fault if the hand could then draw too many cards, each worth two, before it busts.
    """
    if table[hand + t.CARDS] + (target_of(program, table, hand) - (value >> 1)) // 2 >= MOST_HELD:
        table[t.FAULT] = p.ENDLESS_REACTION
        table[t.FAULT_VALUE] = reaction
        return
    table[hand + t.VALUE] = value
    is_shown = program[reaction + p.REACTION_ON] == on.BUST  # the dealer's hole card has been turned up
    if hand != table[t.DEALER_HAND] or is_shown or not hides_card(table, hand):
        record(events, table[table[hand + t.OWNER] + t.EVENT_BASE] + e.COUNTS_AS + (value >> 1))
    bust_if_stood(program, table, events, hand)


@engine_function
def resolve_change(program: Ints, table: Ints, hand: int, which: int, is_own: bool, rank: int) -> Resolved:
    """Find the card in ``hand`` that is to change to a new ``rank``."""
    if hand == t.NOBODY or not is_open(table, hand):
        return no_change()
    at = find_in_hand(program, table, hand, which, is_own)
    if at == NO_PLACE or rank in (p.NO_RANK, program[p.RANK_OF + (table[at] & e.CARD_MASK)]):
        return no_change()
    return Resolved(number=rank, changed=hand, taker=t.NOBODY, at=at, back=NO_PLACE)


@engine_function
def resolve(program: Ints, table: Ints, hand: int, reaction: int) -> Resolved:
    """Find the amount, hands and cards for an immediate effect.

    No other function evaluates the effect's formulas. The number is NO_CHANGE if the effect would change
    nothing. The effect then prints nothing, and does not count toward a limit.
    """
    does = program[reaction + p.REACTION_DOES]
    person = table[hand + t.OWNER]
    operand = program[reaction + p.REACTION_OPERAND]
    number = evaluate(program, table, operand, hand) if operand else 0
    if table[t.FAULT]:
        return no_change()
    if does == x.COUNT_AS:
        return resolve_count(program, table, hand, reaction, number)
    partner = partner_of(program, table, person, reaction)
    if table[t.FAULT]:
        return no_change()
    which = program[reaction + p.REACTION_CARD]
    if program[reaction + p.REACTION_CARD_FORMULA]:
        which = computed_selector(program, table, hand, reaction)
    if table[t.FAULT]:
        return no_change()
    if does == x.CHANGE_BANKROLL:
        return resolve_payment(program, table, person, reaction, partner, number)
    partners = table[partner + t.FIRST_HAND] if partner != t.NOBODY else t.NOBODY
    if program[reaction + p.REACTION_PARTNER] == c.THEM:
        partners = table[t.THEIR_HAND]
    if program[reaction + p.REACTION_MOVE]:
        depth = number if operand else table[t.SHOE_SIZE]
        move = program[reaction + p.REACTION_MOVE]
        return resolve_move(program, table, move, hand, partners, which, depth)
    if does == x.CHANGE_CARD:
        if program[reaction + p.REACTION_IS_VALUE]:
            number = program[p.RANK_COUNTING + number] if 0 <= number < p.VALUES // 2 else p.NO_RANK
        changed = partners if program[reaction + p.REACTION_PARTNER] else hand
        return resolve_change(program, table, changed, which, changed == hand, number)
    happens = True
    if does == x.RAISE:
        number = most_raised(table, hand, number)
        happens = number > 0
    elif does == x.LOOK_AHEAD:
        happens = has_next_card(table)
    elif does == x.LOOK:
        dealers = table[t.DEALER_HAND]
        happens = hand != dealers and table[hand + t.CARDS] > 0 and hides_card(table, dealers)
    number = number if happens else NO_CHANGE
    return Resolved(number=number, changed=hand, taker=t.NOBODY, at=NO_PLACE, back=NO_PLACE)


@engine_function
def apply(program: Ints, table: Ints, events: Ints, hand: int, reaction: int, found: Resolved) -> None:
    """Apply an effect for which ``resolve`` has found the amount, hands and cards."""
    person = table[hand + t.OWNER]
    does = program[reaction + p.REACTION_DOES]
    if program[reaction + p.REACTION_MOVE]:
        move_cards(program, table, events, hand, program[reaction + p.REACTION_MOVE], found)
    elif does == x.CHANGE_BANKROLL:
        pay(program, table, events, person, reaction, found)
    elif does == x.COUNT_AS:
        count_as(program, table, events, hand, reaction, found.number)
    elif does == x.CHANGE_CARD:
        card = named_card(program, found.number, program[p.SUIT_OF + turn_up(program, table, found.at)])
        table[found.at] = card
        record(events, table[table[found.changed + t.OWNER] + t.EVENT_BASE] + e.CHANGES_CARD + card)
        if found.changed == table[t.DEALER_HAND]:
            update_upcard(program, table)
        update_value(program, table, found.changed)
        bust_if_stood(program, table, events, found.changed)
    elif does == x.RAISE:
        raise_wager(table, events, hand, found.number)
    elif does == x.LOOK_AHEAD:
        look_ahead(program, table, events, person)
    elif does == x.LOOK:
        look_at_hole_card(table, events, hand)
    elif does == x.FORFEIT:
        table[t.FORFEITED] = 1
    elif does == x.RESET_COUNT:
        table[person + t.COUNT] = 0
