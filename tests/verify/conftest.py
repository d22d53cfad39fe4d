"""The engine of these tests, which is the plain one alone."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def games_are_compiled() -> None:
    """Do not wait: nothing here is played by the compiled engine."""
