"""Games of random rulesets that are saved and go on."""

from __future__ import annotations

import tempfile
from collections.abc import Generator, Sequence
from pathlib import Path
from random import Random

from hypothesis import given, settings
from tests.engine.variants import SEEDS, Variant, rulesets
from tests.session.games import answer

from bj.engine.face.view import View
from bj.errors import GameError
from bj.record.transcript_lines import Script
from bj.session.game import Game
from bj.session.game_plan import Plan
from bj.session.saving import Saver, read_saved

MOST_RESUMED = 5  # moments of a game from which it goes on


def ask(view: View) -> Generator[bytes, None, int]:
    """A person who answers questions."""
    yield b"asked\n"
    return answer(view)


def game_of(plan: Plan) -> Game:
    """The game of a plan, at its beginning."""
    compiled = plan.compile()
    return Game(compiled, Script(plan.checked, compiled), ask=ask)


def play_out(game: Game, said: bytearray) -> bytes:
    """Append the rest of a game's transcript to ``said``, with the error that ends it."""
    try:
        for piece in game.transcript():
            said += piece
    except GameError as error:
        said += f"error: {error}\n".encode()
    return bytes(said)


def save_all(plan: Plan, file: Path) -> tuple[bytes, Sequence[bytes]]:
    """The transcript of a whole game, and the games saved before its first hand and after each."""
    game, said, contents = game_of(plan), bytearray(), []
    saver = Saver(file, plan, echo=False)

    def save(is_over: bool) -> None:
        saver.save(game, 0, len(said), is_over=is_over)
        contents.append(file.read_bytes())

    save(is_over=False)
    game.after_hand = save
    return play_out(game, said), contents


@given(rulesets(), SEEDS)
@settings(max_examples=5)
def test_a_game_of_any_ruleset_goes_on_from_any_hand(variant: Variant, seed: int) -> None:
    """A game that is saved anywhere and resumed has the transcript and the error of an uninterrupted one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game"
        whole, contents = save_all(Plan(variant.load(), variant.values, seed), file)
        chance = Random(seed)  # noqa: S311  # a test that can be repeated
        for content in chance.sample(contents, min(MOST_RESUMED, len(contents))):
            file.write_bytes(content)
            saved = read_saved(file)
            resumed = game_of(saved.plan)
            saved.go_on(resumed)
            assert play_out(resumed, bytearray(whole[: saved.said])) == whole
