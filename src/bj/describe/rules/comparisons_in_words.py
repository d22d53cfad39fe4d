"""Describe comparisons of a name with a number, such as a minimum number of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from bj.catalogue import expression_names
from bj.ruleset.expressions.tree import (
    Compare,
    Comparison,
    Expression,
    Literal,
    Logic,
    NamedValue,
    ValueKind,
    operands,
)

WORDS: Mapping[str, str] = {
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
    "==": "is",
    "!=": "is not",
}
QUANTITIES: Mapping[str, str] = {
    "<": "fewer than {}",
    "<=": "at most {}",
    ">": "more than {}",
    ">=": "at least {}",
    "==": "{}",
}
MIRRORED: Mapping[Comparison, Comparison] = {
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
    "==": "==",
    "!=": "!=",
}
ALWAYS = "always"
NEVER = "never"
NO_WORDS: Mapping[int, str] = MappingProxyType({})
OFTEN: Mapping[int, str] = {1: "once", 2: "twice"}


def said_number(number: int | str, words: Mapping[int, str] = NO_WORDS) -> str:
    """Write a number as a word if ``words`` contains one, and otherwise in digits.

    An argument name is put in backquotes.

    >>> said_number(6), said_number(6, {6: "six"}), said_number("packs")
    ('6', 'six', '`packs`')
    """
    return f"`{number}`" if isinstance(number, str) else words.get(number, str(number))


def compare(name: str, operator: str, number: int, worths: Mapping[int, str]) -> str | None:
    """Describe a comparison of ``name`` with a whole number, or return None if there is no natural wording.

    ``worths`` maps each value that only one rank has to a phrase for a card of that rank, such as 11 to "an
    ace".

    >>> compare("cards", ">=", 5, {}), compare("upcard", "!=", 11, {11: "an ace"})
    ('the hand has at least 5 cards', 'the upcard is not an ace')
    """
    row = expression_names.NAMES[name]
    if row.is_count and number == 0 and operator in (">=", "<"):
        return ALWAYS if operator == ">=" else NEVER
    if "{times}" in row.counted:
        return _compare_times(row.counted, operator, number)
    if "{worth}" in row.counted:
        form, operator = (_deny(row.counted), "==") if operator == "!=" else (row.counted, operator)
        if operator == "==" and number in worths:
            return form.format(worth=worths[number])
        return _fill(form, QUANTITIES[operator].format(number))
    if not row.counted or operator == "!=":
        return None
    if number == 0:
        return _fill(row.counted, "at least 1" if operator == ">" else "no", is_one=operator == ">")
    return _fill(row.counted, QUANTITIES[operator].format(number), is_one=number == 1)


def _compare_times(form: str, operator: str, number: int) -> str:
    if operator in ("<", ">"):
        operator, number = ("<=", number - 1) if operator == "<" else (">=", number + 1)
    form = _deny(form) if operator == "!=" or (number == 0 and operator != ">=") else form
    if number == 0 or (number == 1 and operator == ">="):
        return form.replace(" {times}", "")
    often = OFTEN.get(number, f"{number} times")
    return form.format(times=often if operator == "!=" else QUANTITIES[operator].format(often))


def _deny(form: str) -> str:
    verb = " has " if " has been " in form else " is "
    return form.replace(verb, f"{verb}not ", 1)


def _fill(form: str, quantity: str, *, is_one: bool = False) -> str:
    return form.format(
        quantity,
        s="" if is_one else "s",
        are="is" if is_one else "are",
        times=f"{quantity} times",
        worth=f"worth {quantity.replace('fewer', 'less')}",
    )


def span_of(parts: Sequence[Expression]) -> tuple[str, int, int] | None:
    """Return the number that one condition limits from below and the other from above, or None.

    The result contains the number's name, its lowest value and its highest value.
    """
    found = [_bound(part) for part in parts]
    (name, low, first), (other, high, second) = [each or ("", False, 0) for each in found]
    if not name or name != other or low == high:
        return None
    first, second = (first, second) if low else (second, first)
    return (name, first, second) if first < second else None


def _bound(part: Expression) -> tuple[str, bool, int] | None:
    """Return the name that a comparison limits, whether the limit is a minimum, and the limit itself.

    Return None for any other condition.
    """
    match turned(part):
        case Compare(operator, NamedValue(name, ValueKind.NUMBER), Literal(number, ValueKind.NUMBER)):
            at = number + {">": 1, "<": -1}.get(operator, 0)
            return None if operator in ("==", "!=") else (name, operator in (">", ">="), at)
    return None


def numbers_in_words(name: str, numbers: str, nouns: Mapping[str, str]) -> str:
    """Return a clause that limits ``name`` to ``numbers``, such as "from 9 to 11" or "9 or 11"."""
    form = expression_names.NAMES[name].counted if name in nouns else ""
    return _fill(form, numbers) if form else f"{nouns.get(name, f'`{name}`')} is {numbers}"


def choice_of(expression: Expression) -> tuple[str, list[int]] | None:
    """Return a name and its accepted values if that is what a condition specifies, and None otherwise."""
    match expression:
        case Logic("or"):
            found = [_equal(part) for part in operands(expression, "or")]
            named = {each[0] for each in found if each}
            if all(found) and len(named) == 1:
                return named.pop(), sorted(each[1] for each in found if each)
    return None


def _equal(part: Expression) -> tuple[str, int] | None:
    """Return the name and the number in a condition ``name == number``, or None for any other condition."""
    match turned(part):
        case Compare("==", NamedValue(name, ValueKind.NUMBER), Literal(number, ValueKind.NUMBER)):
            return name, number
    return None


def turned(expression: Expression) -> Expression:
    """Swap the sides of a comparison if its literal is on the left."""
    match expression:
        case Compare(operator, Literal() as left, right) if not isinstance(right, Literal):
            return Compare(MIRRORED[operator], right, left)
    return expression


def in_pairs(parts: Sequence[Expression]) -> Iterator[Sequence[Expression]]:
    """Yield conditions one at a time, or two together if they limit the same number from both sides."""
    at = 0
    while at < len(parts):
        is_span = at + 1 < len(parts) and span_of(parts[at : at + 2]) is not None
        yield parts[at : at + 1 + is_span]
        at += 1 + is_span
