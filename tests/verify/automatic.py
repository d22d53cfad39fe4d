"""Makes mutants of the independent programs: every usual change in every place of a program.

A fixed third of them, chosen by a hash, is frozen: only its score counts, see CONTRIBUTING.md.
"""

from __future__ import annotations

import ast
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import pairwise
from random import Random
from types import FrameType, ModuleType
from typing import Any, NamedTuple

from tests.verify.mutants import COURSES, INFINITE, TOURNAMENT, VEGAS, Set, games, source_of, transcript

COMPARISONS = {
    "<": ("<=", ">"),
    "<=": ("<", ">"),
    ">": (">=", "<"),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "in": ("not in",),
    "not in": ("in",),
}
"""The comparisons that replace each comparison."""

OPERATORS = {"+": "-", "-": "+", "*": "+", "//": "*", "/": "*", "%": "//"}
"""The operators that replace each arithmetic operator."""

FIELD = re.compile(r"(\{[^{}]*\})")
WORD = re.compile(r"(?:(?<=\\[a-z])|(?<![\\A-Za-z]))[A-Za-z]+")
"""A word in the text of a literal, perhaps after an escape sequence."""

LEFT_OUT = ("Twister", "transcript", "Unpredictable")
"""Parts of the programs that are not changed: generators, callers, and a player with random actions."""

LUCK = re.compile("chance|wishes")
"""Parts of lines that draw random numbers; a change there would make a different correct game."""

GAMES = 6
"""The number of games in which a mutant is looked for."""

LONGEST = 2.0
"""The processor time, in seconds, after which a mutant counts as endless and is skipped."""

RULES = {
    "value_of": "cards strategies dealer",
    "value": "cards",
    "points": "cards strategies dealer",
    "Deck": "shoe cards",
    "Simple": "strategies",
    "Counting": "strategies",
    "Brave": "strategies members",
    "Contrary": "strategies members",
    "Cautious": "strategies members",
    "Safe": "strategies",
    "Dealer": "dealer",
    "Driver.shuffle": "shoe output procedure strategies",
    "Tournament.shuffle": "shoe output procedure strategies",
    "Tournament.card": "shoe procedure",
    "Tournament.stop_time": "powers members strategies",
    "Tournament.show_drawn": "powers output strategies members",
    "Tournament.is_poor": "powers members procedure",
    "words": "cards output",
    "dollars": "output",
    "Blackjack.settle": "payouts output rules",
    "Game.settle": "payouts output rules strategies",
}
"""The rules that a finding may name for a change of part of a program; without an entry, any rule."""


class Edit(NamedTuple):
    """A replacement of part of a program's text."""

    begin: int
    end: int
    new: str


