"""Writing a file in one piece."""

from __future__ import annotations

from pathlib import Path

from bj.errors import UsageError
from bj.ruleset.words import shorten


def write_file(name: str, text: str) -> None:
    """Write ``text`` beside the file and then put it in its place, so that there is always a whole one.

    What is no ordinary file, such as a pipe, is written to as it is. Raises UsageError when it fails.
    """
    content = text.encode("utf-8", "backslashreplace")
    try:
        file = Path(name).resolve()
        if file.exists() and not file.is_file():
            file.write_bytes(content)
            return
        beside = file.with_name(f".{file.name}.new")
        try:
            beside.write_bytes(content)
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "this is no name of a file"
        raise UsageError(
            f"{shorten(name)} cannot be written: {why}", "name a file in a folder that exists"
        ) from None
