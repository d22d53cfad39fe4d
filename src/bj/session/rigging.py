"""Sets the cards and cuts of a game in advance (rigging), for teaching and testing."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from bj.argument_values import read_cuts
from bj.cards import SUITS
from bj.errors import UsageError
from bj.files import read_at_most
from bj.ruleset.model import Ruleset
from bj.ruleset.pack import Pack, cards_of
from bj.ruleset.shoe_size import largest_cut
from bj.session.answer_sources import shown

LARGEST_CARDS_FILE = 1_000_000  # bytes
MOST_CARDS = 100_000
REMEDY = "write cards such as `9C`, `TD` or `10H`, or only ranks, separated by spaces"


def read_cards(given: str, pack: Pack, packs: int | None = None) -> tuple[int, ...]:
    """Return the cards listed in ``given`` or, if it is the name of a file, the cards in that file.

    Raises UsageError, with the location of the card, if a card is invalid or not in ``pack``.
    """
    try:
        return parse_cards(given, "cards", pack, packs)
    except UsageError:
        if not os.path.isfile(given):
            raise
    return parse_cards(_read(Path(given)), given, pack, packs)


def parse_cards(text: str, source: str, pack: Pack, packs: int | None = None) -> tuple[int, ...]:
    """Parse a list of cards separated by white space, and return their numbers.

    For a rank without a suit, use the first suit that is still available in a shoe of ``packs`` packs. If
    ``packs`` is None, the shoe is infinite. Raises UsageError, with the location of the card, if a card is
    invalid or not in ``pack``.
    """
    cards: list[int] = []
    used: Counter[int] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        column = 1
        for word in line.split():
            column = line.index(word, column - 1) + 1
            known = _parse(word, pack.codes)
            if not known:
                raise UsageError(f"{source}:{number}:{column}: `{shown(word)}` is not a card", REMEDY)
            in_pack = [card for card in known if card in pack.copies]
            if not in_pack:
                message = f"{source}:{number}:{column}: the pack has no `{shown(word)}`"
                raise UsageError(message, "list only cards that are in the `pack` of [cards]")
            rounds = [used[card] // (pack.copies[card] * packs) if packs else 0 for card in in_pack]
            cards.append(in_pack[rounds.index(min(rounds))])
            used[cards[-1]] += 1
            column += len(word)
    if not cards:
        raise UsageError(f"{source}: there are no cards", REMEDY)
    if len(cards) > MOST_CARDS:
        raise UsageError(f"{source}: there are more than {MOST_CARDS:,} cards")
    return tuple(cards)


def _parse(word: str, codes: str) -> list[int]:
    """Return the cards that ``word`` can mean: one card, or all cards of a rank.

    Returns an empty list if the word is invalid.
    """
    code = word.upper()
    is_suit = len(code) == 1 and code in SUITS
    try:
        return [] if is_suit or not word.isascii() else cards_of(code, codes)
    except ValueError:
        return []


def _read(file: Path) -> str:
    content = read_at_most(file, LARGEST_CARDS_FILE, "the cards file")
    return content.decode("utf-8-sig", "replace")


def read_all_cuts(file: str, ruleset: Ruleset, *, are_set: bool) -> tuple[int, ...]:
    """Read the cuts for all shuffles from a file. See ``check_rigged_cuts`` for the other parameters."""
    check_rigged_cuts(ruleset, are_set=are_set)
    return read_cuts(Path(file), largest_cut(ruleset))


def check_rigged_cuts(ruleset: Ruleset, *, are_set: bool) -> None:
    """Raise UsageError if the ruleset does not use cuts, or if an argument already provides cuts.

    ``are_set`` says whether an argument provides the cuts for the first shuffle.
    """
    if ruleset.shoe.shuffle.method != "riffle":
        raise UsageError("cuts have no effect: this ruleset does not cut its cards", "remove them")
    if are_set:
        raise UsageError("the cuts for the first shuffle are given twice", "remove one of the two files")
