"""Read the values of house rules: the meaning of words and totals, and suggestions for other values."""

import re
from functools import partial
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema
from pydantic_core import PydanticCustomError

from bj.catalogue.expression_names import NAMES
from bj.catalogue.limits import LONGEST_TEXT, MOST_SPLIT
from bj.catalogue.rule_shorthands import ALWAYS, TYPED, WORDS
from bj.faults_and_fixes import Fix, Remedy
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.expressions.tree import ValueKind
from bj.ruleset.model.base import CONDITION, Meaning, Section, condition_or_not
from bj.ruleset.suggestions import TRUTHS, find_close, suggest
from bj.ruleset.toml.reading_and_writing import write_value
from bj.text.lazy_regex import compile_later

WITH_TABLES = ("hit", "double", "split", "surrender")
"""Rules that can be written as a table with options."""

WORDS_ALONE = {"hole_card": ("none", "peek")}
"""Maps each rule that does not accept true or false to the words it uses for false and true, in this order.
"""

OF_TOTALS = ("hit", "stand", "double", "free_double")
"""Rules that can be written as totals."""

FACE_UP = r"(?:face[- ]?)?(?:up|open|exposed|visible|shown)"
"""A pattern for phrases that mean that the hole card is dealt face up."""

TOTALS = r"(?:(hard|soft) )?(?:([1-9][0-9]?)(?:(\.\.)([1-9][0-9]?)?)?|(\.\.)([1-9][0-9]?))"
"""A pattern for totals in the notation of charts, such as ``9..11``, ``hard 10`` and ``15..``."""


def condition_of_totals(totals: str) -> str:
    """Return a condition that is true for hands with these ``totals``.

    Raises ValueError if ``totals`` are not in the notation of charts.

    >>> condition_of_totals("9..11"), condition_of_totals("hard 10"), condition_of_totals("15..")
    ('total >= 9 and total <= 11', 'not soft and total == 10', 'total >= 15')
    """
    match = re.fullmatch(TOTALS, totals)
    if match is None:
        raise ValueError(f"`{totals}` does not name totals")
    kind, low, is_range, high = match[1], match[2], match[3] or match[5], match[4] or match[6]
    parts = [{"hard": "not soft", "soft": "soft"}[kind]] if kind else []
    if not is_range or low == high:
        return " and ".join([*parts, f"total == {low}"])
    parts += [f"total >= {low}"] if low else []
    return " and ".join([*parts, *([f"total <= {high}"] if high else [])])


