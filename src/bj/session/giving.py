"""Cards and cuts that are given by hand, one after the other."""

from __future__ import annotations

from bj.compiler.compile import Compiled
from bj.engine.driving import answer
from bj.engine.mode import Ints
from bj.engine.view import View


class Given:
    """The cards and cuts of a game that do not come from chance."""

    def __init__(self, compiled: Compiled) -> None:
        self._all = {"cards": compiled.cards, "cuts": compiled.cuts}
        self._left = {kind: iter(numbers) for kind, numbers in self._all.items()}

    def give(self, view: View, table: Ints) -> bool:
        """Give what ``view.chance`` needs; whether there was one left."""
        number = next(self._left[_needed(view)], None)
        if number is not None:
            answer(table, number)
        return number is not None

    def used_up(self, view: View) -> str:
        """That none is left of what ``view.chance`` needs, in words."""
        kind = _needed(view)
        return f"hand {view.hand_number}: the given {kind} are used up, all {len(self._all[kind])} of them"


def _needed(view: View) -> str:
    """What has to be given."""
    return "cuts" if view.chance is not None and view.chance.is_cut else "cards"
