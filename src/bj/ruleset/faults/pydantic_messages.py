"""Translates errors from pydantic into plain English."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from bj.cards import SUITS
from bj.faults_and_fixes import MEANT, QUOTE, Fault, Fix, KeyPath, Remedy
from bj.ruleset.faults.error_recovery import MISSING, UNKNOWN, Problem
from bj.ruleset.faults.foreign_bets_and_bonuses import find_bonus, name_of_bet
from bj.ruleset.faults.foreign_counting import to_count
from bj.ruleset.faults.foreign_key_remedies import find_foreign, may_be
from bj.ruleset.faults.foreign_lines_and_questions import find_answer
from bj.ruleset.faults.foreign_lookup import WITH_NAMES
from bj.ruleset.faults.foreign_player_lists import seat_named
from bj.ruleset.faults.foreign_powers import find_similar_occasion
from bj.ruleset.faults.foreign_sections import SECTIONS
from bj.ruleset.faults.foreign_values import (
    condition_of_pairs,
    fold,
    read_number,
    read_totals,
    to_two_values,
)
from bj.ruleset.faults.foreign_wild_cards import find_jokers
from bj.ruleset.faults.topics_of_unknown_keys import find_topic
from bj.ruleset.faults.value_examples import Site, as_ratio
from bj.ruleset.faults.values_in_players_words import find_form
from bj.ruleset.model import Ruleset
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.model.house_rule_reading import condition_of_totals
from bj.ruleset.model.index_plays import INSURANCE_REMEDY, read_play
from bj.ruleset.model_fields import fields_at, fits, kinds_of
from bj.ruleset.suggestions import (
    LONGEST_WORD,
    MOST_LISTED,
    NUMBER_WORDS,
    RENAMED,
    TRUTHS,
    describe_kind,
    find_close,
    find_nearest,
    is_slip,
    read_digits,
    shorten,
    suggest,
)
from bj.ruleset.toml.reading_and_writing import write_key, write_value
from bj.text.sentences import enumerate_words

Said: TypeAlias = tuple[str, str, Remedy]
"""The code, the message and the remedy of a fault."""

EXPECTED: Mapping[str, str] = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text in quotes",
    "bool_type": "true or false",
    "list_type": "a list in brackets",
    "tuple_type": "a list in brackets",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "formula_type": "a whole number or an expression in quotes",
    "amount_type": "a number or an expression in quotes",
    "condition_type": "true, false or a condition in quotes",
    "word_type": "a word or a condition in quotes",
    "argument_type": "the name of an argument",
    "cards_type": "a list in brackets or a word in quotes",
}
"""Maps each type of error in pydantic to a description of the expected value."""

FORMAT: KeyPath = ("ruleset", "format")
WHOLE = re.compile(
    r"(?:to )?(?:the )?(down|up|nearest)(?: to)?(?: the)?(?: nearest)?(?: whole)? "
    r"(?:dollar|euro|pound|unit|number)s?"
)
"""Matches a phrase for rounding to whole units."""

MEMORIES = ("memory", "set", "with")
"""The keys for tables of remembered numbers."""

MOST_CHOICES = 5  # the most choices that a message lists
LARGEST = 10**12  # the largest decimal number to suggest as a whole number

BOUNDS: Mapping[str, str] = {
    "greater_than_equal": "at least {ge}",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "int_parsing_size": "between -2**63 and 2**63 - 1",
    "too_short": "at least {min_length}",
    "too_long": "at most {max_length}",
    "string_too_short": "at least {min_length}",
    "string_too_long": "at most {max_length}",
}
"""Maps pydantic's errors about the size of a value to descriptions of the allowed size."""


REPEATS = re.compile(r"repeat (?:the )?(hand|round)s?(?: ([0-9]{1,6}|[a-z]+)(?: times?)?)?")
"""Matches phrases for a step that repeats hands or rounds, such as `repeat hand 3 times`."""

OF_TEXTS = ("output", "prompts")
"""The sections that contain texts. Their keys are words that have other meanings in other sections."""

NAMING = "use lowercase letters, digits and `_`, starting with a letter"
HOMELESS = "no section has such a key: remove it, or write the rule in other words"
NO_SECTION = "no section has this name: remove it, or write its rules in other words"
NO_RULE = (
    "no rule resembles it: see docs/tables.md for the rules, and docs/limits.md for what bj does not support"
)


