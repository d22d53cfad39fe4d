"""Lists in sentences."""

from __future__ import annotations

from collections.abc import Sequence


def enumerate_words(words: Sequence[str], last: str = "and") -> str:
    """Words in a row.

    >>> enumerate_words(["T", "J", "Q"]), enumerate_words(["simple"])
    ('T, J and Q', 'simple')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""
