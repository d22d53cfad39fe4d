"""Courses: a class is graded by a manifest, and every student gets results for any submission."""

from __future__ import annotations

import copy
import csv
import json
import os
import re
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.grading import in_process
from tests.oracle import courses
from tests.session.starting import Done, start

from bj.cli.grade import plan_of
from bj.grading import grading
from bj.grading.credit import Graded, settle
from bj.grading.html_overview import render_page
from bj.grading.manifest import Manifest, Points
from bj.grading.manifest_reading import read_manifest
from bj.grading.overview import Broken, FindingPlace, Overview, describe, look_over, render_marks
from bj.grading.saved_results import load
from bj.grading.submissions import NOT_HANDED_IN, Submission, find_submissions, find_unused
from bj.text.colours import plain
from bj.verify import sample_games
from bj.verify.findings import BrokenRule, Report
from bj.verify.formats.text import describe_why, render_full
from bj.verify.marks import Mark, Why
from bj.verify.message_texts import OTHER_WORDING

MANIFEST = """
[course]
title = "A course"
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
"""


def write_course(tmp_path: Path) -> Path:
    """Write a manifest with a correct submission, one with a changed text, and one that is cut off."""
    (tmp_path / "course.toml").write_text(MANIFEST, "utf-8")
    runs = {
        "shown": courses.transcript(courses.CLASSIC, 100, 5, 10, "counting"),
        "secret": courses.transcript(courses.CLASSIC, 100, 5, 12, "simple"),
    }
    for run, text in runs.items():
        submitted = {
            "ann": text,
            "bob": text.replace("Dealer wins", "The dealer wins"),
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
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a course that is graded."""
    folder = write_course(tmp_path_factory.mktemp("course"))
    done = grade(folder, "--workers", "1")
    assert done.returncode == 0, done.stderr
    return folder


def manifest_of(runs: Mapping[str, object], **tables: object) -> Manifest:
    """The manifest of a course about ``classic`` with these runs and other tables."""
    return Manifest.model_validate({"course": {"ruleset": "classic"}, "runs": runs, **tables})


def grade(course: Path, *words: str) -> Done:
    """Grade the class."""
    return in_process.grade(course, "course.toml", *words)


def notes(done: Done) -> str:
    """The notes of a command, except the one about mistakes that no run shows."""
    lines = done.stderr.decode().splitlines(keepends=True)
    return "".join(each for each in lines if not each.startswith((UNSHOWN, "  ")))


def contents(folder: Path) -> dict[str, bytes]:
    """The content of all files of a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_everyone_gets_results_in_every_format(graded: Path) -> None:
    """Every student has a file of each format, even one without a submission."""
    results = graded / "results"
    for student in ("ann", "bob", "cleo", "dan"):
        forms = ("txt", "gradescope.json", "classroom50.json", "check50.json", "junit.xml", "json")
        assert {f"{student}.{form}" for form in forms} <= contents(results).keys()
    check50 = json.loads((results / "bob.check50.json").read_bytes())
    assert (check50["slug"], len(check50["results"])) == ("A course", 5)


def test_results_are_the_same_with_any_number_of_workers(course: Path) -> None:
    """One process and two write the same bytes, and so does a run that continues an interrupted one."""
    assert grade(course, "--workers", "1", "--results", "one").returncode == 0
    done = start("grade", "course.toml", "--workers", "2", "--results", "two", folder=course)
    assert done.returncode == 0
    assert contents(course / "one") == contents(course / "two")
    for name in ("bob.txt", "cleo.json", "class.html", ".grades/cleo.json"):
        (course / "two" / name).unlink()
    assert grade(course, "--workers", "1", "--results", "two").returncode == 0
    assert contents(course / "one") == contents(course / "two")


def test_what_is_known_is_not_verified_again(graded: Path) -> None:
    """A stored state is used as long as neither the transcripts nor the manifest change."""
    folder = graded
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
    assert "  bob eve: run shown, 1 mistake" in printed


UNSHOWN = "note: no run shows these mistakes, so they cost no points:"

SMALL = """
[course]
ruleset = "classic"
[runs.one]
arguments = { hands = 10, player = "counting" }
[runs.two]
arguments = { hands = 10, player = "simple" }
[points]
order = 1
"""


def write_small(folder: Path, texts: dict[str, str]) -> Path:
    """A course whose students submit some texts, by path."""
    (folder / "course.toml").write_text(SMALL, "utf-8")
    for path, text in texts.items():
        file = folder / "submissions" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


def test_equal_transcripts_are_reported_unless_they_are_right_apart_from_spaces(tmp_path: Path) -> None:
    """The largest group is named once, with its runs."""
    one = courses.transcript(courses.CLASSIC, 100, 5, 10, "counting")
    two = courses.transcript(courses.CLASSIC, 100, 5, 10, "simple")
    wrong = {"one": one.replace("wins", "WINS"), "two": two.replace("wins", "WINS")}
    texts = {f"{name}/{run}.txt": text for name in ("ann", "bob") for run, text in wrong.items()}
    texts |= {"cleo/one.txt": wrong["one"], "cleo/two.txt": two}
    texts |= {"dan/one.txt": one.replace("\n", " \n"), "eve/one.txt": one.replace("\n", "  \n")}
    printed = grade(write_small(tmp_path, texts), "--workers", "1").stdout.decode()
    groups = [line for line in printed.splitlines() if ": run one" in line and ", 1 mistake" in line]
    assert groups == ["  ann bob cleo: run one, 1 mistake"]
    manifest = SMALL.replace('ruleset = "classic"', 'ruleset = "classic"\nchance = "cards"')
    (tmp_path / "course.toml").write_text(manifest, "utf-8")
    marked = f"\ufeff{one}".replace("\n", "\r\n").encode()
    for name in ("dan", "eve"):
        (tmp_path / "submissions" / name / "one.txt").write_bytes(marked)
    printed = grade(tmp_path, "--workers", "1").stdout.decode()
    assert groups[0] in printed.splitlines()
    assert "dan eve: " not in printed
    assert "ann, bob, cleo: run one, 1 mistake" in (tmp_path / "results" / "class.html").read_text("utf-8")
    assert "never came up" not in printed


def test_submissions_that_fit_no_run_are_named(tmp_path: Path) -> None:
    """A student whose files have another name is not graded, so the command names the folder."""
    one = courses.transcript(courses.CLASSIC, 100, 5, 10, "counting")
    folder = write_small(
        tmp_path, {"ann/one.txt": one, "ann/notes.md": "", "oscar/One.txt": one, "a.zip": ""}
    )
    done = grade(folder, "--workers", "1")
    assert notes(done) == "note: these names match no submission: a.zip, oscar\n"
    done = in_process.grade(folder, "course.toml", "submissions", "--student", "ann")
    expected = os.path.join("submissions", "one.txt")
    assert done.stderr.decode() == f"note: no transcript was found; bj expects the first one at {expected}\n"
    program = manifest_of({"one": {}}, program={"run": ["./game"]})
    found = find_submissions(program, folder / "submissions", "")
    assert find_unused(program, folder / "submissions", found) == ["a.zip"]


def test_results_of_students_who_are_not_in_the_class_are_named(tmp_path: Path) -> None:
    """Files that an earlier class left in the folder are neither deleted nor passed over."""
    one = courses.transcript(courses.CLASSIC, 100, 5, 10, "counting")
    folder = write_small(tmp_path, {"ann/one.txt": one, "bob/one.txt": one})
    assert not notes(grade(folder, "--workers", "1"))
    shutil.rmtree(folder / "submissions" / "bob")
    said = "note: results also has results of students who are not in this class: bob\n"
    assert notes(grade(folder, "--workers", "1")) == said
    assert (folder / "results" / "bob.txt").exists()
    assert not in_process.grade(folder, "course.toml", "submissions/ann", "--student", "ann").stderr


def test_runs_that_play_the_same_game_are_named(tmp_path: Path) -> None:
    """A second run of the same game tests nothing, unless each program deals its own cards."""
    runs = "[runs.one]\nseed = 3\n[runs.two]\nseed = 4\n[runs.three]\nseed = 3\narguments = { hands = 3 }\n"
    manifest = f'[course]\nruleset = "classic"\nstudents = ["ann"]\n{runs}[points]\norder = 1\n'
    folder = write_small(tmp_path, {"ann/one.txt": ""})
    (folder / "course.toml").write_text(manifest, "utf-8")
    said = "note: the runs one and three play the same game; change a seed\n"
    assert notes(grade(folder, "--workers", "1")) == said
    cards = manifest.replace("students", 'chance = "cards"\nstudents')
    (folder / "course.toml").write_text(cards, "utf-8")
    assert not notes(grade(folder, "--workers", "1"))


def test_members_of_groups_that_come_up_in_no_run_are_named(tmp_path: Path) -> None:
    """A correct program gets all points of a group, so that only a note says what they do not cover.

    If all payouts are whole numbers, nothing is ever rounded, and the note does not name it.
    """
    points = '[points]\nmoney = { points = 9, of = ["win", "tie", "rounding"] }\n'
    manifest = f'[course]\nruleset = "classic"\nstudents = ["ann"]\n[runs.one]\nseed = 3\nARGUMENTS\n{points}'
    folder = write_small(tmp_path, {"ann/one.txt": ""})
    (folder / "whole.toml").write_text(
        '[ruleset]\ntitle = "A"\nextends = "classic"\n[payouts]\nnatural = "2:1"\n', "utf-8"
    )
    short = 'arguments = { hands = 1, player = "simple" }'
    for ruleset, arguments, said in (
        ("classic", short, "note: no run shows tie (in money) and rounding (in money)\n"),
        ("whole.toml", short, "note: no run shows tie (in money)\n"),
        ("classic", 'arguments = { hands = 100, minimum = 7, bankroll = 1000, player = "simple" }', ""),
    ):
        course = manifest.replace("ARGUMENTS", arguments).replace("classic", ruleset)
        (folder / "course.toml").write_text(course, "utf-8")
        assert notes(grade(folder, "--workers", "1")) == said
        page = (folder / "results" / "class.html").read_text("utf-8")
        assert f"<li>{said.removeprefix('note: ').strip()}</li>" in page or not said


def test_mistakes_that_no_run_shows_are_named(tmp_path: Path) -> None:
    """The note lists a change to a rule that has points, with a game that would show it."""
    folder = write_small(tmp_path, {"ann/one.txt": "", "ann/two.txt": ""})
    fixed = SMALL.replace("order = 1", "natural = 1")
    reasons = ((fixed, True), (fixed.replace("natural", "shuffle"), False))
    for manifest, is_shown in (
        *reasons,
        (fixed.replace("[runs.one]", 'chance = "cards"\n[runs.one]'), False),
    ):
        (folder / "course.toml").write_text(manifest, "utf-8")
        printed = grade(folder, "--workers", "1").stderr.decode()
        assert (UNSHOWN in printed) == is_shown
        assert (
            re.search(r"\n  payouts.natural: pays .* \(add a run like one, with seed \d+\)\n", printed)
            is not None
        ) == is_shown
        assert ("see `bj mutate classic --course course.toml`\n" in printed) == is_shown


def test_a_command_in_a_note_can_be_pasted(tmp_path: Path) -> None:
    """Names with spaces are quoted for the shell, and terminal codes are visible."""
    folder = write_small(tmp_path, {"ann/one.txt": "", "ann/two.txt": ""})
    (folder / "my \033[31mcourse.toml").write_text(SMALL.replace("order = 1", "natural = 1"), "utf-8")
    printed = in_process.grade(folder, "my \033[31mcourse.toml").stderr.decode()
    assert "see `bj mutate classic --course 'my \\x1b[31mcourse.toml'`\n" in printed


def test_marks_have_the_order_of_the_manifest(tmp_path: Path) -> None:
    """The columns of marks.csv, with groups, follow the table ``[points]``."""
    folder = write_small(tmp_path, {"ann/one.txt": ""})
    points = 'wording = 1\ncash = { points = 2, of = ["win", "tie"] }\nnatural = 3\ndealer = 4\n'
    (folder / "course.toml").write_text(f"{SMALL}{points}", "utf-8")
    assert grade(folder, "--workers", "1").returncode == 0
    head, row = (folder / "results" / "marks.csv").read_text("utf-8").splitlines()
    assert head == "student,order,wording,cash,natural,dealer,points,most,verdict,review"
    assert row.split(",")[6:8] == ["0", "11"]


def test_a_missing_transcript_names_the_most_similar_file(tmp_path: Path) -> None:
    """A slip in the name of a file is reported in the note and to the student; other files are not."""
    one = courses.transcript(courses.CLASSIC, 100, 5, 10, "counting")
    two = courses.transcript(courses.CLASSIC, 100, 5, 10, "simple")
    texts = {"ann/One.txt": one, "ann/two.txt.txt": two, "ann/game.cpp": "", "bob/one.txt": one}
    folder = write_small(tmp_path, texts)
    done = grade(folder, "--workers", "1")
    assert notes(done) == "note: these names match no submission: ann\n"
    (folder / "submissions" / "ann" / "two.txt.txt").rename(folder / "submissions" / "ann" / "two.txt")
    done = grade(folder, "--workers", "1")
    assert notes(done) == "note: these names match no submission: ann/One.txt\n"
    said = "the transcript `one.txt` was not handed in; the file with the most similar name is `ann/One.txt`"
    assert said in (folder / "results" / "ann.txt").read_text("utf-8")
    assert "similar" not in (folder / "results" / "bob.txt").read_text("utf-8")
    done = in_process.grade(folder, "course.toml", "submissions/ann", "--student", "ann")
    assert "the file with the most similar name is `One.txt`" in done.stdout.decode()


@pytest.mark.usefixtures("little_effort")
def test_missing_and_unfinished_transcripts_are_reported_even_for_a_hidden_run(tmp_path: Path) -> None:
    """The report names the missing file or the hand, and no steps of the game as a rule."""
    one = courses.transcript(courses.CLASSIC, 100, 5, 10, "counting")
    crash = one[: one.index("# Hand 3")] + "IndexError: pop from empty list\n"
    texts = {"ann/one.txt": one, "bob/two.txt": "", "bob/one.txt": crash}
    folder = write_small(tmp_path, texts)
    hidden = SMALL.replace("[runs.two]", "[runs.two]\nhidden = true")
    for manifest, start_of_two in ((SMALL, "run two: "), (hidden, "hidden run: ")):
        (folder / "course.toml").write_text(manifest, "utf-8")
        assert grade(folder, "--workers", "1").returncode == 0
        ann, bob = ((folder / "results" / f"{name}.txt").read_text("utf-8") for name in ("ann", "bob"))
        half = "this run is worth 50% of the points, and earns"
        assert f"  {start_of_two}the transcript `two.txt` was not handed in; {half} none\n" in ann
        assert f"  {start_of_two}the transcript `two.txt` is empty; {half} none\n" in bob
        error = "the program stops with an error, `IndexError: pop from empty list`"
        assert f"hand 3: run one: {error}; {half} points for 2 of 10 hands\n" in bob
        assert "rule " not in ann + bob
    rows = (folder / "results" / "findings.csv").read_text("utf-8")
    assert "ann,two,0,0,1,ending,,the transcript `two.txt` was not handed in," in rows
    (folder / "submissions" / "bob" / "two.txt").write_text(crash, "utf-8")
    for manifest, said in (
        (hidden, "hidden run: the program stops with an error, in hand 3"),
        (
            SMALL.replace("[runs.one]", 'reveal = "none"\n[runs.one]'),
            "run one: the program stops with an error, in hand 3; this run is worth 50% of the points, and ",
        ),
    ):
        (folder / "course.toml").write_text(manifest, "utf-8")
        assert grade(folder, "--workers", "1").returncode == 0
        assert said in (folder / "results" / "bob.txt").read_text("utf-8")


def test_files_in_a_linked_folder_are_not_named(tmp_path: Path) -> None:
    """A link to a folder outside the submissions reveals nothing about the files there."""
    folder = write_small(tmp_path, {"bob/one.txt": ""})
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "One.txt").write_text("", "utf-8")
    (folder / "submissions" / "ann").symlink_to(tmp_path / "secret")
    course = {"ruleset": "classic", "students": ["ann"]}
    manifest = Manifest.model_validate({"course": course, "runs": {"one": {}}})
    found = find_submissions(manifest, folder / "submissions", "")
    assert [each.similar_files() for each in found if each.student == "ann"] == [{}]
    assert find_unused(manifest, folder / "submissions", found) == ["ann"]


