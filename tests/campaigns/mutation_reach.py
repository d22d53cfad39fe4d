"""The blocks of the code that each test file reaches.

Every test file runs once, alone, on a copy of the code that marks each block that is reached. The results are
kept by the path and content of the test file: only new and changed ones run again.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.campaigns.mutation_runs import MARKS, run_tests
from tests.campaigns.mutation_sample import ROOMS, blocks_of, functions_of

OTHER_FOLDERS = {"campaigns", "project", "text"}
"""The folders of tests that reach none of the rooms: they test the project, its texts and campaigns."""
LIMIT = 30.0
"""The most processor time of a test file in seconds; later tests are left out."""

WHOLE = 3.0
"""The processor time up to which all tests of a file run if one of them reaches a block, in seconds.

Tests need the cached results of others, so the blocks that one test reaches alone are too few.
"""

MODULE = """
import atexit, os
FOLDER, NAMES = {folder!r}, {names!r}
SEEN = bytearray(len(NAMES))
def take():
    numbers = [number for number, seen in enumerate(SEEN) if seen]
    SEEN[:] = bytes(len(SEEN))
    return numbers
@atexit.register
def write():
    with open(os.path.join(FOLDER, str(os.getpid())), "w") as file:
        print(*take(), file=file)
"""


class Reach(NamedTuple):
    """The blocks that a test file reaches."""

    path: str
    digest: str
    """A hash of the path and the content."""
    seconds: float
    """Processor time."""
    tests: dict[str, float]
    """The tests that pass in the copy, with the processor time of each."""
    blocks: dict[str, list[int]]
    """For each block that is reached, the numbers of the tests that reach it, from 0.

    None is listed if the block is reached by imports or by other processes only.
    """

    def tests_of(self, block: str) -> dict[str, float]:
        """The tests to run for a change in a block, with the time of each; none if it is not reached."""
        if block not in self.blocks:
            return {}
        if self.seconds <= WHOLE:
            return self.tests
        names = list(self.tests)
        return {names[number]: self.tests[names[number]] for number in self.blocks[block]} or self.tests

    @property
    def least(self) -> float:
        """The processor time of the file without its tests."""
        return max(0.0, self.seconds - sum(self.tests.values()))


def mark_blocks(tree: Path) -> list[str]:
    """Change the code of a tree so that it marks the reached blocks; return the names of the blocks."""
    names: list[str] = []
    for room, folder in ROOMS.items():
        for path in (tree / folder).rglob("*.py"):
            code = ast.parse(path.read_bytes())
            for function in functions_of(code, room):
                for name, block in list(blocks_of(function)):
                    at = _docstring(block)
                    block[at:at] = ast.parse(f"__reached__[{len(names)}] = 1").body
                    names.append(name)
            at = next((n for n, each in enumerate(code.body) if not _comes_first(each)), len(code.body))
            code.body[at:at] = ast.parse(f"from {MARKS} import SEEN as __reached__").body
            path.write_text(ast.unparse(code), "utf-8")
    (tree / "reached").mkdir()
    module = MODULE.format(names=names, folder=str(tree / "reached"))
    (tree / "first" / f"{MARKS}.py").write_text(module, "utf-8")
    return names


def _docstring(block: list[ast.stmt]) -> int:
    """The number of statements of a block that are its docstring: 0 or 1."""
    match block:
        case [ast.Expr(ast.Constant(str())), *_]:
            return 1
    return 0


def _comes_first(statement: ast.stmt) -> bool:
    """Whether a statement must stay at the beginning of its file."""
    match statement:
        case ast.Expr(ast.Constant(str())) | ast.ImportFrom("__future__"):
            return True
    return False


def test_files(tree: Path) -> list[Path]:
    """The test files of a tree that may reach the rooms."""
    found = sorted((tree / "tests").glob("*/**/test_*.py"))
    return [path for path in found if path.relative_to(tree).parts[1] not in OTHER_FOLDERS]


def _digest(tree: Path, path: Path) -> str:
    """A hash of the path and the content of a test file."""
    return hashlib.sha256(str(path.relative_to(tree)).encode() + path.read_bytes()).hexdigest()[:16]


def record(tree: Path, known: dict[str, Reach]) -> Iterator[Reach]:
    """Find the blocks that each test file of a tree reaches, unless they are ``known`` by its digest."""
    files = [path for path in test_files(tree) if _digest(tree, path) not in known]
    blocks = mark_blocks(tree) if files else []
    for path in files:
        for old in (tree / "reached").iterdir():
            old.unlink()
        name = str(path.relative_to(tree))
        outcome = run_tests(tree, [name], LIMIT, records=True)
        texts = [each.read_text("utf-8") for each in (tree / "reached").iterdir()]
        elsewhere = [int(word) for text in texts for word in text.split()] + outcome.reached.get("", [])
        reached: dict[str, list[int]] = {blocks[block]: [] for block in elsewhere}
        for number, test in enumerate(outcome.passed):
            for block in outcome.reached.get(test, ()):
                reached.setdefault(blocks[block], []).append(number)
        yield Reach(name, _digest(tree, path), outcome.seconds, outcome.passed, reached)


def read(file: Path) -> dict[str, Reach]:
    """The recorded results, by the digests of the test files."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {reach.digest: reach for reach in (Reach(**json.loads(line)) for line in lines)}


def current(file: Path, tree: Path) -> list[Reach]:
    """The blocks that the test files of a tree reach, with the paths that they have there."""
    known = read(file)
    found = [known.get(_digest(tree, path)) for path in test_files(tree)]
    return [reach for reach in found if reach]


def update(file: Path, tree: Path) -> None:
    """Record what a file does not contain yet."""
    known = read(file)
    with file.open("a", encoding="utf-8") as out:
        for reach in record(tree, known):
            out.write(json.dumps(reach._asdict()) + "\n")
            out.flush()
            print(f"{reach.path}: {len(reach.tests)} tests, {len(reach.blocks)} blocks, {reach.seconds} s")
