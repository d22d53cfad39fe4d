"""Find and read ruleset files."""

from __future__ import annotations

import os.path
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from bj.errors import BjError, UsageError
from bj.faults_and_fixes import MEANT, Fix, Remedy
from bj.files import is_inside, read_at_most, read_start
from bj.ruleset.suggestions import find_close, find_meant, is_slip, shorten
from bj.text.sentences import enumerate_words

LARGEST_FILE = 250_000  # bytes

_PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = next(
    (folder for folder in (_PACKAGE / "rulesets", _PACKAGE.parent.parent / "rulesets") if folder.is_dir()),
    _PACKAGE / "rulesets",
)
"""The folder with the shipped rulesets: in the installed package, or next to ``src`` in a checkout."""

_STRING = re.compile(rb"\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}")
_HEADER = re.compile(rb"^[ \t]*\[\[?[ \t]*[\"']?(\w+)", re.MULTILINE)
_KEY = re.compile(rb"^[ \t]*[\"']?(\w+)[\"']?[ \t]*[.=]", re.MULTILINE)


class ParentError(BjError):
    """Raised if a ruleset cannot extend the ruleset that it names. ``code`` is the fault code to report."""

    def __init__(self, code: str, message: str, remedy: Remedy) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.advice = remedy


OF_HISTORIES = "ruleset_sha256"
"""A key that every history contains, but no ruleset does."""

SHELVES = ("casino", "counters", "side_bets", "variants")
"""Folders with additional shipped rulesets. The name of such a ruleset starts with the name of its folder."""


@cache
def shipped_rulesets() -> Mapping[str, Path]:
    """Map the name of each shipped ruleset to its file, in alphabetical order.

    Rulesets in SHELVES come last.
    """
    patterns = ("*.toml", *(f"{shelf}/*.toml" for shelf in SHELVES))
    files = [file for pattern in patterns for file in sorted(SHIPPED.glob(pattern))]
    return {file.relative_to(SHIPPED).with_suffix("").as_posix(): file for file in files}


def _names_shipped(name: str) -> bool:
    """Whether ``name`` looks like the name of a shipped ruleset, as opposed to a path."""
    folder, _, last = name.rpartition("/")
    return folder in ("", *SHELVES) and "\\" not in last and not last.endswith(".toml")


def find_ruleset(name: str) -> Path:
    """Return the file of the ruleset ``name``, which is a path or the name of a shipped ruleset.

    Raises UsageError if no such file exists, or if it is not a regular file.
    """
    path = Path(name)
    if os.path.isfile(path):
        if _is_linked(name) and not looks_like_ruleset(path):
            raise UsageError(
                f"{shorten(name)} is a link to a file that is not a ruleset", "use a ruleset file"
            )
        return path
    shipped = shipped_rulesets()
    if name in shipped:
        return shipped[name]
    if os.path.isdir(path):
        raise UsageError(f"{shorten(name)} is a folder", "use a ruleset file")
    if os.path.lexists(path):
        remedy = "use a ruleset file; `bj validate -` reads from stdin"
        raise UsageError(f"{shorten(name)} is not a regular file", remedy)
    is_path = not _names_shipped(name)
    what = f"no file `{shorten(name)}`" if is_path else f"unknown ruleset `{shorten(name)}`"
    near = _suggest_near(path) if is_path else _suggest_file(path, name)
    raise UsageError(what, near or _suggest_shipped(path.stem if is_path else name, shipped))


def find_parent(file: Path, parent: str) -> Path:
    """Return the file of ``parent``, which ``file`` extends.

    ``parent`` is a shipped ruleset, or a file in the same folder or below. Raises ParentError if ``file``
    must not extend it.
    """
    if _names_shipped(parent):
        shipped = shipped_rulesets()
        if parent not in shipped:
            message = f"no shipped ruleset is called `{shorten(parent)}`"
            remedy = _suggest_file(file.parent / parent, parent) or _suggest_shipped(parent, shipped)
            raise ParentError("BJ121", message, remedy)
        return shipped[parent]
    path = file.parent / parent
    shown = shorten(parent)
    try:
        inside = _are_neighbours(file, path) or is_inside(path, Path(os.path.realpath(file)).parent)
    except (OSError, ValueError):  # the path is too long or contains NUL
        inside = True
    if "\\" in parent or parent.startswith("/") or not inside:
        message = f"`{shown}` is outside the folder of this file"
        raise ParentError("BJ122", message, "extend a file in this folder")
    if os.path.isdir(path):
        raise ParentError("BJ121", f"`{shown}` is a folder", "use a ruleset file")
    if not os.path.exists(path):
        message = f"there is no file `{shown}` in this folder"
        raise ParentError("BJ121", message, _suggest_neighbour(file, parent))
    if not _may_be_parent(parent):
        message = f"`{shown}` is not a ruleset file"
        raise ParentError("BJ121", message, "use a file that ends in `.toml` and is not hidden")
    return path


