"""Regular expressions that are compiled on first use, because most are for text that few files contain."""

from __future__ import annotations

import re
from typing import Any, cast


def compile_later(pattern: str) -> re.Pattern[str]:
    """Return a regular expression that is compiled on first use.

    Compiling all patterns at start-up would take a tenth of the time of a short command.
    """
    return cast("re.Pattern[str]", _Later(pattern))


class _Later:
    """A regular expression that is compiled when one of its methods is first used."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self.pattern), name)
        self.__dict__[name] = found
        return found
