"""Replays a transcript by the rules, and finds the first line that differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from bj.engine.face.driving import Pause, new_record, pause, take_events
from bj.engine.face.state_corrections import make_sum
from bj.engine.face.view import Kind, Stop, View
from bj.engine.face.work_meter import Meter
from bj.record.events import Event, ends_event, read
from bj.record.transcript_lines import render
from bj.session.engine_errors import explain_stop
from bj.session.engines import PLAIN
from bj.verify.applying_deviations import after_step, before_cut, next_dealt, watches_steps
from bj.verify.deviation_names import TOTALS_AS_SHOWN, UNASKED
from bj.verify.effort import FORESIGHT, HAND, RIFFLE, STEP, STOP, WORK
from bj.verify.likely_cards_and_decisions import (
    cards_for,
    choices_for,
    cut_at,
    cut_in_other_words,
    value_shown,
    wagers_for,
)
from bj.verify.matching import match
from bj.verify.positions_and_halts import Halt, KeptHand, Position, Wager
from bj.verify.reference_game import ReferenceGame
from bj.verify.rounded_payouts import ROUNDS, rounds
from bj.verify.rulebook import without_role
from bj.verify.text import Text
from bj.verify.transcript_answers import Reader
from bj.verify.uncleared_hands import keep, kept_by, with_card
from bj.verify.wording_differences import likeness

EVENTS = new_record(256)
"""A buffer for the engine's record, which is emptied whenever the engine stops."""

MOST_TRIES = 400
"""The maximum number of other cards or decisions to try per hand where the transcript leaves a choice."""

AFTER_HANDS = ("standing", "victory")
"""Events that come after a hand, as keys without the role prefix."""

MOST_HANDS = 200_000
"""The maximum number of hands to replay."""


def start_of(reference: ReferenceGame, text: Text) -> Position:
    """Return the position at which a game starts."""
    return Position(reference.start.copy(), text.begin, text.given)


