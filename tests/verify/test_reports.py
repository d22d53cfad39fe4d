"""Reports on transcripts: every format, what they give away, and marks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from junitparser import JUnitXml
from tests.oracle import courses
from tests.verify.exams import rules_of

from bj.argument_values import Value
from bj.cli.verify import FormatName, render
from bj.cli.verify_inputs import read_assignment
from bj.record.line_sources import PlacedRules
from bj.ruleset.load import load_ruleset
from bj.text.colours import plain
from bj.verify import games_covering_rules
from bj.verify.assignment import Assignment
from bj.verify.batch import verify_all
from bj.verify.findings import BrokenRule, Report
from bj.verify.formats.reveal import for_students, reveal
from bj.verify.formats.text import render_full
from bj.verify.games_covering_rules import in_words, suggest
from bj.verify.marks import mark, read_points
from bj.verify.message_texts import OTHER_WORDING
from bj.worker_pools import count_cores

RIGHT = courses.transcript(courses.CLASSIC, 100, 5, 20, "counting")
WRONG = "".join(RIGHT.replace("# Dealer wins", "# The dealer wins").splitlines(keepends=True)[:-2])
"""A transcript with another text and without its last two lines: two findings, and a hand less."""


def _verify(text: str) -> Report:
    """The report on a transcript."""
    assignment = read_assignment("classic", ["hands=20", "player=counting"], "", 0, None, "")
    (found,) = verify_all(assignment, [], [("ann.txt", text.encode())])
    return found


@pytest.mark.skipif(count_cores() < 2, reason="one core has no workers")
def test_workers_write_the_reports_that_one_process_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports of workers are those of one process, in the order of the transcripts."""
    assignment = read_assignment("classic", ["hands=20", "player=counting"], "", 0, None, "")
    texts = [RIGHT.replace("# Push", "# A tie"), RIGHT, RIGHT.replace("# Dealer wins", "# The dealer wins")]
    transcripts = [(f"{number}.txt", text.encode()) for number, text in enumerate(texts)]
    alone = [report for each in transcripts for report in verify_all(assignment, [], [each])]
    monkeypatch.setattr("bj.verify.batch.SOON", -1.0)
    assert verify_all(assignment, [], transcripts) == alone
    assert [report.verdict for report in alone] == ["wording", "right", "wording"]


def test_what_is_printed_wrong_once_is_named_and_gives_no_line_away() -> None:
    """A wrong card, number and text are one finding each; ``--reveal rule`` shows no right line."""
    wrong = RIGHT.replace("# Push", "# A tie").replace("card is Four of Spades", "card is Five of Spades", 1)
    wrong = wrong.replace("# Hand 20 bankroll ", "# Hand 20 bankroll 1")
    report = _verify(wrong)
    assert [(each.kind, each.rule, each.times) for each in report.findings] == [
        ("card", "output.hole_card", 1),
        ("wording", "output.push", 1),
        ("number", "output.hand", 1),
    ]
    for output_format in get_args(FormatName):
        shown, full = (
            render([reveal(report, how)], [mark(report, {})], output_format, "classic", is_file=True)
            for how in ("rule", "diff")
        )
        assert "output.push" in shown
        assert [line for line in set(RIGHT.split("\n")) if line and line.removeprefix("# ") in shown] == []
        assert output_format == "concise" or "# Push" in full


@pytest.mark.parametrize(
    ("line", "instead", "times"), [("Player dealt", "Player gets", 1), ("# Hand 9 b", "Hand 9 b", 1)]
)
def test_words_of_one_place_leave_those_of_others_right(line: str, instead: str, times: int) -> None:
    """If a text is wrong in one of two places, the other lines stay right."""
    found = _verify(RIGHT.replace(line, instead, times))
    assert [(each.kind, each.times) for each in found.findings] == [("wording", times)]
    assert found.verdict == "wording"


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("procedure.hand", "The steps of each hand (procedure.hand)"),
        ("output", "The line to print for each event (output)"),
        ("dealer.draws", "The dealer draws as long as this condition is true (dealer.draws)"),
        ("strategies.simple.chart", "The strategy chart (strategies.simple.chart)"),
        ("powers.stop_time", "powers.stop_time"),
    ],
)
def test_students_read_what_a_rule_is_about(rule: str, words: str) -> None:
    """A report that does not reveal the rule's value describes its key, unless a person chose the key."""
    finding = BrokenRule(3, 1, "order", rule, "a.toml:3:1", "the order is wrong", words="Do this.")
    shown = reveal(for_students(Report("ann", [finding])), "rule")
    assert f"    rule      {words}" in render_full([shown], [[]], plain).splitlines()


def test_help_leaves_the_reworded_line_known() -> None:
    """Help for all lines hides the rule, but the message names the line, so two lines stay two findings."""
    rules = ("output.push", "output.busts")
    findings = [
        BrokenRule(3, 1, "wording", rule, "", OTHER_WORDING, help="Handout, rule 7", mistake=OTHER_WORDING)
        for rule in rules
    ]
    shown = reveal(for_students(Report("ann", findings)), "rule").findings
    lines = [
        f"{OTHER_WORDING} (the line printed when {event})"
        for event in ("the totals are equal", "a player or the dealer busts")
    ]
    assert [each.message for each in shown] == lines
    assert [each.mistake for each in shown] == lines
    assert all(not each.rule for each in shown)


