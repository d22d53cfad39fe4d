"""Reads strategies in other notations: sections about a strategy or a player, charts, and index plays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.catalogue.actions import PLAYS
from bj.catalogue.expression_names import NAMES
from bj.errors import TextFaults
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.charts import respell_row
from bj.ruleset.expressions.python_syntax import read_syntax
from bj.ruleset.expressions.repairs import is_expression, repair_condition
from bj.ruleset.expressions.vocabulary import what_happened
from bj.ruleset.faults.foreign_betting_systems import advise_system, list_system_keys
from bj.ruleset.faults.foreign_charts import HANDS, UPCARDS, read_chart, read_plays, to_index_plays
from bj.ruleset.faults.foreign_counting import TRUE_COUNT, to_count, to_ramp
from bj.ruleset.faults.foreign_name_index import row_of
from bj.ruleset.faults.foreign_players import (
    BET_SECTIONS,
    COUNT_SECTIONS,
    PLAYER_SECTIONS,
    STYLES,
    WAGERS,
    find_chart,
    find_of_player,
    move_to,
    seat_of,
    use_strategy,
    write_to,
)
from bj.ruleset.faults.foreign_values import (
    LONGEST_TABLE,
    RULE_KEYS,
    as_truth,
    condition_of_pairs,
    fold,
    is_amount,
    read_list,
    read_totals,
    to_number,
)
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.model.house_rule_values import condition_of_totals
from bj.ruleset.model.index_plays import KEY, condition_of_hand, respell
from bj.ruleset.model.index_plays import PLAYS as INDEX_PLAYS
from bj.ruleset.model.index_plays import TRUE_COUNT as NUMBER_OF_INDICES
from bj.ruleset.suggestions import LONGEST_WORD, RENAMED, shorten
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_key, write_lines, write_path, write_value
from bj.text.lazy_regex import compile_later

CHART_SECTIONS = ("basic_strategy", "chart", "charts", "basic_chart", "strategy_chart", "playing_chart")
"""The names of sections that contain rows of a chart, in snake case."""

STRATEGY_SECTIONS = ("strategy", "play_style", "playing_strategy", "player_strategy", "my_strategy")
"""The names of sections about a single strategy, in snake case."""

OWN = "own"
"""The name to use for a strategy without a name."""

PLAYED = re.compile(r"([a-z]+) (?:against|vs?\.?|versus|on|with) ([0-9a-zA-Z, ]+)")
"""Matches a play and its upcards, such as `stand against 2, 3`."""

HAND_ALONE = re.compile(r"A[,-]?[2-9]|([2-9TJQKA])[,-]?\1|10[,-]10|(?:[5-9]|1[0-9]|20)(?:\+|-[0-9]{2})?")
"""Matches the name of a row that gives a hand without the word `hard`, `soft` or `pair`."""

CHART_ROW = re.compile(r"(hard|soft|pair)s?(?:_of)?[ _]?([2-9TJQKA]|1[0-9]|2[01])s?")

STANDS = re.compile(
    r"(?:hits?|draws?)_(?:below|under|until|til|till)|stands?_(?:on|at|from)|stays?_(?:on|at)"
)
DRAWS = re.compile(r"(?:hits?|draws?)_(?:up_)?(?:to|on|through)")
"""Matches keys that give the highest total on which to draw. STANDS matches keys that give the lowest total
on which to stand.
"""

SPREADS = re.compile(
    r"(?:bet(?:ting)?_|wager_)?(?:spread|ramp|units|levels|steps_by_count)|(?:bets?|wagers?|units)_(?:by|at|per)_(?:true_|running_)?count"
)
STARTS = re.compile(r"(?:initial|start(?:ing)?)_(?:running_)?count|irc|(?:count_)?starts?_at")
TAKES = re.compile(r"(?:takes?_|buys?_)?(?:insurance|insure)(?:_(?:at|from|index|count|above|over))?")
COUNTED = {"true_count": True, "running": False, "running_count": False, "uses_running_count": False}
"""Maps keys about the kind of count in indices to the value that means true counts.

