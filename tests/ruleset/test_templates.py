from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bj.errors import TextFaults
from bj.faults_and_fixes import TextFault
from bj.ruleset.templates import Template, TemplateField, parse_template
from bj.text.unsafe_characters import is_visible

FIELDS = ("player", "card", "bankroll")


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


def test_without_fields_the_remedy_says_so() -> None:
    """Without any fields, the remedy is not an empty list."""
    with pytest.raises(TextFaults) as caught:
        parse_template("{x}", ())
    assert str(caught.value.faults[0].remedy).startswith("there are no fields here")


@given(st.text(max_size=80) | st.text("{}:<>^!.[]0189 cardé\x1b\n", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Any text is a template or has faults inside it."""
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
    """Printable text with doubled braces is printed literally."""
    template = parse_template(text.replace("{", "{{").replace("}", "}}"), FIELDS)
    assert "".join(str(piece) for piece in template.pieces) == text
