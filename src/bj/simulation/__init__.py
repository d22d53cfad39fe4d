"""Simulations of millions of hands, or thousands of games, and their results."""

from bj.simulation.comparison import Comparison, compare
from bj.simulation.results import Simulation
from bj.simulation.simulation import simulate

__all__ = ["Comparison", "Simulation", "compare", "simulate"]
