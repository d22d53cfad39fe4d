import gc
import os
import signal
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bj.errors import UsageError
from bj.native.library import has_library
from bj.session.engines import PLAIN, Engine, compiled_engine
from bj.termination_signals import SIGNALS
from bj.verify import text
from bj.verify.effort import ENOUGH, Effort

# A shared machine may stall at any moment: no example has a deadline, and none is made too slowly. In CI the
# examples are the same in every run: a failure there belongs to the change under test. Thirty examples
# of most properties are enough for every run: `tests/campaigns/fuzz.py` tries as many as there is time for.
settings.register_profile(
    "local", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", parent=settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# A shell without job control makes the programs that it starts in the background ignore Ctrl-C, `nohup` makes
# them ignore SIGHUP, and their children inherit it. Handlers are not inherited: with one, the tests still
# ignore the signal, but their children do not.
for number in SIGNALS:
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, lambda number, frame: None)

# With all tests in memory, looking for garbage as often as Python does by itself takes a tenth of the time.
gc.set_threshold(100_000, 20, 20)

LONGEST = "tests/verify/"
"""The folder of the longest tests."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Make the compiled engine once for all workers, if the sources have changed."""
    if session.config.getoption("numprocesses", None):
        has_library()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Make every worker begin with its share of the longest tests.

    Workers get parts of the list, all of one length, before they take tests from each other.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    longest = [item for item in items if item.nodeid.startswith(LONGEST)]
    longest.sort(key=_game_of)
    others = iter([item for item in items if not item.nodeid.startswith(LONGEST)])
    ordered: list[pytest.Item] = []
    for number in range(workers):
        share = longest[len(longest) * number // workers : len(longest) * (number + 1) // workers]
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        ordered += [*share, *islice(others, max(0, size - len(share)))]
    items[:] = ordered


def _game_of(item: pytest.Item) -> str:
    """The game among the parameters of a test. Tests of one game run together, and share its verifier."""
    callspec = getattr(item, "callspec", None)
    return str(callspec and callspec.params.get("game"))


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Look for garbage once, and then leave the memory to the system.

    Otherwise pytest and Python look through all of it ten times before they end.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small part of the usual effort, for wrong transcripts whose explanation is not tested."""
    monkeypatch.setattr(text, "Effort", lambda: Effort(ENOUGH // 64))


# --- the engine at its two speeds --------------------------------------------------------------------------


@pytest.fixture
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test runs in a folder of its own."""
    monkeypatch.chdir(tmp_path)


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
        pytest.skip("there is no compiled engine")
    return engines[1]
