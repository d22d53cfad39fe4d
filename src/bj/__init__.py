"""TOML rulesets describe variants of blackjack, and one engine runs all of them.

Programs may rely on the names in ``__all__``. docs/library.md shows how to use them.
"""

from __future__ import annotations

# Importing `typing` takes a while, and during that time Ctrl-C would print a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from bj.analysis import Analysis, Solution, analyze, solve
    from bj.drill.counting import CountDrill
    from bj.drill.playing import Drill
    from bj.errors import BjError, Finding, GameError, RulesetError, UsageError
    from bj.result_formats import to_frame, to_picture, to_text
    from bj.ruleset.check import Checked
    from bj.ruleset.load import AnyRuleset
    from bj.session.observing import Observation
    from bj.session.state import State
    from bj.session.strategies import Strategy
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
    "bj.drill.counting": ("CountDrill",),
    "bj.drill.playing": ("Drill",),
    "bj.errors": ("BjError", "GameError", "RulesetError", "UsageError"),
    "bj.result_formats": ("to_frame", "to_picture", "to_text"),
    "bj.session.observing": ("Observation",),
    "bj.session.state": ("State",),
    "bj.session.strategies": ("Strategy",),
    "bj.verify.findings": ("Report",),
    "bj.verify.verifying": ("verify_transcript",),
    "bj.simulation.comparison": ("Comparison", "compare"),
    "bj.simulation.results": ("Simulation",),
    "bj.simulation.simulation": ("simulate",),
}
"""Maps each module to the names that are imported from it on demand."""


def __getattr__(name: str) -> Any:
    """Import a name on demand."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, for completion in notebooks."""
    return sorted({*globals(), *__all__})


def load_ruleset(ruleset: AnyRuleset) -> Checked:
    """Read and check a ruleset, given by name, as a file, as a TOML string, or as its data.

    The ``model`` of the result has the values of all keys. Raises RulesetError with all faults of the
    ruleset, or UsageError if it cannot be read.
    """
    from bj.ruleset.load import take_ruleset

    return take_ruleset(ruleset)


def validate(ruleset: AnyRuleset) -> Sequence[Finding]:
    """Return every fault of a ruleset or, if it has none, all advice on it, in the order of its lines.

    Raises UsageError if the ruleset cannot be read.
    """
    from importlib import import_module

    from bj.ruleset.load import read_ruleset

    found: Sequence[Finding]
    found, _ = import_module("bj.findings.examine").examine_documents(read_ruleset(ruleset))
    return found
