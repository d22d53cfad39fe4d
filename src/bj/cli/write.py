"""Writing a file in one piece."""

from __future__ import annotations

import os
from pathlib import Path

from bj.errors import UsageError
from bj.files import replace_file
from bj.ruleset.words import shorten


def write_file(name: str, text: str | bytes) -> None:
    """Write ``text`` beside the file and then put it in its place, so that there is always a whole one.

    What is no ordinary file, such as a pipe, is written to as it is. Raises UsageError when it fails.
    """
    content = text.encode("utf-8", "backslashreplace") if isinstance(text, str) else text
    try:
        file = Path(name).resolve()
        if file.exists() and not file.is_file():
            file.write_bytes(content)
            return
        replace_file(file, content)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "this is no name of a file"
        raise UsageError(
            f"{shorten(name)} cannot be written: {why}", "name a file in a folder that exists"
        ) from None


def refuse_unwritable(name: str) -> None:
    """Raise UsageError when a file clearly cannot be written, before much work is done for it."""
    try:
        file = Path(name).resolve()
        why = ""
        if file.is_dir():
            why = "it is a folder"
        elif not file.parent.is_dir():
            why = "there is no such folder"
        elif not os.access(file if file.exists() and not file.is_file() else file.parent, os.W_OK):
            why = "it is not allowed"
    except (OSError, ValueError):
        why = "this is no name of a file"
    if why:
        raise UsageError(f"{shorten(name)} cannot be written: {why}", "name a file in a folder that exists")
