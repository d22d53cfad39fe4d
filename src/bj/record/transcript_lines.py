"""Turns recorded events into the lines of a transcript, and caches lines for reuse.

Every code has a line, which is prepared when it is first needed, with names and cards filled in. Only the
numbers are filled in each time the line is printed.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from bj.cards import SUITS, rank_of, suit_of
from bj.catalogue.events import LINE_FIELDS, EventKind
from bj.catalogue.fields import FIELDS
from bj.compiler.compile import Compiled
from bj.faults_and_fixes import KeyPath
from bj.record.events import HIDDEN, LINE, VICTORY, Event, split_code, write
from bj.ruleset.check import Checked
from bj.ruleset.check.expressions_and_templates import words_of
from bj.ruleset.model import Strategy
from bj.ruleset.model.output import find_key
from bj.ruleset.templates import Alignment, Template, TemplateField, pad, shown_in

MOST_KEPT = 4_000_000
"""The maximum number of characters in cached lines, enough for thousands of long lines."""

PIECE = 256
"""The maximum number of recorded numbers, and therefore of lines, in one piece of the transcript."""


class Number(NamedTuple):
    """A placeholder for a number from the event, with the number's zero-based index and its formatting."""

    which: int
    width: int
    align: Alignment
    decimals: int
    names: Sequence[str] = ()
    """The names of all people in the game, if the number is the index of a person."""


class EventLine(NamedTuple):
    """A line with placeholders for the numbers in an event."""

    size: int
    """How many recorded numbers the event takes up: the code and the numbers that follow it."""
    say: Callable[..., str]
    """A function that formats the line with the numbers in an event."""
    length: int
    """The number of characters in the line, without the numbers."""


Entry: TypeAlias = "str | EventLine"


