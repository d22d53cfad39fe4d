from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
import tomli
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from bj.faults_and_fixes import Fault, Finding, KeyPath
from bj.ruleset.documents import read_document
from bj.ruleset.faults.locate import Page, locate
from bj.ruleset.toml.outline import Outline

FILE = Path("some.toml")


def at(
    *path: str | int, part: Literal["key", "value"] = "value", span: tuple[int, int] | None = None
) -> Fault:
    """A fault at a path."""
    return Fault("BJ201", path, "", "", part, span)


PLACES: dict[str, tuple[str, Fault]] = {
    "value": ("a = 1\nb = «22»", at("b")),
    "key": ("a = 1\n«bc» = 22", at("bc", part="key")),
    "dotted key": ("a.b.«c» = 1", at("a", "b", "c", part="key")),
    "part of a dotted key": ("«a» . b = 1", at("a")),
    "quoted key": ("\"a b\".«'c.d'» = 1", at("a b", "c.d", part="key")),
    "escaped key": ('"\\u00e9" = «1»', at("é")),
    "header": ("[x]\na = 1\n[ y . «z» ] # c\nb = 2", at("y", "z")),
    "implicit table": ("[«x».y]\na = 1", at("x", part="key")),
    "table after its part": ("[x.y]\na = 1\n[«x»]\nb = 2", at("x")),
    "below an implicit table": ("[x.y]\na = «1»\n[x]\nb = 2", at("x", "y", "a")),
    "array of tables": ("[[x]]\na=1\n[[x]]\na=«2»", at("x", 1, "a")),
    "element of an array of tables": ("[[x]]\na=1\n[[ «x» ]]\na=2", at("x", 1)),
    "table of the last element": ("[[x]]\n[[x]]\n[x.y]\na=«2»", at("x", 1, "y", "a")),
    "array in an array": ("[[x]]\n[[x.y]]\n[[x.y]]\na=«2»", at("x", 0, "y", 1, "a")),
    "inline table": ("a = { b = 1, c = { d = «22» } }", at("a", "c", "d")),
    "dots inside an inline table": ("a = {b.c = 1, b.«d» = 2}", at("a", "b", "d", part="key")),
    "inline table of several lines": ("a = {\n b = 1, # c\n c = «07:30»,\n}", at("a", "c")),
    "array of several lines": ("a = [\n  1, # [\n  «22»,\n]", at("a", 1)),
    "key of an element": ("a = [1, «22»]", at("a", 1, part="key")),
    "value of several lines": ("a = «[»\n  1,\n]", at("a")),
    "Windows": ("[x]\r\na = '''\r\nb'''\r\nc = «1»\r\n", at("x", "c")),
    "byte order mark": ("\ufeffa = «1»", at("a")),
    "unicode": ("a = { b = 'é日😀', c = «1» } # ü", at("a", "c")),
    "missing key": ("[«x»]\na = 1", at("x", "b", part="key")),
    "missing key at the top": ("«#» c\na = 1", at("b")),
    "missing key of an inline table": ("[x]\n«y» = { z = 1 }", at("x", "y", "a")),
    "missing key of an element": ("a = [{}, «{ z = 1 }»]", at("a", 1, "b")),
    "missing table": ("«[»x]\na = 1", at("y", "z", 3)),
    "missing index": ("[x]\n«a» = [1]", at("x", "a", 1)),
    "span": ('a = "count «>» 2"', at("a", span=(6, 1))),
    "span in a literal": ("a = 'c«\\d »e'", at("a", span=(1, 3))),
    "span after escapes": ('a = "\\t\\u00e9\\U0001F600\\x41\\e «b»"', at("a", span=(6, 1))),
    "span of an escape": ('a = "b«\\u00e9»c"', at("a", span=(1, 1))),
    "span after a first newline": ('a = """\nbc\n«de»"""', at("a", span=(3, 2))),
    "span after a joined line": ('a = """b\\\n   c «d»"""', at("a", span=(3, 1))),
    "span in Windows lines": ("a = '''\r\nb\r\n«c»'''", at("a", span=(2, 1))),
    "span over lines": ('a = """b«c»\nde"""', at("a", span=(1, 4))),
    "span at the end": ("a = 'bc«'»", at("a", span=(2, 1))),
    "span in an empty string": ("a = «''»", at("a", span=(0, 1))),
    "span too long": ("a = 'b«c»'", at("a", span=(1, 9))),
    "span of no string": ("a = «12»", at("a", span=(1, 1))),
    "header given twice": ("[«x»]\na = 1\n[x]\nb = 2", at("x", part="key")),
    "after a syntax fault": ("a = x\nb = «22»", at("b")),
    "between syntax faults": ("a = x\n[y\nb = 1\n[z]\nc = «2»", at("z", "c")),
}
"""Texts, in which `«` and `»` are around the marked characters, and the fault."""


