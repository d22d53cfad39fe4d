"""Regular expressions mean the same on every supported Python."""

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "bj"
POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")


def test_no_group_is_possessive() -> None:
    """No pattern repeats a group possessively: Python before 3.11.5 ends such a repetition too late.

    See https://github.com/python/cpython/issues/106052; an atomic group means the same.
    """
    found = [
        f"{file.relative_to(SOURCE)}:{number}"
        for file in SOURCE.rglob("*.py")
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if POSSESSIVE_GROUP.search(line)
    ]
    assert POSSESSIVE_GROUP.search(r"(?:a|b)*+")
    assert not found
