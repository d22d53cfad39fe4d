"""Run the commands of the cases in ``cases`` and write what they print below them.

    python tests/cli/update.py [NAME]...

A case is a text. After a sentence about what it shows come files, each below a line ``== NAME``, then
commands, each on a line that begins with ``$``: ``bj`` with its words, perhaps with ``< FILE`` or ``>
FILE``, ``cat FILE``, or ``grep -c TEXT FILE``, which counts the lines with a text. Below a command is what
it prints on stdout, then on stderr with ``!`` before each line, and its exit code in brackets unless that
is 0.
``git diff`` shows what has changed; look at every line of it.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from typer.testing import CliRunner

from bj.cli.app import make_app

FOLDER = Path(__file__).parent / "cases"
FILE, COMMAND = "== ", "$ "
ENVIRONMENT = {"COLUMNS": "80", "TERM": "dumb"}


def all_cases() -> list[str]:
    """The names of all cases."""
    return sorted(file.stem for file in FOLDER.glob("*.txt"))


def read_case(name: str) -> str:
    """The text of a case."""
    return (FOLDER / f"{name}.txt").read_text("utf-8")


def play(text: str) -> str:
    """The text of a case with what its commands print, run in the current folder."""
    head, *parts = ("\n" + text).split("\n" + COMMAND)
    about, *files = head.removeprefix("\n").split("\n" + FILE)
    for file in files:
        name, _, content = file.partition("\n")
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content.rstrip("\n").encode() + b"\n")
    written = [about, *(FILE + file for file in files)]
    for part in parts:
        command = part.partition("\n")[0]
        written.append("\n".join([COMMAND + command, *_run(command)]))
    return "\n".join(written) + "\n"


def _run(command: str) -> Iterator[str]:
    """The lines that a command prints, and its exit code."""
    command, _, stdout = command.partition(" > ")
    words, _, stdin = command.partition(" < ")
    program, *arguments = shlex.split(words)
    if program == "cat":
        yield from Path(arguments[0]).read_text("utf-8").removesuffix("\n").split("\n")
        return
    if program == "grep":
        _, wanted, file = arguments
        yield str(sum(wanted in line for line in Path(file).read_text("utf-8").splitlines()))
        return
    app = make_app(arguments[0] if arguments else "")
    ended = CliRunner().invoke(
        app, arguments, input=Path(stdin).read_bytes() if stdin else "", env=ENVIRONMENT, prog_name="bj"
    )
    if ended.exception is not None and not isinstance(ended.exception, SystemExit):
        raise ended.exception
    if stdout:
        Path(stdout).write_bytes(ended.stdout_bytes)
    else:
        yield from ended.stdout.splitlines()
    yield from (f"! {line}".rstrip() for line in ended.stderr.splitlines())
    if ended.exit_code:
        yield f"[{ended.exit_code}]"


def main(names: list[str]) -> None:
    """Write the cases with these names, or all."""
    for name in names or all_cases():
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            (FOLDER / f"{name}.txt").write_text(play(read_case(name)), "utf-8", newline="\n")


if __name__ == "__main__":
    os.environ |= ENVIRONMENT
    main(sys.argv[1:])
