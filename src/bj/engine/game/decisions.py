"""Decisions: which actions are legal for a hand, and which one its owner takes."""

from __future__ import annotations

from bj.catalogue import actions as a
from bj.catalogue import events as e
from bj.catalogue import house_rules as h
from bj.catalogue.limits import LARGEST_WAGER, MOST_SPLIT

from ..cards.formulas import evaluate
from ..cards.payments_and_stakes import free_money
from ..cards.rules_in_force import target_of
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function

UNDECIDED = -1
STAND_ALONE = 1 << a.STAND  # the only action is to stand


@inlined_function
def condition_of(program: Ints, table: Ints, allowance: int, hand: int) -> int:
    """Return the formula for an ``allowance``. Return ALWAYS or NEVER if ``hand`` needs no formula."""
    if table[hand + t.PARTS] + table[hand + t.DOUBLED] > 1:
        return program[p.ALLOWED + allowance]
    of_hand = p.ALLOWED_FIRST if table[hand + t.CARDS] == 2 else p.ALLOWED_WHOLE
    return program[of_hand + p.RANKS * allowance + table[t.UPCARD]]


@engine_function
def is_allowed(program: Ints, table: Ints, allowance: int, hand: int) -> bool:
    """Return whether ``hand`` meets the condition for an ``allowance`` in the catalogue."""
    formula = condition_of(program, table, allowance, hand)
    return formula == p.ALWAYS or (formula != p.NEVER and evaluate(program, table, formula, hand) != 0)


@engine_function
def is_free(program: Ints, table: Ints, hand: int, action: int) -> bool:
    """Return whether the house puts up the money if ``action`` doubles or splits ``hand``."""
    return is_allowed(program, table, h.FREE_DOUBLE if action == a.DOUBLE else h.FREE_SPLIT, hand)


@engine_function
def raise_of(program: Ints, table: Ints, hand: int, action: int) -> int:
    """Return the amount that doubling or splitting ``hand`` adds to the wagers.

    The amount is 0 if the owner cannot afford it.
    """
    wager = table[hand + t.WAGER]
    if action == a.DOUBLE and program[p.DOUBLE_ADDS]:
        wager = evaluate(program, table, program[p.DOUBLE_ADDS], hand)
        wager = max(0, min(wager, LARGEST_WAGER - table[hand + t.WAGER]))
    if table[t.CREDIT] or is_free(program, table, hand, action):
        return wager
    free = free_money(table, table[hand + t.OWNER])
    if free >= wager:
        return wager
    if action == a.DOUBLE and program[p.HOUSE_RULES] & h.DOUBLE_FOR_LESS:
        return max(0, free)
    return 0


@inlined_function
def may_in_place(program: Ints, table: Ints, hand: int, action: int) -> bool:
    """Return whether ``action`` is legal for ``hand`` during its turn.

    This is inlined, so it is faster than ``may`` if the action is a constant.
    """
    if hand == table[t.DEALER_HAND]:
        return action == a.HIT or action == a.STAND  # noqa: PLR1714  # as a tuple it costs time
    if action == a.STAND:
        return is_allowed(program, table, h.STAND, hand)
    if action == a.HIT:
        is_whole = table[hand + t.DOUBLED] == 0 or program[p.HOUSE_RULES] & h.HITS_DOUBLED != 0
        return is_whole and is_allowed(program, table, h.HIT, hand)
    if action == a.SURRENDER:
        allowance = h.EARLY_SURRENDER if table[t.OFFERING] else h.SURRENDER
        return is_allowed(program, table, allowance, hand)
    if action == a.DOUBLE:
        return is_allowed(program, table, h.DOUBLE, hand) and raise_of(program, table, hand, action) > 0
    return (
        action == a.SPLIT
        and table[hand + t.CARDS] == 2
        and table[hand + t.PARTS] < MOST_SPLIT
        and table[t.SPARE_HAND] < table[t.SPARE_END]
        and is_allowed(program, table, h.SPLIT, hand)
        and raise_of(program, table, hand, action) > 0
    )


