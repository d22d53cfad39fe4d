"""Completes the findings of a hypothesis once the whole transcript has been compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bj.engine.face.view import View
from bj.verify.causes_of_wrong_totals import describe_totals
from bj.verify.causes_of_wrong_wagers import describe_causes, describe_counts, describe_several
from bj.verify.counted_cards import describe_count
from bj.verify.counts_that_fit import KNOWN, PLAIN, PLAIN_WORDS, miscounts_that_fit
from bj.verify.decisions_shown import ALL_RIGHT
from bj.verify.explain.first_difference_per_finding import Noted, describe_finding
from bj.verify.explain.hands_per_edit import count_hands
from bj.verify.explain.hypothesis import Hypothesis, StoppingPlace
from bj.verify.explain.unexplained_differences import why_stopped
from bj.verify.findings import OFTEN, BrokenRule
from bj.verify.hands_for_and_against import Evidence
from bj.verify.message_texts import WRONG_TOTAL, as_if
from bj.verify.mismatch import Mismatch
from bj.verify.rulebook import dotted
from bj.verify.suspects.card_names import misspelt_ranks
from bj.verify.values_printed_as_none import describe_no_value, hands_without_value


def complete_findings(hypothesis: Hypothesis) -> None:
    """Complete the findings: count the hands that show each one, and write its sentence.

    Raises ExhaustedError if the effort is exhausted.
    """
    if not hypothesis.is_over and not hypothesis.is_given_up:
        hypothesis.is_complete = False
        if hypothesis.mismatch is None:
            hypothesis.play()
        if hypothesis.is_over:
            hypothesis.is_complete = True
        elif not hypothesis.findings or describe_no_value(hypothesis.look()):
            hypothesis.blame(hypothesis.look())
        else:
            mismatch = hypothesis.look()
            expected = mismatch.right_line(mismatch.expected)
            if mismatch.guesses_cards:
                expected = hypothesis.reference.language.without_cards(expected)
            lines = hypothesis.text.line(mismatch.differing[0]), expected
            hypothesis.stop = StoppingPlace(lines, why_stopped(mismatch, [*hypothesis.findings.values()]))
    _, shown, evidence = count_hands(hypothesis)
    for key, times in shown.items():
        hypothesis.findings[key] = hypothesis.findings[key].repeated(times)
    rules = [(each.kind, each.rule) for each in hypothesis.findings.values()]
    for key, finding in hypothesis.findings.items():
        hands = evidence.get(key, Evidence())
        noted = _with_causes(hypothesis, hypothesis.noted[key])
        if noted.kind == "count" and not finding.is_consequence:
            noted = _with_counts(hypothesis, noted, hands)
        hypothesis.noted[key] = noted
        if _learned_too_little(hypothesis, key):
            hypothesis.noted[key] = hypothesis.noted[key]._replace(message=WRONG_TOTAL)
        said = describe_finding(hypothesis.noted[key], hands, is_frequent=finding.times >= OFTEN)
        if rules.count((finding.kind, finding.rule)) > 1 or not hypothesis.is_complete:
            said["message"] = said["message"].replace(ALL_RIGHT, "")
        if key not in hypothesis.found_by.values():
            said["times"] = hands_without_value(hypothesis.noted[key].mismatch) or finding.times
        said["cards"] = _cards(hypothesis, noted, finding)
        is_of_power = noted.fits_all and f"`{noted.rule[1]}`" in noted.message
        if (noted.causes or noted.fits_all) and noted.rule[0] != "strategies" and not is_of_power:
            said |= _cite_count(hypothesis, hypothesis.noted[key].mismatch)
        among = max(hypothesis.hands, hypothesis.followed) * finding.is_explained
        hypothesis.findings[key] = replace(finding, among=among, **said)


def _cards(hypothesis: Hypothesis, noted: Noted, finding: BrokenRule) -> str:
    """Return the cards that a finding depends on, as text.

    If another mistake gives the cards a different total in the program, add that total.
    """
    mismatch = noted.mismatch
    if finding.kind in ("wording", "ending"):
        return finding.cards
    person = None if mismatch.expected is None else mismatch.expected.person
    if finding.kind not in ("action", "dealer") or person is None or not finding.cards:
        return finding.cards or describe_count(mismatch)
    right, own = (
        View(each.compiled.program, each.compiled.table).total_with(person, mismatch.held)
        for each in (mismatch.variants.plain, hypothesis.reference)
    )
    return finding.cards if right == own else f"{finding.cards}; the program counts {own}, not {right}"


def _learned_too_little(hypothesis: Hypothesis, key: tuple[str, str]) -> bool:
    """Return whether a description of wrong totals is based on too few hands."""
    is_vague = hypothesis.noted[key].kind == "total" and hypothesis.findings[key].times < OFTEN
    return (
        is_vague and not hypothesis.is_complete and bool(describe_totals(hypothesis.noted[key].mismatch)[0])
    )


def _cite_count(hypothesis: Hypothesis, mismatch: Mismatch) -> dict[str, Any]:
    """Return the rule by which the expected player counts cards, as arguments for ``BrokenRule``."""
    name = "" if mismatch.expected is None else mismatch.expected.name
    rule = hypothesis.book.strategy(name, "count")
    words = hypothesis.book.in_words(rule)
    return {"rule": dotted(rule), "path": rule, "place": hypothesis.book.place(rule), "words": words}


def _with_counts(hypothesis: Hypothesis, noted: Noted, evidence: Evidence) -> Noted:
    """Return a finding about a count with the mistakes that explain every wager, plain ones first.

    The mistake that the search has found is one of them, unless plainer ones fit.
    """
    mismatch, misspelt = noted.mismatch, misspelt_ranks(hypothesis.changes)
    if noted.until or mismatch.keys != {"bets"}:
        return noted
    is_only = [kind for kind, _ in hypothesis.findings].count("count") == 1
    fits = miscounts_that_fit(mismatch, evidence, misspelt, is_only=is_only)
    words = [each.words for each in fits]
    if not fits or (fits[0].price == KNOWN and noted.message in words):
        return noted
    if noted.message not in words and (noted.message in PLAIN_WORDS or fits[0].price > PLAIN):
        words.append(noted.message)
    if len(words) > 1:
        return noted._replace(causes=describe_counts(words, noted.mismatch))
    return noted._replace(message=words[0], causes="", fits_all=True)


def _with_causes(hypothesis: Hypothesis, noted: Noted) -> Noted:
    """Add the parts of the program that may cause a wrong wager, if there are several."""
    if noted.until:
        known = as_if(noted.condition) if noted.condition else noted.message
        return noted._replace(causes=describe_several(known, hypothesis.text.number(noted.until)))
    if noted.search is None or noted.explanation is None:
        return noted
    return noted._replace(
        causes=describe_causes(noted.search.causes_of_wager(noted.explanation), noted.mismatch)
    )
