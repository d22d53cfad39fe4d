"""The remedies for rules under foreign names: their spelling in a ruleset."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bj.catalogue.words import TYPED, WORDS
from bj.errors import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_index import read_sentence, row_of, row_with_words_of, says_more
from bj.ruleset.faults.foreign_rows import (
    EVEN_MONEY,
    REMOVE,
    Foreign,
    by_example,
)
from bj.ruleset.faults.foreign_side_bets import advise_side_bets
from bj.ruleset.faults.foreign_strategies import is_about_strategy
from bj.ruleset.faults.foreign_ties import to_ties_of
from bj.ruleset.faults.foreign_values import (
    LONGEST_TABLE,
    as_truth,
    condition_of_split,
    fold,
    is_amount,
    may_repeat,
    read_list,
    to_amount,
    to_charlie,
    to_limits,
    to_number,
    to_pack_without,
    to_peek,
    to_rule,
    worths_of,
)
from bj.ruleset.faults.foreign_words import (
    AGAINST,
    BONUSES,
    MEANS_ALL,
    RULE_SECTIONS,
    SECTIONS,
    SIDE_BETS,
    find_sign,
)
from bj.ruleset.faults.row_hints import (
    are_payouts,
    find_bonus_in_list,
    find_row,
    find_winning_hand,
    names_actions,
)
from bj.ruleset.faults.shape import fields_at, fits
from bj.ruleset.faults.value_hints import Site
from bj.ruleset.model import Ruleset
from bj.ruleset.model.house_words import OF_TOTALS, TOTALS, WITH_TABLES, table_of
from bj.ruleset.suggestions import RENAMED, find_close
from bj.ruleset.toml.reading_and_writing import write_key, write_lines, write_value
from bj.ruleset.toml.removed import look_up
from bj.text.patterns import compile_later

WITH_NAMES = ("players", "side_bets", "strategies", "teams")
"""The sections whose rows omit the name of a player, a bet or a strategy, or the number of a team."""

OWN_SECTIONS = ("strategies", "players", "output", "prompts", "arguments", "side_bets", "powers")
"""The sections whose keys have no rules of the house."""

OF_HOUSE = ("rules", "payouts", "dealer", "shoe", "cards")
"""The sections about the house, which other programs divide differently."""

MOST_KEYS = 100
"""The number of keys of a table that a person may write."""

BEFORE = compile_later(
    r"(?:must|dealer|player|house|is|allows?|allowed|can|may|offers?|offered|has|uses?|with)_"
)
AFTER = compile_later(r"_(?:rules?|only|allowed|offered|permitted)$")
"""Words at the start and end of a name that do not change its meaning."""

ALL_OF_RULE = compile_later(r"\b(?:cards|pair|from_split|split_hands|doubled)\b")
"""Names in a condition that says all of a rule, also what is usual, as that only two cards are doubled."""

TIED = compile_later(
    r"(?:tie|push|standoff)(?:s|es|d)?_(?:(?:on|at|of|with|total)_)?(1[2-9]|2[01])s?(?:_?(?:to|-)_?(1[2-9]|2[01]))?"
)
"""The key for ties of one total."""

RANK_WORDS = (
    "(?:ace|king|queen|jack|ten|10|face|nine|eight|seven|five|four|three|two|[2-9])s?|face_cards|six(?:es)?"
)
SPLIT_RANKS = compile_later(
    rf"(only_)?(?:can_)?(?:allow_)?split_((?:(?:{RANK_WORDS})(?:_and_|_or_|_)?)+?)(?:_allowed)?(_only)?"
)
"""The key for the pairs of some ranks that may be split."""

RULE_AGAINST = compile_later(
    rf"(?:(late|early)_)?({'|'.join(RULE_SECTIONS)})_(?:allowed_|offered_)?({'|'.join(AGAINST)}|on|under)"
)
"""The key for the upcards of a house rule."""

WITHOUT = compile_later(r"(?:no|without|remove|removed)_([a-z]+|[0-9]+)")
TAKES_ALL = (r"blackjack|natural|bj", r"takes?_|lose|lost|collect|forfeit", r"double|split|_all|every")
"""The words of a key for a dealer's natural that takes all wagers: one of each."""

