"""The manual page that ``bj reference --format man`` prints."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from bj.cli.reference import escape, make_manual, read_commands


def test_every_command_and_option_is_on_the_page() -> None:
    """The page has the usage of each command, and each of its options with its text."""
    commands = list(read_commands())
    page = make_manual(commands)
    for command in commands:
        assert f"\n.SS {escape(command.usage)}\n" in page
        for title, text in command.rows:
            assert f"\n.TP\n\\fB{escape(title)}\\fP\n{escape(text)}\n" in page


@pytest.mark.skipif(not shutil.which("groff"), reason="needs groff")
def test_man_can_read_it() -> None:
    """Groff formats the page without a warning."""
    page = make_manual(list(read_commands()))
    command = ["groff", "-man", "-ww", "-Tutf8", "-K", "utf8"]
    done = subprocess.run(command, input=page, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "bj validate" in re.sub(".\b", "", done.stdout)  # letters are printed twice to be bold
