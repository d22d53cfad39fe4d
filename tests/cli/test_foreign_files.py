"""In a stranger's folder, bj reads and writes only regular files inside it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.session.starting import start

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and links as POSIX has them")

CONFIG = "[remote]\nurl = https://token@example.org\n"
RULESET = '[ruleset]\ntitle = "T"\nextends = "classic"\n'
CASES = "[cases.one]\nexpect.hands = 3\n"


@pytest.fixture(autouse=True)
def _checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of rulesets next to a secret file."""
    (tmp_path / "rulesets" / "cases").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text(CONFIG)
    (tmp_path / "rulesets" / "mine.toml").write_text(RULESET)
    monkeypatch.chdir(tmp_path)


def bj(*words: str) -> tuple[int, str]:
    """The exit code and the whole output of a command."""
    done = start(*words)
    said = (done.stdout + done.stderr).decode()
    assert "token" not in said
    assert "bug in bj" not in said
    return done.returncode, said


@pytest.mark.parametrize("name", ["rulesets", "rulesets/*.toml", "**/*.toml", "."])
def test_a_link_out_of_a_folder_is_not_followed(name: str) -> None:
    """A link that leads out of a named folder or pattern is refused unread. All other files are checked."""
    outside = "rulesets/out.toml is a link to a file outside"
    Path("rulesets/in.toml").symlink_to("mine.toml")
    Path("rulesets/out.toml").symlink_to(
        "/proc/self/environ" if name in (".", "**/*.toml") else "../.git/config"
    )
    Path("other").mkdir()
    Path("other/own.toml").write_text(RULESET)
    code, said = bj("validate", name)
    assert code == 2
    assert outside in said
    assert f"{'2 rulesets' if name in ('.', '**/*.toml') else '1 ruleset'} checked, no faults" in said


def test_a_pattern_does_not_go_through_a_folder_that_is_a_link() -> None:
    """Files in a linked folder outside are refused like a linked file."""
    Path("elsewhere").mkdir()
    Path("elsewhere/theirs.toml").write_text("token = 1\n")
    Path("rulesets/deep").symlink_to("../elsewhere")
    code, said = bj("validate", "rulesets/**/*.toml")
    assert (code, "rulesets/deep/theirs.toml is a link to a file outside rulesets" in said) == (2, True)


@pytest.mark.parametrize("command", ["validate", "test", "run"])
def test_a_link_that_is_named_has_to_lead_to_a_ruleset(command: str) -> None:
    """A link named by a shell's pattern is followed to a ruleset, and to nothing else."""
    Path("named.toml").symlink_to("rulesets/mine.toml")
    Path("out.toml").symlink_to(".git/config")
    assert bj("validate", "named.toml")[0] == 0
    code, said = bj(command, "out.toml")
    assert (code, "out.toml is a link to a file that is not a ruleset" in said) == (2, True)


def test_unopenable_files_are_reported_without_waiting() -> None:
    """A pipe is refused without waiting: named, found in a folder, extended, or in place of another file."""
    os.mkfifo("rulesets/pipe.toml")
    Path("rulesets/child.toml").write_text(RULESET.replace('"classic"', '"pipe.toml"'))
    refused = "pipe.toml cannot be read: it is a pipe, not a regular file"
    for name in ("rulesets", "rulesets/*.toml"):
        code, said = bj("validate", name)
        assert (code, refused in said) == (2, True)
        assert f"child.toml:3:11: BJ124 rulesets/{refused}" in said
    assert "rulesets/pipe.toml is not a regular file" in bj("validate", "rulesets/pipe.toml")[1]
    for words in (
        ("run", "classic", "--answers", "rulesets/pipe.toml"),
        ("run", "classic", "--cuts", "rulesets/pipe.toml"),
        ("run", "classic", "--resume", "rulesets/pipe.toml"),
        ("run", "classic", "--set", "cuts=rulesets/pipe.toml"),
        ("run", "classic", "--save", "rulesets/pipe.toml"),
        ("validate", "classic", "--format", "json", "--output-file", "rulesets/pipe.toml"),
    ):
        code, said = bj(*words)
        assert (code, "it is a pipe, not" in said or "nothing reads from it" in said) == (2, True), said


@pytest.mark.parametrize("parent", [".git/config", "./.git/config.toml", "cases/one.txt"])
def test_only_ruleset_files_are_extended(parent: str) -> None:
    """A hidden file, or one without the name of a ruleset, is not read in a folder."""
    Path("cases").mkdir()
    for name in (".git/config.toml", "cases/one.txt"):
        Path(name).write_text(CONFIG)
    Path("mine.toml").write_text(RULESET.replace("classic", parent))
    code, said = bj("validate", "mine.toml")
    assert (code, f"`{parent}` is not a ruleset file" in said) == (1, True)


