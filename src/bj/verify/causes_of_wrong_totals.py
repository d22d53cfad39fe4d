"""Describes wrong totals in a transcript, by comparing them with the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from bj.cards import rank_of
from bj.engine.face.view import View
from bj.record.events import HIDDEN
from bj.text.sentences import enumerate_words, with_article
from bj.verify.findings import OFTEN
from bj.verify.likely_cards_and_decisions import HAND_BEGINS, events_from
from bj.verify.mismatch import CARDS_SHOWN, DEALT_ANEW, MOST_LINES, Mismatch

WITHOUT_ACE, HIGH_ACE, LOW_ACES = (
    "hands without an ace",
    "hands with an ace that counts high",
    "hands of low aces",
)
"""Kinds of hands. In each kind, a program may make a different mistake."""

MOST_RANKS = 6
"""The maximum number of ranks for which to list wrong values."""


CARDS_COUNTED = {1: "the first two cards", -1: "the cards before the last", 0: "the first card"}
"""The cards that a program may count instead of the whole hand, by the index of their total in ``parts``."""


class ShownTotal(NamedTuple):
    """A total that a transcript shows, and the ranks in the hand."""

    ranks: tuple[int, ...]
    total: int
    right: int
    lowest: int
    """The right total if every ace counted low."""
    has_ace: bool
    parts: tuple[int, ...] = ()
    """The right totals of the first card, the first two cards and so on, without the whole hand."""

    @property
    def kind(self) -> str:
        """The kind of hand, according to the rules."""
        return WITHOUT_ACE if not self.has_ace else HIGH_ACE if self.right > self.lowest else LOW_ACES


def totals_in(mismatch: Mismatch) -> Iterator[ShownTotal]:
    """Yield the totals that a transcript shows for hands whose cards are all shown."""
    reference, text = mismatch.reference, mismatch.text
    view, worths = View(reference.compiled.program, reference.compiled.table), reference.checked.pack.worths
    held, is_known = dict[int | None, list[int]](), True
    for event in events_from(reference, text, text.begin, MOST_LINES):
        if event.key in HAND_BEGINS or event.key in DEALT_ANEW:
            held.clear()
            is_known = True
        is_known = is_known and event.phrase is None  # after a power is used, some cards may not be shown
        if event.card is not None and event.key in CARDS_SHOWN:
            held.setdefault(event.person, []).append(event.card)
        own: Sequence[int] = event.cards or held.get(event.person) or ()
        is_whole = is_known and len(own) > 1 and HIDDEN not in own
        if event.total is not None and event.person is not None and is_whole:
            ranks = tuple(map(rank_of, own))
            right, lowest = view.total_with(event.person, own), sum(min(worths[rank]) for rank in ranks)
            has_ace = any(len({*worths[rank]}) > 1 for rank in ranks)
            parts = tuple(view.total_with(event.person, own[:end]) for end in range(1, len(own)))
            yield ShownTotal(ranks, event.total, right, lowest, has_ace, parts)


def describe_totals(mismatch: Mismatch) -> tuple[str, str]:
    """Describe what wrong totals in a transcript have in common, and give examples.

    Return the description and the examples. Both may be empty.
    """
    shown = [*dict.fromkeys(totals_in(mismatch))]
    wrong = [each for each in shown if each.total != each.right]
    if len(wrong) < OFTEN:
        return "", ""
    for place, cards in CARDS_COUNTED.items():
        if all(each.total in each.parts[place:][:1] for each in wrong):
            return f"the total counts only {cards}", f": {_example(mismatch, wrong[0])}"
    values = wrong_values(mismatch, shown)
    if values and _explain(mismatch, values, shown):
        return say_values(mismatch, values), ""
    said, examples = [], []
    for kind in sorted({each.kind for each in wrong}, reverse=True):
        alike = [each for each in shown if each.kind == kind]
        hands = [each for each in alike if each.total != each.right]
        off = hands[0].total - hands[0].right
        if any(each.total - each.right != off for each in hands):
            return (say_values(mismatch, values), "") if values else ("", "")
        bonus = hands[0].right - hands[0].lowest + off
        said.append(_say(kind, off, bonus, is_every=len(hands) == len(alike)))
        examples.append(_example(mismatch, hands[0]))
    return enumerate_words(said), f": {'; '.join(examples)}"


def _explain(mismatch: Mismatch, values: Mapping[int, int], shown: Iterable[ShownTotal]) -> bool:
    """Return whether ``values``, fewer than the wrong totals, explain all hands without an ace."""
    right = {rank: max(worths) for rank, worths in enumerate(mismatch.reference.checked.pack.worths)}
    hands = [each for each in shown if not each.has_ace]
    wrong = [each for each in hands if each.total != each.right]
    return len(wrong) > len(values) and all(
        sum({**right, **values}[rank] for rank in each.ranks) == each.total for each in hands
    )


def _say(kind: str, off: int, bonus: int, *, is_every: bool) -> str:
    """Describe the mistake in one ``kind`` of hand. Every wrong total differs from the right one by ``off``.

    ``bonus`` is the amount that the program adds to an ace's low value when the ace should count high.
    """
    if kind == HIGH_ACE:
        does = f"takes {-bonus} away" if bonus < 0 else f"counts {1 + bonus}"
        return f"an ace that should count high {does}{'' if is_every else ' in some hands'}"
    does = f"{off} is added to" if off > 0 else f"{-off} is taken from"
    return f"{does} {'' if is_every else 'some '}{kind}"


def _example(mismatch: Mismatch, hand: ShownTotal) -> str:
    """Return the cards in ``hand``, with the wrong and the right total."""
    named = mismatch.reference.checked.pack.named
    cards = ", ".join(named[rank].name for rank in hand.ranks)
    return f"{cards} count {hand.total} instead of {hand.right}"


def wrong_values(mismatch: Mismatch, shown: Iterable[ShownTotal]) -> Mapping[int, int]:
    """Infer the wrong values of ranks from hands without an ace. Right values are left out."""
    worths = mismatch.reference.checked.pack.worths
    values = solve([each for each in shown if not each.has_ace])
    return {rank: value for rank, value in values.items() if value != max(worths[rank])}


def say_values(mismatch: Mismatch, values: Mapping[int, int]) -> str:
    """List the values of ranks. If there are many, list only the first two and the last two."""
    named = mismatch.reference.checked.pack.named
    if len(values) > 1 and len({*values.values()}) == 1:
        names = [named[rank].name for rank in values]
        return f"each {enumerate_words(names)} counts {min(values.values())}"
    said = [f"{with_article(named[rank].name)} {value}" for rank, value in values.items()]
    listed = said if len(said) <= MOST_RANKS else [*said[:2], "…", *said[-2:]]
    first, *rest = [" counts ".join(each.rsplit(" ", 1)) for each in listed[:1]] + listed[1:]
    return ", ".join([first, *rest])


def solve(hands: Sequence[ShownTotal]) -> Mapping[int, int]:
    """Find the value of each rank from the totals of ``hands``.

    Return an empty map if no values are consistent with all totals.

    >>> solve([ShownTotal((1, 1), 4, 6, 6, False), ShownTotal((1, 2), 5, 7, 7, False)])
    {1: 2, 2: 3}
    """
    rows = list[dict[int, Fraction]]()
    for hand in hands:
        row = {-1: Fraction(hand.total)}
        for rank in hand.ranks:
            row[rank] = row.get(rank, Fraction(0)) + 1
        for other in rows:
            row = _without(max(other), row, other)
        lead = max(row, default=-1)
        if lead < 0:
            if row:
                return {}
            continue
        row = {rank: number / row[lead] for rank, number in row.items()}
        rows = [_without(lead, other, row) for other in rows] + [row]
    known = {max(row): row.get(-1, Fraction(0)) for row in rows if {*row} <= {max(row), -1}}
    return {rank: int(value) for rank, value in sorted(known.items()) if value.denominator == 1}


def _without(rank: int, row: Mapping[int, Fraction], other: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Subtract a multiple of ``other`` from ``row``, so that ``rank`` disappears."""
    by = row.get(rank, Fraction(0))
    rest = {each: row.get(each, Fraction(0)) - by * other.get(each, Fraction(0)) for each in {*row, *other}}
    return {each: number for each, number in rest.items() if number}