def test_other_answers_are_verified_again(tmp_path: Path) -> None:
    """The file of answers belongs to the assignment, although the manifest only names it."""
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
    """A later submission of another student changes nothing; without files, the time is the start of 1970."""
    for number, name in enumerate(("ann", "bob", "cleo")):
        for file in (course / "submissions" / name).iterdir():
            os.utime(file, (number * 86400, number * 86400))
    assert grade(course, "--workers", "1").returncode == 0
    results = {
        name: course / "results" / f"{name}.classroom50.json" for name in ("ann", "bob", "cleo", "dan")
    }
    days = {name: json.loads(file.read_bytes())["datetime"][:10] for name, file in results.items()}
    assert days == {"ann": "1970-01-01", "bob": "1970-01-02", "cleo": "1970-01-03", "dan": "1970-01-01"}


def test_a_time_beyond_the_calendar_is_that_of_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """File systems can store times beyond the calendar, and archives of students may have them."""
    monkeypatch.setattr(grading, "_modified", lambda file: 1e15)
    plan: Any = SimpleNamespace(manifest=SimpleNamespace(program=None))
    assert grading._moment(plan, Submission("ann", Path(), (("one", "one.txt"),))).year == 9999


def test_a_folder_with_the_name_of_a_placeholder_is_that_of_its_student(tmp_path: Path) -> None:
    """A submission named `{run}` does not read the files of a student with that name."""
    (tmp_path / "{run}").mkdir()
    (tmp_path / "{run}" / "one.txt").touch()
    course = {"ruleset": "classic", "transcripts": "{student}/{run}.txt"}
    manifest = Manifest.model_validate({"course": course, "runs": {"one": {}}})
    (found,) = find_submissions(manifest, tmp_path, "")
    assert found.files == (("one", "{run}/one.txt"),)


