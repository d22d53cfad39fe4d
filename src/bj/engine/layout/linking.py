"""How numba compiles the engine's functions: to code of LLVM that is not yet optimised."""

from __future__ import annotations

from functools import partial
from typing import Any

from llvmlite import ir
from numba import njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock


class Defined(JITCodeLibrary):  # type: ignore[misc]  # numba's hints are not read
    """Code whose every result is defined.

    numba says of sums that they do not overflow. LLVM concludes from that which indices there cannot be, and
    leaves out their comparisons. A shift by more bits than there are would have no defined result either.
    """

    def add_ir_module(self, module: Any) -> None:
        """Take in the code of a function."""
        for function in module.functions:
            for block in function.blocks:
                for instruction in list(block.instructions):
                    _define(block, instruction)
        super().add_ir_module(module)


def _define(block: Any, instruction: Any) -> None:
    """Let an instruction have a result for all numbers, as processors do: without what is beyond 64 bits."""
    if instruction.opname in {"add", "sub", "mul", "shl", "ashr", "lshr", "sdiv", "udiv"}:
        instruction.flags = ()
    if instruction.opname in {"shl", "ashr", "lshr"}:
        number, amount = instruction.operands
        builder = ir.IRBuilder(block)
        builder.position_before(instruction)
        instruction.operands = [number, builder.and_(amount, amount.type(number.type.width - 1))]


class Part(Defined):
    """The code of a function, with that of the functions it calls, before it is optimised.

    ``bj.compiled.export`` optimises and links the parts that are called from outside. Left to itself numba
    would make machine code for every function, each time with all that the function calls.
    """

    def _optimize_final_module(self) -> None:
        """Leave the code as it is."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """No address: Python cannot call the function."""
        return 0

    @property
    def codegen(self) -> Part:
        """An object that is given the globals of the machine code: there are none."""
        return self

    def set_env(self, _name: str, _environment: Any) -> None:
        """Keep nothing for calls from Python."""

    @property
    def code(self) -> Any:
        """The function and all that it calls, as a module of LLVM."""
        with global_compiler_lock:
            self._ensure_finalized()
        return self._final_module


class PartCompiler(Compiler):  # type: ignore[misc]  # numba's hints are not read
    """Compiles a function to a ``Part``."""

    def define_pipelines(self) -> Any:
        """The passes of numba, whose result is a ``Part``."""
        self.state.library = Part(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


part_function = partial(
    njit,
    nogil=True,
    error_model="numpy",
    _nrt=False,  # no engine function makes an object, so none needs numba's reference counting
    pipeline_class=PartCompiler,
    no_cpython_wrapper=True,
    no_cfunc_wrapper=True,
)
"""Makes a decorator of functions that are compiled to parts; takes more options of numba."""
