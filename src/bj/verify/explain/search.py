"""Searches for explanations of a difference, trying the cheapest edits to the rules first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import log2

from bj.verify.changes import Change, look
from bj.verify.explain.families import families
from bj.verify.explain.read_tracking import WatchedProgram, is_read, with_program
from bj.verify.findings import WORDING
from bj.verify.hook_names import COUNTED_OF
from bj.verify.leeway import NONE
from bj.verify.mismatch import Mismatch
from bj.verify.positions_and_halts import Position, Wager
from bj.verify.reference_game import ReferenceGame
from bj.verify.replay import Replay
from bj.verify.suspects.wrong_plays import decides_freely, free_decisions, freed_apart
from bj.verify.wagers_by_count import come_of_other_counts

WHOLE = 1 << 62
"""The value of ``fit`` for an explanation of the whole transcript."""

ENOUGH = 800
"""The length of a few hands, in characters. If an edit explains this much, it is not a coincidence, so the
search postpones more expensive edits.
"""

FAR = 60_000
"""The number of characters after a difference against which explanations are tested."""

MOST = 8
"""The maximum number of explanations to keep for a difference."""

LEAST = 8.0
"""The lowest cost, in bits, of an edit."""

CHARACTER = 0.01
"""The cost, in bits, of an unexplained character."""

VAGUE = 10.0
"""The extra cost, in bits, of an edit that takes a value from the transcript."""

LATER = 8.0
"""The extra cost, in bits, of an edit that does not apply from the start of the game."""

FREE = 20.0
"""The cost, in bits, of taking decisions from the transcript after a rule was broken several times."""

KNOWN = 4.0
"""The discount, in bits, for an edit to a rule that is already known to be broken."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The positions from which a replay of the expected game can restart."""

    start: Position
    shuffle: Position
    """The start of the hand with the last shuffle."""
    previous: Position
    hand: Position


@dataclass(frozen=True, slots=True)
class Explanation:
    """An edit to add or an edit to drop, so that the replay can continue."""

    fit: int
    """The offset at which the transcript no longer fits, or WHOLE."""
    bits: float
    """The cost, in bits, of the edit."""
    added: Change | None
    changes: tuple[Change, ...]
    reference: ReferenceGame
    position: Position
    """The position at which the replay continues."""


