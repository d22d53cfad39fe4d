"""A hypothesis: a set of edits to the rules, and the part of the transcript that they explain."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from bj.engine.face.view import View
from bj.errors import KeyPath
from bj.record.events import Event, read
from bj.verify.changes import Change, Variants, look
from bj.verify.consequences import may_follow
from bj.verify.counts_shown import describe_count
from bj.verify.decisions_shown import ALL_RIGHT
from bj.verify.effort import ExhaustedError
from bj.verify.explain.edits_for_difference import (
    LEAST,
    Explanation,
    ExplanationSearch,
    Marks,
    misses_cards_of,
    price_of_rest,
)
from bj.verify.fallback_rule import ANOTHER_GAME, QUIT, FallbackRule, fallback_rule, rule_of_ending
from bj.verify.findings import OFTEN, WORDING, BrokenRule, Confidence
from bj.verify.hands_for_and_against import Evidence, RightHand
from bj.verify.matching import ANY_NUMBER
from bj.verify.mismatch import Mismatch
from bj.verify.mistake_messages import (
    BARE_ACTIONS,
    BARE_WAGERS,
    CONDITION,
    LINE_MISSING,
    NO_RESULT,
    NOT_PLAYED,
    NOTHING,
    NUMBERED,
    OTHER_QUESTION,
    OTHER_WORDING,
    STEP_MISSING,
    STOPS,
    USED_AGAIN,
    WRONG_LIMIT,
    WRONG_PLACE,
    WRONG_TOTAL,
    as_if,
    asks_again,
    describe_in_general,
    describe_mistake,
    describe_no_value,
    describe_question,
    hands_without_value,
    is_certain,
    is_missing,
    rule_of_line,
    step_of,
)
from bj.verify.money_sentences import split_solution
from bj.verify.positions_and_halts import Halt, Position
from bj.verify.reference_game import ReferenceGame
from bj.verify.replay import Replay, start_of
from bj.verify.results_shown import second_result
from bj.verify.resuming import resume
from bj.verify.rulebook import Rulebook, dotted
from bj.verify.suspects.card_values_and_shuffles import is_miscounted
from bj.verify.suspects.wrong_plays import decides_freely
from bj.verify.text import Text
from bj.verify.totals_shown import describe_totals
from bj.verify.wagers_by_count import MISCOUNTED, describe_causes, describe_several, start_like
from bj.verify.where_stopped import stage_of_end
from bj.verify.wording_differences import is_like

UNEXPLAINED = 40.0
"""The cost in bits for each difference that remains unexplained."""

MOST_DIFFERENCES = 40
"""The maximum number of differences. A transcript with more must come from a different game."""

OPPOSITE = {"missing line": "extra line", "extra line": "missing line"}
"""The two kinds of findings that together mean that a line was moved, each mapped to the other."""

LONGEST_LIST = 130
"""The maximum length, in characters, of a sentence that also states a condition. A longer one is replaced by
examples.
"""

MOVED = re.compile(rf"^{WRONG_PLACE}| (?:only after|before) ")
"""A pattern that matches messages about a line or a step in the wrong place."""

MOST_OTHERS = 2
"""The maximum number of alternative explanations to show with a finding."""

COPIED = ("findings", "found_by", "noted", "paid", "played", "unclear", "shuffled", "left")
"""The attributes that a copy of a hypothesis must not share with the original."""


class Played(NamedTuple):
    """A hand that the game with these changes reproduces exactly as in the transcript."""

    begin: Position
    changes: tuple[Change, ...]
    reference: ReferenceGame
    end: tuple[int, str, tuple[int, ...]]
    """The offset at the end of the hand, the reason why the replay stopped there, and the bankrolls."""
    events: frozenset[str]
    """The keys of the events in the hand."""


class Noted(NamedTuple):
    """The first difference that led to a finding, and the edit that explains it."""

    mismatch: Mismatch
    kind: str
    rule: KeyPath
    message: str
    condition: str
    """The condition that the program seems to use, or an empty string if it is unknown."""
    start: str = ""
    """A wrong start of the count that explains the hands up to the next shuffle as well as a condition that
    later hands contradict.
    """
    until: int = 0
    """The offset from which another edit to the same rule is needed, or 0 if none is."""
    search: ExplanationSearch | None = None
    explanation: Explanation | None = None
    """The explanation that contains the edit. ``search`` found it."""
    causes: str = ""
    """The parts of the program to check, if the line can be explained by several edits to wagers and counts.
    """


class EditsShown(NamedTuple):
    """The number of hands that provide evidence for each edit and each finding."""

    hands: Counter[Change]
    """The number of hands in which each edit makes a difference."""
    findings: Counter[tuple[str, str]]
    """The number of hands with evidence for each finding. Several edits may belong to one finding."""
    evidence: Mapping[tuple[str, str], Evidence]
    """The hands that support or contradict each finding."""


class Hypothesis:
    """A set of edits that explains a transcript up to the offset ``fit``."""

    def __init__(self, variants: Variants, book: Rulebook, text: Text) -> None:
        self.variants = variants
        self.book = book
        self.text = text
        self.effort = text.effort
        self.changes: tuple[Change, ...] = ()
        self.reference = variants.plain
        self.paid: dict[Change, float] = {}
        """The cost in bits for each edit."""
        self.fit = 0
        """The offset at which the explained part of the transcript ends."""
        self.stopped_lines = "", ""
        """The actual and the expected line where the comparison stopped, unless a finding shows them."""
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
        """Whether the transcript contains every hand, and lacks only lines that follow the last one."""
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
        self._counted: EditsShown | None = None

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

    def copy(self) -> Hypothesis:
        """Return a copy that can be changed independently."""
        other = copy.copy(self)
        for name in COPIED:
            setattr(other, name, copy.copy(getattr(self, name)))
        other.search = other.mismatch = other._counted = None
        other.is_explained = False
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
            mismatch = self._look()
            if self.differences > MOST_DIFFERENCES or (mismatch.at_end and self.text.is_too_long):
                self._give_up(mismatch)
                return []
            is_known = mismatch.at_end or mismatch.begins_again or mismatch.about in self.unclear
            if not is_known and not describe_no_value(mismatch):
                self.search = ExplanationSearch(mismatch, self.changes, self.marks)
        found = [] if self.search is None else [*map(self._adopted, self.search.run())]
        self.is_explained |= bool(found)
        if self.is_explained or self.effort.left <= 0:
            return found
        other = self.copy()
        return [other] if other._leave_unexplained(self) else []

    def end(self) -> None:
        """Complete the findings: count the hands that show each of them, and write their sentences.

        Raises ExhaustedError if the effort is exhausted.
        """
        if not self.is_over and not self.is_given_up:
            self.is_complete = False
            if self.mismatch is None:
                self.play()
            if self.is_over:
                self.is_complete = True
            elif not self.findings or describe_no_value(self._look()):
                self._blame(self._look())
            else:
                mismatch = self._look()
                expected = mismatch.right_line(mismatch.expected)
                if mismatch.guesses_cards:
                    expected = self.reference.language.without_cards(expected)
                self.stopped_lines = self.text.line(mismatch.differing[0]), expected
        _, shown, evidence = self.count()
        for key, times in shown.items():
            self.findings[key] = self.findings[key].repeated(times)
        rules = [(each.kind, each.rule) for each in self.findings.values()]
        for key, finding in self.findings.items():
            self.noted[key] = self._with_causes(self.noted[key])
            if self._learned_too_little(key):
                self.noted[key] = self.noted[key]._replace(message=WRONG_TOTAL)
            said = self._say(key, evidence.get(key, Evidence()), is_frequent=finding.times >= OFTEN)
            if rules.count((finding.kind, finding.rule)) > 1:
                said["message"] = said["message"].replace(ALL_RIGHT, "")
            if key not in self.found_by.values():
                said["times"] = hands_without_value(self.noted[key].mismatch) or finding.times
            said["cards"] = finding.cards or describe_count(self.noted[key].mismatch)
            if self.noted[key].causes and self.noted[key].rule[0] != "strategies":
                said |= self._cite_count(self.noted[key].mismatch)
            self.findings[key] = replace(finding, among=self.followed * finding.is_explained, **said)

    def doubt(self, rivals: Sequence[Hypothesis]) -> None:
        """Decide how certain each finding is, given ``rivals`` that explain the transcript nearly as well.

        A finding is ambiguous if some rival has no finding that agrees with it. If such rivals blame only
        rules that other findings already name, it may be a consequence of those findings. A finding is rare
        if few hands show it and only part of the transcript was compared.
        """
        said: dict[str, list[str]] = {}
        for each in chain.from_iterable(rival.findings.values() for rival in rivals):
            said.setdefault(each.rule, []).append(each.mistake)
        own, found = {each.rule for each in self.findings.values()}, set(self.found_by.values())
        for key, finding in self.findings.items():
            disagreeing = (
                rival.findings.values()
                for rival in rivals
                if not any(_agrees(each, finding) for each in rival.findings.values())
            )
            others = [{each.rule for each in findings} for findings in disagreeing]
            is_rare = not (self.is_complete or self.knows_stop) and key in found and finding.times < OFTEN
            if key in self.noted and self._is_shown(key):
                continue
            if finding.confidence == "sure" and (others or is_rare):
                named = set().union(*others)
                alternatives = tuple(sorted(named - own or named))
                why: Confidence = "ambiguous" if alternatives or not is_rare else "rare"
                is_first = finding.line == min(each.line for each in self.findings.values())
                if named and named <= own and not is_first:
                    self.findings[key] = replace(finding, confidence="later")
                    continue
                mistakes = (each for rule, known in said.items() if rule in alternatives for each in known)
                known = {self._start_like(key)}
                words = tuple(
                    dict.fromkeys(
                        each for each in mistakes if _is_different(each, finding) and each not in known
                    )
                )
                if words or not alternatives:  # else the rival describes the same mistake by another rule
                    doubtful = replace(finding, confidence=why, alternatives=alternatives)
                    doubtful = replace(doubtful, others=words[:MOST_OTHERS])
                    self.findings[key] = replace(doubtful, stopped=self.text.number(self.fit))
            if finding.confidence == "sure" and not self.findings[key].others:
                hypotheses = [
                    each for each in (self, *rivals) if key in each.findings.keys() & each.noted.keys()
                ]
                near = [each.noted[key] for each in hypotheses]
                fits = dict.fromkeys(self._or_else(key, each) for each in near)
                fits |= {self._start_like(key): None}
                unlike = tuple(each for each in fits if each and _is_different(each, finding))
                noted = self.noted.get(key)
                if noted is not None and unlike == (as_if(noted.condition),):
                    unlike = ()  # no condition differs from the one of this finding
                if len(unlike) <= MOST_OTHERS:  # a choice among many would probably miss the right one
                    has_cause = noted is not None and self._says_cause(key, noted)
                    self.findings[key] = replace(self.findings[key], others=unlike, has_cause=has_cause)
        in_order = sorted(self.findings.items(), key=lambda item: item[1].line)
        for place, (key, finding) in enumerate(in_order):
            earlier = [each for _, each in in_order[:place]]
            is_open = finding.confidence in ("sure", "rare", "unexplained")
            ranks = self.noted[key].mismatch.ranks_to_decide if key in self.noted else ()
            if is_open and may_follow(finding, earlier, is_explained=key in found, ranks=ranks):
                self.findings[key] = replace(finding, confidence="later")

    def _says_cause(self, key: tuple[str, str], noted: Noted) -> bool:
        """Return whether the sentence of a finding says what the program seems to do instead."""
        if noted.condition:
            return as_if(noted.condition) in self.findings[key].message
        is_bare = noted.message in (*BARE_WAGERS, *BARE_ACTIONS)
        return not is_bare and not noted.message.startswith(CONDITION)

    def _start_like(self, key: tuple[str, str]) -> str:
        """Describe a wrong start of the count that has the same effect as the condition in a finding.

        Return an empty string if no such count exists.
        """
        noted = self.noted.get(key)
        wager = "" if noted is None else look(self.variants.base, noted.rule)
        return "" if noted is None else noted.start or start_like(str(wager), noted.condition)

    def _is_shown(self, key: tuple[str, str]) -> bool:
        """Return whether a finding says no more than the transcript itself shows."""
        mismatch, kind, rule, message, *_ = self.noted[key]
        if message == WRONG_TOTAL:
            return bool(describe_totals(mismatch)[0])
        if message == WRONG_LIMIT:
            return is_certain(mismatch, kind, rule, message, is_first=False)
        is_numbers = self.findings[key].message.startswith(NUMBERED)
        is_reworded = message == OTHER_WORDING != self.findings[key].message
        return is_numbers or is_reworded or bool(describe_no_value(mismatch))

    def _learned_too_little(self, key: tuple[str, str]) -> bool:
        """Return whether a finding about totals covers few hands, although one sentence covers all totals."""
        is_vague = self.noted[key].kind == "total" and self.findings[key].times < OFTEN
        return is_vague and not self.is_complete and bool(describe_totals(self.noted[key].mismatch)[0])

    def _or_else(self, key: tuple[str, str], other: Noted) -> str:
        """Return how ``other`` explains the finding ``key``.

        If the two explanations differ only in their conditions, return the condition from ``other``.
        """
        own = self.noted[key]
        if own.mismatch.always_wagers and other.condition:
            return ""  # a condition that never changes anything explains nothing
        if not other.condition or other.message != own.message:
            return describe_in_general(other.mismatch, other.rule, other.message)
        is_same = as_if(other.condition) == as_if(own.condition)
        return "" if is_same and self.findings[key].times >= OFTEN else as_if(other.condition)

    def _look(self) -> Mismatch:
        """Return the current difference, together with the facts needed to explain it."""
        if self.halt is None:
            raise ValueError("a hypothesis has a mismatch only at a difference")
        if self.mismatch is None:
            before, table = (*self.last, *self.halt.before), self.marks.hand.table
            self.mismatch = Mismatch(
                self.halt, self.reference, self.text, self.book, self.variants, before, table
            )
        return self.mismatch

    def _give_up(self, mismatch: Mismatch) -> None:
        self.is_given_up, self.breaks_off = True, mismatch.is_end
        self.is_complete = mismatch.is_end and not self.text.is_too_long
        if mismatch.is_end:
            self._end_last_hand()

    def _end_last_hand(self) -> None:
        """Record the current hand as complete, if only lines that follow the last hand are missing."""
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

    def _blame(self, mismatch: Mismatch) -> None:
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
            if kind == "ending" and rule != QUIT:
                where, about = stage_of_end(mismatch)
                is_last = self._lacks_only_last_lines()
                message += "; only lines after the last hand are missing" if is_last else where
                about = about or (("shoe", "shuffle") if event is not None and event.key == "cut" else ())
                rule = rule if is_last else about or step_of(mismatch, event) or rule
            self._note(mismatch, kind, rule, message, times=1)
            return
        found = fallback_rule(self.book, mismatch.halt, mismatch.shown)
        if mismatch.about:
            self.unclear.add(mismatch.about)
            what = f"the power `{mismatch.about[1]}`" if mismatch.about[0] == "powers" else "a reaction"
            shown = mismatch.shown
            if event is not None and event.phrase is not None:
                does = "is not used where the rules use it"
            elif shown is not None and shown.phrase is not None:
                is_again = mismatch.line == mismatch.line_before
                does = USED_AGAIN if is_again else "is used against the rules"
            else:
                does = "does not follow the rules"
            found = FallbackRule("power", mismatch.about, f"{what} {does}")
        elif found.kind == "power" and event is not None and event.phrase is not None:
            found = found._replace(rule=self.book.reaction(self.reference.compiled, event))
        elif event is None and is_like(mismatch.halt.expected.strip(), mismatch.line):
            found = found._replace(kind=WORDING, message=OTHER_QUESTION)
        elif mismatch.shown is None and event is not None and self.book.question_in(mismatch.line):
            found = FallbackRule("order", ("procedure", "hand"), NOTHING)
        elif second_result(mismatch):
            found = FallbackRule("outcome", ("payouts", "win"), second_result(mismatch))
        elif mismatch.low_bust is not None:
            found = FallbackRule("rule", ("rules", "target"), WRONG_LIMIT)
        elif mismatch.shows_total or is_miscounted(mismatch):
            found = FallbackRule("total", ("cards", "ranks"), WRONG_TOTAL)
        is_known = bool(describe_no_value(mismatch)) or bool(
            (found.message == WRONG_TOTAL and describe_totals(mismatch)[0])
            or (found.message == OTHER_QUESTION and describe_question(mismatch))
        )
        is_first = all(each.kind == WORDING for each in self.findings.values())
        is_known |= is_certain(mismatch, *found, is_first=is_first)
        self.knows_stop = is_known
        confidence: Confidence = "sure" if is_known else "unexplained"
        self._note(mismatch, *found, times=1, confidence=confidence)

    def _goes_on_for_ever(self) -> bool:
        """Return whether the program lacks the question that ends the game, and stops between two hands."""
        missing = [each.rule for each in self.changes if each.message.startswith(STEP_MISSING)]
        steps = [look(self.variants.base, rule) for rule in missing]
        return "ask again" in steps and self.halt is not None and not self.halt.before

    def _leave_unexplained(self, before: Hypothesis) -> bool:
        """Skip an unexplained difference, or give up. Return whether the replay can continue."""
        mismatch = before._look()
        self._blame(mismatch)
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
            mismatch = min((self._look(), *noted), key=lambda each: each.halt.at)
            # A corrected hand cannot be compared without the correction.
            times = int(added.correct is not None)
            is_further = mismatch is self._look() and {*self.changes} <= {*explanation.changes}
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
        other._drop_false_conditions(explanation, self._look())
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
            start = self._start_like(key) if is_shuffled else ""
            self.noted[key] = noted._replace(condition="", start=start)

    def _is_about_nothing(self, mismatch: Mismatch) -> bool:
        """Return whether the line shows no positive amount, and a wrong wager has already been found."""
        amount = None if mismatch.shown is None else mismatch.shown.amount
        return (
            amount is not None
            and amount <= 0
            and any(each.kind in ("wager", "number") for each in self.findings.values())
        )

    def _follows_from_edits(self, mismatch: Mismatch) -> bool:
        """Return whether the unchanged rules, apart from the wording, match this hand beyond the difference.

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
        """Drop the edits that applied to the last hand only."""
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
        """Add a finding, or count it again if it exists. Return its key in ``findings``.

        ``meant`` is the event that the line should show, if that is not the expected event.
        """
        key = kind, group or dotted(rule)
        moved = OPPOSITE.get(kind, ""), key[1]
        if moved in self.findings and key[1] != "output":
            other = self.findings.pop(moved)
            key, kind, times = moved, "order", other.times
            message = f"{WRONG_PLACE}{other.message.partition(': ')[2]}"
            mismatch = min(mismatch, self.noted[moved].mismatch, key=lambda each: each.halt.at)
        if key in self.findings:
            self.findings[key] = self.findings[key].repeated(times)
            return key
        self.noted[key] = Noted(mismatch, kind, rule, message, condition)
        number = View(self.reference.compiled.program, mismatch.table).hand_number
        at, expected = mismatch.differing[0], mismatch.right_line(meant or mismatch.expected)
        sentence = self._say(key, Evidence())
        if mismatch.guesses_cards and (sentence["is_missing"] or describe_no_value(mismatch)):
            expected = self.reference.language.without_cards(expected)
        elif (mismatch.is_guess and kind == "total") or rule == QUIT:
            expected = ""
        self.findings[key] = BrokenRule(
            line=self.text.number_in_file(at),
            hand=number,
            kind=kind,
            rule=dotted(rule),
            place=self.book.place(rule),
            words=rule_of_line(mismatch, kind, rule),
            times=times,
            unit="round" if mismatch.is_about_round else "hand",
            cards=mismatch.cards,
            actual=self.text.line(at)
            or mismatch.line_after_blanks
            or self.text.loop.partition("\n")[0]
            or mismatch.last_line,
            expected=_with_range(expected, mismatch.halt.most.removesuffix("\n")).replace(ANY_NUMBER, "…"),
            path=rule,
            confidence="later" if self.unexplained else confidence,
            mistake=describe_in_general(mismatch, rule, message),
            **sentence,
        )
        return key

    def _say(self, key: tuple[str, str], evidence: Evidence, *, is_frequent: bool = True) -> dict[str, Any]:
        """Return the sentence for a finding, and the values derived from it, as arguments for ``BrokenRule``.

        The condition is included only if the finding ``is_frequent``. If few hands show it, several
        conditions would match them.
        """
        mismatch, kind, rule, message, condition, *_, causes = self.noted[key]
        is_unclear = bool(causes) or (kind == "count" and mismatch.always_wagers)
        message, condition = (BARE_WAGERS[1], "") if is_unclear else (message, condition)
        is_bare = not is_frequent or mismatch.always_wagers
        meant = "" if is_bare or not condition else f", {as_if(condition)}"
        described = describe_mistake(mismatch, kind, rule, message, evidence)
        if meant and kind == "action" and len(described) > LONGEST_LIST:
            described = describe_mistake(mismatch, kind, rule, message, evidence.examples(mismatch))
        game, stops, _ = described.partition(STOPS)
        sentence, solution = split_solution(game + meant + stops)
        missing = is_missing(mismatch, kind, message)
        missing |= sentence.endswith(NOT_PLAYED) or sentence.startswith(NO_RESULT)
        return {"message": sentence, "solution": solution, "is_missing": missing, "causes": causes}

    def _cite_count(self, mismatch: Mismatch) -> dict[str, Any]:
        """Return the rule by which the expected player counts cards, as arguments for ``BrokenRule``."""
        name = "" if mismatch.expected is None else mismatch.expected.name
        rule = self.book.strategy(name, "count")
        words = self.book.in_words(rule)
        return {"rule": dotted(rule), "path": rule, "place": self.book.place(rule), "words": words}

    def _with_causes(self, noted: Noted) -> Noted:
        """Add the parts of the program that may cause a wrong wager, if there are several."""
        if noted.until:
            known = as_if(noted.condition) if noted.condition else noted.message
            return noted._replace(causes=describe_several(known, self.text.number(noted.until)))
        if noted.search is None or noted.explanation is None:
            return noted
        return noted._replace(
            causes=describe_causes(noted.search.causes_of_wager(noted.explanation), noted.mismatch)
        )

    def count(self) -> EditsShown:
        """Count the hands that show each edit and each finding.

        The result is cached, so call this only after the last hand. Raises ExhaustedError if there is no
        effort left.
        """
        if self._counted is None:
            self._counted = self._count()
        return self._counted

    def _count(self) -> EditsShown:
        evidence: dict[tuple[str, str], Evidence] = {}
        shown, found = Counter[Change](), Counter[tuple[str, str]]()
        missing = set[Change]()  # edits that omit a line from the previous hand
        carried, counted = dict[Change, int](), dict[Change, tuple[ReferenceGame, Position]]()
        for begin, changes, reference, end, _ in self.played:
            found_here = set[tuple[str, str]]()
            for key, hand in self._right_without(begin, changes, reference):
                evidence.setdefault(key, Evidence()).add_right(hand)
            for change in changes:
                rest = tuple(each for each in changes if each != change)
                without = self.variants.make(rest, self.effort)
                position = None if without is None else self.variants.move(begin, reference, without)
                if without is not None and change.kind == "count" and not change.leeway.free:
                    position = self._counting_by(without, rest, change, (reference, begin), counted)
                if without is None or position is None:
                    continue
                if without.compiled.decimals != reference.compiled.decimals:
                    continue  # amounts are printed differently, so no hand can be compared
                table = position.table.copy()
                other = Replay(without, self.text, position)
                halt = other.next_hand()
                money = other.money if begin.hands else end[-1]
                is_shown = halt.why != "over" and (halt.at, halt.why, money) != end
                if change.is_about_order and change.name in self.found_by:
                    first = self.noted[self.found_by[change.name]].mismatch
                    is_shown = begin.hands > 0 and end[0] > first.halt.at
                is_late = _comes_late(halt, change)
                key = self.found_by.get(change.name, ("", ""))
                own = evidence.setdefault(key, Evidence())
                if not is_shown:
                    own.add_right(RightHand(without, other.position.recorded, table, begin.at))
                elif halt.why == "differs":
                    own.add(Mismatch(halt, without, self.text, self.book, self.variants, halt.before, table))
                off = _off_by(without, self.text, halt, change) if is_shown else 0
                is_carried = off is not None and off == carried.get(change, 0)
                carried[change] = off or 0
                is_new = not is_carried and not (is_late and change in missing)
                shown[change] += is_shown and is_new
                if is_shown and is_new and key[0] == change.kind:
                    found_here.add(key)
                (missing.discard if is_late or not is_shown else missing.add)(change)
            found.update(found_here)
        return EditsShown(shown, found, evidence)

    def _right_without(
        self, begin: Position, changes: Sequence[Change], reference: ReferenceGame
    ) -> Iterator[tuple[tuple[str, str], RightHand]]:
        """Yield the hand that starts at ``begin`` for each earlier edit that no longer applies to it.

        Each is yielded with the key of the finding that reports the edit.
        """
        names = {each.name for each in self.paid if not each.once}.difference(each.name for each in changes)
        keys = {self.found_by[name] for name in names & self.found_by.keys()}
        keys = {key for key in keys if self.noted[key].mismatch.halt.at < begin.at}
        if keys:
            replay = Replay(reference, self.text, begin.copy())
            replay.next_hand()
            hand = RightHand(reference, replay.position.recorded, begin.table, begin.at)
            yield from ((key, hand) for key in keys)

    def _counting_by(
        self,
        without: ReferenceGame,
        rest: tuple[Change, ...],
        change: Change,
        here: tuple[ReferenceGame, Position],
        counted: dict[Change, tuple[ReferenceGame, Position]],
    ) -> Position | None:
        """Return the start of a hand in the game ``without`` an edit, including the count in that game.

        To find the count, replay the game with the edits ``rest``, and take the wagers from the transcript.
        ``counted`` caches that game and its position for each edit.
        """
        free = next(decides_freely(self.noted[self.found_by[change.name]].mismatch), None)
        apart = None if free is None else self.variants.make((*rest, free), self.effort)
        known = counted.pop(change, here)
        known = known if known[1].at == here[1].at else here
        position = None if apart is None else self.variants.move(known[1], known[0], apart)
        if apart is None or position is None:
            return None
        replay = Replay(apart, self.text, position.copy())
        if replay.next_hand().why == "hand":
            counted[change] = apart, replay.position
        return self.variants.move(position, apart, without)