@pytest.mark.parametrize("place", ["rulesets/mine.toml", "rulesets/cases/mine.toml", "rulesets/cases"])
@pytest.mark.parametrize("name", ["rulesets", "rulesets/mine.toml"])
def test_cases_and_their_rulesets_are_in_the_folder(place: str, name: str) -> None:
    """A link out of the folder in place of cases, their folder or a ruleset is refused."""
    Path("rulesets/cases/mine.toml").write_text(CASES)
    assert bj("test", name)[0] == 0
    if place == "rulesets/cases":
        Path(place).rename("cases")
        Path(place).symlink_to("../cases")
    else:
        Path(place).unlink()
        Path(place).symlink_to(Path(".git/config").absolute())
    code, said = bj("test", name)
    assert (code, " out of rulesets" in said or "is a link to a file that" in said) == (2, True)


@pytest.mark.parametrize("name", [".", "cases/mine.toml"])
@pytest.mark.parametrize("outside", [False, True])
def test_cases_lead_only_to_rulesets(name: str, outside: bool) -> None:
    """A link in place of a ruleset reveals nothing of another file, whether its cases are named or found."""
    Path("cases").mkdir()
    Path("cases/mine.toml").write_text(CASES)
    Path("mine.toml").symlink_to(Path("rulesets/mine.toml"))
    assert bj("test", name)[0] == 0
    Path("mine.toml").unlink()
    Path("mine.toml").symlink_to("/proc/self/environ" if outside else ".git/config")
    code, said = bj("test", name)
    found = "leads out of ." in said or "is a link to a file that is not a ruleset" in said
    assert (code, found) == (2, True)


def test_a_name_that_leads_to_no_file_is_refused() -> None:
    """A link to itself, or a name that is too long, is a usage error in place of any file or folder."""
    Path("loop").symlink_to("loop")
    long = "a" * 300
    for manifest, ruleset in (("course.toml", "classic"), ("wrong.toml", long)):
        Path(manifest).write_text(f'[course]\nruleset = "{ruleset}"\n[runs.one]\nseed = 1\n')
    for words in (
        ("run", "classic", long),
        ("run", "classic", "--save", "loop"),
        ("verify", "classic", long),
        ("grade", "course.toml", long),
        ("grade", "wrong.toml", "rulesets"),
        ("simulate", "classic", "--hands", "10", "--output-file", "loop"),
        ("validate", "classic", "--format", "json", "--output-file", "loop"),
    ):
        code, said = bj(*words)
        assert (code, "error: " in said) == (2, True), (words, said)
    assert Path("loop").is_symlink()


def test_a_broken_link_is_not_suggested() -> None:
    """The remedy for a missing file does not name a broken link."""
    Path("gone.toml").symlink_to("nowhere.toml")
    assert bj("run", "gone.toml")[1].startswith("error: gone.toml is not a regular file")
    assert "gone.toml" not in bj("run", "gon.toml")[1].partition("help:")[2]


def test_a_saved_game_is_written_through_no_link() -> None:
    """Links next to a saved game, and their targets, stay as they are."""
    Path(".game.sav.new").symlink_to(".git/config")
    assert bj("run", "classic", "--save", "game.sav")[0] == 0
    assert (Path(".git/config").read_text(), Path(".game.sav.new").is_symlink()) == (CONFIG, True)
    assert Path("game.sav").read_bytes().startswith(b'{"format": "bj saved game')


def test_two_games_may_be_saved_in_one_file() -> None:
    """Two processes that save into one file both finish, and leave one whole game."""
    words = ("run", "classic", "10000", "5", "60", "simple", "--save", "game.sav")
    command = [sys.executable, "-m", "bj", *words]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    ends = [game.communicate(timeout=120) for game in both]
    assert [game.returncode for game in both] == [0, 0], ends
    assert bj("run", "--resume", "game.sav") == (0, "")
    assert sorted(os.listdir()) == [".git", "game.sav", "rulesets"]


def test_a_deleted_folder_is_reported() -> None:
    """In a deleted folder, commands that need it print an error, and others play."""
    Path("gone").mkdir()
    os.chdir("gone")
    Path.rmdir(Path("../gone"))
    assert bj("run", "classic")[0] == 0
    for words in (
        ("validate", "classic"),
        ("test",),
        ("explain", "BJ201"),
        ("run", "classic", "--save", "a"),
        ("simulate", "classic", "--hands", "10", "--output-file", "a"),
    ):
        code, said = bj(*words)
        assert (code, "the current folder was deleted" in said) == (2, True), words
