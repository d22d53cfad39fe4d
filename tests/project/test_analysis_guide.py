"""The guide to analyses: its commands run, and its program prints what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.session.starting import start

from bj.native.library import has_library

GUIDE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text("utf-8")
WRITTEN = re.findall(r"^    bj (.*)$", GUIDE, re.MULTILINE)
COMMANDS = [words for words in WRITTEN if not any(other.startswith(f"{words} ") for other in WRITTEN)]
"""The commands of the guide, except those that another one repeats with more options."""

pytestmark = [
    pytest.mark.skipif(not has_library(), reason="takes minutes without the compiled engine"),
]


def run(*words: str, folder: Path) -> str:
    """The output of Python with these words on its command line; asserts success."""
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_guide_run(command: str, tmp_path: Path) -> None:
    """A command of the guide prints a report."""
    words = re.findall(r'"[^"]*"|\S+', command)
    done = start(*(word.strip('"') for word in words), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"%" in done.stdout


def test_the_program_of_the_guide_prints_what_it_says(tmp_path: Path) -> None:
    """The program prints the value in its comment, and a row of a chart."""
    (program,) = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    value, row = run("-c", program, folder=tmp_path).splitlines()
    assert f"# {value}" in program
    assert row.count("'H'") == 7
