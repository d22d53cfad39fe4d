"""Where in the text of a ruleset a value stands.

The loader imports this module only when there is a fault to show. tree-sitter finds the structure; its
grammar knows TOML 1.0 only, so what tomli takes from TOML 1.1 is first written in the older way, at the same
places, and what tomli does not take, where tree-sitter would glue lines together, is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import tree_sitter
import tree_sitter_toml

from bj.errors import Fault, Finding
from bj.ruleset.syntax import salvage
from bj.ruleset.toml_text import BYTE_ORDER_MARK, Page, Span, read_keys, read_string, write_older


@dataclass(slots=True)
class Place:
    """Where a key and its value stand. ``unread`` is an array or inline table not looked into so far."""

    key: Span | None = None
    value: Span | None = None
    unread: tree_sitter.Node | None = None
    children: dict[str | int, Place] = field(default_factory=dict)


class Outline:
    """Every key and value of a document with its place; what stands inside a value is read when asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = Place((0, 0))
        self._strings: dict[int, list[tuple[int, int, str]]] = {}
        tree = _parse(text)
        if tree.has_error:
            tree = _parse(write_older(text))
        if tree.has_error:
            tree = _parse(write_older(salvage(text) or text))
        for node in tree.children:
            if node.type == "pair":
                self._add_pair(self.root, node)
            elif node.type in ("table", "table_array_element"):
                self._add_table(node)

    def find(self, fault: Fault) -> Span:
        """The span at fault, or the key of the nearest table around it that the document has."""
        place = self.root
        for step in fault.path:
            if place.unread is not None:
                self._read_inside(place)
            child = place.children.get(step)
            if child is None:
                return place.key or place.value or (0, 0)
            place = child
        if fault.part == "key":
            return place.key or place.value or (0, 0)
        if fault.span is not None and place.value is not None and self.text[place.value[0]] in "\"'":
            return self._narrow(place.value, *fault.span)
        return place.value or place.key or (0, 0)

    def _narrow(self, string: Span, offset: int, length: int) -> Span:
        """Where some characters of a string are written; past its end means its last quote."""
        start, end = string
        characters = self._strings.get(start)
        if characters is None:
            characters = self._strings[start] = list(read_string(self.text[start:end]))
        if not characters:
            return string
        if offset >= len(characters):
            return end - 1, end
        last = min(offset + max(1, length), len(characters)) - 1
        return start + characters[offset][0], start + characters[last][1]

    def _add_table(self, node: tree_sitter.Node) -> None:
        """Add a ``[table]`` or an element of an ``[[array]]`` with its pairs."""
        parts = [child for child in node.named_children if child.type not in ("comment", "ERROR")]
        if not parts:
            return
        here = self.root
        *parents, (name, span) = read_keys(self.text, parts[0].start_byte, parts[0].end_byte)
        for parent, place in parents:
            here = here.children.setdefault(parent, Place(place))
            here = here.children.get(len(here.children) - 1, here)  # the last element, if it is an array
        table = here.children.setdefault(name, Place(span))
        if node.type == "table":
            table.key = span  # rather than where a table below it had brought it into being
        else:
            table = table.children.setdefault(len(table.children), Place(span))
        for pair in parts[1:]:
            self._add_pair(table, pair)

    def _add_pair(self, here: Place, pair: tree_sitter.Node) -> None:
        """Add a key and its value to the table that ``here`` is."""
        parts = [child for child in pair.named_children if child.type not in ("comment", "ERROR")]
        if pair.type != "pair" or len(parts) != 2:
            return
        key, value = parts
        *parents, (name, span) = read_keys(self.text, key.start_byte, key.end_byte)
        for parent, place in parents:
            here = here.children.setdefault(parent, Place(place))
        here.children.setdefault(name, _make_place(span, value))

    def _read_inside(self, place: Place) -> None:
        """Add the children of an array or inline table."""
        node, place.unread = place.unread, None
        items = [child for child in node.named_children if child.type != "comment"] if node else []
        for index, item in enumerate(items):
            if item.type == "pair":
                self._add_pair(place, item)
            else:
                place.children[index] = _make_place(None, item)


def locate(file: Path, text: str, faults: Sequence[Fault]) -> list[Finding]:
    """Find the places of faults in ``text``, in the order of the file and each only once.

    A text with syntax faults is taken as ``salvage`` has it. A path that the document lacks stands for the
    nearest table around it.
    """
    if not faults:
        return []
    text = text.removeprefix(BYTE_ORDER_MARK)
    outline, page = Outline(text), Page(file, text)
    findings = [
        page.finding(outline.find(fault), fault.code, fault.message, fault.remedy) for fault in faults
    ]
    return sorted(dict.fromkeys(findings), key=lambda finding: (finding.line, finding.column))


def _parse(text: str) -> tree_sitter.Node:
    """The syntax tree, every character one byte: others than ASCII stand only in strings and comments."""
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_toml.language()))
    return parser.parse(text.encode("ascii", "replace")).root_node


def _make_place(key: Span | None, value: tree_sitter.Node) -> Place:
    """The place of a value, with its key if it has one."""
    unread = value if value.type in ("array", "inline_table") else None
    return Place(key, (value.start_byte, value.end_byte), unread)
