"""Measures the cost of checking a ruleset compared with reading it, and of a short command.

    python benchmarks/validate.py [--rulesets N] [--rounds N]

Writes many kinds of rulesets into a temporary folder, complete rulesets and overlays. Prints three ratios:

- checking all of these rulesets as ``bj validate`` does, relative to reading them, parsing them as TOML,
  merging them with the rulesets that they extend, and validating them with pydantic, file by file;
- the command ``bj validate`` for one small file, relative to a command of typer that does nothing;
- the command ``bj run`` for three hands, relative to a command of typer that does nothing.

Both sides of a ratio take turns several times, each time in a new process. The medians of the ratios are
printed, for elapsed time and for the processor time of all processes.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import tomli
import tomli_w

from bj.cli.validate import check_files
from bj.ruleset.discovery import gather
from bj.ruleset.documents import Document, merge_documents
from bj.ruleset.fault_code_selection import Selection
from bj.ruleset.model import Ruleset
from bj.ruleset.ruleset_files import shipped_rulesets

SMALL = '[ruleset]\ntitle = "Small"\nextends = "classic"\n\n[payouts]\nnatural = "6:5"\n'

EMPTY = """
import typer

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main() -> None:
    pass


app()
"""


def write_rulesets(folder: Path, count: int) -> None:
    """Write ``count`` rulesets: a third complete, the others overlays of these or of shipped rulesets."""
    chance = random.Random(1)  # noqa: S311  # not a secret
    shipped = {name: tomli.loads(path.read_text("utf-8")) for name, path in shipped_rulesets().items()}
    whole = {name: data for name, data in shipped.items() if "extends" not in data["ruleset"]}
    parents: list[str] = []
    for number in range(count):
        name = f"ruleset_{number:04}"
        if number % 3 == 0:
            data = vary(chance, whole[chance.choice(sorted(whole))])
            parents.append(f"./{name}.toml")
        else:
            parent = chance.choice(parents if number % 3 == 1 else sorted(shipped))
            tie = chance.choice(("push", "lose", "win"))
            data = {"ruleset": {"extends": parent}, "payouts": {"tie": tie}}
            data["output"] = {"push": f"{{name}} pushes at table {number}"}
        data["ruleset"]["title"] = f"Variant {number}"
        (folder / f"{name}.toml").write_text(tomli_w.dumps(data), "utf-8")


def vary(chance: random.Random, data: dict[str, Any]) -> dict[str, Any]:
    """Copy a ruleset with other numbers in conditions, other charts, and a third of its lines changed."""

    def change(value: Any, key: str) -> Any:
        if isinstance(value, dict):
            return {inner: change(item, "rows" if key == "rows" else inner) for inner, item in value.items()}
        if isinstance(value, list):
            return [change(item, key) for item in value]
        if isinstance(value, str) and key in ("wager", "while", "reshuffle_when"):
            return re.sub(r"\b\d+\b", lambda match: str(int(match[0]) + chance.randrange(20)), value)
        if isinstance(value, str) and key == "when":
            return re.sub(r"(?<=chance\()\d+", lambda _: str(chance.randrange(1, 100)), value)
        if isinstance(value, str) and key == "rows":
            return re.sub("[HS]", lambda match: match[0] if chance.random() < 0.9 else "S", value)
        return value

    changed: dict[str, Any] = change(data, "")
    output = changed.get("output", {})
    for key in chance.sample(sorted(output), k=len(output) // 3):
        if isinstance(output[key], str) and output[key]:
            output[key] += f" ({chance.choice(('table', 'game', 'hall'))} {chance.randrange(100)})"
    return changed


def read_and_validate(files: list[Path]) -> None:
    """Do only what every ruleset requires: read, parse, merge and validate it."""
    shipped = shipped_rulesets()
    for file in files:
        chain: list[Document] = []
        here: Path | None = file
        while here is not None:
            data = tomli.loads(here.read_bytes().decode())
            chain.append(Document(here, "", data))
            parent = data["ruleset"].get("extends")
            here = None if parent is None else shipped.get(parent) or here.parent / parent
        Ruleset.model_validate(merge_documents(chain))


def check(files: list[Path]) -> None:
    """Check files as ``bj validate`` does, without printing."""
    paths, errors = gather([str(file) for file in files])
    report = check_files(paths, {}, Selection(), errors, strict=False)
    if report.unreadable or any(finding.severity == "error" for finding in report.findings):
        sys.exit(f"a ruleset of the benchmark is faulty: {report.findings[:1]}")


def measure(folder: Path, work: Callable[[list[Path]], None]) -> None:
    """Print how long ``work`` takes for the rulesets in ``folder``, after a run with the shipped rulesets."""
    work(list(shipped_rulesets().values()))
    files = sorted(folder.glob("*.toml"))
    start = Times.now()
    work(files)
    print(*Times.since(start))


class Times(NamedTuple):
    """Elapsed seconds, and processor seconds of this process and its children."""

    clock: float
    processors: float

    @classmethod
    def now(cls) -> Times:
        """The seconds until now."""
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return cls(time.perf_counter(), sum(usage.ru_utime + usage.ru_stime for usage in used))

    @classmethod
    def since(cls, start: Times) -> Times:
        """The seconds since ``start``."""
        return cls(*(now - before for now, before in zip(cls.now(), start, strict=True)))


def run_measure(folder: Path, work: str) -> Times:
    """The time that a kind of work takes in a new process."""
    command = [sys.executable, __file__, "--measure", work, "--folder", str(folder)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return Times(*map(float, printed.split()))


def run_program(folder: Path, *command: str) -> Times:
    """The time that a program takes from start to end, with its bytecode cached as after an installation."""
    cached = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    start = Times.now()
    subprocess.run(
        [sys.executable, *command], check=True, stdout=subprocess.DEVNULL, env={**os.environ, **cached}
    )
    return Times.since(start)


def compare(rounds: int, work: Callable[[], Times], yardstick: Callable[[], Times]) -> None:
    """Print the medians of the times for two kinds of work, which take turns, and of their ratios."""
    pairs = [(work(), yardstick()) for _ in range(rounds + 1)][1:]  # the first pair fills caches
    for kind in Times._fields:
        times = [(getattr(mine, kind), getattr(other, kind)) for mine, other in pairs]
        ratio = statistics.median(mine / other for mine, other in times)
        mine, other = (statistics.median(column) * 1000 for column in zip(*times, strict=True))
        print(f"  {kind:10} {mine:8.0f} ms  to {other:8.0f} ms: {ratio:.2f}")


KINDS = {"check": check, "read": read_and_validate}


def main() -> None:
    """Measure, and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rulesets", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--measure", choices=KINDS, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(options.folder, KINDS[options.measure])
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "rulesets")
        folder.mkdir()
        write_rulesets(folder, options.rulesets)
        if options.rulesets:
            print(f"to check {options.rulesets} rulesets, and to read and validate them")
            compare(options.rounds, lambda: run_measure(folder, "check"), lambda: run_measure(folder, "read"))
        small, empty = Path(name, "small.toml"), Path(name, "empty.py")
        small.write_text(SMALL, "utf-8")
        empty.write_text(EMPTY, "utf-8")
        for command in (("validate", str(small)), ("run", "classic", "100", "5", "3", "simple")):
            print(f"`bj {command[0]}`, and a command that does nothing")
            compare(
                3 * options.rounds,
                lambda: run_program(folder, "-m", "bj", *command),  # noqa: B023  # called in this round
                lambda: run_program(folder, str(empty)),
            )


if __name__ == "__main__":
    main()
