"""From what a command line names to the files of rulesets: folders, patterns, files and shipped names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from bj.errors import UsageError
from bj.ruleset.files import LARGEST_FILE, find_ruleset, shipped_rulesets
from bj.ruleset.model import Ruleset
from bj.ruleset.words import shorten

WILD = re.compile(r"[*?]|\[[^\]]+\]")
LEFT_OUT = frozenset(("__pycache__", "node_modules", "venv"))
"""Folders that are never looked into, beside hidden ones."""

_STRING = re.compile(rb"\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}")
_HEADER = re.compile(rb"^[ \t]*\[\[?[ \t]*[\"']?(\w+)", re.MULTILINE)
_KEY = re.compile(rb"^[ \t]*[\"']?(\w+)[\"']?[ \t]*[.=]", re.MULTILINE)


def gather(names: Sequence[str]) -> tuple[list[Path], dict[str, UsageError]]:
    """The files that some names stand for, sorted and each only once, and what is wrong with other names.

    A name is that of a file, of a shipped ruleset or of a folder, or it is a pattern with ``*``, ``?``,
    ``[…]`` or ``**``. Of a folder all rulesets are taken, those in the folders inside too.
    """
    files: dict[str, Path] = {}
    folders: dict[str, str] = {}
    errors: dict[str, UsageError] = {}
    for name in names:
        try:
            found = _find(name)
        except UsageError as error:
            errors[name] = error
            continue
        for file in found:
            files.setdefault(_resolve(file, folders), file)
    return sorted(files.values()), errors


def _resolve(file: Path, folders: dict[str, str]) -> str:
    """The real path of a file; ``folders`` are those already known."""
    folder, name = os.path.split(file)
    if os.path.islink(file):
        return os.path.realpath(file)
    if folder not in folders:
        folders[folder] = os.path.realpath(folder)
    return f"{folders[folder]}/{name}"


def _find(name: str) -> list[Path]:
    """The files that one name stands for. Raises UsageError when there is none."""
    if os.path.isfile(name):
        return [Path(name)]
    if name not in shipped_rulesets():
        if os.path.isdir(name):
            found = list(_walk(Path(name)))
            if not found:
                remedy = "name the files themselves if they are rulesets"
                raise UsageError(f"there is no ruleset in the folder {shorten(name)}", remedy)
            return found
        if WILD.search(name):
            return _expand(name)
    return [find_ruleset(name)]


def _expand(pattern: str) -> list[Path]:
    """The files that a pattern fits."""
    from glob import glob

    try:
        found = [Path(name) for name in glob(pattern, recursive=True) if os.path.isfile(name)]
    except (ValueError, re.error):  # no path can be like this
        found = []
    if not found:
        raise UsageError(f"no file is like {shorten(pattern)}", "`**` stands for folders inside one another")
    return found


def _walk(folder: Path) -> Iterator[Path]:
    """The rulesets in a folder and in those inside it.

    Hidden ones are left out, environments of Python, and files in TOML that are something else.
    """
    for place, folders, files in os.walk(folder):
        if "pyvenv.cfg" in files:
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".") and name not in LEFT_OUT]
        for name in files:
            file = Path(place, name)
            if name.endswith(".toml") and not name.startswith(".") and looks_like_ruleset(file):
                yield file


def looks_like_ruleset(file: Path) -> bool:
    """Whether a file has a section ``ruleset``, or two others that only a ruleset has together.

    It is looked at line by line, as it may not be TOML for its faults. A file that cannot be read counts, so
    that somebody gets to know of it.
    """
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST_FILE)
    except OSError:
        return True
    lines = _STRING.sub(b"''", content.replace(b"\r", b"\n"))
    first = _HEADER.search(lines)
    before = lines[: first.start()] if first else lines
    names = {name.decode("ascii", "replace") for name in _HEADER.findall(lines) + _KEY.findall(before)}
    found = names & Ruleset.model_fields.keys()
    return "ruleset" in found or len(found) >= 2
