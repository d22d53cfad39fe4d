"""Writes a ruleset that extends a shipped one, with comments that suggest more changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bj.authoring.base_ruleset import Base, left_out, standing
from bj.authoring.toml_lines import (
    comment,
    rule_off,
    switch_off,
    write_entry,
    write_preamble,
)
from bj.faults_and_fixes import KeyPath
from bj.ruleset.documents import rivals_of
from bj.ruleset.model.base import Section
from bj.ruleset.model.strategies import LETTERS
from bj.ruleset.toml.reading_and_writing import write_key

RANKS: KeyPath = ("cards", "ranks")
SECTIONS: Mapping[KeyPath, str] = {
    ("cards",): "the cards",
    RANKS: "",
    ("rules",): "rules",
    ("payouts",): "payouts: the payouts for wagers",
    ("dealer",): "the dealer",
    ("shoe",): "the shoe, and how it is shuffled",
    ("shoe", "shuffle"): "",
}
"""Sections in which every key is shown, with their titles."""

SHOWN: Mapping[str, str] = {
    "members": "the team members, with their reactions and powers",
    "powers": "powers by name: you can change individual keys",
}
"""Sections in which every table is shown as a comment, with their titles."""


def write_overlay(name: str, title: str, base: Base, changes: Mapping[KeyPath, Any]) -> str:
    """Return the text of a ruleset that extends ``base`` with ``changes``.

    ``name`` and ``title`` are those of the new ruleset.
    """
    without = left_out(changes)
    lines = [
        *write_preamble(
            name,
            f"The differences from {base.name}; everything else is inherited.",
            f"A line that starts with `#` and no space is inherited from {base.name}; to change it, remove "
            "the `#`.",
        ),
        "",
        "[ruleset]",
        *write_entry("title", title),
        *write_entry("extends", base.name),
        *(write_entry("without", without) if without else []),
        *_usage(base),
        *write_entry("format", 1),
    ]
    lines += _arguments(base)
    for path, heading in SECTIONS.items():
        lines += ["", rule_off(heading)] if heading else []
        header = [f"[{write_key(*map(str, path))}]"]
        lines += ["", *(switch_off(header) if path == RANKS else header), *_keys(base, path, changes)]
    lines += ["", rule_off("strategies: you can change single rows of a chart, but lists only as a whole")]
    lines += [
        *_strategies(base, changes),
        *_members(base),
        "",
        rule_off("output, by event"),
        "",
        "[output]",
    ]
    for event, template in base.data.get("output", {}).items():
        lines += switch_off(write_entry(event, template))
    return "\n".join(lines) + "\n"


def _usage(base: Base) -> list[str]:
    words = [f"[{each.name}]" if each.optional else each.name for each in base.checked.model.command_line]
    return switch_off(write_entry("usage", " ".join(words)))


def _arguments(base: Base) -> Iterator[str]:
    """Yield the command-line arguments as comments, omitting their types."""
    arguments = base.data.get("arguments", {})
    if arguments:
        yield from ("", rule_off("the command line, in the order of `usage`"))
    for name, argument in arguments.items():
        yield ""
        entries = {key: value for key, value in argument.items() if key != "type"}
        yield from _switched_off(("arguments", name), entries)


def _keys(base: Base, path: KeyPath, changes: Mapping[KeyPath, Any]) -> Iterator[str]:
    """Yield the keys of the section at ``path`` with their descriptions. Unchanged keys are commented out."""
    section: Any = base.checked.model
    for step in path:
        section = getattr(section, str(step))
    if isinstance(section, dict):
        for code, rank in section.items():
            yield from switch_off(write_entry(code, rank.model_dump(by_alias=True, exclude_none=True)))
        return
    for key, field in type(section).model_fields.items():
        place = (*path, key)
        value = changes.get(place, standing(base, place))
        is_table = isinstance(value, Section) or (*path, key) in SECTIONS
        rivals = rivals_of(place)
        is_replaced = any((*path, rival) in changes for rival in rivals) or (
            key not in section.model_fields_set and not section.model_fields_set.isdisjoint(rivals)
        )
        if is_table or value is None or (is_replaced and place not in changes):
            continue
        yield from comment(field.description or "")
        entry = write_entry(field.alias or key, value)
        yield from entry if place in changes else switch_off(entry)


def _strategies(base: Base, changes: Mapping[KeyPath, Any]) -> Iterator[str]:
    """Yield each strategy's wager, rules, reactions, powers and charts. Unchanged ones are commented out."""
    for name, strategy in base.data["strategies"].items():
        entries = {key: strategy[key] for key in ("wager", "rules", "reactions", "powers") if key in strategy}
        if entries:
            yield ""
            yield from _switched_off(("strategies", name), entries)
        for chart, what in (("chart", "upcards"), ("chart_by_total", "totals")):
            rows = strategy.get(chart, {}).get("rows", {})
            if not rows:
                continue
            columns = standing(base, ("strategies", name, chart, "columns"))
            yield ""
            yield from comment(f"{LETTERS}; the dealer's {what} are {columns}.")
            path = ("strategies", name, chart, "rows")
            if path in changes:
                yield f"[{write_key(*path)}]"
                for row, actions in changes[path].items():
                    yield from write_entry(row, actions)
            else:
                yield from _switched_off(path, rows)


def _members(base: Base) -> Iterator[str]:
    for section, title in SHOWN.items():
        entries = base.data.get(section, {})
        if entries:
            yield from ("", rule_off(title))
        for name, entry in entries.items():
            yield ""
            yield from _switched_off((section, name), entry)


def _switched_off(path: tuple[str, ...], entries: Mapping[str, Any]) -> Iterator[str]:
    yield from switch_off([f"[{write_key(*path)}]"])
    for key, value in entries.items():
        yield from switch_off(write_entry(key, value))