def explain(problem: Problem, root: type[BaseModel] = Ruleset) -> Fault:
    """Convert a problem to a fault. ``root`` is the model for the whole document."""
    path, errors, value, data = problem
    kind = errors[0]["type"]
    if root is Ruleset and path == ("arguments",) and isinstance(value, list):
        return _explain_arguments(path, value)
    if kind == UNKNOWN:
        return _explain_unknown(path, value, data, root)
    if kind == MISSING:
        return _explain_missing(path, data, root)
    if any("[key]" in error["loc"] for error in errors):
        return _explain_key(problem)
    offset = errors[0].get("ctx", {}).get("offset")
    span = None if offset is None else (offset, 1)
    code, message, remedy = _explain_value(errors, value, Site(path, root))
    if path[:2] == ("payouts", "bonuses") and len(path) == 3:
        remedy = find_foreign(path, value, data) or find_bonus(path, value) or remedy
    if errors[0]["type"] == "index_play" and (meant := read_play(str(path[-1]), value)) != value:
        remedy = Fix(write_value(meant))
    is_half = isinstance(value, float) and (2 * value).is_integer()
    if is_half and (path == ("rules", "target") or path[:2] == ("cards", "ranks")):
        halves = f"all values and totals in half points ({int(2 * value)} here)"
        remedy = f'write `count_in = "halves"` under [cards], and {halves}'
    remedy = find_form(path, value, data) or remedy
    if path[-1] == "on" and isinstance(value, str):
        remedy = find_similar_occasion(path, value, data) or remedy
    if path == ("side_bets",) and isinstance(value, list):
        remedy = find_foreign(path, value, data) or remedy
    if path[0] == "players" and len(path) == 2 and isinstance(value, str):
        remedy = Fix(write_value(seat_named(value, data)))
    is_offer = isinstance(remedy, Fix) and not remedy.text
    return Fault(code, path, message, remedy, part="key" if is_offer else "value", span=span)


def _explain_arguments(path: KeyPath, arguments: list[Any]) -> Fault:
    """Return the fault for arguments that are written as a list.

    The remedy shows the header for the first argument, and a usage line for all arguments.
    """
    named = [each for each in arguments if isinstance(each, dict) and isinstance(each.get("name"), str)]
    named.sort(key=lambda each: each.get("optional") is True)
    words = [shorten(f"[{each['name']}]" if each.get("optional") is True else each["name"]) for each in named]
    header = f"[arguments.{shorten(named[0]['name'])}]" if named else "[arguments.NAME]"
    usage = " ".join(words) if len(words) <= MOST_LISTED else "NAME …"
    remedy = (
        f'write {header} without `name`, the others in the same way, and `usage = "{usage}"` under [ruleset]'
    )
    return Fault("BJ213", path, "arguments are named tables, not a list", remedy, part="key")


def _explain_unknown(path: KeyPath, value: Any, data: Mapping[str, Any], root: type[BaseModel]) -> Fault:
    key = str(path[-1])
    known = list(fields_at(path[:-1], root))
    what = "section" if not path[:-1] and isinstance(value, dict | list) else "key"
    is_homeless = len(path) == 2 and not known and path[0] not in root.model_fields
    if len(path) == 1 and root is Ruleset:  # similar letters are not enough
        known = [name for name in known if is_slip(key, name) or may_be(key, name, value)]
    remedy = HOMELESS if is_homeless else suggest(key, known)
    is_lost = is_homeless or (path[:-1] in ((), ("rules",)) and not find_nearest(key, known))
    in_list = any(isinstance(step, int) for step in path)
    is_close = find_close(key, known) is not None
    if path[:-1] == ("payouts",):  # with other words in its name, a payout is for other hands
        is_close = any(is_slip(key, name) for name in known)
    elif len(path) > 1 and _is_elsewhere(key, value, root):  # the same name is better than a similar one
        is_close = isinstance(remedy, Fix)
    if not is_close and not in_list:  # a different section may have the key
        last = root is Ruleset and is_lost and (find_topic(path) or _say_lost(path, what))
        is_line = path[0] == "output" and isinstance(value, str) and "{" in value
        home = None if is_line else _find_home(path, value, root)
        remedy = home or find_bonus(path, value) or last or remedy
    is_inside = len(path) > 1 and path[0] not in root.model_fields
    if value == {} and (
        is_inside or (len(path) == 1 and (fold(key) in SECTIONS or not find_close(key, known)))
    ):
        remedy = "remove it: it is empty"
    elif root is Ruleset:
        remedy = find_foreign(path, value, data) or remedy
        if key == "extends" and len(path) > 2:
            remedy = "only rulesets and strategies can extend others: write all keys here"
    return Fault("BJ201", path, f"unknown {what} `{shorten(key)}`", remedy, part="key")


