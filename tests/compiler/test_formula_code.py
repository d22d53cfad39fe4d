"""The instructions of a formula, and the behaviour that Python lacks: faults, chance and cards."""

from __future__ import annotations

import pytest
from tests.compiler.formula_tables import HAND, KINDS, formula, play, table_of

from bj.compiler.formulas import compile_expression
from bj.engine.cards.formulas import evaluate
from bj.engine.cards.random_generators import CHOICES
from bj.engine.layout import formula_operations as f
from bj.engine.layout import table as t
from bj.engine.layout.program import DIVISION_BY_ZERO, NUMBER_TOO_LARGE
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import ValueKind


def operations(text: str, kind: ValueKind, **known: int) -> list[int]:
    """The operations of the formula for ``text``."""
    return formula(text, kind, known)[::4]


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("first", ValueKind.NUMBER, [f.RESULT]),
        ("known", ValueKind.NUMBER, [f.RESULT]),
        ("2 * (3 + 4) - 1", ValueKind.NUMBER, [f.RESULT]),
        ("first < 5", ValueKind.BOOLEAN, [f.LESS]),
        (
            "first < second and bankroll >= minimum",
            ValueKind.BOOLEAN,
            [f.LESS, f.LESS_EQUAL, f.RESULT],
        ),
        ("first if yes else second", ValueKind.NUMBER, [f.JUMP_IF_FALSE, f.RESULT, f.RESULT]),
        ("first if not first < 5 else 1", ValueKind.NUMBER, [f.LESS_EQUAL, f.RESULT, f.RESULT]),
        ("first if known > 2 else second // 2", ValueKind.NUMBER, [f.RESULT]),
        ("known > 2 and first > 1", ValueKind.BOOLEAN, [f.LESS]),
        ("known > 2 or first // second > 1", ValueKind.BOOLEAN, [f.RESULT]),
        ("yes and no", ValueKind.BOOLEAN, [f.JUMP_IF_FALSE, f.RESULT, f.RESULT]),
        ("not yes", ValueKind.BOOLEAN, [f.EQUAL]),
        ("yes and not no", ValueKind.BOOLEAN, [f.JUMP_IF_FALSE, f.EQUAL, f.RESULT]),
        ("soft", ValueKind.BOOLEAN, [f.ODD, f.RESULT]),
        ("total", ValueKind.NUMBER, [f.HALF_DOWN, f.RESULT]),
        ("max(1, first, 2 + 3)", ValueKind.NUMBER, [f.GREATEST, f.GREATEST, f.RESULT]),
    ],
)
def test_formulas_are_short(text: str, kind: ValueKind, expected: list[int]) -> None:
    """Constants are computed at compile time, and nothing is computed twice or copied."""
    assert operations(text, kind, known=3) == expected


def arrivals(code: list[int]) -> list[int]:
    """The targets of jumps of comparisons that do not hold."""
    return [at // 4 - code[at + 3] for at in range(0, len(code), 4) if code[at + 3] < 0]


def test_a_false_comparison_of_a_row_ends_the_formula_at_once() -> None:
    """In a series of conditions, the first false one leads to the result, and each is one instruction."""
    code = formula("first > 1 and first < 9 and second > 1 and second < 9", ValueKind.BOOLEAN, {})
    assert code[::4] == [f.LESS, f.LESS, f.LESS, f.LESS, f.RESULT]
    assert arrivals(code) == [4, 4, 4]


def test_a_true_comparison_passes_over_what_is_decided() -> None:
    """A decided `or` before `and` jumps to the right side of the `and`."""
    code = formula("(first > 9 or second > 9) and first < 20", ValueKind.BOOLEAN, {})
    assert code[::4] == [f.LESS_EQUAL, f.LESS, f.LESS, f.RESULT]
    assert arrivals(code) == [2, 3]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 if not yes else 2", 2),
        ("1 if not (yes and no) else 2", 1),
        ("1 if not (yes or no) else 2", 2),
        ("1 if no or not yes else 2", 2),
        ("1 if yes and not no else 2", 1),
        ("1 if not (soft and no or not yes) else 2", 1),
        ("first + (1 if not yes else 2)", 7),
        ("1 if not first <= 5 else 2", 2),
        ("1 if not first < 5 else 2", 1),
        ("1 if not first >= 5 else 2", 2),
        ("1 if not first > 5 else 2", 1),
        ("1 if not first == 5 else 2", 2),
        ("1 if not first != 5 else 2", 1),
    ],
)
def test_opposites_of_conditions(text: str, expected: int) -> None:
    """``not`` before names, comparisons and joined conditions chooses the other outcome."""
    assert play(text, ValueKind.NUMBER, {"first": 5, "yes": 1, "soft": 1}) == (expected, 0)


