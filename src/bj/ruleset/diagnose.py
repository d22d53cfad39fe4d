"""All faults of a ruleset that has some, with their places.

A value with a fault is taken out and the rest validated again, so that the checks beyond types can still be
made of everything that is sound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError, create_model
from pydantic_core import ErrorDetails

from bj.errors import Fault, Finding, KeyPath
from bj.ruleset.check import check
from bj.ruleset.documents import Document, defines, find_owner
from bj.ruleset.explain import explain, suggest_key
from bj.ruleset.gaps import Gaps, has, look_up
from bj.ruleset.locate import locate
from bj.ruleset.model import Ruleset
from bj.ruleset.model.base import Section

ROUNDS = 100
"""How often a section is mended and validated again before it is given up."""

MOST_FAULTS = 100
"""How many faults of one ruleset are reported, beside those of syntax: nobody reads more at once."""


def diagnose(documents: Sequence[Document], data: Mapping[str, Any]) -> list[Finding]:
    """Every fault of the ruleset ``data``, which ``documents`` make together: by file, then by place."""
    gaps = Gaps()
    for number, document in enumerate(documents):
        for path in document.lost:
            if not any(defines(child, path) for child in documents[:number]):
                gaps.take_out(path)
    faults = find_faults(dict(data), gaps)[:MOST_FAULTS]
    owners = [find_owner(documents, fault.path) for fault in faults]
    findings: list[Finding] = []
    for number, document in enumerate(documents):
        own = [fault for fault, owner in zip(faults, owners, strict=True) if owner == number]
        found = [*document.findings, *locate(document.file, document.text, own)]
        findings += sorted(found, key=lambda finding: (finding.line, finding.column))
    return findings


def find_faults(data: dict[str, Any], gaps: Gaps) -> list[Fault]:
    """Every fault of ``data``; what is taken out for it is added to ``gaps``."""
    faults: list[Fault] = []
    for name in data:
        if name not in Ruleset.model_fields and len(faults) < MOST_FAULTS:
            fault, meant = suggest_key((name,))
            faults.append(fault)
            if meant is not None and meant not in data:
                gaps.take_out((meant,))
    sections = {name: _mend(name, data, gaps, faults) for name in Ruleset.model_fields}
    _, found = check(Ruleset.model_construct(**sections), gaps)
    return faults + [replace(fault, path=gaps.original(fault.path)) for fault in found]


def _mend(name: str, data: dict[str, Any], gaps: Gaps, faults: list[Fault]) -> Any:
    """The section ``name`` without what is faulty in it; None when nothing is left."""
    field = Ruleset.model_fields[name]
    holder: dict[str, Any] = {name: (field.annotation, field)}
    part: type[BaseModel] = create_model("Part", __base__=Section, **holder)
    section = {name: data[name]} if name in data else {}
    for _ in range(ROUNDS):
        try:
            return getattr(part.model_validate(gaps.prune(section)), name)
        except ValidationError as error:
            groups = _group(error.errors(include_url=False, include_input=False), section, gaps)
        if not _take_out(groups, section, gaps, faults):
            return None
    return None


def _group(
    errors: Sequence[ErrorDetails], section: Mapping[str, Any], gaps: Gaps
) -> dict[KeyPath, list[ErrorDetails]]:
    """Pydantic's errors by the place in the document, unknown keys first: they may explain missing ones."""
    groups: dict[KeyPath, list[ErrorDetails]] = {}
    for error in sorted(errors, key=lambda error: error["type"] != "extra_forbidden"):
        groups.setdefault(_find_place(error, section, gaps), []).append(error)
    return groups


def _find_place(error: ErrorDetails, section: Mapping[str, Any], gaps: Gaps) -> KeyPath:
    """Where in the document an error stands: its location without the tags that pydantic puts into it."""
    path: KeyPath = ()
    here: Any = section
    for step in error["loc"]:
        known = gaps.original((*path, step))[-1] if isinstance(here, list) else step
        if has(here, known):
            path, here = (*path, known), here[known]
    if error["type"] == "missing":
        path = (*path, error["loc"][-1])
    return path


def _take_out(
    groups: Mapping[KeyPath, list[ErrorDetails]], section: dict[str, Any], gaps: Gaps, faults: list[Fault]
) -> bool:
    """Note the faults of some places and take out what stands there; whether there was anything."""
    taken = False
    for path, errors in groups.items():
        kind = errors[0]["type"]
        follows = gaps.holds(path) or (kind == "too_short" and gaps.near(path))
        if not follows and len(faults) < MOST_FAULTS:
            fault, meant = explain(path, errors, look_up(section, path))
            faults.append(fault)
            if meant is not None and look_up(section, (*path[:-1], meant)) is None:
                gaps.take_out((*path[:-1], meant))
        gone = path[:-1] if kind == "missing" else path
        taken |= bool(gone) and gaps.take_out(gone, look_up(section, gone))
    return taken
