"""Tomli's complaints about a text, in plain English."""

from __future__ import annotations

from collections.abc import Sequence

NO_VALUE, NO_NUMBER = "`{word}` is not a value", "`{word}` is not a number"
CONTROL = r"[\x00-\x08\x0b-\x1f\x7f]"
EXPLANATIONS: Sequence[tuple[str, str, str, str, str]] = (
    # code; what tomli says and the word it stops at; what to point at; what is wrong; what to write instead
    ("BJ104", "Never closed", "bracket", "this `{word}` is not closed", "close it with `{closing}`"),
    (
        "BJ103",
        "Ends early",
        "string",
        "the string ends just before `{stop}`",
        'close it where it should end; write a quote inside it as `\\"`',
    ),
    (
        "BJ103",
        r"Unterminated|Expected \"'|(Illegal|Found invalid) character '\\n'",
        "string",
        "the string is not closed",
        "close it with `{quote}`",
    ),
    (
        "BJ102",
        f"(Invalid|Expected newline)[^:]*: {CONTROL}|Expected newline[^:]*: $|Illegal|Found invalid",
        "character",
        "unexpected control character",
        "remove it",
    ),
    ("BJ105", "Invalid value: ([],}#]|$)", "word", "a value is missing", "write a value here"),
    ("BJ106", "Invalid value: (?i:true|yes|on)$", "word", NO_VALUE, 'write `true`, or `"{word}"`'),
    ("BJ106", "Invalid value: (?i:false|no|off)$", "word", NO_VALUE, 'write `false`, or `"{word}"`'),
    ("BJ106", r"Invalid value: [+-]?0\d+$", "word", NO_NUMBER, "write it without the leading zero"),
    ("BJ106", r"Invalid value: [+-]?\.\d+$", "word", NO_NUMBER, "write a digit before the point"),
    ("BJ106", r"Invalid value: [^\W_]", "word", NO_VALUE, "put text in quotes: `{quoted}`"),
    ("BJ106", "Invalid value", "word", NO_VALUE, "write a number, text in quotes, `true` or `false`"),
    ("BJ107", "Odd key", "word", "`{word}` is not a key without quotes", 'write `"{word}"`'),
    ("BJ107", "Expected '='", "key", "missing `=` after `{key}`", "write `{key} = ` and a value"),
    (
        "BJ104",
        "Expected newline[^:]*: []}]",
        "word",
        "unmatched `{word}`",
        "remove it, or add the opening bracket",
    ),
    (
        "BJ107",
        "Expected newline[^:]*: ,",
        "word",
        "unexpected `,`",
        "remove it; write large numbers like `1_000`",
    ),
    (
        "BJ107",
        "(Expected newline[^:]*|Invalid statement): (//|;|--|/[*])",
        "word",
        "`{word}` does not start a comment",
        "start comments with `# `",
    ),
    (
        "BJ107",
        "Expected newline",
        "word",
        "unexpected `{word}`",
        "end the line before it, or put everything in quotes",
    ),
    (
        "BJ104",
        "Expected ']+'",
        "word",
        "the header is not closed",
        "write `[name]`, or `[[name]]` for one of several",
    ),
    (
        "BJ107",
        "Invalid initial",
        "word",
        "a key is missing here",
        "write a key; put one with special characters in quotes",
    ),
    (
        "BJ107",
        "Invalid statement",
        "word",
        "a line cannot start with `{word}`",
        "write `key = value` or a `[table]` header",
    ),
    ("BJ104", "Unclosed[^:]*: []}]", "word", "`{word}` does not match the open bracket", "write `{closing}`"),
    ("BJ108", "Unclosed", "word", "missing comma before `{word}`", "write `,` between values"),
    ("BJ109", "Unescaped", "escape", "`{word}` is not a valid escape", "write `\\\\` for a backslash"),
    (
        "BJ109",
        "Invalid hex|Escaped",
        "escape",
        "`{word}` is not a valid character code",
        "write `\\u` and four digits 0-9, a-f",
    ),
    (
        "BJ106",
        "Invalid date",
        "word",
        "this date or time does not exist",
        "write it like 2025-12-31 23:59:00",
    ),
    (
        "BJ110",
        "Given twice",
        "key",
        "`{key}` is given twice, first on line {first}",
        "remove one of the two",
    ),
    ("BJ110", "Duplicate", "twice", "`{word}` is given twice", "remove one of the two"),
    (
        "BJ110",
        "Cannot",
        "path",
        "`{key}` clashes with a key above it",
        "remove one of the two, or merge them into one table",
    ),
    (
        "BJ111",
        "TOML|maximum recursion",
        "path",
        "`{key}` is nested too deeply",
        "use fewer brackets and dots",
    ),
    ("BJ106", "Exceeds", "number", "the number has too many digits", "write a shorter number"),
    ("BJ107", "", "key", "this is not TOML", "write `key = value`, `[table]` or `# comment`"),
)
