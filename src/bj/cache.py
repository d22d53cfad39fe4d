"""The folder of the compiled engine's machine code, which is found without importing numba.

The folder is named after a hash of everything that the machine code depends on, because numba looks only at
the file of a function and not at what the function calls, and of where the engine is, by which numba keeps
code apart. It is in ``$BJ_CACHE_DIR``, else in ``$NUMBA_CACHE_DIR``, else in the user's cache folder, else in
the one for temporary files. Whoever can write there can run code as the user, so nobody else may be able to
write to it or to the folders around it.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_HERE = Path(__file__).parent


def _fingerprint(numba: str) -> str:
    """A hash of everything that the machine code depends on."""
    digest = hashlib.sha256(f"{sys.version} numba {numba} {_HERE}".encode())
    for folder in ("catalogue", "engine", "compiled"):
        for path in sorted((_HERE / folder).rglob("*.py")):
            digest.update(str(path.relative_to(_HERE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path | None:
    """The folder of the compiled engine: the first that is private and writable, None without one.

    Raises ImportError without numba.
    """
    try:
        name = f"engine-{_fingerprint(version('numba'))}"
    except PackageNotFoundError:
        raise ImportError("numba is not installed", name="numba") from None
    for candidate in _candidates():
        try:
            folder = Path(os.path.realpath(candidate)) / name
            for part in reversed((folder, *folder.parents)):
                part.mkdir(mode=0o700, exist_ok=True)
            if _is_private(folder) and os.access(folder, os.W_OK):
                return folder
        except (OSError, ValueError):
            continue
    return None


def _candidates() -> Iterator[str]:
    """Possible places for the folder, the best first."""
    for variable in ("BJ_CACHE_DIR", "NUMBA_CACHE_DIR"):
        if os.environ.get(variable):
            yield os.environ[variable]
    cache_home = os.environ.get("XDG_CACHE_HOME", "")
    home = os.path.expanduser("~")  # it stays as it is for a user without a home
    if os.path.isabs(cache_home):
        yield os.path.join(cache_home, "bj")
    elif os.path.isabs(home) and os.path.isdir(home):
        yield os.path.join(home, ".cache", "bj")
    user = os.geteuid() if hasattr(os, "geteuid") else 0
    with suppress(FileNotFoundError):  # a read-only system has none
        temporary = os.path.join(tempfile.gettempdir(), f"bj-cache-{user}")
        if not os.path.islink(temporary):  # another user may have put a link there, to any folder
            yield temporary


def _is_private(folder: Path) -> bool:
    """Whether only the user and root can put anything into a folder, or replace it."""
    if not hasattr(os, "geteuid"):  # Windows, where the folders above are the user's own
        return True
    for part in (folder, *folder.parents):
        state = os.lstat(part)
        is_shared = state.st_mode & 0o022 and (part == folder or not state.st_mode & stat.S_ISVTX)
        if is_shared or state.st_uid not in (0, os.geteuid()):
            return False
    return True


GAMES, ANALYSIS = "entry.play", "search_entry._serve"
"""The entry points for games, and for exact values: each a module of ``bj.compiled`` and its function."""


def needs_compiling(function: str) -> bool:
    """Whether the extra ``fast`` is installed, but a function is not yet compiled in this version."""
    try:
        folder = cache_folder()
        return folder is None or not any(folder.rglob(f"{function}-*.nbc"))
    except ImportError:
        return False
