"""Converts rule values from other notations to bj's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import tomli

from bj.cards import RANKS
from bj.catalogue.limits import MOST_PACKS, MOST_SPLIT
from bj.faults_and_fixes import Fix
from bj.ruleset.faults.value_examples import as_ratio
from bj.ruleset.model.house_rule_reading import TOTALS, remedy_for, repair_totals
from bj.ruleset.model.index_plays import read_hand, read_play
from bj.ruleset.model.rules_and_payouts import read_ratio
from bj.ruleset.model.shoe import respell
from bj.ruleset.suggestions import NUMBER_WORDS, TRUTHS
from bj.text.lazy_regex import compile_later

LONGEST_TABLE = 400  # the most characters in a table that a remedy shows in full

MOST_PACKS_LEFT = 10
"""A penetration below this number is read as a number of packs. Any other number is read as a percentage."""

HALF_PACK = 26  # the number of cards in half a pack

TWO_AMOUNTS = compile_later(
    r"[$\u20ac\u00a3]? ?([0-9]{1,9}) ?(?:-|to|and|\u2013) ?[$\u20ac\u00a3]? ?([0-9]{1,9})"
)
"""Matches two amounts of money, such as `$5 to $50`."""

MORE_THAN_ANY = 10**9
"""The smallest number that is too large for a remedy to repeat."""


EVERY_HAND = dict.fromkeys(
    (
        *("every hand", "each hand", "every round", "each round", "every deal", "after every hand"),
        *("after each hand", "after every round", "before every hand", "continuous", "csm", "always"),
    ),
    True,
)
"""Maps phrases for a shuffle before every hand to true."""


def to_number(value: Any) -> int:
    """Parse a whole number in digits or as a word. Return 0 for any other value.

    >>> to_number("four"), to_number("12"), to_number(7), to_number("few")
    (4, 12, 7, 0)
    """
    word = str(value).strip().lower()
    return NUMBER_WORDS.get(word) or (int(word) if re.fullmatch("[0-9]{1,3}", word) else 0)


AMOUNT = compile_later(
    r"[$\u20ac\u00a3]? ?([0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,9}) ?"
    r"(?:[$\u20ac\u00a3]|dollars?|euros?|pounds?|chips?|bucks?|quid)?"
)


def to_amount(value: Any) -> int:
    """Parse an amount of money without decimals, maybe with a currency symbol. Return 0 for other values.

    >>> to_amount("\u00a310"), to_amount("1,000 chips"), to_amount("2 * minimum")
    (10, 1000, 0)
    """
    found = AMOUNT.fullmatch(value.strip().lower()) if isinstance(value, str) else None
    return int(found[1].replace(",", "")) if found else 0


def read_number(text: str) -> int:
    """Parse a whole number that may be followed by a noun. Return 0 for any other text.

    >>> read_number("seven cards"), read_number("4 hands"), read_number("four"), read_number("a few")
    (7, 4, 4, 0)
    """
    found = re.fullmatch(r"\s*(\w{1,5})(?:[ -](?:cards?|hands?|packs?|decks?|times|spots))?\s*", text)
    return to_number(found[1]) if found else 0


def fold(name: Any) -> str:
    """Convert a name to snake case, which rulesets use for keys.

    >>> fold("maxSplitHands"), fold("Five-Card Charlie")
    ('max_split_hands', 'five_card_charlie')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[-\s]+", "_", str(name)).lower()


def as_truth(value: Any) -> Any:
    """Convert a word for true or false to a boolean. Return any other value unchanged."""
    truth = TRUTHS.get(value.lower()) if isinstance(value, str) else None
    return value if truth is None else truth == "true"


def keep(value: Any) -> Any:
    """Return ``value`` unchanged. This is the conversion for values that are the same in bj."""
    return value


