"""Another new pack: an order of its cards with which the shuffles produce the cards of the transcript."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bj.cards import rank_of, suit_of
from bj.compiler.wrong_rules import lay_out
from bj.engine.face.view import View
from bj.errors import KeyPath
from bj.record.events import read
from bj.verify.changes import Change, Draft
from bj.verify.position import Position
from bj.verify.replay import Replay
from bj.verify.scene import Scene

MOST_HANDS = 100
"""The number of hands from which the order is learned."""

FEWEST = 13
"""The number of cards that must have known places."""


def other_packs(scene: Scene) -> Iterator[Change]:
    """The cards of a new pack lie in another order."""
    fresh = View(scene.compiled.program, scene.compiled.table).coming
    places = {card: place for place, card in enumerate(fresh)}
    found = _learn(scene, places) if len(places) == len(fresh) else {}
    order = _by_suits_or_ranks(found, fresh) if len(found) >= FEWEST else []
    if not order:
        return
    ranks = [rank_of(card) for card in order]
    rule: KeyPath = ("cards", "suit_order" if ranks == [*map(rank_of, fresh)] else "rank_order")
    message = "a new pack is in the wrong order"
    yield Change("another pack", "shuffle", rule, message, vary=lay_out(order), remembers="game")


def _learn(scene: Scene, places: Mapping[int, int]) -> dict[int, int]:
    """The cards of a new pack by their places, as far as known; empty if the lines contradict each other.

    The program has, for each card of the rules' shoe, the card that lay in the same place.
    """
    as_shown = Change("cards", "shuffle", (), "", draft=_take_cards)
    yardstick = scene.workshop.make([as_shown], scene.text.effort)
    if yardstick is None:
        return {}
    replay = Replay(
        yardstick, scene.text, Position(yardstick.start.copy()), scene.workshop.assignment.answers
    )
    found: dict[int, int] = {}
    coming: Sequence[int] = ()
    for _ in range(MOST_HANDS):
        halt = replay.next_hand()
        events = [*read(replay.position.recorded, yardstick.compiled.persons)]
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


def _by_suits_or_ranks(found: Mapping[int, int], fresh: Sequence[int]) -> list[int]:
    """The whole pack, suit by suit or rank by rank; empty if it is neither."""
    suits, ranks = ([*dict.fromkeys(map(part, fresh))] for part in (suit_of, rank_of))
    cards = {(suit_of(card), rank_of(card)): card for card in fresh}
    for rows, columns, parts in ((suits, ranks, (suit_of, rank_of)), (ranks, suits, (rank_of, suit_of))):
        places = {divmod(place, len(columns)): card for place, card in found.items()}
        row_of = {place: parts[0](card) for (place, _), card in places.items()}
        column_of = {place: parts[1](card) for (_, place), card in places.items()}
        if any(
            (row_of[row], column_of[column]) != (parts[0](card), parts[1](card))
            for (row, column), card in places.items()
        ):
            continue
        in_rows, in_columns = _complete(row_of, rows), _complete(column_of, columns)
        pairs = [(row, column) for row in in_rows for column in in_columns]
        pairs = pairs if rows is suits else [pair[::-1] for pair in pairs]
        if set(pairs) == cards.keys():
            return [cards[pair] for pair in pairs]
    return []


def _complete(known: Mapping[int, int], values: Sequence[int]) -> list[int]:
    """Values by their places, those of unknown ones as in the ruleset."""
    rest = iter([value for value in values if value not in known.values()])
    return [known[place] if place in known else next(rest) for place in range(len(values))]


def _take_cards(draft: Draft) -> None:
    draft.cards = draft.cuts = True
