"""Takes the wager for every hand."""

from __future__ import annotations

from bj.catalogue import events as e
from bj.catalogue import house_rules as h

from ..cards.formulas import evaluate, evaluate_in_place
from ..cards.seats import drop_hands, has_other_person, leave_table, sit_out
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record_numbers
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function


@engine_function
def staked_before(table: Ints, place: int) -> int:
    """Return how much the owner of the hand at ``place`` has already wagered on earlier hands."""
    owner = table[table[t.HANDS + place] + t.OWNER]
    staked = 0
    for at in range(t.HANDS, t.HANDS + place):
        if table[table[at] + t.OWNER] == owner and table[table[at] + t.STATE] != t.SITS_OUT:
            staked += table[table[at] + t.WAGER]
    return staked


@engine_function
def purse(table: Ints, place: int) -> int:
    """Return the largest wager that its owner can make on the hand at ``place``."""
    largest = table[t.MAXIMUM_WAGER]
    if table[t.CREDIT]:
        return largest
    has = table[table[table[t.HANDS + place] + t.OWNER] + t.BANKROLL]
    if table[t.DEALT_HANDS] != table[t.PLAYERS]:
        has -= staked_before(table, place)
    return min(has, largest)


@inlined_function
def accept_wager(table: Ints, place: int, wager: int) -> bool:
    """Place ``wager`` on the hand at ``place``. If this is not allowed, record a fault and return False."""
    hand = table[t.HANDS + place]
    player = table[hand + t.OWNER]
    fault = 0
    if wager < table[t.MINIMUM_WAGER]:
        fault = p.WAGER_TOO_SMALL
    elif wager > table[t.MAXIMUM_WAGER]:
        fault = p.WAGER_TOO_LARGE
    elif wager > table[player + t.BANKROLL] or table[t.DEALT_HANDS] != table[t.PLAYERS]:
        fault = p.WAGER_TOO_LARGE if wager > purse(table, place) else 0
    if fault:
        table[t.FAULT] = fault
        table[t.FAULT_PERSON] = player
        table[t.FAULT_VALUE] = wager
        return False
    table[hand + t.WAGER] = wager
    table[hand + t.INITIAL] = wager
    table[hand + t.NOTED_COUNT] = table[player + t.COUNT]
    return True


@engine_function
def note_number(program: Ints, table: Ints, hand: int) -> None:
    """When the wager is made, store the number (such as the running count) by which ``hand`` is tallied."""
    table[hand + t.NOTED_COUNT] = evaluate(program, table, program[p.NOTES], hand)


@engine_function
def cannot_wager(program: Ints, table: Ints, place: int) -> bool:
    """Return whether the owner of the hand at ``place`` must sit out for lack of money."""
    return program[p.HOUSE_RULES] & h.SIT_OUT != 0 and purse(table, place) < table[t.MINIMUM_WAGER]


@engine_function
def begin_play(table: Ints) -> int:
    """Remove the hands that sit out from the table. Return LEAVING if no hands are left."""
    table[t.HANDS_IN_PLAY] = drop_hands(table, t.HANDS, table[t.HANDS_IN_PLAY], 0)
    table[t.LIVE] = table[t.HANDS_IN_PLAY]
    return p.GOING_ON if table[t.LIVE] else p.LEAVING


@inlined_function
def take_wagers(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``take wagers`` step: a strategy or a person wagers on each hand in turn."""
    place = table[t.CURSOR]
    may_be_disturbed = place != 0
    while place < table[t.HANDS_IN_PLAY]:
        table[t.CURSOR] = place
        hand = table[t.HANDS + place]
        player = table[hand + t.OWNER]
        formula = table[player + t.WAGER_FORMULA]
        wager = 0
        if formula:
            wager = evaluate_in_place(program, table, formula, hand)
            if table[t.FAULT]:
                return p.FAULTY
        elif table[t.ANSWERED]:
            wager = table[t.ANSWER]
            table[t.ANSWERED] = 0
            table[t.QUESTION] = 0
            may_be_disturbed = True
            if wager == p.QUIT:
                if not has_other_person(table, player):
                    table[t.CURSOR] = 0
                    return p.LEAVING
                while place > 0 and table[table[t.HANDS + place - 1] + t.OWNER] == player:
                    place -= 1  # the player's earlier hands are removed, too
                leave_table(table, events, player)
                table[t.NEEDS_RESET] = 1
                continue
        elif not cannot_wager(program, table, place):
            table[t.QUESTION] = p.ASK_WAGER
            table[t.ASKED] = hand
            return p.DECISION
        if accept_wager(table, place, wager):
            record_numbers(events, table[player + t.EVENT_BASE] + e.BETS, wager, table[player + t.BANKROLL])
            if program[p.NOTES]:
                note_number(program, table, hand)
                if table[t.FAULT]:
                    return p.FAULTY
        elif program[p.HOUSE_RULES] & h.SIT_OUT:
            table[t.FAULT] = 0
            sit_out(table, events, hand)
            may_be_disturbed = True
        else:
            return p.FAULTY
        place += 1
    table[t.CURSOR] = 0
    return begin_play(table) if may_be_disturbed and table[t.NEEDS_RESET] else p.GOING_ON