class Script(dict[int, Entry]):
    """Maps the code of each event to its line, which is either complete or has placeholders for numbers."""

    def __init__(self, checked: Checked, compiled: Compiled) -> None:
        super().__init__()
        self.checked = checked
        self.persons = compiled.persons
        self.longest_name = max(len(name) for name in compiled.persons)
        self.phrases = compiled.phrases
        self.lines = compiled.lines
        self.bets = compiled.bets
        self.team_names = [team.name or team.id for team in checked.model.teams]
        self.decimals = compiled.decimals
        self.totals = checked.model.cards.write_total
        self.kept = 0

    def __missing__(self, code: int) -> Entry:
        """Prepare the line for ``code``, and cache it if there is room."""
        row, person, coded = split_code(code)
        template = self.checked.texts.get(row.key)
        if template is None or row.part != "whole" or row.memories:
            entry = self._unusual_entry(row, person, coded)
        else:
            entry = self._template_entry(template, self._words(row, person, coded), row.numbers)
        self.kept += len(entry) if isinstance(entry, str) else entry.length
        if self.kept <= MOST_KEPT:
            self[code] = entry
        return entry

    def pieces(self, event: Event) -> Iterator[tuple[str, tuple[KeyPath, ...]]]:
        """Split the line for ``event`` into pieces, each with the ruleset keys that it comes from.

        The key of the template comes first. For speech, the key of the reaction follows.
        """
        spoken = self._reaction(event)
        for code, text in self._texts(event):
            yield text, (self._key(code), *spoken)

    def say(self, event: Event) -> str:
        """Return the line that ``event`` prints."""
        return "".join(text for _, text in self._texts(event))

    def _texts(self, event: Event) -> Iterator[tuple[int, str]]:
        numbers, at = write(event), 0
        while at < len(numbers):
            entry = self[numbers[at]]
            size = 1 if isinstance(entry, str) else entry.size
            yield numbers[at], entry if isinstance(entry, str) else entry.say(*numbers[at + 1 : at + size])
            at += size

    def _reaction(self, event: Event) -> tuple[KeyPath, ...]:
        """Return the path of the reaction that made someone speak in ``event``.

        Reactions of the person take precedence over those in the strategy.
        """
        if event.person is None or event.phrase is None:
            return ()
        model, words = self.checked.model, self.phrases[event.person][event.phrase]
        found: list[tuple[bool, KeyPath]] = [
            (isinstance(holder, Strategy) or holder.name != event.name, (*path, "say"))
            for place, holder in model.holders()
            for path, reaction in model.reactions_with_powers((*place, "reactions"), holder)
            if reaction.say == words
        ]
        return tuple(path for _, path in sorted(found, key=lambda item: item[0])[:1])

    def _key(self, code: int) -> KeyPath:
        row, _, coded = split_code(code)
        if row.key == VICTORY:
            return ("teams", coded, "victory")
        if row.part == "card":
            return ("cards", "hidden" if coded == HIDDEN else "listed")
        if row.key == LINE:
            return self.lines[coded]
        return ("output", find_key(self.checked.model.output, row))

    def _unusual_entry(self, row: EventKind, person: int, coded: int) -> Entry:
        """Prepare a line that is part of a list, shows memories, announces a victory, or prints nothing."""
        if row.key == VICTORY:
            victory = self.checked.model.teams[coded].victory
            return victory + "\n" if victory else ""
        if row.part == "card":
            return self.list_card(coded)
        name = self.persons[person]
        if row.key == LINE:
            line = self.checked.templates[self.lines[coded]]
            return self._template_entry(line, {"name": name}, row.numbers, shown_in(line, LINE_FIELDS))
        if row.part != "whole":
            return self._list_part(row, name, coded)
        template = self.checked.texts.get(row.key)
        if template is not None:
            return self._speech_entry(template, self._words(row, person, 0), self.words_of(person, coded))
        return EventLine(size=row.size, say=print_nothing, length=0) if row.size > 1 else ""

    def _words(self, row: EventKind, person: int, coded: int) -> dict[str, str]:
        """Return the texts of the fields that an event's code determines, keyed by field."""
        name = self.persons[person]
        words = {"name": name, "padded_name": self.padded(name), "total": self.totals(coded)}
        if row.coded == "card":
            words |= self.card_words(coded)
        elif row.coded == "winner":
            words["winner"] = self.persons[coded]
        elif row.coded == "phrase" and not row.memories:
            words["words"] = fill(self.words_of(person, coded), {"name": name})
        elif row.coded == "bet":
            words["bet"] = self.bets[coded]
        elif row.coded == "team":
            words["team"] = self.team_names[coded]
        return words

    def words_of(self, person: int, phrase: int) -> Template:
        """Return the template for one of the phrases that a person can say, given its index."""
        return words_of(self.checked, self.phrases[person][phrase])

    def spoken(self, event: Event) -> str:
        """Return what is said in an event, with names and memories filled in."""
        said = self.words_of(event.person or 0, event.phrase or 0)
        names = shown_in(said, ("name",))
        return formatter_for(self._with_placeholders(said, {"name": event.name}, names, names))(
            *(event.memories or ())
        )

    def _speech_entry(self, template: Template, words: Mapping[str, str], said: Template) -> EventLine:
        names = shown_in(said, ("name",))
        pieces = self._with_placeholders(said, {"name": words["name"]}, names, names)
        speak = formatter_for(pieces)

        def say(*numbers: int) -> str:
            return fill(template, {**words, "words": speak(*numbers)}) + "\n"

        return EventLine(size=1 + len(names), say=say, length=length_of(pieces))

    def _template_entry(
        self,
        template: Template,
        words: Mapping[str, str],
        numbers: Sequence[str],
        memories: Sequence[str] = (),
    ) -> Entry:
        """Prepare the line for a template.

        ``words`` maps fields to their texts. The other fields show the ``numbers`` that follow the code, and
        then the ``memories``.
        """
        pieces = [*self._with_placeholders(template, words, (*numbers, *memories), memories), "\n"]
        if not numbers and not memories:
            return "".join(map(str, pieces))
        size = 1 + len(numbers) + len(memories)
        return EventLine(size=size, say=formatter_for(pieces), length=length_of(pieces))

    def _with_placeholders(
        self, template: Template, words: Mapping[str, str], numbers: Sequence[str], memories: Container[str]
    ) -> list[str | Number]:
        """Return the pieces of a template.

        Text fields are filled in from ``words``. Fields for ``numbers`` and ``memories`` become placeholders.
        """
        pieces: list[str | Number] = []
        for piece in template.pieces:
            if isinstance(piece, str):
                pieces.append(piece)
            elif piece.name in words:
                pieces.append(pad(words[piece.name], piece))
            else:
                shows = self.checked.shows_money
                is_money = shows(piece.name) if piece.name in memories else FIELDS[piece.name].is_money
                decimals = self.decimals if is_money else 0
                is_person = piece.name not in memories and FIELDS[piece.name].is_person
                names = (*self.persons, "") if is_person else ()  # NO_PARTNER is the index of the last name
                pieces.append(Number(numbers.index(piece.name), piece.width, piece.align, decimals, names))
        return pieces

    def _list_part(self, row: EventKind, name: str, total: int) -> str:
        """Return the part of a template that precedes or follows the list of cards."""
        template = self.checked.texts.get(row.key)
        if template is None:
            return ""
        at = next(
            i
            for i, piece in enumerate(template.pieces)
            if isinstance(piece, TemplateField) and piece.name == "cards"
        )
        begins = row.part == "begins"
        pieces = template.pieces[:at] if begins else (*template.pieces[at + 1 :], "\n")
        return fill(Template(pieces), {"name": name, "total": self.totals(total)})

    def padded(self, name: str) -> str:
        """Pad a name to the length of the longest one."""
        return f"{name:{self.longest_name}}"

    def list_card(self, card: int) -> str:
        """Return the text for a card in a list of cards."""
        if card == HIDDEN:
            return self.checked.model.cards.hidden
        return fill(self.checked.templates["cards", "listed"], self.card_words(card))

    def card_words(self, card: int) -> dict[str, str]:
        """Map the fields ``card``, ``rank`` and ``suit`` to their texts for this card."""
        pack = self.checked.pack
        number = rank_of(card)
        suit = self.checked.model.cards.suits[SUITS[suit_of(card)]]  # type: ignore[index]  # all suits have names
        words = {"rank": pack.named[number].name, "suit": suit}
        templates = self.checked.templates
        template = templates.get(("cards", "ranks", pack.codes[number], "card"), templates["cards", "name"])
        return {**words, "card": fill(template, words)}


