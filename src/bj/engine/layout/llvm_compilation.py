"""Makes numba compile the engine to LLVM code, without optimizing it yet."""

from __future__ import annotations

from functools import partial
from typing import Any

from llvmlite import ir
from numba import njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock


class Defined(JITCodeLibrary):  # type: ignore[misc]  # numba's hints are not read
    """Code in which the result of every instruction is defined.

    numba declares that sums do not overflow. LLVM would conclude from this that certain indices cannot occur,
    and omit the comparisons that guard them. Shifting by too many bits would also be undefined.
    """

    def add_ir_module(self, module: Any) -> None:
        """Add the code of a function, after making the result of every instruction defined."""
        for function in module.functions:
            for block in function.blocks:
                for instruction in list(block.instructions):
                    _define(block, instruction)
        super().add_ir_module(module)


def _define(block: Any, instruction: Any) -> None:
    """Make the result of an instruction defined for all operands: modulo 2**64, as on processors."""
    if instruction.opname in {"add", "sub", "mul", "shl", "ashr", "lshr", "sdiv", "udiv"}:
        instruction.flags = ()
    if instruction.opname in {"shl", "ashr", "lshr"}:
        number, amount = instruction.operands
        builder = ir.IRBuilder(block)
        builder.position_before(instruction)
        instruction.operands = [number, builder.and_(amount, amount.type(number.type.width - 1))]


class CodePart(Defined):
    """The code of a function and of the functions that it calls, before optimization.

    ``bj.compiled.building`` optimizes and links the functions that are called from outside. By default, numba
    would produce machine code for every function, each time with all the functions that it calls.
    """

    def _optimize_final_module(self) -> None:
        """Leave the code unchanged."""

    def _finalize_final_module(self) -> None:
        """Do not produce machine code."""
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Return 0 in place of an address, because Python cannot call the function."""
        return 0

    @property
    def codegen(self) -> CodePart:
        """An object that accepts global variables of machine code, and ignores them."""
        return self

    def set_env(self, _name: str, _environment: Any) -> None:
        """Ignore the environment for calls from Python."""

    @property
    def code(self) -> Any:
        """The function and everything that it calls, as an LLVM module."""
        with global_compiler_lock:
            self._ensure_finalized()
        return self._final_module


class Inner(CodePart):
    """The code of a function that is called only from within the engine.

    In numba, functions return a status, and write their result to a given address. An inner function returns
    both in registers. If results were in memory, casino games would be a sixth slower.
    """

    attributes: tuple[str, ...] = ()
    """LLVM attributes for the function."""

    def add_ir_module(self, module: Any) -> None:
        """Add the code of a function, together with two functions that pass on its result."""
        defined = [each for each in module.functions if each.blocks and "alwaysinline" not in each.attributes]
        super().add_ir_module(module)
        for function in defined:
            body = self._final_module.get_function(function.name)
            body.name = f"{function.name}.body"
            body.add_function_attribute("alwaysinline")
            super().add_ir_module(self._in_registers(function.name, body.name, function.function_type))

    def _in_registers(self, name: str, body: str, kind: Any) -> Any:
        """Return a module in which ``name`` calls ``body``, and returns its results in registers.

        LLVM inlines both, which leaves only calls to the function ``{name}.direct`` that connects them.
        """
        module = ir.Module()
        place, *others = kind.args
        results = ir.LiteralStructType([kind.return_type, place.pointee])

        direct = ir.Function(module, ir.FunctionType(results, others), f"{name}.direct")
        for attribute in self.attributes:
            direct.attributes.add(attribute)
        builder = ir.IRBuilder(direct.append_basic_block())
        result = builder.alloca(place.pointee)
        builder.store(ir.Constant(place.pointee, None), result)
        status = builder.call(ir.Function(module, kind, body), [result, *direct.args])
        pair = builder.insert_value(ir.Constant(results, ir.Undefined), status, 0)
        builder.ret(builder.insert_value(pair, builder.load(result), 1))

        outer = ir.Function(module, kind, name)
        outer.attributes.add("alwaysinline")
        builder = ir.IRBuilder(outer.append_basic_block())
        pair = builder.call(direct, outer.args[1:])
        builder.store(builder.extract_value(pair, 1), outer.args[0])
        builder.ret(builder.extract_value(pair, 0))
        return module


class Seldom(Inner):
    """The code of a function that is rarely called, and is never inlined."""

    attributes = ("cold", "noinline")


class CodePartCompiler(Compiler):  # type: ignore[misc]  # numba's hints are not read
    """Compiles a function to a ``CodePart``."""

    library: type[CodePart] = CodePart

    def define_pipelines(self) -> Any:
        """Return numba's compiler passes, set up to produce a ``CodePart``."""
        self.state.library = self.library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


class InnerCompiler(CodePartCompiler):
    """Compiles a function to an ``Inner`` part."""

    library = Inner


class SeldomCompiler(CodePartCompiler):
    """Compiles a function to a ``Seldom`` part."""

    library = Seldom


_compiled = partial(
    njit,
    nogil=True,
    error_model="numpy",
    _nrt=False,  # no function in the engine creates objects, so reference counting is not needed
    no_cpython_wrapper=True,
    no_cfunc_wrapper=True,
)

entry_function = _compiled(pipeline_class=CodePartCompiler)
"""Decorates functions that are called from outside the engine."""

inner_function = partial(_compiled, pipeline_class=InnerCompiler)
"""Returns a decorator for functions that only the engine calls. Accepts the same options as numba."""

seldom_function = partial(_compiled, pipeline_class=SeldomCompiler)
"""Returns a decorator for functions that the engine rarely calls."""
