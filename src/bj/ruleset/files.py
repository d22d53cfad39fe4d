"""The files of rulesets: which ones there are, which one is meant, and their text."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from bj.errors import BjError, UsageError
from bj.files import read_at_most
from bj.ruleset.words import find_close, shorten

LARGEST_FILE = 250_000  # bytes

_PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = next(
    (folder for folder in (_PACKAGE / "rulesets", _PACKAGE.parent.parent / "rulesets") if folder.is_dir()),
    _PACKAGE / "rulesets",
)
"""The folder of the shipped rulesets: inside the installed package, or beside ``src`` in a checkout."""


class ParentError(BjError):
    """What a ruleset extends cannot be had; ``code`` is the kind of fault that this is."""

    def __init__(self, code: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.remedy = remedy


@cache
def shipped_rulesets() -> Mapping[str, Path]:
    """The shipped rulesets by name, in alphabetical order."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*.toml"))}


def find_ruleset(name: str) -> Path:
    """The file of a ruleset that is named by its path or, when it is a shipped one, by its name alone.

    Raises UsageError when there is none.
    """
    path = Path(name)
    if os.path.isfile(path):
        return path
    shipped = shipped_rulesets()
    if name in shipped:
        return shipped[name]
    if os.path.isdir(path):
        raise UsageError(f"{shorten(name)} is a folder", "name a ruleset file")
    remedy = _suggest_file(path) or _suggest_shipped(path.stem, shipped)
    raise UsageError(f"there is no ruleset {shorten(name)}", remedy)


def find_parent(file: Path, parent: str) -> Path:
    """The file that ``file`` extends: beside it, or shipped. Raises ParentError when it may not be read."""
    if "/" not in parent and "\\" not in parent and not parent.endswith(".toml"):
        shipped = shipped_rulesets()
        if parent not in shipped:
            message = f"no shipped ruleset is called `{shorten(parent)}`"
            remedy = _suggest_file(file.parent / parent) or _suggest_shipped(parent, shipped)
            raise ParentError("BJ121", message, remedy)
        return shipped[parent]
    path = file.parent / parent
    shown = shorten(parent)
    try:
        inside = _are_neighbours(file, path) or path.resolve().is_relative_to(file.resolve().parent)
    except (OSError, ValueError, RuntimeError):  # too long, a NUL in it, or links in a circle
        inside = True
    if "\\" in parent or parent.startswith("/") or not inside:
        message = f"`{shown}` is outside the folder of this file"
        raise ParentError("BJ122", message, "extend a file in this folder")
    if not os.path.isfile(path):
        message = f"there is no file `{shown}` beside this one"
        if os.path.isdir(path):
            raise ParentError("BJ121", f"`{shown}` is a folder", "name a ruleset file")
        raise ParentError("BJ121", message, _suggest_beside(file, parent))
    return path


def _are_neighbours(file: Path, path: Path) -> bool:
    """Whether two paths are of files in one folder, and no links to others, as is known soon."""
    is_plain = path.parent == file.parent and path.name != ".."
    return is_plain and not os.path.islink(path) and not os.path.islink(file)


def read_bytes(file: Path) -> bytes:
    """The content of a ruleset file; UsageError when it cannot be had."""
    return read_at_most(file, LARGEST_FILE, remedy="a ruleset is a few kilobytes")


def _suggest_file(path: Path) -> str:
    """The remedy where only the end of the name of a file is missing, or nothing."""
    return f"did you mean `{shorten(path.name)}.toml`?" if os.path.isfile(f"{path}.toml") else ""


def _suggest_shipped(word: str, shipped: Iterable[str]) -> str:
    """The remedy for an unknown shipped ruleset."""
    close = find_close(word, list(shipped))
    return f"did you mean `{close}`?" if close else "shipped rulesets: " + ", ".join(shipped)


def _suggest_beside(file: Path, parent: str) -> str:
    """The remedy for a file that is not there."""
    folder, name = (file.parent / parent).parent, Path(parent).name
    try:
        beside = {path.stem: path for path in sorted(folder.glob("*.toml")) if path.name != file.name}
    except (OSError, ValueError):  # no folder can have this name
        beside = {}
    close = find_close(name.removesuffix(".toml"), list(beside))
    if close is None:
        return "name a file in this folder, or a shipped ruleset"
    return f"did you mean `{beside[close].relative_to(file.parent).as_posix()}`?"