def _agrees(rival: BrokenRule, finding: BrokenRule) -> bool:
    """Return whether ``rival`` names the same rule as ``finding``, or a more specific one.

    If ``rival`` reports a missing step, it also agrees with a finding of the same kind on the same line.
    """
    is_step = rival.mistake.startswith(STEP_MISSING)
    is_same_line = (rival.line, rival.kind) == (finding.line, finding.kind)
    return f"{rival.rule}.".startswith(f"{finding.rule}.") or (is_step and is_same_line)


def _is_different(other: str, finding: BrokenRule) -> bool:
    """Return whether the sentence ``other`` gives another cause, rather than another view of the same one.

    It does not if it says only that something is wrong, gives the same cards a different count, or says that
    a line or a step that the transcript lacks is in the wrong place.
    """
    is_missing = finding.mistake.startswith((LINE_MISSING, STEP_MISSING))
    if other in (finding.mistake, *BARE_WAGERS, *BARE_ACTIONS) or (is_missing and MOVED.search(other)):
        return False
    counted = MISCOUNTED.match(other), MISCOUNTED.match(finding.mistake)
    is_same = finding.kind == "count" and len({each[1] for each in counted if each is not None}) == 1
    return not (is_same and all(counted))


def _off_by(reference: ReferenceGame, text: Text, halt: Halt, change: Change) -> int | None:
    """Return how much higher a bankroll is in the transcript than it should be.

    Return None if ``change`` is not an edit to a payout.
    """
    event = halt.event
    if change.kind != "payout" or event is None or (event.key, "bankroll") not in change.leeway.loose:
        return None
    shown = (
        each.bankroll for each, _ in reference.language.events_at(text, halt.at) if each.key == event.key
    )
    return (next(shown, None) or 0) - (event.bankroll or 0)


def _comes_late(halt: Halt, change: Change) -> bool:
    """Return whether ``halt`` is at a line that ``change`` moves here, possibly from the previous hand."""
    missing = {key for key, field in change.leeway.loose if not field}
    is_moved = bool(missing) and bool(change.leeway.extra)
    return is_moved and halt.why == "differs" and (halt.event is None or halt.event.key not in missing)


def _with_range(lowest: str, highest: str) -> str:
    """Return ``lowest``, but replace each word that differs in ``highest`` with the range between both.

    If ``highest`` is empty, return ``lowest`` unchanged.

    >>> _with_range("Rick bets $1 of 40", "Rick bets $20 of 40")
    'Rick bets $1 to $20 of 40'
    >>> _with_range("------", "")
    '------'
    """
    if not highest or lowest.count(" ") != highest.count(" "):
        return lowest
    pairs = zip(lowest.split(" "), highest.split(" "), strict=True)
    return " ".join(one if one == other else f"{one} to {other}" for one, other in pairs)
