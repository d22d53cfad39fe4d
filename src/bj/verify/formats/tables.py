"""Summarizes many transcripts, either as a spreadsheet or grouped by the rules that they break."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bj.text import spreadsheets
from bj.text.sentences import count_of
from bj.text.untrusted_text import show_path
from bj.verify.findings import Report
from bj.verify.marks import Mark, plain_number, total


def render_csv(reports: Sequence[Report], marks: Sequence[Sequence[Mark]]) -> str:
    """Render a CSV table with a row for each transcript. Each row shows the first finding and the marks."""
    names = [each.name for each in marks[0]] if marks else []
    head = ["file", "verdict", "hands", "findings", "line", "rule", "message", *names]
    rows: list[list[float | str]] = [[*head, "points"] if names else [*head]]
    for report, given in zip(reports, marks, strict=True):
        first = report.findings[0] if report.findings else None
        row: list[float | str] = [report.file, report.verdict, report.hands, len(report.findings)]
        row += ["", "", ""] if first is None else [first.line, first.rule, first.message]
        row += [plain_number(each.points) for each in given]
        rows.append([*row, plain_number(total(given)[0])] if names else row)
    return spreadsheets.render_csv(rows)


def groups(reports: Sequence[Report]) -> Iterator[str]:
    """Yield one line for each group of transcripts that break the same rules, the largest group first."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for report in reports:
        rules = tuple(sorted({finding.rule or report.verdict for finding in report.findings}))
        alike.setdefault(rules, []).append(report.file)
    for rules, files in sorted(alike.items(), key=lambda item: (-len(item[1]), item[0])):
        what = ", ".join(rules) or "right"
        yield f"{what} ({count_of(len(files), 'transcript')}): {' '.join(map(show_path, files))}"
