"""The two forms of the engine: plain Python, and compiled.

The modules in this package are imported twice. As ``bj.engine``, they are plain Python and work on lists. As
``bj.compiled``, they are compiled by numba and work on 64-bit integers. No other module depends on which form
is used.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

Ints: TypeAlias = MutableSequence[int]
"""A program, a table or a record of events: a list in the plain engine, an int64 buffer in the compiled one.

Parameters with names such as ``program`` and ``table`` accept only that kind of buffer. Parameters with other
names accept all kinds.
"""

Floats: TypeAlias = MutableSequence[float]
"""Probabilities and values: a list in the plain engine, a float64 buffer in the compiled one."""

Memo: TypeAlias = Any
"""Maps identities to earlier results: a ``Found`` in the plain engine, an int64 buffer in the compiled one.

The buffer starts with the number of slots and the number of slots in use. Each slot has the two words of an
identity, and its result.
"""

Identity: TypeAlias = tuple[int, int]
"""Two numbers that together identify a sequence of numbers."""


class Space(NamedTuple):
    """The data for a search."""

    program: Ints
    table: Ints
    events: Ints
    work: Ints
    """The state of the search. See ``bj.engine.layout.search_layout`` for this field and the next three."""
    situations: Ints
    nodes: Ints
    values: Floats
    known: Memo
    """Maps identities to situations."""
    memo: Memo
    """Maps identities to nodes."""


class Weights(NamedTuple):
    """The data for evaluating charts (see ``bj.engine.search.chart_values``)."""

    nodes: Ints
    found: Floats
    """The values that nodes in the search refer to."""
    order: Ints
    """The relevant nodes, with successors first. Positions in this order are counted from 1."""
    stack: Ints
    values: Floats
    """The value of each node, ordered as in ``order``."""
    chances: Floats
    """The probability of reaching each node, ordered as in ``order``."""
    chart: Ints
    """The code in each cell."""
    codes: Ints
    """The actions for each code."""
    worths: Floats
    """A row for each cell: the probability of deciding there, and the value of each code."""
    sample: Ints
    """For each cell, a node that uses it, or 0 if the cell is unused."""


class Resolved(NamedTuple):
    """The amount, hands and cards for an effect, found by evaluating its formulas once."""

    number: int
    """An amount, depth, rank or value, or ``card_moves.NO_CHANGE`` if the effect would change nothing."""
    changed: int
    """The hand whose card is replaced or removed, or NOBODY."""
    taker: int
    """The hand that receives a card, the partner who transfers money, or NOBODY."""
    at: int
    """The index of the card in the table, or the card itself if it is new."""
    back: int
    """The index of the card that moves in the opposite direction."""


class Hands(NamedTuple):
    """A hand graph (see ``bj.engine.layout.hand_graph_layout``)."""

    head: Ints
    rules: Ints
    draws: Ints
    """The tree of the dealer's draws."""
    cards: Ints
    """The next cards in the tree of the dealer's draws."""
    ends: Ints
    """The final hands in the tree of the dealer's draws."""
    alike: Ints
    """For each class of cards, the first class with the same value."""
    hands: Ints
    places: Ints
    """The last node for each hand, or 0 if it has no node."""
    vertices: Ints
    """The nodes, with successors first."""
    edges: Ints
    stack: Ints
    left: Ints
    """How many cards were left before the hand was dealt: in each class, in each group of equal value, and in
    total.
    """
    shoe: Ints
    """How many cards were left before any hand was dealt: in each group of classes with equal value, and in
    total.
    """
    paid: Floats
    """The payoff for each end of a player's hand against each final dealer hand."""
    shares: Floats
    """Intermediate results: draw probabilities, reciprocals of the numbers of cards left, and copies of next
    cards.
    """
    combined: Ints
    """For each hand in the graph, the hand that also includes cards removed by other hands.

    The number is 0 until the hand is known.
    """
    finals: Floats
    """For every combined hand, the probability of each final dealer hand, then a code for their accuracy."""
    values: Floats
    splits: Floats
    """The values of splits."""
    chances: Floats
    """The probability of reaching each node without any knowledge of the dealer's hidden cards."""
    met: Floats
    """How often each end of a player's hand meets each final dealer hand."""
    chart: Ints
    """The code in each cell."""
    codes: Ints
    """The actions for each code."""
    worths: Floats
    """A row for each cell: the probability of deciding there, and the value of each code."""
    before_places: Ints
    """The places, nodes, edges and values for hands before a split, in this field and the next three."""
    before_vertices: Ints
    before_edges: Ints
    before_values: Floats


RECORD_HEAD = 3
"""The number of fields at the start of a record (see ``bj.engine.layout.event_record``)."""

MEMO_SIZE, MEMO_USED, MEMO_HEAD = 0, 1, 2
"""Indices in a memo: the number of slots, the number of slots in use, and the first slot."""

IDENTITY, CHECK, FOUND, SLOT_SIZE = 0, 1, 2, 3
"""Indices in a slot: the two words of an identity, and its result."""

