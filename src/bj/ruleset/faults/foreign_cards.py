"""Reads jokers, ranks and the values of cards in other programs' notations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.cards import RANKS, SUITS
from bj.catalogue.limits import LARGEST_WORTH
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_values import fold, to_rank, to_two_values
from bj.ruleset.suggestions import LONGEST_WORD
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_value

JOKERS = re.compile(r"(?:number_of_|num_|with_)?jokers?(?:_(?:values?|worth|points|counts?|is|are))?")
"""Matches the names of keys about jokers, in snake case."""

SECTIONS = ("cards", "shoe", "deck", "decks", "pack", "rules", "game", "table")

USUAL = 10
"""The value of a joker in examples."""

WILD_KEYS = ("wild", "is_wild", "any", "joker", "is_joker", "values")
WILD = "; to let a joker take its best value, see docs/powers.md#let-a-joker-count-what-is-best"


def find_jokers(path: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a rank or an entry in `pack` for a key about jokers.

    Return None for any other key.
    """
    is_rank = path[:2] == ("cards", "ranks") and len(path) == 3
    section = look_up(data, path[:-1]) if is_rank or (len(path) == 2 and path[0] in SECTIONS) else data
    if (
        (len(path) > 2 and not is_rank)
        or not JOKERS.fullmatch(fold(path[-1]))
        or not isinstance(section, dict)
    ):
        return None
    keys = [key for key in section if JOKERS.fullmatch(fold(key))]
    said = {fold(key): each for key in keys for key, each in _parts(key, section[key])}
    worth = next((each for key, each in said.items() if key.endswith(("value", "worth", "points"))), None)
    number = next((each for key, each in said.items() if key.endswith(("jokers", "number", "count"))), None)
    both = to_two_values(worth)
    is_clear = both or _is_from(worth, 0, LARGEST_WORTH)
    is_clear = is_clear and (number is None or _is_from(number, 1, len(SUITS)))
    words = {each for key, each in said.items() if isinstance(each, str) and key != "name"}
    is_wild = bool(words) and not both
    values = {"value": both[0], "or": both[1]} if both else {"value": worth if is_clear else 1}
    rank = {"name": "Joker", **(values if is_clear or is_wild else {"value": USUAL})}
    pack = _pack_of("X", number) if number is not None and _is_from(number, 1, len(SUITS)) else {}
    say = f"write `X = {write_value(rank)}` under [cards.ranks]"
    say += f", and `pack = {write_value(pack)}` under [cards]" if pack else ""
    if is_wild:
        return say + WILD
    if not is_clear or path[0] != "cards":
        return f"{say}, with the value of a joker" if worth is None else say
    if path[-1] != keys[0] or look_up(data, ("cards", "ranks", "X")) == rank:
        return Fix("", "remove this key: `X` under [cards.ranks] already describes the joker")
    also = ((("cards", "pack"), write_value(pack)),) if pack else ()
    return Fix(write_value(rank), say, to=("cards", "ranks", "X"), also=also)


def find_rank(path: KeyPath, value: Any) -> Fix | None:
    """Suggest a table for a rank that is given only a value or a name, as in `jack = 11`.

    Return None for any other key.
    """
    code = to_rank(path[-1]) if path[0] == "cards" and len(path) == 2 else ""
    is_value = type(value) is int and 0 <= value <= LARGEST_WORTH
    is_name = isinstance(value, str) and 0 < len(value) <= LONGEST_WORD
    if code not in {*RANKS} or not (is_value or is_name) or code == "A":
        return None
    key, written = "value" if is_value else "name", write_value(value)
    say = f"write `{code} = {{ {key} = {written} }}` under [cards.ranks]"
    return Fix(written, say, to=("cards", "ranks", code, key))


COPIES = ("copies", "count", "number", "per_pack", "per_deck", "how_many", "in_pack", "in_deck")


def find_wild(path: KeyPath, value: Any) -> Remedy | None:
    """Suggest a remedy for a key that sets the value or number of a rank's cards, or makes them wild.

    Return None for any other key.
    """
    is_of_rank = path[:2] == ("cards", "ranks") and len(path) == 4
    if is_of_rank and fold(path[-1]) in ("values", "worth", "points") and (both := to_two_values(value)):
        low, high = both
        to = path[:-1]
        say = f"write `value = {low}` and `or = {high}`"
        return Fix(f"{low}", say, to=(*to, "value"), also=(((*to, "or"), f"{high}"),))
    if (
        is_of_rank
        and fold(path[-1]) in ("worth", "points", "counts_as")
        and _is_from(value, 0, LARGEST_WORTH)
    ):
        return Fix("", f"write `value = {value}`", to=(*path[:-1], "value"))
    if is_of_rank and fold(path[-1]) in COPIES and JOKERS.fullmatch(fold(path[2])):
        return f"the remedy for `{path[2]}` covers this key"
    if is_of_rank and fold(path[-1]) in COPIES and _is_from(value, 1, len(SUITS)):
        pack = _pack_of(code if (code := to_rank(path[2])) in RANKS else "X", value)
        if not pack:
            return Fix("", "remove this key: a pack has one card of each rank in each suit")
        say = f"write `pack = {write_value(pack)}` under [cards]"
        return Fix(write_value(pack), say, to=("cards", "pack"))
    is_wild = is_of_rank and (
        fold(path[-1]) in WILD_KEYS
        or (path[-1] == "value" and isinstance(value, str | list) and not to_two_values(value))
    )
    return "a card has a `value`, and may have a second one in `or`" + WILD if is_wild else None


def _parts(key: str, value: Any) -> list[tuple[str, Any]]:
    """Return the keys and values of a table about jokers. Any other value is paired with ``key``."""
    return list(value.items()) if isinstance(value, dict) else [(key, value)]


def _is_from(value: Any, least: int, greatest: int) -> bool:
    return type(value) is int and least <= value <= greatest


def _pack_of(rank: str, number: int) -> dict[str, int]:
    """Return the entries in `pack` that put ``number`` cards of ``rank`` in the pack.

    By default, a pack has one card of the rank in each suit.

    >>> _pack_of("X", 2), _pack_of("X", 4)
    ({'X': 0, 'XS XH': 1}, {})
    """
    cards = " ".join(f"{rank}{suit}" for suit in SUITS[:number])
    return {rank: 0, cards: 1} if number < len(SUITS) else {}