def _say_lost(path: KeyPath, what: str) -> str:
    """Return the remedy for a section or a rule that does not resemble any known section or rule.

    Return an empty string for any other key.
    """
    return NO_SECTION if what == "section" else NO_RULE if path[:-1] == ("rules",) else ""


def _is_elsewhere(key: str, value: Any, root: type[BaseModel]) -> bool:
    """Return whether a section has this name, or has such a key, perhaps in its tables."""
    places = (place for home in root.model_fields for place in ((home,), (home, "NAME")))
    return key in root.model_fields or any(
        key in fields_at(place, root) and fits((*place, key), value, root) for place in places
    )


def _find_home(path: KeyPath, value: Any, root: type[BaseModel]) -> Remedy | None:
    """Suggest the section to which a key belongs, perhaps under a different name.

    Return None if no section has such a key, and if no section has its name.
    """
    key = str(path[-1])
    name = (
        key if any(key in fields_at((home,), root) for home in root.model_fields) else RENAMED.get(key, key)
    )
    homes = [home for home in root.model_fields if name in fields_at((home,), root)]
    fitting = [home for home in homes if fits((home, name), value, root)]
    if len(path) > 2 or not {*fitting} & {*OF_TEXTS}:  # their keys mean something else elsewhere
        fitting = [home for home in fitting if home not in OF_TEXTS]
        homes = fitting if len(path) > 2 else [home for home in homes if home not in OF_TEXTS]
    is_section = len(path) > 1 and key in root.model_fields
    if not homes or (is_section and not fitting):
        named = [home for home in root.model_fields if key in fields_at((home, "NAME"), root)]
        named = [home for home in named if len(path) <= 2 and fits((home, "NAME", key), value, root)]
        if is_section and (not named or fits((key,), value, root)):
            return f"`{key}` is a section of its own: write {_header(key, root)}"
        headers = [_header(home, root) for home in named]
        return f"write it under {enumerate_words(headers, 'or')}" if named else None
    it = "it" if name == key else f"`{name}`"
    under = f"write {it} under {enumerate_words([f'[{home}]' for home in fitting or homes], 'or')}"
    if path[0] in WITH_NAMES:  # a rule for one player, strategy or bet is not a house rule
        return under
    one = fitting or (homes if isinstance(value, dict) else [])
    return Fix("", under, to=(one[0], name)) if len(one) == 1 else under


def _header(section: str, root: type[BaseModel]) -> str:
    """Return the header of a section, or of a table in a section whose tables have names or are a list."""
    site = Site((section,), root)
    name = ".NAME" if site.is_table_of_tables else ""
    return f"[[{section}]]" if site.is_list_of_tables else f"[{section}{name}]"


def _explain_missing(path: KeyPath, data: Mapping[str, Any], root: type[BaseModel]) -> Fault:
    key = str(path[-1])
    field = fields_at(path[:-1], root).get(key)
    about = (field.description or "").rstrip(".") if field else ""
    if len(path) == 1:
        is_list = field is not None and any(get_origin(kind) is list for kind in kinds_of(field.annotation))
        what, example = f"the section `{key}`", f"[[{key}]]" if is_list else f"[{key}]"
        about += (
            '; or write `extends = "classic"` under [ruleset]' if root is Ruleset and key != "ruleset" else ""
        )
    else:
        holder = next(step for step in reversed(path[:-1]) if isinstance(step, str))
        what, example = f"the key `{key}` in `{shorten(holder)}`", f"{key} = …"
    if path[0] == "players" and key == "strategy" and (named := seat_named("", data)["strategy"]) != "NAME":
        example = f"{key} = {write_value(named)}"
    remedy = f"add `{example}`" + (f": {about[0].lower()}{about[1:]}" if about else "")
    return Fault("BJ202", path, f"{what} is missing", remedy, part="key")


