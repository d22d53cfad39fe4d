"""Reads powers and reactions in other notations: their occasions, effects, limits and targets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bj.catalogue.effects import EFFECTS
from bj.catalogue.occasions import OCCASIONS
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_values import LONGEST_TABLE, fold, is_amount
from bj.ruleset.suggestions import AKIN, NUMBER_WORDS, find_close
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_value
from bj.text.sentences import enumerate_words

KEYS: Mapping[str, str] = {
    **dict.fromkeys(("action", "effect", "does", "then", "what"), "do"),
    **dict.fromkeys(("event", "trigger", "occasion", "happens", "upon"), "on"),
    **dict.fromkeys(("condition", "only_if", "only_when", "if"), "when"),
    **dict.fromkeys(("text", "words", "message", "phrase", "line", "says", "shout"), "say"),
    **dict.fromkeys(("question", "prompt", "asks"), "ask"),
    **dict.fromkeys(("with", "from", "to", "whom", "victim", "with_whom", "other_player"), "partner"),
    **dict.fromkeys(("uses", "times", "max_uses", "charges", "how_often", "count"), "limit"),
    **dict.fromkeys(("remember", "remembers", "counter", "counters", "state", "variables"), "memory"),
}
"""Maps other programs' keys for reactions to bj's keys."""

GIVES = ("give", "gives", "gain", "gains", "gets", "receives", "reward", "prize", "wins", "pays_out")
TAKES = ("take", "takes", "cost", "costs", "fee", "pay", "pays", "loses", "fine", "price", "penalty")
"""The keys for money that the holder of a power loses. GIVES contains the keys for money that the holder
receives.
"""

ON_MONEY = re.compile(
    r"(?:add|give|take|pay|lose|win|get|collect|steal|lend|remove|subtract|deduct|receive|earn|transfer)s?"
    r"(?: some)? (?:money|chips?|coins?|dollars?|cash|bankroll)"
)
"""Matches other names for effects on a player's money."""

TIMES = re.compile(r"(?:once|([0-9]{1,2}|[a-z]+)(?: times?)?)(?: (?:per|a|an|each|every) (hand|round|game))?")

OF_DEALER: Mapping[str, str] = {
    **dict.fromkeys(("dealer_busts", "dealer_bust", "bank_busts", "dealer_busted"), "bust"),
    **dict.fromkeys(("dealer_draws", "dealer_hits"), "drawn"),
}
"""Maps names for the dealer's occasions to occasions in bj. A player reacts to them with `of = "opponent"`.
"""

CONDITIONAL: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(("natural", "blackjack", "bj"), ("dealt", "cards == 2 and total == 21")),
    **dict.fromkeys(("21", "twenty_one"), ("drawn", "total == 21")),
    **dict.fromkeys(("pair", "pairs"), ("dealt", "pair")),
    **dict.fromkeys(("double", "doubled", "doubles"), ("drawn", "doubled > 0")),
    **dict.fromkeys(("split", "splits"), ("drawn", "from_split")),
    **dict.fromkeys(("game_begins", "game_starts", "start", "game_start"), ("hand begins", "hand == 1")),
    **dict.fromkeys(("broke", "bankrupt", "ruined"), ("hand over", "bankroll < minimum")),
}
"""Maps occasions in other games to an occasion in bj and an additional condition."""


