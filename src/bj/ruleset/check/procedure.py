"""Checks of the procedure: that what is asked for can be played in this order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bj.errors import KeyPath
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.model import Step


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a step of a hand takes for granted."""

    after: tuple[str, ...] = ()
    """Steps without which it makes no sense, and which come before it."""
    only_in: str = ""
    """The one list of steps that it may stand in."""
    once: bool = False
    """Whether it may stand there only once."""


CONDITIONS: Mapping[str, Conditions] = {
    "shuffle": Conditions(),
    "reshuffle": Conditions(),
    "announce hand": Conditions(only_in="hand"),
    "take wagers": Conditions(only_in="hand", once=True),
    "deal": Conditions(after=("take wagers",), only_in="hand", once=True),
    "pay naturals": Conditions(after=("deal",), only_in="hand", once=True),
    "players act": Conditions(after=("deal",), only_in="hand", once=True),
    "reveal hole card": Conditions(after=("deal",), only_in="hand", once=True),
    "dealer acts": Conditions(after=("deal", "players act", "reveal hole card"), only_in="hand", once=True),
    "settle": Conditions(after=("players act", "dealer acts"), only_in="hand", once=True),
    "announce standings": Conditions(),
}
"""The order that makes a hand of blackjack: nothing is settled before it is wagered, dealt and played."""

SHUFFLING_TOO_LATE = "deal"


@needs("procedure", "shoe")
def check_procedure(checking: Checking) -> None:
    """Every step can be played where it stands, and every hand that is wagered on is settled."""
    procedure = checking.ruleset.procedure
    for name, steps in (("game", procedure.game), ("hand", procedure.hand)):
        for index, step in enumerate(steps):
            _check_step(checking, ("procedure", name, index), step)
        _check_order(checking, name, steps)
    if not any(step.repeat for step in procedure.game):
        message = "the game never plays a hand"
        checking.fault(("procedure", "game"), message, 'add `{ repeat = "hand", while = "…" }`', key=True)
    names = [step.step for step in procedure.hand]
    if "take wagers" in names and "settle" not in names:
        message = "the wagers of a hand are never settled"
        checking.fault(("procedure", "hand"), message, 'add the step `"settle"`', key=True)
    if not any(entry.startswith("player") for entry in procedure.deal):
        checking.fault(("procedure", "deal"), "no card is dealt to a player", 'add `"player up"`')
    if "dealer up" not in procedure.deal:
        checking.fault(("procedure", "deal"), "the dealer has no upcard", 'add `"dealer up"`')


def _check_step(checking: Checking, path: KeyPath, step: Step) -> None:
    """A step is one thing, and its keys belong to it."""
    if (step.step is None) == (step.repeat is None):
        message = "a step either has a name or repeats other steps"
        checking.fault(path, message, 'write `"deal"` or `{ repeat = "hand", while = "…" }`')
    elif step.repeat is not None:
        if step.while_ is None:
            checking.fault(path, "this would be repeated for ever", 'add `while = "…"`')
        if path[1] != "game":
            checking.fault((*path, "repeat"), "a hand cannot be played inside a hand", "repeat it in `game`")
    elif step.while_ is not None:
        message = "only what is repeated has a `while`"
        checking.fault((*path, "while"), message, "use `if` for a condition", key=True)
    if step.step == "reshuffle" and checking.ruleset.shoe.reshuffle_when is None:
        message = "the ruleset does not say when to reshuffle"
        checking.fault(path, message, 'add `reshuffle_when = "cards_left < 20"` to [shoe]')


def _check_order(checking: Checking, name: str, steps: list[Step]) -> None:
    """The steps that a step needs come before it, in the same list."""
    done: list[str] = []
    for index, step in enumerate(steps):
        if step.step is None:
            continue
        path: KeyPath = ("procedure", name, index)
        conditions = CONDITIONS[step.step]
        needed = [other for other in conditions.after if other not in done]
        if conditions.only_in not in ("", name):
            checking.fault(path, f"`{step.step}` is a step of a hand", "move it into `hand`")
        elif conditions.once and step.step in done:
            checking.fault(path, f"`{step.step}` is played twice in a hand", "take one out")
        elif needed:
            message = f"`{step.step}` comes before `{needed[0]}`"
            present = any(other.step == needed[0] for other in steps)
            checking.fault(
                path, message, f"move it behind `{needed[0]}`" if present else f"add `{needed[0]}` before it"
            )
        elif step.step in ("shuffle", "reshuffle") and SHUFFLING_TOO_LATE in done and "settle" not in done:
            message = "the shoe is shuffled while cards are on the table"
            checking.fault(path, message, "shuffle before `deal` or after `settle`")
        done.append(step.step)
