"""Writes the transcripts and the numbers of lines of all cases: `python tests/games/update.py`.

Review what `git diff` shows.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.games.cases import FILES, Changed, cases_of

from bj.cases.playing import play_case


def updated(text: str, changed: Changed) -> str:
    """The text of a file with the current transcript and number of lines of one case."""
    transcript = play_case(changed.load(), changed.case).transcript
    escaped, lines = transcript.replace("\\", "\\\\"), transcript.count("\n")
    begin = text.index(f"[cases.{changed.name}]\n")
    end = text.find("\n[cases.", begin)
    case = text[begin:] if end < 0 else text[begin:end]
    new = re.sub(r'(?s)(transcript = """\n).*?"""', lambda found: f'{found[1]}{escaped}"""', case)
    return text.replace(case, re.sub(r"(lines = )\d+", rf"\g<1>{lines}", new))


if __name__ == "__main__":
    for file in FILES:
        text = file.read_text("utf-8")
        for changed in cases_of(file):
            text = updated(text, changed)
        file.write_text(text, "utf-8")
