"""Drills: questions about the play and the count of a ruleset, weighted by frequency, cost and mistakes."""

from bj.drill.counting import CountDrill, CountQuestion
from bj.drill.playing import Drill, PlayQuestion, Verdict
from bj.drill.tallies import Tallies, Tally, read_tallies, write_tallies

__all__ = [
    "CountDrill",
    "CountQuestion",
    "Drill",
    "PlayQuestion",
    "Tallies",
    "Tally",
    "Verdict",
    "read_tallies",
    "write_tallies",
]