@engine_function
def may(program: Ints, table: Ints, hand: int, action: int) -> bool:
    """Return whether ``action`` is legal for ``hand`` during its turn."""
    return may_in_place(program, table, hand, action)


@engine_function
def is_charlie(program: Ints, table: Ints, hand: int) -> bool:
    """Return whether ``hand`` is a charlie: it has enough cards, and has not busted."""
    if hand == table[t.DEALER_HAND] and program[p.HOUSE_RULES] & h.DEALER_CHARLIE == 0:
        return False
    total = table[hand + t.VALUE] >> 1
    return table[hand + t.CARDS] >= program[p.CHARLIE_CARDS] and total <= target_of(program, table, hand)


@inlined_function
def has_target(program: Ints, table: Ints, hand: int) -> bool:
    """Return whether ``hand`` stands automatically, because it has reached the target or is a charlie."""
    if program[p.CHARLIE_CARDS] and is_charlie(program, table, hand):
        return True
    if program[p.HOUSE_RULES] & h.STAND_ON_TARGET == 0:
        return False
    return table[hand + t.VALUE] >> 1 == target_of(program, table, hand)


@engine_function
def legal(program: Ints, table: Ints, hand: int) -> int:
    """Return the legal actions for ``hand`` during its turn, as a bit mask.

    If standing is the only legal action, or if no action is legal, the result is STAND_ALONE.
    """
    if has_target(program, table, hand):
        return STAND_ALONE
    actions = 0
    if may_in_place(program, table, hand, a.HIT):
        actions |= 1 << a.HIT
    if may_in_place(program, table, hand, a.STAND):
        actions |= 1 << a.STAND
    if may_in_place(program, table, hand, a.DOUBLE):
        actions |= 1 << a.DOUBLE
    if may_in_place(program, table, hand, a.SPLIT):
        actions |= 1 << a.SPLIT
    if may_in_place(program, table, hand, a.SURRENDER):
        actions |= 1 << a.SURRENDER
    return actions or STAND_ALONE


@inlined_function
def may_hit(program: Ints, table: Ints, hand: int) -> bool:
    """Return whether ``hand`` may be hit. This avoids a call to ``may`` in the usual case."""
    is_plain = condition_of(program, table, h.HIT, hand) == p.ALWAYS and table[hand + t.DOUBLED] == 0
    return is_plain or may(program, table, hand, a.HIT)


@engine_function
def first_rule(program: Ints, table: Ints, rule: int, hand: int) -> int:
    """Return the preference of the first rule that applies, or UNDECIDED if none applies.

    A rule that only splits or surrenders is skipped if that action is illegal.
    """
    while program[rule]:
        if evaluate(program, table, program[rule], hand):
            preference = program[rule + 1]
            passed_over = preference == a.SPLIT or preference == a.SURRENDER  # noqa: PLR1714  # time
            if not passed_over or may(program, table, hand, preference):
                return preference
        if table[t.FAULT]:
            table[t.FAULT_PERSON] = table[hand + t.OWNER]
            return a.STAND
        rule += 2
    return UNDECIDED


