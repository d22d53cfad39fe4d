"""The row for the name of a rule in another game or program, also with its words in another order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from bj.ruleset.faults.foreign_rows import ROWS, Foreign
from bj.ruleset.faults.foreign_values import if_table, keep
from bj.ruleset.faults.foreign_words import LINES, SECTIONS


def _spread() -> Iterator[tuple[str, Foreign]]:
    """Every row under each of its names, in the form that `row_of` looks up."""
    for names, foreign in ROWS.items():
        yield from ((_join(name), foreign) for name in names.split())
    for name, section in SECTIONS.items():
        yield _join(f".{name}"), Foreign(partial(_advise_section, section), section, if_table)
    for name, event in LINES.items():
        yield _join(f"output.{name}"), Foreign(f"write `{event}`", f".{event}", keep)


def _advise_section(section: str, value: Any) -> str:
    """The remedy for a section that is not a table; empty for a key outside the sections."""
    header = (
        f"[[{section}]] for each, with `name`, `bankroll` and `strategy`"
        if section == "players"
        else f"[{section}]"
    )
    return f"write {header}" if isinstance(value, list) else ""


def _join(name: str) -> str:
    """A name without separators between its words; its section is unchanged."""
    section, dot, last = name.rpartition(".")
    return f"{section}{dot}{last.replace('_', '')}"


FOREIGN: Mapping[str, Foreign] = dict(_spread())
"""The rules by their foreign names, with a section if the name means something else elsewhere."""

IDLE = {"a", "an", "at", "for", "in", "is", "of", "on", "only", "the", "to", "with"}
"""Words of a name that another one leaves out, or has at another place."""

ALIKE = {
    "round": "hand",
    "each": "every",
    "single": "one",
    "deck": "pack",
    "blackjack": "natural",
    "tie": "push",
}
"""Words of a name that mean the same."""


ORDERING = {"after", "before", "beat"}
"""Words whose neighbours cannot change places."""


def _words_of(name: str) -> tuple[str, frozenset[str]] | None:
    """The section and the words of a name in any order; None for a name of one word, which says too little.

    >>> _words_of("card_for_split_aces") == _words_of("split_ace_card"), _words_of("hits_on")
    (True, None)
    >>> _words_of("double_after_split") == _words_of("split_after_double")
    False
    """
    section, _, last = name.rpartition(".")
    words = [word if len(word) < 4 else word.removesuffix("s") for word in last.split("_")]
    said = [ALIKE.get(word, word) for word in words if word not in IDLE]
    if len(said) < 2:
        return None
    return section, frozenset(said if ORDERING.isdisjoint(said) else [" ".join(said)])


def _by_words() -> Mapping[tuple[str, frozenset[str]], Foreign]:
    """The rows by the words of their names, where these say which row it is."""
    rows: dict[tuple[str, frozenset[str]], list[Foreign]] = {}
    for names, foreign in ROWS.items():
        for words in filter(None, map(_words_of, names.split())):
            rows.setdefault(words, []).append(foreign)
    return {words: found[0] for words, found in rows.items() if all(row is found[0] for row in found)}


BY_WORDS = _by_words()
"""The rules by the words of their foreign names."""


def row_of(name: str) -> Foreign | None:
    """The row for a name, with or without its section: `max_hands` and `maxhands` are the same.

    >>> row_of("max_hands") is row_of("maxhands") is not None
    True
    """
    return FOREIGN.get(_join(name))


def row_with_words_of(name: str) -> Foreign | None:
    """The row for a name of several words, in any order and with other small words between them.

    >>> row_with_words_of("shuffle_after_each_round"), row_with_words_of("split_one_card_on_aces").new
    (None, 'rules.split')
    """
    words = _words_of(name)
    return BY_WORDS.get(words) if words else None
