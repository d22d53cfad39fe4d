"""Actions: the possible actions of a hand in its turn, and the cells of charts about them."""

from typing import NamedTuple

from bj.catalogue.layout import Layout


class Action(NamedTuple):
    """A way to play a hand."""

    name: str
    """Its name in the rules of strategies and in answers."""
    number: int
    letter: str
    """The shortest answer of a person, and its code in charts."""
    means: str
    """The action, in words."""
    rule: str
    """The allowance in ``[rules]`` that decides whether it is legal; empty if it always is."""


class Play(NamedTuple):
    """A cell of a chart: the player takes the first legal action of several."""

    code: str
    """Its code in the chart."""
    actions: tuple[Action, ...]
    """In order of preference."""

    @property
    def rules(self) -> frozenset[str]:
        """The allowances that decide whether its actions are legal."""
        return frozenset(action.rule for action in self.actions if action.rule)

    @property
    def name(self) -> str:
        """Its name in a sentence."""
        first = self.actions[0]
        if self.code == first.letter:
            return first.name
        return " or ".join(action.name for action in self.actions)

    @property
    def legend(self) -> str:
        """The explanation of its code below a chart."""
        first, *others = (f"{action.name}s" for action in self.actions)
        if not others:
            return f"{self.code} {first}"
        return f"{self.code} {first}, or {' or '.join(others)} if that is not allowed"


ACTIONS: dict[str, Action] = {}
"""Every action by its name."""

PLAYS: dict[str, Play] = {}
"""The cells of charts by their codes. An action in a rule is the play of its letter."""

_numbers = Layout()


def _action(name: str, letter: str, means: str, *otherwise: str, rule: str = "") -> int:
    """Add an action and the play of its letter to the catalogue, and return its number."""
    number = _numbers.field()
    ACTIONS[name] = Action(name, number, letter, means, rule)
    _play(letter, name, *otherwise)
    return number


def _play(code: str, *names: str) -> None:
    """Add a play to the catalogue."""
    PLAYS[code] = Play(code, tuple(ACTIONS[name] for name in names))


HIT = _action("hit", "H", "takes a card", rule="hit")
STAND = _action("stand", "S", "takes no more cards", rule="stand")
DOUBLE = _action("double", "D", "doubles the wager for one more card", "hit", rule="double")
SPLIT = _action("split", "P", "makes two hands of a pair, each with the wager", rule="split")
SURRENDER = _action("surrender", "R", "gives up the hand for part of the wager", rule="surrender")

_play("Ds", "double", "stand")
_play("Ph", "split", "hit")
_play("Ps", "split", "stand")
_play("Pd", "split", "double", "hit")
_play("Rh", "surrender", "hit")
_play("Rs", "surrender", "stand")
_play("Rp", "surrender", "split")

MOST = len(ACTIONS)

PASSED_OVER = (SPLIT, SURRENDER)
"""Actions that a rule skips if they are not legal, so that the next rule decides."""
