"""The platforms for which a library can be made, and their linkers.

This module needs neither numba nor LLVM.
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
    """A platform for which a library can be made."""

    triple: str
    """The platform's name in LLVM, or an empty string for this machine."""
    suffix: str
    """The file name suffix of libraries."""
    zig: str
    """The platform's name for the linker in the package ``ziglang``, or an empty string for another linker.
    """
    tag: str
    """The platform in the names of wheels, or an empty string for this machine and for WebAssembly."""

    @property
    def level(self) -> str:
        """The level of instructions that a library may use, or an empty string for the basic level."""
        return "" if self.triple else instructions()

    def name_library(self, package: Path) -> str:
        """Return the file name of the library for the sources in ``package``, the folder of ``bj``."""
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
"""Maps names to platforms. The name of this machine is an empty string.

WebAssembly is for browsers and Node: as a separate program, or as a library that Python in a browser loads.
"""

WASM_LINKERS: Mapping[Platform, tuple[str, ...]] = {
    PLATFORMS["wasm"]: ("wasm-ld", "--no-entry", "--export-dynamic", "--export=__heap_base", "--strip-all"),
    PLATFORMS["pyodide"]: (
        *("wasm-ld", "--shared", "--experimental-pic"),
        *("--no-entry", "--export-dynamic", "--strip-all"),
    ),
}
"""Maps the WebAssembly platforms to their linkers."""

ZIG = (sys.executable, "-P", "-m", "ziglang", "cc")


class LibraryError(Exception):
    """Raised if the library cannot be made on this machine."""


def find_platform(name: str) -> Platform:
    """Find a platform by its name. Raises LibraryError if the name is unknown."""
    if name not in PLATFORMS:
        known = ", ".join(filter(None, PLATFORMS))
        raise LibraryError(f"`{name}` is not a platform; the platforms are {known}")
    return PLATFORMS[name]


def find_compiler() -> tuple[str, ...]:
    """Return the command of a C compiler on this machine, or an empty command if no compiler is found."""
    for words in (os.environ.get("CC", "").split(), ["cc"], ["gcc"], ["clang"]):
        if words and shutil.which(words[0]):
            return tuple(words)
    return ()


def linker_for(platform: Platform) -> tuple[str, ...]:
    """Return the linker command without the files. Raises LibraryError if no linker is found."""
    if platform in WASM_LINKERS:
        return WASM_LINKERS[platform]
    compiler = () if platform.zig else find_compiler()
    if compiler:
        return (*compiler, "-shared")
    if find_spec("ziglang") is None:
        raise LibraryError("there is no C compiler to link with")
    return (*ZIG, *(("-target", platform.zig) if platform.zig else ()), "-shared")
