"""The origin of a line in a transcript: the step that printed it, and the keys that produced its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from bj.compiler.steps import RECOVERY, places_of_steps
from bj.errors import Fault, KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.documents import merge_documents
from bj.ruleset.model import Step
from bj.ruleset.origins import Origins
from bj.ruleset.toml.look_up import look_up

BEFORE_THE_GAME = -1
"""The value of ``step`` for text that is printed while bj asks who plays."""


class TracedText(NamedTuple):
    """A piece of a transcript, with its origin."""

    text: str
    places: tuple[KeyPath, ...]
    """The paths of the keys that produced the text, the template first. Typed text has none."""
    step: int = BEFORE_THE_GAME
    """The number of the step that printed the text, from 0, in the order of ``places_of_steps``."""
    hand: int = 0
    round: int = 0


class PlacedRules:
    """The rules of a ruleset with the places where they are written."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.documents = checked.documents

    @property
    def file(self) -> Path:
        """The file of the ruleset."""
        return self.documents[0].file

    @cached_property
    def data(self) -> dict[str, Any]:
        """The merged data of the ruleset."""
        return merge_documents(self.documents)

    @cached_property
    def origins(self) -> Origins:
        """Finds the place where each value of the ruleset is written."""
        return Origins(self.documents)

    @cached_property
    def steps(self) -> list[KeyPath]:
        """The path of each step of the program, in order."""
        return places_of_steps(self.checked)

    def blame(self, pieces: Sequence[TracedText], offset: int) -> Iterator[str]:
        """Describe the origin of the character at ``offset``.

        If ``offset`` is past the end of the transcript, describe the origin of the last piece.
        """
        if not pieces:
            return
        piece = find_piece(pieces, offset)
        *_, last = names = [self._name(path) for path in piece.places] or ["what was typed"]
        yield f"made by {names[0]}" + (f", with the words of {last}" if len(names) > 1 else "")
        yield self._moment(piece)

    def _moment(self, piece: TracedText) -> str:
        """Describe the moment at which a piece was printed: the hand, the step, and the place of the step."""
        if piece.step == BEFORE_THE_GAME:
            return "before the game, when asking who plays"
        hand = f"hand {piece.hand}" if piece.hand else "before the first hand"
        hand += f" of round {piece.round}" if piece.round and piece.hand else ""
        path = self.steps[piece.step]
        if not path:
            restarts = self.checked.model.shoe.when_empty == "restart hand"
            is_recovery = restarts and piece.step >= len(self.steps) - len(RECOVERY)
            return f"{hand}, " + ("where the cards run out" if is_recovery else "where the game ends early")
        step: Step = getattr(self.checked.model.procedure, str(path[1]))[path[2]]
        name = step.else_ if path[-1] == "else" else step.step or step.repeat or "say"
        what = f'`repeat = "{name}"`' if step.repeat is not None else f"the step `{name}`"
        return f"{hand}, {what}{self._place(path)}"

    def _name(self, path: KeyPath) -> str:
        """Return the name of a key, followed by the place where its value is written."""
        return f"{write_path(path)}{self._place(path)}"

    def _place(self, path: KeyPath) -> str:
        """Return the place where a value is written, in parentheses, or a note that its key is not set."""
        if look_up(self.data, path) is None:
            return ", which the ruleset does not set"
        return f" ({self.place(path)})"

    def place(self, path: KeyPath) -> str:
        """Return the place where a value is written, as FILE:LINE:COLUMN.

        If the value is missing, return the place of the enclosing table.
        """
        from bj.ruleset.faults.locate import Page

        number, path = self.origins.find(path)
        finding = Page(self.documents[number]).find(Fault("", path, "", ""))
        return f"{finding.file}:{finding.line}:{finding.column}"


def find_piece(pieces: Sequence[TracedText], offset: int) -> TracedText:
    """Find the piece that contains the character at ``offset``.

    Return the last piece if ``offset`` is past the end of the transcript.
    """
    for piece in pieces:
        offset -= len(piece.text)
        if offset < 0:
            return piece
    return pieces[-1]


def write_path(path: KeyPath) -> str:
    """Write the path of a key as readers would look for it in a ruleset.

    >>> write_path(("output", "push")), write_path(("members", "ann", "reactions", 0, "say"))
    ('[output] push', '[members.ann] reactions[0].say')
    """
    names = [str(step) for step in takewhile(lambda step: isinstance(step, str), path)]
    rest = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path[len(names) :])
    table = f"[{'.'.join(names[:-1])}] " if names[1:] else ""
    return f"{table}{names[-1]}{rest}"
