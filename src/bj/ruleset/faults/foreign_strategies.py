"""Explains strategies, charts and bets that are written with sections and keys from other programs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.catalogue.actions import PLAYS
from bj.catalogue.expression_names import NAMES
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.expressions.repairs import is_expression
from bj.ruleset.expressions.supported_syntax import what_happened
from bj.ruleset.faults.foreign_betting_systems import advise_system, list_system_keys
from bj.ruleset.faults.foreign_counting import COUNT_SECTIONS, RAMP, advise_count
from bj.ruleset.faults.foreign_sections import WAGERS
from bj.ruleset.faults.foreign_values import RULE_KEYS, fold
from bj.ruleset.model.base import IDENTIFIER
from bj.ruleset.model.index_plays import KEY, respell
from bj.ruleset.suggestions import LONGEST_WORD
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_key, write_path, write_value

CHART_SECTIONS = ("basic_strategy", "chart", "charts", "basic_chart", "strategy_chart", "playing_chart")
STRATEGY_SECTIONS = ("strategy", "play_style", "playing_strategy", "player_strategy", "my_strategy")
PLAYER_SECTIONS = ("player", "me", "seat")
BET_SECTIONS = re.compile(
    r"(?:(?:my|player)_)?(?:bets?|betting|wagers?|wagering|stakes?|staking|money_management|martingale|paroli"
    r"|(?:bet(?:ting)?_)?progression|bet(?:ting)?_(?:system|plan|strategy|scheme))"
)
"""Foreign names of sections.

The four constants are for charts, for strategies, for the only player, and for wagers.
"""

CHART_ROWS = re.compile(
    r"(?:hard|soft|pair)s?(?:_of)?[ _]?(?:[2-9TJQKA]|1[0-9]|2[01])s?"
    r"|(?:hard|soft|pair)s?(?:_(?:totals?|hands?))?"
    r"|A[,-]?[2-9]|([2-9TJQKA])[,-]?\1|10[,-]10|(?:[5-9]|1[0-9]|20)(?:\+|-[0-9]{2})?"
)
"""Matches keys for one row of a chart, and for all rows of one kind of hand."""

SPREADS = re.compile(
    r"(?:bet(?:ting)?_|wager_)?(?:spread|ramp|units|levels|steps_by_count)"
    r"|(?:bets?|wagers?|units)_(?:by|at|per)_(?:true_|running_)?count"
)
"""Matches keys for wagers that depend on the count."""

RULES_OF_PLAY = re.compile(
    r"(?:always_)?(?:hit|stand|double|split|surrender|draw|stick|stay|hold)s?(?:_down)?(?:_\w+)?|never_busts?"
    r"|(?:plays?_|acts?_)?(?:like|as|same_as|mimics?|copy|copies)_(?:the_)?dealer"
)
"""Matches keys for a play and its condition, such as `hits_below`."""

RULES = (
    'write `rules = [{ when = "total < 17", do = "hit" }, { do = "stand" }]` under [strategies.NAME], with a '
    "rule for each play: see docs/assignment.md#set-the-command-line-and-two-seats"
)
NEVER = "remove this key: a strategy makes only the plays in its rules and its chart"
CHART = (
    'write rows such as `"hard 16" = "S S S S S H H H H H"` under [strategies.NAME.chart.rows], with a '
    "play for each upcard from 2 to ace: see docs/strategies.md#write-charts"
)
INDICES = (
    'write `indices = { "16 v T" = "S at 0" }` under [strategies.NAME], with a key for each hand and its '
    "upcards: see docs/strategies.md#play-by-an-index"
)
STRATEGY = (
    "write [strategies.NAME], with a name of your own and the keys `wager`, `rules`, `chart` and `extends`: "
    "see docs/reference.md#strategiesname"
)
PLAYER = (
    "write `name`, `bankroll` and `strategy` under [[players]], and how the player plays and wagers under "
    "[strategies.NAME]: see docs/tables.md#set-seats-and-table-limits"
)


def explain_section(name: str, section: Any) -> str | None:
    """Explain where to write the contents of an unknown section about a strategy or a single player.

    Return None for any other section.
    """
    word = fold(name)
    if not isinstance(section, dict) or not section:
        return None
    if word in CHART_SECTIONS or (
        word in STRATEGY_SECTIONS and all(CHART_ROWS.fullmatch(str(key)) for key in section)
    ):
        return CHART
    if COUNT_SECTIONS.fullmatch(word):
        return advise_count(section)
    if all(isinstance(value, dict) for value in section.values()):
        return None
    if BET_SECTIONS.fullmatch(word):
        keys = {*map(fold, section)}
        is_spread = not keys.isdisjoint(("flat", "flat_bet")) or any(map(SPREADS.fullmatch, keys))
        return advise_system((name,), section) or (RAMP if is_spread else None)
    return STRATEGY if word in STRATEGY_SECTIONS else PLAYER if word in PLAYER_SECTIONS else None


def find_in_strategy(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a remedy for a key of a strategy that describes a play or a wager, or defines a name.

    ``data`` is the whole ruleset. Return None for any other key.
    """
    if path[0] != "strategies" or len(path) < 3 or (len(path) > 3 and path[2:-1] != ("chart",)):
        return None
    said = _explain_key(path, value, look_up(data, path[:-1]))
    return said.replace("strategies.NAME", write_path(path[:2])) if isinstance(said, str) else said