SPREADS, STARTS and TAKES match keys about bet spreads, about the starting count, and about insurance.
"""

NEVER = re.compile(r"never_(?:doubles?|splits?|surrenders?|takes?_insurance|insurance|insures?)")
"""Matches keys about a play that the player never makes."""

CHARTS = {"chart", "chart_by_total"}
"""The keys in a strategy for charts that have a play for every hand."""

UNKNOWN, EXAMPLE = "…", "total == 16"
"""The placeholder for a condition that could not be read, and the example that a remedy shows instead."""

FIRST = ("surrender", "split", "double")
"""The plays whose rules must come first. Otherwise, the rules for `hit` and `stand` would hide them."""


def is_about_strategy(name: str, section: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    """Return whether an unknown section describes a strategy or a single player.

    If it is, its keys must be moved.
    """
    word = fold(name)
    is_one = not all(isinstance(value, dict) for value in section.values())
    is_chart = all(re.fullmatch(HANDS, str(key).lower()) for key in section)
    if COUNT_SECTIONS.fullmatch(word):
        tags = {key: each for key, each in section.items() if type(each) is int}
        return not to_count(tags)
    if BET_SECTIONS.fullmatch(word) and is_one:
        return bool(list_system_keys(section)) or any(_is_of_bets(fold(key)) for key in section)
    is_known = word in (*CHART_SECTIONS, *STRATEGY_SECTIONS) or (word in PLAYER_SECTIONS and seat_of(data))
    return bool(is_known) and (is_one or is_chart)


def _is_of_bets(key: str) -> bool:
    """Return whether a key is about the wagers of a single player, rather than everyone's wagers."""
    return key in ("flat", "flat_bet", "flat_bets") or SPREADS.fullmatch(key) is not None


