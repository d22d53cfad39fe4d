"""Finds and reads the test cases for rulesets, and reports faults in them."""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from bj.cases.model import Case, Cases
from bj.errors import RulesetError, UsageError
from bj.faults_and_fixes import Fault, Finding, KeyPath
from bj.files import is_inside, read_at_most
from bj.ruleset.documents import Document, read_document
from bj.ruleset.load import find_model_faults
from bj.ruleset.ruleset_files import find_ruleset, looks_like_ruleset, read_bytes
from bj.ruleset.suggestions import shorten

FOLDER = "cases"
"""The folder for test cases, next to the rulesets. The cases for ``mine.toml`` are in ``cases/mine.toml``."""

SUFFIX = ".txt"
"""The extension that transcript files must have, so that test cases cannot read or overwrite other files."""

LARGEST_TRANSCRIPT = 4_000_000  # bytes in a transcript file

MOST_FAULTS = 100


@dataclass(frozen=True, slots=True)
class CasesFile:
    """The test cases for a ruleset, with the document that contains them."""

    document: Document
    cases: Mapping[str, Case]

    @property
    def file(self) -> Path:
        """The path of the case file."""
        return self.document.file

    def locate(self, path: KeyPath) -> Finding:
        """Return the location of the value at ``path`` or, if it is missing, of the nearest outer table."""
        from bj.ruleset.faults.locate import Page

        return Page(self.document).find(Fault("", path, "", "", part="key"))


def file_of_cases(ruleset: Path) -> Path:
    """Return the path of the case file for ``ruleset``, whether or not it exists."""
    return ruleset.parent / FOLDER / f"{ruleset.stem}.toml"


def find_rulesets(name: str) -> list[Path]:
    """Return the rulesets that ``name`` refers to.

    ``name`` is a ruleset, a case file, or a folder. A folder refers to all rulesets in it that have test
    cases. Raises UsageError if a ruleset does not exist, or if a case file does not belong to a ruleset.
    """
    path = Path(name)
    if path.absolute().parent.name == FOLDER and os.path.isfile(path):
        folder = Path(os.path.relpath(path.absolute().parent.parent))
        if os.path.lexists(folder / path.name):
            return [_ruleset_of(folder / FOLDER / path.name)]
    return _find_cases(path) if os.path.isdir(path) else [find_ruleset(name)]


def _find_cases(folder: Path) -> list[Path]:
    files = sorted((folder / FOLDER).glob("*.toml"))
    if not files:
        ruleset = next((file for file in sorted(folder.glob("*.toml")) if looks_like_ruleset(file)), None)
        remedy = "choose a ruleset with cases, such as `classic`, or a folder with `cases/NAME.toml`"
        if ruleset is not None:
            remedy = f"write cases for {shorten(str(ruleset))} in {shorten(str(file_of_cases(ruleset)))}"
        raise UsageError(f"there are no cases in {folder / FOLDER}", remedy)
    return [_ruleset_of(file) for file in files]


def _ruleset_of(file: Path) -> Path:
    """Return the ruleset to which a case file belongs.

    Raises UsageError if the ruleset is missing, or if it is a link to a file outside its folder.
    """
    folder = file.parent.parent
    ruleset = folder / file.name
    if not os.path.isfile(ruleset):
        raise UsageError(f"{file} belongs to no ruleset", f"there is no {ruleset}")
    if not is_inside(ruleset, folder):
        raise UsageError(f"{ruleset} is a link that leads out of {folder}", "use the path of the target")
    return find_ruleset(str(ruleset))


def read_cases(ruleset: Path) -> CasesFile:
    """Read the test cases for a ruleset.

    Raises UsageError if the case file is missing or cannot be read, and RulesetError if it has faults.
    """
    file = file_of_cases(ruleset)
    if not os.path.isfile(file):
        raise UsageError(f"{ruleset} has no cases", f"write them in {file}")
    document = read_document(file, read_bytes(file, inside=ruleset.parent))
    faults = list(_find_faults(document))[:MOST_FAULTS]
    if faults or document.faults:
        from bj.ruleset.faults.locate import locate

        raise RulesetError(locate(document, faults))
    return CasesFile(document, Cases.model_validate(document.data).cases)


def read_transcript(cases: Path, name: str) -> str:
    """Return the text of the transcript file ``name``, or "" if it does not exist yet.

    The file must be in the folder that contains ``cases``, the case file. Raises UsageError if it is not, or
    if it cannot be read.
    """
    file = cases.parent / name
    if not _is_inside(cases, name):
        raise UsageError(f"{file} is outside the cases folder")
    if not os.path.lexists(file):
        return ""
    content = read_at_most(file, LARGEST_TRANSCRIPT, inside=cases.parent)
    return content.decode("utf-8", "replace").replace("\r\n", "\n")


def _find_faults(document: Document) -> Iterator[Fault]:
    yield from find_model_faults(document, Cases)
    cases = document.data.get("cases")
    for name, data in cases.items() if isinstance(cases, dict) else ():
        try:
            case = Case.model_validate(data)
        except ValidationError:
            continue
        yield from _check(document.file, ("cases", name, "expect"), case, is_whole=not document.faults)


def _check(file: Path, path: KeyPath, case: Case, *, is_whole: bool) -> Iterator[Fault]:
    """Yield faults in a case's expectations that the data model cannot detect."""
    expect = case.expect
    if not expect.model_fields_set and is_whole:
        remedy = 'add `transcript = ""` and run `bj test --update`, or add a different expectation'
        yield Fault("BJ851", path, "this case expects nothing", remedy, part="key")
    if expect.transcript_file is None:
        return
    if expect.transcript is not None:
        remedy = "remove `transcript` or `transcript_file`"
        place = (*path, "transcript_file")
        yield Fault("BJ852", place, "the transcript is given twice", remedy, part="key")
    name = expect.transcript_file
    if not _is_inside(file, name):
        message, remedy = "this is outside the cases folder", f"choose a file in {FOLDER}"
        yield Fault("BJ853", (*path, "transcript_file"), message, remedy)
    elif not name.endswith(SUFFIX) or not name.isprintable():
        remedy = f"use a name that ends in `{SUFFIX}`"
        yield Fault("BJ853", (*path, "transcript_file"), "this is not a transcript file", remedy)


def _is_inside(cases: Path, name: str) -> bool:
    """Return whether the file ``name`` is in the folder of the case file, even after following links."""
    return "\\" not in name and not name.startswith("/") and is_inside(cases.parent / name, cases.parent)
