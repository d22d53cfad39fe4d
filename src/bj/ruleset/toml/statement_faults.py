"""Explains why a TOML statement is not valid, by translating tomli's message and locating the fault."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bj.faults_and_fixes import Fault, Fix
from bj.ruleset.suggestions import NUMBER_WORDS
from bj.ruleset.toml.foreign_syntax import find_habit
from bj.ruleset.toml.parser_messages import EXPLANATIONS, ParserMessage
from bj.ruleset.toml.tokens import HEAD, SPACE, TOKEN, Span, read_keys

UNFINISHED = ("Unclosed", "Invalid value", "Invalid initial")  # messages about unfinished text
CODE = re.compile(r"\\[xuU][0-9A-Fa-f]*|\\.?")
CLOSING = {"[": "]", "{": "}"}
NUMBER = re.compile(r"(?<![\w\"'])[0-9]\w*+")
OF_KEYS = ("Expected '='", "Expected ']", "Invalid statement", "Invalid initial")  # messages about keys
BEGUN = re.compile(r"[\w-]+$", re.ASCII)
ODD = re.compile(r"(?:[^\x00-\x7f]|[!$%&*+/?@^|~])[^\s=\].,#]*")
STRING = re.compile(r"""\"[^\"\\\n]*\"|'[^'\n]*'""")
WORDS = re.compile(r"[^,\[\]{}#\n\"']*[^,\[\]{}#\n\"'\s]")
VALUE = re.compile(r"[ \t]*([0-9][\w:/%,. \t-]*\w)[ \t\r]*(?:#.*)?$")
COMMENT = re.compile("//|--|;")
WORD = re.compile(r"[^\s,=\]}#]+|[^\r\n]")


def explain_statement(text: str, span: Span, said: str, at: int, first: int = 0) -> Fault:
    """Return a fault that explains tomli's message about the statement at ``span``.

    ``said`` is the message, and ``at`` is the offset at which tomli stopped. If the statement repeats a key
    or a header, ``first`` is the number of the line with the first occurrence.
    """
    start, end = span[0], span[0] + len(text[slice(*span)].rstrip(SPACE))
    at = min(at, end)
    habit = find_habit(text, (start, end), said, at)
    if habit is not None:
        return habit
    keys = read_head(text, start, end)
    said, places, opened = _find_places(text, (start, end), said, at, keys)
    stop = text[slice(*places["word"])]
    row = next(row for row in EXPLANATIONS if re.match(row.said, f"{said}: {stop}"))
    where = places.get(row.place, places["key"])
    string = text[slice(*places.get("string", (at, at)))]
    rest = WORDS.match(text, where[0], end) if opened else None
    words = (rest[0] if rest else text[where[0] : end].partition(" #")[0]).strip(SPACE)
    value = VALUE.match(text, text.rfind("=", start, where[0]) + 1, end)
    fields = {
        "word": _shorten(text[slice(*where)]),
        "key": _shorten(".".join(name for name, _ in keys)),
        "closing": CLOSING[text[opened[-1][0]]] if opened else "}",
        "quote": string[: 3 if string.startswith(('"""', "'''")) else 1],
        "quoted": _quote(_shorten(words)),
        "whole": _quote(words),
        "value": _quote(value[1]) if value else "",
        "first": first,
        **_forms(stop),
    }
    message, remedy = row.message.format_map(fields), row.remedy.format_map(fields)
    fault = Fault(row.code, (), message, remedy, "text", (where[0], _length(where)))
    if row.text is None:
        return fault
    edited = _find_place(row, text, where, end, opened, words)
    if edited is None:
        return fault
    fix = Fix(row.text.format_map(fields), remedy, span=(edited[0], _length(edited)))
    return fault._replace(remedy=fix)


