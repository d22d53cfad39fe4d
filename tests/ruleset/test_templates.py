from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bj.errors import TextFault, TextFaults
from bj.ruleset.templates import Template, TemplateField, parse_template
from bj.text.characters import is_visible

FIELDS = ("player", "card", "bankroll")
LISTED = "the fields here are `{bankroll}`, `{card}`, `{player}`"


def faults(text: str) -> tuple[TextFault, ...]:
    """What is wrong with ``text``."""
    with pytest.raises(TextFaults) as caught:
        parse_template(text, FIELDS)
    return tuple(fault._replace(remedy=str(fault.remedy)) for fault in caught.value.faults)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", ()),
        ("Shuffling", ("Shuffling",)),
        ("{player}", (TemplateField("player"),)),
        ("{player} dealt {card}", (TemplateField("player"), " dealt ", TemplateField("card"))),
        ("{player:8}", (TemplateField("player", 8, "<"),)),
        ("{player:<8}", (TemplateField("player", 8, "<"),)),
        ("{player:>80}", (TemplateField("player", 80, ">"),)),
        ("{player:^9}", (TemplateField("player", 9, "^"),)),
        ("{{a}} {card}}}", ("{a} ", TemplateField("card"), "}")),
        ("{{{card}}}", ("{", TemplateField("card"), "}")),
        ("a\n\tb é 🂡", ("a\n\tb é 🂡",)),
    ],
)
def test_templates_are_read(text: str, pieces: tuple[str | TemplateField, ...]) -> None:
    """A template becomes pieces of text and fields; doubled braces are literal ones."""
    assert parse_template(text, FIELDS) == Template(pieces)


WIDTHS = "write a width such as `{name:<8}`, `{name:>6}` or `{name:^9}`"
TOO_LONG = "the text has 2005 characters, more than 2000"
PLAIN = "write `{card}`"
DOUBLED = "write `}}` to print a brace"
CLOSE = "close it with `}`, or write `{{` to print a brace"
DIRECTION = "a control of the writing direction"
NO_FIELD_END = "`{card` is not closed"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a {playr}", TextFault("BJ402", 3, 5, "unknown field `playr`", "did you mean `{player}`?")),
        ("a {x}", TextFault("BJ402", 3, 1, "unknown field `x`", LISTED)),
        ("a {}", TextFault("BJ403", 2, 2, "the field has no name", LISTED)),
        ("a {:8}", TextFault("BJ403", 2, 4, "the field has no name", LISTED)),
        ("{ card }", TextFault("BJ403", 1, 6, "a field cannot contain white space", PLAIN)),
        ("{card.__class__}", TextFault("BJ403", 5, 10, "attributes of a field are not available", PLAIN)),
        ("{card[0].a}", TextFault("BJ403", 5, 5, "parts of a field are not available", PLAIN)),
        ("{card!r:8}", TextFault("BJ403", 5, 2, "conversions of a field are not available", PLAIN)),
        ("{card:81}", TextFault("BJ404", 6, 2, "the width is too large", "write at most 80")),
        ("{card:>1000000000}", TextFault("BJ404", 7, 10, "the width is too large", "write at most 80")),
        ("{card:0}", TextFault("BJ404", 6, 1, "`0` is not a width", WIDTHS)),
        ("{card:.2f}", TextFault("BJ404", 6, 3, "`.2f` is not a width", WIDTHS)),
        ("{card:*<8}", TextFault("BJ404", 6, 3, "`*<8` is not a width", WIDTHS)),
        ("{card:²}", TextFault("BJ404", 6, 1, "`²` is not a width", WIDTHS)),
        ("{card:}", TextFault("BJ404", 5, 1, "the width is missing", WIDTHS)),
        ("a {card", TextFault("BJ401", 2, 1, NO_FIELD_END, CLOSE)),
        ("card} b", TextFault("BJ401", 4, 1, "unmatched `}`", DOUBLED)),
        ("\x1b[31m", TextFault("BJ208", 0, 1, "a control character (U+001B) cannot be printed", "remove it")),
        ("a\u009bb", TextFault("BJ208", 1, 1, "a control character (U+009B) cannot be printed", "remove it")),
        ("a\rb", TextFault("BJ208", 1, 1, "a control character (U+000D) cannot be printed", "remove it")),
        ("\u202e", TextFault("BJ208", 0, 1, f"{DIRECTION} (U+202E) cannot be printed", "remove it")),
        ("\u2069", TextFault("BJ208", 0, 1, f"{DIRECTION} (U+2069) cannot be printed", "remove it")),
        ("\udcff", TextFault("BJ208", 0, 1, "half a character (U+DCFF) cannot be printed", "remove it")),
        ("x" * 2005, TextFault("BJ206", 2000, 5, TOO_LONG, "shorten it")),
    ],
)  # fmt: skip
def test_a_fault_says_where_what_and_how_else(text: str, fault: TextFault) -> None:
    """A fault of a template has its offset and length, a message, and what to write instead."""
    assert faults(text) == (fault,)


def test_all_faults_are_found_at_once() -> None:
    """Every fault of a template is reported, in the order of the text."""
    text = "\x07{playr} } {card:99} {card!r} {bankroll"
    marked = [text[fault.offset : fault.offset + fault.length] for fault in faults(text)]
    assert marked == ["\x07", "playr", "}", "99", "!r", "{"]


def test_fields_do_not_nest() -> None:
    """A field inside of a field leaves the outer one unclosed and the last brace without partner."""
    assert [fault.offset for fault in faults("{card:{player}}")] == [0, 14]


def test_without_fields_the_remedy_says_so() -> None:
    """Where nothing can be filled in, the remedy is not an empty list."""
    with pytest.raises(TextFaults) as caught:
        parse_template("{x}", ())
    assert str(caught.value.faults[0].remedy).startswith("there are no fields here")


@given(st.text(max_size=80) | st.text("{}:<>^!.[]0189 cardé\x1b\n", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text leads to anything but a template or faults within it."""
    try:
        template = parse_template(text, FIELDS)
    except TextFaults as error:
        found = error.faults or (TextFault("BJ401", -1, 0, "no fault", ""),)
    else:
        found = ()
        assert all(piece for piece in template.pieces)
    for fault in found:
        assert 0 <= fault.offset < len(text)
        assert 1 <= fault.length <= len(text) - fault.offset


@given(st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs")).filter(is_visible), max_size=80))
def test_text_with_doubled_braces_is_literal(text: str) -> None:
    """Any printable text whose braces are doubled is printed as it is."""
    template = parse_template(text.replace("{", "{{").replace("}", "}}"), FIELDS)
    assert "".join(str(piece) for piece in template.pieces) == text
