"""Variants of blackjack as TOML rulesets, and a single engine that runs them all.

The names in ``__all__`` are the public interface. See docs/library.md for how to use them.
"""

from __future__ import annotations

# Importing `typing` takes a while, and during that time Ctrl-C would print a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from bj.analysis import Analysis, Solution, analyze, solve
    from bj.drill.counting_drill import CountDrill
    from bj.drill.play_drill import Drill
    from bj.errors import BjError, GameError, RulesetError, UsageError
    from bj.faults_and_fixes import Finding
    from bj.result_formats import to_frame, to_picture, to_text
    from bj.ruleset.check import Checked
    from bj.ruleset.load import AnyRuleset
    from bj.session.controlled_game import State
    from bj.session.point_of_view import Observation
    from bj.session.python_strategies import Strategy
    from bj.simulation.comparison import Comparison, compare
    from bj.simulation.results import Simulation
    from bj.simulation.simulation import simulate
    from bj.verify.findings import Report
    from bj.verify.verifying import verify_transcript

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "BjError",
    "Comparison",
    "CountDrill",
    "Drill",
    "GameError",
    "Observation",
    "Report",
    "RulesetError",
    "Simulation",
    "Solution",
    "State",
    "Strategy",
    "UsageError",
    "analyze",
    "compare",
    "load_ruleset",
    "simulate",
    "solve",
    "to_frame",
    "to_picture",
    "to_text",
    "validate",
    "verify_transcript",
]

_HOMES = {
    "bj.analysis": ("Analysis", "Solution", "analyze", "solve"),
    "bj.drill.counting_drill": ("CountDrill",),
    "bj.drill.play_drill": ("Drill",),
    "bj.errors": ("BjError", "GameError", "RulesetError", "UsageError"),
    "bj.result_formats": ("to_frame", "to_picture", "to_text"),
    "bj.session.point_of_view": ("Observation",),
    "bj.session.controlled_game": ("State",),
    "bj.session.python_strategies": ("Strategy",),
    "bj.verify.findings": ("Report",),
    "bj.verify.verifying": ("verify_transcript",),
    "bj.simulation.comparison": ("Comparison", "compare"),
    "bj.simulation.results": ("Simulation",),
    "bj.simulation.simulation": ("simulate",),
}
"""The module from which each public name is imported on demand."""


def __getattr__(name: str) -> Any:
    """Import a public name on demand."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, so that notebooks can complete them."""
    return sorted({*globals(), *__all__})


def load_ruleset(ruleset: AnyRuleset) -> Checked:
    """Load and check a ruleset, given as a name, a file, a TOML string, or a dict of its data.

    The ``model`` attribute of the result contains the value of every key. Raises RulesetError, which lists
    all faults in the ruleset, or UsageError if the ruleset cannot be read.
    """
    from bj.ruleset.load import take_ruleset

    return take_ruleset(ruleset)


def validate(ruleset: AnyRuleset) -> Sequence[Finding]:
    """Return every fault in a ruleset or, if it has none, all advice about it, in the order of the lines.

    Raises UsageError if the ruleset cannot be read.
    """
    from importlib import import_module

    from bj.ruleset.load import read_ruleset

    found: Sequence[Finding]
    found, _ = import_module("bj.findings.checking_files").examine_documents(read_ruleset(ruleset))
    return found
