"""A hypothesis: a set of edits to the rules, and the part of the transcript that they explain."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.record.events import Event, read
from bj.verify.changed_games import Variants
from bj.verify.changes import Change, look
from bj.verify.describing_mistakes import asks_again
from bj.verify.effort import ExhaustedError
from bj.verify.expected_step_and_question import step_of
from bj.verify.explain.edits_for_difference import (
    LEAST,
    Explanation,
    ExplanationSearch,
    Marks,
    Priced,
    misses_cards_of,
    price_of_rest,
)
from bj.verify.explain.first_difference_per_finding import Noted, first_finding, start_like_condition
from bj.verify.explain.unexplained_differences import has_one_cause, unexplained_rule
from bj.verify.findings import WORDING, BrokenRule, Confidence
from bj.verify.guessed_rule import ANOTHER_GAME, QUIT, rule_of_ending
from bj.verify.hands_for_and_against import EditsShown
from bj.verify.message_texts import STEP_MISSING, STOPS, WRONG_PLACE
from bj.verify.mismatch import Mismatch
from bj.verify.positions_and_halts import Halt, Position
from bj.verify.reference_game import ReferenceGame
from bj.verify.replay import Replay, start_of
from bj.verify.resuming import resume
from bj.verify.rulebook import Rulebook, dotted
from bj.verify.text import Text
from bj.verify.values_printed_as_none import describe_no_value
from bj.verify.where_stopped import stage_of_end

UNEXPLAINED = 40.0
"""The cost in bits for each difference that remains unexplained."""

MOST_DIFFERENCES = 40
"""The maximum number of differences. A transcript with more must come from a different game."""

TOO_DIFFERENT = ", because too many lines differ"
"""Why a comparison stops after this many differences."""

OPPOSITE = {"missing line": "extra line", "extra line": "missing line"}
"""The two kinds of findings that together mean that a line was moved, each mapped to the other."""

COPIED = ("findings", "found_by", "noted", "paid", "played", "unclear", "shuffled", "left")
"""The attributes that a copy of a hypothesis must not share with the original."""


class Played(NamedTuple):
    """A hand that matches the transcript from start to end, given these changes."""

    begin: Position
    changes: tuple[Change, ...]
    reference: ReferenceGame
    end: tuple[int, str, tuple[int, ...]]
    """The offset at the end of the hand, the reason why the replay stopped there, and the bankrolls."""
    events: frozenset[str]
    """The keys of the events in the hand."""


class KnownEdits(NamedTuple):
    """Edits to try before all others. All copies of a hypothesis share them."""

    likely: Sequence[Change]
    """The edits to try at each difference."""
    found: dict[tuple[int, str], Sequence[Priced]]
    """The edits found by earlier searches, by the offset of the difference and the expected text.

    Hypotheses that differ only in an earlier edit come to the same differences.
    """


class StoppingPlace(NamedTuple):
    """The place where a comparison stopped, unless a finding describes it."""

    lines: tuple[str, str] = ("", "")
    """The actual and the expected line."""
    why: str = ""
    """Why it stopped, in words that follow the number of the line."""


class Hypothesis:
    """A set of edits that explains a transcript up to the offset ``fit``."""

    def __init__(self, variants: Variants, book: Rulebook, text: Text, likely: Sequence[Change] = ()) -> None:
        """Create a hypothesis without edits. At each difference, it tries the edits in ``likely`` first."""
        self.variants = variants
        self.book = book
        self.text = text
        self.known = KnownEdits(likely, {})
        self.effort = text.effort
        self.changes: tuple[Change, ...] = ()
        self.reference = variants.plain
        self.paid: dict[Change, float] = {}
        """The cost in bits for each edit."""
        self.fit = 0
        """The offset at which the explained part of the transcript ends."""
        self.stop = StoppingPlace()
        self.unexplained = 0
        self.differences = 0
        self.findings: dict[tuple[str, str], BrokenRule] = {}
        self.found_by: dict[str, tuple[str, str]] = {}
        """The key of the finding that reports each edit, by the name of the edit."""
        self.noted: dict[tuple[str, str], Noted] = {}
        """The first difference that led to each finding, by the key of the finding."""
        self.played: list[Played] = []
        self.hands = 0
        start = start_of(self.reference, text)
        self.marks = Marks(start, start, start, start)
        self.unclear = set[KeyPath]()
        """The paths of powers and members that are involved in an unexplained difference."""
        self.last: tuple[Event, ...] = ()
        """The events in the previous hand."""
        self.shuffled: set[int] = set()
        """The offsets of hands in which the cards were shuffled."""
        self.left: dict[int, int] = {}
        """The number of cards left in the shoe at the start of each hand, by the offset of the hand."""
        self.unsure: int | None = None
        """The offset of the first hand from which shuffles can no longer be traced, or None."""
        self.is_over = self.is_given_up = self.is_explained = False
        self.has_all_hands = False
        """Whether the transcript contains every hand, and lacks only lines that come after the last hand."""
        self.breaks_off = False
        """Whether the transcript ends before the game does. This counts as a separate mistake."""
        self.is_complete = True
        """Whether the whole transcript was compared with the rules."""
        self.knows_stop = False
        """Whether the last unexplained difference has only one possible cause."""
        self.halt: Halt | None = None
        self.search: ExplanationSearch | None = None
        """The search for an explanation of the current difference, or None if no search has started."""
        self.mismatch: Mismatch | None = None
        self.edits_shown: EditsShown | None = None
        """The hands that show each edit, once they have been counted."""

    @property
    def bits(self) -> float:
        """The cost in bits of everything found so far."""
        return sum(self._distinct.values()) + UNEXPLAINED * self.unexplained + LEAST * self.breaks_off

    @property
    def _distinct(self) -> dict[str, float]:
        """The cost of each distinct edit, by name.

        Edits to individual hands that break the same rule count as one.
        """
        found: dict[str, float] = {}
        for change, bits in self.paid.items():
            name = f"{change.kind} {change.group or dotted(change.rule)}" if change.once else change.name
            found[name] = min(bits, found.get(name, bits))
        return found

    @property
    def stopped_line(self) -> int:
        """The number of the line where the comparison stopped: the first that differs, if one is known."""
        differing = 0 if self.mismatch is None else self.mismatch.differing[0]
        return self.text.number(max(self.fit, differing))

    @property
    def price(self) -> float:
        """The cost in bits of this hypothesis, including an estimate for the rest of the transcript."""
        return self.bits + (0 if self.is_over else price_of_rest(self.text.end - self.fit))

    @property
    def least(self) -> float:
        """A lower bound on the cost in bits of explaining the whole transcript."""
        if self.fit >= self.text.end:
            return self.bits
        return self.bits + (LEAST if self.search is None else self.search.next_bits or 0)

    @property
    def edits(self) -> int:
        """A lower bound on the number of edits needed for the whole transcript.

        Vague edits and unexplained differences count twice.
        """
        found = len(self._distinct) + sum(each.leeway.is_vague for each in self.paid) + 2 * self.unexplained
        return found + (self.fit < self.text.end) + self.breaks_off

    @property
    def is_vague(self) -> bool:
        """Whether some edit takes wagers from the transcript instead of explaining them."""
        return any(each.leeway.is_vague and each.kind == "wager" for each in self.paid)

    @property
    def happened(self) -> Counter[frozenset[str]]:
        """The number of hands for each exact combination of events."""
        return Counter(each.events for each in self.played)

    @property
    def followed(self) -> int:
        """The number of hands that match the transcript from start to end."""
        return sum(each.begin.hands > 0 for each in self.played)

    @property
    def is_whole(self) -> bool:
        """Whether the hypothesis explains every hand in the game."""
        return (self.is_over or self.has_all_hands) and not self.unexplained

    @property
    def sure(self) -> int:
        """The offset up to which all shuffles are known."""
        end = self.text.end if self.is_over else self.marks.hand.at
        return end if self.unsure is None else self.unsure

    def proven_edits(self) -> list[Change]:
        """Return the edits that are beyond doubt, except vague ones and those that change a single hand."""
        sure = {name for name, key in self.found_by.items() if self.findings[key].confidence == "sure"}
        return [each for each in self.paid if each.name in sure and not (each.once or each.leeway.is_vague)]

    def copy(self) -> Hypothesis:
        """Return a copy that can be changed independently."""
        other = copy.copy(self)
        for name in COPIED:
            setattr(other, name, copy.copy(getattr(self, name)))
        other.search = other.mismatch = other.edits_shown = None
        other.is_explained = False
        return other

    def without(self, change: Change) -> Hypothesis | None:
        """Return a copy without ``change``, or None if the other edits do not explain the whole transcript.

        Raises ExhaustedError if the effort is exhausted.
        """
        rest = tuple(each for each in self.changes if each != change)
        reference = self.variants.make(rest, self.effort)
        start = None if reference is None else self.variants.move(self.marks.start, self.reference, reference)
        if reference is None or start is None:
            return None
        other = self.copy()
        other.changes, other.reference, other.marks = rest, reference, Marks(start, start, start, start)
        other.played, other.shuffled, other.left = [], set(), {}
        other.last, other.is_over = (), False
        other.play()
        if not other.is_over:
            return None
        del other.paid[change]
        key = other.found_by.pop(change.name, None)
        if key is not None and key not in other.found_by.values():
            del other.findings[key], other.noted[key]
        return other

    # --- steps of the search --------------------------------------------------------------------------------

    def play(self) -> None:
        """Replay the transcript up to the next difference, or to the end.

        Raises ExhaustedError if the effort is exhausted.
        """
        while True:
            begin = self.marks.hand
            replay = Replay(self.reference, self.text, begin.copy())
            halt = replay.next_hand()
            if halt.why == "differs":
                self.halt, self.fit = halt, halt.at
                return
            end = halt.at, halt.why, replay.money
            events = replay.events_of_hand()
            is_shown = begin.at < self.text.end
            if is_shown:
                self.played.append(Played(begin, self.changes, self.reference, end, events))
            self.hands = replay.position.hands - (not is_shown)
            self.shuffled |= replay.shuffled
            self.left |= replay.left
            if halt.why == "over":
                self.is_over, self.halt, self.fit = True, None, self.text.end
                return
            self._go_on(replay.position)
            self._drop_what_was_once()

    def expand(self) -> list[Hypothesis]:
        """Return one hypothesis for each explanation of the current difference.

        If nothing explains it, return one hypothesis that skips the difference, or none if that is
        impossible. Raises ExhaustedError if the effort is exhausted.
        """
        if self.mismatch is None:
            self.differences += 1
            mismatch = self.look()
            is_too_different = self.differences > MOST_DIFFERENCES
            if is_too_different or (mismatch.at_end and self.text.is_too_long):
                self.stop = StoppingPlace(why=TOO_DIFFERENT if is_too_different else "")
                self._give_up(mismatch)
                return []
            is_known = mismatch.at_end or mismatch.begins_again or mismatch.about in self.unclear
            if not is_known and not describe_no_value(mismatch):
                is_wager = mismatch.keys == {"bets"}  # every edit that fits is a possible cause
                place = mismatch.halt.at, mismatch.halt.expected
                found_there = () if is_wager else self.known.found.get(place, ())
                likely = self.known.likely
                self.search = ExplanationSearch(mismatch, self.changes, self.marks, likely, found_there)
        found = [] if self.search is None else [*map(self._adopted, self.search.run())]
        if found and self.search is not None and self.halt is not None:
            self.known.found.setdefault((self.halt.at, self.halt.expected), self.search.edits_found)
        self.is_explained |= bool(found)
        if self.is_explained or self.effort.left <= 0:
            return found
        other = self.copy()
        return [other] if other._leave_unexplained(self) else []

    def look(self) -> Mismatch:
        """Return the current difference, together with the facts needed to explain it."""
        if self.halt is None:
            raise ValueError("a hypothesis has a mismatch only at a difference")
        if self.mismatch is None:
            before, begin = (*self.last, *self.halt.before), self.marks.hand
            self.mismatch = Mismatch(
                self.halt, self.reference, self.text, self.book, self.variants, before, begin
            )
        return self.mismatch

    def _give_up(self, mismatch: Mismatch) -> None:
        self.is_given_up, self.breaks_off = True, mismatch.is_end
        self.is_complete = mismatch.is_end and not self.text.is_too_long
        if mismatch.is_end:
            self._end_last_hand()

    def _end_last_hand(self) -> None:
        """Record the current hand as complete if only lines that follow the last hand are missing."""
        begin = self.marks.hand
        replay = Replay(self.reference, self.text, begin.copy())
        halt = replay.next_hand()
        end, events = (halt.at, halt.why, replay.money), replay.events_of_hand(halt.done)
        if replay.is_last_hand_over(halt):
            self.played.append(Played(begin, self.changes, self.reference, end, events))
            self.has_all_hands = True

    def _lacks_only_last_lines(self) -> bool:
        """Return whether the transcript lacks only lines that follow the last hand."""
        replay = Replay(self.reference, self.text, self.marks.hand.copy())
        with suppress(ExhaustedError):
            return replay.is_last_hand_over(replay.next_hand())
        return False

    def blame(self, mismatch: Mismatch) -> None:
        """Report an unexplained difference, and name the rule that is most likely broken."""
        event = mismatch.expected
        if mismatch.begins_again:
            self._note(mismatch, *ANOTHER_GAME, times=1)
            return
        if mismatch.is_end:
            said = [finding.message for finding in self.findings.values()]
            if any(STOPS in each or asks_again(mismatch, each) for each in said) or self._goes_on_for_ever():
                return
            replaced = None if mismatch.at_end else mismatch.differing[1]
            kind, rule, message = rule_of_ending(self.book, event, self.text, replaced)
            if kind == "ending" and event is None and not mismatch.halt.expected:
                message += "; the game before it is complete"
            elif kind == "ending" and rule != QUIT:
                where, about = stage_of_end(mismatch)
                is_last = self._lacks_only_last_lines()
                message += "; only lines after the last hand are missing" if is_last else where
                about = about or (("shoe", "shuffle") if event is not None and event.key == "cut" else ())
                rule = rule if is_last else about or step_of(mismatch, event) or rule
            self._note(mismatch, kind, rule, message, times=1)
            return
        found = unexplained_rule(mismatch)
        if mismatch.about:
            self.unclear.add(mismatch.about)
        is_first = all(each.kind == WORDING for each in self.findings.values())
        self.knows_stop = is_known = has_one_cause(mismatch, found, is_first=is_first)
        confidence: Confidence = "sure" if is_known else "unexplained"
        self._note(mismatch, *found, times=1, confidence=confidence)

    def _goes_on_for_ever(self) -> bool:
        """Return whether the program never asks whether to continue, and stops between two hands."""
        missing = [each.rule for each in self.changes if each.message.startswith(STEP_MISSING)]
        steps = [look(self.variants.base, rule) for rule in missing]
        return "ask again" in steps and self.halt is not None and not self.halt.before

    def _leave_unexplained(self, before: Hypothesis) -> bool:
        """Skip an unexplained difference, or give up. Return whether the replay can continue."""
        mismatch = before.look()
        self.blame(mismatch)
        self.unexplained += 1
        self.unsure = self.marks.hand.at if self.unsure is None else self.unsure
        at = mismatch.halt.at
        resumed = None if mismatch.is_end else resume(self.reference, self.text, self.marks.hand, at)
        if resumed is None:
            before.findings, before.noted, before.knows_stop = self.findings, self.noted, self.knows_stop
            before.unexplained = self.unexplained - mismatch.is_end
            before._give_up(mismatch)
            return False
        position, _ = resumed
        self.marks = replace(self.marks, shuffle=position, previous=position, hand=position)
        self.last = ()
        self.fit = position.at
        return True

    def _adopted(self, explanation: Explanation) -> Hypothesis:
        """Return a new hypothesis that extends this one by ``explanation``."""
        other = self.copy()
        other.played = [each for each in self.played if each.begin.at < explanation.position.at]
        needed = {change.name for each in other.played for change in each.changes}
        needed |= {change.name for change in explanation.changes}
        other.paid = {change: bits for change, bits in self.paid.items() if change.name in needed}
        other.found_by = {name: key for name, key in self.found_by.items() if name in needed}
        superfluous = {*self.found_by.values()}.difference(other.found_by.values())
        if explanation.position.at == self.marks.start.at:  # the game matches from its start
            superfluous = {*self.findings}.difference(other.found_by.values())
            other.unexplained, other.unsure, other.last = 0, None, ()
        for key in superfluous:
            other.findings.pop(key, None)
        added = explanation.added
        if added is not None:  # the new edit also explains the differences that led to the dropped findings
            noted = (self.noted[key].mismatch for key in superfluous)
            mismatch = min((self.look(), *noted), key=lambda each: each.halt.at)
            # A corrected hand cannot be compared without the correction.
            times = int(added.correct is not None)
            is_further = mismatch is self.look() and {*self.changes} <= {*explanation.changes}
            confidence: Confidence = "sure"
            if self._is_about_nothing(mismatch):
                confidence = "follows"
            elif is_further and (misses_cards_of(added, self.changes) or self._follows_from_edits(mismatch)):
                confidence = "later"
            known = other.noted.get((added.kind, added.group or dotted(added.rule)))
            key = other._note(
                mismatch,
                added.kind,
                added.rule,
                added.message,
                condition=added.condition,
                group=added.group,
                times=times,
                confidence=confidence,
                meant=mismatch.meant_by(explanation.reference),
            )
            other.found_by[added.name] = key
            if key in self.findings and known is other.noted[key] and key[0] in ("count", "wager"):
                other.noted[key] = known._replace(until=known.until or mismatch.halt.at)
            if other.noted[key].mismatch is self.mismatch:
                other.noted[key] = other.noted[key]._replace(search=self.search, explanation=explanation)
            other.paid[added] = explanation.bits
        other._drop_false_conditions(explanation, self.look())
        other.fit = explanation.fit
        other._change(explanation.changes, explanation.reference, explanation.position)
        return other

    def _drop_false_conditions(self, explanation: Explanation, mismatch: Mismatch) -> None:
        """Remove the conditions from the findings about edits that ``explanation`` drops.

        The hand that ``mismatch`` belongs to contradicts them.
        """
        for change in self.changes:
            key = self.found_by.get(change.name)
            if change.once or change in explanation.changes or key is None:
                continue
            noted = self.noted[key]
            is_shuffled = self.marks.shuffle.at > noted.mismatch.halt.at
            is_shuffled |= any(event.key == "shuffle" for event in mismatch.halt.before)
            start = start_like_condition(noted, self.variants) if is_shuffled else ""
            self.noted[key] = noted._replace(condition="", start=start)

    def _is_about_nothing(self, mismatch: Mismatch) -> bool:
        """Return whether the line shows an amount of 0 or less, and a wrong wager has already been found."""
        amount = None if mismatch.shown is None else mismatch.shown.amount
        return (
            amount is not None
            and amount <= 0
            and any(each.kind in ("wager", "number") for each in self.findings.values())
        )

    def _follows_from_edits(self, mismatch: Mismatch) -> bool:
        """Return whether the original rules, with edits only to wording, match this hand beyond the line.

        If so, the difference is a consequence of other edits rather than another mistake.
        """
        worded = tuple(change for change in self.changes if change.kind == WORDING)
        rules = self.variants.make(worded, self.effort) if worded != self.changes else None
        begin = None if rules is None else self.variants.move(self.marks.hand, self.reference, rules)
        if rules is None or begin is None:
            return False
        halt = Replay(rules, self.text, begin).next_hand()
        return halt.why != "differs" or halt.at > mismatch.halt.at

    def _go_on(self, position: Position) -> None:
        """Continue with the hand that starts at ``position``."""
        program = self.reference.compiled.program
        before, now = View(program, self.marks.hand.table), View(program, position.table)
        shuffle = self.marks.shuffle if before.shuffles == now.shuffles else self.marks.hand
        self.marks = replace(self.marks, shuffle=shuffle, previous=self.marks.hand, hand=position)
        self.last = tuple(read(position.recorded, self.reference.compiled.persons))

    def _drop_what_was_once(self) -> None:
        """Drop the edits that applied only to the last hand."""
        lasting = tuple(change for change in self.changes if not change.once)
        if len(lasting) == len(self.changes):
            return
        reference = self.variants.make(lasting, self.effort)
        if reference is not None:
            self._change(lasting, reference, self.marks.hand, is_moved=False)

    def _change(
        self, changes: tuple[Change, ...], reference: ReferenceGame, hand: Position, *, is_moved: bool = True
    ) -> None:
        """Replace the edits with ``changes`` and the game with ``reference``, and continue from ``hand``."""
        marks = []
        for mark in (self.marks.start, self.marks.shuffle, self.marks.previous, hand):
            moved = self.variants.move(mark, self.reference, reference)
            marks.append(hand if moved is None else moved)
        self.marks = Marks(marks[0], marks[1], marks[2], hand if is_moved else marks[3])
        self.changes, self.reference = changes, reference

    # --- findings -------------------------------------------------------------------------------------------

    def _note(
        self,
        mismatch: Mismatch,
        kind: str,
        rule: KeyPath,
        message: str,
        *,
        condition: str = "",
        group: str = "",
        times: int = 0,
        confidence: Confidence = "sure",
        meant: Event | None = None,
    ) -> tuple[str, str]:
        """Add a finding, or count it again if an earlier line led to it. Return its key in ``findings``.

        ``meant`` is the event that the line should show, if that is not the expected event.
        """
        key = kind, group or dotted(rule)
        moved = OPPOSITE.get(kind, ""), key[1]
        if moved in self.findings and key[1] != "output":
            other = self.findings.pop(moved)
            key, kind, times = moved, "order", other.times
            message = f"{WRONG_PLACE}{other.message.partition(': ')[2]}"
            mismatch = min(mismatch, self.noted[moved].mismatch, key=lambda each: each.halt.at)
        if key in self.findings and self.noted[key].mismatch.halt.at <= mismatch.halt.at:
            self.findings[key] = self.findings[key].repeated(times)
            return key
        self.noted[key] = Noted(mismatch, kind, rule, message, condition)
        self.findings[key] = first_finding(
            self.noted[key],
            times=times,
            confidence="later" if self.unexplained else confidence,
            meant=meant or mismatch.expected,
        )
        return key
