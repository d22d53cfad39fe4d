"""Saves and resumes games.

A saved game does not contain the table, but everything that determines it: the ruleset, the arguments, the
seed and all answers. To resume it, bj replays the game silently up to that point, and compares a digest of
the table. This way, even a forged file cannot produce an impossible table.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from pydantic import ValidationError

from bj import __version__
from bj.argument_values import Value, parse_seat
from bj.catalogue.limits import LARGEST_WAGER, MOST_ROUNDS
from bj.errors import GameError, UsageError
from bj.faults_and_fixes import KeyPath
from bj.files import read_at_most, read_start, refuse_unwritable, replace_file
from bj.ruleset.check import check
from bj.ruleset.load import as_data
from bj.ruleset.model import Parameter, Ruleset
from bj.ruleset.model.base import LARGEST_SEED
from bj.ruleset.pack import Pack
from bj.ruleset.shoe_size import largest_cut
from bj.session.game import Game
from bj.session.game_plan import Plan
from bj.session.rigging import MOST_CARDS
from bj.session.stepping import Stepper

FORMAT = "bj saved game 3"
MARK = f'{{"format": "{FORMAT[:-1]}'.encode()
"""The text that every saved game starts with, in any version of the format."""

SEAL = b', "check": "'
"""The text in front of the checksum."""

LARGEST_SAVED = 5_000_000  # bytes, enough for more than a million answers
LARGEST_COUNT = 1 << 50
LARGEST_ARGUMENT = 10**15


@dataclass(frozen=True)
class Saved:
    """A game read from a file: its plan, and how far it has been played."""

    plan: Plan
    answers: tuple[int, ...]
    """The players' answers, as integers that the engine understands."""
    used: int
    """The number of lines in the answers file that have been used."""
    pauses: int | None
    """The number of pauses between hands so far, or None if the game is over."""
    said: int
    """The number of bytes in the transcript so far."""
    echo: bool
    """Whether the transcript shows the answers."""
    digest: str
    """The digest of the table when the game was saved."""

    def go_on(self, game: Game) -> None:
        """Replay a new ``game`` to the point where this one was saved.

        Raises UsageError if the results differ.
        """
        try:
            arrived = game.replay(self.answers, self.pauses)
        except (OverflowError, IndexError):  # an answer that no player could give
            arrived = False
        if not arrived or digest_of(game) != self.digest:
            raise UsageError(
                "replaying the saved game gives a different result",
                f"resume it with the version of bj that saved it; this is {__version__}",
            )


def digest_of(game: Stepper) -> str:
    """Return a digest of the table in ``game``. Different tables have different digests."""
    return hashlib.sha256(repr([int(number) for number in game.table]).encode()).hexdigest()


def describe_plan(plan: Plan) -> dict[str, Any]:
    """Return a plan as plain data, from which ``PlanReader`` can restore it."""
    return {
        "bj": __version__,
        "ruleset": as_data(plan.checked.model),
        "arguments": dict(plan.values),
        "seed": plan.seed,
        "cards": plan.cards,
        "cuts": plan.cuts,
        "rounds": plan.rounds,
    }


class Saver:
    """Saves a game to a file, any number of times."""

    def __init__(self, file: Path, plan: Plan, *, echo: bool) -> None:
        refuse_other_files(file, MARK, "a saved game")
        self.file = Path(os.path.realpath(file))
        self.plan = plan
        self.echo = echo
        self.game = describe_plan(plan)

    def save(self, game: Game, used: int, said: int, *, is_over: bool) -> None:
        """Save ``game``, and replace the earlier save atomically, so that the file is always complete.

        ``used`` is the number of lines in the answers file that have been used, and ``said`` is the number of
        bytes in the transcript so far. Raises GameError if writing fails.
        """
        content = {
            "format": FORMAT,
            **self.game,
            "echo": self.echo,
            "answers": game.answers,
            "used": used,
            "pauses": None if is_over else game.pauses,
            "said": said,
            "table": digest_of(game),
        }
        try:
            replace_file(self.file, _sealed(json.dumps(content, ensure_ascii=False).encode()), durable=True)
        except OSError as error:
            raise GameError(f"the game cannot be saved in {self.file}: {error.strerror}") from None


def read_saved(file: Path) -> Saved:
    """Read a saved game. Raises UsageError if the file is missing, damaged or from a different version."""
    content = read_at_most(file, LARGEST_SAVED, "the saved game")
    if not content.startswith(MARK):
        raise UsageError(f"{file} is not a saved game", "choose a file written by `bj run --save`")
    if not content.startswith(f'{{"format": "{FORMAT}"'.encode()):
        remedy = f"resume it with the version of bj that saved it; this is {__version__}"
        raise UsageError(f"{file} was saved by a different version of bj", remedy)
    before, _, _ = content.rpartition(SEAL)
    if content != _sealed(before + b"}"):
        _refuse(file)
    try:
        return PlanReader(json.loads(content)).read()
    except UNTRUSTED:
        _refuse(file)


