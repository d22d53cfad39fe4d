"""Regular expressions that are compiled on first use, because most commands need only a few of them."""

from __future__ import annotations

import re
from typing import Any, cast


def compile_later(pattern: str) -> re.Pattern[str]:
    """Return a regular expression that is compiled on first use.

    Compiling every pattern at start-up would take a tenth of the running time of a short command.
    """
    return cast("re.Pattern[str]", _Later(pattern))


class _Later:
    """A stand-in for a pattern. It compiles the pattern the first time an attribute is used."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self.pattern), name)
        self.__dict__[name] = found
        return found
