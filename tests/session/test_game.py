"""Tests a game in progress."""

from __future__ import annotations

import pytest
from tests.cli.changed_rulesets import Changes, changed
from tests.session.games import shipped, transcript

from bj.argument_values import fill_arguments


@pytest.mark.parametrize("room", [0, 100])
@pytest.mark.parametrize("name", ["classic", "trick", "sos_vs_sc", "sos_vs_sc_revised"])
def test_transcripts_are_the_same_with_any_room_for_events(name: str, room: int) -> None:
    """A game prints the same text however often it writes."""
    checked = shipped(name)
    values = fill_arguments(checked.model.command_line, [], {})
    whole = transcript(checked, values, seed=8)
    assert transcript(checked, values, seed=8, room=room) == whole
    assert whole.endswith("\n")


SEAT = {"name": "Ann", "bankroll": 100}
SEATS = {"players": None, "ruleset/usage": "hands seats", "arguments/seats/type": "players"}
TEAMS = {"ruleset/usage": "normal hands kind [cuts]", "arguments/dealers": None}


@pytest.mark.parametrize(
    ("name", "words", "named", "plain"),
    [
        (
            "casino",
            "100",
            {"strategies/hands": {"extends": "basic"}, "players": [{**SEAT, "strategy": "hands"}]},
            {"players": [{**SEAT, "strategy": "basic"}]},
        ),
        (
            "casino",
            "20 {}:Ann:100",
            {**SEATS, "strategies/hands": {"extends": "basic"}, "arguments/seats/choices": ["hands"]},
            {**SEATS, "arguments/seats/choices": ["basic"]},
        ),
        (
            "sos_vs_sc",
            "10",
            {**TEAMS, "teams/0/id": "hands", "tournament/dealers": "hands"},
            {**TEAMS, "tournament/dealers": "sos"},
        ),
    ],
)
def test_a_name_is_that_of_a_number_too(name: str, words: str, named: Changes, plain: Changes) -> None:
    """A strategy or a team may be called like an argument that does not choose one."""
    printed = []
    for called, changes in (("hands", named), ("basic", plain)):
        checked = changed(name, changes)
        values = fill_arguments(checked.model.command_line, words.format(called).split(), {})
        printed.append(transcript(checked, values))
    assert printed[0] == printed[1]
