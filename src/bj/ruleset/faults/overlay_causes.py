"""Finds the part of an overlay that causes a fault in an inherited part.

The search removes sections and keys from the overlay, one at a time. The cause is the smallest part whose
removal resolves the fault without causing another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from bj.faults_and_fixes import Fault, Fix, KeyPath
from bj.ruleset.documents import Document
from bj.ruleset.faults.locate import Page
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.toml.reading_and_writing import write_key, write_value
from bj.ruleset.toml.removed_parts import Gaps
from bj.ruleset.value_origins import Origins, without_parts
from bj.text.lazy_regex import compile_later
from bj.text.sentences import enumerate_words


class Assigned(NamedTuple):
    """A fault, the index of the document that causes it, and that of the document with the value."""

    fault: Fault
    number: int
    """The index of the document that causes the fault.

    Without this document, its ancestors have no such fault.
    """
    owner: int
    """The index of the document that contains the value or, if it is missing, the nearest enclosing table."""


def assign(
    documents: Sequence[Document], data: Mapping[str, Any], found: Sequence[Sequence[Fault]], gaps: Gaps
) -> list[Assigned]:
    """Find the document that causes each fault in ``data``, the merged data of ``documents``.

    For each document, ``found`` contains the faults that the document has when merged with its ancestors.
    ``gaps`` describes the parts that were removed from ``data``. Faults that may only follow from such a
    removal are left out.
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
            assigned.append(Assigned(_place(fault, path), number, owner))
    return assigned


def _place(fault: Fault, path: KeyPath) -> Fault:
    """Replace the path in a fault and in its remedy with ``path``, which is valid in the fault's document."""
    fix, length = fault.remedy, len(path) - 1
    if isinstance(fix, Fix) and path != fault.path and fix.to[:length] == fault.path[:length]:
        fix = fix._replace(to=(*path[:length], *fix.to[length:]))
    return fault._replace(path=path, remedy=fix)


def _may_be_changed(path: KeyPath, gaps: Gaps) -> bool:
    """Return whether the removal of a part may have changed the inherited value at ``path``."""
    is_laid = path[0] == "procedure" and gaps.near(path[:2])  # the steps around it may have changed
    return is_laid or path in gaps.meant or gaps.holds(("ruleset", "without"))


DEEPEST = 3  # the most keys in the path of a cause
MOST_TRIED = 60  # the most parts to remove in search of a cause
MOST_READ = 300_000  # the most characters to check again after removals
MOST_NAMED = 3  # the most places that a remedy names

CAUSES_IN_HEAD = ("usage", "without")
"""The keys in [ruleset] that can cause a conflict. `extends` is not among them, because nothing is inherited
without it.
"""

DROPPING = compile_later(r"drop inherited ones (with `without = [^`]+` under \[ruleset\])")
"""Matches the end of a remedy that drops inherited parts."""

Messages = Callable[[Sequence[Document]], set[str]]
"""The type of a function that returns the message for every fault in the given documents."""


def explain_conflicts(
    pages: Sequence[Page], assigned: Sequence[Assigned], find: Messages | None
) -> list[Assigned]:
    """Merge the faults in inherited parts. Return one fault for each part of the overlay that causes some.

    If ``find`` is None, keep these faults separate and do not look for their causes.
    """
    own = [one for one in assigned if one.number >= one.owner]
    if find is None:
        return own + [
            Assigned(_explain(pages, (), number, owner, [fault]), number, number)
            for fault, number, owner in assigned
            if number < owner
        ]
    groups: dict[tuple[KeyPath, int, int], list[Fault]] = {}
    for number in sorted({one.number for one in assigned if one.number < one.owner}):
        conflicts = [one for one in assigned if one.number == number < one.owner]
        causes = _find_causes(
            [page.document for page in pages[number:]], [one.fault for one in conflicts], find
        )
        for (fault, _, owner), cause in zip(conflicts, causes, strict=True):
            groups.setdefault((cause, number, owner), []).append(fault)
    for (cause, number, owner), faults in groups.items():
        own.append(Assigned(_explain(pages, cause, number, owner, faults), number, number))
    return own