def replaced(state: Any, path: Sequence[str | int], value: object) -> str:
    """A state with a changed value at a path."""
    changed = holder = copy.deepcopy(state)
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return json.dumps(changed)


def test_a_state_with_wrong_types_is_not_used(graded: Path) -> None:
    """Everything in the file of a state is checked. If a value is wrong, the submission is verified again."""
    results = graded / "results"
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
    """Pipes and links, even to another student's transcript, are empty; names are shown without effect."""
    (tmp_path / "course.toml").write_text(MANIFEST, "utf-8")
    right = courses.transcript(courses.CLASSIC, 100, 5, 10, "counting")
    for name in ("ann", "pipe", "link", "secret", "=1+1", "a\n::error::b"):
        (tmp_path / "submissions" / name).mkdir(parents=True)
        (tmp_path / "submissions" / name / "secret.txt").touch()
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
    for name in ("link", "pipe", "folder"):
        said = (
            "run shown: the transcript `shown.txt` was not handed in: this is a link, or not a regular file"
        )
        assert said in (tmp_path / "results" / f"{name}.txt").read_text("utf-8")


def test_a_transcript_that_the_grader_may_not_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without permission to read it does not count as one of a program that prints nothing."""
    (tmp_path / "one.txt").write_text("x", "utf-8")
    monkeypatch.setattr(os, "access", lambda *_: False)
    said = "the transcript `one.txt` cannot be read: its permissions do not allow it"
    assert Submission("ann", tmp_path, (("one", "one.txt"),)).reasons_for_absence() == {"one": said}


def test_results_that_cannot_be_written_are_named(course: Path) -> None:
    """A folder in the place of a file, a name that is too long, and two students with one file."""
    for name in ("bob", "cleo"):
        shutil.rmtree(course / "submissions" / name)
    (course / "results" / "ann.txt").mkdir(parents=True)
    done = grade(course, "--workers", "1")
    assert (done.returncode, b"error: results/ann.txt cannot be written" in done.stderr) == (2, True)
    long = course / "submissions" / ("x" * 250)
    long.mkdir()
    (long / "shown.txt").touch()
    done = grade(course, "--workers", "1", "--results", "new")
    assert b"cannot be written: File name too long" in done.stderr
    long.rename(course / "submissions" / "ann.check50")
    done = grade(course, "--workers", "1", "--results", "newer")
    assert (done.returncode, b"to the same file, ann.check50.json" in done.stderr) == (2, True)
    assert not (course / "newer").exists()


def test_a_game_that_breaks_off_is_counted_once() -> None:
    """A missing part of the game and too few hands for all points are one deduction: the larger one."""
    runs = {"one": {}, "two": {"weight": 3}}
    manifest = manifest_of(runs, points={"dealer": {"points": 40, "hands": 10}})
    followed = {frozenset(("dealer_total",)): 2}
    cut = Report("", exercised=followed, followed=2, expected=20)
    ended = Report("", exercised=followed, followed=2)
    for reports, points in (((cut, cut), 4), ((ended, ended), 16), ((cut, ended), 16), ((ended, cut), 13)):
        graded = Graded("ann", dict(zip(runs, reports, strict=True)), {})
        (given,) = graded.marks(manifest, dict.fromkeys(runs, frozenset()))
        assert given.points == points


def test_a_whole_game_need_not_show_what_the_rules_show() -> None:
    """A criterion that the cards never test costs nothing, unless the game was not followed to its end."""
    runs: dict[str, Any] = {"one": {}, "two": {}}
    manifest = manifest_of(runs, points={"tie": 10, "dealer": 10})
    shown = Report("", exercised={frozenset(("push", "dealer_total")): 2}, followed=2)
    other = Report("", exercised={frozenset(("dealer_total",)): 2}, followed=2)
    for report, points in ((other, 10), (replace(other, expected=4), 5)):
        graded = Graded("ann", {"one": shown, "two": report}, {})
        tie, _ = graded.marks(manifest, dict.fromkeys(runs, frozenset(("tie", "dealer"))))
        assert (tie.points, tie.why) == (points, "kept")


def test_a_wrong_program_earns_no_points_that_a_right_one_cannot_get() -> None:
    """A criterion counts only in runs whose right game exercises it, unless right games can differ."""
    runs: dict[str, Any] = {"one": {}, "two": {}}
    manifest = manifest_of(runs, points={"rounding": 4, "tie": 4})
    report = Report("", exercised={frozenset(("rounds", "push")): 2}, followed=2)
    graded = Graded("ann", dict.fromkeys(runs, report), {})
    exercised = {"one": frozenset(("tie",)), "two": frozenset[str]()}
    for fixed, points in (((), [4, 4]), (("one",), [4, 4]), (("one", "two"), [0, 4])):
        given = graded.marks(manifest, exercised, fixed)
        assert sorted(each.points for each in given) == points
    wrong = replace(report, findings=[BrokenRule(5, 2, "payout", "payouts.rounding", "", "")])
    graded = Graded("ann", {"one": report, "two": wrong}, {})
    assert [each.why for each in graded.marks(manifest, exercised, runs)] == ["broken", "kept"]


MONEY = """
[course]
ruleset = "classic"
[runs.one]
[points]
dealer = 2
money = { points = 6, of = ["win", "tie", "rounding"], hands = 3 }
"""


@pytest.mark.parametrize(
    ("events", "rule", "points", "why"),
    [
        ({"push": 2, "rounds": 1}, "", 6, "kept"),
        ({"push": 1}, "", 2, "kept"),
        ({"dealer_total": 3}, "", 0, "review"),
        ({"push": 3}, "payouts.rounding", 0, "broken"),
        ({"push": 3}, "shoe.packs", 6, "kept"),
    ],
)
def test_several_criteria_can_have_points_together(
    events: dict[str, int], rule: str, points: float, why: str
) -> None:
    """A group comes up if any of its criteria does, and a mistake in any of them costs its points."""
    manifest = Manifest.model_validate(tomllib.loads(MONEY))
    findings = [BrokenRule(5, 2, "rule", rule, "", "a mistake")] if rule else []
    shown = {frozenset((event,)): hands for event, hands in events.items()}
    graded = Graded("ann", {"one": Report("", findings, exercised=shown, followed=3)}, {})
    exercised = {"one": frozenset(("dealer", "win"))}
    _, money = graded.marks(manifest, exercised, ("one",))
    assert (money.name, money.points, money.why) == ("money", points, why)
    free = [each for each in graded.for_student(manifest).findings if "costs no points" in each.message]
    assert bool(free) == (rule == "shoe.packs")


def test_a_mark_that_differs_between_runs_names_them() -> None:
    """The parts add up to the points; a hidden run has no name, and equal runs need no parts."""
    runs = {"one": {}, "two": {"weight": 2}, "three": {"hidden": True}}
    manifest = manifest_of(runs, points={"wager": 10})
    right = Report("", exercised={frozenset(("player_bets",)): 60}, followed=60)
    wrong = replace(right, findings=[BrokenRule(5, 2, "wager", "strategies.x.wager", "", "")])
    cut = Report("", exercised={frozenset(("player_bets",)): 2}, followed=2, expected=60)
    empty = Report("", expected=60)
    reason = f"the transcript `three.txt` {NOT_HANDED_IN}"
    missing = replace(empty, findings=[BrokenRule(0, 0, "ending", "", "", reason)])
    crash = BrokenRule(3, 1, "ending", "", "", f"the program stops with an error, `{reason}`")
    cases = [
        (
            (right, right, missing),
            7.5,
            "kept in runs one and two (7.5/7.5), a hidden run not handed in (0/2.5)",
        ),
        ((right, right, right), 10, "kept in 180 hands"),
        ((wrong, wrong, wrong), 0, "broken"),
        ((right, right, wrong), 0, "broken"),
        (
            (empty, cut, right),
            2.7,
            "kept in a hidden run (2.5/2.5), kept in run two (0.2/5, for 2 of 60 hands), "
            "not reached in run one (0/2.5)",
        ),
        (
            (replace(empty, findings=[crash]), cut, right),
            2.7,
            "kept in a hidden run (2.5/2.5), kept in run two (0.2/5, for 2 of 60 hands), "
            "not reached in run one (0/2.5)",
        ),
    ]
    exercised = dict.fromkeys(runs, frozenset(("wager",)))
    for reports, points, words in cases:
        graded = Graded("ann", dict(zip(runs, reports, strict=True)), {})
        (given,) = graded.marks(manifest, exercised, runs)
        assert (given.points, describe_why(given)) == (points, words)


def test_rounded_parts_of_a_mark_add_up() -> None:
    """Each part is rounded so that the sum is the mark, and the maximums add up to the points."""
    runs: dict[str, Any] = {"one": {}, "two": {}, "three": {}}
    manifest = manifest_of(runs, points={"wager": 10})
    right = Report("", exercised={frozenset(("player_bets",)): 4}, followed=4)
    cut = replace(right, expected=6)
    empty = Report("", expected=6)
    graded = Graded("ann", {"one": right, "two": cut, "three": empty}, {})
    (given,) = graded.marks(manifest, dict.fromkeys(runs, frozenset(("wager",))), runs)
    assert (given.points, [each.points for each in given.parts]) == (5.6, [3.3, 2.3, 0])
    assert [each.most for each in given.parts] == [3.3, 3.4, 3.3]


def test_what_another_mistake_keeps_from_coming_up_is_reviewed() -> None:
    """Wrong payouts may need no rounding; a game that breaks off, or is right, shows nothing to review."""
    manifest = manifest_of({"one": {}}, points={"rounding": 10})
    payout = BrokenRule(5, 2, "natural", "payouts.natural", "", "")
    wrong = Report("", [payout], exercised={frozenset(("player_natural",)): 2}, followed=2)
    cases = ((wrong, {"rounding"}, "review"), (wrong, set[str](), "never came up"))
    for report, exercised, why in (*cases, (replace(wrong, expected=4), {"rounding"}, "never came up")):
        graded = Graded("ann", {"one": report}, {})
        (given,) = marks = graded.marks(manifest, {"one": frozenset(exercised)})
        assert (given.points, given.why) == (0, why)
        table = render_marks(Overview("", [(graded, marks)], [], [], [], []))
        assert table.splitlines()[1].endswith("yes" if why == "review" else ",wrong,")


def test_only_doubts_about_points_ask_for_a_review() -> None:
    """A certain finding needs no review; the line where the comparison stopped does."""
    manifest = manifest_of({"one": {}}, points={"dealer": 4})
    sure = BrokenRule(3, 1, "dealer", "dealer.draws", "", "a draw", others=("as if it were `total < 18`",))
    plan: Any = SimpleNamespace(manifest=manifest, exercised={"one": frozenset()}, fixed=())
    for stopped, review in ((0, ""), (9, "yes")):
        report = Report("one", [sure], 2, followed=1, is_complete=not stopped, stopped=stopped)
        overview = look_over(plan, [Graded("ann", {"one": report}, {"one": "x"})])
        assert render_marks(overview).splitlines()[1] == f"ann,0,0,4,wrong,{review}"
        assert [place.finding.line for place in overview.review] == [stopped] * bool(stopped)


@pytest.mark.parametrize(
    ("criteria", "row"),
    [(["dealer", "total"], "ann,0,0,4,wrong,"), (["dealer"], "ann,4,4,4,wrong,yes")],
)
def test_explanations_that_cost_the_same_need_no_review(criteria: list[str], row: str) -> None:
    """If all explanations are about the same points, the mark does not depend on which is true."""
    points = {"cards": {"points": 4, "of": criteria}}
    manifest = Manifest.model_validate(
        {"course": {"ruleset": "classic"}, "runs": {"one": {}}, "points": points}
    )
    finding = BrokenRule(
        3, 1, "dealer", "dealer.draws", "", "a draw", confidence="ambiguous", alternatives=("cards.ranks",)
    )
    plan: Any = SimpleNamespace(manifest=manifest, exercised={"one": frozenset()}, fixed=())
    report = Report("one", [finding], 2, followed=1, exercised={frozenset(("dealer_total",)): 1})
    overview = look_over(plan, [Graded("ann", {"one": report}, {"one": "x"})])
    assert len(overview.review) == row.endswith("yes")
    assert render_marks(overview).splitlines()[1] == row


def test_a_mark_says_why_points_are_missing() -> None:
    """Points are missing because of an incomplete game, or because of too few hands."""
    runs: dict[str, Any] = {"one": {}}
    manifest = manifest_of(runs, points={"dealer": {"points": 40, "hands": 10}})
    report = Report("", exercised={frozenset(("dealer_total",)): 2}, followed=2)
    few, part = "kept in 2 hands, all points for 10", "kept in 2 hands, points for 2% of the game"
    said = {0: few, 5: few, 100: part}
    for expected, words in said.items():
        graded = Graded("ann", {"one": replace(report, expected=expected)}, {})
        (given,) = graded.marks(manifest, dict.fromkeys(runs, frozenset()))
        assert describe_why(given) == words


def test_the_points_that_no_program_can_get_are_named_first(tmp_path: Path) -> None:
    """A right program lacks points for what its games never show, also for rules that the game lacks."""
    folder = write_small(tmp_path, {"ann/one.txt": "", "ann/two.txt": ""})
    points = "power = 2\nstrategy = { points = 8, hands = 40 }\n"
    (folder / "course.toml").write_text(f"{SMALL}{points}", "utf-8")
    expected = (
        "note: a correct program gets 5 of 11: "
        "power never comes up; strategy comes up in 20 of the 40 hands required for full points\n"
    )
    assert notes(grade(folder, "--workers", "1")) == expected
    (folder / "course.toml").write_text(SMALL, "utf-8")
    assert not notes(grade(folder, "--workers", "1"))
    chance = SMALL.replace('ruleset = "classic"', 'ruleset = "classic"\nchance = "cards"')
    (folder / "course.toml").write_text(f"{chance}{points}", "utf-8")
    assert not notes(grade(folder, "--workers", "1"))


def test_no_limits_are_named_for_a_game_too_long_for_a_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sample that stops early says nothing about the points of a correct program."""
    folder = write_small(tmp_path, {})
    plan = plan_of(read_manifest(folder / "course.toml"), None)
    assert [each.points for each in grading.marks_of_right_program(plan)] == [1]
    monkeypatch.setattr(sample_games, "MOST_STOPS", 3)
    assert grading.marks_of_right_program(plan) == []


