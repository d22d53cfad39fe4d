"""Simulation: millions of hands, or thousands of games, and what they say about a ruleset."""

from __future__ import annotations

from bj.simulate.results import Simulation
from bj.simulate.simulation import simulate

__all__ = ["Simulation", "simulate"]