def _explain_key(problem: Problem) -> Fault:
    """Return the fault for a key that is unknown or is not a valid name."""
    path, errors, value, data = problem
    key, known = str(path[-1]), _choices(errors)
    if known:
        said = find_answer(path, value) or suggest(key, known)
        return Fault("BJ201", path, f"unknown key `{shorten(key)}`", said, part="key")
    if errors[0]["type"] == "code":
        said = find_jokers(path) or errors[0]["ctx"]["remedy"]
        return Fault("BJ201", path, f"unknown key `{shorten(key)}`", said, part="key")
    if errors[0]["type"] == "index_hand":
        message, said = f"`{shorten(key)}` {errors[0]['msg']}", errors[0]["ctx"]["remedy"]
        if said == INSURANCE_REMEDY and type(value) is int:
            to = (*path[:-2], "insurance")
            said = Fix(f'"at {value}"', "write `insurance = {}` in the strategy itself", to=to)
        return Fault("BJ203", path, message, said, part="key")
    if errors[0]["type"] == "string_too_short":
        remedy = f"write {_bound(errors[0])} character"
        return Fault("BJ206", path, "a key is empty", remedy, part="key")
    code, message, said = _explain_name(key, errors[0])
    if path[0] == "side_bets" and len(path) == 2 and len(key) <= LONGEST_WORD and (named := name_of_bet(key)):
        said = Fix(named)
    of_payouts = (
        (find_foreign(path, value, data) or find_bonus(path, value)) if path[0] == "payouts" else None
    )
    return Fault(code, path, message, of_payouts or said, part="key")


def _explain_name(name: str, error: ErrorDetails) -> Said:
    if error["type"] == "string_too_long":
        return "BJ206", f"the name `{shorten(name)}` is too long", f"use {_bound(error)} characters"
    folded = re.sub("[^a-z0-9]+", "_", fold(name[:LONGEST_WORD])).strip("_")
    is_clear = name.isascii() and len(name) <= LONGEST_WORD and re.fullmatch(IDENTIFIER, folded)
    usual = f"write `{folded}`" if is_clear else NAMING
    remedy = error.get("ctx", {}).get("remedy", usual)
    return "BJ207", f"`{shorten(name)}` cannot be a name", remedy


def _explain_value(errors: Sequence[ErrorDetails], value: Any, site: Site) -> Said:
    """Describe the fault in a value. Each of the ``errors`` is about one form that the value could take."""
    choices = _choices(errors)
    wanted = [EXPECTED[error["type"]] for error in errors if error["type"] in EXPECTED]
    rest = [error for error in errors if error["type"] not in EXPECTED and error["type"] != "literal_error"]
    if rest:  # in this form, the value has the right type
        code, message, said = _explain_bound(rest[0], value, site)
        others = [*dict.fromkeys(wanted), *choices.values()]
        return code, message, ", or ".join([str(said), *others]) if others else said
    if isinstance(value, str) and choices.get(value) == value:
        said = Fix(value, "write it without quotes: `{}`")
        return "BJ203", f"{site.subject} should be a whole number, not text", said
    if choices and isinstance(value, str) and (not wanted or find_close(value, [*choices])):
        key = site.path[-1]
        said = (
            Fix(f'"{key}"', f'write `{write_key(shorten(value))} = "{key}"`', to=(*site.path[:-1], value))
            if key in choices
            else _suggest_unit(value, site)
            or _suggest_repetition(value, site)
            or _suggest_choice(value, choices)
        )
        return "BJ204", f"`{shorten(value)}` is not a valid value", said
    if len(choices) > MOST_CHOICES:
        message = f"{site.subject} should be one of a few words, not {describe_kind(value)}"
        return "BJ203", message, suggest("", choices)
    wanted += choices.values()
    described = " or ".join(dict.fromkeys(wanted))
    remedy = _rewrite(value, wanted, site) or f"write {described}" + ("" if choices else site.suggest(value))
    return "BJ203", f"{site.subject} should be {described}, not {describe_kind(value)}", remedy


