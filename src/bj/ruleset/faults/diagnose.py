"""All faults of a ruleset that has some, with their places.

A value with a fault is taken out and the rest validated again, so that the checks beyond types can still be
made of everything that is sound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from pydantic import BaseModel, ValidationError, create_model
from pydantic_core import ErrorDetails

from bj.errors import Fault, Finding, KeyPath
from bj.ruleset.check import check
from bj.ruleset.documents import Document, defines, find_owner, merge_documents
from bj.ruleset.faults.explain import explain, suggest_key
from bj.ruleset.faults.shape import fields_at, make_stand_in
from bj.ruleset.model import Ruleset
from bj.ruleset.model.base import Section
from bj.ruleset.toml.gaps import Gaps, has, look_up
from bj.ruleset.toml.locate import locate
from bj.ruleset.words import shorten

ROUNDS = 100
"""How often a section is mended and validated again before it is given up."""

MOST_FAULTS = 100
"""How many faults of one ruleset are reported, besides those of syntax: nobody reads more at once."""


def diagnose(documents: Sequence[Document], data: dict[str, Any]) -> list[Finding]:
    """Every fault of the ruleset ``data``, which ``documents`` make together: by file, then by place."""
    findings = {number: [*document.findings] for number, document in enumerate(documents)}
    gaps = _find_gaps(documents)
    placed = _assign(documents, data, find_faults(data, gaps), gaps)
    for number, faults in placed.items():
        findings[number] += locate(documents[number].file, documents[number].text, faults)
    return [
        replace(finding, inherited_by=tuple(document.file for document in reversed(documents[:number])))
        for number, found in findings.items()
        for finding in sorted(found, key=lambda finding: (finding.line, finding.column))
    ]


def _find_gaps(documents: Sequence[Document]) -> Gaps:
    """What could not be read of the documents, as far as no child stands in for it."""
    gaps = Gaps()
    for number, document in enumerate(documents):
        for path, written in document.lost.items():
            if not path or not any(defines(child, path) for child in documents[:number]):
                gaps.take_out(path, written)
    return gaps


def _assign(
    documents: Sequence[Document], data: dict[str, Any], faults: Sequence[Fault], gaps: Gaps
) -> dict[int, list[Fault]]:
    """The faults by the number of the document to which they belong.

    That is the one with the value, if the fault exists without the documents that extend it. Otherwise it is
    the first one that makes it a fault.
    """
    own: dict[int, set[tuple[KeyPath, str]]] = {0: {(fault.path, fault.message) for fault in faults}}
    placed: dict[int, list[Fault]] = {}
    for fault in faults:
        owner = find_owner(documents, fault.path)
        number = owner if look_up(data, fault.path) is not None else len(documents) - 1
        while number > 0:
            if number not in own:
                chain = documents[number:]
                found = find_faults(merge_documents(chain), _find_gaps(chain))
                own[number] = {(fault.path, fault.message) for fault in found}
            if (fault.path, fault.message) in own[number]:
                break
            number -= 1
        if number >= owner:
            placed.setdefault(number, []).append(fault)
        elif fault.path not in gaps.meant and not gaps.holds(("ruleset", "without")):
            placed.setdefault(number, []).append(_blame(documents, fault, owner))
    return placed


def _blame(documents: Sequence[Document], fault: Fault, owner: int) -> Fault:
    """The fault that a ruleset conflicts with what it inherits, which has no fault of its own."""
    parent = documents[owner]
    line = locate(parent.file, parent.text, [fault])[0].line
    steps = [str(step) for step in takewhile(lambda step: isinstance(step, str), fault.path)]
    message = f"line {line} of the inherited {parent.file.name} conflicts with this ruleset: {fault.message}"
    remedy = f"define `{shorten('.'.join(steps))}` here, or keep what it depends on"
    return Fault("BJ125", ("ruleset", "extends"), message, remedy)


def find_faults(data: dict[str, Any], gaps: Gaps) -> list[Fault]:
    """Every fault of ``data``; what is taken out for it is added to ``gaps``."""
    faults: list[Fault] = []
    for name, value in data.items():
        if name not in Ruleset.model_fields and len(faults) <= MOST_FAULTS:
            fault, meant = suggest_key((name,), value)
            faults.append(fault)
            if meant is not None:
                _note_meant((meant,), data, gaps)
    sections: dict[str, Any] = {}
    for name in Ruleset.model_fields:
        sections[name] = _mend(name, data, gaps, faults)
        if name == "ruleset" and gaps.holds(("ruleset", "extends")):
            gaps.take_out(())
    written = {name for name in Ruleset.model_fields if name in data}
    _, found = check(Ruleset.model_construct(written, **sections), gaps)
    moved = [replace(fault, path=gaps.original(fault.path)) for fault in found]
    faults += [fault for fault in moved if not gaps.holds(fault.path)]
    if len(faults) > MOST_FAULTS:
        message, remedy = "further faults are not shown", "fix the others first"
        more = faults[MOST_FAULTS]
        faults[MOST_FAULTS:] = [Fault("BJ212", more.path, message, remedy, part=more.part)]
    return faults


def _note_meant(path: KeyPath, data: Mapping[str, Any], gaps: Gaps) -> None:
    """Note that something is under a misspelt key instead of ``path``, where it was meant to be."""
    gaps.meant.add(path)
    if look_up(data, path) is None:
        gaps.take_out(path)


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
        groups.setdefault(find_place(error, section, gaps), []).append(error)
    return groups


def find_place(error: ErrorDetails, section: Mapping[str, Any], gaps: Gaps) -> KeyPath:
    """Where in the document an error is: its location without the tags that pydantic inserts."""
    path: KeyPath = ()
    here: Any = section
    *steps, last = error["loc"]
    for step in steps if error["type"] == "missing" else error["loc"]:
        known = gaps.original((*path, step))[-1] if isinstance(here, list) else step
        if has(here, known):
            path, here = (*path, known), here[known]
    if error["type"] == "missing":
        path = (*path, last)
    return path


def _take_out(
    groups: Mapping[KeyPath, list[ErrorDetails]], section: dict[str, Any], gaps: Gaps, faults: list[Fault]
) -> bool:
    """Note the faults of some places and remove what is there; return whether there was anything."""
    taken = False
    for path, errors in groups.items():
        kind = errors[0]["type"]
        follows = gaps.holds(path) or (kind in ("missing", "too_short") and gaps.near(path))
        if not follows and len(faults) <= MOST_FAULTS:
            fault, meant = explain(path, errors, look_up(section, path))
            faults.append(fault)
            if meant is not None:
                _note_meant((*path[:-1], meant), section, gaps)
        if kind != "missing":
            taken |= gaps.take_out(path, look_up(section, path))
        elif path[:-1]:
            field = fields_at(path[:-1]).get(str(path[-1]))
            taken |= gaps.replace(path, make_stand_in(field.annotation) if field else None) or gaps.take_out(
                path[:-1], look_up(section, path[:-1])
            )
    return taken
