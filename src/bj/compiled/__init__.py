"""The engine once more, compiled: the very files of ``bj.engine``, imported under this name.

Needs the extra ``fast``. Compiled code is kept on disk, in a folder that is named after a hash of all engine
sources, because numba looks only at the file of a function and not at what the function calls. The folder is
in ``$BJ_CACHE_DIR``, else in the user's cache folder, else in a temporary one.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numba import __version__ as numba_version
from numba import config

_HERE = Path(__file__).parent
_ENGINE = _HERE.parent / "engine"

__path__ = [str(_HERE), str(_ENGINE)]


def _fingerprint() -> str:
    """A hash of everything that the machine code depends on."""
    digest = hashlib.sha256(f"{sys.version} numba {numba_version}".encode())
    for path in sorted((*_ENGINE.glob("*.py"), *_HERE.glob("*.py"))):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """The folder of the compiled engine: the first that can be written."""
    candidates = [Path(tempfile.gettempdir()) / f"bj-cache-{os.getuid() if hasattr(os, 'getuid') else 0}"]
    if os.environ.get("XDG_CACHE_HOME") or Path.home().is_dir():
        candidates.insert(0, Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bj")
    if os.environ.get("BJ_CACHE_DIR"):
        candidates.insert(0, Path(os.environ["BJ_CACHE_DIR"]))
    name = f"engine-{_fingerprint()}"
    for candidate in candidates:
        try:
            (candidate / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(candidate / name, os.W_OK):
            return candidate / name
    return Path(tempfile.mkdtemp(prefix="bj-cache-"))


# numba asks for its folder when a function is decorated: set it for our functions, leave it for all others.
_others = config.CACHE_DIR
config.CACHE_DIR = str(cache_folder())
try:
    from bj.compiled import entry, writing
finally:
    config.CACHE_DIR = _others

__all__ = ["advance", "array", "cache_folder", "play_games", "writing"]

advance = entry.advance
play_games = entry.play_games


def array(numbers: list[int]) -> Any:
    """``numbers`` as the compiled engine keeps them: a contiguous int64 array."""
    return np.array(numbers, dtype=np.int64)