def test_findings_without_a_criterion_in_the_points_are_named(tmp_path: Path) -> None:
    """A mistake that costs no points shows in the verdict, and in a line with the number of students."""
    one = courses.transcript(courses.CLASSIC, 100, 5, 10, "counting")
    wrong = one.replace("Dealer wins", "The dealer wins")
    texts = {"ann/one.txt": one, "bob/one.txt": wrong, "cleo/one.txt": wrong, "dan/one.txt": one[:400]}
    folder = write_small(tmp_path, texts)
    two = SMALL.index("[runs.two]")
    (folder / "course.toml").write_text(f"{SMALL[:two]}[points]\ndealer = 1\n", "utf-8")
    printed = grade(folder, "--workers", "1").stdout.decode()
    assert printed.splitlines()[-1] == "[points] does not cover: wording (2 students)"
    assert "<li>wording: bob, cleo</li>" in (folder / "results" / "class.html").read_text("utf-8")
    rows = csv.DictReader((folder / "results" / "marks.csv").read_text("utf-8").splitlines())
    assert [row["verdict"] for row in rows] == ["right", "wording", "wording", "wrong"]
    (folder / "course.toml").write_text(SMALL[:two], "utf-8")
    assert b"does not cover" not in grade(folder, "--workers", "1").stdout
    bob = folder / "results" / "bob.txt"
    assert "no points" not in bob.read_text("utf-8")
    for hidden in ("", "hidden = true\n"):
        (folder / "course.toml").write_text(f"{SMALL[:two]}{hidden}[points]\ndealer = 1\n", "utf-8")
        assert grade(folder, "--workers", "1").returncode == 0
        assert ", which costs no points (" in bob.read_text("utf-8").splitlines()[1]
        assert "no points" not in (folder / "results" / "dan.txt").read_text("utf-8")


