"""Decides how certain each finding is, given other hypotheses that explain the transcript nearly as well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bj.verify.causes_of_wrong_totals import describe_totals
from bj.verify.causes_of_wrong_wagers import MISCOUNTED, describe_counts
from bj.verify.consequences import may_follow
from bj.verify.counts_that_fit import is_about_some_ranks
from bj.verify.describing_mistakes import describe_in_general, is_certain
from bj.verify.explain.first_difference_per_finding import Noted, describe_finding, start_like_condition
from bj.verify.explain.hands_per_edit import count_hands
from bj.verify.explain.hypothesis import Hypothesis
from bj.verify.findings import OFTEN, BrokenRule
from bj.verify.hands_for_and_against import Evidence
from bj.verify.message_texts import (
    BARE_ACTIONS,
    BARE_WAGERS,
    CONDITION,
    LINE_MISSING,
    NUMBERED,
    OTHER_WORDING,
    STEP_MISSING,
    WRONG_LIMIT,
    WRONG_PLACE,
    WRONG_TOTAL,
    as_if,
)
from bj.verify.values_printed_as_none import describe_no_value

MOVED = re.compile(rf"^{WRONG_PLACE}| (?:only after|before) ")
"""A pattern that matches messages about a line or a step in the wrong place."""

BY_STRATEGY, WRONG_STRATEGY = re.compile(r"plays by the strategy `\w+`"), "plays by the wrong strategy"
"""A pattern that matches words about a strategy by which a person plays, and words that name no strategy."""

MOST_OTHERS = 2
"""The maximum number of alternative explanations to show with a finding."""


def doubt(hypothesis: Hypothesis, rivals: Sequence[Hypothesis]) -> None:
    """Decide how certain each finding is, given ``rivals`` that explain the transcript nearly as well."""
    for key, finding in [*hypothesis.findings.items()]:
        if finding.confidence == "sure" and not (key in hypothesis.noted and _is_shown(hypothesis, key)):
            hypothesis.findings[key] = _doubted(hypothesis, key, rivals)
    _mark_consequences(hypothesis)


def _doubted(hypothesis: Hypothesis, key: tuple[str, str], rivals: Sequence[Hypothesis]) -> BrokenRule:
    """Return a finding with the reasons to doubt it.

    A finding is ambiguous if some rival has no finding that agrees with it. If such rivals blame only rules
    that other findings already name, it may be a consequence of those findings. A finding is rare if few
    hands show it and only part of the transcript was compared.
    """
    finding, findings = hypothesis.findings[key], hypothesis.findings.values()
    if key in hypothesis.noted and hypothesis.noted[key].fits_all:
        rivals = [each for each in rivals if not any(kind == "count" for kind, _ in each.findings)]
    named, own = set[str](), {each.rule for each in findings}
    for rival in rivals:
        found = rival.findings.values()
        named |= set() if any(_agrees(each, finding) for each in found) else {each.rule for each in found}
    is_known = hypothesis.is_complete or hypothesis.knows_stop
    is_rare = not is_known and key in hypothesis.found_by.values() and finding.times < OFTEN
    if named and named <= own and finding.line != min(each.line for each in findings):
        return replace(finding, confidence="later")
    rules = named - own or named
    start = _start_like(hypothesis, key)
    others = [each for rival in rivals for each in rival.findings.values() if each.rule in rules]
    order = [each.rule for each in others]
    others.sort(key=lambda each: order.index(each.rule))
    said = (each.mistake for each in others if _is_different(each.mistake, finding))
    words = _merged([each for each in dict.fromkeys(said) if each != start])
    if words or (is_rare and not rules):  # else the rival describes the same mistake by another rule
        finding = replace(
            finding,
            confidence="ambiguous" if rules else "rare",
            alternatives=tuple(sorted(rules)),
            others=(*words,)[:MOST_OTHERS],
            stopped=hypothesis.stopped_line,
        )
    return finding if words else _with_other_fits(hypothesis, key, finding, rivals)


def _merged(words: Sequence[str]) -> list[str]:
    """Merge sentences that name different strategies by which a person may play.

    >>> _merged(["Ann plays by the strategy `counting`"])
    ['Ann plays by the strategy `counting`']
    >>> _merged(["Ann plays by the strategy `counting`", "Ann plays by the strategy `simple`"])
    ['Ann plays by the wrong strategy']
    """
    if sum(BY_STRATEGY.search(each) is not None for each in words) < 2:
        return [*words]
    return [*dict.fromkeys(BY_STRATEGY.sub(WRONG_STRATEGY, each) for each in words)]


def _with_other_fits(
    hypothesis: Hypothesis, key: tuple[str, str], finding: BrokenRule, rivals: Sequence[Hypothesis]
) -> BrokenRule:
    """Return a finding, with other ways to break the same rule that fit the transcript equally well."""
    hypotheses = (each for each in (hypothesis, *rivals) if key in each.findings.keys() & each.noted.keys())
    fits = dict.fromkeys(_or_else(hypothesis, key, each.noted[key]) for each in hypotheses)
    fits |= {_start_like(hypothesis, key): None}
    unlike = tuple(each for each in fits if each and _is_different(each, finding))
    if any(map(BY_STRATEGY.search, unlike)) and BY_STRATEGY.search(finding.message):
        unlike = tuple(each for each in unlike if not BY_STRATEGY.search(each))
        finding = replace(finding, message=BY_STRATEGY.sub(WRONG_STRATEGY, finding.message))
    noted = hypothesis.noted.get(key)
    if noted is not None and unlike == (as_if(noted.condition),):
        unlike = ()  # no condition differs from the one of this finding
    if noted is not None and unlike and is_about_some_ranks(noted.mismatch, noted.message):
        causes = describe_counts((), noted.mismatch)
        evidence = count_hands(hypothesis).evidence.get(key, Evidence())
        return replace(finding, **describe_finding(noted._replace(causes=causes), evidence))
    if len(unlike) > MOST_OTHERS:
        return finding  # a choice among many would probably miss the right one
    has_cause = noted is not None and _says_cause(hypothesis, key, noted)
    return replace(finding, others=unlike, has_cause=has_cause)


def _mark_consequences(hypothesis: Hypothesis) -> None:
    """Mark the findings that may follow from an earlier one."""
    in_order = sorted(hypothesis.findings.items(), key=lambda item: item[1].line)
    found = set(hypothesis.found_by.values())
    for place, (key, finding) in enumerate(in_order):
        earlier = [each for _, each in in_order[:place]]
        is_open = finding.confidence in ("sure", "rare", "unexplained")
        ranks = hypothesis.noted[key].mismatch.ranks_to_decide if key in hypothesis.noted else ()
        if is_open and may_follow(finding, earlier, is_explained=key in found, ranks=ranks):
            hypothesis.findings[key] = replace(finding, confidence="later")


def _start_like(hypothesis: Hypothesis, key: tuple[str, str]) -> str:
    noted = hypothesis.noted.get(key)
    return "" if noted is None else start_like_condition(noted, hypothesis.variants)


def _says_cause(hypothesis: Hypothesis, key: tuple[str, str], noted: Noted) -> bool:
    """Return whether a finding's message describes the mistake rather than just the wrong result."""
    if noted.condition:
        return as_if(noted.condition) in hypothesis.findings[key].message
    is_bare = noted.message in (*BARE_WAGERS, *BARE_ACTIONS)
    return not is_bare and not noted.message.startswith(CONDITION)


