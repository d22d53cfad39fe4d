"""Finds the steps that may come next in a game, for any values of conditions."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, NamedTuple

Data = dict[str, Any]

TOLD = {
    *("shuffle", "announce hand", "take wagers", "deal", "show hands", "show players"),
    *("announce standings", "announce winner"),
}
"""Steps that always have an event other than a line: no later step can come before it."""


class Place(NamedTuple):
    """A place in the procedure: a step, or the start or end of a repetition."""

    names: frozenset[str]
    """The possible steps at this place; none at the ends of a repetition."""
    goes_on: tuple[int, ...]
    """The places that may come next without an event at this one; none if it must have one."""


class Order:
    """Follows the steps of a game along all possible ways."""

    def __init__(self, procedure: Data, silent: Set[str], *, may_leave: bool) -> None:
        self.procedure = procedure
        self.told = TOLD - silent
        self.may_leave = may_leave
        """Whether people are asked for wagers, and may leave the loop of hands instead."""
        self.places: list[Place] = []
        self.hands: list[tuple[int, int]] = []
        """The places where repetitions of hands begin and end."""
        self.rounds: set[int] = set()
        """The places where repetitions of rounds begin."""
        self._add("game")
        self.before = {0}
        """The places that may come next."""
        self.now: set[int] = set()
        """The possible places of the current step."""

    def _add(self, name: str) -> None:
        """Add a list of steps."""
        for index, written in enumerate(self.procedure[name]):
            step: Data = {"step": written} if isinstance(written, str) else written
            at = len(self.places)
            if "repeat" in step:
                self.places.append(Place(frozenset(), ()))
                self._add(step["repeat"])
                end = len(self.places)
                self.places.append(Place(frozenset(), (at,)))
                self.places[at] = Place(frozenset(), (at + 1, end + 1))
                if step["repeat"] == "round":
                    self.rounds.add(at)
                else:
                    self.hands.append((at, end))
                    self._let_leave(at, end)
                continue
            names = {name_of(name, index)} if "say" in step else {step["step"]}
            is_told = "say" in step or step["step"] in self.told
            if "else" in step:
                is_told = is_told and step["else"] in self.told
                names.add(step["else"])
            elif "if" in step:
                is_told = False
            self.places.append(Place(frozenset(names), () if is_told else (at + 1,)))

    def _let_leave(self, start: int, end: int) -> None:
        """Add a way out of the loop of hands if persons are asked for wagers."""
        for at in range(start, end):
            if self.may_leave and "take wagers" in self.places[at].names:
                self.places[at] = self.places[at]._replace(goes_on=(end + 1,))

    def enter(self, *names: str) -> frozenset[str]:
        """Move to a step with one of these names, which must be possible; return its possible names."""
        found = {at for at in self._reachable() if self._names(at) & set(names)}
        assert found, f"{names} cannot be next"
        self.now, self.before = found, {at + 1 for at in found}
        return frozenset(name for at in found for name in self._names(at) & set(names))

    def begin_round(self) -> None:
        """Begin a round; this must be possible."""
        found = self.rounds & self._reachable()
        assert found, "no round can be next"
        self.now, self.before = set(), {at + 1 for at in found}

    def play(self, *names: str) -> None:
        """Continue a step with one of these names, or move to one."""
        here = {at for at in self.now if self._names(at) & set(names)}
        if here:
            self.now, self.before = here, {at + 1 for at in here}
        else:
            self.enter(*names)

    def can_be_next(self, name: str) -> bool:
        """Whether a step with this name is the current one, or may come next."""
        return any(name in self._names(at) for at in self.now | self._reachable())

    def has_passed(self, name: str) -> bool:
        """Whether a step of this hand is over."""
        here = min(self.now or self.before)
        loops = [(start, end) for start, end in self._loops() if start < here]
        return any(name in self._names(at) for start, _ in loops for at in range(start, here))

    def has_hand_step(self, name: str) -> bool:
        """Whether a step is played in every hand."""
        return name in self.procedure["hand"] or {"step": name} in self.procedure["hand"]

    def comes_after_wagers(self, place: int) -> bool:
        """Whether a step of a hand comes after the wagers."""
        before = self.procedure["hand"][:place]
        return "take wagers" in before or {"step": "take wagers"} in before

    def restart_hand(self) -> None:
        """Go back to the first step of the hand."""
        self.now, self.before = set(), {start + 1 for start, _ in self._loops()}

    def leave_hands(self) -> None:
        """Leave the loop of hands."""
        self.now, self.before = set(), {end + 1 for _, end in self._loops()}

    def may_end(self) -> bool:
        """Whether the game may be over."""
        return len(self.places) in self._reachable()

    def _loops(self) -> Sequence[tuple[int, int]]:
        """The loops of hands that may contain the current place."""
        return [(start, end) for start, end in self.hands if any(start < at <= end for at in self.before)]

    def _names(self, at: int) -> frozenset[str]:
        """The names of the steps at a place; none after the last one."""
        return self.places[at].names if at < len(self.places) else frozenset()

    def _reachable(self) -> set[int]:
        """The places that may come next, including those reached without an event."""
        found: set[int] = set()
        waiting = list(self.before)
        while waiting:
            at = waiting.pop()
            if at not in found:
                found.add(at)
                if at < len(self.places):
                    waiting += self.places[at].goes_on
        return found


def name_of(list_name: object, index: object) -> str:
    """The name of a step that prints a line: its place."""
    return f"say {list_name} {index}"
