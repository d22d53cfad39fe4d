"""Find the rulesets named on a command line: files, folders, patterns, and shipped rulesets."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bj.errors import UsageError
from bj.ruleset.ruleset_files import find_ruleset, looks_like_ruleset, shipped_rulesets
from bj.ruleset.suggestions import shorten

WILD = re.compile(r"[*?]|\[[^\]]+\]")
LEFT_OUT = frozenset(("__pycache__", "node_modules", "venv"))
"""The names of folders that are never searched, in addition to hidden folders."""


def gather(names: Sequence[str]) -> tuple[list[Path], dict[str, UsageError]]:
    """Return the files that ``names`` refer to, and the errors for all other names.

    A name is a file, a shipped ruleset, a folder, or a pattern with ``*``, ``?``, ``[…]`` or ``**``. A folder
    means every ruleset in it and in its subfolders. Links from such a folder or pattern to files elsewhere
    are not followed, because the user did not name those files.
    """
    files: dict[str, Path] = {}
    folders: dict[str, str] = {}
    errors: dict[str, UsageError] = {}
    for name in names:
        try:
            for file in _find(name, folders, errors):
                files.setdefault(_resolve(file, folders), file)
        except UsageError as error:
            errors[name] = error
    return sorted(files.values()), errors


def _resolve(file: Path, folders: dict[str, str]) -> str:
    """Return the path of ``file`` with links resolved. ``folders`` caches the resolved folders."""
    folder, name = os.path.split(file)
    if os.path.islink(file):
        return os.path.realpath(file)
    if folder not in folders:
        folders[folder] = os.path.realpath(folder)
    return os.path.join(folders[folder], name)


def _find(name: str, folders: dict[str, str], errors: dict[str, UsageError]) -> list[Path]:
    """Find the files that ``name`` refers to. Files that must not be opened are added to ``errors``.

    Raises UsageError if no file matches.
    """
    if os.path.isfile(name) or name in shipped_rulesets():
        return [find_ruleset(name)]
    if os.path.isdir(name):
        refused = len(errors)
        inside = _stay_inside(name, _walk(Path(name)), folders, errors)
        found = [file for file in inside if looks_like_ruleset(file)]
        if not found and len(errors) == refused:
            remedy = "if the files are rulesets, list them one by one"
            raise UsageError(f"there are no rulesets in the folder {shorten(name)}", remedy)
        return found
    wild = WILD.search(name)
    if wild is None:
        return [find_ruleset(name)]
    tree = os.path.dirname(name[: wild.start()]) or os.curdir
    return list(_stay_inside(tree, _expand(name), folders, errors))


def _stay_inside(
    tree: str, files: Iterable[Path], folders: dict[str, str], errors: dict[str, UsageError]
) -> Iterator[Path]:
    """Yield those ``files`` whose path is inside ``tree`` after links are resolved.

    All other files are added to ``errors`` and not opened.
    """
    root = os.path.join(os.path.realpath(tree), "")
    for file in files:
        if _resolve(file, folders).startswith(root):
            yield file
        else:
            message = f"{file} is a link to a file outside {tree}"
            errors[str(file)] = UsageError(message, "to check the file, use its own path")


def _expand(pattern: str) -> list[Path]:
    """Return the files that match ``pattern``. Folders that match are left out.

    Raises UsageError if no file matches.
    """
    from glob import glob

    try:
        found = [Path(name) for name in glob(pattern, recursive=True) if not os.path.isdir(name)]
    except (ValueError, re.error):  # not a possible path
        found = []
    if not found:
        raise UsageError(f"no file matches {shorten(pattern)}", "`**` matches folders at any depth")
    return found


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the TOML files in ``folder`` and below, except in hidden folders and virtual environments."""
    for place, folders, files in os.walk(folder):
        if "pyvenv.cfg" in files:
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".") and name not in LEFT_OUT]
        for name in files:
            if name.endswith(".toml") and not name.startswith("."):
                yield Path(place, name)
