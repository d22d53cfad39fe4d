"""Shipped rulesets, checked in advance when bj was built. This saves a fifth of the startup time.

The checked rulesets are stored in the folder ``checked`` in an installed package. Without this folder,
shipped rulesets are checked like all others. To store them, run ``python -P -m bj.ruleset.prechecked_rulesets
FOLDER``.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from pydantic import VERSION

from bj.errors import UsageError
from bj.ruleset.check import Checked, check
from bj.ruleset.documents import Document, merge_documents, read_documents
from bj.ruleset.model import Ruleset
from bj.ruleset.ruleset_files import SHIPPED, read_bytes, shipped_rulesets

FOLDER = Path(__file__).parent.parent / "checked"
"""The folder with the stored rulesets in an installed package."""

VERSIONS = f"pydantic {VERSION}, Python {sys.version_info.major}.{sys.version_info.minor}".encode()
"""The first line of a stored ruleset.

It names the versions of pydantic and Python, because other versions may store models differently.
"""


def take_shipped(file: Path) -> Checked | None:
    """Load the stored form of the ruleset in ``file``. If it is missing or out of date, return None."""
    try:
        stored = FOLDER / file.relative_to(SHIPPED).with_suffix(".pickle")
        versions, _, content = stored.read_bytes().partition(b"\n")
    except (ValueError, OSError):
        return None
    if versions != VERSIONS:
        return None
    checked, parts = pickle.loads(content)  # noqa: S301  # the package's own data
    documents = tuple(Document(SHIPPED / name, *rest) for name, *rest in parts)
    try:
        is_same = all(read_bytes(each.file) == each.text.encode() for each in documents)
    except UsageError:
        return None
    found: Checked = checked._replace(documents=documents)
    return found if is_same else None


def store_shipped(folder: Path) -> None:
    """Store every shipped ruleset in ``folder``."""
    for name, file in shipped_rulesets().items():
        documents = read_documents(file)
        checked, _ = check(Ruleset.model_validate(merge_documents(documents)))
        parts = [(each.file.relative_to(SHIPPED).as_posix(), *each[1:]) for each in documents]
        stored = folder / f"{name}.pickle"
        stored.parent.mkdir(parents=True, exist_ok=True)
        stored.write_bytes(VERSIONS + b"\n" + pickle.dumps((checked, parts), protocol=5))


if __name__ == "__main__":
    store_shipped(Path(sys.argv[1]))
