"""Files of all kinds: read within bounds, and replaced in one piece."""

from __future__ import annotations

from pathlib import Path

from bj.errors import UsageError


def read_at_most(file: Path, largest: int, what: str = "", remedy: str = "") -> bytes:
    """The content of a file of up to ``largest`` bytes; ``what`` it is stands before its name in messages.

    Raises UsageError when it cannot be read, or is larger, with the ``remedy`` for that.
    """
    name = f"{what} {file}" if what else str(file)
    try:
        with file.open("rb") as stream:
            content = stream.read(largest + 1)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from None
    if len(content) > largest:
        raise UsageError(f"{name} is larger than {largest:,} bytes", remedy)
    return content


def replace_file(file: Path, content: bytes) -> None:
    """Write beside the file first and then put that in its place, so that there is always a whole one.

    Raises OSError when it fails.
    """
    beside = file.with_name(f".{file.name}.new")
    beside.unlink(missing_ok=True)
    try:
        with beside.open("xb") as stream:  # nobody has put a link there, to somewhere else
            stream.write(content)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
