"""The search for an explanation: the change that explains most of the following lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bj.verify.changes import Change, Workshop, look
from bj.verify.position import Position, Wager
from bj.verify.replay import Replay
from bj.verify.scene import Scene
from bj.verify.stages import stages
from bj.verify.suspects.decisions import decides_freely, free_decisions, freed_apart
from bj.verify.wagers import come_of_other_counts
from bj.verify.yardstick import Yardstick

WHOLE = 1 << 62
"""How far an explanation fits that fits to the end."""

ENOUGH = 2_500
"""Characters after a difference, some hands, that tell an explanation from one that fits by accident."""

AGAIN = 500
"""As many for one more mistake about a rule that is known to be broken."""

FAR = 60_000
"""Characters after a difference beyond which an explanation is not tried any further."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Positions at which a replay can begin again, of the game as it was expected."""

    start: Position
    shuffle: Position
    """The hand in which the shoe was shuffled last."""
    previous: Position
    hand: Position


@dataclass(frozen=True, slots=True)
class Explanation:
    """A change, or one fewer, with which the replay goes on."""

    fit: int
    """Up to which character of the transcript."""
    added: Change | None
    changes: tuple[Change, ...]
    yardstick: Yardstick
    position: Position
    """Where to begin again."""


class Search:
    """Searches one scene."""

    def __init__(
        self,
        scene: Scene,
        changes: tuple[Change, ...],
        marks: Marks,
        excluded: frozenset[Change] = frozenset(),
    ) -> None:
        self.scene = scene
        self.effort = scene.text.effort
        self.changes = changes
        self.excluded = excluded
        self.marks = marks
        self.workshop: Workshop = scene.workshop
        self.best: Explanation | None = None
        at = scene.halt.at
        while scene.text.content.startswith("\n", at) and at < scene.text.end - 1:
            at += 1
        self.least = at
        """Up to which character everything fits that explains nothing but blank lines."""

    def run(self) -> Explanation | None:
        """The explanation that fits longest; among equals, the likeliest."""
        free = free_decisions(self.scene, self.changes)
        if free is not None and (explanation := self._try(free[-1], free)) is not None:
            return explanation
        for fewer in self.changes:
            rest = tuple(change for change in self.changes if change != fewer)
            self._try(None, rest)
        for stage in stages(self.scene, self.changes):
            found = [explanation for change in stage if (explanation := self._test(change)) is not None]
            self._take(self._judge_apart(found))
            is_enough = self.best is not None and self.best.fit - self.scene.halt.at > self._enough(self.best)
            if is_enough or self.effort.left <= 0:
                break
        if self.scene.power and (self.best is None or self.best.fit < self.scene.halt.at + ENOUGH):
            return None  # the hand was taken anew, and no line tells how
        return None if self.best is None else self._or_other_counts(self.best)

    def _or_other_counts(self, best: Explanation) -> Explanation:
        """An explanation; instead of wagers by another rule, another count if no rule makes them."""
        added, expected = best.added, self.scene.expected
        if self.scene.keys != {"bets"} or expected is None or added is None or added.kind != "wager":
            return best
        count = self.scene.book.strategy(expected.name, "count")
        counts = look(self.workshop.base, count) is not None
        if not counts or (best.fit == WHOLE and not added.is_vague and self._fits_from_start(best)):
            return best
        message = "the wagers are those of another count"
        for free in decides_freely(self.scene):
            changes = (*self.changes, replace(free, kind="count", rule=count, message=message))
            wagers = self._wagers_with(changes)
            if come_of_other_counts(wagers, self.scene.halt.at, expected.wager or 0):
                return self._try(changes[-1], changes) or best
        return best

    def _wagers_with(self, changes: tuple[Change, ...]) -> list[Wager]:
        """The wagers of whoever was to make one, from the start of the game on, if it is played like this."""
        yardstick = self.workshop.make(changes, self.effort) if self.effort.left > 0 else None
        if yardstick is None or self.scene.expected is None:
            return []
        start = self.workshop.move(self.marks.start, self.scene.yardstick, yardstick)
        if start is None:
            return []
        replay = Replay(yardstick, self.scene.text, start, self.workshop.assignment.answers)
        replay.play_out(self.scene.halt.at + FAR)
        return [each for each in replay.wagers if each.person == self.scene.expected.person]

    def _enough(self, best: Explanation) -> int:
        """How far an explanation has to fit to end the search."""
        known = {change.rule for change in self.changes}
        return AGAIN if best.added is not None and best.added.rule in known else ENOUGH

    def _judge_apart(self, found: list[Explanation]) -> list[Explanation]:
        """What was found, with how far it fits but for another rule that is known to be broken, but not how.

        If what fits best explains some hands anyhow, nothing is different.
        """
        freed = freed_apart(self.scene, self.changes)
        if not freed or max((each.fit for each in found), default=0) > self.scene.halt.at + ENOUGH:
            return found
        judged = []
        for each in found:
            changes = (*each.changes, *freed)
            yardstick = self.workshop.make(changes, self.effort) if self.effort.left > 0 else None
            mark, _ = self._marks_for(each.added)
            fit, _ = (0, None) if yardstick is None else self._play(yardstick, mark, each.added)
            judged.append(replace(each, fit=max(fit, each.fit)))
        return judged

    def _take(self, found: Sequence[Explanation]) -> None:
        """Keep the best of what was found; those that also fit from the start of the game first."""
        longest = max((each.fit for each in found), default=0)
        if longest <= (self.best.fit if self.best is not None else self.least):
            return
        known = {change.rule for change in self.changes}
        groups = {change.group for change in self.changes} - {""}
        about_known = [each.fit for each in found if each.added is not None and each.added.rule in known]
        if max(about_known, default=0) > self.scene.halt.at + AGAIN:
            longest = max(about_known)
        alike = [each for each in found if each.fit == longest]
        alike.sort(key=lambda each: each.added is None or each.added.rule not in known)
        alike.sort(key=lambda each: each.added is None or each.added.group not in groups)
        if len(alike) > 1:
            alike.sort(key=lambda each: -self._fits_from_start(each))
        self.best = alike[0]

    def _fits_from_start(self, explanation: Explanation) -> int:
        """Whether the game has been played like this from its start."""
        fit, _ = self._play(explanation.yardstick, self.marks.start)
        return fit >= self.scene.halt.at

    def _test(self, change: Change) -> Explanation | None:
        """The explanation by one more change, if it explains anything."""
        if change in self.changes or change in self.excluded or self.effort.left <= 0:
            return None
        explanation = self._try(change, (*self.changes, change))
        if explanation is not None and change.always and not self._fits_from_start(explanation):
            return None
        return explanation

    def _try(self, added: Change | None, changes: tuple[Change, ...]) -> Explanation | None:
        """How far the game with these changes fits."""
        yardstick = self.workshop.make(changes, self.effort)
        if yardstick is None or (added is not None and self._is_same(added, yardstick)):
            return None
        found: Explanation | None = None
        for mark in self._marks_for(added):
            fit, position = self._play(yardstick, mark, added)
            if position is not None and fit > (found.fit if found is not None else self.least):
                found = Explanation(fit, added, changes, yardstick, position)
            if fit == WHOLE or (found is not None and mark is self.marks.hand):
                break
        return found

    def _marks_for(self, added: Change | None) -> tuple[Position, Position]:
        """Where a game with one more change begins again: there, or else at the second place."""
        if added is None or not added.remembers:
            return self.marks.hand, self.marks.previous
        return self.marks.start if added.remembers == "game" else self.marks.shuffle, self.marks.hand

    def _is_same(self, added: Change, yardstick: Yardstick) -> bool:
        """Whether a change that varies numbers of the game alone has found none to vary."""
        if added.vary is None or added.draft is not None or added.data is not None:
            return False
        before, after = self.scene.compiled, yardstick.compiled
        return (before.program, before.table) == (after.program, after.table)

    def _play(
        self, yardstick: Yardstick, mark: Position, added: Change | None = None
    ) -> tuple[int, Position | None]:
        """How far a game fits from a mark on, and where it begins there."""
        position = self.workshop.move(mark, self.scene.yardstick, yardstick)
        if position is None:
            return 0, None
        if added is not None and added.correct is not None:
            added.correct(position.table)
        answers = self.workshop.assignment.answers
        replay = Replay(yardstick, self.scene.text, position.copy(), answers)
        if added is not None and added.once:
            halt = replay.next_hand()
            back = self.workshop.move(replay.position, yardstick, self.scene.yardstick)
            if halt.why != "hand" or back is None:
                return (halt.at if halt.why == "differs" else WHOLE), position
            replay = Replay(self.scene.yardstick, self.scene.text, back, answers)
        halt = replay.play_out(self.scene.halt.at + FAR)
        if halt.why == "differs":
            return halt.at, position
        return WHOLE, position
