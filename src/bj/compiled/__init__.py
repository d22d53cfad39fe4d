"""The engine once more, compiled: the same files as ``bj.engine``, imported under this name.

Needs the extra ``fast``. Compiled code is kept on disk, see ``bj.cache``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numba import types

from bj.cache import cache_folder
from bj.compiled.code_cache import KeptCode, keep_in
from bj.engine.game.machine import NEXT_GAME, ONE_GAME, WITHIN_A_GAME
from bj.engine.layout.program import YIELDED

_HERE = Path(__file__).parent
_ENGINE = _HERE.parent / "engine"

__path__ = [str(_HERE), str(_ENGINE)]

with keep_in(cache_folder()):
    from bj.compiled import entry
    from bj.compiled.layout import mode

__all__ = ["advance", "array", "play_games", "seed_generators"]

MOST_WORK = 1 << 22
"""The work after which a call ends at the next hand: about a tenth of a second; see ``budget``."""

seed_generators = entry.seed_generators

_NUMBERS = types.int64[::1]
_ENTRIES = (
    (entry.play, (_NUMBERS, _NUMBERS, _NUMBERS, types.int64, types.int64)),
    (seed_generators, (_NUMBERS, types.int64, types.int64)),
)
"""The functions that are called from outside, with the types that they are called with."""


def is_kept(function: Any, signature: Any) -> bool:
    """Whether the machine code of a function is on the disk, for this kind of processor."""
    code = function._cache
    return isinstance(code, KeptCode) and code.has(signature, function.targetctx)


if not all(is_kept(function, signature) for function, signature in _ENTRIES):
    mode.compile_all()
    for function, signature in _ENTRIES:
        function.compile(signature)


def advance(program: Any, table: Any, events: Any) -> int:
    """``bj.engine.game.machine.advance`` for contiguous int64 arrays."""
    return _play(program, table, events, ONE_GAME)


def play_games(program: Any, table: Any, events: Any) -> int:
    """``bj.engine.game.machine.play_games`` for contiguous int64 arrays."""
    return _play(program, table, events, NEXT_GAME)


def _play(program: Any, table: Any, events: Any, games: int) -> int:
    """Play on in calls that end soon: Python handles signals between two of them."""
    status: int = entry.play(program, table, events, games, MOST_WORK)
    while status == YIELDED:
        going_on = WITHIN_A_GAME if games else ONE_GAME
        status = entry.play(program, table, events, going_on, MOST_WORK)
    return status


def array(numbers: list[int]) -> Any:
    """``numbers`` as the compiled engine keeps them: a contiguous int64 array."""
    return np.array(numbers, dtype=np.int64)
