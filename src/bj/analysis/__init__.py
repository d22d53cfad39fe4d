"""Exact values: the engine plays every card that can come, and nothing of the rules is said again."""

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