def _may_be_parent(parent: str) -> bool:
    """Whether ``parent`` is allowed as the name of a file in ``extends``.

    Untrusted rulesets must not make bj read files such as `.git/config`.
    """
    hidden = any(part.startswith(".") and part not in (".", "..") for part in parent.split("/"))
    return parent.endswith(".toml") and not hidden


def _are_neighbours(file: Path, path: Path) -> bool:
    """Whether ``file`` and ``path`` are in the same folder and neither is a link."""
    is_plain = path.parent == file.parent and path.name != ".."
    return is_plain and not os.path.islink(path) and not os.path.islink(file)


def read_bytes(file: Path, *, inside: Path | None = None) -> bytes:
    """Read the ruleset ``file``. If ``inside`` is given, the file must be in this folder.

    Raises UsageError if the file is too large, outside the folder, or cannot be read.
    """
    return read_at_most(file, LARGEST_FILE, remedy="a ruleset is only a few kilobytes", inside=inside)


def looks_like_ruleset(file: Path) -> bool:
    """Whether ``file`` looks like a ruleset.

    A file that cannot be read counts as a ruleset too, so that the problem is reported.
    """
    try:
        return is_ruleset(read_start(file, LARGEST_FILE))
    except OSError:
        return True


def refuse_ruleset(file: Path) -> None:
    """Raise UsageError if ``file`` is a ruleset, so that it is not overwritten."""
    if file.is_file() and looks_like_ruleset(file):
        raise UsageError(f"{file} is a ruleset", "choose a different file")


def is_ruleset(content: bytes) -> bool:
    """Whether ``content`` has a ``ruleset`` section, or at least two sections or keys found only in rulesets.

    For a history, return False. The search goes line by line, because ``content`` may not be valid TOML.
    """
    from bj.ruleset.model import Ruleset

    lines = _STRING.sub(b"''", content.removeprefix(BOM_UTF8).replace(b"\r", b"\n"))
    first = _HEADER.search(lines)
    before = lines[: first.start()] if first else lines
    names = {name.decode("ascii", "replace") for name in _HEADER.findall(lines) + _KEY.findall(before)}
    found = names & Ruleset.model_fields.keys()
    return OF_HISTORIES not in names and ("ruleset" in found or len(found) >= 2)


def _is_linked(name: str) -> bool:
    """Whether any part of the path ``name`` is a link."""
    try:
        return os.path.realpath(name) != os.path.normpath(os.path.join(os.path.realpath("."), name))
    except OSError:  # the current folder no longer exists
        return False


def _suggest_file(path: Path, name: str) -> Remedy:
    """Suggest ``name`` with the ending `.toml`, if that file exists. Otherwise, return an empty string."""
    return Fix(f"{name}.toml", MEANT, is_word=True) if os.path.isfile(f"{path}.toml") else ""


def _suggest_near(path: Path) -> str:
    """Suggest a file with a name similar to ``path``, which does not exist.

    If the folder does not exist either, say so. Return an empty string if no name is similar.
    """
    folder = path.parent
    if not os.path.isdir(folder):
        return f"the folder {shorten(str(folder))} does not exist; `bj list` lists the shipped rulesets"
    close = find_close(path.stem, [file.stem for file in sorted(folder.glob("*.toml")) if file.is_file()])
    return f"did you mean `{shorten(str(folder / close))}.toml`?" if close else ""


def _suggest_shipped(word: str, shipped: Iterable[str]) -> Remedy:
    """Suggest a shipped ruleset for the unknown name ``word``, which may lack the name of the folder."""
    tables = {name.rpartition("/")[2]: name for name in shipped if "/" in name}
    meant = find_meant(word, list(shipped))
    if meant is not None:
        return meant
    table = tables.get(find_close(word, list(tables)) or "")
    if table:
        fix = Fix(table, MEANT, is_word=True)
        return fix if table.endswith(f"/{word}") else str(fix)
    names = [name for name in shipped if "/" not in name]
    shelves = enumerate_words([f"`{shelf}/`" for shelf in SHELVES])
    return f"shipped rulesets: {', '.join(names)}; `bj list` also shows the tables of {shelves}"


def _suggest_neighbour(file: Path, parent: str) -> Remedy:
    folder, name = (file.parent / parent).parent, Path(parent).name
    try:
        beside = {
            path.stem: path
            for path in sorted(folder.glob("*.toml"))
            if path.name != file.name and path.is_file()
        }
    except (OSError, ValueError):  # no folder can have this name
        beside = {}
    stem = name.removesuffix(".toml")
    if parent == name and stem in shipped_rulesets():
        return Fix(stem, "write `{}` for the shipped ruleset", is_word=True)
    close = find_close(stem, list(beside))
    if close is None:
        return "use a file in this folder, or a shipped ruleset"
    fix = Fix(beside[close].relative_to(file.parent).as_posix(), MEANT, is_word=True)
    return fix if is_slip(stem, close) else str(fix)