class ExplanationSearch:
    """A search for explanations of a single difference."""

    def __init__(self, mismatch: Mismatch, changes: tuple[Change, ...], marks: Marks) -> None:
        self.mismatch = mismatch
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
        """The offset after the blank lines at the difference. An explanation must fit beyond it."""
        self._priced = self._in_order()
        self._tested: list[Explanation] = []
        self.next_bits: float | None = 0
        """The cost of the cheapest untried edits, or None if all edits have been tried."""

    def run(self) -> list[Explanation]:
        """Return explanations, the cheapest first, up to one that fits too much to be a coincidence.

        Further calls return more expensive explanations.
        """
        found: list[Explanation] = []
        for bits, edits in self._priced:
            tested = [each for price, change in edits for each in self._test(change, price)]
            self._tested += tested
            found += self._judge_apart(tested)
            found.sort(key=self.price)
            self.next_bits = LEAST + bits + 1
            if self.effort.left <= 0 or (found and self._is_enough(found[0])):
                break
        else:
            self.next_bits = None
        if len(found) > 1:
            near = [each for each in found if self.price(each) <= self.price(found[0]) + LATER]
            found = sorted([*map(self._from_start, near), *found[len(near) :]], key=self.price)[:MOST]
        if self.mismatch.power:  # no line shows how the hand was retaken
            found = [each for each in found if each.fit >= self.mismatch.halt.at + ENOUGH]
        return [self._or_other_counts(found[0]), *found[1:]] if found else []

    def causes_of_wager(self, best: Explanation) -> list[Change]:
        """Return the edits to wagers and counts that explain a wrong wager as well as ``best`` does."""
        if self.mismatch.keys != {"bets"} or best.added not in {each.added for each in self._tested}:
            return []
        if best.added is not None and misses_cards_of(best.added, self.changes):
            return []
        likely = sorted((each for each in self._tested if each.fit >= best.fit), key=self.price)
        return [
            each.added
            for each in likely
            if each.added is not None
            and each.added.kind in ("wager", "count")
            and self.effort.left > 0
            and self._fits_from_start(each)
        ]

    def price(self, explanation: Explanation) -> float:
        """Return the cost of an explanation, plus the cost of the text that it leaves unexplained."""
        return explanation.bits + price_of_rest(self.mismatch.text.end - explanation.fit)

    def _in_order(self) -> Iterator[tuple[float, list[tuple[float, Change | None]]]]:
        """Yield the edits to try, in groups, the cheapest group first.

        None in place of an edit means that an earlier edit is dropped.
        """
        free = free_decisions(self.mismatch, self.changes)
        if free is not None:
            yield 0, [(FREE, free[-1])]
        yield 0, [(0, None)]
        for bits, members in groupby(families(self.mismatch, self.changes), key=lambda family: family.bits):
            edits = dict.fromkeys(edit for family in members for edit in family.edits)
            which = log2(max(len(edits), 1))
            yield bits, [(self._price_of(edit, bits + which), edit) for edit in edits]

    def _price_of(self, edit: Change, bits: float) -> float:
        """Return the cost of ``edit``, whose family costs ``bits``."""
        bits += edit.bits + (VAGUE if edit.leeway.is_vague and not edit.once else 0)
        is_known = edit.rule in self.known or edit.group in self.groups or misses_cards_of(edit, self.changes)
        return LEAST + bits - (KNOWN if is_known else 0)

    def _test(self, change: Change | None, bits: float) -> Iterator[Explanation]:
        """Test the edits so far with ``change``, or without any one of them if ``change`` is None.

        Yield the explanations that fit beyond the difference.
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
        """Return whether ``best`` fits too much of the transcript to be a coincidence.

        To explain a reworded line, it is enough if that line fits. An edit of the whole game must fit the
        rest of the transcript, except for wrong totals, which show often.
        """
        mismatch, added = self.mismatch, best.added
        if added is not None and added.always and added.kind != "total":
            return best.fit == WHOLE
        if added is not None and added.kind == WORDING and mismatch.is_reworded:
            return best.fit >= mismatch.text.after_line(mismatch.halt.at)
        return best.fit - mismatch.halt.at > ENOUGH

    def _from_start(self, explanation: Explanation) -> Explanation:
        """Extend ``explanation`` to the start of the game, without one of the earlier edits if possible.

        An explanation that does not fit from the start costs more.
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

    def _fits_from_start(self, explanation: Explanation) -> bool:
        """Return whether the edits of an explanation fit from the start of the game to the difference."""
        fit, _ = self._play(explanation.reference, self.marks.start)
        return fit >= self.mismatch.halt.at

    def _or_other_counts(self, best: Explanation) -> Explanation:
        """Return ``best``, or an edit to the count if ``best`` is about wagers that no rule produces."""
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
        """Return the wagers of the player who is expected to wager, in a game with ``changes``.

        The game is played from its start.
        """
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
        """Return explanations whose fit ignores decisions by rules that are known to be broken."""
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
        """Yield the explanation by ``changes``, if they make the transcript fit beyond the difference."""
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
        """Return the positions from which to try a game with the edit ``added``, in order."""
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
        """The indices of the program's numbers that are read from the previous hand to the difference.

        None if the repeated game fits beyond the difference.
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
        """Play a game from ``mark`` on. Return the offset where it stops fitting, and where the game started.

        A game that reaches ``known``, a position from which the game is known to differ, stops fitting there.
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


def misses_cards_of(edit: Change, earlier: Iterable[Change]) -> bool:
    """Return whether ``edit`` leaves cards uncounted whose lines an earlier edit leaves out."""
    missing = {key for each in earlier if each.kind == "missing line" for key in each.leeway.lines_left_out}
    return any(not edit.leeway.hooks.isdisjoint(COUNTED_OF.get(key, ())) for key in missing)


def price_of_rest(characters: int) -> float:
    """Return the cost of unexplained characters: the cost of one edit, plus a cost for each character."""
    return LEAST + CHARACTER * characters if characters > 0 else 0
