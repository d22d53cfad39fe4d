"""The options of all commands: the same word for the same thing, groups in the help, and completion."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.session.starting import start
from typer.testing import CliRunner

from bj.cli.app import COMMANDS, find_wanted, make_app
from bj.cli.typer_commands import GROUPS, RENAMED, RENAMED_IN, find_successor

GROUP = typer.main.get_group(make_app(""))


def options_of(command: str) -> list[Any]:
    """The options of a command that its help shows."""
    return [each for each in GROUP.commands[command].params if each.param_type_name == "option"]


def complete(line: str, shell: str = "bash") -> list[str]:
    """The completions of a line, in the protocol of a shell's script."""
    environment = {"_BJ_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    if shell == "bash":
        environment |= {"COMP_WORDS": line, "COMP_CWORD": str(line.count("\n" if "\n" in line else " "))}
    else:
        environment |= {"_TYPER_COMPLETE_ARGS": line}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        done = CliRunner().invoke(make_app(find_wanted(["bj"], os.environ)), [], prog_name="bj")
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.split("\n")[:-1] if done.stdout.strip() else []


def test_every_option_is_in_one_group() -> None:
    """Each option of each command is in one group of the help, and a group has no other options."""
    all_options = (each for command in COMMANDS for each in options_of(command))
    used = {next(name for name in each.opts if name.startswith("--")) for each in all_options}
    listed = Counter(option for group in GROUPS.values() for option in group)
    root = {"--version", "--install-completion", "--show-completion", "--help"}
    assert used | root == listed.keys() | {"--help"}
    assert max(listed.values()) == 1


def test_an_option_takes_the_same_in_every_command() -> None:
    """No option is a switch in one command and takes a value in another."""
    kinds: dict[str, set[bool]] = {}
    for command in COMMANDS:
        for each in options_of(command):
            for name in each.opts:
                kinds.setdefault(name, set()).add(each.is_flag)
    assert [name for name, found in kinds.items() if len(found) > 1] == []


OLD = [*(("test", old) for old in RENAMED), *((name, old) for name in RENAMED_IN for old in RENAMED_IN[name])]


@pytest.mark.parametrize(("command", "old"), OLD)
def test_an_old_option_names_the_new_one(command: str, old: str) -> None:
    """An option of an earlier version is wrong usage, and the message says what to write."""
    done = CliRunner().invoke(make_app(command), [command, "classic", old, "x"])
    assert done.exit_code == 2
    assert f"`{find_successor(command, old)}`" in done.stderr


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("bj sim", ["simulate"]),
        ("bj run class", ["classic"]),
        ("bj run casino/double_exp", []),
        ("bj show mine", ["mine.toml"]),
        ("bj validate deep", ["deep/"]),
        ("bj run classic ", ["simple", "counting"]),
        ("bj run classic counting ", []),
        ("bj run mine.toml sim", ["simple"]),
        ("bj simulate classic --set pl", ["player="]),
        ("bj simulate classic --set player = c", ["counting"]),
        ("bj run vegas s", ["safe:"]),
        ("bj simulate classic --engine pl", ["plain"]),
        ("bj simulate classic --eng", ["--engine"]),
        ("bj validate --format sar", ["sarif"]),
        ("bj validate --select BJ205,BJ85", ["BJ205,BJ851", "BJ205,BJ852", "BJ205,BJ853"]),
        ("bj explain unknown-key", ["unknown-key"]),
        ("bj solve casino --against ba", ["basic"]),
        ("bj compare classic classic --right player = co", ["counting"]),
        ("bj run nowhere.toml ", []),
        ("bj run broken.toml ", []),
    ],
)
def test_bash_completes(
    line: str, offered: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands, rulesets, their arguments and choices, strategies, options and codes are completed."""
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('[ruleset]\ntitle = "Mine"\nextends = "classic"\n', "utf-8")
    Path("broken.toml").write_text("[ruleset\n", "utf-8")
    Path("deep").mkdir()
    assert complete(line) == offered


def test_other_shells_complete() -> None:
    """In zsh and fish the same words have their help; otherwise files are offered."""
    (offered,) = complete("bj run classic co", "zsh")
    assert offered == """_arguments '*: :(("counting":"strategy of the player"))'"""
    assert complete("bj run classic --cuts ", "zsh") == ["_files"]
    assert complete("bj run classic co", "fish") == ["counting\tstrategy of the player"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_files_with_unprintable_names_are_not_offered(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A completed name has no escape sequence, and is one word."""
    monkeypatch.chdir(tmp_path)
    for name in ("plain.toml", "red\x1b[31m.toml", "two\nlines.toml"):
        Path(name).touch()
    offered = complete("bj run ./", shell)
    assert [word for word in offered if "plain" in word]
    assert not [word for word in offered if "\x1b" in word or "red" in word or "lines" in word]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("run", "my"), [r"my\ game\'s.toml"]),
        (("run", '"my'), ["my game's.toml"]),
        (("run", '"my game\'s.toml"', "co"), ["counting"]),
        (("run", r"my\ game\'s.toml", "co"), ["counting"]),
        (("run", "my game's.toml", "co"), []),
    ],
)
def test_bash_completes_names_with_blanks(
    words: tuple[str, ...], offered: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name with a blank or a quote is offered as bash reads it, and its arguments are completed."""
    monkeypatch.chdir(tmp_path)
    Path("my game's.toml").write_text('[ruleset]\ntitle = "Mine"\nextends = "classic"\n', "utf-8")
    assert complete("\n".join(("bj", *words))) == offered


def test_a_shell_asks_the_command_itself() -> None:
    """The installed command answers in the protocol of a shell, without loading other commands."""
    line = {"_BJ_COMPLETE": "complete_bash", "COMP_WORDS": "bj run classic ", "COMP_CWORD": "3"}
    done = start(environment={**os.environ, **line})
    assert (done.stdout, done.stderr) == (b"simple\ncounting\n", b"")