def test_answers_of_people_may_exercise_any_criterion(tmp_path: Path) -> None:
    """If people decide, the manifest does not determine the points of a right program."""
    folder = write_small(tmp_path, {"ann/one.txt": "", "ann/two.txt": ""})
    manifest = SMALL.replace('"classic"', '"casino"').replace('"counting"', '"human"')
    manifest = manifest.replace('"simple"', '"human"')
    (folder / "course.toml").write_text(f"{manifest}power = 2\n", "utf-8")
    done = grade(folder, "--workers", "1")
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_page_shows_code_as_code_and_escapes_the_rest() -> None:
    """The parts of a sentence in backticks are code, and markup in a sentence is only text."""
    finding = BrokenRule(3, 1, "wager", "strategies.x.wager", "", "as if it were `count < 2` <b>")
    broken = Broken("strategies.x.wager", ("ann",), FindingPlace("ann", "one", finding))
    page = render_page(Overview("A course", [], [broken], [], [], []))
    assert "as if it were <code>count &lt; 2</code> &lt;b&gt;" in page


def test_the_overview_names_rules_by_the_sentences_of_the_instructor() -> None:
    """The sentence in ``[help]`` is next to the key, at the terminal and on the page."""
    sure = BrokenRule(3, 1, "dealer", "dealer.draws", "", "a draw")
    doubtful = replace(sure, line=9, rule="payouts.tie", confidence="later")
    manifest = Manifest.model_validate(
        {
            "course": {"ruleset": "classic"},
            "runs": {"one": {}},
            "help": {"dealer": "Rule 3 <b>", "payouts": "Rule 5"},
        }
    )
    plan: Any = SimpleNamespace(manifest=manifest, exercised={"one": frozenset()}, fixed=())
    graded = Graded("ann", {"one": Report("one", [sure, doubtful], 2)}, {"one": "x"})
    overview = look_over(plan, [graded])
    assert "dealer.draws, Rule 3 <b> (1 student): ann" in describe(overview)
    page = render_page(overview)
    assert "<code>dealer.<wbr>draws</code><br><span class=small>Rule 3 &lt;b&gt;</span>" in page
    assert "<code>payouts.<wbr>tie</code><br><span class=small>Rule 5</span>" in page


