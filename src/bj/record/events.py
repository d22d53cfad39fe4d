"""Decodes the numbers that the engine records into events with named fields, and encodes them again.

No other module does this. ``bj.catalogue.events`` defines what the numbers mean.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from bj.catalogue import events as e
from bj.catalogue.events import EVENTS, LINE_NUMBERS

LINE = "line"
"""The key of an event in which a step prints a line from the ruleset."""
VICTORY = "victory"
"""The key of an event that announces that a team has won."""
HIDDEN = e.HIDDEN_CARD
"""The number that represents a face-down card in a list of cards."""


class Event(NamedTuple):
    """Something that happened in a game. Fields that do not apply to this kind of event are None.

    A card is 13 times its suit plus its rank, in the orders in ``bj.cards``. Money is in the smallest unit.
    """

    key: str
    """The kind of event: a key in ``[output]``, LINE or VICTORY."""
    person: int | None = None
    """The index of the person that the event is about."""
    name: str = ""
    """The name of the person that the event is about."""
    card: int | None = None
    cards: tuple[int, ...] | None = None
    total: int | None = None
    amount: int | None = None
    wager: int | None = None
    bankroll: int | None = None
    hand: int | None = None
    part: int | None = None
    cut: int | None = None
    winner: int | None = None
    """The index of the person who won the round."""
    phrase: int | None = None
    """The index of the phrase in the list of phrases that the person can say."""
    memories: tuple[int, ...] | None = None
    """The values of the memories that the speech or line shows, in order of first appearance."""
    team: int | None = None
    """The index of the team."""
    match: int | None = None
    partner: int | None = None
    """The index of the other person in an exchange of cards or money, or NO_PARTNER."""
    won: int | None = None
    """The number of matches that the team has won."""
    bet: int | None = None
    """The index of the side bet."""
    line: int | None = None
    """The index of the line among all lines that steps print."""

    def __repr__(self) -> str:
        fields = self._asdict().items()
        return f"Event({', '.join(f'{name}={value!r}' for name, value in fields if value not in (None, ''))})"

    @property
    def is_dealer(self) -> bool:
        """Whether the person is acting as the dealer."""
        return bool(SHAPES[self.key].kind & e.DEALER_ROLE)


Part: TypeAlias = Literal["whole", "begins", "card", "ends"]
"""The part that a code records: a whole event, or the beginning, a card or the end of a list of cards."""


class Shape(NamedTuple):
    """The way in which one kind of event is recorded."""

    key: str
    kind: int
    """The code of the event for the first person, with 0 in the ``coded`` field."""
    coded: str
    """The field that is included in the code, or an empty string."""
    numbers: tuple[str, ...]
    """The fields that follow the code, in order."""
    has_person: bool = True
    part: Part = "whole"
    memories: int = 0
    """The number of memories, which come at the end of the record."""

    @property
    def size(self) -> int:
        """The length of the record: the code and the numbers that follow it."""
        return 1 + len(self.numbers) + self.memories


SHAPES = {
    row.key: Shape(
        row.key, row.kind, row.coded, row.numbers, "name" in row.fields, "begins" if row.is_list else "whole"
    )
    for row in EVENTS.values()
}
SHAPES[LINE] = Shape(LINE, e.LINE, "line", LINE_NUMBERS)
SHAPES[VICTORY] = Shape(VICTORY, e.TEAM_WINS, "team", (), has_person=False)
"""Maps the key of each kind of event to its shape. For a list of cards, it is the shape of the beginning."""


def _shapes_by_code() -> Mapping[int, Shape]:
    """Map each code, without the person and the ``coded`` field, to its shape."""
    shapes = {shape.kind: shape for shape in SHAPES.values()}
    for shape in SHAPES.values():
        # the number of memories is part of the code
        for more in range(1, e.MOST_SHOWN + 1) if shape.coded in ("phrase", "line") else ():
            shapes[shape.kind + more * e.KIND_STRIDE] = shape._replace(memories=more)
    for shape in SHAPES.values():
        if shape.part == "begins":
            shapes[shape.kind + e.LIST_ENDS] = shape._replace(part="ends")
            role = shape.kind & e.DEALER_ROLE
            shapes[e.CARD_IN_LIST + role] = Shape("", e.CARD_IN_LIST + role, "card", (), part="card")
    return shapes


SHAPES_BY_CODE = _shapes_by_code()


def split_code(code: int) -> tuple[Shape, int, int]:
    """Split a code into its shape, the index of the person, and the value of the ``coded`` field.

    Raises KeyError if the number is not a code.
    """
    person, rest = divmod(code, e.PERSON_STRIDE)
    return SHAPES_BY_CODE[rest & ~e.CARD_MASK], person, rest & e.CARD_MASK


def ends_event(code: int) -> bool:
    """Return whether ``code`` completes an event. The codes for a card or the beginning of a list do not."""
    return split_code(code)[0].part in ("whole", "ends")


def read(numbers: Sequence[int], persons: Sequence[str]) -> Iterator[Event]:
    """Decode ``numbers``, the record of a game between ``persons``. A list of cards becomes a single event.

    Raises KeyError if there is a number that is not a code where a code is expected.
    """
    at = 0
    event, cards = Event(""), list[int]()
    while at < len(numbers):
        shape, person, coded = split_code(int(numbers[at]))
        behind = at + shape.size
        if shape.part == "card":
            cards.append(coded)
        elif shape.part == "ends":
            yield event._replace(cards=tuple(cards))
        else:
            behind_code = map(int, numbers[at + 1 : behind])
            fields: dict[str, Any] = dict(zip(shape.numbers, behind_code, strict=False))
            if shape.coded:
                fields[shape.coded] = coded
            if shape.memories:
                fields["memories"] = tuple(map(int, numbers[behind - shape.memories : behind]))
            if shape.has_person:
                fields["person"], fields["name"] = person, persons[person]
            event, cards = Event(shape.key, **fields), []
            if shape.part == "whole":
                yield event
        at = behind


def write(event: Event) -> list[int]:
    """Encode ``event`` as numbers. All fields for its kind must be set."""
    shape = SHAPES[event.key]
    voice = e.PERSON_STRIDE * (event.person or 0)
    code = voice + shape.kind + (getattr(event, shape.coded) if shape.coded else 0)
    if shape.part == "whole":
        memories = event.memories or ()
        code += e.KIND_STRIDE * len(memories)
        return [code, *(getattr(event, field) for field in shape.numbers), *memories]
    card = voice + e.CARD_IN_LIST + (shape.kind & e.DEALER_ROLE)
    return [code, *(card + each for each in event.cards or ()), code + e.LIST_ENDS]
