"""Why a game cannot go on, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from bj.catalogue import events as e
from bj.engine import program as p
from bj.engine import table as t
from bj.engine.mode import Ints
from bj.record.script import format_amount


def explain_stop(
    status: int,
    program: Sequence[int],
    table: Ints,
    persons: Sequence[str],
    decimals: int,
    reactions: Mapping[int, str],
) -> str:
    """Why the engine stopped with ``status``; ``reactions`` are what the engine's reactions are called."""
    hand = f"hand {table[t.HAND]}"
    fault, value = table[t.FAULT], table[t.FAULT_VALUE]
    if fault == p.OUT_OF_GIVEN_CARDS:
        return f"{hand}: the given cards are used up, all {program[p.GIVEN_CARDS]} of them"
    if fault == p.OUT_OF_GIVEN_CUTS:
        return f"{hand}: the given cuts are used up, all {program[p.GIVEN_CUTS]} of them"
    if status == p.OUT_OF_CARDS and not fault:
        return f"{hand}: the shoe is out of cards; reshuffle earlier, or use more packs"
    block = table[t.FAULT_PERSON]
    name = persons[table[block + t.VOICE] // e.PERSON_STRIDE] if block else "a formula"
    amount = partial(format_amount, decimals=decimals)
    if fault == p.WAGER_TOO_SMALL:
        least = amount(table[t.MINIMUM_WAGER])
        return f"{hand}: {name} wagers {amount(value)}, less than the minimum of {least}"
    if fault == p.WAGER_TOO_LARGE:
        bankroll = amount(table[block + t.BANKROLL])
        return f"{hand}: {name} wagers {amount(value)} with a bankroll of {bankroll}"
    if fault == p.NO_ACTION:
        return f"{hand}: no rule of {name}'s strategy says what to do"
    if fault == p.ENDLESS_REACTION:
        return f"{hand}: the reactions of {name} would go on forever: {reactions[value]}"
    if fault == p.ENDLESS_HAND:
        return f"{hand}: the shoe never has enough cards for it; use more packs"
    if fault == p.ENDLESS_ROUNDS:
        return f"round {table[t.ROUND]}: rounds without a hand would go on forever"
    if fault == p.DIVISION_BY_ZERO:
        return f"{hand}: an expression divides by zero"
    if fault == p.HAND_FULL:
        return f"{hand}: {name} is dealt more than {t.HELD_LIMIT} cards"
    if fault == p.RECORD_FULL:
        return f"{hand}: too many events at once to record"
    if fault == p.IMPOSSIBLE_CUT:
        return f"{hand}: a cut of {value} cards, but the shoe holds {table[t.SHOE_SIZE]}"
    return f"{hand}: a number is too large"
