"""Translates the messages from the TOML parser, tomli, into plain English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bj.ruleset.suggestions import NUMBER_WORDS

NO_VALUE, NO_NUMBER = "`{word}` is not a value", "`{word}` is not a number"
UNCLOSED_STRING = "the string is not closed"
CONTROL = r"[\x00-\x08\x0b-\x1f\x7f]"


class ParserMessage(NamedTuple):
    """A message and a remedy to print in place of certain messages from tomli."""

    code: str
    said: str
    """A pattern that matches tomli's message, followed by a colon and the word at which tomli stopped."""
    place: str
    """The name of the span that the message marks."""
    message: str
    remedy: str
    text: str | None = None
    """The text that the fix inserts. None if only the author can know the right text."""
    at: str = ""
    """The name of the span that the fix replaces. An empty string means the marked span."""


_ROWS: Sequence[tuple[str, ...]] = (
    (
        "BJ104",
        "Never closed",
        "bracket",
        "`{word}` is not closed",
        "close it with `{closing}`",
        "{closing}",
        "end",
    ),
    (
        "BJ103",
        "Ends early in '",
        "string",
        "the string ends just before `{stop}`",
        "put text that contains `'` in double quotes",
    ),
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
        UNCLOSED_STRING,
        "close it with `{quote}`",
        "{quote}",
        "end of string",
    ),
    (
        "BJ102",
        f"(Invalid|Expected newline)[^:]*: {CONTROL}|Expected newline[^:]*: $|Illegal|Found invalid",
        "character",
        "unexpected control character",
        "remove it",
        "",
    ),
    (
        "BJ105",
        "Invalid value: ,",
        "word",
        "a value is missing before `,`",
        "write a value here, or remove the `,`",
    ),
    (
        "BJ105",
        "Invalid value: []}]",
        "word",
        "a value is missing before `{word}`",
        "write a value here",
    ),
    ("BJ105", "Invalid value: (#|$)", "word", "`{key}` has no value", "write a value here"),
    (
        "BJ106",
        "Invalid value: (?i:true|yes|on)$",
        "word",
        NO_VALUE,
        'write `true`, or `"{word}"`',
        "true",
    ),
    (
        "BJ106",
        "Invalid value: (?i:false|no|off)$",
        "word",
        NO_VALUE,
        'write `false`, or `"{word}"`',
        "false",
    ),
    (
        "BJ106",
        "Invalid value: (?i:none|null|nil)$",
        "word",
        NO_VALUE,
        "remove the key, or put text in quotes: `{quoted}`",
    ),
    (
        "BJ106",
        f"Invalid value: (?i:{'|'.join(NUMBER_WORDS)})$",
        "word",
        NO_VALUE,
        "write it in digits: `{counted}`",
        "{counted}",
    ),
    (
        "BJ106",
        r"Invalid value: [+-]?0\d+$",
        "word",
        NO_NUMBER,
        "write it without the leading zero",
        "{number}",
    ),
    (
        "BJ106",
        r"Invalid value: [+-]?\.\d+$",
        "word",
        NO_NUMBER,
        "write a digit before the point",
        "{pointed}",
    ),
    (
        "BJ106",
        r"Invalid value: [^\W_]",
        "word",
        NO_VALUE,
        "put text in quotes: `{quoted}`",
        "{whole}",
        "words",
    ),
    (
        "BJ106",
        "Invalid value: [$\u20ac\u00a3\u00a5]\\d+$",
        "word",
        "`{word}` is not a number",
        "write only the number: `{amount}`",
        "{amount}",
    ),
    ("BJ106", "Invalid value", "word", NO_VALUE, "write a number, text in quotes, `true` or `false`"),
    (
        "BJ107",
        "Odd key",
        "word",
        "`{word}` must be quoted to be a key",
        'write `"{word}"`',
        '"{word}"',
    ),
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
        "remove it",
        "",
        "last comma",
    ),
    (
        "BJ107",
        "(Expected newline[^:]*|Invalid statement): (//|;|--|/[*])",
        "word",
        "`{word}` does not start a comment",
        "start comments with `# `",
        "# ",
        "comment",
    ),
    (
        "BJ107",
        "Expected newline",
        "word",
        "unexpected `{word}`",
        "end the line before it, or put everything in quotes",
        "{value}",
        "value",
    ),
    (
        "BJ104",
        "Expected ']+'",
        "word",
        "the header is not closed",
        "write `[name]`, or `[[name]]` for one of several tables",
        "]",
        "end of header",
    ),
    (
        "BJ107",
        "Invalid initial",
        "word",
        "a key is missing here",
        "write a key, in quotes if it has special characters",
    ),
    (
        "BJ107",
        "Invalid statement: {",
        "word",
        "a line cannot start with `{word}`",
        "rulesets are TOML, not JSON: write `key = value` or a `[table]` header",
    ),
    (
        "BJ107",
        "Invalid statement",
        "word",
        "a line cannot start with `{word}`",
        "write `key = value` or a `[table]` header",
    ),
    (
        "BJ104",
        "Unclosed[^:]*: []}]",
        "word",
        "`{word}` does not match the open bracket",
        "write `{closing}`",
        "{closing}",
    ),
    (
        "BJ108",
        "Unclosed",
        "word",
        "missing comma before `{word}`",
        "write `,` between values",
        ",",
        "before",
    ),
    (
        "BJ109",
        "Unescaped",
        "escape",
        "`{word}` is not a valid escape",
        "write `\\\\` for a backslash",
        "\\\\",
        "backslash",
    ),
    (
        "BJ109",
        "Invalid hex|Escaped",
        "escape",
        "`{word}` is not a valid character code",
        "write `\\u` and four hexadecimal digits",
    ),
    (
        "BJ106",
        "Invalid date",
        "word",
        "`{word}` is not a date or time",
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

EXPLANATIONS = [ParserMessage(*row) for row in _ROWS]
