"""The catalogue of fault codes in ``codes.toml``, which explains every kind of fault with an example.

The catalogue is needed only to explain codes, not to play or check a ruleset.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import tomli

from bj.catalogue.limits import HIGHEST_TOTAL
from bj.errors import UsageError
from bj.faults_and_fixes import MEANT, Fix, Severity
from bj.files import read_at_most
from bj.ruleset.suggestions import find_meant, is_slip, shorten
from bj.text.sentences import enumerate_words

EXAMPLE = "example.toml"
"""The default file name for a saved example."""

GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "BJ1": "Text and files",
        "BJ2": "Keys and values",
        "BJ3": "Expressions",
        "BJ4": "Lines of output",
        "BJ5": "Cards, shoe, charts and strategies",
        "BJ6": "Arguments, players, teams and reactions",
        "BJ7": "Procedure",
        "BJ80": "Money and prompts",
        "BJ85": "Cases for `bj test`",
        "BJ9": "Rules that contradict themselves",
    }
)
"""Maps the first characters of the codes in each group to the title of the group."""

LARGEST_CATALOGUE = 1_000_000  # bytes
SHOWN_TIMES = 3  # how many repetitions of a text to show

Pieces: TypeAlias = str | list[str | dict[str, Any]]
"""Text in the catalogue: a string, or a list of strings and tables ``{ text, times }``, which repeat a text.
"""


@dataclass(frozen=True)
class ExampleFile:
    """A file in an example. ``content`` is the full text, and ``shown`` is shortened for readers."""

    shown: str
    content: bytes


@dataclass(frozen=True)
class Code:
    """A kind of fault.

    ``what`` and ``why`` are sentences. ``bad`` is a ruleset with this fault and those in ``also``, but no
    others. ``good`` is the same ruleset without faults. ``files`` maps paths to any other files that the
    example needs. All files are saved in ``encoding``, and the example itself, a ruleset or a case file, is
    saved as ``file``.
    """

    code: str
    name: str
    severity: Severity
    what: str
    why: str
    bad: ExampleFile
    good: ExampleFile
    files: Mapping[str, ExampleFile]
    also: tuple[str, ...]
    encoding: str
    file: str

    @property
    def group(self) -> str:
        """The title of the group that this code belongs to."""
        return next(title for start, title in GROUPS.items() if self.code.startswith(start))


@cache
def all_codes() -> Mapping[str, Code]:
    """Map every code, in ascending order, to its entry in the catalogue."""
    entries = tomli.loads(read_at_most(Path(__file__).with_name("codes.toml"), LARGEST_CATALOGUE).decode())
    return MappingProxyType({code: _read_entry(code, entries[code]) for code in sorted(entries)})


def find_code(word: str) -> Code:
    """Return the code with the number or name ``word``, ignoring case.

    Raises UsageError if the code is unknown.

    >>> find_code("bj201").name, find_code("unknown-key").code
    ('unknown-key', 'BJ201')
    """
    codes = all_codes()
    code = _write_code(word)
    if code in codes:
        return codes[code]
    names = {entry.name: entry for entry in codes.values()}
    name = word.lower().replace("_", "-")
    if name in names:
        return names[name]
    slips = [known for known in codes if is_slip(code, known)]
    meant = str(Fix(slips[0], MEANT)) if len(slips) == 1 else find_meant(name, list(names))
    start = next((code[:end] for end in range(len(code), 2, -1) if find_group(code[:end])), "")
    listing = f"`bj explain {start}` lists the codes that start with {start}" if start else ""
    raise UsageError(f"unknown code `{shorten(word)}`", meant or listing or "`bj explain` lists all codes")


def find_group(beginning: str) -> list[Code]:
    """Return the codes that start with ``beginning``, which must be longer than `BJ`.

    For anything else, return an empty list.

    >>> [code.name for code in find_group("bj20")][:2]
    ['unknown-key', 'missing-key']
    """
    start = _write_code(beginning)
    return [code for key, code in all_codes().items() if len(start) > len("BJ") and key.startswith(start)]


def _write_code(word: str) -> str:
    """Complete and capitalize ``word``: `201` and `bj201` become `BJ201`."""
    return f"BJ{word}" if word.isdigit() else word.upper()


def _fill_in(text: str) -> str:
    """Replace the placeholders in ``text`` with the functions and limits of the ruleset language."""
    return text.replace("{functions}", _list_functions()).replace("{highest}", str(HIGHEST_TOTAL))


def _read_entry(code: str, entry: dict[str, Any]) -> Code:
    encoding = entry.get("encoding", "utf-8")
    files = {name: _read_text(pieces, encoding) for name, pieces in entry.get("files", {}).items()}
    return Code(
        code,
        entry["name"],
        entry["severity"],
        _fill_in(entry["what"]),
        _fill_in(entry["why"]),
        _read_text(entry["bad"], encoding),
        _read_text(entry["good"], encoding),
        MappingProxyType(files),
        tuple(entry.get("also", ())),
        encoding,
        entry.get("file", EXAMPLE),
    )


def _list_functions() -> str:
    from bj.ruleset.expressions.supported_syntax import USAGE

    return enumerate_words([f"`{function}`" for function in USAGE])


def _read_text(pieces: Pieces, encoding: str) -> ExampleFile:
    shown, whole = "", ""
    for piece in [pieces] if isinstance(pieces, str) else pieces:
        text, times = (piece, 1) if isinstance(piece, str) else (piece["text"], piece["times"])
        whole += text * times
        shown += text * min(times, SHOWN_TIMES)
        if times > SHOWN_TIMES:
            shown += "…\n" if text.endswith("\n") else "…"
    return ExampleFile(shown, whole.encode(encoding))
