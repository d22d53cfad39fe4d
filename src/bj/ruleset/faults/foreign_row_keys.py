"""Suggests remedies for unknown keys that describe rows: of charts, rules, bonuses and pay tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from bj.catalogue.actions import ACTIONS
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.expressions.repairs import is_expression
from bj.ruleset.faults.foreign_bet_conditions import UNKNOWN_ROW, read_bonus, read_row
from bj.ruleset.faults.foreign_cards import find_jokers, find_wild
from bj.ruleset.faults.foreign_game_names import WORDS_OF_PLAYERS
from bj.ruleset.faults.foreign_name_index import stems_of
from bj.ruleset.faults.foreign_pay_tables import find_limits, find_pay_table, find_row_part, rarest_first
from bj.ruleset.faults.foreign_players import find_bet_of_seat, find_end, find_goal, find_names
from bj.ruleset.faults.foreign_powers import find_reaction_part
from bj.ruleset.faults.foreign_sections import BONUSES as SECTIONS_OF_BONUSES
from bj.ruleset.faults.foreign_sections import LINES
from bj.ruleset.faults.foreign_strategies import find_in_strategy, find_rule_part
from bj.ruleset.faults.foreign_values import LONGEST_TABLE, fold, is_amount, to_ratio
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.model_fields import fields_at
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_key, write_path, write_value

LONGEST_NAME, MOST_PAYOUTS = 20, 8

SUITS_IN_LETTERS = str.maketrans("\u2660\u2665\u2666\u2663", "shdc")

BONUS = "cards == 3 and same_rank"
"""The condition that a remedy shows as an example in place of an unreadable one."""

BONUSES: Mapping[str, str] = {
    **dict.fromkeys(
        ("suited_blackjack", "suited_natural", "blackjack_suited"),
        "cards == 2 and total == 21 and suited and split_hands == 1",
    ),
    "five_cards": "cards >= 5",
    **dict.fromkeys(("triple_seven", "triple_sevens"), "cards == 3 and number_of('7') == 3"),
}
"""Maps names for common bonuses, as printed on felts, to conditions."""


def find_row(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a remedy for a key that describes a row in any of the ruleset's tables.

    Return None for any other key.
    """
    is_told = fold(path[-1]) in BONUSES or are_payouts(value) or _is_narrower(path)
    is_told = is_told or (
        len(path) == 2 and (_is_bonus_of_rules(path, value) or _is_bonus_table(path, value))
    )
    if is_told and (bonus := find_bonus(path, value, data)):
        return bonus
    found = (
        find_in_strategy(path, value, data)
        or find_goal(path, data)
        or find_end(path, value, data)
        or find_names(path, value, data)
        or find_bet_of_seat(path, value, data)
    )
    found = found or find_question(path, value) or find_reaction_part(path, value, data)
    found = found or find_line(path, value) or find_rule_part(path)
    found = found or find_reply(path) or find_answer(path, value)
    found = found or find_names_of_actions(path, data) or find_limits(path, data)
    return (
        found
        or find_pay_table(path, data)
        or find_row_part(path, value)
        or find_bonus_part(path, data)
        or find_jokers(path)
        or find_wild(path, value)
    )


def _is_narrower(path: KeyPath) -> bool:
    """Return whether a key in ``[payouts]`` uses several words for a hand, such as `natural_diamonds`."""
    words = re.findall("[a-z0-9]+", fold(path[-1]))
    when = read_bonus(str(path[-1])) if path[0] == "payouts" and len(words) > 1 else ""
    return _is_narrow(when)


def _is_narrow(when: str) -> bool:
    return " and " in when.removesuffix(" and split_hands == 1").replace(NATURAL, "natural")


PAYS = re.compile("_(?:pays?|payout|bonus)$")


NATURAL = "cards == 2 and total == 21"

QUESTION = re.compile(r"(?:ask|prompt)_(?:for_)?(?:an?_|the_)?(\w+)|(\w+?)_(?:prompt|question)")
QUESTIONS = {
    **dict.fromkeys(("bet", "bets", "wagers", "stake", "stakes"), "wager"),
    **dict.fromkeys(("choice", "decision", "hit_or_stand", "move", "play", "turn"), "action"),
    **dict.fromkeys(("another", "another_hand", "continue", "play_again"), "again"),
}
"""Maps other names for prompts to the names in bj."""


