"""Differences between a transcript and the expected one that verification accepts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import reduce
from operator import or_
from typing import NamedTuple

from bj.ruleset.templates import Template
from bj.verify.hook_names import AS_IT_COMES


class Leeway(NamedTuple):
    """Differences to accept, and behavior that no ruleset can express."""

    texts: Mapping[str, Template | None] = {}
    """Maps events to the templates that a program uses instead; None for an event that prints no line."""
    called: Mapping[str, str] = {}
    """Maps names of persons to the names that a program uses instead."""
    loose: AbstractSet[tuple[str, str]] = frozenset()
    """Pairs of an event and a field that may have any value. With the field "", the line may be missing."""
    extra: AbstractSet[str] = frozenset()
    """The keys of superfluous lines that may appear anywhere (see ``matching.patterns``)."""
    hooks: AbstractSet[str] = frozenset()
    """The names of deviations (see ``hook_names``)."""
    cards: bool = False
    """Whether all cards are taken from the transcript."""
    cuts: bool = False
    """Whether all cuts are taken from the transcript."""
    without_blank_lines: bool = False
    with_zeros: bool = False
    """Whether whole numbers may have unnecessary decimals."""
    spaced: AbstractSet[str] = frozenset()
    """Events, without the role, whose lines may be spaced differently."""
    last_first: bool = False
    """Whether lists of cards start with the newest card."""
    free: AbstractSet[int] = frozenset()
    """Persons whose decisions are all taken from the transcript."""

    @property
    def lines_left_out(self) -> set[str]:
        """The events that may print no line."""
        silent = {event for event, text in self.texts.items() if text is None}
        return silent | {event for event, field in self.loose if not field}

    @property
    def is_vague(self) -> bool:
        """Whether many transcripts fit, because values are ignored or taken from the transcript."""
        return bool(self.loose or self.extra or self.free or self.cards or self.hooks & AS_IT_COMES)


NONE = Leeway()


def all_of(leeways: Iterable[Leeway]) -> Leeway:
    """Combine leeways into one that allows everything that any of them allows.

    If several have a template for an event, the last template is used.
    """
    return Leeway(*(reduce(or_, column) for column in zip(NONE, *leeways, strict=True)))
