"""Makes findings of a malicious ruleset, for the tests of all formats."""

from __future__ import annotations

import os
from pathlib import Path

from bj.faults_and_fixes import Finding
from bj.findings.check_report import CheckReport, Unreadable

TEXTS = (
    "::error::pwned",
    "\n::error file=a,line=1::pwned",
    "##[error]pwned ##vso[task.complete] ###[group]",
    "\x1b[2J\x1b]0;title\x07 \x9b31m",
    "=cmd|' /C calc'!A1",
    "@SUM(1+1)",
    "+1",
    "-2+3",
    "]]> <!-- &amp; \"'",
    "\u202eevil\u2066\u200f\u2028\u2029\ufeff",
    "100 % of a,b:c%0A%25",
    "\ufffe\uffff\ud800\udfff",
    "{0} {name} [here](https://example.org)",
    "\r\n\t\0",
    "=1 ",
)


def make_finding(text: str, number: int = 0) -> Finding:
    """A finding with ``text`` in every field of an author."""
    bare = text.replace("\0", "").replace("/", "")
    name = Path(os.fsdecode(f"{bare}{number}.toml".encode("utf-8", "surrogatepass")))
    return Finding(name, 3, 5, 4, text, text, text, "BJ205", "error", (name, Path("a.toml")))


def make_report(texts: tuple[str, ...] = TEXTS) -> CheckReport:
    """Make a report whose texts are all hostile."""
    findings = [make_finding(text, number) for number, text in enumerate(texts)]
    files = [finding.file for finding in findings]
    unreadable = [Unreadable(text, text) for text in texts]
    return CheckReport(files, findings, unreadable, Path("/srv"))
