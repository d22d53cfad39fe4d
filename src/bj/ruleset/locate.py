"""Where in the text of a ruleset a value stands, and what its syntax faults are.

The loader imports this module only when there is a fault to show. tree-sitter finds the structure; its
grammar knows TOML 1.0 only, so what tomli takes from TOML 1.1 is first written in the older way, at the same
places. Syntax faults come from tomli, statement by statement, as tree-sitter's recovery glues lines together.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import tomli
import tree_sitter
import tree_sitter_toml

from bj.errors import Fault, Finding

Span: TypeAlias = tuple[int, int]
"""From one offset up to another, in characters of the text."""

BYTE_ORDER_MARK = "\ufeff"
UNFINISHED = ("Unclosed", "Invalid value", "Invalid initial")  # so tomli begins, where more should come
MOST_FAULTS = 20
MOST_CHARACTERS = 4_000_000  # read again and again in search of duplicate keys
PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
KEY_PART = re.compile(PART)
KEY = rf"{PART}(?:[ \t]*\.[ \t]*{PART})*+"
HEAD = re.compile(rf"[ \t]*\[?\[?[ \t]*{KEY}")
PAIR_LINE = re.compile(rf"([ \t]*){KEY}[ \t]*=")
HEADER_LINE = re.compile(  # no array has lines such as `[words]`, or its values would be bare words
    rf"[ \t]*\[\[?[ \t]*(?!(?:true|false|inf|nan)[ \t]*\])(?=[A-Za-z_]){KEY}[ \t]*\]\]?[ \t\r]*(?:#.*)?$",
    re.MULTILINE,
)
INDENT = re.compile(r"[ \t]*")
DIGITS = re.compile(r"[0-9_]+")
WORD = re.compile(r"[^\s,=\]}#]+|[^\r\n]")
TOKEN = re.compile(
    r"""(?P<string>"{3}(?:[^"\\]|\\[\s\S]?|"(?!""))*+(?:"{3,5}|\Z) | '{3}(?:[^']|'(?!\'\'))*+(?:'{3,5}|\Z)
        | "(?:[^"\\\n]|\\.?)*+"? | '[^'\n]*+'?)
      | (?P<comment>\#[^\n]*+) | (?P<mark>[\n\[\]{},=])
      | (?P<moment>(?:\d{4}-\d\d-\d\d[Tt ])?\d\d:\d\d(?:[:.\dZz+-]*+)(?![\w/]))
      | (?P<word>[^\s"'\#\[\]{},=]++)""",
    re.VERBOSE,
)
ESCAPE = re.compile(
    r"\\(?:[ \t]*+\r?\n[ \t\r\n]*+|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[\s\S])|\r\n|[\s\S]"
)
ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}


class Page:
    """A text by its lines, to turn offsets into findings."""

    def __init__(self, file: Path, text: str) -> None:
        self.file = file
        self.text = text
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._excerpts: dict[int, str] = {}  # shared, as a text may be one line with many faults

    def finding(self, span: Span, message: str, remedy: str) -> Finding:
        """Make the finding that a span is at fault; only the part on the span's first line is marked."""
        line = bisect_right(self.starts, span[0])
        begin = self.starts[line - 1]
        if line not in self._excerpts:
            end = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
            self._excerpts[line] = self.text[begin:end].removesuffix("\r")
        excerpt = self._excerpts[line]
        length = max(1, min(span[1], begin + len(excerpt)) - span[0])
        return Finding(self.file, line, span[0] - begin + 1, length, excerpt, message, remedy)


def read_keys(text: str, start: int, end: int) -> list[tuple[str, Span]]:
    """The components of a dotted key with their places."""
    keys = []
    for match in KEY_PART.finditer(text, start, end):
        name = match[0]
        if name[0] in "\"'":
            name = "".join(character for _, _, character in read_string(name))
        keys.append((name, match.span()))
    return keys


def read_string(source: str) -> Iterator[tuple[int, int, str]]:
    """The characters of a string literal, each with where it is written in ``source``."""
    quotes = 3 if source[:3] in ('"""', "'''") and len(source) > 5 else 1
    at, end = quotes, len(source) - quotes
    if quotes == 3:
        at += 2 if source.startswith("\r\n", at) else source.startswith("\n", at)
    while at < end:
        if source[0] == '"' and (match := ESCAPE.match(source, at, end)):
            written, stop = match[0], match.end()
        else:
            stop = at + 2 if source.startswith("\r\n", at) else at + 1
            written = source[at:stop]
        if written[0] != "\\":
            yield at, stop, "\n" if written == "\r\n" else written
        elif source[0] == "'":
            yield at, stop, "\\"
        elif written[1] in "xuU":
            yield at, stop, chr(min(int(written[2:] or "0", 16), 0x10FFFF))
        elif written[1] in ESCAPED:
            yield at, stop, ESCAPED[written[1]]
        at = stop


def write_older(text: str) -> str:
    """Write what only TOML 1.1 allows in the way of 1.0, every character at its old place."""
    pieces: list[str] = []
    at = braces = 0
    comma = -1  # the piece that is a comma with nothing but space after it
    for token in TOKEN.finditer(text):
        written = token[0]
        gap = text[at : token.start()]
        pieces.append(" " * len(gap) if braces else gap)  # there may be a carriage return in it
        at = token.end()
        if token["moment"]:
            written = "1" * len(written)
        elif written[0] == '"':
            written = re.sub(r"\\([\s\S])", lambda match: r"\t" if match[1] in "ex" else match[0], written)
        elif braces and (token["comment"] or written == "\n"):
            pieces.append(" " * len(written))
            continue
        elif written == "}" and comma >= 0:
            pieces[comma] = " "
        if token["mark"]:
            braces += (written == "{") - (written == "}")
        comma = len(pieces) if written == "," else comma if written == "\n" or token["comment"] else -1
        pieces.append(written)
    return "".join([*pieces, text[at:]])


class Trouble(NamedTuple):
    """A syntax fault by its place in the text."""

    span: Span
    message: str
    remedy: str


EXPLANATIONS: Sequence[tuple[str, str, str, str]] = (
    # what tomli says and the word it stops at; what to point at; what is wrong; what to write instead
    ("Never closed", "bracket", "this `{word}` is not closed", "write `{closing}` at its end"),
    ("Invalid value: ([],}#]|$)", "word", "a value is missing", "write a value here"),
    ("Invalid value: (?i:true|yes|on)$", "word", "`{word}` is not a value", 'write `true`, or `"{word}"`'),
    ("Invalid value: (?i:false|no|off)$", "word", "`{word}` is not a value", 'write `false`, or `"{word}"`'),
    (r"Invalid value: [+-]?0\d+$", "word", "`{word}` is not a number", "write it without the leading zero"),
    (r"Invalid value: [+-]?\.\d+$", "word", "`{word}` is not a number", "write a digit before the point"),
    (r"Invalid value: [^\W_]", "word", "`{word}` is not a value", "put words in quotes: `{quoted}`"),
    ("Invalid value", "word", "`{word}` is not a value", "write a number, text in quotes, `true` or `false`"),
    ("Expected '='", "key", "there is no `=` after `{key}`", "write `{key} = ` and a value"),
    (
        "Expected newline[^:]*: []}]",
        "word",
        "`{word}` closes nothing",
        "remove it, or write its opening bracket",
    ),
    ("Expected newline[^:]*: $", "character", "a control character stands here", "remove it"),
    ("Expected newline", "word", "`{word}` is too much here", "end the line before it, or put all in quotes"),
    ("Expected ']+'", "word", "the header is not closed", "write `[name]`, or `[[name]]` for one of several"),
    ("Invalid initial", "word", "a key is missing here", "write a key; put one with special signs in quotes"),
    (
        "Invalid statement: (//|;|--|/[*])",
        "word",
        "`{word}` begins no comment",
        "write `# ` before a comment",
    ),
    (
        "Invalid statement",
        "word",
        "`{word}` cannot begin a line",
        "write `key = value` or a `[table]` header",
    ),
    ("Unclosed[^:]*: []}]", "word", "`{word}` closes another bracket", "write `{closing}`"),
    ("Unclosed", "word", "a comma is missing before `{word}`", "write `,` between two values"),
    ("Unterminated|Expected \"'", "string", "the string is not closed", "write `{quote}` at its end"),
    (
        r"(Illegal|Found invalid) character '\\n'",
        "string",
        "the string is not closed",
        "write `{quote}` at its end",
    ),
    ("Illegal|Found invalid", "character", "a control character stands here", "remove it"),
    ("Unescaped", "escape", "`{word}` stands for no character", "write `\\\\` for a backslash"),
    (
        "Invalid hex|Escaped",
        "escape",
        "`{word}` is no code of a character",
        "write `\\u` and four digits 0-9, a-f",
    ),
    ("Invalid date", "word", "there is no such day or time", "write it as in 2025-12-31 23:59:00"),
    ("Given twice", "key", "`{key}` is given twice, first in line {first}", "remove one of the two"),
    ("Duplicate", "twice", "`{word}` is given twice", "remove one of the two"),
    (
        "Cannot",
        "key",
        "`{key}` clashes with a key above it",
        "remove one of the two, or join them in one table",
    ),
    ("TOML|maximum recursion", "key", "`{key}` is nested too deeply", "use fewer brackets and dots"),
    ("Exceeds", "number", "the number has too many digits", "write a shorter number"),
    ("", "key", "this is not TOML", "write `key = value`, `[table]` or `# comment`"),
)


def locate_syntax(file: Path, text: str, error: Exception) -> list[Finding]:
    """Find the syntax faults of a text that tomli refuses with ``error``, at most 20, in the file's order."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    page = Page(file, text)
    troubles, _ = _examine(text)
    if not troubles:
        line = min(int(getattr(error, "lineno", 1)), len(page.starts))
        start = min(page.starts[line - 1] + int(getattr(error, "colno", 1)) - 1, len(text))
        troubles = (Trouble((start, start + 1), f"this is not TOML: {error}", ""),)
    return [page.finding(*trouble) for trouble in troubles]


def salvage(text: str) -> str | None:
    """Blank out every statement with a syntax fault; the rest of ``text`` keeps its lines and columns.

    With a faulty header go the keys below it, which would otherwise join the table before; with a faulty
    ``[[header]]`` also the tables inside. None when 20 statements are at fault or the rest does not parse.
    A byte order mark, which no column counts, is left out.
    """
    return _examine(text.removeprefix(BYTE_ORDER_MARK))[1]


@lru_cache(maxsize=2)
def _examine(text: str) -> tuple[tuple[Trouble, ...], str | None]:
    """The syntax faults of a text, and the text without the statements they are in."""
    statements = list(_split(text))
    starts = Page(Path(), text).starts
    troubles: list[Trouble] = []
    faulty: set[int] = set()
    for number, span in enumerate(statements):
        trouble = _check(text, span)
        if trouble is None:
            continue
        if not faulty or text[slice(*span)].strip("]}, \t\r"):  # else the end of what is faulty above
            troubles.append(trouble)
        faulty.add(number)
        if len(faulty) == MOST_FAULTS:
            return tuple(troubles), None
    for _ in range(max(2, min(MOST_FAULTS - len(faulty), MOST_CHARACTERS // (len(text) + 1)))):
        rest = _blank(text, _widen(text, statements, faulty))
        try:
            tomli.loads(rest)
        except tomli.TOMLDecodeError as error:  # each statement is well made: it clashes with another one
            at = starts[error.lineno - 1] + error.colno - 1
            number = bisect_right(statements, (at, len(text))) - 1
            if number < 0 or number in faulty:
                break
            faulty.add(number)
            first = _find_first(text, statements[:number], statements[number])
            line = bisect_right(starts, first) if first is not None else 0
            said = "Given twice" if line else error.msg
            troubles.append(_explain(text, statements[number], said, at, line))
        except (RecursionError, ValueError):
            break
        else:
            return tuple(sorted(troubles)), rest
    return tuple(sorted(troubles)), None


def _split(text: str) -> Iterator[Span]:
    """The spans of the statements: a line each, or several where a bracket or a string goes on.

    An open bracket ends before a line that cannot be part of it.
    """
    start = 0
    brackets: list[str] = []
    before = ""
    for token in TOKEN.finditer(text):
        written = token[0]
        if written == "\n":
            if not brackets or _begins(text, start, token.end(), brackets[-1], before):
                if text[start : token.start()].strip():
                    yield start, token.start()
                start = token.end()
                brackets.clear()
            continue
        if written in ("[", "{"):
            brackets.append(written)
        elif written in ("]", "}") and brackets:
            brackets.pop()
        if not token["comment"]:
            before = written
    if text[start:].strip():
        yield start, len(text)


def _begins(text: str, start: int, at: int, bracket: str, before: str) -> bool:
    """Whether the line at ``at`` begins a statement though a bracket is open in the one from ``start`` on."""
    pair = PAIR_LINE.match(text, at)
    if pair is None:
        return HEADER_LINE.match(text, at) is not None
    if bracket == "[":
        return True
    indent = INDENT.match(text, start)
    return before not in ("{", ",") and indent is not None and len(pair[1]) <= len(indent[0])


def _check(text: str, span: Span) -> Trouble | None:
    """What is wrong with one statement, taken by itself."""
    written = text[slice(*span)].removesuffix("\r")
    try:
        tomli.loads(written)
    except tomli.TOMLDecodeError as error:
        starts = Page(Path(), written).starts
        return _explain(text, span, error.msg, span[0] + starts[error.lineno - 1] + error.colno - 1)
    except (RecursionError, ValueError) as error:
        return _explain(text, span, str(error), span[0])
    return None


def _explain(text: str, span: Span, said: str, at: int, first: int = 0) -> Trouble:
    """Say in plain words what tomli has against a statement, and point at the exact place."""
    start, end = span[0], span[0] + len(text[slice(*span)].rstrip())
    at = min(at, end)
    keys = _read_head(text, start, end)
    places = {
        "key": keys[-1][1] if keys else (end - len(text[start:end].lstrip()), end),
        "character": (at, at + 1),
        "escape": (max(start, text.rfind("\\", start, at)), at),
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
            places["word"], said = token.span(), "Invalid value"  # such as 3:2, of which tomli takes the 3
    if said.startswith("Duplicate"):
        places["twice"] = _find_last_key(text, start, at, said.partition("key ")[2])
    elif said.startswith("Exceeds"):
        places["number"] = max((match.span() for match in DIGITS.finditer(text, start, end)), key=_length)
    elif opened and at == end and said.startswith(UNFINISHED) and text[end - 1] != "=":
        places["bracket"], said = opened[-1], "Never closed"
    stop = text[slice(*places["word"])]
    place, message, remedy = next(
        (place, message, remedy)
        for pattern, place, message, remedy in EXPLANATIONS
        if re.match(pattern, f"{said}: {stop}")
    )
    where = places.get(place, places["key"])
    string = text[slice(*places.get("string", (at, at)))]
    fields = {
        "word": _shorten(text[slice(*where)]),
        "key": _shorten(".".join(name for name, _ in keys)),
        "closing": "]" if opened and text[opened[-1][0]] == "[" else "}",
        "quote": string[: 3 if string.startswith(('"""', "'''")) else 1],
        "quoted": _quote(stop if opened else text[where[0] : end].partition(" #")[0]),
        "first": first,
    }
    return Trouble(where, message.format_map(fields), remedy.format_map(fields))


