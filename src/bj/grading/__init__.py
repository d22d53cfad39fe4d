"""Grades a class as specified by a manifest, and reports the results to students and instructors."""

from typing import Literal, TypeAlias

Format: TypeAlias = Literal["gradescope", "classroom50", "check50", "junit", "json", "text"]
"""A format for a student's results."""
