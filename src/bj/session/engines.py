"""The two engines behind one face."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bj.engine.machine import advance
from bj.engine.mode import Ints
from bj.errors import UsageError


class Engine(NamedTuple):
    """One speed of the engine: how numbers are kept for it, and how it is called."""

    name: str
    ints: Callable[[list[int]], Ints]
    """Turns a list into what this engine computes on; what it gives back is compared with ``list()``."""
    advance: Callable[[Ints, Ints, Ints], int]
    """See ``bj.engine.machine.advance``."""


PLAIN = Engine("plain", list, advance)


def compiled_engine() -> Engine:
    """The engine compiled by numba. The first call on a machine compiles, for some seconds.

    Raises UsageError when the extra ``fast`` is not installed.
    """
    try:
        import numpy as np

        from bj import compiled
    except ImportError as error:
        raise UsageError(
            f"the compiled engine needs {error.name or 'numba'}", "install it with `pip install 'bj[fast]'`"
        ) from None
    return Engine("compiled", lambda numbers: np.array(numbers, dtype=np.int64), compiled.advance)
