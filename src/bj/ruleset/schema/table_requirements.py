"""The requirements that a JSON Schema can express. Each one is about a single table or list.

A schema cannot relate two sections, compare numbers, or parse expressions and templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from bj.cards import OWN_RANKS, RANKS, SUITS
from bj.catalogue.actions import PLAYS
from bj.catalogue.effects import EFFECTS, EFFECTS_OF
from bj.catalogue.events import LINE_FIELDS, OUTPUT_FIELDS
from bj.catalogue.expression_names import ANSWER
from bj.catalogue.limits import LARGEST_PACK, LONGEST_TEXT, MOST_PACKS
from bj.catalogue.occasions import OCCASIONS
from bj.catalogue.reaction_targets import TWICE
from bj.ruleset.charts import NUMBER
from bj.ruleset.check.arguments import LARGEST_NUMBER, RESERVED
from bj.ruleset.check.definitions import TAKEN
from bj.ruleset.check.procedure import RANKED
from bj.ruleset.check.reactions import OF_REACTIONS
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.model.dealer_total_charts import COLUMN, PAIR
from bj.ruleset.model.index_plays import KEY
from bj.ruleset.model.procedure import LISTS
from bj.ruleset.model.prompts import PROMPT_FIELDS, Prompts
from bj.ruleset.model.side_bets import CARDS_OF_HANDS
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.ruleset.templates import LARGEST_WIDTH
from bj.text.unsafe_characters import PRINTABLE

Schema: TypeAlias = dict[str, Any]

CARD_FIELDS: Mapping[str, tuple[str, ...]] = {"name": ("rank", "suit"), "listed": ("card", "rank", "suit")}
"""Maps the key of each template in [cards] to the fields that the template can use."""

_WIDTH = f"(:[<>^]?([1-9]|[1-{LARGEST_WIDTH // 10 - 1}][0-9]|{LARGEST_WIDTH}))?"
_TOTAL = "(0?[0-9]|[12][0-9]|3[01])"
LINE: Schema = {"$ref": "#/$defs/Line"}


def open_table(schema: Schema) -> Schema:
    """Mark ``schema`` as incomplete, so that the editor extension Tombi does not warn about unlisted keys."""
    return {**schema, "additionalProperties": True}


def when(condition: Schema, then: Schema) -> Schema:
    """Return a schema in which every table that matches ``condition`` must also match ``then``."""
    return {"if": open_table(condition), "then": open_table(then)}


def having(key: str, value: Schema | None = None) -> Schema:
    """Return a schema for tables with ``key``. If ``value`` is given, the key's value must match it."""
    return {"required": [key], "properties": {key: value}} if value else {"required": [key]}


def lacking(*keys: str) -> Schema:
    """Return a schema for tables without any of these ``keys``."""
    return {"properties": dict.fromkeys(keys, False)}


def _words(word: str) -> str:
    """Return a pattern for words separated by spaces. Each word matches the pattern ``word``."""
    return rf"^\s*{word}(\s+{word})*\s*$"


def _template(fields: Iterable[str], once: str = "") -> Schema:
    """Return the schema for a template that can use only these ``fields``.

    If ``once`` is given, this field must occur exactly once.
    """
    names = "|".join(field for field in fields if field != once)
    text = rf"([^{{}}]|\{{\{{|\}}\}}|\{{({names}){_WIDTH}\}})*" if names else r"([^{}]|\{\{|\}\})*"
    pattern = rf"{text}\{{{once}{_WIDTH}\}}{text}" if once else text
    return {"type": "string", "maxLength": LONGEST_TEXT, "pattern": f"^{pattern}$", "allOf": [LINE]}


def _templates(fields: Mapping[str, Iterable[str]]) -> dict[str, Schema]:
    return {key: _template(names) for key, names in fields.items()}


DEFINITIONS: dict[str, Schema] = {
    "Line": {
        "description": "Text without control characters.",
        "type": "string",
        "pattern": PRINTABLE,
    }
}
"""Definitions that are used in several sections of the schema."""

SHOWN = (*LINE_FIELDS, ANSWER)
"""Fields in speech and lines. Remembered numbers are fields too, but cannot have these names."""

_SAID: Schema = _template(["[a-z][a-z0-9_]*"])
_SAID["allOf"] = [
    LINE,
    {"not": {"pattern": rf"(^|[^{{])(\{{\{{)*\{{({'|'.join(sorted(TAKEN - {*SHOWN}))})[:}}]"}},
]
_WORDS: dict[str, Schema] = {"say": _SAID, "ask": _SAID}

_ANSWERS: Schema = {"propertyNames": {"pattern": r"\S", "allOf": [LINE]}}
LARGEST_CUT = MOST_PACKS * LARGEST_PACK
_RANK = f"(10|[{RANKS}{OWN_RANKS}])"
_RANKS = _words(_RANK)
_CARDS = _words(f"([{SUITS}]|{_RANK}[{SUITS}]?)")

