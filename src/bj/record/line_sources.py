"""Finds out which step and which keys in a ruleset produced a line in a transcript."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from bj.compiler.steps import RECOVERY, places_of_steps
from bj.faults_and_fixes import Fault, KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.documents import merge_documents, rivals_of
from bj.ruleset.model import Step
from bj.ruleset.ruleset_files import SHIPPED
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.value_origins import Origins

BEFORE_THE_GAME = -1
"""The value of ``step`` for text that bj prints before the game, when it asks who is playing."""


class TracedText(NamedTuple):
    """A piece of a transcript, and its origin."""

    text: str
    places: tuple[KeyPath, ...]
    """The paths of the keys that produced the text, starting with the template. Empty for typed text."""
    step: int = BEFORE_THE_GAME
    """The index of the step that printed the text, in the order of ``places_of_steps``."""
    hand: int = 0
    round: int = 0


class PlacedRules:
    """A ruleset, with the position of each rule in its files."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.documents = checked.documents

    @property
    def file(self) -> Path:
        """The main file of the ruleset."""
        return self.documents[0].file

    @cached_property
    def data(self) -> dict[str, Any]:
        """The data of the ruleset, merged with that of the rulesets it extends."""
        return merge_documents(self.documents)

    @cached_property
    def origins(self) -> Origins:
        """The files and positions at which the values in the ruleset are written."""
        return Origins(self.documents)

    @cached_property
    def steps(self) -> list[KeyPath]:
        """The path of each step in the program, in order."""
        return places_of_steps(self.checked)

    def blame(self, pieces: Sequence[TracedText], offset: int) -> Iterator[str]:
        """Describe where the character at ``offset`` came from.

        If ``offset`` is past the end of the transcript, do this for the last character.
        """
        if not pieces:
            return
        piece = find_piece(pieces, offset)
        *_, last = names = [self._name(path) for path in piece.places] or ["typed input"]
        yield f"comes from {names[0]}" + (f", with text from {last}" if len(names) > 1 else "")
        yield self._moment(piece)

    def _moment(self, piece: TracedText) -> str:
        """Describe when some text was printed: in which hand and step, and where that step is written."""
        if piece.step == BEFORE_THE_GAME:
            return "before the game, when asking who is playing"
        hand = f"hand {piece.hand}" if piece.hand else "before the first hand"
        hand += f" of round {piece.round}" if piece.round and piece.hand else ""
        path = self.steps[piece.step]
        if not path:
            restarts = self.checked.model.shoe.when_empty == "restart hand"
            is_recovery = restarts and piece.step >= len(self.steps) - len(RECOVERY)
            return f"{hand}, " + ("when the cards run out" if is_recovery else "when the game ends early")
        step: Step = getattr(self.checked.model.procedure, str(path[1]))[path[2]]
        name = step.else_ if path[-1] == "else" else step.step or step.repeat or "say"
        what = f'`repeat = "{name}"`' if step.repeat is not None else f"the step `{name}`"
        return f"{hand}, {what}{self._place(path)}"

    def _name(self, path: KeyPath) -> str:
        """Return the name of a key, and where its value is written."""
        return f"{write_path(path)}{self._place(path)}"

    def _place(self, path: KeyPath) -> str:
        """Return the position of a value in parentheses, or a note that the ruleset does not set its key."""
        if look_up(self.data, path) is None:
            return ", which the ruleset does not set"
        return f" ({self.place(path)})"

    def place(self, path: KeyPath) -> str:
        """Return the position of a value as FILE:LINE:COLUMN. A shipped file is shown without its folder.

        If the value is missing, return the position of another key that sets the same rule, or of the table
        that would contain it.
        """
        from bj.ruleset.faults.locate import Page

        same = (path, *((*path[:-1], key) for key in rivals_of(path)))
        path = next((each for each in same if look_up(self.data, each) is not None), path)
        number, path = self.origins.find(path)
        finding = Page(self.documents[number]).find(Fault("", path, "", ""))
        file = Path(finding.file)
        shown = file.relative_to(SHIPPED).as_posix() if file.is_relative_to(SHIPPED) else finding.file
        return f"{shown}:{finding.line}:{finding.column}"


def find_piece(pieces: Sequence[TracedText], offset: int) -> TracedText:
    """Return the piece of text that contains the character at ``offset``.

    If ``offset`` is past the end of the transcript, return the last piece.
    """
    for piece in pieces:
        offset -= len(piece.text)
        if offset < 0:
            return piece
    return pieces[-1]


def write_path(path: KeyPath) -> str:
    """Format the path of a key so that it is easy to find in a ruleset.

    >>> write_path(("output", "push")), write_path(("members", "ann", "reactions", 0, "say"))
    ('[output] push', '[members.ann] reactions[0].say')
    """
    names = [str(step) for step in takewhile(lambda step: isinstance(step, str), path)]
    rest = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path[len(names) :])
    table = f"[{'.'.join(names[:-1])}] " if names[1:] else ""
    return f"{table}{names[-1]}{rest}"
