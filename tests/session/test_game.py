"""A game in progress, piece by piece."""

from __future__ import annotations

import pytest
from tests.session.games import shipped, transcript

from bj.arguments import fill_arguments


@pytest.mark.parametrize("room", [0, 100])
@pytest.mark.parametrize("name", ["classic", "trick", "sos_vs_sc", "sos_vs_sc_revised"])
def test_transcripts_are_the_same_with_any_room_for_events(name: str, room: int) -> None:
    """A game prints the same text however often it writes."""
    checked = shipped(name)
    values = fill_arguments(checked.model.command_line, [], {})
    whole = transcript(checked, values, seed=8)
    assert transcript(checked, values, seed=8, room=room) == whole
    assert whole.endswith("\n")
