"""The two forms of the engine: plain and compiled.

The modules of this package are imported twice. As ``bj.engine``, they are plain Python over lists. As
``bj.compiled``, numba compiles the same files over int64 numbers. Only this module depends on the difference.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

Ints: TypeAlias = MutableSequence[int]
"""A program, a table or a record of events: a list in the plain engine, an int64 buffer in the compiled one.
The parameter's name determines which: ``program``, ``table`` and so on. A parameter with any other name
accepts all of them.
"""

Floats: TypeAlias = MutableSequence[float]
"""Probabilities and values: a list in the plain engine, a float64 buffer in the compiled one."""

Memo: TypeAlias = Any
"""Maps identities to earlier results: a ``Found`` in the plain engine, an int64 buffer in the compiled one.

The buffer holds the number of slots, the number of used slots, and then for every slot the two words of an
identity and its result.
"""

Identity: TypeAlias = tuple[int, int]
"""Two words that identify a sequence of numbers."""


class Space(NamedTuple):
    """The data of a search."""

    program: Ints
    table: Ints
    events: Ints
    work: Ints
    """The work of the search. ``bj.engine.layout.search_layout`` describes this field and the next three."""
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
    """The values to which the nodes of a search refer."""
    order: Ints
    """The relevant nodes, each after its successors. The place of a node in this order starts at 1."""
    stack: Ints
    values: Floats
    """The value of each node, in the order of ``order``."""
    chances: Floats
    """The probability of each node."""
    chart: Ints
    """The code of every cell."""
    codes: Ints
    """The actions of every code."""
    worths: Floats
    """A row for every cell: the probability of its decisions, and the values of the codes."""
    sample: Ints
    """The node of one decision in every cell, or 0."""


class Resolved(NamedTuple):
    """The amount, hands and cards of an effect, whose formulas are evaluated only once."""

    number: int
    """An amount, depth, rank or value. It is ``moves.NOTHING`` if the effect changes nothing."""
    giver: int
    """The hand that changes or loses a card, the partner who moves money, or NOBODY."""
    taker: int
    """The hand that gets a card, or NOBODY."""
    at: int
    """The index of the card in the table, or a new card itself."""
    back: int
    """The index of the card that moves in the opposite direction."""


class Hands(NamedTuple):
    """A hand graph (see ``bj.engine.layout.hand_graph_layout``)."""

    head: Ints
    rules: Ints
    draws: Ints
    """The dealer's draws, as a tree."""
    cards: Ints
    """The next cards of the dealer's draws."""
    ends: Ints
    """The final hands of the dealer's draws."""
    alike: Ints
    """For each class of cards, the first class of the same value."""
    hands: Ints
    places: Ints
    """The last node of each hand, or 0 if it has no node."""
    vertices: Ints
    """The nodes, each after its successors."""
    edges: Ints
    stack: Ints
    left: Ints
    """The cards left before the hand: per class, per group of classes of equal value, and in total."""
    shoe: Ints
    """The cards left before all hands: per group of classes of equal value, and in total."""
    paid: Floats
    """The payoffs of each end against each final hand."""
    shares: Floats
    """The chances of the dealer's draws, the inverses of numbers of cards, and the copies of next cards."""
    combined: Ints
    """For each hand of the graph, the hand that includes the removed cards of others, or 0 while it is
    unknown.
    """
    finals: Floats
    """The chances of the dealer's final hands for every combined hand, and how far these are known."""
    values: Floats
    splits: Floats
    """The values of splits."""
    chances: Floats
    """The probability of each node, before anything is known of the dealer's hidden cards."""
    met: Floats
    """The frequency of each end with each final hand."""
    chart: Ints
    """The code of every cell."""
    codes: Ints
    """The actions of every code."""
    worths: Floats
    """A row for every cell: the probability of its decisions, and the values of the codes."""
    before_places: Ints
    """The places, nodes, edges and values of the hands before a split, in this field and the next three."""
    before_vertices: Ints
    before_edges: Ints
    before_values: Floats


RECORD_HEAD = 3
"""The size of the head of every record of events (see ``bj.engine.layout.events``)."""

MEMO_SIZE, MEMO_USED, MEMO_HEAD = 0, 1, 2
"""The places in a memo: the number of slots, the number of used slots, and the first slot."""

IDENTITY, CHECK, FOUND, SLOT_SIZE = 0, 1, 2, 3
"""The places in a slot: the two words of an identity, and its result."""

COMPILED = __name__.startswith("bj.compiled")

