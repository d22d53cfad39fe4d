"""Changes to an inherited list of steps: individual steps are inserted, replaced or dropped."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from bj.faults_and_fixes import Fault, Fix, KeyPath, Remedy
from bj.ruleset.model.procedure import LISTS
from bj.ruleset.suggestions import describe_kind, shorten, suggest
from bj.ruleset.toml.reading_and_writing import write_value

ADDED = ("before", "after", "instead_of")
CONDITIONS = ("while", "if")
KEYS = (*ADDED, "without", *CONDITIONS)
"""The keys allowed in a table that changes a list of steps."""

EXPECTED: Mapping[type, str] = {list: "a list in brackets", dict: "a table", str: "text in quotes"}
"""Maps types to the phrases that messages use for them."""

Place: TypeAlias = tuple[int, KeyPath]
"""The index of a document, and a path in that document."""


UNCHANGED: Mapping[str, Place] = {}  # a plain dict, because rulesets are pickled for workers


class Placed(NamedTuple):
    """A step, together with the place where it is written."""

    entry: Any
    place: Place
    conditions: Mapping[str, Place] = UNCHANGED
    """Maps the key of each condition that another document changed to the place of that change."""


Lists: TypeAlias = dict[str, list[Placed]]
"""Maps the name of each list to its steps."""


class StepEdit(NamedTuple):
    """A change to a single step."""

    key: str
    """The key of the change, such as `before`. It determines what happens to the step."""
    step: str
    value: Any
    path: KeyPath
    """The path of the change itself."""


def lay_steps(procedure: Mapping[str, Any], inherited: Lists, number: int) -> tuple[dict[str, Any], Lists]:
    """Apply a document's changes to the ``inherited`` lists.

    Return the document's new procedure and the new lists. ``procedure`` is the document's own procedure, and
    ``number`` is the document's index. Changes that cannot be applied are skipped.
    """
    laid, lists = dict(procedure), dict(inherited)
    for name in LISTS:
        written = procedure.get(name)
        path = ("procedure", name)
        if isinstance(written, list):
            lists[name] = [Placed(entry, (number, (*path, index))) for index, entry in enumerate(written)]
        elif isinstance(written, dict) and name in lists:
            lists[name] = _change_steps(lists[name], list(_read_changes(written, path)), number)
            laid[name] = [placed.entry for placed in lists[name]]
        elif isinstance(written, dict):
            del laid[name]
        elif written is not None:
            lists.pop(name, None)
    return laid, lists


def find_step(lists: Lists, path: KeyPath) -> Place | None:
    """Return the place where the step at ``path``, or a part of it, is written.

    ``lists`` are the lists after merging. Return None if they contain no such step.
    """
    index = path[2] if path[2:] else None
    steps = lists.get(str(path[1]), []) if index is not None else []
    if not isinstance(index, int) or not 0 <= index < len(steps):
        return None
    step, rest = steps[index], path[3:]
    if rest and rest[0] in step.conditions:
        number, place = step.conditions[str(rest[0])]
        return number, (*place, *rest[1:])
    return step.place[0], (*step.place[1], *rest)


def has_changes(procedure: Any) -> bool:
    """Whether ``procedure``, as a document writes it, changes an inherited list of steps."""
    return isinstance(procedure, dict) and any(isinstance(procedure.get(name), dict) for name in LISTS)


def check_changes(procedure: Any, inherited: Lists) -> Iterator[Fault]:
    """Yield a fault for each change in ``procedure`` that has the wrong form or cannot be applied."""
    if not isinstance(procedure, dict):
        return
    for name in LISTS:
        table, path = procedure.get(name), ("procedure", name)
        if not isinstance(table, dict):
            continue
        if not table.keys().isdisjoint(("step", "repeat", "say")):
            message = f"`{name}` should be a list in brackets, not a table"
            yield Fault("BJ203", path, message, "write a list in brackets")
        elif name not in inherited:
            message = f"`{name}` has no inherited steps to change"
            yield Fault("BJ127", path, message, f"write the whole list: `{name} = […]`", part="key")
        else:
            yield from _check_form(path, table)
            yield from _check_names(name, list(_read_changes(table, path)), inherited[name])


def _read_changes(table: Mapping[str, Any], path: KeyPath) -> Iterator[StepEdit]:
    for key in (*ADDED, *CONDITIONS):
        part = table.get(key)
        for step, value in part.items() if isinstance(part, dict) else ():
            if key in CONDITIONS or isinstance(value, list):
                yield StepEdit(key, step, value, (*path, key, step))
    left_out = table.get("without")
    for index, step in enumerate(left_out if isinstance(left_out, list) else ()):
        if isinstance(step, str):
            yield StepEdit("without", step, None, (*path, "without", index))


def _change_steps(steps: Sequence[Placed], changes: Sequence[StepEdit], number: int) -> list[Placed]:
    """Apply ``changes`` to the inherited ``steps``.

    Changes do not affect the steps that other changes add.
    """
    counts = Counter(name_of(step.entry) for step in steps)
    by_step: dict[str | None, dict[str, StepEdit]] = {}
    for change in changes:
        by_step.setdefault(change.step, {})[change.key] = change
    changed: list[Placed] = []
    for step in steps:
        name = name_of(step.entry)
        own = by_step.get(name, {}) if counts[name] == 1 else {}
        changed += _added(own.get("before"), number)
        if "instead_of" in own:
            changed += _added(own["instead_of"], number)
        elif "without" not in own:
            changed.append(_with_conditions(step, own, number))
        changed += _added(own.get("after"), number)
    return changed


def _added(change: StepEdit | None, number: int) -> Iterator[Placed]:
    for index, entry in enumerate(change.value if change else ()):
        yield Placed(entry, (number, (*change.path, index) if change else ()))


def _with_conditions(step: Placed, changes: Mapping[str, StepEdit], number: int) -> Placed:
    conditions = {key: changes[key] for key in CONDITIONS if key in changes}
    if not conditions:
        return step
    entry = {"step": step.entry} if isinstance(step.entry, str) else dict(step.entry)
    entry |= {key: change.value for key, change in conditions.items()}
    places = {key: (number, change.path) for key, change in conditions.items()}
    return step._replace(entry=entry, conditions={**step.conditions, **places})


def name_of(entry: Any) -> str | None:
    """Return the name by which changes refer to the step ``entry``: its name, or the list that it repeats.

    Return None for a step that only prints a line.
    """
    name = entry.get("step", entry.get("repeat")) if isinstance(entry, dict) else entry
    return name if isinstance(name, str) else None


def _check_form(path: KeyPath, table: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield faults in the keys of ``table`` and in the types of their values.

    The steps in the table are checked after merging, as part of the lists.
    """
    for key, part in table.items():
        here = (*path, key)
        if key not in KEYS:
            yield Fault("BJ201", here, f"unknown key `{shorten(key)}`", suggest(key, KEYS), part="key")
        elif key == "without":
            yield from _expect(list, here, part)
            words = enumerate(part if isinstance(part, list) else ())
            yield from (fault for index, word in words for fault in _expect(str, (*here, index), word))
        elif isinstance(part, dict) and key in ADDED:
            yield from (fault for step in part for fault in _expect(list, (*here, step), part[step]))
            for step in (step for step in part if part[step] == []):
                message = f"`{shorten(step)}` is empty; it should have at least 1 entry"
                yield Fault("BJ206", (*here, step), message, "write at least 1 entry")
        else:
            yield from _expect(dict, here, part)


