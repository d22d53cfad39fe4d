"""Programs with mistakes, and the reports on their transcripts: what ``reports.toml`` contains.

The file has ``games``, and lists of cases. A case names its ``game``, and replaces ``old`` by ``new`` texts
in the independent program of that game. It may also replace what the program has ``printed`` by something
else ``instead``, only ``once`` if it says so, and end the transcript before a text. In a ``report``, each
finding begins with its line, kind and rule. The part of a message that reveals the solution is in ``⟨⟩``. A
case has a quarter of the usual ``effort`` if its explanation needs less than an eighth, or a sixteenth if it
needs less than a sixty-fourth.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.verify.exams import verifier
from tests.verify.mutants import COURSES, INFINITE, TOURNAMENT, VEGAS, Set, program_of, transcript

from bj.argument_values import Seat, Value
from bj.verify import text
from bj.verify.effort import ENOUGH, Effort
from bj.verify.findings import BrokenRule, Report
from bj.verify.formats.text import describe_finding

FILE = Path(__file__).with_name("reports.toml")

PROGRAMS = {
    "classic": COURSES,
    "trick": COURSES,
    "vegas": VEGAS,
    "infinite": INFINITE,
    "infinite_double": INFINITE,
    "sos_vs_sc": TOURNAMENT,
    "sos_vs_sc_revised": TOURNAMENT,
}
"""The independent program of each ruleset."""


EFFORTS = {"the usual": 1, "a quarter": 4, "a sixteenth": 16}

Changes = tuple[tuple[str, str], ...]
"""Texts, and those that replace them."""


class Case(NamedTuple):
    """A program with replaced texts, and the report on its transcript."""

    name: str
    game: Set
    changes: Changes
    """The changes to the program."""
    edits: Changes
    """The changes to its transcript."""
    most: int
    """How often an edit is made, or -1 for everywhere."""
    end: str
    """The text before which the transcript ends, or an empty string."""
    effort: int
    report: str

    def verify(self) -> Report:
        """The current report."""
        printed = transcript(program_of(PROGRAMS[self.game.ruleset], self.changes), self.game)
        for old, new in self.edits:
            assert old in printed
            printed = printed.replace(old, new, self.most)
        printed = printed[: printed.index(self.end)] if self.end else printed
        with patch.object(text, "Effort", lambda: Effort(self.effort)):
            return _verify(self.game, printed)


def read_cases() -> Iterator[Case]:
    """The cases, in the order of the file."""
    lists = tomllib.loads(FILE.read_text("utf-8"))
    games = {name: _read_game(game) for name, game in lists.pop("games").items()}
    for name, cases in lists.items():
        for number, case in enumerate(cases):
            yield Case(
                f"{name} {number}",
                games[case["game"]],
                _read_changes(case, "old", "new"),
                _read_changes(case, "printed", "instead"),
                1 if case.get("once") else -1,
                case.get("ends_before", ""),
                ENOUGH // EFFORTS[case.get("effort", "the usual")],
                case["report"],
            )


def _read_changes(case: dict[str, Any], old: str, new: str) -> Changes:
    """The changes under these two keys, each with a text or a list of them."""
    before, after = (case.get(key, []) for key in (old, new))
    return tuple(zip(before, after, strict=True)) if isinstance(before, list) else ((before, after),)


def _read_game(game: dict[str, Any]) -> Set:
    """A game of the file. Its players, if it names them, are written as on the command line."""
    values: dict[str, Value] = game["arguments"]
    if players := game.get("players"):
        seats = (each.split(":") for each in players.split())
        values["players"] = tuple(Seat(kind, name, int(bankroll)) for kind, name, bankroll in seats)
    return Set(game["ruleset"], values, game["seed"], game.get("chance", "seed"))


def report_on(game: Set, *changes: tuple[str, str]) -> Report:
    """The report on a program with replaced texts."""
    return _verify(game, transcript(program_of(PROGRAMS[game.ruleset], changes), game))


def _verify(game: Set, printed: str) -> Report:
    """The report on a transcript."""
    return verifier(game.ruleset, game.values, game.seed, game.chance).verify("a file", printed.encode())


def in_words(report: Report) -> str:
    """A report as the cases contain it."""
    stops = [f"the comparison stops at line {report.stopped}{report.stopped_why}"] if report.stopped else []
    return "".join(f"{line}\n" for line in [*chain(*map(_describe, report.findings)), *stops])


def _describe(finding: BrokenRule) -> Iterator[str]:
    """The lines about a finding: after the first one, those that `bj verify` prints."""
    times = f" ({finding.times} {finding.unit}s)" if finding.times > 1 else ""
    message = finding.message
    if finding.solution:
        message = message.replace(finding.solution, f"⟨{finding.solution}⟩", 1)
    yield f"{finding.line}: {finding.kind}: {finding.rule}: {message}{times}"
    yield from [*describe_finding(replace(finding, place=""))][1:]
