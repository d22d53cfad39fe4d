"""Makes formulas for tests: names, a table with their values, and the instructions."""

from __future__ import annotations

from collections.abc import Mapping

from bj.compiler.formulas import Derived, compile_expression
from bj.engine.cards.formulas import evaluate
from bj.engine.cards.random_generators import CHOICES, seed_sfc32
from bj.engine.layout import formula_operations as f
from bj.engine.layout import table as t
from bj.ruleset.expressions.parse import parse_expression
from bj.ruleset.expressions.tree import ValueKind

NUMBERS = ("first", "second", "third", "known", "total")
BOOLEANS = ("yes", "no", "soft")
AMOUNTS = ("bankroll", "minimum")
KINDS = (
    dict.fromkeys(NUMBERS, ValueKind.NUMBER)
    | dict.fromkeys(BOOLEANS, ValueKind.BOOLEAN)
    | dict.fromkeys(AMOUNTS, ValueKind.MONEY)
)
PERSON = t.PERSONS
HAND = PERSON + t.PERSON_SIZE
REGISTERS = {
    "first": t.HAND,
    "second": t.ROUND,
    "yes": t.CREDIT,
    "no": t.COUNTING,
    "minimum": t.MINIMUM_WAGER,
}


def addresses(values: Mapping[str, int]) -> dict[str, int | Derived]:
    """The addresses of the names in the engine."""
    return {
        **REGISTERS,
        "third": f.HAND_BASE + t.WAGER,
        "known": f.LITERAL + values.get("known", 0),
        "total": Derived(f.HALF_DOWN, f.HAND_BASE + t.VALUE),
        "soft": Derived(f.ODD, f.HAND_BASE + t.VALUE),
        "bankroll": f.PERSON_BASE + t.BANKROLL,
    }


def table_of(values: Mapping[str, int]) -> list[int]:
    """A table in which the names have the values."""
    table = [0] * (HAND + t.HAND_SIZE)
    for name, register in REGISTERS.items():
        table[register] = values.get(name, 0)
    table[HAND + t.OWNER] = PERSON
    table[HAND + t.WAGER] = values.get("third", 0)
    table[HAND + t.VALUE] = 2 * values.get("total", 0) + values.get("soft", 0)
    table[PERSON + t.BANKROLL] = values.get("bankroll", 0)
    seed_sfc32(table, CHOICES, 7)
    return table


def formula(text: str, kind: ValueKind, values: Mapping[str, int], unit: int = 1) -> list[int]:
    """The instructions for ``text``."""
    decimals = len(str(unit)) - 1
    return compile_expression(parse_expression(text, KINDS, kind, decimals), addresses(values), unit)


def play(text: str, kind: ValueKind, values: Mapping[str, int], unit: int = 1) -> tuple[int, int]:
    """The engine's value of ``text``, and its fault."""
    table = table_of(values)
    value = evaluate(formula(text, kind, values, unit), table, 0, HAND)
    return value, table[t.FAULT]
