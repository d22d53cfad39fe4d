"""The compiled search, which nearly all tests of this folder need."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def search_is_compiled(exact_values_are_compiled: None) -> None:
    """Wait for it."""
