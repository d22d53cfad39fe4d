from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bj import __version__
from bj.cli import policy, validate
from bj.cli.app import make_app
from bj.errors import Finding
from bj.findings import examine
from bj.ruleset.files import LARGEST_FILE, looks_like_ruleset

GOOD = '[ruleset]\ntitle = "Good"\nextends = "classic"\n'
BAD = GOOD + "\n[shoe]\npacks = 99\n"
MISSPELT = BAD + 'pakcs = 1\nreshuffle_when = "cards_lft < 20"\n'
WARNED = GOOD + '\n[strategies.idle]\nextends = "simple"\n'
"""Nobody plays by the strategy: BJ902, a warning."""


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str) -> str:
    """Write a file, with the folders that it is in."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")
    return name


def run(*words: str, stdin: str = "") -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `bj validate`."""
    ended = CliRunner().invoke(make_app("validate"), ["validate", *words], input=stdin)
    return ended.exit_code, ended.stdout, ended.stderr


def codes(*words: str, stdin: str = "") -> list[str]:
    """The codes that `bj validate` finds, with the names of the files."""
    found = json.loads(run(*words, "--format", "json", stdin=stdin)[1])["findings"]
    return [f"{finding['file']} {finding['code']}" for finding in found]


# --- what is checked -----------------------------------------------------------------------------------


def test_a_folder_is_looked_through() -> None:
    """All rulesets of a folder are checked, those in folders inside too, each once and in order."""
    for name in ("rules/b.toml", "rules/a.toml", "rules/deep/er/c.toml"):
        write(name, BAD)
    expected = [f"rules/{name}.toml BJ205" for name in ("a", "b", "deep/er/c")]
    assert codes("rules", "rules/b.toml", "./rules/../rules/a.toml") == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".hidden.toml", BAD),
        (".git/a.toml", BAD),
        ("node_modules/a.toml", BAD),
        ("env/a.toml", BAD),
        ("a.txt", BAD),
        ("pyproject.toml", "[project]\nname = 'x'\n[tool.x]\nruleset = 1\n"),
        ("empty.toml", ""),
        ("cases/a.toml", '[cases.natural]\narguments = "1"\noutput = "2"\n'),
        ("codes.toml", 'bad = """\n[ruleset]\ntitle = "x"\n"""\n'),
        ("one_section.toml", "[output]\nfile = 'x'\n"),
    ],
)
def test_what_is_no_ruleset_is_left_out_of_a_folder(name: str, text: str) -> None:
    """Hidden files, environments and TOML files that are something else do not count as rulesets."""
    write("rules/env/pyvenv.cfg", "")
    write(f"rules/{name}", text)
    code, out, err = run("rules")
    assert (code, out) == (2, "")
    assert "there are no rulesets in the folder rules" in err


@pytest.mark.parametrize(
    "text",
    [
        "[ruleset]\ntitle = 1\n",
        "ruleset.title = 1\n",
        " [ 'ruleset' ]\r\ntitle = ",
        "[shoe]\npacks = 1\n[[players]]\nname = 'x'\n",
        "[ruleset]\n[[[",
        "output.hand = 1\n[payouts]\n",
    ],
)
def test_a_faulty_ruleset_is_found_in_a_folder(text: str) -> None:
    """A file of which only faults keep it from being a ruleset is checked with its folder."""
    write("rules/a.toml", text)
    assert run("rules")[0] == 1


def test_a_file_that_cannot_be_read_counts_as_a_ruleset() -> None:
    """A file of a folder that cannot even be looked at is not passed over in silence."""
    assert looks_like_ruleset(Path("nowhere.toml"))


def test_patterns_are_expanded() -> None:
    """Patterns work without a shell, `**` for folders inside one another; a file may be named like one."""
    for name in ("one.toml", "x/two.toml", "x/y/three.toml", "x/[o]dd.toml"):
        write(name, BAD)
    assert codes("*.toml") == ["one.toml BJ205"]
    assert codes("x/*/*.toml") == ["x/y/three.toml BJ205"]
    assert codes("x/[o]dd.toml") == ["x/[o]dd.toml BJ205"]
    assert len(codes("**/*.toml")) == 4
    assert codes("**/t[wh]*.toml") == ["x/two.toml BJ205", "x/y/three.toml BJ205"]
    assert "no file matches y*" in run("y*")[2]


