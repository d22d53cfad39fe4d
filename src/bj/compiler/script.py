"""The script: what is said at each event, as finished lines.

An event is looked up by its code. Most lines are finished the first time they are needed, with names and
cards in place; only numbers are put in when the line is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from bj.cards import RANKS, SUITS
from bj.compiler.compile import Compiled
from bj.engine import events as e
from bj.ruleset.check import Checked
from bj.ruleset.names import FIELDS
from bj.ruleset.templates import Alignment, Field, Template

KINDS: Mapping[str, int] = {
    "shuffle": e.SHUFFLE,
    "cut": e.CUT,
    "hand": e.HAND_BEGINS,
    "player_bets": e.BETS,
    "player_dealt": e.DEALT,
    "player_dealt_down": e.DEALT_DOWN,
    "player_natural": e.NATURAL,
    "player_total": e.TOTAL,
    "player_busts": e.BUSTS,
    "dealer_dealt": e.DEALT + e.DEALER_ROLE,
    "dealer_dealt_down": e.DEALT_DOWN + e.DEALER_ROLE,
    "hole_card": e.HOLE_CARD + e.DEALER_ROLE,
    "dealer_total": e.TOTAL + e.DEALER_ROLE,
    "dealer_busts": e.BUSTS + e.DEALER_ROLE,
    "player_wins": e.PLAYER_WINS,
    "dealer_wins": e.DEALER_WINS + e.DEALER_ROLE,
    "push": e.PUSH,
    "cards_used_up": e.USED_UP,
    "hand_void": e.HAND_VOID,
    "player_kicked_out": e.KICKED_OUT,
    "dealer_kicked_out": e.KICKED_OUT + e.DEALER_ROLE,
    "player_says": e.SAYS,
    "dealer_says": e.SAYS + e.DEALER_ROLE,
    "standing": e.STANDING,
}
"""The engine's kind and role of every event that a ruleset can print."""

EVENTS = {kind: event for event, kind in KINDS.items()}
WORDS = ("name", "card", "rank", "suit", "total", "winner", "words")


def numbers_of(event: str) -> tuple[str, ...]:
    """The fields of ``event`` that are numbers beside its code, in the order in which they are recorded."""
    return tuple(field for field in FIELDS[event] if field not in WORDS)


class Number(NamedTuple):
    """A place in a line where a number of the event goes: which one, from 0, and how it is padded."""

    which: int
    width: int
    align: Alignment


class Line(NamedTuple):
    """A line with numbers to put in."""

    size: int
    """How long the event is: its code and its numbers."""
    say: Callable[..., str]
    """The line for the numbers of an event."""
    pieces: tuple[str | Number, ...]
    """What the line is made of."""


Entry: TypeAlias = "str | Line"


class Script(dict[int, Entry]):
    """What is said at an event, by its code: a finished line, or one to put numbers in."""

    def __init__(self, checked: Checked, compiled: Compiled) -> None:
        super().__init__()
        self.checked = checked
        self.persons = compiled.persons
        self.phrases = compiled.phrases

    def __missing__(self, code: int) -> Entry:
        """Finish the line of ``code`` and keep it."""
        person, rest = divmod(code, e.PERSON_STRIDE)
        kind, card = rest & ~e.CARD_MASK, rest & e.CARD_MASK
        if kind == e.TEAM_WINS:
            victory = self.checked.model.teams[card].victory
            entry: Entry = victory + "\n" if victory else ""
        elif kind in EVENTS:
            entry = self._finish(EVENTS[kind], person, card)
        else:
            raise KeyError(code)
        self[code] = entry
        return entry

    def _finish(self, event: str, person: int, card: int) -> Entry:
        """The line of ``event`` for a person and a card, or what else is in the card's place."""
        numbers = numbers_of(event)
        template = self.checked.templates.get(event)
        words = {"name": self.persons[person], "total": str(card)}
        if "card" in FIELDS[event]:
            words |= self._card_words(card)
        if "winner" in FIELDS[event]:
            words["winner"] = self.persons[card]
        if "words" in FIELDS[event]:
            words["words"] = self.phrases[person][card]
        pieces: list[str | Number] = []
        text = ""
        for piece in (*template.pieces, "\n") if template else ():
            if isinstance(piece, str):
                text += piece
            elif piece.name in words:
                text += pad(words[piece.name], piece)
            else:
                pieces += [text, Number(numbers.index(piece.name), piece.width, piece.align)]
                text = ""
        if not numbers:
            return text
        pieces.append(text)
        form = "".join(
            piece.replace("{", "{{").replace("}", "}}") if isinstance(piece, str) else number_form(piece)
            for piece in pieces
        )
        return Line(1 + len(numbers), form.format, tuple(piece for piece in pieces if piece))

    def _card_words(self, card: int) -> dict[str, str]:
        """The names of a card, its rank and its suit."""
        cards = self.checked.model.cards
        rank = cards.ranks[RANKS[card % len(RANKS)]].name  # type: ignore[index]  # RANKS has the codes
        suit = cards.suits[SUITS[card // len(RANKS)]]  # type: ignore[index]  # SUITS has the codes
        words = {"rank": rank, "suit": suit}
        return {**words, "card": fill(self.checked.card_name, words)}


def pad(word: str, field: Field) -> str:
    """``word`` in the width of ``field``."""
    return f"{word:{field.align}{field.width}}" if field.width else word


def fill(template: Template, words: Mapping[str, str]) -> str:
    """``template`` with words for all its fields."""
    return "".join(
        piece if isinstance(piece, str) else pad(words[piece.name], piece) for piece in template.pieces
    )


def number_form(number: Number) -> str:
    """The place of ``number`` in a format of the standard library."""
    return f"{{{number.which}:{number.align}{number.width}}}" if number.width else f"{{{number.which}}}"
