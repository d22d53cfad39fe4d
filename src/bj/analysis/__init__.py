"""Exact values: the engine plays every card that can come, and nothing of the rules is said again."""

from __future__ import annotations

from bj.analysis.analysis import analyze
from bj.analysis.results import Analysis, ExactPlayer, FirstHand

__all__ = ["Analysis", "ExactPlayer", "FirstHand", "analyze"]
