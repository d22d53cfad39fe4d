"""Recognizes syntax from JSON, YAML, Python or word processors that is not valid TOML."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bj.faults_and_fixes import WRITE, Fault, Fix, Remedy
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.tokens import PART, PLAIN, TOKEN, Span

LONGEST = 60  # the most characters before an operator in which to look for its key
LONGEST_KEY = 100  # the most characters before a fault in which to look for the key
FOREIGN = re.compile(f"[{''.join(map(chr, PLAIN))}]")
QUOTED = re.compile(r"""(["']).*?\1(?!\w)""")
NAMES = {'"': "a quotation mark", "'": "a quotation mark", "-": "a minus sign"}
THOUSANDS = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w.,])")
SPACED_KEY = re.compile(r"[A-Za-z0-9_-]+(?:[ \t]+[\w.<>+-]+)+(?=[ \t]*=)")
LAST_KEY = re.compile(rf"({PART})[ \t]*$")
LATER_PAIR = re.compile(r"[ \t]*+(:?)[ \t]*+(\{[^{}\n]*\}|\[[^\[\]\n]*\]|[^,}#\n]*+)")
ITEM = re.compile(r"\s*(-)[ \t]")
NAME_BEFORE = re.compile(r"[\w.-]++[ \t]*$")
INCREMENT = re.compile(r"([-+*])=[ \t]*+([\w.]++)")
PREFIX = re.compile(r"[fFrRbBuU](?=[\"'])")
DOTS = re.compile(r"(?<!\d)(\d++)\.{2,3}(\d++)")
SEMICOLON = re.compile(r"(?<=[\w\"'\]}]);(?=[ \t\r]*(?:#|$))", re.MULTILINE)
BARE_WORDS = re.compile(r"[A-Za-z][\w ]*")
INDENTED = re.compile(r"\s*\n[ \t]+[^\s#-]")
BLOCK = re.compile(r":[ \t\r]*(?:#.*)?$", re.MULTILINE)


def find_habit(text: str, statement: Span, said: str, at: int) -> Fault | None:
    """Return the fault in ``statement`` if it uses the syntax of another format. Otherwise, return None.

    ``said`` is tomli's message, and ``at`` is the offset at which tomli stopped.
    """
    return next((fault for look in LOOKS if (fault := look(text, statement, said, at)) is not None), None)


def _find_foreign(text: str, statement: Span, said: str, at: int) -> Fault | None:
    """Find a typographic quotation mark, space or minus sign in place of the plain one that TOML requires."""
    for token in TOKEN.finditer(text, *statement):
        if token["string"] or token["comment"]:
            continue
        found = FOREIGN.search(text, *token.span())
        if found is not None:
            break
    else:
        found = next((each for each in FOREIGN.finditer(text, *statement) if each[0].isspace()), None)
        found = found if found is not None and found.start() == at else None
    if found is None:
        return None
    start, plain = found.start(), found[0].translate(PLAIN)
    remedy: Remedy = Fix(plain, "write a plain space" if plain == " " else WRITE)
    if plain in "\"'":
        end = text.find("\n", start, statement[1])
        line = text[start : statement[1] if end < 0 else end].translate(PLAIN)
        whole = QUOTED.match(line)
        said = "write straight quotes"
        remedy = Fix(whole[0], f"{said}: `{{}}`", span=(start, len(whole[0]))) if whole else said
    if plain == " ":
        message = f"the character U+{ord(found[0]):04X} only looks like a space"
        return _fault("BJ102", (start, start + 1), message, remedy)
    code = "BJ106" if "=" in text[statement[0] : start] else "BJ107"
    return _fault(code, (start, start + 1), f"`{found[0]}` is not {NAMES[plain]} in TOML", remedy)


def _find_thousands(text: str, statement: Span, said: str, at: int) -> Fault | None:
    """Find a number with commas as thousands separators."""
    for match in THOUSANDS.finditer(text, *statement):
        if match.start() < at <= match.end():
            message, plain = f"`{shorten(match[0])}` is not a number", match[0].replace(",", "_")
            return _fault("BJ106", match.span(), message, Fix(plain))
    return None


def _find_semicolon(text: str, statement: Span, said: str, at: int) -> Fault | None:
    match = SEMICOLON.search(text, at, statement[1])
    if match is None or not said.startswith(("Expected newline", "Invalid value")):
        return None
    place = match.start(), match.start() + 1
    return _fault("BJ107", place, "unexpected `;`", Fix("", "remove it: the end of the line is enough"))


