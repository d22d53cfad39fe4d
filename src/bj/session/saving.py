"""Saves and resumes games.

A saved game does not contain the table, but everything that led to it: the ruleset, its arguments, the seed
and all answers. To resume, bj replays the game without output to the point where it was saved, and compares a
digest of the table. So even a forged file cannot produce an impossible table.
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
from bj.errors import GameError, KeyPath, UsageError
from bj.files import read_at_most, read_start, refuse_unwritable, replace_file
from bj.ruleset.check import check
from bj.ruleset.load import as_data
from bj.ruleset.model import Parameter, Ruleset
from bj.ruleset.model.base import LARGEST_SEED
from bj.ruleset.pack import Pack
from bj.ruleset.shoe_size import largest_cut
from bj.session.game import Game
from bj.session.plan import Plan
from bj.session.rigging import MOST_CARDS
from bj.session.stepping import Stepper

FORMAT = "bj saved game 3"
MARK = f'{{"format": "{FORMAT[:-1]}'.encode()
"""The first bytes of a saved game of any version."""

SEAL = b', "check": "'
"""The text that precedes the checksum."""

LARGEST_SAVED = 5_000_000  # bytes, enough for more than a million answers
LARGEST_COUNT = 1 << 50
LARGEST_ARGUMENT = 10**15


@dataclass(frozen=True)
class Saved:
    """A saved game: its plan and its progress."""

    plan: Plan
    answers: tuple[int, ...]
    """The players' answers, as numbers for the engine."""
    used: int
    """How many lines of the answers file were used."""
    pauses: int | None
    """The number of pauses between hands so far, or None if the game is over."""
    said: int
    """How many bytes of the transcript were printed."""
    echo: bool
    """Whether the transcript shows the answers."""
    digest: str
    """The digest of the table when the game was saved."""

    def go_on(self, game: Game) -> None:
        """Replay a new ``game`` to the point where this game was saved. Raises UsageError if that fails."""
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
    """Return a digest of the table of ``game``. Different tables have different digests."""
    return hashlib.sha256(repr([int(number) for number in game.table]).encode()).hexdigest()


def describe_plan(plan: Plan) -> dict[str, Any]:
    """Describe a plan as data that ``PlanReader`` reads. Players' answers are not part of a plan."""
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
    """Saves a game to the same file as often as needed."""

    def __init__(self, file: Path, plan: Plan, *, echo: bool) -> None:
        refuse_other_files(file, MARK, "a saved game")
        self.file = Path(os.path.realpath(file))
        self.plan = plan
        self.echo = echo
        self.game = describe_plan(plan)

    def save(self, game: Game, used: int, said: int, *, is_over: bool) -> None:
        """Write ``game`` to a temporary file, which then replaces the saved file.

        So the saved file is always complete. ``used`` is how many lines of the answers file were used.
        ``said`` is how many bytes of the transcript were written. Raises GameError if writing fails.
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
    """Read the game saved in ``file``. Raises UsageError if it does not exist or is damaged."""
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
"""The errors that reading a plan from invalid data can raise."""


class PlanReader:
    """Reads a plan, or a saved game, from untrusted data.

    Invalid data raises one of the errors in ``UNTRUSTED``.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.path: KeyPath = ("ruleset",)
        """The path of the value that is being read."""

    def read(self) -> Saved:
        """Read the saved game."""
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
        """Read the plan of the game."""
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
        """Return the value of ``key``, and set ``path`` to this key."""
        self.path = (key,)
        return self.data[key]

    def _number(self, key: str, largest: int = LARGEST_COUNT) -> int:
        """Read the whole number at ``key``, from 0 to ``largest``."""
        return _check_numbers([self._take(key)], 0, largest)[0]

    def _cards(self, pack: Pack) -> tuple[int, ...]:
        """Read the given cards, which must all be in the pack."""
        cards = self._numbers("cards", LARGEST_COUNT, MOST_CARDS)
        if not pack.copies.keys() >= set(cards):
            raise ValueError("cards")
        return cards

    def _numbers(self, key: str, largest: int, most: int, least: int = 0) -> tuple[int, ...]:
        """Read a list of at most ``most`` whole numbers, each from ``least`` to ``largest``."""
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
    """Read the value of an argument. Raises an error in ``UNTRUSTED`` if it is not valid for the argument."""
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
    """Add a checksum as the last key of a JSON object, so that damage is detected."""
    return content[:-1] + SEAL + hashlib.sha256(content).hexdigest().encode() + b'"}\n'


def _refuse(file: Path) -> NoReturn:
    raise UsageError(
        f"the saved game {file} is damaged or was edited", "resume a different one, or start a new game"
    )


def refuse_other_files(file: Path, mark: bytes, what: str) -> None:
    """Raise UsageError if a file cannot be written, or if it exists but does not begin with ``mark``.

    ``what`` describes the expected file.
    """
    refuse_unwritable(str(file))
    try:
        if read_start(file, len(mark)) not in (b"", mark):
            raise UsageError(f"{file} already exists and is not {what}", "save to a different file")
    except FileNotFoundError:
        pass
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}", "choose a different file") from None
