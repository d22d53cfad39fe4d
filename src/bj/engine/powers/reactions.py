"""Reactions: what people say and do on certain occasions."""

from __future__ import annotations

from bj.catalogue import effects as x
from bj.catalogue import events as e
from bj.catalogue import occasions as on
from bj.catalogue.limits import LARGEST_ANSWER

from ..cards.formulas import evaluate
from ..cards.next_card import ask_for_next_cards, forget_next_card
from ..cards.rules_in_force import highest_of
from ..cards.seats import side_of
from ..cards.speech_and_shown_hands import say
from ..layout import event_record as r
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from ..layout.work_per_hand import FIRING, ROWS_AT_ONCE, count_work, count_work_again
from .card_moves import NO_CHANGE, no_change
from .effects import apply, resolve
from .memory import set_numbers
from .sides_and_partners import how_many, member, store_facts_about_them

MOST_FIRINGS = 10_000  # in one hand or round, which means that reactions would never end


@engine_function
def ask_owner(program: Ints, table: Ints, events: Ints, hand: int, reaction: int) -> bool:
    """Return whether the owner of ``hand`` agrees to a reaction that asks a question.

    An answer that is a number is stored, and counts as agreement. If there is no answer yet, record the fault
    ASKING. All functions then return to ``play``, which stops the engine with the question. Once the answer
    is given, ``play`` repeats the step.
    """
    read = table[t.REPLIES_READ]
    if read == table[t.REPLIES_GIVEN]:
        table[t.FAULT] = p.ASKING if read < t.MOST_REPLIES else p.TOO_MANY_QUESTIONS
        table[t.FAULT_VALUE] = reaction
        table[t.ASKED] = hand
        table[t.REACTION_ASKED] = reaction
        table[t.RECORDED_END] = events[r.POSITION]
        return False
    table[t.REPLIES_READ] = read + 1
    reply = table[table[t.COPY_AT] + table[t.COPY_AT] + read]
    if abs(reply) > LARGEST_ANSWER:
        table[t.FAULT] = p.NUMBER_TOO_LARGE
        return False
    if program[reaction + p.REACTION_ASKS] == p.ASKS_NUMBER:
        table[t.REPLY] = reply
        return True
    return reply != 0


@engine_function
def fire(program: Ints, table: Ints, events: Ints, hand: int, reaction: int) -> bool:
    """Carry out a reaction of the owner of ``hand``: ask, speak, act, and set numbers.

    Return whether anything happened. A question for a number comes first, because the effect may depend on
    the number. A yes-or-no question is asked only if the effect would change something. If the effect decides
    how the hand continues, it is left to the caller of ``react``.
    """
    if count_work(table, FIRING) or table[t.FAULT]:
        return False
    asks = program[reaction + p.REACTION_ASKS]
    if program[reaction + p.REACTION_ANSWER]:  # the owner is not asked
        table[t.REPLY] = evaluate(program, table, program[reaction + p.REACTION_ANSWER], hand)
    elif asks == p.ASKS_NUMBER:
        ask_owner(program, table, events, hand, reaction)
    if table[t.FAULT]:
        return False
    does = program[reaction + p.REACTION_DOES]
    acts = does != x.SPEAK and 1 << does & x.DECIDING == 0
    found = resolve(program, table, hand, reaction) if acts else no_change()
    if (acts and found.number == NO_CHANGE) or table[t.FAULT]:
        return False
    if asks == p.ASKS_REPLY and not ask_owner(program, table, events, hand, reaction):
        return False
    if program[reaction + p.REACTION_SAYS] >= 0:
        say(program, table, events, program[reaction + p.REACTION_SAYS], hand)
    if acts:
        apply(program, table, events, hand, reaction, found)
    set_numbers(program, table, events, hand, program[reaction + p.REACTION_SETS])
    return True


