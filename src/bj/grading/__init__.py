"""Courses: grades the transcripts of a class by a manifest, and reports to students and instructors."""

from typing import Literal, TypeAlias

Format: TypeAlias = Literal["gradescope", "classroom50", "check50", "junit", "json", "text"]
"""A format for the results of a student."""
