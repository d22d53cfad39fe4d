"""Searches that pause: what they find does not depend on when."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.games import explore, load

from bj.analysis import one_hand_search
from bj.analysis.search_buffers import PlainBuffers
from bj.analysis.search_graph import best_by
from bj.engine.face.view import Stop
from bj.engine.layout.plain_or_compiled import Space
from bj.engine.search import explorer
from bj.engine.search.explorer import serve
from bj.engine.search.search_driving import SearchRequest


class Counting:
    """Counts the pauses of plain searches."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pauses = 0
        monkeypatch.setattr(PlainBuffers, "serve", staticmethod(self._serve))

    def _serve(self, space: Space, wanted: int, first: int, second: int) -> int:
        status = serve(space, wanted, first, second)
        self.pauses += wanted == SearchRequest.EXPLORE and status == Stop.PAUSED
        return status


def values(folder: Path) -> list[tuple[float, ...]]:
    """The exact values of a small game played by a person."""
    explored = explore(load(folder, "human"))
    return explored.values(best_by(explored.place("received")))


@pytest.mark.parametrize("pauses", ["steps", "work"])
def test_pauses_change_no_digit(pauses: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that pauses after a few cards, or a little work, finds the same digits."""
    counting = Counting(monkeypatch)
    expected = values(tmp_path)
    assert counting.pauses == 0
    if pauses == "steps":
        monkeypatch.setitem(one_hand_search.STEPS, "plain", 7)
    else:
        monkeypatch.setattr(explorer, "MOST_WORK", 5)
    assert values(tmp_path) == expected
    assert counting.pauses > 20
