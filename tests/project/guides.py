"""Follow the guides, each in a fresh folder, and write the output of their commands into them.

    python tests/project/guides.py

``git diff`` shows what has changed; look at every line of it.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.session.starting import start
from tests.session.test_interactive import terminal

from bj.native.library import has_library

DOCS = Path(__file__).parents[2] / "docs"
GUIDES = (
    *("tutorial.md", "assignment.md", "grading.md", "overlays.md", "strategies.md"),
    *("powers.md", "tables.md", "variants.md"),
)
SIMULATION = "simulation.md"  # which needs the compiled engine

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`([\w./]+)`:\s*\Z")
"""The file that a block is about: the text before it ends with its name."""

LINE = re.compile(
    r"(?:(?P<typing>printf '[^']*') \| )?bj (?P<words>[^|>]+)(?: \| (?P<filter>[^|].*)| > (?P<file>[\w./]+))?"
)
"""``bj`` with typed input, a pipe for its output, and the file of its output."""

SHELLS_OWN = frozenset("*?[$`|&;<>(){}~#")
"""Characters that need a shell, which gets the whole command and finds ``bj`` itself."""


def follow(text: str, folder: Path) -> str:
    """``text`` with the real output of its commands, after all its steps in ``folder``.

    A block of ``console`` has commands after ``$`` and their output, one of ``terminal`` a command and a
    person's answers to its questions, one of ``diff`` lines to remove and to add, and one of ``toml`` a whole
    file.
    """
    followed = ""
    end = 0
    for block in BLOCK.finditer(text):
        kind, content = block.groups()
        before = text[end : block.start()]
        end = block.end()
        if kind == "console":
            content = "".join(_run(command, folder) for command in _commands(content))
        elif kind == "terminal":
            content = _talk(content, folder)
        elif kind in ("diff", "toml"):
            named = FILE.search(before)
            assert named, f"the text before this does not end with the name of a file: {content}"
            file = folder / named[1]
            if kind == "diff":
                _edit(file, content)
            else:
                file.parent.mkdir(exist_ok=True)
                file.write_text(content, "utf-8")
        followed += f"{before}```{kind}\n{content}```"
    return followed + text[end:]


def _commands(content: str) -> Iterator[str]:
    """The commands of a block."""
    for line in content.splitlines():
        if line.startswith("$ "):
            yield line.removeprefix("$ ")


def _run(command: str, folder: Path) -> str:
    """A command with its output; a shell runs anything except ``bj``, words and pipes."""
    line = LINE.fullmatch(command)
    if line is None or not SHELLS_OWN.isdisjoint(line["words"]):
        return f"$ {command}\n{_in_shell(command, folder).decode()}"
    typed = _in_shell(line["typing"], folder) if line["typing"] else b""
    together = not line["filter"] and not line["file"]
    done = start(*shlex.split(line["words"]), folder=folder, typed=typed, together=together)
    printed = done.stdout
    if line["file"]:
        (folder / line["file"]).write_bytes(printed)
        printed = done.stderr
    elif line["filter"]:
        printed = done.stderr + _in_shell(line["filter"], folder, printed)
    return f"$ {command}\n{printed.decode()}"


def _talk(content: str, folder: Path) -> str:
    """A command that asks questions at a terminal, with the answers in ``content``; without one, Enter."""
    command, *lines = content.splitlines()
    with terminal(*shlex.split(command.removeprefix("$ bj ")), kind="dumb", folder=folder) as screen:
        while question := screen.wait_for_question():
            answers = (line.removeprefix(question) for line in lines if line.startswith(question))
            answer = next(answers, "")
            lines = lines[lines.index(question + answer) + 1 :] if question + answer in lines else lines
            screen.type(f"{answer}\n")
        said, _ = screen.leave()
    return f"{command}\n{re.sub(' +$', '', said, flags=re.MULTILINE)}"


def _in_shell(command: str, folder: Path, typed: bytes = b"") -> bytes:
    """The output of a command of a shell."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],  # noqa: S607  # the shell that there is, as readers have it
        cwd=folder,
        env=os.environ | {"PATH": programs},
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout


def _edit(file: Path, content: str) -> None:
    """Replace the lines with ``-`` by the following lines with ``+``; asserts that each occurs once."""
    text = file.read_text("utf-8")
    for change in re.finditer(r"((?:^-.*\n)+)((?:^\+.*\n)*)", content, re.MULTILINE):
        old, new = ("".join(line[1:] for line in part.splitlines(True)) for part in change.groups())
        assert text.count(old) == 1, f"{file.name} has this {text.count(old)} times: {old}"
        text = text.replace(old, new)
    file.write_text(text, "utf-8")


def warm_up() -> None:
    """Compile the engine if necessary; its message is not in the guides."""
    has_library()


def main() -> None:
    """Write the output into the guides."""
    warm_up()
    for name in (*GUIDES, SIMULATION):
        with tempfile.TemporaryDirectory() as folder:
            guide = DOCS / name
            guide.write_text(follow(guide.read_text("utf-8"), Path(folder)), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
