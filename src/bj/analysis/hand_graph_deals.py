"""Deals the first cards for a hand graph in every possible way, including the dealer's hidden cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bj.analysis.hand_graph import CardsLeft
from bj.analysis.hand_transitions import Hidden, is_over, parts_of
from bj.analysis.one_hand_search import Search
from bj.engine.face.view import Stop
from bj.engine.search.nodes import DecisionKind
from bj.engine.search.search_driving import Turn


@dataclass(slots=True)
class HandDeal:
    """The first cards on the table, as far as the player can see them."""

    hand: tuple[int, ...]
    """The classes of the player's cards, in ascending order unless a rule reads their order."""
    shown: tuple[int, ...]
    """The classes of the dealer's face-up cards."""
    chance: float
    rule: int
    node: int = 0


Members: TypeAlias = Mapping[Hidden, Turn]


class WantedCards(NamedTuple):
    """Which first cards to consider. A field that is None allows any cards."""

    shown: tuple[int, ...] | None = None
    """The dealer's face-up cards."""
    own: tuple[int, ...] | None = None
    """The player's cards in order, possibly including cards drawn after the deal."""
    first: frozenset[int] | None = None
    """The allowed classes for the player's first card."""


EVERYTHING = WantedCards()


def first_cards(
    search: Search, alike: Sequence[int], wanted: WantedCards
) -> Mapping[tuple[tuple[int, ...], ...], Members]:
    """Return the states after the deal, keyed by the player's first cards and the dealer's face-up cards.

    For each key, there is one state for each combination of cards that the dealer may have face down.
    """
    found: dict[tuple[tuple[int, ...], ...], dict[Hidden, Turn]] = {}
    for *seen, hidden, turn in _deal(search, alike, wanted, search.start, (), (), ()):
        found.setdefault(tuple(seen), {})[hidden] = turn
    return found


Cards: TypeAlias = tuple[int, ...]


def _deal(
    search: Search,
    alike: Sequence[int],
    wanted: WantedCards,
    situation: int,
    own: Cards,
    shown: Cards,
    hidden: Hidden,
) -> Iterator[tuple[Cards, Cards, Hidden, Turn]]:
    """Deal the remaining first cards in every possible way.

    Yields the player's cards, the dealer's face-up and hidden cards, and the state after the deal.
    """
    facts = search.facts(situation)
    search.deal(situation)
    for kind in range(len(alike)):
        is_shown = facts.is_dealers and not facts.is_hidden
        if facts.is_hidden and alike[kind] != kind:
            continue
        if is_shown and wanted.shown is not None and wanted.shown[len(shown) :][:1] != (kind,):
            continue
        if not facts.is_dealers and wanted.own is not None and wanted.own[len(own) :][:1] != (kind,):
            continue
        if not facts.is_dealers and not own and wanted.first is not None and kind not in wanted.first:
            continue
        turn = search.turn(situation, kind)
        after = (
            own if facts.is_dealers else (*own, kind),
            (*shown, kind) if is_shown else shown,
            (*hidden, kind) if facts.is_hidden else hidden,
        )
        if turn.status == Stop.CHANCE and search.facts(turn.situation).step == facts.step:
            yield from _deal(search, alike, wanted, turn.situation, *after)
        else:
            yield *after, turn


def chance_of(shoe: CardsLeft, cards: Sequence[int]) -> float:
    """Return the probability that the next cards from ``shoe`` are ``cards``, in this order."""
    chance = 1.0
    for number, kind in enumerate(cards):
        gone, dealt = (0, 0) if shoe.is_endless else (list(cards[:number]).count(kind), number)
        left = sum(shoe.copies) - dealt
        chance *= max(0, shoe.copies[kind] - gone) / left if left > 0 else 0.0
    return chance


def groups_of(search: Search, dealt: Mapping[tuple[int, ...], Members]) -> dict[Hidden, int]:
    """Return the group of each possible combination of hidden dealer cards.

    Until the dealer plays, the player cannot distinguish combinations in the same group.
    """
    keys_of: dict[Hidden, list[object]] = {}
    seen: set[object] = set()
    for own, members in dealt.items():
        _collect_keys(search, members, own, keys_of, seen)
    numbers: dict[object, int] = {}
    return {hidden: numbers.setdefault(tuple(keys), len(numbers)) for hidden, keys in keys_of.items()}


def _collect_keys(
    search: Search, members: Members, way: object, keys_of: dict[Hidden, list[object]], seen: set[object]
) -> None:
    """Record in ``keys_of`` what the player learns before acting, for each combination of hidden cards.

    ``way`` contains the player's cards and answers so far. ``seen`` contains the sets of ``members`` that
    have already been visited.
    """
    key = tuple(sorted((hidden, turn.situation, turn.payoffs) for hidden, turn in members.items()))
    if key in seen:
        return
    seen.add(key)
    for number, together in enumerate(parts_of(search, members)):
        for hidden in together:
            keys_of.setdefault(hidden, []).append((way, number))
        turn = next(iter(together.values()))
        if is_over(search, turn):
            continue
        facts = search.facts(turn.situation)
        if facts.is_decision and facts.question != DecisionKind.ACTION:
            for answer in (0, 1):
                turned = {hidden: search.turn(each.situation, answer) for hidden, each in together.items()}
                _collect_keys(search, turned, (way, number, answer), keys_of, seen)
