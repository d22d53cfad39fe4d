"""Kill two commands that write the same file at random moments, and check that the file is always whole.

    python tests/campaigns/kill_writers.py [COUNT] [COMMAND …]

Two processes at a time find and write the best play, update cases, save a game, or keep the blocks of a
simulation. ``kill -9`` ends each at a random moment, COUNT processes in all. After it, only temporary files
may be incomplete, no worker may be left, and the same command must do all of its work when it is repeated.
The exit code is 0 if all of this holds. Needs Linux.
"""

from __future__ import annotations

import random
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.campaigns.signals import (
    COMMANDS,
    Sending,
    Whole,
    contents,
    prepare,
    run,
    run_whole,
    what_is_broken,
)

WRITERS = ["solve written", "test updated", "run saved", "simulate kept"]
IN_USE = 2
"""The exit code of a simulation whose checkpoint another process uses."""


def kill_two(name: str, whole: Whole, prepared: Path, moments: Sequence[float]) -> tuple[int, str]:
    """Kill two processes of a command after some seconds; return the number killed, and the fault."""
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(2) as threads:
        folder = Path(place) / "here"
        shutil.copytree(prepared, folder)
        kills = [Sending(signal.SIGKILL, seconds, False, 1, False) for seconds in moments]
        both = list(threads.map(partial(run, COMMANDS[name], folder), kills))
        killed = sum(each.code == -signal.SIGKILL for each in both)
        for each in both:
            if each.left or b"Traceback" in each.complaints:
                return killed, f"{len(each.left)} processes are left, {each.complaints.decode()}"
            if each.code not in (-signal.SIGKILL, whole.code, 0, IN_USE):
                return killed, f"exit code {each.code}, {each.complaints.decode()}"
        for temporary in folder.rglob(".*.new"):  # a killed process cannot remove it
            temporary.unlink()
        problem = what_is_broken(folder, contents(prepared), whole)
        if problem:
            return killed, problem
        again = run(COMMANDS[name], folder)
        if again.code not in (whole.code, 0) or (name != "test updated" and again.printed != whole.printed):
            return killed, f"once more, it ends with {again.code}: {again.complaints.decode()}"
        return killed, what_is_missing(folder, whole)


def what_is_missing(folder: Path, whole: Whole) -> str:
    """The file that lacks the content that the command writes, or an empty text."""
    for name, content in whole.files.items():
        if name != "kept" and (folder / name).read_bytes() != content:
            return f"{name} is not as it should be"
    return ""


def main(count: int, names: list[str]) -> int:
    """Kill this many processes, and print the number of faults."""
    chance = random.Random()  # noqa: S311  # moments to kill a process are no secret
    outcomes: Counter[str] = Counter()
    killed = wrong = number = 0
    with tempfile.TemporaryDirectory() as place:
        prepared = Path(place) / "prepared"
        prepared.mkdir()
        prepare(prepared)
        wholes = {name: run_whole(name, prepared) for name in names}
        while killed < count and number < count:
            name = names[number % len(names)]
            moments = [wholes[name].seconds * chance.random() for _ in range(2)]
            number += 1
            kills, problem = kill_two(name, wholes[name], prepared, moments)
            killed += kills
            outcomes[name] += kills
            if problem:
                wrong += 1
                print(f"{name}: {problem}", flush=True)
    print(f"{number} files, {killed} processes killed, {wrong} wrong: {dict(outcomes)}")
    return 1 if wrong or killed < count else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 40, sys.argv[2:] or WRITERS))
