"""Names the rule that is most likely broken at a difference that no edit explains."""

from __future__ import annotations

from collections.abc import Sequence

from bj.verify.cards_left import describe_cards_left, describe_shuffle
from bj.verify.causes_of_wrong_totals import describe_totals
from bj.verify.consequences import may_cause_stop
from bj.verify.describing_mistakes import describe_question, is_certain
from bj.verify.findings import WORDING, BrokenRule
from bj.verify.guessed_rule import FallbackRule, fallback_rule
from bj.verify.message_texts import NOTHING, OTHER_QUESTION, RAN_OUT, USED_AGAIN, WRONG_LIMIT, WRONG_TOTAL
from bj.verify.mismatch import Mismatch
from bj.verify.money_sentences import split_solution
from bj.verify.rulebook import dotted
from bj.verify.suspects.card_values_and_shuffles import is_miscounted
from bj.verify.values_printed_as_none import describe_no_value
from bj.verify.wording_differences import is_like
from bj.verify.wrong_results import second_result
from bj.verify.wrong_totals_and_cards import describe_total


def unexplained_rule(mismatch: Mismatch) -> FallbackRule:
    """Return the rule that is most likely broken at a difference within the game."""
    found, event = fallback_rule(mismatch.book, mismatch.halt, mismatch.shown), mismatch.expected
    if mismatch.about and found.message != RAN_OUT:
        return _rule_of_power(mismatch)
    if found.kind == "power" and event is not None and event.phrase is not None:
        return found._replace(rule=mismatch.book.reaction(mismatch.compiled, event))
    if event is None and is_like(mismatch.halt.expected.strip(), mismatch.line):
        return found._replace(kind=WORDING, message=OTHER_QUESTION)
    if mismatch.shown is None and event is not None and mismatch.book.question_in(mismatch.line):
        return FallbackRule("order", ("procedure", "hand"), NOTHING)
    if second_result(mismatch):
        return FallbackRule("outcome", ("payouts", "win"), second_result(mismatch))
    if mismatch.low_bust is not None:
        return FallbackRule("rule", ("rules", "target"), WRONG_LIMIT)
    if mismatch.shows_total or is_miscounted(mismatch):
        return FallbackRule("total", ("cards", "ranks"), WRONG_TOTAL)
    return found


def why_stopped(mismatch: Mismatch, findings: Sequence[BrokenRule]) -> str:
    """Say why a comparison stops at a difference: whether one of ``findings`` may be the cause.

    If the difference is about a shuffle, add how many cards are left.
    """
    found, event = unexplained_rule(mismatch), mismatch.expected
    stop = BrokenRule(0, 0, found.kind, dotted(found.rule), "", found.message, path=found.rule)
    is_above = may_cause_stop(stop, findings)
    cause = "perhaps because of a mistake above" if is_above else "because of another mistake"
    said = describe_shuffle(mismatch)
    if found.message == RAN_OUT or (event is not None and event.key == "cards_used_up"):
        said = describe_cards_left(mismatch)
    elif found.message == WRONG_TOTAL:
        said, right = split_solution(describe_total(mismatch, WRONG_TOTAL))
        said = said.replace(right, "")
    return f", {cause}{f'; {said}' if said else ''}"


def _rule_of_power(mismatch: Mismatch) -> FallbackRule:
    """Return the rule of the power or the reaction that the difference is about."""
    event, shown = mismatch.expected, mismatch.shown
    what = f"the power `{mismatch.about[1]}`" if mismatch.about[0] == "powers" else "a reaction"
    if event is not None and event.phrase is not None:
        does = "is not used where the rules use it"
    elif shown is not None and shown.phrase is not None:
        does = USED_AGAIN if mismatch.line == mismatch.line_before else "is used against the rules"
    else:
        does = "does not follow the rules"
    return FallbackRule("power", mismatch.about, f"{what} {does}")


def has_one_cause(mismatch: Mismatch, found: FallbackRule, *, is_first: bool) -> bool:
    """Return whether only the rule in ``found`` can be the cause of an unexplained difference.

    Some messages are certain only if the line ``is_first``.
    """
    is_known = bool(describe_no_value(mismatch)) or is_certain(mismatch, *found, is_first=is_first)
    is_known |= found.message == WRONG_TOTAL and bool(describe_totals(mismatch)[0])
    return is_known or (found.message == OTHER_QUESTION and bool(describe_question(mismatch)))
