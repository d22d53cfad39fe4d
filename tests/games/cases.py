"""Cases of rulesets that each of them changes: what a file of this folder has, and how its games are made.

A file names a ruleset of `bases`, or a shipped one, as its `base`, and lays its `changes` over it. Each of
its `cases` is a case of `bj test` that may have another `base`, or several, and `changes` of its own.
"""

from __future__ import annotations

import functools
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bj.argument_values import fill_arguments
from bj.cases.model import Case
from bj.compiler.compile import Compiled, compile_ruleset
from bj.faults_and_fixes import Fault
from bj.ruleset.check import Checked, check
from bj.ruleset.documents import Document, merge_documents, read_documents
from bj.ruleset.model import Ruleset
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.session.rigging import parse_cards

FOLDER = Path(__file__).parent

FILES = sorted(file for file in FOLDER.glob("*/*.toml") if file.parent.name != "bases")
"""The files of cases."""


class Changed(NamedTuple):
    """A case with its changes and those of its file."""

    file: str
    name: str
    base: str
    changes: tuple[Mapping[str, Any], ...]
    """The changes, nearest first."""
    rest: Mapping[str, Any]
    """The case in the form that `bj test` reads."""

    @property
    def case(self) -> Case:
        """The case as `bj test` reads it."""
        return Case.model_validate(self.rest)

    def load(self) -> Checked:
        """The changed ruleset, which must have no fault."""
        return laid_over(self.base, *self.changes)

    def compile(self, checked: Checked) -> Compiled:
        """The game of the case, ready to be played."""
        case, model = self.case, checked.model
        settings = {name: str(value) for name, value in case.set.items()}
        values = fill_arguments(model.command_line, shlex.split(case.arguments), settings)
        cards = parse_cards(case.cards, "cards", checked.pack) if case.cards else ()
        return compile_ruleset(checked, values, case.seed or 0, cards=cards)


def cases_of(file: Path) -> Iterator[Changed]:
    """The cases of a file."""
    data = tomllib.loads(file.read_text("utf-8"))
    for name, case in data["cases"].items():
        changes = (case.pop("changes", {}), data.get("changes", {}))
        bases = case.pop("base", data["base"])
        for base in [bases] if isinstance(bases, str) else bases:
            yield Changed(file.stem, name, base, changes, case)


def laid_over(base: str, *changes: Mapping[str, Any]) -> Checked:
    """A ruleset of `bases`, or a shipped one, with changes, nearest first; it must have no fault."""
    checked, faults = resulting(base, *changes)
    assert checked is not None, faults
    return checked


def resulting(base: str, *changes: Mapping[str, Any]) -> tuple[Checked | None, list[Fault]]:
    """The faults of a ruleset of `bases` with changes, nearest first."""
    file = FOLDER / "bases" / f"{base}.toml"
    file = file if file.exists() else shipped_rulesets()[base]
    layers = [Document(file, "", dict(each)) for each in changes]
    return check(Ruleset.model_validate(merge_documents([*layers, *_documents(file)])))


@functools.cache
def _documents(file: Path) -> tuple[Document, ...]:
    return tuple(read_documents(file))
