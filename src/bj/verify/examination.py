"""The examination of a transcript: a replay that explains every difference, and goes on after it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from bj.engine.face.correcting import correct_count, move_in_shoe
from bj.engine.face.view import View
from bj.errors import KeyPath
from bj.record.events import Event, read
from bj.verify.blame import Blame, blame
from bj.verify.changes import Change, Workshop
from bj.verify.effort import ExhaustedError
from bj.verify.findings import Finding
from bj.verify.matching import ANY_NUMBER
from bj.verify.position import Halt, Position
from bj.verify.replay import Replay
from bj.verify.resuming import resume
from bj.verify.rulebook import Rulebook, dotted
from bj.verify.scene import Scene
from bj.verify.search import AGAIN, Explanation, Marks, Search
from bj.verify.text import Text
from bj.verify.yardstick import Yardstick

MOST_DIFFERENCES = 40
"""The number of differences after which a transcript is given up, because it is of another game."""

DOUBTED = 3
"""Explanations, the first of an examination, that may be doubted."""

OF_CARDS_LEFT = frozenset(("shuffle", "cards_used_up"))
"""What happens when few cards are left, or none."""

MOST_UNTOLD = 20
"""By how much a count may be off because nothing tells the cards."""

Badness: TypeAlias = tuple[bool, int, int]
"""Whether an examination did not come to its end, how far it came then, negative, and what it needed."""

HOPELESS: Badness = True, 0, 0
"""An examination that does not even begin."""


class Examination:
    """Examines one transcript."""

    def __init__(self, workshop: Workshop, book: Rulebook, text: Text) -> None:
        self.workshop = workshop
        self.book = book
        self.text = text
        self.changes: tuple[Change, ...] = ()
        """What the program does differently, as far as it is known."""
        self.yardstick = workshop.plain
        self.findings: dict[tuple[str, str], Finding] = {}
        self.found_by: dict[str, tuple[str, str]] = {}
        """The finding of each change."""
        self.counted: set[tuple[str, int]] = set()
        """Changes that show in hands, with where these begin in the transcript."""
        self.hands = 0
        self.happened: set[str] = set()
        """The kinds of events that have happened in whole hands."""
        start = Position(self.yardstick.start.copy())
        self.marks = Marks(start, start, start, start)
        self.effort = text.effort
        self.excluded = frozenset[Change]()
        """Changes that are no explanation."""
        self.adopted: list[Change] = []
        """Changes that explained a difference, in their order."""
        self.earlier: list[Examination] = []
        """The examination as it was before each of the first of them."""
        self.differences = 0
        self.hardly_tried = set[Change]()
        """Those that explain the end of the transcript, which others would do as well."""
        self.absorbed = set[Change]()
        """Those that later ones made superfluous."""
        self.unclear = set[KeyPath]()
        """The powers, and the members, whose words came where nothing explained them."""
        self.unexplained = 0
        """How many differences nothing explained."""
        self.last: tuple[Event, ...] = ()
        """What happened in the hand before."""
        self.shuffled: set[int] = set()
        """The characters at which hands begin in which the cards were shuffled."""
        self.is_over = False
        """Whether the game has come to its end."""
        self.unsure: int | None = None
        """The character at which the first hand begins of which this is not known."""
        self.is_guessed = False
        """Whether the cards left and the counts are not known, because of a hand that is unexplained."""
        self.is_complete = True
        """Whether the transcript was compared to its end."""
        self.reached = 0
        """The character at which the last difference was."""

    @property
    def badness(self) -> Badness:
        """How little is explained; smaller is better."""
        needed = {_as_needed(change): change for change in self.adopted if change not in self.absorbed}
        vague = sum(change.is_vague or change in self.hardly_tried for change in needed.values())
        reached = 0 if self.is_complete else self.reached
        return not self.is_complete, -reached, len(needed) + vague + 2 * self.unexplained

    @property
    def sure(self) -> int:
        """The character up to which it is known in which hands the cards were shuffled."""
        end = self.text.end if self.is_over else self.marks.hand.at
        return end if self.unsure is None else self.unsure

    def doubt(self, place: int) -> Examination:
        """The examination as it was before an explanation it adopted, which is none for it any more."""
        other = self.earlier[place]._copy()
        other.excluded = self.excluded | {self.adopted[place]}
        return other

    def _copy(self) -> Examination:
        """The same examination, which goes on by itself."""
        other = copy.copy(self)
        kept = (
            "findings",
            "found_by",
            "counted",
            "happened",
            "adopted",
            "earlier",
            "hardly_tried",
            "absorbed",
            "unclear",
            "shuffled",
        )
        for name in kept:
            setattr(other, name, copy.copy(getattr(self, name)))
        return other

    def run(self, better_than: Badness = HOPELESS) -> None:
        """Examine the transcript to its end, or until it is given up.

        It is given up as soon as it is not ``better_than`` another one, or nothing more may be spent on it.
        """
        try:
            self._examine(better_than)
        except ExhaustedError:
            self.is_complete = False

    def _examine(self, better_than: Badness) -> None:
        """What ``run`` does. Raises ExhaustedError."""
        while True:
            begin = self.marks.hand
            replay = self._replay(begin)
            halt = replay.next_hand()
            if halt.why == "differs":
                self.differences += 1
                self.reached = halt.at
                if self.differences > MOST_DIFFERENCES or not self._explain(halt):
                    self.is_complete = halt.at >= self.text.end
                    return
                if better_than <= self.badness:
                    self.is_complete = False
                    return
                continue
            self._count(begin, replay, halt)
            events = read(replay.position.recorded, self.yardstick.compiled.persons)
            self.happened.update(event.key for event in events)
            self.is_guessed &= all(event.key != "shuffle" for event in events)
            self.hands = replay.position.hands
            self.shuffled |= replay.shuffled
            if halt.why == "over":
                self.is_over = True
                return
            self._go_on(replay.position)
            self._drop_what_was_once()

    def _replay(self, position: Position) -> Replay:
        """A replay that begins at a position."""
        return Replay(self.yardstick, self.text, position.copy(), self.workshop.assignment.answers)

    def _go_on(self, position: Position) -> None:
        """Go on with the hand that has begun."""
        program = self.yardstick.compiled.program
        before, now = View(program, self.marks.hand.table), View(program, position.table)
        shuffle = self.marks.shuffle if before.shuffles == now.shuffles else self.marks.hand
        self.marks = replace(self.marks, shuffle=shuffle, previous=self.marks.hand, hand=position)
        self.last = tuple(read(position.recorded, self.yardstick.compiled.persons))

    def _drop_what_was_once(self) -> None:
        """Go on without the changes that were for the last hand only."""
        lasting = tuple(change for change in self.changes if not change.once)
        if len(lasting) == len(self.changes):
            return
        yardstick = self.workshop.make(lasting, self.effort)
        if yardstick is not None:
            self._change(lasting, yardstick, self.marks.hand, is_moved=False)

    def _change(
        self, changes: tuple[Change, ...], yardstick: Yardstick, hand: Position, *, is_moved: bool = True
    ) -> None:
        """Go on with other changes, from the beginning of a hand."""
        marks = []
        for mark in (self.marks.start, self.marks.shuffle, self.marks.previous, hand):
            moved = self.workshop.move(mark, self.yardstick, yardstick)
            marks.append(hand if moved is None else moved)
        self.marks = Marks(marks[0], marks[1], marks[2], hand if is_moved else marks[3])
        self.changes, self.yardstick = changes, yardstick

    # --- findings -------------------------------------------------------------------------------------------

    def _explain(self, halt: Halt) -> bool:
        """Find out why a line differs, and go on after it; whether that is possible."""
        before = (*self.last, *halt.before)
        scene = Scene(
            halt, self.yardstick, self.text, self.book, self.workshop, before, self.marks.hand.table
        )
        if scene.at_end and self.text.is_too_long:
            return False
        if self.is_guessed and self._guess(scene):
            return True
        about = ("powers", scene.power) if scene.power else scene.spoken
        if not scene.at_end and about not in self.unclear:
            explanation = Search(scene, self.changes, self.marks, self.excluded).run()
            if explanation is not None:
                self._adopt(scene, explanation)
                return True
            if self.effort.left <= 0 and self.findings:
                return False  # what nobody has looked for an explanation of may well be right
        found = blame(self.book, halt, scene.told, at_end=scene.at_end)
        if about and not scene.at_end:
            self.unclear.add(about)
            found = Blame("power", about, "a power does something else")
        elif found.kind == "power" and halt.event is not None and halt.event.phrase is not None:
            found = found._replace(rule=self.book.reaction(self.yardstick.compiled, halt.event))
        elif scene.tells_total and not scene.at_end:
            found = Blame("total", ("cards", "ranks"), "the total is not that of the cards")
        self._note(scene, found.kind, found.rule, found.message, times=1)
        if scene.at_end:
            return False
        self.unexplained += 1
        self.unsure = self.marks.hand.at if self.unsure is None else self.unsure
        resumed = resume(self.yardstick, self.text, self.marks.hand, halt.at, None)
        if resumed is None:
            return False
        position, _ = resumed
        self.is_guessed = True
        self.marks = replace(self.marks, shuffle=position, previous=position, hand=position)
        self.last = ()
        return True

    def _guess(self, scene: Scene) -> bool:
        """Let as many cards be left, or so much be counted, that the hand fits; whether that is possible."""
        table = self.marks.hand.table
        view = View(self.yardstick.compiled.program, table)
        corrections: list[Callable[[list[int]], None]] = []
        if scene.keys & OF_CARDS_LEFT:
            shifts = sorted(range(-view.shoe_size, view.shoe_size + 1), key=abs)
            corrections += [partial(move_in_shoe, by=by) for by in shifts]
        if scene.keys == {"bets"} and scene.player in view.players:
            differences = sorted(range(-MOST_UNTOLD, MOST_UNTOLD + 1), key=abs)
            corrections += [partial(correct_count, person=scene.player, difference=by) for by in differences]
        for correct in corrections:
            if self.effort.left <= 0:
                return False
            position = self.marks.hand.copy()
            correct(position.table)
            end = self._replay(position).next_hand()
            if end.why != "differs" or end.at > scene.halt.at:
                self.marks = replace(self.marks, hand=position)
                return True
        return False

    def _adopt(self, scene: Scene, explanation: Explanation) -> None:
        """Go on with an explanation."""
        added = explanation.added
        if added is not None:
            if len(self.adopted) < DOUBTED:
                self.earlier.append(self._copy())
            self.adopted.append(added)
            if scene.halt.at + AGAIN > self.text.end:
                self.hardly_tried.add(added)
            self.absorbed.update(frozenset(self.changes).difference(explanation.changes))
            times = int(added.correct is not None)  # such a hand cannot be compared with one without it
            key = self._note(scene, added.kind, added.rule, added.message, group=added.group, times=times)
            self.found_by[added.name] = key
        self._change(explanation.changes, explanation.yardstick, explanation.position)

    def _note(
        self, scene: Scene, kind: str, rule: KeyPath, message: str, *, group: str = "", times: int = 0
    ) -> tuple[str, str]:
        """Note a finding, or that one has come again."""
        key = kind, group or dotted(rule)
        if key in self.findings:
            self.findings[key] = self.findings[key].repeated(times)
            return key
        number = View(self.yardstick.compiled.program, self.marks.hand.table).hand_number
        at, expected = scene.differing
        self.findings[key] = Finding(
            line=self.text.number(at),
            hand=number,
            kind=kind,
            rule=dotted(rule),
            place=self.book.place(rule),
            message=message,
            times=times,
            cards=scene.cards,
            actual=self.text.line(at),
            expected=expected.replace(ANY_NUMBER, "…"),
            path=rule,
        )
        return key

    def _count(self, begin: Position, replay: Replay, halt: Halt) -> None:
        """Count which changes show in a hand: without them it would be another one."""
        for change in self.changes:
            rest = tuple(each for each in self.changes if each != change)
            without = self.workshop.make(rest, self.effort)
            position = None if without is None else self.workshop.move(begin, self.yardstick, without)
            if without is None or position is None:
                continue
            if without.compiled.decimals != self.yardstick.compiled.decimals:
                continue  # no hand can be compared
            other = Replay(without, self.text, position, self.workshop.assignment.answers)
            end = other.next_hand()
            is_other = (end.at, end.why, other.money) != (halt.at, halt.why, replay.money)
            if is_other and (change.name, begin.at) not in self.counted:
                self.counted.add((change.name, begin.at))
                key = self.found_by[change.name]
                self.findings[key] = self.findings[key].repeated(1)


def _as_needed(change: Change) -> str:
    """What an explanation is counted as: those of single hands that are about the same are one."""
    return f"once {change.kind} {change.group or dotted(change.rule)}" if change.once else change.name
