"""Finds the likeliest explanation for a wrong transcript by comparing several hypotheses."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from bj.verify.changed_games import Variants
from bj.verify.changes import Change
from bj.verify.effort import AFTER_ONE, ExhaustedError
from bj.verify.explain.completed_findings import complete_findings
from bj.verify.explain.doubts import doubt
from bj.verify.explain.hands_per_edit import count_hands
from bj.verify.explain.hypothesis import Hypothesis
from bj.verify.findings import OFTEN
from bj.verify.rulebook import Rulebook
from bj.verify.text import Text

KEPT = 8
"""How many hypotheses stay in the search, and how many finished ones are enough to end it."""

NEAR = 3.0
"""The maximum extra cost, in bits, at which a rival still casts doubt on the best hypothesis."""


def explain(variants: Variants, book: Rulebook, text: Text, likely: Sequence[Change] = ()) -> Hypothesis:
    """Find the hypothesis that explains a transcript at the lowest cost.

    The cheapest hypothesis is always extended next, from one difference to the next one. Once a hypothesis is
    finished, only those that may turn out better are extended. The edits in ``likely`` are tried before all
    others.
    """
    current = Hypothesis(variants, book, text, likely)
    waiting, later, ended = [current], list[Hypothesis](), list[Hypothesis]()
    with suppress(ExhaustedError):
        while text.effort.left > 0 and len(ended) < KEPT:
            if ended or not waiting:
                waiting, later = [*waiting, *later], []
            if ended:
                best = min(ended, key=lambda each: each.price)
                waiting = [each for each in waiting if _may_be_better(each, best)]
                waiting.sort(key=lambda each: (each.fit < text.end, each.least))
            if not waiting:
                break
            current = waiting.pop(0)
            if current.mismatch is None:
                current.play()
            children = [] if current.is_over else list(current.expand())
            if current.is_over or current.is_given_up:
                ended.append(current)
                if current.is_whole or current.breaks_off:
                    text.effort.limit(AFTER_ONE)
                if current.is_over and _is_certain(current):
                    break
            elif current.search is not None and current.search.next_bits is not None:
                later.append(current)
            waiting = sorted([*waiting, *children], key=lambda each: each.price)[: KEPT + len(later)]
    if not ended:
        ended = [min([current, *waiting], key=lambda each: each.price)]
    best = _best(ended)
    with suppress(ExhaustedError):
        best = _without_superfluous_edits(best)
    with suppress(ExhaustedError):
        complete_findings(best)
    rivals = [each for each in (*ended, *waiting, *later) if _is_rival(each, best)]
    doubt(best, sorted(rivals, key=lambda each: each.price))
    return best


def _best(ended: Sequence[Hypothesis]) -> Hypothesis:
    """Return the cheapest hypothesis or, if it does not explain the wagers, one that does, if possible.

    Two mistakes that together explain all wagers are better than wagers taken from the transcript.
    """
    cheapest = min(ended, key=lambda each: each.price)
    if not cheapest.is_vague:
        return cheapest
    exact = [each for each in ended if each.is_whole and _is_exact(each, cheapest)]
    return min(exact or [cheapest], key=lambda each: each.price)


def _without_superfluous_edits(best: Hypothesis) -> Hypothesis:
    """Drop edits that are superfluous because later ones explain the same lines.

    Raises ExhaustedError if the effort is exhausted.
    """
    if not best.is_over or best.unexplained or {*best.paid} != {*best.changes}:
        return best
    for change in best.changes[:-1]:
        best = best.without(change) or best
    return best


def _is_exact(hypothesis: Hypothesis, best: Hypothesis) -> bool:
    """Return whether ``hypothesis`` explains the wagers, and needs no more edits than ``best``."""
    return not hypothesis.is_vague and hypothesis.edits <= best.edits


def _is_rival(hypothesis: Hypothesis, best: Hypothesis) -> bool:
    """Return whether ``hypothesis`` explains as much as ``best`` and is nearly as likely.

    A mistake in a single hand explains less than a rule that is broken in every hand.
    """
    if hypothesis is best or hypothesis.price > best.price + NEAR or _is_of_one_hand(hypothesis, best):
        return False
    return hypothesis.fit >= best.fit and hypothesis.is_vague <= best.is_vague


def _is_of_one_hand(hypothesis: Hypothesis, best: Hypothesis) -> bool:
    """Return whether ``hypothesis``, but not ``best``, contains an edit that changes a single hand."""
    return any(each.once for each in hypothesis.paid) and not any(each.once for each in best.paid)


def _may_be_better(hypothesis: Hypothesis, best: Hypothesis) -> bool:
    """Return whether ``hypothesis`` may end up with fewer edits, or a lower cost, than ``best``."""
    is_whole = hypothesis.fit >= hypothesis.text.end
    is_better = hypothesis.price < best.price or (best.is_vague and _is_exact(hypothesis, best))
    return hypothesis.edits < best.edits or (is_whole and is_better)


def _is_certain(hypothesis: Hypothesis) -> bool:
    """Return whether ``hypothesis`` explains the whole transcript beyond doubt.

    A single edit is beyond doubt. If there are several, each of them must show in several hands.
    """
    if hypothesis.unexplained or hypothesis.is_vague:
        return False
    if len(hypothesis.paid) < 2:
        return True
    shown = count_hands(hypothesis).hands
    return not any(each.leeway.is_vague or shown[each] < OFTEN for each in hypothesis.paid)
