"""Reads transcripts: finds the events that could have printed a line.

Each template is matched against the line piece by piece. A field can contain only names, cards and phrases
from the game, or a number written in the same way as in transcripts. This limits the number of ways to read a
line, so that no line takes too long.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from bj.cards import SUITS, card_number
from bj.catalogue.events import CARD_MASK, EVENTS, LINE_FIELDS, LINE_NUMBERS, NO_PARTNER, PLAYER
from bj.catalogue.fields import FIELDS
from bj.catalogue.limits import MOST_DECIMALS, MOST_HELD
from bj.compiler.compile import Compiled
from bj.record.events import HIDDEN, KINDS, LINE, VICTORY, Event
from bj.record.transcript_lines import Script, format_amount
from bj.ruleset.check import Checked
from bj.ruleset.templates import Template, TemplateField, fill_in, pad, shown_in

KEPT = 4_000
"""The number of texts whose events are cached. Most lines in a transcript occur more than once."""

MAKING_CARDS = ("add card", "change card")
"""The effects that can create cards that are not in the pack."""

LONGEST_KEPT = 400
"""The maximum number of characters in a cached text. Longer texts are rarely repeated."""

MOST_EVENTS = 1_000
"""The maximum number of events to find for a line.

Without a limit, a list of similar cards could match millions of events.
"""

MOST_READINGS = 10_000
"""The maximum number of partial matches between a line and a template.