COMPILED = __name__.startswith("bj.compiled")

if COMPILED:
    from numba import types

    from bj.engine.layout import compiled_buffers, program, search_layout, table
    from bj.engine.layout.compiled_buffers import Buffer
    from bj.engine.layout.llvm_compilation import inner_function, seldom_function

    BUFFERS = {
        "program": Buffer("program", types.int64, program.HEAD, constant=True),
        "table": Buffer("table", types.int64, table.PERSONS),
        "events": Buffer("events", types.int64, RECORD_HEAD),
        "work": Buffer("work", types.int64, search_layout.PAYOFF),
        "situations": Buffer("situations", types.int64),
        "nodes": Buffer("nodes", types.int64),
    }
    """Maps the names of parameters and fields to the types of their integer buffers."""

    TYPES = {
        "Ints": Buffer("", types.int64),
        "Floats": Buffer("floats", types.float64),
        "Memo": Buffer("memo", types.int64, MEMO_HEAD),
        "Identity": types.UniTuple(types.int64, 2),
        "float": types.float64,
        "int": types.int64,
        "bool": types.boolean,
        "None": types.void,
    }

    def type_of(name: str, annotation: str) -> Any:
        """Return the type of a parameter or field."""
        return BUFFERS[name] if annotation == "Ints" and name in BUFFERS else TYPES[annotation]

    for group in (Space, Weights, Resolved, Hands):
        fields = [type_of(name, each.__forward_arg__) for name, each in group.__annotations__.items()]
        TYPES[group.__name__] = types.BaseTuple.from_types(fields, group)

    DECORATED: list[tuple[Any, Any]] = []
    """All functions with their types. Each function comes after the functions that it calls."""

    def _compiler(compiler: Any) -> Callable[[F], F]:
        """Return a decorator for functions that ``compile_all`` compiles according to their annotations."""

        def decorate(function: F) -> F:
            annotations = dict(function.__annotations__)
            result = TYPES[annotations.pop("return")]
            signature = result(*(type_of(*each) for each in annotations.items()))
            compiled: F = compiler(function)
            DECORATED.append((compiled, signature))
            return compiled

        return decorate

    def compile_all() -> None:
        """Compile each function only for the types that it is annotated with.

        By default, numba would compile a function again for every literal argument.
        """
        while DECORATED:
            function, signature = DECORATED.pop(0)
            function.compile(signature)
            function.disable_compile()

    engine_function = _compiler(inner_function())
    inlined_function = _compiler(inner_function(forceinline=True))
    outlined_function = _compiler(seldom_function())

    interleave, copy_fours = compiled_buffers.interleave, compiled_buffers.copy_fours

    @inlined_function
    def copy(table: Ints, target: int, source: int, count: int) -> None:
        """Copy ``count`` numbers from ``source`` to ``target``. The two areas must not overlap."""
        fours = count & -4
        copy_fours(table, target, source, fours)
        for i in range(fours, count):
            table[target + i] = table[source + i]

    @inlined_function
    def carry(target: Ints, place: int, source: Ints, first: int, count: int) -> None:
        """Copy ``count`` numbers from ``source``, starting at ``first``, to ``place`` in ``target``."""
        for i in range(count):
            target[place + i] = source[first + i]

    MIXER = -7046029254386353131  # the odd number closest to 2**64 divided by the golden ratio
    CHECK_MIXER, SPREAD = -4417276706812531889, -7723592293110705685  # from murmur3 and splitmix64

    @engine_function
    def identify(memo: Memo, numbers: Ints, first: int, count: int) -> Identity:
        """Return two words that identify ``count`` numbers. The first is below 2**60.

        If the numbers differ, the first words almost certainly differ. Independently, so do the second words.
        Source: the mixing function in splitmix64 (S. Vigna). Numbers at even and odd positions are mixed
        separately.
        """
        digest, other, check = count, MIXER, count + CHECK_MIXER
        for i in range(first, first + count - 1, 2):
            digest = (digest ^ numbers[i]) * MIXER
            digest ^= (digest >> 29) & 0x7FFFFFFFF
            other = (other ^ numbers[i + 1]) * MIXER
            other ^= (other >> 31) & 0x1FFFFFFFF
            check = (check ^ (numbers[i] * SPREAD + numbers[i + 1])) * CHECK_MIXER
            check ^= (check >> 30) & 0x3FFFFFFFF
        if count & 1:
            digest = (digest ^ numbers[first + count - 1]) * MIXER
            digest ^= (digest >> 29) & 0x7FFFFFFFF
            check = (check ^ (numbers[first + count - 1] * SPREAD)) * CHECK_MIXER
            check ^= (check >> 30) & 0x3FFFFFFFF
        digest = (digest ^ other) * MIXER
        digest = (digest ^ ((digest >> 32) & 0xFFFFFFFF)) * -4658895280553007687
        return (digest ^ ((digest >> 29) & 0x7FFFFFFFF)) & ((1 << 60) - 1), check

    @engine_function
    def recall(memo: Memo, identity: Identity) -> int:
        """Return the result for ``identity``, or 0 if nothing is stored."""
        last = memo[MEMO_SIZE] - 1
        slot = identity[0] & last
        at = MEMO_HEAD + SLOT_SIZE * slot
        while memo[at + FOUND] != 0:
            if memo[at + IDENTITY] == identity[0] and memo[at + CHECK] == identity[1]:
                break
            slot = (slot + 1) & last
            at = MEMO_HEAD + SLOT_SIZE * slot
        found: int = memo[at + FOUND]
        return found

    @engine_function
    def keep(memo: Memo, identity: Identity, found: int) -> None:
        """Store ``found``, which is not 0, as the result for ``identity``."""
        last = memo[MEMO_SIZE] - 1
        slot = identity[0] & last
        while memo[MEMO_HEAD + SLOT_SIZE * slot + FOUND] != 0:
            slot = (slot + 1) & last
        at = MEMO_HEAD + SLOT_SIZE * slot
        memo[at + IDENTITY] = identity[0]
        memo[at + CHECK] = identity[1]
        memo[at + FOUND] = found
        memo[MEMO_USED] += 1

    @engine_function
    def move_memo(old: Memo, new: Memo) -> None:
        """Copy all entries from the ``old`` memo to the ``new`` one."""
        for at in range(MEMO_HEAD, MEMO_HEAD + SLOT_SIZE * old[MEMO_SIZE], SLOT_SIZE):
            if old[at + FOUND] != 0:
                keep(new, (old[at + IDENTITY], old[at + CHECK]), old[at + FOUND])

    @engine_function
    def erase(memo: Memo, identity: Identity) -> None:
        """Remove the entry for ``identity``, and close the gap so that later entries can still be found."""
        last = memo[MEMO_SIZE] - 1
        slot = identity[0] & last
        at = MEMO_HEAD + SLOT_SIZE * slot
        while memo[at + FOUND] == 0 or memo[at + IDENTITY] != identity[0] or memo[at + CHECK] != identity[1]:
            slot = (slot + 1) & last
            at = MEMO_HEAD + SLOT_SIZE * slot
        memo[MEMO_USED] -= 1
        other = (slot + 1) & last
        other_at = MEMO_HEAD + SLOT_SIZE * other
        while memo[other_at + FOUND] != 0:
            if (other - memo[other_at + IDENTITY]) & last >= (other - slot) & last:
                memo[at + IDENTITY] = memo[other_at + IDENTITY]
                memo[at + CHECK] = memo[other_at + CHECK]
                memo[at + FOUND] = memo[other_at + FOUND]
                slot, at = other, other_at
            other = (other + 1) & last
            other_at = MEMO_HEAD + SLOT_SIZE * other
        memo[at + FOUND] = 0

    @engine_function
    def is_full(memo: Memo, more: int) -> bool:
        """Return whether a larger memo is needed for ``more`` entries."""
        result: bool = 2 * (memo[MEMO_USED] + more) > memo[MEMO_SIZE]
        return result