def test_the_overview_has_a_row_for_each_kind_of_mistake() -> None:
    """The rows of one rule are side by side, and the rule that most students broke is first."""
    draws = BrokenRule(3, 1, "dealer", "dealer.draws", "", "it draws with 17", mistake="it draws")
    stands = replace(draws, message="it stands with 16", mistake="it stands")
    ends = BrokenRule(9, 2, "ending", "procedure.hand", "", "the transcript ends too soon, after line 9")
    tie = BrokenRule(5, 2, "payout", "payouts.tie", "", "a tie pays")
    absent = BrokenRule(0, 0, "ending", "", "", "the transcript `one.txt` was not handed in")
    findings = {
        "ann": [draws, ends],
        "bob": [replace(draws, message="it draws with 18"), tie],
        "cem": [stands, replace(ends, message="the transcript ends too soon, after line 4; it loops"), tie],
        "dan": [absent],
        "eve": [replace(absent, message="the program cannot be built: `make` cannot be run"), tie],
        "fay": [replace(ends, message="the program stops with an error, `IndexError: 3`")],
        "gus": [replace(absent, message=absent.message.replace("one", "two"))],
    }
    graded = [Graded(name, {"one": Report("one", each)}, {"one": ""}) for name, each in findings.items()]
    plan: Any = SimpleNamespace(manifest=manifest_of({"one": {}}), exercised={"one": frozenset()}, fixed=())
    rows = [(each.rule, " ".join(each.students)) for each in look_over(plan, graded).broken]
    assert rows == [
        ("dealer.draws", "ann bob"),
        ("dealer.draws", "cem"),
        ("no transcript", "dan gus"),
        ("no transcript", "eve"),
        ("payouts.tie", "bob cem eve"),
        ("procedure.hand", "ann cem"),
        ("procedure.hand", "fay"),
    ]


