from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bj.errors import TextFault, TextFaults
from bj.ruleset.expressions.parse import (
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
    parse_expression,
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
    """A number written out."""
    return Literal(value, NUMBER)


def faults(text: str, expected: ValueKind = BOOLEAN, decimals: int = 0) -> tuple[TextFault, ...]:
    """What is wrong with ``text``."""
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
    """A text becomes a tree in which numbers that stand where money is meant are marked."""
    found = parse_expression(text, NAMES, expected, decimals=2)
    assert found == tree
    assert found.kind == expected


KNOWN = "the names here are `bankroll`, `count`, `hand`, `minimum`, `soft`"
ROUND = "write `//` to round down, or `ceil(a / b)` to round up"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("cont > 1", TextFault("BJ306", 0, 4, "`cont` is not defined here", "did you mean `count`?")),
        ("foo > 1", TextFault("BJ306", 0, 3, "`foo` is not defined here", KNOWN)),
        (
            "soft and hand",
            TextFault(
                "BJ310",
                9,
                4,
                "`hand` is a number, but a condition is needed",
                "write `hand > 0`, or another comparison",
            ),
        ),
        ("hand / 2 > 1", TextFault("BJ305", 5, 1, "`/` is not available here", ROUND)),
        ("hand = 3", TextFault("BJ305", 5, 1, "`=` is not a comparison", "write `==`")),
        ("maxi(1, 2) > 1", TextFault("BJ307", 0, 4, "unknown function `maxi`", "did you mean `max`?")),
        ("", TextFault("BJ302", 0, 1, "the expression is empty", "write a value")),
    ],
)  # fmt: skip
def test_a_fault_says_where_what_and_how_else(text: str, fault: TextFault) -> None:
    """A fault has its offset and length, a message, and what to write instead."""
    assert faults(text) == (fault,)


A_NUMBER = "`soft` is a condition, but a number is needed"
UNLIKE = "a condition and a number cannot be mixed"
SQUARE = "an amount of money cannot be multiplied by an amount of money"
REMAINDER = "the remainder of an amount of money needs an amount on the right"
CHOICES = "`random` chooses among at most 2147483648 values"
ALONE = "is not available in expressions"


@pytest.mark.parametrize(
    ("text", "part", "message"),
    [
        ("soft + 1 > 2", "soft", A_NUMBER),
        ("-soft > 2", "soft", A_NUMBER),
        ("max(soft, 2) > 1", "soft", A_NUMBER),
        ("hand > soft", "soft", "`soft` is a condition, but a number is compared here"),
        ("soft if soft else hand", "soft if soft else hand", UNLIKE),
        ("bankroll * minimum > 1", "bankroll * minimum", SQUARE),
        ("5 // minimum > 1", "5 // minimum", "a number cannot be divided by an amount of money"),
        ("ceil(5 / minimum) > 1", "5 / minimum", "a number cannot be divided by an amount of money"),
        ("bankroll % 5 == 0", "bankroll % 5", REMAINDER),
        ("hand % minimum == 0", "hand % minimum", "the remainder of a number needs a number on the right"),
        ("(hand) // (0) > 1", "0", "division by zero"),
        ("ceil(hand) > 1", "hand", "`ceil` rounds a division"),
        ("min(hand) > 1", "min(hand)", "`min` takes 2 to 8 arguments, not 1"),
        ("abs() > 1", "abs()", "`abs` takes 1 argument, not 0"),
        ("max(1, b=2) > 1", "b=2", "arguments cannot be named here"),
        ("min > 1", "min", "`min` is a function"),
        ("holds(7)", "7", "`holds` takes a card, a rank or a suit in quotes"),
        ('holds("1X")', '"1X"', '"1X" is not a card, a rank or a suit'),
        ("rank(13) > 1", "13", "`rank` takes a rank in quotes"),
        ('rank("KS") > 1', '"KS"', '"KS" is not a rank'),
        ('rank("S") > 1', '"S"', '"S" is not a rank'),
        ("suit(2) > 1", "2", "`suit` takes a suit in quotes"),
        ('suit("KS") > 1', '"KS"', '"KS" is not a suit'),
        ('suit("K") > 1', '"K"', '"K" is not a suit'),
        ("chance(101)", "101", "101 of 100 cases is impossible"),
        ("chance(-1)", "-1", "-1 of 100 cases is impossible"),
        ("random(6, 1) > 1", "random(6, 1)", "the range from 6 to 1 is empty"),
        ("random(1, 9_999_999_999) > 1", "random(1, 9_999_999_999)", CHOICES),
        ("1 < random(1, 6) < 3", "random(1, 6)", "a random value cannot stand between two comparisons"),
        ("1000000000001 > hand", "1000000000001", "`1000000000001` is too large"),
        ("bankroll > 2.505", "2.505", "`2.505` has more decimals than the money, which has 2"),
        ("bankroll > 1e3", "1e3", "`1e3` has an exponent"),
        ("hand ** 2 > 1", "**", "`**` is not available here"),
        ("(hand) & 2 > 1", "&", "`&` is not available here"),
        ("~hand > 1", "~", "`~` is not available here"),
        ("hand is not 3", "is not", "`is not` is not available here"),
        ("hand not  in count", "not  in", "`not in` is not available here"),
        ("hand.real > 1", "hand.real", f"an attribute {ALONE}"),
        ("hand[0] > 1", "hand[0]", f"an index {ALONE}"),
        ("hand.bit_length() > 1", "hand.bit_length", "only functions can be called"),
        ("(lambda: 1)() > 1", "lambda: 1", "only functions can be called"),
        ("lambda: 1", "lambda: 1", f"a lambda {ALONE}"),
        ("[x for x in hand]", "[x for x in hand]", f"a comprehension {ALONE}"),
        ("f'{hand}' == 1", "f'{hand}'", f"a formatted string {ALONE}"),
        ("(x := 3) > 1", "x := 3", f"an assignment {ALONE}"),
        ("max(*hand, 1) > 1", "*hand", f"a starred value {ALONE}"),
        ("hand, count", "hand, count", f"a list of values {ALONE}"),
        ("'7C' == 1", "'7C'", "text is not available here"),
        ("None", "None", "`None` is not available here"),
        ("hand > 2j", "2j", "`2j` is not available here"),
        ("hand && soft", "&&", "unknown operator `&&`"),
        ("hand => 3", "=>", "unknown operator `=>`"),
        ("!soft", "!", "unknown operator `!`"),
        ("hand > 007", "007", "a number cannot start with 0"),
        ("hand > 2count", "2count", "a name cannot start with a digit"),
        ("1 if soft", "if", "`if` has no `else`"),
        ("(hand < 3", "(", "`(` is not closed"),
        ("hand) < (3", ")", "unmatched `)`"),
        ("hand <", "<", "nothing follows `<`"),
        ("hand > 25%", "%", "`%` is the remainder of a division"),
        ("bankroll > 10% of minimum", "%", "`%` is the remainder of a division"),
        ("soft 17", "soft 17", "`soft 17` is not a condition"),
        ("if soft: 1 else: 2", "if", "an expression cannot start with `if`"),
        ("bankroll > $100", "$", "`$` is not part of an amount"),
        ("holds(\u201c7C\u201d)", "\u201c", "`\u201c` is not a quotation mark"),
        ("hand > 2 count", "count", "unexpected `count`"),
        ("hand > 2 || soft && hand < 1", "||", "unknown operator `||`"),
        ("hand # 3\n < 5", "#", "a comment is not allowed in an expression"),
        ("hand >\u00a03", "\u00a0", "the character U+00A0 is not allowed in an expression"),
        ("hand\x00", "\x00", "the character U+0000 is not allowed in an expression"),
        ("\ud800", "\ud800", "the character U+D800 is not allowed in an expression"),
    ],
)  # fmt: skip
def test_a_fault_stands_under_its_part(text: str, part: str, message: str) -> None:
    """Whatever cannot be said is refused by name, and exactly what is at fault is marked."""
    assert marked(text, decimals=2) == [(part, message)]


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
    """An expression of another kind is refused, with a remedy that has the kind needed."""
    words = {NUMBER: "a number", MONEY: "an amount of money", BOOLEAN: "a condition"}
    shown = f"({text})" if " if " in text else text
    message = f"`{shown}` is {words[found]}, but {words[needed]} is needed"
    assert faults(text, needed) == (TextFault("BJ310", 0, len(text), message, remedy),)
    parse_expression(remedy.split("`")[1], NAMES, needed)


