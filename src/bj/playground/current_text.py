"""The desk holds the text of the ruleset that a page edits, and checks it once for all requests."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from bj.argument_values import Value, fill_arguments
from bj.editor.workspace import Workspace
from bj.errors import RulesetError, UsageError
from bj.ruleset.check import Checked
from bj.ruleset.files import LARGEST_FILE

FILE = Path("ruleset.toml")
"""The file name of the text in findings. The text can extend only shipped rulesets."""

Json: TypeAlias = dict[str, Any]
"""A JSON object."""

Progress: TypeAlias = Callable[[Json], None]
"""A function that is called from time to time with the progress of a long request."""


class Desk:
    """Holds one text at a time, with the results of checking it."""

    def __init__(self) -> None:
        self.workspace = Workspace()
        self.cache: dict[tuple[object, ...], Any] = {}
        """Caches those results about the current text that take long to compute."""
        self._text: str | None = None

    def lay(self, text: str) -> None:
        """Make ``text`` the current text. Raises UsageError if it is too long for a ruleset."""
        if text == self._text:
            return
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST_FILE:
            raise UsageError(
                f"this text is larger than {LARGEST_FILE:,} bytes", "a ruleset is a few kilobytes"
            )
        self.workspace.change(FILE, text)
        self._text = text
        self.cache.clear()

    def checked(self, text: str) -> Checked:
        """Check the ruleset ``text``.

        Raises RulesetError if it has faults, and UsageError if it is too long.
        """
        self.lay(text)
        checked = self.workspace.checked(FILE)
        if checked is None:
            raise RulesetError(self.workspace.examine(FILE))
        return checked

    def values(self, text: str, arguments: str) -> dict[str, Value]:
        """Return the values of a ruleset's arguments.

        ``arguments`` is a command line, which cannot name files. Raises RulesetError if the ruleset has
        faults, and UsageError if the command line does not fit it.
        """
        model = self.checked(text).model
        takes = [argument for argument in model.command_line if argument.type != "cuts"]
        return fill_arguments(takes, split_words(arguments), {})

    def keep(self, key: tuple[object, ...], make: Callable[[], Any]) -> Any:
        """Return the result of ``make`` for the current text.

        It is computed once and cached under ``key``.
        """
        if key not in self.cache:
            self.cache[key] = make()
        return self.cache[key]


def split_words(arguments: str) -> list[str]:
    """Split a command line into words. Raises UsageError if a quote is not closed."""
    try:
        return shlex.split(arguments)
    except ValueError as error:
        raise UsageError(f"the arguments cannot be split into words: {error}", "close the quotes") from None


def without_nones(table: Mapping[str, Any]) -> Json:
    """Convert ``table`` to a JSON object, without the keys whose value is None."""
    return {key: value for key, value in table.items() if value is not None}
