"""Findings that may follow from earlier ones, and their place in a report."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bj.text.colours import plain
from bj.verify.consequences import may_follow
from bj.verify.findings import BrokenRule, Confidence, Report
from bj.verify.formats.text import FURTHER, LESS_CERTAIN, render_full
from bj.verify.guessed_rule import BREAKS_OFF, CRASHES
from bj.verify.text import Text


def _finding(kind: str, rule: str = "", times: int = 1, confidence: Confidence = "sure") -> BrokenRule:
    return BrokenRule(1, 1, kind, rule, "", f"about {rule or kind}", times, confidence=confidence)


@pytest.mark.parametrize(
    ("finding", "earlier", "is_explained", "expected"),
    [
        (_finding("count", times=2), _finding("shuffle", times=9), True, True),
        (_finding("count", times=3), _finding("shuffle", times=9), True, False),
        (_finding("action"), _finding("wording", "cards.name", 9), True, False),
        (_finding("extra line", "output.dealt"), _finding("total", times=9), True, True),
        (_finding("extra line", "output.push"), _finding("total", times=9), True, False),
        (_finding("wager"), _finding("payout", times=9), True, True),
        (_finding("wager"), _finding("dealer", times=9), True, False),
        (_finding("total"), _finding("shuffle", times=9), True, False),
        (_finding("ending"), _finding("dealer", times=9), False, True),
        (_finding("ending", times=9), _finding("dealer", times=9), True, False),
        (_finding("ending"), _finding("wording", "output.push", 9), False, False),
        (_finding("shuffle", times=9), _finding("missing line", "output.cut"), True, True),
        (_finding("ending", times=9), _finding("number", "output.hand", 9), True, True),
    ],
)
def test_a_finding_may_follow_from_what_the_program_knows(
    finding: BrokenRule, earlier: BrokenRule, is_explained: bool, expected: bool
) -> None:
    """Few decisions may be right for other cards or other money, and a break may have the same cause."""
    assert may_follow(finding, [earlier], is_explained=is_explained) == expected
    assert not may_follow(finding, [], is_explained=is_explained)


def test_an_error_message_is_a_mistake_of_its_own() -> None:
    """A crash is certain, even after other mistakes; another end of the transcript may be a consequence."""
    earlier = [_finding("dealer", times=9), _finding("number", "output.hand", 9)]
    for message, expected in ((f"{CRASHES}, `IndexError`", False), (f"{BREAKS_OFF} with `Bye`", True)):
        finding = replace(_finding("ending"), message=message)
        assert may_follow(finding, earlier, is_explained=False) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("IndexError: pop from empty list", True),
        ("Segmentation fault (core dumped)", True),
        ('Exception in thread "main" java.lang.NullPointerException\n\tat Deck.deal(Deck.java:51)', True),
        ("  what():  vector::_M_range_check: __n (which is 52) >= this->size() (which is 52)", True),
        ("thread 'main' panicked at src/main.rs:7:5:", True),
        ("# Player wins", False),
        ("Thanks for playing!", False),
    ],
)
def test_error_messages_of_languages_are_known(line: str, expected: bool) -> None:
    """The last line shows whether an error stopped the program."""
    assert Text(f"# Hand 4\n{line}\n".encode()).ends_with_error == expected


@pytest.mark.parametrize(
    ("finding", "ranks", "expected"),
    [
        (_finding("action"), "27", True),
        (_finding("action"), "57", False),
        (_finding("extra line", "output.dealt"), "57", False),
        (_finding("count"), "", True),
        (_finding("shuffle"), "27", False),
    ],
)
def test_a_misspelt_rank_matters_to_hands_with_this_rank(
    finding: BrokenRule, ranks: str, expected: bool
) -> None:
    """A decision depends on the hand and the upcard, a count on all cards, and a shuffle on no rank."""
    name = _finding("wording", "cards.ranks.2.name", 9)
    assert may_follow(finding, [name], is_explained=True, ranks=ranks) == expected


def test_a_shuffle_does_not_follow_from_a_total() -> None:
    """The cards left in the shoe are known if the total is explained."""
    assert not may_follow(_finding("shuffle"), [_finding("total", times=9)], is_explained=True)
    total = _finding("total", confidence="unexplained")
    assert may_follow(_finding("shuffle"), [total], is_explained=True)


def test_further_differences_are_listed_last() -> None:
    """The first finding is a mistake, even if it is doubtful. Later doubtful findings come last."""
    findings = [
        _finding("dealer", "one", confidence="unexplained"),
        _finding("action", "two", confidence="later"),
        _finding("payout", "three"),
        _finding("total", "four", confidence="rare"),
        _finding("wager", "five", 9, confidence="ambiguous"),
    ]
    report = Report("a file", findings)
    assert [each.rule for each in report.mistakes] == ["one", "three", "five"]
    assert [each.rule for each in report.further] == ["two", "four"]
    remark = replace(findings[0], confidence="sure", remark="bytes")
    assert len(Report("a file", [remark, *findings[3:4]]).mistakes) == 2
    said = render_full([report], [[]], plain)
    sure, doubtful = (
        ("about one", "about three", "about five"),
        (LESS_CERTAIN, "about four", FURTHER, "about two"),
    )
    places = [said.index(words) for words in (*sure, *doubtful)]
    assert places == sorted(places)


def test_a_report_says_where_the_comparison_stopped() -> None:
    """The number of hands is not that of the transcript, and the rest is for review."""
    report = Report(
        "a file", [_finding("dealer", "one")], 3, is_complete=False, stopped=12, stopped_why=", why"
    )
    head, *_, review = render_full([report], [[]], plain).split("\n")
    assert head == "a file: wrong, 3 hands compared"
    assert review == "  the comparison stops at line 12, why"