UNTRUSTED = (KeyError, TypeError, ValueError, AttributeError, RecursionError, UsageError)
"""The exceptions that reading a plan can raise if the data is invalid."""


class PlanReader:
    """Restores a plan or a saved game from untrusted data.

    Invalid data raises one of the exceptions in ``UNTRUSTED``.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.path: KeyPath = ("ruleset",)
        """The path of the value being read, for error messages."""

    def read(self) -> Saved:
        """Return the saved game."""
        return Saved(
            self.read_plan(),
            self._numbers("answers", LARGEST_WAGER, LARGEST_SAVED, least=-1),
            self._number("used"),
            None if self.data["pauses"] is None else self._number("pauses"),
            self._number("said"),
            self.data["echo"] is True,
            str(self.data["table"]),
        )

    def read_plan(self) -> Plan:
        """Return the plan."""
        try:
            checked, _ = check(Ruleset.model_validate(self._take("ruleset")))
        except ValidationError:
            checked = None
        if checked is None:
            raise ValueError("ruleset")
        model = checked.model
        names = {argument.name: argument for argument in model.command_line}
        values: dict[str, Value] = {}
        for name, value in self._take("arguments").items():
            self.path = "arguments", name
            values[name] = _read_value(names[name], value, model)
        self.path = ("arguments",)
        if any(name not in values and not argument.optional for name, argument in names.items()):
            raise ValueError("arguments")
        return Plan(
            checked,
            values,
            self._number("seed", LARGEST_SEED),
            self._cards(checked.pack),
            self._numbers("cuts", largest_cut(model), MOST_CARDS),
            self._number("rounds", MOST_ROUNDS),
        )

    def _take(self, key: str) -> Any:
        """Return the value for ``key``, and remember ``key`` as the current path."""
        self.path = (key,)
        return self.data[key]

    def _number(self, key: str, largest: int = LARGEST_COUNT) -> int:
        """Return the whole number for ``key``, which must be from 0 to ``largest``."""
        return _check_numbers([self._take(key)], 0, largest)[0]

    def _cards(self, pack: Pack) -> tuple[int, ...]:
        """Return the cards that were set in advance, which must all be in the pack."""
        cards = self._numbers("cards", LARGEST_COUNT, MOST_CARDS)
        if not pack.copies.keys() >= set(cards):
            raise ValueError("cards")
        return cards

    def _numbers(self, key: str, largest: int, most: int, least: int = 0) -> tuple[int, ...]:
        """Return the list for ``key``: at most ``most`` whole numbers, each from ``least`` to ``largest``."""
        numbers = self._take(key)
        if not isinstance(numbers, list) or len(numbers) > most:
            raise TypeError(key)
        return _check_numbers(numbers, least, largest)


def _check_numbers(numbers: Sequence[Any], least: int, largest: int) -> tuple[int, ...]:
    for number in numbers:
        if type(number) is not int or not least <= number <= largest:
            raise ValueError(number)
    return tuple(numbers)


def _read_value(argument: Parameter, value: Any, model: Ruleset) -> Value:
    """Return a valid value for an argument. Raises one of the exceptions in ``UNTRUSTED`` otherwise."""
    if argument.type == "integer":
        low, high = argument.between or (-LARGEST_ARGUMENT, LARGEST_ARGUMENT)
        return _check_numbers([value], low, high)[0]
    if argument.type == "choice":
        if value not in (argument.choices or []):
            raise ValueError(value)
        return str(value)
    if not isinstance(value, list):
        raise TypeError(value)
    if argument.type == "players":
        return tuple(parse_seat(argument, ":".join(str(part) for part in seat)) for seat in value)
    return _check_numbers(value, 0, largest_cut(model))


def _sealed(content: bytes) -> bytes:
    """Append a checksum as the last key of a JSON object, so that damage can be detected."""
    return content[:-1] + SEAL + hashlib.sha256(content).hexdigest().encode() + b'"}\n'


def _refuse(file: Path) -> NoReturn:
    raise UsageError(
        f"the saved game {file} is damaged or was edited", "resume a different one, or start a new game"
    )


def refuse_other_files(file: Path, mark: bytes, what: str) -> None:
    """Raise UsageError if a file cannot be written, or if it exists but does not start with ``mark``.

    In the message, ``what`` describes the expected kind of file.
    """
    refuse_unwritable(str(file))
    try:
        if read_start(file, len(mark)) not in (b"", mark):
            raise UsageError(f"{file} already exists and is not {what}", "save to a different file")
    except FileNotFoundError:
        pass
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}", "choose a different file") from None
