"""Games with given cards and answers, with the table drawn before every question."""

from __future__ import annotations

import io
from collections.abc import Generator, Sequence
from itertools import pairwise

from rich.console import Console

from bj.cli.drawn_table import Picture
from bj.engine.face.view import View
from bj.record.transcript_lines import Script
from bj.session.answer_sources import ListedAnswers
from bj.session.conversation import Conversation, Questions
from bj.session.game import Game
from bj.session.game_plan import Plan, prepare
from bj.session.rigging import read_cards

FRAMES = "│┃╭╰┏┗|+"
"""The characters that lines of frames begin with."""


def make_console(width: int = 80, encoding: str = "utf-8") -> Console:
    """A console without colours or output."""
    return Console(file=io.TextIOWrapper(io.BytesIO(), encoding), width=width, color_system=None)


def play_drawing(
    console: Console, name: str, words: Sequence[str], cards: str, answers: Sequence[str]
) -> Generator[str, None, None]:
    """Play until the answers run out; yield the transcript in pieces, and draw the table before questions."""
    checked, values = prepare(name, words, {})
    plan = Plan(checked, values, 0, cards=read_cards(cards, checked.pack))
    compiled = plan.compile()
    picture = Picture(console, checked, compiled)
    given = ListedAnswers(answers)

    def ask(view: View) -> Generator[bytes, None, int]:
        picture.draw(view)
        conversation = Conversation(checked.model.prompts, given, echo=True)
        return (yield from Questions(conversation, checked, compiled).ask(view))

    for piece in Game(compiled, Script(checked, compiled), ask=ask).transcript():
        yield bytes(piece).decode()


def pictures(
    name: str,
    words: Sequence[str],
    cards: str,
    answers: Sequence[str],
    *,
    width: int = 80,
    encoding: str = "utf-8",
) -> list[str]:
    """The pictures of a game, as lines of text."""
    console = make_console(width, encoding)
    with console.capture() as drawn:
        for _ in play_drawing(console, name, words, cards, answers):
            pass
    lines = [line.rstrip() for line in drawn.get().splitlines()]
    starts = [at for at, line in enumerate(lines) if line and line[0] not in FRAMES]
    return ["\n".join(lines[start:end]) for start, end in pairwise([*starts, len(lines)])]
