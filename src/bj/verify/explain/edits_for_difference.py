"""Searches for the cheapest edits to the rules that explain a difference."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby
from math import log2

from bj.verify.causes_of_wrong_wagers import come_of_other_counts, is_about_memory
from bj.verify.changes import Change, look
from bj.verify.deviation_names import COUNTED_OF
from bj.verify.effort import RESERVE
from bj.verify.explain.families import families
from bj.verify.explain.read_tracking import WatchedProgram, is_read, with_program
from bj.verify.findings import WORDING
from bj.verify.leeway import NONE
from bj.verify.mismatch import Mismatch
from bj.verify.positions_and_halts import Position, Wager
from bj.verify.reference_game import ReferenceGame
from bj.verify.replay import Replay
from bj.verify.suspects.card_names import misspelt_ranks
from bj.verify.suspects.wrong_plays import decides_freely, free_decisions, freed_apart

WHOLE = 1 << 62
"""The value of ``fit`` for an explanation that covers the rest of the transcript."""

ENOUGH = 800
"""The number of characters in a few hands. An edit that explains this much cannot be a coincidence, so more
expensive edits are tried only later.
"""

MOST_EFFORT = 0.25
"""The share of the remaining effort after which a search ends if it has found any explanation.

The next difference, which may be another mistake a few lines later, is then explained first.
"""

FAR = 60_000
"""How many characters after a difference to use when testing explanations."""

MOST = 8
"""The maximum number of explanations to keep for each difference."""

LEAST = 8.0
"""The minimum cost of an edit, in bits."""

CHARACTER = 0.01
"""The cost of each character that remains unexplained, in bits."""

VAGUE = 10.0
"""The extra cost of an edit that takes a value from the transcript, in bits."""

LATER = 8.0
"""The extra cost of an edit that contradicts the transcript before the difference, in bits."""

FREE = 20.0
"""The cost of taking a person's decisions from the transcript once a rule was broken repeatedly, in bits."""

KNOWN = 4.0
"""The discount for an edit to a rule that is already known to be broken, in bits."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The positions from which the expected game can be replayed."""

    start: Position
    shuffle: Position
    """The start of the hand in which the cards were last shuffled."""
    previous: Position
    hand: Position


@dataclass(frozen=True, slots=True)
class Explanation:
    """A set of edits that lets the replay continue beyond a difference, and the edit added for it, if any."""

    fit: int
    """The offset of the next difference, or WHOLE if there are no more differences."""
    bits: float
    """The cost of the edit, in bits."""
    added: Change | None
    changes: tuple[Change, ...]
    reference: ReferenceGame
    position: Position
    """The position from which to continue the replay."""


Priced = tuple[float, Change | None]
"""An edit to try, with its cost in bits. None instead of an edit means to drop one of the earlier edits."""