class Automatic(NamedTuple):
    """A program with one place changed."""

    program: str
    name: str
    place: str
    """The class and the function that contain the place."""
    edits: tuple[Edit, ...]

    @property
    def is_frozen(self) -> bool:
        """Whether the mutant is held out, so that only its score may be read."""
        return sha256(f"{self.program} {self.name}".encode()).digest()[0] % 3 == 0

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that a finding may name, by the beginnings of their paths; empty if it may name any."""
        found = RULES.get(self.place, RULES.get(self.place.partition(".")[0], ""))
        return tuple(found.split())


class _Places(ast.NodeVisitor):
    """Finds the places of a program that can be changed."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.within: list[str] = []
        self.found: list[tuple[str, Edit]] = []

    def span(self, node: Any) -> tuple[int, int]:
        """The start and the end of a node; the programs are ASCII."""
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def text(self, node: Any) -> str:
        """The text of a node."""
        begin, end = self.span(node)
        return self.source[begin:end]

    def add(self, begin: int, end: int, new: str) -> None:
        """Store a place with its new text."""
        self.found.append((".".join(self.within), Edit(begin, end, new)))

    def between(self, left: Any, right: Any, old: str, new: str) -> None:
        """Store a new operator between two nodes."""
        begin, end = self.span(left)[1], self.span(right)[0]
        at = self.source.index(old, begin, end)
        self.add(at, at + len(old), new)

    def visit(self, node: ast.AST) -> None:
        """Visit a node and its children."""
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            if node.name in LEFT_OUT:
                return
            self.within.append(node.name)
            self._body(node.body)
            self.within.pop()
            return
        match node:
            case ast.AnnAssign():
                if node.value is not None:
                    self.visit(node.value)
                return
            case ast.Compare():
                operands = [node.left, *node.comparators]
                for index, op in enumerate(node.ops):
                    self._compare(operands[index], operands[index + 1], op)
            case ast.Constant():
                self._constant(node)
            case ast.JoinedStr():
                self._literal(node)
                return  # only Python 3.12 says where the expressions in it stand
            case ast.BinOp():
                self._operator(node)
            case ast.BoolOp():
                old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    self.between(left, right, old, new)
            case ast.UnaryOp():
                self.add(self.span(node)[0], self.span(node.operand)[0], "")
            case ast.AugAssign():
                for old, new in (("+=", "-="), ("-=", "+=")):
                    if old in self.source[self.span(node.target)[1] : self.span(node.value)[0]]:
                        self.between(node.target, node.value, old, new)
            case ast.IfExp():
                for branch in (node.body, node.orelse):
                    self.add(*self.span(node), f"({self.text(branch)})")
        for name in ("body", "orelse"):
            if isinstance(statements := getattr(node, name, None), list):
                self._body(statements)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.stmt):
                self.visit(child)

    def _body(self, body: Sequence[ast.stmt]) -> None:
        """Delete each statement, swap each pair, and visit each statement."""
        rest = [each for each in body if not _is_docstring(each)]
        for each in rest:
            if self.within and not isinstance(
                each, ast.FunctionDef | ast.ClassDef | ast.AnnAssign | ast.Pass
            ):
                self.add(*self.span(each), "pass")
            self.visit(each)
        for one, other in pairwise(rest):
            if self.within and not isinstance(one, ast.FunctionDef | ast.Return | ast.AnnAssign):
                (begin, middle), (again, end) = self.span(one), self.span(other)
                new = self.source[again:end] + self.source[middle:again] + self.source[begin:middle]
                self.add(begin, end, new)

    def _compare(self, left: ast.expr, right: ast.expr, op: ast.cmpop) -> None:
        """Replace comparisons, and shorten lists of words."""
        old = self.source[self.span(left)[1] : self.span(right)[0]].strip(" ()\n")
        for new in COMPARISONS.get(old, ()):
            self.between(left, right, old, new)
        if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Tuple):
            for index in range(len(right.elts)):
                rest = right.elts[:index] + right.elts[index + 1 :]
                self.add(*self.span(right), f"({''.join(f'{self.text(each)}, ' for each in rest)})")

    def _operator(self, node: ast.BinOp) -> None:
        """Replace an operator."""
        old = self.source[self.span(node.left)[1] : self.span(node.right)[0]].strip(" ()\n")
        if old in OPERATORS:
            self.between(node.left, node.right, old, OPERATORS[old])

    def _constant(self, node: ast.Constant) -> None:
        """Replace a number, a truth value or a text."""
        if isinstance(node.value, bool):
            self.add(*self.span(node), str(not node.value))
        elif isinstance(node.value, int):
            for by in (1, -1):
                self.add(*self.span(node), str(node.value + by))
        elif isinstance(node.value, str):
            self._literal(node)

    def _literal(self, node: ast.expr) -> None:
        """Change the case of the first word of a text, or remove a space."""
        text = self.text(node)
        at = min((each for each in map(text.find, "'\"") if each >= 0), default=0) + 1
        head, parts = text[:at], FIELD.split(text[at:])
        for pattern, new in (
            (WORD, lambda word: word[0][0].swapcase() + word[0][1:]),
            (" ", lambda _: ""),
        ):
            for index, part in enumerate(parts):
                other = re.sub(pattern, new, part, count=1) if not FIELD.fullmatch(part) else part
                if other != part:
                    self.add(*self.span(node), head + "".join((*parts[:index], other, *parts[index + 1 :])))
                    break


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@cache
def mutants_of(program: str) -> tuple[Automatic, ...]:
    """All automatic mutants of a program; a tournament includes those of its deck and players."""
    source = source_of(program)
    places = _Places(source)
    places.visit(ast.parse(source))
    made, seen = [], dict[str, int]()
    for place, edit in dict.fromkeys(places.found):
        line = source[source.rfind("\n", 0, edit.begin) + 1 : source.find("\n", edit.end)]
        if LUCK.search(line):
            continue
        name = " ".join(f"{place}: {line} -> {source[edit.begin : edit.end]} becomes {edit.new}".split())
        seen[name] = seen.get(name, 0) + 1
        made.append(Automatic(program, f"{name} #{seen[name]}", place, (edit,)))
    return tuple(made)


@cache
def module_of(program: str, edits: tuple[Edit, ...]) -> ModuleType | None:
    """A program with replaced texts; None if it does not compile, or if replacements overlap."""
    source, last = source_of(program), len(source_of(program))
    for edit in sorted(edits, reverse=True):
        if edit.end > last:
            return None
        source, last = source[: edit.begin] + edit.new + source[edit.end :], edit.begin
    module = ModuleType(f"automatic_{abs(hash((program, edits)))}")
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, module.__name__, "exec"), module.__dict__)  # noqa: S102  # our own program
    except Exception:  # whatever a mutant may raise
        return None
    return module


@cache
def right(program: str, number: int) -> str:
    """The transcript of a game of the unchanged program."""
    return play(program, (), list(games(program, GAMES))[number]) or ""


def play(program: str, edits: tuple[Edit, ...], game: Set) -> str | None:
    """The transcript of a game; None if the mutant does not compile, fails or is endless."""
    module = module_of(program, edits)
    if module is None:
        return None

    def stop(_: int, __: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        return transcript(module, game)
    except Exception:  # whatever a mutant may raise
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def first_shown(mutants: Sequence[Automatic]) -> tuple[Set, str, str] | None:
    """The first game in which all mutations have an effect, with its right and its wrong transcript."""
    program = mutants[0].program
    edits = [each.edits[0] for each in mutants]
    for number, game in enumerate(games(program, GAMES)):
        wrong = play(program, tuple(sorted(edits)), game)
        if wrong is None or wrong == right(program, number):
            continue
        rests = [tuple(sorted(edit for edit in edits if edit != left)) for left in edits]
        if len(mutants) == 1 or all(play(program, rest, game) not in (wrong, None) for rest in rests):
            return game, right(program, number), wrong
    return None


def chosen(*, frozen: bool, at_once: int = 1, count: int = 0) -> Iterator[tuple[Automatic, ...]]:
    """The mutants of the held-out third or of the rest, alone or in groups."""
    programs = [
        [each for each in mutants_of(program) if each.is_frozen == frozen]
        for program in (COURSES, TOURNAMENT, VEGAS, INFINITE)
    ]
    if at_once == 1:
        yield from ((each,) for mutants in programs for each in mutants)
        return
    luck = Random(f"{at_once} {frozen}")  # noqa: S311  # the same at every run
    for number in range(count):
        yield tuple(luck.sample(programs[number % len(programs)], at_once))