else:

    def engine_function(function: F) -> F:
        """Return ``function`` unchanged, as plain Python."""
        return function

    inlined_function = outlined_function = engine_function

    def interleave(table: Ints, target: int, first: int, second: int, count: int) -> None:
        """Interleave ``count`` numbers from each of ``first`` and ``second`` into ``target``."""
        table[target : target + 2 * count : 2] = table[first : first + count]
        table[target + 1 : target + 2 * count : 2] = table[second : second + count]

    def copy(table: Ints, target: int, source: int, count: int) -> None:
        """Copy ``count`` numbers from ``source`` to ``target``."""
        table[target : target + count] = table[source : source + count]

    def carry(target: Ints, place: int, source: Ints, first: int, count: int) -> None:
        """Copy ``count`` numbers from ``source``, starting at ``first``, to ``place`` in ``target``."""
        target[place : place + count] = source[first : first + count]

    class Found:
        """Stores results by identity, and assigns identities to sequences of numbers."""

        def __init__(self) -> None:
            self.identities: dict[tuple[int, ...], Identity] = {}
            self.found: dict[Identity, int] = {}

    def identify(memo: Memo, numbers: Ints, first: int, count: int) -> Identity:
        """Return an identity for ``count`` numbers, which no other sequence of numbers has."""
        key = tuple(numbers[first : first + count])
        identities: dict[tuple[int, ...], Identity] = memo.identities
        return identities.setdefault(key, (len(identities), 0))

    def recall(memo: Memo, identity: Identity) -> int:
        """Return the result for ``identity``, or 0 if nothing is stored."""
        found: dict[Identity, int] = memo.found
        return found.get(identity, 0)

    def keep(memo: Memo, identity: Identity, found: int) -> None:
        """Store ``found``, which is not 0, as the result for ``identity``."""
        memo.found[identity] = found

    def erase(memo: Memo, identity: Identity) -> None:
        """Remove the result for ``identity``."""
        del memo.found[identity]

    def is_full(memo: Memo, more: int) -> bool:
        """Return False, because a dict always has space."""
        return False
