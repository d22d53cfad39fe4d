"""Play games on the engine as WebAssembly in Node, and compare every number with the library.

    python tests/campaigns/wasm.py [SEEDS]

Plays all shipped rulesets that need no person, with all choices of their arguments and this many seeds, in
recorded and in tallied games. Needs ``node`` and ``wasm-ld``. The exit code is 0 if all numbers of all tables
and records are equal.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.session.agreeing import RULESETS, choices_of, game_of  # noqa: E402  # the folder has to be known

from bj.compiler.compile import Compiled  # noqa: E402  # the same
from bj.engine.face import driving  # noqa: E402  # the same
from bj.engine.face.tallied_games import prepare, want_hands  # noqa: E402  # the same
from bj.session.engines import Engine, compiled_engine  # noqa: E402  # the same

ROOM = 1 << 14
"""The size of the record of a game."""


HANDS = 50_000
"""The number of hands of a tallied game."""


class Game(NamedTuple):
    """A game: its name, and its program, table and record."""

    name: str
    is_tallied: bool
    numbers: tuple[list[int], list[int], list[int]]


def games(seeds: int) -> Iterator[Game]:
    """Every game of the campaign."""
    for name in RULESETS:
        for choice in choices_of(name):
            for seed in range(seeds):
                game = game_of(name, choice, seed)
                called = f"{name} {dict(choice)}, seed {seed}"
                yield Game(called, False, (list(game.program), list(game.table), driving.new_record(ROOM)))
            yield tallied(f"{name} {dict(choice)}, tallied", game_of(name, choice, 0, tallied=True))


def tallied(called: str, compiled: Compiled) -> Game:
    """Play many hands that are only counted."""
    table = prepare(compiled.program, compiled.table, HANDS, 0)
    want_hands(compiled.program, table, HANDS, HANDS, 0)
    return Game(called, True, (list(compiled.program), table, driving.no_record()))


def play_here(game: Game, engine: Engine) -> array[int]:
    """The status, the table and the record after a game with the library."""
    program, table, events = (engine.ints(numbers) for numbers in game.numbers)
    status = (engine.play_games if game.is_tallied else engine.play)(program, table, events)
    return array("q", [status, *table, *events])


def play_in_node(some: list[Game], folder: Path) -> tuple[list[array[int]], float]:
    """The statuses, tables and records of many games in Node, and the seconds that they took."""
    command = [sys.executable, "-m", "bj.compiled", str(folder), "wasm"]
    engine = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    words = array("q")
    for game in some:
        words.extend([game.is_tallied, *map(len, game.numbers)])
        for numbers in game.numbers:
            words.extend(numbers)
    (folder / "games").write_bytes(words.tobytes())
    script, node = Path(__file__).with_suffix(".mjs"), shutil.which("node") or "node"
    done = subprocess.run(
        [node, str(script), str(folder / engine), str(folder / "games"), str(folder / "results")],
        check=True,
        capture_output=True,
        text=True,
    )
    results = array("q")
    results.frombytes((folder / "results").read_bytes())
    found, at = [], 0
    for game in some:
        size = 1 + sum(map(len, game.numbers[1:]))
        found.append(results[at : at + size])
        at += size
    return found, float(done.stdout)


def main(seeds: int) -> int:
    """Play all games, and print the number that differ."""
    engine = compiled_engine()
    some = list(games(seeds))
    play_here(some[0], engine)
    start = time.perf_counter()
    expected = [play_here(game, engine) for game in some]
    native = time.perf_counter() - start
    with tempfile.TemporaryDirectory() as folder:
        found, seconds = play_in_node(some, Path(folder))
    wrong = [game.name for game, one, other in zip(some, expected, found, strict=True) if one != other]
    for name in wrong[:20]:
        print(f"{name} differs")
    print(f"{len(some):,} games, {len(wrong)} differ; library / Node: {native / seconds:.2f}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