def _render(output_format: FormatName, points: str = "", **transcripts: str) -> str:
    """The reports on some transcripts in a format, for students."""
    assignment = read_assignment("classic", ["hands=20", "player=counting"], "", 0, None, "")
    contents = [(f"{name}.txt", text.encode()) for name, text in transcripts.items()]
    reports = [for_students(each) for each in verify_all(assignment, [], contents)]
    marks = [mark(each, read_points(points)) for each in reports]
    return render(reports, marks, output_format, "classic", is_file=True)


def test_junit_is_read_by_others() -> None:
    """A foreign parser finds a case for every transcript, with its failures."""
    suites = JUnitXml.fromstring(_render("junit", ann=RIGHT, bob=WRONG).encode())
    assert [len(case.result) for suite in suites for case in suite] == [0, 1]
    assert suites.failures == 1


def test_classroom_50_has_the_variables_of_its_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The results name the classroom and the submission; the scores are whole and add up."""
    for name, value in {"CLASSROOM": "cards", "OWNER": "ann"}.items():
        monkeypatch.setenv(name, value)
    result = json.loads(_render("classroom50", "dealer=10,wording=3", bob=WRONG))
    assert (result["schema"], result["classroom"]) == ("classroom50/result/v1", "cards")
    assert (result["owner"], result["assignment_type"]) == ("ann", "individual")
    assert (result["score"], result["max-score"]) == (9, 13)
    keys = {"test-name", "passed", "score", "max-score", "output"}
    assert all(test.keys() == keys for test in result["tests"])
    assert all(type(test["score"]) is type(test["max-score"]) is int for test in result["tests"])
    result = json.loads(_render("classroom50", "dealer=9.5,wording=0.25", bob=WRONG))
    assert (result["score"], result["max-score"]) == (900, 975)  # 9.025 of 9.5, rounded
    assert result["submission"] == "submit/unknown"
    assert "missing" in _render("classroom50", nothing="")


def test_marks_are_checks_that_depend_on_their_transcript() -> None:
    """Each has its points, help where a rule is broken, and is skipped if there is no game."""
    points = "dealer=10,wording=3"
    ann, bob = json.loads(_render("check50", ann=RIGHT, bob=WRONG))["results"]
    assert [ann["passed"], bob["passed"]] == [True, False]
    game, dealer, wording = json.loads(_render("check50", points, bob=WRONG))["results"]
    assert [each["passed"] for each in (game, dealer, wording)] == [True, False, False]
    assert dealer["data"] == {"points": 9.5, "most_points": 10}
    assert wording["cause"]["help"] == "Line: the dealer's total beats a player's (output.dealer_wins)"
    assert dealer["cause"]["rationale"].startswith("kept in ")
    game, *others = json.loads(_render("check50", points, dan=""))["results"]
    assert game["cause"]["rationale"] == "line 1: the transcript is empty, or missing"
    assert [(each["passed"], each["dependency"]) for each in (game, *others)] == [
        (False, None),
        *[(None, game["name"])] * 2,
    ]


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("dealer.hits_soft_17", "true", "dealer.draws"),
        ("shoe.penetration", '"50%"', "shoe.reshuffle_when"),
    ],
)
def test_a_key_that_means_a_rule_has_its_place_and_help(
    tmp_path: Path, key: str, value: str, rule: str
) -> None:
    """A finding names the key of the ruleset that sets the rule, not a rule that the key replaces."""
    file = tmp_path / "mine.toml"
    file.write_text(
        f'[ruleset]\ntitle = "A"\nextends = "classic"\n[help]\n"{key}" = "Page 2"\n'
        f"[{key.partition('.')[0]}]\n{key.partition('.')[2]} = {value}\n",
        "utf-8",
    )
    checked = load_ruleset(file)
    assert PlacedRules(checked).place(tuple(rule.split("."))) == f"{file}:7:{len(key.partition('.')[2]) + 4}"
    finding = BrokenRule(1, 1, "dealer", rule, "", "").with_help(checked.model.help)
    assert finding.help == "Page 2"
    assert finding.with_help({rule: "Page 1", key: "Page 2"}).help == "Page 1"


def test_games_are_suggested_in_which_all_comes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few seeds, or cuts, cover every event of the ruleset."""
    monkeypatch.setattr(games_covering_rules, "SEEDS", 40)
    assignment = read_assignment("classic", ["hands=20", "player=counting"], "", 0, None, "")
    printed = "\n".join(in_words(suggest(assignment)))
    assert "player_natural" in printed
    assert "cuts: " in printed
    assert "in none" not in printed
    assert printed.endswith("\nno marks for: power, tournament")


def test_people_answer_all_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suggested games of a table with a person take and decline insurance."""
    monkeypatch.setattr(games_covering_rules, "SEEDS", 12)
    assignment = read_assignment("casino", ["player=human"], "", 0, None, "")
    found, _ = suggest(assignment)
    assert "player_insures" in {event for each in found for event in each.events}


def test_other_arguments_are_suggested_where_something_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events that do not occur with the given arguments are covered by others."""
    monkeypatch.setattr(games_covering_rules, "SEEDS", 20)
    values: dict[str, Value] = {"normal": 40, "hands": 3, "kind": "simple", "dealers": "sc"}
    found, never = suggest(Assignment(rules_of("sos_vs_sc"), values, 0, "seed"))
    assert not found[0].settings
    assert [each.settings for each in found if "player_says" in each.events] == [("dealers=sos",)]
    assert never == []
