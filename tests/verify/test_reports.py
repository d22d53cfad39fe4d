"""Reports on transcripts: every format, what they give away, and marks."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest
from junitparser import JUnitXml
from tests.oracle import courses
from tests.session.starting import start
from tests.verify.exams import rules_of

from bj.arguments import Value
from bj.cli.verify import FormatName, ServiceName, render
from bj.cli.verify_options import read_assignment
from bj.errors import UsageError
from bj.pool import count_cores
from bj.verify import suggesting
from bj.verify.assignment import Assignment, Chance
from bj.verify.findings import Report
from bj.verify.formats.reveal import reveal
from bj.verify.many import verify_all
from bj.verify.marks import mark
from bj.verify.suggesting import in_words, suggest

RIGHT = courses.transcript(courses.CLASSIC, 100, 5, 20, "counting")
WRONG = RIGHT.replace("# Dealer wins", "# The dealer wins").removesuffix("# Player has 85 after 20 hands\n")
"""With another text, and without its last line: both are found at once."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a right transcript and two that are wrong alike."""
    (tmp_path / "ann.txt").write_text(RIGHT, "utf-8")
    (tmp_path / "bob.txt").write_text(WRONG, "utf-8")
    (tmp_path / "cleo.txt").write_text(WRONG, "utf-8")
    (tmp_path / ".hidden").write_text("nothing", "utf-8")
    return tmp_path