def _expect(kind: type, path: KeyPath, value: Any) -> Iterator[Fault]:
    """Yield a fault if ``value`` does not have the type ``kind``."""
    if not isinstance(value, kind):
        wanted = EXPECTED[kind]
        message = f"`{shorten(str(path[-1]))}` should be {wanted}, not {describe_kind(value)}"
        is_one = kind is list and isinstance(value, str)
        yield Fault("BJ203", path, message, Fix(write_value([value])) if is_one else f"write {wanted}")


def _check_names(name: str, changes: Sequence[StepEdit], steps: Sequence[Placed]) -> Iterator[Fault]:
    """Yield a fault for any change to a step that is not unique, or that another change drops or replaces."""
    counts = Counter(name_of(step.entry) for step in steps)
    elses = {
        step.entry["else"]: name_of(step.entry)
        for step in steps
        if isinstance(step.entry, dict) and isinstance(step.entry.get("else"), str)
    }
    gone = {change.step: change for change in changes if change.key == "without"}
    gone |= {change.step: change for change in changes if change.key == "instead_of"}
    for change in changes:
        found = _find_fault(name, change, counts, elses, gone)
        if found is not None:
            yield Fault(*found, part="value" if change.key == "without" else "key")


def _find_fault(
    name: str,
    change: StepEdit,
    counts: Mapping[str | None, int],
    elses: Mapping[str, str | None],
    gone: Mapping[str, StepEdit],
) -> tuple[str, KeyPath, str, Remedy] | None:
    """Return the code, path, message and remedy for a fault in ``change``, or None without a fault.

    ``counts`` maps each step name to the number of steps with that name. ``elses`` maps each name that occurs
    only after `else` to the step that contains it. ``gone`` maps steps to the changes that drop or replace
    them.
    """
    what, count = shorten(change.step), counts[change.step]
    if count > 1:
        message = f"the inherited `{name}` has {count} `{what}` steps"
        return "BJ127", change.path, message, f"write the whole list: `{name} = […]`"
    if not count and change.step in elses:
        message = f"in the inherited `{name}`, `{what}` occurs only after `else` in another step"
        return "BJ127", change.path, message, f"replace `{elses[change.step]}` with `instead_of`"
    if not count:
        known = [step for step in counts if step is not None]
        message = f"the inherited `{name}` has no step `{what}`"
        return "BJ127", change.path, message, suggest(change.step, known)
    other = gone.get(change.step)
    if other is not None and change is not other and change.key not in ("before", "after"):
        verb = "replaced" if other.key == "instead_of" else "left out"
        message = f"`{what}` is {verb}, so it cannot be changed"
        return "BJ128", change.path, message, "remove one of the two changes"
    return None
