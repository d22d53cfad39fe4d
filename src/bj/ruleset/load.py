"""Reading a ruleset: the file, the rulesets it extends, its sections, and everything that can be checked.

Without a fault this reads, merges and validates once. With one, it finds out about all the others and where
they stand; what that takes is imported only then.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli
from pydantic import ValidationError

from bj.errors import Fault, Finding, KeyPath, RulesetError, UsageError
from bj.ruleset.check import Checked, check
from bj.ruleset.model import Ruleset

LARGEST_FILE = 1_000_000  # bytes
LONGEST_CHAIN = 8  # rulesets that extend one another

_PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED = next(
    (folder for folder in (_PACKAGE / "rulesets", _PACKAGE.parent.parent / "rulesets") if folder.is_dir()),
    _PACKAGE / "rulesets",
)
"""The folder of the shipped rulesets: inside the installed package, or beside ``src`` in a checkout."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a ruleset: its text, and what TOML makes of it."""

    file: Path
    text: str
    data: dict[str, Any]


def shipped_rulesets() -> dict[str, Path]:
    """The shipped rulesets by name, in alphabetical order."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*.toml"))}


def find_ruleset(name: str) -> Path:
    """The file of a ruleset that is named by its path or, when it is a shipped one, by its name alone.

    Raises UsageError when there is none.
    """
    path = Path(name)
    if path.is_file():
        return path
    shipped = shipped_rulesets()
    if name in shipped:
        return shipped[name]
    if path.is_dir():
        raise UsageError(f"{name} is a folder", "name a ruleset file")
    close = difflib.get_close_matches(path.stem, shipped, n=1)
    remedy = f"did you mean `{close[0]}`?" if close else "shipped rulesets: " + ", ".join(shipped)
    raise UsageError(f"there is no ruleset {name}", remedy)


def load_ruleset(file: Path) -> Checked:
    """Read and check the ruleset in ``file``.

    Raises RulesetError with every fault of the file, and UsageError when it cannot be read.
    """
    documents, findings = _read_chain(file)
    data = _merge_chain(documents)
    try:
        ruleset = Ruleset.model_validate(data)
        checked, faults = check(ruleset)
        if checked and not faults and not findings:
            return checked
    except ValidationError:
        from bj.ruleset.diagnose import diagnose

        faults = diagnose(data)
    raise RulesetError(findings + _locate(documents, faults))


def _read_text(file: Path) -> str:
    """The text of a ruleset file; UsageError when it cannot be had."""
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    if len(content) > LARGEST_FILE:
        raise UsageError(f"{file} is larger than {LARGEST_FILE:,} bytes", "a ruleset is a few kilobytes")
    try:
        return content.decode("utf-8-sig" if content.startswith(b"\xef\xbb\xbf") else "utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        finding = Finding(file, line, column, 1, "", "this byte is not UTF-8", "save the file as UTF-8")
        raise RulesetError([finding]) from None


def _parse(file: Path, text: str) -> tuple[Document, list[Finding]]:
    """The document in ``text``; with syntax faults, what can be saved of it and the faults."""
    try:
        return Document(file, text, tomli.loads(text)), []
    except (tomli.TOMLDecodeError, RecursionError, ValueError) as error:
        from bj.ruleset.locate import locate_syntax, salvage

        findings = locate_syntax(file, text, error)
        rest = salvage(text)
        if rest is None:
            raise RulesetError(findings) from None
        return Document(file, text, tomli.loads(rest)), findings


def _read_chain(file: Path) -> tuple[list[Document], list[Finding]]:
    """The document in ``file`` and those it extends, the furthest ancestor last."""
    documents: list[Document] = []
    findings: list[Finding] = []
    while True:
        document, faults = _parse(file, _read_text(file))
        documents.append(document)
        findings += faults
        head = document.data.get("ruleset")
        parent = head.get("extends") if isinstance(head, dict) else None
        if not isinstance(parent, str):
            return documents, findings
        try:
            file = _find_parent(file, parent, documents)
        except UsageError as error:
            fault = Fault(("ruleset", "extends"), error.message, error.remedy)
            raise RulesetError(findings + _locate([document], [fault])) from None


def _find_parent(file: Path, parent: str, documents: list[Document]) -> Path:
    """The file that ``file`` extends: beside it, or shipped. Raises UsageError when it may not be read."""
    if "/" in parent or "\\" in parent or parent.endswith(".toml"):
        folder = file.resolve().parent
        path = file.parent / parent
        if "\\" in parent or Path(parent).is_absolute() or not path.resolve().is_relative_to(folder):
            raise UsageError(
                f"`{parent}` is outside the folder of this file", "extend a file beside this one"
            )
        if not path.is_file():
            raise UsageError(f"there is no file `{parent}` beside this one", "name an existing file")
    else:
        shipped = shipped_rulesets()
        if parent not in shipped:
            close = difflib.get_close_matches(parent, shipped, n=1)
            remedy = f"did you mean `{close[0]}`?" if close else "shipped rulesets: " + ", ".join(shipped)
            raise UsageError(f"no shipped ruleset is called `{parent}`", remedy)
        path = shipped[parent]
    if any(path.resolve() == document.file.resolve() for document in documents):
        raise UsageError(f"`{parent}` extends this ruleset in turn", "take one `extends` out of the circle")
    if len(documents) == LONGEST_CHAIN:
        raise UsageError(f"more than {LONGEST_CHAIN} rulesets extend one another", "shorten the chain")
    return path


def _merge_chain(documents: list[Document]) -> dict[str, Any]:
    """What the documents say together: each one over its parent."""
    data: dict[str, Any] = {}
    for document in reversed(documents):
        data = _merge(data, document.data)
    return data


def _merge(parent: dict[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    """``child`` over ``parent``: tables key by key, everything else replaced whole."""
    merged = dict(parent)
    for key, value in child.items():
        inherited = merged.get(key)
        if isinstance(value, dict) and isinstance(inherited, dict):
            merged[key] = _merge(inherited, value)
        else:
            merged[key] = value
    return merged


def _depth(data: Any, path: KeyPath) -> int:
    """How many steps of ``path`` exist in ``data``."""
    for depth, step in enumerate(path):
        if isinstance(data, dict) and isinstance(step, str) and step in data:
            data = data[step]
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return depth
    return len(path)


def _locate(documents: list[Document], faults: list[Fault]) -> list[Finding]:
    """The faults with their places, each in the document in which its value stands."""
    from bj.ruleset.locate import locate

    by_document: dict[int, list[Fault]] = {}
    for fault in faults:
        depths = [_depth(document.data, fault.path) for document in documents]
        by_document.setdefault(depths.index(max(depths)), []).append(fault)
    return [
        finding
        for index in sorted(by_document)
        for finding in locate(documents[index].file, documents[index].text, by_document[index])
    ]
