"""Output formats for reports, for people and for grading services."""

from __future__ import annotations

from typing import Literal, TypeAlias

ServiceName: TypeAlias = Literal["junit", "github", "gradescope", "classroom50", "check50"]