_NAME = "[a-z][a-z0-9_]{0,39}"
_GAP = r"[ \t\n]*"
_STRATEGY: Schema = {"pattern": IDENTIFIER, "maxLength": 40}
_NEW_NAME: Schema = {
    "pattern": IDENTIFIER,
    "maxLength": 40,
    "not": {"enum": sorted(word for word in TAKEN if word.islower())},
}


def _prompts() -> dict[str, dict[str, Schema]]:
    sections: dict[str, Any] = {name: field.annotation for name, field in Prompts.model_fields.items()}
    return {
        section.__name__: _templates(PROMPT_FIELDS[name])
        | ({"answers": _ANSWERS} if "answers" in section.model_fields else {})
        for name, section in sections.items()
    }


def _chart(cell: str) -> dict[str, Schema]:
    rows = rf"^(hard|soft) ({_TOTAL}|{_TOTAL}\.\.{_TOTAL}?|\.\.{_TOTAL})$|^pair(\s+{_RANK})+\s*$"
    cells = {"propertyNames": {"pattern": rows}, "additionalProperties": {"pattern": _words(cell)}}
    return {"columns": {"pattern": _RANKS}, "rows": cells}


def _chart_by_total() -> dict[str, Schema]:
    rows = rf"^(hard|soft) ({_TOTAL}|{_TOTAL}\.\.{_TOTAL}?|\.\.{_TOTAL})$|^{PAIR.pattern}$".replace(
        "(?:", "("
    )
    cells = {"propertyNames": {"pattern": rows}, "additionalProperties": {"pattern": _words("|".join(PLAYS))}}
    column = COLUMN.pattern.replace("(?:", "(")
    return {"columns": {"pattern": _words(column)}, "rows": cells}


def _bet_cards() -> Iterator[Schema]:
    """Yield schemas that do not allow a list to contain both a whole hand and one of its cards."""
    for hand, cards in CARDS_OF_HANDS.items():
        both: list[Schema] = [{"contains": {"const": hand}}, {"contains": {"enum": list(cards)}}]
        yield {"not": {"allOf": both}}


