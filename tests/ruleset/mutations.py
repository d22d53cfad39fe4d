"""Mutations: what a typing error, a merge or a bad disk may do to the lines of a ruleset."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

CHARACTERS = "abAxyz019 _-+*/<>=!.,:;#'\"`[]{}()\\@%\n\t\r\0\x1b\ufeffé日\u202e"
VALUES = [
    "1", "-1", "0", "99999999999999999999", "1.5", "nan", "1979-05-27", "true", '""', '"x"', '"simple"', "[]",
    "[1]", "{}", "{ a = 1 }", '"1:0"', '"hand < "', '"{"', '["deal", 1]', "[[1]]", '{ step = "deal" }',
    '"infinite"',
]  # fmt: skip

Mutation: TypeAlias = Callable[[list[str], int, int, str], None]
"""Changes lines at a place, given another place or number and a text."""


def delete(lines: list[str], at: int, _: int, __: str) -> None:
    """Delete a line."""
    del lines[at]


def repeat(lines: list[str], at: int, _: int, __: str) -> None:
    """Duplicate a line."""
    lines.insert(at, lines[at])


def swap(lines: list[str], at: int, other: int, _: str) -> None:
    """Swap two lines."""
    other %= len(lines)
    lines[at], lines[other] = lines[other], lines[at]


def copy_to(lines: list[str], at: int, other: int, _: str) -> None:
    """Copy a line to another place."""
    lines.insert(other % len(lines), lines[at])


def change_character(lines: list[str], at: int, other: int, text: str) -> None:
    """Replace, insert or delete a character."""
    line = lines[at]
    place = other % (len(line) + 1)
    lines[at] = line[:place] + text[:1] + line[place + len(text) % 2 :]


def change_value(lines: list[str], at: int, other: int, _: str) -> None:
    """Give a key a different value."""
    key, equals, _old = lines[at].partition("=")
    lines[at] = f"{key}{equals} {VALUES[other % len(VALUES)]}" if equals else lines[at]


def change_key(lines: list[str], at: int, _: int, text: str) -> None:
    """Give a value a different key."""
    _old, equals, value = lines[at].partition("=")
    lines[at] = f"{text} {equals}{value}" if equals else lines[at]


def cut_off(lines: list[str], at: int, other: int, _: str) -> None:
    """Cut off a line, or the rest of the file."""
    lines[at] = lines[at][: other % (len(lines[at]) + 1)]
    if other % 7 == 0:
        del lines[at + 1 :]


def join(lines: list[str], at: int, _: int, text: str) -> None:
    """Delete the end of a line."""
    if at + 1 < len(lines):
        lines[at : at + 2] = [lines[at] + text + lines[at + 1]]


def move_words(lines: list[str], at: int, other: int, _: str) -> None:
    """Put the words of one line into the quotes of another."""
    other %= len(lines)
    _, quote, words = lines[other].partition('"')
    before, own, _rest = lines[at].partition('"')
    lines[at] = before + quote + words if own else lines[at]


MUTATIONS: Sequence[Mutation] = (
    delete, repeat, swap, copy_to, change_character, change_value, change_key, cut_off, join, move_words,
)  # fmt: skip

Step: TypeAlias = tuple[Mutation, int, int, str]


def mutate(text: str, steps: Sequence[Step]) -> str:
    """Apply some mutations to ``text``, one after the other."""
    lines = text.split("\n")
    for change, at, other, words in steps:
        if lines:
            change(lines, at % len(lines), other, words)
    return "\n".join(lines)


def random_mutant(texts: Mapping[str, str], luck: random.Random) -> tuple[str, str]:
    """A mutant of one of ``texts``, and its name: up to five mutations, sometimes with lines of another."""
    name = luck.choice(sorted(texts))
    words = sorted({line.partition("=")[0].strip() for text in texts.values() for line in text.split("\n")})
    steps: list[Step] = []
    for _ in range(luck.randint(1, 5)):
        text = (
            luck.choice(words)
            if luck.random() < 0.4
            else "".join(luck.choices(CHARACTERS, k=luck.randint(0, 3)))
        )
        steps.append((luck.choice(MUTATIONS), luck.randrange(10_000), luck.randrange(10_000), text))
    mutant = mutate(texts[name], steps)
    if luck.random() < 0.1:
        lines, others = mutant.split("\n"), texts[luck.choice(sorted(texts))].split("\n")
        start = luck.randrange(len(others))
        at = luck.randrange(len(lines) + 1)
        lines[at:at] = others[start : start + luck.randint(1, 30)]
        mutant = "\n".join(lines)
    return name, mutant
