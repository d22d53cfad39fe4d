"""Finds the shared library with the compiled engine, and calls its functions.

The file name contains a hash of the source code. It also contains the instruction set that the library needs,
if some processors lack it. When the source code changes, as during development, the library is rebuilt, which
requires numba.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import subprocess
import sys
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bj.engine.layout import library_call_layout
from bj.native.number_sequences import size_in_memory

HERE = Path(__file__).parent
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
"""The suffix of library files on this platform."""

SOURCES = ("cards.py", "catalogue", "engine", "compiled")
"""The files and folders that contain the source code of the library."""

CPU_INFO = Path("/proc/cpuinfo")

X86_64_V3 = frozenset({"abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"})
"""The Linux flags for the instructions in ``x86-64-v3``, which most processors since 2013 have."""


class Entry(StrEnum):
    """The names of the functions that the library exports (see ``bj.compiled.exported_functions``)."""

    PLAY = "bj_play"
    SEED_GENERATORS = "bj_seed_generators"
    SERVE = "bj_serve"
    MOVE_MEMO = "bj_move_memo"
    WEIGH = "bj_weigh"
    SERVE_HANDS = "bj_serve_hands"
    STEP_GAMES = "bj_step_games"
    READ_ROWS = "bj_read_rows"


class MissingLibraryError(Exception):
    """Raised if the compiled engine is not installed and cannot be built."""


class OutOfBoundsError(Exception):
    """Raised if the engine was stopped before it could access memory outside its buffers.

    This is a bug in bj.
    """

    def __str__(self) -> str:
        return "blocked an access outside the engine's memory, caused by a bug in bj or a damaged game"


def fingerprint(package: Path) -> str:
    """Return a hash of the library's source code. ``package`` is the folder of the ``bj`` package."""
    digest = hashlib.sha256()
    for source in SOURCES:
        for path in sorted((package / source).rglob("*.py")) or [package / source]:
            digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def instructions() -> str:
    """Return ``x86-64-v3`` if this processor supports those instructions, and otherwise an empty string."""
    try:
        with CPU_INFO.open() as file:
            flags = next((line.split() for line in file if line.startswith("flags")), [])
    except OSError:
        return ""
    return "x86-64-v3" if platform.machine() == "x86_64" and X86_64_V3.issubset(flags) else ""


def name_library(package: Path, suffix: str, level: str) -> str:
    """Return the file name of the library. ``package`` is the ``bj`` folder, which contains the source code.

    ``level`` is the instruction set that the library requires, or an empty string if any processor can run
    it.
    """
    return f"engine-{fingerprint(package)}{level and f'-{level}'}{suffix}"


@cache
def library_path() -> Path:
    """Return the path of the library for this source code and this processor. The file may not exist.

    A library that uses all the instructions of this processor is preferred to one that runs on any processor.
    """
    best, any_processor = (HERE / name_library(HERE.parent, SUFFIX, level) for level in (instructions(), ""))
    return any_processor if any_processor.exists() and not best.exists() else best


def needs_compiling() -> bool:
    """Return whether the library is missing and numba is available to build it."""
    return not library_path().exists() and find_spec("numba") is not None


@cache
def find_library() -> ctypes.CDLL | MissingLibraryError:
    """Find the library, building it first if necessary. On failure, return the reason."""
    if needs_compiling():
        # -P: import nothing from the current folder
        command = [sys.executable, "-P", "-m", "bj.compiled", str(HERE)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own module
        if done.returncode:
            return MissingLibraryError(done.stderr.strip().rpartition("\n")[2])
    try:
        return ctypes.CDLL(str(library_path()))
    except OSError as error:
        return MissingLibraryError(str(error))


def has_library() -> bool:
    """Return whether the compiled engine can be used. If necessary, the library is built first."""
    return not isinstance(find_library(), MissingLibraryError)


def load() -> ctypes.CDLL:
    """Load the library, building it first if necessary. Raises MissingLibraryError if that fails."""
    library = find_library()
    if isinstance(library, MissingLibraryError):
        raise library
    return library


@cache
def entry(symbol: Entry) -> Any:
    """Return the function ``symbol`` in the engine's library.

    Raises MissingLibraryError if the library is not available.
    """
    return function_of(load(), symbol)


@cache
def brief_entry(symbol: Entry) -> Any:
    """Return the function ``symbol`` in a form that does not release the global interpreter lock.

    Use it for calls that are shorter than the time it takes to release the lock.
    """
    return function_of(ctypes.PyDLL(load()._name), symbol)


def function_of(library: ctypes.CDLL, symbol: str) -> Any:
    """Return a function in a library. Its only argument is a prepared call, passed by reference."""
    function = library[symbol]
    function.restype = ctypes.c_int32
    return function


def call(function: Any, buffers: Sequence[Any], first: int = 0, second: int = 0) -> int:
    """Call ``function`` with sequences from ``bj.native.number_sequences`` and two numbers.

    Raises OutOfBoundsError if an index was outside its sequence.
    """
    return repeat_call(function, prepare_call(buffers, first, second))


def prepare_call(buffers: Sequence[Any], first: int = 0, second: int = 0) -> Any:
    """Prepare a call with ``buffers`` and two numbers (see ``bj.engine.layout.library_call_layout``)."""
    places = [number for each in buffers for number in (ctypes.addressof(each), size_in_memory(each))]
    return (ctypes.c_int64 * (library_call_layout.BUFFERS + len(places)))(0, first, second, 0, *places)


def changed_call(prepared: Any, old: Sequence[Any], new: Sequence[Any]) -> Any:
    """Copy a ``prepared`` call, replacing the ``old`` sequences with the ``new`` ones."""
    changed = type(prepared).from_buffer_copy(prepared)
    at = library_call_layout.BUFFERS
    for before, each in zip(old, new, strict=True):
        if each is not before:
            changed[at], changed[at + 1] = ctypes.addressof(each), size_in_memory(each)
        at += 2
    return changed


def call_again(function: Any, prepared: Any, first: int, second: int, third: int) -> int:
    """Repeat a ``prepared`` call with new numbers. The memory of the sequences must not have moved."""
    prepared[library_call_layout.FIRST : library_call_layout.BUFFERS] = first, second, third
    return repeat_call(function, prepared)


def repeat_call(function: Any, prepared: Any) -> int:
    """Repeat a ``prepared`` call with the same numbers as before."""
    if function(prepared):
        raise OutOfBoundsError
    result: int = prepared[library_call_layout.RESULT]
    return result
