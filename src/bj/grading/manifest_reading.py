"""Reads a course manifest, and reports all faults in it with their locations."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from bj.errors import RulesetError, UsageError
from bj.faults_and_fixes import Fault, KeyPath, Remedy
from bj.grading.manifest import Manifest
from bj.ruleset.documents import Document, read_document
from bj.ruleset.load import find_model_faults
from bj.ruleset.ruleset_files import read_bytes
from bj.ruleset.suggestions import shorten
from bj.text.untrusted_text import make_visible

MOST_FAULTS = 100


class ManifestFile:
    """A course manifest, with the document from which it was read."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.manifest = Manifest.model_validate(document.data)

    def near(self, name: str) -> str:
        """Return the path of the file ``name`` in the manifest's folder, or ``name`` if it is not there."""
        beside = self.document.file.parent / name
        return str(beside) if os.path.exists(beside) else name

    def blame(self, path: KeyPath, error: UsageError) -> UsageError:
        """Return a copy of ``error`` whose message starts with the location of the key at ``path``."""
        from bj.ruleset.faults.locate import Page

        place = Page(self.document).find(Fault("", path, "", "", part="key"))
        where = f"{self.document.file}:{place.line}:{place.column}"
        return UsageError(f"{where}: {error.message}", error.remedy)

    def refuse_help(self, unknown: Iterable[tuple[str, Remedy]]) -> None:
        """Raise RulesetError if the manifest contains help for unknown rules.

        ``unknown`` lists these rules, each with a remedy.
        """
        faults = [
            Fault("BJ201", ("help", rule), f"unknown key `{shorten(rule)}`", remedy, part="key")
            for rule, remedy in unknown
        ]
        if faults:
            from bj.ruleset.faults.locate import locate

            raise RulesetError(locate(self.document, faults))


def read_manifest(file: Path) -> ManifestFile:
    """Read a course manifest.

    Raises UsageError if the file cannot be read, and RulesetError if the manifest has faults.
    """
    document = read_document(file, read_bytes(file))
    if "course" not in document.data and isinstance(document.data.get("ruleset"), dict):
        remedy = "`bj new NAME --with-course` writes a ruleset and its manifest"
        raise UsageError(f"{make_visible(str(file))} is a ruleset, not a course manifest", remedy)
    faults = list(find_model_faults(document, Manifest))[:MOST_FAULTS]
    if faults or document.faults:
        from bj.ruleset.faults.locate import locate

        raise RulesetError(locate(document, faults))
    return ManifestFile(document)
