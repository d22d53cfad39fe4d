"""Courses: a class is graded by a manifest, and everyone gets results whatever was handed in."""

from __future__ import annotations

import copy
import csv
import json
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.oracle import courses
from tests.session.starting import Done, start

from bj.grading.credit import Graded
from bj.grading.manifest import Manifest
from bj.grading.saved_results import load
from bj.verify.findings import Report

MANIFEST = """
[course]
title = "A <b>course</b> & more"
ruleset = "classic"
formats = ["text", "gradescope", "classroom50", "check50", "junit", "json"]
students = ["dan"]

[runs.shown]
arguments = { hands = 10, player = "counting" }

[runs.secret]
arguments = { hands = 12, player = "simple" }
weight = 3
hidden = true

[points]
dealer = 10
natural = 5
order = { points = 4, hands = 44 }
wording = 4

[help]
"output.dealer_wins" = "Texts: section II.4"
"""


def write_course(tmp_path: Path) -> Path:
    """A manifest with a right submission, one with two other texts, and one with HTML that is cut."""
    (tmp_path / "course.toml").write_text(MANIFEST, "utf-8")
    runs = {
        "shown": courses.transcript(courses.CLASSIC, 100, 5, 10, "counting"),
        "secret": courses.transcript(courses.CLASSIC, 100, 5, 12, "simple"),
    }
    for run, text in runs.items():
        submitted = {
            "ann": text,
            "bob": text.replace("Dealer wins", "The <script>dealer</script> wins"),
            "cleo": text[: len(text) // 2],
        }
        for name, content in submitted.items():
            folder = tmp_path / "submissions" / name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{run}.txt").write_text(content, "utf-8")
    return tmp_path


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course that is not graded yet."""
    return write_course(tmp_path)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a course that is graded, and what that printed."""
    folder = write_course(tmp_path_factory.mktemp("course"))
    done = grade(folder, "--workers", "1")
    assert done.returncode == 0, done.stderr
    return folder, done.stdout.decode()


def grade(course: Path, *words: str) -> Done:
    """Grade the class."""
    return start("grade", "course.toml", *words, folder=course)


def contents(folder: Path) -> dict[str, bytes]:
    """The content of all files of a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_everyone_gets_results_in_every_format(graded: tuple[Path, str]) -> None:
    """Also a student without a submission has a file of each format, and a row of marks."""
    results = graded[0] / "results"
    for student in ("ann", "bob", "cleo", "dan"):
        score = json.loads((results / f"{student}.gradescope.json").read_bytes())
        assert score["score"] == sum(test["score"] for test in score["tests"])
        assert {f"{student}{end}" for end in (".txt", ".check50.json", ".junit.xml", ".json")} <= contents(
            results
        ).keys()
    lines = (results / "marks.csv").read_text("utf-8").splitlines()
    rows = {row["student"]: row for row in csv.DictReader(lines)}
    assert (rows["ann"]["dealer"], rows["ann"]["order"], rows["ann"]["wording"]) == ("10", "2", "4")
    assert (rows["bob"]["dealer"], rows["bob"]["wording"]) == ("10", "0")
    assert 0 < float(rows["cleo"]["dealer"]) < 10
    assert rows["dan"]["points"] == "0"


def test_results_are_the_same_with_any_number_of_workers(course: Path) -> None:
    """One process and two write the same bytes, and so does a run that continues an interrupted one."""
    assert grade(course, "--workers", "1", "--results", "one").returncode == 0
    assert grade(course, "--workers", "2", "--results", "two").returncode == 0
    assert contents(course / "one") == contents(course / "two")
    for name in ("bob.txt", "cleo.json", "class.html", ".grades/cleo.json"):
        (course / "two" / name).unlink()
    assert grade(course, "--workers", "1", "--results", "two").returncode == 0
    assert contents(course / "one") == contents(course / "two")


def test_students_see_help_and_no_hidden_run(graded: tuple[Path, str]) -> None:
    """The instructor's words replace the rule, and a hidden run only breaks one."""
    text = (graded[0] / "results" / "bob.txt").read_text("utf-8")
    assert "see       Texts: section II.4" in text
    assert "output.dealer_wins" not in text
    assert "a rule is broken in a hidden run" in text
    assert "secret" not in text


def test_the_page_of_the_class_escapes_everything(graded: tuple[Path, str]) -> None:
    """Titles and lines of students are text, and the page needs no other file."""
    page = (graded[0] / "results" / "class.html").read_text("utf-8")
    assert "A &lt;b&gt;course&lt;/b&gt; &amp; more" in page
    assert "&lt;script&gt;" in page
    assert "<code>output.<wbr>dealer_wins</code>" in page
    assert '<td class="number never" title="never came up">0</td>' in page
    assert "<span class=never>never came up</span>" in page
    assert not re.search(r"<(script|link|img|iframe)|https?://|@import", page)
    printed = graded[1]
    assert printed.startswith("4 students, 1 without a finding\n")
    assert "output.dealer_wins (1 student): bob" in printed
    assert "never came up:" in printed


def test_one_submission_is_graded_alone(course: Path) -> None:
    """A service gives the folder of one student, and takes the results in its format."""
    done = grade(course, "submissions/ann", "--student", "ann", "--format", "gradescope")
    assert json.loads(done.stdout)["score"] >= 16
    nothing = course / "nothing"
    nothing.mkdir()
    done = grade(course, "nothing", "--student", "x", "--format", "gradescope", "--output-file", "r.json")
    assert done.returncode == 0
    assert json.loads((course / "r.json").read_bytes())["score"] == 0


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("dealer = 10", "deeler = 10", 1, "course.toml:17:1"),
        ("weight = 3", "weight = -3", 1, "course.toml:13:10"),
        ("hands = 12", "hands = 12, colour = 3", 2, "course.toml:11:7"),
        ('ruleset = "classic"', 'ruleset = "nothing"', 2, "course.toml:4:1: unknown ruleset `nothing`"),
        (
            'students = ["dan"]',
            "transcripts = 'x.txt'",
            1,
            "`transcripts` should have the name of the student",
        ),
        (
            'students = ["dan"]',
            "transcripts = '../{student}'",
            1,
            "lead to files in the folder of submissions",
        ),
        (
            'students = ["dan"]',
            "transcripts = '/tmp/{student}'",
            1,
            "lead to files in the folder of submissions",
        ),
        ('"dan"', '"../dan"', 1, "help: use letters from A to Z"),
        ("[runs.shown]", '[runs."sh/own"]', 1, "help: use letters from A to Z"),
        ("weight = 3", 'words = ["a\\u0000"]', 1, "course.toml:13:12"),
        ('"output.dealer_wins"', '"outputs.dealer_wins"', 1, "help: did you mean `output`?"),
        ("[points]", "[points", 1, "course.toml:16:8"),
    ],
)
def test_faults_of_a_manifest_have_places(course: Path, old: str, new: str, code: int, words: str) -> None:
    """File, line and column, as in a ruleset, and nothing is written."""
    (course / "course.toml").write_text(MANIFEST.replace(old, new), "utf-8")
    done = grade(course)
    assert (done.returncode, words in done.stderr.decode()) == (code, True), done.stderr.decode()
    assert not (course / "results").exists()


