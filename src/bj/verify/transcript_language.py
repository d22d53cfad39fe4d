"""Converts events to the lines that a program prints, and lines back to events."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import cached_property
from operator import itemgetter

from bj.compiler.compile import Compiled
from bj.record.events import HIDDEN, Event
from bj.record.transcript_lines import Script
from bj.record.transcript_reading import Inverse
from bj.ruleset.check import Checked
from bj.ruleset.shoe_size import largest_cut
from bj.verify.effort import LINE
from bj.verify.rulebook import without_role
from bj.verify.text import Text

LEAST_TOTAL = -30
"""The lowest total to recognize in a transcript. Negative totals are printed only by faulty programs."""


def turn_list(event: Event) -> Event:
    """Reverse the list of cards in an event."""
    return event._replace(cards=None if event.cards is None else event.cards[::-1])


class LastFirst(Script):
    """A script that lists the newest card first."""

    def say(self, event: Event) -> str:
        """Return the line that is printed for ``event``."""
        return super().say(turn_list(event))


class Language:
    """Converts between the events in a game and the lines that a program prints for them.

    A program may print a message in two places and reword it in only one of them. Therefore, lines that match
    the language ``right`` are recognized as well.
    """

    def __init__(
        self, key: Hashable, checked: Checked, compiled: Compiled, right: Language | None, *, last_first: bool
    ) -> None:
        self.key = key
        """A key for effort spent on this language, which stays the same if the language is created again."""
        self.checked = checked
        self.compiled = compiled
        self.right = right
        self.last_first = last_first
        """Whether lists of cards start with the newest card."""
        self.script = LastFirst(checked, compiled) if last_first else Script(checked, compiled)
        self._said: dict[tuple[str, int], Mapping[str, int]] = {}
        self._read: tuple[Text | None, dict[int, list[tuple[Event, int]]]] = None, {}
        """A cache for the events on the lines of the latest transcript."""
        self._longest: dict[int, tuple[Event | None, int]] = {}

    @cached_property
    def _inverse(self) -> Inverse:
        """Converts lines to events. Cards with an empty name are not recognized."""
        inverse = Inverse(self.script, self.compiled, LEAST_TOTAL)
        inverse.listed.pop("", None)
        return inverse

    def events_at(self, text: Text, at: int) -> list[tuple[Event, int]]:
        """Return the events that may have printed the text at the offset ``at``.

        Each event comes with the offset at which its text ends.
        """
        if self._read[0] is not text:
            self._read = text, {}
            self._longest.clear()
        known = self._read[1]
        if at not in known:
            text.effort.spend_once((self.key, at), LINE)
            found = self._inverse.events_at(text.content, at)
            if self.last_first:
                found = [(turn_list(event), end) for event, end in found]
            if not self.checked.model.cards.hidden:
                found = [(self._with_hidden(event), end) for event, end in found]
            known[at] = self.right.events_at(text, at) if not found and self.right is not None else found
        return known[at]

    def event_at(self, text: Text, at: int) -> tuple[Event | None, int]:
        """Return the event with the longest text at the offset ``at``, and the offset of the next line.

        The event is None if the line is not part of the game.
        """
        readings = self.events_at(text, at)
        if at not in self._longest:
            event, end = max(readings, key=itemgetter(1), default=(None, -1))
            self._longest[at] = event, text.after_line(at) if event is None else end + 1
        return self._longest[at]

    def _with_hidden(self, event: Event) -> Event:
        """Add the face-down cards, which the line does not list, to the cards in an event."""
        if without_role(event.key) != "table_hand" or event.person is None:
            return event
        role, shown = self.compiled.roles[event.person], iter(event.cards or ())
        deal = [card for card in self.checked.model.procedure.deal if card.startswith(role)]
        cards = [HIDDEN if card.endswith("down") else next(shown, HIDDEN) for card in deal]
        return event._replace(cards=(*cards, *shown))

    @cached_property
    def cards_in_words(self) -> Mapping[str, int]:
        """The card for each name, whether the name is used alone or in a list.

        A name shared by several cards refers to the first of them.
        """
        deck = self.compiled.deck[::-1]
        names = {self.script.list_card(card).strip(): card for card in deck}
        return names | {self.script.card_words(card)["card"]: card for card in deck}

    @cached_property
    def shows_suits(self) -> bool:
        """Whether any line of the game shows the suit of a card."""
        fields = {field for template in self.checked.texts.values() for field in template.fields}
        if "cards" in fields:
            fields |= {*self.checked.templates["cards", "listed"].fields}
        return not fields.isdisjoint(("card", "suit"))

    @cached_property
    def card_pattern(self) -> re.Pattern[str]:
        """A pattern that matches the name of any card."""
        names = sorted(filter(None, self.cards_in_words), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, names)))

    def without_cards(self, line: str) -> str:
        """Replace the names of cards in ``line``, which are only guesses, with ellipses."""
        return self.card_pattern.sub("…", line)

    @cached_property
    def largest_cut(self) -> int:
        """The largest number of cards that a cut may lift."""
        return largest_cut(self.checked.model)

    def lines_of(self, key: str, person: int) -> Mapping[str, int]:
        """Return every line that the event ``key`` may print, mapped to the card or the cut that it shows.

        Return an empty map if the lines do not show a card or a cut.
        """
        if (key, person) not in self._said:
            said = {} if self.right is None else dict(self.right.lines_of(key, person))
            if key == "cut":
                said |= {self.script.say(Event(key, cut=cut)): cut for cut in range(self.largest_cut + 1)}
            elif key in self.checked.texts:
                name = self.compiled.persons[person]
                for card in self.compiled.deck:
                    said.setdefault(self.script.say(Event(key, person, name, card=card)), card)
            self._said[key, person] = said if len(said) > 1 else {}
        return self._said[key, person]
