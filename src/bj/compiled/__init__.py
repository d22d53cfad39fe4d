"""The engine once more, compiled: the very files of ``bj.engine``, imported under this name.

Needs the extra ``fast``. Compiled code is kept on disk, see ``bj.cache``.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numba import config, types
from numba.core.registry import cpu_target

from bj.cache import cache_folder

_HERE = Path(__file__).parent
_ENGINE = _HERE.parent / "engine"

__path__ = [str(_HERE), str(_ENGINE)]

# numba asks for its folder when a function is decorated: set it for our functions, leave it for all others.
_others = config.CACHE_DIR
config.CACHE_DIR = str(cache_folder())
try:
    from bj.compiled import entry, mode
finally:
    config.CACHE_DIR = _others

__all__ = ["advance", "array", "cache_folder", "play_games", "seed_generators"]

advance = entry.advance
play_games = entry.play_games
seed_generators = entry.seed_generators


def _compile_entries() -> None:
    """Compile the functions that are called from outside, unless their machine code is on the disk.

    It is kept for one kind of processor. A file of no content tells that all of it has been written.
    """
    processor = repr(cpu_target.target_context.codegen().magic_tuple())
    whole = cache_folder() / f"whole-{hashlib.sha256(processor.encode()).hexdigest()[:16]}"
    if whole.exists():
        return
    mode.compile_all()
    numbers, number = types.int64[::1], types.int64
    advance.compile((numbers, numbers, numbers))
    play_games.compile((numbers, numbers, numbers))
    seed_generators.compile((numbers, number, number))
    with suppress(OSError):
        whole.touch()


_compile_entries()


def array(numbers: list[int]) -> Any:
    """``numbers`` as the compiled engine keeps them: a contiguous int64 array."""
    return np.array(numbers, dtype=np.int64)