@inlined_function
def row_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the chart row for a player's ``hand``.

    This is the row for its value or, if it is a pair that can be split, for the pair. A hand whose value was
    changed by a power is not a pair.
    """
    if program[p.ALLOWED + h.SPLIT] != p.NEVER and table[hand + t.CARDS] == 2:
        first = program[p.RANK_OF + (table[hand + t.HELD] & e.CARD_MASK)]
        second = program[p.RANK_OF + (table[hand + t.HELD + 1] & e.CARD_MASK)]
        worth = program[p.ADDITIONS + first]
        is_pair = worth == program[p.ADDITIONS + second] and hand != table[t.DEALER_HAND]
        if is_pair and table[hand + t.VALUE] == program[p.ADDITIONS + worth * p.RANKS + second]:
            return p.VALUES + first
    return table[hand + t.VALUE]


@inlined_function
def preference_of(program: Ints, table: Ints, hand: int) -> int:
    """Return the preference of ``hand``'s owner, or UNDECIDED if a player still has to be asked.

    The first applicable rule in the strategy decides. Otherwise, the chart decides. A cell of the chart can
    refer to further rules. If neither decides, record a fault.
    """
    person = table[hand + t.OWNER]
    rules = table[person + t.RULES]
    preference = first_rule(program, table, rules, hand) if rules else UNDECIDED
    chart = table[person + t.CHART]
    if preference == UNDECIDED and chart:
        preference = program[chart + row_of(program, table, hand) * p.RANKS + table[t.UPCARD]]
        if preference < 0:
            rules = -preference
            preference = first_rule(program, table, rules, hand)
    if preference == UNDECIDED and rules:
        table[t.FAULT] = p.NO_ACTION
        table[t.FAULT_PERSON] = person
        return a.STAND
    return preference


@engine_function
def take_answer(program: Ints, table: Ints, hand: int) -> int:
    """Return the legal action that ``hand``'s owner chose, or UNDECIDED if there is no answer yet."""
    if not table[t.ANSWERED]:
        table[t.QUESTION] = p.ASK_ACTION
        table[t.ASKED] = hand
        return UNDECIDED
    table[t.ANSWERED] = 0
    table[t.QUESTION] = 0
    action = table[t.ANSWER]
    if action & p.ACTION_MASK == action and may(program, table, hand, action):
        return action
    table[t.FAULT] = p.ILLEGAL_ACTION
    table[t.FAULT_PERSON] = table[hand + t.OWNER]
    table[t.FAULT_VALUE] = action
    return a.STAND


@engine_function
def choose_action(program: Ints, table: Ints, hand: int) -> int:
    """Return the action for ``hand``, or UNDECIDED if its owner still has to be asked.

    If the hand can only stand, it stands. Otherwise, the first legal action in the owner's preference is
    taken. If none is legal, the hand is hit. If it cannot be hit either, it stands or, if it may not stand,
    is doubled.
    """
    if has_target(program, table, hand):
        return a.STAND
    can_be_hit = may_hit(program, table, hand)
    if not can_be_hit and legal(program, table, hand) == STAND_ALONE:
        return a.STAND
    preference = preference_of(program, table, hand)
    if preference == UNDECIDED:
        return take_answer(program, table, hand)
    while preference:
        action = preference & p.ACTION_MASK
        stands = action == a.STAND and program[p.ALLOWED + h.STAND] == p.ALWAYS
        if stands or may(program, table, hand, action):
            return action
        preference >>= p.ACTION_BITS
    if can_be_hit:
        return a.HIT
    must_double = not may(program, table, hand, a.STAND) and may(program, table, hand, a.DOUBLE)
    return a.DOUBLE if must_double else a.STAND


@engine_function
def take_reply(table: Ints, hand: int, question: int) -> int:
    """Return the reply of ``hand``'s owner to a yes-or-no ``question``, or UNDECIDED without a reply.

    The reply is 1 for yes and 0 for no.
    """
    if not table[t.ANSWERED]:
        table[t.QUESTION] = question
        table[t.ASKED] = hand
        return UNDECIDED
    table[t.ANSWERED] = 0
    table[t.QUESTION] = 0
    return 1 if table[t.ANSWER] else 0


@engine_function
def accepts(program: Ints, table: Ints, hand: int, formula: int, question: int) -> int:
    """Return 1 if ``hand``'s owner accepts an offer, 0 if not, or UNDECIDED if ``question`` must be asked.

    ``formula`` is the condition in the owner's strategy, or 0 without one.
    """
    if formula:
        return 1 if evaluate(program, table, formula, hand) else 0
    owner = table[hand + t.OWNER]
    if table[owner + t.CHART] or table[owner + t.RULES]:
        return 0
    return take_reply(table, hand, question)
