"""Load a ruleset: read its file and the files that it extends, validate every section, and run all checks.

A ruleset without faults is read, merged and validated only once. For a faulty ruleset, more modules are
imported to find all faults and their positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

from pydantic import BaseModel, ValidationError

from bj.errors import RulesetError, UsageError, wrong_type
from bj.faults_and_fixes import Fault
from bj.ruleset.check import Checked, check
from bj.ruleset.documents import Document, merge_documents, read_document, read_documents
from bj.ruleset.model import Ruleset
from bj.ruleset.prechecked_rulesets import take_shipped
from bj.ruleset.ruleset_files import find_ruleset

AnyRuleset: TypeAlias = str | Path | Mapping[str, Any] | Checked
"""A ruleset in any form: a name, a file, a string with several lines of TOML, data, or a checked ruleset."""

TEXT = Path("<text>")
"""The file name to use for TOML in a string.

Such a ruleset can extend shipped rulesets and files in the current folder.
"""


def take_ruleset(ruleset: AnyRuleset) -> Checked:
    """Read and check a ruleset in any form.

    Raises RulesetError if the ruleset has faults, or UsageError if it cannot be read.
    """
    if isinstance(ruleset, Checked):
        return ruleset
    if has_name(ruleset):
        return load_ruleset(find_ruleset(str(ruleset)))
    return check_documents(read_ruleset(ruleset))


def read_ruleset(ruleset: AnyRuleset) -> Sequence[Document]:
    """Read a ruleset in any form. Return its document, followed by the documents that it extends.

    Raises UsageError if one of them cannot be read.
    """
    if isinstance(ruleset, Checked):
        if ruleset.documents:
            return ruleset.documents
        ruleset = as_data(ruleset.model)
    return read_documents(*_locate(ruleset))


def as_data(model: Ruleset) -> dict[str, Any]:
    """Return ``model`` as data, without the keys for inheritance."""
    inheritance = {"ruleset": {"extends", "without"}}
    dumped = model.model_dump(mode="json", by_alias=True, exclude=inheritance, exclude_unset=True)
    data: dict[str, Any] = _without_none(dumped)
    return data


def _without_none(data: Any) -> Any:
    """Remove keys whose value is None, because TOML has no null.

    For example, the rules of a strategy with only implied rules are None.
    """
    if isinstance(data, dict):
        return {key: _without_none(value) for key, value in data.items() if value is not None}
    return [_without_none(value) for value in data] if isinstance(data, list) else data


def has_name(ruleset: AnyRuleset) -> TypeGuard[str | Path]:
    """Whether ``ruleset`` is the name or the path of a ruleset."""
    return isinstance(ruleset, Path) or (isinstance(ruleset, str) and "\n" not in ruleset)


def _locate(ruleset: str | Path | Mapping[str, Any]) -> tuple[Path, dict[Path, Document]]:
    """Return the file of ``ruleset``, and a shelf with documents that have already been read.

    The shelf contains the document if ``ruleset`` is TOML or data. Otherwise, it is empty. Raises UsageError
    if there is no such file, or if the data cannot be written as TOML.
    """
    if isinstance(ruleset, Mapping):
        import tomli_w

        try:
            ruleset = "\n" + tomli_w.dumps(ruleset)
        except (TypeError, ValueError, RecursionError) as error:
            raise UsageError(f"the ruleset cannot be written as TOML: {error}") from None
    if not isinstance(ruleset, str | Path):
        raise wrong_type("a ruleset", ruleset, "pass its name, its file, a string or its data")
    if has_name(ruleset):
        return find_ruleset(str(ruleset)), {}
    return TEXT, {TEXT: read_document(TEXT, str(ruleset).encode("utf-8", "surrogatepass"))}


def load_ruleset(file: Path) -> Checked:
    """Read and check the ruleset in ``file``.

    Raises RulesetError if this file or one that it extends has faults, or UsageError if ``file`` cannot be
    read.
    """
    return take_shipped(file) or check_documents(read_documents(file))


def check_documents(documents: Sequence[Document], *, with_causes: bool = True) -> Checked:
    """Merge and check ``documents``.

    Raises RulesetError with every fault that ``diagnose`` finds.
    """
    data = merge_documents(documents)
    if not any(document.faults for document in documents):
        try:
            checked, _ = check(Ruleset.model_validate(data))
        except ValidationError:
            checked = None
        if checked:
            return checked._replace(documents=tuple(documents))
    from bj.ruleset.faults.diagnose import diagnose

    raise RulesetError(diagnose(documents, data, with_causes=with_causes))


def read_sound(file: Path, content: bytes) -> dict[str, Any]:
    """Return the data in ``content``, which was read from ``file``.

    Raises UsageError with the place of the first syntax fault.
    """
    document = read_document(file, content)
    if document.faults:
        from bj.ruleset.faults.locate import Page

        found = Page(document).find(document.faults[0])
        raise UsageError(f"{file}:{found.line}:{found.column}: {found.message}", found.remedy)
    return document.data


def find_model_faults(document: Document, model: type[BaseModel]) -> Iterator[Fault]:
    """Validate the readable part of ``document`` with ``model``, and yield the faults."""
    try:
        model.model_validate(document.data)
    except ValidationError as error:
        from bj.ruleset.faults.error_recovery import find_problems
        from bj.ruleset.faults.pydantic_messages import explain
        from bj.ruleset.toml.removed_parts import Gaps

        for problem in find_problems(error, document.data, Gaps()):
            if not (document.faults and problem.errors[0]["type"] in ("missing", "too_short")):
                yield explain(problem, model)
