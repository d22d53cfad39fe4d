"""Prints the transcripts of recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bj.errors import GameError
from bj.files import path_of
from bj.record.transcript_lines import Script
from bj.session.answer_sources import ListedAnswers
from bj.session.controlled_game import State
from bj.session.conversation import Conversation, Questions
from bj.session.game import Game
from bj.session.replayable_history import History, HistoryFile


def transcribe(file: str | Path) -> Iterator[bytes]:
    """Yield the transcript of a history in pieces of UTF-8, after the history has been checked.

    If players typed their answers, the transcript includes the prompts. Raises UsageError, with the location
    of the fault, if the history is invalid. If the recorded game failed, GameError is raised after the
    transcript.
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
    """Yield the transcript of a history, given the final ``state`` of its replay.

    Raises GameError if the game failed.
    """
    if history.typed is not None:
        yield from _type_again(history).transcript()
        return
    yield state.transcript.encode()
    if state.error is not None:
        raise state.error


def _type_again(history: History) -> Game:
    """Return a game in which the players type the same lines as in the history."""
    checked, compiled = history.plan.checked, history.plan.compile()
    conversation = Conversation(checked.model.prompts, ListedAnswers(history.typed or ()), echo=history.echo)
    return Game(compiled, Script(checked, compiled), ask=Questions(conversation, checked, compiled).ask)