def may_repeat(value: Any) -> bool:
    """Return whether a remedy may repeat ``value``. A number must be positive, and not too large.

    >>> [may_repeat(value) for value in (5, 0.5, "x", True, 0, -5, 10**9, float("nan"))]
    [True, True, True, True, False, False, False, False]
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return not is_number or 0 < value < MORE_THAN_ANY


def is_amount(value: Any) -> bool:
    """Return whether ``value`` is a whole number that a remedy may repeat.

    >>> [is_amount(value) for value in (5, 0.5, "5", True, 0)]
    [True, False, False, False, False]
    """
    return type(value) is int and may_repeat(value)


def if_true(meant: Any, otherwise: Any = None) -> Callable[[Any], Any]:
    """Create a function that converts true to ``meant`` and false to ``otherwise``."""
    return lambda value: meant if value is True else otherwise if value is False else None


def one_of(words: Mapping[Any, Any]) -> Callable[[Any], Any]:
    """Create a function that looks up a word, a whole number or a boolean in ``words``, ignoring case."""
    by_word = {str(word).lower(): meant for word, meant in words.items()}
    return lambda value: by_word.get(str(value).lower()) if isinstance(value, str | int) else None


RESULTS = {
    **{"-1": "lose", "-1:1": "lose", "0": "push", "1": "win", "lose": "lose", "push": "push", "win": "win"},
    **dict.fromkeys(("0:1", "returned", "money back", "stand-off", "standoff"), "push"),
    **dict.fromkeys(("1:1",), "win"),
    **dict.fromkeys(("dealer", "house", "dealer wins", "house wins"), "lose"),
    **dict.fromkeys(("player", "player wins"), "win"),
}
"""Maps words for the result of a tie to `win`, `lose` or `push`."""


def to_ratio(value: Any) -> Any:
    """Convert a payout in any notation to a ratio. Return None for any other value."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return as_ratio(str(value)) or None


def to_charlie(cards: int) -> Callable[[Any], Any]:
    """Create a function that converts true, or a payout, to a charlie of ``cards`` cards."""

    def rewrite(value: Any) -> Any:
        if isinstance(value, dict):
            return {"cards": cards, **value}
        parts = re.split(" and |[,;]", value) if isinstance(value, str) else [value]
        ratio = next(filter(None, map(to_ratio, parts)), None)
        is_win = value is True or re.match(r"(?:auto|win|immediate)", str(value).lower()) is not None
        return {"cards": cards, "pays": ratio} if ratio else cards if is_win else None

    return rewrite


def to_rule(key: str) -> Callable[[Any], Any]:
    """Create a function that converts values for the rule ``key`` from any notation to bj's notation.

    The function returns None for a value that it cannot read.
    """

    def rewrite(value: Any) -> Any:
        if key == "charlie":  # the only rule whose value is a number
            return read_number(str(value)) or None
        remedy = remedy_for(key, value)
        if isinstance(remedy, Fix):
            return remedy.text if remedy.is_word else tomli.loads(f"value = {remedy.text}")["value"]
        return value if not remedy and isinstance(value, bool | str | dict) else None

    return rewrite


def to_commission(value: Any) -> Any:
    """Convert a commission, the share of a win that the house keeps, to the payout for a win."""
    ratio = to_ratio(value)
    kept = read_ratio(ratio) if ratio else Fraction(1)
    kept = kept / 100 if 1 < kept < 100 else kept  # the share is a percentage
    paid = 1 - kept
    return f"{paid.numerator}:{paid.denominator}" if 0 < paid < 1 else None


def to_packs(value: Any) -> Any:
    """Convert a number of packs, in digits or words, to a whole number or `infinite`.

    Return None for any other value.

    >>> to_packs("six"), to_packs("single deck"), to_packs("2-deck"), to_packs("many")
    (6, 1, 2, None)
    """
    text = str(value).strip().lower()
    if re.fullmatch(r"(?:an? )?(?:infinite|endless|unlimited)(?: (?:decks?|packs?|shoe))?", text):
        return "infinite"
    found = re.fullmatch(r"(?:an? )?([0-9]{1,2}|[a-z]+)(?:[ -](?:decks?|packs?))?(?: shoe)?", text)
    if found is None or isinstance(value, bool):
        return None
    number = {"single": 1, "double": 2}.get(found[1]) or to_number(found[1])
    return number if 1 <= number <= MOST_PACKS else None


def to_penetration(value: Any) -> Any:
    """Convert a penetration from another notation to bj's notation.

    A small number is read as the number of packs after the cut card.

    >>> to_penetration(1.5), to_penetration("26 cards"), to_penetration("52 from the back")
    ('1.5 packs left', '26 cards left', None)
    """
    if isinstance(value, int | float) and 1 <= value < MOST_PACKS_LEFT:
        return f"{value:g} pack{'s' if value != 1 else ''} left"
    return respell(value) or None


