"""The docs name only options that the commands have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from bj.cli.app import COMMANDS, make_app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`[^`]+`")
NAMED = re.compile(rf"\bbj ({'|'.join(COMMANDS)})\b([^\n`|;>]*)|`(--[^`]*)`|\bpython (\S+\.py)")
"""A command with its words, a code span of options, or a different program with its options."""
OPTION = re.compile(r"(?<!\S)--[a-z][a-z-]*")


def options_of(command: str) -> set[str]:
    """The options of a command."""
    parameters = typer.main.get_group(make_app(command)).commands[command].params
    found = {option for each in parameters for option in (*each.opts, *each.secondary_opts)}
    return {*found, "--help"}


OPTIONS = {command: options_of(command) for command in COMMANDS}


def on_one_line(text: str) -> str:
    """The text with every code span on one line; fenced code stays as it is."""
    prose = FENCE.split(text)
    code = [*FENCE.findall(text), ""]
    joined = (SPAN.sub(lambda span: " ".join(span[0].split()), part) for part in prose)
    return "".join(f"{part}{block}" for part, block in zip(joined, code, strict=True))


def wrong_options(text: str) -> Iterator[str]:
    """The options in ``text`` that their command does not have.

    An option without its command belongs to one that its section names before it, or else to any; after
    another program it may belong to that.
    """
    for section in re.split(r"^#+ ", on_one_line(text), flags=re.MULTILINE):
        named: list[str] = []
        programs: list[str] = []
        for command, words, alone, program in NAMED.findall(section):
            named += [command] if command else []
            programs += [program] if program else []
            of = [command] if command else named or COMMANDS
            for option in OPTION.findall(words if command else "" if programs else alone):
                if not any(option in OPTIONS[each] for each in of):
                    yield f"{' or '.join(dict.fromkeys(of))}: {option}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_option_of_the_docs_exists(page: Path) -> None:
    """An option in a command belongs to this command, and one alone to a command of its section."""
    assert list(wrong_options(page.read_text("utf-8"))) == []
