"""Marks of damaged transcripts: no credit without evidence, and no deduction in doubt."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.oracle import courses
from tests.verify.exams import verifier

from bj.argument_values import Value
from bj.compiler.compile import compile_ruleset
from bj.record.transcript_lines import Script
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Ruleset
from bj.ruleset.model.rules_and_payouts import Payouts, Rules
from bj.session.game import Game
from bj.verify import text
from bj.verify.effort import ENOUGH, Effort
from bj.verify.findings import BrokenRule, Confidence, Report
from bj.verify.marks import CRITERIA, Mark, criterion_of, mark
from bj.verify.verifying import Verifier

HANDS = 10
RIGHT = courses.transcript(courses.CLASSIC, 100, 5, HANDS, "counting")
LINES = RIGHT.splitlines(keepends=True)
FOURTH = next(number for number, line in enumerate(LINES) if line.startswith("# Hand 4 ")) + 3
"""The number of lines up to one in the middle of the fourth hand."""

BEGINNING = "".join(LINES[:FOURTH])
BEFORE_FOURTH = "".join(LINES[: FOURTH - 3])
FIFTH = next(number for number, line in enumerate(LINES) if line.startswith("# Hand 5 "))
HAND, HAND_LINES = "".join(LINES[FOURTH - 3 : FIFTH]), FIFTH - FOURTH + 3
TRACEBACK = 'Traceback (most recent call last):\n  File "x.py", line 3, in deal\nIndexError: out of range\n'
DAMAGED: dict[str, bytes] = {
    **{f"cut at {tenth} tenths": RIGHT[: len(RIGHT) * tenth // 10].encode() for tenth in range(0, 10, 2)},
    **{
        f"{tenth} tenths of the lines": "".join(LINES[: len(LINES) * tenth // 10]).encode()
        for tenth in range(1, 10, 2)
    },
    "binary": bytes(range(256)) * 40,
    "only blank lines": b"\n \n" * 50,
    "the second half": "".join(LINES[len(LINES) // 2 :]).encode(),
    "another game": b"Welcome to the table.\nAnn bets $5.\nAnn wins.\n" * 30,
    "a crash": f"{BEGINNING}Segmentation fault (core dumped)\n".encode(),
    "a crash in a line": f"{BEGINNING[:-4]}Segmentation fault".encode(),
    "a crash after a line": f"{BEGINNING[:-1]}Segmentation fault (core dumped)\n".encode(),
    "a traceback": f"{BEGINNING}{TRACEBACK}".encode(),
    "a loop of one line": f"{BEGINNING}{LINES[FOURTH] * 500}".encode(),
    "a loop of five lines": f"{BEGINNING}{''.join(LINES[FOURTH - 5 : FOURTH]) * 100}".encode(),
    "a loop of a hand": f"{BEFORE_FOURTH}{HAND * 300}".encode(),
    "two transcripts": f"{RIGHT}{RIGHT}".encode(),
}


@cache
def _verifier() -> Verifier:
    return verifier("classic", {"bankroll": 100, "minimum": 5, "hands": HANDS, "player": "counting"})


def _marks(content: bytes) -> tuple[Report, dict[str, Mark]]:
    """The report on a transcript, and its marks, ten points for every criterion."""
    report = _verifier().verify("a file", content)
    return report, {each.name: each for each in mark(report, dict.fromkeys(CRITERIA, 10.0))}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_damaged_transcript_has_no_credit_without_evidence(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A criterion has credit at most for the share of followed hands."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 8))
    report, marks = _marks(DAMAGED[what])
    assert report.verdict == "wrong"
    assert report.followed < HANDS
    for each in marks.values():
        assert each.points <= 10 * report.followed / HANDS
        assert each.hands <= report.followed
        assert each.why != "kept" or each.hands
        assert each.hands or not each.points
        assert each.why != "kept" or report.is_explained
    assert not marks["order"].points or marks["order"].why == "review"


@pytest.mark.parametrize("what", ["a crash", "a crash in a line", "a crash after a line", "a traceback"])
def test_a_crash_ends_the_game(what: str) -> None:
    """The message of a crash is one finding, about the end of the game, and the only one."""
    report, marks = _marks(DAMAGED[what])
    assert [(each.kind, each.hand) for each in report.findings] == [("ending", 4)]
    assert marks["order"].why == "broken"
    assert (marks["dealer"].why, marks["dealer"].points, marks["dealer"].hands) == ("kept", 3, 3)


@pytest.mark.parametrize(
    ("text", "followed", "line", "message"),
    [
        (BEGINNING + "Enter a bet:\n" * 300, 3, FOURTH + 1, "the same line is printed again and again"),
        (BEFORE_FOURTH + HAND * 300 + HAND[:40], 4, FIFTH + 1, f"the same {HAND_LINES} lines are printed"),
        (BEGINNING + "Enter a bet:\n" * 300 + "\nKilled\n", 3, FOURTH + 1, "the same line is printed again"),
        (BEGINNING + "Enter a bet:\n" * 300 + "Enter a\nKilled", 3, FOURTH + 1, "the same line is printed"),
        (RIGHT + LINES[-1] * 300, HANDS, len(LINES) + 1, "the same line is printed again and again"),
    ],
)
def test_a_program_that_does_not_end_repeats_its_lines(
    text: str, followed: int, line: int, message: str
) -> None:
    """The report names the repeated lines, and the lines before them have credit once."""
    report, marks = _marks(text.encode())
    (finding,) = report.findings
    assert (finding.kind, finding.confidence, finding.line) == ("ending", "sure", line)
    assert finding.message.startswith(message)
    assert report.followed == followed
    assert (marks["order"].why, marks["dealer"].why) == ("broken", "kept")
    assert marks["dealer"].points == followed * 10 / HANDS


def test_a_right_transcript_has_all_credit_for_what_comes_up() -> None:
    """A right transcript has all points of the criteria that come up."""
    report, marks = _marks(RIGHT.encode())
    assert report.share == 1
    assert all(each.points == (10 if each.hands else 0) for each in marks.values())
    assert marks["order"].hands == HANDS


def test_one_mistake_costs_the_points_of_one_criterion() -> None:
    """An extra line breaks only the order, and another name of a card only the wording."""
    for content, criterion in (
        (f"{BEGINNING}a message\n{''.join(LINES[FOURTH:])}", "order"),
        (RIGHT.replace("Spades", "spades"), "wording"),
    ):
        _, marks = _marks(content.encode())
        assert [each.name for each in marks.values() if each.why == "broken"] == [criterion]


def test_other_words_in_every_line_break_only_the_wording(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of another edition need several explanations in the first hand, and no others are tried."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 8))
    report, marks = _marks(courses.transcript(courses.TRICK, 100, 5, HANDS, "counting").encode())
    assert report.verdict == "wording"
    assert [each.name for each in marks.values() if each.why not in ("kept", "never came up")] == ["wording"]


def test_counting_comes_up_only_for_players_who_count() -> None:
    """A player with a constant wager shows nothing about counts."""
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": HANDS, "player": "simple"}
    right = courses.transcript(courses.CLASSIC, 100, 5, HANDS, "simple")
    (given,) = mark(verifier("classic", values).verify("a file", right.encode()), {"count": 10})
    assert (given.points, given.why) == (0, "never came up")


def test_every_rule_of_a_game_belongs_to_a_criterion() -> None:
    """Every broken rule costs points: each section has a criterion, and each key of rules and payouts."""
    sections = {*Ruleset.model_fields} - {"ruleset", "example", "help"}
    keys = {f"rules.{key}" for key in Rules.model_fields} | {f"payouts.{key}" for key in Payouts.model_fields}
    assert sorted(rule for rule in sections | keys if not criterion_of(rule)) == []
    finding = BrokenRule(1, 1, "condition", "strategies.simple.reactions", "", "")
    report = Report("a file", [finding], HANDS, followed=HANDS)
    assert [each.why for each in mark(report, {"strategy": 10, "win": 10})] == ["broken", "never came up"]


@pytest.mark.parametrize(
    ("kind", "rule", "criterion"),
    [
        ("order", "teams", "tournament"),
        ("power", "members.*.reactions", "power"),
        ("condition", "members.joseph.powers", "power"),
        ("order", "procedure.hand", "order"),
        ("missing line", "output.total", "order"),
        ("natural", "procedure.round", "natural"),
    ],
)
def test_a_finding_breaks_one_criterion(kind: str, rule: str, criterion: str) -> None:
    """The kind of a finding decides, except for the order of a tournament."""
    report = Report("", [BrokenRule(1, 1, kind, rule, "", "")], HANDS, followed=HANDS)
    marks = mark(report, dict.fromkeys(CRITERIA, 1.0))
    assert [each.name for each in marks if each.why == "broken"] == [criterion]


@pytest.mark.parametrize(
    ("kind", "rule", "other", "why"),
    [
        ("missing line", "output.total", "procedure.hand", "broken"),
        ("wording", "powers.stop_time.say", "output.says", "broken"),
        ("power", "powers.stop_time", "powers.stop_time.as", "broken"),
        ("missing line", "output.total", "dealer.draws", "review"),
    ],
)
def test_a_doubt_within_a_criterion_costs_its_points(kind: str, rule: str, other: str, why: str) -> None:
    """Points are lost if each of the explanations belongs to the same criterion, even if it has no hand."""
    finding = BrokenRule(1, 1, kind, rule, "", "", confidence="ambiguous", alternatives=(other,))
    report = Report("", [finding], HANDS, followed=HANDS)
    marks = mark(report, dict.fromkeys(CRITERIA, 1.0))
    named = {each.name: each.why for each in marks if each.why not in ("kept", "never came up")}
    assert set(named.values()) == {why}
    assert len(named) == (1 if why == "broken" else 2)


def test_a_doubtful_finding_about_what_never_came_up_is_reviewed() -> None:
    """The criterion has no points without evidence, and the mark names the finding."""
    finding = BrokenRule(1, 1, "power", "powers.stop_time", "", "", confidence="rare")
    (power,) = mark(Report("", [finding], HANDS, followed=HANDS), {"power": 10})
    assert (power.why, power.points, power.findings) == ("review", 0, (finding,))


def test_a_doubt_about_a_count_puts_the_count_under_review() -> None:
    """Another explanation by the count or the wager of a strategy leaves the criterion of its plays alone."""
    rules = ("strategies.counting.count", "strategies.counting.wager")
    finding = BrokenRule(1, 1, "wager", rules[1], "", "", confidence="ambiguous", alternatives=rules[:1])
    events = frozenset(("player_total", "player_bets", "counts"))
    report = Report("", [finding], 1, exercised={events: 1}, followed=1)
    given = mark(report, {"wager": 1.0, "count": 1.0, "strategy": 1.0})
    assert [each.why for each in given] == ["review", "review", "kept"]


def test_a_doubt_about_names_of_cards_leaves_their_totals_alone() -> None:
    """Explanations by the names of cards are all about the wording, not about what cards count."""
    doubtful = BrokenRule(1, 1, "wording", "cards.name", "", "", confidence="ambiguous")
    finding = replace(doubtful, alternatives=("cards.suits.C", "cards.ranks.K.name"))
    events = frozenset(("player_total",))
    report = Report("", [finding], 1, exercised={events: 1}, followed=1)
    given = mark(report, {"total": 1.0, "wording": 1.0})
    assert [each.why for each in given] == ["kept", "broken"]


def test_doubtful_findings_take_no_points() -> None:
    """An ambiguous finding puts its criterion, and those of its alternatives, under review."""
    finding = BrokenRule(1, 1, "payout", "payouts.natural", "", "", alternatives=("dealer.draws",))
    events = frozenset(("player_natural", "dealer_total"))
    doubts: dict[Confidence, list[str]] = {
        "ambiguous": ["review", "review", "kept"],
        "unexplained": ["review", "review", "review"],
        "later": ["review", "review", "review"],
    }
    for doubt, whys in doubts.items():
        report = Report("", [replace(finding, confidence=doubt)], 1, exercised={events: 1}, followed=1)
        given = mark(report, {"natural": 1.0, "dealer": 1.0, "total": 1.0})
        assert [each.why for each in given] == whys
        assert [each.points for each in given] == [1, 1, 1]


@pytest.mark.parametrize("which", ["cut at 4 tenths", "5 tenths of the lines"])
def test_a_line_that_is_missing_at_the_end_has_the_number_of_the_last_line(which: str) -> None:
    """The finding is about a line that the file does not have, so it names the last line that it has."""
    report = _verifier().verify("a file", DAMAGED[which])
    last = len(DAMAGED[which].splitlines())
    assert max(each.line for each in report.findings) == last


def test_a_wrong_limit_of_busts_breaks_who_wins() -> None:
    """A program whose hands bust at the target loses the points for who wins, and no others."""
    finding = BrokenRule(1, 1, "rule", "rules.target", "", "")
    events = frozenset(("dealer_wins", "player_total"))
    report = Report("", [finding], 1, exercised={events: 1}, followed=1)
    given = mark(report, {"win": 1.0, "total": 1.0})
    assert [each.why for each in given] == ["broken", "kept"]


@pytest.mark.parametrize(("pays", "shown"), [("1:1", 0), ("2:1", 0), ("6:5", 0), ("3:2", 1)])
def test_rounding_comes_up_only_where_a_payout_is_rounded(tmp_path: Path, pays: str, shown: int) -> None:
    """Of two naturals, with wagers of 5 and 10, only a payout of 3:2 rounds, and only the first."""
    file = tmp_path / "other.toml"
    file.write_text(f'[ruleset]\ntitle = "A"\nextends = "classic"\n[payouts]\nnatural = "{pays}"\n', "utf-8")
    values: dict[str, Value] = {"bankroll": 100, "minimum": 5, "hands": 40, "player": "counting"}
    checked = load_ruleset(file)
    compiled = compile_ruleset(checked, values, 1)
    played = b"".join(Game(compiled, Script(checked, compiled)).transcript())
    report = verifier("classic", values, 1).verify("a file", played)
    natural, rounding = mark(report, {"natural": 1, "rounding": 1})
    assert (natural.hands, rounding.hands) == (2, shown)
    assert rounding.why == ("kept" if shown else "never came up")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the transcript is empty; the program was stopped: too much time"),
        (
            BEGINNING,
            FOURTH,
            f"the transcript ends too soon, after line {FOURTH}; the program was stopped: too much time",
        ),
        (
            BEGINNING[:-4],
            FOURTH,
            f"the transcript ends too soon, in line {FOURTH}; the program was stopped: too much time",
        ),
        (RIGHT, len(LINES), "the program was stopped: too much time"),
        (
            BEGINNING + "Enter a bet:\n" * 300 + "Ent",
            FOURTH + 1,
            "the same line is printed again and again; the program was stopped: too much time",
        ),
    ],
)
def test_the_reason_why_a_program_was_stopped_is_reported(text: str, line: int, message: str) -> None:
    """The finding about the end names the reason for a stop, also after a whole game."""
    report = _verifier().verify("a file", text.encode(), "too much time")
    (finding,) = report.findings
    assert (finding.line, finding.kind, finding.message) == (line, "ending", message)
    assert [each.why for each in mark(report, {"order": 1})] == ["broken"]


def test_a_missing_last_line_costs_no_hands() -> None:
    """Only the standing after the last hand is missing, so every hand is followed."""
    report, marks = _marks("".join(LINES[:-1]).encode())
    assert [each.kind for each in report.findings] == ["ending"]
    assert (report.followed, report.share) == (HANDS, 1)
    assert (marks["order"].why, marks["dealer"].points) == ("broken", 10)
    assert marks["order"].hands == HANDS
    for lines in (LINES[:-2], LINES[:-1] + LINES[:1]):
        report, _ = _marks("".join(lines).encode())
        assert report.share < 1
