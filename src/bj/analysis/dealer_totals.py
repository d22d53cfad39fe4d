"""Computes the probability of each of the dealer's final totals, assuming that every player stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bj.analysis.exact_game import ExactGame
from bj.analysis.names_in_reports import code_of, describe_shoe
from bj.cards import rank_of
from bj.catalogue.actions import STAND
from bj.catalogue.house_rules import DEALER_NATURAL
from bj.engine.face import driving
from bj.engine.face.driving import no_record
from bj.engine.face.view import Kind, Stop, View
from bj.engine.search.search_setup import ask
from bj.errors import GameError, UsageError
from bj.session.engines import PLAIN


class Drawn(NamedTuple):
    """A final dealer hand."""

    cards: tuple[int, ...]
    """The kinds of the cards. Hands that differ only in the order of the drawn cards are merged."""
    total: int
    is_soft: bool


Waiting: TypeAlias = dict[tuple[int, ...], tuple[float, list[int] | Drawn, list[int]]]
"""Maps the kinds of the cards drawn so far, in ascending order, to the state after these draws.

The state consists of the probability of the draws, the table (or the final hand), and the number of cards
left of each kind.
"""


@dataclass(frozen=True, slots=True)
class DealerTotals:
    """The probabilities of the dealer's final totals for one upcard."""

    upcard: str
    """The upcard, or an empty string for the average over all upcards."""
    totals: Mapping[int, float]
    """Maps each final total to its probability. Naturals are excluded."""
    natural: float
    bust: float
    """The total probability of busting. ``totals`` also lists each total above the target separately."""


@dataclass(frozen=True, slots=True)
class DealerReport:
    """The probabilities of the dealer's final totals for each upcard."""

    title: str
    shoe: str
    target: int
    upcards: Sequence[DealerTotals]
    """One entry per upcard followed by one for the average, or a single entry if one upcard was requested."""


def dealer_totals(game: ExactGame, upcard: int | None = None) -> DealerReport:
    """Compute the dealer's final totals for ``upcard``, or for every upcard if it is None.

    All players stand. Their cards are not removed from the shoe, unlike the upcard and any cards seen
    earlier. ``upcard`` is the index of a kind of card.
    """
    draws = DealerHands(game)
    copies = [kind.copies for kind in game.kinds]
    wanted = [upcard] if upcard is not None else [kind for kind, left in enumerate(copies) if left]
    found = [_totals(game, code_of(game, kind), draws.hands(kind, copies)) for kind in wanted]
    if upcard is None:
        found.append(_of_any(found, [copies[kind] / sum(copies) for kind in wanted]))
    model = game.checked.model
    return DealerReport(model.ruleset.title, describe_shoe(game), model.rules.target, found)


def _of_any(found: Sequence[DealerTotals], shares: Sequence[float]) -> DealerTotals:
    totals = sorted({total for each in found for total in each.totals})
    weighed = list(zip(shares, found, strict=True))
    return DealerTotals(
        "",
        {total: sum(share * each.totals.get(total, 0.0) for share, each in weighed) for total in totals},
        sum(share * each.natural for share, each in weighed),
        sum(share * each.bust for share, each in weighed),
    )


def _totals(game: ExactGame, upcard: str, hands: Mapping[Drawn, float]) -> DealerTotals:
    rules = game.checked.model.rules
    has_naturals = rules.has(DEALER_NATURAL)
    totals: dict[int, float] = {}
    natural = 0.0
    for drawn, chance in hands.items():
        if has_naturals and drawn.total == rules.target and len(drawn.cards) == 2:
            natural += chance
        else:
            totals[drawn.total] = totals.get(drawn.total, 0.0) + chance
    bust = sum(chance for total, chance in totals.items() if total > rules.target)
    return DealerTotals(upcard, dict(sorted(totals.items())), natural, bust)


class DealerHands:
    """Finds the dealer's final hands by dealing every possible card until the dealer stops drawing."""

    def __init__(self, game: ExactGame) -> None:
        """Raise UsageError if the game has no upcard."""
        if not game.shows_upcard:
            raise UsageError("the dealer shows no card", "use `bj simulate`")
        self._game = game
        table = list(game.table)
        for person in game.view.players:
            ask(table, person)
        self._start = table
        self._still = _still_hand(game)

    def hands(self, upcard: int, copies: Sequence[int]) -> dict[Drawn, float]:
        """Return the probability of each final dealer hand, given the kind of the ``upcard``.

        ``copies`` is the number of cards of each kind, including the upcard. Raises UsageError if a player
        cannot stand, and GameError if the engine cannot continue.
        """
        left = list(copies)
        left[upcard] -= not self._game.is_endless
        found: dict[Drawn, float] = {}
        waiting: Waiting = {(): (1.0, self._next(self._start, upcard), left)}
        while waiting:
            following: Waiting = {}
            for drawn, (chance, table, rest) in waiting.items():
                if isinstance(table, Drawn):
                    found[table] = found.get(table, 0.0) + chance
                    continue
                for kind, copies_left in enumerate(rest):
                    if copies_left:
                        alike = tuple(sorted((*drawn, kind)))
                        share = chance * copies_left / sum(rest)
                        if alike not in following:
                            fewer = list(rest)
                            fewer[kind] -= not self._game.is_endless
                            following[alike] = (share, self._draw(table, kind, upcard), fewer)
                        else:
                            before = following[alike]
                            following[alike] = (before[0] + share, *before[1:])
            waiting = following
        return found

    def _draw(self, table: list[int], kind: int, upcard: int) -> list[int] | Drawn:
        """Deal the dealer a card of the given ``kind``.

        Returns the table before the dealer's next card, or the final hand.
        """
        after = list(table)
        driving.answer(after, self._game.kinds[kind].card)
        return self._next(after, upcard)

    def _next(self, start: list[int], upcard: int) -> list[int] | Drawn:
        """Play until the dealer's next draw. The dealer gets the given upcard, and players get fixed cards.

        Returns the table before that draw, or the final hand.
        """
        game, table = self._game, list(start)
        view, events = View(game.program, table), no_record()
        while (status := PLAIN.play(game.program, table, events)) in (Stop.CHANCE, Stop.DECISION):
            chance, question = view.chance, view.question
            if chance is None and question is not None:
                if question.kind == Kind.ACTION and STAND not in question.actions:
                    raise UsageError("players are not always allowed to stand", "use `bj simulate`")
                driving.answer(table, STAND if question.kind == Kind.ACTION else 0)
            elif chance is not None and chance.person != view.dealer:
                cards = view.hands(chance.person or 0)[view.asked_hand].cards
                driving.answer(table, self._still[len(cards)])
            elif view.upcard is None and chance is not None and not chance.is_hidden:
                driving.answer(table, game.kinds[upcard].card)
            else:
                return table
        if status != Stop.ENOUGH:
            raise GameError(game.explain(status, table))
        (hand,) = view.hands(view.dealer)
        return Drawn(tuple(game.kind_of[held.card] for held in hand.cards), hand.total, hand.is_soft)


def _still_hand(game: ExactGame) -> tuple[int, int]:
    """Return the two cards with the highest total below the target, for players to stand on.

    Raises UsageError if every two-card hand reaches the target.
    """
    worths, target = game.checked.pack.worths, game.checked.model.rules.target
    cards = [(max(worths[rank_of(kind.card)]), kind.card) for kind in game.kinds]
    pairs = [(one + other, first, second) for one, first in cards for other, second in cards]
    below = [pair for pair in pairs if pair[0] < target]
    if not below:
        raise UsageError("every two-card hand reaches the target", "use `bj simulate`")
    _, first, second = max(below)
    return first, second
