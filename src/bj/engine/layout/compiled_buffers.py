"""The memory of the compiled engine: buffers of numbers that cannot be accessed outside their bounds.

A buffer consists of the address of its first number and its size. Every access compares the index with the
size. If the index is outside, the whole call ends with an error, even in the middle of a function. A constant
index needs no comparison if it is below the minimum size of the buffer, because ``viewer`` checks the sizes
at the beginning of a call. For ``table[hand + WAGER]``, only ``hand`` is compared, so that LLVM can omit the
comparison for other fields of the same hand. This is safe because every buffer has SPARE extra numbers in
memory, and no field has a larger offset. Only this module and ``llvm_compilation`` depend on how numba
compiles buffers.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.cgutils import alloca_once, for_range_slice, get_or_insert_function, if_unlikely
from numba.core.imputils import lower_cast
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from bj.catalogue.layout import SPARE

NUMBER = ir.IntType(64)
FOUR = ir.VectorType(NUMBER, 4)
STATUS = ir.IntType(32)
NOTHING = ir.VoidType()
ADDRESS = ir.IntType(8).as_pointer()


class Buffer(types.Type):  # type: ignore[misc]  # numba's hints are not read
    """The type of a buffer.

    Buffers with different roles do not overlap. A buffer without a role can be any buffer of integers. Every
    buffer has at least ``least`` numbers. A ``constant`` buffer is never written to, which numba checks at
    compilation.
    """

    def __init__(self, role: str, number: Any, least: int = 0, constant: bool = False) -> None:
        super().__init__(f"Buffer({role}, {number}, {least}, {constant})")
        self.role, self.number, self.least, self.constant = role, number, least, constant

    def can_convert_to(self, _context: Any, other: Any) -> Any:
        """Allow the buffer to be passed where ``other`` is expected only if ``other`` has no role."""
        is_wider = isinstance(other, Buffer) and not (other.role or other.least or self.constant)
        return Conversion.safe if is_wider and other.number == self.number else None


@register_model(Buffer)
class _BufferModel(models.StructModel):  # type: ignore[misc]  # as above
    def __init__(self, manager: Any, kind: Buffer) -> None:
        super().__init__(manager, kind, [("first", types.CPointer(kind.number)), ("size", types.int64)])


@infer_global(operator.getitem)
class _Read(AbstractTemplate):  # type: ignore[misc]  # as above
    def generic(self, arguments: Any, _keywords: Any) -> Any:
        kind, index = arguments
        is_ours = isinstance(kind, Buffer) and isinstance(index, types.Integer)
        return signature(kind.number, kind, types.int64) if is_ours else None


@infer_global(operator.setitem)
class _Write(AbstractTemplate):  # type: ignore[misc]  # as above
    def generic(self, arguments: Any, _keywords: Any) -> Any:
        kind, index, _ = arguments
        is_ours = isinstance(kind, Buffer) and not kind.constant and isinstance(index, types.Integer)
        return signature(types.none, kind, types.int64, kind.number) if is_ours else None


def _convert(_context: Any, _builder: Any, _given: Buffer, _wanted: Buffer, buffer: Any) -> Any:
    return buffer


def _read(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
    kind, (buffer, index) = called.args[0], arguments
    return _marked(builder, builder.load(_place(builder, kind, buffer, index)), kind)


def _write(context: Any, builder: Any, called: Any, arguments: Any) -> None:
    kind, (buffer, index, number) = called.args[0], arguments
    _marked(builder, builder.store(number, _place(builder, kind, buffer, index)), kind)


lower_cast(Buffer, Buffer)(_convert)
lower_builtin(operator.getitem, Buffer, types.Integer)(_read)
lower_builtin(operator.setitem, Buffer, types.Integer, types.Any)(_write)


def _place(builder: Any, kind: Buffer, buffer: Any, index: Any) -> Any:
    """Return the address of the number at ``index``, which must be inside the buffer."""
    is_known = isinstance(index, ir.Constant) and 0 <= index.constant < kind.least
    if not is_known:
        _refuse_unless(builder, "<", _start_of_field(index), builder.extract_value(buffer, 1))
    return builder.gep(builder.extract_value(buffer, 0), [index])


def _start_of_field(index: Any) -> Any:
    """Return ``index``, minus the offset of a field if it includes one."""
    if isinstance(index, ir.Instruction) and index.opname == "add":
        start, offset = sorted(index.operands, key=lambda each: isinstance(each, ir.Constant))
        if isinstance(offset, ir.Constant) and 0 <= offset.constant <= SPARE:
            return start
    return index


def _places(builder: Any, buffer: Any, index: Any, count: Any) -> Any:
    """Return the address of the first of ``count`` numbers, which must all be inside the buffer."""
    size = builder.extract_value(buffer, 1)
    _refuse_unless(builder, "<=", index, size)
    _refuse_unless(builder, "<=", count, builder.sub(size, index))
    return builder.gep(builder.extract_value(buffer, 0), [index])


def _marked(builder: Any, access: Any, kind: Buffer) -> Any:
    """Tell LLVM which memory an access cannot affect, and whether the numbers are constant.

    LLVM then need not read a number again after a write elsewhere.
    """
    module = builder.module
    root = module.add_metadata([ir.MetaDataString(module, "bj")])
    node = module.add_metadata([ir.MetaDataString(module, "numbers"), root, NUMBER(0)])
    if kind.role:
        node = module.add_metadata([ir.MetaDataString(module, kind.role), node, NUMBER(0)])
    access.set_metadata("tbaa", module.add_metadata([node, node, NUMBER(0)]))
    if kind.constant:
        access.set_metadata("invariant.load", module.add_metadata([]))
    return access


# --- the way out --------------------------------------------------------------------------------------

JUMP_SIZE = 128  # in numbers, more than enough for the registers that a jump restores on any processor
LEAVE = "bj_leave"
WAY_OUT = "bj_way_out"


def _refuse_unless(builder: Any, comparison: str, number: Any, bound: Any) -> None:
    """Emit code that ends the call unless an unsigned comparison of two numbers holds."""
    inside = builder.append_basic_block("inside")
    outside = builder.append_basic_block("outside")
    builder.cbranch(builder.icmp_unsigned(comparison, number, bound), inside, outside)
    builder.position_at_end(outside)
    leave = get_or_insert_function(builder.module, ir.FunctionType(NOTHING, []), LEAVE)
    for attribute in ("cold", "inaccessiblememonly", "noreturn", "nounwind"):
        leave.attributes.add(attribute)  # lets LLVM keep numbers in registers across a comparison
    builder.call(leave, [])
    builder.unreachable()
    builder.position_at_end(inside)


def _return_error(context: Any, builder: Any) -> None:
    """Return from a call with the status for an index outside a buffer."""
    context.call_conv.return_user_exc(builder, IndexError, ())


def _way_out(module: Any) -> Any:
    """Return the thread-local variable that points to the registers saved by ``begin_call``."""
    if WAY_OUT not in module.globals:
        variable = ir.GlobalVariable(module, ADDRESS, WAY_OUT)
        variable.storage_class, variable.linkage = "thread_local", "internal"
        variable.initializer = ir.Constant(ADDRESS, None)
    return module.globals[WAY_OUT]


def _define_leave(module: Any) -> None:
    """Define the function that abandons a call by jumping back to its ``begin_call``."""
    leave = get_or_insert_function(module, ir.FunctionType(NOTHING, []), LEAVE)
    for attribute in ("cold", "noinline", "noreturn", "nounwind"):
        leave.attributes.add(attribute)
    builder = ir.IRBuilder(leave.append_basic_block())
    jump = get_or_insert_function(module, ir.FunctionType(NOTHING, [ADDRESS, STATUS]), "longjmp")
    jump.attributes.add("noreturn")
    builder.call(jump, [builder.load(_way_out(module)), STATUS(1)])
    builder.unreachable()


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def begin_call(_typing: Any) -> Any:
    """Mark the beginning of a call to the library.

    If an index is outside a buffer, the engine jumps back here and ends the call.
    """

    def write(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
        module = builder.module
        _define_leave(module)
        registers = alloca_once(builder, ir.ArrayType(NUMBER, JUMP_SIZE))
        registers.align = 16
        here = builder.bitcast(registers, ADDRESS)
        builder.store(here, _way_out(module))
        note = get_or_insert_function(module, ir.FunctionType(STATUS, [ADDRESS] * 2), "_setjmp")
        note.attributes.add("returns_twice")
        has_come_back = builder.icmp_unsigned(
            "!=", builder.call(note, [here, ir.Constant(ADDRESS, None)]), STATUS(0)
        )
        with if_unlikely(builder, has_come_back):
            _return_error(context, builder)
        return context.get_dummy_value()

    return types.none(), write


GIVEN = types.CPointer(types.int64)
"""The type of the buffers passed to the library: an address and a size for each."""


def viewer(kind: Buffer) -> Any:
    """Return a function that opens one of the buffers passed to a call, given its index.

    If the buffer is too short, the call ends.
    """

    @intrinsic  # type: ignore[untyped-decorator]  # as above
    def view(_typing: Any, given: Any, index: Any) -> Any:
        def write(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            buffers, index = values
            at = builder.add(index, index)
            address = builder.load(builder.gep(buffers, [at]))
            size = builder.load(builder.gep(buffers, [builder.add(at, NUMBER(1))]))
            with if_unlikely(builder, builder.icmp_unsigned("<", size, NUMBER(kind.least + SPARE))):
                _return_error(context, builder)
            size = builder.sub(size, NUMBER(SPARE))
            first = builder.inttoptr(address, context.get_data_type(kind.number).as_pointer())
            buffer = ir.Constant(context.get_value_type(kind), ir.Undefined)
            return builder.insert_value(builder.insert_value(buffer, first, 0), size, 1)

        return kind(given, types.int64), write

    return view


# --- four numbers at a time ---------------------------------------------------------------------------


def _fours(builder: Any, first: Any, at: Any) -> Any:
    """Return the address of the four numbers at the index ``at``, which are moved together."""
    return builder.bitcast(builder.gep(first, [at]), FOUR.as_pointer())


@intrinsic  # type: ignore[untyped-decorator]  # as above
def interleave(_typing: Any, table: Any, target: Any, first: Any, second: Any, count: Any) -> Any:
    """Interleave ``count`` numbers from each of ``first`` and ``second`` into ``target``.

    ``count`` is a multiple of four, and four numbers from each are moved together. LLVM would move them one
    by one, because it cannot know that the areas do not overlap. Games with riffles would then be a tenth
    slower.
    """

    def write(context: Any, builder: Any, called: Any, values: Any) -> Any:
        kind, (table, target, first, second, count) = called.args[0], values
        count = builder.and_(count, NUMBER(-4))
        sides = [_places(builder, table, side, count) for side in (first, second)]
        goal = _places(builder, table, target, builder.add(count, count))

        def store(pair: Any, lane: int, at: Any) -> None:
            lanes = ir.Constant(ir.VectorType(STATUS, 4), [lane, lane + 4, lane + 1, lane + 5])
            mixed = builder.shuffle_vector(*pair, lanes)
            _marked(builder, builder.store(mixed, _fours(builder, goal, at), align=8), kind)

        with for_range_slice(builder, NUMBER(0), count, NUMBER(4)) as (at, _):
            pair = [
                _marked(builder, builder.load(_fours(builder, side, at), align=8), kind) for side in sides
            ]
            twice = builder.add(at, at)
            store(pair, 0, twice)
            store(pair, 2, builder.add(twice, NUMBER(4)))

    return types.void(table, target, first, second, count), write


@intrinsic  # type: ignore[untyped-decorator]  # as above
def copy_fours(_typing: Any, table: Any, target: Any, source: Any, count: Any) -> Any:
    """Copy ``count`` numbers, a multiple of four, from ``source`` to ``target``, four at a time."""

    def write(context: Any, builder: Any, called: Any, values: Any) -> Any:
        kind, (table, target, source, count) = called.args[0], values
        count = builder.and_(count, NUMBER(-4))
        origin = _places(builder, table, source, count)
        goal = _places(builder, table, target, count)
        with for_range_slice(builder, NUMBER(0), count, NUMBER(4)) as (at, _):
            numbers = _marked(builder, builder.load(_fours(builder, origin, at), align=8), kind)
            _marked(builder, builder.store(numbers, _fours(builder, goal, at), align=8), kind)

    return types.void(table, target, source, count), write
