"""Kill games that are saved at random moments, and look whether each goes on to the same bytes.

    python tests/campaigns/kill.py [COUNT]

Every game is killed once more while it is resumed. The exit code is 0 when all of them came out right.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bj.session.saving import read_saved

BJ = [sys.executable, "-m", "bj", "run"]
GAMES = [
    ["classic", "10000", "5", "2000", "counting"],
    ["trick", "10000", "2000", "5", "simple"],
    ["sos_vs_sc", "1000", "100", "simple", "sc"],
    ["infinite", "1000000", "--seed", "5", "--echo"],
]
TYPED = b"much\n1\nh\ns\n" * 2_000


def kill_at(seconds: float, command: list[str], printed: Path, answers: list[str]) -> None:
    """Run a command with its output into a file and kill it after some time."""
    with printed.open("wb") as out:
        process = subprocess.Popen([*command, *answers], stdin=subprocess.DEVNULL, stdout=out)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()


def try_one(folder: Path, game: list[str], whole: bytes, chance: random.Random) -> str:
    """Kill a game twice: what was wrong, or nothing."""
    file, printed, answers = folder / "game", folder / "printed", folder / "answers"
    file.unlink(missing_ok=True)
    answers.write_bytes(TYPED)
    given = ["--answers", str(answers)]
    save = ["--save", str(file)]
    kill_at(0.3 + chance.random() * 2, [*BJ, *game, *save], printed, given)
    if not file.exists():
        return ""  # killed before it began
    begun = 0
    for resumed in (False, True):
        said = read_saved(file).said
        if whole[begun:said] != printed.read_bytes()[: said - begun]:
            return f"what was printed differs before byte {said}"
        if not resumed:
            begun = said
            kill_at(0.3 + chance.random(), [*BJ, "--resume", str(file), *save], printed, given)
    said = read_saved(file).said
    rest = subprocess.run([*BJ, "--resume", str(file), *given], stdout=subprocess.PIPE, check=True).stdout
    return "" if whole[:said] + rest == whole else f"what was resumed at byte {said} differs"


def main(count: int) -> int:
    """Kill so many games, and say how many went wrong."""
    chance = random.Random()  # noqa: S311  # moments to kill a game are no secret
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        answers = folder / "answers"
        answers.write_bytes(TYPED)
        wholes = [
            subprocess.run([*BJ, *game, "--answers", str(answers)], stdout=subprocess.PIPE, check=True).stdout
            for game in GAMES
        ]
        for number in range(count):
            game, whole = GAMES[number % len(GAMES)], wholes[number % len(GAMES)]
            fault = try_one(folder, game, whole, chance)
            if fault:
                wrong += 1
                print(f"game {number}, {game[0]}: {fault}")
    print(f"{count} games killed twice, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
