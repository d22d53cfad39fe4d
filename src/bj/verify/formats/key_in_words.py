"""Describes what a key sets, such as a line, a prompt or a name, without revealing its value."""

from __future__ import annotations

import re

from bj.catalogue.events import EVENTS, SHARED
from bj.ruleset.model_fields import fields_at

LINE = "Line"
"""The label of a line that a program prints."""

CLAUSE_END = re.compile(r"[.,:;]")

REPLIES = ("wrong", "not_", "too_", "above_")
"""Prefixes of keys in [prompts] whose values are replies to invalid answers."""


def key_in_words(key: str) -> str:
    """Describe the line, question, reply, name or rule that a key sets.

    Return an empty string if the author of the ruleset chose the name of the key.

    >>> key_in_words("output.player_bets"), key_in_words("prompts.wager.too_large")
    ('Line: a player wagers', 'Reply: printed if the player has less money than the wager')
    >>> key_in_words("prompts.wager"), key_in_words("cards.ranks.K.name"), key_in_words("powers.flee")
    ('Question: asks for a wager', 'Name: the rank K', '')
    >>> key_in_words("procedure.hand"), key_in_words("dealer.draws")
    ('The steps of each hand', 'The dealer draws as long as this condition is true')
    """
    words, sections = key.split("."), fields_at(("prompts",))
    field = fields_at(tuple(words[:-1])).get(words[-1])
    means = "" if field is None else field.description or ""
    match words:
        case ["output", line] if line in EVENTS or line in SHARED:
            return _label(LINE, EVENTS[line].means if line in EVENTS else SHARED[line].means)
        case ["prompts", _, reply] if means and reply.startswith(REPLIES):
            return _label("Reply", means)
        case ["prompts", section, *_] if section in sections:
            return _label("Question", sections[section].description or "")
        case ["cards", ("ranks" | "suits") as which, code, *_]:
            return f"Name: the {which.removesuffix('s')} {code}"
    return CLAUSE_END.split(means, maxsplit=1)[0]


def _label(label: str, sentence: str) -> str:
    """Return ``label``, followed by the first clause of ``sentence``."""
    words = sentence.partition(". ")[0].partition(": ")[0].partition(";")[0].removesuffix(".")
    return f"{label}: {words[:1].lower()}{words[1:]}"
