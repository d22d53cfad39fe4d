"""Resumes a replay at a later hand, after a difference that remains unexplained."""

from __future__ import annotations

from collections.abc import Iterator

from bj.catalogue.actions import STAND
from bj.engine.face.driving import answer, deal_by_hand, take_events
from bj.engine.face.state_corrections import (
    correct_bankroll,
    correct_count,
    correct_hand,
    count_card,
    cut_again,
    gather_cards,
    kick_out_member,
    move_in_shoe,
    seat_members,
    take_shoe_back,
)
from bj.engine.face.view import Kind, Stop, View
from bj.engine.face.work_meter import Meter
from bj.record.events import Event
from bj.session.engines import PLAIN
from bj.verify.applying_deviations import call_in_as_shown
from bj.verify.effort import STOP, WORK
from bj.verify.likely_cards_and_decisions import events_from
from bj.verify.positions_and_halts import Position
from bj.verify.reference_game import ReferenceGame
from bj.verify.replay import EVENTS, Replay
from bj.verify.text import Text

CERTAIN = 3
"""The number of lines with matching cards that are enough to identify the shoe."""

MOST_TRIED = 6
"""The maximum number of later hands at which to try to resume."""

MOST_LINES = 3_000
"""The maximum number of lines to search for later hands."""

LONGEST_HAND = 2_000
"""The maximum number of engine stops in a hand that is played without comparison."""


def resume(reference: ReferenceGame, text: Text, begin: Position, at: int) -> tuple[Position, int] | None:
    """Find the first hand after the offset ``at`` from which the transcript matches the rules again.

    Return the position with the longest match, and the offset at which the match ends, or None.
    """
    is_contest = reference.checked.model.tournament is not None  # members take turns
    after = begin if is_contest else _play_blindly(reference, text, begin)
    if after is None:
        return None
    for start, hand in _beginnings(reference, text, at):
        best: tuple[Position, int] | None = None
        known = after.copy()
        _go_by_lines(reference, text, begin, known, start)
        if is_contest:
            _begin_hand_as_shown(reference, text, known, start)
        for position, is_sure in _corrected(reference, known, start, hand):
            if best is not None and not is_sure and _shows_cards(reference, text, start, best[1]):
                break  # with arbitrary cards, almost any transcript would match
            replay = Replay(reference, text, position.copy())
            halt = replay.play_out(start + 20_000)
            fit = halt.at if halt.why == "differs" else text.end
            if fit > text.after_line(start) and (best is None or fit > best[1]):
                best = position, fit
            if fit == text.end:
                break
        if best is not None:
            return best
    return None


def _shows_cards(reference: ReferenceGame, text: Text, start: int, end: int) -> bool:
    """Return whether the lines between two offsets show enough cards to identify the shoe."""
    shown = 0
    while start < end and shown < CERTAIN:
        shown += any(event.card is not None for event, _ in reference.language.events_at(text, start))
        start = text.after_line(start)
    return shown >= CERTAIN


def _beginnings(reference: ReferenceGame, text: Text, at: int) -> Iterator[tuple[int, Event]]:
    """Yield the next lines that start a hand, each with its offset and its event."""
    key = "hand" if "hand" in reference.checked.texts else "player_bets"
    found = looked = 0
    at = text.after_line(at)
    while at < text.end and found < MOST_TRIED and looked < MOST_LINES:
        looked += 1
        for event, _ in reference.language.events_at(text, at):
            if event.key == key:
                found += 1
                yield at, event
                break
        at = text.after_line(at)


def _corrected(
    reference: ReferenceGame, known: Position, start: int, hand: Event
) -> Iterator[tuple[Position, bool]]:
    """Yield possible positions at the start of the hand that the event ``hand`` announces.

    Each comes with a flag that is true if its cards come from the shoe.
    """
    view = View(reference.compiled.program, known.table)
    shown = known.copy()
    shown.at = start
    shown.recorded.clear()
    if hand.hand is not None:
        shown.hands += max(hand.hand - view.hand_number, 0)
        correct_hand(shown.table, hand.hand)
        shown.hand = view.round_number, hand.hand
    if hand.bankroll is not None and view.players:
        correct_bankroll(shown.table, view.players[0], hand.bankroll)
    shifts = sorted(range(view.cards_left - view.shoe_size, view.cards_left + 1), key=abs)
    for shift in shifts if not reference.leeway.cards else (0,):
        position = shown.copy()
        move_in_shoe(position.table, shift)
        yield position, True
    if not reference.leeway.cards:
        deal_by_hand(reference.compiled.program, shown.table, cards=True, cuts=True)
        yield shown, False


