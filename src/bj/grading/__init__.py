"""Courses: the transcripts of a class, graded by a manifest, and reports to students and instructors."""

from typing import Literal, TypeAlias

Format: TypeAlias = Literal["gradescope", "classroom50", "check50", "junit", "json", "text"]
"""A format of the results of a student."""
