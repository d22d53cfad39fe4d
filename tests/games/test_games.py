"""Tests that the games in this folder go as their cases say, in both engines."""

from __future__ import annotations

import pytest
from tests.games.cases import FILES, Changed, cases_of
from tests.session.games import run_with_given

from bj.cases.comparing import compare
from bj.cases.playing import play_case
from bj.engine.face.view import Stop
from bj.session.engines import Engine

CASES = {
    f"{file.stem}-{changed.name}-{changed.base}": changed for file in FILES for changed in cases_of(file)
}


@pytest.mark.parametrize("changed", CASES.values(), ids=CASES)
def test_game_goes_as_its_case_says(changed: Changed, engines: tuple[Engine, ...]) -> None:
    """The game prints, pays and ends as the case expects, and both engines record the same events.

    A game that would never end must only be stopped by the compiled engine as well.
    """
    checked, case = changed.load(), changed.case
    played = play_case(checked, case)
    differences = compare(played, case.expect, case.expect.transcript)
    assert [f"{'.'.join(map(str, each.path))}: {each.message}" for each in differences] == []
    if not played.hands and played.error:
        return  # it is refused before it begins
    game = changed.compile(checked)
    if "go on forever" in played.error:  # which takes the plain engine a second, and it has just done so
        assert run_with_given(game, engines[-1]).status == Stop.FAULTY
        return
    first, *others = (run_with_given(game, engine) for engine in engines)
    assert all(other == first for other in others)