class Replay(Reader):
    """Plays a game with the cards, cuts and answers from a transcript, and compares its lines."""

    def __init__(self, reference: ReferenceGame, text: Text, position: Position | None = None) -> None:
        position = start_of(reference, text) if position is None else position
        super().__init__(reference, text, position)
        self.choices: list[tuple[Position, Iterator[int]]] = []
        """The positions in this hand at which several cards or decisions are possible, each with the options
        that remain to be tried.
        """
        self.tries = 0
        self.record = EVENTS
        """The buffer for the engine's record."""
        self.until: int | None = None
        """The offset at which to stop, even in the middle of a hand, or None."""
        self.happened = Counter[frozenset[str]]()
        """The number of complete hands for each exact combination of events."""
        self.shuffled: set[int] = set()
        """The offsets of hands in which the cards were shuffled."""
        self.left: dict[int, int] = {}
        """The number of cards left at the start of each hand, by the offset of the hand."""
        self.furthest: Halt | None = None
        self.sum: tuple[int, int] | None = None
        """The index in the program of the number that was changed to give the last card a different value,
        and the original number, or None.
        """
        self.wagers: list[Wager] = []
        """The wagers that were accepted from the transcript."""
        self.allowed = range(0)
        """The range of possible wagers when a wager was last taken from the transcript."""
        self.kept = kept_by(reference)
        self.watches = watches_steps(reference)
        pause(position.table, Pause.STEPS if self.watches else Pause.HANDS)

    def next_hand(self) -> Halt:
        """Play until the next hand starts, the game is over, or a line differs."""
        self.choices.clear()
        self.tries, self.furthest = 0, None
        self.position.recorded.clear()
        self.position.last = self.position.last._replace(seen=0)
        self.position.is_new = False
        if self.kept is not None:
            self.position.held = keep(self.kept, self.reference, self.position.held)
        begin, shuffles, left = self.position.at, self.view.shuffles, self.view.cards_left
        while True:
            self.text.effort.spend(HAND)
            halt = self._play()
            if halt.why != "differs":
                self.left[begin] = left
                if self.view.shuffles > shuffles:
                    self.shuffled.add(begin)
                return halt
            if self.furthest is None or self._is_nearer(halt, self.furthest):
                self.furthest = halt
            if not self._choose_again():
                return self.furthest

    def _is_nearer(self, halt: Halt, other: Halt) -> bool:
        """Return whether ``halt`` matches the transcript better than ``other``.

        This is the case if it is further on in the transcript, or if it is at the same place and its expected
        text is more similar to the actual line.
        """
        if halt.at != other.at or halt.expected == other.expected:
            return halt.at > other.at
        line = self.text.line(halt.at) or self.text.line(self.text.after_line(halt.at))
        return likeness(halt.expected.strip(), line) > likeness(other.expected.strip(), line)

    def play_out(self, until: int | None = None, known: Position | None = None) -> Halt:
        """Play until the game is over, a line differs, or the transcript matches up to ``until``.

        Also stop at a hand from which the game continues as it would from ``known``, because it is already
        known that a line differs later on.
        """
        self.until = until
        for _ in range(MOST_HANDS):
            halt = self.next_hand()
            if known is not None and halt.why == "hand" and self.position.goes_on_like(known):
                return Halt("differs", halt.at)
            if until is None and halt.why != "differs":
                self.happened[self.events_of_hand()] += 1
            if halt.why != "hand" or (until is not None and halt.at >= until):
                return halt
        return Halt("differs", self.position.at, fault="the game does not end")

    def events_of_hand(self, done: Sequence[Event] = ()) -> frozenset[str]:
        """Return the keys of the events in the current hand.

        ``done`` contains the events that are not recorded yet.
        """
        events = [*read(self.position.recorded, self.reference.compiled.persons), *done]
        kinds = frozenset(event.key for event in events)
        return kinds | ROUNDS if rounds(events, self.reference.broken_payouts) else kinds

    def is_last_hand_over(self, halt: Halt) -> bool:
        """Return whether the last hand is over at ``halt``, and only lines that follow it are missing."""
        if halt.event is None or without_role(halt.event.key) not in AFTER_HANDS:
            return False
        table, view = self.position.table, self.view
        status: int = Stop.PAUSED
        while status in (Stop.PAUSED, Stop.EVENTS_FULL):
            if (view.round_number, view.hand_number) != self.position.hand:
                return False
            status = PLAIN.play(self.program, table, self.record)
            self.text.effort.spend(STOP + len(take_events(self.record)))
        return status == Stop.DONE

    def _play(self) -> Halt:
        """Play with the cards chosen so far, until the hand ends or a line differs."""
        position, text = self.position, self.text
        while True:
            meter = Meter(View(self.program, position.table))
            status = PLAIN.play(self.program, position.table, self.record)
            if self.sum is not None:
                at, self.program[at] = self.sum
                self.sum = None
            numbers = take_events(self.record)
            text.effort.spend(STOP + len(numbers) + meter.spent() // WORK)
            if numbers:
                said = "".join(render(self.reference.script, numbers))
                if text.content.startswith(said, position.at):
                    position.at += len(said)
                    position.recorded += numbers
                else:
                    halt = self._compare(numbers)
                    if halt is not None:
                        return halt
            if status == Stop.CHANCE:
                halt = self._give_chance()
            elif status == Stop.DECISION:
                halt = self._decide()
            elif status == Stop.PAUSED:
                if self._has_begun_hand() or (self.until is not None and position.at >= self.until):
                    return Halt("hand", position.at)
                halt = None
            elif status == Stop.DONE:
                return self._end()
            elif status != Stop.EVENTS_FULL:
                return self._fault(status)
            else:
                halt = None
            if halt is not None:
                return halt
            position = self.position  # a different choice of cards replaces the position

    def _has_begun_hand(self) -> bool:
        """Return whether a new hand has started, after applying any deviations for the last step."""
        position, view = self.position, self.view
        if self.watches:
            self.text.effort.spend(STEP)
            position.last = after_step(self.reference, position, self.text)
        hand = view.round_number, view.hand_number
        if hand == position.hand or not hand[1]:
            return False
        position.hand = hand
        position.hands += 1
        return True

    def _compare(self, numbers: Sequence[int]) -> Halt | None:
        """Compare events one by one. Return a halt at the first one that is not in the transcript."""
        same = self._skip_same(numbers)
        self.position.recorded += numbers[:same]
        done: list[Event] = []
        coming = numbers[same:]
        for event in read(coming, self.reference.compiled.persons):
            expected = self.reference.script.say(event)
            after = match(self.reference, self.text, self.position.at, event, expected)
            if after is None:
                return self.differs(event, expected, done, coming, most=self._with_most(event))
            self.position.at = after
            done.append(event)
        self.position.recorded += coming
        return None

    def _with_most(self, event: Event) -> str:
        """Return the text for a wager with the highest possible amount.

        Return an empty string if only one amount is possible.
        """
        reference = self.reference
        is_free = event.person in reference.leeway.free or event.person in reference.chance_bounds
        if event.key != "player_bets" or not is_free or len(self.allowed) < 2:
            return ""
        return reference.script.say(event._replace(wager=self.allowed[-1]))

    def _skip_same(self, numbers: Sequence[int]) -> int:
        """Skip events at the start of ``numbers`` that match the transcript, without decoding them.

        Return how many numbers were skipped.
        """
        script, content, at, place, same = self.reference.script, self.text.content, self.position.at, 0, 0
        while place < len(numbers) and not self.reference.leeway.without_blank_lines:
            code = numbers[place]
            entry = script[code]
            size = 1 if isinstance(entry, str) else entry.size
            said = entry if isinstance(entry, str) else entry.say(*numbers[place + 1 : place + size])
            if not content.startswith(said, at):
                break
            at, place = at + len(said), place + size
            if ends_event(code):
                self.position.at, same = at, place
        return same

    def _end(self) -> Halt:
        """Return a halt at the end of the game. If the transcript continues, the halt is a difference."""
        after = match(self.reference, self.text, self.position.at, None, "")
        self.position.at = self.position.at if after is None else after
        if self.text.end_prompt(self.position.at):
            self.position.at = self.text.end
        if self.position.at < self.text.end:
            return self.differs(None, "")
        return Halt("over", self.position.at)

    def _fault(self, status: int) -> Halt:
        """Return a halt for a game that cannot continue.

        The game counts as over if the transcript ends here as well.
        """
        if self.position.at >= self.text.end:
            return Halt("over", self.position.at)
        compiled = self.reference.compiled
        why = explain_stop(status, self.view, compiled.persons, compiled.decimals, compiled.described)
        return self.differs(None, "", fault=why)

    # --- chance --------------------------------------------------------------------------------------------

    def _give_chance(self) -> Halt | None:
        """Take a card or a cut from the transcript. Return a halt if the transcript does not show it."""
        chance = self.view.chance
        if chance is None:
            raise ValueError("nothing is needed")
        if chance.is_cut:
            cut = cut_at(self.reference, self.text, self.position.at)
            if cut is None:
                event = cut_in_other_words(self.reference, self.text, self.position.at)
                return self.differs(event, self.reference.script.say(event))
            self.text.effort.spend(RIFFLE if self.reference.leeway.hooks else STOP)
            before_cut(self.reference, self.position.table, self.position.recorded, cut)
            self.position.give("cut", cut)
            return None
        self.text.effort.spend(FORESIGHT)
        if self.reference.dealing is not None:
            card = next_dealt(self.reference.dealing, self.position, self.view)
            return self._fault(Stop.OUT_OF_CARDS) if card is None else self._choose(iter((card,)))
        cards = cards_for(self.reference, self.text, self.position, self.view)
        if chance.is_hidden:
            return self._choose(cards)
        shown = next(cards, None)
        self.position.is_shoe_ours = shown == self.view.next_card
        return self._choose(chain([] if shown is None else [shown], cards))

    def _decide(self) -> Halt | None:
        """Take a decision from the transcript. Return a halt if a line differs."""
        question = self.view.question
        if question is None or question.kind == Kind.AGAIN:
            return self.ask()
        if (
            question.person not in self.reference.leeway.free
            and question.person not in self.reference.chance_bounds
        ):
            before = self.position.copy()
            halt = self.ask()
            if halt is None or UNASKED not in self.reference.leeway.hooks:
                return halt
            self.position = before
        options = choices_for(self.reference, self.text, self.position.at, self.view, question)
        if question.kind == Kind.WAGER:
            amount, person, view = next(options), question.person, self.view
            self.allowed = wagers_for(self.reference, view, question)
            known = view.count(person), view.bankroll(person)
            self.wagers.append(Wager(self.position.at, person, *known, amount))
            options = chain([amount], options)
        return self._choose(options)

    def _choose(self, options: Iterator[int]) -> Halt | None:
        """Choose the first of ``options``, which is the likeliest. Return a halt if there are no options."""
        first, second = next(options, None), next(options, None)
        if first is None:
            return self.differs(None, "")
        if second is not None:
            self.choices.append((self.position.copy(), chain([second], options)))
        self._give(first)
        return None

    def _give(self, option: int) -> None:
        """Give the engine a card or a decision, and let deviations change the value of a card."""
        if TOTALS_AS_SHOWN in self.reference.leeway.hooks:
            value = value_shown(self.reference, self.text, self.position.at, self.view, option)
            if value is not None:
                self.sum = make_sum(self.program, self.position.table, option, value)
        chance = self.view.chance
        if self.kept is not None and chance is not None and chance.person is not None:
            hand = self.position.held.get(chance.person, KeptHand())
            hand = with_card(self.kept, self.reference, hand, option)
            self.position.held = {**self.position.held, chance.person: hand}
            value = 2 * hand.total + (hand.aces > 0)
            self.sum = make_sum(self.program, self.position.table, option, value)
        self.position.give("decision" if self.view.chance is None else "card", option)

    def _choose_again(self) -> bool:
        """Go back to the last choice that has other options, and choose the next one.

        Return whether there was such a choice.
        """
        while self.choices and self.tries < MOST_TRIES:
            position, options = self.choices[-1]
            option = next(options, None)
            if option is not None:
                self.tries += 1
                self.position = position.copy()
                self._give(option)
                return True
            self.choices.pop()
        return False