def test_a_mistake_that_is_certain_in_one_run_is_certain_in_all() -> None:
    """The doubtful finding loses its doubt, and costs its points; another mistake with the rule does not."""
    sure = BrokenRule(5, 2, "dealer", "dealer.draws", "", "Dealer stands with soft 17", mistake="it stands")
    ambiguous = replace(
        sure, line=9, confidence="ambiguous", alternatives=("cards.ranks",), others=("an ace counts one",)
    )
    guess = replace(ambiguous, confidence="unexplained")
    other = replace(ambiguous, message="Dealer stands with 16")
    exercised = {frozenset(("dealer_total", "player_total")): 2}
    findings = {"one": [ambiguous, guess, other], "two": [sure]}
    reports = {run: Report("", each, exercised=exercised, followed=2) for run, each in findings.items()}
    settled = settle(reports)
    assert settled["one"].findings == [replace(sure, line=9), guess, other]
    assert settled["two"] == reports["two"]
    manifest = manifest_of({"one": {}, "two": {}}, points={"dealer": 10})
    (given,) = Graded("ann", settled, {}).marks(manifest, dict.fromkeys(findings, frozenset()))
    assert (given.points, given.why) == (0, "broken")


def test_a_mistake_in_several_runs_is_one_finding() -> None:
    """The same mistake in two runs is a finding that names both; decisions with different hands are not."""
    wager = BrokenRule(
        3, 1, "wager", "strategies.x.wager", "", "Ann wagers 5", 2, among=10, mistake="the wager is wrong"
    )
    draw = BrokenRule(5, 2, "action", "strategies.x.chart", "", "Ann draws with 17", mistake="Ann draws")
    doubtful = replace(wager, line=9, message="Ann wagers 10", confidence="later")
    other = replace(draw, message="Ann draws with 19")
    chosen = replace(draw, rule="strategies.x.rules", message="Ann draws with 16, as if it were `total < 17`")
    reports = {
        "secret": Report("", [wager]),
        "one": Report("", [doubtful, draw, replace(chosen, message=chosen.message.replace("16", "soft 16"))]),
        "two": Report("", [wager, other, chosen]),
    }
    manifest = manifest_of({"secret": {"hidden": True}, "one": {}, "two": {}})
    shown = Graded("ann", reports, {}).for_student(manifest).findings
    assert [(each.line, each.message, each.times, each.among) for each in shown] == [
        (0, "a rule is broken in a hidden run", 2, 0),
        (3, "run two: Ann wagers 5; also in run one", 4, 20),
        (5, "run one: Ann draws with 17", 1, 0),
        (5, "run one: Ann draws with soft 16, as if it were `total < 17`; also in run two", 2, 0),
        (5, "run two: Ann draws with 19", 1, 0),
    ]


