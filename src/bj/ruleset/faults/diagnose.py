"""All faults of a faulty ruleset, with their places.

`pruning` removes the parts that pydantic refuses, `explain` describes their faults, `check` checks the rest,
`assign` finds the document of each fault, and `locate` its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from bj.errors import Fault, Finding, KeyPath
from bj.ruleset.check import check
from bj.ruleset.documents import Document, limit_faults, merge_documents
from bj.ruleset.faults.assign import assign
from bj.ruleset.faults.conflicts import explain_conflicts
from bj.ruleset.faults.locate import Page, locate
from bj.ruleset.faults.pruning import mend
from bj.ruleset.faults.pydantic_messages import explain
from bj.ruleset.origins import find_lost
from bj.ruleset.toml.removed import Gaps


def diagnose(documents: Sequence[Document], data: dict[str, Any]) -> list[Finding]:
    """Every fault of the ruleset ``data``, which ``documents`` make together: by file, then by place."""
    chains = [documents[number:] for number in range(1, len(documents))]
    faults, gaps = find_faults(data, find_lost(documents))
    inherited = [find_faults(merge_documents(chain), find_lost(chain))[0] for chain in chains]
    assigned = assign(documents, data, [faults, *inherited], gaps)
    pages = [Page(document) for document in documents]
    found = explain_conflicts(pages, assigned, find_messages)
    return [
        finding._replace(inherited_by=tuple(document.file for document in reversed(documents[:number])))
        for number, document in enumerate(documents)
        for finding in locate(document, (one.fault for one in found if one.number == number))
    ]


def find_messages(documents: Sequence[Document]) -> set[str]:
    """The messages of all faults of the ruleset that some documents make together."""
    return {fault.message for fault in find_faults(merge_documents(documents), find_lost(documents))[0]}


def find_faults(data: dict[str, Any], lost: Iterable[KeyPath]) -> tuple[list[Fault], Gaps]:
    """Every fault of ``data`` without the parts already ``lost``, and the gaps that the faults leave."""
    ruleset, gaps, problems = mend(data, lost)
    _, found = check(ruleset, gaps)
    moved = [fault._replace(path=gaps.original(fault.path)) for fault in found]
    remaining = (fault for fault in moved if not gaps.holds(fault.path))
    return limit_faults(chain(map(explain, problems), remaining)), gaps
