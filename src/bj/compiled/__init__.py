"""The engine once more, compiled: the very files of ``bj.engine``, imported under this name.

Needs the extra ``fast``. Compiled code is kept on disk, see ``bj.cache``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numba import config

from bj.cache import cache_folder

_HERE = Path(__file__).parent
_ENGINE = _HERE.parent / "engine"

__path__ = [str(_HERE), str(_ENGINE)]

# numba asks for its folder when a function is decorated: set it for our functions, leave it for all others.
_others = config.CACHE_DIR
config.CACHE_DIR = str(cache_folder())
try:
    from bj.compiled import entry, writing
finally:
    config.CACHE_DIR = _others

__all__ = ["advance", "array", "cache_folder", "play_games", "seed_generators", "writing"]

advance = entry.advance
play_games = entry.play_games
seed_generators = entry.seed_generators


def array(numbers: list[int]) -> Any:
    """``numbers`` as the compiled engine keeps them: a contiguous int64 array."""
    return np.array(numbers, dtype=np.int64)