def test_what_is_known_is_not_verified_again(graded: tuple[Path, str]) -> None:
    """A state is used as long as neither the transcripts nor the manifest change."""
    folder = graded[0]
    state = folder / "results" / ".grades" / "bob.json"
    before = state.read_bytes()
    state.write_bytes(before.replace(b"the wording differs", b"the wording is kept"))
    bob = folder / "submissions" / "bob"
    assert "the wording is kept" in grade(folder, "--workers", "1").stdout.decode()
    (folder / "submissions" / "eve").mkdir()
    text = (bob / "shown.txt").read_text("utf-8").replace("\n", " \n")
    (folder / "submissions" / "eve" / "shown.txt").write_text(text, "utf-8")
    (bob / "secret.txt").write_bytes(b"")
    printed = grade(folder, "--workers", "1").stdout.decode()
    assert "the wording is kept" not in printed
    assert "the same wrong transcript: bob eve" in printed


def test_other_answers_are_verified_again(tmp_path: Path) -> None:
    """The file of the answers is a part of the assignment, although the manifest only names it."""
    run = '[runs.one]\narguments = { hands = 1 }\nanswers = "answers.txt"\n'
    manifest = f'[course]\nruleset = "classic"\nstudents = ["ann"]\n{run}[points]\norder = 1\n'
    (tmp_path / "course.toml").write_text(manifest, "utf-8")
    (tmp_path / "submissions").mkdir()
    state = tmp_path / "results" / ".grades" / "ann.json"
    keys = set()
    for answers in ("5\nstand\n", "5\nhit\n"):
        (tmp_path / "answers.txt").write_text(answers, "utf-8")
        assert grade(tmp_path, "--workers", "1").returncode == 0
        keys.add(json.loads(state.read_bytes())["key"])
    assert len(keys) == 2


