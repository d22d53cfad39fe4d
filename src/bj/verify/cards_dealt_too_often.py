"""Finds cards that are dealt more often than they occur in the shoe."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from bj.catalogue.effects import EFFECTS
from bj.record.events import HIDDEN, Event
from bj.ruleset.shoe_size import packs_for
from bj.ruleset.templates import TemplateField
from bj.verify.reference_game import ReferenceGame
from bj.verify.text import Text

TELLING = ("player_dealt", "dealer_dealt", "hole_card")
"""The events that together show every dealt card exactly once."""


class Surplus(NamedTuple):
    """A card that was dealt more often than it occurs in the shoe."""

    at: int
    """The offset of the line that shows the card."""
    hand: int
    card: int
    is_early: bool = False
    """Whether the card is surplus only because of cards dealt in earlier rounds since the last shuffle."""
    left: int = 0
    """The number of cards left before this round, according to the rules."""
    last: int = 0
    """The most recent earlier round in which the card was dealt."""
    skipped: int = 0
    """The earlier round that should have begun with a shuffle, but did not.

    It is 0 if no shuffle was skipped. Otherwise, ``left`` is the number of cards left before that round.
    """
    is_only: bool = False
    """Whether the round has shown no other card."""


class KnownShoe(NamedTuple):
    """The rounds that begin with a shuffle, and the number of cards left before each round.

    Both follow from the rules, for transcripts that do not announce shuffles.
    """

    shuffled: Collection[int]
    """The offsets of rounds that begin with a shuffle."""
    left: Mapping[int, int]
    """The number of cards left at the start of each round, by the offset of the round."""
    end: int
    """The offset up to which this information is reliable."""


def find_surplus(reference: ReferenceGame, text: Text, seats: int, shoe: KnownShoe) -> Iterator[Surplus]:
    """Yield cards that are dealt too often between two shuffles, or within one round.

    The ``shoe`` is used only if no line announces shuffles. Yield nothing if a power moves cards, because
    cards that are put back may be dealt again.
    """
    packs = packs_for(reference.checked.model, seats)
    moves = any(EFFECTS[reaction.do].moves_cards for _, reaction in reference.checked.model.all_reactions())
    if packs is None or moves:
        return
    there = Counter({card: packs * copies for card, copies in reference.checked.pack.copies.items()})
    if "shuffle" not in reference.checked.texts:
        yield from _find_in_rounds(reference, text, there, shoe)
    elif all(_shows_card(reference, key) for key in TELLING):
        yield from _find_in_deals(reference, text, there)


def _find_in_rounds(
    reference: ReferenceGame, text: Text, there: Counter[int], shoe: KnownShoe
) -> Iterator[Surplus]:
    """Yield cards that appear too often between two shuffles, if lines list whole hands.

    Yield nothing if hands may be split.
    """
    if reference.checked.model.rules.may_ever("split"):
        return
    shuffled, starts = sorted(shoe.shuffled), sorted(shoe.left)
    held: dict[tuple[int | None, int], int] = {}
    before, last = Counter[int](), dict[int, int]()
    # The cards dealt before the last shuffle, the round after it, and the number of cards left then.
    older, skipped, left_then = Counter[int](), 0, 0
    at = rounds = shuffles = 0
    found, is_new = [0, 0], True
    while at < text.end:
        event = _event_at(reference, text, at)
        if event is not None and event.key == "player_bets":
            if is_new:
                before.update(held.values())
                last |= dict.fromkeys(held.values(), rounds)
                if bisect(shuffled, at) > shuffles or at > shoe.end:
                    is_known = at <= shoe.end
                    older, skipped = (before.copy(), rounds + 1) if is_known else (Counter[int](), 0)
                    left_then = _left_before(shoe, starts, at)
                    before.clear()
                rounds, shuffles = rounds + 1, bisect(shuffled, at)
            is_new = False
            held.clear()
        elif event is not None and event.cards is not None:
            is_new = True
            held |= {(event.person, place): card for place, card in enumerate(event.cards) if card != HIDDEN}
            now = Counter(held.values())
            is_early, surplus = not now - there, now + before - there
            if found[is_early] < rounds and surplus:
                found[is_early] = rounds
                card, is_late = [*surplus][-1], is_early and skipped and not before + older - there
                left = left_then if is_late else _left_before(shoe, starts, at)
                skips, is_only = skipped if is_late else 0, len(now) == 1
                yield Surplus(at, rounds, card, is_early, left, last.get(card, 0), skips, is_only)
        at = text.after_line(at)


def _left_before(shoe: KnownShoe, starts: Sequence[int], at: int) -> int:
    """Return the number of cards left at the start of the round that includes the offset ``at``."""
    return shoe.left.get(starts[max(bisect(starts, at) - 1, 0)], 0) if starts else 0


def _find_in_deals(reference: ReferenceGame, text: Text, there: Counter[int]) -> Iterator[Surplus]:
    """Yield cards that appear too often between two shuffles, if each line shows a single card."""
    dealt: Counter[int] = Counter()
    at = hand = 0
    while at < text.end:
        event = _event_at(reference, text, at)
        if event is not None and event.key == "shuffle":
            dealt.clear()
        elif event is not None and event.key == "hand":
            hand = event.hand or hand + 1
        elif event is not None and event.card is not None and event.key in TELLING:
            dealt[event.card] += 1
            if dealt[event.card] > there[event.card]:
                yield Surplus(at, hand, event.card)
        at = text.after_line(at)


def _event_at(reference: ReferenceGame, text: Text, at: int) -> Event | None:
    """Return the event that prints the line at an offset, or None if the line is not part of the game."""
    readings = reference.language.events_at(text, at)
    return readings[0][0] if readings else None


def _shows_card(reference: ReferenceGame, key: str) -> bool:
    """Return whether the line for an event shows both the rank and the suit of a card."""
    template = reference.checked.texts.get(key)
    pieces = template.pieces if template else ()
    fields = {piece.name for piece in pieces if isinstance(piece, TemplateField)}
    return "card" in fields or {"rank", "suit"} <= fields