def _totals(value: Any) -> Any:
    """Return the totals in ``value`` in the notation of charts. Refuse any other value."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if isinstance(text, str) and (match := re.fullmatch(TOTALS, text)):
        low, high = match[2], match[4]
        if low and high and int(low) > int(high):
            turned = f"{match[1]} {high}..{low}" if match[1] else f"{high}..{low}"
            raise PydanticCustomError(
                "totals", "should start with the smaller total", {"remedy": Fix(f'"{turned}"')}
            )
        return text
    listed = ", ".join(map(str, value)) if isinstance(value, list) else text
    is_all = isinstance(text, str) and re.match(r"(any|all)\b", text.strip().lower())
    otherwise = "remove `on`: without it, all totals may be doubled" if is_all else "write them like `9..11`"
    remedy = Fix(f'"{repaired}"') if (repaired := repair_totals(listed)) else otherwise
    raise PydanticCustomError("totals", "should be totals such as `9..11` or `hard 10`", {"remedy": remedy})


WORDS_OF_TOTALS = r"\b(hard|soft|to|or|and|totals?|only)\b"


def repair_totals(text: Any) -> str:
    """Return the totals in ``text`` in the notation of charts.

    Return an empty string if ``text`` does not clearly name totals.

    >>> repair_totals("9-11"), repair_totals("10 or 11"), repair_totals("hard 9, 10, 11"), repair_totals("9+")
    ('9..11', '10..11', 'hard 9..11', '9..')
    >>> repair_totals("hard 0..11"), repair_totals("hard 0")
    ('hard ..11', '')
    """
    text = text.replace("..", "-") if isinstance(text, str) else "?"
    rest = re.sub(WORDS_OF_TOTALS, "", text.lower())
    numbers = [int(number) for number in re.findall(r"[0-9]{1,2}", rest)]
    is_run = numbers == list(range(numbers[0], numbers[-1] + 1)) if numbers else False
    is_range = len(numbers) == 2 and numbers[0] < numbers[1] and re.search(r"-|to", text) is not None
    if re.search(r"[^0-9\s,/+-]", rest) or not (is_run or is_range) or not numbers[-1]:
        return ""
    kind = re.match(r"[^0-9]*\b(hard|soft)\b", text.strip().lower())
    low, high = numbers[0], numbers[-1]
    end = ".." if text.rstrip().endswith("+") else f"..{high}" if high > low else ""
    return f"{kind[1] if kind else ''} {low or ''}{end}".strip()


Totals = Annotated[
    str,
    BeforeValidator(_totals),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 1, "maximum": 99},
                {"type": "string", "pattern": f"^({TOTALS})$".replace("(?:", "(")},
            ]
        }
    ),
]
"""The totals of a hand: ``9..11``, ``10`` or ``15..``, optionally with ``hard`` or ``soft`` in front."""

PHRASE = compile_later(r"[A-Za-z0-9'/.-]+(?:[ ,]+[A-Za-z0-9'/.-]+)+")
JOINTS = compile_later(r"\b(and|or|not|if|else)\b")

EXAMPLES = (
    ("double", r"\bany (?:number of )?cards\b", '{ cards = "any" }'),
    ("double", r"\b(?:on|except|no)\b", '{ on = "9..11", after_split = false }'),
    ("split", r"[0-9]+ (?:hands|times)\b", "{ hands = 4, resplit_aces = true }"),
    ("split", r"\b(?:except|no|but)\b", '{ when = "first != 11" }'),
    ("free_split", r"\b(?:except|no|but)\b", '"pair and first != 10"'),
    ("surrender", r"\b(?:vs?|against|except)\b", '{ when = "upcard == 10" }'),
)
"""Rows with a rule, a pattern for phrases that it does not accept, and an example of a value that it does."""


def read_rule(key: str, value: Any) -> Any:
    """Return the meaning of ``value`` for the rule ``key``, or raise an error with a remedy."""
    if isinstance(value, Section) or (isinstance(value, dict) and key in WITH_TABLES):
        return value
    if isinstance(value, str):
        if value in WORDS[key]:
            means = WORDS[key][value].means
            return means if isinstance(means, str) else dict(means)
        if key in OF_TOTALS and re.fullmatch(TOTALS, value):
            totals = _totals(value)
            return {"on": totals} if key == "double" else condition_of_totals(totals)
    remedy = remedy_for(key, value)
    if remedy:
        truths = "" if key in WORDS_ALONE else f"true, false{', a table' * (key in WITH_TABLES)}, "
        message = f"should be {truths}a word or a condition"
        raise PydanticCustomError("house_word", message, {"remedy": remedy})
    if key in WORDS_ALONE and not isinstance(value, str):
        raise PydanticCustomError("word_type", "should be a word or a condition in quotes")
    return condition_or_not(value)


def table_of(key: str, value: Any) -> dict[str, Any] | None:
    """Return the table that ``value`` is short for. If it is not short for a table, return None.

    >>> table_of("double", "not after a split"), table_of("split", True), table_of("split", "pair")
    ({'after_split': False}, {}, None)
    """
    if key not in WITH_TABLES or value is False or not isinstance(value, bool | str):
        return None
    if value is True:
        return {}
    try:
        found = read_rule(key, value)
    except PydanticCustomError:
        return None
    return found if isinstance(found, dict) else None


def spell(key: str, value: Any) -> Any:
    """Return ``value`` as authors write it for the rule ``key``.

    If the rule does not accept true and false, return the corresponding word instead.

    >>> spell("hole_card", True), spell("double", True), spell("hole_card", "upcard == 11")
    ('peek', True, 'upcard == 11')
    """
    return WORDS_ALONE[key][value] if key in WORDS_ALONE and isinstance(value, bool) else value


def remedy_for(key: str, value: Any) -> Remedy:
    """Suggest a replacement for ``value``, which the rule ``key`` does not accept.

    Return an empty string if ``value`` may be a condition.
    """
    if key == "split" and isinstance(value, int) and value is not True and 2 <= value <= MOST_SPLIT:
        return Fix(write_value({"hands": value}))
    if key in WORDS_ALONE and isinstance(value, bool):
        return Fix(write_value(spell(key, value)))
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return ""
    text = re.sub(r" ?\((.*)\)$", r", \1", " ".join(value.lower().split()))
    if key == "hole_card" and re.fullmatch(FACE_UP, text):
        return 'write `deal = ["player up", "dealer up", "player up", "dealer up"]` under [procedure]'
    if text == "true" and key in ("hit", "split"):
        table = {"hands": "unlimited", "resplit_aces": True} if key == "split" else {"aces": "hit"}
        return f"write `split = {write_value(table)}`"
    typed = TYPED.get(key, {})
    short = re.sub(r"\b(?:an?|the) |(?:^only | only$)", "", text)
    meant = ALWAYS.get(key) if text == "true" else typed.get(text, typed.get(short))
    if (word := short if short in WORDS[key] else text) in WORDS[key]:
        return Fix(write_value(word))  # a known word in another case
    if key in WORDS_ALONE and text in TRUTHS:
        return Fix(write_value(spell(key, TRUTHS[text] == "true")))
    if meant is None and text in TRUTHS:
        meant = TRUTHS[text] == "true"
    if meant is None and key in OF_TOTALS:
        meant = repair_totals(value) or None
    if meant is not None:
        return Fix(write_value(meant))
    if not PHRASE.fullmatch(value) or not WORDS[key]:
        return ""
    for rule, phrase, example in EXAMPLES:
        if rule == key and re.search(phrase, text):
            return f"write it like `{example}`"
    if JOINTS.search(text):
        if NAMES.keys() >= {*JOINTS.sub("", text).split()}:
            return ""  # a condition such as `pair and soft`
        close = find_close(text, list(WORDS[key])) if text.count(" ") > 1 else None
        return f"did you mean `{close}`?" if close else ""
    asks_for_nothing = set(text.split()).isdisjoint(NAMES)
    return suggest(text, WORDS[key]) if asks_for_nothing or find_close(text, list(WORDS[key])) else ""


def _write(key: str, meaning: Any) -> Any:
    """Return ``meaning`` as authors write it for the rule ``key``.

    If the rule does not accept true and false, return the corresponding word instead.
    """
    word = next((word for word in WORDS_ALONE.get(key, ()) if WORDS[key][word].means == meaning), None)
    return meaning if word is None else word


def text_of(key: str) -> Any:
    """Return the type of the rule ``key`` without its table form: true, false, a word or a condition."""
    words = [{"enum": list(WORDS[key])}] if WORDS[key] else []
    boolean, text = CONDITION["anyOf"]
    schema = WithJsonSchema({"anyOf": [*([] if key in WORDS_ALONE else [boolean]), *words, text]})
    written = PlainSerializer(partial(_write, key))
    return Annotated[bool | str | None, schema, Meaning(Place.RULE, ValueKind.BOOLEAN), written]


def reading(key: str) -> BeforeValidator:
    """Return the validator that reads the rule ``key``."""
    return BeforeValidator(partial(read_rule, key))