def _quote(words: str) -> str:
    """Words as a TOML string."""
    words = _shorten(words.strip())
    return f"'{words}'" if '"' in words or "\\" in words else f'"{words}"'


def _length(span: Span) -> int:
    return span[1] - span[0]


def _find_word(text: str, at: int, end: int) -> Span:
    """The word at ``at``; empty at the end of a line."""
    word = WORD.match(text, at, end)
    return word.span() if word else (at, at)


def _find_last_key(text: str, start: int, end: int, name: str) -> Span:
    """The last key between two offsets that tomli would print as ``name``."""
    spans = (match.span() for match in re.finditer(rf"({PART})(?=[ \t]*=)", text[start:end]))
    found = [
        (start + a, start + b) for a, b in spans if repr(read_keys(text, start + a, start + b)[0][0]) == name
    ]
    return found[-1] if found else (start, end)


def _read_head(text: str, start: int, end: int) -> list[tuple[str, Span]]:
    """The components of the key of a pair or header, as far as there are any."""
    head = HEAD.match(text, start, end)
    return read_keys(text, start, head.end()) if head else []


def _find_first(text: str, earlier: Sequence[Span], statement: Span) -> int | None:
    """Where the key of a pair stands before in its table, or the name of a header before in the file."""
    names = [name for name, _ in _read_head(text, *statement)]
    is_header = text[slice(*statement)].lstrip().startswith("[")
    for start, end in reversed(earlier):
        header = text[start:end].lstrip().startswith("[")
        if header == is_header and names == [name for name, _ in _read_head(text, start, end)]:
            return start
        if header and not is_header:
            break
    return None


