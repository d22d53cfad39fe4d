import os
import signal
import subprocess
import sys
import tempfile
import time

import pytest
from hypothesis import settings

from bj.cache import ANALYSIS, needs_compiling

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

# --- the compiled engine ---------------------------------------------------------------------------------

COMPILING = "BJ_TESTS_COMPILING"
"""The variable with a file that is there while another process compiles the engine."""

COMPILE = "import os, sys\ntry: from bj.compiled import explorer\nfinally: os.remove(sys.argv[1])"

compilers: list[subprocess.Popen[bytes]] = []


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the engine once for all workers, while they look for their tests."""
    if session.config.getoption("numprocesses", None) and needs_compiling(ANALYSIS):
        handle, os.environ[COMPILING] = tempfile.mkstemp()
        os.close(handle)
        compilers.append(subprocess.Popen([sys.executable, "-c", COMPILE, os.environ[COMPILING]]))


@pytest.fixture(scope="session", autouse=True)
def engine_is_compiled() -> None:
    """Wait for the process that compiles the engine, if there is one."""
    until = time.monotonic() + 300
    while os.path.exists(os.environ.get(COMPILING, "")) and time.monotonic() < until:
        time.sleep(0.1)


def pytest_sessionfinish() -> None:
    """Leave no process behind."""
    for compiler in compilers:
        compiler.wait()
