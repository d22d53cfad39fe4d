"""A player's answers, and the session file in which they are kept between drills."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

import tomli_w

from bj.errors import UsageError
from bj.files import read_at_most, replace_file
from bj.ruleset.load import read_sound
from bj.session.saving import refuse_other_files

FORMAT = "bj drill 1"
MARK = f'format = "{FORMAT[:-1]}'.encode()
"""The first bytes of every session file, in any version."""

LARGEST_FILE = 1_000_000  # bytes
MOST_ANSWERS = 1_000_000_000
REMEDY = "restore the file, or choose a different one"


@dataclass
class Tally:
    """The numbers of right and wrong answers to a question."""

    right: int = 0
    wrong: int = 0

    def count(self, *, is_right: bool) -> None:
        """Add an answer to the tally."""
        self.right += is_right
        self.wrong += not is_right


Tallies: TypeAlias = dict[str, Tally]
"""Maps the name of each position, or each kind of count, to the tally of answers so far."""


def read_tallies(file: Path, title: str) -> Tallies:
    """Read the session file for a drill on the ruleset ``title``.

    If the file is missing, there are no answers. Raises UsageError if the file cannot be read, is damaged, or
    belongs to a different ruleset.
    """
    refuse_other_files(file, MARK, "a drill session")
    if not os.path.exists(file):
        return {}
    content = read_at_most(file, LARGEST_FILE, "the session", REMEDY)
    data = read_sound(file, content)
    if data.get("format") != FORMAT:
        raise UsageError(f"{file} is not a session file for this version of bj", REMEDY)
    if data.get("ruleset") != title:
        raise UsageError(f"the session {file} belongs to a different ruleset", "choose a different file")
    answers = data.get("answers", {})
    if not isinstance(answers, dict):
        raise UsageError(f"the session {file} is damaged: `answers` should be a table", REMEDY)
    found: Tallies = {}
    for name, numbers in answers.items():
        if (
            not isinstance(numbers, dict)
            or numbers.keys() != {"right", "wrong"}
            or not all(type(each) is int and 0 <= each <= MOST_ANSWERS for each in numbers.values())
        ):
            message = (
                f'the session {file} is damaged: `answers."{name[:40]}"` should have `right` and `wrong`'
            )
            raise UsageError(message, REMEDY)
        found[name] = Tally(**numbers)
    return found


def write_tallies(file: Path, title: str, tallies: Tallies) -> None:
    """Write a session file atomically. Raises UsageError if it cannot be written."""
    answers = {name: asdict(tally) for name, tally in sorted(tallies.items())}
    text = tomli_w.dumps({"format": FORMAT, "ruleset": title, "answers": answers})
    try:
        replace_file(file, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(
            f"the session {file} cannot be written: {error.strerror}", "choose a file in an existing folder"
        ) from None