def bj(*words: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """What the command prints, and its exit code."""
    known = {**os.environ, "COLUMNS": "200", **environment}
    command = ("verify", "classic", *words, "--set", "hands=20", "--set", "player=counting")
    done = start(*command, typed=given.encode(), environment=known)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_exit_codes_say_how_it_went(folder: Path) -> None:
    """0 when all are right, 1 when one is not, 2 when nothing can be verified; stdin is a transcript too."""
    assert bj(str(folder / "ann.txt")).returncode == 0
    assert bj(str(folder)).returncode == 1
    assert bj(str(folder / "nobody.txt")).returncode == 2
    assert bj().returncode == 2
    assert bj(str(folder / "ann.txt"), "--tolerate", "everything").returncode == 2
    assert bj(str(folder / "ann.txt"), "--points", "beauty=5").returncode == 2
    assert bj("-", given=RIGHT).stdout == "<stdin>: right, 20 hands\n"


def test_json_has_an_object_for_every_transcript(folder: Path) -> None:
    """File, verdict, number of hands, and the findings with their rules and places."""
    ann, bob, _ = json.loads(bj(str(folder), "--format", "json").stdout)
    assert (ann["verdict"], ann["hands"], ann["findings"]) == ("right", 20, [])
    assert bob["verdict"] == "wrong"
    wording = next(each for each in bob["findings"] if each["kind"] == "wording")
    assert {"line", "hand", "kind", "rule", "place", "message", "times"} <= wording.keys()
    assert (wording["rule"], wording["actual"]) == ("output.dealer_wins", "# The dealer wins")
    file, line, column = wording["place"].rsplit(":", 2)
    text = Path(file).read_text("utf-8").splitlines()[int(line) - 1]
    assert text[int(column) - 1 :].startswith('"# Dealer wins"')


@pytest.fixture(scope="session")
def report() -> Report:
    """What is found in a transcript with a wrong text, a wrong card and a wrong number."""
    assignment = read_assignment("classic", ["hands=20", "player=counting"], "", 0, None, "")
    wrong = RIGHT.replace("# Push", "# A tie").replace("card is Four of Spades", "card is Five of Spades", 1)
    wrong = wrong.replace("# Hand 20 bankroll ", "# Hand 20 bankroll 1")
    (found,) = verify_all(assignment, [], [("bob.txt", wrong.encode())])
    return found


@pytest.mark.skipif(count_cores() < 2, reason="one core has no workers")
def test_workers_write_the_reports_that_one_process_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first reports have found out about the ruleset goes to the workers with it."""
    assignment = read_assignment("classic", ["hands=20", "player=counting"], "", 0, None, "")
    lines = RIGHT.splitlines(keepends=True)
    texts = ["".join([*lines[:line], *lines[line + 1 :]]) for line in range(30, 33)]  # each without a line
    transcripts = [(f"{number}.txt", text.encode()) for number, text in enumerate(texts)]
    alone = [report for each in transcripts for report in verify_all(assignment, [], [each])]
    monkeypatch.setattr("bj.verify.many.SOON", -1.0)
    assert verify_all(assignment, [], transcripts) == alone


def test_what_is_printed_wrong_once_is_named_as_such(report: Report) -> None:
    """A card, a number and a text, of which nothing comes, are a finding each with its count."""
    assert [(each.kind, each.rule, each.times) for each in report.findings] == [
        ("card", "output.hole_card", 1),
        ("wording", "output.push", 1),
        ("number", "output.hand", 1),
    ]


@pytest.mark.parametrize(
    ("line", "instead", "times"), [("Player dealt", "Player gets", 1), ("# Hand 9 b", "Hand 9 b", 1)]
)
def test_words_of_one_place_leave_those_of_others_right(line: str, instead: str, times: int) -> None:
    """A program may say the same in two places: the lines that are right stay right."""
    assignment = read_assignment("classic", ["hands=20", "player=counting"], "", 0, None, "")
    content = RIGHT.replace(line, instead, times).encode()
    (found,) = verify_all(assignment, [], [("ann.txt", content)])
    assert [(each.kind, each.times) for each in found.findings] == [("wording", times)]
    assert found.verdict == "wording"


@pytest.mark.parametrize("output_format", get_args(FormatName))
def test_the_rule_alone_gives_no_line_away(report: Report, output_format: FormatName) -> None:
    """With ``--reveal rule``, no line of the right transcript is in any report."""
    shown, full = (
        render([reveal(report, how)], [mark(report, {})], output_format, "classic", is_file=True)
        for how in ("rule", "diff")
    )
    assert "output.push" in shown
    assert [line for line in set(RIGHT.split("\n")) if line and line.removeprefix("# ") in shown] == []
    assert output_format == "concise" or "# Push" in full


def test_no_rule_is_given_away_either(folder: Path) -> None:
    """With ``--reveal none`` there is the verdict, and how many rules are broken."""
    printed = bj(str(folder / "bob.txt"), "--reveal", "none").stdout
    assert "wrong" in printed
    assert "output" not in printed


def test_marks_are_given_for_rules_that_came_up_and_were_kept(folder: Path) -> None:
    """A broken rule gets nothing, and one that never came up neither, which is said."""
    points = ("--points", "dealer=10,natural=5,wording=3,tie=2", "--format", "json")
    ann, bob, _ = json.loads(bj(str(folder), *points).stdout)
    whys = {each["name"]: (each["points"], each["why"]) for each in ann["marks"]}
    assert whys["dealer"] == (10, "kept")
    assert whys["wording"] == (3, "kept")
    assert whys["natural"] == ((5, "kept") if "natural" in RIGHT else (0, "never came up"))
    assert {each["name"]: each["why"] for each in bob["marks"]}["wording"] == "broken"


SEER = """
[ruleset]
title = "A seer"
extends = "classic"

[powers.seer]
reactions = [
  { on = "turn", do = "look at next card" },
  { on = "turn", when = "total >= 12 and total + next_card > 21", do = "put next card back" },
]

[strategies.simple]
powers = ["seer"]

[output]
puts_back = "# {name} puts it back"
"""


def test_games_with_powers_that_look_ahead_are_followed_but_for_their_cards(tmp_path: Path) -> None:
    """Their luck comes from the seed or the cuts, because the cards that are put back are not told."""
    file = tmp_path / "seer.toml"
    file.write_text(SEER, "utf-8")
    text = start("run", str(file), "100", "5", "20", "simple", "--seed", "2").stdout
    assert text.count(b"puts it back") > 2
    chances: list[tuple[str, Chance | None]] = [("2", None), ("", "cuts")]
    for seed, chance in chances:
        assignment = read_assignment(str(file), ["hands=20"], seed, 0, chance, "")
        (found,) = verify_all(assignment, [], [("ann.txt", text)])
        assert found.verdict == "right"
    with pytest.raises(UsageError, match="a power looks at cards"):
        read_assignment(str(file), ["hands=20"], "", 0, "cards", "")


LEAPER = """
[ruleset]
title = "A leaper"
extends = "classic"

[powers.leap]
reactions = [
  { on = "bust", as = "player", do = "put card back", below = 3, limit = "1 per hand" },
  { on = "drawn", when = "total > 12 and cards > 3", do = "swap hands", partner = "opponent" },
]

[strategies.simple]
powers = ["leap"]

[output]
puts_back = "# {name} puts {card} back"
takes_card = "# {name} takes {card}"
"""


def test_games_with_powers_that_move_cards_are_followed(tmp_path: Path) -> None:
    """Cards that go back into the shoe, or out of a hand, are right wherever luck comes from."""
    file = tmp_path / "leaper.toml"
    file.write_text(LEAPER, "utf-8")
    text = start("run", str(file), "500", "5", "60", "simple", "--seed", "2").stdout
    assert text.count(b" back") > 2
    assert text.count(b"takes") > 2
    chances: list[tuple[str, Chance | None]] = [("2", None), ("", "cuts")]
    for seed, chance in chances:
        assignment = read_assignment(str(file), ["bankroll=500", "hands=60"], seed, 0, chance, "")
        (found,) = verify_all(assignment, [], [("ann.txt", text)])
        assert found.verdict == "right"
    with pytest.raises(UsageError, match="swaps hands"):
        read_assignment(str(file), ["bankroll=500", "hands=60"], "", 0, "cards", "")
    file.write_text(
        LEAPER.replace("swap hands", "discard card").replace(', partner = "opponent"', ""), "utf-8"
    )
    text = start("run", str(file), "500", "5", "60", "simple", "--seed", "2").stdout
    (found,) = verify_all(
        read_assignment(str(file), ["bankroll=500", "hands=60"], "", 0, "cards", ""), [], [("ann.txt", text)]
    )
    assert found.verdict == "right"


GAMBLER = """
[ruleset]
title = "A gambler"
extends = "vegas"

[strategies.random]
rules = [
  { when = "total < 17 and random(1, 3) == 2", do = "hit" },
  { when = "total < 18 and random(1, 3) > 3", do = "hit" },
  { do = "stand" },
]
"""


def test_strategies_may_do_what_chance_brings_about_between_its_ends(tmp_path: Path) -> None:
    """A rule that holds for the number in the middle only is no mistake; one that never holds is."""
    file = tmp_path / "gambler.toml"
    file.write_text(GAMBLER, "utf-8")
    text = start("run", str(file), "random:A:100", "--seed", "2", "--rounds", "30").stdout
    assert text.count(b"A chooses to draw") > 2
    assignment = read_assignment(str(file), ["players=random:A:100"], "", 30, "cards", "")
    (found,) = verify_all(assignment, [], [("ann.txt", text)])
    assert found.verdict == "right"
    file.write_text(GAMBLER.replace("total < 17 and random(1, 3) == 2", "total < 17 and random(1, 3) < 1"))
    assignment = read_assignment(str(file), ["players=random:A:100"], "", 30, "cards", "")
    (found,) = verify_all(assignment, [], [("ann.txt", text)])
    assert {each.rule for each in found.findings} == {"strategies.random.rules"}


def test_marks_may_stand_in_a_file(folder: Path) -> None:
    """A table [marks] says the same as the option."""
    file = folder / "marks.toml"
    file.write_text("[marks]\ndealer = 10\nwording = 3\n", "utf-8")
    words = (str(folder / "bob.txt"), "--format", "json", "--points")
    assert bj(*words, str(file)).stdout == bj(*words, "dealer=10,wording=3").stdout


def test_junit_is_read_by_others(folder: Path) -> None:
    """A parser that is not ours finds a case for every transcript, with its failures."""
    suites = JUnitXml.fromstring(bj(str(folder), "--format", "junit").stdout.encode())
    cases = [case for suite in suites for case in suite]
    assert [len(case.result) for case in cases] == [0, 1, 1]
    assert suites.failures == 2


def test_services_get_their_own_files(folder: Path) -> None:
    """The files have the keys that Gradescope, Classroom 50 and check50 document, and sums that fit."""
    points = ("--points", "dealer=10,wording=3")
    gradescope = json.loads(bj(str(folder / "bob.txt"), *points, "--format", "gradescope").stdout)
    assert gradescope["score"] == sum(test["score"] for test in gradescope["tests"]) == 9.5
    assert [test["max_score"] for test in gradescope["tests"]] == [10, 3]
    assert [test["status"] for test in gradescope["tests"]] == ["failed", "failed"]
    told = {"CLASSROOM": "cards", "ASSIGNMENT": "blackjack", "SUBMISSION_TAG": "submit/1", "OWNER": "ann"}
    classroom = json.loads(bj(str(folder / "bob.txt"), *points, "--format", "classroom50", **told).stdout)
    assert (classroom["schema"], classroom["classroom"]) == ("classroom50/result/v1", "cards")
    assert (classroom["owner"], classroom["assignment_type"]) == ("ann", "individual")
    assert (classroom["score"], classroom["max-score"]) == (9, 13)
    keys = {"test-name", "passed", "score", "max-score", "output"}
    assert all(test.keys() == keys for test in classroom["tests"])
    assert all(type(test["score"]) is type(test["max-score"]) is int for test in classroom["tests"])
    points = ("--points", "dealer=9.5,wording=0.25")
    classroom = json.loads(bj(str(folder / "bob.txt"), *points, "--format", "classroom50").stdout)
    assert (classroom["score"], classroom["max-score"]) == (903, 975)  # 9.025 of 9.5, rounded
    assert classroom["submission"] == "submit/unknown"
    check50 = json.loads(bj(str(folder), "--format", "check50").stdout)
    assert check50.keys() == {"slug", "results", "version"}
    assert [result["passed"] for result in check50["results"]] == [True, False, False]
    assert check50["results"][1]["cause"]["help"]


def test_marks_are_checks_that_depend_on_their_transcript(folder: Path) -> None:
    """Each has its points, help where a rule is broken, and is skipped if there is no game."""
    (folder / "dan.txt").write_bytes(b"")
    points = ("--points", "dealer=10,wording=3", "--format", "check50")
    checks = {each["name"].rpartition("bob")[2]: each for each in _checks(folder / "bob.txt", points)}
    assert [each["passed"] for each in checks.values()] == [True, False, False]
    assert [each["data"] for each in checks.values()][1:] == [
        {"points": 9.5, "most_points": 10},
        {"points": 0, "most_points": 3},
    ]
    assert checks["_txt_wording"]["cause"]["help"] == "output.dealer_wins"
    assert checks["_txt_dealer"]["cause"]["rationale"].startswith("kept in ")
    game, *others = _checks(folder / "dan.txt", points)
    assert (game["passed"], game["cause"]["rationale"]) == (
        False,
        "line 1, the transcript is empty, or missing",
    )
    assert [(each["passed"], each["dependency"]) for each in others] == [(None, game["name"])] * 2


def _checks(file: Path, words: tuple[str, ...]) -> list[dict[str, Any]]:
    checks: list[dict[str, Any]] = json.loads(bj(str(file), *words).stdout)["results"]
    return checks


@pytest.mark.parametrize("output_format", get_args(ServiceName))
def test_services_have_results_without_a_transcript(folder: Path, output_format: str) -> None:
    """A student whose program makes none sees that, and not a grader that failed."""
    file = folder / "results"
    done = bj(str(folder / "nothing.txt"), "--format", output_format, "--output-file", str(file))
    assert done.returncode == 1
    assert "missing" in file.read_text("utf-8")


def test_students_see_no_folders_of_an_installation(folder: Path) -> None:
    """Places have the name of the ruleset alone where a service or a part of the solution is shown."""
    for words in (("--format", "junit"), ("--format", "gradescope"), ("--reveal", "rule")):
        printed = bj(str(folder / "bob.txt"), *words).stdout
        assert "classic.toml:" in printed
        assert "rulesets" not in printed


def test_students_see_the_sentence_of_the_ruleset_and_instructors_both(folder: Path) -> None:
    """`[help]` has a sentence for a rule or its beginning; the longest path that fits counts."""
    head = '[ruleset]\ntitle = "A2"\nextends = "classic"\n[help]\n'
    sentences = (
        '"output" = "Texts: V"\n"output.dealer_wins" = "The end of a hand: V.3"\n"payouts" = "Money: IV"\n'
    )
    ruleset = folder / "a2.toml"
    ruleset.write_text(head + sentences, "utf-8")
    words = (str(folder / "bob.txt"), "--set", "hands=20", "--set", "player=counting")
    full = start("verify", str(ruleset), *words).stdout.decode()
    assert "see       The end of a hand: V.3" in full
    assert "rule      output.dealer_wins" in full
    for_students = start(
        "verify", str(ruleset), *words, "--reveal", "rule", "--points", "wording=5"
    ).stdout.decode()
    assert "see       The end of a hand: V.3" in for_students
    assert "output.dealer_wins" not in for_students
    assert "wording: " in for_students


def test_groups_reveal_no_kinds(folder: Path) -> None:
    """With ``--reveal none``, transcripts are grouped by their verdicts."""
    (folder / "eve.txt").write_text(RIGHT.replace("# Dealer wins", "# Dealer won"), "utf-8")
    printed = bj(str(folder), "--reveal", "none").stdout
    assert [line.partition(":")[0] for line in printed.splitlines()[-3:]] == [
        "wrong (2 transcripts)",
        "right (1 transcript)",
        "wording (1 transcript)",
    ]
    described = json.loads(bj(str(folder / "eve.txt"), "--reveal", "none", "--format", "json").stdout)
    assert {each["kind"] for each in described[0]["findings"]} == {"wording"}


def test_github_shows_findings_at_their_lines(folder: Path) -> None:
    """A command for every finding, and nothing for a right transcript."""
    assert bj(str(folder / "ann.txt"), "--format", "github").stdout == ""
    lines = bj(str(folder / "bob.txt"), "--format", "github").stdout.splitlines()
    assert lines
    assert all(line.startswith(("::error title=bj ", "::warning title=bj ")) for line in lines)


def test_many_are_a_table_and_groups(folder: Path) -> None:
    """One run over a folder gives a row for every transcript, and says who is wrong alike."""
    table = folder / "table.csv"
    printed = bj(str(folder), "--csv", str(table), "--points", "dealer=10").stdout
    rows = list(csv.DictReader(io.StringIO(table.read_text("utf-8"))))
    assert [row["verdict"] for row in rows] == ["right", "wrong", "wrong"]
    assert [row["points"] for row in rows] == ["10", "9.5", "9.5"]
    alike = next(line for line in printed.splitlines() if "(2 transcripts)" in line)
    assert "bob.txt" in alike
    assert "cleo.txt" in alike


def test_games_are_suggested_in_which_all_comes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few seeds, or cuts, under which every event of the ruleset happens."""
    monkeypatch.setattr(suggesting, "SEEDS", 40)
    assignment = read_assignment("classic", ["hands=20", "player=counting"], "", 0, None, "")
    printed = "\n".join(in_words(suggest(assignment)))
    assert "player_natural" in printed
    assert "cuts: " in printed
    assert "in none" not in printed


def test_people_answer_whatever_they_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Insurance is taken and left where games of a table are suggested at which a person plays."""
    monkeypatch.setattr(suggesting, "SEEDS", 12)
    assignment = read_assignment("casino", ["player=human"], "", 0, None, "")
    found, _ = suggest(assignment)
    assert "player_insures" in {event for each in found for event in each.events}


def test_other_arguments_are_suggested_where_something_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never happens with the arguments given is found with others, and what never does is said."""
    monkeypatch.setattr(suggesting, "SEEDS", 20)
    values: dict[str, Value] = {"normal": 40, "hands": 3, "kind": "simple", "dealers": "sc"}
    found, never = suggest(Assignment(rules_of("sos_vs_sc"), values, 0, "seed"))
    assert not found[0].settings
    assert [each.settings for each in found if "player_says" in each.events] == [("dealers=sos",)]
    assert never == []


def test_right_programs_are_told_apart_from_many(folder: Path) -> None:
    """Many transcripts are verified by several processes, and reported in their order."""
    for number in range(30):
        (folder / f"more{number:02d}.txt").write_text(WRONG if number == 7 else RIGHT, "utf-8")
    reports = json.loads(bj(str(folder), "--format", "json").stdout)
    wrong = [Path(report["file"]).name for report in reports if report["verdict"] != "right"]
    assert wrong == ["bob.txt", "cleo.txt", "more07.txt"]
