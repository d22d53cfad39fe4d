"""Loads a ruleset: reads its file and the rulesets that it extends, validates its sections, and checks it.

A ruleset without faults is read, merged and validated once. If there are faults, more modules are imported,
which find all faults with their places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

from pydantic import BaseModel, ValidationError

from bj.errors import Fault, RulesetError, UsageError, wrong_type
from bj.ruleset.check import Checked, check
from bj.ruleset.documents import Document, merge_documents, read_document, read_documents
from bj.ruleset.files import find_ruleset
from bj.ruleset.model import Ruleset
from bj.ruleset.shipped import take_shipped

AnyRuleset: TypeAlias = str | Path | Mapping[str, Any] | Checked
"""A ruleset as programs can pass it: a name, a file, TOML of several lines, its data, or a checked ruleset.
"""

TEXT = Path("<text>")
"""The file name of TOML in a string. It can extend a shipped ruleset, or one in the current folder."""


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
    """Read a ruleset in any form, and the documents that it extends.

    Raises UsageError if one of them cannot be read.
    """
    if isinstance(ruleset, Checked):
        if ruleset.documents:
            return ruleset.documents
        ruleset = as_data(ruleset.model)
    return read_documents(*_locate(ruleset))


def as_data(model: Ruleset) -> dict[str, Any]:
    """Convert a ruleset to data, without the keys of its inheritance."""
    inheritance = {"ruleset": {"extends", "without"}}
    dumped = model.model_dump(mode="json", by_alias=True, exclude=inheritance, exclude_unset=True)
    data: dict[str, Any] = _without_none(dumped)
    return data


def _without_none(data: Any) -> Any:
    """Remove keys whose value is None, such as the rules of a strategy that has only implied ones.

    TOML has no null.
    """
    if isinstance(data, dict):
        return {key: _without_none(value) for key, value in data.items() if value is not None}
    return [_without_none(value) for value in data] if isinstance(data, list) else data


def has_name(ruleset: AnyRuleset) -> TypeGuard[str | Path]:
    """Whether ``ruleset`` is the name or the file of a ruleset."""
    return isinstance(ruleset, Path) or (isinstance(ruleset, str) and "\n" not in ruleset)


def _locate(ruleset: str | Path | Mapping[str, Any]) -> tuple[Path, dict[Path, Document]]:
    """Find the file of a ruleset. For TOML in a string, or data, make a shelf with its document.

    Raises UsageError.
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

    Raises RulesetError with the faults of the file and of the files that it extends, or UsageError if it
    cannot be read.
    """
    return take_shipped(file) or check_documents(read_documents(file))


def check_documents(documents: Sequence[Document], *, with_causes: bool = True) -> Checked:
    """Check the ruleset that ``documents`` make together.

    Raises RulesetError with all faults that ``diagnose`` finds.
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
    """Read the data in ``content``, the content of ``file``.

    Raises UsageError with the place of the first syntax fault, if there is one.
    """
    document = read_document(file, content)
    if document.faults:
        from bj.ruleset.faults.locate import Page

        found = Page(document).find(document.faults[0])
        raise UsageError(f"{file}:{found.line}:{found.column}: {found.message}", found.remedy)
    return document.data


def find_model_faults(document: Document, model: type[BaseModel]) -> Iterator[Fault]:
    """Find the faults of a document, or of its readable part, according to a model."""
    try:
        model.model_validate(document.data)
    except ValidationError as error:
        from bj.ruleset.faults.error_recovery import find_problems
        from bj.ruleset.faults.pydantic_messages import explain
        from bj.ruleset.toml.faulty_parts import Gaps

        for problem in find_problems(error, document.data, Gaps()):
            if not (document.faults and problem.errors[0]["type"] in ("missing", "too_short")):
                yield explain(problem, model)
