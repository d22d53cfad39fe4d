from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

from bj.errors import Finding
from bj.ruleset.documents import read_document
from bj.ruleset.faults.locate import locate
from bj.ruleset.toml.parser_messages import EXPLANATIONS

FILE = Path("some.toml")

EARLY = 'close it where it should end; write a quote inside it as `\\"`'
SYNTAX: dict[str, tuple[str, list[str]]] = {
    "bare words": (
        "a = Classic game # c\nb = 3:2\nc = [x y, 5%]",
        [
            '1:5 Classic: `Classic` is not a value; put text in quotes: `"Classic game"`',
            '2:5 3:2: `3:2` is not a value; put text in quotes: `"3:2"`',
            '3:6 x: `x` is not a value; put text in quotes: `"x y"`',
        ],
    ),
    "money": ("a = $5", ["1:5 $5: `$5` is not a number; write the number alone: `5`"]),
    "truth": (
        "a = True\nb = no",
        [
            '1:5 True: `True` is not a value; write `true`, or `"True"`',
            '2:5 no: `no` is not a value; write `false`, or `"no"`',
        ],
    ),
    "numbers": (
        "a = 07\nb = .5\nc = 1,000\nd = -\ne = " + "1" * 4301 + "\nf = 1,\ng = [1..2]",
        [
            "1:5 07: `07` is not a number; write it without the leading zero",
            "2:5 .5: `.5` is not a number; write a digit before the point",
            "3:5 1,000: `1,000` is not a number; write `1_000`",
            "4:5 -: `-` is not a value; write a number, text in quotes, `true` or `false`",
            f"5:5 {'1' * 4301}: the number has too many digits; write a shorter number",
            "6:6 ,: unexpected `,`; remove it",
            "7:6 1..2: `1..2` is not a value; write `1, 2`",
        ],
    ),
    "missing parts": (
        "a =\nb 5\n= 3\nc. = 1\nd = [1,,2]\ne = ]\nf = null\n{ g = 1 }\nh two words",
        [
            "1:4 : `a` has no value; write a value here",
            "2:1 b: missing `=` after `b`; write `b = 5`",
            "3:1 =: a line cannot start with `=`; write `key = value` or a `[table]` header",
            "4:4 =: a key is missing here; write a key; put one with special characters in quotes",
            "5:8 ,: a value is missing before `,`; write a value here, or remove the `,`",
            "6:5 ]: a value is missing before `]`; write a value here",
            '7:5 null: `null` is not a value; leave the key out, or put text in quotes: `"null"`',
            "8:1 {: a line cannot start with `{`; rulesets are TOML, not JSON: "
            "write `key = value` or a `[table]` header",
            "9:1 h: missing `=` after `h`; write `h = ` and a value",
        ],
    ),
    "brackets": (
        "a = [1, 2\nb = {\n c = 1\nd = 1]\ne = [1}\nf = [1 2]\n[g\n",
        [
            "1:5 [: `[` is not closed; close it with `]`",
            "2:5 {: `{` is not closed; close it with `}`",
            "4:6 ]: unmatched `]`; remove it, or add the opening bracket",
            "5:7 }: `}` does not match the open bracket; write `]`",
            "6:8 2: missing comma before `2`; write `,` between values",
            "7:3 : the header is not closed; write `[name]`, or `[[name]]` for one of several",
        ],
    ),
    "a bracket that closes what is faulty above": (
        "a = {\nb = 1\nc = 1\n}",
        ["1:5 {: `{` is not closed; close it with `}`"],
    ),
    "strings": (
        "a = \"x\nb = 'x\nc = [\"x,\n1]\nd = '''x",
        [
            '1:5 "x: the string is not closed; close it with `"`',
            "2:5 'x: the string is not closed; close it with `'`",
            '3:6 "x,: the string is not closed; close it with `"`',
            "5:5 '''x: the string is not closed; close it with `'''`",
        ],
    ),
    "a string on two lines": ('a = "x\ny"\nb = 1', ['1:5 "x: the string is not closed; close it with `"`']),
    "characters": (
        'a = "\\q"\nb = "\\u12"\nc = "x\x01"\nd = 1\re = 1\n// f\n',
        [
            "1:6 \\q: `\\q` is not a valid escape; write `\\\\` for a backslash",
            "2:6 \\u12: `\\u12` is not a valid character code; write `\\u` and four digits 0-9, a-f",
            "3:7 \x01: unexpected control character; remove it",
            "4:6 \r: unexpected control character; remove it",
            "5:1 //: `//` does not start a comment; start comments with `# `",
        ],
    ),
    "strings that end early": (
        'a = ["b, "c", \'d\'e\']\nf = "g "h" i"\n\x0c\n\x07 = 1\ng = \'it\'s\'',
        [
            f'1:6 "b, ": the string ends just before `c`; {EARLY}',
            f'2:5 "g ": the string ends just before `h`; {EARLY}',
            "3:1 \x0c: unexpected control character; remove it",
            "4:1 \x07: unexpected control character; remove it",
            "5:5 'it': the string ends just before `s`; write `\"` around text with a `'` in it",
        ],
    ),
    "braces in brackets": (
        'a = [\n  { b = 1,\n]\nc = [1 { d = 2 }, "e f"]\ng = [1 "h i"]\nj = 1 k',
        [
            "2:3 {: `{` is not closed; close it with `}`",
            "4:8 {: missing comma before `{`; write `,` between values",
            '5:8 "h i": missing comma before `"h i"`; write `,` between values',
            "6:7 k: unexpected `k`; end the line before it, or put everything in quotes",
        ],
    ),
    "keys in other letters": (
        "größe = 1\n[x.Straße]\n[y.z]\nwho? = 2 // me",
        [
            '1:1 größe: `größe` is not a key without quotes; write `"größe"`',
            '2:4 Straße: `Straße` is not a key without quotes; write `"Straße"`',
            '4:1 who?: `who?` is not a key without quotes; write `"who?"`',
        ],
    ),
    "dates": (
        "a = 2025-02-30",
        ["1:5 2025-02-30: `2025-02-30` is not a date or time; write it like 2025-12-31 23:59:00"],
    ),
    "keys given twice": (
        "a = 1\nb = { c = 1, c = 2 }\na = 2\na.d = 1\n[e]\na = 1\n[f]\n[e]\nx = 1",
        [
            "2:14 c: `c` is given twice; remove one of the two",
            "3:1 a: `a` is given twice, first on line 1; remove one of the two",
            "4:1 a.d: `a.d` clashes with a key above it; remove one of the two, or merge them into one table",
            "8:2 e: `e` is given twice, first on line 5; remove one of the two",
        ],
    ),
    "nesting": (
        "a = " + "[" * 10_000 + "\nb" + ".c" * 20_000 + " = 1",
        [
            "1:1 a: `a` is nested too deeply; use fewer brackets and dots",
            f"2:1 b{'.c' * 20_000}: `b{'.c' * 19}…` is nested too deeply; use fewer brackets and dots",
        ],
    ),
}

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


