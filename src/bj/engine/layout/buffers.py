"""The memory of the compiled engine: buffers of numbers, which no index can leave.

A buffer is the address of its first number and how many numbers there are. Every access compares its index
with that size; an index outside ends the whole call with an ``OutOfBoundsError``, even after other
checks. Only a constant index below the least size of such a buffer needs no comparison: ``viewer`` compares
the sizes when a call begins. Only this module and ``linking`` know how numba makes code of it.
"""

from __future__ import annotations

import ctypes
import operator
import sys
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core.cgutils import alloca_once, for_range_slice, get_or_insert_function, if_unlikely
from numba.core.imputils import lower_cast
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

JUMPS = sys.platform != "win32"
"""Whether a jump of the C library ends a call; else every function returns a status, which is slower."""

NUMBER = ir.IntType(64)
FOUR = ir.VectorType(NUMBER, 4)
STATUS = ir.IntType(32)
NOTHING = ir.VoidType()
ADDRESS = ir.IntType(8).as_pointer()


class OutOfBoundsError(Exception):
    """The engine was stopped before it read or wrote outside its memory: a bug of bj."""

    def __str__(self) -> str:
        """The message of the error."""
        return "a bug in bj, or a damaged game, led the engine out of its memory, and it was stopped before"


class Buffer(types.Type):  # type: ignore[misc]  # numba's hints are not read
    """The type of a buffer.

    Buffers of different roles do not overlap; a buffer without a role may be any of whole numbers. It has at
    least ``least`` numbers. A ``constant`` buffer is never written, which numba checks when it compiles.
    """

    def __init__(self, role: str, number: Any, least: int = 0, constant: bool = False) -> None:
        super().__init__(f"Buffer({role}, {number}, {least}, {constant})")
        self.role, self.number, self.least, self.constant = role, number, least, constant

    def can_convert_to(self, _context: Any, other: Any) -> Any:
        """Whether such a buffer can be passed as another: only as one without a role."""
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
    return _marked(builder, builder.load(_place(context, builder, kind, buffer, index)), kind)


def _write(context: Any, builder: Any, called: Any, arguments: Any) -> None:
    kind, (buffer, index, number) = called.args[0], arguments
    _marked(builder, builder.store(number, _place(context, builder, kind, buffer, index)), kind)


lower_cast(Buffer, Buffer)(_convert)
lower_builtin(operator.getitem, Buffer, types.Integer)(_read)
lower_builtin(operator.setitem, Buffer, types.Integer, types.Any)(_write)


def _place(context: Any, builder: Any, kind: Buffer, buffer: Any, index: Any) -> Any:
    """The address of the number at an index."""
    is_known = isinstance(index, ir.Constant) and 0 <= index.constant < kind.least
    if not is_known:
        _refuse_unless(context, builder, "<", index, builder.extract_value(buffer, 1))
    return builder.gep(builder.extract_value(buffer, 0), [index])


def _places(context: Any, builder: Any, buffer: Any, index: Any, count: Any) -> Any:
    """The address of the first of ``count`` numbers that are all in the buffer."""
    size = builder.extract_value(buffer, 1)
    _refuse_unless(context, builder, "<=", index, size)
    _refuse_unless(context, builder, "<=", count, builder.sub(size, index))
    return builder.gep(builder.extract_value(buffer, 0), [index])


