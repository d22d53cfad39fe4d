"""The parts of findings that show the solution, and are not always shown."""

from __future__ import annotations

import pytest
from tests.verify.mutants import Set
from tests.verify.report_cases import report_on

from bj.argument_values import Seat
from bj.text.colours import plain
from bj.verify.findings import Report
from bj.verify.formats.reveal import reveal
from bj.verify.formats.text import render_full

COURSE = Set("classic", {"bankroll": 100, "minimum": 5, "hands": 30, "player": "counting"}, 0)
BOB = Set("vegas", {"players": (Seat("human", "Bob", 100),)}, 0, "cards")
PERSON = Set("infinite", {"start": 300}, 0, "cards")
AWAY = Set("sos_vs_sc", {"normal": 40, "hands": 9, "kind": "counting", "dealers": "sc"}, 0)


@pytest.mark.parametrize(
    ("game", "number", "message"),
    [
        (BOB, 3, "each hand is dealt 3 cards instead of 2"),
        (PERSON, 1, "each hand is dealt 1 card instead of 2"),
    ],
)
def test_the_deal_may_have_another_number_of_cards(game: Set, number: int, message: str) -> None:
    """The right number is part of the solution, and not of the sentence for other findings."""
    finding, *_ = report_on(game, ("for _ in range(2):", f"for _ in range({number}):")).findings
    assert (finding.message, finding.solution, finding.rule) == (message, " instead of 2", "procedure.deal")
    assert finding.mistake == message.removesuffix(finding.solution)


def test_a_wager_that_is_never_raised_is_said_to_be() -> None:
    """If several causes are possible, the wager is one of them, and the limit of the count is named."""
    old = "2 * minimum if self.count >= 2 and bankroll >= 2 * minimum else minimum"
    (finding,) = report_on(AWAY, (f"return {old}", "return minimum")).findings
    assert (
        "look at the wager (it is never raised) and at the counting (the program's count is below 2"
        in finding.doubt
    )
    assert "below" not in reveal(Report("", [finding]), "actual").findings[0].doubt


def test_what_lines_show_is_certain_where_the_comparison_stops() -> None:
    """A space that is missing, and what all totals have in common, need no further hands."""
    old, wrong = '== "Ace" for card in cards) and', '== "Ace" for card in cards) or'
    spaced = 'yield f"{mark}{self.words.hand} {hand}', 'yield f"{mark}{self.words.hand}{hand}'
    report = report_on(COURSE, spaced, (old, wrong))
    assert not report.is_complete
    assert [(each.message.partition(":")[0], each.doubt) for each in report.findings] == [
        ("a space is missing after `Hand`", ""),
        ("10 is added to some hands without an ace and 10 is added to hands of low aces", ""),
    ]
    lines = "# Player busts", "Dealer's hole card is Ace of Diamonds"
    assert report.stopped_lines == lines
    assert render_full([report], [()], plain).endswith(f"    says      {lines[0]}\n    should say {lines[1]}")
    assert reveal(report, "actual").stopped_lines == (lines[0], "")
    assert reveal(report, "rule").stopped_lines == reveal(report, "none").stopped_lines == ("", "")
