"""All findings about a ruleset: its faults or, if it has none, advice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from bj.arguments import Value
from bj.errors import Fault, Finding, RulesetError, UsageError
from bj.ruleset.advice import advise
from bj.ruleset.check import Checked
from bj.ruleset.documents import Document, read_documents
from bj.ruleset.load import check_documents
from bj.ruleset.start import default_numbers, find_misfits


def examine(file: Path, shelf: dict[Path, Document] | None = None) -> list[Finding]:
    """Every finding about the ruleset in ``file``, in the order of its documents and of their lines.

    With a ``shelf`` for several files, what they all extend is read only once. Raises
    UsageError when ``file`` cannot be read.
    """
    documents = read_documents(file, shelf)
    try:
        checked = check_documents(documents)
    except RulesetError as error:
        return list(error.findings)
    return advise(documents, checked, _check_example(checked) if "example" in documents[0].data else ())


def _check_example(checked: Checked) -> Iterator[tuple[Fault, ...]]:
    """Why the example of a ruleset cannot be played, at the places that may be to blame."""
    from bj.arguments import fill_example, refuse_rounds  # most rulesets inherit theirs

    model = checked.model
    checks: Mapping[str, Callable[[], object]] = {
        "rounds": lambda: refuse_rounds(model, model.example.rounds),
        "arguments": lambda: _refuse_start(checked, fill_example(model)),
    }
    for key, check_one in checks.items():
        try:
            check_one()
        except UsageError as error:
            said = ("the example cannot be played: " + error.message, error.remedy)
            yield Fault("BJ951", ("example", key), *said), Fault("BJ951", ("example",), *said, "key")


def _refuse_start(checked: Checked, values: Mapping[str, Value]) -> None:
    """Raise UsageError when a start value keeps a game from beginning, unless the defaults do so too."""
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    known = {(path, error.why) for path, error in find_misfits(checked, default_numbers(checked.model))}
    for path, error in find_misfits(checked, numbers):
        if (path, error.why) not in known:
            raise UsageError(str(error), "change the arguments, or the expression")