if COMPILED:
    from numba import types

    from bj.engine.layout import buffers, program, search_layout, table
    from bj.engine.layout.buffers import Buffer
    from bj.engine.layout.linking import inner_function, seldom_function

    BUFFERS = {
        "program": Buffer("program", types.int64, program.HEAD, constant=True),
        "table": Buffer("table", types.int64, table.PERSONS),
        "events": Buffer("events", types.int64, RECORD_HEAD),
        "work": Buffer("work", types.int64, search_layout.PAYOFF),
        "situations": Buffer("situations", types.int64),
        "nodes": Buffer("nodes", types.int64),
    }
    """The types of the buffers of whole numbers, by the names of their parameters and fields."""

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
        """Return the type of a parameter or a field."""
        return BUFFERS[name] if annotation == "Ints" and name in BUFFERS else TYPES[annotation]

    for group in (Space, Weights, Resolved, Hands):
        fields = [type_of(name, each.__forward_arg__) for name, each in group.__annotations__.items()]
        TYPES[group.__name__] = types.BaseTuple.from_types(fields, group)

    DECORATED: list[tuple[Any, Any]] = []
    """All functions with their types. Each comes after those that it calls."""

    def _compiler(compiler: Any) -> Callable[[F], F]:
        """Return a decorator for functions, which ``compile_all`` compiles for their annotated types."""

        def decorate(function: F) -> F:
            annotations = dict(function.__annotations__)
            result = TYPES[annotations.pop("return")]
            signature = result(*(type_of(*each) for each in annotations.items()))
            compiled: F = compiler(function)
            DECORATED.append((compiled, signature))
            return compiled

        return decorate

    def compile_all() -> None:
        """Compile every function only for the types of its annotations.

        By default, numba compiles a function again for every literal argument.
        """
        while DECORATED:
            function, signature = DECORATED.pop(0)
            function.compile(signature)
            function.disable_compile()

    engine_function = _compiler(inner_function())
    inlined_function = _compiler(inner_function(forceinline=True))
    outlined_function = _compiler(seldom_function())

    interleave, copy_fours = buffers.interleave, buffers.copy_fours

    @inlined_function
    def copy(table: Ints, target: int, source: int, count: int) -> None:
        """Copy ``count`` numbers from ``source`` to ``target``, which do not overlap."""
        fours = count & -4
        copy_fours(table, target, source, fours)
        for i in range(fours, count):
            table[target + i] = table[source + i]

    @inlined_function
    def carry(target: Ints, place: int, source: Ints, first: int, count: int) -> None:
        """Copy ``count`` numbers of ``source``, from ``first`` on, to ``place`` in ``target``."""
        for i in range(count):
            target[place + i] = source[first + i]

    MIXER = -7046029254386353131  # the odd number next to 2**64 divided by the golden ratio
    CHECK_MIXER, SPREAD = -4417276706812531889, -7723592293110705685  # of murmur3 and splitmix64

    @engine_function
    def identify(memo: Memo, numbers: Ints, first: int, count: int) -> Identity:
        """Return two words that identify ``count`` numbers. The first word is below 2**60.

        Other numbers almost certainly have a different first word and, independently, a different second
        word. Source: the mixing function of splitmix64 (S. Vigna). Numbers at even and odd places are mixed
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
        """Store the result ``found``, which is not 0, for ``identity``."""
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
        """Copy every entry of a memo into a ``new`` one."""
        for at in range(MEMO_HEAD, MEMO_HEAD + SLOT_SIZE * old[MEMO_SIZE], SLOT_SIZE):
            if old[at + FOUND] != 0:
                keep(new, (old[at + IDENTITY], old[at + CHECK]), old[at + FOUND])

    @engine_function
    def erase(memo: Memo, identity: Identity) -> None:
        """Forget the entry for ``identity``, and close the gap so that lookups still find later entries."""
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
        """Return whether ``more`` entries need a larger memo."""
        result: bool = 2 * (memo[MEMO_USED] + more) > memo[MEMO_SIZE]
        return result

else:

    def engine_function(function: F) -> F:
        """Return ``function`` unchanged: plain Python."""
        return function

    inlined_function = outlined_function = engine_function

    def interleave(table: Ints, target: int, first: int, second: int, count: int) -> None:
        """Copy ``count`` numbers from ``first`` and from ``second`` to ``target``, in turn."""
        table[target : target + 2 * count : 2] = table[first : first + count]
        table[target + 1 : target + 2 * count : 2] = table[second : second + count]

    def copy(table: Ints, target: int, source: int, count: int) -> None:
        """Copy ``count`` numbers from ``source`` to ``target``."""
        table[target : target + count] = table[source : source + count]

    def carry(target: Ints, place: int, source: Ints, first: int, count: int) -> None:
        """Copy ``count`` numbers of ``source``, from ``first`` on, to ``place`` in ``target``."""
        target[place : place + count] = source[first : first + count]

    class Found:
        """Earlier results by identity, and the identities of sequences of numbers."""

        def __init__(self) -> None:
            self.identities: dict[tuple[int, ...], Identity] = {}
            self.found: dict[Identity, int] = {}

    def identify(memo: Memo, numbers: Ints, first: int, count: int) -> Identity:
        """The identity of ``count`` numbers: no other sequence of numbers has the same."""
        key = tuple(numbers[first : first + count])
        identities: dict[tuple[int, ...], Identity] = memo.identities
        return identities.setdefault(key, (len(identities), 0))

    def recall(memo: Memo, identity: Identity) -> int:
        """The result for ``identity``, or 0 if nothing is stored."""
        found: dict[Identity, int] = memo.found
        return found.get(identity, 0)

    def keep(memo: Memo, identity: Identity, found: int) -> None:
        """Store the result ``found``, which is not 0, for ``identity``."""
        memo.found[identity] = found

    def erase(memo: Memo, identity: Identity) -> None:
        """Forget the result for ``identity``."""
        del memo.found[identity]

    def is_full(memo: Memo, more: int) -> bool:
        """Return False, because a dict always has room."""
        return False
