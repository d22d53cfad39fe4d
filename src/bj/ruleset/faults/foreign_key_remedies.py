"""Suggests remedies for keys with names from other games and programs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bj.catalogue.rule_shorthands import WORDS
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_bets_and_bonuses import (
    advise_bonuses,
    advise_side_bets,
    find_pay_table,
    find_row_part,
)
from bj.ruleset.faults.foreign_key_fixes import move, move_once, move_part, with_reason
from bj.ruleset.faults.foreign_lines_and_questions import (
    find_answer,
    find_line,
    find_names_of_actions,
    find_question,
    find_reply,
    names_actions,
)
from bj.ruleset.faults.foreign_lookup import (
    OF_HOUSE,
    OWN_SECTIONS,
    find_joined,
    look_up_row,
    without_idle_ends,
)
from bj.ruleset.faults.foreign_name_index import row_of, row_with_words_of
from bj.ruleset.faults.foreign_name_row import REMOVE, Foreign
from bj.ruleset.faults.foreign_player_lists import find_names
from bj.ruleset.faults.foreign_powers import find_reaction_part
from bj.ruleset.faults.foreign_sections import (
    AGAINST,
    BONUSES,
    MEANS_ALL,
    RULE_SECTIONS,
    SECTIONS,
    SIDE_BETS,
    find_sign,
)
from bj.ruleset.faults.foreign_strategies import explain_section, find_in_strategy, find_rule_part
from bj.ruleset.faults.foreign_values import (
    as_truth,
    fold,
    is_amount,
    read_totals,
    read_upcards,
    to_limits,
    to_peek,
    to_rule,
)
from bj.ruleset.faults.foreign_wild_cards import find_jokers, find_wild
from bj.ruleset.faults.value_examples import Site
from bj.ruleset.model import Ruleset
from bj.ruleset.model.house_rule_reading import OF_TOTALS, TOTALS, WITH_TABLES
from bj.ruleset.model_fields import fields_at, fits
from bj.ruleset.suggestions import RENAMED, find_close
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_value
from bj.text.lazy_regex import compile_later

MOST_KEYS = 100
"""The maximum number of keys that a person would write in one table."""

ALL_OF_RULE = compile_later(r"\b(?:cards|pair|from_split|split_hands|doubled)\b")
"""Matches names which show that a condition is complete, so that the rule's default need not be added to it.
"""


RULES_WITH_UPCARDS = [name for name, rule in RULE_SECTIONS.items() if rule not in ("hole_card", "charlie")]
RULE_AGAINST = compile_later(
    rf"(?:late_)?({'|'.join(RULES_WITH_UPCARDS)})_(?:allowed_|offered_)?(?:{'|'.join(AGAINST)}|under)"
)
"""Matches keys that list upcards for a house rule, such as `surrender_against`."""

UNTIL = "write the opposite condition as `while`: the step repeats as long as it is true"

EARLY = 'write `surrender = { early = "upcard != 11", late = false }` under [rules], with your own condition'


def find_foreign(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a remedy for a key whose name comes from another game or program.

    ``data`` is the whole ruleset. Return None for any other key. Also return None if a table around the key
    has more than MOST_KEYS keys, because each remedy may depend on all of them.
    """
    if any(len(look_up(data, path[:end]) or ()) > MOST_KEYS for end in range(len(path))):
        return None
    key = fold(path[-1])
    if (own := find_by_place(path, value, data)) is not None:
        return own
    is_of_bets = (
        key == "bets" and isinstance(value, dict) and all(isinstance(x, dict) for x in value.values())
    )
    if len(path) == 1 and (key in SIDE_BETS or is_of_bets):
        return advise_side_bets(value)
    is_on_top = path[:-1] in ((), ("ruleset",))
    if len(path) == 1 and key in BONUSES and isinstance(value, list):
        return advise_bonuses(value)
    whole = to_rule(key)(as_truth(value)) if is_on_top and key in WORDS else None
    if whole is not None and not isinstance(value, dict):
        return move(path, f"rules.{key}", value, whole)
    if len(path) == 2 and path[0] not in OWN_SECTIONS and (match := RULE_AGAINST.fullmatch(key)):
        return _advise_upcards(RULE_SECTIONS[match[1]])
    rule = _rule_around(path)
    if rule is not None:
        return _find_part(path, rule, value, data)
    joined = find_joined(path, value) if fold(path[0]) not in SECTIONS else None
    foreign, meant = joined or (look_up_row(path), as_truth(value))
    if foreign is None or foreign.read(meant)[1] is None:
        foreign, meant = find_joined(path, value) or (foreign, meant)
    if foreign is not None:
        return _apply(foreign, path, value, meant, data)
    return _find_rule(path, value, data)


