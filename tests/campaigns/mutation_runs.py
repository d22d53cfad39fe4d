"""Runs of the tests in a copy of the tree, each in a process of its own that has loaded no code of ``bj``.

Every process of a run finds neither numba nor a library of the engine, so the engine is plain: compiling a
changed engine takes half a minute. Tests that need the compiled engine are skipped.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import Phase, settings

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis", "engine-*.*")
TIMEOUT = 99
"""The exit code of a run that exceeded its time."""

MARKS = "bj_reached"
"""The module that stores what is reached, if the code has marks."""

HIDE_NUMBA = """
from importlib.machinery import PathFinder
find_spec = PathFinder.find_spec
PathFinder.find_spec = lambda name, *rest: None if name == "numba" else find_spec(name, *rest)
"""
"""The first code that every process of a run executes."""


class Outcome(NamedTuple):
    """The outcome of a run."""

    status: str
    """``passed``, ``failed``, or ``timeout``."""
    passed: dict[str, float]
    """The processor time of each test that passed, in seconds."""
    reached: dict[str, list[int]]
    """The marks that each test reached, by number; those reached by imports have the name ""."""
    failed: str
    """The first test that failed; empty if all passed."""
    seconds: float
    """Processor time, including that of processes that the tests started."""


@contextlib.contextmanager
def copy_of(original: Path) -> Iterator[Path]:
    """Copy a tree to a folder in which tests run."""
    with tempfile.TemporaryDirectory(prefix="bj-mutants-") as folder:
        tree = Path(folder, "tree")
        shutil.copytree(original, tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
        (tree / "first").mkdir()
        (tree / "first" / "sitecustomize.py").write_text(HIDE_NUMBA, "utf-8")
        yield tree


def prepare() -> None:
    """Load the modules that all runs need, before processes are forked from this one."""
    for name in ("pydantic", "rich", "tomli_w", "typer", "xdist.plugin", "_pytest.assertion"):
        importlib.import_module(name)


class _Watch:
    """A plugin of pytest that runs only some tests, and stores their outcomes."""

    def __init__(self, wanted: Collection[str]) -> None:
        self.wanted = wanted
        self.begun = 0.0
        self.passed: dict[str, float] = {}
        self.reached: dict[str, list[int]] = {}
        self.failed = ""

    def pytest_collection(self) -> None:
        """Report the first failing example of a property, because simplifying it may take minutes."""
        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("first", parent=settings(), phases=phases)
        settings.load_profile("first")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out tests that are not wanted."""
        if self.wanted:
            items[:] = [item for item in items if item.nodeid in self.wanted]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Store that a file cannot be imported."""
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collection_finish(self) -> None:
        """Store what imports have reached."""
        self._take("")

    def _take(self, name: str) -> None:
        """Store what has been reached since the last call."""
        if marks := sys.modules.get(MARKS):
            self.reached[name] = marks.take()

    def pytest_runtest_logstart(self) -> None:
        """Store the time at which a test begins."""
        self.begun = sum(os.times()[:4])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Store the outcome of a test."""
        if report.failed:
            self.failed = self.failed or report.nodeid
            self.passed.pop(report.nodeid, None)
        elif report.passed and report.when == "call":
            self.passed[report.nodeid] = round(sum(os.times()[:4]) - self.begun, 3)
            self._take(report.nodeid)


def run_tests(
    tree: Path, files: Sequence[str], seconds: float, wanted: Collection[str] = (), *, records: bool = False
) -> Outcome:
    """Run tests of a tree within some processor time; ``prepare`` comes first.

    The first failure ends the run, unless it ``records`` which tests pass.
    """
    said = tree.parent / "said"
    said.unlink(missing_ok=True)
    if not (child := os.fork()):
        _be_the_run(tree, files, seconds, wanted, records=records)
    until = time.monotonic() + 60 + 10 * seconds  # a shared machine may be ten times as slow
    while not (ended := os.wait4(child, os.WNOHANG))[0] and time.monotonic() < until:
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # with all processes that it has started
    if not ended[0]:
        ended = os.wait4(child, 0)
    _, code, usage = ended
    passed, reached, failed = json.loads(said.read_bytes()) if said.exists() else ({}, {}, "")
    status = "timeout"
    if os.WIFEXITED(code) and os.WEXITSTATUS(code) != TIMEOUT:
        status = "passed" if os.WEXITSTATUS(code) in {0, 5} else "failed"  # 5: no test was left
    return Outcome(status, passed, reached, failed, round(usage.ru_utime + usage.ru_stime, 2))


def _be_the_run(
    tree: Path, files: Sequence[str], seconds: float, wanted: Collection[str], *, records: bool
) -> None:
    """Run tests in this process, then exit."""
    code = 3
    try:
        os.setpgid(0, 0)
        quiet = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(quiet, descriptor)
        os.chdir(tree)
        path = [str(tree / "first"), str(tree / "src")]
        os.environ.pop("PYTEST_ADDOPTS", None)
        os.environ |= {"PYTHONPATH": os.pathsep.join(path), "CI": "1", "PYTHONHASHSEED": "0"}
        sys.dont_write_bytecode = not records  # bytecode of a mutant would be used in place of the right code
        os.environ["PYTHONDONTWRITEBYTECODE"] = "" if records else "1"
        ours = {ROOT, ROOT / "src", Path(__file__).parent}
        sys.path[:] = [*path, *(each for each in sys.path if Path(each or ".").resolve() not in ours)]
        for name in [name for name in sys.modules if name.partition(".")[0] in {"bj", "tests"}]:
            del sys.modules[name]
        exec(HIDE_NUMBA, {})  # noqa: S102  # a text of this file
        watch = _Watch(wanted)

        def out_of_time(*_: object) -> None:
            if not records:
                os._exit(TIMEOUT)
            pytest.exit("time", TIMEOUT)

        signal.signal(signal.SIGXCPU, out_of_time)
        most = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
        options = [
            "--tb=no",
            "-Wignore::pytest.PytestAssertRewriteWarning",
            "-p",
            "no:cacheprovider",
            f"--rootdir={tree}",
            *([] if records else ["-x"]),
        ]
        code = pytest.main([*options, *files], plugins=[watch])
        (tree.parent / "said").write_text(json.dumps([watch.passed, watch.reached, watch.failed]), "utf-8")
        if marks := sys.modules.get(MARKS):
            marks.write()
    finally:
        os._exit(code)
