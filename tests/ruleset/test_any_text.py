"""Arbitrary texts: each is parsed, or refused with faults inside it."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bj.cards import RANKS
from bj.catalogue.limits import LARGEST_TARGET
from bj.errors import TextFaults
from bj.faults_and_fixes import KeyPath
from bj.ruleset.charts import Situations, parse_ranks, read_chart
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import NamedValue, ValueKind, walk
from bj.ruleset.model import Cards
from bj.ruleset.model.strategies import Chart
from bj.ruleset.pack import pack_of
from bj.ruleset.templates import parse_template

NAMES = {
    "total": ValueKind.NUMBER,
    "bankroll": ValueKind.MONEY,
    "soft": ValueKind.BOOLEAN,
    "minimum": ValueKind.MONEY,
}
TOKENS = [
    *NAMES, "totl", "and", "or", "not", "if", "else", "in", "is", "lambda", "await", "True", "None",
    "holds", "chance", "random", "min", "max", "abs", "ceil", "(", ")", "[", "]", "{", "}", ",",
    ".", ":", ":=", "+", "-", "*", "**", "/", "//", "%", "@", "<", "<=", "==", "!=", "=", "~", "|",
    "^", "0", "1", "21", "1.5", "1e9", "0x1f", "1_000", "9" * 30, "'7C'", '"x"', "f'{1}'", "...",
    "\n", "\t", "#", "\\", ";", "é", "日", "\u202e", "\x00",
]  # fmt: skip


@st.composite
def soups(draw: st.DrawFn) -> str:
    """Random words of expressions, most of them separated by blanks."""
    words = draw(st.lists(st.sampled_from(TOKENS), max_size=25))
    return "".join(word + draw(st.sampled_from([" ", " ", " ", ""])) for word in words)


@given(text=soups() | st.text(max_size=60), kind=st.sampled_from(ValueKind), decimals=st.integers(0, 4))
def test_any_text_is_an_expression_or_refused_inside_itself(
    text: str, kind: ValueKind, decimals: int
) -> None:
    """An expression has the requested kind and only known names; otherwise, a fault is inside the text.

    In either case, Python prints no warning.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            expression = parse_expression(text, NAMES, kind, decimals)
    except TextFaults as error:
        faults = error.faults
    else:
        assert expression.kind == kind
        assert {node.name for node in walk(expression) if isinstance(node, NamedValue)} <= NAMES.keys()
        return
    assert faults
    for fault in faults:
        assert fault.length >= 1
        assert 0 <= fault.offset <= max(0, len(text) - 1)
        assert fault.offset + fault.length <= max(1, len(text))
        assert fault.message
        assert fault.code.startswith("BJ3")


HANDS = frozenset({(False, total) for total in range(4, 22)} | {(True, total) for total in range(12, 22)})
PACK = pack_of(Cards())
ABOUT = Situations(21, PACK.codes, [high for _, high in PACK.worths], PACK.ranks, HANDS)
ROW_NAMES = st.sampled_from(
    ["hard 12", "hard ..11", "soft 19..", "hard 13..16", "soft ..", "..", "hard 99", ""]
)
ACTIONS = st.lists(st.sampled_from(["H", "S", "D", "X", "h", "HS"]), max_size=12).map(" ".join)


@given(
    columns=st.lists(st.sampled_from([*RANKS, "10", "1", "X"]), max_size=14).map(" ".join)
    | st.text(max_size=9),
    rows=st.dictionaries(ROW_NAMES | st.text(max_size=9), ACTIONS | st.text(max_size=9), max_size=6),
)
def test_any_chart_is_read_or_refused_inside_itself(columns: str, rows: dict[str, str]) -> None:
    """A chart has an action for every hand, or faults inside its texts."""
    chart = Chart(columns=columns, rows=rows)
    playing, faults = read_chart(chart, ("chart",), ABOUT)
    texts: dict[KeyPath, str] = {("chart", "rows", name): row for name, row in rows.items()}
    texts["chart", "columns"] = columns
    for fault in faults:
        if fault.span is not None:
            offset, length = fault.span
            assert length >= 1
            assert offset + length <= len(texts[fault.path])
    if not faults:
        held = {(soft, total) for soft, total, _ in playing.actions}
        assert held >= HANDS
        assert len(playing.actions) == len(held) * len(RANKS)
        assert max(total for _, total in held) <= LARGEST_TARGET


@given(
    text=st.lists(st.sampled_from([*RANKS, "10", "x", " ", "\t"]), max_size=20).map(" ".join)
    | st.text(max_size=9)
)
def test_any_list_of_ranks_is_read_or_refused_inside_itself(text: str) -> None:
    """Words are ranks; the first wrong one is named with its place."""
    try:
        ranks = parse_ranks(text)
    except ValueError as error:
        offset, length, word = error.args
    else:
        assert len(ranks) == len(text.split())
        return
    assert text[offset : offset + length] == word


def test_half_a_character_is_a_fault() -> None:
    """A surrogate, which only a program can give, is refused in expressions and templates."""
    with pytest.raises(TextFaults, match=r"U\+D800"):
        parse_expression("\ud800", {}, ValueKind.BOOLEAN)
    with pytest.raises(TextFaults, match=r"U\+DCFF"):
        parse_template("\udcff", ())
