"""Plays the games in test cases and in examples."""

from __future__ import annotations

import shlex
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from bj.argument_values import Value, check_cuts, describe, fill_arguments
from bj.cases.model import Case
from bj.cases.text_sources import TracedConversation, Tracer
from bj.engine.face.driving import Pause, pause
from bj.engine.face.view import View
from bj.errors import GameError, UsageError
from bj.record.line_sources import TracedText
from bj.record.transcript_lines import Script, format_amount
from bj.ruleset.check import Checked
from bj.ruleset.model import Parameter
from bj.ruleset.model.ruleset import Example
from bj.ruleset.shoe_size import largest_cut, packs_for
from bj.session.answer_sources import EndOfInput, ListedAnswers
from bj.session.asking_who_plays import ask_roster
from bj.session.conversation import Questions
from bj.session.game import Game
from bj.session.game_plan import Plan
from bj.session.rigging import check_rigged_cuts, parse_cards

Ending = Literal["over", "unanswered", "error"]


@dataclass(slots=True)
class PlayedCase:
    """The outcome of the game in a test case."""

    pieces: list[TracedText]
    """The pieces of the transcript, each with its origin in the ruleset."""
    ends: Ending = "over"
    error: str = ""
    """The error that ended the game, or "" if there was none."""
    remedy: str = ""
    hands: int = 0
    rounds: int = 0
    winner: str = ""
    decimals: int = 0
    bankrolls: dict[str, list[int]] = field(default_factory=dict)
    """The final bankrolls by name, in the smallest unit of money.

    Players with the same name share an entry.
    """

    @property
    def transcript(self) -> str:
        """The whole transcript."""
        return "".join(piece.text for piece in self.pieces)

    def bankroll(self, units: int) -> str:
        """Format an amount, given in the smallest unit of money, in the ruleset's style."""
        return format_amount(units, self.decimals)


def play_case(checked: Checked, case: Case) -> PlayedCase:
    """Play the game in a test case. If an error ends it or prevents it, the error is part of the outcome."""
    conversation = TracedConversation(checked, ListedAnswers(case.answers))
    tracer = Tracer(checked, conversation)
    played = PlayedCase(tracer.pieces, decimals=checked.model.money.decimals)
    try:
        _play(checked, case, tracer, played)
    except EndOfInput:  # the answers ran out while the players were being chosen
        played.ends = "unanswered"
    except UsageError as error:
        played.ends, played.error, played.remedy = "error", error.message, error.remedy
    except GameError as error:
        played.ends, played.error = "error", str(error)
    played.hands, played.rounds, played.winner = tracer.hands, tracer.rounds, tracer.winner
    return played


def words_of_example(example: Example) -> str:
    """Return the arguments of an example as they would be typed on a command line.

    Words that a shell would interpret are quoted.
    """
    return shlex.join(example.arguments.split())


def play_example(checked: Checked) -> str:
    """Return the transcript of a ruleset's example, including the answers.

    As in a test case, arguments cannot name files, and an endless game is stopped. Raises GameError if the
    example is invalid or the game cannot continue.
    """
    example = checked.model.example
    case = Case.model_construct(
        arguments=words_of_example(example),
        seed=example.seed,
        rounds=example.rounds or None,
        answers=example.answers,
    )
    played = play_case(checked, case)
    if played.ends == "error":
        raise GameError(f"the example cannot be shown: {played.error}")
    return played.transcript


def _play(checked: Checked, case: Case, tracer: Tracer, played: PlayedCase) -> None:
    """Play a game to the end. Raises UsageError or GameError if it cannot start or continue."""
    plan = _plan(checked, case, tracer)
    compiled = plan.compile()

    def ask(view: View) -> Generator[bytes, None, int]:
        questions = Questions(tracer.conversation, checked, compiled)
        try:
            return (yield from tracer.follow(questions.ask(view), view))
        except EndOfInput:
            played.ends = "unanswered"
            raise

    game = Game(compiled, Script(checked, compiled), tracer.engine, render=tracer.render, ask=ask)
    pause(game.table, Pause.STEPS)
    try:
        for _ in game.transcript():
            pass  # the tracer keeps the text
    finally:
        roles = len(compiled.persons) // (2 if checked.model.bank_goes_round else 1)
        for index, name in enumerate(compiled.persons[:roles]):
            played.bankrolls.setdefault(name, []).append(game.view.purse(index))


def _plan(checked: Checked, case: Case, tracer: Tracer) -> Plan:
    """Return the plan for a test case. Raises UsageError if the case does not match the ruleset."""
    model = checked.model
    values = _fill(checked, case, tracer)
    seed = model.shoe.seed if case.seed is None else case.seed
    if case.cuts is not None:
        check_rigged_cuts(model, are_set=(model.shoe.shuffle.first_cuts or "") in values)
    return Plan(
        checked,
        values,
        seed if isinstance(seed, int) else 0,
        cards=()
        if case.cards is None
        else parse_cards(case.cards, "cards", checked.pack, packs_for(model, 1, values)),
        cuts=() if case.cuts is None else check_cuts(case.cuts, largest_cut(model)),
        rounds=case.rounds or 0,
    )


def _fill(checked: Checked, case: Case, tracer: Tracer) -> dict[str, Value]:
    """Return the value of each argument. A test case lists cuts itself instead of naming a file of cuts."""
    model = checked.model
    cuts = {argument.name: argument for argument in model.command_line if argument.type == "cuts"}
    settings: dict[str, str] = {}
    values: dict[str, Value] = {}
    for name, value in case.set.items():
        argument = next((argument for argument in model.command_line if argument.name == name), None)
        if isinstance(value, list) and name in cuts:
            values[name] = check_cuts(value, largest_cut(model))
        elif argument is not None and (isinstance(value, list) or name in cuts):
            remedy = "write a list such as `[26, 13]`" if name in cuts else f"write {describe(argument)}"
            raise UsageError(f"this is not a value for `{name}` in a case", remedy)
        else:
            settings[name] = str(value)
    arguments = [argument for argument in model.command_line if argument.name not in cuts]
    try:
        words = shlex.split(case.arguments)
    except ValueError as error:
        raise UsageError(f"the arguments cannot be split into words: {error}") from None
    words += _ask_for_players(checked, words, settings, tracer)
    return values | fill_arguments(arguments, words, settings)


def _ask_for_players(
    checked: Checked, words: list[str], settings: Mapping[str, str], tracer: Tracer
) -> list[str]:
    """Read the players from the answers if the arguments in ``words`` do not list them.

    Raises EndOfInput if there are too few answers.
    """
    argument = next((argument for argument in checked.model.command_line if _seats(argument)), None)
    if argument is None or argument.name in settings or any(":" in word for word in words):
        return []
    asking = ask_roster(tracer.conversation, argument.choices or [])
    while True:
        try:
            text = next(asking).decode()
        except StopIteration as stop:
            named: list[str] = stop.value
            return named
        tracer.keep(TracedText(text, tracer.conversation.origin(text)))


def _seats(argument: Parameter) -> bool:
    return argument.type == "players"
