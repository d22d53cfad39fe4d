from __future__ import annotations

import pytest
from tests.session.tables import bj

from bj.argument_values import usage
from bj.cli.list import render_list
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import shipped_rulesets


def test_tables_show_a_command_unless_it_is_that_of_casino() -> None:
    """The arguments of a table are those of `casino`, or they are in the list."""
    text = " ".join(render_list(200).split())
    casino = usage(load_ruleset(shipped_rulesets()["casino"]).model.command_line)
    lines = {name: usage(load_ruleset(file).model.command_line) for name, file in shipped_rulesets().items()}
    tables = {name: line for name, line in lines.items() if "/" in name}
    assert {name for name, line in tables.items() if f"bj run {name} {line}".rstrip() in text} == {
        name for name, line in tables.items() if line != casino
    }
    assert set(tables.values()) > {casino}


@pytest.mark.parametrize("width", [40, 60, 100])
def test_list_is_as_wide_as_the_terminal(width: int) -> None:
    """No line is wider than the terminal, unless a single word is."""
    assert max(map(len, render_list(width).splitlines())) <= width


def test_piped_list_is_the_same_everywhere() -> None:
    """In a pipe the list is 80 columns wide and without colours, for any environment."""
    assert bj("list") == render_list(80)
