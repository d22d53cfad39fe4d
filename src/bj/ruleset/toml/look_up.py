"""Looks up values in a document by path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def has(data: Any, step: str | int) -> bool:
    """Return whether ``data`` is a table with the key ``step``, or a list with the index ``step``."""
    if isinstance(data, list):
        return isinstance(step, int) and 0 <= step < len(data)
    return isinstance(data, dict) and step in data


def look_up(data: Any, path: Sequence[str | int]) -> Any:
    """Return the value at ``path`` in ``data``. If ``path`` does not exist, return None."""
    for step in path:
        if not has(data, step):
            return None
        data = data[step]
    return data
