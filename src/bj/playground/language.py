"""The text of a ruleset: findings, remedies, completion, hover, the rule card.

Places are pairs of a line and a character, both from 0, in UTF-16 units as editors count them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bj.describe.rules.procedure import describe_procedure
from bj.describe.rules.rule_card import describe_rules
from bj.editor.completion import complete as find_words
from bj.editor.hover import hover as explain
from bj.editor.positions import EditorPositions
from bj.editor.usual_words import shipped_habits
from bj.errors import Finding
from bj.findings.json import describe_findings
from bj.findings.report import CheckReport
from bj.playground.desk import FILE, Desk, Json, without_nones
from bj.ruleset.check import Checked
from bj.ruleset.files import read_bytes, shipped_rulesets
from bj.ruleset.load import load_ruleset
from bj.ruleset.toml.text import Span

WIDTH = 76
"""The columns of the rule card."""

Place = tuple[int, int]


def shelf(desk: Desk) -> list[Json]:
    """The shipped rulesets: their names, titles, summaries and texts."""
    found = []
    for name, file in shipped_rulesets().items():
        head = load_ruleset(file).model.ruleset
        text = read_bytes(file).decode()
        found.append({"name": name, "title": head.title, "summary": head.summary or "", "text": text})
    return found


def check(desk: Desk, *, text: str) -> Json:
    """The findings about a text, as `bj validate` has them; for a ruleset without faults, its arguments."""
    desk.lay(text)
    findings = desk.workspace.examine(FILE)
    found: Json = {"findings": _describe(desk, findings)}
    if not any(finding.severity == "error" for finding in findings):
        found["ruleset"] = _describe_arguments(desk.checked(text))
    return found


def fix(desk: Desk, *, text: str) -> Json:
    """The text after all remedies that leave no choice."""
    desk.lay(text)
    return {"text": desk.workspace.fix(FILE)}


def complete(desk: Desk, *, text: str, place: Place) -> list[Json]:
    """The words that can be at a place, the most probable one first."""
    desk.lay(text)
    positions = EditorPositions(text)
    files = desk.workspace.possible_parents(FILE)
    documents = desk.workspace.documents(FILE)
    return [
        {
            "word": each.word,
            "sort": each.sort,
            "about": each.about,
            "text": each.text,
            "range": _range(positions, each.span),
        }
        for each in find_words(text, positions.offset(*place), documents, shipped_habits(), files)
    ]


def hover(desk: Desk, *, text: str, place: Place) -> Json | None:
    """The explanation of the word at a place, in Markdown."""
    desk.lay(text)
    positions = EditorPositions(text)
    found = explain(text, positions.offset(*place), desk.workspace.documents(FILE))
    return {"text": found.text, "range": _range(positions, found.span)} if found else None


def card(desk: Desk, *, text: str) -> Json:
    """The rules in plain words, and the steps of a game: sections of lines."""
    checked = desk.checked(text)
    head = checked.model.ruleset
    return {
        "title": head.title,
        "summary": head.summary or "",
        "rules": _sections(describe_rules(checked)),
        "procedure": _sections(describe_procedure(checked)),
    }


def _sections(sections: Any) -> list[Json]:
    """Sections with a title and lines; those without a line are left out."""
    found = []
    for section in sections:
        if any(part.lines(WIDTH) for part in section.parts):
            title, *lines = section.lines(WIDTH)
            found.append({"title": title, "lines": lines})
    return found


def _describe(desk: Desk, findings: Sequence[Finding]) -> list[Json]:
    """Findings as `bj validate --format json` has them, with the places of those in the text itself."""
    described = describe_findings(CheckReport([FILE], findings))
    positions = EditorPositions(desk.workspace.text_of(FILE))
    for each, finding in zip(described, findings, strict=True):
        if finding.file != FILE:
            continue
        start = positions.line_offset(finding.line, finding.column)
        each["range"] = _range(positions, (start, start + finding.length))
        for edit, written in zip(each["edits"], finding.edits, strict=True):
            first = positions.line_offset(written.line, written.column)
            last = positions.line_offset(written.end_line, written.end_column)
            edit["range"] = _range(positions, (first, last))
    return described


def _range(positions: EditorPositions, span: Span) -> list[Place]:
    """The places of both ends of a span."""
    first, last = positions.range(span)
    return [(first.line, first.character), (last.line, last.character)]


def _describe_arguments(checked: Checked) -> Json:
    """The arguments, the usual seed and the example of a ruleset, for the form of a game."""
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
