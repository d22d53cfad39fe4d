"""Converts faults to findings. A finding has a position in a file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from bj.faults_and_fixes import Edit, Fault, Finding, Fix
from bj.ruleset.documents import Document
from bj.ruleset.faults.remedy_edits import find_edits
from bj.ruleset.toml.outline import Outline
from bj.ruleset.toml.tokens import starts_of_lines


class Page:
    """A document, and the offset at which each of its lines starts."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.starts = starts_of_lines(document.text)

    @cached_property
    def outline(self) -> Outline:
        """The positions of those parts of the document that could be parsed."""
        return self.document.make_outline()

    def find(self, fault: Fault) -> Finding:
        """Convert a fault to a finding.

        If the fault extends over several lines, only the first line is marked. A fault about a missing value
        is located at the nearest enclosing table.
        """
        if fault.part == "text" and fault.span is not None:
            start, end = fault.span[0], sum(fault.span)
        else:
            start, end = self.outline.find(fault)
        line = bisect_right(self.starts, start)
        begin = self.starts[line - 1]
        end_of_line = self.starts[line] - 1 if line < len(self.starts) else None
        excerpt = self.document.text[begin:end_of_line].removesuffix("\r")
        length = max(1, min(end, begin + len(excerpt)) - start)
        place = (self.document.file, line, start - begin + 1, length, excerpt)
        return Finding(*place, fault.message, str(fault.remedy), fault.code, edits=self._edits(fault))

    def _edits(self, fault: Fault) -> tuple[Edit, ...]:
        if not isinstance(fault.remedy, Fix):
            return ()
        edits = find_edits(fault, self.outline, self.document.text)
        return tuple(Edit(*self._position(start), *self._position(end), text) for start, end, text in edits)

    def _position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


def locate(document: Document, faults: Iterable[Fault] = ()) -> list[Finding]:
    """Convert the faults of ``document`` itself and the faults in ``faults`` to findings.

    The findings are sorted by position, and contain no duplicates.
    """
    page = Page(document)
    findings = dict.fromkeys(page.find(fault) for fault in (*document.faults, *faults))
    return sorted(findings, key=lambda finding: (finding.line, finding.column))
