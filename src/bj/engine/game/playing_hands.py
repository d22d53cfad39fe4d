"""Plays the turn of each hand, either by a chart or freely, and deals the cards that the hand draws."""

from __future__ import annotations

from bj.catalogue import actions as a
from bj.catalogue import effects as x
from bj.catalogue import events as e
from bj.catalogue import house_rules as h
from bj.catalogue import occasions as on

from ..cards.dealing import deal_card, show_last_card
from ..cards.next_card import ask_for_next_cards, forget_next_card
from ..cards.rules_in_force import highest_of
from ..cards.shoe import NO_CARD, why_no_card
from ..cards.speech_and_shown_hands import show_hand, wanted
from ..layout import event_record as r
from ..layout import program as p
from ..layout import table as t
from ..layout.event_record import record, record_numbers
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function
from ..layout.work_per_hand import count_work
from ..powers.reactions import effect_of, react
from .decisions import UNDECIDED, choose_action, is_free, raise_of, row_of
from .saves_and_retakes import DRAWS, STANDS, react_to_standing, retake, save_from_bust, stand
from .settlement import find_bonus, payout, record_result, record_which_hand, settle_early
from .splitting import awaits_second_card, complete, split
from .surrender_and_insurance import surrender


@engine_function
def take_card(program: Ints, table: Ints, events: Ints, hand: int, action: int) -> int:
    """Deal a card to ``hand`` for ``action``, which is a hit or a double."""
    if table[t.CARDS_LEFT] == 0 and program[p.SHUFFLE_METHOD] != p.INFINITE:
        table[t.PENDING] = p.ACTION_PENDING + action
        return p.OUT_OF_CARDS
    person = table[hand + t.OWNER]
    total = table[hand + t.VALUE] >> 1
    if action == a.DOUBLE:
        added = raise_of(program, table, hand, action)
        free = added if is_free(program, table, hand, action) else 0
        table[hand + t.WAGER] += added
        table[hand + t.FREE] += free
        table[hand + t.DOUBLED] += 1
        table[t.NEEDS_RESET] = 1
        record_numbers(
            events,
            table[person + t.EVENT_BASE] + e.DOUBLES + total,
            table[hand + t.WAGER],
            table[person + t.BANKROLL],
        )
        if free:
            record_numbers(
                events, table[person + t.EVENT_BASE] + e.FREE_WAGER, free, table[person + t.BANKROLL]
            )
    elif program[p.WANTED] and wanted(program, table, hand, e.WANT_ACTION):
        record(events, table[person + t.EVENT_BASE] + e.HITS + total)
    stays_down = action == a.DOUBLE and program[p.HOUSE_RULES] & h.DOUBLE_FACE_DOWN != 0
    return receive_card(program, table, events, hand, stays_down)


@engine_function
def receive_card(program: Ints, table: Ints, events: Ints, hand: int, stays_down: bool) -> int:
    """Deal a card to ``hand``. Until the card is supplied, the hit or double is pending.

    If the owner has a power that may hide a busting card, the card is dealt face down. Unless ``stays_down``,
    it is then turned up immediately if it does not bust the hand.
    """
    person = table[hand + t.OWNER]
    face_down = t.FACE_DOWN if stays_down or table[person + t.VEILED] else 0
    value = deal_card(program, table, events, hand, face_down)
    if value == NO_CARD:
        table[t.PENDING] = p.DOWN_CARD_PENDING if stays_down else p.CARD_PENDING
        return why_no_card(table)
    if stays_down:
        table[hand + t.STAYS_DOWN] = table[hand + t.CARDS]
    elif face_down:
        table[t.COVERED] = hand + t.HELD + table[hand + t.CARDS] - 1
    if value <= highest_of(program, table, hand):
        if face_down and not stays_down:
            show_last_card(program, table, events, hand, t.NOBODY)
        if program[p.WANTED]:
            show_hand(program, table, events, hand, e.OWN_HAND, e.WANT_HAND)
        if table[person + t.REACTIONS]:
            react(program, table, events, hand, on.DRAWN)
    return p.GOING_ON


@engine_function
def act(program: Ints, table: Ints, events: Ints, hand: int, action: int) -> int:
    """Carry out an ``action`` for ``hand``: a hit, a double, a split or a surrender."""
    if action == a.SPLIT:
        split(program, table, events, hand, table[t.CURSOR])
        return p.GOING_ON
    if action == a.SURRENDER:
        surrender(table, events, hand)
        return p.GOING_ON
    return take_card(program, table, events, hand, action)


