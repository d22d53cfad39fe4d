"""The first difference that led to each finding, and the sentence that reports it."""

from __future__ import annotations

from typing import Any, NamedTuple

from bj.faults_and_fixes import KeyPath
from bj.record.events import Event
from bj.verify.causes_of_wrong_wagers import start_like
from bj.verify.changed_games import Variants
from bj.verify.changes import look
from bj.verify.describing_mistakes import describe_in_general, describe_mistake, is_missing, rule_of_line
from bj.verify.explain.edits_for_difference import Explanation, ExplanationSearch
from bj.verify.findings import BrokenRule, Confidence
from bj.verify.guessed_rule import QUIT
from bj.verify.hands_for_and_against import Evidence
from bj.verify.matching import ANY_NUMBER, NUMBER
from bj.verify.message_texts import BARE_WAGERS, NO_RESULT, NOT_PLAYED, STOPS, as_if
from bj.verify.mismatch import Mismatch
from bj.verify.money_sentences import split_solution
from bj.verify.rulebook import dotted
from bj.verify.values_printed_as_none import describe_no_value

LONGEST_LIST = 120
"""The maximum length, in characters, of a sentence that also states a condition. A longer one is replaced by
examples.
"""


class Noted(NamedTuple):
    """The first difference that led to a finding, and the edit that explains it."""

    mismatch: Mismatch
    kind: str
    rule: KeyPath
    message: str
    condition: str
    """The condition that the program seems to use, or an empty string if it is unknown."""
    start: str = ""
    """A wrong start of the count that explains the hands up to the next shuffle.

    The condition explains them equally well, but later hands contradict it.
    """
    until: int = 0
    """The offset from which a different edit to the same rule is needed, or 0 if one edit is enough."""
    search: ExplanationSearch | None = None
    explanation: Explanation | None = None
    """The explanation that contains the edit. ``search`` found it."""
    causes: str = ""
    """The parts of the program to check, if the line can be explained by several edits to wagers and counts.
    """
    fits_all: bool = False
    """Whether the message names the only likely mistake in counting that explains every wager."""


def first_finding(noted: Noted, *, times: int, confidence: Confidence, meant: Event | None) -> BrokenRule:
    """Return the finding for a difference, before the hands that show it are counted.

    ``meant`` is the event that the line should show.
    """
    mismatch, kind, rule, message, *_ = noted
    text, at, expected = mismatch.text, mismatch.differing[0], mismatch.right_line(meant)
    sentence = describe_finding(noted, Evidence())
    if mismatch.guesses_cards and (sentence["is_missing"] or describe_no_value(mismatch)):
        expected = mismatch.reference.language.without_cards(expected)
    elif mismatch.guesses_cards and kind == "unknown line":
        expected = NUMBER.sub("…", mismatch.reference.language.without_cards(expected))
    elif (mismatch.is_guess and kind == "total") or rule == QUIT:
        expected = ""
    return BrokenRule(
        line=text.number_in_file(at),
        hand=mismatch.hand_number,
        kind=kind,
        rule=dotted(rule),
        place=mismatch.book.place(rule),
        words=rule_of_line(mismatch, kind, rule),
        times=times,
        unit="round" if mismatch.is_about_round else "hand",
        cards=mismatch.cards,
        actual=text.line(at)
        or mismatch.line_after_blanks
        or text.loop.partition("\n")[0]
        or mismatch.last_line,
        expected=_with_range(expected, mismatch.halt.most.removesuffix("\n")).replace(ANY_NUMBER, "…"),
        path=rule,
        confidence=confidence,
        mistake=describe_in_general(mismatch, rule, message),
        **sentence,
    )


def describe_finding(noted: Noted, evidence: Evidence, *, is_frequent: bool = True) -> dict[str, Any]:
    """Return the sentence for a finding, and the values derived from it, as arguments for ``BrokenRule``.

    The condition is included only if the finding ``is_frequent``. If few hands show the finding, several
    conditions match all of them.
    """
    mismatch, kind, rule, message, condition, *_, causes, fits_all = noted
    is_unclear = bool(causes) or (kind == "count" and mismatch.always_wagers and not fits_all)
    message, condition = (BARE_WAGERS[1], "") if is_unclear else (message, condition)
    is_bare = not is_frequent or mismatch.always_wagers
    meant = "" if is_bare or not condition else f", {as_if(condition)}"
    described = describe_mistake(mismatch, kind, rule, message, evidence, condition)
    if meant and kind == "action" and len(described) > LONGEST_LIST:
        described = describe_mistake(mismatch, kind, rule, message, evidence.examples(mismatch))
    game, stops, _ = described.partition(STOPS)
    sentence, solution = split_solution(game + meant + stops)
    missing = is_missing(mismatch, kind, message)
    missing |= sentence.endswith(NOT_PLAYED) or sentence.startswith(NO_RESULT)
    return {"message": sentence, "solution": solution, "is_missing": missing, "causes": causes}


def start_like_condition(noted: Noted, variants: Variants) -> str:
    """Describe a wrong start of the count that has the same effect as the condition in a finding.

    Return an empty string if no such count exists.
    """
    return noted.start or start_like(str(look(variants.base, noted.rule)), noted.condition)


def _with_range(lowest: str, highest: str) -> str:
    """Return ``lowest``, with a range in place of each word that differs in ``highest``.

    If ``highest`` is empty, return ``lowest`` unchanged.

    >>> _with_range("Rick bets $1 of 40", "Rick bets $20 of 40")
    'Rick bets $1 to $20 of 40'
    >>> _with_range("------", "")
    '------'
    """
    if not highest or lowest.count(" ") != highest.count(" "):
        return lowest
    pairs = zip(lowest.split(" "), highest.split(" "), strict=True)
    return " ".join(one if one == other else f"{one} to {other}" for one, other in pairs)
