"""Tests that programs of students run only if the manifest says so, and only within the limits."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.grading.test_courses import contents
from tests.processes import is_alive
from tests.session.starting import start

from bj.cli.grade import plan_of
from bj.errors import UsageError
from bj.grading.grading import fingerprint_of_files
from bj.grading.manifest import Program
from bj.grading.manifest_reading import read_manifest
from bj.grading.programs import Output, run_limited

LIMITS = Program(run=["true"], seconds=20, megabytes=300, output_megabytes=1)
SOON = 0.5

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups")


def run(code: str, folder: Path, seconds: float = LIMITS.seconds) -> Output:
    """Run some Python within limits; a busy machine may take long to start it."""
    return run_limited([sys.executable, "-c", code], folder, LIMITS.model_copy(update={"seconds": seconds}))


@pytest.mark.parametrize(
    ("code", "seconds", "reason"),
    [
        ("print('x'); import time; time.sleep(30)", SOON, "too much time"),
        ("while True: print('x' * 9999)", LIMITS.seconds, "too much output"),
        ("import os, time; os.close(1); time.sleep(30)", SOON, "too much time"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", LIMITS.seconds, "SIGSEGV"),
        pytest.param(
            "import os, signal; os.kill(os.getpid(), 37)",
            LIMITS.seconds,
            "signal 37",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this signal"),
        ),
    ],
)
def test_what_goes_beyond_a_limit_is_stopped(tmp_path: Path, code: str, seconds: float, reason: str) -> None:
    """The output so far is kept, with the reason."""
    output = run(code, tmp_path, seconds)
    assert not output.is_done
    assert output.stopped == reason
    assert len(output.printed) < 1_100_000


def test_memory_is_limited(tmp_path: Path) -> None:
    """A program that allocates more memory than allowed fails."""
    assert not run("b = bytearray(10**9); print(len(b))", tmp_path).is_done


def test_children_are_killed_too(tmp_path: Path) -> None:
    """A process that a program starts ends with the program."""
    left = f"import time; time.sleep(0.7); open({str(tmp_path / 'alive')!r}, 'w')"
    start = f"subprocess.Popen([sys.executable, '-c', {left!r}], stdout=subprocess.DEVNULL)"
    code = f"import subprocess, sys; {start}; print('over')"
    assert run(code, tmp_path) == Output(b"over\n", is_done=True)
    time.sleep(1)
    assert not (tmp_path / "alive").exists()


def test_a_process_that_leaves_its_group_does_not_delay_the_others(tmp_path: Path) -> None:
    """A process may keep the output open, but the grader stops reading after the time limit."""
    code = "import os, time\nif os.fork(): os._exit(0)\nos.setsid(); print(os.getpid(), flush=True)\n"
    output = run(f"{code}time.sleep(8); open('late', 'w')", tmp_path, 2)
    os.kill(int(output.printed.split()[0]), signal.SIGKILL)
    assert not output.is_done
    assert output.stopped == "too much time"
    assert not (tmp_path / "late").exists()


def test_the_end_of_stderr_is_kept(tmp_path: Path) -> None:
    """It is apart from the output, does not block it, and does not name the temporary folder."""
    code = "import os, sys\nsys.stderr.write('x' * 10**6 + os.getcwd() + '/a.c:1\\n'); print('over')"
    output = run(code, tmp_path)
    assert (output.printed, output.is_done) == (b"over\n", True)
    assert re.fullmatch(r"x{100,}a\.c:1\n", output.errors)


COURSE = """
[course]
ruleset = "classic"

[runs.short]
arguments = {{ hands = 3, player = "simple" }}
words = ["100", "5", "3", "simple"]