CHARLIE = compile_later(
    r"([a-z]+|[0-9]+)_cards?_(?:(?:under_21|without_bust(?:ing)?|trick|charlie)_?)?"
    r"(?:charlies?|tricks?|(?:always_|automatically_)?wins?(?:_automatically|_at_once)?|(?<=e_)(?:pays?|payout))"
)


def find_foreign(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a key named as in another game or program; None for other keys.

    ``data`` is the whole ruleset. Keys of tables with more than MOST_KEYS have no such remedy, because it may
    depend on all of them.
    """
    if any(len(look_up(data, path[:end]) or ()) > MOST_KEYS for end in range(len(path))):
        return None
    key = fold(path[-1])
    if (row := find_row(path, value, data)) is not None:
        return row
    is_of_bets = (
        key == "bets" and isinstance(value, dict) and all(isinstance(x, dict) for x in value.values())
    )
    if len(path) == 1 and (key in SIDE_BETS or is_of_bets):
        return advise_side_bets(value)
    is_on_top = path[:-1] in ((), ("ruleset",))
    if len(path) == 1 and key in BONUSES and (bonus := find_bonus_in_list(value)):
        return bonus
    whole = to_rule(key)(as_truth(value)) if is_on_top and key in WORDS else None
    if whole is not None and not isinstance(value, dict):
        return _move(path, f"rules.{key}", value, whole)
    if (against := _find_against(path, value, data)) is not None:
        return against
    rule = _rule_around(path)
    if rule is not None:
        return _find_part(path, rule, value, data)
    foreign, meant = _look_up(path), as_truth(value)
    if foreign is None or (isinstance(meant, str) and foreign.read(meant)[1] is None):
        foreign, meant = _find_sentence(path, meant) or (foreign, meant)
    if foreign is None or foreign.read(meant)[1] is None:
        foreign, meant = _find_joined(path, value) or (foreign, meant)
    if foreign is not None:
        return _apply(foreign, path, value, meant, data)
    return _find_rule(path, value, data) or find_winning_hand(path, value)


def find_by_sentence(path: KeyPath, text: str, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a known key of the house whose refused text makes a sentence with it."""
    is_said = len(path) == 2 and path[0] in OF_HOUSE and says_more(text)
    found = _find_sentence(path, text) if is_said else None
    return _apply(found[0], path, text, found[1], data) if found else None


def _find_joined(path: KeyPath, value: Any) -> tuple[Foreign, Any] | None:
    """The row for a key with the name of its unknown section before it, and what its value means."""
    if len(path) != 2 or path[0] in Ruleset.model_fields:
        return None
    name, meant = f"{fold(path[0])}_{fold(path[1])}", as_truth(value)
    row = row_of(name) or row_with_words_of(name)
    if row is not None and row.read(meant)[1] is not None:
        return row, meant
    said = read_sentence(name, meant) if isinstance(meant, str) else None
    return said if said and said[0].read(said[1])[1] is not None else None


def _find_sentence(path: KeyPath, meant: Any) -> tuple[Foreign, bool] | None:
    """The row for a key with its value as one sentence, and whether it is true; None without one."""
    if not isinstance(meant, str | bool) or path[0] in OWN_SECTIONS:
        return None
    text = meant if isinstance(meant, str) else ""
    found = (
        said
        for section in _sections_of(path)
        for name in _strip(fold(path[-1]))
        for said in (read_sentence(f"{section}.{name}", text), read_sentence(name, text))
    )
    row, is_so = next(filter(None, found), (None, True))
    return (row, is_so is (meant is not False)) if row else None


def _find_against(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Fix | None:
    """The remedy for the upcards of a house rule, such as `surrender_against`; None for other keys."""
    match = RULE_AGAINST.fullmatch(fold(path[-1])) if len(path) == 2 else None
    condition = _read_upcards(value, match[3]) if match else ""
    rule = RULE_SECTIONS.get(match[2], "") if match else ""
    if match is None or not condition or rule not in WORDS or rule == "hole_card":
        return None
    if rule not in WITH_TABLES:
        return Fix(write_value(condition), f"write `{rule} = {write_value(condition)}`", to=("rules", rule))
    table = table_of(rule, look_up(data, ("rules", rule))) or {}
    table |= {"early": True, "late": False} if match[1] == "early" else {}
    key = "early" if table.get("early") else "when"
    shown = write_value({**table, key: condition})
    say = f"write `{rule} = {shown}` under [rules]"
    also = ((("rules", rule, "late"), "false"),) if match[1] == "early" else ()
    return Fix(write_value(condition), say, to=("rules", rule, key), also=also)


def _rule_around(path: KeyPath) -> str | None:
    """The rule of the house whose name a section has, alone, under [rules] or inside an unknown one."""
    is_inside = len(path) == 3 and (path[0] == "rules" or path[0] not in Ruleset.model_fields)
    return RULE_SECTIONS.get(fold(path[-2])) if len(path) == 2 or is_inside else None


def is_divided(name: str, section: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    """Whether each key of an unknown section of ``data`` must move separately.

    The section is named after a rule, or replaces a section that lacks some of its keys.
    """
    word = fold(name)
    heard = row_of(f".{word}") or row_of(word)
    is_one = not all(isinstance(value, dict) for value in section.values())
    meant = SECTIONS.get(word) or (heard.new if heard and is_one else None)
    joined = (_find_joined((name, key), value) for key, value in section.items())
    if is_one and word not in SECTIONS and any(joined):
        return True
    if names_actions(section):
        return True
    if word in RULE_SECTIONS or meant == "rules":
        return word in RULE_SECTIONS or not {*section} <= {*fields_at(("rules",))}
    if is_about_strategy(name, section, data):
        return True
    if word in BONUSES:
        return any(not isinstance(each, dict) or are_payouts(each) for each in section.values())
    is_heard = meant or word in SIDE_BETS or heard
    close = find_close(name, [*Ruleset.model_fields])
    if is_heard or (close and may_be(name, close, section)):
        return False
    return any(
        fold(key) in RULE_SECTIONS
        or _look_up((name, key))
        or any(key in fields_at((home,)) for home in OF_HOUSE)
        for key in section
    )


def is_rule(name: str, key: str, section: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    """Whether a table inside an unknown section is about a rule of the house, so that its keys move."""
    return fold(key) in RULE_SECTIONS and not is_about_strategy(name, section, data)


def may_be(key: str, name: str, section: Any) -> bool:
    """Whether an unknown section ``key`` may be the known one ``name``: it shares keys, or may have any."""
    known = fields_at((name,))
    site = Site((name,), Ruleset)
    if not known and isinstance(section, dict) and (site.is_table_of_tables or site.is_list_of_tables):
        return all(isinstance(value, dict) for value in section.values())
    is_open = not known or not section or not isinstance(section, dict) or RENAMED.get(fold(key)) == name
    return is_open or not known.keys().isdisjoint(section)


def _find_rule(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a house rule with words around its name, such as `can_double`."""
    rule = _rule_in(path)
    if not rule:
        return None
    rewritten = to_rule(rule)(as_truth(value))
    if rewritten is None:
        return f"write `{rule}` under [rules]"
    if _has_rival(path, f"rules.{rule}", data):
        return _move_part(path, rule, value, rewritten, data)
    return _move(path, f"rules.{rule}", value, rewritten)


def _rule_in(path: KeyPath) -> str:
    """The house rule in a key with other words around it; empty for other keys."""
    names = _strip(fold(path[-1])) if len(path) == 2 and path[0] != "output" else ()
    spelt = [*names[1:], *(RULE_SECTIONS.get(name, "") for name in names if name not in WORDS)]
    return next((name for name in spelt if name in WORDS), "")


def _has_rival(path: KeyPath, new: str, data: Mapping[str, Any]) -> bool:
    """Whether another key of the same table sets the same rule, or the rule is a word or a table."""
    table, known = look_up(data, path[:-1]), {path[-1], *fields_at(path[:-1])}
    others = [(*path[:-1], key) for key in (table if isinstance(table, dict) else ()) if key not in known]
    meant = [row.new if (row := _look_up(other)) else f"rules.{_rule_in(other)}" for other in others]
    return new in meant or isinstance(look_up(data, new.split(".")), str | dict)


def _apply(foreign: Foreign, path: KeyPath, value: Any, meant: Any, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a key, from its row and what its value means."""
    limits = to_limits(value) if foreign.new == "rules" else None
    if limits is not None and all(map(is_amount, limits)):
        least, most = map(str, limits)
        say = f"write `minimum_wager = {least}` and `maximum_wager = {most}` under [rules]"
        return Fix(least, say, to=("rules", "minimum_wager"), also=((("rules", "maximum_wager"), most),))
    foreign, rewritten = foreign.read(meant)
    if foreign.new.startswith("arguments.") and look_up(data, foreign.new.split(".")[:-1]) is None:
        rewritten = None
    if rewritten is None:
        return (foreign.hint if isinstance(foreign.hint, str) else foreign.hint(meant)) or None
    if reason := _why_superfluous(foreign, path, rewritten, data):
        return Fix("", f"{reason}: remove it")
    if foreign.because == EVEN_MONEY and look_up(data, ("rules", "insurance")) is False:
        offered = write_value(TYPED["insurance"]["even money"])
        return f"to offer only even money, write `insurance = {offered}` under [rules]"
    charlie = look_up(data, ("rules", "charlie"))
    is_shared = isinstance(charlie, int | dict) or _has_other_charlie(path, data)
    if foreign.new == "rules.charlie" and isinstance(rewritten, int | dict) and is_shared:
        return _move_part_of_charlie(path, rewritten, charlie)
    if foreign.new.startswith("rules.charlie.") and type(charlie) is int:
        key = foreign.new.rpartition(".")[2]
        table = write_value({"cards": charlie, key: rewritten})
        return Fix(
            write_value(rewritten), f"write `charlie = {table}` under [rules]", to=("rules", "charlie", key)
        )
    section, _, rule = foreign.new.partition(".")
    if section == "rules" and rule in WITH_TABLES and _has_rival(path, foreign.new, data):
        return _because(foreign, _move_part(path, rule, value, rewritten, data))
    return _because(foreign, _move(path, foreign.new, value, rewritten))


def _ranks_in(words: str) -> list[str]:
    """The ranks in a part of a key; face cards count as tens."""
    return read_list(re.sub("face_cards|faces?", "tens", words).replace("_", " "))


def _has_other_charlie(path: KeyPath, data: Mapping[str, Any]) -> bool:
    """Whether another key is about a charlie too."""
    tables = [data.get(section) for section in {"rules", "payouts", str(path[0])}]
    keys = [
        key for table in tables if isinstance(table, dict) for key in table if CHARLIE.fullmatch(fold(key))
    ]
    return len(keys) > 1


def _move_part_of_charlie(path: KeyPath, charlie: int | dict[str, Any], other: Any) -> Fix:
    """The fix for one of two keys about a charlie: each becomes a key of its table."""
    keys = charlie if isinstance(charlie, dict) else {"cards": charlie}
    (name, value), *_ = reversed(keys.items())
    written = write_value(value)
    say = f"write `{name} = {written}` under [rules.charlie]"
    if type(other) is int:
        cards = {} if CHARLIE.fullmatch(fold(str(path[-1]))) else {"cards": other}
        say = f"write `charlie = {write_value({'cards': other} | keys | cards)}` under [rules]"
    return Fix(written, say, to=("rules", "charlie", name))


def _why_superfluous(foreign: Foreign, path: KeyPath, rewritten: Any, data: Mapping[str, Any]) -> str:
    """The reason to remove a key that changes nothing, alone or with another key; empty without one."""
    if rewritten is REMOVE:
        return str(foreign.hint)
    hole_cards = [as_truth(look_up(data, (*inside, "hole_card"))) for inside in (path[:-1], ("rules",))]
    if rewritten == "no peek" and ("none" in hole_cards or False in hole_cards):
        return "without a hole card, the dealer cannot peek"
    is_of_even_money = foreign.because == EVEN_MONEY and rewritten is not True
    if is_of_even_money and look_up(data, ("rules", "insurance")) is False:
        return "a table without insurance offers no even money"
    return ""


def _because(foreign: Foreign, remedy: Remedy) -> Remedy:
    """A remedy with the reason of its row."""
    if not foreign.because or not isinstance(remedy, Fix):
        return remedy
    return remedy._replace(say=f"{foreign.because}: {remedy.say}")


def _look_up(path: KeyPath) -> Foreign | None:
    """The row for a key, with or without its section and the words around it.

    A key of an unknown section may belong to the intended section, or to any section about the house.
    """
    key = fold(path[-1])
    charlie = CHARLIE.fullmatch(key)
    if charlie and (cards := to_number(charlie[1])):
        return by_example("rules.charlie", cards, rewrite=to_charlie(cards))
    if all(re.search(words, key) for words in TAKES_ALL):
        return by_example("rules.natural_takes", "all", "original bets")
    without = WITHOUT.fullmatch(key)
    if without and (pack := to_pack_without([without[1]])):
        return by_example("cards.pack", pack)
    if tied := TIED.fullmatch(key):
        totals = [f"{total}" for total in range(int(tied[1]), int(tied[2] or tied[1]) + 1)]
        example = dict.fromkeys(totals, "lose")
        return by_example("payouts.tied_totals", example, rewrite=to_ties_of(totals))
    if (split := SPLIT_RANKS.fullmatch(key)) and (worths := worths_of(_ranks_in(split[2]))):
        excluded = " and ".join(f"first != {worth}" for worth in worths)
        listed = " or ".join(f"first == {worth}" for worth in worths)
        is_only = split[1] or split[3]
        return by_example("rules.split", {"when": listed} if is_only else True, {"when": excluded})
    any_key = row_of(f"{path[0]}.any")
    if any_key is not None and path[0] not in Ruleset.model_fields:
        return row_of(f"{path[0]}.{key}") or any_key
    sections = _sections_of(path)
    names = (key,) if path[0] == "output" else _strip(key)
    found = (
        find(f"{section}.{name}") or _unless_own(path, find(name))
        for find in (row_of, row_with_words_of)
        for section in sections
        for name in names
    )
    is_typo = find_close(str(path[-1]), [*fields_at(path[:-1])]) is not None
    return next((row for row in found if row is not None), None if is_typo else any_key)


def _unless_own(path: KeyPath, row: Foreign | None) -> Foreign | None:
    """The row for a name, unless it is a rule of the house for a key of one player."""
    is_of_house = row is not None and row.new.partition(".")[0] in OF_HOUSE
    return None if is_of_house and path[0] in ("strategies", "players") and len(path) == 3 else row


def _sections_of(path: KeyPath) -> list[str]:
    """The sections whose rows a key may mean."""
    is_named = path[0] in WITH_NAMES or (path[0] in ("arguments", "prompts") and len(path) == 3)
    sections = [str(path[0]) if is_named else ".".join(map(str, path[:-1]))]
    if len(path) == 2 and path[0] not in Ruleset.model_fields:
        meant = SECTIONS.get(fold(path[0]), "rules")
        sections += [meant, *(OF_HOUSE if meant in OF_HOUSE else ())]
    elif path[0] == "rules" and fold(path[-1]).startswith("dealer_"):
        sections.append("dealer")
    elif (path[0] == "ruleset" or len(path) == 1) and not find_close(
        str(path[-1]), [*fields_at(("ruleset",))]
    ):
        sections += ["", *OF_HOUSE]
    return sections


def _strip(key: str) -> tuple[str, ...]:
    """A name, and its forms without surrounding words that do not change the meaning.

    >>> _strip("dealer_stands"), _strip("dealer_must_hit_on")
    (('dealer_stands', 'stands'), ('dealer_must_hit_on', 'must_hit_on', 'hit_on'))
    """
    names: tuple[str, ...] = (key,)
    while begun := BEFORE.match(names[-1]):
        names = (*names, names[-1][begun.end() :])
    return tuple(dict.fromkeys((*names, *(AFTER.sub("", name) for name in names))))


def _move(path: KeyPath, new: str, value: Any, rewritten: Any) -> Remedy:
    """The fix that moves a key to its ``new`` name and value; a sentence if that cannot be right."""
    inside, _, name = new.rpartition(".")
    is_in_chart = path[0] == "strategies" and path[2:-1] == ("chart",) and not inside
    inside = write_key(*map(str, path[:2])) if is_in_chart else inside
    to = (*path[:2], name) if is_in_chart else (*inside.split("."), name) if inside else (*path[:-1], name)
    where = f" under [{inside}]" if inside and to[:-1] != path[:-1] else ""
    is_same = type(rewritten) is type(value) and rewritten == value
    rewritten = (to_amount(rewritten) or rewritten) if name.endswith("_wager") else rewritten
    if not may_repeat(rewritten):
        return f"write `{name}`{where}"
    if len(path) == len(to) == 1:
        say = f"write [{name}]"
    elif is_same and isinstance(value, dict):
        say = f"write `{name}`{where}"
    else:
        say = f"write `{name} = {_excerpt(rewritten)}`{where}"
    return Fix("" if is_same else write_lines(rewritten), say, to=to)


def _excerpt(value: Any) -> str:
    """A value as a remedy shows it."""
    written = write_value(value)
    return written if len(written) <= LONGEST_TABLE else "…"


def _find_part(path: KeyPath, rule: str, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a key of a section that is named after a house rule."""
    names, meant = _strip(fold(path[-1])), as_truth(value)
    key = next((name for name in names if name in fields_at(("rules", rule))), "")
    is_of_peek = rule == "hole_card" and (meant is not False or fold(path[-2]) != rule)
    read = to_peek if is_of_peek else to_rule(rule)
    shown = next(filter(find_sign, names), "")
    asks = (*MEANS_ALL, shown) if rule == "hole_card" and find_sign(shown) == "==" else MEANS_ALL
    whole = None if {*names}.isdisjoint(asks) else read(meant)
    if rule == "surrender" and (early := _find_early(path, names, value, data)):
        return early
    if path[:-1] == ("rules", rule) and rule in WITH_TABLES and whole is True:
        return Fix("", f"a table of `{rule}` allows it: remove it")
    if key and isinstance(whole, str) and re.fullmatch(TOTALS, whole):
        return _move(path, f"rules.{rule}.{key}", value, whole)
    if whole is not None:
        if rule in WITH_TABLES and _is_condition(rule, whole) and not ALL_OF_RULE.search(whole):
            return _move(path, f"rules.{rule}.when", value, whole)  # what is usual stays
        return _move_part(path, rule, value, whole, data)
    row = _find_row_of_part(rule, names)
    if rule in WORDS and shown and row is None and (condition := _read_upcards(value, shown)):
        return _move(path, f"rules.{rule}{'.when' * (rule in WITH_TABLES)}", value, condition)
    rewritten = row.rewrite(meant) if row else None
    if row and rewritten is REMOVE:
        return Fix("", f"{row.hint}: remove it")
    if rewritten is None and (joined := _find_joined(path, value)) is not None:
        return _apply(joined[0], path, value, joined[1], data)
    if rewritten is not None and row and row.new.removeprefix("rules.") in WITH_TABLES:
        return _because(row, _move_part(path, row.new.removeprefix("rules."), value, rewritten, data))
    if key and (not isinstance(meant, bool) or fits(("rules", rule, key), meant)):
        return _move_once(path, ("rules", rule, key), value, meant, data)
    if row is None or rewritten is None:
        is_known = path[:-1] == ("rules", rule)
        return (
            row.hint if row and isinstance(row.hint, str) else None if is_known else _advise_part(rule, key)
        )
    to = f"rules.{rule}{row.new}" if row.new.startswith(".") else row.new
    return _because(row, _move(path, to, value, rewritten))


def _is_condition(rule: str, value: Any) -> bool:
    """Whether a value of a rule is no word, no totals, no table and no truth."""
    return isinstance(value, str) and value not in WORDS[rule] and not re.fullmatch(TOTALS, value)


def _find_early(path: KeyPath, names: Sequence[str], value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for a key of a section with `early = true` and upcards: early surrender against these."""
    section = look_up(data, path[:-1])
    shown = [key for key in section if find_sign(fold(key))]
    kinds = [key for key, each in section.items() if each == "early" or (key == "early" and each is True)]
    if path[-1] in kinds and isinstance(look_up(data, ("rules", "surrender", "early")), str):
        return Fix("", "`early` under [rules.surrender] says when: remove it")
    if not kinds or not shown or not (condition := _read_upcards(section[shown[0]], shown[0])):
        return None
    if path[-1] in kinds:
        return f"`{shown[0]}` says when: remove it"
    if path[-1] != shown[0]:
        return None
    fix = _move(path, "rules.surrender.early", value, condition)
    say = f"write `surrender = {{ early = {write_value(condition)}, late = false }}` under [rules]"
    late = ((("rules", "surrender", "late"), "false"),)
    return fix._replace(say=say, also=late) if isinstance(fix, Fix) else fix


def _move_once(path: KeyPath, to: KeyPath, value: Any, meant: Any, data: Mapping[str, Any]) -> Remedy:
    """The fix that moves a key into the table of a rule, unless the table has it."""
    if look_up(data, to) == meant:
        return Fix("", f"`{to[-2]}` under [{'.'.join(map(str, to[:-2]))}] says so: remove it")
    return _move(path, ".".join(map(str, to)), value, meant)


def _advise_part(rule: str, key: str) -> str:
    """The remedy for a key of such a section that means nothing known, or whose value does not fit."""
    if key:
        example = write_value(Site(("rules", rule, key), Ruleset).example)
        return f"write it like `{key} = {example}` under [rules.{rule}]"
    keys = [f"`{each}`" for each in fields_at(("rules", rule))]
    if keys:
        return f"use one of {', '.join(keys)} under [rules.{rule}]"
    words = [f"`{rule} = {write_value(word)}`" for word in WORDS[rule]]
    return f"write one of {', '.join(words)} under [rules], or a condition"


def _move_part(path: KeyPath, rule: str, value: Any, rewritten: Any, data: Mapping[str, Any]) -> Remedy:
    """The fix for a value of a rule: a key of its table if the value allows, because others may follow."""
    word = WORDS.get(rule, {}).get(rewritten) if isinstance(rewritten, str) else None
    part = word.means if word else rewritten
    written = look_up(data, ("rules", rule))
    if part == {} and (written is True or (isinstance(written, dict) and path[:-1] == ("rules", rule))):
        return Fix("", f"`{rewritten}` is usual: remove it")
    if rule in OF_TOTALS and isinstance(rewritten, str) and re.fullmatch(TOTALS, rewritten):
        part = {"on": rewritten}
    if isinstance(part, Mapping) and len(part) == 1:
        ((key, meant),) = part.items()
        if key in fields_at(("rules", rule)):
            move = _move(path, f"rules.{rule}.{key}", value, meant)
            written = look_up(data, ("rules", rule))
            read = written if isinstance(written, bool | dict) else to_rule(rule)(written)
            table = read if isinstance(read, dict) else table_of(rule, read)
            if isinstance(written, bool | dict | None) or table is None or not isinstance(move, Fix):
                return move
            return move._replace(say=f"write `{rule} = {write_value({**table, key: meant})}` under [rules]")
    return _move(path, f"rules.{rule}", value, rewritten)


def _find_row_of_part(rule: str, names: Sequence[str]) -> Foreign | None:
    """The row for a key of such a section, if it sets that rule."""
    forms = [form for name in names for form in (f"rules.{rule}.{name}", f"{rule}_{name}", name)]
    found = (find(form) for find in (row_of, row_with_words_of) for form in forms)
    return next((row for row in found if row is not None), None)


def _read_upcards(value: Any, key: str) -> str:
    """The condition that the upcard is one of some ranks, or none of them; empty if they cannot be read."""
    sign = find_sign(fold(key)) or "=="
    worths = worths_of(read_list(value) if isinstance(value, str) else value)
    if len(others := [worth for worth in range(2, 12) if worth not in worths]) < len(worths):
        sign, worths = {"==": "!=", "!=": "=="}[sign], others
    return {"==": " or ", "!=": " and "}[sign].join(f"upcard {sign} {worth}" for worth in worths)


def find_rule_in_condition(path: KeyPath, text: str, data: Mapping[str, Any]) -> Remedy | None:
    """The remedy for the `when` of a rule that is a word of this rule, or a list of cards."""
    if path[0] != "rules" or len(path) not in (2, 3) or len(text) > LONGEST_TABLE:
        return None
    rule, is_part = str(path[1]), path[2:] == ("when",)
    if rule == "split" and (pairs := condition_of_split(text)):
        return Fix(pairs, span=(0, len(text))) if is_part else Fix(write_value({"when": pairs}))
    if not is_part:
        return None
    if rule == "surrender" and (early := _find_early(path, (), text, data)):
        return early
    table = table_of(rule, to_rule(rule)(text))
    if table is None or len(table) > 1:
        return None
    if not table:
        return Fix("", f"`{text}` is usual: remove it")
    ((key, meant),) = table.items()
    return (
        Fix(meant, span=(0, len(text)))
        if key == "when"
        else _move_once(path, ("rules", rule, key), text, meant, data)
    )
