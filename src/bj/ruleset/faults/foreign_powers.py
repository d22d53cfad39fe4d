"""Reads powers and reactions in other notations: their occasions, effects, limits and targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bj.catalogue.occasions import OCCASIONS
from bj.faults_and_fixes import Fix, KeyPath, Remedy
from bj.ruleset.faults.foreign_values import fold
from bj.ruleset.model_fields import fits
from bj.ruleset.suggestions import AKIN
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_value

KEYS: Mapping[str, str] = {
    **dict.fromkeys(("action", "effect", "does", "then", "what"), "do"),
    **dict.fromkeys(("event", "trigger", "occasion", "happens", "upon"), "on"),
    **dict.fromkeys(("condition", "only_if", "only_when", "if"), "when"),
    **dict.fromkeys(("text", "words", "message", "phrase", "line", "says", "shout"), "say"),
    **dict.fromkeys(("question", "prompt", "asks"), "ask"),
    **dict.fromkeys(("with", "from", "to", "whom", "victim", "with_whom", "other_player"), "partner"),
    **dict.fromkeys(("uses", "times", "max_uses", "charges", "how_often", "count"), "limit"),
    **dict.fromkeys(("once", "only_once", "one_time"), "limit"),
    **dict.fromkeys(("remember", "remembers", "counter", "counters", "state", "variables"), "memory"),
}
"""Maps other programs' keys for reactions to bj's keys."""


MONEY = (
    *("give", "gives", "gain", "gains", "gets", "receives", "reward", "prize", "wins", "pays_out", "take"),
    *("takes", "cost", "costs", "fee", "pay", "pays", "loses", "fine", "price", "penalty"),
)
"""The keys for money that the holder of a power receives or loses."""

CONDITIONAL: Mapping[str, str] = {
    **dict.fromkeys(("natural", "blackjack", "bj"), 'on = "dealt"` and `when = "cards == 2 and total == 21"'),
    **dict.fromkeys(("21", "twenty_one"), 'on = "drawn"` and `when = "total == 21"'),
    **dict.fromkeys(("pair", "pairs"), 'on = "dealt"` and `when = "pair"'),
    **dict.fromkeys(("double", "doubled", "doubles"), 'on = "drawn"` and `when = "doubled > 0"'),
    **dict.fromkeys(("split", "splits"), 'on = "drawn"` and `when = "from_split"'),
    **dict.fromkeys(("game_begins", "start", "game_start"), 'on = "hand begins"` and `when = "hand == 1"'),
    **dict.fromkeys(("broke", "bankrupt", "ruined"), 'on = "hand over"` and `when = "bankroll < minimum"'),
    **dict.fromkeys(("dealer_busts", "dealer_bust", "bank_busts"), 'on = "bust"` and `of = "opponent"'),
    **dict.fromkeys(("dealer_draws", "dealer_hits"), 'on = "drawn"` and `of = "opponent"'),
}
"""Maps occasions in other games to the keys that define them in a player's reaction."""


def find_reaction_part(path: KeyPath, value: Any, data: Mapping[str, Any]) -> Remedy | None:
    """Suggest a name for a key that other programs use in powers and reactions.

    Return None for any other key.
    """
    is_power = path[0] == "powers" and len(path) == 3
    if not is_power and not (len(path) > 2 and isinstance(path[-2], int) and "reactions" in path):
        return None
    key = fold(path[-1])
    if key in MONEY:
        return 'write `do = "change bankroll"` and `amount = 5`, or a negative amount that the holder loses'
    new = KEYS.get(key)
    if new is None or new in look_up(data, path[:-1]):
        return None
    if new != "partner" and fits(("powers", "x", new), value):
        return Fix("", f"write `{new}`", to=(*path[:-1], new))
    return 'write `limit = "1 per game"`, with your own number' if new == "limit" else f"write `{new}`"


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


def find_similar_occasion(path: KeyPath, word: str, data: Mapping[str, Any]) -> str:
    """Suggest keys to replace ``word``, an occasion from another game, in the player's reaction at ``path``.

    Return an empty string for any other word, and for reactions to other hands.
    """
    reaction = look_up(data, path[:-1])
    is_own = isinstance(reaction, dict) and reaction.keys().isdisjoint(("of", "as")) and path[0] != "dealer"
    keys = CONDITIONAL.get(fold(word)) if is_own else None
    return f"write `{keys}`" if keys else ""
