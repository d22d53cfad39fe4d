from __future__ import annotations

import pytest
from tests.golden import update

from bj.ruleset.ruleset_files import shipped_rulesets

GAMES = update.golden_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_golden_transcript_is_printed(game: update.GoldenGame) -> None:
    """The command of a golden transcript prints it byte for byte."""
    assert game.file.exists(), f"play it with: python tests/golden/update.py {game.name}"
    assert update.play(game).decode().splitlines(True) == game.file.read_bytes().decode().splitlines(True)


def test_shipped_rulesets_have_golden_transcripts() -> None:
    """Every shipped ruleset has a golden transcript."""
    missing = shipped_rulesets().keys() - {game.ruleset for game in GAMES}
    assert not missing, f"add games to {update.GAMES.name}"


def test_no_golden_transcript_is_left_over() -> None:
    """Every transcript in the folder belongs to a game that is played."""
    assert {file.name for file in update.FOLDER.glob("*.txt")} == {game.file.name for game in GAMES}
