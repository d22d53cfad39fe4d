"""Reads the inputs for ``bj verify``: the assignment, the transcripts and the points."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bj.argument_values import fill_arguments, refuse_rounds
from bj.cli.options import choose_seed, split_settings
from bj.errors import UsageError
from bj.files import is_inside, read_at_most, read_start
from bj.ruleset.load import load_ruleset, read_sound
from bj.ruleset.ruleset_files import find_ruleset
from bj.ruleset.shoe_size import largest_cut

if TYPE_CHECKING:
    from bj.verify.assignment import Assignment, Chance

LARGEST_POINTS_FILE = 100_000
"""The maximum size of a points file, in bytes."""


def read_assignment(
    ruleset: str,
    settings: list[str],
    seed: str,
    rounds: int,
    chance: Chance | None,
    answers: str,
) -> Assignment:
    """Create the assignment against which transcripts are verified.

    Raises UsageError if an option or the ``answers`` file is invalid, and RulesetError if the ruleset has
    faults.
    """
    from bj.record.line_sources import PlacedRules
    from bj.session.answer_sources import decode, read_lines
    from bj.verify.assignment import make_assignment

    checked = load_ruleset(find_ruleset(ruleset))
    named = split_settings(settings)
    refuse_rounds(checked.model, rounds)
    values = fill_arguments(checked.model.command_line, (), named, largest_cut(checked.model))
    typed = [decode(line) for line in read_lines(Path(answers))] if answers else None
    number = choose_seed(seed, checked) if seed else None
    return make_assignment(PlacedRules(checked), values, number, chance, rounds, typed)


def read_transcripts(names: list[str], *, may_be_missing: bool = False) -> list[tuple[str, bytes]]:
    """Read the transcripts in the given files and folders. The name `-` means stdin.

    If a file is unreadable, it counts as empty if ``may_be_missing`` is true; otherwise, UsageError is
    raised.
    """
    from bj.verify.text import LARGEST_TRANSCRIPT

    found: list[tuple[str, bytes]] = []
    for name in names:
        if name == "-":
            found.append(("<stdin>", sys.stdin.buffer.read(LARGEST_TRANSCRIPT + 1)))
            continue
        try:
            found += [(str(file), _read(file, LARGEST_TRANSCRIPT + 1)) for file in _inside(Path(name))]
        except UsageError:
            if not may_be_missing:
                raise
            found.append((name, b""))
    return found


def _read(file: Path, size: int) -> bytes:
    """Read up to ``size`` bytes from a file. Raises UsageError if it cannot be read."""
    try:
        return read_start(file, size)
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}", "choose a transcript") from None


def _inside(path: Path) -> list[Path]:
    """Return ``path`` itself or, if it is a folder, all files in it that are not hidden.

    Raises UsageError if there are no such files.
    """
    if not os.path.isdir(path):
        return [path]
    files = [
        file
        for file in sorted(path.rglob("*"))
        if file.is_file()
        and is_inside(file, path)
        and not any(part.startswith(".") for part in file.relative_to(path).parts)
    ]
    if not files:
        raise UsageError(f"{path} contains no transcripts", "choose a file or a different folder")
    return files


def read_marks(points: str) -> dict[str, float]:
    """Read the points for each criterion, from a list such as ``natural=10,dealer=5`` or from a file.

    Raises UsageError if the points are malformed or the file cannot be read.
    """
    from bj.verify.marks import points_of, read_points

    if not points or "=" in points:
        return read_points(points)
    content = read_at_most(Path(points), LARGEST_POINTS_FILE, "the points file")
    table = read_sound(Path(points), content).get("marks")
    if not isinstance(table, dict):
        raise UsageError(f"{points} has no [marks] table", "write `natural = 10` under `[marks]`")
    return points_of(table)
