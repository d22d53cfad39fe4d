"""Turns recorded events into the rows of a history, with one row for every decision and result.

Rows are stored by column, so that all numbers in a column are consecutive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bj.catalogue import events as e
from bj.catalogue.layout import Layout

from ..layout import event_record as r
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function

# --- the columns -----------------------------------------------------------------------------------------

_columns = Layout()
HAND = _columns.field()  # the number of hands before this one
PERSON = _columns.field()  # the index of the person
WORD = _columns.field()  # the number of the decision or result
PART = _columns.field()  # the position of the hand among the person's hands, from 1
CARDS = _columns.field()  # the number of cards in the hand being decided on, otherwise -1
TOTAL = _columns.field()  # the total of this hand, otherwise -1
IS_SOFT = _columns.field()  # whether an ace in this hand counts high
UPCARD = _columns.field()  # the rank of the upcard, or -1 before it is dealt
WAGER = _columns.field()  # the wager after the decision, or the insurance stake, otherwise -1
BANKROLL = _columns.field()  # the bankroll afterwards, or -1 if the event does not include it
WON = _columns.field()  # the money won, negative for a loss
COLUMNS = _columns.size

# --- a reader --------------------------------------------------------------------------------------------

SLOTS = e.PERSON_STRIDE // (e.CARD_MASK + 1)
"""The number of kinds of events, counting roles separately."""

_reader = Layout()
ROOM = _reader.field()  # the maximum number of rows per call
HANDS = _reader.field()  # the number of hands so far
DEALT = _reader.field()  # 1 if a card has been dealt since the last wager
LAST_UPCARD = _reader.field()  # the rank of the upcard in this hand, or -1 before it is known
SHOWN_PERSON = _reader.field()  # the person whose hand was last shown, or -1
SHOWN_CARDS = _reader.field()  # the number of cards in this hand
SHOWN_TOTAL = _reader.field()
SHOWN_LEAST = _reader.field()  # the total of this hand with all aces counting low
PART_PERSON = _reader.field()  # the person for whom a part was last announced, or -1
LAST_PART = _reader.field()  # the number of this part
RANK_OF = _reader.field(e.CARD_MASK + 1)  # the rank of each card
LEAST_OF = _reader.field(e.CARD_MASK + 1)  # the lowest value of each card
SIZE_OF = _reader.field(SLOTS)  # how many numbers an event takes up, including its code
MEANING_OF = _reader.field(SLOTS)  # the meaning of each kind of event, one of those below
WORDS = _reader.field()  # followed by ABOUT_HAND and the other fields for each word

NOTHING, CARD_DEALT, HAND_SHOWN, CARD_SHOWN, PART_BEGINS, UPCARD_SHOWN, FIRST_WORD = range(7)
"""The meanings that a reader gives to events.

