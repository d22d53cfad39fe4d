"""Changes to individual inherited seats and teams, in tables such as ``[players.Ann]``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bj.faults_and_fixes import Fault, Fix, KeyPath, Remedy
from bj.ruleset.model_fields import fields_at
from bj.ruleset.step_edits import Place
from bj.ruleset.suggestions import describe_kind, find_close, shorten, suggest
from bj.ruleset.toml.reading_and_writing import write_key
from bj.text.sentences import enumerate_words

MOST_NAMED = 3  # the maximum number of entries in a remedy


class EntryList(NamedTuple):
    """A section that is a list of tables. Each table has a name."""

    noun: str
    name: str
    """The key in each table that contains the name of the table."""


ENTRY_LISTS: Mapping[str, EntryList] = {
    "players": EntryList("seat", "name"),
    "teams": EntryList("team", "id"),
}
"""The sections in which a ruleset can change inherited tables by name."""


def has_changes(data: Mapping[str, Any]) -> bool:
    """Whether the document ``data`` changes inherited seats or teams by name."""
    return any(isinstance(data.get(key), dict) for key in ENTRY_LISTS)


def lay_entries(key: str, changes: Mapping[str, Any], inherited: Sequence[Any]) -> list[Any]:
    """Return the ``inherited`` tables with ``changes`` applied to them, key by key.

    Changes that cannot be applied are skipped.
    """
    return [
        {**entry, **table} if isinstance(table := changes.get(_name_of(key, entry)), dict) else entry
        for entry in inherited
    ]


def check_entries(key: str, changes: Any, inherited: Any) -> Iterator[Fault]:
    """Yield a fault for each change that is not a table, or does not name exactly one ``inherited`` table."""
    if not isinstance(changes, dict) or not isinstance(inherited, list):
        return  # a table instead of a list is a separate fault
    row = ENTRY_LISTS[key]
    names = [_name_of(key, entry) for entry in inherited]
    is_named = any(isinstance(table, dict) or name in names for name, table in changes.items())
    if changes and not is_named:
        message = f"`{key}` should be a list in brackets, not a table"
        yield Fault("BJ203", (key,), message, _suggest_header(key, changes, names))
        return
    for name, table in changes.items():
        path: KeyPath = (key, name)
        if names.count(name) != 1:
            message = f"no inherited {row.noun} is called `{shorten(name)}`"
            if name in names:
                message = f"{names.count(name)} inherited {row.noun}s are called `{shorten(name)}`"
            others = [each for each in names if each and names.count(each) == 1]
            whole = f"write out all {row.noun}s, each as `[[{key}]]`"
            remedy = suggest(name, others) if others else whole
            if others and find_close(name, others) is None:
                remedy = f'{remedy}, or {whole} with `{row.name} = "{shorten(name)}"`'
            yield Fault("BJ129", path, message, remedy, part="key")
        elif not isinstance(table, dict):
            message = f"`{shorten(name)}` should be a table, not {describe_kind(table)}"
            yield Fault("BJ203", path, message, f"write its keys below `[{key}.{shorten(name)}]`")


def _suggest_header(key: str, changes: Mapping[str, Any], names: Sequence[str]) -> Remedy:
    """Suggest a header for keys directly below `[players]` or `[teams]`."""
    row, fields = ENTRY_LISTS[key], fields_at((key, 0))
    needed = [each for each, field in fields.items() if field.is_required()]
    if changes.keys().isdisjoint(fields):
        listed = enumerate_words([f"`{each}`" for each in needed])
        return f"write each {row.noun} as `[[{key}]]`, with {listed}"
    if changes.keys() >= set(needed) or not names:
        return Fix(f"[[{key}]]")
    if len(names) == 1 and changes.get(row.name, names[0]) == names[0]:
        return Fix(f"[{write_key(key, names[0])}]")
    listed = " or ".join(f"`[{write_key(key, shorten(name))}]`" for name in names[:MOST_NAMED])
    return f"write {listed} for an inherited {row.noun}, or all keys of a new one as `[[{key}]]`"


def find_entry(documents: Sequence[Mapping[str, Any]], path: KeyPath) -> Place | None:
    """Find the document that changes a value in an inherited seat or team, and the value's path in it.

    ``path`` is the path of the value after merging. Return None if no document changes the list by name.
    """
    key = str(path[0]) if path else ""
    if key not in ENTRY_LISTS or len(path) < 2:
        return None
    whole = next((at for at, data in enumerate(documents) if isinstance(data.get(key), list)), None)
    if whole is None or not any(isinstance(data.get(key), dict) for data in documents[:whole]):
        return None
    entries: Sequence[Any] = documents[whole][key]
    place: Place = (whole, path)
    for number in range(whole - 1, -1, -1):
        changes = documents[number].get(key)
        if not isinstance(changes, dict):
            continue
        index = path[1]
        name = _name_of(key, entries[index]) if isinstance(index, int) and index < len(entries) else ""
        table = changes.get(name)
        if isinstance(table, dict) and path[2:3] and path[2] in table:
            place = number, (key, name, *path[2:])
        entries = lay_entries(key, changes, entries)
    return place


def _name_of(key: str, entry: Any) -> str:
    name = entry.get(ENTRY_LISTS[key].name) if isinstance(entry, dict) else None
    return name if isinstance(name, str) else ""
