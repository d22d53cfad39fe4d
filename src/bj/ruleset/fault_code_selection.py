"""Select which fault codes to report, for the options ``--select`` and ``--ignore``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Selection:
    """The prefixes of the codes to report and to ignore. An empty ``selected`` means all codes."""

    selected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    def keeps(self, code: str) -> bool:
        """Whether to report faults with ``code``. The longest matching prefix decides.

        >>> Selection(ignored=("BJ3",)).keeps("BJ301"), Selection(("BJ301",), ("BJ3",)).keeps("BJ301")
        (False, True)
        """
        selected = _longest(self.selected, code) if self.selected else 0
        return selected > _longest(self.ignored, code)


def read_selection(select: Sequence[str], ignore: Sequence[str]) -> Selection:
    """Return the selection for the values of the options ``--select`` and ``--ignore``.

    A word is a code, the name of a code, or a prefix. It can also be a list of these, separated by commas.
    Raises UsageError for any other word.
    """
    return Selection(_read(select), _read(ignore))


def _read(words: Sequence[str]) -> tuple[str, ...]:
    if not words:
        return ()
    from bj.ruleset.fault_codes import find_code, find_group

    read = []
    for word in filter(None, (word.strip() for word in ",".join(words).split(","))):
        beginning = word.upper()
        read.append(beginning if beginning == "BJ" or find_group(word) else find_code(word).code)
    return tuple(read)


def _longest(beginnings: Sequence[str], code: str) -> int:
    return max((len(beginning) for beginning in beginnings if code.startswith(beginning)), default=-1)
