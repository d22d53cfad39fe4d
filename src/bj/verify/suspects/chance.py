"""Another chance: cards that are worth something else, and shuffles that are not those of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bj.catalogue.events import DEALER, PLAYER
from bj.compiler.variations import SOFT, WORTHS, ask, count_worths, lose_softness
from bj.errors import KeyPath
from bj.verify.changes import Change, Draft
from bj.verify.hooks import NEW_ORDER, NO_RESET
from bj.verify.matching import differing
from bj.verify.riffles import RIFFLES
from bj.verify.scene import Scene


def other_softness(scene: Scene) -> Iterator[Change]:
    """Aces do not count as they should."""
    rule: KeyPath = ("cards", "ranks")
    target = scene.book.model.rules.target
    for which in SOFT:
        yield Change(which, "total", rule, which, vary=lose_softness(which, target))


def other_aces(scene: Scene) -> Iterator[Change]:
    """A hand of several aces is not worth what it should be, this once."""
    event = scene.expected
    if event is None or event.person is None:
        return
    person, key = event.person, event.key

    def change(draft: Draft) -> None:
        draft.free.add(person)
        draft.loose.update((f"{role}_total", "total") for role in (PLAYER, DEALER))

    yield Change(
        f"aces of {person} in {key} at {scene.halt.at}",
        "total",
        ("cards", "ranks"),
        "aces do not count as they should",
        vary=ask([person]),
        draft=change,
        once=True,
    )


def other_values(scene: Scene) -> Iterator[Change]:
    """Hands are worth something else."""
    yield from other_softness(scene)
    rule: KeyPath = ("cards", "ranks")
    target = scene.book.model.rules.target
    for which in (each for each, worths in WORTHS.items() if not scene.ranks.isdisjoint(worths)):
        yield Change(which, "total", rule, which, vary=count_worths(which, target))


def other_chance(scene: Scene) -> Iterator[Change]:
    """The cards or the cuts come from elsewhere."""
    event, told = scene.expected, scene.told
    if event is None or told is None or told.key != event.key or told.person not in (None, event.person):
        return
    wrong = differing(event, told)
    rule: KeyPath = ("shoe", "shuffle")
    if "cut" in wrong:
        yield Change(
            "cuts",
            "shuffle",
            (*rule, "generator"),
            "the cuts are not those of the generator",
            draft=_take_cuts,
        )
        message = "the cards are not those of the shoe after these cuts"
        yield Change("cards", "shuffle", rule, message, draft=_take_cards)
    if "card" in wrong or "cards" in wrong:
        message = "the pack was put back in new order before a shuffle"
        yield Change("new order", "shuffle", rule, message, draft=_order_anew)
        for name, riffle in RIFFLES.items():
            yield Change(
                name, "shuffle", rule, riffle.message, draft=partial(_riffle, name), remembers="game"
            )
        message = "the next card is not the first one after a shuffle"
        yield Change("no reset", "shuffle", rule, message, draft=_reset_nothing, remembers="game")
        message = "the cards are not those of the shoe after these cuts"
        yield Change("cards", "shuffle", rule, message, draft=_take_cards)


def _reset_nothing(draft: Draft) -> None:
    draft.hooks.add(NO_RESET)


def _take_cuts(draft: Draft) -> None:
    draft.cuts = True


def _take_cards(draft: Draft) -> None:
    draft.cards = draft.cuts = True


def _riffle(name: str, draft: Draft) -> None:
    draft.cuts = True
    draft.hooks.add(name)


def _order_anew(draft: Draft) -> None:
    draft.cuts = True
    draft.hooks.add(NEW_ORDER)
