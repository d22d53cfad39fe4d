"""Reads and writes regular files, with size limits on reading and atomic replacement on writing.

A file that the user names directly may be a link to a regular file. A file found in a folder, by a pattern,
or through another file must be inside the named folder, even after links are resolved. Pipes, devices and
sockets are refused without being opened, because opening one can block forever or have side effects. The only
exception is a report, which may be written to a pipe or a device.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from bj.errors import UsageError, wrong_type

_CALMLY = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_BINARY"))
"""Flags for opening a file without blocking, acquiring a terminal, or translating line endings."""

_NO_LINKS: int = getattr(os, "O_NOFOLLOW", 0)
_WORDS = ((stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"), (stat.S_ISLNK, "a link"))


def path_of(file: object) -> Path:
    """Convert an argument from a Python program to a path. Raises UsageError if it is not a valid path."""
    remedy = "pass a string or a `Path`"
    if not isinstance(file, str | os.PathLike) or isinstance(os.fspath(file), bytes):
        raise wrong_type("a file", file, remedy)
    with suppress(UnicodeEncodeError):
        if b"\0" not in os.fsencode(file):
            return Path(file)
    raise UsageError("this is not a valid file name", remedy)


def open_regular(file: Path, flags: int = os.O_RDONLY) -> int:
    """Open a regular file and return its descriptor. Raises OSError if the file is not regular."""
    try:
        try:
            _refuse_irregular(os.stat(file, follow_symlinks=not flags & _NO_LINKS).st_mode)
        except FileNotFoundError:
            if not flags & os.O_CREAT:
                raise
        descriptor = os.open(file, flags | _CALMLY, 0o666)
    except ValueError:
        raise OSError(errno.EINVAL, "this is not a valid file name") from None
    try:
        _refuse_irregular(os.fstat(descriptor).st_mode)  # the file may have been replaced in the meantime
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _refuse_irregular(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        kind = next((words for is_kind, words in _WORDS if is_kind(mode)), "a device")
        raise OSError(errno.EINVAL, f"it is {kind}, not a regular file")


def read_start(file: Path, size: int, *, follow: bool = True) -> bytes:
    """Read up to ``size`` bytes from the beginning of a regular file.

    If ``follow`` is false, links are resolved first, and a link that replaces the file afterwards is refused.
    Raises OSError if the file cannot be read.
    """
    path, flags = (file, os.O_RDONLY) if follow else (Path(os.path.realpath(file)), os.O_RDONLY | _NO_LINKS)
    with open(open_regular(path, flags), "rb") as stream:
        return stream.read(size)


def is_inside(file: Path, tree: Path) -> bool:
    """Return whether ``file`` is inside the folder ``tree``, at any depth, after links are resolved."""
    try:
        return Path(os.path.realpath(file)).is_relative_to(os.path.realpath(tree))
    except (OSError, ValueError):  # the name is invalid, or the current folder was deleted
        return False


def read_at_most(
    file: Path, largest: int, what: str = "", remedy: str = "", *, inside: Path | None = None
) -> bytes:
    """Read a file of at most ``largest`` bytes. In error messages, ``what`` precedes the file name.

    Raises UsageError if the file is not regular, is unreadable, is outside the folder ``inside``, or is too
    large. If it is too large, the error suggests ``remedy``.
    """
    name = f"{what} {file}" if what else str(file)
    if inside is not None and not is_inside(file, inside):
        raise UsageError(f"{name} leads out of {inside}", "replace the link with the file")
    try:
        content = read_start(file, largest + 1, follow=inside is None)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from None
    if len(content) > largest:
        raise UsageError(f"{name} is larger than {largest:,} bytes", remedy)
    return content


def refuse_unwritable(name: str) -> None:
    """Raise UsageError if a file obviously cannot be written. Call this before any long computation."""
    try:
        file = Path(os.path.realpath(name))
        why = ""
        if file.is_dir():
            why = "it is a folder"
        elif file.is_symlink():
            why = "it is a link that leads back to itself"
        elif not file.parent.is_dir():
            why = "its folder does not exist"
        elif not os.access(file if file.exists() and not file.is_file() else file.parent, os.W_OK):
            why = "permission denied"
    except FileNotFoundError:
        why = "the current folder was deleted"
    except (OSError, ValueError):
        why = "this is not a valid file name"
    if why:
        raise UsageError(f"{name} cannot be written: {why}", "choose a file in an existing folder")


def replace_file(file: Path, content: bytes, *, durable: bool = False) -> None:
    """Replace a file atomically with ``content``. See ``replacing`` for the details."""
    with replacing(file, durable=durable) as stream:
        stream.write(content)


@contextmanager
def replacing(file: Path, *, durable: bool = False) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces ``file`` when the block ends.

    If the block raises an exception, ``file`` is left unchanged. The new file keeps the permissions of the
    old one. A link is replaced, not followed. If ``durable`` is true, the data is flushed to disk, so that it
    survives a power failure. Raises OSError if the file cannot be replaced.
    """
    rights = None
    with suppress(FileNotFoundError):
        mode = os.lstat(file).st_mode
        if not stat.S_ISLNK(mode):
            _refuse_irregular(mode)
            rights = mode & 0o777
    beside = file.with_name(f".{os.urandom(8).hex()}.new")  # random, so that no link can be waiting there
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS | _CALMLY
    try:
        descriptor = os.open(beside, new, 0o666 if rights is None else rights)  # secure even if interrupted
        with open(descriptor, "wb") as stream:
            if rights is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, rights)
            yield stream
            if durable:
                stream.flush()
                os.fsync(descriptor)
        os.replace(beside, file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    if durable:
        _sync_folder(file.parent)


def write_out(file: Path, content: bytes) -> None:
    """Write ``content`` to a file named by the user, following links.

    A regular file is replaced. A pipe or a device is written to directly. A pipe must already have a reader,
    because waiting for one could block forever. Raises OSError if writing fails.
    """
    try:
        try:
            mode = os.stat(file).st_mode
            is_special = not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
        except FileNotFoundError:
            is_special = False
        if not is_special:
            replace_file(Path(os.path.realpath(file)), content)
            return
        descriptor = os.open(file, os.O_WRONLY | _CALMLY)
    except ValueError:
        raise OSError(errno.EINVAL, "this is not a valid file name") from None
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "nothing reads from it") from None
        raise
    with open(descriptor, "wb") as stream:
        os.set_blocking(descriptor, True)
        stream.write(content)


def _sync_folder(folder: Path) -> None:
    """Flush a folder to disk, so that a new file in it survives a power failure. Does nothing on Windows."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
