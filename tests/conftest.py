import gc
import importlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings

from bj.cache import ANALYSIS, needs_compiling
from bj.errors import UsageError
from bj.extras import missing
from bj.session.engines import PLAIN, Engine, compiled_engine

# A shared machine may stall at any moment: no example has a deadline. In CI the examples are the same in
# every run, so that a failure there belongs to the change under test. Thirty examples of most properties are
# enough for every run: `tests/campaigns/fuzz.py` tries as many as there is time for.
settings.register_profile("local", deadline=None, max_examples=30)
settings.register_profile("ci", parent=settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# A shell without job control makes what it starts in the background deaf to Ctrl-C, and whatever that starts,
# too. A handler of any kind is not inherited: with one the tests stay deaf, and their children can hear.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, lambda number, frame: None)

# With all tests in memory, looking for garbage as often as Python does by itself takes a tenth of the time.
gc.set_threshold(100_000, 20, 20)

# --- the compiled engine ---------------------------------------------------------------------------------

LONGEST = Path(__file__).parent / "verify"
"""The folder of the longest tests; they play with the plain engine."""

COMPILING = "BJ_TESTS_COMPILING"
"""The variable with a file that is there while another process compiles, empty until games are compiled."""

COMPILE = """
import os, sys
try:
    import bj.compiled
    with open(sys.argv[1], "w") as file: file.write("games")
    import bj.compiled.search_entry
finally:
    os.remove(sys.argv[1])
"""

compilers: list[subprocess.Popen[bytes]] = []


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the engine once for all workers, while they look for their tests."""
    if session.config.getoption("numprocesses", None) and needs_compiling(ANALYSIS):
        handle, os.environ[COMPILING] = tempfile.mkstemp()
        os.close(handle)
        compilers.append(subprocess.Popen([sys.executable, "-c", COMPILE, os.environ[COMPILING]]))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every worker begin with its share of the longest tests, which need nothing that is being compiled.

    Workers get parts of the list, all of one length, before they take tests from each other.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    longest = [item for item in items if LONGEST in item.path.parents]
    others = iter([item for item in items if LONGEST not in item.path.parents])
    ordered: list[pytest.Item] = []
    for number in range(workers):
        share = longest[number::workers]
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        ordered += [*share, *islice(others, max(0, size - len(share)))]
    items[:] = ordered


@pytest.fixture(scope="session", autouse=True)
def games_are_compiled() -> None:
    """Wait for the process that compiles the engine, if there is one, until it can play games."""
    wait_for_compiler(lambda file: os.path.exists(file) and not os.path.getsize(file))


@pytest.fixture(scope="session")
def exact_values_are_compiled() -> None:
    """Wait for that process to its end, or compile here if there is none: hints never compile the engine."""
    wait_for_compiler(os.path.exists)
    if not missing("fast"):
        importlib.import_module("bj.compiled.search_entry")


def wait_for_compiler(is_at_work: Callable[[str], bool]) -> None:
    """Wait as long as the file of the process that compiles the engine says that it is at work."""
    until = time.monotonic() + 300
    with suppress(FileNotFoundError):  # it may go at any moment
        while is_at_work(os.environ.get(COMPILING, "")) and time.monotonic() < until:
            time.sleep(0.1)


# --- the engine at its two speeds --------------------------------------------------------------------------


@pytest.fixture(scope="session")
def engines() -> tuple[Engine, ...]:
    """Both speeds, or the plain one alone."""
    try:
        return (PLAIN, compiled_engine())
    except UsageError:
        return (PLAIN,)


@pytest.fixture(scope="session", params=["plain", "compiled"])
def engine(request: pytest.FixtureRequest, engines: tuple[Engine, ...]) -> Engine:
    """Each of both speeds."""
    if request.param == "plain":
        return engines[0]
    if len(engines) == 1:
        pytest.skip("numba is not installed")
    return engines[1]


def pytest_sessionfinish() -> None:
    """Leave no process behind."""
    for compiler in compilers:
        compiler.wait()