@pytest.mark.parametrize("text", ["known // (known - 3) > 1", "known * 100_000_000 > 1"])
def test_known_faults_stay_for_the_game(text: str) -> None:
    """A known division by zero or too large number is a fault in the game, not in compilation."""
    values = {"known": 3 if "//" in text else 10**12}
    assert play(text, ValueKind.BOOLEAN, values)[1] in {DIVISION_BY_ZERO, NUMBER_TOO_LARGE}
    assert play(f"yes or {text}", ValueKind.BOOLEAN, values | {"yes": 1}) == (1, 0)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("first // second", DIVISION_BY_ZERO),
        ("first % second", DIVISION_BY_ZERO),
        ("ceil(first / second)", DIVISION_BY_ZERO),
        ("third * third", NUMBER_TOO_LARGE),
        ("third * 1000 + third * 1000", NUMBER_TOO_LARGE),
    ],
)
def test_faults_of_arithmetic_stop_the_game(text: str, fault: int) -> None:
    """A division by zero and a number beyond LARGEST set the table's fault."""
    assert play(text, ValueKind.NUMBER, {"first": 5, "second": 0, "third": 10**12}) == (0, fault)


def nested(depth: int) -> str:
    """A balanced tree of draws."""
    return "random(1, 6)" if depth == 0 else f"({nested(depth - 1)} + {nested(depth - 1)})"


@pytest.mark.parametrize(
    "text",
    [
        nested(5),
        "(random(1, 6) + " * 38 + "1" + ")" * 38,
        "(first * 2 - " * 38 + "1" + ")" * 38,
        " or ".join(["first > 3"] * 66),
        "min(" * 20 + "1" + ", first, second, third, total, 5, 6, 7)" * 20,
        "(1 if yes else " * 39 + "first" + ")" * 39,
        "(first if no == (" * 12 + "yes" + ") else first) > 1" * 12,
    ],
)
def test_the_largest_expressions_fit_into_the_scratch_registers(text: str) -> None:
    """The largest expression uses only a few scratch registers."""
    kind = ValueKind.BOOLEAN if "> 3" in text or text.startswith("(first if") else ValueKind.NUMBER
    code = formula(text, kind, {})
    used = {code[at + 3] for at in range(0, len(code), 4) if code[at + 3] > 0}
    assert used <= set(range(t.SCRATCH, t.SCRATCH + 8))
    assert play(text, kind, {"first": 1})[1] == 0


# --- chance and cards --------------------------------------------------------------------------------------


def test_random_gives_every_value_between_its_bounds() -> None:
    """``random`` draws from low to high, both included."""
    table = table_of({})
    code = formula("random(2, 4)", ValueKind.NUMBER, {})
    drawn = [evaluate(code, table, 0, HAND) for _ in range(200)]
    assert set(drawn) == {2, 3, 4}


@pytest.mark.parametrize(("cases", "least", "most"), [(0, 0, 0), (30, 220, 380), (100, 1000, 1000)])
def test_chance_is_true_in_so_many_cases_of_a_hundred(cases: int, least: int, most: int) -> None:
    """``chance(30)`` is true in about 300 of 1000 cases, ``chance(0)`` never and ``chance(100)`` always."""
    table = table_of({})
    code = formula(f"chance({cases})", ValueKind.BOOLEAN, {})
    assert least <= sum(evaluate(code, table, 0, HAND) for _ in range(1000)) <= most


def test_a_draw_is_not_left_out() -> None:
    """Draws are made even if their value does not matter, so that rules do not change later draws."""
    table = table_of({})
    before = table[CHOICES : CHOICES + 4]
    code = formula("chance(50) and False", ValueKind.BOOLEAN, {})
    assert evaluate(code, table, 0, HAND) == 0
    assert table[CHOICES : CHOICES + 4] != before


@pytest.mark.parametrize(("card", "expected"), [("7C", 1), ("AS", 1), ("7S", 0)])
def test_holds_looks_at_every_card_of_the_hand(card: str, expected: int) -> None:
    """``holds`` finds a card anywhere in the hand, also face down."""
    table = table_of({})
    table[HAND + t.CARDS] = 2
    table[HAND + t.HELD : HAND + t.HELD + 3] = [31, 12 + t.FACE_DOWN, 5]
    code = formula(f'holds("{card}")', ValueKind.BOOLEAN, {})
    assert evaluate(code, table, 0, HAND) == expected


def test_a_name_without_address_is_our_fault() -> None:
    """A name that the compiler does not know is a KeyError, not a fault of the ruleset."""
    expression = parse_expression("first", KINDS, ValueKind.NUMBER)
    with pytest.raises(KeyError, match="first"):
        compile_expression(expression, {}, 1)
