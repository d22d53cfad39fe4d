"""Applies the deviations in ``deviation_names`` between two steps of the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from bj.catalogue.events import DEALER, EVENTS
from bj.compiler.settlement import payouts_in
from bj.engine.face.driving import new_record, take_events
from bj.engine.face.state_corrections import (
    call_in,
    correct_bankroll,
    correct_count,
    correct_kick_out,
    correct_upcard,
    count_card,
    deny_naturals,
    end_contest,
    lend,
    move_in_shoe,
    move_limits,
    need_dealer_for_naturals,
    pay_naturals_late,
    renew_shoe,
    riffle_otherwise,
    settle_as_recorded,
    settle_by_totals,
    take_hole_card_late,
)
from bj.engine.face.view import View
from bj.record.events import VICTORY, Event, read
from bj.record.transcript_lines import render
from bj.verify import deviation_names as h
from bj.verify.effort import SETTLEMENT
from bj.verify.likely_cards_and_decisions import events_from
from bj.verify.positions_and_halts import Before, Position
from bj.verify.reference_game import ReferenceGame
from bj.verify.text import Text
from bj.verify.wrong_riffles_and_deals import RIFFLES, Dealing, riffle_undealt

RECORD = new_record(64)
"""A buffer for the events in a hand that ends early."""


DEALT_FIRST = 2
"""How many cards each player gets at the start of a hand."""


def watches_steps(reference: ReferenceGame) -> bool:
    """Return whether the replay must stop after each step to apply deviations."""
    return not reference.leeway.hooks.isdisjoint(h.WATCHING)


def before_cut(reference: ReferenceGame, table: list[int], recorded: Sequence[int], cut: int) -> None:
    """Apply deviations just before the cards are riffled at ``cut``."""
    hooks, compiled = reference.leeway.hooks, reference.compiled
    if not hooks.isdisjoint((*h.NEW_ORDERS, h.UNDEALT)):
        events, view = list(read(recorded, compiled.persons)), View(compiled.program, table)
        is_first = bool(events) and events[-1].key == "shuffle"
        if is_first and (h.NEW_ORDER in hooks or (h.NEW_IN_ROUNDS in hooks and not view.hand_number)):
            renew_shoe(table, compiled.table)
        if is_first and h.UNDEALT in hooks:
            riffle_otherwise(table, cut, partial(riffle_undealt, view.shoe_size - view.cards_left))
    for name, riffle in RIFFLES.items():
        if name in hooks:
            riffle_otherwise(table, cut, riffle.mix)


def next_dealt(dealing: Dealing, position: Position, view: View) -> int | None:
    """Return the card that the program deals next, given its incorrect way of ``dealing``.

    Return None if the card would have to come from outside the shoe.
    """
    dealt, given = 0, position.answered
    while dealing.step and given is not None and given.kind != "cut":
        dealt, given = dealt + (given.kind == "card"), given.before
    place, left, size = dealing.first + dealing.step * dealt, view.cards_left, view.shoe_size
    move_in_shoe(position.table, -size)
    shoe = view.coming
    move_in_shoe(position.table, size - left + dealing.used - 1)
    return shoe[place] if -size <= place < size else None


def after_step(reference: ReferenceGame, position: Position, text: Text) -> Before:
    """Apply deviations after a step has been recorded. Return the state before the next step."""
    table, hand, last = position.table, position.recorded, position.last
    seen, counts = last.seen, last.counts or (0,) * len(reference.compiled.persons)
    hooks, compiled = reference.leeway.hooks, reference.compiled
    before = last.happened if seen else {}
    dealt = Counter(before)
    view = View(compiled.program, table)
    outcome: Event | None = None
    for event in read(hand[seen:], compiled.persons):
        if event.key == "shuffle":
            _shuffle(reference, table, last)
        if event.key == "player_bets" and h.WAGER_FIRST in hooks and dealt["shuffle"]:
            for person in view.players:
                correct_count(table, person, -view.count(person))
        if event.key == "player_bets" and event.person is not None and h.TAKES_WAGERS in hooks:
            correct_bankroll(table, event.person, view.bankroll(event.person) - (event.wager or 0))
        if event.key in h.OUTCOMES and h.NATURALS_PAID_TWICE in hooks:
            _pay_naturals(reference, table)
        if event.key == "player_busts" and event.person is not None and h.BUSTS_CHARGED in hooks:
            wager = view.hands(event.person)[0].wager
            correct_bankroll(table, event.person, view.bankroll(event.person) - wager)
        if event.card is not None:
            _miscount(reference, table, event, dealt[event.key])
        if event.card is not None and not hooks.isdisjoint((h.UPCARD_AGAIN, h.CARD_BEFORE)):
            _count_another(reference, table, event, hand, dealt["player_dealt"])
        if event.key == "dealer_dealt_down" and event.card is not None and h.PEEKS in hooks:
            correct_upcard(compiled.program, table, event.card)
        if event.key == "dealer_dealt_down" and h.HOLE_CARD_LATE in hooks:
            move_in_shoe(table, -1)
        if event.key.endswith("kicked_out"):
            _kick_out(reference, position, text, event)
        if h.AS_SHOWN.get(event.key) in hooks:
            outcome = event
        if outcome is not None and event.key in (outcome.key, "paid", "collected"):
            outcome = None if _pay_as_shown(reference, position, text, event) else outcome
        dealt[event.key] += 1
    if h.NEXT_AS_SHOWN in hooks and not view.hand_number and dealt["shuffle"] == before.get("shuffle", 0):
        for person in view.players:  # a player who returns continues the previous count
            correct_count(table, person, counts[person] - view.count(person))
    _before_step(reference, position, text)
    persons = range(len(reference.compiled.persons))
    return Before(len(hand), tuple(map(view.count, persons)), view.shoe_size - view.cards_left, dealt)


def _before_step(reference: ReferenceGame, position: Position, text: Text) -> None:
    """Apply deviations that must take effect before the next step."""
    table, hooks, compiled = position.table, reference.leeway.hooks, reference.compiled
    if h.HOLE_CARD_LATE in hooks:
        take_hole_card_late(compiled.program, table)
    for limit, higher in h.LIMITS.items():
        if limit in hooks:
            move_limits(compiled.program, table, compiled.table, *higher)
    if h.BY_TOTALS in hooks:
        settle_by_totals(compiled.program, table)
    raises, wagers = h.RAISES_ON_CREDIT in hooks, h.WAGERS_ON_CREDIT in hooks
    if raises or wagers:
        lend(compiled.program, table, compiled.table, raises=raises, wagers=wagers)
    if h.NATURALS_AS_SHOWN in hooks:
        shown = reference.language.events_at(text, position.at)
        if not any(event.key in h.NATURALS for event, _ in shown):
            deny_naturals(compiled.program, table)
    # Two of these would cancel each other out.
    for hook in [each for each in h.FOR_NATURALS if each in hooks][:1]:
        change = pay_naturals_late if "before" in hook else need_dealer_for_naturals
        change(compiled.program, table, plays=hook.startswith("plays"))
    if h.ENDS_EARLY in hooks:
        _settle_as_shown(reference, position, text, is_time=False)
    while h.OUTCOMES_AS_SHOWN in hooks and _settle_as_shown(reference, position, text, is_time=True):
        pass


def _shuffle(reference: ReferenceGame, table: list[int], last: Before) -> None:
    """Apply deviations after a shuffle: keep or change the count, or start dealing at a different card."""
    if last.counts and not reference.leeway.hooks.isdisjoint((h.COUNT_KEPT, h.WAGER_FIRST)):
        for person in View(reference.compiled.program, table).players:
            correct_count(table, person, last.counts[person])
    for hook in reference.leeway.hooks & h.COUNTS_FROM.keys():
        for person in View(reference.compiled.program, table).players:
            correct_count(table, person, h.COUNTS_FROM[hook])
    if h.NO_RESET in reference.leeway.hooks:
        move_in_shoe(table, last.dealt)
    for hook in reference.leeway.hooks & h.BURNS.keys():
        move_in_shoe(table, h.BURNS[hook])


def _kick_out(reference: ReferenceGame, position: Position, text: Text, event: Event) -> None:
    """Apply deviations after a kick-out: choose who leaves or who plays next."""
    if h.WINNER_LEAVES in reference.leeway.hooks:
        correct_kick_out(position.table, reference.compiled.table, was_dealer=event.is_dealer)
    if h.NEXT_AS_SHOWN in reference.leeway.hooks:
        call_in_as_shown(reference, text, position.table, position.at)


def _miscount(reference: ReferenceGame, table: list[int], event: Event, before: int) -> None:
    """Make card counters miss a card or count it twice, if a deviation says so.

    ``before`` is the number of earlier events with the same key in this hand.
    """
    program, hooks = reference.compiled.program, reference.leeway.hooks
    busts = any(hook.endswith(h.BUSTING) for hook in hooks) and _busts(reference, table, event)
    cards = frozenset(h.groups_of(event, before, busts=busts))
    times = {"dealer_dealt_down": 1, "hole_card": -1}.get(event.key, 0) if h.COUNTED_AT_ONCE in hooks else 0
    times += any(f"{h.TWICE}{each}" in hooks for each in cards) - (not cards.isdisjoint(hooks))
    for person in View(program, table).players if times else ():
        count_card(program, table, person, event.card or 0, times)


def _count_another(
    reference: ReferenceGame, table: list[int], event: Event, hand: Sequence[int], dealt: int
) -> None:
    """Make card counters count a different card than the one in ``event``, if a deviation says so.

    ``dealt`` is the number of cards that were dealt to players before this event.
    """
    hooks, compiled = reference.leeway.hooks, reference.compiled
    shown = [each for each in read(hand, compiled.persons) if each.card is not None]
    players = [each for each in shown if each.key == "player_dealt"]
    own = [each.card for each in players[:dealt] if each.person == event.person]
    other: int | None = None
    if event.key == "hole_card" and h.UPCARD_AGAIN in hooks:
        other = next((each.card for each in shown if each.key == "dealer_dealt"), None)
    elif event.key == "player_dealt" and len(own) >= DEALT_FIRST and h.CARD_BEFORE in hooks:
        other = own[-1]
    for person in View(compiled.program, table).players if other is not None else ():
        count_card(compiled.program, table, person, other or 0, 1)
        count_card(compiled.program, table, person, event.card or 0, -1)


def _pay_naturals(reference: ReferenceGame, table: list[int]) -> None:
    """Pay each player who has a natural, even though the hand will be settled again."""
    compiled, target = reference.compiled, reference.checked.model.rules.target
    view, pays = View(compiled.program, table), payouts_in(compiled.program)
    for times, of in pays.get(EVENTS["player_natural"].code, ()):
        for person in view.players:
            hand = view.hands(person)[0]
            if len(hand.cards) == DEALT_FIRST and hand.total == target:
                correct_bankroll(table, person, view.bankroll(person) + hand.wager * times // of)


def _busts(reference: ReferenceGame, table: list[int], event: Event) -> bool:
    """Return whether the card in ``event`` busts a hand."""
    hands = () if event.person is None else View(reference.compiled.program, table).hands(event.person)
    target = reference.checked.model.rules.target
    return any(hand.total > target and hand.cards[-1].card == event.card for hand in hands)


def _pay_as_shown(reference: ReferenceGame, position: Position, text: Text, outcome: Event) -> bool:
    """Set the bankroll of the player in ``outcome`` to the next bankroll shown in the transcript.

    Return whether the player could be determined.
    """
    players = View(reference.compiled.program, position.table).players
    player = outcome.person if outcome.person in players else players[0] if len(players) == 1 else None
    if player is None:
        return False
    for event in events_from(reference, text, position.at):
        if event.person in (player, None) and event.bankroll is not None and event.key not in h.OUTCOMES:
            correct_bankroll(position.table, player, event.bankroll)
            break
        if event.card is not None or (event.key in h.OUTCOMES and event.person != outcome.person):
            break
    return True


def _settle_as_shown(reference: ReferenceGame, position: Position, text: Text, *, is_time: bool) -> bool:
    """Settle a hand with the outcome that the transcript shows next. Return whether a hand was settled.

    If ``is_time`` is true, settle the hand that the rules would settle next. Otherwise, settle a hand that is
    still in play.
    """
    for kind in ((0,) if is_time else ()) + tuple(EVENTS[key].code for key in h.OUTCOMES):
        text.effort.spend(SETTLEMENT)
        table = position.table.copy()
        if not settle_as_recorded(reference.compiled.program, table, RECORD, kind, is_time=is_time):
            continue
        numbers = take_events(RECORD)
        said = "".join(render(reference.script, numbers))
        if said and text.content.startswith(said, position.at):
            position.table[:] = table
            position.at += len(said)
            position.recorded += numbers
            return True
    return False


def call_in_as_shown(reference: ReferenceGame, text: Text, table: list[int], at: int) -> bool:
    """Send in the player and the dealer whom the transcript names next.

    Return whether this replaces either of them.
    """
    compiled, found = reference.compiled, dict[bool, int]()
    for event in events_from(reference, text, at):
        for person in (event.person, event.winner):
            if person is not None:
                found.setdefault(compiled.roles[person] == DEALER, person)
        if event.key == VICTORY and event.team is not None:
            end_contest(table, event.team)
            return False
        if len(found) > 1 or event.key.endswith("kicked_out"):
            break
    changed = [
        call_in(table, compiled.table, person, is_dealer=is_dealer) for is_dealer, person in found.items()
    ]
    return any(changed)
