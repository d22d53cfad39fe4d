"""How the engine becomes machine code: one piece for each function that is called from outside.

Left to itself numba makes machine code for every function, each time with all that the function calls: the
first start takes twice as long. Only the compiled engine uses this module.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from llvmlite import ir
from numba import config, njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


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
    """The code of a function that only compiled functions call: they take it in before it is optimised.

    Only a ``Whole`` may call it. LLVM changes how the functions of a whole are called, and other code that
    has a function of the same name might call those instead of its own: names are numbered by process, and
    machine code from the disk is linked by names alone.
    """

    def _optimize_final_module(self) -> None:
        """Leave the code as it is: it is optimised where it is called."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """No address: Python cannot call the function."""
        return 0

    @property
    def codegen(self) -> Part:
        """Who is told which globals the machine code has: there is none."""
        return self

    def set_env(self, _name: str, _environment: Any) -> None:
        """Keep nothing for calls from Python."""


class Whole(Defined):
    """The code of a function that is called from outside, and of all its parts."""

    def _optimize_final_module(self) -> None:
        """Optimise all at once, the parts as functions that nobody else calls: LLVM inlines more of them.

        Loops stay loops: most go over the few hands of a table, and LLVM would keep vectors for them in
        registers that every call has to save.
        """
        for function in self._final_module.functions:
            if function.linkage.name.startswith(("linkonce", "weak")):
                function.linkage = "internal"
        before, config.LOOP_VECTORIZE = config.LOOP_VECTORIZE, 0
        try:
            super()._optimize_final_module()
        finally:
            config.LOOP_VECTORIZE = before


class PartCompiler(Compiler):  # type: ignore[misc]  # numba's hints are not read
    """Compiles a function as a part of others."""

    def define_pipelines(self) -> Any:
        """The passes of numba, whose result is a ``Part``."""
        self.state.library = Part(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


class WholeCompiler(Compiler):  # type: ignore[misc]  # numba's hints are not read
    """Compiles a function that is called from outside."""

    def define_pipelines(self) -> Any:
        """The passes of numba, whose result is a ``Whole`` that can be kept on disk."""
        self.state.library = Whole(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super().define_pipelines()


# No engine function makes an object, so none needs numba's reference counting (_nrt): without it the first
# compilation takes a third of the time.
_compiled = partial(njit, nogil=True, error_model="numpy", _nrt=False)

entry_function = _compiled(cache=True, pipeline_class=WholeCompiler)
"""A decorator of functions that are called from outside, with arrays."""

part_function = partial(
    _compiled, pipeline_class=PartCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True
)
"""Makes a decorator of functions that only compiled functions call, with buffers; takes options of numba."""
