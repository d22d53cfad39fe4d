"""Finds all faults of a ruleset, or all advice on it if it has no faults."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from bj.argument_values import Value
from bj.errors import Fault, Finding, RulesetError, UsageError
from bj.ruleset.advice import advise
from bj.ruleset.check import Checked
from bj.ruleset.code_selection import Selection
from bj.ruleset.documents import Document, read_documents
from bj.ruleset.load import check_documents
from bj.ruleset.start_values import default_numbers, find_misfits

Identity: TypeAlias = tuple[Path, int, int, str, str]
"""Identifies a finding by its real file, line, column, code and message."""

EVERYTHING = Selection()


def examine(file: Path, shelf: dict[Path, Document] | None = None) -> list[Finding]:
    """List every finding about the ruleset in ``file``, sorted by document and line.

    If several calls share a ``shelf``, they read common parents only once. Raises UsageError if ``file``
    cannot be read.
    """
    return examine_documents(read_documents(file, shelf))[0]


def examine_documents(
    documents: Sequence[Document], *, with_causes: bool = True
) -> tuple[list[Finding], Checked | None]:
    """Return every finding about a ruleset, and the ruleset itself or, if it has faults, None.

    ``documents`` are those of the ruleset and its ancestors. Without ``with_causes``, the search is faster,
    but each conflict with an inherited part is reported on its own.
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
    """Examine the files in ``paths``. Return those that could be read, and their findings.

    The findings are those that ``selection`` keeps. A finding that appears both in its own file and in a file
    that extends it is reported once. For each file that could not be read, the error is added to ``errors``.
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
    """Merge the findings that ``selection`` keeps, without duplicates, sorted by file and line."""
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
    """Yield the faults of an example that cannot be played, each at several alternative places."""
    from bj.argument_values import fill_example, refuse_rounds  # most rulesets inherit theirs

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
    """Raise UsageError if these ``values`` of arguments prevent a game that the defaults would allow."""
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    known = {(path, error.why) for path, error in find_misfits(checked, default_numbers(checked.model))}
    for path, error in find_misfits(checked, numbers):
        if (path, error.why) not in known:
            raise UsageError(str(error), "change the arguments, or the expression")
