"""The platforms for which the library can be built, and their linkers.

This module requires neither numba nor LLVM.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from bj.native.library import SUFFIX, instructions, name_library


class Platform(NamedTuple):
    """A platform for which the library can be built."""

    triple: str
    """LLVM's name for the platform, or an empty string for this machine."""
    suffix: str
    """The suffix of library files."""
    zig: str
    """The platform's name in ``ziglang``, or an empty string if a different linker is used."""
    tag: str
    """The platform tag in the names of wheels. Empty for this machine and for WebAssembly."""

    @property
    def level(self) -> str:
        """The instruction set that a library may use, or an empty string for the baseline."""
        return "" if self.triple else instructions()

    def name_library(self, package: Path) -> str:
        """Return the file name of the library.

        ``package`` is the ``bj`` folder, which contains the source code.
        """
        return name_library(package, self.suffix, self.level)


PLATFORMS: Mapping[str, Platform] = {
    "": Platform("", SUFFIX, "", ""),
    "linux-x86_64": Platform(
        "x86_64-unknown-linux-gnu", ".so", "x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64"
    ),
    "linux-aarch64": Platform(
        "aarch64-unknown-linux-gnu", ".so", "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64"
    ),
    "macos-x86_64": Platform(
        "x86_64-apple-macosx11.0.0", ".dylib", "x86_64-macos.11.0", "macosx_11_0_x86_64"
    ),
    "macos-arm64": Platform("arm64-apple-macosx11.0.0", ".dylib", "aarch64-macos.11.0", "macosx_11_0_arm64"),
    "windows-x86_64": Platform("x86_64-w64-windows-gnu", ".dll", "x86_64-windows-gnu", "win_amd64"),
    "wasm": Platform("wasm32-unknown-unknown", ".wasm", "", ""),
    "pyodide": Platform("wasm32-unknown-emscripten", ".so", "", ""),
}
"""Maps names to platforms. The name of this machine's platform is an empty string.

The WebAssembly platforms are for browsers and Node: ``wasm`` is a standalone program, and ``pyodide`` is a
library that Python loads in a browser.
"""

WASM_LINKERS: Mapping[Platform, tuple[str, ...]] = {
    PLATFORMS["wasm"]: ("wasm-ld", "--no-entry", "--export-dynamic", "--export=__heap_base", "--strip-all"),
    PLATFORMS["pyodide"]: (
        *("wasm-ld", "--shared", "--experimental-pic"),
        *("--no-entry", "--export-dynamic", "--strip-all"),
    ),
}
"""Maps each WebAssembly platform to its linker."""

ZIG = (sys.executable, "-P", "-m", "ziglang", "cc")


class LibraryError(Exception):
    """Raised if the library cannot be built on this machine."""


def find_platform(name: str) -> Platform:
    """Return the platform called ``name``. Raises LibraryError if it is unknown."""
    if name not in PLATFORMS:
        known = ", ".join(filter(None, PLATFORMS))
        raise LibraryError(f"`{name}` is not a platform; the platforms are {known}")
    return PLATFORMS[name]


def find_compiler() -> tuple[str, ...]:
    """Return the command for a C compiler on this machine, or an empty command if none is found."""
    for words in (os.environ.get("CC", "").split(), ["cc"], ["gcc"], ["clang"]):
        if words and shutil.which(words[0]):
            return tuple(words)
    return ()


def linker_for(platform: Platform) -> tuple[str, ...]:
    """Return the linker command, without the names of the files.

    Raises LibraryError if there is no linker.
    """
    if platform in WASM_LINKERS:
        return WASM_LINKERS[platform]
    compiler = () if platform.zig else find_compiler()
    if compiler:
        return (*compiler, "-shared")
    if find_spec("ziglang") is None:
        raise LibraryError("there is no C compiler to link with")
    return (*ZIG, *(("-target", platform.zig) if platform.zig else ()), "-shared")
