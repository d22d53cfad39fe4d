"""Converts values in players' words to the notation of bj, if bj knows their keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from typing import Any

from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.check.numbers_from_arguments import SET_BY_ARGUMENTS
from bj.ruleset.expressions.repairs import is_expression, repair_condition
from bj.ruleset.faults.foreign_betting_systems import advise_system
from bj.ruleset.faults.foreign_counting import RAMP
from bj.ruleset.faults.foreign_house_rules import ORIGINAL, PAYOUT, TIES, to_shuffles, to_taken
from bj.ruleset.faults.foreign_key_fixes import move, with_reason
from bj.ruleset.faults.foreign_key_remedies import find_foreign
from bj.ruleset.faults.foreign_name_row import Foreign
from bj.ruleset.faults.foreign_player_lists import find_names
from bj.ruleset.faults.foreign_strategies import CHART, RULES
from bj.ruleset.faults.foreign_values import (
    LONGEST_TABLE,
    RESULTS,
    as_truth,
    fold,
    one_of,
    read_list,
    read_pairs,
    read_totals,
    read_upcards,
    to_charlie,
    to_indices,
    to_limits,
    to_number,
    to_pack,
    to_pack_of,
    to_packs,
    to_peek,
    to_ratio,
    to_totals_from,
)
from bj.ruleset.faults.foreign_wild_cards import find_wild
from bj.ruleset.faults.other_foreign_names import OPEN_DEAL, PAY_TABLE, SIDE_BET, USUAL_DEAL
from bj.ruleset.model.dealer_draws import HITS_SOFT_17, STANDS_ON_SOFT_17, find_draws
from bj.ruleset.model.index_plays import KEY
from bj.ruleset.model.shoe import respell
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_lines, write_path, write_value

_UPCARDS = "rules.surrender rules.surrender.* rules.insurance"


def _to_split(value: Any) -> dict[str, str] | None:
    """Return the table for ``split`` that allows the pairs in a string or a list.

    Return None if the pairs are unclear.
    """
    pairs = read_pairs(value) if isinstance(value, str | list) else ""
    return {"when": pairs} if pairs else None


def _to_row(value: Any) -> str | None:
    return " ".join(map(str, value)) if isinstance(value, list) else None


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _to_double(value: Any) -> str | None:
    return (read_totals(value) or None) if isinstance(value, int | list) else None


def _to_charlie(value: Any) -> Any:
    match = re.fullmatch(r"(\w+)[ -]cards?,? (?:charlies? )?(?:that )?(.+)", str(value).lower())
    cards = to_number(match[1]) if match else 0
    return to_charlie(cards)(match[2]) if match and cards else None


def _to_deal(value: Any) -> list[str] | None:
    """Return the dealing order that a string or a list describes. If it is unclear, return None."""
    if re.search(r"\b(?:both|all|two|2)\b.*\b(?:up|open|exposed)\b", str(value).lower()):
        return OPEN_DEAL
    cards = value if isinstance(value, list) else str(value).lower().split(",")
    if re.search(r"\beach\b|\b(?:hole|second|one) card down\b|\b(?:1|one) (?:up|down)\b", str(value).lower()):
        return USUAL_DEAL
    words = [str(card).strip().lower() for card in cards]
    if not {*words} <= {"player", "dealer"}:
        return None
    is_down = [word == "dealer" and "dealer" in words[:at] for at, word in enumerate(words)]
    return [f"{word} {'down' if down else 'up'}" for word, down in zip(words, is_down, strict=True)]


def _to_payout(value: Any) -> str | None:
    """Convert a list of two numbers, or a table with a single entry, to a payout.

    Return None for any other value.
    """
    if isinstance(value, list) and len(value) == 2:
        return to_ratio(f"{value[0]}:{value[1]}") or None
    is_alone = isinstance(value, dict) and len(value) == 1 and fold(next(iter(value))).startswith("pay")
    return (to_ratio(next(iter(value.values()))) or None) if is_alone else None


def _to_lost_part(value: Any) -> str | None:
    """Convert a negative payout to the share of the wager that is lost. Return None for any other value."""
    text = str(value).strip()
    return (to_ratio(text[1:]) or None) if text.startswith("-") else None


def _to_peek(value: Any) -> str | None:
    """Return the word that says when the dealer peeks, if ``value`` mentions peeking.

    Otherwise, return None.
    """
    text = str(value).lower()
    listed = read_list(
        re.sub(r"^(?:dealer )?(?:peeks?|looks?|checks?) (?:only )?(?:under|at|for)?", "", text)
    )
    return to_peek(listed) if re.search("peek|look|check", text) else None


def _to_hits_soft_17(value: Any) -> bool | None:
    """Return whether the dealer hits soft 17, as described by a string.

    If the string is unclear, return None.
    """
    rule = find_draws(value) if isinstance(value, str) else ""
    written = rule.text.strip('"') if isinstance(rule, Fix) else ""
    return {HITS_SOFT_17: True, STANDS_ON_SOFT_17: False}.get(written)


def _to_index_plays(value: Any) -> Any:
    plays = to_indices(value) if isinstance(value, dict) and value else {}
    return plays if plays and all(KEY.fullmatch(hand) for hand in plays) else None


def _to_left(value: Any) -> str | None:
    """Return the penetration that ``value`` describes. If it describes no penetration, return None."""
    return respell(re.sub("^(?:when|at|after) ", "", value)) or None if isinstance(value, str) else None


_SHUFFLE = Foreign(
    'under [shoe], write `penetration = "75%"` for when to shuffle, and `shuffle = { method = "riffle", '
    "cuts = 5, between = [10, 42] }` for how to shuffle",
    "shoe.penetration",
    _to_left,
    other=Foreign(
        "",
        "shoe.reshuffle_when",
        lambda value: to_shuffles(value) or (True if re.search("continuous|csm", str(value)) else None),
    ),
    because="when to shuffle and how to shuffle are separate keys",
)

MOVED: Mapping[str, Foreign] = {
    "shoe.shuffle": _SHUFFLE,
    "shoe.penetration": Foreign("", "shoe.reshuffle_when", to_shuffles),
    "dealer": Foreign("", "dealer.hits_soft_17", _to_hits_soft_17),
    "cards.ranks": Foreign("", "cards.pack", to_pack_of),
    "strategies.*.index": Foreign("", ".indices", _to_index_plays),
    "side_bets.*.wager": Foreign(
        "", ".between", to_limits, because="players choose an amount `between` two limits"
    ),
}
"""Maps each key to a row for values that authors write under it, but that belong under a different key."""

FORMS: Mapping[str, Callable[[Any], Any]] = {
    _UPCARDS: lambda value: read_upcards(value) or None,
    "rules.split": _to_split,
    "rules.double rules.double.on rules.free_double rules.hit": _to_double,
    "rules.hole_card": _to_peek,
    "rules.natural_takes": to_taken,
    "rules.stand": to_totals_from,
    "shoe.reshuffle_when": to_shuffles,
    "shoe.packs": lambda value: None if str(value).isdigit() else to_packs(value),
    "dealer.hits_soft_17": _to_hits_soft_17,
    "rules.charlie": _to_charlie,
    "rules.split.aces": one_of(
        {
            **dict.fromkeys(("one card each", "one card only", "one", 1, "once", False), "one card"),
            **dict.fromkeys(("draw", "can be hit", "hit allowed", "any", True), "hit"),
        }
    ),
    "payouts.surrender": _to_lost_part,
    "payouts.natural payouts.win payouts.insurance payouts.surrender": _to_payout,
    "cards.pack": to_pack,
    "money.decimals": one_of(dict.fromkeys(("none", "no", "zero", "whole", False), 0)),
    "payouts.tie payouts.tied_naturals payouts.tied_totals.*": one_of(RESULTS),
    "strategies.*.rules.*.do": one_of(
        {
            **dict.fromkeys(("draw", "card", "take card", "twist"), "hit"),
            **dict.fromkeys(("hold", "pass", "stick", "stay"), "stand"),
            **dict.fromkeys(("double down", "doubledown", "dd"), "double"),
            **dict.fromkeys(("give up", "late surrender"), "surrender"),
        }
    ),
    "strategies.*.side_bets": lambda value: dict.fromkeys(value, True) if _are_texts(value) else None,
    "strategies.*.chart.rows.*": _to_row,
    "procedure.deal": _to_deal,
    "arguments.*.type": one_of(dict.fromkeys(("number", "int", "whole number", "numeric"), "integer")),
}
"""Maps keys to functions that convert their values.

