"""Reading a ruleset: the file, the rulesets it extends, its sections, and everything that can be checked.

A ruleset without faults is read, merged and validated once. Otherwise all faults and their places are found;
the modules for that are imported only then.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from bj.errors import RulesetError
from bj.ruleset.check import Checked, check
from bj.ruleset.documents import Document, merge_documents, read_documents
from bj.ruleset.files import find_ruleset, shipped_rulesets
from bj.ruleset.model import Ruleset

__all__ = ["check_documents", "find_ruleset", "load_ruleset", "shipped_rulesets"]


def load_ruleset(file: Path) -> Checked:
    """Read and check the ruleset in ``file``.

    Raises RulesetError with the faults of the file and of those it extends, and UsageError when it cannot be
    read.
    """
    return check_documents(read_documents(file))


def check_documents(documents: Sequence[Document]) -> Checked:
    """Check the ruleset that some documents make together. Raises RulesetError with its faults."""
    data = merge_documents(documents)
    if not any(document.faults for document in documents):
        try:
            checked, _ = check(Ruleset.model_validate(data))
        except ValidationError:
            checked = None
        if checked:
            return checked
    from bj.ruleset.faults.diagnose import diagnose

    raise RulesetError(diagnose(documents, data))
