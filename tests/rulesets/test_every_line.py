"""Shipped rulesets say nothing twice: no line can be removed without an effect."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pydantic import ValidationError

from bj.errors import RulesetError
from bj.ruleset.check import Checked
from bj.ruleset.documents import merge_documents, read_documents
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Ruleset
from bj.ruleset.ruleset_files import shipped_rulesets

FOLDER = shipped_rulesets()["classic"].parent
FILES = [*shipped_rulesets().values(), *(FOLDER / "odds").glob("*.toml")]
READERS = "who reads the first ruleset looks for it"
KEPT = {
    "format": "a ruleset that extends no other one says for which version of the language it is",
    "columns": "a chart cannot be read without its heads",
    "rounding": "it is said on purpose: without it `bj validate` asks for it",
    "win": READERS,
    "natural": READERS,
    "tie": READERS,
    "cards": READERS,
}
"""Keys that may repeat a default, each with its reason."""


def is_as_before(file: Path, whole: Checked) -> bool:
    """Whether a file still has the same ruleset. The faults of a different one do not matter."""
    documents = read_documents(file)
    if any(document.faults for document in documents):
        return False
    try:
        if Ruleset.model_validate(merge_documents(documents)) != whole.model:
            return False
        return load_ruleset(file).templates == whole.templates
    except (RulesetError, ValidationError):
        return False


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_line_makes_a_difference(file: Path, tmp_path: Path) -> None:
    """A ruleset without one of its lines is another ruleset, or none."""
    shutil.copytree(file.parent, tmp_path, dirs_exist_ok=True)
    copy = tmp_path / file.name
    whole = load_ruleset(copy)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    idle = set()
    for number, line in enumerate(lines):
        copy.write_text("".join(lines[:number] + lines[number + 1 :]), "utf-8")
        if line.strip() and not line.startswith("#") and is_as_before(copy, whole):
            idle.add(line.partition(" = ")[0])
    assert idle <= KEPT.keys()
    assert "format" not in idle or whole.model.ruleset.extends is None