class ExplanationSearch:
    """A search for explanations of one difference."""

    def __init__(
        self,
        mismatch: Mismatch,
        changes: tuple[Change, ...],
        marks: Marks,
        likely: Sequence[Change] = (),
        known: Sequence[Priced] = (),
    ) -> None:
        """Prepare a search that adds an edit to ``changes``. It tries the edits in ``likely`` first.

        The edits in ``known`` explain the same difference after other changes. If one of them explains it
        after ``changes``, too, the search does not try any other edits until it is continued.
        """
        self.mismatch = mismatch
        self.likely = likely
        self.known_edits = known
        self.effort = mismatch.text.effort
        self.changes = changes
        self.marks = marks
        self.variants = mismatch.variants
        self.known = {change.rule for change in changes}
        self.groups = {change.group for change in changes} - {""}
        at = mismatch.halt.at
        while mismatch.text.content.startswith("\n", at) and at < mismatch.text.end - 1:
            at += 1
        self.least = at
        """The offset after any blank lines at the difference. An explanation must match beyond it."""
        self._priced = self._in_order()
        self._tested: list[Explanation] = []
        self.next_bits: float | None = 0
        """The cost of the cheapest edits that have not been tried, or None if all of them have."""

    def run(self) -> list[Explanation]:
        """Return explanations, the cheapest first, until one of them explains too much to be a coincidence.

        Further calls return more expensive explanations.
        """
        found: list[Explanation] = []
        is_long = self.mismatch.keys == {"bets"} or not self.changes
        enough = 0 if is_long else self.effort.left * (1 - MOST_EFFORT)
        for bits, edits in self._priced:
            tested, untested = list[Explanation](), deque(edits)
            while untested and not (_is_by_rules(found) and self.effort.left < enough):
                tested += self._test(*untested.popleft())
            if untested:
                self._priced = chain([(bits, [*untested])], self._priced)
            self._tested += tested
            found += self._judge_apart(tested)
            found.sort(key=self.price)
            self.next_bits = LEAST + bits + 1
            is_late = _is_by_rules(found) and self.effort.left < enough
            is_enough = bool(found) and (edits == self.known_edits or self._is_enough(found[0]))
            if is_late or self.effort.left <= 0 or is_enough:
                break
        else:
            self.next_bits = None
        if len(found) > 1:
            near = [each for each in found if self.price(each) <= self.price(found[0]) + LATER]
            found = sorted([*map(self._from_start, near), *found[len(near) :]], key=self.price)[:MOST]
        if self.mismatch.power:  # the lines do not show how the hand was retaken
            found = [each for each in found if each.fit >= self.mismatch.halt.at + ENOUGH]
        found = [*map(self._without_false_condition, found)]
        return [self._or_other_counts(found[0]), *found[1:]] if found else []

    @property
    def edits_found(self) -> list[Priced]:
        """The edits that explain the difference, each with the cost at which it was tried."""
        return [(each.bits, each.added) for each in sorted(self._tested, key=self.price)[:MOST]]

    def causes_of_wager(self, best: Explanation) -> list[Change]:
        """Return edits to wagers, counts and memory that explain a wrong wager as well as ``best`` does."""
        if self.mismatch.keys != {"bets"} or best.added not in {each.added for each in self._tested}:
            return []
        if best.added is not None and misses_cards_of(best.added, self.changes):
            return []
        likely = sorted((each for each in self._tested if each.fit >= best.fit), key=self.price)
        return [
            each.added
            for each in likely
            if each.added is not None
            and (each.added.kind in ("wager", "count") or is_about_memory(each.added))
            and self.effort.left > (-RESERVE // 2 if is_about_memory(each.added) else 0)
            and self._fits_from_start(each)
        ]

    def price(self, explanation: Explanation) -> float:
        """Return the cost of an explanation, plus the cost of the text that remains unexplained."""
        return explanation.bits + price_of_rest(self.mismatch.text.end - explanation.fit)

    def _in_order(self) -> Iterator[tuple[float, Sequence[Priced]]]:
        """Yield groups of edits to try, the cheapest group first."""
        if self.known_edits:
            yield 0, self.known_edits
        free = free_decisions(self.mismatch, self.changes)
        if free is not None:
            yield 0, [(FREE, free[-1])]
        yield 0, [(0, None)]
        yield 0, [(LEAST - KNOWN, edit) for edit in self.likely]
        for bits, members in groupby(families(self.mismatch, self.changes), key=lambda family: family.bits):
            edits = dict.fromkeys(edit for family in members for edit in family.edits)
            for edit in self.likely:
                edits.pop(edit, None)
            which = log2(max(len(edits), 1))
            yield bits, [(self._price_of(edit, bits + which), edit) for edit in edits]

    def _price_of(self, edit: Change, bits: float) -> float:
        """Return the cost of ``edit``, given that the edits in its family cost ``bits``."""
        bits += edit.bits + (VAGUE if edit.leeway.is_vague and not edit.once else 0)
        is_known = edit.rule in self.known or edit.group in self.groups or misses_cards_of(edit, self.changes)
        return LEAST + bits - (KNOWN if is_known else 0)

    def _test(self, bits: float, change: Change | None) -> Iterator[Explanation]:
        """Add ``change`` to the earlier edits. If it is None, drop each of the earlier edits in turn.

        Yield the explanations that match beyond the difference.
        """
        if change is None:
            for fewer in self.changes:
                rest = tuple(each for each in self.changes if each != fewer)
                yield from self._try(None, rest, bits)
            return
        if change in self.changes or self.effort.left <= 0:
            return
        free = free_decisions(self.mismatch, self.changes) if bits == FREE else None
        changes = free if free is not None and free[-1] == change else (*self.changes, change)
        for explanation in self._try(change, changes, bits):
            if not change.always or self._fits_from_start(explanation):
                yield explanation

    def _is_enough(self, best: Explanation) -> bool:
        """Return whether ``best`` explains too much of the transcript to be a coincidence.

        For a reworded line, it is enough to match that line. An edit that applies to the whole game must
        match the rest of the transcript, unless it changes totals, which many hands show. An edit that
        miscounts misspelled or missing cards is always enough, because it is likely.
        """
        mismatch, added = self.mismatch, best.added
        if added is not None and misses_cards_of(added, self.changes):
            return True
        if added is not None and added.always and added.kind != "total":
            return best.fit == WHOLE
        if added is not None and added.kind == WORDING and mismatch.is_reworded:
            return best.fit >= mismatch.text.after_line(mismatch.halt.at)
        return best.fit - mismatch.halt.at > ENOUGH

    def _from_start(self, explanation: Explanation) -> Explanation:
        """Apply ``explanation`` from the start of the game, without one of the earlier edits if possible.

        If it does not match from the start, return it with a higher cost.
        """
        added, fit = explanation.added, 0
        if added is not None and added.once:
            return explanation
        fewer = [tuple(each for each in explanation.changes if each != earlier) for earlier in self.changes]
        for changes in (*(fewer if added is not None else ()), explanation.changes):
            reference = self.variants.make(changes, self.effort)
            fit, start = (0, None) if reference is None else self._play(reference, self.marks.start)
            if reference is not None and start is not None and fit >= explanation.fit:
                return replace(explanation, fit=fit, changes=changes, reference=reference, position=start)
        is_from_start = fit >= self.mismatch.halt.at
        return explanation if is_from_start else replace(explanation, bits=explanation.bits + LATER)

    def _without_false_condition(self, explanation: Explanation) -> Explanation:
        """Remove the condition from an edit if hands before the difference contradict it."""
        added = explanation.added
        if added is None or not added.condition or not self._is_right_before:
            return explanation
        is_false = not self._fits_from_start(explanation)
        return replace(explanation, added=replace(added, condition="")) if is_false else explanation

    @cached_property
    def _is_right_before(self) -> bool:
        """Whether the earlier edits match the transcript from its start to the difference."""
        return self._play(self.mismatch.reference, self.marks.start)[0] >= self.mismatch.halt.at

    def _fits_from_start(self, explanation: Explanation) -> bool:
        """Return whether an explanation matches the transcript from its start to the difference."""
        fit, _ = self._play(explanation.reference, self.marks.start)
        return fit >= self.mismatch.halt.at

    def _or_other_counts(self, best: Explanation) -> Explanation:
        """Return ``best``, or an edit to the count if the wagers suggest that the count is wrong."""
        added, expected = best.added, self.mismatch.expected
        if self.mismatch.keys != {"bets"} or expected is None or added is None or added.kind != "wager":
            return best
        count = self.mismatch.book.strategy(expected.name, "count")
        counts = look(self.variants.base, count) is not None
        if not counts or (best.fit == WHOLE and not added.leeway.is_vague and self._fits_from_start(best)):
            return best
        message = "the wagers match a different count"
        for free in decides_freely(self.mismatch):
            changes = (*self.changes, replace(free, kind="count", rule=count, message=message))
            wagers = self._wagers_with(changes)
            if come_of_other_counts(wagers, self.mismatch.halt.at, expected.wager or 0):
                return next(self._try(changes[-1], changes, best.bits), best)
        return best

    def _wagers_with(self, changes: tuple[Change, ...]) -> list[Wager]:
        """Replay the game with ``changes`` from its start, and return the expected player's wagers."""
        reference = self.variants.make(changes, self.effort) if self.effort.left > 0 else None
        if reference is None or self.mismatch.expected is None:
            return []
        start = self.variants.move(self.marks.start, self.mismatch.reference, reference)
        if start is None:
            return []
        replay = Replay(reference, self.mismatch.text, start)
        replay.play_out(self.mismatch.halt.at + FAR)
        return [each for each in replay.wagers if each.person == self.mismatch.expected.person]

    def _judge_apart(self, found: list[Explanation]) -> list[Explanation]:
        """Return the explanations, with their ``fit`` recomputed to ignore decisions by broken rules."""
        freed = freed_apart(self.mismatch, self.changes)
        if not freed or max((each.fit for each in found), default=0) > self.mismatch.halt.at + ENOUGH:
            return found
        judged = []
        for each in found:
            changes = (*each.changes, *freed)
            reference = self.variants.make(changes, self.effort) if self.effort.left > 0 else None
            mark, _ = self._marks_for(each.added)
            fit, _ = (0, None) if reference is None else self._play(reference, mark, each.added)
            judged.append(replace(each, fit=max(fit, each.fit)))
        return judged

    def _try(self, added: Change | None, changes: tuple[Change, ...], bits: float) -> Iterator[Explanation]:
        """Yield the explanation that consists of ``changes``, if it matches beyond the difference."""
        reference = self.variants.make(changes, self.effort)
        if reference is None or (added is not None and self._changes_nothing(added, reference)):
            return
        found: Explanation | None = None
        known: Position | None = None
        for mark in self._marks_for(added):
            fit, position = self._play(reference, mark, added, known)
            known = position if fit <= self.least else None
            if position is not None and fit > (found.fit if found is not None else self.least):
                found = Explanation(fit, bits, added, changes, reference, position)
            if fit == WHOLE or (found is not None and mark is self.marks.hand):
                break
        if found is not None:
            yield found

    def _marks_for(self, added: Change | None) -> tuple[Position, Position]:
        """Return the positions from which to replay a game with the edit ``added``, in this order."""
        if added is None or not added.remembers:
            return self.marks.hand, self.marks.previous
        return self.marks.start if added.remembers == "game" else self.marks.shuffle, self.marks.hand

    def _changes_nothing(self, added: Change, reference: ReferenceGame) -> bool:
        """Return whether an edit changes only numbers that the engine does not read before the difference."""
        if added.vary is None or added.leeway != NONE or added.is_remade:
            return False
        return not is_read(None if added.remembers else self._read, self.mismatch.reference, reference)

    @cached_property
    def _read(self) -> set[int] | None:
        """The indices of numbers that are read from the start of the previous hand up to the difference.

        It is None if a replay without any edit already matches beyond the difference.
        """
        program = WatchedProgram(self.mismatch.compiled.program)
        reference = with_program(self.mismatch.reference, program)
        fits = [self._play(reference, mark)[0] for mark in (self.marks.hand, self.marks.previous)]
        return program.read if max(fits) <= self.least else None

    def _play(
        self,
        reference: ReferenceGame,
        mark: Position,
        added: Change | None = None,
        known: Position | None = None,
    ) -> tuple[int, Position | None]:
        """Replay a game from ``mark``. Return the offset where it differs, and the position where it started.

        A game that reaches a state equivalent to ``known`` counts as differing there, because the outcome
        from ``known`` has already been tried.
        """
        position = self.variants.move(mark, self.mismatch.reference, reference)
        if position is None:
            return 0, None
        if added is not None and added.correct is not None:
            added.correct(position.table)
        replay = Replay(reference, self.mismatch.text, position.copy())
        if added is not None and added.once:
            halt = replay.next_hand()
            back = self.variants.move(replay.position, reference, self.mismatch.reference)
            if halt.why != "hand" or back is None:
                return (halt.at if halt.why == "differs" else WHOLE), position
            replay = Replay(self.mismatch.reference, self.mismatch.text, back)
        halt = replay.play_out(self.mismatch.halt.at + FAR, known)
        return (halt.at if halt.why == "differs" else WHOLE), position


def _is_by_rules(found: Sequence[Explanation]) -> bool:
    """Return whether the best explanation takes nothing from the transcript."""
    return bool(found) and not any(each.leeway.is_vague for each in found[0].changes)


def misses_cards_of(edit: Change, earlier: Iterable[Change]) -> bool:
    """Return whether ``edit`` miscounts cards that an earlier edit has renamed or left out."""
    earlier = [*earlier]
    if edit.ranks in misspelt_ranks(earlier):
        return True
    missing = {key for each in earlier if each.kind == "missing line" for key in each.leeway.lines_left_out}
    return any(not edit.leeway.hooks.isdisjoint(COUNTED_OF.get(key, ())) for key in missing)


def price_of_rest(characters: int) -> float:
    """Estimate the cost of explaining ``characters`` more characters: one edit, plus a cost for each."""
    return LEAST + CHARACTER * characters if characters > 0 else 0
