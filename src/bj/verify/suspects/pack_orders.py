"""Provides edits to the order of a new pack, which may explain the cards dealt after a shuffle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product

from bj.cards import SUITS, rank_of, suit_of
from bj.compiler.wrong_rules import lay_out
from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.record.events import read
from bj.verify.changes import Change
from bj.verify.leeway import Leeway
from bj.verify.mismatch import Mismatch
from bj.verify.replay import Replay

MOST_HANDS = 100
"""The maximum number of hands to examine when inferring the order."""

FEWEST = 13
"""The minimum number of cards whose positions must be known."""


def other_packs(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that puts a new pack in a different order, if the cards reveal such an order."""
    fresh = View(mismatch.compiled.program, mismatch.compiled.table).coming
    places = {card: place for place, card in enumerate(fresh)}
    found = _learn(mismatch, places) if len(places) == len(fresh) else {}
    fitting = (order for order in _orders(fresh) if all(order[at] == card for at, card in found.items()))
    order = next(fitting, None) if len(found) >= FEWEST else None
    if order is None:
        return
    ranks = [rank_of(card) for card in order]
    rule: KeyPath = ("cards", "suit_order" if ranks == [*map(rank_of, fresh)] else "rank_order")
    message = "a new pack is in the wrong order"
    yield Change("another pack", "shuffle", rule, message, vary=lay_out(order), remembers="game")


def _learn(mismatch: Mismatch, places: Mapping[int, int]) -> dict[int, int]:
    """Infer the order of the program's new pack: map places in the pack to the cards found there.

    ``places`` maps each card to its place in the right pack. Whenever the rules deal a card, the program
    deals the card from the same place in its own pack. Return an empty map if the hands contradict each
    other.
    """
    as_shown = Change("cards", "shuffle", (), "", leeway=Leeway(cards=True, cuts=True))
    reference = mismatch.variants.make([as_shown], mismatch.text.effort)
    if reference is None:
        return {}
    replay = Replay(reference, mismatch.text)
    found: dict[int, int] = {}
    coming: Sequence[int] = ()
    for _ in range(MOST_HANDS):
        halt = replay.next_hand()
        events = [*read(replay.position.recorded, reference.compiled.persons)]
        drawn = [event for event in events if event.key.endswith(("_dealt", "_dealt_down"))]
        left = replay.view.coming
        turned = {event.card for event in events if event.key == "hole_card"}
        if len(coming) - len(left) == len(drawn) and not any(event.key == "shuffle" for event in events):
            for card, event in zip(coming, drawn, strict=False):
                is_shown = event.key.endswith("_dealt") or event.card in turned
                if is_shown and found.setdefault(places[card], event.card or 0) != event.card:
                    return {}
        if halt.why != "hand":
            break
        coming = left
    return found if len(set(found.values())) == len(found) else {}


def _orders(fresh: Sequence[int]) -> Iterator[list[int]]:
    """Yield common orders for a whole pack.

    Cards are sorted by suit and then by rank, or the other way round. Ranks ascend or descend, with aces high
    or low, or two adjacent ranks are swapped.
    """
    suits, ranks = ([*dict.fromkeys(map(part, fresh))] for part in (suit_of, rank_of))
    cards = {(suit_of(card), rank_of(card)): card for card in fresh}
    if len(cards) < len(suits) * len(ranks) or len(suits) > len(SUITS):
        return
    rotated = [*ranks[-1:], *ranks[:-1]]
    exchanged = [[*ranks[:at], *ranks[at : at + 2][::-1], *ranks[at + 2 :]] for at in range(len(ranks) - 1)]
    for first, then in product(permutations(suits), (ranks, ranks[::-1], rotated, rotated[::-1], *exchanged)):
        yield [cards[suit, rank] for suit in first for rank in then]
        yield [cards[suit, rank] for rank in then for suit in first]
