"""Kill saved games at random moments, and check that each continues to the same bytes.

    python tests/campaigns/kill.py [COUNT]

Every game that was killed after its first save is resumed, killed again, and resumed to its end. COUNT games
must be killed in the middle; a game that is killed too early or too late is repeated. The exit code is 0 if
all of them end correctly.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from bj.session.saving import read_saved

BJ = [sys.executable, "-m", "bj", "run"]
GAMES = [
    ["classic", "10000", "5", "2000", "counting"],
    ["trick", "10000", "2000", "5", "simple"],
    ["sos_vs_sc", "10000", "500", "simple", "sc"],
    ["sos_vs_sc_revised", "10000", "500", "counting", "sos"],
    ["vegas", "safe:Meek:100", "random:Random:100", "safe:Brave:3", "--seed", "5", "--rounds", "3000"],
    ["infinite", "1000000", "--seed", "5", "--echo"],
    ["infinite_double", "1000000", "--seed", "6", "--echo"],
]
TYPED = b"much\n1\nh\ns\n" * 2_000
TOO_SOON, TOO_LATE, FINE = "too soon", "too late", "in the middle"
LONGEST_DELAY = 0.02
"""Seconds between the wanted size of the output, which grows by whole buffers, and the kill."""
TRIES = 3  # for every game that has to be killed in the middle


class Whole(NamedTuple):
    """An undisturbed game."""

    words: list[str]
    printed: bytes


def play(folder: Path, words: list[str]) -> Whole:
    """Play a game to its end."""
    command = [*BJ, *words, "--answers", str(folder / "answers")]
    return Whole(words, subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def kill_at(size: float, command: list[str], printed: Path, chance: random.Random) -> None:
    """Run a command with its output into a file, and kill it soon after the file has this many bytes.

    The progress of the game decides, not the clock, so a busy machine kills at the same moments.
    """
    with printed.open("wb") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out)
        while process.poll() is None and printed.stat().st_size < size:
            time.sleep(0.001)
        time.sleep(LONGEST_DELAY * chance.random())
        process.kill()
        process.wait()


def try_one(folder: Path, game: Whole, chance: random.Random) -> str:
    """Kill a game twice: TOO_SOON, TOO_LATE, FINE, or what was wrong."""
    file, printed = folder / "game", folder / "printed"
    file.unlink(missing_ok=True)
    more = ["--answers", str(folder / "answers"), "--save", str(file)]
    kill_at(len(game.printed) * chance.random(), [*BJ, *game.words, *more], printed, chance)
    if not file.exists():
        return TOO_SOON
    begun = 0
    for resumed in (False, True):
        saved = read_saved(file)
        if saved.pauses is None and not resumed:
            return TOO_LATE
        if game.printed[begun : saved.said] != printed.read_bytes()[: saved.said - begun]:
            return f"what was printed differs before byte {saved.said}"
        if not resumed:
            begun = saved.said
            left = len(game.printed) - begun
            kill_at(left * chance.random(), [*BJ, "--resume", str(file), *more], printed, chance)
    said = read_saved(file).said
    rest = subprocess.run([*BJ, "--resume", str(file), *more[:2]], stdout=subprocess.PIPE, check=True).stdout
    return FINE if game.printed[:said] + rest == game.printed else f"what was resumed at byte {said} differs"


def main(count: int) -> int:
    """Kill this many games in the middle, and print how many went wrong."""
    chance = random.Random()  # noqa: S311  # moments to kill a game are no secret
    outcomes: Counter[str] = Counter()
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "answers").write_bytes(TYPED)
        games = [play(folder, words) for words in GAMES]
        for number in range(TRIES * count):
            game = games[number % len(games)]
            outcome = try_one(folder, game, chance)
            outcomes[outcome] += 1
            if outcome not in (TOO_SOON, TOO_LATE, FINE):
                wrong += 1
                print(f"try {number}, {game.words[0]}: {outcome}")
            if outcomes[FINE] + wrong == count:
                break
    print(f"{outcomes[FINE] + wrong} games killed twice in the middle, {wrong} wrong")
    print(
        f"{outcomes[TOO_SOON]} more were killed before their first save, {outcomes[TOO_LATE]} after their end"
    )
    return 1 if wrong or outcomes[FINE] + wrong < count else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
