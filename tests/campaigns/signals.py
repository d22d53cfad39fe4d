"""Send signals to commands at random moments, and check that each ends soon, silently and cleanly.

    python tests/campaigns/termination_signals.py [COUNT] [COMMAND …]

COUNT times, one of the commands below, or of the named ones, gets Ctrl-C, SIGTERM or SIGHUP: alone or with
its group, once or twice as from ``timeout``, at a terminal or with pipes. It must end within a second of
processor time with its usual exit code or that of the signal. Its output must be a prefix of the undisturbed
output, or the report of the simulation so far. No file may be incomplete or temporary, and no process may be
left. The exit code is 0 if all of this holds. Needs Linux.
"""

from __future__ import annotations

import os
import pty
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from threading import Thread
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.processes import is_alive, members_of, processor_time

from bj.errors import UsageError
from bj.session.saving import read_saved

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
MOST_SECONDS = 1.0
"""The most processor time from the signal to the end, in seconds."""
PATIENCE = 60
"""Seconds after which a command is killed."""

RIGHT, WRONG = 33, 7
"""Transcripts for ``bj verify``."""
PLAIN, COMPILED = ["--engine", "plain"], ["--engine", "compiled"]
HANDS = ["60", "5", "50", "counting"]
KEPT = ["--rounds", "8", "--checkpoint", "kept"]
SIDES = ["classic", "classic", "--right", "player=counting"]
SETTINGS = ["bankroll=100", "minimum=2", "hands=6", "player=simple"]
WORDS = [word for setting in SETTINGS for word in ("--set", setting)]
COMMANDS: Mapping[str, list[str]] = {
    "run": ["run", "long.toml", "10000", "5"],
    "run saved": ["run", "classic", "10000", "5", "150", "counting", "--save", "game"],
    "verify": ["verify", "classic", *WORDS, "--format", "concise", "played"],
    "simulate": ["simulate", "classic", *HANDS, "--hands", "100000", *PLAIN, "--workers", "1"],
    "simulate twice": ["simulate", "classic", *HANDS, "--hands", "150000", *PLAIN, "--workers", "2"],
    "simulate compiled": ["simulate", "classic", *HANDS, "--hands", "1e7", *COMPILED, "--workers", "1"],
    "simulate threads": ["simulate", "classic", *HANDS, "--hands", "2e7", *COMPILED, "--workers", "2"],
    "simulate kept": ["simulate", "vegas", "safe:A:50", "--games", "900", *KEPT, *PLAIN],
    "compare": ["compare", *SIDES, "--hands", "50000", *PLAIN, "--workers", "2"],
    "compare compiled": ["compare", *SIDES, "--hands", "4e6", *COMPILED],
    "analyze": ["analyze", "classic", "--fresh", *COMPILED],
    "analyze plain": ["analyze", "infinite", *PLAIN],
    "solve": ["solve", "classic", "--fresh", *COMPILED],
    "solve written": ["solve", "infinite", *COMPILED, "--write", "best.toml", "--force"],
    "validate": ["validate", "rulesets"],
    "test": ["test", "rulesets"],
    "test updated": ["test", "rulesets/classic.toml", "--update"],
    "histories": ["simulate", "classic", *HANDS, "--hands", "20000", "--histories", "histories.parquet"],
    "grade": ["grade", "course.toml", "played", "--workers", "2"],
    "mutate": ["mutate", "classic", *WORDS, "--only", "dealer"],
    "page": ["page", "casino"],
    "new": ["new", "mine.toml", "--from", "casino"],
    "show": ["show", "casino"],
}
"""The commands that are sent signals, each with files that ``prepare`` has made."""


class Ended(NamedTuple):
    """The end of a command."""

    code: int
    printed: bytes
    complaints: bytes
    seconds: float
    """The processor time after the signal."""
    left: list[int]
    """The processes of its session that are still running."""
    is_late: bool = False
    """Whether the command had ended before the signal."""


class Whole(NamedTuple):
    """A command that received no signal."""

    code: int
    printed: bytes
    complaints: bytes
    seconds: float
    files: Mapping[str, bytes]


class Sending(NamedTuple):
    """A signal and its time."""

    number: signal.Signals
    seconds: float
    to_group: bool
    times: int
    at_terminal: bool