def find_reaction_part(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a remedy for a key that other programs use in powers and reactions.

    Return None for any other key.
    """
    is_power = path[0] == "powers" and len(path) == 3
    if not is_power and not (len(path) > 2 and isinstance(path[-2], int) and "reactions" in path):
        return None
    key, table = fold(path[-1]), look_up(data, path[:-1])
    if key in (*GIVES, *TAKES) and is_amount(value):
        amount = f"{value if key in GIVES else -value}"
        also = () if "do" in table else (((*path[:-1], "do"), '"change bankroll"'),)
        say = f'write `do = "change bankroll"` and `amount = {amount}`'
        return Fix(amount, say, to=(*path[:-1], "amount"), also=also)
    if key in ("once", "only_once", "one_time") and value is True:
        return Fix('"1 per game"', 'write `limit = "1 per game"`', to=(*path[:-1], "limit"))
    new = KEYS.get(key)
    written = _rewrite(new, value) if new and new not in table else None
    if new is None or new in table:
        return None
    if written is None or len(written) > LONGEST_TABLE:
        return f"write `{new}`"
    return Fix(written, f"write `{new} = {written}`", to=(*path[:-1], new))


def find_limit(value: str) -> Remedy | None:
    """Suggest `limit` for a phrase such as `once per hand`. Return None for any other text.

    >>> find_limit("once per hand").text, find_limit("now and then")
    ('"1 per hand"', None)
    """
    written = _rewrite("limit", value)
    return Fix(written) if written else None


def find_effect(value: str) -> Remedy | None:
    """Suggest an effect if ``value`` is a foreign name for a change of money. Return None for any other text.

    >>> find_effect("lend chips").text, find_effect("deal a card")
    ('change bankroll', None)
    """
    return Fix("change bankroll", is_word=True) if ON_MONEY.fullmatch(value.lower()) else None


def _rewrite(new: str, value: Any) -> str | None:
    """Convert ``value`` to a value for ``new``, a key of a reaction. Return None if it is unclear.

    >>> _rewrite("limit", "twice a hand"), _rewrite("limit", 3), _rewrite("on", "Hand Won")
    (None, '"3 per game"', '"hand won"')
    """
    if new == "limit":
        found = TIMES.fullmatch(str(value).lower())
        number = NUMBER_WORDS.get(found[1] or "one", found[1]) if found else ""
        return write_value(f"{number} per {found[2] or 'game'}") if found and str(number).isdigit() else None
    if new in ("on", "do"):
        known = [*(OCCASIONS if new == "on" else EFFECTS)]
        same = fold(value).replace("_", " ")
        meant = same if same in known else find_close(str(value).lower(), known)
        return write_value(meant) if meant else None
    return write_value(value) if isinstance(value, str) and new != "partner" else None


def find_occasion(path: KeyPath, text: str, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest `on` for an occasion that is written as a condition, such as `when = "dealt"`.

    Return None for any other condition.
    """
    table = look_up(data, path[:-1])
    is_reaction = path[0] == "powers" or "reactions" in path
    if not is_reaction or path[-1] != "when" or not isinstance(table, dict) or "on" in table:
        return None
    occasion = fold(text).replace("_", " ")
    akin = AKIN.get(occasion)
    occasion = akin if isinstance(akin, str) and occasion not in OCCASIONS else occasion
    if occasion not in OCCASIONS:
        return None
    return Fix(write_value(occasion), f'write `on = "{occasion}"`', to=(*path[:-1], "on"))


def find_similar_occasion(word: str, reaction: Any, *, of_dealer: bool) -> str:
    """Suggest the occasion that ``word`` means in another game, with a condition if it needs one.

    Return an empty string for any other word.
    """
    if (occasion := OF_DEALER.get(fold(word), "")) and isinstance(reaction, dict) and "of" not in reaction:
        return f'write `on = "{occasion}"`' + ("" if of_dealer else ' and `of = "opponent"`')
    occasion, condition = CONDITIONAL.get(fold(word), ("", ""))
    if not occasion or not isinstance(reaction, dict):
        return ""
    keys = {"on": occasion, "when": condition}
    is_of_dealer = "of" not in reaction and reaction.get("as") == "dealer"
    if is_of_dealer or "of" in reaction:
        keys["when"] = re.sub(r"\b(cards|total)\b", r"their_\1", condition)
        keys |= {"of": "opponent"} if is_of_dealer else {}
    written = [f"`{key} = {write_value(each)}`" for key, each in keys.items()]
    where = " in `reactions` under [dealer]" if is_of_dealer else ""
    return f"write {enumerate_words(written)}{where}"
