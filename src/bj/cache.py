"""Where the machine code of the compiled engine is kept, which can be asked without importing numba.

The folder is named after a hash of everything that the machine code depends on, because numba looks only at
the file of a function and not at what the function calls. It is in ``$BJ_CACHE_DIR``, else in the user's
cache folder, else in a temporary one.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_HERE = Path(__file__).parent


def _fingerprint(numba: str) -> str:
    """A hash of everything that the machine code depends on."""
    digest = hashlib.sha256(f"{sys.version} numba {numba}".encode())
    for folder in ("engine", "compiled"):
        for path in sorted((_HERE / folder).glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """The folder of the compiled engine: the first that can be written. Raises ImportError without numba."""
    try:
        name = f"engine-{_fingerprint(version('numba'))}"
    except PackageNotFoundError:
        raise ImportError("numba is not installed", name="numba") from None
    candidates = [Path(tempfile.gettempdir()) / f"bj-cache-{os.getuid() if hasattr(os, 'getuid') else 0}"]
    if os.environ.get("XDG_CACHE_HOME") or Path.home().is_dir():
        candidates.insert(0, Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bj")
    if os.environ.get("BJ_CACHE_DIR"):
        candidates.insert(0, Path(os.environ["BJ_CACHE_DIR"]))
    for candidate in candidates:
        try:
            (candidate / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(candidate / name, os.W_OK):
            return candidate / name
    return Path(tempfile.mkdtemp(prefix="bj-cache-"))


def needs_compiling() -> bool:
    """Whether the extra ``fast`` is installed, and nobody has used this version on this machine."""
    try:
        return not any(cache_folder().rglob("entry.play_games-*.nbc"))
    except ImportError:
        return False
