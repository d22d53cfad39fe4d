from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"
MODULES = [
    ".".join(file.relative_to(SOURCES).with_suffix("").parts)
    for file in sorted(SOURCES.rglob("*.py"))
    if ">>> " in file.read_text("utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings_print_what_they_say(name: str) -> None:
    """Every example in a docstring has the result that is written below it."""
    failed, examples = doctest.testmod(import_module(name.removesuffix(".__init__")))
    assert examples > 0
    assert failed == 0