A function returns None for a value that it cannot read.
"""


PARTIAL = re.compile(r"\b(?:up to|at most|partial|for less|less than|any amount|any part|half)\b")
"""Matches phrases which mean that the player can choose the amount of insurance."""


def find_form(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a valid value in place of ``value``, if it is in players' words. Otherwise, return None."""
    if isinstance(value, str) and len(value) > LONGEST_TABLE:
        return None
    for key, moved in MOVED.items():
        found = moved.read(value) if _fits(key, path) else None
        if found is not None and found[1] is not None:
            return with_reason(moved, move(path, found[0].new, value, found[1]))
    for keys, read in FORMS.items():
        for key in keys.split():
            if _fits(key, path) and (written := read(value)) is not None and written != value:
                return _write(written)
    if path == ("payouts", "tie") and re.search("[0-9]", str(value)):
        return TIES
    if path == ("shoe", "shuffle") and not isinstance(value, dict):
        return str(_SHUFFLE.hint)
    if path[0] == "side_bets" and "pay_table" in (path[2:] or ("",))[:2] and len(path) < 5:
        return PAY_TABLE
    if path[0] == "side_bets" and len(path) == 2 and not isinstance(value, list | dict):
        return SIDE_BET
    if (wild := find_wild(path, value)) is not None:
        return wild
    is_wager = path[0] == "strategies" and path[2:] == ("wager",)
    if is_wager and isinstance(value, dict) and (system := advise_system(path, value)) is not None:
        return system
    if path == ("rules", "maximum_wager") and fold(value) in (
        "none",
        "unlimited",
        "no_limit",
        "no",
        "infinite",
    ):
        return Fix("", "remove `maximum_wager`: without it, wagers are unlimited")
    if path == ("rules", "hole_card") and ORIGINAL.search(str(value).lower()):
        return 'write `hole_card = "none"` and `natural_takes = "original bets"`'
    if path == ("rules", "insurance") and PARTIAL.search(str(value).lower()):
        say = "insurance always costs half the wager: write `insurance = true`"
        return Fix("true", say)
    is_paid = path in (("rules", "insurance"), ("rules", "surrender")) and isinstance(value, str)
    if is_paid and re.search("[0-9]", str(value)) and (ratio := to_ratio(value)):
        say = f'write `{path[1]} = "{ratio}"` under [payouts]'
        return Fix(write_value(ratio), say, to=("payouts", path[1]))
    if path == ("rules", "charlie") and as_truth(value) is False:
        return 'remove it; to drop an inherited one, write `without = ["rules.charlie"]` under [ruleset]'
    if path == ("rules", "split", "aces") and isinstance(value, dict):
        return 'write two keys under [rules.split], as in `aces = "one card"` and `resplit_aces = false`'
    if path[0] == "arguments" and path[2:] == ("type",) and fold(value) in ("string", "text", "str", "word"):
        return (
            'an argument cannot be free text: write `type = "choice"` and the words as `choices`, or '
            '`type = "players"` for player names'
        )
    if path[0] == "arguments" and path[2:-1] == ("choices",) and type(value) is int:
        numbers = [each for each in look_up(data, path[:-1]) if type(each) is int]
        return f"for numbers, write `between = [{min(numbers)}, {max(numbers)}]` in place of `choices`"
    is_choice = isinstance(value, dict) or (isinstance(value, str) and re.search(r"\b(?:if|when)\b", value))
    if path in (("payouts", "natural"), ("payouts", "win")) and is_choice:
        return PAYOUT
    if path == ("players",) and isinstance(value, dict) and len(value) == 1:
        ((key, names),) = value.items()
        return find_names(("players", str(key)), names, data)
    if path[0] == "strategies" and (said := _explain_strategy(path, value)):
        return said.replace("strategies.NAME", write_path(path[:2]))
    left = respell(value) if path == ("shoe", "reshuffle_when") and isinstance(value, str) else ""
    if left.endswith("left"):
        return Fix(write_value(left), f'write `penetration = "{left}"`', to=("shoe", "penetration"))
    return _find_argument(path, value, data)