def _marked(builder: Any, access: Any, kind: Buffer) -> Any:
    """An access with metadata for LLVM: the memory that it cannot concern, and constant numbers.

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

JUMP_SIZE = 128  # numbers; no processor has so many registers that a jump restores
LEAVE = "bj_leave"
WAY_OUT = "bj_way_out"

_key = ctypes.create_string_buffer(64)  # of what each thread keeps: where its call began
ctypes.pythonapi.PyThread_tss_create(_key)
binding.add_symbol(WAY_OUT, ctypes.addressof(_key))


def _refuse_unless(context: Any, builder: Any, comparison: str, number: Any, bound: Any) -> None:
    """End the call unless a comparison of two numbers without a sign holds."""
    inside = builder.append_basic_block("inside")
    outside = builder.append_basic_block("outside")
    builder.cbranch(builder.icmp_unsigned(comparison, number, bound), inside, outside)
    builder.position_at_end(outside)
    if JUMPS:
        leave = get_or_insert_function(builder.module, ir.FunctionType(NOTHING, []), LEAVE)
        for attribute in ("cold", "inaccessiblememonly", "noreturn", "nounwind"):
            leave.attributes.add(attribute)  # so LLVM keeps numbers over a comparison
        builder.call(leave, [])
        builder.unreachable()
    else:
        _raise(context, builder)
    builder.position_at_end(inside)


def _raise(context: Any, builder: Any) -> None:
    """Return to Python with an exception."""
    context.call_conv.return_user_exc(builder, OutOfBoundsError, ())


def _key_in(module: Any) -> Any:
    """The key of where the call of a thread began, by its name: code from the disk is linked by names."""
    if WAY_OUT not in module.globals:
        ir.GlobalVariable(module, ir.IntType(8), WAY_OUT).linkage = "external"
    return module.globals[WAY_OUT]


def _define_leave(module: Any) -> None:
    """Write the function that goes back to where the call began."""
    leave = get_or_insert_function(module, ir.FunctionType(NOTHING, []), LEAVE)
    leave.linkage = "weak_odr"
    for attribute in ("cold", "noinline", "noreturn", "nounwind"):
        leave.attributes.add(attribute)
    builder = ir.IRBuilder(leave.append_basic_block())
    where = get_or_insert_function(module, ir.FunctionType(ADDRESS, [ADDRESS]), "PyThread_tss_get")
    jump = get_or_insert_function(module, ir.FunctionType(NOTHING, [ADDRESS, STATUS]), "longjmp")
    jump.attributes.add("noreturn")
    builder.call(jump, [builder.call(where, [_key_in(module)]), STATUS(1)])
    builder.unreachable()


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def begin_call(_typing: Any) -> Any:
    """Begin a call from outside: an index outside a buffer leads back here, and raises OutOfBoundsError."""

    def write(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
        if JUMPS:
            module = builder.module
            _define_leave(module)
            registers = alloca_once(builder, ir.ArrayType(NUMBER, JUMP_SIZE))
            registers.align = 16
            here = builder.bitcast(registers, ADDRESS)
            put = get_or_insert_function(module, ir.FunctionType(STATUS, [ADDRESS] * 2), "PyThread_tss_set")
            builder.call(put, [_key_in(module), here])
            note = get_or_insert_function(module, ir.FunctionType(STATUS, [ADDRESS]), "_setjmp")
            note.attributes.add("returns_twice")
            has_come_back = builder.icmp_unsigned("!=", builder.call(note, [here]), STATUS(0))
            with if_unlikely(builder, has_come_back):
                _raise(context, builder)
        return context.get_dummy_value()

    return types.none(), write


def viewer(kind: Buffer) -> Any:
    """A function that makes a buffer of an array; an array that is too short raises OutOfBoundsError."""

    @intrinsic  # type: ignore[untyped-decorator]  # as above
    def view(_typing: Any, array: Any) -> Any:
        def write(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
            given = context.make_array(called.args[0])(context, builder, arguments[0])
            is_short = builder.icmp_unsigned("<", given.nitems, NUMBER(kind.least))
            with if_unlikely(builder, is_short):
                _raise(context, builder)
            buffer = ir.Constant(context.get_value_type(kind), ir.Undefined)
            return builder.insert_value(builder.insert_value(buffer, given.data, 0), given.nitems, 1)

        return kind(array), write

    return view


# --- four numbers at a time ---------------------------------------------------------------------------


def _fours(builder: Any, first: Any, at: Any) -> Any:
    """The address of four numbers that are moved together."""
    return builder.bitcast(builder.gep(first, [at]), FOUR.as_pointer())


@intrinsic  # type: ignore[untyped-decorator]  # as above
def interleave(_typing: Any, table: Any, target: Any, first: Any, second: Any, count: Any) -> Any:
    """Put ``count`` numbers from ``first`` and from ``second`` on to ``target``, in turn.

    ``count`` is a multiple of four: four of each are moved together. LLVM would move them one by one, as
    it cannot know that the places do not overlap, and a game that riffles would take a tenth longer.
    """

    def write(context: Any, builder: Any, called: Any, values: Any) -> Any:
        kind, (table, target, first, second, count) = called.args[0], values
        count = builder.and_(count, NUMBER(-4))
        sides = [_places(context, builder, table, side, count) for side in (first, second)]
        goal = _places(context, builder, table, target, builder.add(count, count))

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
    """Put ``count`` numbers from ``source`` on to ``target``, four at a time: a multiple of it."""

    def write(context: Any, builder: Any, called: Any, values: Any) -> Any:
        kind, (table, target, source, count) = called.args[0], values
        count = builder.and_(count, NUMBER(-4))
        origin = _places(context, builder, table, source, count)
        goal = _places(context, builder, table, target, count)
        with for_range_slice(builder, NUMBER(0), count, NUMBER(4)) as (at, _):
            numbers = _marked(builder, builder.load(_fours(builder, origin, at), align=8), kind)
            _marked(builder, builder.store(numbers, _fours(builder, goal, at), align=8), kind)

    return types.void(table, target, source, count), write
