"""Random number generators: MT19937, which is widely taught, and sfc32, which is faster.

Both keep their state in the table. They compute with 32-bit words, which fit in signed 64-bit integers, so
the engine draws the same numbers whether or not it is compiled.
"""

from __future__ import annotations

from bj.catalogue.layout import fit

from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints, engine_function, inlined_function

MT_SIZE = 624
MT_INDEX = t.GENERATORS + MT_SIZE  # the number of words in the state that have been used
CHOICES = MT_INDEX + 1  # the state of the generator for players' choices
CHOICES_SIZE = 4
MASK = 0xFFFFFFFF

fit(CHOICES + CHOICES_SIZE, t.GENERATORS + t.GENERATORS_SIZE)


@engine_function
def seed_mt19937(table: Ints, seed: int) -> None:
    """Seed the generator for the shoe in the same way as ``init_genrand(seed)`` in the reference program.

    Source: M. Matsumoto and T. Nishimura, mt19937ar.c (2002). ``seed`` is taken modulo 2**32.
    """
    word = seed & MASK
    table[t.GENERATORS] = word
    for i in range(1, MT_SIZE):
        word = (1812433253 * (word ^ (word >> 30)) + i) & MASK
        table[t.GENERATORS + i] = word
    table[MT_INDEX] = 0


@inlined_function
def next_mt19937(table: Ints) -> int:
    """Return the next number from MT19937, between 0 and 2**32 - 1.

    Each word in the state is regenerated when it is used.
    """
    used = table[MT_INDEX]
    at = t.GENERATORS + used
    if used == MT_SIZE - 1:
        after = t.GENERATORS
        table[MT_INDEX] = 0
    else:
        after = at + 1
        table[MT_INDEX] = used + 1
    word = (table[at] & 0x80000000) | (table[after] & 0x7FFFFFFF)
    word = table[at + 397 if used < 227 else at - 227] ^ (word >> 1) ^ (0x9908B0DF if word & 1 else 0)
    table[at] = word
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    return word ^ (word >> 18)


@engine_function
def next_sfc32(table: Ints, at: int) -> int:
    """Return the next number from sfc32, between 0 and 2**32 - 1.

    Source: C. Doty-Humphrey, PractRand (2010).
    """
    b = table[at + 1]
    c = table[at + 2]
    counter = table[at + 3]
    number = (table[at] + b + counter) & MASK
    table[at] = b ^ (b >> 9)
    table[at + 1] = (c + (c << 3)) & MASK
    table[at + 2] = (((c << 21) | (c >> 11)) + number) & MASK
    table[at + 3] = (counter + 1) & MASK
    return number


@engine_function
def seed_sfc32(table: Ints, at: int, seed: int) -> None:
    """Initialize the four numbers of sfc32 at ``table[at]`` with a seed of up to 64 bits."""
    table[at] = seed & MASK
    table[at + 1] = (seed >> 32) & MASK
    table[at + 2] = 0x9E3779B9
    table[at + 3] = 1
    for _ in range(15):
        next_sfc32(table, at)


@engine_function
def seed_generators(table: Ints, generator: int, seed: int) -> None:
    """Seed both generators. There are two so that players' choices never affect the shoe."""
    if generator == p.MT19937:
        seed_mt19937(table, seed)
    else:
        seed_sfc32(table, t.GENERATORS, seed)
    seed_sfc32(table, CHOICES, seed ^ 0xC401CE5)


@inlined_function
def shoe_number(generator: int, table: Ints) -> int:
    """Return the next 32-bit number from the generator for the shoe."""
    if generator == p.MT19937:
        return next_mt19937(table)
    return next_sfc32(table, t.GENERATORS)


@engine_function
def shoe_below(generator: int, table: Ints, bound: int) -> int:
    """Return a uniformly distributed number between 0 and ``bound`` - 1 from the generator for the shoe.

    ``bound`` is at most 2**31. Source: D. Lemire, "Fast random integer generation in an interval" (2019).
    """
    product = shoe_number(generator, table) * bound
    if product & MASK < bound:  # rarely true, and worth the check because division is slow
        unfair = (MASK + 1 - bound) % bound
        while product & MASK < unfair:
            product = shoe_number(generator, table) * bound
    return product >> 32


@engine_function
def choice_below(table: Ints, bound: int) -> int:
    """Return a uniformly distributed number between 0 and ``bound`` - 1 from the generator for choices.

    ``bound`` is at most 2**31.
    """
    product = next_sfc32(table, CHOICES) * bound
    if product & MASK < bound:
        unfair = (MASK + 1 - bound) % bound
        while product & MASK < unfair:
            product = next_sfc32(table, CHOICES) * bound
    return product >> 32
