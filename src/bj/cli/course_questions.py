"""Asks about an assignment for ``bj new --with-course``: the printed lines, games, points and students."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from bj.cli.asking import ask, say
from bj.errors import UsageError

if TYPE_CHECKING:
    from bj.grading.new_course import AssignmentPart, CourseGame, Worth
    from bj.ruleset.check import Checked
    from bj.ruleset.model import Parameter

DEFAULT_POINTS = "10"


def describe_course(
    title: str, ruleset: str, checked: Checked, *, asks: bool
) -> tuple[str, list[CourseGame]]:
    """Return the text of a course manifest, and the games that it contains.

    ``ruleset`` is the ruleset's file. If ``asks`` is false, the only game is the ruleset's example, and each
    part is worth the default number of points.
    """
    from bj.grading.new_course import example_game, parts_of, read_worth, write_course

    parts = parts_of(checked.model)
    if not asks:
        games = [example_game(checked.model)]
        return write_course(title, ruleset, games, dict.fromkeys(parts, read_worth(DEFAULT_POINTS))), games
    games = ask_games(checked.model.command_line, lambda games: write_course(title, ruleset, games, {}))
    worths = ask_points(parts, lambda worths: write_course(title, ruleset, games, worths))
    students = ask_students(lambda names: write_course(title, ruleset, games, worths, names))
    return write_course(title, ruleset, games, worths, students), games


def ask_lines(lines: Mapping[str, str], check: Callable[[dict[str, str]], object]) -> dict[str, str]:
    """Show the lines that a program prints, and return those that the author changes, by event.

    ``check`` raises UsageError if the changed lines are invalid.
    """
    keys = list(lines)
    width = max(map(len, keys))
    say("The lines of the program:")
    for number, (event, line) in enumerate(lines.items(), 1):
        say(f"  {number:2}  {event:{width}}  {_escape(line)}")
    changed: dict[str, str] = {}

    def read(text: str) -> bool:
        if not text:
            return False
        number, _, line = text.partition(" ")
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= len(keys)) or not line:
            raise UsageError("this is not a number and a line", f"enter 1 to {len(keys)}, and the new line")
        new = {**changed, keys[int(number) - 1]: line.strip().replace("\\n", "\n")}
        check(new)
        changed.update(new)
        return True

    say(f"To change a line, enter its number and the new line, such as `{_example(keys)}`.")
    while ask("A line to change, or Enter", "", read):
        pass
    return changed


def _example(keys: Sequence[str]) -> str:
    event = "push" if "push" in keys else keys[-1]
    return f"{keys.index(event) + 1} # Nobody wins"


def _escape(line: str) -> str:
    return line.replace("\n", "\\n")


def ask_games(
    arguments: Sequence[Parameter], check: Callable[[list[CourseGame]], object]
) -> list[CourseGame]:
    """Ask for one or more games that every program plays. ``check`` raises UsageError if they are invalid."""
    from bj.grading.new_course import HIDDEN, read_game, usage_of

    say(f"The games that every program plays, each as: NAME {usage_of(arguments)} SEED")
    say(f"NAME is the name of the transcript. Add `{HIDDEN}` to show students only marks for this game.")
    games: list[CourseGame] = []

    def read(text: str) -> CourseGame | None:
        if not text and games:
            return None
        game = read_game(text, arguments)
        if any(other.name == game.name for other in games):
            raise UsageError(f"there already is a game called `{game.name}`", "choose a different name")
        check([*games, game])
        return game

    while (game := ask(f"Game {len(games) + 1}" + ", or Enter" * bool(games), "", read)) is not None:
        games.append(game)
    return games


def ask_points(
    parts: Sequence[AssignmentPart], check: Callable[[dict[AssignmentPart, Worth]], object]
) -> dict[AssignmentPart, Worth]:
    """Ask for the points for each part of the assignment. ``check`` raises UsageError if they are invalid."""
    from bj.grading.new_course import read_worth

    say("The points and, if you like, the place in the handout, such as `10 rule 3`:")
    worths: dict[AssignmentPart, Worth] = {}
    for part in parts:

        def read(text: str, part: AssignmentPart = part) -> Worth:
            worth = read_worth(text)
            check({**worths, part: worth})
            return worth

        worths[part] = ask(f"  {part.name}: {part.what}", DEFAULT_POINTS, read)
    say(f"Together: {sum(worth.points for worth in worths.values()):g} points")
    return worths


def ask_students(check: Callable[[list[str]], object]) -> list[str]:
    """Ask for the students' names. An empty list means all students who hand in a transcript."""

    def read(text: str) -> list[str]:
        names = map(str.strip, text.split("," if "," in text else None))
        students = [name for name in names if name]
        check(students)
        return students

    say("The students, separated by spaces, or by commas if any name contains a space:")
    return ask("Students, or Enter for all who hand in", "", read)
