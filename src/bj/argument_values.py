"""Converts command-line words to the values of a ruleset's arguments."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import NamedTuple, TypeAlias

from bj.catalogue.limits import MOST_ROUNDS
from bj.errors import UsageError, wrong_type
from bj.files import read_at_most
from bj.ruleset.check.line_lengths import LONGEST_NAME
from bj.ruleset.model import Parameter, Ruleset
from bj.ruleset.shoe_size import find_shortage, largest_cut
from bj.ruleset.suggestions import find_close, find_twin, shorten
from bj.text.unsafe_characters import is_visible


class Seat(NamedTuple):
    """A player listed in a ``players`` argument."""

    strategy: str
    name: str
    bankroll: int
    """The starting bankroll, in whole units of money."""


Value: TypeAlias = int | str | tuple[int, ...] | tuple[Seat, ...]
"""The value of an argument: a whole number, a choice, a sequence of cuts, or a list of players."""


LARGEST_CUTS_FILE = 100_000  # bytes
MOST_CUTS = 10_000


Arguments: TypeAlias = Sequence[object] | Mapping[str, object]
"""Arguments as Python programs pass them: a list of command-line words, or a mapping of names to values.

A value in a mapping is a whole number, a word, a list of cuts, the path of a cuts file, or a list of players.
A player is a string ``KIND:NAME:BANKROLL`` or a tuple of the three parts.
"""


def take_arguments(
    model: Ruleset,
    arguments: Arguments,
    *others: Mapping[str, object] | None,
    call: Callable[..., object] | None = None,
) -> dict[str, Value]:
    """Return the value of each argument of a ruleset. Mappings in ``others`` override ``arguments``.

    Raises UsageError if a name or a value is invalid. For an unknown name, the error may suggest a
    keyword-only parameter of the function ``call``.
    """
    words: Sequence[object] = ()
    named: dict[str, object] = {}
    for each in (arguments, *(other for other in others if other is not None)):
        if isinstance(each, Mapping):
            named.update({str(name): value for name, value in each.items()})
        elif each is arguments and isinstance(each, Sequence) and not isinstance(each, str | bytes):
            words = each
        else:
            remedy = "pass a dict of values" + " or a list of words" * (each is arguments)
            raise wrong_type("arguments", each, remedy)
    options = getattr(call, "__kwdefaults__", None) or {}
    return fill_arguments(model.command_line, [*map(str, words)], named, largest_cut(model), options)


def fill_arguments(
    arguments: Sequence[Parameter],
    words: Sequence[str],
    settings: Mapping[str, object],
    largest_cut: int = 0,
    options: Collection[str] = (),
) -> dict[str, Value]:
    """Return the value of each argument, taken from ``settings``, then ``words``, then its default.

    A whole number is assigned to the next free integer argument. A word is assigned to the first free
    argument that lists it as a choice. Any other word is the path of a file for a ``cuts`` argument. Raises
    UsageError if a name or a value is invalid. For an unknown name, the error may suggest one of the
    ``options``.
    """
    values: dict[str, Value] = {}
    by_name = {argument.name: argument for argument in arguments}
    for name, word in settings.items():
        if name not in by_name:
            close = find_close(name, [*by_name, *options])
            remedy = f"did you mean `{close}`?" if close else "arguments are " + ", ".join(by_name)
            what = "argument" if close is None or close in by_name else "option"
            raise UsageError(f"unknown {what} `{name}`", remedy)
        values[name] = _parse(by_name[name], word, largest_cut)
    for word in words:
        argument = _taker(arguments, word, values)
        if argument.type == "players":
            values[argument.name] = (*seats_of(values.get(argument.name, ())), parse_seat(argument, word))
        else:
            values[argument.name] = _parse(argument, word, largest_cut)
    for argument in arguments:
        if argument.name not in values:
            if argument.default is not None:
                values[argument.name] = argument.default
            elif not argument.optional:
                raise UsageError(f"the argument `{argument.name}` is missing", f"enter {describe(argument)}")
    return values


def fill_example(model: Ruleset) -> dict[str, Value]:
    """Return the argument values for a ruleset's example. An example cannot use a cuts file.

    Raises UsageError if the example's arguments are invalid.
    """
    arguments = [argument for argument in model.command_line if argument.type != "cuts"]
    values = fill_arguments(arguments, model.example.arguments.split(), {})
    refuse_players(model, values)
    return values


def players_at(model: Ruleset, values: Mapping[str, Value]) -> list[str]:
    """Return the names of all seated players, or an empty list for a tournament, which has teams instead."""
    named = [player.name for player in model.players]
    return named + [seat.name for value in values.values() for seat in seats_of(value)]


def refuse_players(model: Ruleset, values: Mapping[str, Value]) -> None:
    """Raise UsageError if the table has no players, two players share a name, or the shoe is too small."""
    if model.tournament is not None:
        return
    named = players_at(model, values)
    if not named:
        kinds = [argument.choices or [] for argument in model.command_line if argument.type == "players"]
        sure = [kind for kind in (kinds[0] if kinds else ()) if not _leaves_to_chance(model, kind)]
        example = f", such as `{(sure or kinds[0])[-1]}:Ann:100`" if kinds and kinds[0] else ""
        raise UsageError("the table has no players", f"list the players on the command line{example}")
    twin = find_twin(named)
    if twin is not None:
        raise UsageError(f"two players are called {named[twin]}", "use a different name for each")
    shortage = find_shortage(model, len(named), values)
    if shortage is not None:
        raise UsageError(*shortage)


def _leaves_to_chance(model: Ruleset, strategy: str) -> bool:
    """Return whether a strategy, or any strategy that it extends, makes random decisions.

    Many commands do not accept random strategies.
    """
    played = model.strategies.get(strategy)
    if played is None:
        return False
    parent = played.extends is not None and _leaves_to_chance(model, played.extends)
    return parent or "chance(" in repr(played) or "random(" in repr(played)


def refuse_rounds(model: Ruleset, rounds: int) -> None:
    """Raise UsageError if ``rounds`` is out of range, or if the game never asks whether to play on."""
    if type(rounds) is not int or not 0 <= rounds <= MOST_ROUNDS:
        raise UsageError(f"{rounds!r} is not a number of rounds", f"use a whole number up to {MOST_ROUNDS}")
    if rounds and "ask again" not in model.procedure.steps_named():
        remedy = "remove the number of rounds: the rules determine when the game ends"
        raise UsageError("this game never asks whether to continue", remedy)


def describe(argument: Parameter) -> str:
    """Describe the values that ``argument`` accepts."""
    if argument.type == "integer":
        if argument.between is None:
            return "a whole number"
        return f"a whole number from {argument.between[0]} to {argument.between[1]}"
    if argument.type == "choice":
        return _or(argument.choices or [])
    if argument.type == "players":
        return f"players as KIND:NAME:BANKROLL, where KIND is {_or(argument.choices or [])}"
    return "a file of cuts"


def _or(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def run_command(name: str, arguments: Sequence[Parameter]) -> str:
    """Return a usage line for ``bj run`` with the ruleset ``name`` and its arguments."""
    return f"bj run {quote(name)} {usage(arguments)}".rstrip()


def usage(arguments: Sequence[Parameter]) -> str:
    """Return a one-line summary of the arguments, such as ``[BANKROLL] [simple|counting]``."""
    parts = []
    for argument in arguments:
        part = "|".join(argument.choices or []) if argument.type == "choice" else argument.name.upper()
        part = "KIND:NAME:BANKROLL …" if argument.type == "players" else part
        parts.append(part if argument.default is None and not argument.optional else f"[{part}]")
    return " ".join(parts)


def _is_number(word: str) -> bool:
    digits = word[1:] if word[:1] in ("-", "+") else word
    return digits.isascii() and digits.isdigit()


def _taker(arguments: Sequence[Parameter], word: str, values: Mapping[str, Value]) -> Parameter:
    """Return the argument that accepts ``word``, given the ``values`` that have already been assigned.

    Raises UsageError if no remaining argument accepts the word.
    """
    free = [argument for argument in arguments if argument.name not in values or argument.type == "players"]
    if _is_number(word):
        fitting = [argument for argument in free if argument.type == "integer"]
    else:
        fitting = [
            argument
            for argument in free
            if (argument.type == "choice" and word in (argument.choices or []))
            or (argument.type == "players" and ":" in word)
        ]
        fitting = fitting or [argument for argument in free if argument.type == "cuts"]
    if fitting and (fitting[0].type != "cuts" or os.path.exists(word) or not _choices(free)):
        return fitting[0]
    if not free:
        raise UsageError(f"`{word}` is an extra argument", f"expected: {usage(arguments)}")
    close = find_close(word, _choices(free))
    remedy = f"did you mean `{close}`?" if close else f"expected: {usage(arguments)}"
    wanted = "; ".join(f"{argument.name} ({describe(argument)})" for argument in free)
    raise UsageError(f"`{word}` does not match any remaining argument: {wanted}", remedy)


def _choices(arguments: Sequence[Parameter]) -> list[str]:
    return [
        choice for argument in arguments if argument.type == "choice" for choice in argument.choices or []
    ]


def _parse(argument: Parameter, given: object, largest_cut: int) -> Value:
    wanted = f"`{argument.name}` takes {describe(argument)}"
    if isinstance(given, (list, tuple)) and argument.type == "players":
        words = [":".join(map(str, seat)) if isinstance(seat, (list, tuple)) else str(seat) for seat in given]
        return tuple(parse_seat(argument, word) for word in words)
    if isinstance(given, (list, tuple)) and argument.type == "cuts":
        return check_cuts(given, largest_cut)
    word = str(given)
    if argument.type == "choice":
        if word not in (argument.choices or []):
            raise UsageError(f"`{word}` is not a valid value for `{argument.name}`", wanted)
        return word
    if argument.type == "players":
        return tuple(parse_seat(argument, seat) for seat in word.split())
    if argument.type == "cuts" and isinstance(given, str | Path):
        return read_cuts(Path(word), largest_cut)
    if argument.type == "cuts" or not _is_number(word) or len(word) > 20:
        raise UsageError(f"`{word[:40]}` is not a value for `{argument.name}`", wanted)
    number = int(word)
    low, high = argument.between or (-(10**12), 10**12)
    if not low <= number <= high:
        raise UsageError(f"{number} is not between {low} and {high}", wanted)
    return number


def seats_of(value: Value) -> tuple[Seat, ...]:
    """Return the players in an argument's value, or an empty tuple if the value is not a list of players."""
    return tuple(seat for seat in value if isinstance(seat, Seat)) if isinstance(value, tuple) else ()


