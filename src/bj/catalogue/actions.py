"""Actions that a player can take with a hand, and their codes in charts."""

from typing import NamedTuple

from bj.catalogue.layout import Layout


class Action(NamedTuple):
    """A way to play a hand."""

    name: str
    """The action's name in strategy rules and in answers."""
    number: int
    letter: str
    """The shortest answer that selects the action, which is also its code in charts."""
    means: str
    """A phrase that says what the player does."""
    rule: str
    """The allowance in ``[rules]`` that determines whether the action is legal.

    An empty string if the action is always legal.
    """


class Play(NamedTuple):
    """The contents of a cell in a chart. The player takes the first action in it that is legal."""

    code: str
    """The code in the cell."""
    actions: tuple[Action, ...]
    """The actions, in order of preference."""

    @property
    def rules(self) -> frozenset[str]:
        """The allowances that determine which actions in the cell are legal."""
        return frozenset(action.rule for action in self.actions if action.rule)

    @property
    def name(self) -> str:
        """The name of the play, for use in sentences."""
        first = self.actions[0]
        if self.code == first.letter:
            return first.name
        return " or ".join(action.name for action in self.actions)

    @property
    def legend(self) -> str:
        """The entry for the code in a chart's legend."""
        first, *others = (f"{action.name}s" for action in self.actions)
        if not others:
            return f"{self.code} {first}"
        return f"{self.code} {first}, or {' or '.join(others)} if that is not allowed"


ACTIONS: dict[str, Action] = {}

PLAYS: dict[str, Play] = {}
"""Maps each chart code to a play.

A strategy rule that names an action works like a chart cell with the action's letter.
"""

_numbers = Layout()


def _action(name: str, letter: str, means: str, *otherwise: str, rule: str = "") -> int:
    """Add an action to the catalogue, together with the cell for its letter, and return its number."""
    number = _numbers.field()
    ACTIONS[name] = Action(name, number, letter, means, rule)
    _play(letter, name, *otherwise)
    return number


def _play(code: str, *names: str) -> None:
    PLAYS[code] = Play(code, tuple(ACTIONS[name] for name in names))


HIT = _action("hit", "H", "takes a card", rule="hit")
STAND = _action("stand", "S", "takes no more cards", rule="stand")
DOUBLE = _action("double", "D", "doubles the wager for one more card", "hit", rule="double")
SPLIT = _action("split", "P", "splits a pair into two hands, each with the same wager", rule="split")
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
"""Actions that a rule skips if they are illegal, leaving the decision to the next rule."""