def marked(finding: Finding) -> str:
    """The characters at fault."""
    return finding.excerpt[finding.column - 1 : finding.column - 1 + finding.length]


def errors_of(text: str) -> list[Finding]:
    """The findings of a text that tomli refuses."""
    return locate(read_document(FILE, text.encode()))


@pytest.mark.parametrize("case", SYNTAX)
def test_every_syntax_fault_is_explained_at_its_place(case: str) -> None:
    """All syntax faults of a text come together, each at its place, in plain words and with a remedy."""
    text, expected = SYNTAX[case]
    found = [f"{f.line}:{f.column} {marked(f)}: {f.message}; {f.remedy}" for f in errors_of(text)]
    assert found == expected


def test_every_explanation_has_an_example() -> None:
    """Every explanation but the last, which is for the unforeseen, has a text that it explains."""
    found = [(finding.message, finding.remedy) for text, _ in SYNTAX.values() for finding in errors_of(text)]
    for row in EXPLANATIONS[:-1]:
        templates = (row.message, row.remedy)
        message, remedy = (re.sub(r"\\\{\w+\\\}", ".*", re.escape(template)) for template in templates)
        assert any(re.fullmatch(message, a, re.S) and re.fullmatch(remedy, b, re.S) for a, b in found), row


@pytest.mark.parametrize("case", SALVAGED)
def test_what_is_sound_is_salvaged(case: str) -> None:
    """Faulty statements are blanked with what depends on them, and the rest means what it did."""
    text, expected = SALVAGED[case]
    document = read_document(FILE, text.encode())
    assert document.data == expected
    assert document.sound is None or tomli.loads(document.sound) == expected
