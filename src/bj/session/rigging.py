"""Rigging: the cards that are dealt and the cuts that are made, given by hand to teach and to test."""

from __future__ import annotations

from pathlib import Path

from bj.arguments import largest_cut, read_cuts
from bj.cards import RANKS, parse_card
from bj.errors import UsageError
from bj.files import read_at_most
from bj.ruleset.model import Ruleset
from bj.session.answers import shown

LARGEST_CARDS_FILE = 1_000_000  # bytes
MOST_CARDS = 100_000
REMEDY = "write cards such as `9C`, `TD` or `10H`, or ranks alone, with white space between them"


def read_cards(given: str) -> tuple[int, ...]:
    """The card numbers that ``given`` lists, or the file that it names; a rank alone is one of spades.

    Raises UsageError, with the place of what is not a card.
    """
    try:
        return parse_cards(given, "--cards")
    except UsageError:
        try:
            if not Path(given).is_file():
                raise
        except (OSError, ValueError):  # no file can have this name
            pass
        else:
            return parse_cards(_read(Path(given)), given)
        raise


def parse_cards(text: str, source: str) -> tuple[int, ...]:
    """The numbers of the cards in ``text``.

    >>> parse_cards("2S 10h A", "here")
    (0, 21, 12)
    """
    cards = []
    for number, line in enumerate(text.splitlines(), 1):
        column = 1
        for word in line.split():
            column = line.index(word, column - 1) + 1
            card = _parse(word)
            if card is None:
                raise UsageError(f"{source}:{number}:{column}: `{shown(word)}` is not a card", REMEDY)
            cards.append(card)
            column += len(word)
    if not cards:
        raise UsageError(f"{source} has no cards", REMEDY)
    if len(cards) > MOST_CARDS:
        raise UsageError(f"{source} has more than {MOST_CARDS:,} cards")
    return tuple(cards)


def _parse(word: str) -> int | None:
    """The number of the card ``word``, None when there is none."""
    rank = word.upper().replace("10", "T", 1) if word.startswith("10") else word.upper()
    if not rank.isascii() or len(rank) > 2:
        return None
    if len(rank) == 1:
        return RANKS.index(rank) if rank in RANKS else None
    try:
        return parse_card(rank)
    except ValueError:
        return None


def _read(file: Path) -> str:
    """The content of a file of cards."""
    content = read_at_most(file, LARGEST_CARDS_FILE, "the cards file")
    return content.decode("utf-8", "replace")


def read_all_cuts(file: str, ruleset: Ruleset, *, are_set: bool) -> tuple[int, ...]:
    """The cuts of all shuffles, from a file; ``are_set`` says that an argument sets some of them already."""
    check_rigged_cuts(ruleset, are_set=are_set)
    return read_cuts(Path(file), largest_cut(ruleset))


def check_rigged_cuts(ruleset: Ruleset, *, are_set: bool) -> None:
    """Refuse cuts of all shuffles where there are none, and where an argument sets some of them already."""
    if ruleset.shoe.shuffle.method != "riffle":
        raise UsageError("`--cuts` has no effect: this ruleset does not cut its cards", "remove it")
    if are_set:
        raise UsageError("the cuts of the first shuffle are given twice", "remove one of the two files")