def _is_shown(hypothesis: Hypothesis, key: tuple[str, str]) -> bool:
    """Return whether a finding says no more than the transcript itself shows."""
    mismatch, kind, rule, message, *_ = hypothesis.noted[key]
    if message == WRONG_TOTAL:
        return bool(describe_totals(mismatch)[0])
    if message == WRONG_LIMIT:
        return is_certain(mismatch, kind, rule, message, is_first=False)
    is_numbers = hypothesis.findings[key].message.startswith(NUMBERED)
    is_reworded = message == OTHER_WORDING != hypothesis.findings[key].message
    return is_numbers or is_reworded or bool(describe_no_value(mismatch))


def _or_else(hypothesis: Hypothesis, key: tuple[str, str], other: Noted) -> str:
    """Describe how ``other`` explains the finding ``key``. Return an empty string if this adds nothing.

    If the two explanations differ only in their conditions, return the condition from ``other``.
    """
    own = hypothesis.noted[key]
    if own.mismatch.always_wagers and other.condition:
        return ""  # a condition that never changes anything explains nothing
    if not other.condition or other.message != own.message:
        return describe_in_general(other.mismatch, other.rule, other.message)
    is_same = as_if(other.condition) == as_if(own.condition)
    return "" if is_same and hypothesis.findings[key].times >= OFTEN else as_if(other.condition)


def _agrees(rival: BrokenRule, finding: BrokenRule) -> bool:
    """Return whether ``rival`` names the same rule as ``finding``, or a more specific one.

    If ``rival`` reports a missing step, it also agrees with a finding of the same kind on the same line.
    """
    is_step = rival.mistake.startswith(STEP_MISSING)
    is_same_line = (rival.line, rival.kind) == (finding.line, finding.kind)
    return f"{rival.rule}.".startswith(f"{finding.rule}.") or (is_step and is_same_line)


def _is_different(other: str, finding: BrokenRule) -> bool:
    """Return whether the sentence ``other`` describes a different mistake from that in ``finding``.

    It describes the same mistake if it gives no details, if it counts the same cards differently, or if it
    says that a missing line or step is in the wrong place.
    """
    is_missing = finding.mistake.startswith((LINE_MISSING, STEP_MISSING))
    if other in (finding.mistake, *BARE_WAGERS, *BARE_ACTIONS) or (is_missing and MOVED.search(other)):
        return False
    counted = MISCOUNTED.match(other), MISCOUNTED.match(finding.mistake)
    is_same = finding.kind == "count" and len({each[1] for each in counted if each is not None}) == 1
    return not (is_same and all(counted))
