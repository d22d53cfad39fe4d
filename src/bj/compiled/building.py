"""Builds the engine's shared library by optimizing and linking LLVM code for a platform."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any

from llvmlite import binding, ir
from numba import types

from bj.compiled.exported_functions import ENTRIES
from bj.compiled.platforms import PLATFORMS, WASM_LINKERS, LibraryError, Platform, linker_for
from bj.engine.layout import library_call_layout
from bj.engine.layout.compiled_buffers import GIVEN
from bj.files import replace_file

from .layout import plain_or_compiled

SIGNATURE = types.int64(GIVEN, types.int64, types.int64, types.int64)
"""The signature of every exported function (see ``bj.compiled.exported_functions``)."""


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
"""LLVM code for functions that WebAssembly lacks.

A call that would end with a jump ends with a trap instead, which the caller catches.
"""


def make_library(file: Path, platform: Platform) -> None:
    """Build a library for ``platform`` that exports the engine's functions, and write it to ``file``.

    Raises LibraryError if there is no linker for the platform, and OSError if the file cannot be written.
    """
    linker = linker_for(platform)
    plain_or_compiled.compile_all()
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    with tempfile.TemporaryDirectory() as folder:
        names, made = [], Path(folder) / "library"
        for symbol, function in ENTRIES.items():
            names.append(str(Path(folder) / f"{symbol}.o"))
            Path(names[-1]).write_bytes(object_code(symbol, function, platform))
        command = [*linker, "-o", str(made), *names]
        try:
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # found by linker_for
        except (OSError, subprocess.CalledProcessError) as error:
            raise LibraryError(f"`{linker[0]}` does not link: {error}") from None
        replace_file(file, made.read_bytes())


def object_code(symbol: str, function: Any, platform: Platform) -> bytes:
    """Return an object file that exports ``function`` as ``symbol``.

    The file contains the function and everything that it calls.
    """
    function.compile(SIGNATURE)
    compiled = function.overloads[SIGNATURE.args]
    triple, is_wasm = platform.triple or binding.get_default_triple(), platform in WASM_LINKERS
    known = binding.Target.from_triple(triple)
    reloc = "static" if platform == PLATFORMS["wasm"] else "pic"
    machine = known.create_target_machine(cpu=platform.level, opt=3, reloc=reloc, codemodel="small")
    module = compiled.library.code.clone()
    module.triple, module.data_layout = triple, str(machine.target_data)
    if is_wasm:
        module.link_in(binding.parse_assembly(WITHOUT_JUMPS))
    kind = compiled.target_context.call_conv.get_function_type(SIGNATURE.return_type, SIGNATURE.args)
    module.link_in(binding.parse_assembly(str(taking_call(symbol, compiled.fndesc.llvm_func_name, kind))))
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name != symbol:
            each.linkage = "internal"
    optimise(module, machine)
    code: bytes = machine.emit_object(module)
    return code


def taking_call(symbol: str, name: str, kind: Any) -> Any:
    """Return a module with a function ``symbol``, which calls the function ``name`` of type ``kind``.

    ``symbol`` receives a prepared call, and passes the arguments stored in it to ``name``.
    """
    module = ir.Module()
    result, error, *_ = kind.args
    entry = ir.Function(module, ir.FunctionType(kind.return_type, [result]), symbol)
    builder = ir.IRBuilder(entry.append_basic_block())

    def place(field: int) -> Any:
        return builder.gep(entry.args[0], [ir.Constant(ir.IntType(64), field)])

    numbers = [
        builder.load(place(field))
        for field in (library_call_layout.FIRST, library_call_layout.SECOND, library_call_layout.THIRD)
    ]
    given = (
        place(library_call_layout.RESULT),
        builder.alloca(error.pointee),
        place(library_call_layout.BUFFERS),
        *numbers,
    )
    builder.ret(builder.call(ir.Function(module, kind, name), given))
    return module


def optimise(module: Any, machine: Any) -> None:
    """Optimize all functions together, so that LLVM can inline more functions that have only one caller.

    Loops are not vectorized. Most of them iterate over the few hands at a table, and every call would have to
    save the vector registers that LLVM uses.
    """
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = False
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