def find_by_place(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a remedy for a key whose meaning depends on its table, such as a play in a strategy.

    Return None for any other key.
    """
    if len(path) == 1 and (section := explain_section(str(path[0]), value)) is not None:
        return section
    if path[0] == "procedure" and path[-1] == "until":
        return UNTIL
    found = find_in_strategy(path, value, data) or find_names(path, value, data)
    found = found or find_question(path, value) or find_reaction_part(path, value, data)
    found = found or find_line(path, value) or find_rule_part(path)
    found = found or find_reply(path) or find_answer(path, value)
    found = found or find_names_of_actions(path, data)
    return (
        found
        or find_pay_table(path, value, data)
        or find_row_part(path, value)
        or find_jokers(path)
        or find_wild(path, value)
    )


def _advise_upcards(rule: str) -> str:
    key, inside = ("when", f"rules.{rule}") if rule in WITH_TABLES else (rule, "rules")
    return f'write the upcards as `{key} = "upcard <= 6"` under [{inside}], with your own condition'


def _rule_around(path: KeyPath) -> str | None:
    """Return the house rule that gave its name to the section around a key, or None without such a rule.

    The section may be at the top level, under [rules], or inside an unknown section.
    """
    is_inside = len(path) == 3 and (path[0] == "rules" or path[0] not in Ruleset.model_fields)
    return RULE_SECTIONS.get(fold(path[-2])) if len(path) == 2 or is_inside else None


def is_divided(name: str, section: Mapping[str, Any]) -> bool:
    """Return whether each key in an unknown section must be moved separately.

    For example, the section may be named after a rule, or may contain keys that the intended section does not
    have.
    """
    word = fold(name)
    if explain_section(name, section) is not None:
        return False
    heard = row_of(f".{word}") or row_of(word)
    is_one = not all(isinstance(value, dict) for value in section.values())
    meant = SECTIONS.get(word) or (heard.new if heard and is_one else None)
    joined = (find_joined((name, key), value) for key, value in section.items())
    if is_one and word not in SECTIONS and any(joined):
        return True
    if names_actions(section):
        return True
    if word in RULE_SECTIONS or meant == "rules":
        return word in RULE_SECTIONS or not {*section} <= {*fields_at(("rules",))}
    if word in BONUSES:
        known = fields_at(("payouts", "bonuses", "x"))
        return any(not isinstance(each, dict) or known.keys().isdisjoint(each) for each in section.values())
    is_heard = meant or word in SIDE_BETS or heard
    close = find_close(name, [*Ruleset.model_fields])
    if is_heard or (close and may_be(name, close, section)):
        return False
    return any(
        fold(key) in RULE_SECTIONS
        or look_up_row((name, key))
        or any(key in fields_at((home,)) for home in OF_HOUSE)
        for key in section
    )


def may_be(key: str, name: str, section: Any) -> bool:
    """Return whether the unknown section ``key`` may mean the known section ``name``, based on its keys."""
    known = fields_at((name,))
    site = Site((name,), Ruleset)
    if not known and isinstance(section, dict) and (site.is_table_of_tables or site.is_list_of_tables):
        return all(isinstance(value, dict) for value in section.values())
    is_open = not known or not section or not isinstance(section, dict) or RENAMED.get(fold(key)) == name
    return is_open or not known.keys().isdisjoint(section)


def _find_rule(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a house rule for a key that contains the rule's name and other words, such as `can_double`.

    Return None for any other key.
    """
    rule = _rule_in(path)
    if not rule:
        return None
    rewritten = to_rule(rule)(as_truth(value))
    if rewritten is None:
        return f"write `{rule}` under [rules]"
    if _has_rival(path, f"rules.{rule}", data):
        return move_part(path, rule, value, rewritten, data)
    return move(path, f"rules.{rule}", value, rewritten)


def _rule_in(path: KeyPath) -> str:
    names = without_idle_ends(fold(path[-1])) if len(path) == 2 and path[0] != "output" else ()
    spelt = [*names[1:], *(RULE_SECTIONS.get(name, "") for name in names if name not in WORDS)]
    return next((name for name in spelt if name in WORDS), "")


def _has_rival(path: KeyPath, new: str, data: Mapping[str, Any]) -> bool:
    """Return whether another foreign key in the same table sets the rule ``new``.

    Also return True if ``new`` itself already has a word or a table as its value.
    """
    table, known = look_up(data, path[:-1]), {path[-1], *fields_at(path[:-1])}
    others = [(*path[:-1], key) for key in (table if isinstance(table, dict) else ()) if key not in known]
    meant = [row.new if (row := look_up_row(other)) else f"rules.{_rule_in(other)}" for other in others]
    return new in meant or isinstance(look_up(data, new.split(".")), str | dict)


def _apply(foreign: Foreign, path: KeyPath, value: Any, meant: Any, data: Mapping[str, Any]) -> Remedy | None:
    limits = to_limits(value) if foreign.new == "rules" else None
    if limits is not None and all(map(is_amount, limits)):
        least, most = map(str, limits)
        return f"write `minimum_wager = {least}` and `maximum_wager = {most}` under [rules]"
    foreign, rewritten = foreign.read(meant)
    if foreign.new.startswith("arguments.") and look_up(data, foreign.new.split(".")[:-1]) is None:
        rewritten = None
    if rewritten is None:
        return (foreign.hint if isinstance(foreign.hint, str) else foreign.hint(meant)) or None
    if rewritten is REMOVE:
        return Fix("", f"remove it: {foreign.hint}")
    hole_cards = [as_truth(look_up(data, (*inside, "hole_card"))) for inside in (path[:-1], ("rules",))]
    if rewritten == "no peek" and ("none" in hole_cards or False in hole_cards):
        return Fix("", "remove it: without a hole card, the dealer cannot peek")
    if foreign.new == "dealer.hits_soft_17" and _has_rival(path, "dealer.draws", data):
        return 'remove it, or write it into `draws`, as in `draws = "total < 17 or soft and total == 17"`'
    charlie = look_up(data, ("rules", "charlie"))
    if foreign.new == "rules.charlie" and charlie is not None:
        return 'write one table for the charlie, as in `charlie = { cards = 5, pays = "2:1" }` under [rules]'
    if foreign.new.startswith("rules.charlie.") and type(charlie) is int:
        key = foreign.new.rpartition(".")[2]
        table = write_value({"cards": charlie, key: rewritten})
        return Fix(
            write_value(rewritten), f"write `charlie = {table}` under [rules]", to=("rules", "charlie", key)
        )
    section, _, rule = foreign.new.partition(".")
    if section == "rules" and rule in WITH_TABLES and _has_rival(path, foreign.new, data):
        return with_reason(foreign, move_part(path, rule, value, rewritten, data))
    return with_reason(foreign, move(path, foreign.new, value, rewritten))


def _find_part(path: KeyPath, rule: str, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    names, meant = without_idle_ends(fold(path[-1])), as_truth(value)
    key = next((name for name in names if name in fields_at(("rules", rule))), "")
    is_of_peek = rule == "hole_card" and (meant is not False or fold(path[-2]) != rule)
    read = to_peek if is_of_peek else to_rule(rule)
    shown = next(filter(find_sign, names), "")
    asks = (*MEANS_ALL, shown) if rule == "hole_card" and find_sign(shown) == "==" else MEANS_ALL
    whole = None if {*names}.isdisjoint(asks) else read(meant)
    if rule == "surrender" and _is_early_with_upcards(path, data):
        return EARLY
    if path[:-1] == ("rules", rule) and rule in WITH_TABLES and whole is True:
        return Fix("", f"remove this key: a table for `{rule}` already allows the action")
    if key and isinstance(whole, str) and re.fullmatch(TOTALS, whole):
        return move(path, f"rules.{rule}.{key}", value, whole)
    if whole is not None:
        if rule in WITH_TABLES and _is_condition(rule, whole) and not ALL_OF_RULE.search(whole):
            return move(path, f"rules.{rule}.when", value, whole)  # keep the default
        return move_part(path, rule, value, whole, data)
    row = _find_row_of_part(rule, names)
    if rule in WORDS and shown and row is None and (condition := read_upcards(value, find_sign(shown))):
        return move(path, f"rules.{rule}{'.when' * (rule in WITH_TABLES)}", value, condition)
    rewritten = row.rewrite(meant) if row else None
    if row and rewritten is REMOVE:
        return Fix("", f"remove it: {row.hint}")
    if rewritten is None and (joined := find_joined(path, value)) is not None:
        return _apply(joined[0], path, value, joined[1], data)
    if rewritten is not None and row and row.new.removeprefix("rules.") in WITH_TABLES:
        return with_reason(row, move_part(path, row.new.removeprefix("rules."), value, rewritten, data))
    totals = read_totals(meant) if rule in OF_TOTALS and isinstance(meant, str | list) else ""
    if totals and not (key or row):
        return move(path, f"rules.{rule}.on", value, totals)
    if key and (not isinstance(meant, bool) or fits(("rules", rule, key), meant)):
        return move_once(path, ("rules", rule, key), value, meant, data)
    if row is None or rewritten is None:
        is_known = path[:-1] == ("rules", rule)
        return (
            row.hint if row and isinstance(row.hint, str) else None if is_known else _advise_part(rule, key)
        )
    to = f"rules.{rule}{row.new}" if row.new.startswith(".") else row.new
    return with_reason(row, move(path, to, value, rewritten))


def _is_condition(rule: str, value: Any) -> bool:
    return isinstance(value, str) and value not in WORDS[rule] and not re.fullmatch(TOTALS, value)


def _is_early_with_upcards(path: KeyPath, data: Mapping[str, Any]) -> bool:
    """Return whether the key at ``path`` sets early surrender or its upcards, and its section sets both."""
    section = look_up(data, path[:-1]) or {}
    early = [key for key, each in section.items() if each == "early" or (key == "early" and each is True)]
    upcards = [key for key in section if find_sign(fold(key))]
    return bool(early and upcards) and path[-1] in (*early, *upcards)


def _advise_part(rule: str, key: str) -> str:
    """Return advice about a key in a rule's section, if it is unknown or has an unsuitable value."""
    if key:
        example = write_value(Site(("rules", rule, key), Ruleset).example)
        return f"write it like `{key} = {example}` under [rules.{rule}]"
    keys = [f"`{each}`" for each in fields_at(("rules", rule))]
    if keys:
        return f"use one of {', '.join(keys)} under [rules.{rule}]"
    words = [f"`{rule} = {write_value(word)}`" for word in WORDS[rule]]
    return f"under [rules], write a condition or one of {', '.join(words)}"


def _find_row_of_part(rule: str, names: Sequence[str]) -> Foreign | None:
    """Find the row for a key that has one of these ``names`` in the section for ``rule``.

    Return None if no row matches.
    """
    forms = [form for name in names for form in (f"rules.{rule}.{name}", f"{rule}_{name}", name)]
    found = (find(form) for find in (row_of, row_with_words_of) for form in forms)
    return next((row for row in found if row is not None), None)
