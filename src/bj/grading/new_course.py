"""Writes a new course manifest from the author's games and points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bj.argument_values import Value, fill_arguments, fill_example, seats_of, usage
from bj.authoring.toml_lines import comment, write_entry
from bj.errors import UsageError
from bj.grading.manifest import NAME, NAMING, Manifest
from bj.ruleset.documents import read_document
from bj.ruleset.load import find_model_faults
from bj.ruleset.model import Parameter, Ruleset
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.reading_and_writing import write_key

HIDDEN = "hidden"
"""The word that marks a game as hidden: students do not see its details."""


SEED = re.compile("[0-9]{1,20}")
"""Matches a seed, but does not check whether it is too large."""


class CourseGame(NamedTuple):
    """A game that every program plays."""

    name: str
    arguments: Mapping[str, int | str]
    seed: int
    is_hidden: bool = False

    def words(self) -> str:
        """Return the arguments and the seed as words for ``bj run``."""
        return " ".join(map(str, (*self.arguments.values(), "--seed", self.seed)))


class AssignmentPart(NamedTuple):
    """A part of the assignment with its own points."""

    name: str
    """The key in ``[points]``: a criterion, or a name for a group of criteria."""
    what: str
    criteria: tuple[str, ...]
    rules: tuple[str, ...]
    """The keys in ``[help]`` that cover the rules of this part."""


PARTS = (
    AssignmentPart("shuffle", "packs and shuffles", ("shuffle",), ("shoe",)),
    AssignmentPart("dealer", "when the dealer draws", ("dealer",), ("dealer",)),
    AssignmentPart("player", "when the player draws", ("strategy",), ("strategies.simple",)),
    AssignmentPart("wager", "how much the player bets", ("wager",), ("strategies.simple.wager",)),
    AssignmentPart(
        "payouts",
        "naturals, wins, ties and rounding",
        ("natural", "win", "tie", "rounding"),
        ("payouts", "rules.dealer_natural"),
    ),
    AssignmentPart("wording", "the text of each line", ("wording",), ("output",)),
)
"""The parts of most assignments."""


def parts_of(ruleset: Ruleset) -> tuple[AssignmentPart, ...]:
    """Return the parts of an assignment with ``ruleset``.

    The player's decisions and wagers are included only if the ruleset has a strategy called ``simple``.
    """
    if "simple" in ruleset.strategies and ruleset.players and not ruleset.tournament:
        return PARTS
    return tuple(part for part in PARTS if not part.rules[0].startswith("strategies."))


class Worth(NamedTuple):
    """The points for a part, and where the handout explains its rules."""

    points: float
    place: str = ""


def read_game(text: str, arguments: Sequence[Parameter]) -> CourseGame:
    """Parse a game: a name, arguments in the order of the usage line, a seed and, optionally, ``hidden``.

    Raises UsageError if a part is missing or invalid.
    """
    own = [each for each in arguments if each.type != "cuts"]
    words = text.split()
    is_hidden = words[-1:] == [HIDDEN]
    if is_hidden:
        words.pop()
    needed = sum(not each.optional for each in own)
    form = f"NAME {usage_of(own)} SEED"
    if len(words) < needed + 2:
        raise UsageError("a part of the game is missing", f"enter {form}")
    name, *values, seed = words
    if not NAME.fullmatch(name):
        raise UsageError(f"`{shorten(name)}` cannot be a name", NAMING)
    if not SEED.fullmatch(seed):
        raise UsageError(
            f"`{shorten(seed)}` is not a seed", f"enter {form}, where the seed is a whole number"
        )
    return CourseGame(name, _plain(fill_arguments(own, values, {})), int(seed), is_hidden)


def example_game(model: Ruleset) -> CourseGame:
    """Return the game in the ruleset's example."""
    return CourseGame("first", _plain(fill_example(model)), 1)


def usage_of(arguments: Sequence[Parameter]) -> str:
    """Return the arguments of a game on one line, without brackets around those that have a default.

    Arguments for cuts are left out.
    """
    return usage([each.model_copy(update={"default": None}) for each in arguments if each.type != "cuts"])


def read_worth(text: str) -> Worth:
    """Parse points, such as ``10``, or points and a place in the handout, such as ``10 rule 3``."""
    number, _, place = text.partition(" ")
    try:
        points = float(number)
    except ValueError:
        raise UsageError(
            f"`{shorten(number)}` is not a number of points", "enter points, such as `10` or `10 rule 3`"
        ) from None
    return Worth(int(points) if points.is_integer() else points, place.strip())


def check_title(title: str) -> None:
    """Raise UsageError if ``title`` cannot be the title of a course."""
    write_course(title, "x.toml", [CourseGame("first", {}, 0)], {})


def write_course(
    title: str,
    ruleset: str,
    games: Sequence[CourseGame],
    worths: Mapping[AssignmentPart, Worth],
    students: Sequence[str] = (),
) -> str:
    """Return the text of a course manifest for the file ``ruleset``.

    Raises UsageError for the first fault in the manifest, if there is one.
    """
    lines = ["[course]", *write_entry("title", title), *write_entry("ruleset", ruleset)]
    lines += write_entry("students", list(students)) if students else []
    for game in games:
        lines += _game(game)
    kept = {part: worth for part, worth in worths.items() if worth.points != 0}
    if kept:
        lines += ["", "[points]", *comment("Mistakes in other criteria cost nothing.")]
    for part, worth in kept.items():
        lines += [f"{line}  # {part.what}" for line in write_entry(part.name, _points(part, worth))]
    places = {rule: worth.place for part, worth in kept.items() if worth.place for rule in part.rules}
    if places:
        lines += ["", "[help]", *comment("Places in the handout, to show to students.")]
        lines += [line for rule, place in places.items() for line in write_entry(rule, place)]
    text = "\n".join(lines) + "\n"
    _check(text)
    return text


def _game(game: CourseGame) -> Iterator[str]:
    yield from ("", f"[{write_key('runs', game.name)}]")
    if game.arguments:
        yield from write_entry("arguments", dict(game.arguments))
    yield from write_entry("seed", game.seed)
    if game.is_hidden:
        yield from write_entry("hidden", True)


def _points(part: AssignmentPart, worth: Worth) -> Any:
    """Return the value in ``[points]`` for a part of the assignment."""
    if part.criteria == (part.name,):
        return worth.points
    return {"points": worth.points, "of": list(part.criteria)}


def _plain(values: Mapping[str, Value]) -> dict[str, int | str]:
    """Return the values of arguments in the form that manifests use."""
    plain: dict[str, int | str] = {}
    for name, value in values.items():
        seats = seats_of(value)
        if isinstance(value, int | str):
            plain[name] = value
        elif seats:
            plain[name] = " ".join(":".join(map(str, seat)) for seat in seats)
    return plain


def _check(text: str) -> None:
    document = read_document(Path("course.toml"), text.encode("utf-8", "replace"))
    for fault in (*document.faults, *find_model_faults(document, Manifest)):
        raise UsageError(fault.message, fault.remedy)