def _suggest_unit(value: str, site: Site) -> str:
    """Suggest `rounding` for a value that includes the unit, such as `nearest dollar`.

    Return an empty string for any other value.
    """
    if site.path != ("payouts", "rounding") or not (way := WHOLE.fullmatch(value.lower())):
        return ""
    return f'write `rounding = "{way[1]}"`, and `decimals = 0` under [money] for whole units'


def _suggest_repetition(value: str, site: Site) -> Remedy:
    """Suggest a step in place of a phrase such as `repeat hand 3 times`.

    Return an empty string for any other step.
    """
    found = REPEATS.fullmatch(value.lower()) if site.path[0] == "procedure" else None
    if found is None:
        return ""
    number = NUMBER_WORDS.get(found[2] or "", found[2] or "10")
    step = {"repeat": found[1], "while": f"{found[1]} < {number}"}
    return Fix(write_value(step), "write `{}`") if str(number).isdigit() else ""


def _suggest_choice(value: str, choices: Mapping[str, str]) -> Remedy:
    """Suggest one of the ``choices`` to replace ``value``.

    If a choice differs from ``value`` only in case, it is certainly the right one.
    """
    same = next((choice for choice in choices if choice.lower() == value.strip().lower()), None)
    return suggest(value, choices) if same is None else Fix(same, MEANT, is_word=True)


def _rewrite(value: Any, wanted: Sequence[str], site: Site) -> Remedy:
    """Suggest how to write a value that only needs a different form, such as quotes or another header.

    Return an empty string if the right form is unclear.
    """
    if isinstance(value, dict) and "a list in brackets" in wanted and site.is_list_of_tables:
        keys = [key for key in fields_at((*site.path, 0)) if key in ("id", "name")]
        names = [name for name, each in value.items() if isinstance(each, dict)]
        if keys and names and len(names) == len(value):
            first = f"`{keys[0]} = {write_value(shorten(names[0]))}`"
            return f"write [[{site.path[-1]}]] for each, the first with {first}"
        if keys and all(isinstance(each, list) for each in value.values()):
            return _list_members(*next(iter(value.items())))
        return Fix(f"[[{write_key(*map(str, site.path))}]]")
    if "a table" in wanted and _is_list_of_tables(value) and not any(isinstance(x, int) for x in site.path):
        header = write_key(*map(str, site.path))
        return f"write `[{header}.NAME]` for each" if site.is_table_of_tables else Fix(f"[{header}]")
    if site.path == ("cards", "suits") and _names_suits(value):
        return Fix(write_value(dict(zip(SUITS, value, strict=True))))
    if site.path[0] == "strategies" and site.path[-1] == "count" and (tags := to_count(value)):
        return Fix(write_value(tags))
    if "a table" in wanted and (inside := site.table_with(value)):
        return Fix(inside) if inside.startswith("{") else f"write `{inside}`"
    if isinstance(value, int | float) and not isinstance(value, bool) and site.is_ratio:
        ratio = as_ratio(str(value))
        return Fix(f'"{ratio}"') if ratio else 'write `"3:2"`'
    if isinstance(value, str) and "a whole number" in wanted and (digits := read_digits(value)) is not None:
        return Fix(str(digits), "write it without quotes: `{}`")
    if isinstance(value, str) and "a whole number" in wanted and (number := read_number(value)):
        return Fix(str(number))
    if site.path[:2] == ("cards", "ranks") and site.path[-1] == "value" and (two := to_two_values(value)):
        return f"write `value = {two[0]}` and `or = {two[1]}`"
    if site.path[:2] == ("cards", "ranks") and site.path[-1] == "value" and isinstance(value, str):
        return "write a number; for a card with two values, write both, as in `value = 1` and `or = 11`"
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < LARGEST
    if is_whole and not {"a whole number", EXPECTED["formula_type"]}.isdisjoint(wanted):
        return Fix(str(int(value)))
    if (
        isinstance(value, list)
        and site.path[0] == "rules"
        and (site.is_condition or "split" in str(site.path[-1]))
    ):
        totals = read_totals(value)
        if "split" in str(site.path[-1]):
            condition = condition_of_pairs(value)
            table = {"when": condition} if site.path[-1] == "split" else condition
            return Fix(write_value(table)) if condition else ""
        return Fix(write_value(condition_of_totals(totals))) if totals else ""
    is_of_steps = site.path[0] == "procedure"
    if (
        isinstance(value, str)
        and "a list in brackets" in wanted
        and (is_of_steps or '["' in site.suggest(value))
    ):
        return Fix(write_value([word.strip() for word in value.split(",")]))
    if isinstance(value, str) and "true or false" in wanted and value.lower() in TRUTHS:
        return Fix(TRUTHS[value.lower()], "write `{}`, without quotes")
    if isinstance(value, bool) and EXPECTED["formula_type"] in wanted:
        return Fix(str(int(value))) if site.path[-2] in MEMORIES else ""
    is_amount = isinstance(value, float) and EXPECTED["formula_type"] in wanted and not site.is_condition
    if is_amount or (isinstance(value, int | float) and EXPECTED["string_type"] in wanted):
        return Fix(f'"{str(value).lower()}"', QUOTE)
    return ""


