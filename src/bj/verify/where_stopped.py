"""Describes where a program stops, by naming what would happen there for the first time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, takewhile
from typing import NamedTuple

from bj.cards import rank_of
from bj.catalogue.events import EVENTS
from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.record.events import HIDDEN, Event
from bj.ruleset.suggestions import shorten
from bj.text.sentences import enumerate_words
from bj.verify.changes import look
from bj.verify.decisions_shown import has_high_ace
from bj.verify.expected_step_and_question import QUESTIONS, asked, step_of, when
from bj.verify.likely_cards_and_decisions import HAND_BEGINS, events_from
from bj.verify.mismatch import BETWEEN_HANDS, DEALT_ANEW, MOST_LINES, Mismatch

MOST_NAMED = 2
"""The maximum number of new happenings to name."""

FIRST = " for the first time"

CARD = "card"
"""The name used for dealing a card."""

RULES: dict[str, KeyPath] = {
    "cards_used_up": ("shoe", "when_empty"),
    "player_natural": ("payouts", "natural"),
    "naturals_push": ("payouts", "natural"),
}
"""The rules that cause certain events, by the key of the event. Other events are caused by steps."""

CHECKS = {
    "reshuffle": "in the check whether to shuffle",
    "offer insurance": "in the check whether to offer insurance",
    "offer surrender": "in the check whether to offer a surrender",
    "peek": "in the check for a dealer's natural",
    "pay naturals": "in the check for naturals",
}
"""Phrases for steps that print nothing in most hands, by the name of the step."""


class Happening(NamedTuple):
    """A kind of event or situation that can occur in a game."""

    what: str
    """A name shared by all events in which this happens."""
    words: str
    """A clause that follows `where` and says that this happens for the first time."""
    rule: KeyPath = ()
    """The rule that makes this happen, or an empty path if it is the step that prints the line."""


def stage_of_end(mismatch: Mismatch) -> tuple[str, KeyPath]:
    """Return the end of a message that says where a program stops, and the rule for the new happening there.

    Both are empty if something else stopped the program.
    """
    if not mismatch.at_end or not mismatch.text.end or mismatch.text.stopped or mismatch.text.loop:
        return "", ()
    if "again" in asked(mismatch):
        return ", without the question whether to continue", ()
    new = _new_things(mismatch)
    if new:
        others = "".join(f" and {each.words.removesuffix(FIRST)}" for each in new[1:])
        places = [*_silent_steps(mismatch), f"where {new[0].words}{others}"]
        return f": the program stops or crashes {enumerate_words(places, 'or')}", new[-1].rule
    lines = mismatch.text.content.splitlines()
    last = next((line for line in reversed(lines) if any(map(str.isalnum, line))), "")
    after = f" after `{shorten(last)}`" if last else ""
    event = mismatch.expected
    following = when(event) if event is not None and event.key in EVENTS else ""
    following = "the next cards are shown" if event is not None and event.cards is not None else following
    sections = (each for each in asked(mismatch) if each in QUESTIONS)
    following = next((f"a player {QUESTIONS[each]}" for each in sections), following)
    return f": the program stops or crashes{after}{f', before {following}' if following else ''}", ()


def _new_things(mismatch: Mismatch) -> list[Happening]:
    """Return the happenings that are new where the transcript ends, in the order of the game.

    They may be in the next event, in later events of the same step, or on the last line.
    """
    expected, script = mismatch.expected, mismatch.reference.script
    before = [event for event in mismatch.halt.before if script.say(event)]
    if expected is None or len(mismatch.text.starts) > MOST_LINES:
        return []
    shown = [*events_from(mismatch.reference, mismatch.text, 0, MOST_LINES)]
    times = Counter(each.what for each in chain.from_iterable(_happenings(mismatch, shown)))
    silent = takewhile(lambda event: not script.say(event), reversed(mismatch.halt.before))
    if not times[CARD] and any(event.card is not None for event in silent):
        steps = mismatch.book.model.procedure.all_steps()
        rule = next((path for path, step in steps if step.step == "deal"), ())
        return [Happening(CARD, "the first cards are dealt", rule)]
    step = step_of(mismatch, expected)
    rest = takewhile(lambda event: step_of(mismatch, event) in ((), step), mismatch.halt.following)
    coming = [expected, *rest]
    if mismatch.reference.leeway.cards:  # the next cards are only guesses
        coming = [_without_cards(event) for event in coming]
    happenings = [*_happenings(mismatch, [*before, *coming])]
    new = [each for each in chain(*happenings[len(before) :]) if not times[each.what]]
    begun = [each for each in chain(*happenings[: len(before)][-1:]) if times[each.what] == 1 and each.rule]
    if begun and not {*new} & {*happenings[len(before)]}:
        new = begun
    ranks = _ranks(mismatch, shown)
    new += [each for each in _ranks(mismatch, coming[:1]) if ranks and each not in ranks]
    return [*{each.what: each for each in new[::-1]}.values()][: -MOST_NAMED - 1 : -1]


def _silent_steps(mismatch: Mismatch) -> Iterator[str]:
    """In the first hand, yield a phrase for each step between the last line and the missing line.

    In later hands, yield nothing, because these steps have worked before.
    """
    script = mismatch.reference.script
    last = next((event for event in reversed(mismatch.halt.before) if script.say(event)), None)
    earlier = mismatch.before[: len(mismatch.before) - len(mismatch.halt.before)]
    if last is None or any(event.key in HAND_BEGINS for event in earlier):
        return
    begin, end = step_of(mismatch, last), step_of(mismatch, mismatch.expected)
    section = {path: step for path, step in mismatch.book.model.procedure.all_steps() if path[:2] == end[:2]}
    paths = [*section]
    between = paths[paths.index(begin) + 1 : paths.index(end)] if begin in paths else []
    for name in (section[path].step for path in between):
        if name in CHECKS:
            yield CHECKS[name]


def _without_cards(event: Event) -> Event:
    card = None if event.card is None else HIDDEN
    return event._replace(card=card, cards=None if event.cards is None else ())


def _happenings(mismatch: Mismatch, events: Iterable[Event]) -> Iterator[list[Happening]]:
    """Yield a list of happenings for each event."""
    held = dict[int | None, list[int]]()
    for event in events:
        if event.key in BETWEEN_HANDS or event.key in DEALT_ANEW or event.phrase is not None:
            held.clear()  # the power may take cards away
        own = held.setdefault(event.person, [])
        if event.cards is not None:
            own[:] = [card for card in event.cards if card != HIDDEN]
        elif event.card not in (None, HIDDEN) and event.key in mismatch.printed:
            own.append(event.card)
        yield [*_happening(mismatch, event), *_in_hand(mismatch, event, own)]


def _happening(mismatch: Mismatch, event: Event) -> Iterator[Happening]:
    """Yield the happenings in ``event``, except for those that ``_in_hand`` yields."""
    if event.phrase is not None:
        path = mismatch.book.reaction(mismatch.compiled, event)
        words = f"the power `{path[1]}` begins" if path[0] == "powers" else f"{event.name} reacts"
        yield Happening(str(path), words + FIRST, path)
    elif event.card is not None or event.cards is not None:
        yield Happening(CARD, "the first card is dealt and shown")
    elif event.key == "cards_used_up":
        yield Happening(event.key, f"the cards run out{FIRST}", RULES[event.key])
    elif event.key in EVENTS:
        yield Happening(
            event.key.replace("bust_hand", "busts"), when(event) + FIRST, RULES.get(event.key, ())
        )
    if event.key == "player_bets" and event.wager is not None:
        minimum = View(mismatch.compiled.program, mismatch.table).minimum_wager
        has_rule = look(mismatch.variants.base, mismatch.book.strategy(event.name, "wager")) is not None
        if has_rule and event.wager > minimum:
            yield Happening("raise", f"{event.name} wagers more than the minimum{FIRST}")


def _in_hand(mismatch: Mismatch, event: Event, cards: list[int]) -> Iterator[Happening]:
    """Yield the happening that a hand shows, if any: a bust, a natural or a high ace.

    ``cards`` contains the cards in the hand after ``event``.
    """
    if event.person is None or not cards or (event.card in (None, HIDDEN) and not event.cards):
        return
    total = View(mismatch.compiled.program, mismatch.compiled.table).total_with(event.person, cards)
    target, role = mismatch.book.model.rules.target, "dealer" if event.is_dealer else "player"
    if total > target:
        yield Happening(f"{role}_busts", f"{event.name}'s hand busts{FIRST}", ("rules", "target"))
    elif total == target and len(cards) == 2:
        words = f"{event.name} has {target} with two cards{FIRST}"
        yield Happening(f"{role} has natural", words, ("payouts", "natural"))
    elif has_high_ace(mismatch.reference, cards, total):
        words = f"an ace in {event.name}'s hand counts high{FIRST}"
        yield Happening(f"{role} is soft", words, ("cards", "ranks"))


def _ranks(mismatch: Mismatch, events: Iterable[Event]) -> list[Happening]:
    """Return one happening for each rank among the known cards in ``events``."""
    cards = (card for event in events for card in (event.card, *(event.cards or ())))
    ranks = dict.fromkeys(rank_of(card) for card in cards if card is not None and card != HIDDEN)
    names = (mismatch.reference.checked.pack.named[rank].name for rank in ranks)
    return [Happening(f"rank {name}", f"the first {name} is shown", ("cards", "ranks")) for name in names]
