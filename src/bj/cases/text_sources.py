"""Traces a game to find the step and the key in the ruleset that produced each piece of text.

The engine stops after every step, so that all recorded events belong to that step. The tracer also counts the
steps and their work, to stop games that would never end.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from bj.engine.face.view import Stop, View
from bj.engine.face.work_meter import Meter
from bj.engine.layout.plain_or_compiled import Ints
from bj.errors import GameError
from bj.faults_and_fixes import KeyPath
from bj.record.events import Event, read
from bj.record.line_sources import BEFORE_THE_GAME, TracedText
from bj.record.transcript_lines import Script
from bj.ruleset.check import Checked
from bj.session.answer_sources import Answers
from bj.session.conversation import Conversation
from bj.session.engines import PLAIN, Engine

MOST_STEPS = 250_000  # number of players, summed over all steps; this many take a few seconds
MOST_WORK = 8_000_000  # in the engine's units of work; this much takes a few seconds
LARGEST_TRANSCRIPT = 4_000_000  # characters
MOST_PIECES = 500_000


class TracedConversation(Conversation):
    """A conversation that remembers which prompt in the ruleset produced each message."""

    def __init__(self, checked: Checked, answers: Answers) -> None:
        super().__init__(checked.model.prompts, answers, echo=True)
        self.origins: dict[str, KeyPath] = {}

    def text_of(self, section: str, key: str, words: Mapping[str, str]) -> str:
        """Return a prompt with its fields filled in, and remember its path."""
        text = super().text_of(section, key, words)
        self.origins[text] = ("prompts", section, key)
        return text

    def origin(self, text: str) -> tuple[KeyPath, ...]:
        """Return the path of the prompt that produced ``text``, or an empty tuple if no prompt did."""
        path = self.origins.get(text) or self.origins.get(text.removesuffix("\n"))
        return (path,) if path else ()


class Tracer:
    """Runs the engine step by step, and collects the pieces of text with their origins."""

    def __init__(self, checked: Checked, conversation: TracedConversation) -> None:
        self.checked = checked
        self.conversation = conversation
        self.pieces: list[TracedText] = []
        self.size = 0
        self.steps = 0
        self.work = 0
        self.hands = 0
        self.rounds = 0
        self.winner = ""
        self._place = (BEFORE_THE_GAME, 0, 0)
        """The last step, with its hand number and its round number."""
        self.engine: Engine = PLAIN._replace(name="traced", play=self._advance)
        """The plain engine with tracing. The table must be set to pause after every step."""

    def follow(self, asking: Generator[bytes, None, int], view: View) -> Generator[bytes, None, int]:
        """Ask a question, collect the pieces of its text, and return the answer."""
        while True:
            try:
                piece = next(asking)
            except StopIteration as stop:
                answer: int = stop.value
                return answer
            text = piece.decode()
            places = self.conversation.origin(text)
            self.keep(TracedText(text, places, view.step, view.hand_number, view.round_number))
            yield piece

    def keep(self, piece: TracedText) -> None:
        """Collect a piece of text. Raises GameError if the transcript becomes too long."""
        self.size += len(piece.text)
        if self.size > LARGEST_TRANSCRIPT:
            raise GameError(f"the game was stopped after {LARGEST_TRANSCRIPT:,} characters of output")
        if len(self.pieces) == MOST_PIECES:
            raise GameError(f"the game was stopped after {MOST_PIECES:,} lines of output")
        self.pieces.append(piece)

    def _advance(self, program: Ints, table: Ints, events: Ints) -> int:
        """Run the engine to its next stop, and count the steps, hands, rounds and work."""
        view = View(program, table)
        step, hand, round_ = view.step, view.hand_number, view.round_number
        if view.chance is None:
            self.steps += len(view.players)
        if self.steps > MOST_STEPS:
            raise GameError(f"hand {hand}: the game was stopped because it never seems to end")
        meter = Meter(view)
        status = PLAIN.play(program, table, events)
        self.work += meter.spent()
        if self.work > MOST_WORK and status != Stop.FAULTY:
            raise GameError(
                f"hand {view.hand_number}: the game was stopped because its hands take too much work to play"
            )
        self._place = (step, view.hand_number, view.round_number)
        if view.round_number > round_:
            self.rounds += 1
        else:
            self.hands += view.hand_number - hand  # one less after a person has left
        return status

    def render(self, script: Script, numbers: Sequence[int]) -> list[str]:
        """Collect and return the lines for the events recorded in the last step."""
        first = len(self.pieces)
        for event in read(numbers, script.persons):
            self._keep_event(event, script)
        return [piece.text for piece in self.pieces[first:]]

    def _keep_event(self, event: Event, script: Script) -> None:
        if event.team is not None:
            self.winner = self.checked.model.teams[event.team].id
        for text, keys in script.pieces(event):
            if text:
                self.keep(TracedText(text, keys, *self._place))