Without a limit, adjacent numbers could produce millions of matches.
"""

LARGEST = 1 << 63
"""The limit for numbers in a record, which are at least -LARGEST and below LARGEST."""

NUMBERS = {
    field
    for field in (*LINE_NUMBERS, *(field for event in EVENTS.values() for field in event.numbers))
    if not FIELDS[field].is_person
}
"""The template fields that contain numbers."""

COUNTS = (1 << MOST_HELD + 1) - 1
"""A bit mask of all possible lengths for a list of cards."""

NUMBER = re.compile(rf"-?[0-9]{{1,20}}(?:\.[0-9]{{1,{MOST_DECIMALS}}})?")


class Memory(NamedTuple):
    """A field that shows the value of a memory."""

    field: TemplateField
    which: int
    """The index of the memory among those that the speech or line shows."""
    decimals: int


class Spoken(NamedTuple):
    """A field whose spoken text can include the values of memories."""

    field: TemplateField
    pieces: tuple[str | Memory, ...]


Choices: TypeAlias = list[tuple[str | Spoken, Mapping[str, Any]]]
"""The texts that a field can contain, each with the event fields that can be inferred from it."""

Piece: TypeAlias = str | TemplateField | Memory | Choices
"""A piece of a template: literal text, a number, a list of cards, a memory, or a choice of texts."""


class Reading(NamedTuple):
    """A partial reading of a line as an event."""

    event: Event
    at: int
    """The offset up to which the text has been read."""
    piece: int = 0
    """The number of template pieces read so far."""
    cards: tuple[int, int] = (0, 0)
    """The offsets in the text at which the list of cards begins and ends."""


def _possible_cards(checked: Checked, deck: Sequence[int]) -> tuple[int, ...]:
    """Return the cards in ``deck``, followed by all other cards if a power can add or change cards."""
    made = any(reaction.do in MAKING_CARDS for _, reaction in checked.model.all_reactions())
    ranks = range(len(checked.pack.named) if made else 0)
    others = (card_number(rank, suit) for suit in range(len(SUITS)) for rank in ranks)
    return tuple(dict.fromkeys((*deck, *others)))


class Inverse:
    """Finds the events that could have printed the lines in a transcript.

    Fields that cannot be inferred from a line are None. The person, however, is known if only one person has
    the role. If a line reveals only part of a field, such as the rank of a card, there is an event for each
    possible value.
    """

    def __init__(self, script: Script, compiled: Compiled, least_total: int = 0) -> None:
        """Prepare to read the lines that ``script`` prints.

        Totals below ``least_total`` are not recognized. Only a faulty program prints totals below 0.
        """
        self.script = script
        self.least_total = least_total
        self.roles = compiled.roles
        self.cards = _possible_cards(script.checked, compiled.deck)
        self.listed: dict[str, list[int]] = {}
        """Maps each text that can appear in a list of cards to the cards it can represent, including
        face-down cards.
        """
        for card in (*self.cards, HIDDEN):
            self.listed.setdefault(script.list_card(card), []).append(card)
        checked = script.checked
        lines = [
            (Event(LINE, line=at), self._with_memories(checked.templates[path], LINE_FIELDS))
            for at, path in enumerate(compiled.lines)
        ]
        events = [(Event(key), template.pieces) for key, template in checked.texts.items()]
        victories = [(Event(VICTORY, team=at), team.victory) for at, team in enumerate(checked.model.teams)]
        self.templates: list[tuple[Event, list[Piece]]] = [
            (event, [self._prepare(event, piece) for piece in pieces]) for event, pieces in (*events, *lines)
        ]
        """For each kind of event, an event without known fields, and the pieces of its template."""
        self.templates += [(event, [victory]) for event, victory in victories if victory]
        self._most_lines = max((self._lines_of(pieces) for _, pieces in self.templates), default=1)
        self._known: dict[str, list[tuple[Event, int]]] = {}
        """Caches the events that can print the beginning of each text, each with the number of characters
        that it prints.

        A text has as many lines as an event can print.
        """

    def events_at(self, text: str, at: int) -> list[tuple[Event, int]]:
        """Return the events whose text begins at the offset ``at``, each with the end offset of its text.

        Several events may print the same text. The list is empty if no event matches.
        """
        end = at - 1
        for _ in range(self._most_lines):
            end = text.find("\n", end + 1)
            if end < 0:
                end = len(text)
                break
        lines = text[at:end]
        known = self._known.get(lines)
        if known is None:
            known = list(islice(self._read(lines), MOST_EVENTS))
            if len(self._known) == KEPT:
                self._known.clear()
            if len(lines) <= LONGEST_KEPT:
                self._known[lines] = known
        return [(event, at + length) for event, length in known]

    def _lines_of(self, pieces: Sequence[Piece]) -> int:
        """Return the maximum number of lines that ``pieces`` of a template can print."""
        lines = 1
        for piece in pieces:
            if isinstance(piece, str):
                lines += piece.count("\n")
            elif isinstance(piece, list):
                lines += max((line_ends(words) for words, _ in piece), default=0)
            elif isinstance(piece, TemplateField) and piece.name == "cards":
                lines += MOST_HELD * max(words.count("\n") for words in self.listed)
        return lines

    def _read(self, text: str) -> Iterator[tuple[Event, int]]:
        """Yield the events that could print the beginning of ``text``, each with the length of its text."""
        for nothing_known, pieces in self.templates:
            if pieces and isinstance(pieces[0], str) and not text.startswith(pieces[0]):
                continue
            waiting, tried = [Reading(nothing_known, 0)], 0
            while waiting and tried < MOST_READINGS:
                reading, tried = waiting.pop(), tried + 1
                at = reading.at
                if reading.piece < len(pieces):
                    # reversed, so that the first reading is tried first
                    waiting += [*self._go_on(text, reading, pieces[reading.piece])][::-1]
                elif at == len(text) or text[at] == "\n":
                    yield from ((event, at) for event in self._finish(text, reading))

    def _go_on(self, text: str, reading: Reading, piece: Piece) -> Iterator[Reading]:
        """Extend ``reading`` by one ``piece`` of the template, in every possible way."""
        event, at, number, cards = reading
        if isinstance(piece, str):
            if text.startswith(piece, at):
                yield Reading(event, at + len(piece), number + 1, cards)
        elif isinstance(piece, list):
            for words, values in piece:
                if isinstance(words, Spoken):
                    for memories, end in self._spoken(text, at, words) if agrees(event, values) else ():
                        yield Reading(event._replace(**values, memories=memories), end, number + 1, cards)
                elif text.startswith(words, at) and agrees(event, values):
                    yield Reading(event._replace(**values), at + len(words), number + 1, cards)
        elif isinstance(piece, Memory):
            for memories, end in self._remembered(text, at, piece, event.memories or ()):
                yield Reading(event._replace(memories=memories), end, number + 1, cards)
        elif piece.name == "cards":
            for end in self._ends_of_lists(text, at):
                yield Reading(event, end, number + 1, (at, end))
        else:
            for value, end in self._numbers(text, at, piece):
                values = {piece.name: value}
                if agrees(event, values):
                    yield Reading(event._replace(**values), end, number + 1, cards)

    def _finish(self, text: str, reading: Reading) -> Iterator[Event]:
        """Complete a reading of the whole line, and yield the events that could have printed it."""
        event = reading.event
        row = KINDS[event.key]
        if row.has_person and event.person is None:
            in_role = [person for person, role in enumerate(self.roles) if role == role_of(event)]
            if len(in_role) == 1:
                event = event._replace(person=in_role[0], name=self.script.persons[in_role[0]])
        if row.part == "whole":
            yield event
        else:
            for cards in self._cards(text, *reading.cards):
                yield event._replace(cards=cards)

    # --- words ---------------------------------------------------------------------------------------------

    def _prepare(self, event: Event, piece: str | TemplateField | Memory) -> Piece:
        """Prepare a piece of a template.

        A field that contains words becomes a list of the texts it can contain.
        """
        if isinstance(piece, str | Memory) or piece.name == "cards" or piece.name in NUMBERS:
            return piece
        if piece.name == "words":
            return [*self._said(piece, role_of(event))]
        return [(pad(word, piece), values) for word, values in self._words(piece.name, role_of(event))]

    def _said(self, field: TemplateField, role: str) -> Iterator[tuple[str | Spoken, Mapping[str, Any]]]:
        """Yield each text that people in a role can say, with the event fields that follow from it."""
        for person, name in enumerate(self.script.persons):
            for phrase in range(len(self.script.phrases[person])) if self.roles[person] == role else ():
                said = self.script.words_of(person, phrase)
                who = {"person": person, "name": name, "phrase": phrase}
                pieces = self._with_memories(fill_in(said, {"name": name}))
                spoken = tuple(each for each in pieces if not isinstance(each, TemplateField))
                if any(isinstance(each, Memory) for each in spoken):
                    yield Spoken(field, spoken), who
                else:
                    yield pad("".join(map(str, spoken)), field), who

    def _words(self, field: str, role: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the texts that a field can contain in events about the given role.

        Each comes with the event fields that can be inferred from it.
        """
        if field in ("card", "rank", "suit"):
            yield from ((self.script.card_words(card)[field], {"card": card}) for card in self.cards)
            return
        if field == "total":
            totals = range(self.least_total, CARD_MASK + 1)
            yield from ((self.script.totals(total), {"total": total}) for total in totals)
            return
        if field == "bet":
            yield from ((name, {"bet": number}) for number, name in enumerate(self.script.bets))
            return
        if field == "partner":
            yield from ((name, {"partner": person}) for person, name in enumerate(self.script.persons))
            yield "", {"partner": NO_PARTNER}
            return
        if field == "team":
            yield from ((name, {"team": number}) for number, name in enumerate(self.script.team_names))
            return
        for person, name in enumerate(self.script.persons):
            who = {"person": person, "name": name}
            if (self.roles[person] == role) == (field == "winner"):
                continue  # a winner has the other role
            if field == "winner":
                yield name, {"winner": person}
            else:
                yield self.script.padded(name) if field == "padded_name" else name, who

    # --- memories ------------------------------------------------------------------------------------------

    def _with_memories(
        self, template: Template, own: Container[str] = ()
    ) -> tuple[str | TemplateField | Memory, ...]:
        """Return the pieces of a template.

        Fields that show memories become ``Memory`` objects. Fields in ``own`` never show memories.
        """
        names, is_money = shown_in(template, own), self.script.checked.shows_money
        return tuple(
            Memory(piece, names.index(piece.name), self.script.decimals if is_money(piece.name) else 0)
            if isinstance(piece, TemplateField) and piece.name in names
            else piece
            for piece in template.pieces
        )

    def _remembered(
        self, text: str, at: int, memory: Memory, known: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Read a memory at the offset ``at``, after the memories in ``known``.

        For each way to read it, yield all memories so far and the offset at which the field ends.
        """
        for value, end in self._amounts(text, at, memory.field, memory.decimals):
            if memory.which == len(known):
                yield (*known, value), end
            elif known[memory.which] == value:
                yield known, end

    def _spoken(self, text: str, at: int, spoken: Spoken) -> Iterator[tuple[tuple[int, ...], int]]:
        """Read speech at the offset ``at``.

        For each way to read it, yield the memories that it shows and the offset at which the field ends.
        """
        spaces = len(text) - at - len(text[at:].lstrip(" "))
        begins = range(at, at + min(spaces, spoken.field.width) + 1)
        waiting: list[tuple[tuple[int, ...], int, int, int]] = [((), begin, begin, 0) for begin in begins]
        tried = 0
        while waiting and tried < MOST_READINGS:
            (memories, begin, end, number), tried = waiting.pop(), tried + 1
            if number == len(spoken.pieces):
                said = pad(text[begin:end], spoken.field)
                if text.startswith(said, at):
                    yield memories, at + len(said)
                continue
            piece = spoken.pieces[number]
            if isinstance(piece, Memory):
                found = self._remembered(text, end, piece, memories)
                waiting += [(more, begin, after, number + 1) for more, after in found]
            elif text.startswith(piece, end):
                waiting.append((memories, begin, end + len(piece), number + 1))

    # --- numbers -------------------------------------------------------------------------------------------

    def _numbers(self, text: str, at: int, field: TemplateField) -> Iterator[tuple[int, int]]:
        return self._amounts(text, at, field, self.script.decimals if FIELDS[field.name].is_money else 0)

    def _amounts(self, text: str, at: int, field: TemplateField, decimals: int) -> Iterator[tuple[int, int]]:
        """Yield the numbers that a field at the offset ``at`` can contain, each with the end of the field.

        ``decimals`` is the maximum number of decimal places.
        """
        for value, written in numbers_at(text, at, field.width, decimals):
            padded = pad(written, field)
            if -LARGEST <= value < LARGEST and text.startswith(padded, at):
                yield value, at + len(padded)

    # --- lists of cards ------------------------------------------------------------------------------------

    def _ends_of_lists(self, text: str, start: int) -> Mapping[int, int]:
        """Return the possible lengths of a list of cards that begins at ``start``, keyed by where it ends.

        The lengths for each end are a bit mask. Ends are visited in ascending order, so all lengths for an
        end are known before the list is extended from there.
        """
        found = {start: 1}
        at = last = start
        while at <= last:
            counts = found.get(at, 0)
            if counts and "" in self.listed:  # a card with an empty name can be repeated any number of times
                counts = found[at] = COUNTS & -(counts & -counts)
            longer = counts << 1 & COUNTS
            for words in self.listed if longer else ():
                if words and text.startswith(words, at):
                    end = at + len(words)
                    found[end] = found.get(end, 0) | longer
                    last = max(last, end)
            at += 1
        return found

    def _cards(self, text: str, start: int, end: int) -> Iterator[tuple[int, ...]]:
        """Yield the lists of cards that can be written between two offsets.

        The lists are read backwards, so that there are no dead ends.
        """
        found = self._ends_of_lists(text, start)
        waiting: list[tuple[int, int, tuple[int, ...]]] = [
            (end, count, ()) for count in range(MOST_HELD + 1) if found[end] >> count & 1
        ]
        while waiting:
            at, count, cards = waiting.pop()
            if count == 0:
                yield cards
                continue
            for words, alike in self.listed.items():
                before = at - len(words)
                if found.get(before, 0) >> (count - 1) & 1 and text.startswith(words, before):
                    waiting += [(before, count - 1, (card, *cards)) for card in alike]


def line_ends(words: str | Spoken) -> int:
    """Return the number of line breaks in a text or in speech."""
    pieces = (words,) if isinstance(words, str) else words.pieces
    return sum(piece.count("\n") for piece in pieces if isinstance(piece, str))


def role_of(event: Event) -> str:
    """Return the role of the person that ``event`` is about."""
    return EVENTS[event.key].role if event.key in EVENTS else PLAYER


def agrees(event: Event, values: Mapping[str, Any]) -> bool:
    """Return whether ``values`` are compatible with the fields of ``event`` that are already known.

    ``values`` are the fields that can be inferred from part of a line.
    """
    return all(getattr(event, field) in (None, "", value) for field, value in values.items())


def numbers_at(text: str, at: int, width: int, decimals: int) -> Iterator[tuple[int, str]]:
    """Yield each number that ``text`` can contain at the offset ``at``, after at most ``width`` spaces.

    Each comes with the characters that represent it.

    >>> list(numbers_at("at 17.50", 3, 0, 2)), list(numbers_at("  -0.5", 0, 4, 2))
    ([(100, '1'), (1700, '17'), (1750, '17.5')], [(-50, '-0.5')])
    """
    begin = at
    while begin - at < width and text.startswith(" ", begin):
        begin += 1
    longest = NUMBER.match(text, begin)
    for end in range(begin + 1, longest.end() + 1 if longest else 0):
        written = text[begin:end]
        whole, _, part = written.removeprefix("-").partition(".")
        if written[-1].isdigit() and len(part) <= decimals:
            units = int(whole + part.ljust(decimals, "0")) * (-1 if written[0] == "-" else 1)
            if format_amount(units, decimals) == written:
                yield units, written