def to_cut(value: Any) -> Any:
    """Convert the position of the cut card to a penetration.

    A multiple of half a pack is read as the number of cards after the cut card.

    >>> to_cut(78), to_cut(75), to_cut("1 deck")
    ('78 cards left', '75%', '1 pack left')
    """
    is_of_packs = type(value) is int and value > 0 and value % HALF_PACK == 0
    return f"{value} cards left" if is_of_packs else to_penetration(value)


def to_split_hands(added: int) -> Callable[[Any], Any]:
    """Create a function that converts a number of hands, or of splits, to a value for `split`.

    ``added`` is 0 for a number of hands, and 1 for a number of splits.
    """

    def rewrite(value: Any) -> Any:
        text = re.sub(r"^(?:up )?to ", "", str(value).strip().lower())
        hands = 0 if isinstance(value, bool) else read_number(text) + added
        return {"hands": hands} if 2 <= hands <= MOST_SPLIT else None

    return rewrite


def to_draws(sign: str) -> Callable[[Any], Any]:
    """Create a function that converts a total to the condition under which the dealer draws.

    If ``sign`` is `<`, the dealer draws below this total. If it is `<=`, the dealer draws up to this total.

    >>> to_draws("<")("at 17"), to_draws("<=")(16), to_draws("<=")("often")
    ('total < 17', 'total <= 16', None)
    """

    def rewrite(value: Any) -> Any:
        found = re.fullmatch(r"\s*(?:at |on |until |up to )?([0-9]{1,2})\s*", str(value).lower())
        return f"total {sign} {int(found[1])}" if found else None

    return rewrite


GERMAN_RANKS = {
    **dict.fromkeys(("zehn", "zehner"), "T"),
    **dict.fromkeys(("bube", "unter"), "J"),
    **dict.fromkeys(("dame", "ober"), "Q"),
    **dict.fromkeys(("könig",), "K"),
    **dict.fromkeys(("as", "ass", "daus"), "A"),
}
"""Maps German names for ranks to codes."""

NAMES_OF_RANKS = {
    **{f"{word}{end}": f"{NUMBER_WORDS[word]}" for word in NUMBER_WORDS for end in ("", "s", "es")},
    **dict.fromkeys(("10", "ten", "tens"), "T"),
    **dict.fromkeys(("jack", "jacks", "knave"), "J"),
    **dict.fromkeys(("queen", "queens"), "Q"),
    **dict.fromkeys(("king", "kings"), "K"),
    **dict.fromkeys(("ace", "aces"), "A"),
    **GERMAN_RANKS,
}
"""Maps English and German names for ranks to codes."""


USUAL_VALUES: Mapping[str, int] = {
    **{str(pips): pips for pips in range(2, 10)},
    **dict.fromkeys("TJQK", 10),
}
"""Maps every rank except aces to its usual value."""


def to_rank(name: Any) -> str:
    """Return the code for a rank, given its code or name. Convert any other text to uppercase.

    >>> to_rank("Ober"), to_rank(10), to_rank("7")
    ('Q', 'T', '7')
    """
    word = re.sub(r"(?i)^(10|[2-9TJQKA])'?s$", r"\1", str(name).strip())
    return NAMES_OF_RANKS.get(word.lower(), word.upper())


def to_pack_without(value: Any) -> Any:
    """Convert a list of missing ranks to a value for `pack`. Return None for any other value.

    >>> to_pack_without("all tens"), to_pack_without("9, T"), to_pack_without("some")
    ({'T': 0}, {'9': 0, 'T': 0}, None)
    """
    listed = value if isinstance(value, list) else read_list(str(value))
    codes = [to_rank(each) for each in listed]
    return dict.fromkeys(codes, 0) if codes and {*codes} <= {*RANKS} else None


def to_pack(value: Any) -> Any:
    """Convert a description such as `Spanish deck` or `no tens` to a value for `pack`.

    Return None for any other value.

    >>> to_pack("Spanish deck"), to_pack("no tens"), to_pack("tens")
    ({'T': 0}, {'T': 0}, None)
    """
    match = re.fullmatch(r"(?:without|no|not) (?:the )?(.+)|spanish.*", str(value).lower())
    return to_pack_without(match[1] or "tens") if match else None


def to_pack_of(value: Any) -> Any:
    """Convert a list of all ranks in a pack to a value for `pack`. Return None for any other value."""
    listed = value.split() if isinstance(value, str) else value
    codes = {to_rank(each) for each in listed} if isinstance(listed, list) else set()
    missing = [code for code in RANKS if code not in codes]
    return dict.fromkeys(missing, 0) if codes and codes <= {*RANKS} and missing else None


