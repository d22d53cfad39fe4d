"""A ruleset, merged with everything it extends, as one TOML document."""

from __future__ import annotations

from pathlib import Path

import tomli_w

from bj.ruleset.documents import merge_documents, read_documents
from bj.ruleset.usage_line import drop_unnamed

INHERITANCE = ("extends", "without")
"""The keys of the head about inheritance."""


def resolve(file: Path) -> str:
    """The text of a ruleset that extends nothing and equals the sound one in ``file``.

    Raises UsageError if the file cannot be read.
    """
    data = drop_unnamed(merge_documents(read_documents(file)))
    data["ruleset"] = {key: value for key, value in data["ruleset"].items() if key not in INHERITANCE}
    return tomli_w.dumps(data)
