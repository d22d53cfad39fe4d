"""Index plays for card counters, such as ``"16 v T" = "S at 0"``, and the rules that they imply."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from bj.catalogue.actions import ACTIONS
from bj.catalogue.limits import LONGEST_TEXT
from bj.faults_and_fixes import Fix
from bj.ruleset.model.base import ActionCondition
from bj.ruleset.toml.reading_and_writing import write_value
from bj.text.lazy_regex import compile_later

TRUE_COUNT = "floor(52 * count / cards_left)"
"""The true count, with which indices are compared by default."""

_RANK = "[2-9TA]"
_PAIRS = "|".join(rank * 2 for rank in "23456789TA")
HAND = rf"(?:({_PAIRS})|(?:hard )?([1-9][0-9]?)|soft ([1-9][0-9])|A([2-9])|pair ({_RANK}))"
KEY = compile_later(rf"{HAND} v ({_RANK}(?: {_RANK}){{0,9}})")
LETTERS: Mapping[str, str] = {action.letter: action.name for action in ACTIONS.values()}
PLAY = compile_later(rf"([{''.join(LETTERS)}])(?: (at|below) ([+-]?[0-9]{{1,3}}))?")
PLAYS = compile_later(rf"{PLAY.pattern}(?:, {PLAY.pattern}){{0,5}}")
NAMED = {name: letter for letter, name in LETTERS.items()} | {
    spelling: letter for letter, name in LETTERS.items() for spelling in (letter.lower(), f"{name}s")
}
"""Maps other spellings of each action to its letter."""
COMPARED: Mapping[str, tuple[str, int]] = {
    **dict.fromkeys(("at", ">=", "@", "from", "at least"), ("at", 0)),
    **dict.fromkeys(("below", "<", "under"), ("below", 0)),
    ">": ("at", 1),
    "<=": ("below", 1),
}
"""Maps each word or sign before an index to `at` or `below`, and to the number to add to the index."""
AT = compile_later(r"at ([+-]?[0-9]{1,3})")
"""A pattern for an index without a play, such as `at 3` for `insurance`."""

ANY_UPCARD = compile_later(r"\s*(?:ANY|ALL|EVERYTHING|ANYTHING)(?: (?:UP)?CARDS?)?\s*")

FIVES = 10
"""The total of two fives, which are played like any other hand of 10."""
ACE = 11


def respell(key: str) -> str:
    """Return ``key``, a hand and upcards, in ruleset notation. Parts that cannot be understood are kept.

    >>> respell("hard 16 v. 9, 10, A"), respell("T,T against 5"), respell("8-8 v 10"), respell("a7 v 2")
    ('hard 16 v 9 T A', 'TT v 5', '88 v T', 'A7 v 2')
    >>> respell("11 vs any upcard")
    '11 v 2 3 4 5 6 7 8 9 T A'
    """
    text = re.sub(r"\s*(?:v(?:s|ersus)?\.?|against|/)\s*(?=[^v/]*$)", " V ", key.strip().lower())
    hand, _, upcards = text.replace(",", " ").upper().partition(" V ")
    hand = re.sub("[JQK]|10(?= 10)|(?<=[T ])10", "T", " ".join(re.split(r"[-\s]+", hand.strip())))
    hand = re.sub(r"^(PAIR OF|PAIR|HARD|SOFT)\b", lambda word: word[0].lower().removesuffix(" of"), hand)
    hand = re.sub(r"^([2-9TA]) (?=[2-9TA]$)", r"\1", hand)
    shown = re.sub("[JQK]|10", "T", ANY_UPCARD.sub("2 3 4 5 6 7 8 9 T A", upcards)).split()
    return f"{hand} v {' '.join(dict.fromkeys(shown))}"


INSURANCE_REMEDY = 'write `insurance = "at 3"` in the strategy itself'


def _read_hand(key: Any) -> Any:
    if not isinstance(key, str) or KEY.fullmatch(key):
        return key
    meant = respell(key)
    usual = 'write it like `"16 v T"`, `"A7 v 2"` or `"TT v 5"`'
    usual = INSURANCE_REMEDY if key.strip().lower() in ("insurance", "ins") else usual
    remedy = Fix(meant, 'write `"{}"`') if KEY.fullmatch(meant) else usual
    raise PydanticCustomError("index_hand", "should be a hand and upcards", {"remedy": remedy})


def _read_play(value: Any) -> Any:
    if isinstance(value, str) and PLAYS.fullmatch(value):
        return value
    meant = read_play("", value)
    usual = 'write it like `"S at 4"` or `"H below -1"`, with a whole number'
    remedy = Fix(write_value(meant)) if meant != value else usual
    raise PydanticCustomError("index_play", "should be plays with their indices", {"remedy": remedy})


def read_hand(key: str) -> str:
    """Return ``key`` (a hand and upcards) in ruleset notation. Return any other text unchanged."""
    meant = respell(key) if len(key) <= LONGEST_TEXT else key
    return meant if KEY.fullmatch(meant) else key


def read_play(key: str, value: Any) -> Any:
    """Return ``value``, which contains plays or just an index, in ruleset notation.

    ``key`` contains the hand and the upcards. Values that cannot be understood are returned unchanged.
    """
    if type(value) not in (int, str):
        return value
    text = str(value).replace(" else ", ", ")
    meant = ", ".join(map(_respell_play, re.split(r"[,;]", text)))
    usual = _respell_play(f"{usual_play(read_hand(key))} {text}")  # for an index without a play
    return next((play for play in (meant, usual) if PLAYS.fullmatch(play)), value)


def _respell_play(play: str) -> str:
    """Return ``play``, a play and its index, in ruleset notation.

    Parts that cannot be understood are kept.

    >>> _respell_play("stand >= 4"), _respell_play("s>4"), _respell_play(" H <= -1"), _respell_play("S at 4+")
    ('S at 4', 'S at 5', 'H below 0', 'S at 4')
    >>> _respell_play("stand if tc >= 4"), _respell_play("stand if true_count >= 0"), _respell_play("d at +4")
    ('S at 4', 'S at 0', 'D at 4')
    """
    ways = "|".join(COMPARED)
    play = re.sub(
        r"(?:\b(?:if|when|with) )?\b(?:the )?(?:tc|true[_ ]count|running[_ ]count|count)\b ?(?:is )?",
        "",
        _plain(play),
    )
    found = re.fullmatch(
        rf"([a-z]+) ?(|{ways}) ?([+-]?[0-9]{{1,3}})(?:\+| (?:or|and) (?:more|higher|above|better|up))?",
        _plain(play),
    )
    name, how, index = found.groups() if found else (_plain(play), "", "")
    letter = NAMED.get(name, name)
    way, more = COMPARED[how or "at"]
    return f"{letter} {way} {int(index) + more}" if found else letter


def _plain(text: str) -> str:
    """Return ``text`` in lowercase with single spaces."""
    return " ".join(text.lower().split())


INDEX_HABIT = compile_later(
    r"(?!true_count ?>=)(?:(?:tc|true[ _]count) ?)?(?:at |at least |>= ?)?([+-]?[0-9]{1,3})(?:\+| or more)?"
)
"""A pattern for an index without a play, in the words that players use.

