"""Plays a game for ``bj run``: asks for answers, saves the game and writes its history."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bj.cli.player_notes import TerminalNotes
from bj.compiler.compile import Compiled
from bj.engine.face.view import View
from bj.errors import UsageError
from bj.record.transcript_lines import Script, render
from bj.ruleset.check import Checked
from bj.ruleset.model import Prompts
from bj.session.answer_sources import Answers, EndOfInput, FileAnswers, TypedAnswers, typed_answers
from bj.session.game import Game
from bj.session.game_plan import Plan
from bj.text.untrusted_text import Guard

if TYPE_CHECKING:
    from bj.cli.mistake_costs import Coach
    from bj.session.conversation import Conversation
    from bj.session.saving import Saved


class Terminal:
    """The input and output for a game: the source of answers, standard output, and the saved game."""

    def __init__(
        self, answers: str, save: str, resume: str, history: str, *, echo: bool, pretty: bool = False
    ) -> None:
        if history and resume:
            raise UsageError(
                "`--history` cannot be combined with `--resume`: the history would lack the first hands",
                "remove `--history`",
            )
        if pretty and not sys.stderr.isatty():
            raise UsageError("`--pretty` needs a terminal on stderr", "remove it")
        self.resized: Callable[[], None] = lambda: None
        """Called when the terminal is resized."""
        # set before the line editor, which also calls this handler
        if pretty and hasattr(signal, "SIGWINCH"):
            signal.signal(signal.SIGWINCH, lambda number, frame: self.resized())
        self.is_pretty = pretty
        self.out = sys.stdout.buffer
        self.save_file = save or resume
        """The file to which the game is saved. A resumed game is saved to its own file by default."""
        self.history_file = history
        self.typed: list[str] = []
        """The lines that players have typed, to be written to the history."""
        if history:
            from bj.session.replayable_history import refuse_other_than_history

            refuse_other_than_history(Path(history))
        self.saved = _read_saved(resume) if resume else None
        self.echo = echo or (self.saved is not None and self.saved.echo)
        self.used = self.saved.used if self.saved else 0
        self.answers: Answers = FileAnswers(Path(answers), self.used) if answers else typed_answers()
        self.said = 0
        self.guard = Guard()

    def converse(self, prompts: Prompts) -> Conversation:
        """Return a new conversation that uses the prompts in a ruleset."""
        from bj.session.conversation import Conversation

        if isinstance(self.answers, TypedAnswers):
            self.answers.listen()
        # A terminal echoes typed answers itself.
        shows = isinstance(self.answers, TypedAnswers) and self.answers.is_terminal() and self.out.isatty()
        return Conversation(prompts, self.answers, echo=self.echo and not shows)

    def make_notes(self, checked: Checked, compiled: Compiled) -> TerminalNotes:
        """Create the object that prints notes to players at a terminal."""
        picture = None
        if self.is_pretty:
            from rich.console import Console

            from bj.cli.drawn_table import Picture

            picture = Picture(Console(stderr=True, highlight=False), checked, compiled)
        talks = isinstance(self.answers, TypedAnswers) and self.answers.is_terminal()
        talks = talks and self.out.isatty() and sys.stderr.isatty()
        notes = TerminalNotes(checked, compiled, talks=talks, picture=picture)
        self.resized = notes.resize
        return notes

    def interlude(self) -> AbstractContextManager[None]:
        """Return a context for work that keeps a player waiting.

        In the context, Ctrl-C cancels the work, and anything typed is discarded.
        """
        return self.answers.interlude() if isinstance(self.answers, TypedAnswers) else nullcontext()

    def lines_used(self) -> int:
        """Return the number of lines in the answers file that have been used."""
        return self.answers.used if isinstance(self.answers, FileAnswers) else self.used

    def seat(self, checked: Checked, words: list[str], settings: Mapping[str, str]) -> list[str]:
        """Return ``words`` from the command line. If they name no players, ask for players and add them."""
        for argument in checked.model.command_line:
            is_missing = argument.name not in settings and not any(":" in word for word in words)
            if argument.type == "players" and is_missing:
                return words + self._ask_roster(checked.model.prompts, argument.choices or [])
        return words

    def _ask_roster(self, prompts: Prompts, kinds: list[str]) -> list[str]:
        """Ask for the players, and return the words that describe them. Exit at the end of the input."""
        from bj.session.asking_who_plays import ask_roster

        asking = ask_roster(self.converse(prompts), kinds)
        while True:
            try:
                self.write([next(asking)])
            except StopIteration as stop:
                named: list[str] = stop.value
                return named
            except EndOfInput:
                sys.exit(0)

    def write(self, pieces: Iterable[bytes]) -> None:
        """Write the next pieces of the transcript to stdout."""
        for piece in pieces:
            shown = self.guard(bytes(piece).decode()).encode()
            self.said += len(shown)
            self.out.write(shown)


def play(plan: Plan, terminal: Terminal, coach: Coach | None = None) -> None:
    """Play a game and write its transcript to stdout.

    The output to a pipe is the same as the output to a file. At a terminal, players can edit their answers,
    and notes appear on stderr. If a player quits with Ctrl-C, KeyboardInterrupt is raised after everything
    has been written.
    """
    compiled = plan.compile()
    notes = terminal.make_notes(plan.checked, compiled)
    give_hint = _hints_of(terminal, plan, compiled) if notes.gives_hints else None
    is_left = False

    def ask(view: View) -> Generator[bytes, None, int]:
        from bj.session.conversation import Questions

        nonlocal is_left
        conversation = terminal.converse(plan.checked.model.prompts)
        conversation.hint = None if give_hint is None else partial(give_hint, view)
        terminal.out.flush()
        notes.ask(view)
        try:
            answer = yield from Questions(conversation, plan.checked, compiled).ask(view)
            if coach is not None:
                coach.note(view, answer)
            return answer
        except (EndOfInput, KeyboardInterrupt):
            is_left = True
            raise
        finally:
            terminal.typed.extend(conversation.heard)
            notes.answered()

    def render_noted(script: Script, numbers: Sequence[int]) -> Iterable[str]:
        notes.note(numbers)
        return render(script, numbers)

    shown = render_noted if notes.gives_hints else render
    game = Game(compiled, Script(plan.checked, compiled), render=shown, ask=ask)
    game.given.warn = partial(print, "warning:", file=sys.stderr)
    if terminal.saved is not None:
        terminal.saved.go_on(game)
        terminal.said = terminal.saved.said
        notes.resume(game.view, is_over=terminal.saved.pauses is None)
    if terminal.save_file:
        _save_always(game, plan, terminal)
    is_interrupted = False
    try:
        terminal.write(game.transcript())
    except KeyboardInterrupt:
        is_interrupted = True
    finally:
        terminal.out.flush()
        _write_history(game, plan, terminal, is_left=is_left)
    if is_left and isinstance(terminal.answers, FileAnswers):
        print("warning: ran out of answers; game abandoned", file=sys.stderr)
    notes.end(game.view, is_left=is_left or is_interrupted, save_file=terminal.save_file)
    if coach is not None:
        coach.tell(terminal.interlude)
    if is_interrupted or (isinstance(terminal.answers, TypedAnswers) and terminal.answers.interrupted):
        raise KeyboardInterrupt


def _hints_of(terminal: Terminal, plan: Plan, compiled: Compiled) -> Callable[[View], None]:
    from bj.cli.player_hints import Hints

    return Hints(plan, compiled, terminal.interlude).give


def _save_always(game: Game, plan: Plan, terminal: Terminal) -> None:
    """Save ``game`` now and after every hand, each time after flushing the output."""
    from bj.session.saving import Saver

    saver = Saver(Path(terminal.save_file), plan, echo=terminal.echo)

    def save(is_over: bool) -> None:
        terminal.out.flush()
        saver.save(game, terminal.lines_used(), terminal.said, is_over=is_over)

    save(terminal.saved is not None and terminal.saved.pauses is None)
    game.after_hand = save


def _write_history(game: Game, plan: Plan, terminal: Terminal, *, is_left: bool) -> None:
    """Write the history of a finished or abandoned game if ``--history`` was given."""
    if not terminal.history_file:
        return
    from bj.session.controlled_game import State
    from bj.session.replayable_history import History, write_history

    lines = tuple(terminal.typed) if game.answers or is_left else None
    played = History(plan, tuple(game.answers), is_left=is_left, typed=lines, echo=terminal.echo)
    state = State.replay(played)
    write_history(Path(terminal.history_file), played, state.record_hash, state.describe_hands())


def _read_saved(file: str) -> Saved:
    from bj.session.saving import read_saved

    return read_saved(Path(file))