def find_in_strategy(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a name and a place for a key in a strategy, or in a section about a strategy.

    ``data`` is the whole ruleset. Return None for any other key.
    """
    if path[0] == "strategies":
        return (_find_definition(path, value, data) or _find(path, value, path, data)) if path[2:] else None
    section = look_up(data, path[:1])
    if not isinstance(section, dict) or len(path) < 2 or not is_about_strategy(str(path[0]), section, data):
        return None
    to = ("strategies", _name_of(section, str(path[0]), data), *path[1:])
    if (found := _find(path, value, to, data)) or len(path) > 2:
        return found
    counts = [key for key, each in section.items() if to_count(each) and fold(key) not in WAGERS]
    is_counted = look_up(data, (*to[:2], "count")) is not None
    if COUNT_SECTIONS.fullmatch(fold(path[0])) and path[-1] in counts[-1:] and not is_counted:
        found = _find_renamed(path, value, to, data, key="counts")
        return str(found) if path[-1] == "name" and len(section) > 1 else found  # others need the name
    return find_of_player(path, value, to, data) or _find_renamed(path, value, to, data)


def _find_definition(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Fix | None:
    """Suggest a definition for a key that is used as a name by expressions in the same strategy.

    Return None for any other key.
    """
    name, table = str(path[-1]), look_up(data, path[:-1])
    is_own = re.fullmatch(IDENTIFIER, name) and name not in NAMES and what_happened(name) is None
    if len(path) != 3 or not is_own or type(value) not in (str, int) or not isinstance(table, dict):
        return None
    others = (each for key, each in table.items() if key not in (name, "extends") and isinstance(each, str))
    if not any(re.search(rf"\b{name}\b(?!\()", each) and is_expression(each) for each in others):
        return None
    written = write_value(str(value))
    return Fix(written, f"write `{name} = {written}` under [define]", to=("define", name))


def _find_renamed(
    path: KeyPath, value: Any, to: KeyPath, data: Mapping[str, Any], key: str = ""
) -> Remedy | None:
    row = row_of(f"strategies.{key or fold(path[-1])}")
    rewritten = row.rewrite(value) if row and row.new.startswith(".") else None
    if row is None or rewritten is None:
        return row and (row.hint if isinstance(row.hint, str) else row.hint(value))
    return write_to(path, row.new[1:], write_value(rewritten), to[:2], data)


def _name_of(section: Mapping[str, Any], word: str, data: Mapping[str, Any]) -> str:
    """Return a name for the strategy that ``section`` describes. ``word`` is the name of the section.

    If the section does not contain a valid name, return the name of a strategy in ``data``, or a default
    name.
    """
    is_part = BET_SECTIONS.fullmatch(fold(word)) or COUNT_SECTIONS.fullmatch(fold(word))
    keys = (
        ["name"] if is_part else [key for key in STYLES if key != "name" or fold(word) not in PLAYER_SECTIONS]
    )
    named = next((fold(section[key]) for key in keys if isinstance(section.get(key), str)), "")
    if re.fullmatch(IDENTIFIER, named) and shorten(named) == named:
        return named
    if look_up(data, ("strategies", OWN)) is not None:
        return OWN
    is_chart = all(_is_of_chart(str(key)) for key in section)
    if is_chart and (played := find_chart(data)):
        return played
    return "basic" if fold(word) in CHART_SECTIONS else OWN


def _is_of_chart(key: str) -> bool:
    """Return whether a key is a row of a chart, a table of rows, or an index play."""
    is_index = len(key) <= LONGEST_WORD and KEY.fullmatch(respell(key))
    return bool(is_index or CHART_ROW.fullmatch(key) or re.fullmatch(HANDS, key.lower()))


def _find(path: KeyPath, value: Any, to: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    key = str(to[-1])
    strategy, table = to[:2], look_up(data, path[:-1])
    is_index = len(key) <= LONGEST_WORD and KEY.fullmatch(respell(key))
    row = CHART_ROW.fullmatch(key)
    told = PLAYED.fullmatch(value.strip().lower()) if isinstance(value, str) and row else None
    if row and told and KEY.fullmatch(hand := respell(f"{row[1]} {row[2]} v {told[2]}")):
        return _write_play(path, told[1].removesuffix("s"), (*strategy, "indices", hand), data)
    if (len(to) == 3 or to[2:-1] == ("chart",)) and is_index:
        return _write_play(path, value, (*strategy, "indices", respell(key)), data)
    is_hand = (len(to) == 3 or to[2:-1] == ("chart",)) and HAND_ALONE.fullmatch(key)
    if row is not None or is_hand:
        named = f"{row[1]} {row[2]}" if row else str(respell_row(key))
        if path[0] == "strategies" and isinstance(value, str) and _inherits_chart(strategy, data):
            return _write_indices(path, to_index_plays({named: value}), strategy, data)
        return _write_play(path, value, (*strategy, "chart", "rows", named), data)
    kind = re.fullmatch(HANDS, key.lower())
    if (
        len(to) == 3
        and (kind or isinstance(value, list))
        and (plays := read_plays(value, kind[1] if kind else ""))
    ):
        return _write_indices(path, plays, strategy, data)
    if kind and to[2:-1] in ((), ("chart",)):
        return _write_chart(path, value, (*strategy, "chart", "rows"), data)
    systems = list_system_keys(table) if len(to) == 3 else []
    if systems and (key in systems or fold(key) in WAGERS):
        return advise_system(path, table) if key == systems[0] else f"see the remedy for `{systems[0]}`"
    if len(to) == 3 and type(value) is int and TAKES.fullmatch(fold(key)):
        return write_to(path, "insurance", f'"at {value}"', strategy, data)
    is_divided = isinstance(value, str) and "/" in value
    if len(to) == 3 and fold(key) in COUNTED and (isinstance(value, bool) or is_divided):
        if is_divided or value is COUNTED[fold(key)]:
            return Fix("", "remove this key: indices are true counts by default")
        return write_to(path, "index", '"count"', strategy, data)
    if len(to) == 3 and isinstance(table, dict) and (ramp := _find_ramp(path, table, strategy, data)):
        return ramp
    is_unit = fold(key) in WAGERS and (is_amount(value) or value == "minimum")
    if len(to) == 3 and is_unit and f"{value} *" in str(table.get("wager")):
        return Fix("", "remove this key: `wager` already includes the unit")
    is_never = NEVER.fullmatch(fold(key)) and value is True
    if len(to) == 3 and (
        is_never or (fold(key) in FIRST and as_truth(value) is False and not _has_chart(strategy, data))
    ):
        return Fix("", "remove this key: a strategy makes only the plays in its rules or its chart")
    is_choice = len(to) == 3 and isinstance(value, str) and re.search(r"\b(?:else|otherwise)\b", value)
    if is_choice and (rules := read_rules_in_table(value)):
        say = f"write `rules = {write_value(rules)}`"
        return move_to(path, write_lines(rules), say, (*strategy, "rules"), data)
    if len(to) == 3 and isinstance(table, dict):
        return _write_rules(path, table, (*strategy, "rules"), data)
    return None


def _shift(start: int) -> str:
    """Return an expression for a running count that starts at ``start``. In bj, counts start at 0."""
    return f"(count {'+' if start > 0 else '-'} {abs(start)})" if start else "count"


def _find_ramp(path: KeyPath, table: Mapping[str, Any], to: KeyPath, data: Mapping[str, Any]) -> Fix | None:
    """Return the fix for a key that sets a bet spread by the count, its unit, or the starting count.

    Return None for any other key.
    """
    ramps = {
        key: ramp
        for key, value in table.items()
        if (SPREADS.fullmatch(fold(key)) or (isinstance(value, dict) and fold(key) in WAGERS))
        and (ramp := to_ramp(value))
    }
    units = [key for key in table if fold(key) in WAGERS and is_amount(table[key])]
    starts = [key for key in table if STARTS.fullmatch(fold(key)) and type(table[key]) is int]
    if ramps and path[-1] in (*units, *starts):
        return Fix("", f"remove this key: the remedy for `{shorten(next(iter(ramps)))}` covers it")
    if path[-1] not in ramps:
        return None
    ramp = ramps[str(path[-1])].replace("minimum", str(table[units[0]]) if units else "minimum")
    if starts:  # a running count in an unbalanced system
        ramp = ramp.replace("true_count", _shift(table[starts[0]]))
        wager = write_value(f"min(bankroll, {ramp})")
        return move_to(path, wager, f"write `wager = {wager}`; every count starts at 0", (*to, "wager"), data)
    wager = write_value(f"min(bankroll, {ramp})")
    fix = move_to(path, wager, f"write `wager = {wager}`, and {TRUE_COUNT}", (*to, "wager"), data)
    return fix._replace(also=(*fix.also, (("define", "true_count"), write_value(NUMBER_OF_INDICES))))


def _write_play(path: KeyPath, value: Any, to: KeyPath, data: Mapping[str, Any]) -> Remedy:
    """Suggest a chart row or an index play for ``value``, which gives the play for one hand."""
    if isinstance(value, str) and len(value) == len(UPCARDS) and {*value} <= PLAYS.keys():
        value = " ".join(value)
    play = _read_play(value)
    is_play = isinstance(value, str) and (INDEX_PLAYS.fullmatch(value) or to[-2] == "rows")
    shown = f" = {write_value(play or shorten(value))}" if isinstance(value, str) else ""
    say = f"write `{write_key(str(to[-1]))}{shown}` under [{write_path(to[:-1])}]"
    if play is None and not (is_play and all(word in PLAYS for word in str(value).split())):
        return say
    return move_to(path, write_value(play or value), say, to, data)


def _read_play(value: Any) -> str | None:
    said = str(value).lower()
    return next((code for code, each in PLAYS.items() if said in (code.lower(), each.name)), None)


def _write_chart(path: KeyPath, value: Any, to: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest several chart rows for a string or a table of rows.

    Return None for any other value.
    """
    kind = re.fullmatch(HANDS, str(path[-1]).lower())
    rows = read_chart(kind[1], value) if kind else None
    if rows is None:
        return None
    if _inherits_chart(to[:2], data):
        return _write_indices(path, to_index_plays(rows), to[:2], data)
    row, plays = next(iter(rows.items()))
    say = f'write each row under [{write_path(to)}], such as `"{row}" = {write_value(shorten(plays))}`'
    also = {(*to, hand): write_value(row) for hand, row in rows.items()}
    return Fix("", say, also=tuple((also | use_strategy(to[:2], data)).items()))


def find_play_of_row(path: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest an index play for a chart row that names upcards and a single play.

    Return None for any other row.
    """
    value = look_up(data, path)
    hand = respell(str(path[-1])) if len(str(path[-1])) <= LONGEST_WORD else ""
    is_row = path[0] == "strategies" and path[2:4] == ("chart", "rows") and len(path) == 5
    if not is_row or not KEY.fullmatch(hand) or not isinstance(value, str) or value not in PLAYS:
        return None
    plays = write_value(", ".join(action.letter for action in PLAYS[value].actions))
    to = (*path[:2], "indices", hand)
    return Fix(plays, f"write `{write_key(hand)} = {plays}` under [{write_path(to[:-1])}]", to=to)


def find_plays(path: KeyPath, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest index plays in place of a partial chart, if the strategy extends another strategy.

    Return None if any row is unclear.
    """
    table, rows = look_up(data, path[:2]), look_up(data, path)
    if path[0] != "strategies" or path[2:] != ("chart", "rows") or not isinstance(table, dict):
        return None
    plays = to_index_plays(rows) if "extends" in table and "indices" not in table else {}
    remedy = _write_indices(path, plays, path[:2], data) if plays else None
    return f"{remedy}, and remove the chart" if remedy else None


def _write_indices(path: KeyPath, plays: Mapping[str, str], to: KeyPath, data: Mapping[str, Any]) -> Remedy:
    """Suggest index plays for ``plays``, which maps hands to plays. They override an inherited chart."""
    table = write_value(plays)
    why = "" if isinstance(look_up(data, path), list) else "a chart needs more than these rows: "
    say = f"{why}write them as `indices = {{}}` under [{write_path(to)}]"
    if not plays or len(table) > LONGEST_TABLE:
        return say.replace("{}", '{ "16 v T" = "S" }') + ", with a key for each hand and its upcards"
    also = {(*to, "indices", hand): write_value(play) for hand, play in plays.items()}
    return Fix("", say.replace("{}", table), also=tuple((also | use_strategy(to, data)).items()))


def _write_rules(
    path: KeyPath, table: Mapping[str, Any], to: KeyPath, data: Mapping[str, Any]
) -> Remedy | None:
    """Suggest `rules` for a play and its condition. All plays in ``table`` become one list of rules."""
    plays = {key: row for key, value in table.items() if (row := _read_rule(str(key), value)) is not None}
    if path[-1] not in plays:
        return None
    rows = sorted(plays.values(), key=lambda row: ("when" not in row, row["do"] not in FIRST))
    others = {row["do"] for row in rows} - {*FIRST}
    unclear = any(row.get("when") == UNKNOWN for row in rows)
    is_whole = unclear or any("when" not in row for row in rows)
    if not is_whole and len(others) == 1 and not _has_chart(path[:-1], data):
        rows.append({"do": "hit" if others == {"stand"} else "stand"})
    written = table.get("rules") if path[:-1] == to[:-1] else None
    if isinstance(written, list) and plays[path[-1]] in written:
        return Fix("", "remove this key: `rules` already has this play")
    first = next(iter(plays))
    is_open = written is not None or unclear
    rows = [{**row, "when": EXAMPLE} if row.get("when") == UNKNOWN else row for row in rows]
    under = "" if path[:-1] == to[:-1] else f" under [{write_path(to[:-1])}]"
    if path[-1] != first and not is_open:
        return Fix("", f"remove this key: the remedy for `{first}` covers it")
    shown = rows if len(write_value(rows)) <= LONGEST_TABLE else [rows[0]]
    more = "the condition that you want" if unclear else "a row for each play"
    say = f"write `rules = {write_value(shown)}`{under}, with {more}"
    return say if is_open else move_to(path, write_lines(rows), say, to, data)


def _inherits_chart(path: KeyPath, data: Mapping[str, Any]) -> bool:
    table = look_up(data, path)
    return isinstance(table, dict) and "chart" not in table and _has_chart(path, data)


def _has_chart(path: KeyPath, data: Mapping[str, Any]) -> bool:
    """Return whether a strategy, or one that it extends, has a chart for the hands that no rule covers."""
    strategies = data.get("strategies")
    known = strategies if isinstance(strategies, dict) else {}
    table, seen = look_up(data, path), {path[-1]}
    while isinstance(table, dict):
        if not CHARTS.isdisjoint(table):
            return True
        other = table.get("extends")
        table = known.get(other) if isinstance(other, str) and other not in seen else None
        seen.add(str(other))
    return False


LIKE_DEALER = compile_later("(?:plays?_|acts?_)?(?:like|as|same_as|mimics?|copy|copies)_(?:the_)?dealer")


def _read_rule(key: str, value: Any) -> dict[str, str] | None:
    """Convert a play and its condition, or a total on which to stand or draw, to a rule.

    Return None for any other key and value.

    >>> _read_rule("stick", "total over 16"), _read_rule("hits_below", 17), _read_rule("hit", "otherwise")
    ({'when': 'total > 16', 'do': 'stand'}, {'when': 'total < 17', 'do': 'hit'}, {'do': 'hit'})
    >>> _read_rule("hit", "16 or less"), _read_rule("stand", "17+")
    ({'when': 'total <= 16', 'do': 'hit'}, {'when': 'total >= 17', 'do': 'stand'})
    """
    word = fold(key).removeprefix("always_")
    total = to_number(value) if not isinstance(value, bool) else 0
    if total and STANDS.fullmatch(word):
        return {"when": f"total < {total}", "do": "hit"}
    if total and DRAWS.fullmatch(word):
        return {"when": f"total <= {total}", "do": "hit"}
    if word in ("never_busts", "never_bust") and value is True:
        return {"when": "total < 12", "do": "hit"}
    if LIKE_DEALER.fullmatch(word) and value is True:
        return {"when": "total < 17", "do": "hit"}
    said = re.sub("_(?:when|if)$", "", word).removesuffix("s")
    play = "hit" if said == "draw" else RENAMED.get(said, said)
    if play not in {each.name for each in PLAYS.values()} or (play in FIRST and as_truth(value) is False):
        return None
    if as_truth(value) is True:
        return {"do": play}
    return {"when": _read_condition(play, value), "do": play}


def read_rules_in_table(value: Any) -> list[dict[str, str]] | None:
    """Convert a table or a string of plays with conditions to rules. Return None if any rule is unclear.

    >>> read_rules_in_table("hit if total < 17 else stand")
    [{'when': 'total < 17', 'do': 'hit'}, {'do': 'stand'}]
    """
    if isinstance(value, str):
        text = re.sub(r"(?<!\()'(\w+)'(?!\))", r"\1", value[:LONGEST_TABLE])
        words = [read_rule_in_words(part.strip()) for part in re.split("[,;]? else |[,;]", text)]
        return [rule for rule in words if rule is not None] if None not in words else None
    pairs = value.items() if isinstance(value, dict) else ()
    rules = [_read_rule(str(key), condition) for key, condition in pairs]
    if not rules or any(rule is None or rule.get("when") == UNKNOWN for rule in rules):
        return None
    found = [rule for rule in rules if rule is not None]
    return sorted(found, key=lambda rule: ("when" not in rule, rule["do"] not in FIRST))


def find_rule_part(path: KeyPath) -> Remedy | None:
    """Suggest bj's name for a key that other programs use in rules. Return None for any other key."""
    is_rule = path[0] == "strategies" and path[2:3] == ("rules",) and len(path) == 5
    new = RULE_KEYS.get(fold(path[-1])) if is_rule else None
    return Fix("", f"write `{new}`", to=(*path[:-1], new)) if new else None


def find_rows_of_kind(path: KeyPath, value: Any) -> Remedy | None:
    """Suggest chart rows for a table such as `soft`, which contains all rows for one kind of hand.

    Return None for any other value.
    """
    kind = re.fullmatch(HANDS, str(path[-1]).lower()) if path[2:4] == ("chart", "rows") else None
    rows = read_chart(kind[1], value) if kind and isinstance(value, dict) else None
    if rows is None:
        return None
    shown = ", ".join(f"`{write_key(hand)} = {write_value(row)}`" for hand, row in rows.items())
    also = tuple(((*path[:4], hand), write_value(row)) for hand, row in rows.items())
    say = f"write {shown if len(shown) <= LONGEST_TABLE else 'each row'} under [{write_path(path[:4])}]"
    return Fix("", say, also=also)


RULE = re.compile(r"(?:always )?([a-z]+)(?: (otherwise|else|(?:on )?everything else|anything else)|(?: .+)?)")


def read_rule_in_words(value: Any) -> dict[str, str] | None:
    """Convert a phrase with a play and its condition to a rule. Return None if the phrase cannot be read.

    >>> read_rule_in_words("hit below 17"), read_rule_in_words("stand otherwise")
    ({'when': 'total < 17', 'do': 'hit'}, {'do': 'stand'})
    >>> read_rule_in_words("split aces and eights")
    {'when': 'pair and (first == 11 or first == 8)', 'do': 'split'}
    """
    text = " ".join(value.lower().split()) if isinstance(value, str) else ""
    text = re.sub("^(?:otherwise|else),? (.+)$", r"\1 otherwise", text)
    match = RULE.fullmatch(text)
    rest = text[match.end(1) :].strip() if match and not match[2] else ""
    rest = re.sub("^(?:if|when|on|with|at|the|a|an|hands?|any) ", "", rest)
    said = match[1].removesuffix("s") if match else ""
    if said == "split" and rest and (pairs := condition_of_pairs(read_list(rest))):
        return {"when": f"pair and ({pairs})" if " or " in pairs else f"pair and {pairs}", "do": said}
    rule = _read_rule(said, rest if rest else True) if match else None
    return rule if rule and rule.get("when") != UNKNOWN else None


def _read_condition(play: str, value: Any) -> str:
    """Convert totals or pairs in another notation to the condition for ``play``.

    Return `…` if they cannot be read.
    """
    if isinstance(value, dict) and all(isinstance(shown, str | int) for shown in value.values()):
        value = [f"{hand} v {shown}" for hand, shown in value.items()]
    if isinstance(value, list) and value and all(isinstance(hand, str) and " " in hand for hand in value):
        value = "; ".join(value)
    if isinstance(value, str):
        text = re.sub(r"^(?:always|only) ", "", value.strip().lower())
        text = re.sub(r"^([0-9]{1,2})\+$", r"\1 or more", text)
        pairs = condition_of_pairs(read_list(text)) if play == "split" else None
        listed = read_list(text) if play == "double" else []
        if len(listed) > 1 and all(map(to_number, listed)):
            return " or ".join(f"total == {total}" for total in listed)
        if pairs:
            return f"pair and ({pairs})" if " or " in pairs else f"pair and {pairs}"
        if len(text) <= LONGEST_WORD and KEY.fullmatch(hand := respell(text)):
            return condition_of_hand(hand)
        between = ";" if ";" in text else r"[,;]| and "
        hands = [respell(part) for part in re.split(between, text[:LONGEST_TABLE]) if part.strip()]
        if all(KEY.fullmatch(hand) for hand in hands):
            return " or ".join(f"({condition_of_hand(hand)})" for hand in hands)
        for words in (text, f"total {text}")[text[:1].isdigit() :]:
            condition = repair_condition(words)
            try:
                read_syntax(condition)
            except TextFaults:
                continue
            return condition
        return UNKNOWN
    if is_amount(value) and play in ("hit", "stand"):
        return f"total {'>=' if play == 'stand' else '<='} {value}"
    if is_amount(value) and play != "split":
        return f"total == {value}"
    if play == "split" and isinstance(value, list | int) and (pairs := condition_of_pairs(value)):
        return f"pair and ({pairs})" if " or " in pairs else f"pair and {pairs}"
    totals = read_totals(value) if isinstance(value, list) else ""
    return condition_of_totals(totals) if totals else UNKNOWN
