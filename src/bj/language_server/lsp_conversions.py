"""Converts findings, edits and positions to LSP types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from lsprotocol import types as lsp

from bj.editor.text_positions import EditorPositions
from bj.faults_and_fixes import Edit, Finding
from bj.ruleset.toml.tokens import Span
from bj.text.untrusted_text import make_visible

SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}


def range_of(positions: EditorPositions, span: Span) -> lsp.Range:
    """Convert a span to an LSP range."""
    return lsp.Range(*(lsp.Position(*position) for position in positions.range(span)))


def offset_of(positions: EditorPositions, position: lsp.Position) -> int:
    """Convert an LSP position to an offset."""
    return positions.offset(position.line, position.character)


def describe_finding(finding: Finding, positions: EditorPositions) -> lsp.Diagnostic:
    """Convert a finding and its remedy to an LSP diagnostic."""
    start = positions.line_offset(finding.line, finding.column)
    remedy = f"\n{make_visible(finding.remedy)}" if finding.remedy else ""
    return lsp.Diagnostic(
        range_of(positions, (start, start + finding.length)),
        make_visible(finding.message) + remedy,
        SEVERITIES[finding.severity],
        finding.code or None,
        source="bj",
    )


def quick_fixes(
    uri: str, findings: Sequence[Finding], positions: EditorPositions, wanted: lsp.Range
) -> list[lsp.CodeAction]:
    """Return a quick fix for each finding in the range ``wanted`` that has edits."""
    start, end = offset_of(positions, wanted.start), offset_of(positions, wanted.end)
    actions = []
    for finding in findings:
        begin = positions.line_offset(finding.line, finding.column)
        if finding.edits and begin <= end and start <= begin + finding.length:
            changes = [_edit(edit, positions) for edit in finding.edits]
            actions.append(
                lsp.CodeAction(
                    make_visible(finding.remedy),
                    lsp.CodeActionKind.QuickFix,
                    [describe_finding(finding, positions)],
                    is_preferred=True,
                    edit=lsp.WorkspaceEdit({uri: changes}),
                )
            )
    return actions


def replace_text(positions: EditorPositions, after: str) -> list[lsp.TextEdit]:
    """Return the edit that replaces the text in ``positions`` with ``after``, if they differ.

    The edit covers only the part from the first to the last difference.
    """
    before = positions.text
    start = _count_same(zip(before, after, strict=False))
    end = _count_same(zip(reversed(before[start:]), reversed(after[start:]), strict=False))
    span = (start, len(before) - end)
    written = after[start : len(after) - end]
    return [lsp.TextEdit(range_of(positions, span), written)] if before != after else []


def _count_same(pairs: Iterable[tuple[str, str]]) -> int:
    """Return the number of leading pairs whose items are equal."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _edit(edit: Edit, positions: EditorPositions) -> lsp.TextEdit:
    start = positions.line_offset(edit.line, edit.column)
    end = positions.line_offset(edit.end_line, edit.end_column)
    return lsp.TextEdit(range_of(positions, (start, end)), edit.text)