def find_question(path: KeyPath, value: Any) -> Fix | None:
    """Suggest a prompt for a question that is written as a line of output, such as `bet_prompt`.

    Return None for any other key.
    """
    match = QUESTION.fullmatch(key := fold(path[-1]))
    if path[0] == "prompts" and len(path) == 2 and isinstance(value, dict) and (known := QUESTIONS.get(key)):
        return Fix("", f"write [prompts.{known}]", to=("prompts", known))
    if path[0] not in ("output", "prompts") or not isinstance(value, str) or len(value) > LONGEST_TABLE:
        return None
    word = (match[1] or match[2]) if match else key
    if match is None and path[0] == "output":
        return None
    name = QUESTIONS.get(word, word)
    if "ask" not in fields_at(("prompts", name)):
        return None
    table = write_value({"ask": value})
    return Fix(table, f"write `{name} = {table}` under [prompts]", to=("prompts", name))


AROUND_EVENT = re.compile(
    r"^(?:on|when|if|msg|message|text|say|print|show)_(?:the_)?|_(?:message|text|msg|line|words|string|says?|output)s?$"
)
"""Matches words before and after the name of an event that do not change its meaning."""


def find_line(path: KeyPath, value: Any) -> Fix | None:
    """Suggest an event for a line of output with a foreign name, or events for a table of such lines.

    Return None for any other key.
    """
    if path[0] != "output" or len(path) != 2:
        return None
    event = _event_of(AROUND_EVENT.sub("", fold(path[-1])))
    if isinstance(value, str):
        return Fix("", f"write `{event}`", to=("output", event)) if event and event != path[-1] else None
    if not isinstance(value, dict) or not value or not all(isinstance(each, str) for each in value.values()):
        return None
    side = f"{fold(path[-1])}_" if fold(path[-1]) in ("player", "dealer") else ""
    lines = {_event_of(f"{side}{AROUND_EVENT.sub('', fold(key))}"): each for key, each in value.items()}
    if "" in lines or len(lines) < len(value) or len(lines) > MOST_PAYOUTS:
        return None
    shown = ", ".join(f"`{event} = {write_value(each)}`" for event, each in lines.items())
    also = tuple((("output", event), write_value(each)) for event, each in lines.items())
    return Fix("", f"write {shown} under [output]", also=also)


AROUND_LINE = stems_of("has_goes_gets_takes_buys")
"""The stems of additional words that do not change the meaning of a line's name."""


@cache
def _events_by_words() -> Mapping[frozenset[str], str]:
    """Map the words in each event's names, both in bj and in other programs, to the event."""
    names = {**{event: event for event in fields_at(("output",)) if event != "roles"}, **LINES}
    return {_words_of_line(name): names[name] for name in reversed(names)}


def _words_of_line(name: str) -> frozenset[str]:
    """Return the stems of the words in a line's name that identify the event."""
    return stems_of(name) - AROUND_LINE or stems_of(name)


def _event_of(name: str) -> str:
    """Find the event for a line by its name in bj or other programs, or by the words in its name.

    Return an empty string if the event is unknown.

    >>> _event_of("player_has_blackjack"), _event_of("splitting"), _event_of("player_beats_dealer")
    ('player_natural', 'player_splits', '')
    """
    if name in fields_at(("output",)):
        return name
    return LINES.get(name) or _events_by_words().get(_words_of_line(name), "")