def parse_seat(argument: Parameter, word: str) -> Seat:
    """Parse a player in the form ``KIND:NAME:BANKROLL``. Raises UsageError for any other form."""
    wanted = f"`{argument.name}` takes {describe(argument)}"
    parts = word.split(":")
    if len(parts) != len(Seat._fields):
        raise UsageError(f"`{word[:40]}` does not describe a player", wanted)
    kind, name, bankroll = parts
    if kind not in (argument.choices or []):
        raise UsageError(f"`{kind[:40]}` is not a kind of player", wanted)
    if not is_name(name):
        raise UsageError(f"a player cannot be called {name[:40]!a}", f"use 1 to {LONGEST_NAME} characters")
    if not _is_number(bankroll) or len(bankroll) > 12:
        raise UsageError(f"`{bankroll[:40]}` is not a bankroll", wanted)
    return Seat(kind, name, int(bankroll))


def is_name(text: str) -> bool:
    """Return whether ``text`` can be a player's name: short, not blank, and without hidden characters."""
    return bool(text.strip()) and len(text) <= LONGEST_NAME and is_visible(text)


def check_cuts(cuts: Sequence[object], largest: int) -> tuple[int, ...]:
    """Return ``cuts`` as integers. Raises UsageError if a cut is not between 0 and ``largest``."""
    checked: list[int] = []
    for cut in cuts:
        if type(cut) is not int or not 0 <= cut <= largest:
            raise UsageError(
                f"`{shorten(str(cut))}` is not a cut", f"cuts are whole numbers from 0 to {largest}"
            )
        checked.append(cut)
    return tuple(checked)


