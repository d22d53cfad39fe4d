"""Looks up values in a document by their paths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def has(data: Any, step: str | int) -> bool:
    """Whether ``data`` is a table with this key or a list with this index."""
    if isinstance(data, list):
        return isinstance(step, int) and 0 <= step < len(data)
    return isinstance(data, dict) and step in data


def look_up(data: Any, path: Sequence[str | int]) -> Any:
    """Return the value at ``path``, or None."""
    for step in path:
        if not has(data, step):
            return None
        data = data[step]
    return data