def _explain_strategy(path: KeyPath, value: Any) -> str:
    """Explain how to write rules, chart rows or wagers, if a value in a strategy has another form.

    Return an empty string for any other value.
    """
    if path[2:3] == ("rules",) and len(path) < RULE_KEY and not isinstance(value, list):
        return RULES
    if path[2:4] == ("chart", "rows") and isinstance(value, dict):
        return CHART
    if path[2:] != ("wager",):
        return ""
    is_spread = isinstance(value, str) and SPREAD.search(value.lower())
    is_in_words = is_spread and not is_expression(repair_condition(value))
    return RAMP if is_in_words or isinstance(value, dict) else ""


SPREAD = re.compile(
    r"\b(?:spread|ramp|tc|(?:true|running)[ _]count|units?)\b|^ ?[0-9]+ ?(?:-|to|:) ?[0-9]+ ?$"
)
"""Matches words for a wager that depends on the count."""

RULE_KEY = 5
"""The length of the path to a key in a strategy rule."""


WAGERS_BY_ARGUMENTS: Set[KeyPath] = frozenset(
    ("rules", key) for key in ("minimum_wager", "maximum_wager", "wager_step")
)
"""The paths of wager limits that an argument can set, because their values are expressions."""


def _find_argument(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a remedy for a rule under [arguments], or for an argument's name in place of a number.

    Return None for any other value.
    """
    arguments, usage = data.get("arguments"), look_up(data, ("ruleset", "usage"))
    if path[0] == "arguments" and len(path) == 2 and isinstance(usage, str) and str(path[1]) not in usage:
        remedy = find_foreign(("rules", path[1]), value, data)
        return remedy if isinstance(remedy, Fix) and remedy.to else None
    is_set = path in SET_BY_ARGUMENTS or path in WAGERS_BY_ARGUMENTS
    is_of_house = is_set or (len(path) == 2 and path[0] in ("rules", "shoe", "dealer", "money", "cards"))
    named = arguments.get(value) if isinstance(arguments, dict) and isinstance(value, str) else None
    if not is_of_house or not isinstance(named, dict):
        return None
    if not is_set:
        return "an argument cannot set this number: write it here, and extend this ruleset to change it"
    if named.get("type") != "integer":
        return 'only an argument with `type = "integer"` can set this number'
    if isinstance(usage, str) and value not in re.findall(r"\w+", usage):
        return (
            f"`usage` under [ruleset] names the arguments: write `usage = {write_value(f'{usage} {value}')}`"
        )
    return None


def _write(value: Any) -> Fix:
    """Return the fix that replaces a value with ``value``. Each item of a long list gets its own line."""
    return Fix(write_lines(value), f"write `{write_value(value)}`")


def _fits(key: str, path: KeyPath) -> bool:
    """Return whether ``path`` matches the dotted ``key``. A part ``*`` in ``key`` matches any step."""
    steps = key.split(".")
    return len(steps) == len(path) and all(
        step in ("*", here) for step, here in zip(steps, path, strict=True)
    )
