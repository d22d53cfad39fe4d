"""Finds the meaning of a foreign name, even if its words are in a different order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from bj.ruleset.faults.foreign_house_rules import HOUSE_ROWS
from bj.ruleset.faults.foreign_name_row import Foreign
from bj.ruleset.faults.foreign_sections import SECTIONS
from bj.ruleset.faults.foreign_values import if_table
from bj.ruleset.faults.other_foreign_names import GAME_ROWS
from bj.ruleset.suggestions import NUMBER_WORDS
from bj.text.lazy_regex import compile_later

ROWS = {**HOUSE_ROWS, **GAME_ROWS}
"""Maps foreign names to the rows that explain them. A key lists all names with the same meaning."""

JOINED = compile_later(r"(doubl\w*)_downs?|face_(up)|at_(once)")
"""Matches compounds that have the same meaning as one of their words. For example, `double_down` means
`double`.
"""


def _spread() -> Iterator[tuple[str, Foreign]]:
    """Yield every row once for each of its names, together with the name as ``row_of`` spells it."""
    for names, foreign in ROWS.items():
        yield from ((_join(name), foreign) for name in names.split())
    for name, section in SECTIONS.items():
        yield _join(f".{name}"), Foreign(partial(_advise_section, section), section, if_table)


def _advise_section(section: str, value: Any) -> str:
    """Return advice about a section that has a foreign name and is written as a list.

    Return an empty string for any other value.
    """
    header = (
        f"[[{section}]] for each, with `name`, `bankroll` and `strategy`"
        if section == "players"
        else f"[{section}]"
    )
    return f"write {header}" if isinstance(value, list) else ""


def _join(name: str) -> str:
    """Remove the underscores between the words in a name, but not in the name of its section."""
    section, dot, last = name.rpartition(".")
    return f"{section}{dot}{_unite(last).replace('_', '')}"


def _unite(name: str) -> str:
    return JOINED.sub(r"\1\2\3", name)


FOREIGN: Mapping[str, Foreign] = dict(_spread())
"""Maps each foreign name to the row that explains it.

A name includes its section if it has a different meaning in other sections.
"""

IDLE = {
    *("a", "an", "at", "be", "by", "for", "in", "is", "it", "of", "on", "only", "the", "to", "with", "you"),
    *("allow", "allowed", "are", "available", "can", "enabled", "may", "must", "offered", "permitted"),
    *(
        "also",
        "and",
        "but",
        "game",
        "house",
        "just",
        "ok",
        "player",
        "possible",
        "rule",
        "s",
        "table",
        "too",
        "use",
        "when",
        "your",
    ),
}
"""Words that can be added to a name, removed from it or moved in it without changing its meaning."""

SAME_WORDS = (
    ("natural", "blackjack", "bj"),
    ("pack", "deck"),
    ("wager", "bet", "stake"),
    ("push", "tie", "standoff"),
    ("hand", "round"),
    ("every", "each"),
    ("one", "single"),
    ("pays", "payout", "payoff", "paid", "odds"),
    ("most", "max", "maximum", "highest", "largest", "biggest"),
    ("least", "min", "minimum", "lowest", "smallest"),
    ("hit", "draw"),
    ("deal", "dealt"),
    ("stand", "stay", "stick"),
    ("peek", "check", "look"),
    ("shuffle", "reshuffle"),
    ("lose", "lost"),
    ("win", "beat", "won"),
    ("below", "under"),
    ("same", "identical", "like", "equal"),
    ("unlike", "different", "mixed"),
    ("get", "receive"),
    ("take", "collect"),
    ("begin", "start", "initial"),
    ("end", "stop", "finish", "quit", "leave"),
    ("amount", "size", "price", "cost"),
    ("remove", "omit"),
    ("immediately", "instantly", "automatically", "once"),
    ("face up", "exposed", "visible", "shown", "open", "up"),
)
"""Groups of words with the same meaning. The most common word in each group comes first."""

ORDERING = {"after", "befor", "beat"}
"""The stems of words whose position in a name matters."""


def _stem(word: str) -> str:
    """Remove the ending of a word, so that its forms can be compared. The result need not be a word.

    >>> _stem("splitting") == _stem("splits"), _stem("doubled") == _stem("double"), _stem("four")
    (True, True, '4')
    """
    if (number := NUMBER_WORDS.get(word.removesuffix("s"))) is not None:
        return str(number)
    if len(word) < SHORTEST:
        return word
    short = re.sub("(?:ing|ed|s)$", "", word).removesuffix("e")
    return re.sub(r"([b-df-hj-np-tv-z])\1$", r"\1", short)


SHORTEST = 3  # the fewest letters in a word that has an ending
IDLE_STEMS = {*map(_stem, IDLE)}
STEMS = {_stem(word): _stem(words[0].split()[-1]) for words in SAME_WORDS for word in words}
"""Maps the stem of each word to the stem of the most common word with the same meaning."""


def _words_of(name: str) -> tuple[str, frozenset[str]] | None:
    """Return the section of a name, and the set of the words in the name.

    Return None for a single word without a section, which is too ambiguous.

    >>> _words_of("card_for_split_aces") == _words_of("splitting_ace_card"), _words_of("hits_on")
    (True, None)
    >>> _words_of("dealer.peeks_on") == _words_of("dealer.checking")
    True
    >>> _words_of("double_after_split") == _words_of("split_after_double")
    False
    """
    section, _, last = name.rpartition(".")
    said = stems_of(last)
    return (section, said) if len(" ".join(said).split()) > (not section) else None


def stems_of(name: str) -> frozenset[str]:
    """Return the stems of the words in a name. If their order matters, join them into a single string."""
    words = [_stem(word) for word in re.findall(r"[^\W\d_]+|\d+", _unite(name))]
    said = [STEMS.get(word, word) for word in words if word not in IDLE_STEMS]
    return frozenset(said if ORDERING.isdisjoint(words) else [" ".join(said)])


def _by_words() -> Mapping[tuple[str, frozenset[str]], Foreign]:
    """Map each section and set of words to their row.

    Sets of words that belong to several rows are left out.
    """
    rows: dict[tuple[str, frozenset[str]], list[Foreign]] = {}
    for names, foreign in ROWS.items():
        for words in filter(None, map(_words_of, names.split())):
            rows.setdefault(words, []).append(foreign)
    return {words: found[0] for words, found in rows.items() if all(row is found[0] for row in found)}


BY_WORDS = _by_words()
"""Maps each section and the words in a foreign name to the row that explains that name."""


def row_of(name: str) -> Foreign | None:
    """Return the row for a foreign name, or None. Underscores do not matter: `maxhands` means `max_hands`.

    The name may start with its section and a dot.

    >>> row_of("max_hands") is row_of("maxhands") is not None
    True
    """
    return FOREIGN.get(_join(name))


def row_with_words_of(name: str) -> Foreign | None:
    """Return the row for a foreign name with the same words as ``name``. If no row matches, return None.

    The words may be in any order, and may be mixed with filler words. A single word without a section has no
    row.

    >>> row_with_words_of("shuffle_after_each_round"), row_with_words_of("split_one_card_on_aces").new
    (None, 'rules.split')
    """
    words = _words_of(name)
    return BY_WORDS.get(words) if words else None


def row_like(name: str) -> Foreign | None:
    """Return the row for a foreign name. If no row has this name, return the row for the words in it.

    Return None if no row matches.
    """
    return row_of(name) or row_with_words_of(name)