def to_ranks(value: Any) -> Any:
    """Convert the values of ranks to tables for [cards.ranks], and leave out the usual values.

    Return None if the ranks or values are unclear.

    >>> to_ranks({"king": 4, "joker": 10, "A": 11, "9": 9})
    {'K': {'value': 4}, 'A': {'value': 11}, 'X': {'name': 'Joker', 'value': 10}}
    """
    if not isinstance(value, dict) or any(type(worth) not in (int, float) for worth in value.values()):
        return None
    codes = {to_rank(name): {**_name_of(name), "value": worth} for name, worth in value.items()}
    if "JOKER" in codes:
        codes["X"] = {"name": "Joker", **codes.pop("JOKER")}
    own = {code: rank for code, rank in codes.items() if rank["value"] != USUAL_VALUES.get(code)}
    return own if own and codes.keys() <= {*RANKS, "X"} else None


def to_named_ranks(value: Any) -> Any:
    """Convert the names of ranks to tables for [cards.ranks]. Return None for any other value.

    >>> to_named_ranks({"J": "Jack", "10": "ten"})
    {'J': {'name': 'Jack'}, 'T': {'name': 'ten'}}
    """
    named = {to_rank(code): name for code, name in value.items()} if isinstance(value, dict) else {}
    is_clear = named and {*named} <= {*RANKS} and all(isinstance(name, str) for name in named.values())
    return {code: {"name": name} for code, name in named.items()} if is_clear else None


def _name_of(name: str) -> dict[str, str]:
    """Return a dict with the key `name` if ``name`` is a German name for a rank.

    Otherwise, return an empty dict.

    >>> _name_of("Ober"), _name_of("queens"), _name_of("10")
    ({'name': 'Ober'}, {}, {})
    """
    return {"name": name} if name.lower() in GERMAN_RANKS else {}


def _expand(part: Any) -> list[Any]:
    """List the ranks in a range such as `2..10` or `2 to 9`. For any other value, list only the value."""
    match = re.fullmatch(
        r"([2-9]) ?(?:\.\.|-|to|through|\u2013) ?([3-9]|10|t|a|ace)", str(part).strip().lower()
    )
    if match is None or match[1] == match[2]:
        return [part]
    last = {"t": 10, "a": ACE, "ace": ACE}.get(match[2]) or int(match[2])
    return [*range(int(match[1]), min(last, 10) + 1), *(["A"] if last == ACE else [])]


ACE = 11  # the higher value of an ace


AROUND_CARDS = (
    r"\b(?:only|just|all|against|on|with|vs?\.?|the|pairs?|of|dealer'?s?|shows?|showing|too|also"
    r"|(?:up)?cards?)\b"
)
"""Matches filler words around a list of cards."""


def read_list(text: str) -> list[str]:
    """List the ranks, pairs or totals in a text. Leave out filler words.

    >>> read_list("only aces and eights"), read_list("A 8"), read_list("against a ten, or 2-6")
    (['aces', 'eights'], ['a', '8'], ['ten', '2-6'])
    """
    plain = re.sub(r"\ban? (?!and\b|or\b)(?=[a-z]{3})", " ", text.lower())
    plain = re.sub(AROUND_CARDS, " ", plain)
    plain = re.sub(r" ?(\.\.|-|\bto\b|\bthrough\b) ?", lambda sign: "-" if sign[1] != ".." else "..", plain)
    return [each for each in re.split(r"\band\b|\bor\b|[,;/&+\s]+", plain) if each]


def worths_of(value: Any) -> list[int]:
    """Return the value of each rank or pair in a list.

    Return an empty list if any of them cannot be read.

    >>> worths_of(["5,5", "tens"]), worths_of("A-A"), worths_of("2..4"), worths_of("any")
    ([5, 10], [11], [2, 3, 4], [])
    """
    listed = [
        re.sub(r"^(\w{1,2})[ ,-]?\1$", r"\1", str(each))
        for part in (value if isinstance(value, list) else [value])
        for each in _expand(part)
    ]
    worths = [{**USUAL_VALUES, "A": 11}.get(to_rank(each), 0) for each in listed]
    return [*dict.fromkeys(worths)] if all(worths) and len(worths) <= len(RANKS) else []


