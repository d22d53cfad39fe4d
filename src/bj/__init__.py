"""TOML rulesets describe variants of blackjack; one engine runs them.

Programs may rely on the names in ``__all__``; docs/simulation.md shows how they are used.
"""

from __future__ import annotations

# Importing `typing` takes a while, in which an interrupt of the command `bj` would be a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    from bj.analysis import Analysis, Solution, analyze, solve
    from bj.errors import BjError, Finding, GameError, RulesetError, UsageError
    from bj.ruleset.check import Checked
    from bj.simulation import Comparison, Simulation, compare, simulate

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "BjError",
    "Comparison",
    "GameError",
    "RulesetError",
    "Simulation",
    "Solution",
    "UsageError",
    "analyze",
    "compare",
    "load_ruleset",
    "simulate",
    "solve",
    "validate",
]

_HOMES = {
    "bj.analysis": ("Analysis", "Solution", "analyze", "solve"),
    "bj.errors": ("BjError", "GameError", "RulesetError", "UsageError"),
    "bj.simulation": ("Comparison", "Simulation", "compare", "simulate"),
}
"""The modules of the names that are imported on demand."""


def __getattr__(name: str) -> Any:
    """Import a name on demand."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_ruleset(ruleset: str | Path) -> Checked:
    """Read and check a ruleset, a file or a shipped one: its model is ``.model``.

    Raises RulesetError with all its faults, and UsageError when it cannot be read.
    """
    from bj.ruleset import load

    return load.load_ruleset(load.find_ruleset(str(ruleset)))


def validate(ruleset: str | Path) -> Sequence[Finding]:
    """Every fault of a ruleset or, if it has none, all advice on it, in the order of its file.

    Raises UsageError when it cannot be read.
    """
    from importlib import import_module

    from bj.ruleset.files import find_ruleset

    found: Sequence[Finding] = import_module("bj.findings.examine").examine(find_ruleset(str(ruleset)))
    return found
