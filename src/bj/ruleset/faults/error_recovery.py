"""Separates the valid part of a ruleset from the values that pydantic rejects.

Once faulty values have been removed, their section is validated again, so that later checks can examine all
valid values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError, create_model
from pydantic_core import ErrorDetails

from bj.faults_and_fixes import Fix, KeyPath
from bj.ruleset.faults.foreign_key_remedies import find_foreign, is_divided
from bj.ruleset.faults.foreign_sections import RULE_SECTIONS
from bj.ruleset.faults.foreign_values import fold
from bj.ruleset.model import Ruleset
from bj.ruleset.model.base import Section
from bj.ruleset.model_fields import fields_at, make_stand_in
from bj.ruleset.suggestions import find_close
from bj.ruleset.toml.look_up import has, look_up
from bj.ruleset.toml.removed_parts import Gaps

ROUNDS = 100
"""The maximum number of times to validate a section."""

MOST_PROBLEMS = 101
"""The maximum number of problems to collect for a ruleset: one more than the number that is shown."""

USAGE: KeyPath = ("ruleset", "usage")

CONSTRAINTS = ("pattern", "ge", "gt")
"""The constraints that a placeholder may violate even if it has the right type."""

UNKNOWN, MISSING = "extra_forbidden", "missing"


class Problem(NamedTuple):
    """Pydantic's errors about a single value in a document.

    Each error is about one of the forms that the value could take.
    """

    path: KeyPath
    errors: Sequence[ErrorDetails]
    value: Any
    data: Mapping[str, Any]
    """The contents of the whole document."""


class Mended(NamedTuple):
    """The valid part of a ruleset, and the problems with its other parts."""

    ruleset: Ruleset
    """The ruleset without its faulty parts. Despite its type, a section with no valid part is None."""
    gaps: Gaps
    problems: Sequence[Problem]


def mend(data: Mapping[str, Any], lost: Iterable[KeyPath]) -> Mended:
    """Return the valid part of ``data``, and the problems with its other parts.

    The ``lost`` parts are already missing from ``data``.
    """
    gaps = Gaps(lost)
    unknown = [(name, value) for name, value in data.items() if name not in Ruleset.model_fields]
    problems = [
        Problem(
            path,
            [ErrorDetails(type=UNKNOWN, loc=path, msg="", input=value)],
            gaps.at(path) if value == {} else value,
            data,
        )
        for name, section in unknown
        for path, value in _split(name, section)
    ][:MOST_PROBLEMS]
    for problem in problems:
        _note_meant(problem, gaps)
    sections: dict[str, Any] = {}
    for name in Ruleset.model_fields:
        sections[name] = _mend_section(name, data, gaps, problems)
        if name == "ruleset" and gaps.holds(("ruleset", "extends")):
            gaps.take_out(())
    written = {name for name in Ruleset.model_fields if name in data}
    return Mended(Ruleset.model_construct(written, **sections), gaps, problems)


def _split(name: str, value: Any) -> list[tuple[KeyPath, Any]]:
    """Return the keys of an unknown section if they must move separately.

    Otherwise, return the whole section.
    """
    if isinstance(value, dict) and value and is_divided(name, value):
        parts: list[tuple[KeyPath, Any]] = []
        for key, inner in value.items():
            is_open = isinstance(inner, dict) and inner and fold(key) in RULE_SECTIONS
            parts += (
                [((name, key, each), inner[each]) for each in inner] if is_open else [((name, key), inner)]
            )
        return parts
    return [((name,), value)]


def find_problems(error: ValidationError, data: Mapping[str, Any], gaps: Gaps) -> list[Problem]:
    """Group pydantic's errors by the value at which they occur.

    Unknown keys come first, because they may explain why other keys are missing. If values in a table have
    errors, the table itself is not reported as having the wrong type. ``gaps`` describes the parts that were
    removed from ``data`` before it was validated.
    """
    found: dict[KeyPath, list[ErrorDetails]] = {}
    errors = error.errors(include_url=False, include_input=False)
    for detail in sorted(errors, key=lambda detail: detail["type"] != UNKNOWN):
        found.setdefault(_find_place(detail, data, gaps), []).append(detail)
    inside = {path[:size] for path in found for size in range(len(path))}
    return [
        Problem(path, details, look_up(data, path), data)
        for path, details in found.items()
        if not (path in inside and all(detail["type"].endswith("_type") for detail in details))
    ]


def _find_place(error: ErrorDetails, data: Mapping[str, Any], gaps: Gaps) -> KeyPath:
    """Return the path in the document at which an error occurs.

    Pydantic's own path to the error also contains the names of types.
    """
    path: KeyPath = ()
    here: Any = data
    *steps, last = error["loc"]
    for step in steps if error["type"] == MISSING else error["loc"]:
        known = gaps.original((*path, step))[-1] if isinstance(here, list) else step
        if has(here, known):
            path, here = (*path, known), here[known]
    return (*path, last) if error["type"] == MISSING else path


@cache
def _model_of(name: str) -> type[BaseModel]:
    field = Ruleset.model_fields[name]
    holder: dict[str, Any] = {name: (field.annotation, field)}
    return create_model("Part", __base__=Section, **holder)


def _mend_section(name: str, data: Mapping[str, Any], gaps: Gaps, problems: list[Problem]) -> Any:
    """Return the section ``name`` without its faulty parts, or None if it has no valid part."""
    field = Ruleset.model_fields[name]
    if name not in data and not field.is_required():
        return field.get_default(call_default_factory=True)
    section = {name: data[name]} if name in data else {}
    for _ in range(ROUNDS):
        try:
            return getattr(_model_of(name).model_validate(gaps.prune(section)), name)
        except ValidationError as error:
            found = find_problems(error, data, gaps)
        taken = [_take_out(problem, gaps, problems) for problem in found]
        if not any(taken):
            return None
    return None


def _take_out(problem: Problem, gaps: Gaps, problems: list[Problem]) -> bool:
    """Record a problem and remove the faulty value. A problem that follows from another one is not recorded.

    Return whether anything was removed or replaced.
    """
    path, kind = problem.path, problem.errors[0]["type"]
    follows = gaps.holds(path) or (kind in (MISSING, "too_short") and gaps.near(path))
    if not follows and len(problems) < MOST_PROBLEMS:
        problems.append(problem)
        if kind == UNKNOWN:
            _note_meant(problem, gaps)
    if kind != MISSING:
        return gaps.take_out(path)
    if not path[:-1]:
        return False
    field = fields_at(path[:-1]).get(str(path[-1]))
    stand_in = make_stand_in(field.annotation) if field else None
    constraints = product(field.metadata, CONSTRAINTS) if field else ()
    if field and any(getattr(constraint, name, None) is not None for constraint, name in constraints):
        stand_in = (field.examples or [None])[0]  # a placeholder of the right type may not be valid
    return gaps.replace(path, stand_in) or gaps.take_out(path[:-1])


def _note_meant(problem: Problem, gaps: Gaps) -> None:
    """Record the known key that an unknown key probably means, so that it does not count as missing."""
    path = problem.path
    place = _find_meant(problem)
    if place is None:
        if len(path) == 1 and path[0] in fields_at(("ruleset",)):  # the header [ruleset] is missing
            gaps.take_out(("ruleset", *path))
            if path == ("extends",):
                gaps.take_out(())
        return
    gaps.meant.add(place)
    if look_up(problem.data, place) is None or place == USAGE:  # inherited usage lacks new arguments
        gaps.take_out(place)


def _find_meant(problem: Problem) -> KeyPath | None:
    """Return the path of the known key that an unknown key probably means, or None if it is unclear."""
    path = problem.path
    meant = find_close(str(path[-1]), list(fields_at(path[:-1])))
    if meant is not None:
        return (*path[:-1], meant)
    remedy = find_foreign(path, problem.value, problem.data)
    if isinstance(remedy, Fix) and remedy.to:
        return remedy.to
    name = {("side_bets", 3): "pay_table", ("side_bets", 5): "when", ("payouts", 4): "when"}.get(
        (str(path[0]), len(path))
    )
    return (*path[:-1], name) if name and remedy else None