def read_cuts(file: Path, largest_cut: int) -> tuple[int, ...]:
    """Read a cuts file: whole numbers from 0 to ``largest_cut``, separated by white space.

    Raises UsageError if the file cannot be read, is empty, or contains too many cuts or an invalid cut. For
    an invalid cut, the error gives the line and column.
    """
    remedy = f"cuts are whole numbers from 0 to {largest_cut}, with spaces between them"
    content = read_at_most(file, LARGEST_CUTS_FILE, "the cuts file", remedy)
    cuts = []
    for number, line in enumerate(content.decode("utf-8-sig", "replace").splitlines(), 1):
        column = 1
        for word in line.split():
            column = line.index(word, column - 1) + 1
            if not (word.isascii() and word.isdigit() and len(word) <= 6 and int(word) <= largest_cut):
                shown = ascii(word[:20])[1:-1]
                raise UsageError(f"{file}:{number}:{column}: `{shown}` is not a cut", remedy)
            cuts.append(int(word))
            column += len(word)
    if not cuts:
        raise UsageError(f"the cuts file {file} contains no cuts", remedy)
    if len(cuts) > MOST_CUTS:
        raise UsageError(f"the cuts file {file} contains more than {MOST_CUTS:,} cuts", remedy)
    return tuple(cuts)
