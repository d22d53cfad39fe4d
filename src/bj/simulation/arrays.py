"""The counts of simulations as numpy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bj.extras import lack


def repeat(counted: Mapping[int, int] | Mapping[float, int]) -> Any:
    """Every value repeated by its count, in ascending order. Raises UsageError without numpy."""
    try:
        import numpy as np
    except ImportError as error:
        raise lack("arrays need", "arrays", error) from None
    return np.repeat(np.array(list(counted)), np.array(list(counted.values()), dtype=np.int64))