VALUES: Mapping[str, Mapping[str, Schema]] = {
    "Output": {
        key: _template(fields, once="cards" if "cards" in fields else "")
        for key, fields in OUTPUT_FIELDS.items()
    },
    "Cards": {
        **_templates(CARD_FIELDS),
        "rank_order": {"pattern": rf"^\s*$|{_RANKS}"},
        "suit_order": {"pattern": rf"^\s*$|{_words(f'[{SUITS}]')}"},
        "pack": {"propertyNames": {"pattern": _CARDS}},
    },
    "Rank": _templates({"card": ("rank", "suit")}),
    "Reaction": _WORDS,
    "Power": {
        "memory": {"propertyNames": _NEW_NAME},
        **_WORDS,
    },
    "SideBet": {
        "cards": {"if": {"type": "array"}, "then": {"uniqueItems": True, "allOf": list(_bet_cards())}}
    },
    "Payouts": {"tied_totals": {"propertyNames": {"pattern": "^([1-9]|[12][0-9]|3[01])$"}}},
    "Step": {"say": _WORDS["say"]},
    **_prompts(),
    "Chart": _chart(f"(?:{'|'.join(PLAYS)})"),
    "TotalChart": _chart_by_total(),
    "Worths": {**_chart(NUMBER), "natural": {"pattern": _words(NUMBER)}},
    "Player": {"strategy": _STRATEGY},
    "Member": {"strategy": _STRATEGY},
    "Strategy": {
        "indices": {"propertyNames": {"pattern": f"^({KEY.pattern})$".replace("(?:", "(")}},
        "extends": _STRATEGY,
        "count": {"propertyNames": {"pattern": _RANKS}},
        "memory": {"propertyNames": _NEW_NAME},
    },
    "Rules": {"minimum_wager": {"minimum": 0}},
    "": {
        "define": {"propertyNames": _NEW_NAME},
        "arguments": {
            "propertyNames": {
                "pattern": IDENTIFIER,
                "maxLength": 40,
                "not": {"enum": sorted(word for word in RESERVED if word.islower())},
            }
        },
    },
    "Argument": {
        "between": {
            "items": {"minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER},
            "uniqueItems": True,
        },
        "choices": {"items": {"allOf": [{"pattern": r"^[^\s-]\S*$"}, {"not": {"pattern": "^[+-]*[0-9]+$"}}]}},
    },
    "Procedure": {"deal": {"allOf": [{"contains": {"enum": ["player up", "player down"]}}]}},
    "Head": {
        "extends": {
            "anyOf": [
                {"enum": list(shipped_rulesets())},
                {"pattern": r"^[^/\\][^\\]*(\.toml|/[^\\]*)$"},  # a file in a subfolder
            ]
        },
        "usage": {"pattern": rf"^({_GAP}{_NAME}(?![a-z0-9_]))*({_GAP}\[{_GAP}{_NAME}{_GAP}\])*{_GAP}$"},
    },
}
"""Maps each definition to additional schemas for the values of its keys.

The definition with an empty name is the ruleset itself.
"""


def _arguments() -> Iterator[Schema]:
    default = {"type": "integer", "minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER}
    known: dict[str, Schema] = {
        "integer": {"properties": {"default": default, "choices": False}},
        "choice": {"properties": {"default": {"type": "string"}, "between": False}},
        "cuts": lacking("default", "between", "choices"),
        "players": lacking("default", "between"),
    }
    for kind, table in known.items():
        yield when(having("type", {"const": kind}), table)


def _reactions() -> Iterator[Schema]:
    """Yield schemas that require the right occasions and keys for each effect."""
    says, remembers = having("say"), having("set", {"minProperties": 1})
    speaks = {"required": ["on"], "properties": {"do": {"const": "speak"}}}
    yield when(speaks, {"anyOf": [open_table(says), open_table(remembers)]})
    of_kind, single = {"required": ["rank", "suit"]}, having("card", {"pattern": f"^.[{SUITS}]$"})
    for effect in EFFECTS.values():
        here = having("do", {"const": effect.name})
        if effect.on:
            yield when(here, having("on", {"enum": list(effect.on)}))
        if effect.needs == "partner":
            yield when(here, {"anyOf": [open_table(having("partner")), open_table(having("seat"))]})
        elif effect.needs:
            yield when(here, having(effect.needs))
        if effect.needs_single_card:
            yield when(here, {"anyOf": [open_table(of_kind), open_table(single)]})
    of_others = [name for name, occasion in OCCASIONS.items() if occasion.of_others]
    deciding = [name for name, effect in EFFECTS.items() if effect.decides]
    of_them: Schema = {"on": {"enum": of_others}, "do": {"not": {"enum": deciding}}}
    yield when(having("of"), {"properties": of_them})
    yield when(having("partner", {"const": "them"}), having("of"))
    for pair in TWICE:
        yield {"not": open_table({"required": [*pair]})}
    for key, effects in EFFECTS_OF.items():
        here = having("do", {"enum": list(effects)})
        yield {"if": open_table(here), "else": open_table(lacking(key))}


def _shoe() -> Iterator[Schema]:
    riffle = open_table(having("method", {"const": "riffle"}))
    uniform = open_table({"properties": {"method": {"const": "uniform"}}})
    once = {"enum": ["stop", "restart hand"]}
    endless = having("packs", {"const": "infinite"})
    yield when(endless, {"properties": {"shuffle": uniform, "when_empty": once}})
    yield when(having("shuffle", riffle), {"properties": {"when_empty": once}})


_ANSWERED: Mapping[str, list[str]] = {"between": ["ask"], "default": ["between"]}
"""Maps each key for a numeric question to the keys that it requires."""

CONDITIONS: Mapping[str, Schema] = {
    "Argument": {"allOf": list(_arguments())},
    "Reaction": {"allOf": list(_reactions()), "dependentRequired": _ANSWERED},
    "Step": {
        "anyOf": [open_table(having(key)) for key in ("step", "repeat", "say")],
        "not": {
            "anyOf": [
                open_table({"required": pair})
                for pair in (["step", "repeat"], ["step", "say"], ["repeat", "say"])
            ]
        },
        "dependentRequired": {"repeat": ["while"], "while": ["repeat"], "else": ["if"]},
        **when(
            having("by"), {"anyOf": [open_table(having(key, {"const": RANKED})) for key in ("step", "else")]}
        ),
    },
    "Shuffle": when(
        having("method", {"const": "riffle"}),
        {
            "properties": {
                "between": {
                    "items": {"minimum": 0, "maximum": LARGEST_CUT},
                    "uniqueItems": True,
                }
            }
        },
    ),
    "Shoe": {"allOf": list(_shoe())},
}
"""Maps each definition to conditions that relate its keys to each other."""

_OWN_RANKS: Schema = {f"^[{OWN_RANKS}]$": open_table({"required": ["name", "value"]})}

WHOLE: Mapping[str, Schema] = {
    "Power": {
        "allOf": list(_reactions()),
        "anyOf": [open_table(having(key)) for key in ("on", "reactions", "while", "memory")],
        "dependentRequired": {key: ["on", *_ANSWERED.get(key, ())] for key in OF_REACTIONS.values()},
    },
    "Argument": when(having("type", {"enum": ["choice", "players"]}), {"required": ["choices"]}),
    "Head": {"properties": {"without": {"maxItems": 0}}},
    "Cards": {"properties": {"ranks": open_table({"patternProperties": _OWN_RANKS})}},
    "Procedure": {"properties": {key: {"type": "array"} for key in LISTS}},
    "Shuffle": {
        **when(having("method", {"const": "riffle"}), {"required": ["cuts", "between"]}),
        "dependentRequired": {key: ["method"] for key in ("cuts", "between", "first_cuts")},
    },
}
"""Maps each definition to additional conditions for a table that does not inherit keys."""