def condition_of_pairs(value: Any) -> str:
    """Return a condition that is true for the listed pairs. If they cannot be read, return an empty string.

    >>> condition_of_pairs(["A", 8]), condition_of_pairs(["A", *range(2, 10)])
    ('first == 11 or first == 8', 'first != 10')
    """
    worths = worths_of(value)
    missing = [worth for worth in range(2, 12) if worth not in worths]
    if worths and len(missing) < len(worths):
        return " and ".join(f"first != {worth}" for worth in missing) or "any pair"
    return " or ".join(f"first == {worth}" for worth in worths)


NOT_PAIRS = compile_later(
    r"\s*(?:all|any(?:thing|one)?|every(?:thing)?)?\s*(?:pairs?)?,?\s*"
    r"(?:except|but not|but|not|no|never|other than)\b"
)
"""Matches the words in front of a list of pairs that may not be split."""


def condition_of_split(text: str) -> str:
    """Return a condition for the pairs that a text allows or excludes.

    Return an empty string if they cannot be read.

    >>> condition_of_split("aces and eights"), condition_of_split("not (pair 4 or pair T)")
    ('first == 11 or first == 8', 'first != 4 and first != 10')
    """
    excluded = NOT_PAIRS.match(text.lower())
    listed = read_list(re.sub(r"[()]", " ", text[excluded.end() :] if excluded else text))
    if not excluded:
        return condition_of_pairs(listed)
    return " and ".join(f"first != {worth}" for worth in worths_of(listed))


LOWEST_TOTAL, HIGHEST_TOTAL = 8, 21
"""The lowest and the highest total that make sense in a rule."""


def read_totals(value: Any) -> str:
    """Convert totals in a list, a number or a string to the notation of charts.

    Return an empty string if they are unclear.

    >>> read_totals([9, 10, 11]), read_totals("hard 9-11"), read_totals(11), read_totals("any")
    ('9..11', 'hard 9..11', '11', '')
    """
    if type(value) is int and not LOWEST_TOTAL <= value <= HIGHEST_TOTAL:
        return ""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    totals = repair_totals(text) or text
    return totals if re.fullmatch(TOTALS, totals) else ""


def read_pairs(value: Any) -> str:
    """Return a condition for the pairs in a string or a list.

    Return an empty string if they cannot be read.
    """
    return condition_of_split(value) if isinstance(value, str) else condition_of_pairs(value)


def read_upcards(value: Any, sign: str = "==") -> str:
    """Return a condition for the listed upcards or, if ``sign`` is `!=`, for all other upcards.

    Return an empty string if they cannot be read.

    >>> read_upcards("against a ten"), read_upcards("2 through 10"), read_upcards("10, A", "!=")
    ('upcard == 10', 'upcard != 11', 'upcard != 10 and upcard != 11')
    """
    text = value[:LONGEST_TABLE].lower() if isinstance(value, str) else ""
    worths = worths_of(read_list(text) if text else value)
    if worths and re.search(r"\b(?:too|also)\b", text):
        worths = [*dict.fromkeys([*worths, ACE])]
    if len(others := [worth for worth in range(2, 12) if worth not in worths]) < len(worths):
        sign, worths = {"==": "!=", "!=": "=="}[sign], others
    return {"==": " or ", "!=": " and "}[sign].join(f"upcard {sign} {worth}" for worth in worths)


def to_totals_from(value: Any) -> str | None:
    """Convert the lowest total in a range to the whole range, in the notation of charts.

    Return None for any other value.

    >>> to_totals_from(15), to_totals_from("15 or more"), to_totals_from(True)
    ('15..', '15..', None)
    """
    found = re.fullmatch(
        r"(?:(?:at|on|from|least) )*([0-9]{1,2})(?:\+| or more| and up)?", str(value).lower()
    )
    return f"{int(found[1])}.." if found else None


def to_two_values(value: Any) -> tuple[int, int] | None:
    """Return both values of a card, the smaller one first. Return None for any other value.

    >>> to_two_values("20 or 1"), to_two_values([1, 11]), to_two_values("many")
    ((1, 20), (1, 11), None)
    """
    match = re.fullmatch(r"\[?([0-9]{1,2})(?: ?(?:or|/|,) ?)([0-9]{1,2})\]?", str(value).strip().lower())
    low, high = sorted(map(int, match.groups())) if match else (0, 0)
    return (low, high) if low < high else None


