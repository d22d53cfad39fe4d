"""Validate mutants of the shipped rulesets, and check how each run ends.

    python tests/campaigns/mutate.py [COUNT] [SEED]

`bj validate` checks every mutant in one of its formats, in processes that are reused. The exit code must be
0, 1 or 2, within a second and 300 MB, without a traceback. The exit code of the campaign is 0 if all runs end
like this; other mutants are kept in a temporary folder, whose name is printed.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import typer

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.ruleset.mutations import random_mutant  # noqa: E402  # the folder of the tests has to be known first

from bj.cli.app import make_app  # noqa: E402  # the same
from bj.ruleset.files import shipped_rulesets  # noqa: E402  # the same

FORMATS = ("full", "full", "concise", "json", "github", "gitlab", "sarif", "junit")
SECONDS = 1.0
MEGABYTES = 300
BATCH = 250


class Verdict(NamedTuple):
    """The outcome of one mutant."""

    code: int
    seconds: float
    trouble: str


class Batch(NamedTuple):
    """The outcome of the mutants that one process has examined."""

    codes: Mapping[int, int]
    slowest: float
    megabytes: float
    troubles: list[tuple[str, str]]


def judge(command: Any, file: Path, output_format: str, most_seconds: float) -> Verdict:
    """Let `bj validate` look at a file for at most some seconds."""
    out, err = io.StringIO(), io.StringIO()
    begun = time.process_time()
    code = 0
    trouble = ""
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            command.main(["validate", str(file), "--format", output_format])
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException as error:  # whatever it is, it is what the campaign looks for
        trouble = f"{type(error).__name__}: {error}"
    seconds = time.process_time() - begun
    printed = out.getvalue() + err.getvalue()
    if code not in (0, 1, 2):
        trouble = trouble or f"exit code {code}"
    elif "Traceback" in printed:
        trouble = "a traceback"
    elif any(ord(sign) < 32 and sign != "\n" for sign in printed):
        trouble = "a control character in the report"
    elif seconds > most_seconds:
        trouble = f"{seconds:.2f} s"
    return Verdict(code, seconds, trouble)


def judge_batch(seed: int, count: int = BATCH, most_seconds: float = SECONDS) -> Batch:
    """Make some mutants, and look at all of them."""
    luck = random.Random(seed)  # noqa: S311  # the same mutants every time
    texts = {name: path.read_text("utf-8") for name, path in shipped_rulesets().items()}
    command = typer.main.get_command(make_app("validate"))
    codes: Counter[int] = Counter()
    troubles: list[tuple[str, str]] = []
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mutant.toml"
        for _ in range(count):
            _, text = random_mutant(texts, luck)
            file.write_text(text, "utf-8", newline="")
            verdict = judge(command, file, luck.choice(FORMATS), most_seconds)
            codes[verdict.code] += 1
            slowest = max(slowest, verdict.seconds)
            if verdict.trouble:
                troubles.append((verdict.trouble, text))
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    return Batch(codes, slowest, megabytes, troubles)


def campaign(count: int, seed: int) -> tuple[Counter[int], float, float, list[tuple[str, str]]]:
    """Look at ``count`` mutants: how often each exit code came, the slowest, the largest, the troubles."""
    codes: Counter[int] = Counter()
    slowest = largest = 0.0
    troubles: list[tuple[str, str]] = []
    seeds = [seed * 1_000_000 + number for number in range(-(-count // BATCH))]
    context = multiprocessing.get_context("spawn")
    with context.Pool(os.cpu_count(), maxtasksperchild=20) as pool:
        for batch in pool.imap_unordered(judge_batch, seeds):
            codes.update(batch.codes)
            slowest, largest = max(slowest, batch.slowest), max(largest, batch.megabytes)
            troubles += batch.troubles
    return codes, slowest, largest, troubles


def main() -> None:
    """Run the campaign and print what came of it."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    begun = time.monotonic()
    codes, slowest, largest, troubles = campaign(count, seed)
    told = ", ".join(f"{times:,} with exit code {code}" for code, times in sorted(codes.items()))
    print(f"{sum(codes.values()):,} mutants in {time.monotonic() - begun:.0f} s: {told}")
    print(f"slowest {slowest:.2f} s of processor time, largest process {largest:.0f} MB")
    print(f"{len(troubles)} troubles")
    if troubles:
        folder = Path(tempfile.mkdtemp(prefix="mutants-"))
        for number, (trouble, text) in enumerate(troubles):
            (folder / f"{number}.toml").write_text(text, "utf-8", newline="")
            print(f"{folder}/{number}.toml: {trouble}")
    if troubles or largest > MEGABYTES:
        sys.exit(1)


if __name__ == "__main__":
    main()