LONG = """
[ruleset]
title = "Long"
extends = "classic"
[rules]
credit = true
[procedure]
game = ["shuffle", { repeat = "hand", while = "hand < 15000" }]
"""


COURSE = """
[course]
title = "Blackjack"
ruleset = "classic"
transcripts = "{student}.txt"
formats = ["text", "gradescope"]
[runs.short]
arguments = { bankroll = 100, minimum = 2, hands = 6, player = "simple" }
[points]
dealer = 5
wording = 5
"""


def drain(descriptor: int, into: bytearray) -> None:
    """Read until no process can write any more."""
    while True:
        try:
            piece = os.read(descriptor, 1 << 16)
        except OSError:  # as a terminal ends
            break
        if not piece:
            break
        into += piece
    os.close(descriptor)


def begin(words: list[str], folder: Path, *, at_terminal: bool) -> tuple[subprocess.Popen[bytes], list[int]]:
    """Start a command in a new session; return where to read its stdout and stderr."""
    command = [sys.executable, "-m", "bj", *words]
    environment = {**os.environ, "COLUMNS": "200", "TERM": "xterm"}
    if at_terminal:
        main, side = pty.openpty()
        ends, streams = [main], (side, side, side)
    else:
        (out, to_out), (err, to_err) = os.pipe(), os.pipe()
        ends, streams = [out, err], (os.open(os.devnull, os.O_RDONLY), to_out, to_err)
    process = subprocess.Popen(
        command,
        stdin=streams[0],
        stdout=streams[1],
        stderr=streams[2],
        cwd=folder,
        env=environment,
        start_new_session=True,
    )
    for stream in set(streams):
        os.close(stream)
    return process, ends


def run(words: list[str], folder: Path, sending: Sending | None = None) -> Ended:
    """Run a command in a folder, and send it a signal."""
    process, ends = begin(words, folder, at_terminal=sending is not None and sending.at_terminal)
    read = [bytearray() for _ in ends]
    readers = [Thread(target=drain, args=each, daemon=True) for each in zip(ends, read, strict=True)]
    for reader in readers:
        reader.start()
    before, is_late = 0.0, False
    if sending is not None:
        time.sleep(sending.seconds)
        before = sum(map(processor_time, {process.pid, *members_of(process.pid)}))
        is_late = not is_alive(process.pid)
        send = os.killpg if sending.to_group else os.kill
        for _ in range(sending.times):
            send(process.pid, sending.number)
            time.sleep(0.005)
    until = time.monotonic() + (PATIENCE if sending else 10 * PATIENCE)
    for reader in readers:  # they end when no process of the session can write
        reader.join(max(0, until - time.monotonic()))
    left = [each for each in members_of(process.pid) if each != process.pid]
    if any(reader.is_alive() for reader in readers):
        for each in members_of(process.pid):
            os.kill(each, signal.SIGKILL)
        process.wait()
        return Ended(0, b"", b"", PATIENCE, left)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    for _ in range(100):
        left = [each for each in left if each in members_of(process.pid)]
        if not left:
            break
        time.sleep(0.01)
    printed, complaints = bytes(read[0]), bytes(read[-1]) if len(read) > 1 else b""
    seconds = used.ru_utime + used.ru_stime - before
    return Ended(process.returncode, printed, complaints, seconds, left, is_late)


def prepare(folder: Path) -> None:
    """Make the files that the commands need."""
    source = Path(__file__).parents[2] / "rulesets"
    shutil.copytree(source, folder / "rulesets")
    (folder / "long.toml").write_text(LONG, "utf-8")
    (folder / "course.toml").write_text(COURSE, "utf-8")
    cases = folder / "rulesets" / "cases" / "classic.toml"
    cases.write_bytes(cases.read_bytes().replace(b"cut at 39", b"cut at 40"))
    (folder / "played").mkdir()
    words = ["run", "classic", "100", "2", "6", "simple"]
    played = run(words, folder).printed
    for number in range(RIGHT + WRONG):
        lines = played.splitlines(keepends=True)
        if number % 5 == 2:
            del lines[30 + number % 7]
        (folder / "played" / f"{number:02}.txt").write_bytes(b"".join(lines))


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, by their names."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


OURS = re.compile(rb"/bj/(?!__init__|__main__|cli/__init__|signals)[a-z_/]+\.py")
"""A line of a traceback in a module that is imported after Ctrl-C is handled."""