def marked(finding: Finding) -> str:
    """The characters at fault."""
    return finding.excerpt[finding.column - 1 : finding.column - 1 + finding.length]


@pytest.mark.parametrize("case", PLACES)
def test_a_fault_is_found_where_its_value_or_key_is_written(case: str) -> None:
    """A finding has the line, the column and the characters of the fault's value or key."""
    text, fault = PLACES[case]
    before, _, rest = text.partition("«")
    found, _, after = rest.partition("»")
    finding = Page(read_document(FILE, f"{before}{found}{after}".encode())).find(fault)
    lines = before.removeprefix("\ufeff").split("\n")
    assert (finding.line, finding.column) == (len(lines), len(lines[-1]) + 1)
    assert marked(finding) == found


def test_findings_come_in_the_order_of_the_file_and_once() -> None:
    """Findings are ordered by line and column; equal ones are merged."""
    faults = [
        Fault("BJ201", ("b",), "two", "x"),
        Fault("BJ201", ("a",), "one", "y"),
        Fault("BJ201", ("b",), "two", "x"),
    ]
    findings = locate(read_document(FILE, b"a = 1 \r\nb = 2"), faults)
    assert findings == [
        Finding(FILE, 1, 5, 1, "a = 1 ", "one", "y", "BJ201"),
        Finding(FILE, 2, 5, 1, "b = 2", "two", "x", "BJ201"),
    ]


@pytest.mark.parametrize("several", [False, True], ids=["one line", "many lines"])
def test_a_thousand_faults_in_a_large_file_take_little_time(several: bool) -> None:
    """The text is read once for all its faults."""
    text = "a = [" + ("," + "\n" * several).join(f"{{b='é{number}'}}" for number in range(25_000)) + "]"
    faults = [Fault("BJ201", ("a", number * 25, "b"), "", "", span=(2, 1)) for number in range(1_000)]
    document = read_document(FILE, text.encode())
    before = time.perf_counter()
    assert len(locate(document, faults)) == 1_000
    assert time.perf_counter() - before < 20  # a second, but of a machine that may be busy


SCALARS = (
    st.text(st.characters(codec="utf-8"), max_size=8)
    | st.text("ab\n\r\t\\\"' é日😀\x07", max_size=8)
    | st.integers(-(2**63), 2**63 - 1)
    | st.booleans()
    | st.floats(allow_nan=False)
    | st.dates()
    | st.times()
)
KEYS = st.text("abc", min_size=1, max_size=2) | st.text(st.characters(codec="utf-8"), max_size=3)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=4)


class Scribe:
    """Writes data as TOML in any form."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def space(self, *, lines: bool = False) -> str:
        """White space; with ``lines``, also newlines and comments."""
        return self.chance.choice(["", " ", "\t", *(["\n", " # , ] } é\n"] if lines else [])])

    def key(self, name: str) -> str:
        """A key, bare where it can be."""
        forms = [self.basic(name)]
        if re.fullmatch(r"[A-Za-z0-9_-]+", name):
            forms += [name, name]
        if not re.search(r"['\x00-\x08\x0a-\x1f\x7f]", name):
            forms.append(f"'{name}'")
        return self.chance.choice(forms)

    def basic(self, text: str) -> str:
        """A string in double quotes."""
        return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\x7f").replace("\\u001b", "\\e")

    def string(self, text: str) -> str:
        """A string in any quotes that can hold it."""
        body = self.basic(text)[1:-1]
        forms = [
            f'"{body}"',
            f'"""\n{body}"""',
            f'"""{body}\\\n  \n """',
            '"""\n' + body.replace("\\n", "\n") + '"""',
        ]
        if not re.search(r"['\x00-\x08\x0b-\x1f\x7f]", text):
            forms.append(f"'''\n{text}'''")
            if "\n" not in text:
                forms.append(f"'{text}'")
        written = self.chance.choice(forms)
        return written if tomli.loads(f"v = {written}")["v"] == text else f'"{body}"'  # `\\n` is no newline

    def value(self, value: Any) -> str:
        """A value in one place."""
        if isinstance(value, str):
            return self.string(value)
        if isinstance(value, dict):
            pairs = [
                self.key(name) + self.space() + "=" + self.space() + self.value(value[name]) for name in value
            ]
            return self.fill("{", pairs, "}")
        if isinstance(value, list):
            return self.fill("[", [self.value(item) for item in value], "]")
        return tomli_w.dumps({"v": value}).removeprefix("v = ").strip()

    def fill(self, opening: str, items: list[str], closing: str) -> str:
        """Brackets around items, with random white space, comments and a trailing comma."""
        spaced = [self.space(lines=True) + item + self.space(lines=True) for item in items]
        last = self.chance.choice(["", ","]) + self.space(lines=True) if items else ""
        return opening + ",".join(spaced) + last + closing

    def table(self, table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[str]:
        """The lines of a table: its pairs first, then the tables inside it."""
        later = []
        for name, value in table.items():
            here = (*path, name)
            way = self.chance.choice(["inline", "dotted", "header"])
            if way == "dotted" and isinstance(value, dict) and value:
                for inner in value:
                    dot = self.space() + "." + self.space()
                    yield self.key(name) + dot + self.key(inner) + " = " + self.value(value[inner])
            elif way == "header" and isinstance(value, dict):
                later.append((here, value, "[", "]"))
            elif (
                way == "header"
                and isinstance(value, list)
                and value
                and all(isinstance(v, dict) for v in value)
            ):
                later += [(here, item, "[[", "]]") for item in value]
            else:
                yield (
                    self.space()
                    + self.key(name)
                    + " = "
                    + self.value(value)
                    + self.chance.choice(["", " # c"])
                )
        for here, value, opening, closing in later:
            dotted = (self.space() + "." + self.space()).join(map(self.key, here))
            yield (
                opening + self.space() + dotted + self.space() + closing + self.chance.choice(["", " # [x]"])
            )
            yield from self.table(value, here)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A TOML document, by tomli_w or by hand."""
    data = draw(TABLES)
    way = draw(st.sampled_from(["tomli_w", "several lines", "by hand", "by hand"]))
    if way == "by hand":
        scribe = Scribe(draw(st.randoms(use_true_random=False)))
        text = "\n".join(scribe.table(data))
        assert tomli.loads(text) == data
    else:
        text = tomli_w.dumps(data, multiline_strings=way == "several lines")
    if draw(st.booleans()):
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    return draw(st.sampled_from(["", "\ufeff"])) + text


