"""The guide to the playground: its examples print what it says."""

from __future__ import annotations

import doctest

from tests.project.guides import DOCS


def test_examples_print_what_the_guide_says() -> None:
    """Every example of the guide prints what is written below it."""
    failed, examples = doctest.testfile(str(DOCS / "playground.md"), module_relative=False)
    assert examples > 0
    assert failed == 0
