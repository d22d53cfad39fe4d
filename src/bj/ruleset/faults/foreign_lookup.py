"""Finds the meaning of a key whose name comes from another game or program."""

from __future__ import annotations

import re
from typing import Any

from bj.faults_and_fixes import KeyPath
from bj.ruleset.faults.foreign_name_index import row_like, row_of, row_with_words_of, stems_of
from bj.ruleset.faults.foreign_name_row import Foreign, by_example
from bj.ruleset.faults.foreign_sections import (
    SECTIONS,
)
from bj.ruleset.faults.foreign_values import (
    as_truth,
    fold,
    read_list,
    to_charlie,
    to_number,
    to_pack_without,
    worths_of,
)
from bj.ruleset.model import Ruleset
from bj.ruleset.model_fields import fields_at
from bj.ruleset.suggestions import find_close
from bj.text.lazy_regex import compile_later

WITH_NAMES = ("players", "side_bets", "strategies", "teams")
"""The sections that contain a table for each player, side bet, strategy or team.

For a key in such a table, the name in a row does not include the name or number of the table.
"""

OWN_SECTIONS = ("strategies", "players", "output", "prompts", "arguments", "side_bets", "powers")
"""The sections in which a key never means a house rule."""

OF_HOUSE = ("rules", "payouts", "dealer", "shoe", "cards")
"""The sections about the house. Other programs may put a rule in a different one of these sections."""

VAGUE = ("amount", "count", "number", "size")
"""Keys that are too vague to identify a rule, except in the section about that rule."""

BEFORE = compile_later(
    r"(?:must|dealer|player|house|is|allows?|allowed|can|may|offers?|offered|has|uses?|with)_"
)
AFTER = compile_later(r"_(?:rules?|only|allowed|offered|permitted)$")
"""BEFORE matches filler words before a name, and AFTER matches filler words after it."""

TIED = compile_later(r"(?:tie|push|standoff)(?:s|es|d)?_(?:(?:on|at|of|with|total)_)?(?:1[2-9]|2[01])s?.*")
"""Matches keys that set the result of a tie at certain totals."""

RANK_WORDS = (
    "(?:ace|king|queen|jack|ten|10|face|nine|eight|seven|five|four|three|two|[2-9])s?|face_cards|six(?:es)?"
)
SPLIT_RANKS = compile_later(
    rf"(only_)?(?:can_)?(?:allow_)?split_((?:(?:{RANK_WORDS})(?:_and_|_or_|_)?)+?)(?:_allowed)?(_only)?"
)
"""Matches keys that list the ranks of pairs that may be split."""

WITHOUT = compile_later(r"(?:no|without|remove|removed)_([a-z]+|[0-9]+)")
TAKES_ALL = (r"blackjack|natural|bj", r"takes?_|lose|lost|collect|forfeit", r"double|split|_all|every")
"""Patterns for keys that mean that a dealer's natural takes all wagers.

Such a key matches all three patterns.
"""

CUT_CARD = compile_later(r"(?<![a-z])cut(?:ting)?_?card(?![a-z])")
"""Matches `cut card` in a key that sets the position of the cut card."""

CHARLIE = compile_later(
    r"([a-z]+|[0-9]+)_cards?_(?:(?:under_21|without_bust(?:ing)?|trick|charlie)_?)?"
    r"(?:charlies?|tricks?|(?:always_|automatically_)?wins?(?:_automatically|_at_once)?|(?<=e_)(?:pays?|payout))"
)


def find_joined(path: KeyPath, value: Any) -> tuple[Foreign, Any] | None:
    """Find the row whose name is an unknown section and a key in it, joined by an underscore.

    Return the row and the meaning of the value, or None if no row matches.
    """
    if len(path) != 2 or path[0] in Ruleset.model_fields:
        return None
    name, meant = f"{fold(path[0])}_{fold(path[1])}", as_truth(value)
    row = row_like(name)
    return (row, meant) if row is not None and row.read(meant)[1] is not None else None


def _ranks_in(words: str) -> list[str]:
    """List the ranks in ``words``, which are part of a key. Face cards count as tens."""
    return read_list(re.sub("face_cards|faces?", "tens", words).replace("_", " "))