It does not match ``true_count >= 3``, which is already a condition.
"""


def read_insurance(value: Any) -> Any:
    """Return ``value``, an insurance index, in ruleset notation.

    Return other values unchanged.

    >>> read_insurance(3), read_insurance("TC >= 3"), read_insurance("count > 2"), read_insurance(True)
    ('at 3', 'at 3', 'count > 2', True)
    """
    is_index = not isinstance(value, bool) and isinstance(value, int | str)
    found = INDEX_HABIT.fullmatch(_plain(str(value))) if is_index else None
    return f"at {int(found[1])}" if found else value


def _read_insurance(value: Any) -> Any:
    """Return ``value``, but refuse an index that is not written like ``at 3``."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return value
    if isinstance(value, str) and AT.fullmatch(value):
        return value
    found = INDEX_HABIT.fullmatch(_plain(str(value)))
    if found is None and isinstance(value, str) and not re.match(r"at [+-]?[0-9]", _plain(value)):
        return value
    remedy = Fix(f'"at {int(found[1])}"') if found else 'write it like `"at 3"`, with a whole number'
    message = "should be true, false, an index or a condition in quotes"
    raise PydanticCustomError("index_alone", message, {"remedy": remedy})


Insurance = Annotated[ActionCondition, BeforeValidator(_read_insurance)]
"""A condition, or an index without a play such as ``at 3``."""


IndexHand = Annotated[str, BeforeValidator(_read_hand)]
IndexPlay = Annotated[
    str,
    BeforeValidator(_read_play),
    WithJsonSchema({"type": "string", "pattern": f"^{PLAYS.pattern}$".replace("(?:", "(")}),
]


