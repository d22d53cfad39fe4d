"""The guide to the library: its examples print what it says, and its programs run."""

from __future__ import annotations

import doctest
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest
from tests.project.guides import DOCS

import bj

FEW_RANKS = """
[ruleset]
title = "Few ranks"
extends = "infinite"

[cards]
pack = { "2 3 4 5 6 7 9 J Q K" = 0 }
"""


def program(name: str) -> ModuleType:
    """A program of the guide, as a module that has not run yet."""
    spec = spec_from_file_location(name, DOCS / "programs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("guide", ["library", "environments"])
def test_examples_print_what_the_guide_says(guide: str) -> None:
    """Every example of a guide prints what is written below it."""
    failed, examples = doctest.testfile(str(DOCS / f"{guide}.md"), module_relative=False)
    assert examples > 0
    assert failed == 0


def test_exact_program_finds_the_value_of_the_analysis() -> None:
    """The solver on `bj.State` alone finds the value that `bj.analyze` finds in the engine's own search."""
    value = program("exact").solve(FEW_RANKS, ["1000"])
    assert value == pytest.approx(bj.analyze(FEW_RANKS, ["1000"]).players[0].edge, abs=1e-12)
