"""Decodes recorded numbers into events with named fields, and encodes events as numbers.

No other module does this. ``bj.catalogue.events`` defines what the numbers mean.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bj.catalogue import events as e
from bj.catalogue.events import EVENTS, LINE_FIELDS, LINE_NUMBERS, EventKind

LINE = "line"
"""The key of an event in which a step prints a line from the ruleset."""
VICTORY = "victory"
"""The key of an event that announces a team's victory."""
HIDDEN = e.HIDDEN_CARD
"""The number that represents a face-down card in a list of cards."""


class Event(NamedTuple):
    """An event in a game. Fields that do not apply to its kind are None.

    Cards are numbered as in ``bj.cards``. Money is in the smallest unit.
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
    """The remembered numbers that the speech or line shows, in order of first appearance."""
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
        return bool(KINDS[self.key].code & e.DEALER_ROLE)


KINDS: Mapping[str, EventKind] = {
    **EVENTS,
    LINE: EventKind(LINE, e.LINE, fields=LINE_FIELDS, coded="line", numbers=LINE_NUMBERS),
    VICTORY: EventKind(VICTORY, e.TEAM_WINS, coded="team"),
}
"""Maps the key of each kind of event to its row. For a list of cards, this is the row for its beginning."""


def _kinds_by_code() -> Mapping[int, EventKind]:
    """Map each code, without the person and the ``coded`` field, to the kind of the event or of its part."""
    kinds = {row.code: row for row in KINDS.values()}
    for row in KINDS.values():
        # the number of memories is part of the code
        for more in range(1, e.MOST_SHOWN + 1) if row.coded in ("phrase", "line") else ():
            kinds[row.code + more * e.KIND_STRIDE] = row._replace(memories=more)
        if row.is_list:
            kinds[row.code + e.LIST_ENDS] = row._replace(part="ends")
            card = e.CARD_IN_LIST + (row.code & e.DEALER_ROLE)
            kinds[card] = EventKind("", card, coded="card", part="card")
    return kinds


KINDS_BY_CODE = _kinds_by_code()


def split_code(code: int) -> tuple[EventKind, int, int]:
    """Split a code into the kind of event, the index of the person, and the value of the ``coded`` field.

    Raises KeyError if the number is not a code.
    """
    person, rest = divmod(code, e.PERSON_STRIDE)
    return KINDS_BY_CODE[rest & ~e.CARD_MASK], person, rest & e.CARD_MASK


def ends_event(code: int) -> bool:
    """Return whether ``code`` completes an event. The codes for a card or the beginning of a list do not."""
    return split_code(code)[0].part in ("whole", "ends")


def read(numbers: Sequence[int], persons: Sequence[str]) -> Iterator[Event]:
    """Decode ``numbers``, the record of a game between ``persons``. A list of cards becomes a single event.

    Raises KeyError if a number is not a code where a code is expected.
    """
    at = 0
    event, cards = Event(""), list[int]()
    while at < len(numbers):
        row, person, coded = split_code(int(numbers[at]))
        behind = at + row.size
        if row.part == "card":
            cards.append(coded)
        elif row.part == "ends":
            yield event._replace(cards=tuple(cards))
        else:
            behind_code = map(int, numbers[at + 1 : behind])
            fields: dict[str, Any] = dict(zip(row.numbers, behind_code, strict=False))
            if row.coded:
                fields[row.coded] = coded
            if row.memories:
                fields["memories"] = tuple(map(int, numbers[behind - row.memories : behind]))
            if row.has_person:
                fields["person"], fields["name"] = person, persons[person]
            event, cards = Event(row.key, **fields), []
            if row.part == "whole":
                yield event
        at = behind


def write(event: Event) -> list[int]:
    """Encode ``event`` as numbers. All fields for its kind must be set."""
    row = KINDS[event.key]
    voice = e.PERSON_STRIDE * (event.person or 0)
    code = voice + row.code + (getattr(event, row.coded) if row.coded else 0)
    if row.part == "whole":
        memories = event.memories or ()
        code += e.KIND_STRIDE * len(memories)
        return [code, *(getattr(event, field) for field in row.numbers), *memories]
    card = voice + e.CARD_IN_LIST + (row.code & e.DEALER_ROLE)
    return [code, *(card + each for each in event.cards or ()), code + e.LIST_ENDS]