def condition_of_hand(key: str) -> str:
    """Return a condition that is true for the hand and the upcards in ``key``.

    >>> condition_of_hand("16 v T")
    'not soft and not pair and total == 16 and upcard == 10'
    >>> condition_of_hand("A7 v 2 A"), condition_of_hand("TT v 5")
    ('soft and total == 18 and (upcard == 2 or upcard == 11)', 'pair and first == 10 and upcard == 5')
    """
    name, _, upcards = key.partition(" v ")
    soft, total = hand_of(key) or (False, 0)
    if not total:
        held = f"pair and first == {_worth(name[-1])}"
    elif soft:
        held = f"soft and total == {total}"
    else:
        held = f"not soft and {'' if total == FIVES else 'not pair and '}total == {total}"
    shown = [f"upcard == {_worth(rank)}" for rank in upcards.split()]
    return f"{held} and {shown[0]}" if len(shown) == 1 else f"{held} and ({' or '.join(shown)})"


def hand_of(key: str) -> tuple[bool, int] | None:
    """Return the hand in ``key`` as a tuple (soft, total). For a pair, return None.

    Raises ValueError if ``key`` does not contain a hand.

    >>> hand_of("16 v T"), hand_of("A7 v 2"), hand_of("TT v 5")
    ((False, 16), (True, 18), None)
    >>> hand_of("88 v 2"), hand_of("hard 22 v 2")
    (None, (False, 22))
    """
    match = KEY.fullmatch(key)
    if match is None:
        raise ValueError(f"`{key}` is not a hand")
    _, hard, soft, beside, *_ = match.groups()
    if beside:
        return True, ACE + int(beside)
    return (soft is not None, int(soft or hard)) if soft or hard else None


def usual_play(key: str) -> str:
    """Return the play to assume for the hand in ``key`` if only an index is given.

    Pairs are split, soft hands and totals below 12 are doubled, and other hands stand. Insurance has no play.

    >>> usual_play("16 v T"), usual_play("10 v A"), usual_play("TT v 5"), usual_play("insurance")
    ('S', 'D', 'P', '')
    """
    soft, total = (hand_of(key) or (True, 1)) if KEY.fullmatch(key) else (False, 0)
    return "" if not total else "P" if total == 1 else "S" if total >= 12 and not soft else "D"


def _worth(rank: str) -> int:
    return {"T": 10, "A": ACE}.get(rank) or int(rank)


def rules_of(indices: Mapping[str, str], number: str) -> Iterator[tuple[str, str, str]]:
    """Yield the rule that each play implies: its key, its condition and its code.

    Indices are compared with ``number``. If an unconditional play follows a double, one code covers both.
    With separate codes, a double that is illegal would become a hit.

    >>> list(rules_of({"12 v 4": "H below 0"}, "count"))
    [('12 v 4', 'not soft and not pair and total == 12 and upcard == 4 and count < 0', 'H')]
    >>> [code for *_, code in rules_of({"A7 v 3": "D, S", "A7 v 2": "D at 1, S", "11 v A": "D, H"}, "count")]
    ['Ds', 'Ds', 'S', 'D']
    """
    for key, plays in indices.items():
        found = [match.groups() for match in PLAY.finditer(plays)]
        for place, (letter, way, index) in enumerate(found):
            sign = ">=" if way == "at" else "<"
            asked = f" and {_operand(number)} {sign} {int(index)}" if way else ""
            others = found[place + 1 : place + 2]
            is_doubled = letter == "D" and others in ([("S", None, None)], [("H", None, None)])
            code = "Ds" if is_doubled and others[0][0] == "S" else letter
            yield key, condition_of_hand(key) + asked, code
            if is_doubled and not way:
                break


def condition_of_index(text: str, number: str) -> str:
    """Return the condition that ``text``, an index without a play, implies.

    The index is compared with ``number``. Return other text unchanged.

    >>> condition_of_index("at 3", "count"), condition_of_index("count > 2", "count")
    ('count >= 3', 'count > 2')
    """
    match = AT.fullmatch(text)
    return f"{_operand(number)} >= {int(match[1])}" if match else text


def is_compared(condition: str | None, number: str) -> bool:
    """Whether ``condition`` compares ``number`` with an index that was written without a play."""
    return condition is not None and condition.startswith(f"{_operand(number)} >= ")


def _operand(number: str) -> str:
    return number if re.fullmatch(r"\w+(\([^()]*\))?", number) else f"({number})"
