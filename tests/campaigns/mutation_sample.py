"""A fixed sample of one-edit mutants of the code.

Every mutant changes one expression or deletes one statement inside a function. Its key is a hash of the room,
the qualified name of the function, the text of the line, the operator, and a number among equals. So a mutant
keeps its key when its file moves or other lines change. The sample is the mutants with the smallest keys.

Left alone are annotations, decorators, defaults of parameters, strings, and everything outside functions.
"""

from __future__ import annotations

import ast
import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOMS = {name: Path("src/bj", name) for name in ("engine", "compiler", "simulation", "verify")}
ROOMS["checks"] = Path("src/bj/ruleset/check")
SIZE = 1000

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Pow: ast.Mult,
}  # fmt: skip
BODIES = ("body", "orelse", "finalbody")
DELETED = (ast.AugAssign, ast.Break, ast.Continue, ast.Raise, ast.Delete)
SKIPPED = (ast.stmt, ast.ExceptHandler, ast.match_case, ast.pattern, ast.JoinedStr, ast.arguments)


class Mutant(NamedTuple):
    """A mutant of one file."""

    key: str
    function: str
    """The room and the qualified name of the function."""
    path: Path
    """The path from the root of the tree."""
    line: int
    operator: str
    before: str
    after: str
    block: str
    """The name of the innermost block around the change; see ``blocks_of``."""
    start: int
    end: int
    """The end of the part of the file that ``after`` replaces, in bytes."""

    @property
    def room(self) -> str:
        """The room of the file."""
        return self.function.partition(".")[0]

    def apply(self, source: bytes) -> bytes:
        """The source of the mutated file."""
        return source[: self.start] + self.after.encode() + source[self.end :]


class Function(NamedTuple):
    """A function of a file."""

    name: str
    """The room and the qualified name."""
    node: ast.FunctionDef | ast.AsyncFunctionDef


def functions_of(tree: ast.AST, name: str) -> Iterator[Function]:
    """All functions of a file, in order; each comes before the functions inside it."""
    for node in ast.iter_child_nodes(tree):
        inner = f"{name}.{getattr(node, 'name', '')}" if isinstance(node, NAMED) else name
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Function(inner, node)
        yield from functions_of(node, inner)


NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def blocks_of(function: Function) -> Iterator[tuple[str, list[ast.stmt]]]:
    """The blocks of a function with their names: its body, and the body of each branch and loop."""
    numbers = itertools.count()
    pending: list[ast.AST] = [function.node]
    while pending:
        node = pending.pop()
        for field in BODIES:
            if (block := getattr(node, field, None)) and isinstance(block, list):
                yield f"{function.name}:{next(numbers)}", block
        inner = [each for each in ast.iter_child_nodes(node) if not isinstance(each, NAMED)]
        pending += [each for each in inner if isinstance(each, ast.stmt | ast.ExceptHandler | ast.match_case)]


def expressions_in(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions of a statement without those of the statements and functions inside it."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, SKIPPED):
                continue
            if isinstance(each, ast.expr):
                yield each
            if isinstance(each, ast.AST):
                yield from expressions_in(each)


def changes_of(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The operators that apply to an expression, each with the changed expression."""
    match node:
        case ast.Compare(left, ops, comparators):
            for number, op in enumerate(ops):
                changed = [*ops[:number], COMPARISONS[type(op)](), *ops[number + 1 :]]
                yield f"comparison {number}", ast.Compare(left, changed, comparators)
        case ast.BinOp(left, op, right) if type(op) in ARITHMETIC:
            yield "arithmetic", ast.BinOp(left, ARITHMETIC[type(op)](), right)
        case ast.BoolOp(op, values):
            yield "and, or", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.Constant(bool(value)):
            yield "constant", ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield "constant", ast.Constant(value + 1)
        case ast.Call(function, [first, second, *rest], keywords):
            if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
                yield "arguments", ast.Call(function, [second, first, *rest], keywords)


def conditions_of(node: ast.AST) -> Iterator[ast.expr]:
    """The conditions of a statement or expression itself."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield node.test
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        for each in node.generators:
            yield from each.ifs


def can_be_deleted(statement: ast.stmt) -> bool:
    """Whether all names remain defined without a statement."""
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, ast.Subscript | ast.Attribute) for target in statement.targets)
    return isinstance(statement, DELETED) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    )


def edits_of(statement: ast.stmt) -> Iterator[tuple[ast.stmt | ast.expr, str, str]]:
    """The edits of a statement: the replaced node, the operator, and the new text."""
    if can_be_deleted(statement):
        yield statement, "deleted", "pass"
    for node in (statement, *expressions_in(statement)):
        for condition in conditions_of(node):
            yield condition, "negated", f"(not ({ast.unparse(condition)}))"
        if isinstance(node, ast.expr):
            for operator, changed in changes_of(node):
                text = ast.unparse(changed)
                if text != ast.unparse(node):
                    yield node, operator, text if isinstance(node, ast.Constant | ast.Call) else f"({text})"


def mutants_of(root: Path, path: Path, room: str, seen: Counter[tuple[str, ...]]) -> Iterator[Mutant]:
    """All mutants of a file; ``seen`` counts equal changes of a function."""
    source = (root / path).read_bytes()
    lines = source.splitlines(keepends=True)
    offsets = [0, *itertools.accumulate(map(len, lines))]
    for function in functions_of(ast.parse(source), room):
        for block, statements in blocks_of(function):
            for statement in statements:
                for node, operator, after in () if isinstance(statement, NAMED) else edits_of(statement):
                    assert node.end_lineno is not None
                    assert node.end_col_offset is not None
                    start = offsets[node.lineno - 1] + node.col_offset
                    end = offsets[node.end_lineno - 1] + node.end_col_offset
                    before = source[start:end].decode()
                    place = (function.name, lines[node.lineno - 1].strip().decode(), operator)
                    seen[place] += 1
                    words = "\0".join((*place, str(seen[place])))
                    key = hashlib.sha256(words.encode()).hexdigest()[:12]
                    yield Mutant(
                        key, function.name, path, node.lineno, operator, before, after, block, start, end
                    )


def all_mutants(root: Path) -> list[Mutant]:
    """All mutants of the rooms in a tree, by their keys."""
    found: list[Mutant] = []
    for room, folder in sorted(ROOMS.items()):
        seen: Counter[tuple[str, ...]] = Counter()
        for path in sorted((root / folder).rglob("*.py"), key=lambda path: (path.name, path)):
            found += mutants_of(root, path.relative_to(root), room, seen)
    return sorted(found)


def sample(root: Path) -> list[Mutant]:
    """The fixed sample of a tree."""
    return all_mutants(root)[:SIZE]
