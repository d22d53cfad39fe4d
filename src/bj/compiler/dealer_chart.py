"""The dealer's rule, and those of powers, as charts."""

from __future__ import annotations

from collections.abc import Sequence

from bj.catalogue import actions as a
from bj.compiler.writing import ProgramWriter
from bj.engine.layout import program as p
from bj.errors import GameError, KeyPath
from bj.ruleset.expressions.tree import evaluate_expression
from bj.ruleset.hands import any_hands, dealer_hands

HOUSE: KeyPath = ("dealer", "draws")


def dealer_chart(writer: ProgramWriter, path: KeyPath = HOUSE) -> int:
    """The index of a chart made from the rule at ``path``, evaluated for every hand before the game."""
    if path not in writer.placed:
        draws = [_draws(writer, path, bool(value & 1), value >> 1) for value in range(p.VALUES)]
        if None in draws:
            _refuse_division(writer, path, draws)
        actions = [a.HIT if is_so else a.STAND for is_so in draws for _ in range(p.RANKS)]
        writer.placed[path] = writer.place(actions)
    return writer.placed[path]


def _draws(writer: ProgramWriter, path: KeyPath, soft: bool, total: int) -> bool | None:
    """Whether the dealer draws to a hand, None when the rule divides by zero there."""
    known = {**writer.numbers, "total": total, "soft": int(soft)}
    try:
        return bool(evaluate_expression(writer.checked.expressions[path], known, writer.unit))
    except ZeroDivisionError:
        return None


def _refuse_division(writer: ProgramWriter, path: KeyPath, draws: Sequence[bool | None]) -> None:
    """Raise GameError when the rule at ``path`` divides by zero for a hand that the dealer may have."""

    def look(soft: bool, total: int) -> bool:
        found = draws[2 * total + soft]
        if found is None:
            raise GameError(f"{'.'.join(map(str, path))} divides by zero at a total of {total}")
        return found

    if path == HOUSE:
        dealer_hands(writer.model, look)
    else:
        any_hands(writer.model, look)