def _list_members(team: str, names: Sequence[Any]) -> str:
    """Return the remedy for teams that are written as lists of names, with the first team as an example."""
    members = [re.sub("[^a-z0-9]+", "_", fold(shorten(str(name)))) for name in names[:MOST_CHOICES]]
    entry = f"`id = {write_value(fold(shorten(team)))}` and `members = {write_value(members)}`"
    return f"write [[teams]] for each, the first with {entry}, and each member as [members.NAME]"


def _names_suits(value: Any) -> bool:
    is_whole = isinstance(value, list) and len(value) == len(SUITS)
    return is_whole and all(isinstance(name, str) and len(name) <= LONGEST_WORD for name in value)


def _is_list_of_tables(value: Any) -> bool:
    """Return whether a value is a list of tables, which can be written with ``[[header]]``."""
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def _explain_bound(error: ErrorDetails, value: Any, site: Site) -> Said:
    kind, context = error["type"], error.get("ctx", {})
    if kind in BOUNDS:
        wanted = _bound(error)
        if kind in ("too_short", "too_long", "string_too_short", "string_too_long"):
            units = ("character", "characters") if isinstance(value, str) else ("entry", "entries")
            wanted = f"{wanted} {units[wanted.split()[-1] != '1']}"
            found = f"has {len(value)} {units[len(value) != 1]}" if value else "is empty"
            return "BJ206", f"{site.subject} {found}; it should have {wanted}", f"write {wanted}"
        if site.path == FORMAT:
            message = f"this version of bj does not support format {shorten(str(value))} of the language"
            return "BJ205", message, "write `format = 1`, or install the version that the ruleset needs"
        a_number = "a number" if kind in ("less_than", "greater_than", "int_parsing_size") else "a value of"
        message = f"{site.subject} should be {wanted}, not {shorten(str(value))}"
        return "BJ205", message, f"write {a_number} {wanted}"
    if kind == "string_pattern_mismatch":
        if ":" in context["pattern"]:
            ratio = as_ratio(value)
            remedy = Fix(f'"{ratio}"') if ratio else "write it like `3:2`"
            return "BJ801", f"`{shorten(value)}` is not a payout", remedy
        return _explain_name(value, error)
    message = error["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    if message.startswith("should "):
        message = f"{site.subject} {message}"
    code = "BJ208" if kind == "unprintable" else "BJ203"
    return code, message, context.get("remedy", "see the reference for allowed values")


def _bound(error: ErrorDetails) -> str:
    context = error.get("ctx", {})
    whole = {
        name: int(bound) for name, bound in context.items() if isinstance(bound, float) and bound % 1 == 0
    }
    return BOUNDS[error["type"]].format_map({**context, **whole})


def _choices(errors: Sequence[ErrorDetails]) -> dict[str, str]:
    """Map the allowed words and numbers to the way they are written in TOML."""
    listed = " ".join(error["ctx"]["expected"] for error in errors if error["type"] == "literal_error")
    return {
        word or number: f'"{word}"' if word else number
        for word, number in re.findall(r"'([^']+)'|(-?[0-9]+)", listed)
    }
