"""Reactions: what persons say and do on occasions."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import reactions as x

from ..cards.formulas import evaluate
from ..cards.overrides import highest_of
from ..cards.seats import side_of
from ..cards.shoe_order import know_next_cards
from ..layout import program as p
from ..layout import table as t
from ..layout.budget import FIRING, ROWS_AT_ONCE, charge, charge_again
from ..layout.events import record
from ..layout.mode import Ints, engine_function, inlined_function
from .effects import NOTHING, take_effect, weigh
from .memory import remember
from .power_prompts import agrees
from .sides import how_many, member, note_them

MOST_FIRINGS = 10_000  # reactions in one hand or round: more means that they would never end


@engine_function
def carry_out(program: Ints, table: Ints, events: Ints, hand: int, reaction: int) -> bool:
    """Say and do what a reaction says; False if it changes nothing, and is not said."""
    does = program[reaction + p.REACTION_DOES]
    acts = 1 << does & x.AT_ONCE
    if charge(table, FIRING, 0):
        return False
    asks = program[reaction + p.REACTION_ASKS]
    if asks not in (0, p.ASKS_REPLY) and not agrees(program, table, events, hand, reaction):
        return False
    number = weigh(program, table, hand, reaction) if acts else 0
    if number == NOTHING or table[t.FAULT]:
        return False
    if asks == p.ASKS_REPLY and not agrees(program, table, events, hand, reaction):
        return False
    if program[reaction + p.REACTION_SAYS] >= 0:
        owner = table[hand + t.OWNER]
        record(events, table[owner + t.VOICE] + e.SAYS + program[reaction + p.REACTION_SAYS])
    if acts:
        take_effect(program, table, events, hand, reaction, number)
    return True


@inlined_function
def go_through(program: Ints, table: Ints, events: Ints, hand: int, occasion: int) -> int:
    """Let the owner of ``hand`` react to ``occasion``: the reaction with an effect on it, or SPEAK.

    Reactions fire in their order; each sees what the ones before it have changed.
    """
    person = table[hand + t.OWNER]
    at = table[person + t.REACTIONS]
    chosen = x.SPEAK
    last = 0
    fired = False
    while program[at + p.REACTION_ON]:
        if program[at + p.REACTION_ON] == occasion:
            formula = program[at + p.REACTION_WHEN]
            if formula != p.AS_BEFORE:
                fired = formula == 0 or evaluate(program, table, formula, hand) != 0
            does = program[at + p.REACTION_DOES]
            if fired and does >= x.REMEMBER:
                remember(program, table, events, hand, at)
            elif fired:
                fired = carry_out(program, table, events, hand, at)
                if fired and 1 << does & x.DECIDING:
                    chosen = at
            if fired and program[at + p.REACTION_SAYS] != p.UNNAMED:
                table[t.FIRINGS] += 1
                last = at
            if table[t.FAULT]:
                table[t.FAULT_PERSON] = person
                if table[t.FAULT] == p.TOO_MUCH_WORK and program[at + p.REACTION_SAYS] != p.UNNAMED:
                    table[t.FAULT_VALUE] = at
                return x.SPEAK
        at += p.REACTION_SIZE
    charge(table, (at - table[person + t.REACTIONS]) // (ROWS_AT_ONCE * p.REACTION_SIZE) + ROWS_AT_ONCE, 0)
    if last and table[t.FIRINGS] > MOST_FIRINGS:
        table[t.FAULT] = p.ENDLESS_REACTION
        table[t.FAULT_PERSON] = person
        table[t.FAULT_VALUE] = chosen or last
        return x.SPEAK
    return chosen


@engine_function
def let_others_react(program: Ints, table: Ints, events: Ints, hand: int, occasion: int) -> None:
    """Let everybody but the owner of ``hand`` who is not kicked out react to what happens to it.

    Those who wait for their round react too, and all of them about their own first hand. Once one of them has
    saved a hand from busting, the others notice nothing.
    """
    owner = table[hand + t.OWNER]
    own = side_of(table, owner)
    note_them(program, table, hand)
    for side in (0, e.DEALER_ROLE):
        watched = occasion + x.WATCHING * (x.MATE if side == own else x.OPPONENT)
        for place in range(how_many(table, side)):
            person = member(table, side, place)
            is_saved = occasion == x.BUST and table[hand + t.VALUE] <= highest_of(program, table, hand)
            if is_saved or table[t.FAULT]:
                return
            if person != owner and table[person + t.REACTIONS]:
                go_through(program, table, events, table[person + t.FIRST_HAND], watched)


@engine_function
def fire(program: Ints, table: Ints, events: Ints, hand: int, occasion: int) -> int:
    """Let the owner of ``hand`` react to ``occasion``, then everybody else: what ``go_through`` returns.

    Of a hand that a reaction keeps from busting or standing, the others notice nothing.
    """
    chosen = go_through(program, table, events, hand, occasion)
    if program[p.WATCHED] >> occasion & 1 and chosen == x.SPEAK and not table[t.FAULT]:
        let_others_react(program, table, events, hand, occasion)
    return chosen


@inlined_function
def react(program: Ints, table: Ints, events: Ints, hand: int, occasion: int) -> int:
    """Let the owner of ``hand`` react to ``occasion``: the reaction with an effect on it, SPEAK for none."""
    reactions = table[table[hand + t.OWNER] + t.REACTIONS]
    if reactions and program[reactions - 1] >> occasion & 1:
        return fire(program, table, events, hand, occasion)
    return x.SPEAK


@engine_function
def effect_of(program: Ints, reaction: int) -> int:
    """The effect of the reaction that ``react`` returned."""
    if reaction == x.SPEAK:
        return x.SPEAK
    return program[reaction + p.REACTION_DOES]


@engine_function
def everybody_reacts(program: Ints, table: Ints, events: Ints, occasion: int) -> int:
    """Let all players in seat order and then the dealer react: GOING_ON, REPLAYING or a stop."""
    status = know_next_cards(program, table, table[t.DEALER_HAND], occasion)
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
            if charge_again(program, table):
                table[t.FAULT] = p.ENDLESS_REACTION
                table[t.FAULT_PERSON] = table[hand + t.OWNER]
                table[t.FAULT_VALUE] = reaction
                return p.FAULTY
            record(events, table[table[hand + t.OWNER] + t.VOICE] + e.REPLAYS)
            return p.REPLAYING
    return p.GOING_ON


@engine_function
def players_hold_dealer(program: Ints, table: Ints, events: Ints) -> bool:
    """Let all players react to the dealer's standing: whether one of them makes the dealer draw."""
    for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS]):
        hand = table[table[seat] + t.FIRST_HAND]
        reaction = react(program, table, events, hand, x.DEALER_STANDS)
        if table[t.FAULT] or effect_of(program, reaction) == x.EXTRA_CARD:
            return True
    return False