def find_bonus(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a bonus for a payout whose key names a hand that does not exist in ``[payouts]``.

    Return None for any other key.
    """
    is_inside = path[:-1] in {("payouts",), ("payouts", "bonuses")}
    is_section = len(path) == 2 and (fold(path[0]) in SECTIONS_OF_BONUSES or _is_bonus_of_rules(path, value))
    if (is_inside or is_section) and are_payouts(value):
        return _divide(str(path[-1]), value)
    if _is_bonus_table(path, value):
        name, when, pays, _ = _read_bonus({"name": path[-1], **value})
        to, table = ("payouts", "bonuses", name), write_value({"when": when, "pays": pays})
        return (
            Fix(table, f"write `{name} = {table}` under [payouts.bonuses]", to=to) if when and pays else None
        )
    ratio = to_ratio(value) if is_inside or is_section else None
    if not ratio:
        return None
    key = str(path[-1])
    folded = PAYS.sub("", fold(key).translate(SUITS_IN_LETTERS))
    name = folded if folded[:1].isalpha() else f"bonus_{folded}"
    is_name = re.fullmatch(IDENTIFIER, name) and shorten(name) == name
    to = ("payouts", "bonuses", name if is_name else "NAME")
    when = _read_hand(key)
    is_known = when != UNKNOWN_ROW
    when += _exclude(when, look_up(data, path[:-1]) or ()) if is_known else ""
    say = f'write [{write_key(*to)}] with `when = "{when if is_known else BONUS}"` and `pays = "{ratio}"`'
    if not is_known:
        return f"{say}, with the condition that you want"
    if not is_name:
        return say
    table = write_value({"when": when, "pays": ratio})
    return Fix(table, f"write `{table}`") if path == to else Fix(table, say, to=to)


def _is_bonus_table(path: KeyPath, value: Any) -> bool:
    """Return whether a key in ``[payouts]`` is a table with the cards and the payout for a bonus."""
    keys = {_KEYS_OF_BONUS.get(fold(key)) for key in value} if isinstance(value, dict) else set()
    return path[:-1] == ("payouts",) and {"cards", "pays"} <= keys


def _is_bonus_of_rules(path: KeyPath, value: Any) -> bool:
    """Return whether a key in ``[rules]`` sets the payout for a hand, such as `five_card_21_pays`."""
    is_ratio = isinstance(value, str) and re.search("[0-9] ?(?::|/|to|-) ?[0-9]", value) is not None
    return path[0] == "rules" and is_ratio and _is_narrow(_read_hand(str(path[-1])))


def are_payouts(value: Any) -> bool:
    """Return whether ``value`` is a table of payouts for several hands, all with unknown names."""
    is_table = isinstance(value, dict) and value.keys().isdisjoint(fields_at(("payouts", "bonuses", "x")))
    return is_table and 0 < len(value) <= MOST_PAYOUTS and all(map(to_ratio, value.values()))


def _divide(key: str, payouts: Mapping[str, Any]) -> Remedy | None:
    """Suggest one bonus for each payout in a table of payouts by suit. The rarest bonus comes first."""
    name = key if key[:1].isalpha() else f"bonus_{key}"
    rows = [
        {"name": fold(f"{name}_{word}"), "when": _read_hand(f"{key} {word}"), "pays": to_ratio(each)}
        for word, each in payouts.items()
    ]
    names = [row["name"] for row in rows]
    if not all(re.fullmatch(IDENTIFIER, name) and shorten(name) == name for name in names):
        return None
    if any(row["when"] == UNKNOWN_ROW for row in rows):
        return None
    bonuses = {("payouts", "bonuses", row.pop("name")): write_value(row) for row in rarest_first(rows)}
    (to, table), *more = bonuses.items()
    shown = ", ".join(f"`{path[-1]} = {each}`" for path, each in bonuses.items())
    return Fix(table, f"write {shown} under [payouts.bonuses]", to=to, also=tuple(more))


def find_bonus_in_list(value: Any) -> Remedy:
    """Suggest bonuses for a list of tables that each describe a bonus.

    Return an empty string for any other value.
    """
    entries = value if isinstance(value, list) and all(isinstance(each, dict) for each in value) else []
    bonuses = [_read_bonus(entry) for entry in entries[:MOST_PAYOUTS]]
    if not bonuses:
        return ""
    _, when, ratio, amount = bonuses[0]
    if is_amount(amount):
        return (
            f'a bonus of a fixed amount is a power: write `on = "hand won"`, `when = "{when or BONUS}"`, '
            f'`do = "change bankroll"` and `amount = {amount}` under [powers.NAME]'
        )
    names = {name for name, when, ratio, _ in bonuses if name and when and ratio}
    if len(names) == len(entries):
        listed = [{"name": name, "when": when, "pays": ratio} for name, when, ratio, _ in bonuses]
        rows = {row.pop("name"): write_value(row) for row in rarest_first(listed)}
        shown = ", ".join(f"`{name} = {row}`" for name, row in rows.items())
        also = tuple((("payouts", "bonuses", name), row) for name, row in rows.items())
        return Fix("", f"write {shown} under [payouts.bonuses]", also=also)
    said = f'with `when = "{when or BONUS}"` and `pays = "{ratio}"`'
    said += "" if when else ", with the condition that you want"
    return f"write [payouts.bonuses.NAME] for each, {said}" if ratio else ""


def _read_bonus(entry: Mapping[str, Any]) -> tuple[str, str, str, Any]:
    """Read a bonus from an item in a list. Return its name, condition, payout and fixed amount.

    Unclear parts are empty.
    """
    words = {_KEYS_OF_BONUS.get(fold(key), fold(key)): each for key, each in entry.items()}
    cards, said = words.get("cards", words.get("name")), words.get("name", words.get("cards"))
    listed = " ".join(map(str, cards[:MOST_PAYOUTS])) if isinstance(cards, list) else str(cards)
    name = re.sub("[^a-z0-9]+", "_", fold(listed if isinstance(said, list) else said)).strip("_")
    name = name if name[:1].isalpha() else f"bonus_{name}"
    known = {*_KEYS_OF_BONUS, "name"}
    others = [_part_of(key, each) for key, each in entry.items() if fold(key) not in known]
    hand = read_bonus(listed)
    when = " and ".join([hand, *others]) if all(others) else ""
    return shorten(name), when, to_ratio(words.get("pays")) or "", words.get("amount")


_KEYS_OF_BONUS = {
    **dict.fromkeys(("cards", "hand", "when", "combination", "condition", "if", "for"), "cards"),
    **dict.fromkeys(("pays", "payout", "pay", "odds", "ratio"), "pays"),
    **dict.fromkeys(("amount", "prize", "wins", "fixed"), "amount"),
}


def names_actions(section: Mapping[str, Any]) -> bool:
    """Return whether a section gives several actions new names."""
    named = [key for key, each in section.items() if fold(key) in ACTIONS and isinstance(each, str)]
    return len(named) > 1 and all(section[key].isalpha() for key in named)


def find_names_of_actions(path: KeyPath, data: Mapping[str, Any]) -> str | None:
    """Say where words belong, for a key in a section that gives actions new names.

    Return None for any other key.
    """
    is_unknown = len(path) == 2 and path[0] not in fields_at(())
    section = look_up(data, path[:-1]) if is_unknown or path[:-1] == ("prompts", "action") else None
    return WORDS_OF_PLAYERS if isinstance(section, dict) and names_actions(section) else None


def find_answer(path: KeyPath, value: Any) -> Fix | None:
    """Suggest `answers` for a key of [prompts.action] that is a word to type, with an action as its value.

    Return None for any other key.
    """
    is_word = path[:2] == ("prompts", "action") and path[2:-1] in ((), ("options",)) and len(path) > 2
    if not is_word or not isinstance(value, str) or value not in ACTIONS:
        return None
    to = ("prompts", "action", "answers", path[-1])
    return Fix("", f"write it under [{write_path(to[:-1])}]", to=to)


REPLY = re.compile(
    r"(?:unknown|invalid|bad|illegal|error|not_understood|misunderstood)(?:_(?:answer|input|reply))?"
)
"""Matches keys in a question that mean the reply to an invalid answer."""


def find_reply(path: KeyPath) -> Fix | None:
    """Suggest the key for the reply to an invalid answer. Return None for any other key."""
    if path[0] != "prompts" or len(path) != 3 or not REPLY.fullmatch(fold(path[-1])):
        return None
    new = next((key for key in ("wrong", "not_a_number") if key in fields_at(path[:-1])), "")
    return Fix("", f"write `{new}`", to=(*path[:-1], new)) if new else None


def _read_hand(key: str) -> str:
    """Convert the name of a bonus, as printed on a felt, to a condition.

    Return `…` if the name cannot be read.
    """
    key = PAYS.sub("", key)
    return BONUSES.get(fold(key)) or read_bonus(key) or (key if _is_condition(key) else UNKNOWN_ROW)


def _is_condition(key: str) -> bool:
    return len(key) <= LONGEST_TABLE and re.search("[<>=]", key) is not None and is_expression(key)


def _exclude(when: str, others: Iterable[str]) -> str:
    """Return an addition to the condition ``when`` that leaves rarer hands to the bonuses ``others``.

    Without it, the bonus would also pay for those hands, because the first match counts.

    >>> _exclude("cards == 3 and number_of('7') == 3", ["777 suited", "777 spades", "678"])
    ' and not suited'
    """
    parts = {*when.split(" and ")}
    hands = [_read_hand(other).split(" and ") for other in others]
    more = [[part for part in hand if part not in parts] for hand in hands if parts < {*hand}]
    widest = [one for one in more if not any({*other} < {*one} for other in more)]
    return "".join(f" and not ({' and '.join(one)})" if one[1:] else f" and not {one[0]}" for one in widest)


def find_bonus_part(path: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest `when` for a key that is part of the condition for a bonus, such as `suited = true`.

    Return None for any other key.
    """
    table = look_up(data, path[:3])
    if path[:2] != ("payouts", "bonuses") or len(path) != 4 or not isinstance(table, dict):
        return None
    known = fields_at(path[:-1])
    parts = {key: _part_of(key, value) for key, value in table.items() if key not in known}
    if not parts.get(str(path[-1])):
        return None
    when = " and ".join(filter(None, parts.values()))
    if "when" in table:
        return f"write it into `when`, such as `and {parts[str(path[-1])]}`"
    first = next(key for key, part in parts.items() if part)
    if path[-1] != first:
        return Fix("", f"remove this key: the remedy for `{shorten(first)}` covers it")
    written = write_value(when)
    return Fix(written, f"write `when = {written}`", to=(*path[:-1], "when"))


def _part_of(key: str, value: Any) -> str:
    if isinstance(value, list):
        return read_bonus(" ".join(map(str, value[:MOST_PAYOUTS])))
    if isinstance(value, str):
        return read_bonus(value)
    if value is True:
        return read_row(key)
    return read_row(f"{value} cards" if fold(key) in ("cards", "number_of_cards") else f"{value}")
