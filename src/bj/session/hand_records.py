"""Describes the hands in a game: wagers, cards, decisions and results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bj.cards import card_code
from bj.compiler.compile import Compiled
from bj.engine.face.view import View
from bj.record.events import Event, read
from bj.record.transcript_lines import format_amount
from bj.session.point_of_view import HIDDEN

OPEN = {
    "bets",
    "dealt",
    "hits",
    "stands",
    "doubles",
    "splits",
    "part",
    "surrenders",
    "insures",
    "raises",
    "sits_out",
    "leaves",
    "replays",
}
"""The keys, without their prefixes, of events that everyone sees: wagers, cards and decisions."""

SECRET = {
    "dealt_down",
    "looks",
    "looks_ahead",
    "discards",
    "exchanges",
    "puts_back",
    "gives_card",
    "takes_card",
}
"""The keys, without their prefixes, of events with a card that only one person may see."""

OF_TABLE = {"hole_card", "side_bet", "hand_void"}
"""The keys of other events about hands, which have no prefix such as ``player_`` or ``dealer_``."""


NOBODY = -1
"""The owner of an act that no person may see because it would reveal cards, such as a cut."""


class Beginning(NamedTuple):
    """The state of a game at the beginning of a hand."""

    at: int
    """The number of recorded integers when the hand begins."""
    hand: int
    round: int
    earnings: tuple[int, ...]


class Act(NamedTuple):
    """An action by a person, or a card or cut supplied by the program."""

    at: int
    """The number of recorded integers before the act."""
    label: str
    owner: int | None
    """The only person who may see the act, NOBODY if no person may see it, or None if everyone may see it."""


class HandNotes:
    """Notes taken during a game: the beginning of each hand, and all acts."""

    def __init__(self) -> None:
        self._beginnings: list[Beginning] = []
        self._acts: list[Act] = []

    def begin(self, at: int, view: View, persons: int) -> None:
        """Note the beginning of a hand, or the end of the game."""
        earnings = tuple(view.earnings(person) for person in range(persons))
        self._beginnings.append(Beginning(at, view.hand_number, view.round_number, earnings))

    def act(self, at: int, label: str, owner: int | None) -> None:
        """Note an act. The arguments are the fields of ``Act``."""
        self._acts.append(Act(at, label, owner))

    def hands(
        self, numbers: Sequence[int], compiled: Compiled, codes: str, observer: int | None
    ) -> list[dict[str, Any]]:
        """Describe the hands in ``numbers``, a game's record, as far as the ``observer`` may see them."""
        found = []
        *beginnings, end = self._beginnings
        for place, hand in enumerate(beginnings):
            after = beginnings[place + 1] if place + 1 < len(beginnings) else end
            first = hand.at if place else 0
            events = read(numbers[first : after.at], compiled.persons)
            changes = zip(compiled.persons, after.earnings, hand.earnings, strict=True)
            found.append(
                {
                    "number": hand.hand,
                    **({"round": hand.round} if hand.round else {}),
                    "play": list(_describe(events, compiled.decimals, codes, observer)),
                    "won": {
                        name: format_amount(new - old, compiled.decimals)
                        for name, new, old in changes
                        if new != old
                    },
                    "actions": [
                        HIDDEN if observer is not None and act.owner not in (None, observer) else act.label
                        for act in self._acts
                        if (first <= act.at or not place) and (act.at < after.at or after is end)
                    ],
                }
            )
        return found


def _describe(events: Iterator[Event], decimals: int, codes: str, observer: int | None) -> Iterator[str]:
    for event in events:
        verb = event.key.removeprefix("player_").removeprefix("dealer_")
        if verb not in OPEN and verb not in SECRET and event.key not in OF_TABLE:
            continue
        amount = event.amount if event.amount is not None else event.wager
        words = [verb.replace("_", " ")]
        if event.card is not None:
            is_seen = verb not in SECRET or observer in (None, event.person)
            words.append(card_code(event.card, codes) if is_seen else HIDDEN)
        if event.part is not None:
            words.append(str(event.part))
        elif amount is not None:
            words.append(format_amount(amount, decimals))
        yield f"{event.name}: {' '.join(words)}"
