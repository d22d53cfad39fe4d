"""Formats numbers, lists and nouns for use in sentences."""

from __future__ import annotations

from collections.abc import Sequence


def count_of(number: int, noun: str) -> str:
    """Format a number with its noun, in the singular or the plural.

    >>> count_of(1, "fault"), count_of(3000, "fault")
    ('1 fault', '3,000 faults')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def enumerate_words(words: Sequence[str], last: str = "and") -> str:
    """Join ``words`` with commas, and with the conjunction ``last`` before the final word.

    >>> enumerate_words(["T", "J", "Q"]), enumerate_words(["simple"])
    ('T, J and Q', 'simple')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def with_article(noun: str) -> str:
    """Return ``noun`` with the right indefinite article, "a" or "an".

    >>> with_article("Two"), with_article("Ace"), with_article("8")
    ('a Two', 'an Ace', 'an 8')
    """
    return f"{'an' if noun[:1].lower() in 'aeio8' else 'a'} {noun}"


def consecutive_runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last number of each run of consecutive numbers.

    ``numbers`` must be in ascending order.

    >>> consecutive_runs([4, 5, 6, 9])
    [(4, 6), (9, 9)]
    """
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found