def test_shipped_names_go_before_folders() -> None:
    """The name of a shipped ruleset means just that, though there be a folder of this name."""
    write("classic/a.toml", BAD)
    assert run("classic")[:2] == (0, "1 ruleset checked, no faults\n")
    assert codes("classic/") == ["classic/a.toml BJ205"]


def test_stdin_is_checked() -> None:
    """`-` is what is piped in, under the name that is given, and extends files beside that name."""
    write("rules/parent.toml", BAD)
    child = GOOD.replace('"classic"', '"./parent.toml"')
    assert codes("-", stdin=BAD) == ["<stdin> BJ205"]
    assert codes("-", "--stdin-filename", "rules/new.toml", stdin=child) == ["rules/parent.toml BJ205"]
    assert codes("-", stdin=child) == ["<stdin> BJ121"]


def test_stdin_stands_for_the_file_of_its_name() -> None:
    """What an editor pipes in takes the place of the file as it was saved, also for those that extend it."""
    write("parent.toml", BAD)
    child = write("child.toml", GOOD.replace('"classic"', '"./parent.toml"'))
    assert codes("-", "parent.toml", child, "--stdin-filename", "parent.toml", stdin=GOOD) == []


def test_stdin_is_bounded() -> None:
    """More than a ruleset can have is not read from stdin, and a name for stdin needs stdin."""
    code, out, err = run("-", stdin="#" * (LARGEST_FILE + 1))
    assert (code, out) == (2, "")
    assert f"stdin has more than {LARGEST_FILE:,} bytes" in err
    assert run(write("a.toml", GOOD), "--stdin-filename", "b.toml")[0] == 2


def test_the_fault_of_a_parent_is_reported_in_its_own_file_where_that_is_checked() -> None:
    """A fault that is also found through a child has no note of that when its own file is checked."""
    write("parent.toml", BAD)
    write("a_child.toml", GOOD.replace('"classic"', '"./parent.toml"'))
    found = json.loads(run(".", "--format", "json")[1])["findings"]
    assert [(finding["file"], finding["inherited_by"]) for finding in found] == [("parent.toml", [])]


# --- which findings count ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), ["BJ205", "BJ201", "BJ306"]),
        (("--select", "BJ2"), ["BJ205", "BJ201"]),
        (("--select", "bj306, BJ205"), ["BJ205", "BJ306"]),
        (("--select", "BJ306", "--select", "unknown-key"), ["BJ201", "BJ306"]),
        (("--ignore", "BJ2"), ["BJ306"]),
        (("--ignore", "BJ2,BJ3"), []),
        (("--select", "BJ2", "--ignore", "BJ201"), ["BJ205"]),
        (("--select", "BJ201", "--ignore", "BJ2"), ["BJ201"]),
        (("--select", "BJ2", "--ignore", "BJ2"), []),
    ],
)
def test_codes_are_selected_and_ignored(options: tuple[str, ...], expected: list[str]) -> None:
    """Codes and beginnings of codes choose what is reported; the more exact word decides."""
    write("a.toml", MISSPELT)
    assert [found.split()[1] for found in codes("a.toml", *options)] == expected
    assert run("a.toml", *options)[0] == (1 if expected else 0)


@pytest.mark.parametrize(
    ("option", "word", "help_"),
    [
        ("--select", "BJ20l", "`bj explain BJ20` lists the codes"),
        ("--ignore", "unknwon-key", "did you mean `unknown-key`?"),
    ],
)
def test_an_unknown_code_is_wrong_usage(option: str, word: str, help_: str) -> None:
    """A code that does not exist is refused, with the one that is nearest."""
    code, out, err = run(write("a.toml", BAD), option, word)
    assert (code, out) == (2, "")
    assert f"unknown code `{word}`" in err
    assert help_ in err


def test_warnings_count_only_when_they_are_to() -> None:
    """Warnings are reported, and make the command fail only with `--strict`."""
    write("a.toml", WARNED)
    code, out, _ = run("a.toml")
    assert code == 0
    assert out.startswith("a.toml:5:13: BJ902 warning: ")
    assert out.endswith("\nFound 1 warning in 1 file.\n")
    assert run("a.toml", "--strict")[0] == 1
    assert run("a.toml", "--strict", "--ignore", "BJ902")[0] == 0


# --- how they are reported -----------------------------------------------------------------------------


