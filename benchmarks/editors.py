"""Measures how fast `bj server` answers, relative to reading and checking the same text once.

    python benchmarks/editors.py [KEYSTROKES]

Prints the processor time from the start of the server to the first diagnostics of a ruleset of 200 lines,
relative to the processor time of `bj validate`. Then prints the time from a keystroke to the diagnostics,
relative to reading and checking the text again in this process, for the same ruleset and for one of 5,000
lines. All times are medians.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.language_server.client import Editor, edit  # noqa: E402  # found only in the folder above

from bj.findings.checking_files import examine  # noqa: E402  # after the import above
from bj.ruleset.documents import read_document  # noqa: E402  # after the import above
from bj.ruleset.ruleset_files import shipped_rulesets  # noqa: E402  # after the import above

STARTS = 5
"""The number of times to start a server."""


def long_ruleset(lines: int) -> str:
    """A ruleset with a number of ``lines``: a shipped ruleset with more strategies and comments."""
    text = shipped_rulesets()["classic"].read_text(encoding="utf-8")
    simple = "[strategies.simple]" + text.partition("[strategies.simple]")[2]
    simple = simple.partition("[strategies.counting]")[0]
    for number in range(190):
        if text.count("\n") + simple.count("\n") > lines:
            break
        text += simple.replace("[strategies.simple", f"[strategies.s{number}")
    return text + "# a comment\n" * (lines - text.count("\n"))


def check_once(file: Path, text: str) -> float:
    """The time in seconds to read and check a text: the median of several measurements."""
    seconds = []
    for _ in range(9):
        began = time.perf_counter()
        examine(file, {file: read_document(file, text.encode())})
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)


def validate_once(file: Path) -> float:
    """The processor time in seconds of a process that reads and checks a file once."""
    before = os.times()
    subprocess.run([sys.executable, "-m", "bj", "validate", file], capture_output=True, check=True)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def start_once(folder: Path, text: str) -> float:
    """The processor time in seconds of a server from its start to the diagnostics of its first file."""

    async def act(editor: Editor) -> float:
        await editor.write("first.toml", text)
        return editor.worked()

    return edit(folder, act, is_fresh=True)


def measure_start(folder: Path) -> None:
    """Print the ratio of the start of a server to `bj validate`, from processes that take turns."""
    text = long_ruleset(200)
    (folder / "saved.toml").write_text(text, encoding="utf-8")
    pairs = [(start_once(folder, text), validate_once(folder / "saved.toml")) for _ in range(STARTS)]
    started, validated = (statistics.median(each) for each in zip(*pairs, strict=True))
    print(
        f"start to first diagnostics: {started:.2f} s of processor time, {started / validated:.1f} times "
        f"`bj validate` ({validated:.2f} s)"
    )


def main(keystrokes: int = 30) -> None:
    """Measure, and print the ratios."""
    folder = Path(tempfile.mkdtemp())
    measure_start(folder)

    async def act(editor: Editor) -> None:
        for lines in (200, 5_000):
            text = long_ruleset(lines)
            once = check_once(folder / "a.toml", text)
            taken = []
            for number in range(keystrokes):
                typed = text.replace('title = "', f'title = "{"x" * number}', 1)
                started = time.perf_counter()
                await editor.write("a.toml", typed)
                if number:  # the first keystroke opens the file
                    taken.append(time.perf_counter() - started)
            keystroke = statistics.median(taken)
            print(
                f"a keystroke in {lines:,} lines: {1000 * keystroke:.0f} ms, {keystroke / once:.1f} times "
                f"reading and checking once ({1000 * once:.1f} ms)"
            )

    edit(folder, act)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
