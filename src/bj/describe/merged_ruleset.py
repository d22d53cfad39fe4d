"""Merge a ruleset with everything that it extends into a single TOML document."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import tomli_w
from pydantic import ValidationError

from bj.ruleset.advice import find_advice
from bj.ruleset.check import check
from bj.ruleset.documents import merge_documents, read_documents
from bj.ruleset.model import Ruleset
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.usage_line import drop_unnamed

INHERITANCE = ("extends", "without")
"""The keys in [ruleset] that concern inheritance."""


def resolve(file: Path) -> str:
    """Return a TOML document that has the same rules as ``file`` but does not extend another ruleset.

    The ruleset must be valid. Raises UsageError if the file cannot be read.
    """
    return tomli_w.dumps(without_inheritance(drop_unnamed(merge_documents(read_documents(file)))))


def without_inheritance(data: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of the merged ``data`` that no longer extends another ruleset."""
    kept = copy.deepcopy(data)
    kept["ruleset"] = {key: value for key, value in kept["ruleset"].items() if key not in INHERITANCE}
    try:
        checked, _ = check(Ruleset.model_validate(kept))
    except ValidationError:
        return kept
    for fault, *_ in find_advice(checked) if checked else ():
        if fault.code == "BJ911":
            del look_up(kept, fault.path[:-1])[fault.path[-1]]
    return kept
