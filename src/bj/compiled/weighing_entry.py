"""The compiled weighing of charts, on numpy arrays."""

from __future__ import annotations

from typing import Any

from numba import types

from bj.cache import cache_folder
from bj.compiled import is_kept
from bj.compiled.code_cache import keep_in
from bj.compiled.entry import as_floats, as_ints, as_nodes
from bj.engine.layout.buffers import begin_call
from bj.engine.layout.linking import entry_function
from bj.engine.layout.mode import Weights

from .layout import mode

with keep_in(cache_folder()):
    from .search import weighing

    @entry_function
    def _weigh(
        nodes: Any,
        found: Any,
        order: Any,
        stack: Any,
        values: Any,
        chances: Any,
        chart: Any,
        codes: Any,
        worths: Any,
        sample: Any,
        wanted: int,
        first: int,
        second: int,
    ) -> int:
        begin_call()
        weights = mode.Weights(
            as_nodes(nodes),
            as_floats(found),
            as_ints(order),
            as_ints(stack),
            as_floats(values),
            as_floats(chances),
            as_ints(chart),
            as_ints(codes),
            as_floats(worths),
            as_ints(sample),
        )
        return weighing.weigh(weights, wanted, first, second)


_KINDS = {"Ints": types.int64[::1], "Floats": types.float64[::1]}
_ARRAYS = [_KINDS[each.__forward_arg__] for each in Weights.__annotations__.values()]
_SIGNATURE = (*_ARRAYS, *[types.int64] * 3)

if not is_kept(_weigh, _SIGNATURE):
    mode.compile_all()
    _weigh.compile(_SIGNATURE)


def weigh(weights: Weights, wanted: int, first: int, second: int) -> int:
    """``bj.engine.search.weighing.weigh`` for contiguous arrays."""
    result: int = _weigh(*weights, wanted, first, second)
    return result
