from __future__ import annotations

import pytest
from tests.session.tables import bj

from bj.arguments import usage
from bj.cli.list import render_list
from bj.ruleset.load import load_ruleset, shipped_rulesets


def test_tables_with_basic_strategy_have_the_same_arguments() -> None:
    """The list has the command line of the casino tables once."""
    usual = usage(load_ruleset(shipped_rulesets()["casino"]).model.command_line)
    models = {name: load_ruleset(file).model for name, file in shipped_rulesets().items() if "/" in name}
    lines = {name: usage(each.command_line) for name, each in models.items() if "basic" in each.strategies}
    assert {name for name, line in lines.items() if line != usual} == set()
    assert lines


@pytest.mark.parametrize("width", [40, 60, 100])
def test_list_is_as_wide_as_the_terminal(width: int) -> None:
    """No line is wider than the room, unless a single word is."""
    assert max(map(len, render_list(width).splitlines())) <= width


def test_piped_list_is_the_same_everywhere() -> None:
    """In a pipe the list is 80 columns wide, whatever the environment says, and without colours."""
    assert bj("list") == render_list(80)
