"""Measure how soon `bj server` answers, as ratios to reading and checking the same text once.

    python benchmarks/editors.py [KEYSTROKES]

Prints the seconds from the start of the server to the first diagnostics, and the time from a keystroke in a
ruleset of 200 lines, and in one of 5,000, to the diagnostics.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.client import Editor, edit  # noqa: E402  # the folder has to be known first

from bj.findings.examine import examine  # noqa: E402  # the same
from bj.ruleset.documents import read_document  # noqa: E402  # the same
from bj.ruleset.files import shipped_rulesets  # noqa: E402  # the same


def long_ruleset(lines: int) -> str:
    """A ruleset of this number of lines: a shipped one with more strategies and comments."""
    text = shipped_rulesets()["classic"].read_text(encoding="utf-8")
    rows = text.partition("[strategies.simple]")[2].partition("[strategies.counting]")[0]
    for number in range(190):
        if text.count("\n") + rows.count("\n") > lines:
            break
        text += f"[strategies.s{number}]{rows}"
    return text + "# a comment\n" * (lines - text.count("\n"))


def check_once(file: Path, text: str) -> float:
    """The seconds to read and check a text, the median of several."""
    seconds = []
    for _ in range(9):
        began = time.perf_counter()
        examine(file, {file: read_document(file, text.encode())})
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)


def main(keystrokes: int = 30) -> None:
    """Print what was measured."""
    folder = Path(tempfile.mkdtemp())
    began = time.perf_counter()

    async def act(editor: Editor) -> None:
        await editor.write("first.toml", long_ruleset(200))
        seconds = time.perf_counter() - began
        print(f"start to first diagnostics: {seconds:.2f} s, {editor.worked():.2f} s of processor time")
        for lines in (200, 5_000):
            text = long_ruleset(lines)
            once = check_once(folder / "a.toml", text)
            taken = []
            for number in range(keystrokes):
                typed = text.replace('title = "', f'title = "{"x" * number}', 1)
                started = time.perf_counter()
                await editor.write("a.toml", typed)
                taken.append(time.perf_counter() - started)
            keystroke = statistics.median(taken)
            print(
                f"a keystroke in {lines:,} lines: {1000 * keystroke:.0f} ms, {keystroke / once:.1f} times "
                f"reading and checking once ({1000 * once:.1f} ms)"
            )

    edit(folder, act)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
