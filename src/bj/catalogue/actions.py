"""Actions: what a player can do with a hand, and the codes of charts that name them."""

from typing import NamedTuple

from bj.catalogue.layout import Layout


class Action(NamedTuple):
    """A way to play a hand."""

    name: str
    """The name of the action in rules of strategies and in answers."""
    number: int
    letter: str
    """The shortest answer that chooses the action, and its code in charts."""
    means: str
    """A phrase for what a player who takes the action does."""
    rule: str
    """The allowance in ``[rules]`` that decides whether the action is legal.

    It is an empty string if the action is always legal.
    """


class Play(NamedTuple):
    """A cell of a chart. The player takes the first of its actions that is legal."""

    code: str
    """The code that the chart shows in the cell."""
    actions: tuple[Action, ...]
    """The actions, in order of preference."""

    @property
    def rules(self) -> frozenset[str]:
        """The allowances that decide which of the cell's actions are legal."""
        return frozenset(action.rule for action in self.actions if action.rule)

    @property
    def name(self) -> str:
        """The name of the cell's play in a sentence."""
        first = self.actions[0]
        if self.code == first.letter:
            return first.name
        return " or ".join(action.name for action in self.actions)

    @property
    def legend(self) -> str:
        """The explanation of the code below a chart."""
        first, *others = (f"{action.name}s" for action in self.actions)
        if not others:
            return f"{self.code} {first}"
        return f"{self.code} {first}, or {' or '.join(others)} if that is not allowed"


ACTIONS: dict[str, Action] = {}

PLAYS: dict[str, Play] = {}
"""Maps codes in charts to cells. If a rule names an action, it means the cell with the action's letter."""

_numbers = Layout()


def _action(name: str, letter: str, means: str, *otherwise: str, rule: str = "") -> int:
    """Add an action, and the cell with its letter, to the catalogue. Return the number of the action."""
    number = _numbers.field()
    ACTIONS[name] = Action(name, number, letter, means, rule)
    _play(letter, name, *otherwise)
    return number


def _play(code: str, *names: str) -> None:
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
"""Actions that a rule skips if they are illegal, so that the next rule decides."""
