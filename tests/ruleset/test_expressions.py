from __future__ import annotations

import warnings

import pytest

from bj.errors import TextFaults
from bj.faults_and_fixes import TextFault
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import (
    Arithmetic,
    Call,
    Compare,
    Conditional,
    Expression,
    Literal,
    Logic,
    NamedValue,
    Negate,
    Not,
    ToMoney,
    ValueKind,
)

NUMBER, MONEY, BOOLEAN = ValueKind.NUMBER, ValueKind.MONEY, ValueKind.BOOLEAN
NAMES = {
    "hand": NUMBER,
    "count": NUMBER,
    "bankroll": MONEY,
    "minimum": MONEY,
    "soft": BOOLEAN,
}
HAND, COUNT, SOFT = NamedValue("hand", NUMBER), NamedValue("count", NUMBER), NamedValue("soft", BOOLEAN)
BANKROLL, MINIMUM = NamedValue("bankroll", MONEY), NamedValue("minimum", MONEY)


def number(value: int) -> Literal:
    """A literal number."""
    return Literal(value, NUMBER)


def faults(text: str, expected: ValueKind = BOOLEAN, decimals: int = 0) -> tuple[TextFault, ...]:
    """The faults of ``text``."""
    with pytest.raises(TextFaults) as caught:
        parse_expression(text, NAMES, expected, decimals)
    return tuple(fault._replace(remedy=str(fault.remedy)) for fault in caught.value.faults)


def marked(text: str, expected: ValueKind = BOOLEAN, decimals: int = 0) -> list[tuple[str, str]]:
    """The parts of ``text`` that are at fault, and the messages."""
    found = faults(text, expected, decimals)
    return [(text[fault.offset : fault.offset + fault.length], fault.message) for fault in found]


@pytest.mark.parametrize(
    ("text", "expected", "tree"),
    [
        ("hand", NUMBER, HAND),
        ("-hand", NUMBER, Negate(HAND)),
        ("1_000", NUMBER, number(1000)),
        ("True", BOOLEAN, Literal(1, BOOLEAN)),
        ("hand % 2", NUMBER, Arithmetic("%", HAND, number(2), NUMBER)),
        ("hand", MONEY, ToMoney(HAND)),
        ("2.50", MONEY, Literal(250, MONEY)),
        (".5", MONEY, Literal(50, MONEY)),
        ("bankroll + 5", MONEY, Arithmetic("+", BANKROLL, ToMoney(number(5)), MONEY)),
        ("5 - bankroll", MONEY, Arithmetic("-", ToMoney(number(5)), BANKROLL, MONEY)),
        ("2 * minimum", MONEY, Arithmetic("*", number(2), MINIMUM, MONEY)),
        ("minimum // 2", MONEY, Arithmetic("//", MINIMUM, number(2), MONEY)),
        ("bankroll // minimum", NUMBER, Arithmetic("//", BANKROLL, MINIMUM, NUMBER)),
        ("bankroll % minimum", MONEY, Arithmetic("%", BANKROLL, MINIMUM, MONEY)),
        ("bankroll >= 5", BOOLEAN, Compare(">=", BANKROLL, ToMoney(number(5)))),
        ("soft == True", BOOLEAN, Compare("==", SOFT, Literal(1, BOOLEAN))),
        ("not soft", BOOLEAN, Not(SOFT)),
        (
            "1 <= hand < 5",
            BOOLEAN,
            Logic("and", Compare("<=", number(1), HAND), Compare("<", HAND, number(5))),
        ),
        ("1 if soft else minimum", MONEY, Conditional(SOFT, ToMoney(number(1)), MINIMUM)),
        ("max(hand, 3)", NUMBER, Call("max", (HAND, number(3)), NUMBER)),
        ("min(3, minimum)", MONEY, Call("min", (ToMoney(number(3)), MINIMUM), MONEY)),
        ("abs(bankroll)", MONEY, Call("abs", (BANKROLL,), MONEY)),
        ("ceil(hand / 3)", NUMBER, Call("ceil_divide", (HAND, number(3)), NUMBER)),
        ("floor(bankroll / 3)", MONEY, Arithmetic("//", BANKROLL, number(3), MONEY)),
        ('holds("7C")', BOOLEAN, Call("holds", (number(31),), BOOLEAN)),
        ("holds('10D')", BOOLEAN, Call("holds", (number(47),), BOOLEAN)),
        ('rank("K")', NUMBER, number(13)),
        ('suit("H") + suit("d")', NUMBER, Arithmetic("+", number(2), number(4), NUMBER)),
        ('rank("10") - rank("2")', NUMBER, Arithmetic("-", number(10), number(2), NUMBER)),
        ("chance(80)", BOOLEAN, Call("chance", (number(80),), BOOLEAN)),
        ("random(1, bankroll)", MONEY, Call("random", (ToMoney(number(1)), BANKROLL), MONEY)),
        ("\n  hand\n\t<\r\n3\n", BOOLEAN, Compare("<", HAND, number(3))),
    ],
)
def test_expressions_are_read(text: str, expected: ValueKind, tree: Expression) -> None:
    """A text becomes a tree that marks numbers used as money."""
    found = parse_expression(text, NAMES, expected, decimals=2)
    assert found == tree
    assert found.kind == expected


