from __future__ import annotations

import functools

import pytest
from tests.session.games import OWN
from tests.session.tables import bj

from bj.arguments import usage
from bj.cli.list import render_list
from bj.ruleset.load import load_ruleset, shipped_rulesets


@functools.cache
def listed() -> str:
    """The list in one line."""
    return " ".join(render_list(80).split())


@pytest.mark.parametrize("name", OWN)
def test_every_shipped_ruleset_is_listed(name: str) -> None:
    """A ruleset is listed with its title, its summary and its arguments."""
    model = load_ruleset(shipped_rulesets()[name]).model
    said = f"{name} {model.ruleset.title} {model.ruleset.summary} bj run {name} {usage(model.command_line)}"
    assert said in listed()


@pytest.mark.parametrize("name", sorted(shipped_rulesets().keys() - set(OWN)))
def test_every_table_of_the_shelf_is_listed(name: str) -> None:
    """A table of the shelf is listed with its summary; those with basic strategy have the same arguments."""
    model = load_ruleset(shipped_rulesets()[name]).model
    assert f"{name} {model.ruleset.summary}" in listed()
    assert "basic" not in model.strategies or usage(model.command_line) == usage(
        load_ruleset(shipped_rulesets()["casino"]).model.command_line
    )


@pytest.mark.parametrize("width", [40, 60, 100])
def test_list_is_as_wide_as_the_terminal(width: int) -> None:
    """No line is wider than there is room, as far as single words allow it."""
    assert max(map(len, render_list(width).splitlines())) <= width


def test_piped_list_is_the_same_everywhere() -> None:
    """In a pipe the list is 80 columns wide, whatever the environment says, and without colours."""
    assert bj("list") == render_list(80)
