"""Compiles side bets: when they are offered, which cards they use, and what they pay."""

from __future__ import annotations

from bj.compiler.program_writer import ProgramWriter
from bj.compiler.settlement import NOTHING, ratio_of
from bj.engine.layout import program as p
from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.expressions.tree import Call, Conditional, Expression, Literal, ValueKind, names_used
from bj.ruleset.model import SideBet
from bj.ruleset.model.side_bets import SideBetPlan

FIRST_CARDS = frozenset(("player 1", "player 2", "upcard"))
"""The values of a side bet's ``cards`` for cards that are known once the hand is dealt."""

OF_DEALER = frozenset(("dealer_total", "dealer_soft", "dealer_cards"))
"""The names that expressions can use and whose values can change while the dealer plays."""

ALWAYS = Literal(1, ValueKind.BOOLEAN)
NONE: Expression = Literal(0, ValueKind.MONEY)
LEAST: Expression = Literal(p.LEAST_STAKE, ValueKind.MONEY)
"""The stake if a strategy makes a bet but does not specify an amount."""


def add_side_bets(writer: ProgramWriter) -> None:
    """Add the side bets to the program."""
    program, bets = writer.program, writer.model.side_bets
    numbers = [number for name, bet in bets.items() for number in _side_bet(writer, name, bet)]
    program[p.SIDE_BET_COUNT] = len(bets)
    program[p.SIDE_BETS] = writer.place(numbers) if bets else 0


def _side_bet(writer: ProgramWriter, name: str, bet: SideBet) -> list[int]:
    path = ("side_bets", name)
    offered = writer.formula((*path, "when")) if bet.when else writer.write(ALWAYS, Place.RULE)
    looks = [_look(writer, word) for word in bet.cards]
    first = writer.place(looks)
    rows: list[int] = []
    for index, row in enumerate(bet.pay_table):
        of_meter = ratio_of(row.jackpot) if row.jackpot else NOTHING
        rows += [writer.formula((*path, "pay_table", index, "when")), *ratio_of(row.pays), *of_meter]
    wager, most = writer.formula((*path, "wager")), 0
    if bet.between is not None:
        wager, most = (writer.formula((*path, "between", limit)) for limit in (0, 1))
    adds, start, reset = NOTHING, 0, 0
    if bet.jackpot is not None:
        adds = ratio_of(bet.jackpot.adds)
        start = reset = writer.start_value((*path, "jackpot", "start"))
        if bet.jackpot.reset is not None:
            reset = writer.start_value((*path, "jackpot", "reset"))
    waits = waiting_of(writer, name)
    return [
        offered,
        wager,
        most,
        first,
        first + len(looks),
        waits,
        writer.place([*rows, 0]),
        *adds,
        start,
        reset,
    ]


def plan_of(writer: ProgramWriter, path: KeyPath, bet: SideBet, plan: SideBetPlan | str) -> int:
    """Return the formula for a strategy's decision on a side bet.

    If players choose the stake, the formula yields the stake. Otherwise, it yields whether to make the bet.
    """
    place = (*path, "when") if isinstance(plan, SideBetPlan) else path
    if bet.between is None:
        return writer.formula(place)
    expressions = writer.checked.expressions
    when, stake = expressions[place], LEAST
    if isinstance(plan, SideBetPlan) and plan.wager is not None:
        stake = Call("max", (expressions[*path, "wager"], NONE), ValueKind.MONEY)
    return writer.write(Conditional(when, stake, NONE), Place.ACTION)


def waiting_of(writer: ProgramWriter, name: str) -> int:
    """Return what a side bet must wait for before it is settled, or 0 if the dealt cards decide the bet."""
    bet, expressions = writer.model.side_bets[name], writer.checked.expressions
    rows = range(len(bet.pay_table))
    read = set().union(
        *(names_used(expressions["side_bets", name, "pay_table", row, "when"]) for row in rows)
    )
    later = {*bet.cards} - FIRST_CARDS
    if read & OF_DEALER or later & {"dealer", "hole card"}:
        return p.WAITS_FOR_DEALER
    return p.WAITS if later else 0


def _look(writer: ProgramWriter, word: str) -> int:
    if word in ("player", "dealer"):
        return p.LOOK_AT_ALL + (p.LOOK_AT_DEALER if word == "dealer" else 0)
    if word.startswith("player"):
        return int(word[-1]) - 1
    own = [entry for entry in writer.model.procedure.deal if entry.startswith("dealer")]
    upcard = own.index("dealer up")
    if word == "upcard":
        return p.LOOK_AT_DEALER + upcard
    return p.LOOK_AT_DEALER + (1 if upcard == 0 else 0)
