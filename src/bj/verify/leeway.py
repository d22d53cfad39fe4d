"""Describes which differences between a transcript and the expected one are accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import reduce
from operator import or_
from typing import NamedTuple

from bj.ruleset.templates import Template
from bj.verify.deviation_names import AS_IT_COMES


class Leeway(NamedTuple):
    """The differences to accept, and any behavior that a ruleset cannot express."""

    texts: Mapping[str, Template | None] = {}
    """The program's own templates, by event, in place of the ruleset's.

    None means that the program prints nothing.
    """
    called: Mapping[str, str] = {}
    """The program's own names for people, by their right names."""
    loose: AbstractSet[tuple[str, str]] = frozenset()
    """Pairs of an event and a field that may have any value. An empty field means that the line may be
    missing.
    """
    extra: AbstractSet[str] = frozenset()
    """The keys of extra lines that may appear anywhere (see ``matching.patterns``)."""
    hooks: AbstractSet[str] = frozenset()
    """The names of deviations (see ``deviation_names``)."""
    cards: bool = False
    """Whether all cards are taken from the transcript."""
    cuts: bool = False
    """Whether all cuts are taken from the transcript."""
    without_blank_lines: bool = False
    with_zeros: bool = False
    """Whether numbers may have trailing zeros after the decimal point."""
    spaced: AbstractSet[str] = frozenset()
    """Events whose lines may have different spacing, as keys without the role prefix."""
    last_first: bool = False
    """Whether lists of cards start with the newest card."""
    free: AbstractSet[int] = frozenset()
    """The people whose decisions are all taken from the transcript."""

    @property
    def lines_left_out(self) -> set[str]:
        """The events that may print no line."""
        silent = {event for event, text in self.texts.items() if text is None}
        return silent | {event for event, field in self.loose if not field}

    @property
    def is_vague(self) -> bool:
        """Whether many transcripts match, because values are ignored or taken from the transcript."""
        return bool(self.loose or self.extra or self.free or self.cards or self.hooks & AS_IT_COMES)


NONE = Leeway()


def all_of(leeways: Iterable[Leeway]) -> Leeway:
    """Return a leeway that accepts everything that any of ``leeways`` accepts.

    If several of them contain a template for the same event, the last one is used.
    """
    return Leeway(*(reduce(or_, column) for column in zip(NONE, *leeways, strict=True)))
