"""Damaged transcripts, files of cards, cuts and answers, and rulesets, and how the commands about them end.

    python tests/campaigns/damaged.py [TRANSCRIPTS] [FILES] [RULESETS] [SEED]

Damages games of all shipped rulesets in turn, with people among the players: cuts, repetitions, swapped,
missing and additional lines, other digits, huge numbers, other encodings, random bytes, lines of a hundred
thousand characters, and lines of other games. `bj verify` reads each with the luck of its seed, its cuts or
its cards, or `bj run` plays one of the games with damaged files. `bj validate` checks mutants of the shipped
rulesets in all formats. The exit code must be 0, 1 or 2, within SECONDS of processor time and MEGABYTES,
without a traceback. The exit code of the campaign is 0 if all commands end like this; otherwise it keeps the
files of the others in a temporary folder, and prints its name.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import random
import resource
import shlex
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import typer

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.campaigns.right import CHANCES, TYPED, Played, ours  # noqa: E402  # the folder has to be known first
from tests.ruleset.mutations import random_mutant  # noqa: E402  # the same
from tests.session.games import shipped  # noqa: E402  # the same

from bj.argument_values import Seat, Value  # noqa: E402  # the same
from bj.cli.app import make_app  # noqa: E402  # the same
from bj.findings import FORMATS as FORMATS_OF_FINDINGS  # noqa: E402  # the same
from bj.ruleset.ruleset_files import shipped_rulesets  # noqa: E402  # the same
from bj.verify.text import LARGEST_TRANSCRIPT, LONGEST_LINE  # noqa: E402  # the same

SECONDS = {"verify": 10.0, "run": 10.0, "validate": 1.0}
COMMANDS_OF_A_PROCESS = {"verify": 1, "run": 1, "validate": 250}
MEGABYTES = 300
FORMATS = ("full", "full", "concise", "json", "junit", "github", "gradescope", "check50")
GAMES = 4
"""The number of games of each ruleset that are damaged."""
OTHERS = ("casino", "classic", "vegas")
"""Rulesets whose lines are put into the transcripts of others."""
LARGE = 1 << 20
"""The number of bytes of a transcript that is repeated."""
FILLED = 0.02
"""The share of transcripts that are filled up to the most bytes that are read."""

Damage = Callable[[list[bytes], random.Random, Sequence[bytes]], bytes]
"""Damages lines; also gets those of another game."""


class Verdict(NamedTuple):
    """The result of one command."""

    code: int
    seconds: float
    megabytes: float
    """The most memory that its process used."""
    trouble: str
    content: bytes
    """The files of a command that failed."""


def _cut(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    text = b"\n".join(lines)
    start, end = sorted(luck.randrange(len(text) + 1) for _ in range(2))
    return text[start:] if luck.random() < 0.3 else text[:end]


def _repeat(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    text = b"\n".join([*lines, b""])
    return text * luck.choice((2, 3, max(2, LARGE // max(len(text), 1))))


def _swap(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    for _ in range(luck.choice((1, 2, 5, len(lines)))):
        one, two = luck.randrange(len(lines)), luck.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def _leave_out(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    share = luck.choice((0.02, 0.1, 0.5, 0.9))
    return b"\n".join(line for line in lines if luck.random() > share)


def _put_in(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    for _ in range(luck.choice((1, 3, 20))):
        lines.insert(luck.randrange(len(lines) + 1), luck.choice([*lines, *other]))
    return b"\n".join(lines)


def _change_digits(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    text = bytearray(b"\n".join(lines))
    digits = [place for place, sign in enumerate(text) if 48 <= sign <= 57]
    for place in luck.sample(digits, min(len(digits), luck.choice((1, 3, 20)))):
        text[place] = luck.choice(b"0123456789-. ")
    return bytes(text)


def _enlarge_numbers(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    text = b"\n".join(lines)
    digits = [place for place, sign in enumerate(text) if 48 <= sign <= 57] or [0]
    for place in sorted(luck.sample(digits, min(len(digits), 3)), reverse=True):
        text = text[:place] + b"9" * luck.choice((5, 19, 40, 5_000, 50_000)) + text[place:]
    return text


def _encode(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    text = b"\n".join(lines).decode("utf-8", "replace")
    encoding = luck.choice(("utf-16", "utf-16-be", "utf-16-le", "utf-32", "latin-1", "cp437", "utf-7"))
    return text.replace("\n", luck.choice(("\n", "\r\n", "\r"))).encode(encoding, "replace")


def _break_bytes(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    text = bytearray(b"\n".join(lines))
    for _ in range(luck.choice((1, 10, 1_000))):
        place = luck.randrange(len(text) + 1)
        text[place : place + luck.randrange(4)] = luck.randbytes(luck.randrange(4))
    return luck.randbytes(luck.randrange(100_000)) if luck.random() < 0.1 else bytes(text)


def _lengthen(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    for _ in range(3):
        place = luck.randrange(len(lines))
        more = luck.choice((lines[place] + b" ", b"A", b"9", b" ", b"10 of ", luck.choice(lines) + b", "))
        lines[place] += more * (luck.choice((100, 10_000, 100_000)) // len(more))
    return b"\n".join(lines)


def _take_other(lines: list[bytes], luck: random.Random, other: Sequence[bytes]) -> bytes:
    place = luck.randrange(len(lines) + 1)
    return b"\n".join([*lines[:place], *other[luck.randrange(len(other) + 1) :], *lines[place:]])


OF_LINES: Sequence[Damage] = (_swap, _leave_out, _put_in, _take_other)
"""Damages after which a file of cards, cuts or answers may be used."""
DAMAGES: Sequence[Damage] = (
    *OF_LINES,
    _cut,
    _repeat,
    _change_digits,
    _enlarge_numbers,
    _encode,
    _break_bytes,
    _lengthen,
)


def fill(text: bytes, luck: random.Random) -> bytes:
    """Repeat lines of a text up to the most bytes that are read: empty, short or long ones."""
    line = luck.choice((b"\n", b"\r", b"a\n", b"\t \n", b"x" * (LONGEST_LINE - 10) + b"\n", text + b"\n"))
    return text + line * (LARGEST_TRANSCRIPT // len(line))


def damage(text: bytes, luck: random.Random, other: bytes, damages: Sequence[Damage] = DAMAGES) -> bytes:
    """Damage a text."""
    if damages is DAMAGES and luck.random() < FILLED:
        return fill(text, luck)
    for _ in range(luck.choice((1, 1, 2, 3))):
        text = luck.choice(damages)(text.split(b"\n"), luck, other.split(b"\n"))[: 2 * LARGE]
    return text


@cache
def games_of(name: str) -> Sequence[Played]:
    """Some games of a shipped ruleset."""
    return tuple(ours(name, GAMES))


def words_of(name: str, values: Mapping[str, Value]) -> list[str]:
    """The command-line words for the arguments of a ruleset, in their order."""
    words: list[str] = []
    for argument in shipped(name).model.command_line:
        if argument.name not in values:
            break  # an argument may be left out with those after it
        value = values[argument.name]
        seats = value if isinstance(value, tuple) else ()
        words += [f"{seat.strategy}:{seat.name}:{seat.bankroll}" for seat in seats if isinstance(seat, Seat)]
        words += [] if isinstance(value, tuple) else [str(value)]
    return words


def options_of(name: str, values: Mapping[str, Value]) -> list[str]:
    """The command-line options that set the arguments of a ruleset."""
    options: list[str] = []
    for argument in shipped(name).model.command_line:
        if argument.name in values:
            words = words_of(name, {argument.name: values[argument.name]}) or [str(values[argument.name])]
            options += ["--set", f"{argument.name}={' '.join(words)}"]
    return options


def verification(name: str, luck: random.Random, folder: Path) -> tuple[list[str], list[Path]]:
    """The words of a command that verifies a damaged transcript, and the file."""
    game = luck.choice(games_of(name))
    other = luck.choice(games_of(luck.choice(OTHERS)))
    file = folder / "transcript.txt"
    file.write_bytes(damage(game.text.encode(), luck, other.text.encode()))
    words = ["verify", name, str(file), *options_of(name, game.values)]
    words += ["--rounds", str(game.rounds)] if game.rounds else []
    words += ["--seed", str(game.seed + luck.choice((0, 0, 1))), "--chance", luck.choice(CHANCES)]
    return [*words, "--format", luck.choice(FORMATS)], [file]


def play(name: str, luck: random.Random, folder: Path) -> tuple[list[str], list[Path]]:
    """The words of a command that plays with damaged files, and the files."""
    game = luck.choice(games_of(name))
    codes = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    contents = {
        "--cards": luck.choices([*codes, *"9TA"], k=60),
        "--cuts": [str(luck.randrange(53)) for _ in range(60)],
        "--answers": luck.choices(TYPED.split(), k=60),
    }
    words, files = ["run", name, *words_of(name, game.values), "--seed", str(game.seed)], []
    words += ["--rounds", str(game.rounds)] if game.rounds else []
    options = [option for option in contents if option != "--cuts" or "cut" in shipped(name).texts]
    for option in luck.sample(options, luck.choice((1, 1, len(options)))):
        text = "\n".join(contents[option]).encode()
        files.append(folder / f"{option[2:]}.txt")
        files[-1].write_bytes(damage(text, luck, text, luck.choice((DAMAGES, OF_LINES))))
        words += [option, str(files[-1])]
    return words, files


@cache
def rulesets() -> Mapping[str, str]:
    """The texts of the shipped rulesets."""
    return {name: path.read_text("utf-8") for name, path in shipped_rulesets().items()}


def validation(_name: str, luck: random.Random, folder: Path) -> tuple[list[str], list[Path]]:
    """The words of a command that validates a mutant of any ruleset, and its file."""
    file = folder / "mutant.toml"
    file.write_text(random_mutant(rulesets(), luck)[1], "utf-8", newline="")
    return ["validate", str(file), "--format", luck.choice(sorted(FORMATS_OF_FINDINGS))], [file]


WRITERS = {"verify": verification, "run": play, "validate": validation}
"""How the files of each command are damaged."""


def judge(task: tuple[str, int]) -> Verdict:
    """The verdict on one of the commands, by its number."""
    kind, number = task
    luck = random.Random(f"{kind} {number}")  # noqa: S311  # the same files every time
    command = typer.main.get_command(make_app(kind))
    names = sorted(shipped_rulesets())
    printed, err = io.BytesIO(), io.StringIO()
    out = io.TextIOWrapper(printed, "utf-8", write_through=True)
    code, trouble = 0, ""
    with tempfile.TemporaryDirectory() as folder:
        words, files = WRITERS[kind](names[number % len(names)], luck, Path(folder))
        begun = time.process_time()
        try:
            nothing = mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO()))
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), nothing:
                command.main(words)
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException as error:  # the campaign looks for any error
            trouble = f"{type(error).__name__}: {error}"
        seconds = time.process_time() - begun
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
        if code not in (0, 1, 2):
            trouble = trouble or f"exit code {code}"
        elif "Traceback" in err.getvalue():
            trouble = "a traceback"
        elif kind == "validate" and any(sign < 32 and sign != 10 for sign in printed.getvalue()):
            trouble = "a control character in the report"
        elif seconds > SECONDS[kind]:
            trouble = f"{seconds:.2f} s"
        elif megabytes > MEGABYTES:
            trouble = f"{megabytes:.0f} MB"
        content = b"\n---\n".join(file.read_bytes() for file in files) if trouble else b""
    return Verdict(code, seconds, megabytes, trouble and f"{trouble}: bj {shlex.join(words)}", content)


def main() -> None:
    """Run the campaign and print its results."""
    given = [int(word) for word in sys.argv[1:]]
    *counts, seed = [*given, *(2_000, 500, 100_000, 0)[len(given) :]]
    troubles: list[Verdict] = []
    context = multiprocessing.get_context("spawn")
    for kind, count in zip(WRITERS, counts, strict=True):
        tasks = [(kind, 1_000_000 * seed + number) for number in range(count)]
        codes: Counter[int] = Counter()
        slowest = largest = 0.0
        with context.Pool(maxtasksperchild=COMMANDS_OF_A_PROCESS[kind]) as pool:
            for verdict in pool.imap_unordered(judge, tasks):
                codes[verdict.code] += 1
                slowest, largest = max(slowest, verdict.seconds), max(largest, verdict.megabytes)
                if verdict.trouble:
                    troubles.append(verdict)
                    print(verdict.trouble, flush=True)
        ended = ", ".join(f"{times:,} with exit code {code}" for code, times in sorted(codes.items()))
        print(f"{count:,} commands `bj {kind}`: {ended}")
        print(f"slowest {slowest:.2f} s of processor time, largest process {largest:.0f} MB", flush=True)
    if troubles:
        folder = Path(tempfile.mkdtemp(prefix="damaged-"))
        for number, verdict in enumerate(troubles):
            (folder / f"{number}.txt").write_bytes(verdict.content)
            print(f"{folder}/{number}.txt: {verdict.trouble}")
        sys.exit(1)


if __name__ == "__main__":
    main()
