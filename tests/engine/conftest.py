"""The engine at its two speeds."""

from __future__ import annotations

import pytest

from bj.errors import UsageError
from bj.session.engines import PLAIN, Engine, compiled_engine


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
