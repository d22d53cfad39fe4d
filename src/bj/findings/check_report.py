"""The outcome of a check, and the relative paths and fingerprints that several formats need."""

from __future__ import annotations

import os.path
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bj.errors import Finding

LINE = re.compile(r"\bline \d+")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that could not be checked: the name that the user gave, and the reason."""

    name: str
    message: str


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The outcome of a check of several files.

    Formats show paths relative to the folder ``root`` where possible. If ``strict``, warnings also fail the
    check.
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
    """Return the path of ``file`` relative to ``root``, with slashes.

    A file outside ``root`` has an absolute path.

    >>> relative_path(Path("rules/../one.toml"), Path("/home/ann"))
    'one.toml'
    """
    absolute = Path(os.path.abspath(root / file))  # not resolved, so that a link keeps its own path
    folder = Path(os.path.abspath(root))
    return (absolute.relative_to(folder) if absolute.is_relative_to(folder) else absolute).as_posix()


def make_fingerprints(report: CheckReport) -> list[str]:
    """Make a fingerprint for each finding, which stays the same if lines are added elsewhere in the file.

    A fingerprint combines the file, the code, the message and the text of the line. Findings that share all
    four are numbered.
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
