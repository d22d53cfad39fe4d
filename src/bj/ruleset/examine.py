"""Everything that there is to say about a ruleset: its faults or, when it has none, advice."""

from __future__ import annotations

from pathlib import Path

from bj.errors import Finding, RulesetError
from bj.ruleset.advice import advise
from bj.ruleset.documents import Document, read_documents
from bj.ruleset.load import check_documents


def examine(file: Path, shelf: dict[Path, Document] | None = None) -> list[Finding]:
    """Every finding about the ruleset in ``file``, in the order of its documents and of their lines.

    A ``shelf`` that is given for several files spares reading again what they extend in common. Raises
    UsageError when ``file`` cannot be read.
    """
    documents = read_documents(file, shelf)
    try:
        checked = check_documents(documents)
    except RulesetError as error:
        return list(error.findings)
    return advise(documents, checked)
