"""Finds out which cards, cuts, decisions and totals a transcript shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from bj.cards import rank_of
from bj.catalogue.actions import HIT, STAND
from bj.engine.face.view import Kind, Question, View
from bj.record.events import HIDDEN, Event
from bj.verify.positions_and_halts import Position
from bj.verify.possible_random_plays import ChanceBounds
from bj.verify.reference_game import ReferenceGame
from bj.verify.text import Text

HAND_BEGINS = frozenset(("hand", "player_bets"))
"""The events that start a hand."""

HAND_IS_OVER = frozenset((*HAND_BEGINS, "player_standing", "dealer_standing"))
"""The events that come after all lines about a hand."""

DRAWN_TO = 2 / 3
"""The total up to which players usually draw, as a fraction of the target."""

SAID_OF = {"player_stands": STAND, "player_hits": HIT}
"""The decision that each of these events implies."""

FORESIGHT = 120
"""The maximum number of lines to search for a card that was dealt face down."""


NUMBER = re.compile(r"\d+")

LONGEST_CUT = 6
"""The number of digits at which a number is too long to be a cut."""

HIGHEST = 35
"""The highest total that is accepted from a transcript."""


def cut_at(reference: ReferenceGame, text: Text, at: int) -> int | None:
    """Return the cut on the line at the offset ``at``, or None if the line does not show a cut."""
    said = reference.language.lines_of("cut", 0) if "cut" in reference.checked.texts else {}
    if not said:  # cuts are not printed
        return reference.language.largest_cut // 2
    return said.get(text.content[at : text.after_line(at)])


def cut_in_other_words(reference: ReferenceGame, text: Text, at: int) -> Event:
    """Return a cut event for a reworded line at the offset ``at``. The cut is the only number on the line.

    If the line has no number that can be a cut, or several, the cut is 0.
    """
    numbers = [int(each) for each in NUMBER.findall(text.line(at)) if len(each) < LONGEST_CUT]
    possible = [number for number in numbers if 0 <= number <= reference.language.largest_cut]
    return Event("cut", cut=possible[0] if len(possible) == 1 else 0)


def cards_for(reference: ReferenceGame, text: Text, position: Position, view: View) -> Iterator[int]:
    """Yield the cards that may come next according to the transcript, the likeliest first."""
    chance, at = view.chance, position.at
    if chance is None or chance.person is None:
        return
    person, roles = chance.person, reference.compiled.roles
    said = reference.language.lines_of(f"{roles[person]}_dealt", person)
    line = text.content[at : text.after_line(at)]
    if said and not chance.is_hidden:
        if line in said:
            yield said[line]
        else:
            yield from _hold_own(reference, view)
        return
    for foresee in (_foresee, _foresee_in_other_words):
        foreseen = next(foresee(reference, text, at, view, person), None)
        if foreseen is not None:
            yield foreseen
            return
    seen: set[int] = set()
    others = (said[line],) if line in said else ()
    own = [*_hold_own(reference, view)]
    likely = [*_make_total(reference, text, at, view, person)]
    if likely:
        yield from [*own, *likely] if position.is_shoe_ours else likely
        return
    for card in (*own, *others, *reference.compiled.deck[::-1]):
        if rank_of(card) not in seen or card in others:  # the suit is never shown
            seen.add(rank_of(card))
            yield card


def _make_total(reference: ReferenceGame, text: Text, at: int, view: View, person: int) -> Iterator[int]:
    """Yield the cards that may come next in a hand whose total is shown later, the likeliest first.

    After a power retakes a hand, the transcript may show only its last card, followed by draws, a total or a
    bust. Only one card is yielded for each value.
    """
    chance, model, worths = view.chance, reference.checked.model, reference.checked.pack.worths
    of_hand = takewhile(lambda event: event.key not in HAND_IS_OVER, events_from(reference, text, at))
    own = [event for event in of_hand if event.person == person]
    cards_shown = takewhile(lambda card: card is not None, (event.card for event in own))
    shown = [card for card in cards_shown if card is not None]
    end = next(iter(own[len(shown) :]), None)
    if chance is None or end is None:
        return
    last = shown[:1] if any(each.retaken == "last shown" for each in model.powers.values()) else []
    if last and not chance.more:
        yield from last
        return
    target, unknown, hand = model.rules.target, chance.more + (not last), view.asked_hand
    cards = {worths[rank_of(card)]: card for card in reference.compiled.deck}.values()
    if unknown == 1 and end.total is not None:
        yield from (card for card in cards if view.total_with(person, [card, *shown], hand) == end.total)
        return
    if unknown == 1 and not shown:
        if any(power.do == "retake hand" for power in model.powers.values()):
            yield from (card for card in cards if view.total_with(person, [card], hand) > target)
        return
    sought: float = target + max(map(max, worths))  # a total that busts
    if end.total is not None:
        sought = end.total - sum(max(worths[rank_of(card)]) for card in shown)
    elif shown:
        sought = target * DRAWN_TO - sum(max(worths[rank_of(card)]) for card in last)
    share = (sought - view.hands(person)[hand].total) / unknown
    yield from sorted(cards, key=lambda card: min(abs(worth - share) for worth in worths[rank_of(card)]))


def _hold_own(reference: ReferenceGame, view: View) -> Iterator[int]:
    """Yield the next card in the expected shoe if it is known. Otherwise, yield an arbitrary card."""
    card = view.next_card
    yield reference.compiled.deck[-1] if card is None else card


def _foresee(reference: ReferenceGame, text: Text, at: int, view: View, person: int) -> Iterator[int]:
    """Yield the next card, usually face down, if a later line shows it or lists the whole hand."""
    held = view.hands(person)[view.asked_hand].cards
    turned_before = sum(card.is_hidden for card in held)
    for event in events_from(reference, text, at):
        if event.key in HAND_IS_OVER:
            return
        if event.person != person:
            continue
        if event.key == "hole_card" and event.card is not None:
            if not turned_before:
                yield event.card
                return
            turned_before -= 1
        if event.key == "upcard" and event.card is not None and not _is_hidden(view):
            yield event.card
            return
        if event.cards is not None and len(event.cards) > len(held):
            card = event.cards[len(held)]
            if card != HIDDEN:
                yield card
                return


def _foresee_in_other_words(
    reference: ReferenceGame, text: Text, at: int, view: View, person: int
) -> Iterator[int]:
    """Yield the next card, usually face down, if a later, reworded line shows it."""
    name, held = reference.compiled.persons[person], view.hands(person)[view.asked_hand].cards
    words = reference.language.cards_in_words
    for _ in range(FORESIGHT):
        line, readings = text.line(at), reference.language.events_at(text, at)
        if at >= text.end or any(event.key in HAND_IS_OVER for event, _ in readings):
            return
        if name in line and not readings:
            cards = [words[found] for found in reference.language.card_pattern.findall(line)]
            if len(cards) == 1 and _is_hidden(view):
                yield cards[0]
            elif len(cards) > len(held):
                yield cards[len(held)]
        at = text.after_line(at)


def _is_hidden(view: View) -> bool:
    """Return whether the next card is dealt face down."""
    return view.chance is not None and view.chance.is_hidden


def events_from(
    reference: ReferenceGame, text: Text, at: int, most: int = FORESIGHT, end: int | None = None
) -> Iterator[Event]:
    """Yield the events on up to ``most`` lines, from the offset ``at`` to the offset ``end``."""
    for _ in range(most):
        if at >= (text.end if end is None else end):
            return
        event, at = reference.language.event_at(text, at)
        if event is not None:
            yield event


def choices_for(
    reference: ReferenceGame, text: Text, at: int, view: View, question: Question
) -> Iterator[int]:
    """Yield the decisions that a player may have made according to the transcript, the likeliest first."""
    luck = _luck_of(reference, question)
    if question.kind == Kind.WAGER:
        wagers = wagers_for(reference, view, question)
        for event in events_from(reference, text, at):
            if event.person in (question.person, None) and event.wager is not None:
                yield event.wager if event.wager in wagers else wagers.start
                return
        yield wagers.start
        return
    actions = question.actions if luck is None else luck.actions(view, question)
    following = next((event for event in events_from(reference, text, at) if event.person is not None), None)
    is_over = following is not None and following.person != question.person
    shown = SAID_OF.get("" if following is None or is_over else following.key)
    if shown in actions:
        yield shown
        return
    if is_over and STAND in actions and _names_whoever_draws(reference):
        yield STAND
        return
    stands = following is not None and following.key == "player_total"
    yield from sorted(actions, key=lambda action: (action == STAND) != stands)


def wagers_for(reference: ReferenceGame, view: View, question: Question) -> range:
    """Return the wagers that a person may choose freely or at random."""
    luck = _luck_of(reference, question)
    return question.wagers if luck is None else luck.wagers(view, question)


def _luck_of(reference: ReferenceGame, question: Question) -> ChanceBounds | None:
    """Return the limits on the random choices of the person who is asked.

    Return None if that person does not choose at random.
    """
    return None if question.person in reference.leeway.free else reference.chance_bounds.get(question.person)


def _names_whoever_draws(reference: ReferenceGame) -> bool:
    said = reference.checked.texts.get("player_hits")
    return said is not None and "name" in said.fields


def value_shown(reference: ReferenceGame, text: Text, at: int, view: View, card: int) -> int | None:
    """Return the value of a hand after ``card`` is added, according to the transcript.

    The value is twice the total, plus 1 if the hand is soft. Return None if no total is shown before the next
    card.
    """
    chance = view.chance
    if chance is None or chance.person is None:
        return None
    held = [each.card for each in view.hands(chance.person)[view.asked_hand].cards]
    total = _total_shown(reference, text, at, chance.person, len(held) + 1)
    worths = [reference.checked.pack.worths[rank_of(each)] for each in (*held, card)]
    lowest = sum(map(min, worths))
    if total is None or not 0 < total <= HIGHEST:
        return None
    return 2 * total + any(total == lowest + max(worth) - min(worth) > lowest for worth in worths)


def _total_shown(reference: ReferenceGame, text: Text, at: int, person: int, cards: int) -> int | None:
    """Return the total on the next line about a person's hand, which must have ``cards`` cards.

    Return None if the line is missing.
    """
    dealt = 0
    for event in events_from(reference, text, at):
        if event.key in HAND_IS_OVER:
            return None
        if event.person != person:
            continue
        dealt += event.card is not None
        if dealt > 1 or (event.cards is not None and len(event.cards) != cards):
            return None
        if event.total is not None:
            return event.total
    return None
