"""Assigning the faults of a ruleset to its documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bj.errors import Fault, KeyPath
from bj.ruleset.documents import Document
from bj.ruleset.origins import Origins
from bj.ruleset.toml.removed import Gaps, look_up


class Assigned(NamedTuple):
    """A fault, by its place in the document with the value, and the numbers of two documents."""

    fault: Fault
    number: int
    """The document that causes the fault: its ancestors alone do not have it."""
    owner: int
    """The document with the value, or with the nearest table around it."""


def assign(
    documents: Sequence[Document], data: Mapping[str, Any], found: Sequence[Sequence[Fault]], gaps: Gaps
) -> list[Assigned]:
    """The faults of ``data``, the merged documents, each with its document.

    ``found`` are the faults of each document with its ancestors. A fault that may only follow from the
    ``gaps``, the parts removed from ``data``, is left out.
    """
    places = [Origins(documents[number:]).find for number in range(len(documents))]
    known = [
        {(find(fault.path)[1], fault.message) for fault in faults}
        for find, faults in zip(places, found, strict=True)
    ]
    assigned = []
    for fault in found[0]:
        owner, path = places[0](fault.path)
        first = owner if look_up(data, fault.path) is not None else len(documents) - 1
        has_it = (number for number in range(first, 0, -1) if (path, fault.message) in known[number])
        number = next(has_it, 0)
        if number >= owner or not _may_be_changed(fault.path, gaps):
            assigned.append(Assigned(fault._replace(path=path), number, owner))
    return assigned


def _may_be_changed(path: KeyPath, gaps: Gaps) -> bool:
    """Whether a removed part may have changed the inherited value at ``path``."""
    is_laid = path[0] == "procedure" and gaps.near(path[:2])  # a change of the steps around it
    return is_laid or path in gaps.meant or gaps.holds(("ruleset", "without"))
