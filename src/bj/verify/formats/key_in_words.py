"""Describes what a key determines, without its value: a line, a prompt, a name or a hidden rule."""

from __future__ import annotations

import re

from bj.catalogue.events import EVENTS, SHARED
from bj.ruleset.model.prompts import PROMPT_FIELDS, Prompts
from bj.ruleset.model_fields import fields_at

CLAUSE_END = re.compile(r"[.,:;]")

REPLIES = ("wrong", "not_", "too_", "above_")
"""Prefixes of the keys under [prompts] that contain replies to invalid answers."""


def key_in_words(key: str) -> str:
    """Describe the line, question, reply, name or rule that a key determines.

    Return an empty string if the author of the ruleset chose the name of the key.

    >>> key_in_words("output.player_bets"), key_in_words("prompts.wager.too_large")
    ('Line: a player wagers', 'Reply: printed if the player has less money than the wager')
    >>> key_in_words("prompts.wager"), key_in_words("cards.ranks.K.name"), key_in_words("powers.flee")
    ('Question: asks for a wager', 'Name: the rank K', '')
    >>> key_in_words("procedure.hand"), key_in_words("dealer.draws")
    ('The steps of each hand', 'The dealer draws as long as this condition is true')
    """
    match key.split("."):
        case ["output", line] if line in EVENTS or line in SHARED:
            return _label("Line", EVENTS[line].means if line in EVENTS else SHARED[line].means)
        case ["prompts", section, message] if message in PROMPT_FIELDS[section] and message.startswith(
            REPLIES
        ):
            fields = Prompts.model_fields[section].annotation.model_fields  # type: ignore[union-attr]  # a section
            return _label("Reply", fields[message].description or "")
        case ["prompts", section, *_] if section in PROMPT_FIELDS:
            return _label("Question", Prompts.model_fields[section].description or "")
        case ["cards", ("ranks" | "suits") as which, code, *_]:
            return f"Name: the {which.removesuffix('s')} {code}"
    *table, name = key.split(".")
    field = fields_at(tuple(table)).get(name)
    return CLAUSE_END.split(field.description or "", maxsplit=1)[0] if field is not None else ""


def _label(label: str, sentence: str) -> str:
    """Return ``label``, followed by the first clause of ``sentence``."""
    words = sentence.partition(". ")[0].partition(": ")[0].partition(";")[0].removesuffix(".")
    return f"{label}: {words[:1].lower()}{words[1:]}"
