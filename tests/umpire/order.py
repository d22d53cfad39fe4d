"""The order of the steps of a game: the possible next steps, for any values of conditions."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, NamedTuple

Data = dict[str, Any]

TOLD = {
    *("shuffle", "announce hand", "take wagers", "deal", "show hands", "show players"),
    *("announce standings", "announce winner"),
}
"""Steps that always have an event, besides lines: no later step comes before they do."""


class Place(NamedTuple):
    """A place in the procedure: a step, or where a repetition begins or ends."""

    names: frozenset[str]
    """The possible steps here; none at the ends of a repetition."""
    goes_on: tuple[int, ...]
    """The places that may be next without an event here; none when there has to be one."""


class Order:
    """Follows the steps of a game; while there are several ways, all of them."""

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
        """The places that may be next."""
        self.now: set[int] = set()
        """The places of the step that is played."""

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
        """If persons are asked for wagers, continue after the hands."""
        for at in range(start, end):
            if self.may_leave and "take wagers" in self.places[at].names:
                self.places[at] = self.places[at]._replace(goes_on=(end + 1,))

    def enter(self, *names: str) -> frozenset[str]:
        """Go on to a step of one of these names, which has to be possible: the names that it can have."""
        found = {at for at in self._reachable() if self._names(at) & set(names)}
        assert found, f"{names} cannot be next"
        self.now, self.before = found, {at + 1 for at in found}
        return frozenset(name for at in found for name in self._names(at) & set(names))

    def begin_round(self) -> None:
        """Begin a round, which has to be possible."""
        found = self.rounds & self._reachable()
        assert found, "no round can be next"
        self.now, self.before = set(), {at + 1 for at in found}

    def play(self, *names: str) -> None:
        """Go on with a step of one of these names, or to one."""
        here = {at for at in self.now if self._names(at) & set(names)}
        if here:
            self.now, self.before = here, {at + 1 for at in here}
        else:
            self.enter(*names)

    def can_be_next(self, name: str) -> bool:
        """Whether a step is played, or may be next."""
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
        """Continue after the hands."""
        self.now, self.before = set(), {end + 1 for _, end in self._loops()}

    def may_end(self) -> bool:
        """Whether the game can be over."""
        return len(self.places) in self._reachable()

    def _loops(self) -> Sequence[tuple[int, int]]:
        """The repetitions of hands in which one may be."""
        return [(start, end) for start, end in self.hands if any(start < at <= end for at in self.before)]

    def _names(self, at: int) -> frozenset[str]:
        """The names of the steps at a place; none after the last one."""
        return self.places[at].names if at < len(self.places) else frozenset()

    def _reachable(self) -> set[int]:
        """The places that may be next, those included that are reached without an event."""
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
    """The name of a step that says a line: its place."""
    return f"say {list_name} {index}"
