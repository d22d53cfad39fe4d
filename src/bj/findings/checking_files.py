"""Checks rulesets, and collects all faults or, if a ruleset is valid, all advice."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from bj.argument_values import Value
from bj.errors import RulesetError, UsageError
from bj.faults_and_fixes import Fault, Finding
from bj.ruleset.advice import advise
from bj.ruleset.check import Checked
from bj.ruleset.documents import Document, read_documents
from bj.ruleset.fault_code_selection import Selection
from bj.ruleset.load import check_documents
from bj.ruleset.start_values import default_numbers, find_misfits

Identity: TypeAlias = tuple[Path, int, int, str, str]
"""The identity of a finding: the resolved path of its file, its line, column, code and message."""

EVERYTHING = Selection()


def examine(file: Path, shelf: dict[Path, Document] | None = None) -> list[Finding]:
    """Return all findings about the ruleset in ``file``, ordered by document and line.

    Calls that share a ``shelf`` read common parents only once. Raises UsageError if the file cannot be read.
    """
    return examine_documents(read_documents(file, shelf))[0]


def examine_documents(
    documents: Sequence[Document], *, with_causes: bool = True
) -> tuple[list[Finding], Checked | None]:
    """Return all findings about a ruleset, and the checked ruleset or None if it has faults.

    ``documents`` contains the ruleset's document and those that it extends. If ``with_causes`` is false, the
    check is faster, but reports each conflict with an inherited part separately.
    """
    try:
        checked = check_documents(documents, with_causes=with_causes)
    except RulesetError as error:
        return list(error.findings), None
    example = _check_example(checked) if "example" in documents[0].data else ()
    return advise(documents, checked, example), checked


def examine_files(
    paths: Sequence[Path],
    shelf: dict[Path, Document],
    errors: dict[str, UsageError],
    selection: Selection = EVERYTHING,
) -> tuple[list[Path], list[Finding]]:
    """Check the files in ``paths``. Return the files that could be read, and all findings.

    Findings that do not match ``selection`` are omitted. A finding about a file is reported once, even if
    other files extend that file. If a file cannot be read, the error is added to ``errors``.
    """
    checked: list[Path] = []
    results: list[Sequence[Finding]] = []
    for path in paths:
        try:
            results.append(examine(path, shelf))
        except UsageError as error:
            errors[str(path)] = error
        else:
            checked.append(path)
    return checked, merge_findings(results, selection)


def merge_findings(results: Iterable[Sequence[Finding]], selection: Selection = EVERYTHING) -> list[Finding]:
    """Merge findings that match ``selection``. Remove duplicates, and sort by file and line."""
    found: dict[Identity, Finding] = {}
    resolved: dict[Path, Path] = {}
    for finding in chain.from_iterable(results):
        file = resolved.get(finding.file) or resolved.setdefault(
            finding.file, Path(os.path.realpath(finding.file))
        )
        identity = (file, finding.line, finding.column, finding.code, finding.message)
        if selection.keeps(finding.code) and (identity not in found or not finding.inherited_by):
            found[identity] = finding
    first = {file: number for number, file in reversed(list(enumerate(key[0] for key in found)))}
    ordered = sorted(found, key=lambda identity: (first[identity[0]], *identity[1:3]))
    return [found[key] for key in ordered]


def _check_example(checked: Checked) -> Iterator[tuple[Fault, ...]]:
    """Yield the faults in an unplayable example, each as a tuple with one version per possible location."""
    from bj.argument_values import fill_example, refuse_rounds  # most rulesets inherit their example

    model = checked.model
    checks: Mapping[str, Callable[[], object]] = {
        "rounds": lambda: refuse_rounds(model, model.example.rounds),
        "arguments": lambda: _refuse_start(checked, fill_example(model)),
    }
    for key, check_one in checks.items():
        try:
            check_one()
        except UsageError as error:
            texts = ("the example cannot be played: " + error.message, error.remedy)
            yield (
                Fault("BJ951", ("example", key), *texts),
                Fault("BJ951", ("example",), *texts, "key"),
            )


def _refuse_start(checked: Checked, values: Mapping[str, Value]) -> None:
    """Raise UsageError if the arguments of an example make it impossible to start a game.

    Problems that also occur with the default arguments are ignored.
    """
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    known = {(path, error.why) for path, error in find_misfits(checked, default_numbers(checked.model))}
    for path, error in find_misfits(checked, numbers):
        if (path, error.why) not in known:
            raise UsageError(str(error), "change the arguments, or the expression")
