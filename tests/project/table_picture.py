"""Draw the picture of a table at the terminal that the README shows.

    python tests/project/table_picture.py

It is ``bj run vegas … --pretty`` with some cards and answers, in the colours of a terminal.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from rich.console import Console
from tests.cli.pictures import play_drawing

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "table.svg"
PLAYERS = ("human:Ann:100", "human:Bob:80", "safe:Meek:50")
CARDS = "9C KD TC 5D 2D TH 7S TS AH"
ANSWERS = ("15", "10", "y", "n")


def draw() -> str:
    """The picture as SVG: the screen between the last two answers."""
    console = Console(
        file=io.StringIO(), record=True, width=72, force_terminal=True, color_system="truecolor"
    )
    questions = 0
    for piece in play_drawing(console, "vegas", PLAYERS, CARDS, ANSWERS):
        console.print(piece, end="", markup=False, highlight=False)
        questions += piece.endswith("? ") or piece.endswith(": ")
        if questions == len(ANSWERS):
            break
        if questions == len(ANSWERS) - 1:
            console.export_text()
    drawn = console.export_svg(title=f"bj run vegas {' '.join(PLAYERS)} --pretty")
    return re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)  # what is looked at asks no server


if __name__ == "__main__":
    PICTURE.write_text(draw(), "utf-8", newline="\n")
