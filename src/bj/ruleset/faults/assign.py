"""Which document of a ruleset each of its faults belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bj.errors import Fault
from bj.ruleset.documents import Document, find_owner
from bj.ruleset.toml.gaps import Gaps, look_up


class Assigned(NamedTuple):
    """A fault with the numbers of two documents."""

    fault: Fault
    number: int
    """The document that makes it a fault: the last one of which the ancestors alone do not have it."""
    owner: int
    """The document with the value, or with the nearest table around it."""


def assign(
    documents: Sequence[Document], data: Mapping[str, Any], found: Sequence[Sequence[Fault]], gaps: Gaps
) -> list[Assigned]:
    """The faults of ``data``, which all documents make together, each with its document.

    ``found`` are the faults of each document with its ancestors. A fault that is conditional on what was
    taken out of ``data``, the ``gaps``, is left out.
    """
    known = [{(fault.path, fault.message) for fault in faults} for faults in found]
    assigned = []
    for fault in found[0]:
        owner = find_owner(documents, fault.path)
        first = owner if look_up(data, fault.path) is not None else len(documents) - 1
        has_it = (number for number in range(first, 0, -1) if (fault.path, fault.message) in known[number])
        number = next(has_it, 0)
        if number >= owner or not (fault.path in gaps.meant or gaps.holds(("ruleset", "without"))):
            assigned.append(Assigned(fault, number, owner))
    return assigned
