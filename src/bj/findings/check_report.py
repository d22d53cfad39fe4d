"""The result of checking files, with the relative paths and fingerprints that reports need."""

from __future__ import annotations

import os.path
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bj.faults_and_fixes import Finding

LINE = re.compile(r"\bline \d+")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that could not be checked: its name, as the user gave it, and the reason."""

    name: str
    message: str


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The result of checking several files.

    Reports show paths relative to the folder ``root`` if possible. If ``strict`` is true, warnings make the
    check fail, too.
    """

    files: Sequence[Path]
    findings: Sequence[Finding]
    unreadable: Sequence[Unreadable] = ()
    root: Path = Path()
    strict: bool = False

    def counts(self, finding: Finding) -> bool:
        """Return whether ``finding`` makes the check fail."""
        return self.strict or finding.severity == "error"


def relative_path(file: Path, root: Path) -> str:
    """Return a path relative to ``root``, with forward slashes.

    If the file is outside ``root``, the path is absolute.

    >>> relative_path(Path("rules/../one.toml"), Path("/home/ann"))
    'one.toml'
    """
    absolute = Path(os.path.abspath(root / file))  # links are not resolved, so that they keep their own paths
    folder = Path(os.path.abspath(root))
    return (absolute.relative_to(folder) if absolute.is_relative_to(folder) else absolute).as_posix()


def make_fingerprints(report: CheckReport) -> list[str]:
    """Return, for each finding, a fingerprint that does not change when other lines are added to the file.

    A fingerprint depends on the file, the code, the message and the text of the line. If several findings
    agree in all of these, a number distinguishes them.
    """
    from hashlib import sha256

    seen: Counter[str] = Counter()
    fingerprints = []
    for finding in report.findings:
        path = relative_path(finding.file, report.root)
        message = LINE.sub("line", finding.message)
        text = "\0".join((path, finding.code, message, " ".join(finding.excerpt.split())))
        alike = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        seen[alike] += 1
        fingerprints.append(sha256(f"{alike}{seen[alike]}".encode()).hexdigest()[:32])
    return fingerprints
