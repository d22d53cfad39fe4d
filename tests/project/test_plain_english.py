from __future__ import annotations

from collections import Counter

from tests.project.plain_english import files, marks_in, room_of

LEFT = {
    "docs": 2,
    "src/bj/catalogue": 2,
    "src/bj/describe": 1,
    "src/bj/ruleset": 1,
    "tests": 38,
}
"""The number of matches that each room may still have; 0 if it is not listed. Never raise a number."""


def test_prose_is_plain() -> None:
    """No room has more sentences with the marks of convoluted English than it is allowed."""
    found = Counter(room_of(path) for path in files() for _ in marks_in(path))
    assert {room: count for room, count in found.items() if count > LEFT.get(room, 0)} == {}
