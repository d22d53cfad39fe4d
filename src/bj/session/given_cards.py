"""Cards and cuts that are given instead of drawn at random, one after another."""

from __future__ import annotations

from collections.abc import Callable

from bj.compiler.compile import Compiled
from bj.engine.face.driving import answer
from bj.engine.face.view import View
from bj.engine.layout.mode import Ints


class Given:
    """The given cards and cuts of a game."""

    def __init__(self, compiled: Compiled) -> None:
        self._all = {"cards": compiled.cards, "cuts": compiled.cuts}
        self._shoe = compiled.shoe
        self.warn: Callable[[str], object] = _say_nothing
        """Called once, with a message, when a card is given that the shoe cannot have any more."""
        self._left = {kind: iter(numbers) for kind, numbers in self._all.items()}

    def give(self, view: View, table: Ints) -> bool:
        """Give the card or cut that ``view.chance`` needs, and return whether one was left."""
        number = next(self._left[_needed(view)], None)
        if number is not None:
            if _needed(view) == "cards":
                self._look_for_another(view, number)
            answer(table, number)
        return number is not None

    def _look_for_another(self, view: View, card: int) -> None:
        """Warn of the first card that is given although all of its kind are on the table."""
        everybody = (view.dealer, *view.players)
        held = [held.card for person in everybody for hand in view.hands(person) for held in hand.cards]
        code, most = self._shoe.get(card, ("", 0))
        if most and held.count(card) >= most:
            lying = "it lies" if most == 1 else f"all {most} of them lie"
            self.warn(f"hand {view.hand_number}: {code} is dealt again, but {lying} on the table")
            self._shoe = {}

    def used_up(self, view: View) -> str:
        """The message that no card or cut is left for ``view.chance``."""
        kind = _needed(view)
        message = f"hand {view.hand_number}: the given {kind} are used up, all {len(self._all[kind])} of them"
        looks = kind == "cards" and view.looks_ahead
        return f"{message}; powers look at cards, or draw them, before they are dealt" if looks else message


def _say_nothing(message: str) -> None:
    """Ignore the message."""


def _needed(view: View) -> str:
    """The kind of thing to give: cards or cuts."""
    return "cuts" if view.chance is not None and view.chance.is_cut else "cards"
