"""Compiles the house rules into the header of a program, where every rule has a fixed address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_

from bj.cards import MOST_CARDS, rank_of, suit_of
from bj.catalogue.events import EVENTS
from bj.catalogue.house_rules import ALLOWANCES, DEALER_ALWAYS, HITS_DOUBLED
from bj.catalogue.limits import LARGEST_WAGER
from bj.compiler.constant_folding import MOST_CACHED, fold
from bj.compiler.program_writer import ProgramWriter
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.expressions.tree import Compare, Expression, Literal, Logic, NamedValue, ValueKind, names_used
from bj.ruleset.model.rules_and_payouts import Betting
from bj.ruleset.start_values import RAISE

ROUNDINGS = {"down": p.ROUND_DOWN, "up": p.ROUND_UP, "nearest": p.ROUND_NEAREST}
GENERATORS = {"mt19937": p.MT19937, "sfc32": p.SFC32}
DEALS = {
    "player up": p.DEAL_TO_PLAYERS,
    "player down": p.DEAL_TO_PLAYERS + t.FACE_DOWN,
    "dealer up": p.DEAL_TO_DEALER,
    "dealer down": p.DEAL_TO_DEALER + t.FACE_DOWN,
}

WHOLE: Mapping[str, int] = {"from_split": 0, "split_hands": 1}
"""The facts that are known about a hand that does not come from a split."""
TWO_CARDS: Mapping[str, int] = {**WHOLE, "cards": 2}
"""The facts that are known about a two-card hand that does not come from a split."""


NOT_DOUBLED = Compare("==", NamedValue("doubled", ValueKind.NUMBER), Literal(0, ValueKind.NUMBER))
"""The condition that is added to an allowance in order to exclude doubled hands."""


def fill_head(writer: ProgramWriter, recorded: Iterable[str]) -> None:
    """Fill in the program's header: shuffling, dealing, payouts, allowances, totals, recorded events."""
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
    rules = writer.model.rules
    program[p.HOUSE_RULES] = rules.bits
    if rules.allows_doubled("hit"):
        program[p.HOUSE_RULES] |= HITS_DOUBLED
    program[p.CHARLIE_CARDS] = rules.charlie_cards or 0
    if rules.double_adds is not None:
        program[p.DOUBLE_ADDS] = writer.formula(("rules", "double", "adds"))
    betting = rules.betting or Betting.model_construct()  # pydantic takes longer to make its validator
    amount = writer.minimum if betting.amount is None else writer.start_value(RAISE)
    program[p.RAISE] = min(LARGEST_WAGER, amount)
    program[p.MOST_RAISES] = writer.model.number(betting.raises, writer.values)
    if writer.model.dealer.plays == "always":
        program[p.HOUSE_RULES] |= DEALER_ALWAYS
    worths = worths_of(writer)
    highest = [high for _, high in worths]
    two_dealt = sum(entry.startswith("player") for entry in writer.model.procedure.deal) >= 2
    of_two = {**TWO_CARDS, "doubled": 0} if two_dealt else TWO_CARDS
    never_splits = writer.model.rules.condition("split") is None
    for place, key in enumerate(ALLOWANCES):
        condition = _condition(writer, key)
        program[p.ALLOWED + place] = _allowance(writer, condition, WHOLE if never_splits else {})
        for first, known in ((p.ALLOWED_WHOLE, WHOLE), (p.ALLOWED_FIRST, of_two)):
            at = first + p.RANKS * place
            program[at : at + p.RANKS] = _by_upcard(writer, condition, known, highest)
    program[p.DISCARDS_RETURN] = int(shoe.when_empty == "reshuffle discards")
    program[p.WANTED] = reduce(or_, (EVENTS[key].want for key in recorded), 0)
    program[p.RANK_OF : p.RANK_OF + MOST_CARDS] = map(rank_of, range(MOST_CARDS))
    program[p.SUIT_OF : p.SUIT_OF + MOST_CARDS] = map(suit_of, range(MOST_CARDS))
    _fill_worths(writer, worths)


