"""Simulation: millions of hands, or thousands of games, and what they say about a ruleset.

The package can be called: ``bj.simulate("classic")`` is ``bj.simulate.simulate("classic")``.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from bj.simulate.comparison import Comparison, compare
from bj.simulate.results import Simulation
from bj.simulate.simulation import simulate

__all__ = ["Comparison", "Simulation", "compare", "simulate"]


class _Callable(ModuleType):
    """This package, which is also the function of its name: `bj.simulate` cannot be two things."""

    def __call__(self, *arguments: Any, **options: Any) -> Simulation:
        """Simulate a ruleset, see ``simulate``."""
        return simulate(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
