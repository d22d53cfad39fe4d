"""Grades the transcripts of a class according to a manifest, with reports to students and instructors."""

from typing import Literal, TypeAlias

Format: TypeAlias = Literal["gradescope", "classroom50", "check50", "junit", "json", "text"]
"""A format for the results of a student."""