def values(data: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Every value inside some data with its path."""
    for step, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*path, step), value
        if isinstance(value, (dict, list)):
            yield from values(value, (*path, step))


def read(text: str) -> Any:
    """The value of a text, or an object that equals no value."""
    try:
        return tomli.loads(f"v = {text}")["v"]
    except tomli.TOMLDecodeError:
        return object


@given(documents(), st.data())
def test_any_value_is_found_where_it_is_written(text: str, data: st.DataObject) -> None:
    """The text at a value's place parses to the value; the same holds for keys and parts of strings."""
    plain = text.removeprefix("\ufeff")
    outline = Outline(plain)
    page = Page(read_document(FILE, text.encode()))
    for path, value in values(tomli.loads(plain)):
        fault = Fault("BJ201", path, "", "")
        start, end = outline.find(fault)
        name = next(step for step in reversed(path) if isinstance(step, str))
        if read(plain[start:end]) != value:  # a table, or an array of tables, with headers
            assert isinstance(value, dict) or isinstance(value[0], dict)
            assert [*tomli.loads(f"{plain[start:end]} = 1")] == [name]
        finding = page.find(fault)
        assert finding.line == plain.count("\n", 0, start) + 1
        assert finding.column == start - plain.rfind("\n", 0, start)
        assert plain[start:end].startswith(marked(finding))
        if isinstance(path[-1], str):
            start, end = outline.find(Fault("BJ201", path, "", "", "key"))
            assert [*tomli.loads(f"{plain[start:end]} = 1")] == [name]
        if isinstance(value, str) and value:
            offset = data.draw(st.integers(0, len(value) - 1))
            length = data.draw(st.integers(1, len(value) - offset))
            quote = plain[end - 1] if isinstance(path[-1], int) else plain[outline.find(fault)[1] - 1]
            start, end = outline.find(Fault("BJ201", path, "", "", span=(offset, length)))
            assert (
                read(f"{quote * 3}x{plain[start:end]}x{quote * 3}") == f"x{value[offset : offset + length]}x"
            )


@given(documents(), st.data())
def test_any_damage_is_reported_and_salvaged(text: str, data: st.DataObject) -> None:
    """Every fault of a damaged document has its place; the salvaged rest parses and did not move."""
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 2))
        text = (
            text[:at]
            + data.draw(st.sampled_from(["", *"=[]{}\"'\\,.#\n x\x07é", "'''", '"""']))
            + text[at + cut :]
        )
    document = read_document(FILE, text.encode())
    plain = text.removeprefix("\ufeff")
    assert document.text == plain
    findings = locate(document)
    assert len(findings) <= 20
    if not findings:
        assert document.data == tomli.loads(plain)
        return
    assert findings == sorted(findings, key=lambda finding: (finding.line, finding.column))
    lines = plain.split("\n")
    for finding in findings:
        assert finding.excerpt == lines[finding.line - 1].removesuffix("\r")
        assert 1 <= finding.column <= len(finding.excerpt) + 2
        assert finding.length >= 1
        assert not finding.message.startswith("this is not TOML")
    rest = document.sound
    if rest is not None:
        assert len(rest) == len(plain)
        assert all(new == old or (new == " " and old != "\n") for new, old in zip(rest, plain, strict=True))
        page = Page(document)
        for path, _ in values(tomli.loads(rest)):
            page.find(Fault("BJ201", path, "", ""))
