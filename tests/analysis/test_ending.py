"""Searches that run side by side end together, and at once."""

from __future__ import annotations

import time
from threading import Event
from typing import cast

import pytest

from bj.analysis.explored import Shares
from bj.analysis.search import OutOfMemoryError, Search


class Endless:
    """A search that pauses only when it is stopped."""

    def __init__(self) -> None:
        self.is_stopped = Event()

    def stop(self) -> None:
        """What a driver calls."""
        self.is_stopped.set()


def test_a_failure_ends_the_searches_of_all_threads() -> None:
    """Those that run are stopped, those that wait are not begun, and the failure is raised."""
    shares, searches, begun = Shares(None), [Endless()], []

    def find(number: int, upcard: int) -> None:
        begun.append(upcard)
        if number == 1:
            raise OutOfMemoryError
        if number:
            time.sleep(0.01)  # all of them would take seconds
        assert searches[0].is_stopped.wait(10)
        shares.tell(number, 1)

    start = time.monotonic()
    with pytest.raises(OutOfMemoryError):
        shares.run(find, cast("list[Search]", searches), range(1000), is_free=True)
    assert searches[0].is_stopped.is_set()
    assert len(begun) < 1000
    assert time.monotonic() - start < 5