def test_the_time_of_a_submission_is_that_of_its_own_files(course: Path) -> None:
    """A later submission of another student changes nothing, and without any file it is the first of 1970."""
    for number, name in enumerate(("ann", "bob", "cleo")):
        for file in (course / "submissions" / name).iterdir():
            os.utime(file, (number * 86400, number * 86400))
    assert grade(course, "--workers", "1").returncode == 0
    results = {
        name: course / "results" / f"{name}.classroom50.json" for name in ("ann", "bob", "cleo", "dan")
    }
    days = {name: json.loads(file.read_bytes())["datetime"][:10] for name, file in results.items()}
    assert days == {"ann": "1970-01-01", "bob": "1970-01-02", "cleo": "1970-01-03", "dan": "1970-01-01"}


def replaced(state: Any, path: Sequence[str | int], value: object) -> str:
    """A state with another value at a path."""
    changed = holder = copy.deepcopy(state)
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return json.dumps(changed)


def test_a_state_with_wrong_types_is_not_used(graded: tuple[Path, str]) -> None:
    """Everything in the file is checked; the submission is verified again."""
    results = graded[0] / "results"
    state = json.loads((results / ".grades" / "bob.json").read_bytes())
    runs = [*state["reports"]]
    report: list[str | int] = ["reports", runs[0]]
    assert load(results, state["key"], "bob", runs) is not None
    changes: list[tuple[list[str | int], object]] = [
        (["digests"], {}),
        (["digests", runs[0]], 1),
        (["reports"], {}),
        ([*report, "hands"], "many"),
        ([*report, "hands"], None),
        ([*report, "exercised"], [[["push"], "often"]]),
        ([*report, "findings", 0, "confidence"], "hardly"),
        ([*report, "findings", 0, "message"], 3),
        ([*report, "findings", 0, "alternatives"], [1]),
    ]
    texts = [replaced(state, path, value) for path, value in changes]
    for text in (*texts, "[]", "null", "[" * 100_000):
        (results / ".grades" / "eve.json").write_text(text, "utf-8")
        assert load(results, state["key"], "eve", runs) is None, text[:80]


