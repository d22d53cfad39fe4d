"""Transitions: the results of cards and actions in situations, and situations with some cards replaced."""

from __future__ import annotations

from ..cards.dealing import update_value
from ..game.interpreter import ONE_GAME, play
from ..game.playing_hands import surrender_waits
from ..game.settlement import class_of
from ..game.tallies import HANDS_LEFT
from ..layout import event_record as r
from ..layout import program as p
from ..layout import search_layout as w
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, Space, engine_function, identify, inlined_function
from ..layout.work_per_hand import UNLIMITED
from .situations import enter, load


@engine_function
def note_payoffs(space: Space, turn: int) -> None:
    """Store the tallies of the settled hands in the result ``turn``, and clear them in the table."""
    table, work, situations = space.table, space.work, space.situations
    entry = turn + w.BEHIND + 1
    for i in range(work[w.PAYOFFS]):
        place = work[w.PAYOFF + i]
        number = table[place] if place > 0 else table[-place]
        if number:
            situations[entry] = i
            situations[entry + 1] = number
            entry += 2
    situations[turn + w.BEHIND] = (entry - turn - w.BEHIND) // 2
    for i in range(work[w.TALLY], work[w.TALLY_END]):
        table[i] = 0
    table[space.program[p.TALLIES] + HANDS_LEFT] = 1
    work[w.NEXT_SITUATION] = entry


@engine_function
def take_turn(space: Space, situation: int, index: int) -> int:
    """Play on from a situation for the first time. Return the index of the result, or a negative status."""
    table, work, events, situations = space.table, space.work, space.events, space.situations
    needs_card = situations[situation + w.KIND] == w.CARD
    load(space, situation)
    table[t.ANSWER] = work[w.CARD_OF + index] if needs_card else index
    table[t.ANSWERED] = 1
    events[r.POSITION] = r.FIRST_EVENT if work[w.OBSERVER] else 0
    left = table[t.CARDS_LEFT] - (1 if needs_card else 0)
    status = play(space.program, table, events, ONE_GAME, UNLIMITED)
    work[w.WORKED] += table[t.WORK]
    is_open = status in (p.CHANCE, p.DECISION)
    if is_open and not work[w.ENDLESS] and table[t.CARDS_LEFT] != left:
        return -w.MIXED
    if not is_open and status != p.ENOUGH:
        return -status
    turn = work[w.NEXT_SITUATION]
    work[w.NEXT_SITUATION] = turn + w.BEHIND
    situations[turn + w.STATUS] = status
    situations[turn + w.NEXT] = 0
    if status == p.ENOUGH:
        dealers = table[t.DEALER_HAND]
        situations[turn + w.SEEN] = class_of(space.program, table, dealers)
        situations[turn + w.SEEN + 1] = table[dealers + t.VALUE] * t.FACE_DOWN + table[dealers + t.CARDS]
        note_payoffs(space, turn)
    else:
        first = r.FIRST_EVENT + situations[situation + w.HIDDEN]
        seen = identify(space.known, events, first, max(0, events[r.POSITION] - first))
        situations[turn + w.SEEN] = 2 * seen[0] + (status == p.CHANCE)
        situations[turn + w.SEEN + 1] = seen[1]
        situations[turn + w.NEXT] = enter(space)
    situations[situation + w.TURNS + index] = turn
    return turn


@engine_function
def leave_alone(program: Ints, table: Ints, work: Ints, place: int) -> None:
    """Leave only the hand at ``place`` on the table. The other hands are replaced by one that sits out."""
    hand = table[t.HANDS + place]
    state = table[hand + t.STATE]
    is_live = state <= t.STOOD or (state == t.GIVEN_UP and surrender_waits(program, table))
    table[t.CURSOR] = 1 if state > t.ACTING else 0
    table[t.HANDS] = hand
    table[t.LIVE] = 1 if is_live else 0
    table[t.HANDS_IN_PLAY] = 1
    for other in range(t.HANDS + 1, t.HANDS + work[w.LISTED]):
        table[other] = work[w.DEAD_HAND]


@engine_function
def enter_alone(space: Space, situation: int, place: int) -> int:
    """Return the situation for the hand at ``place`` alone, before its second card is dealt.

    Return a negative status if the hand does not reach this point.
    """
    program, table, work = space.program, space.table, space.work
    load(space, situation)
    leave_alone(program, table, work, place)
    table[t.QUESTION] = 0
    table[t.ANSWERED] = 0
    space.events[r.POSITION] = 0
    status = play(program, table, space.events, ONE_GAME, UNLIMITED)
    return enter(space) if status == p.CHANCE else -status


@engine_function
def enter_hidden(space: Space, situation: int, index: int) -> int:
    """Return the situation that results from replacing one of the dealer's hidden cards.

    ``index`` combines the position of this card with its new class.
    """
    table, work = space.table, space.work
    load(space, situation)
    hand = table[t.DEALER_HAND]
    place = index // work[w.CLASSES]
    for at in range(hand + t.HELD, hand + t.HELD + table[hand + t.CARDS]):
        if table[at] >= t.FACE_DOWN:
            if place == 0:
                table[at] = work[w.CARD_OF + index % work[w.CLASSES]] + t.FACE_DOWN
            place -= 1
    update_value(space.program, table, hand)
    return enter(space)


@inlined_function
def turn_of(space: Space, situation: int, index: int) -> int:
    """Return the index of the result of a card or an action, or a negative status if the engine stops.

    ``index`` is the class of the card, or the action.
    """
    turn = space.situations[situation + w.TURNS + index]
    return turn if turn else take_turn(space, situation, index)


@engine_function
def deal_all(space: Space, situation: int) -> None:
    """Find the results of every card in a situation, except where the engine cannot continue."""
    for kind in range(space.work[w.CLASSES]):
        turn_of(space, situation, kind)
