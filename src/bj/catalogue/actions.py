"""Actions: what can be done with a hand whose turn it is."""

from __future__ import annotations

from typing import NamedTuple

from bj.catalogue.layout import Layout


class Action(NamedTuple):
    """A way to play a hand."""

    name: str
    """What rules of strategies and answers of people call it."""
    number: int
    letter: str
    """What a chart calls it, and the answer that is enough for a person."""
    means: str
    """What the letter does, with the letter before it."""
    otherwise: str
    """What is done instead where it is not legal; nothing when it always is."""

    @property
    def legend(self) -> str:
        """What the letter stands for, below a chart."""
        if not self.otherwise:
            return self.means
        return f"{self.means}, or {self.otherwise}s where that may not be done"


ACTIONS: dict[str, Action] = {}
"""Every action by its name."""

_numbers = Layout()


def _action(name: str, letter: str, means: str, otherwise: str = "") -> int:
    """Add an action to the catalogue: its number."""
    number = _numbers.field()
    ACTIONS[name] = Action(name, number, letter, means, otherwise)
    return number


HIT = _action("hit", "H", "H hits")
STAND = _action("stand", "S", "S stands")
DOUBLE = _action("double", "D", "D doubles", "hit")

BY_LETTER = {action.letter: action for action in ACTIONS.values()}
"""Every action by its letter."""