def test_submissions_with_strange_files_and_names(tmp_path: Path) -> None:
    """Pipes and links, also to another student's transcript, are empty; names are shown, not obeyed."""
    (tmp_path / "course.toml").write_text(MANIFEST, "utf-8")
    right = courses.transcript(courses.CLASSIC, 100, 5, 10, "counting")
    for name in ("ann", "pipe", "link", "secret", "=1+1", "a\n::error::b"):
        (tmp_path / "submissions" / name).mkdir(parents=True)
        (tmp_path / "submissions" / name / "secret.txt").write_text("x", "utf-8")
    (tmp_path / "submissions" / "ann" / "shown.txt").write_text(right, "utf-8")
    os.mkfifo(tmp_path / "submissions" / "pipe" / "shown.txt")
    (tmp_path / "submissions" / "link" / "shown.txt").symlink_to("../ann/shown.txt")
    (tmp_path / "submissions" / "secret" / "shown.txt").symlink_to("/dev/zero")
    (tmp_path / "submissions" / "folder").symlink_to("ann")
    done = grade(tmp_path, "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert b"\n::" not in done.stdout
    assert b"a\\n::error::b" in done.stdout
    rows = (tmp_path / "results" / "marks.csv").read_text("utf-8").splitlines()
    marks = {row["student"]: row["dealer"] for row in csv.DictReader(rows)}
    assert float(marks.pop("ann")) > 0
    names = ("'=1+1", "a\\n::error::b", "dan", "folder", "link", "pipe", "secret")
    assert marks == dict.fromkeys(names, "0")


def test_results_that_cannot_be_written_are_named(course: Path) -> None:
    """A folder in the place of a file, a name that is too long, and two students with one file."""
    for name in ("bob", "cleo"):
        shutil.rmtree(course / "submissions" / name)
    (course / "results" / "ann.txt").mkdir(parents=True)
    done = grade(course, "--workers", "1")
    assert (done.returncode, b"error: results/ann.txt cannot be written" in done.stderr) == (2, True)
    long = course / "submissions" / ("x" * 250)
    long.mkdir()
    (long / "shown.txt").write_text("x", "utf-8")
    assert b"cannot be written: File name too long" in grade(course, "--results", "new").stderr
    long.rename(course / "submissions" / "ann.check50")
    done = grade(course, "--results", "newer")
    assert (done.returncode, b"would be the file ann.check50.json" in done.stderr) == (2, True)
    assert not (course / "newer").exists()


def test_doubts_are_for_instructors_to_review(course: Path) -> None:
    """A transcript of another game costs no points for a rule; the table, the list and the page show it."""
    (course / "submissions" / "bob" / "shown.txt").write_text("Welcome.\nAnn bets $5.\n" * 30, "utf-8")
    printed = grade(course, "--workers", "1").stdout.decode()
    assert "to review:\n  bob, run shown, line " in printed
    rows = csv.DictReader((course / "results" / "marks.csv").read_text("utf-8").splitlines())
    assert {row["student"]: row["review"] for row in rows} == {"ann": "", "bob": "yes", "cleo": "", "dan": ""}
    assert "<h2>To review</h2>" in (course / "results" / "class.html").read_text("utf-8")


def test_a_game_that_breaks_off_is_counted_once() -> None:
    """Its share of the hands and too few hands for all points are one shortage: the larger one counts."""
    runs = {"one": {}, "two": {"weight": 3}}
    manifest = Manifest.model_validate(
        {"course": {"ruleset": "classic"}, "runs": runs, "points": {"dealer": {"points": 40, "hands": 10}}}
    )
    followed = {frozenset(("dealer_total",)): 2}
    cut = Report("", exercised=followed, followed=2, expected=20)
    ended = Report("", exercised=followed, followed=2)
    for reports, points in (((cut, cut), 4), ((ended, ended), 16), ((cut, ended), 16), ((ended, cut), 13)):
        graded = Graded("ann", dict(zip(runs, reports, strict=True)), {})
        (given,) = graded.marks(manifest, dict.fromkeys(runs, frozenset()))
        assert given.points == points


def test_a_format_is_for_one_student(course: Path) -> None:
    """The manifest has those of a whole class."""
    done = grade(course, "--format", "json")
    assert (done.returncode, b"add `--student`" in done.stderr) == (2, True)
    assert not (course / "results").exists()
