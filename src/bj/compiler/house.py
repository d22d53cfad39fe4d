"""The head of a program: the rules of the house, at fixed places."""

from __future__ import annotations

from functools import reduce
from operator import or_

from bj.cards import MOST_CARDS, rank_of, suit_of
from bj.catalogue.events import EVENTS
from bj.catalogue.rules import ALLOWANCES, DEALER_ALWAYS
from bj.compiler.writing import ProgramWriter
from bj.engine import program as p
from bj.engine import table as t
from bj.ruleset.expressions.tree import Literal

ROUNDINGS = {"down": p.ROUND_DOWN, "up": p.ROUND_UP, "nearest": p.ROUND_NEAREST}
GENERATORS = {"mt19937": p.MT19937, "sfc32": p.SFC32}
DEALS = {
    "player up": p.DEAL_TO_PLAYERS,
    "player down": p.DEAL_TO_PLAYERS + t.FACE_DOWN,
    "dealer up": p.DEAL_TO_DEALER,
    "dealer down": p.DEAL_TO_DEALER + t.FACE_DOWN,
}


def fill_head(writer: ProgramWriter, *, tallied: bool) -> None:
    """Everything of a fixed place: shuffling, payouts, the dealing order, the counting of totals."""
    program, shoe, payouts = writer.program, writer.model.shoe, writer.model.payouts
    shuffle, pack = shoe.shuffle, writer.checked.pack
    if shoe.is_infinite:
        program[p.SHUFFLE_METHOD] = p.INFINITE
        if not writer.checked.deals_only_spades:
            program[p.ENDLESS_CARDS] = len(pack.cards)
            program[p.FIRST_ENDLESS_CARD] = writer.place(pack.cards)
    else:
        program[p.SHUFFLE_METHOD] = p.RIFFLE if shuffle.method == "riffle" else p.UNIFORM
    program[p.SHUFFLE_GENERATOR] = GENERATORS[shuffle.generator]
    if shuffle.between is not None:
        low, high = shuffle.between
        program[p.LEAST_CUT], program[p.CUT_SPREAD] = low, high - low + 1
    program[p.CUTS] = shuffle.cuts or 0
    cuts = writer.values.get(shuffle.first_cuts or "")
    if isinstance(cuts, tuple):
        program[p.SET_CUTS] = len(cuts)
        program[p.FIRST_SET_CUT] = writer.place([cut for cut in cuts if isinstance(cut, int)])
    program[p.ROUNDING] = ROUNDINGS[payouts.rounding]
    order = [DEALS[entry] for entry in writer.model.procedure.deal]
    program[p.DEALING : p.DEALING + len(order)] = order
    program[p.DEALING_ENTRIES] = len(order)
    program[p.HOUSE_RULES] = writer.model.rules.bits
    if writer.model.dealer.plays == "always":
        program[p.HOUSE_RULES] |= DEALER_ALWAYS
    for place, key in enumerate(ALLOWANCES):
        program[p.ALLOWED + place] = _allowance(writer, key)
    output = writer.checked.said
    program[p.DISCARDS_RETURN] = int(shoe.when_empty == "reshuffle discards")
    program[p.WANTED] = 0 if tallied else reduce(or_, (EVENTS[key].want for key in output), 0)
    program[p.RANK_OF : p.RANK_OF + MOST_CARDS] = map(rank_of, range(MOST_CARDS))
    program[p.SUIT_OF : p.SUIT_OF + MOST_CARDS] = map(suit_of, range(MOST_CARDS))
    worths = [pack.worths[rank if rank in pack.ranks else pack.ranks[0]] for rank in range(p.RANKS)]
    program[p.WORTHS : p.WORTHS + p.RANKS] = [high for _, high in worths]
    program[p.ADDITIONS : p.ADDITIONS + p.VALUES * p.RANKS] = additions(worths, writer.model.rules.target)


def _allowance(writer: ProgramWriter, key: str) -> int:
    """When an allowance holds: a formula, ALWAYS or NEVER."""
    allowed = writer.model.rules.condition(key)
    if allowed is None:
        return p.NEVER
    never_splits = writer.model.rules.condition("split") is None
    if key == "hit" and never_splits and allowed == ALLOWANCES[key].usual:
        return p.ALWAYS
    expression = writer.checked.expressions["rules", key]
    if isinstance(expression, Literal):
        return p.ALWAYS if expression.value else p.NEVER
    return writer.formula(("rules", key))


def additions(worths: list[tuple[int, int]], target: int) -> list[int]:
    """For every value of a hand and every rank, the value with one more card of that rank.

    ``worths`` has the low and the high value of each rank. One card at most counts high, and only while the
    total does not exceed ``target``. A value is ``2 * total``, plus 1 when a card counts high.
    """
    extra = max(high - low for low, high in worths)
    numbers = []
    for value in range(p.VALUES):
        total, soft = value >> 1, value & 1
        for low, high in worths:
            hard = total - extra * soft + low
            counts_high = (soft or high > low) and hard + extra <= target
            numbers.append(2 * (hard + extra) + 1 if counts_high else min(2 * hard, p.VALUES - 2))
    return numbers