Numbers from FIRST_WORD on are decisions and results, starting with a wager. They correspond to the values in
the column ``event``.
"""

_word = Layout()
ABOUT_HAND = _word.field()  # 1 for a decision on the hand that was last shown
HAS_WAGER = _word.field()  # 1 if the first number in the event is a wager
HAS_BANKROLL = _word.field()  # 1 if the second number in the event is a bankroll
SIGN = _word.field()  # 1 if the first number is a win, -1 if it is a loss, otherwise 0
WORD_SIZE = _word.size


class RowWord(NamedTuple):
    """A kind of decision or result that gets a row.

    The constants from ABOUT_HAND to SIGN explain the fields.
    """

    about_hand: bool
    has_wager: bool
    has_bankroll: bool
    sign: int


def make_reader(
    room: int,
    ranks: Sequence[int],
    least: Sequence[int],
    sizes: Mapping[int, int],
    meanings: Mapping[int, int],
    words: Sequence[RowWord],
) -> list[int]:
    """Create a reader at the beginning of a record. Each call to ``read_rows`` writes up to ``room`` rows.

    ``ranks`` and ``least`` give the rank and the lowest value of each card. ``sizes`` and ``meanings`` map
    the event codes for the first person to the sizes and meanings of the events.
    """
    reader = [0] * WORDS
    reader[ROOM], reader[DEALT] = room, 1
    reader[RANK_OF : RANK_OF + len(ranks)] = ranks
    reader[LEAST_OF : LEAST_OF + len(least)] = least
    for first, found in ((SIZE_OF, sizes), (MEANING_OF, meanings)):
        for slot in range(SLOTS):
            reader[first + slot] = found.get(slot * (e.CARD_MASK + 1), 1 if first == SIZE_OF else NOTHING)
    return [*reader, *(int(number) for word in words for number in word)]


@engine_function
def begin_hand(reader: Ints) -> None:
    """Begin a new hand, and forget the previous one."""
    reader[HANDS] += 1
    reader[DEALT] = 0
    reader[LAST_UPCARD] = reader[SHOWN_PERSON] = reader[PART_PERSON] = -1


@inlined_function
def notice(events: Ints, reader: Ints, at: int, meaning: int) -> None:
    """Take note of an event that later rows depend on."""
    code = events[at]
    card = code & e.CARD_MASK
    if meaning == CARD_DEALT:
        reader[DEALT] = 1
    elif meaning == CARD_SHOWN:
        reader[SHOWN_CARDS] += 1
        reader[SHOWN_LEAST] += reader[LEAST_OF + card]
    elif meaning == HAND_SHOWN:
        reader[SHOWN_PERSON], reader[SHOWN_TOTAL] = code // e.PERSON_STRIDE, card
        reader[SHOWN_CARDS] = reader[SHOWN_LEAST] = 0
    elif meaning == PART_BEGINS:
        reader[PART_PERSON], reader[LAST_PART] = code // e.PERSON_STRIDE, events[at + 1]
    else:
        reader[LAST_UPCARD] = reader[RANK_OF + card]


@inlined_function
def write_row(events: Ints, reader: Ints, rows: Ints, at: int, word: int, row: int) -> None:
    """Write the row for an event."""
    if word == 0 and reader[DEALT]:
        begin_hand(reader)
    room, person = reader[ROOM], events[at] // e.PERSON_STRIDE
    about = WORDS + WORD_SIZE * word
    is_shown = reader[about + ABOUT_HAND] and reader[SHOWN_PERSON] == person
    first = events[at + 1]
    rows[room * HAND + row] = reader[HANDS] - 1
    rows[room * PERSON + row] = person
    rows[room * WORD + row] = word
    rows[room * PART + row] = reader[LAST_PART] if word and reader[PART_PERSON] == person else 1
    rows[room * CARDS + row] = reader[SHOWN_CARDS] if is_shown else -1
    rows[room * TOTAL + row] = reader[SHOWN_TOTAL] if is_shown else -1
    rows[room * IS_SOFT + row] = 1 if is_shown and reader[SHOWN_TOTAL] > reader[SHOWN_LEAST] else 0
    rows[room * UPCARD + row] = reader[LAST_UPCARD] if word else -1
    rows[room * WAGER + row] = first if reader[about + HAS_WAGER] else -1
    rows[room * BANKROLL + row] = events[at + 2] if reader[about + HAS_BANKROLL] else -1
    rows[room * WON + row] = first * reader[about + SIGN]


@engine_function
def read_rows(events: Ints, reader: Ints, rows: Ints) -> int:
    """Write a row for every decision and result in a record, and return the number of rows."""
    at, end, row = r.FIRST_EVENT, events[r.POSITION], 0
    while at < end:
        slot = (events[at] & (e.PERSON_STRIDE - 1)) // (e.CARD_MASK + 1)
        meaning = reader[MEANING_OF + slot]
        if meaning >= FIRST_WORD:
            write_row(events, reader, rows, at, meaning - FIRST_WORD, row)
            row += 1
        elif meaning != NOTHING:
            notice(events, reader, at, meaning)
        at += reader[SIZE_OF + slot]
    return row