def test_all_faults_are_found_at_once() -> None:
    """Faults in different parts are all reported, in the order of the text, with offsets in characters."""
    text = "'é' == foo or\n  hand + soft > bankrol\n  or count ** 2 > 1"
    assert [part for part, _ in marked(text)] == ["'é'", "foo", "soft", "bankrol", "**"]


def test_money_without_decimals_takes_whole_literals() -> None:
    """``2.0`` is an amount of money even where money has no decimals, ``2.5`` is not."""
    assert parse_expression("2.0", NAMES, MONEY) == Literal(2, MONEY)
    assert marked("2.5", MONEY) == [("2.5", "`2.5` has more decimals than the money, which has 0")]


def doubling(depth: int) -> str:
    """A chain in the middle of chains: every level doubles what has to be computed."""
    return "soft" if depth == 0 else f"(soft == {doubling(depth - 1)} == soft)"


DEEP = "the expression is nested more than 40 deep"
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
    ],
)
def test_hostile_texts_are_refused(text: str, message: str) -> None:
    """Texts that are too long, too deep or too large have one fault within their bounds."""
    (fault,) = faults(text)
    assert fault.message == message
    assert 0 <= fault.offset < len(text)
    assert 1 <= fault.length <= len(text) - fault.offset


def test_python_warnings_stay_inside() -> None:
    """What Python would warn about is read without a warning, even where warnings are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert parse_expression("1if soft else 2", NAMES, NUMBER).kind == NUMBER


WORDS = [*"()<=+-*/%,!.'\"", *NAMES, "if", "else", "and", "not", "ceil", "1", "2.5", "\n"]


@given(
    st.text(max_size=60)
    | st.text("()[]{}<>=!+-*/%&|^~@:;,.#'\"\\ \n\t0123456789abefhilnorst_é🂡", max_size=60)
    | st.lists(st.sampled_from(WORDS)).map(" ".join)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text leads to anything but an expression or faults within it, and no warning gets out."""
    found: tuple[TextFault, ...] = ()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            parse_expression(text, NAMES, BOOLEAN)
        except TextFaults as error:
            found = error.faults or (TextFault("BJ304", -1, 0, "no fault", ""),)
    for fault in found:
        assert 0 <= fault.offset <= max(0, len(text) - 1)
        assert 1 <= fault.length <= max(1, len(text) - fault.offset)