def _find_item(text: str, statement: Span, said: str, at: int) -> Fault | None:
    """Find a list item in YAML's notation, which starts with ``-``."""
    match = ITEM.match(text, *statement)
    if match is None:
        return None
    remedy = 'write a list in brackets, as in `deal = ["player up", "dealer up"]`'
    return _fault("BJ107", match.span(1), "a line cannot start with `-`", remedy)


def _find_increment(text: str, statement: Span, said: str, at: int) -> Fault | None:
    """Find an increment as in C or Python, such as ``n += 1``."""
    match = INCREMENT.match(text, at, statement[1])
    if match is None or not said.startswith("Expected '='"):
        return None
    key = NAME_BEFORE.search(text[max(statement[0], at - LONGEST) : at])
    name, operator, operand = (key[0].strip() if key else "n", *match.groups())
    start = at - len(key[0]) if key else at
    fix = Fix(f'{name} = "{name} {operator} {operand}"', span=(start, match.end() - start))
    return _fault("BJ107", (at, at + 2), f"unexpected `{operator}=`", fix if key else str(fix))


def _find_prefix(text: str, statement: Span, said: str, at: int) -> Fault | None:
    """Find a letter in front of a string, as in Python's ``f"…"``."""
    match = PREFIX.match(text, at, statement[1])
    if match is None or not said.startswith("Invalid value"):
        return None
    return _fault("BJ106", match.span(), f"unexpected `{match[0]}` before a string", Fix("", "remove it"))


def _find_dots(text: str, statement: Span, said: str, at: int) -> Fault | None:
    """Find a range that is written with dots, such as ``1..6``."""
    match = next((each for each in DOTS.finditer(text, *statement) if each.start() <= at < each.end()), None)
    if match is None or not said.startswith(("Invalid value", "Expected newline", "Unclosed")):
        return None
    ends = f"{match[1]}, {match[2]}"
    is_list = text[statement[0] : match.start()].rstrip().endswith("[")
    fix = Fix(ends if is_list else f"[{ends}]")
    return _fault("BJ106", match.span(), f"`{shorten(match[0])}` is not a value", fix)


def _find_key(text: str, statement: Span, said: str, at: int) -> Fault | None:
    """Find an unquoted key that contains spaces, or a key that is not followed by `=`."""
    start, end = statement
    if not said.startswith("Expected '='"):
        return None
    spaced = SPACED_KEY.match(text, start + len(text[start:end]) - len(text[start:end].lstrip()), end)
    if spaced is not None and spaced.end() > at > spaced.start():
        message = f"`{shorten(spaced[0])}` must be quoted to be a key"
        return _fault("BJ107", spaced.span(), message, Fix(f'"{spaced[0]}"'))
    key = LAST_KEY.search(text, max(start, at - LONGEST_KEY), at)
    if key is None or (key.end(1) == at < end and text[at] not in ":\"'[{\r\n"):
        return None
    name = shorten(key[1])
    message = f"missing `=` after `{name}`"
    block = BLOCK.match(text, at, end)
    if block:
        remedy = f"write `[{name}]` for a table, or `{name} = ` and a value"
        fix = Fix(f"[{key[1]}]", remedy, span=(key.start(1), at + 1 - key.start(1)))
        is_table = key.start(1) == start and INDENTED.match(text, end)
        return _fault("BJ107", key.span(1), message, fix if is_table else remedy)
    value, stop = _guess(text, at, end) if name.strip("-") else ("", at)
    fix = Fix(f"{key[1]} = {value}", span=(key.start(1), stop - key.start(1)))
    return _fault("BJ107", key.span(1), message, fix if value else f"write `{name} = ` and a value")


def _guess(text: str, at: int, end: int) -> tuple[str, int]:
    """Guess the value after a key that is not followed by `=`. Return the value and the offset of its end.

    If the value is unclear, return an empty string for it.
    """
    match = LATER_PAIR.match(text, at, end)
    if match is None:
        return "", at
    rest = match[2].strip(" \t\r")
    stop = match.start(2) + len(match[2].rstrip(" \t\r"))
    if rest in ("true", "false") or not BARE_WORDS.fullmatch(rest):
        return rest, stop
    return f'"{rest}"' if match[1] or " " not in rest else "", stop


def _fault(code: str, span: Span, message: str, remedy: Remedy) -> Fault:
    return Fault(code, (), message, remedy, "text", (span[0], span[1] - span[0]))


LOOKS: Sequence[Callable[[str, Span, str, int], Fault | None]] = (
    _find_foreign,
    _find_thousands,
    _find_semicolon,
    _find_item,
    _find_increment,
    _find_prefix,
    _find_dots,
    _find_key,
)
