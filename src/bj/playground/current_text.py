"""Stores the text of the ruleset that the page edits, so that it is checked only once."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from bj.argument_values import Value, fill_arguments
from bj.editor.workspace import Workspace
from bj.errors import RulesetError, UsageError
from bj.ruleset.check import Checked
from bj.ruleset.ruleset_files import LARGEST_FILE

FILE = Path("ruleset.toml")
"""The file name that findings use for the text. The text can extend only shipped rulesets."""

Json: TypeAlias = dict[str, Any]
"""A JSON object."""

Progress: TypeAlias = Callable[[Json], None]
"""A function that is called periodically with the progress of a long request."""


class Desk:
    """Holds the current text of the ruleset, and caches results about it."""

    def __init__(self) -> None:
        self.workspace = Workspace()
        self.cache: dict[tuple[object, ...], Any] = {}
        """Results about the current text that take long to compute."""
        self._text: str | None = None

    def lay(self, text: str) -> None:
        """Set the current text. Raises UsageError if it is too long for a ruleset."""
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
        """Return the checked ruleset for ``text``.

        Raises RulesetError if it has faults, and UsageError if it is too long.
        """
        self.lay(text)
        checked = self.workspace.checked(FILE)
        if checked is None:
            raise RulesetError(self.workspace.examine(FILE))
        return checked

    def values(self, text: str, arguments: str) -> dict[str, Value]:
        """Return the values of a ruleset's arguments.

        ``arguments`` is a command line, which cannot contain file names. Raises RulesetError if the ruleset
        has faults, and UsageError if the command line is invalid.
        """
        model = self.checked(text).model
        takes = [argument for argument in model.command_line if argument.type != "cuts"]
        return fill_arguments(takes, split_words(arguments), {})

    def keep(self, key: tuple[object, ...], make: Callable[[], Any]) -> Any:
        """Return the cached result for ``key``, or compute it with ``make``.

        The cache is cleared when the text changes.
        """
        if key not in self.cache:
            self.cache[key] = make()
        return self.cache[key]


def split_words(arguments: str) -> list[str]:
    """Split a command line into words. Raises UsageError if a quotation mark is not closed."""
    try:
        return shlex.split(arguments)
    except ValueError as error:
        raise UsageError(f"the arguments cannot be split into words: {error}", "close the quotes") from None


def without_nones(table: Mapping[str, Any]) -> Json:
    """Return a copy of ``table`` without the keys whose value is None."""
    return {key: value for key, value in table.items() if value is not None}
