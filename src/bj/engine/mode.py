"""Which of its two speeds the engine runs at.

The modules of this folder are imported twice: as ``bj.engine`` they are plain Python over lists, as
``bj.compiled`` the very same files are compiled by numba over int64 numbers. Only this module knows.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

Ints: TypeAlias = MutableSequence[int]
"""A program, a table or a record of events: a list in plain runs, a pointer to int64 in compiled ones."""

COMPILED = __name__.startswith("bj.compiled")

if COMPILED:
    from numba import njit, types

    TYPES = {
        "Ints": types.CPointer(types.int64),
        "int": types.int64,
        "bool": types.boolean,
        "None": types.void,
    }

    # No engine function makes an object, so none needs numba's reference counting (_nrt): without it the
    # first compilation takes a third of the time.
    _compile = partial(
        njit,
        cache=True,
        nogil=True,
        error_model="numpy",
        _nrt=False,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
    )

    DECORATED: list[tuple[Any, Any]] = []
    """All functions with the types that they are compiled for, each behind those that it calls."""

    def _compiler(*, forceinline: bool) -> Callable[[F], F]:
        """A decorator of functions that ``compile_all`` is to compile for the types of their annotations."""

        def decorate(function: F) -> F:
            annotations = dict(function.__annotations__)
            result = TYPES[annotations.pop("return")]
            signature = result(*(TYPES[name] for name in annotations.values()))
            compiled: F = _compile(forceinline=forceinline)(function)
            DECORATED.append((compiled, signature))
            return compiled

        return decorate

    def compile_all() -> None:
        """Compile every function for its types alone, or take it from the disk.

        Left to itself numba would compile a function once more for every literal that it is called with.
        Whoever has the machine code of the functions that are called from outside can do without: it has
        that of all the others in it.
        """
        while DECORATED:
            function, signature = DECORATED.pop(0)
            function.compile(signature)
            function.disable_compile()

    engine_function = _compiler(forceinline=False)
    inlined_function = _compiler(forceinline=True)

    @inlined_function
    def interleave(table: Ints, target: int, first: int, second: int, count: int) -> None:
        """Put ``count`` numbers from ``first`` and from ``second`` on to ``target``, in turn."""
        for i in range(count):
            table[target + 2 * i] = table[first + i]
            table[target + 2 * i + 1] = table[second + i]

    @inlined_function
    def copy(table: Ints, target: int, source: int, count: int) -> None:
        """Put ``count`` numbers from ``source`` on to ``target``."""
        for i in range(count):
            table[target + i] = table[source + i]

else:

    def engine_function(function: F) -> F:
        """Leave ``function`` as it is: plain Python."""
        return function

    inlined_function = engine_function

    def interleave(table: Ints, target: int, first: int, second: int, count: int) -> None:
        """Put ``count`` numbers from ``first`` and from ``second`` on to ``target``, in turn."""
        table[target : target + 2 * count : 2] = table[first : first + count]
        table[target + 1 : target + 2 * count : 2] = table[second : second + count]

    def copy(table: Ints, target: int, source: int, count: int) -> None:
        """Put ``count`` numbers from ``source`` on to ``target``."""
        table[target : target + count] = table[source : source + count]
