"""What tomli has against a text, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

NO_VALUE, NO_NUMBER = "`{word}` is not a value", "`{word}` is not a number"
NOT_CLOSED, STEERING = "the string is not closed", "a control character stands here"
CONTROL = r"[\x00-\x08\x0b-\x1f\x7f]"
EXPLANATIONS: Sequence[tuple[str, str, str, str, str]] = (
    # code; what tomli says and the word it stops at; what to point at; what is wrong; what to write instead
    ("BJ104", "Never closed", "bracket", "this `{word}` is not closed", "write `{closing}` at its end"),
    (
        "BJ103",
        "Ends early",
        "string",
        "the string ends right before `{stop}`",
        'close it where it should end; a quote inside is written `\\"`',
    ),
    ("BJ102", f"Invalid (statement|initial[^:]*|value): {CONTROL}", "character", STEERING, "remove it"),
    ("BJ105", "Invalid value: ([],}#]|$)", "word", "a value is missing", "write a value here"),
    ("BJ106", "Invalid value: (?i:true|yes|on)$", "word", NO_VALUE, 'write `true`, or `"{word}"`'),
    ("BJ106", "Invalid value: (?i:false|no|off)$", "word", NO_VALUE, 'write `false`, or `"{word}"`'),
    ("BJ106", r"Invalid value: [+-]?0\d+$", "word", NO_NUMBER, "write it without the leading zero"),
    ("BJ106", r"Invalid value: [+-]?\.\d+$", "word", NO_NUMBER, "write a digit before the point"),
    ("BJ106", r"Invalid value: [^\W_]", "word", NO_VALUE, "put words in quotes: `{quoted}`"),
    ("BJ106", "Invalid value", "word", NO_VALUE, "write a number, text in quotes, `true` or `false`"),
    ("BJ107", "Odd key", "word", "`{word}` is no key without quotes", 'write `"{word}"`'),
    ("BJ107", "Expected '='", "key", "there is no `=` after `{key}`", "write `{key} = ` and a value"),
    (
        "BJ104",
        "Expected newline[^:]*: []}]",
        "word",
        "`{word}` closes nothing",
        "remove it, or write its opening bracket",
    ),
    ("BJ102", f"Expected newline[^:]*: ({CONTROL}|$)", "character", STEERING, "remove it"),
    (
        "BJ107",
        "Expected newline[^:]*: ,",
        "word",
        "`,` is too much here",
        "remove it; large numbers are written like `1_000`",
    ),
    (
        "BJ107",
        "Expected newline[^:]*: (//|;|--|/[*])",
        "word",
        "`{word}` begins no comment",
        "write `# ` before a comment",
    ),
    (
        "BJ107",
        "Expected newline",
        "word",
        "`{word}` is too much here",
        "end the line before it, or put all in quotes",
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
        "write a key; put one with special signs in quotes",
    ),
    (
        "BJ107",
        "Invalid statement: (//|;|--|/[*])",
        "word",
        "`{word}` begins no comment",
        "write `# ` before a comment",
    ),
    (
        "BJ107",
        "Invalid statement",
        "word",
        "`{word}` cannot begin a line",
        "write `key = value` or a `[table]` header",
    ),
    ("BJ104", "Unclosed[^:]*: []}]", "word", "`{word}` closes another bracket", "write `{closing}`"),
    ("BJ108", "Unclosed", "word", "a comma is missing before `{word}`", "write `,` between two values"),
    ("BJ103", "Unterminated|Expected \"'", "string", NOT_CLOSED, "write `{quote}` at its end"),
    (
        "BJ103",
        r"(Illegal|Found invalid) character '\\n'",
        "string",
        NOT_CLOSED,
        "write `{quote}` at its end",
    ),
    ("BJ102", "Illegal|Found invalid", "character", STEERING, "remove it"),
    ("BJ109", "Unescaped", "escape", "`{word}` stands for no character", "write `\\\\` for a backslash"),
    (
        "BJ109",
        "Invalid hex|Escaped",
        "escape",
        "`{word}` is no code of a character",
        "write `\\u` and four digits 0-9, a-f",
    ),
    ("BJ106", "Invalid date", "word", "there is no such day or time", "write it as in 2025-12-31 23:59:00"),
    (
        "BJ110",
        "Given twice",
        "key",
        "`{key}` is given twice, first in line {first}",
        "remove one of the two",
    ),
    ("BJ110", "Duplicate", "twice", "`{word}` is given twice", "remove one of the two"),
    (
        "BJ110",
        "Cannot",
        "path",
        "`{key}` clashes with a key above it",
        "remove one of the two, or join them in one table",
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
