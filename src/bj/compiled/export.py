"""The shared library of the engine: code of LLVM, optimised, and linked for a platform."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import binding
from numba import types

from bj.engine.layout.buffers import GIVEN
from bj.native.library import SUFFIX

from .layout import mode

SIGNATURE = types.int64(GIVEN, types.int64, types.int64, types.int64)
"""Of every entry; see ``bj.compiled.entries``."""


class Target(NamedTuple):
    """A platform."""

    triple: str
    """Its name for LLVM. The library needs only the instructions that all its processors have."""
    suffix: str
    """Of the names of its libraries."""
    linker: tuple[str, ...]
    """The command that links, before its options."""


PLATFORMS = {
    "linux-x86_64": ("x86_64-unknown-linux-gnu", ".so", "x86_64-linux-gnu.2.17"),
    "linux-aarch64": ("aarch64-unknown-linux-gnu", ".so", "aarch64-linux-gnu.2.17"),
    "macos-x86_64": ("x86_64-apple-macosx11.0.0", ".dylib", "x86_64-macos.11.0"),
    "macos-arm64": ("arm64-apple-macosx11.0.0", ".dylib", "aarch64-macos.11.0"),
    "windows-x86_64": ("x86_64-w64-windows-gnu", ".dll", "x86_64-windows-gnu"),
}
"""Other platforms that a library can be made for: the names of LLVM, of libraries and of ``ziglang``."""

WASM_LINKER = ("wasm-ld", "--no-entry", "--export-dynamic", "--export=__heap_base", "--strip-all")
WASM = Target("wasm32-unknown-unknown", ".wasm", WASM_LINKER)
"""The library for browsers and Node, which `wasm-ld` of LLVM links; see ``page/engine.mjs``."""

WITHOUT_JUMPS = """
declare void @llvm.trap()
define i32 @_setjmp(i8*, i8*) { ret i32 0 }
define void @longjmp(i8*, i32) { call void @llvm.trap() unreachable }
define i8* @memset(i8* %to, i32 %value, i32 %count) {
    %byte = trunc i32 %value to i8
    br label %next
next:
    %at = phi i32 [0, %0], [%after, %write]
    %is_over = icmp uge i32 %at, %count
    br i1 %is_over, label %end, label %write
write:
    %place = getelementptr i8, i8* %to, i32 %at
    store volatile i8 %byte, i8* %place
    %after = add i32 %at, 1
    br label %next
end:
    ret i8* %to
}
"""
"""Functions that WebAssembly lacks: a trap leaves a call, and its caller catches it."""

ZIG = (sys.executable, "-m", "ziglang", "cc")


class NoLinkerError(Exception):
    """Nothing on this machine links a library."""


def find_target(platform: str = "") -> Target:
    """A platform of ``PLATFORMS`` or ``wasm``, this machine by default.

    Raises NoLinkerError if nothing here links for it.
    """
    if not platform:
        return Target(binding.get_default_triple(), SUFFIX, (*find_linker(), "-shared"))
    if platform == "wasm":
        return WASM
    triple, suffix, name = PLATFORMS[platform]
    return Target(triple, suffix, (*ZIG, "-target", name, "-shared"))


def find_linker() -> tuple[str, ...]:
    """A command that links a library: a C compiler, or the one of the package ``ziglang``."""
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        if name and shutil.which(name.split()[0]):
            return tuple(name.split())
    if find_spec("ziglang") is None:
        raise NoLinkerError("there is no C compiler to link with")
    return ZIG


def make_library(file: Path, entries: Mapping[str, Any], target: Target) -> None:
    """Write a library with functions by their symbols, and then rename it to ``file``."""
    objects = [object_code(symbol, function, target) for symbol, function in entries.items()]
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        names = [str(Path(folder) / f"{number}.o") for number in range(len(objects))]
        for name, code in zip(names, objects, strict=True):
            Path(name).write_bytes(code)
        made = Path(folder) / file.name
        run([*target.linker, "-o", str(made), *names])
        os.replace(made, file)


def object_code(symbol: str, function: Any, target: Target) -> bytes:
    """An object file with one function, and in it all that the function calls."""
    mode.compile_all()
    function.compile(SIGNATURE)
    compiled = function.overloads[SIGNATURE.args]
    is_wasm = target == WASM
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    known = binding.Target.from_triple(target.triple)
    machine = known.create_target_machine(opt=3, reloc="static" if is_wasm else "pic", codemodel="small")
    module = compiled.library.code.clone()
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    if is_wasm:
        module.link_in(binding.parse_assembly(WITHOUT_JUMPS))
    for each in module.functions:
        if not each.is_declaration:
            each.linkage = "internal"
    for each in module.global_variables:
        if not each.is_declaration:
            each.linkage = "internal"
    entry = module.get_function(compiled.fndesc.llvm_func_name)
    entry.name, entry.linkage = symbol, "external"
    optimise(module, machine)
    code: bytes = machine.emit_object(module)
    return code


def optimise(module: Any, machine: Any) -> None:
    """Optimise all functions together: LLVM inlines more of those that have one caller.

    Loops stay loops: most go over the few hands of a table, and LLVM would keep vectors for them in
    registers that every call has to save.
    """
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = False
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def run(command: Sequence[str]) -> None:
    """Run a linker. Raises CalledProcessError if it fails."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # found by find_linker
