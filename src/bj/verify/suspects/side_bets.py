"""Provides edits to side bets: wrong odds, pay tables and stakes, and bets that are not made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from bj.faults_and_fixes import KeyPath
from bj.record.events import Event
from bj.record.transcript_lines import format_amount
from bj.verify.changes import Change, Data, look, setting
from bj.verify.mismatch import Mismatch
from bj.verify.suspects.formulas import other_formulas

SETTLED = frozenset(("side_bet_won", "side_bet_push", "side_bet_lost"))
"""The events that settle a side bet."""

EVENTS = SETTLED | {"side_bet"}


def other_side_bets(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that give a side bet the wrong stake, payout or condition, or that omit the bet."""
    for number, name in enumerate(look(mismatch.variants.base, ("side_bets",)) or {}):
        path: KeyPath = ("side_bets", name)
        events = [event for event in (*mismatch.before, mismatch.expected) if event is not None]
        bets = [event for event in events if event.bet == number]
        if not bets:
            continue
        if mismatch.expected is bets[-1] and mismatch.expected.key == "side_bet":
            yield from _other_stakes(mismatch, path)
        yield from _other_pay_tables(mismatch, (*path, "pay_table"), bets)
    yield from other_formulas(mismatch, "side_bets")


def _other_stakes(mismatch: Mismatch, path: KeyPath) -> Iterator[Change]:
    """Yield changes that give a side bet the wrong stake, or that omit the bet."""
    shown = mismatch.shown
    if shown is not None and shown.key == "side_bet" and shown.amount is not None:
        message = "a side bet costs the wrong amount"
        stake = format_amount(shown.amount, mismatch.compiled.decimals)
        is_chosen = look(mismatch.variants.base, (*path, "between")) is not None
        rule = (*path, "between" if is_chosen else "wager")
        yield setting(rule, [stake, stake] if is_chosen else stake, "wager", message, remembers="game")

    def drop(data: Data) -> None:
        for strategy in data.get("strategies", {}).values():
            strategy.get("side_bets", {}).pop(path[-1], None)

    message = "a side bet is not made"
    yield Change(f"{path} {message}", "wager", path, message, data=drop, remembers="game")


def _other_pay_tables(mismatch: Mismatch, path: KeyPath, bets: list[Event]) -> Iterator[Change]:
    """Yield changes that pay a side bet at the wrong odds, or that omit a row from its pay table."""
    table: list[Any] = look(mismatch.variants.base, path) or []
    for index, row in enumerate(table):
        pays, message = Fraction(str(row["pays"]).replace(":", "/")), "a side bet pays the wrong amount"
        for odds in {pays + each for each in _learned(mismatch, bets)} - {pays}:
            rule, value = (*path, index, "pays"), f"{odds.numerator}:{odds.denominator}"
            if odds >= 0:
                yield setting(rule, value, "payout", message, remembers="game")
        rest, message = table[:index] + table[index + 1 :], "a side bet wins with the wrong cards"
        if rest:
            yield replace(setting(path, rest, "payout", message, remembers="game"), rule=(*path, index))


def _learned(mismatch: Mismatch, bets: list[Event]) -> set[Fraction]:
    """Return the possible errors of the payout in the transcript, in multiples of the stake."""
    event, shown, stake = mismatch.expected, mismatch.shown, _stake(bets)
    found = set()
    if event is not None and shown is not None and stake:
        for is_shown, wanted in ((shown.amount, event.amount), (shown.bankroll, event.bankroll)):
            if is_shown is not None and wanted is not None:
                found.add(Fraction(is_shown - wanted, stake))
    return found


def _stake(bets: list[Event]) -> int:
    """Return the latest stake in ``bets``, which are events for one side bet."""
    return next((event.amount or 0 for event in reversed(bets) if event.key == "side_bet"), 0)