def _find_places(
    text: str, span: Span, said: str, at: int, keys: Sequence[tuple[str, Span]]
) -> tuple[str, dict[str, Span], list[Span]]:
    """Find the spans that a message about the statement at ``span`` may refer to.

    Return three things: the message, which may be more specific than ``said``; the spans by name; and the
    spans of the brackets that are still open.
    """
    start, end = span
    whole = (end - len(text[start:end].lstrip(SPACE)), end)
    escape = CODE.match(text, max(start, text.rfind("\\", start, at)))
    places = {
        "key": keys[-1][1] if keys else whole,
        "path": (keys[0][1][0], keys[-1][1][1]) if keys else whole,
        "character": (at, at + 1),
        "escape": escape.span() if escape else (at, at + 1),
        "word": _find_word(text, at, end),
    }
    opened: list[Span] = []
    for token in TOKEN.finditer(text, start, end):
        if token.start() >= at:
            break
        if token["string"]:
            places["string"] = token.span()
        elif token["mark"] in ("[", "{"):
            opened.append(token.span())
        elif token["mark"] in ("]", "}") and opened:
            opened.pop()
        elif token.end() > at and said.startswith(("Expected newline", "Unclosed")):
            places["word"], said = (
                token.span(),
                "Invalid value",
            )  # for example in 3:2, where tomli reads only the 3
    if said.startswith("Duplicate"):
        places["twice"] = _find_last_key(text, start, at, said.partition("key ")[2])
    elif said.startswith("Exceeds"):
        places["number"] = max((match.span() for match in NUMBER.finditer(text, start, end)), key=_length)
    elif opened and said.startswith(UNFINISHED) and _is_missed(text, at, end, opened[-1]):
        places["bracket"], said = opened[-1], "Never closed"
    elif said.startswith(OF_KEYS) and (odd := ODD.match(text, at, end)):
        begun = BEGUN.search(text, start, at)  # for example the first two letters in größe
        if begun or text[at].isalpha():
            places["word"], said = (begun.start() if begun else at, odd.end()), "Odd key"
    elif places.get("string", (-1, -1))[1] == at and re.match(r"\w", text[at:end]):
        said = f"Ends early in {text[at - 1]}"  # as in "one, "two", where the first string is not closed
    return said, places, opened


def _forms(stop: str) -> dict[str, str]:
    """Return the message fields that contain variants of ``stop``, the word at which tomli stopped."""
    return {
        "stop": _shorten(stop.rstrip("\"'")),
        "number": re.sub(r"^([+-]?)[0_]+(?=\d)", r"\1", stop),
        "pointed": re.sub(r"^([+-]?)", r"\g<1>0", stop),
        "amount": stop[1:],
        "counted": str(NUMBER_WORDS.get(stop.lower(), "")),
    }


def _find_place(
    row: ParserMessage, text: str, where: Span, end: int, opened: Sequence[Span], words: str
) -> Span | None:
    """Return the span that the fix for a fault replaces. If it is unclear, return None.

    ``where`` is the span of the fault, and ``end`` is the offset at which the statement ends. ``opened``
    contains the spans of the brackets that are open at the fault. ``words`` is the text to put in quotes.
    """
    rest = text[where[1] : end].strip(SPACE)
    match row.at:
        case "words":
            return where[0], where[0] + len(words)
        case "value":
            value = VALUE.match(text, text.rfind("=", 0, where[0]) + 1, end)
            return value.span(1) if value else None
        case "backslash":
            return where[0], where[0] + 1
        case "comment":
            sign = COMMENT.match(text, *where)
            return sign.span() if sign else None
        case "last comma":
            return where if not rest or rest.startswith("#") else None
        case "before":
            gap = len(text[: where[0]].rstrip(SPACE))
            return (gap, gap) if "#" not in text[text.rfind("\n", 0, gap) + 1 : gap] else None
        case "end of string":
            return (end, end) if where[1] == end and not opened and "#" not in text[where[0] : end] else None
        case "end of header":
            return (end, end) if not text[slice(*where)].strip(SPACE) else None
        case "end":
            last = max(token.end() for token in TOKEN.finditer(text, where[0], end) if not token["comment"])
            return (last, last) if len(opened) == 1 else None
    return where


def _is_missed(text: str, at: int, end: int, bracket: Span) -> bool:
    """Return whether tomli stopped at ``at`` because ``bracket`` is not closed."""
    if at == end:
        return text[end - 1] != "="
    return text[bracket[0]] == "{" and text[at] == "]"


def _quote(words: str) -> str:
    return f"'{words}'" if '"' in words or "\\" in words else f'"{words}"'


def _length(span: Span) -> int:
    return span[1] - span[0]


def _find_word(text: str, at: int, end: int) -> Span:
    """Return the span of the word or string at ``at``. The span is empty at the end of a line."""
    word = STRING.match(text, at, end) or WORD.match(text, at, end)
    return word.span() if word else (at, at)


def _find_last_key(text: str, start: int, end: int, name: str) -> Span:
    """Return the span of the last key between ``start`` and ``end`` that tomli refers to as ``name``."""
    found, before = (start, end), (start, start)
    for token in TOKEN.finditer(text, start, end):
        if token[0] == "=":
            found = next((span for key, span in read_keys(text, *before)[-1:] if repr(key) == name), found)
        before = token.span()
    return found


def read_head(text: str, start: int, end: int) -> list[tuple[str, Span]]:
    """Return the parts of the key in a pair or a header. Return an empty list if the key is missing."""
    head = HEAD.match(text, start, end)
    return read_keys(text, start, head.end()) if head else []


def _shorten(text: str) -> str:
    line = text.partition("\n")[0].rstrip("\r")
    return line if len(line) <= 40 else line[:39] + "…"