def look_up_row(path: KeyPath) -> Foreign | None:
    """Find the row for a key. Its section, and words that do not change its meaning, may be ignored.

    A key in an unknown section may belong to the section that the author meant, or to any section about the
    house.
    """
    key = fold(path[-1])
    if path[0] == "output":
        return row_of(f"output.{key}") or _unless_own(path, row_of(key))
    charlie = CHARLIE.fullmatch(key)
    if charlie and (cards := to_number(charlie[1])):
        return by_example("rules.charlie", cards, rewrite=to_charlie(cards))
    if all(re.search(words, key) for words in TAKES_ALL):
        return by_example("rules.natural_takes", "all", "original bets")
    if CUT_CARD.search(key) and path[0] not in OWN_SECTIONS:
        return row_of("cut_card")
    without = WITHOUT.fullmatch(key)
    if without and (pack := to_pack_without([without[1]])):
        return by_example("cards.pack", pack)
    if TIED.fullmatch(key):
        return row_of("ties_of_totals")
    if (split := SPLIT_RANKS.fullmatch(key)) and (worths := worths_of(_ranks_in(split[2]))):
        excluded = " and ".join(f"first != {worth}" for worth in worths)
        listed = " or ".join(f"first == {worth}" for worth in worths)
        is_only = split[1] or split[3]
        return by_example("rules.split", {"when": listed} if is_only else True, {"when": excluded})
    any_key = row_of(f"{path[0]}.any")
    if any_key is not None and path[0] not in Ruleset.model_fields:
        return row_of(f"{path[0]}.{key}") or any_key
    sections = _sections_of(path)
    names = without_idle_ends(key)
    is_typo = find_close(str(path[-1]), [*fields_at(path[:-1])]) is not None
    found = (
        find(f"{section}.{name}") or _unless_own(path, find(name))
        for find in (row_of, row_with_words_of)
        for section in sections
        for name in names
        if find is row_of or not is_typo or len(stems_of(name)) > 1
    )
    return next((row for row in found if row is not None), None if is_typo else any_key)


def _unless_own(path: KeyPath, row: Foreign | None) -> Foreign | None:
    """Return ``row``, unless it is for a house rule although the key is about one player or a line of output.

    In that case, return None.
    """
    is_of_house = row is not None and row.new.partition(".")[0] in OF_HOUSE
    is_own = path[0] == "output" or (path[0] in ("strategies", "players") and len(path) == 3)
    return None if is_of_house and is_own else row


def _sections_of(path: KeyPath) -> list[str]:
    """List the sections with rows that may apply to the key at ``path``."""
    is_named = path[0] in WITH_NAMES or (path[0] in ("arguments", "prompts") and len(path) == 3)
    sections = [str(path[0]) if is_named else ".".join(map(str, path[:-1]))]
    if len(path) == 2 and path[0] not in Ruleset.model_fields:
        meant = SECTIONS.get(fold(path[0]), "rules")
        is_clear = meant in OF_HOUSE and fold(path[-1]) not in VAGUE
        sections += [meant, *(OF_HOUSE if is_clear else ())]
    elif path[0] == "rules" and fold(path[-1]).startswith("dealer_"):
        sections.insert(0, "dealer")
    elif (path[0] == "ruleset" or len(path) == 1) and not find_close(
        str(path[-1]), [*fields_at(("ruleset",))]
    ):
        sections += ["", *OF_HOUSE]
    return sections


def without_idle_ends(key: str) -> tuple[str, ...]:
    """Return ``key``, followed by shorter forms of it without superfluous words at either end.

    >>> without_idle_ends("dealer_stands"), without_idle_ends("dealer_must_hit_on")
    (('dealer_stands', 'stands'), ('dealer_must_hit_on', 'must_hit_on', 'hit_on'))
    """
    names: tuple[str, ...] = (key,)
    while begun := BEFORE.match(names[-1]):
        names = (*names, names[-1][begun.end() :])
    return tuple(dict.fromkeys((*names, *(AFTER.sub("", name) for name in names))))
