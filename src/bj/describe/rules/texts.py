"""Texts: the templates of events, the prompts, and the names of cards and people."""

from __future__ import annotations

from collections.abc import Iterator

from bj.catalogue.events import EVENTS
from bj.describe.rules.layout import quote
from bj.describe.rules.parts import HeadedPart, Rows
from bj.ruleset.check import Checked
from bj.ruleset.model.output import find_key
from bj.ruleset.model.prompts import Prompts

SILENT = "silence"


def describe_sayings(checked: Checked) -> Iterator[HeadedPart]:
    """The sections of all texts, by event and by prompt."""
    model = checked.model
    cards = model.cards
    names = {
        "a card": cards.name,
        "a card in a list": cards.listed,
        "a hidden card": cards.hidden,
        **{f"the suit {code}": suit for code, suit in cards.suits.items()},
        **{f"the rank {code}": rank.name for code, rank in cards.ranks.items()},
        **{f"a card of the rank {code}": rank.card for code, rank in cards.ranks.items() if rank.card},
        "the dealer": model.dealer.name,
        "the role of a player": model.output.roles.player,
        "the role of the dealer": model.output.roles.dealer,
    }
    yield HeadedPart("Names", [Rows("names", [""], {what: [quote(name)] for what, name in names.items()})])
    output = {key: getattr(model.output, find_key(model.output, event)) for key, event in EVENTS.items()}
    rows = {event: [SILENT if text is None else quote(text)] for event, text in output.items()}
    rows |= {f"victory of {team.id}": [quote(team.victory)] for team in model.teams}
    yield HeadedPart("Output", [Rows("output", [""], rows)])
    yield HeadedPart("Questions to people", [Rows("prompts", [""], dict(_prompts(model.prompts)))])


def _prompts(prompts: Prompts) -> Iterator[tuple[str, list[str]]]:
    """Every text of the prompts, and the answers, by section and key."""
    for name in type(prompts).model_fields:
        section = getattr(prompts, name)
        for key in type(section).model_fields:
            value = getattr(section, key)
            if isinstance(value, dict):
                yield f"{name}, {key}", [", ".join(f"{word} = {meaning}" for word, meaning in value.items())]
            elif isinstance(value, list):
                yield f"{name}, {key}", [" and ".join(map(quote, value))]
            else:
                said = quote(value) if isinstance(value, str) else str(value)
                yield f"{name}, {key}", ["" if value is None else said]
