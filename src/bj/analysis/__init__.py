"""Exact values: the engine plays every possible card, and no rule is written twice."""

from __future__ import annotations

from bj.analysis.analysis import analyze
from bj.analysis.results import Analysis, Deviation, ExactPlayer, FirstHand, Play, Solution
from bj.analysis.solution import solve

__all__ = [
    "Analysis",
    "Deviation",
    "ExactPlayer",
    "FirstHand",
    "Play",
    "Solution",
    "analyze",
    "solve",
]
