from __future__ import annotations

import pytest
from tests.golden.show import update

COMMANDS = update.commands()


@pytest.mark.parametrize("name", COMMANDS)
def test_rules_are_printed_as_before(name: str) -> None:
    """`bj show`, `bj diff` and `bj list` print the text of the file about shipped rulesets."""
    file = update.file_of(name)
    assert file.exists(), f"print it with: python tests/golden/show/update.py {name}"
    assert update.run(COMMANDS[name]).splitlines(True) == file.read_text("utf-8").splitlines(True)


def test_nothing_is_left_over() -> None:
    """Every file in the folder belongs to a command."""
    assert {file.stem for file in update.FOLDER.glob("*.txt")} == set(COMMANDS)


def test_cards_and_lists_fit_into_80_columns() -> None:
    """Without a terminal, no line of a rule card or a list is wider than 80 columns."""
    for name, command in COMMANDS.items():
        if command[0] != "diff":
            assert max(map(len, update.file_of(name).read_text("utf-8").splitlines())) <= 80, name
