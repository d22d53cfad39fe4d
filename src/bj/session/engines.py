"""The plain and the compiled engine with one interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bj.engine.cards.generators import seed_generators
from bj.engine.game.machine import advance, play_games
from bj.engine.layout.mode import Ints
from bj.extras import lack


class Engine(NamedTuple):
    """One speed of the engine: how its numbers are stored, and how it is called."""

    name: str
    ints: Callable[[list[int]], Ints]
    """Turns a list into the sequence that this engine works on; ``list()`` turns it back."""
    advance: Callable[[Ints, Ints, Ints], int]
    """See ``bj.engine.game.machine.advance``."""
    play_games: Callable[[Ints, Ints, Ints], int]
    """See ``bj.engine.game.machine.play_games``."""
    seed: Callable[[Ints, int, int], None]
    """See ``bj.engine.cards.generators.seed_generators``; a seed of 64 bits is below 0 from 2**63 on."""


PLAIN = Engine("plain", list, advance, play_games, seed_generators)


def compiled_engine() -> Engine:
    """The engine compiled by numba; the first call on a machine compiles it, which takes some seconds.

    Raises UsageError when the extra ``fast`` is not installed.
    """
    try:
        from bj import compiled
    except ImportError as error:
        raise lack("the compiled engine needs", "fast", error) from None
    return Engine("compiled", compiled.array, compiled.advance, compiled.play_games, compiled.seed_generators)
