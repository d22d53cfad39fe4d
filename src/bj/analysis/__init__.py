"""Exact analysis. The engine itself plays out every possible card, so no rule is implemented twice."""

from __future__ import annotations

from bj.analysis.analysis import analyze
from bj.analysis.results import Analysis, BestPlay, Deviation, ExactPlayer, FirstHand, Solution
from bj.analysis.solve_ruleset import solve

__all__ = [
    "Analysis",
    "BestPlay",
    "Deviation",
    "ExactPlayer",
    "FirstHand",
    "Solution",
    "analyze",
    "solve",
]