def _widen(text: str, statements: Sequence[Span], faulty: set[int]) -> Iterator[Span]:
    """The spans of the faulty statements and of those that would mean something else without them."""
    dropping = several = False
    dropped: list[str] = []
    for number, (start, end) in enumerate(statements):
        written = text[start:end].lstrip()
        if written.startswith("["):
            names = [name for name, _ in _read_head(text, start, end)]
            if number in faulty:
                dropping, several, dropped = True, written.startswith("[["), names
            elif not (several and names[: len(dropped)] == dropped and len(names) > len(dropped)):
                dropping = several = False
        if dropping or number in faulty:
            yield start, end


def _blank(text: str, spans: Iterable[Span]) -> str:
    """The text with spaces for everything in some spans but the ends of lines."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces += text[at:start], re.sub(r"[^\n]", " ", text[start:end])
        at = end
    return "".join([*pieces, text[at:]])


def _shorten(text: str) -> str:
    """The first line of a text, or as much of it as a message can hold."""
    line = text.partition("\n")[0].rstrip("\r")
    return line if len(line) <= 40 else line[:39] + "…"


@dataclass(slots=True)
class Place:
    """Where a key and its value stand. ``unread`` is an array or inline table not looked into so far."""

    key: Span | None = None
    value: Span | None = None
    unread: tree_sitter.Node | None = None
    children: dict[str | int, Place] = field(default_factory=dict)


class Outline:
    """Every key and value of a document with its place; what stands inside a value is read when asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = Place((0, 0))
        self._strings: dict[int, list[tuple[int, int, str]]] = {}
        tree = _parse(text)
        if tree.has_error:
            tree = _parse(write_older(text))
        if tree.has_error:
            tree = _parse(write_older(salvage(text) or text))
        for node in tree.children:
            if node.type == "pair":
                self._add_pair(self.root, node)
            elif node.type in ("table", "table_array_element"):
                self._add_table(node)

    def find(self, fault: Fault) -> Span:
        """The span at fault, or the key of the nearest table around it that the document has."""
        place = self.root
        for step in fault.path:
            if place.unread is not None:
                self._read_inside(place)
            child = place.children.get(step)
            if child is None:
                return place.key or place.value or (0, 0)
            place = child
        if fault.part == "key":
            return place.key or place.value or (0, 0)
        if fault.span is not None and place.value is not None and self.text[place.value[0]] in "\"'":
            return self._narrow(place.value, *fault.span)
        return place.value or place.key or (0, 0)

    def _narrow(self, string: Span, offset: int, length: int) -> Span:
        """Where some characters of a string are written; an offset past its end means its last quote."""
        start, end = string
        characters = self._strings.get(start)
        if characters is None:
            characters = self._strings[start] = list(read_string(self.text[start:end]))
        if offset >= len(characters):
            return end - 1, end
        last = min(offset + max(1, length), len(characters)) - 1
        return start + characters[offset][0], start + characters[last][1]

    def _add_table(self, node: tree_sitter.Node) -> None:
        """Add a ``[table]`` or an element of an ``[[array]]`` with its pairs."""
        parts = [child for child in node.named_children if child.type not in ("comment", "ERROR")]
        if not parts:
            return
        here = self.root
        *parents, (name, span) = read_keys(self.text, parts[0].start_byte, parts[0].end_byte)
        for parent, place in parents:
            here = here.children.setdefault(parent, Place(place))
            here = here.children.get(len(here.children) - 1, here)  # the last element, if it is an array
        table = here.children.setdefault(name, Place(span))
        if node.type == "table":
            table.key = span  # rather than where a table below it had brought it into being
        else:
            table = table.children.setdefault(len(table.children), Place(span))
        for pair in parts[1:]:
            self._add_pair(table, pair)

    def _add_pair(self, here: Place, pair: tree_sitter.Node) -> None:
        """Add a key and its value to the table that ``here`` is."""
        parts = [child for child in pair.named_children if child.type not in ("comment", "ERROR")]
        if pair.type != "pair" or len(parts) != 2:
            return
        key, value = parts
        *parents, (name, span) = read_keys(self.text, key.start_byte, key.end_byte)
        for parent, place in parents:
            here = here.children.setdefault(parent, Place(place))
        here.children.setdefault(name, _make_place(span, value))

    def _read_inside(self, place: Place) -> None:
        """Add the children of an array or inline table."""
        node, place.unread = place.unread, None
        items = [child for child in node.named_children if child.type != "comment"] if node else []
        for index, item in enumerate(items):
            if item.type == "pair":
                self._add_pair(place, item)
            else:
                place.children[index] = _make_place(None, item)


def locate(file: Path, text: str, faults: Sequence[Fault]) -> list[Finding]:
    """Find the places of faults in ``text``, in the order of the file and each only once.

    A text with syntax faults is taken as ``salvage`` has it. A path that the document lacks stands for the
    nearest table around it.
    """
    if not faults:
        return []
    text = text.removeprefix(BYTE_ORDER_MARK)
    outline, page = Outline(text), Page(file, text)
    findings = [page.finding(outline.find(fault), fault.message, fault.remedy) for fault in faults]
    return sorted(dict.fromkeys(findings), key=lambda finding: (finding.line, finding.column))


def _parse(text: str) -> tree_sitter.Node:
    """The syntax tree, every character one byte: others than ASCII stand only in strings and comments."""
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_toml.language()))
    return parser.parse(text.encode("ascii", "replace")).root_node


def _make_place(key: Span | None, value: tree_sitter.Node) -> Place:
    """The place of a value, with its key if it has one."""
    unread = value if value.type in ("array", "inline_table") else None
    return Place(key, (value.start_byte, value.end_byte), unread)
