from __future__ import annotations

import io

import pytest

from bj.text.colours import coloured, paint_for, plain


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


@pytest.mark.parametrize(
    ("is_terminal", "environment", "is_coloured"),
    [
        (True, {}, True),
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "dumb"}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (False, {}, False),
        (False, {"FORCE_COLOR": ""}, False),
        (False, {"FORCE_COLOR": "1"}, True),
        (False, {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
    ],
)
def test_colours_are_for_terminals(is_terminal: bool, environment: dict[str, str], is_coloured: bool) -> None:
    """There are colours at a terminal, unless the environment says otherwise."""
    paint = paint_for(Terminal() if is_terminal else io.StringIO(), environment)
    assert paint is (coloured if is_coloured else plain)
