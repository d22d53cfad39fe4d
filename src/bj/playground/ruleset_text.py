"""Checks the text of a ruleset, and applies fixes. It imports little, because the page loads it first.

A place is a line number and an index on that line in UTF-16 units, as in editors. Both count from 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import NonNegativeInt

from bj.editor.text_positions import EditorPositions
from bj.faults_and_fixes import Finding
from bj.findings.check_report import CheckReport
from bj.findings.json import describe_findings
from bj.playground.current_text import FILE, Desk, Json, without_nones
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import read_bytes, shipped_rulesets
from bj.ruleset.toml.tokens import Span

Place = tuple[NonNegativeInt, NonNegativeInt]


def shelf(desk: Desk) -> list[Json]:
    """Return the shipped rulesets with their names, titles, summaries and texts."""
    found = []
    for name, file in shipped_rulesets().items():
        head = load_ruleset(file).model.ruleset
        text = read_bytes(file).decode()
        found.append({"name": name, "title": head.title, "summary": head.summary or "", "text": text})
    return found


def check(desk: Desk, *, text: str) -> Json:
    """Return the findings that `bj validate` reports and, if there are no faults, the ruleset's arguments."""
    desk.lay(text)
    findings = desk.workspace.examine(FILE)
    found: Json = {"findings": _describe(desk, findings)}
    if not any(finding.severity == "error" for finding in findings):
        found["ruleset"] = _describe_arguments(desk.checked(text))
    return found


def fix(desk: Desk, *, text: str) -> Json:
    """Return ``text`` with all unambiguous remedies applied."""
    desk.lay(text)
    return {"text": desk.workspace.fix(FILE)}


def _describe(desk: Desk, findings: Sequence[Finding]) -> list[Json]:
    """Convert findings to JSON objects, as in `bj validate --format json`.

    A finding about the text itself also includes the range of characters that it refers to.
    """
    described = describe_findings(CheckReport([FILE], findings))
    positions = EditorPositions(desk.workspace.text_of(FILE))
    for each, finding in zip(described, findings, strict=True):
        if finding.file != FILE:
            continue
        start = positions.line_offset(finding.line, finding.column)
        each["range"] = range_of(positions, (start, start + finding.length))
        for edit, written in zip(each["edits"], finding.edits, strict=True):
            first = positions.line_offset(written.line, written.column)
            last = positions.line_offset(written.end_line, written.end_column)
            edit["range"] = range_of(positions, (first, last))
    return described


def range_of(positions: EditorPositions, span: Span) -> list[Place]:
    """Return the places where a span starts and ends."""
    first, last = positions.range(span)
    return [(first.line, first.character), (last.line, last.character)]


def _describe_arguments(checked: Checked) -> Json:
    """Describe the ruleset's arguments, default seed and example, for the form that starts a game."""
    model = checked.model
    return {
        "title": model.ruleset.title,
        "arguments": [
            without_nones(
                {
                    "name": each.name,
                    "type": each.type,
                    "help": each.help,
                    "default": each.default,
                    "between": each.between,
                    "choices": each.choices,
                    "optional": each.optional,
                }
            )
            for each in model.command_line
            if each.type != "cuts"
        ],
        "asks_again": "ask again" in model.procedure.steps_named(),
        "seed": model.shoe.seed if isinstance(model.shoe.seed, int) else None,
        "example": {
            "arguments": model.example.arguments,
            "seed": model.example.seed,
            "rounds": model.example.rounds,
            "answers": list(model.example.answers),
        },
    }