def _fill_worths(writer: ProgramWriter, worths: tuple[tuple[int, int], ...]) -> None:
    """Fill in the value of each rank, and a rank for each value."""
    program, pack = writer.program, writer.checked.pack
    program[p.WORTHS : p.WORTHS + p.RANKS] = [high for _, high in worths]
    counting = {pack.worths[rank][way]: rank for way in (1, 0) for rank in reversed(pack.ranks)}
    for number in range(p.VALUES // 2):
        program[p.RANK_COUNTING + number] = counting.get(number, p.NO_RANK)
    program[p.LEAST_SOFT] = min((high for low, high in worths if high > low), default=p.VALUES)
    program[p.ADDITIONS : p.ADDITIONS + p.VALUES * p.RANKS] = additions(worths, writer.model.rules.target)


def _condition(writer: ProgramWriter, key: str) -> Expression:
    if writer.model.rules.condition(key) is None:
        return Literal(0, ValueKind.BOOLEAN)
    expression = writer.checked.expressions["rules", key]
    if ALLOWANCES[key].once and not writer.model.rules.allows_doubled(key):
        return Logic("and", NOT_DOUBLED, expression)
    return expression


def _by_upcard(
    writer: ProgramWriter, condition: Expression, known: Mapping[str, int], worths: Sequence[int]
) -> list[int]:
    """Compile a condition separately for each upcard. ``worths`` lists the values of the upcards."""
    if "upcard" not in names_used(condition):
        return [_allowance(writer, condition, known)] * len(worths)
    found = {worth: _allowance(writer, condition, {**known, "upcard": worth}) for worth in worths}
    return [found[worth] for worth in worths]


def _allowance(writer: ProgramWriter, condition: Expression, known: Mapping[str, int]) -> int:
    """Compile a condition about a hand into a formula.

    If ``known`` decides the condition, return ALWAYS or NEVER.
    """
    folded = _fold(condition, tuple(known.items()), writer.unit)
    if isinstance(folded, Literal):
        return p.ALWAYS if folded.value else p.NEVER
    if folded not in writer.folded:
        writer.folded[folded] = writer.write(folded, Place.RULE)
    return writer.folded[folded]


@lru_cache(maxsize=MOST_CACHED)
def _fold(condition: Expression, known: tuple[tuple[str, int], ...], unit: int) -> Expression:
    return fold(condition, dict(known), unit)


def worths_of(writer: ProgramWriter) -> tuple[tuple[int, int], ...]:
    """Return the low value and the high value of every rank.

    Rank numbers that are not in use get the values of the first rank in the pack. A power can bring in cards
    of ranks that are not in the pack. The gap between the two values of a card must be the same throughout a
    hand, so such a rank gets a high value only if it has the same gap as the ranks in the pack. If no card in
    the pack has a high value, the widest gap among the other ranks is used.
    """
    pack = writer.checked.pack
    gains = [high - low for low, high in pack.worths]
    gain = max(gains[rank] for rank in pack.ranks) or max(gains)
    worths = [(low, high if high - low == gain else low) for low, high in pack.worths]
    return (*worths, *[pack.worths[pack.ranks[0]]] * (p.RANKS - len(worths)))


@lru_cache(maxsize=256)
def additions(worths: tuple[tuple[int, int], ...], target: int) -> tuple[int, ...]:
    """Return the value of a hand after one more card, for every value of the hand and every rank of the card.

    ``worths`` lists the low and the high value of each rank. At most one card counts high, and only if the
    total does not exceed ``target``. The value of a hand is ``2 * total``, plus 1 if the hand is soft.
    """
    extra = max(high - low for low, high in worths)
    numbers = []
    for value in range(p.VALUES):
        total, soft = value >> 1, value & 1
        for low, high in worths:
            hard = total - extra * soft + low
            counts_high = (soft or high > low) and hard + extra <= target
            numbers.append(2 * (hard + extra) + 1 if counts_high else min(2 * hard, p.VALUES - 2))
    return tuple(numbers)
