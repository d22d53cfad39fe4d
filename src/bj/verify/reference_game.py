"""The game that a transcript is compared with: the rules with all differences found so far."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import itemgetter, or_
from typing import NamedTuple

from bj.compiler.compile import Compiled
from bj.engine.face.driving import deal_by_hand
from bj.record.events import HIDDEN, Event
from bj.record.inverse import Inverse
from bj.record.script import Script
from bj.ruleset.check import Checked
from bj.ruleset.shoe_size import largest_cut
from bj.ruleset.templates import Template
from bj.verify.effort import LINE
from bj.verify.fractional_payouts import broken_payouts
from bj.verify.hook_names import AS_IT_COMES
from bj.verify.possible_random_plays import ChanceBounds
from bj.verify.rulebook import without_role
from bj.verify.text import Text


class Leeway(NamedTuple):
    """Tolerated differences, and behaviour that no ruleset can express."""

    texts: Mapping[str, Template | None] = {}
    """Maps events to different templates; None for events without a line."""
    called: Mapping[str, str] = {}
    """Maps persons to different names."""
    loose: AbstractSet[tuple[str, str]] = frozenset()
    """Pairs of an event and a field that may have any value."""
    extra: AbstractSet[str] = frozenset()
    """Lines that may appear anywhere (see ``matching.patterns``)."""
    hooks: AbstractSet[str] = frozenset()
    """The names of deviations (see ``hook_names``)."""
    cards: bool = False
    """Whether all cards are taken from the transcript."""
    cuts: bool = False
    """Whether all cuts are taken from the transcript."""
    without_blank_lines: bool = False
    with_zeros: bool = False
    """Whether whole numbers may have unnecessary decimals."""
    spaced: AbstractSet[str] = frozenset()
    """Events, without the role, whose lines may be spaced differently."""
    last_first: bool = False
    """Whether lists of cards start with the newest card."""
    free: AbstractSet[int] = frozenset()
    """Persons whose decisions are all taken from the transcript."""

    @property
    def is_vague(self) -> bool:
        """Whether many transcripts fit, because values are ignored or taken from the transcript."""
        return bool(self.loose or self.extra or self.free or self.cards or self.hooks & AS_IT_COMES)


NONE = Leeway()


def all_of(leeways: Iterable[Leeway]) -> Leeway:
    """Combine leeways: everything that any of them allows; the last template of an event wins."""
    return Leeway(*(reduce(or_, column) for column in zip(NONE, *leeways, strict=True)))


def turn_list(event: Event) -> Event:
    """Reverse the list of cards of an event."""
    return event._replace(cards=None if event.cards is None else event.cards[::-1])


class LastFirst(Script):
    """A script in which lists of cards begin with the newest card."""

    def say(self, event: Event) -> str:
        """The line of ``event``."""
        return super().say(turn_list(event))


class Language:
    """The lines of a game: the template of each event, and the events of each line.

    A program may print a line in two places and reword only one of them, so lines in the ``right`` wording
    are also understood.
    """

    def __init__(
        self, checked: Checked, compiled: Compiled, right: Language | None, *, last_first: bool
    ) -> None:
        self.checked = checked
        self.compiled = compiled
        self.right = right
        self.last_first = last_first
        """Whether lists of cards start with the newest card."""
        self.script = LastFirst(checked, compiled) if last_first else Script(checked, compiled)
        self._said: dict[tuple[str, int], Mapping[str, int]] = {}
        self._read: tuple[Text | None, dict[int, list[tuple[Event, int]]]] = None, {}
        """Caches the latest transcript with the events of its lines."""
        self._longest: dict[int, tuple[Event | None, int]] = {}

    @cached_property
    def _inverse(self) -> Inverse:
        """Reads lines as events; it does not read cards without a name."""
        inverse = Inverse(self.script, self.compiled)
        inverse.listed.pop("", None)
        return inverse

    def events_at(self, text: Text, at: int) -> list[tuple[Event, int]]:
        """The possible events of the lines at an offset, each with its end."""
        if self._read[0] is not text:
            self._read = text, {}
            self._longest.clear()
        known = self._read[1]
        if at not in known:
            text.effort.spend(LINE)
            found = self._inverse.events_at(text.content, at)
            if self.last_first:
                found = [(turn_list(event), end) for event, end in found]
            if not self.checked.model.cards.hidden:
                found = [(self._with_hidden(event), end) for event, end in found]
            known[at] = self.right.events_at(text, at) if not found and self.right is not None else found
        return known[at]

    def event_at(self, text: Text, at: int) -> tuple[Event | None, int]:
        """The longest event at an offset, or None, and the start of the line after it."""
        readings = self.events_at(text, at)
        if at not in self._longest:
            event, end = max(readings, key=itemgetter(1), default=(None, -1))
            self._longest[at] = event, text.after_line(at) if event is None else end + 1
        return self._longest[at]

    def _with_hidden(self, event: Event) -> Event:
        """Add face-down cards to the list of an event."""
        if without_role(event.key) != "table_hand" or event.person is None:
            return event
        role, shown = self.compiled.roles[event.person], iter(event.cards or ())
        deal = [card for card in self.checked.model.procedure.deal if card.startswith(role)]
        cards = [HIDDEN if card.endswith("down") else next(shown, HIDDEN) for card in deal]
        return event._replace(cards=(*cards, *shown))

    @cached_property
    def cards_in_words(self) -> Mapping[str, int]:
        """Maps names of cards, alone or in a list, to cards; a shared name means the first of them."""
        deck = self.compiled.deck[::-1]
        names = {self.script.list_card(card).strip(): card for card in deck}
        return names | {self.script.card_words(card)["card"]: card for card in deck}

    @cached_property
    def card_pattern(self) -> re.Pattern[str]:
        """A pattern for names of cards."""
        names = sorted(filter(None, self.cards_in_words), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, names)))

    def without_cards(self, line: str) -> str:
        """A line with dots instead of its cards, for cards that are guesses."""
        return self.card_pattern.sub("…", line)

    @cached_property
    def largest_cut(self) -> int:
        """The largest possible cut."""
        return largest_cut(self.checked.model)

    def lines_of(self, key: str, person: int) -> Mapping[str, int]:
        """Maps each possible line of an event to its card or cut; empty if the lines show none."""
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


@dataclass(frozen=True, eq=False)
class ReferenceGame:
    """The expected game, and the differences tolerated in its lines."""

    compiled: Compiled
    language: Language
    leeway: Leeway = NONE
    chance_bounds: Mapping[int, ChanceBounds] = field(default_factory=dict)
    """Maps persons whose decisions are taken from the transcript to the limits of chance."""
    answers: Sequence[str] | None = None
    """The typed lines, if the transcript does not show them; otherwise None."""

    @property
    def checked(self) -> Checked:
        """The ruleset with the expected templates."""
        return self.language.checked

    @property
    def script(self) -> Script:
        """The script that prints the expected lines."""
        return self.language.script

    @cached_property
    def broken_payouts(self) -> Mapping[str, Collection[tuple[int, int]]]:
        """The payouts that may be rounded, keyed by the event that settles the hand."""
        return broken_payouts(self.compiled, self.leeway.hooks)

    @cached_property
    def start(self) -> list[int]:
        """The table before the game; games are played on copies of it."""
        table = self.compiled.table.copy()
        deal_by_hand(self.compiled.program, table, cards=self.leeway.cards, cuts=self.leeway.cuts)
        return table