def to_totals_of(kind: str) -> Callable[[Any], Any]:
    """Create a function that converts totals of this ``kind``, or false, to keys for the table `double`.

    False forbids doubling on totals of that kind.

    >>> to_totals_of("hard")([10, 11]), to_totals_of("hard")("9-11"), to_totals_of("soft")(False)
    ({'on': 'hard 10..11'}, {'on': 'hard 9..11'}, {'when': 'not soft'})
    """

    def rewrite(value: Any) -> Any:
        if value is False:
            return {"when": "soft" if kind == "hard" else "not soft"}
        totals = read_totals(value)
        return {"on": f"{kind} {totals}"} if totals and " " not in totals else None

    return rewrite


def to_indices(value: Any) -> Any:
    """Convert index plays from other spellings to bj's spelling.

    Plays that cannot be read stay unchanged, and so do values of other types. A list or a table that does not
    contain plays becomes None.

    >>> to_indices({"16 vs 10": "stand if true_count >= 0", "12v3": 2, "insurance": "+3"})
    {'16 v T': 'S at 0', '12 v 3': 'S at 2', 'insurance': '+3'}
    >>> print(to_indices({"16 vs 10": True}))
    None
    """
    if isinstance(value, list) and all(isinstance(each, str) and each.count(":") == 1 for each in value):
        value = dict(each.split(":") for each in value)
    if not isinstance(value, dict):
        return None if isinstance(value, list) else value
    if not all(type(play) in (int, str) for play in value.values()):
        return None
    plays = {read_hand(key): read_play(key, play) for key, play in value.items()}
    return plays if len(plays) == len(value) else value


RULE_KEYS = {
    **dict.fromkeys(("action", "play", "decision", "move", "act", "does"), "do"),
    **dict.fromkeys(("condition", "on", "with", "hand", "case"), "when"),
}
"""Maps other programs' keys for the rules of a strategy to bj's keys."""


KEYS_OF_LIMITS = (
    ("between",),
    ("least", "most"),
    ("minimum", "maximum"),
    ("min", "max"),
    ("low", "high"),
    ("from", "to"),
)
"""The keys that a table may have for two limits: one key for both limits, or one key for each."""


def to_limits(value: Any) -> list[Any] | None:
    """Read two limits from a list, a table or a string. Return None for any other value.

    >>> to_limits("$1 to $25"), to_limits({"min": 5, "max": 50}), to_limits("minimum")
    ([1, 25], [5, 50], None)
    """
    if isinstance(value, str) and (match := TWO_AMOUNTS.fullmatch(value.strip())):
        return [int(match[1]), int(match[2])]
    if isinstance(value, dict):
        keys = next((keys for keys in KEYS_OF_LIMITS if value.keys() == {*keys}), ())
        value = value[keys[0]] if len(keys) == 1 else [value[key] for key in keys]
    is_pair = isinstance(value, list) and len(value) == 2
    return value if is_pair and all(isinstance(each, int | float | str) for each in value) else None


def to_peek(value: Any) -> Any:
    """Convert a boolean, a word or a list of upcards to the word that says when the dealer peeks.

    Return None for any other value.

    >>> to_peek(["A"]), to_peek("A and 10"), to_peek("ten"), to_peek("aces only"), to_peek(["2"])
    ('peek on ace', 'peek', 'peek on ten', 'peek on ace', None)
    """
    listed = re.split(" and | or |, ?", value.removesuffix(" only")) if isinstance(value, str) else []
    value = listed if listed and {*map(to_rank, listed)} <= {*RANKS} else value
    if isinstance(value, list):
        ranks = {"T" if rank in ("T", "J", "Q", "K") else rank for rank in map(to_rank, value)}
        words = {("A",): "peek on ace", ("T",): "peek on ten", ("A", "T"): "peek"}
        return words.get(tuple(sorted(ranks)))
    return "no peek" if value is False else to_rule("hole_card")(value)


def if_table(value: Any) -> Any:
    """Return ``value`` if it is a table. Otherwise, return None."""
    return value if isinstance(value, dict) else None


def if_amount(value: Any) -> Any:
    """Return ``value`` if it is a whole number that a remedy may repeat.

    For a text such as ``seven cards``, return its number. Return None for any other value.
    """
    return value if is_amount(value) else (read_number(value) or None) if isinstance(value, str) else None