@engine_function
def fire_in_order(program: Ints, table: Ints, events: Ints, hand: int, occasion: int) -> int:
    """Fire the reactions of ``hand``'s owner to ``occasion``.

    Return the reaction that decides how the hand continues, or SPEAK without one. Each reaction sees the
    changes made by earlier ones.
    """
    person = table[hand + t.OWNER]
    at = table[person + t.REACTIONS]
    chosen = x.SPEAK
    last = 0
    while program[at + p.REACTION_ON]:
        if program[at + p.REACTION_ON] == occasion:
            when = program[at + p.REACTION_WHEN]
            holds = when == 0 or evaluate(program, table, when, hand) != 0
            is_named = program[at + p.REACTION_SAYS] != p.UNNAMED
            if holds and fire(program, table, events, hand, at):
                if 1 << program[at + p.REACTION_DOES] & x.DECIDING:
                    chosen = at
                if is_named:
                    table[t.FIRINGS] += 1
                    last = at
            if table[t.FAULT]:
                table[t.FAULT_PERSON] = person
                if table[t.FAULT] == p.TOO_MUCH_WORK and is_named:
                    table[t.FAULT_VALUE] = at
                return x.SPEAK
        at += p.REACTION_SIZE
    count_work(table, (at - table[person + t.REACTIONS]) // (ROWS_AT_ONCE * p.REACTION_SIZE) + ROWS_AT_ONCE)
    if last and table[t.FIRINGS] > MOST_FIRINGS:
        table[t.FAULT] = p.ENDLESS_REACTION
        table[t.FAULT_PERSON] = person
        table[t.FAULT_VALUE] = chosen or last
        return x.SPEAK
    return chosen


@engine_function
def fire_for_others(program: Ints, table: Ints, events: Ints, hand: int, occasion: int) -> None:
    """Fire everyone else's reactions to an ``occasion`` that has arisen for ``hand``.

    Each person reacts with their own first hand. Members who are waiting for their round react, too. Once a
    bust has been averted, no more reactions to it fire.
    """
    owner = table[hand + t.OWNER]
    store_facts_about_them(program, table, hand)
    for side in (0, e.DEALER_ROLE):
        relation = on.MATE if side == side_of(table, owner) else on.OPPONENT
        for place in range(how_many(table, side)):
            person = member(table, side, place)
            is_saved = occasion == on.BUST and table[hand + t.VALUE] <= highest_of(program, table, hand)
            if is_saved or table[t.FAULT]:
                return
            if person != owner and table[person + t.REACTIONS]:
                watched = occasion + on.WATCHING * relation
                fire_in_order(program, table, events, table[person + t.FIRST_HAND], watched)


@inlined_function
def react(program: Ints, table: Ints, events: Ints, hand: int, occasion: int) -> int:
    """Fire the reactions of the owner of ``hand``, and then those of other people.

    Return the owner's reaction that decides how the hand continues, or SPEAK without one. Other people do not
    react if there is such a reaction, or if the owner changes a hand that would stand.
    """
    reactions = table[table[hand + t.OWNER] + t.REACTIONS]
    if not reactions or program[reactions - 1] >> occasion & 1 == 0:
        return x.SPEAK
    before = table[hand + t.VALUE]
    chosen = fire_in_order(program, table, events, hand, occasion)
    is_changed = occasion == on.STAND and table[hand + t.VALUE] != before
    if program[p.WATCHED] >> occasion & 1 and chosen == x.SPEAK and not is_changed and not table[t.FAULT]:
        fire_for_others(program, table, events, hand, occasion)
    return chosen


@inlined_function
def effect_of(program: Ints, reaction: int) -> int:
    """Return the effect of a reaction that ``react`` has returned."""
    return x.SPEAK if reaction == x.SPEAK else program[reaction + p.REACTION_DOES]


@engine_function
def react_in_turn(program: Ints, table: Ints, events: Ints, occasion: int) -> int:
    """Fire the reactions of all players in the order of their seats, and then the dealer's.

    Return GOING_ON, REPLAYING, or the status with which the engine stops.
    """
    forget_next_card(table, table[t.DEALER_HAND])
    status = ask_for_next_cards(program, table, table[t.DEALER_HAND], occasion)
    if status != p.GOING_ON:
        return status
    for place in range(table[t.PLAYERS] + 1):
        hand = table[t.DEALER_HAND]
        if place < table[t.PLAYERS]:
            hand = table[table[t.SEATS + place] + t.FIRST_HAND]
        reaction = react(program, table, events, hand, occasion)
        if table[t.FAULT]:
            return p.FAULTY
        if effect_of(program, reaction) == x.REPLAY:
            if count_work_again(program, table):
                table[t.FAULT] = p.ENDLESS_REACTION
                table[t.FAULT_PERSON] = table[hand + t.OWNER]
                table[t.FAULT_VALUE] = reaction
                return p.FAULTY
            record(events, table[table[hand + t.OWNER] + t.EVENT_BASE] + e.REPLAYS)
            return p.REPLAYING
    return p.GOING_ON


@engine_function
def players_hold_dealer(program: Ints, table: Ints, events: Ints) -> bool:
    """Fire all players' reactions to the occasion ``dealer stands``.

    Return whether one of them makes the dealer draw.
    """
    for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        hand = table[table[seat] + t.FIRST_HAND]
        reaction = react(program, table, events, hand, on.DEALER_STANDS)
        if table[t.FAULT] or effect_of(program, reaction) == x.EXTRA_CARD:
            return True
    return False
