"""The guided replay: the engine plays, the transcript supplies chance and answers, and lines are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bj.engine.driving import Pause, answer, leave, new_record, pause, take_events
from bj.engine.view import Kind, Stop, View
from bj.record.events import Event, read
from bj.record.transcript import render
from bj.session.answers import EndOfInput
from bj.session.engines import PLAIN
from bj.session.questions import Conversation, Questions
from bj.session.stops import explain_stop
from bj.verify.chance import cards_for, choices_for, cut_at
from bj.verify.hooks import after_step, before_cut, watches_steps
from bj.verify.matching import match
from bj.verify.text import Text
from bj.verify.yardstick import Yardstick

EVENTS = 256
"""Room for so many numbers of a record, a few hands; more of them only take time to be made."""

MOST_TRIES = 400
"""How often another card is tried in a hand for one that the transcript does not tell."""

MOST_HANDS = 200_000
"""Hands after which a game is given up."""


@dataclass(slots=True)
class Position:
    """How far a game and its transcript have come."""

    table: list[int]
    at: int = 0
    """Up to which character the transcript has been compared."""
    given: int = 0
    """How many answers of a file were used up."""
    recorded: list[int] = field(default_factory=list)
    """What has been recorded since the hand began."""
    is_left: bool = False
    """Whether the game was left in the middle."""
    is_new: bool = True
    """Whether the game has not begun."""
    hand: tuple[int, int] = (0, 0)
    """The round and the number of the hand that was begun last."""
    watched: int = 0
    """How much of the record was looked at after a step."""
    counts: tuple[int, ...] = ()
    """What everybody had counted then."""

    def copy(self) -> Position:
        """The same position, from where another game may go on."""
        return replace(self, table=self.table.copy(), recorded=self.recorded.copy())


@dataclass(frozen=True, slots=True)
class Halt:
    """Why a replay has stopped."""

    why: Literal["hand", "over", "differs"]
    """A hand has begun, the game is over and so is the transcript, or a line is not as expected."""
    at: int
    """Where in the transcript: before the first line that differs."""
    event: Event | None = None
    """What was expected, None for the end of the transcript, a prompt, or a game that cannot go on."""
    expected: str = ""
    """Its text; nothing where the transcript should have ended."""
    fault: str = ""
    """Why the game cannot go on, if that is so."""
    recorded: Sequence[int] = ()
    """What has happened in the hand until then, as numbers, and the ``done`` events behind these."""
    done: Sequence[Event] = ()
    persons: Sequence[str] = ()

    @property
    def before(self) -> tuple[Event, ...]:
        """What has happened in the hand until then."""
        return (*read(self.recorded, self.persons), *self.done)


class Replay:
    """Plays a game along a transcript."""

    def __init__(
        self, yardstick: Yardstick, text: Text, position: Position, answers: Sequence[str] | None = None
    ) -> None:
        self.yardstick = yardstick
        self.text = text
        self.position = position
        self.answers = answers
        self.program = yardstick.compiled.program
        self.events = new_record(EVENTS)
        self.choices: list[tuple[Position, Iterator[int]]] = []
        """Where something was taken that the transcript does not tell at once, with what else it may be."""
        self.tries = 0
        self.happened: set[str] = set()
        """The kinds of events that have happened in whole hands."""
        self.hands = 0
        """How many hands ``play_out`` has played."""
        self.furthest: Halt | None = None
        self.watches = watches_steps(yardstick)
        pause(position.table, Pause.STEPS if self.watches else Pause.HANDS)

    @property
    def view(self) -> View:
        """The table."""
        return View(self.program, self.position.table)

    def next_hand(self) -> Halt:
        """Play until the next hand begins, the game is over, or a line differs."""
        self.choices.clear()
        self.tries, self.furthest = 0, None
        self.position.recorded.clear()
        self.position.watched = 0
        self.position.is_new = False
        while True:
            halt = self._play()
            if halt.why != "differs":
                return halt
            if self.furthest is None or halt.at > self.furthest.at:
                self.furthest = halt
            if not self._choose_again():
                return self.furthest

    def play_out(self, until: int | None = None) -> Halt:
        """Play until the game is over, a line differs, or the transcript is right up to a character."""
        for self.hands in range(MOST_HANDS):
            halt = self.next_hand()
            if until is None:
                persons = self.yardstick.compiled.persons
                self.happened.update(event.key for event in read(self.position.recorded, persons))
            if halt.why != "hand" or (until is not None and halt.at >= until):
                return halt
        return Halt("differs", self.position.at, fault="the game does not end")

    def _play(self) -> Halt:
        """Play until the hand ends well, or differs with the cards that were chosen."""
        position, text = self.position, self.text
        while True:
            status = PLAIN.advance(self.program, position.table, self.events)
            numbers = take_events(self.events)
            if numbers:
                said = "".join(render(self.yardstick.script, numbers))
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
                halt = self._ask()
            elif status == Stop.PAUSED:
                if self._has_begun_hand():
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
            position = self.position  # an earlier one, if another card was chosen

    def _has_begun_hand(self) -> bool:
        """Whether the step after which the engine has paused was the beginning of a hand."""
        position, view = self.position, self.view
        if self.watches:
            counts = position.counts or (0,) * len(self.yardstick.compiled.persons)
            after_step(self.yardstick, position.table, position.recorded, position.watched, counts)
            position.watched = len(position.recorded)
            position.counts = tuple(map(view.count, range(len(counts))))
        hand = view.round_number, view.hand_number
        if hand == position.hand or not hand[1]:
            return False
        position.hand = hand
        return True

    def _compare(self, numbers: Sequence[int]) -> Halt | None:
        """Compare events one by one; the halt at the first that is not in the transcript."""
        done: list[Event] = []
        for event in read(numbers, self.yardstick.compiled.persons):
            expected = self.yardstick.script.say(event)
            after = match(self.yardstick, self.text, self.position.at, event, expected)
            if after is None:
                return self._differs(event, expected, done)
            self.position.at = after
            done.append(event)
        self.position.recorded += numbers
        return None

    def _differs(
        self, event: Event | None, expected: str, done: Sequence[Event] = (), fault: str = ""
    ) -> Halt:
        """The halt before a line that differs."""
        position = self.position
        persons = self.yardstick.compiled.persons
        return Halt("differs", position.at, event, expected, fault, position.recorded.copy(), done, persons)

    def _end(self) -> Halt:
        """The end of the game, which has to be that of the transcript."""
        after = match(self.yardstick, self.text, self.position.at, None, "")
        self.position.at = self.position.at if after is None else after
        if self.text.end_prompt(self.position.at):
            self.position.at = self.text.end
        if self.position.at < self.text.end:
            return self._differs(None, "")
        return Halt("over", self.position.at)

    def _fault(self, status: int) -> Halt:
        """The halt of a game that cannot go on; it is over if the transcript ends there, too."""
        if self.position.at >= self.text.end:
            return Halt("over", self.position.at)
        compiled = self.yardstick.compiled
        why = explain_stop(status, self.view, compiled.persons, compiled.decimals, compiled.reactions)
        return self._differs(None, "", fault=why)

    # --- chance --------------------------------------------------------------------------------------------

    def _give_chance(self) -> Halt | None:
        """Take a card or a cut from the transcript; the halt if it does not tell one."""
        chance = self.view.chance
        if chance is None:
            raise ValueError("nothing is needed")
        if chance.is_cut:
            before_cut(self.yardstick, self.position.table, self.position.recorded)
            cut, expected = cut_at(self.yardstick, self.text, self.position.at)
            if cut is None:
                return self._differs(Event("cut"), expected)
            answer(self.position.table, cut)
            return None
        return self._choose(iter(cards_for(self.yardstick, self.text, self.position.at, self.view)))

    def _choose(self, options: Iterator[int]) -> Halt | None:
        """Take the first of what the transcript may mean; the halt if it means nothing."""
        first = next(options, None)
        if first is None:
            return self._differs(None, "")
        self.choices.append((self.position.copy(), options))
        answer(self.position.table, first)
        return None

    def _choose_again(self) -> bool:
        """Go back to where a card was chosen and take another one; whether there is one."""
        while self.choices and self.tries < MOST_TRIES:
            position, options = self.choices[-1]
            option = next(options, None)
            if option is not None:
                self.tries += 1
                self.position = position.copy()
                answer(self.position.table, option)
                return True
            self.choices.pop()
        return False

    # --- answers -------------------------------------------------------------------------------------------

    def _ask(self) -> Halt | None:
        """Ask a person; who answered nothing may be asked again, not be heard, or have left."""
        question = self.view.question
        if question is not None and question.person in self.yardstick.lucky:
            options = iter(choices_for(self.yardstick, self.text, self.position.at, question))
            return self._choose(options)
        before = self.position
        first: tuple[Halt, Position] | None = None
        for means in ("an answer", "nothing", "the end"):
            self.position = before.copy()
            echo = _Echo(self, means)
            halt = self._converse(echo)
            if halt is None:
                return None
            first = first or (halt, self.position)
            if not echo.has_heard_nothing:
                break
        if first is None:
            raise ValueError("nobody was asked")
        halt, self.position = first
        return halt

    def _converse(self, echo: _Echo) -> Halt | None:
        """Ask in the words of the ruleset, and take the answer from the transcript."""
        compiled, view = self.yardstick.compiled, self.view
        conversation = Conversation(self.yardstick.checked.model.prompts, echo)
        asking = Questions(conversation, compiled.persons, compiled.decimals).ask(view)
        is_again = view.question is not None and view.question.kind == Kind.AGAIN
        try:
            while True:
                said = next(asking).decode()
                after = match(self.yardstick, self.text, self.position.at, None, said)
                if after is None:
                    return self._differs(None, said)
                self.position.at = after
        except StopIteration as stop:
            answer(self.position.table, stop.value)
        except EndOfInput:
            return self._leave(is_again=is_again)
        return None

    def _leave(self, *, is_again: bool) -> Halt | None:
        """Go on where the game ends because nobody answers any more."""
        if self.position.is_left:
            return Halt("over", self.position.at)
        if is_again:
            answer(self.position.table, 0)
        else:
            self.position.is_left = True
            leave(self.program, self.position.table)
        return None

    def take_answer(self) -> str:
        """What was typed at the prompt: the rest of its line, or the next answer given.

        Raises EndOfInput when there is none.
        """
        position, text = self.position, self.text
        typed = text.line(position.at)
        if self.answers is not None:
            if position.given >= len(self.answers):
                raise EndOfInput
            position.given += 1
            wanted = self.answers[position.given - 1]
            if typed == wanted:
                position.at = text.after_line(position.at)
            return wanted
        if not typed and text.after_line(position.at) >= text.end:
            raise EndOfInput
        position.at = text.after_line(position.at)
        return typed


class _Echo:
    """The answers that a transcript shows."""

    shows_prompts = False

    def __init__(self, replay: Replay, empty: str) -> None:
        self.replay = replay
        self.empty = empty
        """What an empty line means: an answer, nothing, or the end."""
        self.has_heard_nothing = False

    def ask(self, prompt: str) -> str:
        """The next answer."""
        while True:
            before = self.replay.position.at
            typed = self.replay.take_answer()
            self.has_heard_nothing |= not typed.strip()
            if typed.strip() or self.empty == "an answer":
                return typed
            if self.empty == "the end":
                self.replay.position.at = before
                raise EndOfInput
