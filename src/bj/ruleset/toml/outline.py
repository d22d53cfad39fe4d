"""Finds the positions of keys and values in a TOML text."""

from __future__ import annotations

from dataclasses import dataclass, field

from bj.faults_and_fixes import Fault, KeyPath
from bj.ruleset.toml.tokens import KEY_PART, TOKEN, Span, read_keys, read_string


@dataclass(slots=True)
class KeyPlaces:
    """The spans of a key, of its value, and of the keys inside that value."""

    key: Span | None = None
    value: Span | None = None
    whole: Span | None = None
    """The span of the complete dotted key, in a key/value pair or in a header."""
    end: int = 0
    """The offset at which a table's header ends.

    If key/value pairs follow directly, the offset at which they end.
    """
    written: list[Span] = field(default_factory=list)
    """The span of each occurrence of the key. Several headers and dotted keys may name the same table."""
    children: dict[str | int, KeyPlaces] = field(default_factory=dict)


class Outline:
    """All keys and values in a document, with their spans."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = KeyPlaces((0, 0))
        self._read(text)

    def look_up(self, path: KeyPath) -> KeyPlaces | None:
        """Return the spans for the key or list item at ``path``, or None if the text does not contain it."""
        place: KeyPlaces | None = self.root
        for step in path:
            place = place.children.get(step) if place else None
        return place

    def find(self, fault: Fault) -> Span:
        """Return the span of ``fault``.

        If its path does not exist, return the span of the nearest parent key.
        """
        place = self.root
        for step in fault.path:
            child = place.children.get(step)
            if child is None:
                return place.key or place.value or (0, 0)
            place = child
        if fault.part == "key":
            return place.key or place.value or (0, 0)
        if fault.span is not None and place.value is not None and self.text[place.value[0]] in "\"'":
            return self.narrow(place.value, *fault.span)
        return place.value or place.key or (0, 0)

    def narrow(self, string: Span, offset: int, length: int) -> Span:
        """Return the span of the ``length`` characters at ``offset`` inside the string literal at ``string``.

        If ``offset`` is past the end of the string, return the span of the closing quote.
        """
        start, end = string
        characters = list(read_string(self.text[start:end]))
        if not characters:
            return string
        if offset >= len(characters):
            return end - 1, end
        last = min(offset + max(1, length), len(characters)) - 1
        return start + characters[offset][0], start + characters[last][1]

    def _read(self, text: str) -> None:
        """Read all keys and values in ``text``.

        This does not use recursion, because the depth of nesting is unlimited.
        """
        table = self.root
        holders: list[KeyPlaces] = []  # the arrays and inline tables that are still open
        key: Span | None = None
        place: KeyPlaces | None = None  # for the key whose value comes next
        brackets = 0  # the number of brackets that open a header
        for token in TOKEN.finditer(text):
            written, (start, end) = token[0], token.span()
            holder = holders[-1] if holders else None
            in_array = holder is not None and holder.value is not None and text[holder.value[0]] == "["
            if token["comment"] or (holder and written in ("\n", ",")):
                continue
            if written == "\n":
                key, place, brackets = None, None, 0
            elif holder and holder.value and written in ("]", "}"):
                holder.value = (holder.value[0], end)
                holders.pop()
                table.end = max(table.end, end)
            elif place is not None or in_array:
                if holder and place is None:
                    place = holder.children[len(holder.children)] = KeyPlaces()
                if place is not None:
                    place.value = (start, end)
                    table.end = max(table.end, end)
                    if written in ("[", "{"):
                        holders.append(place)
                place = None
            elif written == "=" and key:
                place, key = self._add(holder or table, key), None
            elif written == "[":
                brackets += 1
            elif written == "]" and key:
                table, key = self._add_table(key, is_element=brackets > 1), None
            elif written != "]" and KEY_PART.search(written):  # anything else is faulty
                key = (key[0] if key else start, end)

    def _add(self, here: KeyPlaces, key: Span) -> KeyPlaces:
        """Add the key at the span ``key`` to the table ``here``. Return the spans of both key and value."""
        for name, place in read_keys(self.text, *key):
            here = here.children.setdefault(name, KeyPlaces(place))
            here.written.append(place)
        here.whole = key
        return here

    def _add_table(self, key: Span, *, is_element: bool) -> KeyPlaces:
        """Add the ``[table]`` or the item of an ``[[array]]`` whose name is at ``key``. Return its spans."""
        here = self.root
        *parents, (name, span) = read_keys(self.text, *key)
        for parent, place in parents:
            here = here.children.setdefault(parent, KeyPlaces(place))
            here.written.append(place)
            here = here.children.get(len(here.children) - 1, here)  # in an array, the last element
        table = here.children.setdefault(name, KeyPlaces(span))
        table.written.append(span)
        if is_element:
            table = table.children.setdefault(len(table.children), KeyPlaces(span))
        table.key = span  # a header inside this table may have come first
        table.whole, table.end = key, self.text.find("]", key[1]) + (2 if is_element else 1)
        return table