@pytest.mark.parametrize(
    ("text", "found", "needed", "remedy"),
    [
        ("hand", NUMBER, BOOLEAN, "write `hand > 0`, or another comparison"),
        ("1 if soft else 2", NUMBER, BOOLEAN, "write `(1 if soft else 2) > 0`, or another comparison"),
        ("soft", BOOLEAN, NUMBER, "write `1 if soft else 0`"),
        ("soft", BOOLEAN, MONEY, "write `1 if soft else 0`"),
        ("bankroll - 1", MONEY, NUMBER, "divide it by an amount, as in `(bankroll - 1) // 1.0`"),
    ],
)
def test_the_whole_must_be_what_is_needed(
    text: str, found: ValueKind, needed: ValueKind, remedy: str
) -> None:
    """An expression of the wrong kind is refused; the remedy has the right kind."""
    words = {NUMBER: "a number", MONEY: "an amount of money", BOOLEAN: "a condition"}
    shown = f"({text})" if " if " in text else text
    message = f"`{shown}` is {words[found]}, but {words[needed]} is needed"
    assert faults(text, needed) == (TextFault("BJ310", 0, len(text), message, remedy),)
    parse_expression(remedy.split("`")[1], NAMES, needed)


def test_all_faults_are_found_at_once() -> None:
    """All faults of different parts are reported, in the order of the text, with offsets in characters."""
    text = "'é' == foo or\n  hand + soft > bankrol\n  or count ** 2 > 1"
    assert [part for part, _ in marked(text)] == ["'é'", "foo", "soft", "bankrol", "**"]


def test_money_without_decimals_takes_whole_literals() -> None:
    """If money has no decimals, ``2.0`` is an amount, but ``2.5`` is not."""
    assert parse_expression("2.0", NAMES, MONEY) == Literal(2, MONEY)
    assert marked("2.5", MONEY) == [("2.5", "`2.5` has too many decimals; amounts of money have 0")]


def doubling(depth: int) -> str:
    """Nested chains of comparisons: every level doubles the computation."""
    return "soft" if depth == 0 else f"(soft == {doubling(depth - 1)} == soft)"


DEEP = "the expression is nested more than 40 levels deep"
LARGE = "the expression has more than 200 parts"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("not " * 400 + "soft", DEEP),
        ("-" * 1990 + "1 > 0", DEEP),
        ("(" * 900 + "1" + ")" * 900, DEEP),
        ("(" * 150 + "1", DEEP),
        ("1" + " + 1" * 60, DEEP),
        ("1 if soft else " * 60 + "1", DEEP),
        ("min(" * 60 + "1" + ", 1)" * 60, DEEP),
        ("hand" + ".a" * 900, DEEP),
        (" or ".join(["soft"] * 250), LARGE),
        (doubling(30), LARGE),
        ("9" * 1999, "`" + "9" * 39 + "…` is too large"),
        ("x" * 2001, "the expression has 2001 characters, more than 2000"),
        ("[" * 1000, "unexpected `[`"),
        ("0x" + "f" * 1900, "`0x" + "f" * 37 + "…` is too large"),
        ("bankroll * 1e999999999 > 0", "`1e999999999` has an exponent"),
    ],
)
def test_hostile_texts_are_refused(text: str, message: str) -> None:
    """Texts that are too long, too deep or too large have one fault within their bounds."""
    (fault,) = faults(text)
    assert fault.message == message
    assert 0 <= fault.offset < len(text)
    assert 1 <= fault.length <= len(text) - fault.offset


def test_python_warnings_stay_inside() -> None:
    """Expressions that Python would warn about are parsed without warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert parse_expression("1if soft else 2", NAMES, NUMBER).kind == NUMBER