def what_is_wrong(sending: Sending, ended: Ended, whole: Whole) -> str:
    """The fault in the end of a command, or an empty text."""
    said = ended.printed + ended.complaints if sending.at_terminal else ended.complaints
    if b"Traceback" in said and (OURS.search(said) or b"KeyboardInterrupt" not in said):
        return said.decode()
    if b"Traceback" in said:
        return TOO_SOON
    if ended.code not in (whole.code, 128 + sending.number, -sending.number):
        return f"exit code {ended.code}: {said.decode()}"
    if ended.seconds > MOST_SECONDS:
        return f"{ended.seconds:.1f} s of processor time after the signal"
    if ended.left:
        return f"{len(ended.left)} processes are left"
    if sending.at_terminal:
        hidden, shown = ended.printed.count(b"\x1b[?25l"), ended.printed.count(b"\x1b[?25h")
        return "the cursor stays hidden" if hidden > shown else ""
    if ended.complaints not in (b"", whole.complaints):
        return f"it complains: {said.decode()}"
    if not whole.printed.startswith(ended.printed) and b"PARTIAL: interrupted" not in ended.printed:
        return "what was printed is no beginning"
    return ""


def what_is_broken(folder: Path, before: Mapping[str, bytes], whole: Whole) -> str:
    """The file that has neither its old nor its new content, or an empty text."""
    for name, content in contents(folder).items():
        if name == "game":
            try:
                read_saved(folder / name)
            except UsageError as error:
                return error.message
        elif name == "kept":
            lines = content.split(b"\n")
            if not set(lines[:-1]) <= set(whole.files[name].split(b"\n")):
                return "the checkpoint has another line"
        elif content not in (before.get(name), whole.files.get(name)):
            return f"{name} is half written, or not as it was"
    return ""


TOO_SOON, TOO_LATE, FINE = "before Python could know", "after the end", "in time"


def send_one(name: str, sending: Sending, whole: Whole, prepared: Path) -> str:
    """Send a signal to a command; return TOO_SOON, TOO_LATE, FINE, or the fault."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "here"
        shutil.copytree(prepared, folder)
        ended = run(COMMANDS[name], folder, sending)
        problem = what_is_wrong(sending, ended, whole) or what_is_broken(folder, contents(prepared), whole)
    return problem or (TOO_LATE if ended.is_late else FINE)


def run_whole(name: str, prepared: Path) -> Whole:
    """Run a command without a signal."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "here"
        shutil.copytree(prepared, folder)
        begun = time.monotonic()
        ended = run(COMMANDS[name], folder)
        seconds = time.monotonic() - begun
        return Whole(ended.code, ended.printed, ended.complaints, seconds, contents(folder))


def draw(chance: random.Random, whole: Whole) -> Sending:
    """Choose a random signal and time."""
    return Sending(
        chance.choice(SIGNALS),
        whole.seconds * chance.random(),
        to_group=chance.random() < 1 / 2,
        times=2 if chance.random() < 1 / 5 else 1,
        at_terminal=chance.random() < 1 / 3,
    )


def main(count: int, names: list[str]) -> int:
    """Send this many signals, and print the number of faults."""
    chance = random.Random()  # noqa: S311  # moments to send a signal are no secret
    outcomes: Counter[str] = Counter()
    wrong = 0
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # a shell makes programs that it starts with `&` ignore it
    with tempfile.TemporaryDirectory() as place:
        prepared = Path(place) / "prepared"
        prepared.mkdir()
        prepare(prepared)
        wholes = {name: run_whole(name, prepared) for name in names}
        for name, whole in wholes.items():
            print(f"{name}: {whole.seconds:.1f} s, exit code {whole.code}", flush=True)
        for turn in range(count):
            name = names[turn % len(names)]
            sending = draw(chance, wholes[name])
            outcome = send_one(name, sending, wholes[name], prepared)
            outcomes[outcome] += 1
            if outcome not in (TOO_SOON, TOO_LATE, FINE):
                wrong += 1
                print(f"{name}, {sending}: {outcome}", flush=True)
    moments = ", ".join(f"{outcomes[each]} {each}" for each in (FINE, TOO_SOON, TOO_LATE))
    print(f"{count} signals, {wrong} wrong: {moments}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60, sys.argv[2:] or list(COMMANDS)))
