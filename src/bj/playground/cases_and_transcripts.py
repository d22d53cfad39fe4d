"""Runs the test cases for a ruleset, and verifies transcripts from other programs."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from bj.cases.reading import FOLDER, file_of_cases
from bj.cases.running import run_cases
from bj.errors import RulesetError, UsageError
from bj.findings.text import render_findings
from bj.playground.current_text import FILE, Desk, Json
from bj.record.line_sources import PlacedRules
from bj.ruleset.ruleset_files import LARGEST_FILE, read_bytes, shipped_rulesets
from bj.verify.assignment import Assignment
from bj.verify.formats.json import describe
from bj.verify.formats.reveal import for_students
from bj.verify.verifying import Verifier


def cases(desk: Desk, *, text: str, cases: str) -> list[Json]:
    """Run test cases for a ruleset, and return the name of each case with its failure.

    ``text`` is the ruleset, and ``cases`` is the text of a case file. A failure is a list of lines, which is
    empty if the case passes. Raises RulesetError if the ruleset has faults, and UsageError if the case file
    has faults.
    """
    desk.checked(text)
    if len(cases.encode("utf-8", "surrogatepass")) > LARGEST_FILE:
        raise UsageError(f"the cases are larger than {LARGEST_FILE:,} bytes", "test fewer games")
    with TemporaryDirectory() as folder:
        file = _write(Path(folder), text)
        (file.parent / FOLDER).mkdir()
        file_of_cases(file).write_bytes(cases.encode("utf-8", "replace"))
        try:
            found = run_cases(file)
        except RulesetError as error:
            shown = render_findings(error.findings)
            raise UsageError(shown.replace(f"{folder}/", ""), "fix the cases") from None
    return [
        {"name": each.name, "failure": [line.replace(f"{folder}/", "") for line in each.failure]}
        for each in found
    ]


def cases_of(desk: Desk, *, name: str) -> Json:
    """Return the text of a shipped ruleset's case file, or an empty string if it has no cases."""
    file = shipped_rulesets().get(name)
    path = file_of_cases(file) if file else None
    return {"cases": read_bytes(path).decode() if path and path.is_file() else ""}


def verify(
    desk: Desk,
    *,
    text: str,
    transcript: str,
    arguments: str = "",
    seed: int = 0,
    rounds: int = 0,
    chance: Literal["seed", "cuts", "cards"] = "seed",
) -> Json:
    """Verify a transcript from another program. Return the same report as `bj verify --format json`."""
    checked, values = desk.checked(text), desk.values(text, arguments)
    assignment = Assignment(PlacedRules(checked), values, seed, chance, rounds)
    report = Verifier(assignment).verify("transcript", transcript.encode("utf-8", "replace"))
    return describe(for_students(report))


def _write(folder: Path, text: str) -> Path:
    file = folder / FILE
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return file
