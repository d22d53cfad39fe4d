"""All faults of a ruleset that has some, with their places.

They go through a row of stages: `mend` takes out what pydantic refuses, `explain` says what is wrong with
it, `check` looks at the rest, `assign` finds the document that each fault belongs to, and `locate` its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product, takewhile
from typing import Any

from bj.errors import Fault, Finding, KeyPath
from bj.ruleset.check import check
from bj.ruleset.documents import Document, limit_faults, merge_documents
from bj.ruleset.faults.assign import Assigned, assign
from bj.ruleset.faults.explain import explain
from bj.ruleset.faults.locate import Page, locate
from bj.ruleset.faults.pruning import mend
from bj.ruleset.origins import find_lost
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.removed import Gaps, look_up


def diagnose(documents: Sequence[Document], data: dict[str, Any]) -> list[Finding]:
    """Every fault of the ruleset ``data``, which ``documents`` make together: by file, then by place."""
    chains = [documents[number:] for number in range(1, len(documents))]
    faults, gaps = find_faults(data, find_lost(documents))
    inherited = [find_faults(merge_documents(chain), find_lost(chain))[0] for chain in chains]
    assigned = assign(documents, data, [faults, *inherited], gaps)
    pages = [Page(document) for document in documents]
    return [
        finding._replace(inherited_by=tuple(document.file for document in reversed(documents[:number])))
        for number, document in enumerate(documents)
        for finding in locate(document, (_blame(pages, one) for one in assigned if one.number == number))
    ]


def find_faults(data: dict[str, Any], lost: Iterable[KeyPath]) -> tuple[list[Fault], Gaps]:
    """Every fault of ``data`` without the parts already ``lost``, and the gaps that the faults leave."""
    ruleset, gaps, problems = mend(data, lost)
    _, found = check(ruleset, gaps)
    moved = [fault._replace(path=gaps.original(fault.path)) for fault in found]
    remaining = (fault for fault in moved if not gaps.holds(fault.path))
    return limit_faults(chain(map(explain, problems), remaining)), gaps


def _blame(pages: Sequence[Page], assigned: Assigned) -> Fault:
    """The fault in its document; if the document conflicts with what it inherits, a fault that says so."""
    fault, number, owner = assigned
    if number >= owner:
        return fault
    documents = [page.document for page in pages]
    line = pages[owner].find(fault).line
    whole = fault.path[:2] if fault.path[0] == "procedure" else fault.path
    steps = [str(step) for step in takewhile(lambda step: isinstance(step, str), whole)]
    name = documents[owner].file.name
    message = f"line {line} of the inherited {name} conflicts with this ruleset: {fault.message}"
    remedy = f"define `{shorten('.'.join(steps))}` here, or keep what it depends on"
    dropped = _dropped_argument(documents, owner, fault)
    if dropped:
        remedy = f"add `{dropped}` to `usage`, or define `{shorten('.'.join(steps))}` here"
    if str(fault.remedy).startswith("add `["):
        remedy = f"{fault.remedy}, or define `{shorten('.'.join(steps))}` here"
    changes = look_up(documents[number].data, fault.path[:2]) if fault.path[0] == "procedure" else None
    if isinstance(changes, dict):  # of inherited steps
        return Fault("BJ125", fault.path[:2], message, remedy, part="key")
    return _find_cause(documents[number].data, fault)._replace(code="BJ125", message=message, remedy=remedy)


def _dropped_argument(documents: Sequence[Document], owner: int, fault: Fault) -> str:
    """The argument that a fault names and a ``usage`` has dropped, as ``usage`` has it; nothing if none has.

    The documents are in order, the first of them extends the second, and so on.
    """
    named = re.findall(r"`([^`]+)`", fault.message)
    usages = [str(look_up(document.data, ("ruleset", "usage")) or "") for document in documents]
    inherited = " ".join(usages[owner:]).split()
    return next((word for word in inherited if word.strip("[]") in named), "") if any(usages[:owner]) else ""


def _find_cause(data: Mapping[str, Any], fault: Fault) -> Fault:
    """The place in an overlay that a fault of an inherited part is about, or else its ``extends``.

    That is what the message names, or the table that the inherited value would be in.
    """
    named = re.findall(r"`([^`]+)`", fault.message)
    places = [place for place in _walk(data) if place[0][0] != "ruleset"]
    for name, (path, value) in product(named, places):
        if name in (path[-1], value):
            return fault._replace(path=path, part="value" if value == name else "key", span=None)
    if len(fault.path) > 1 and isinstance(look_up(data, fault.path[:-1]), dict):
        return fault._replace(path=fault.path[:-1], part="key", span=None)
    return fault._replace(path=("ruleset", "extends"), part="value", span=None)


def _walk(data: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Every value in a document with its path, in order; not the document itself."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in inside:
        yield (*path, step), value
        yield from _walk(value, (*path, step))