def _go_by_lines(reference: ReferenceGame, text: Text, begin: Position, known: Position, end: int) -> None:
    """Update the table of ``known`` from the lines between ``begin`` and the offset ``end``.

    The lines show bankrolls, cards to count, shuffles, and members who leave.
    """
    program, table = reference.compiled.program, known.table
    before, now = View(program, begin.table), View(program, table)
    for person in now.players:
        if person in before.players:
            correct_count(table, person, before.count(person) - now.count(person))
    is_riffled = before.next_card is not None and "cut" in reference.checked.texts
    if is_riffled:
        take_shoe_back(table, begin.table)
    at = begin.at
    while at < end:
        for event, _ in reference.language.events_at(text, at)[:1]:
            owner = now.players[0] if event.person is None and len(now.players) == 1 else event.person
            if event.bankroll is not None and owner is not None:
                correct_bankroll(table, owner, event.bankroll)
            if event.key == "shuffle" and is_riffled:
                gather_cards(table)
            if event.key == "cut" and event.cut is not None and is_riffled:
                cut_again(program, table, event.cut)
            if event.key.endswith("kicked_out"):
                kick_out_member(program, table, is_dealer=event.is_dealer)
            for person in now.players:
                if event.key == "shuffle":
                    correct_count(table, person, -now.count(person))
                elif event.card is not None:
                    count_card(program, table, person, event.card, 1)
        at = text.after_line(at)


def _begin_hand_as_shown(reference: ReferenceGame, text: Text, known: Position, start: int) -> None:
    """Start the next hand of a tournament with the player and the dealer that the transcript names next."""
    view = View(reference.compiled.program, known.table)
    if call_in_as_shown(reference, text, known.table, start):
        seat_members(reference.compiled.program, known.table)
    correct_hand(known.table, view.hand_number + 1)
    known.hands += 1
    known.hand = view.round_number, view.hand_number


def _play_blindly(reference: ReferenceGame, text: Text, begin: Position) -> Position | None:
    """Play one hand with the transcript's cuts, but without comparing lines.

    Return the position after the hand, or None if the game ends.
    """
    position = begin.copy()
    shown = events_from(reference, text, begin.at)
    cuts = (event.cut for event in shown if event.key == "cut" and event.cut is not None)
    program = reference.compiled.program
    view = View(program, position.table)
    meter = Meter(view)
    for _ in range(LONGEST_HAND):
        status = PLAIN.play(program, position.table, EVENTS)
        text.effort.spend(STOP + len(take_events(EVENTS)) + meter.spent() // WORK)
        if status == Stop.PAUSED and (view.round_number, view.hand_number) != begin.hand and view.hand_number:
            position.hand = view.round_number, view.hand_number
            position.hands += 1
            return position
        if status == Stop.CHANCE:
            _give_any(reference, view, position.table, cuts)
        elif status == Stop.DECISION and view.question is not None:
            question = view.question
            replies = {Kind.WAGER: question.wagers.start, Kind.AGAIN: 1, Kind.ACTION: STAND}
            answer(position.table, replies.get(question.kind, 0))
        elif status not in (Stop.PAUSED, Stop.EVENTS_FULL):
            return None
    return None


def _give_any(reference: ReferenceGame, view: View, table: list[int], cuts: Iterator[int]) -> None:
    """Give the engine an arbitrary card, or the next cut in the transcript."""
    if view.chance is not None and view.chance.is_cut:
        largest = reference.language.largest_cut
        answer(table, min(next(cuts, largest // 2), largest))
    else:
        card = view.next_card
        answer(table, reference.compiled.deck[-1] if card is None else card)
