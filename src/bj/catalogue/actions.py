"""Actions: what can be done with a hand whose turn it is, and what a chart says of one."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple

from bj.catalogue import rules as h
from bj.catalogue.layout import Layout


class Action(NamedTuple):
    """A way to play a hand."""

    name: str
    """What rules of strategies and answers of people call it."""
    number: int
    letter: str
    """The answer that is enough for a person, and what a chart calls it."""
    means: str
    """What is done."""
    needs: int
    """The bits of the house rules without which it is never legal."""


class Play(NamedTuple):
    """What a chart says of a hand: the first of some actions that is legal is played."""

    code: str
    """What stands in the chart."""
    actions: tuple[Action, ...]
    """In order of preference."""

    @property
    def needs(self) -> int:
        """The bits of the house rules without which one of its actions is never legal."""
        return reduce(or_, (action.needs for action in self.actions))

    @property
    def name(self) -> str:
        """What it is called in a sentence."""
        first = self.actions[0]
        if self.code == first.letter:
            return first.name
        return " or ".join(action.name for action in self.actions)

    @property
    def legend(self) -> str:
        """What the code stands for, below a chart."""
        first, *others = (f"{action.name}s" for action in self.actions)
        if not others:
            return f"{self.code} {first}"
        return f"{self.code} {first}, or {' or '.join(others)} where that may not be done"


ACTIONS: dict[str, Action] = {}
"""Every action by its name."""

PLAYS: dict[str, Play] = {}
"""What a cell of a chart can say, by its code. An action in a rule is the play of its letter."""

_numbers = Layout()


def _action(name: str, letter: str, means: str, *otherwise: str, needs: int = 0) -> int:
    """Add an action to the catalogue, and the play of its letter: its number."""
    number = _numbers.field()
    ACTIONS[name] = Action(name, number, letter, means, needs)
    _play(letter, name, *otherwise)
    return number


def _play(code: str, *names: str) -> None:
    """Add what a chart can say to the catalogue."""
    PLAYS[code] = Play(code, tuple(ACTIONS[name] for name in names))


HIT = _action("hit", "H", "takes a card")
STAND = _action("stand", "S", "takes no more cards")
DOUBLE = _action("double", "D", "doubles the wager for one more card", "hit", needs=h.DOUBLE)

_play("Ds", "double", "stand")