def _find_causes(documents: Sequence[Document], faults: Sequence[Fault], find: Messages) -> list[KeyPath]:
    """Find the smallest part of the first document that causes each fault.

    The path is empty if no single part causes the fault.
    """
    first, *others = documents
    causes: list[KeyPath] = [()] * len(faults)
    tries = min(MOST_TRIED, MOST_READ // (sum(len(document.text) for document in documents) + 1))
    known = find(documents)
    waiting: list[tuple[KeyPath, set[str] | None]] = [(path, None) for path in _parts(first.data)]
    while waiting and tries:
        (path, allowed), tries = waiting.pop(0), tries - 1
        left = find([first._replace(data=without_parts(first.data, [[str(step) for step in path]])), *others])
        is_enough = allowed is None or left <= allowed
        gone = [at for at, fault in enumerate(faults) if is_enough and fault.message not in left]
        for at in gone:
            if len(path) > len(causes[at]):
                causes[at] = path
        inside = look_up(first.data, path)
        if gone and isinstance(inside, dict) and len(path) < DEEPEST:
            waiting += [((*path, key), known | left) for key in inside]
    return causes


def _parts(data: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of an overlay's sections, and of the [ruleset] keys that can cause conflicts."""
    for key, value in data.items():
        if key == "ruleset" and isinstance(value, dict):
            yield from ((key, inner) for inner in CAUSES_IN_HEAD if inner in value)
        else:
            yield (key,)


def _explain(
    pages: Sequence[Page], cause: KeyPath, number: int, owner: int, faults: Sequence[Fault]
) -> Fault:
    """Return one fault that describes a cause and the inherited lines with which it conflicts."""
    documents = [page.document for page in pages]
    first = min(faults, key=lambda fault: pages[owner].find(fault).line)
    name, line = documents[owner].file.name, pages[owner].find(first).line
    message = f"line {line} of the inherited {name} conflicts with this ruleset: {first.message}"
    if len(faults) > 1:
        begins = f"{len(faults)} lines of the inherited {name} conflict with this ruleset"
        message = f"{begins}; the first is line {line}: {first.message}"
    places = list(dict.fromkeys(_name(fault.path) for fault in faults))
    defined = f"define {_enumerate(places)} here"
    words = [word for fault in faults if (word := _dropped_argument(documents, number, owner, fault))]
    remedy = f"{defined}, or keep the parts that it depends on"
    if words:
        remedy = f"add {_enumerate(list(dict.fromkeys(words)))} to `usage`, or {defined}"
    elif str(first.remedy).startswith("add `["):
        remedy = f"{first.remedy}, or {defined}"
    elif drop := DROPPING.search(str(first.remedy)):
        remedy = f"drop them {drop[1]}"
    elif first.code == "BJ513":
        charts = list(dict.fromkeys(write_key(*map(str, fault.path[:3])) for fault in faults))
        dropped = f"drop the chart with `without = {write_value(charts)}` under [ruleset], and write `rules`"
        remedy = f"{dropped}; or give the rank the `value` of another column"
    elif cause:
        remedy = f"change `{shorten(write_key(*map(str, cause)))}`, or {defined}"
    return Fault("BJ125", cause or ("ruleset", "extends"), message, remedy, part="key" if cause else "value")


def _name(path: KeyPath) -> str:
    """Return the dotted key of the part that must be redefined to replace the inherited part at ``path``."""
    whole = path[:2] if path[0] == "procedure" else path
    steps = takewhile(lambda step: isinstance(step, str), whole)
    return shorten(write_key(*map(str, steps)))


def _enumerate(names: Sequence[str]) -> str:
    shown = [f"`{name}`" for name in names[:MOST_NAMED]]
    more = len(names) - MOST_NAMED
    return enumerate_words([*shown, *([f"{more} more"] if more > 0 else [])])


def _dropped_argument(documents: Sequence[Document], number: int, owner: int, fault: Fault) -> str:
    """Return the argument in a fault's message that is in an inherited ``usage``, but not in a later one.

    Each document extends the next one. Return an empty string if there is no such argument.
    """
    named = re.findall(r"`([^`]+)`", fault.message)
    usages = [str(look_up(document.data, ("ruleset", "usage")) or "") for document in documents]
    inherited = " ".join(usages[owner:]).split()
    dropped = next((word for word in inherited if word.strip("[]") in named), "")
    return dropped if any(usages[number:owner]) else ""