[points]
order = 10
{program}
"""
PROGRAM = """
[program]
build = [["cp", "source", "made"]]
run = ["sh", "made"]
"""


def test_a_program_that_prints_nothing_is_explained(tmp_path: Path) -> None:
    """The report quotes the last line on stderr, but not of a hidden run, and says if there is no program."""
    program = "[runs.more]\nhidden = true\n[program]\nrun = ['sh', 'game']\n"
    text = COURSE.format(program=program).replace("[runs.short]", "students = ['bob']\n[runs.short]")
    (tmp_path / "course.toml").write_text(text, "utf-8")
    folder = tmp_path / "submissions" / "ann"
    folder.mkdir(parents=True)
    (folder / "game").write_text("echo Hm >&2\necho Oh >&2\n", "utf-8")
    assert start("grade", "course.toml", "--workers", "1", folder=tmp_path).returncode == 0
    ann, bob = ((tmp_path / "results" / f"{name}.txt").read_text("utf-8") for name in ("ann", "bob"))
    said = "the program prints nothing"
    assert f"  run short: {said}; the last line on its standard error is `Oh`; this run is worth 50%" in ann
    assert f"  hidden run: {said}; this run is worth 50% of the points, and earns none\n" in ann
    assert "  run short: the program was not handed in; this run is worth 50%" in bob


def test_programs_run_only_if_the_manifest_says_so(tmp_path: Path) -> None:
    """They are built and run in a copy; without [program], a submission is a transcript."""
    folder = tmp_path / "submissions" / "ann"
    folder.mkdir(parents=True)
    (folder / "source").write_text(f'"{sys.executable}" -m bj run classic "$@"\n', "utf-8")
    broken = tmp_path / "submissions" / "bob"
    broken.mkdir()
    before = contents(tmp_path)
    (tmp_path / "course.toml").write_text(COURSE.format(program=PROGRAM), "utf-8")
    done = start("grade", "course.toml", "--workers", "1", "--results", "r", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "order: 10/10" in (tmp_path / "r" / "ann.txt").read_text("utf-8")
    assert "order: 0/10" in (tmp_path / "r" / "bob.txt").read_text("utf-8")
    assert before.items() <= contents(tmp_path).items()
    assert not (folder / "made").exists()
    (tmp_path / "course.toml").write_text(COURSE.format(program=""), "utf-8")
    assert start("grade", "course.toml", folder=tmp_path).returncode == 2


def test_programs_read_the_answers_of_their_run(tmp_path: Path) -> None:
    """A program of a game that asks people reads the file of its run; in other runs it reads an empty one."""
    (tmp_path / "typed").write_text("20\nhit\n", "utf-8")
    runs = '[runs.asked]\nanswers = "typed"\n\n[program]\nrun = ["cat"]\n'
    (tmp_path / "course.toml").write_text(COURSE.format(program=runs), "utf-8")
    (tmp_path / "ann").mkdir()
    done = start("grade", "course.toml", "ann", "--student", "ann", "--format", "json", folder=tmp_path)
    short, asked = json.loads(done.stdout)[0]["findings"]
    assert "prints nothing" in short["message"]
    assert "no line of this game" in asked["message"]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import time; time.sleep(30)", "the program prints nothing"),
        ("while True: print('Enter a bet:')", "the same line is printed again and again"),
    ],
)
def test_a_program_that_is_stopped_is_reported(tmp_path: Path, code: str, message: str) -> None:
    """The result names the reason, and the lines that it repeated."""
    limits = f"[program]\nrun = ['{sys.executable}', '-c', \"{code}\"]\nseconds = 1\noutput_megabytes = 1\n"
    (tmp_path / "course.toml").write_text(COURSE.format(program=limits), "utf-8")
    (tmp_path / "ann").mkdir()
    done = start("grade", "course.toml", "ann", "--student", "ann", "--format", "json", folder=tmp_path)
    (found,) = json.loads(done.stdout)[0]["findings"]
    assert found["message"].startswith(f"{message}; the program was stopped: too much ")


DEEP = "import os\nfor _ in range(1500): os.mkdir('d'); os.chdir('d')"


def test_strange_submissions_do_not_stop_the_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe, deep folders, and a program that makes them or deletes itself all get results."""
    programs = {"ann": "true", "bob": "true", "cleo": f'"{sys.executable}" -c "$DEEP"', "dan": 'rm -r "$PWD"'}
    for name, code in programs.items():
        folder = tmp_path / "submissions" / name
        folder.mkdir(parents=True)
        (folder / "source").write_text(f'DEEP="{DEEP}"\n{code}\n', "utf-8")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    os.mkfifo(tmp_path / "submissions" / "ann" / "pipe")
    try:
        subprocess.run([sys.executable, "-c", DEEP], cwd=tmp_path / "submissions" / "bob", check=True)
        (tmp_path / "course.toml").write_text(COURSE.format(program=PROGRAM), "utf-8")
        monkeypatch.setenv("TMPDIR", str(temporary))
        done = start("grade", "course.toml", "--workers", "1", "--results", "r", folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert not [*temporary.iterdir()]
        texts = {name: (tmp_path / "r" / f"{name}.txt").read_text("utf-8") for name in programs}
    finally:  # Python 3.11 cannot delete them
        subprocess.run(["rm", "-rf", tmp_path / "submissions", temporary], check=True)  # noqa: S607
    assert "some of its files cannot be copied" in texts["ann"]
    assert all("order: 0/10" in text for text in texts.values())


def test_programs_are_refused_where_nothing_limits_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has no process groups."""
    file = tmp_path / "course.toml"
    file.write_text(COURSE.format(program=PROGRAM), "utf-8")
    monkeypatch.delattr("os.killpg")
    with pytest.raises(UsageError, match=r"course.toml:12:\d+: this system cannot limit"):
        plan_of(read_manifest(file), None)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_programs_end_with_the_grader(tmp_path: Path, ending: signal.Signals) -> None:
    """Neither an interrupt nor `kill -9` leaves a sleeping program, and an interrupt leaves no folder."""
    for name in ("ann", "bob"):
        folder = tmp_path / "submissions" / name
        folder.mkdir(parents=True)
        (folder / "source").write_text(f'echo $$ > "{tmp_path / name}"\nsleep 300\n', "utf-8")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    (tmp_path / "course.toml").write_text(COURSE.format(program=PROGRAM), "utf-8")
    command = [sys.executable, "-m", "bj", "grade", "course.toml", "--workers", "2", "--results", "r"]
    grader = subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    files = [tmp_path / "ann", tmp_path / "bob"]
    assert wait_until(lambda: all(file.exists() and file.read_text() for file in files))
    grader.send_signal(ending)
    grader.wait(20)
    assert wait_until(lambda: not any(is_alive(int(file.read_text())) for file in files))
    assert ending == signal.SIGKILL or not [*temporary.iterdir()]


def wait_until(is_so: Callable[[], bool]) -> bool:
    """Whether something becomes true within some seconds."""
    end = time.monotonic() + 20
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def test_files_outside_a_submission_do_not_count(tmp_path: Path) -> None:
    """The target of a link counts; no file outside the submission is read, as it may be huge or secret."""
    folder, outside = tmp_path / "ann", tmp_path / "outside"
    folder.mkdir()
    outside.write_text("first")
    (folder / "game.py").write_text("print(1)")
    (folder / "link").symlink_to(outside)
    before = fingerprint_of_files(folder)
    outside.write_text("second")
    assert fingerprint_of_files(folder) == before
    (folder / "link").unlink()
    (folder / "link").symlink_to("game.py")
    linked = fingerprint_of_files(folder)
    (folder / "game.py").write_text("print(2)")
    assert len({before, linked, fingerprint_of_files(folder)}) == 3