def _explain_key(path: KeyPath, value: Any, table: Any) -> Remedy | None:
    key, name = str(path[-1]), fold(path[-1])
    if len(key) <= LONGEST_WORD and KEY.fullmatch(respell(key)):
        return INDICES
    if CHART_ROWS.fullmatch(key):
        return CHART
    if len(path) > 3:
        return None
    systems = list_system_keys(table)
    if systems and (key in systems or name in WAGERS):
        return advise_system(path, table) if key == systems[0] else f"see the remedy for `{systems[0]}`"
    if _is_name(key, table) and type(value) in (str, int):
        written = write_value(str(value))
        return Fix(written, f"write `{key} = {written}` under [define]", to=("define", key))
    if SPREADS.fullmatch(name) or (isinstance(value, dict) and name in WAGERS):
        return RAMP
    if name.startswith("never_") and value is True and not name.startswith("never_bust"):
        return NEVER
    is_choice = isinstance(value, str) and re.search(r"\b(?:hit|stand)\b", value)
    return RULES if is_choice or RULES_OF_PLAY.fullmatch(name) else None


def _is_name(key: str, table: Any) -> bool:
    """Return whether an expression in ``table`` contains the name ``key``."""
    if (
        not isinstance(table, dict)
        or not re.fullmatch(IDENTIFIER, key)
        or key in NAMES
        or what_happened(key) is not None
    ):
        return False
    others = (
        each for other, each in table.items() if other not in (key, "extends") and isinstance(each, str)
    )
    return any(re.search(rf"\b{key}\b(?!\()", each) and is_expression(each) for each in others)


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


def explain_partial_chart(path: KeyPath, data: Mapping[str, Any]) -> str | None:
    """Explain how to change individual plays, if a strategy that extends another has an incomplete chart.

    Return None for any other chart.
    """
    strategy = look_up(data, path[:2])
    if path[0] != "strategies" or not isinstance(strategy, dict) or "extends" not in strategy:
        return None
    said = INDICES.replace("strategies.NAME", write_path(path[:2]))
    return f"write a row for every hand; to change only some plays of `{strategy['extends']}`, {said}"


def find_rule_part(path: KeyPath) -> Remedy | None:
    """Suggest bj's name for a key that other programs use in rules. Return None for any other key."""
    is_rule = path[0] == "strategies" and path[2:3] == ("rules",) and len(path) == 5
    new = RULE_KEYS.get(fold(path[-1])) if is_rule else None
    return Fix("", f"write `{new}`", to=(*path[:-1], new)) if new else None