@engine_function
def finish_action(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Finish the action on ``hand`` that was waiting for a card."""
    pending = table[t.PENDING]
    table[t.PENDING] = p.NOTHING_PENDING
    if pending < 0:
        return receive_card(program, table, events, hand, pending == p.DOWN_CARD_PENDING)
    return take_card(program, table, events, hand, pending - p.ACTION_PENDING)


@engine_function
def go_bust(program: Ints, table: Ints, events: Ints, hand: int) -> None:
    """Mark ``hand`` as bust, and record this."""
    if program[p.WANTED]:
        show_hand(program, table, events, hand, e.BUST_HAND, e.WANT_BUST)
    base = table[table[hand + t.OWNER] + t.EVENT_BASE]
    total = table[hand + t.VALUE] >> 1
    record(events, base + e.TOTAL + total)
    record(events, base + e.BUSTS + total)
    table[hand + t.STATE] = t.BUST


@engine_function
def pay_bonus(program: Ints, table: Ints, events: Ints, hand: int) -> bool:
    """Pay a player's ``hand`` its immediate bonus, if any. Return whether there was one."""
    if hand == table[t.DEALER_HAND]:
        return False
    pays = find_bonus(program, table, program[p.BONUSES_AT_ONCE], hand)
    if not pays or table[t.FAULT]:
        return pays != 0
    amount = payout(program, pays, table[hand + t.WAGER])
    settle_early(program, table, hand, amount)
    record_result(table, events, hand, e.BONUS, amount)
    react(program, table, events, hand, on.HAND_WON)
    return True


@engine_function
def begin_turn(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Announce the turn of ``hand`` and fire the reactions to it, if this has not been done yet."""
    if program[p.WANTED] and table[hand + t.STATE] == t.IN_PLAY and not awaits_second_card(table, hand):
        table[hand + t.STATE] = t.ACTING
        record_which_hand(table, events, hand)
        show_hand(program, table, events, hand, e.TURN_HAND, e.WANT_TURN)
    if table[table[hand + t.OWNER] + t.REACTIONS] and table[t.TURN_BEGAN] != hand:
        begins = not awaits_second_card(table, hand)
        if begins:
            forget_next_card(table, hand)
        if begins and program[p.LOOKS_AHEAD + on.TURN]:
            status = ask_for_next_cards(program, table, hand, on.TURN)
            if status != p.GOING_ON:
                return status
        table[t.TURN_BEGAN] = hand
        table[t.COVERED] = 0
        if begins:
            react(program, table, events, hand, on.TURN)
    return p.FAULTY if table[t.FAULT] else p.GOING_ON


@engine_function
def play_freely(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Play ``hand`` until it stands, busts, or is settled by a power."""
    status = begin_turn(program, table, events, hand)
    if status != p.GOING_ON:
        return status
    if table[t.PENDING]:
        status = finish_action(program, table, events, hand)
        if table[t.FAULT]:
            return p.FAULTY
        if status != p.GOING_ON:
            return status
    person = table[hand + t.OWNER]
    highest = highest_of(program, table, hand)
    while table[hand + t.STATE] <= t.ACTING:
        if table[t.RETAKING]:
            status = retake(program, table, events, hand)
        elif awaits_second_card(table, hand):
            status = complete(program, table, events, hand)
        elif table[hand + t.VALUE] > highest:
            status = p.GOING_ON
            if not table[person + t.REACTIONS] or not save_from_bust(program, table, events, hand):
                go_bust(program, table, events, hand)
        elif program[p.BONUSES_AT_ONCE] and pay_bonus(program, table, events, hand):
            status = p.GOING_ON
        else:
            action = choose_action(program, table, hand)
            if table[t.FAULT]:
                return p.FAULTY
            status = p.DECISION if action == UNDECIDED else p.GOING_ON
            if action == a.STAND:
                becomes = STANDS
                if table[person + t.REACTIONS]:
                    becomes = react_to_standing(program, table, events, hand)
                if becomes == STANDS:
                    stand(program, table, events, hand)
                elif becomes == DRAWS and not table[t.FAULT]:
                    status = take_card(program, table, events, hand, a.HIT)
            elif action != UNDECIDED:
                status = act(program, table, events, hand, action)
        if table[t.FAULT]:
            return p.FAULTY
        if status != p.GOING_ON:
            return status
        if table[person + t.REACTIONS]:
            highest = highest_of(program, table, hand)
    return p.GOING_ON


@inlined_function
def plays_by_chart(table: Ints, hand: int) -> bool:
    """Return whether ``hand`` is played by its owner's chart alone."""
    if table[table[hand + t.OWNER] + t.BY_CHART] == 0 or table[t.PENDING]:
        return False
    return table[t.NEEDS_RESET] == 0 or (table[hand + t.PARTS] == 1 and table[hand + t.DOUBLED] == 0)


@engine_function
def play_by_chart(program: Ints, table: Ints, events: Ints, hand: int) -> int:
    """Play ``hand`` by its owner's chart, as long as the chart only says to hit or to stand.

    Most cells in a chart are hits or stands. After any other action, ``play_freely`` takes over.
    """
    person = table[hand + t.OWNER]
    chart = table[person + t.CHART] + table[t.UPCARD]
    highest = 2 * table[t.TARGET] + 1
    value = table[hand + t.VALUE]
    row = row_of(program, table, hand)
    while value <= highest:
        cell = program[chart + row * p.RANKS]
        if cell == a.STAND:
            break
        if cell != a.HIT:
            action = choose_action(program, table, hand)
            if table[t.FAULT]:
                return p.FAULTY
            if action == a.STAND:
                break
            if action != a.HIT:
                status = act(program, table, events, hand, action)
                return status if status != p.GOING_ON else play_freely(program, table, events, hand)
        value = row = deal_card(program, table, events, hand, 0)
        if value == NO_CARD:
            if cell != a.HIT:
                table[t.PENDING] = p.ACTION_PENDING + a.HIT
            return why_no_card(table)
    if table[person + t.REACTIONS]:
        react(program, table, events, hand, on.BUST if value > highest else on.STAND)
        if table[t.FAULT]:
            return p.FAULTY
    record(events, table[person + t.EVENT_BASE] + e.TOTAL + (value >> 1))
    if value > highest:
        record(events, table[person + t.EVENT_BASE] + e.BUSTS + (value >> 1))
        table[hand + t.STATE] = t.BUST
    else:
        table[hand + t.STATE] = t.STOOD
    return p.GOING_ON


@engine_function
def surrender_waits(program: Ints, table: Ints) -> bool:
    """Return whether the dealer may have a natural, which would cost surrendered hands the whole wager."""
    override = table[table[t.DEALER_HAND] + t.OVERRIDE]
    waits = program[override + p.OWN_WAITS] if override else program[p.SURRENDER_WAITS]
    return table[t.PEEKED] == 0 and waits >> table[t.UPCARD] & 1 != 0


@engine_function
def give_extra_turns(program: Ints, table: Ints, events: Ints) -> bool:
    """For each hand that stands, fire the reactions to the occasion ``turns over``.

    Return whether this gives any hand an extra turn. Nothing happens if the dealer has a natural, because
    there were no turns.
    """
    is_given = False
    for at in range(t.HANDS, t.HANDS + table[t.HANDS_IN_PLAY]):
        hand = table[at]
        if table[hand + t.STATE] == t.STOOD and table[t.TURN_BEGAN] and not table[t.FAULT]:
            reaction = react(program, table, events, hand, on.TURNS_OVER)
            if effect_of(program, reaction) == x.EXTRA_TURN:
                table[hand + t.STATE] = t.IN_PLAY
                is_given = True
    if is_given:
        count_work(table, 4 * table[t.HANDS_IN_PLAY])
        table[t.TURN_BEGAN] = 0
    return is_given


@inlined_function
def players_act(program: Ints, table: Ints, events: Ints) -> int:
    """Carry out the ``players act`` step: play all hands one after another, including those from splits."""
    place = table[t.CURSOR]
    while place < table[t.HANDS_IN_PLAY]:
        table[t.CURSOR] = place
        if events[r.POSITION] > events[r.LIMIT]:
            return p.EVENTS_FULL
        hand = table[t.HANDS + place]
        if table[hand + t.STATE] <= t.ACTING:
            if plays_by_chart(table, hand):
                status = play_by_chart(program, table, events, hand)
            else:
                status = play_freely(program, table, events, hand)
            if status != p.GOING_ON:
                return status
            state = table[hand + t.STATE]
            if state != t.STOOD and (state != t.GIVEN_UP or not surrender_waits(program, table)):
                table[t.LIVE] -= 1
        place += 1
        if program[p.EXTRA_TURNS] and place == table[t.HANDS_IN_PLAY]:
            if give_extra_turns(program, table, events):
                place = 0
            if table[t.FAULT]:
                return p.FAULTY
    table[t.CURSOR] = 0
    return p.GOING_ON
