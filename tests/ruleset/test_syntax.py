from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli
from tests.bad import update

from bj.ruleset.documents import read_document
from bj.ruleset.toml.parser_messages import EXPLANATIONS

FILE = Path("some.toml")


SALVAGED: dict[str, tuple[str, object]] = {
    "nothing wrong": ("a = 1", {"a": 1}),
    "a line": ("a = x\nb = 1", {"b": 1}),
    "an open array": ("a = [\n 1,\nb = 1\n[c]\nd = 1", {"b": 1, "c": {"d": 1}}),
    "an array with a fault": ("a = [\n 1,\n x\n]\nb = 1", {"b": 1}),
    "an inline table with a fault": ("a = {\n b = 1\n c = 2\n}\nd = 1", {"d": 1}),
    "a sound table of several lines": ("a = {\nb = 1,\nc = 1,\n}\nd = x", {"a": {"b": 1, "c": 1}}),
    "a header and what is below": ("[a]\nb = 1\n[c\nd = 1\n[e]\nf = 1", {"a": {"b": 1}, "e": {"f": 1}}),
    "an element and its tables": ("[[a]]\n[[a]\n[a.b]\nc = 1\n[d]", {"a": [{}], "d": {}}),
    "a key given twice": ("[a]\nb = 1\nb = 2\nc = 1", {"a": {"b": 1, "c": 1}}),
    "a table given twice": ("[a]\nb = 1\n[a]\nc = 1\n[d]", {"a": {"b": 1}, "d": {}}),
    "a string without end": ('a = 1\nb = """x\nc = 1', {"a": 1}),
    "Windows": ("a = x\r\nb = 1\r\n", {"b": 1}),
    "a byte order mark": ("\ufeffa = 1\nb = x", {"a": 1}),
    "too many": ("x\n" * 20 + "a = 1", {}),
}


def test_every_explanation_has_an_example() -> None:
    """Every explanation except the last, for other faults, has a ruleset in ``tests/bad``."""
    printed = "".join(file.read_text("utf-8") for file in update.FOLDER.glob("*.txt"))
    found = re.findall(r": BJ\d{3} (.*)\n(?:.*\n){3} += help: (.*)", printed)
    for row in EXPLANATIONS[:-1]:
        templates = (row.message, row.remedy)
        message, remedy = (re.sub(r"\\\{\w+\\\}", ".*", re.escape(template)) for template in templates)
        assert any(re.fullmatch(message, a) and re.fullmatch(remedy, b) for a, b in found), row


@pytest.mark.parametrize("case", SALVAGED)
def test_what_is_sound_is_salvaged(case: str) -> None:
    """Faulty statements are blanked with everything that depends on them; the rest keeps its meaning."""
    text, expected = SALVAGED[case]
    document = read_document(FILE, text.encode())
    assert document.data == expected
    assert document.sound is None or tomli.loads(document.sound) == expected