def test_a_hidden_run_with_wrong_wording_is_not_a_broken_rule() -> None:
    """A student whose lines are only reworded reads so, without the lines of the hidden run."""
    reworded = BrokenRule(3, 1, "wording", "output.push", "", "the wording differs", 5)
    reports = {"secret": Report("", [reworded, replace(reworded, rule="output.cut")], hands=9)}
    manifest = manifest_of({"secret": {"hidden": True}})
    report = Graded("ann", reports, {}).for_student(manifest)
    assert report.verdict == "wording"
    assert [(each.message, each.times) for each in report.findings] == [
        (f"{OTHER_WORDING} in a hidden run", 9)
    ]


def test_mistakes_in_a_hidden_run_are_listed_by_criterion() -> None:
    """A student reads which columns lose points in a hidden run, as the marks also say, and no more."""
    wager = BrokenRule(3, 1, "wager", "strategies.x.wager", "", "Ann wagers 5")
    reworded = BrokenRule(7, 1, "wording", "output.push", "", "the wording differs", 12)
    doubtful = BrokenRule(
        9, 2, "dealer", "dealer.draws", "", "it stands", confidence="later", alternatives=("cards.ranks",)
    )
    report = Report("", [wager, reworded, doubtful], hands=50)
    points = {"bets": {"points": 3, "of": ["wager"]}, "wording": 1, "dealer": 1, "total": 1}
    manifest = manifest_of({"secret": {"hidden": True}}, points=points)
    shown = Graded("ann", {"secret": report}, {}).for_student(manifest)
    lines = render_full([shown], [[]], plain).splitlines()
    assert lines[1:] == [
        "  bets: a rule is broken in a hidden run",
        f"  wording: {OTHER_WORDING} in a hidden run (in 12 of 50 hands)",
        "  dealer or total: a rule may be broken in a hidden run",
    ]
    shown = Graded("ann", {"secret": Report("", [reworded])}, {}).for_student(
        manifest.model_copy(update={"points": Points(natural=1)})
    )
    assert shown.findings[0].message == f"{OTHER_WORDING} in a hidden run, which costs no points"


def test_mistakes_in_a_hidden_run_have_the_sentences_of_the_instructor() -> None:
    """The place in the handout is shown, once for each sentence and column, unless no rule may be named."""
    stands = BrokenRule(3, 1, "dealer", "dealer.draws", "", "it stands", 4)
    wins = BrokenRule(5, 2, "payout", "payouts.win", "", "it pays 3:1", 2)
    ties = BrokenRule(7, 2, "payout", "payouts.tie", "", "a tie wins")
    runs = {"secret": Report("", [stands, wins, ties], hands=9), "other": Report("", [stands], hands=9)}
    points = {"dealer": 1, "money": {"points": 3, "of": ["win", "tie"]}}
    said = {"dealer": "Rule 3", "payouts.win": "Rule 5", "payouts.tie": "Rule 6"}
    broken = "a rule is broken in a hidden run"
    dealer, money = f"  dealer: {broken} (in 8 of 18 hands)", f"  money: {broken}"
    places = ["    help      Rule 3", "    help      Rule 5", "    help      Rule 6"]
    shown = [dealer, places[0], f"{money} (in 2 of 9 hands)", places[1], money, places[2]]
    for reveal, lines in (
        ("none", [dealer, f"{money} (in 3 of 9 hands)"]),
        ("rule", shown),
        ("diff", shown),
    ):
        manifest = Manifest.model_validate(
            {
                "course": {"ruleset": "classic", "reveal": reveal},
                "runs": {run: {"hidden": True} for run in runs},
                "points": points,
                "help": said,
            }
        )
        report = Graded("ann", runs, {}).for_student(manifest)
        assert render_full([report], [[]], plain).splitlines()[1:] == lines


def test_a_run_without_its_last_hands_says_what_it_earns() -> None:
    """If only lines after the last hand are missing, the run earns all of its points."""
    crash = BrokenRule(9, 4, "ending", "procedure.hand", "", "the program stops with an error, `IndexError`")
    runs: dict[str, Any] = {"one": {}, "two": {}}
    manifest = manifest_of(runs, points={"dealer": 1})
    worth = "; this run is worth 50% of the points, and earns "
    for followed, expected, said in (
        (4, 0, ""),
        (3, 10, f"{worth}points for 3 of 10 hands"),
        (0, 10, f"{worth}none"),
    ):
        report = Report("", [crash], followed=followed, expected=expected)
        (shown,) = Graded("ann", {"one": report, "two": Report("")}, {}).for_student(manifest).findings
        assert shown.message == f"run one: {crash.message}{said}"


def test_a_student_whose_only_finding_is_in_doubt_is_not_wrong_yet() -> None:
    """The report says that its marks may change; with a broken criterion, it is wrong."""
    report = Report("ann", [BrokenRule(9, 2, "dealer", "dealer.draws", "", "it stands")], hands=3)
    cases: tuple[tuple[Why, str], ...] = (("kept", "to be looked at"), ("broken", "wrong"))
    for other, verdict in cases:
        marks = [Mark("dealer", 5, 5, "review"), Mark("total", 5, 5, other)]
        assert render_full([report], [marks], plain).splitlines()[0] == f"ann: {verdict}, 3 hands"


def test_a_student_reads_where_the_comparison_stopped() -> None:
    """The first line that no mistake explains is named, except in a hidden run."""
    stops = Report("", is_complete=False, stopped_why=", because of another mistake")
    reports = {run: replace(stops, stopped=line) for run, line in (("secret", 3), ("one", 7))}
    manifest = manifest_of({"secret": {"hidden": True}, "one": {}})
    report = Graded("ann", reports, {}).for_student(manifest)
    *_, last = render_full([report], [[]], plain).splitlines()
    assert last == "  the comparison stops at line 7 of run one, because of another mistake"