def test_the_report_is_written_into_a_file() -> None:
    """A report in a file is whole, leaves nothing beside it, and stdout says how much there is to it."""
    write("a.toml", BAD)
    write("report.sarif", "old")
    code, out, err = run("a.toml", "--format", "sarif", "--output-file", "report.sarif")
    assert (code, out, err) == (1, "Found 1 fault in 1 file.\n", "")
    assert json.loads(Path("report.sarif").read_text("utf-8"))["version"] == "2.1.0"
    assert sorted(path.name for path in Path().iterdir()) == ["a.toml", "report.sarif"]


@pytest.mark.parametrize("name", ["nowhere/report", ".", "a\0b"])
def test_a_report_that_cannot_be_written_is_wrong_usage(name: str) -> None:
    """Where no file can be written, it is said so, and nothing is left."""
    code, out, err = run(write("a.toml", BAD), "--output-file", name)
    assert (code, out) == (2, "")
    assert "cannot be written" in err
    assert [path.name for path in Path().iterdir()] == ["a.toml"]


def test_what_is_no_ordinary_file_is_written_to() -> None:
    """A device is written to as it is, and stays what it is."""
    assert run(write("a.toml", BAD), "--output-file", "/dev/null")[0] == 1
    assert Path("/dev/null").is_char_device()


def test_the_environment_may_choose_the_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """`BJ_FORMAT` is the format when the command line names none."""
    monkeypatch.setenv("BJ_FORMAT", "concise")
    write("a.toml", BAD)
    assert run("a.toml")[1].startswith("a.toml:6:9: BJ205 `packs` should be at most 16, not 99 (")
    assert run("a.toml", "--format", "gitlab")[1].startswith("[")


def test_an_unknown_format_is_wrong_usage() -> None:
    """A format that does not exist is refused."""
    assert run(write("a.toml", BAD), "--format", "html")[0] == 2


def test_what_cannot_be_read_is_in_the_report_too() -> None:
    """A machine that reads the report learns of what could not be checked."""
    code, out, err = run("nowhere.toml", "--format", "json")
    assert code == 2
    assert json.loads(out)["unreadable"][0]["message"] == "no file `nowhere.toml`"
    assert err.startswith("error: no file `nowhere.toml`")


# --- many files ----------------------------------------------------------------------------------------


def test_a_file_that_cannot_be_read_keeps_no_other_from_being_checked() -> None:
    """What is wrong with the files that can be read is reported beside the one that cannot."""
    write("large.toml", "#" * (LARGEST_FILE + 1))
    for number in range(9):
        write(f"{number}.toml", (BAD, GOOD, WARNED)[number % 3])
    code, out, err = run("*.toml")
    assert code == 2
    assert "large.toml is larger than" in err
    assert out.endswith("\nFound 3 faults and 3 warnings in 6 files.\n")


# --- bugs of ours --------------------------------------------------------------------------------------


def test_a_bug_ends_with_101(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that nobody raised on purpose is reported as a bug of ours, with all that is needed."""

    def fail(*_: object) -> list[Finding]:
        raise ZeroDivisionError("\n::error::pwned\x1b[2J ##[error]")

    monkeypatch.setattr(examine, "examine", fail)
    code, out, err = run(write("a.toml", GOOD))
    assert (code, out) == (policy.BUG, "")
    assert err.startswith("error: this is a bug in bj, not your mistake\nhelp: please report it")
    assert f"| bj {__version__}, Python " in err
    assert "| ZeroDivisionError" in err
    assert "\x1b" not in err
    assert "##[" not in err
    assert not any(line.lstrip().startswith("::") for line in err.splitlines())


def test_a_file_that_nobody_looked_after_is_a_bug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error of the system about a file that comes through is a bug of ours too."""
    with pytest.raises(SystemExit) as ended, policy.exit_policy():
        Path("nowhere").read_bytes()
    assert ended.value.code == policy.BUG
    assert "| FileNotFoundError" in capsys.readouterr().err


def test_a_bug_in_starting_a_command_ends_with_101() -> None:
    """Also what goes wrong before a command has begun ends as a bug of ours."""
    program = "import sys, bj.cli.app as a; a.COMMANDS['run'] = 'bj.nowhere'; sys.argv[1:] = ['run']; a.run()"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == 101
    assert "ModuleNotFoundError" in ended.stderr


def test_stdout_without_a_buffer_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stdout that is no file, as in a test of somebody else, is printed to as well."""
    taken = io.StringIO()
    monkeypatch.setattr(sys, "stdout", taken)
    with pytest.raises(SystemExit):
        validate.validate([write("a.toml", BAD)], output_format="concise")
    assert taken.getvalue().endswith("Found 1 fault in 1 file.\n")
