"""Prints the transcripts of histories again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bj.errors import GameError
from bj.files import path_of
from bj.record.script import Script
from bj.session.answer_sources import ListedAnswers
from bj.session.game import Game
from bj.session.history import History, HistoryFile
from bj.session.questions import Conversation, Questions
from bj.session.state import State


def transcribe(file: str | Path) -> Iterator[bytes]:
    """Yield the transcript of a history, in pieces of UTF-8.

    It includes prompts if players typed their answers. Nothing is yielded before the history has been
    checked. Raises UsageError, with the place of the fault, if the history is faulty. Raises GameError after
    the transcript if the game failed.
    """
    source = HistoryFile(path_of(file))
    history = source.history
    state = State.check(source)
    if history.typed is not None:
        game = _type_again(history)
        with suppress(GameError):
            for _ in game.transcript():
                pass
        if tuple(game.answers) != state.actions:
            raise source.refuse(("typed",), "the typed lines lead to different actions")
    yield from print_again(history, state)


def print_again(history: History, state: State) -> Iterator[bytes]:
    """Yield the transcript of a history, which has been replayed to ``state``.

    Raises GameError if the game failed.
    """
    if history.typed is not None:
        yield from _type_again(history).transcript()
        return
    yield state.transcript.encode()
    if state.error is not None:
        raise state.error


def _type_again(history: History) -> Game:
    """Make a game that reads its answers from the typed lines of the history."""
    checked, compiled = history.plan.checked, history.plan.compile()
    conversation = Conversation(checked.model.prompts, ListedAnswers(history.typed or ()), echo=history.echo)
    return Game(compiled, Script(checked, compiled), ask=Questions(conversation, checked, compiled).ask)
