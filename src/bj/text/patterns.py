"""Regular expressions that are compiled when they are first used: most are about text that few files have."""

from __future__ import annotations

import re
from typing import Any, cast


def compile_later(pattern: str) -> re.Pattern[str]:
    """A regular expression that is compiled at its first use.

    Compiling all takes a tenth of a short command.
    """
    return cast("re.Pattern[str]", _Later(pattern))


class _Later:
    """The methods of a regular expression, each from its first use on."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self.pattern), name)
        self.__dict__[name] = found
        return found
