"""The result of a verification: findings, and the verdict on a transcript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bj.errors import KeyPath

Verdict = Literal["right", "wording", "wrong"]

WORDING = "wording"
"""The kind of findings about texts alone."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that a transcript breaks, where it does so first."""

    line: int
    """From 1."""
    hand: int
    """0 before the first one."""
    kind: str
    rule: str
    """The path of the key of the ruleset, with dots."""
    place: str
    """The place of the key: FILE:LINE:COLUMN."""
    message: str
    """The mistake, without the right rule."""
    times: int = 1
    cards: str = ""
    """The cards of the hand until then."""
    actual: str = ""
    """The line."""
    expected: str = ""
    """The line that was expected."""
    remark: str = ""
    """A remark about the whole transcript, one of ``text.REMARKS``."""
    path: KeyPath = ()
    """The key of the ruleset."""

    def repeated(self, times: int) -> Finding:
        """The same finding, so many times more."""
        return replace(self, times=self.times + times)


@dataclass(frozen=True, slots=True)
class Report:
    """The findings in a transcript."""

    file: str
    findings: Sequence[Finding] = ()
    hands: int = 0
    forgiven: Mapping[str, int] = field(default_factory=dict)
    """The differences that were overlooked, with their numbers."""
    exercised: frozenset[str] = frozenset()
    """The kinds of events that have happened."""
    is_complete: bool = True
    """Whether the transcript was compared to its end."""

    @property
    def verdict(self) -> Verdict:
        """Whether the transcript follows the rules, differs only in its words, or breaks a rule."""
        if not self.findings:
            return "right"
        return (
            "wording"
            if self.is_complete and all(finding.kind == WORDING for finding in self.findings)
            else "wrong"
        )
