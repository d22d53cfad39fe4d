"""Remedies that are edits: what they write, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bj.errors import Edit, Fault, Fix, KeyPath
from bj.ruleset.documents import read_document
from bj.ruleset.faults import old_spellings
from bj.ruleset.faults.locate import Page
from bj.ruleset.faults.old_spellings import OldSpelling, explain_outdated
from bj.text.editing import apply_edits, choose_apart

FILE = Path("some.toml")

WORD = {"text": "new", "is_word": True}

EDITED: dict[str, tuple[str, KeyPath, str, dict[str, Any], str]] = {
    "a key": ("old = 1 # why", ("old",), "key", WORD, "new = 1 # why"),
    "a key in quotes": ("'o l d' = 1", ("o l d",), "key", WORD, "new = 1"),
    "a key that needs quotes": ("old = 1", ("old",), "key", {"text": "n w"}, '"n w" = 1'),
    "a key of an inline table": ("a = { old = 1 }", ("a", "old"), "key", WORD, "a = { new = 1 }"),
    "a table with two headers": ("[old.a]\n[old]\n", ("old",), "key", WORD, "[new.a]\n[new]\n"),
    "dotted keys": ("old.a = 1\nold.b = 2", ("old",), "key", WORD, "new.a = 1\nnew.b = 2"),
    "a list of tables": ("[[old]]\n[[old]]\n[old.a]", ("old",), "key", WORD, "[[new]]\n[[new]]\n[new.a]"),
    "a key that is taken": ("old = 1\nnew = 2", ("old",), "key", WORD, ""),
    "a removed key": ("a = 1\r\nold = 2\r\nb = 3", ("old",), "key", {"text": ""}, "a = 1\r\nb = 3"),
    "a comment that stays": ("x.old = 2 # why\n", ("x", "old"), "key", {"text": ""}, "# why\n"),
    "first of a table": ("a = { old = 1, b = 2 }", ("a", "old"), "key", {"text": ""}, "a = { b = 2 }"),
    "last of a table": ("a = { b = 2, old = 1 }", ("a", "old"), "key", {"text": ""}, "a = { b = 2 }"),
    "a removed table": (
        "[a]\nb = 1\n\n[old]\nc = 1\n\n[d]",
        ("old",),
        "key",
        {"text": ""},
        "[a]\nb = 1\n\n[d]",
    ),
    "a removed table of two headers": ("[old]\nc = 1\n[old.d]\ne = 1", ("old",), "key", {"text": ""}, ""),
    "a key and another one": (
        "[a]\nold = 1\n[d]",
        ("a", "old"),
        "key",
        {"text": "2", "to": ("a", "new"), "also": ((("a", "b"), "3"), (("d", "e"), "4"))},
        "[a]\nnew = 2\nb = 3\n[d]\ne = 4",
    ),
    "a part of a rule that is true": (
        "[rules]\nsplit = true\nold = 1\n",
        ("rules", "old"),
        "key",
        {"text": '"hit"', "to": ("rules", "split", "aces")},
        '[rules]\nsplit = { aces = "hit" }\n',
    ),
    "a table in place of true": (
        "[rules]\nsplit = true\nold = 1\n",
        ("rules", "old"),
        "key",
        {"text": "{ hands = 3 }", "to": ("rules", "split")},
        "[rules]\nsplit = { hands = 3 }\n",
    ),
    "a value that is there": (
        "[a]\nnew = 2\nold = 1\n",
        ("a", "old"),
        "key",
        {"text": "2", "to": ("a", "new")},
        "[a]\nnew = 2\n",
    ),
    "a part of a rule that is a word": (
        '[rules]\nsplit = "once"\nold = 1\n',
        ("rules", "old"),
        "key",
        {"text": '"hit"', "to": ("rules", "split", "aces")},
        '[rules]\nsplit = { hands = 2, aces = "hit" }\n',
    ),
    "a key and another one that is there": (
        "[a]\nold = 1\nb = 0",
        ("a", "old"),
        "key",
        {"text": "2", "to": ("a", "new"), "also": ((("a", "b"), "3"),)},
        "[a]\nnew = 2\nb = 0",
    ),
    "rows in place of a table": (
        "[x]\ny = 1\n\n[old]\nc = 1\n",
        ("old",),
        "key",
        {"text": "", "also": ((("a", "b", "c"), "1"), (("a", "b", "d"), "2"), (("x", "e"), "3"))},
        "[x]\ny = 1\ne = 3\n\n[a.b]\nc = 1\nd = 2\n",
    ),
    "rows in place of a key": (
        "[a]\nb = 1\nold = 2\n\n[c]",
        ("a", "old"),
        "key",
        {"text": "", "also": ((("a", "d"), "3"), (("a", "e"), "4"))},
        "[a]\nb = 1\nd = 3\ne = 4\n\n[c]",
    ),
    "rows in an inline table": (
        "a = { old = 1, b = 2 }",
        ("a", "old"),
        "key",
        {"text": "", "also": ((("a", "c"), "3"), (("a", "d"), "4"))},
        "a = { b = 2, c = 3, d = 4 }",
    ),
    "an entry before another one": (
        "a = [\n  1, # one\n  { b = 2 },\n  3,\n  4,\n]",
        ("a", 3),
        "value",
        {"text": "", "to": ("a", 1)},
        "a = [\n  1, # one\n  4,\n  { b = 2 },\n  3,\n]",
    ),
    "an entry with a comment": (
        "a = [\n  1, # one\n  2,\n]",
        ("a", 1),
        "value",
        {"text": "", "to": ("a", 0)},
        "",
    ),
    "a table of a list": ("[[a]]\nb = 1\n[[a]]\nb = 2", ("a", 1), "value", {"text": "", "to": ("a", 0)}, ""),
    "a key above all headers": (
        "# why\n[a]\nold = 1\nb = 2",
        ("a", "old"),
        "key",
        {"text": "", "to": ("new",)},
        "# why\nnew = 1\n\n[a]\nb = 2",
    ),
    "a value": ("a = '5' # why", ("a",), "value", {"text": "5"}, "a = 5 # why"),
    "a value of lines": ("a = [\n 1,\n]\nb = 2", ("a",), "value", {"text": "3"}, "a = 3\nb = 2"),
    "a value with a comment": ("a = [\n 1, # why\n]\nb = 2", ("a",), "value", {"text": "3"}, ""),
    "a word": ('a = "old"', ("a",), "value", WORD, 'a = "new"'),
    "a word in a list": ("a = ['b', 'old']", ("a", 1), "value", WORD, "a = ['b', 'new']"),
    "a number that is a word": ("a = 5", ("a",), "value", WORD, 'a = "new"'),
    "a word with a quote": ('a = "old"', ("a",), "value", {"text": '"', "is_word": True}, 'a = "\\""'),
    "one that has no room": ("a = 'old'", ("a",), "value", {"text": "'", "is_word": True}, ""),
    "a part": (
        'a = "b \\u0063 old"',
        ("a",),
        "value",
        {"text": "new", "span": (4, 3)},
        'a = "b \\u0063 new"',
    ),
    "a part of lines": (
        'a = """\nb\nold"""',
        ("a",),
        "value",
        {"text": "n", "span": (2, 3)},
        'a = """\nb\nn"""',
    ),
    "a key that is not here": ("a = 1", ("b",), "key", WORD, ""),
    "another table": (
        "[a]\nold = 1 # why\n[b]\nc = 2 # it\n\n[d]",
        ("a", "old"),
        "key",
        {"text": "", "to": ("b", "new")},
        "[a]\n# why\n[b]\nc = 2 # it\nnew = 1\n\n[d]",
    ),
    "out of a table that stays": (
        "[a]\nb = { old = 1, c = 2 }\nd = 3\n",
        ("a", "b", "old"),
        "key",
        {"text": "", "to": ("a", "new")},
        "[a]\nb = { c = 2 }\nd = 3\nnew = 1\n",
    ),
    "the only key of a table": (
        "[a]\nb = { old = 1 } # why\nc = 2\n",
        ("a", "b", "old"),
        "key",
        {"text": "", "to": ("a", "new")},
        "[a]\nnew = 1 # why\nc = 2\n",
    ),
    "a dotted key": (
        "[a]\nb.old = 1\n",
        ("a", "b", "old"),
        "key",
        {"text": "", "to": ("a", "new")},
        "[a]\nnew = 1\n",
    ),
    "a table that is new": (
        "[a]\nold = 1\nc = 2",
        ("a", "old"),
        "key",
        {"text": "3", "to": ("b", "c", "new")},
        "[a]\nc = 2\n\n[b.c]\nnew = 3\n",
    ),
    "a table without a header": (
        "old = 1\n[b]\nc.d = 2\n",
        ("old",),
        "key",
        {"text": "", "to": ("b", "c", "new")},
        "[b]\nc.d = 2\nc.new = 1\n",
    ),
    "an inline table": (
        "old = 1\nb = {}\n",
        ("old",),
        "key",
        {"text": "", "to": ("b", "new")},
        "b = { new = 1 }\n",
    ),
    "a table by itself": (
        "[a.old]\nb = 1\n[a.old.c]\n[a]",
        ("a", "old"),
        "key",
        {"text": "", "to": ("x", "new")},
        "[x.new]\nb = 1\n[x.new.c]\n[a]",
    ),
}


@pytest.mark.parametrize(("text", "path", "part", "fix", "wanted"), EDITED.values(), ids=EDITED)
def test_a_fix_changes_what_is_at_fault_alone(
    text: str, path: KeyPath, part: Any, fix: dict[str, Any], wanted: str
) -> None:
    """A fix replaces the key, the value or the characters, and nothing else."""
    finding = Page(read_document(FILE, text.encode())).find(Fault("BJ213", path, "", Fix(**fix), part))
    assert (apply_edits(text, finding.edits) if finding.edits else "") == wanted


ROWS = (
    OldSpelling("payouts.old", "payouts.new"),
    OldSpelling("powers.*.old", "powers.*.new", lambda value: value * 2, "it counts twice now"),
    OldSpelling("rules.same", "rules.same", {"True": True}.get, "no quotes now"),
    OldSpelling("rules.far", "shoe.near"),
    OldSpelling("rules.gone", message="no house has it"),
    OldSpelling("rules.hard", "rules.easy", lambda value: None, hint="rewrite `{1}`"),
)


@pytest.mark.parametrize(
    ("path", "value", "said", "edited"),
    [
        (("payouts", "old"), 1, "write `new`", "[payouts]\nnew = 1\n"),
        (("powers", "x", "old"), 1, "write `new = 2`", "[powers.x]\nnew = 2\n"),
        (("rules", "same"), "True", "write `true`", "[rules]\nsame = true\n"),
        (("rules", "same"), "x", "", ""),
        (("rules", "far"), 1, "write `near` under [shoe]", "[rules]\n\n[shoe]\nnear = 1\n"),
        (("rules", "gone"), 1, "remove it", "[rules]\n"),
        (("rules", "hard"), 1, "rewrite `hard`", ""),
        (("rules", "unknown"), 1, "", ""),
    ],
)
def test_a_row_is_all_that_an_old_spelling_needs(
    path: KeyPath, value: Any, said: str, edited: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row of the table makes the fault, its remedy in words, and the edit."""
    monkeypatch.setattr(old_spellings, "OLD_SPELLINGS", ROWS)
    written = f'"{value}"' if isinstance(value, str) else value
    text = f"[{'.'.join(map(str, path[:-1]))}]\n{path[-1]} = {written}\n"
    fault = explain_outdated(path, value)
    if fault is None:
        assert not said
        return
    finding = Page(read_document(FILE, text.encode())).find(fault)
    assert finding.remedy == said
    assert (apply_edits(text, finding.edits) if finding.edits else "") == edited


def test_edits_that_overlap_are_not_made_together() -> None:
    """The first of overlapping edits, or of edits at one place, is chosen."""
    one, inside, there = Edit(1, 1, 2, 3, "a"), Edit(2, 1, 2, 2, "b"), Edit(2, 3, 2, 3, "c")
    assert choose_apart([[one], [inside], [there], [there]]) == [one, there]
    assert choose_apart([[there, inside], [one]]) == [there, inside]
