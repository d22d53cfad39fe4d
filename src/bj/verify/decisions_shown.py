"""The players' hands in a transcript: their totals and decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bj.cards import rank_of
from bj.catalogue.events import DEALER, PLAYER
from bj.engine.face.view import View
from bj.record.events import Event
from bj.text.sentences import enumerate_words
from bj.verify.mismatch import Mismatch
from bj.verify.reference_game import ReferenceGame
from bj.verify.rulebook import without_role

ACTIONS = {
    "dealt": "draws",
    "hits": "draws",
    "doubles": "doubles",
    "splits": "splits",
    "surrenders": "surrenders",
    "total": "stands",
    "stands": "stands",
}
"""Maps events, without the role, to a person's actions."""


DEALT = frozenset(("dealt", "dealt_down"))
"""Events of one card, without the role."""

LISTS = frozenset(("hand", "bust_hand", "turn"))
"""Events with all cards of a hand, without the role."""

DRAWS = frozenset(("dealt", "hits", "hand", "bust_hand"))
"""Events after a decision to draw, without the role."""

UNUSUAL = frozenset(("doubles", "splits", "surrenders", "part"))
"""Events of hands whose decisions are not compared, without the role."""

MOST_UPCARDS = 3
"""The most upcards that are listed with a total."""


class ShownDecision(NamedTuple):
    """An action of a person that a transcript shows."""

    action: str
    """The action, one of those in ACTIONS."""
    is_soft: bool
    total: int
    name: str = ""
    upcard: str = ""
    """The rank of the dealer's upcard, in words."""


def total_shown(mismatch: Mismatch, person: int) -> int | None:
    """The total of a person's only hand, from its cards in the transcript; None if one is hidden."""
    own = [event for event in mismatch.since_deal if event.person == person]
    cards = mismatch.held_by(person)
    dealt = sum(event.card is not None and without_role(event.key) in DEALT for event in own)
    is_split = any(event.part is not None or without_role(event.key) == "splits" for event in own)
    if not cards or is_split or dealt != len(cards):
        return None
    return View(mismatch.compiled.program, mismatch.compiled.table).total_with(person, cards)


def _is_soft(reference: ReferenceGame, cards: Iterable[int], total: int) -> bool:
    """Whether an ace counts high in the total of some cards."""
    worths = reference.checked.pack.worths
    return total > sum(min(worths[rank_of(card)]) for card in cards)


def decision_of(mismatch: Mismatch) -> ShownDecision | None:
    """The action that the line shows, with the total of the hand; None if either is unknown."""
    shown, expected = mismatch.shown, mismatch.expected
    event, action = shown, "" if shown is None else ACTIONS.get(without_role(shown.key), "")
    if shown is not None and shown.cards is not None and without_role(shown.key) in LISTS:
        action = "draws" if len(shown.cards) > len(mismatch.held_by(shown.person)) else ""
    elif not action and expected is not None and without_role(expected.key) in DRAWS:
        event, action = expected, "stands"
    person = None if event is None else event.person
    if event is None or person is None or not action or person not in range(len(mismatch.compiled.persons)):
        return None
    total = total_shown(mismatch, person)
    if total is None:
        return None
    rank = None if event.is_dealer else mismatch.upcard
    upcard = "" if rank is None else mismatch.reference.checked.pack.named[rank].name
    is_soft = _is_soft(mismatch.reference, mismatch.held_by(person), total)
    return ShownDecision(action, is_soft, total, event.name, upcard)


def decisions_in(reference: ReferenceGame, events: Sequence[Event], table: list[int]) -> list[ShownDecision]:
    """The decisions in a hand to draw or to stand; empty if hands are split, doubled or retaken.

    The ``table`` is that at the start of the hand.
    """
    if any(each.phrase is not None or without_role(each.key) in UNUSUAL for each in events):
        return []
    deal, view = reference.checked.model.procedure.deal, View(reference.compiled.program, table)
    first = Counter(card.partition(" ")[0] for card in deal)
    target, found, upcard = reference.checked.model.rules.target, list[ShownDecision](), ""
    held: dict[int | None, list[int]] = {}
    for event in events:
        own, key = held.setdefault(event.person, []), without_role(event.key)
        action = {"dealt": "draws", "total": "stands"}.get(key)
        has_all = len(own) >= first[DEALER if event.is_dealer else PLAYER]
        if action and has_all and event.person is not None:
            total = view.total_with(event.person, own)
            against = "" if event.is_dealer else upcard
            decision = ShownDecision(action, _is_soft(reference, own, total), total, event.name, against)
            found += [decision] if total <= target else []
        if key in DEALT and event.card is not None:
            own.append(event.card)
            if event.is_dealer and key == "dealt" and not upcard:
                upcard = reference.checked.pack.named[rank_of(event.card)].name
    return found


def describe_decisions(wrong: Collection[ShownDecision], right: Collection[ShownDecision] = ()) -> str:
    """The persons of some wrong decisions, and their actions with the totals of their hands.

    >>> one, other = ShownDecision("draws", False, 17, "Ann"), ShownDecision("draws", True, 19, "Ann")
    >>> describe_decisions([one, other]), describe_decisions([one, one._replace(total=20)])
    ('Ann draws with 17 or soft 19', 'Ann draws with hard 17 to 20')
    """
    names = sorted({each.name for each in wrong if each.name}) or [
        "the dealer" if not any(each.upcard for each in wrong) else "the player"
    ]
    said = []
    for action in sorted({each.action for each in wrong}):
        hands = [
            label
            for is_soft in (False, True)
            for label in _hands(
                [each for each in wrong if (each.action, each.is_soft) == (action, is_soft)],
                [each for each in (*wrong, *right) if each.is_soft == is_soft],
                [each for each in right if each.is_soft == is_soft],
            )
        ]
        verb = action if len(names) == 1 else action.removesuffix("s")
        said.append(f"{verb} with {enumerate_words(hands, 'or')}")
    return f"{enumerate_words(names)} {' and '.join(said)}"


def _hands(
    wrong: Sequence[ShownDecision], known: Sequence[ShownDecision], right: Sequence[ShownDecision]
) -> Iterator[str]:
    """The hands of wrong decisions of one kind, as ranges of the totals that are ``known``."""
    totals, played = {each.total for each in wrong}, sorted({each.total for each in known})
    mixed = totals & {each.total for each in right}
    kind = "soft " if wrong and wrong[0].is_soft else ""
    for total in sorted(mixed):
        own, others = ({each.upcard for each in some if each.total == total} for some in (wrong, right))
        is_apart = own.isdisjoint(others) and len(own) <= MOST_UPCARDS and "" not in own
        yield f"{kind}{total}" + (f" against {enumerate_words(sorted(own), 'or')}" if is_apart else "")
    for is_wrong, members in groupby(played, key=lambda total: total in totals - mixed):
        run = [*members]
        if not is_wrong:
            continue
        hard = kind or "hard "
        if len(run) == 1:
            yield f"{kind}{run[0]}"
        elif run == played:
            yield f"{hard}{run[0]} to {run[-1]}"
        elif run[-1] == played[-1]:
            yield f"{hard}{run[0]} or more"
        elif run[0] == played[0]:
            yield f"{hard}{run[-1]} or less"
        else:
            yield f"{hard}{run[0]} to {run[-1]}"
