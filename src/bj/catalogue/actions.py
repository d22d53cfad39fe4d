"""Actions: what can be done with a hand whose turn it is, and what a chart says of one."""

from __future__ import annotations

from typing import NamedTuple

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
    rule: str
    """The allowance of ``[rules]`` that says when it is legal; nothing when it always is."""


class Play(NamedTuple):
    """What a chart says of a hand: the first of some actions that is legal is played."""

    code: str
    """What stands in the chart."""
    actions: tuple[Action, ...]
    """In order of preference."""

    @property
    def rules(self) -> frozenset[str]:
        """The allowances that say when its actions are legal."""
        return frozenset(action.rule for action in self.actions if action.rule)

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


def _action(name: str, letter: str, means: str, *otherwise: str, rule: str = "") -> int:
    """Add an action to the catalogue, and the play of its letter: its number."""
    number = _numbers.field()
    ACTIONS[name] = Action(name, number, letter, means, rule)
    _play(letter, name, *otherwise)
    return number


def _play(code: str, *names: str) -> None:
    """Add what a chart can say to the catalogue."""
    PLAYS[code] = Play(code, tuple(ACTIONS[name] for name in names))


HIT = _action("hit", "H", "takes a card", rule="hit")
STAND = _action("stand", "S", "takes no more cards")
DOUBLE = _action("double", "D", "doubles the wager for one more card", "hit", rule="double")
SPLIT = _action("split", "P", "makes two hands of a pair, each with the wager", rule="split")
SURRENDER = _action("surrender", "R", "gives the hand up for a part of the wager", rule="surrender")

_play("Ds", "double", "stand")
_play("Ph", "split", "hit")
_play("Ps", "split", "stand")
_play("Pd", "split", "double", "hit")
_play("Rh", "surrender", "hit")
_play("Rs", "surrender", "stand")
_play("Rp", "surrender", "split")

MOST = len(ACTIONS)

PASSED_OVER = (SPLIT, SURRENDER)
"""Actions that a rule of a strategy passes over where they are not legal: the next rule decides."""