def render(script: Script, numbers: Sequence[int]) -> Iterator[str]:
    """Render recorded ``numbers`` as lines of text. Several lines are yielded at a time."""
    at, end = 0, len(numbers)
    while at < end:
        lines: list[str] = []
        add = lines.append
        stop = min(end, at + PIECE)
        while at < stop:
            entry = script[numbers[at]]
            if isinstance(entry, str):
                add(entry)
                at += 1
            else:
                size, say, _ = entry
                add(say(*numbers[at + 1 : at + size]))
                at += size
        yield "".join(lines)


def fill(template: Template, words: Mapping[str, str]) -> str:
    """Fill in all fields in ``template``."""
    return "".join(
        piece if isinstance(piece, str) else pad(words[piece.name], piece) for piece in template.pieces
    )


def length_of(pieces: Sequence[str | Number]) -> int:
    """Return the number of characters in a line, without the numbers."""
    return sum(len(piece) for piece in pieces if isinstance(piece, str))


def formatter_for(line: Sequence[str | Number]) -> Callable[..., str]:
    """Return a function that fills in ``line`` with the numbers from an event."""
    if any(isinstance(piece, Number) and (piece.decimals or piece.names) for piece in line):

        def say(*numbers: int) -> str:
            return "".join(
                piece if isinstance(piece, str) else pad_amount(numbers[piece.which], piece) for piece in line
            )

        return say
    return "".join(
        piece.replace("{", "{{").replace("}", "}}") if isinstance(piece, str) else placeholder_for(piece)
        for piece in line
    ).format


def print_nothing(*_: int) -> str:
    """Return an empty string."""
    return ""


def placeholder_for(number: Number) -> str:
    """Return the replacement field for ``number`` in a Python format string."""
    return f"{{{number.which}:{number.align}{number.width}}}" if number.width else f"{{{number.which}}}"


def pad_amount(units: int, number: Number) -> str:
    """Format an amount of money or a person's name, with the padding that ``number`` specifies."""
    amount = number.names[units] if number.names else format_amount(units, number.decimals)
    return f"{amount:{number.align}{number.width}}" if number.width else amount


def format_amount(units: int, decimals: int) -> str:
    """Format an amount of money without trailing zeros.

    ``units`` is the amount in smallest units, and 10**``decimals`` of them make one unit of money.

    >>> format_amount(30750, 2), format_amount(30000, 2), format_amount(-5, 2)
    ('307.5', '300', '-0.05')
    """
    whole, part = divmod(abs(units), 10**decimals)
    fraction = f".{part:0{decimals}d}".rstrip("0") if part else ""
    return f"{'-' if units < 0 else ''}{whole}{fraction}"
