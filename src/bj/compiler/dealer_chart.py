"""Compiles the dealer's drawing rule, and the drawing rules in powers, into charts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bj.catalogue import actions as a
from bj.compiler.constant_folding import MOST_CACHED
from bj.compiler.program_writer import ProgramWriter
from bj.engine.layout import program as p
from bj.errors import GameError
from bj.faults_and_fixes import KeyPath
from bj.ruleset.expressions.tree import Expression, evaluate_expression
from bj.ruleset.possible_hands import any_hands, dealer_hands

HOUSE: KeyPath = ("dealer", "draws")


def dealer_chart(writer: ProgramWriter, path: KeyPath = HOUSE) -> int:
    """Evaluate the drawing rule at ``path`` for every hand, and return the index of the resulting chart."""
    if path not in writer.placed:
        rule = writer.checked.expressions[path]
        draws = _draws(rule, tuple(writer.numbers.items()), writer.unit)
        if None in draws:
            _refuse_division(writer, path, draws)
        writer.placed[path] = writer.place([*_actions(draws)])
    return writer.placed[path]


@lru_cache(maxsize=MOST_CACHED)
def _actions(draws: tuple[bool | None, ...]) -> tuple[int, ...]:
    """Return the dealer's action for each hand and, although it does not matter, each upcard."""
    return tuple(a.HIT if is_so else a.STAND for is_so in draws for _ in range(p.RANKS))


@lru_cache(maxsize=MOST_CACHED)
def _draws(rule: Expression, numbers: tuple[tuple[str, int], ...], unit: int) -> tuple[bool | None, ...]:
    """Return, for each hand, whether the dealer draws.

    Totals ascend, and each is listed as hard and then as soft. The answer is None where the rule divides by
    zero.
    """

    def draws(total: int, soft: int) -> bool | None:
        try:
            return bool(evaluate_expression(rule, {**dict(numbers), "total": total, "soft": soft}, unit))
        except ZeroDivisionError:
            return None

    return tuple(draws(value >> 1, value & 1) for value in range(p.VALUES))


def _refuse_division(writer: ProgramWriter, path: KeyPath, draws: Sequence[bool | None]) -> None:
    """Raise GameError if the rule at ``path`` divides by zero for a hand that the dealer can have."""

    def look(soft: bool, total: int) -> bool:
        found = draws[2 * total + soft]
        if found is None:
            raise GameError(f"{'.'.join(map(str, path))} divides by zero at a total of {total}")
        return found

    if path == HOUSE:
        dealer_hands(writer.model, look)
    else:
        any_hands(writer.model, look)
