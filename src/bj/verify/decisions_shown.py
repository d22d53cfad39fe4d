"""Reads decisions and totals from a transcript, and describes which decisions are wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bj.cards import rank_of
from bj.catalogue.events import DEALER, PLAYER
from bj.engine.face.view import View
from bj.record.events import Event
from bj.text.sentences import enumerate_words
from bj.verify.findings import OFTEN
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
"""The action that each event shows, by the key of the event without the role prefix."""


DEALT = frozenset(("dealt", "dealt_down"))
"""Events that deal one card, as keys without the role prefix."""

LISTS = frozenset(("hand", "bust_hand", "turn"))
"""Events that list all cards in a hand, as keys without the role prefix."""

DRAWS = frozenset(("dealt", "hits", "hand", "bust_hand"))
"""Events that may follow a decision to draw, as keys without the role prefix."""

UNUSUAL = frozenset(("doubles", "splits", "surrenders", "part"))
"""Events after which the decisions in a hand are not compared, as keys without the role prefix."""

ROW = re.compile(r"\b(\d+) to (\d+)\b(?=:)")
"""A pattern that matches the range of totals in the description of a row in a chart."""

MOST_NAMES = 2
"""The maximum number of people to name in a sentence about decisions."""


class ShownDecision(NamedTuple):
    """A decision that a transcript shows."""

    action: str
    """The person's action, as a value in ACTIONS."""
    is_soft: bool
    total: int
    name: str = ""
    upcard: str = ""
    """The name of the dealer's upcard, without its suit."""
    rank: int = -1
    """The index of the upcard's rank, or -1 if the decision does not depend on an upcard."""


def total_shown(mismatch: Mismatch, person: int) -> int | None:
    """Return the total of a person's only hand, computed from the cards in the transcript.

    Return None if not all cards are shown, or if the person has split.
    """
    own = [event for event in mismatch.since_deal if event.person == person]
    cards, deal = mismatch.held_by(person), mismatch.book.model.procedure.deal
    keys = [without_role(event.key) for event in own if event.card is not None]
    role = mismatch.compiled.roles[person]
    down = sum(card.startswith(role) and card.endswith("down") for card in deal)
    # The line about a drawn card may come later.
    dealt = keys.count("dealt") + min(keys.count("dealt_down"), down)
    is_split = any(event.part is not None or without_role(event.key) == "splits" for event in own)
    if not cards or is_split or dealt != len(cards):
        return None
    return View(mismatch.compiled.program, mismatch.compiled.table).total_with(person, cards)


def has_high_ace(reference: ReferenceGame, cards: Iterable[int], total: int) -> bool:
    """Return whether an ace counts high if ``cards`` add up to ``total``."""
    worths = reference.checked.pack.worths
    return total > sum(min(worths[rank_of(card)]) for card in cards)


def decision_of(mismatch: Mismatch) -> ShownDecision | None:
    """Return the decision that the line shows, or None if the action or the total is unknown."""
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
    is_soft = has_high_ace(mismatch.reference, mismatch.held_by(person), total)
    return ShownDecision(action, is_soft, total, event.name, upcard, -1 if rank is None else rank)


def decisions_in(reference: ReferenceGame, events: Sequence[Event], table: list[int]) -> list[ShownDecision]:
    """Return the decisions in the ``events`` of one hand: whether to draw or to stand.

    Return an empty list if a hand was split, doubled, surrendered or changed by a power. ``table`` is the
    table at the start of the hand.
    """
    if any(each.phrase is not None or without_role(each.key) in UNUSUAL for each in events):
        return []
    deal, view = reference.checked.model.procedure.deal, View(reference.compiled.program, table)
    first = Counter(card.partition(" ")[0] for card in deal)
    target, found, upcard = reference.checked.model.rules.target, list[ShownDecision](), ("", -1)
    held: dict[int | None, list[int]] = {}
    for event in events:
        own, key = held.setdefault(event.person, []), without_role(event.key)
        action = {"dealt": "draws", "total": "stands"}.get(key)
        has_all = len(own) >= first[DEALER if event.is_dealer else PLAYER]
        if action and has_all and event.person is not None:
            total = view.total_with(event.person, own)
            against = ("", -1) if event.is_dealer else upcard
            decision = ShownDecision(action, has_high_ace(reference, own, total), total, event.name, *against)
            found += [decision] if total <= target else []
        if key in DEALT and event.card is not None and not (key == "dealt_down" and has_all):
            own.append(event.card)  # a card that is drawn face down may be shown later on
            if event.is_dealer and key == "dealt" and not upcard[0]:
                rank = rank_of(event.card)
                upcard = reference.checked.pack.named[rank].name, rank
    return found


ENOUGH = 20
"""The minimum number of right decisions for the claim that all decisions except the wrong ones are right."""

SOFT = "soft "
"""The start of phrases for soft hands."""

ALL_RIGHT = "; all other decisions are right"
"""The end of a sentence about wrong decisions, used only if no other finding is about the same rule."""


def describe_decisions(
    wrong: Collection[ShownDecision], right: Collection[ShownDecision] = (), row: str = ""
) -> str:
    """Describe wrong decisions: who makes them, and with which totals.

    ``row`` describes the row in the chart that a wrong decision violates.

    >>> one, other = ShownDecision("draws", False, 17, "Ann"), ShownDecision("draws", True, 19, "Ann")
    >>> describe_decisions([one, other])
    'Ann draws with 17 or soft 19, against the rule'
    >>> describe_decisions([one, one._replace(total=20)])
    'Ann draws with hard 17 to 20, against the rule'
    >>> against = [each._replace(upcard="Four", rank=2) for each in (one, other)]
    >>> describe_decisions(against[:1])
    'Ann draws with 17 against Four, against the rule'
    >>> right = one._replace(action="stands", total=20)
    >>> describe_decisions([one._replace(upcard="Six", rank=4), *against], [right])
    'Ann draws with 17 or soft 19, against the rule'
    """
    names = sorted({each.name for each in wrong if each.name}) or [
        "the dealer" if not any(each.upcard for each in wrong) else "the player"
    ]
    group = f"{len(names)} {'players' if any(each.upcard for each in wrong) else 'dealers'}"
    who = enumerate_words(names) if len(names) <= MOST_NAMES else group
    actions = {each.action: each.action.removesuffix("s" if names[1:] else "") for each in wrong}
    if len(wrong) >= OFTEN and len({each.action for each in (*wrong, *right)}) == 1:
        return f"{who} always {enumerate_words([*actions.values()])}, against the rule"
    said = []
    for action in sorted(actions):
        done = [each for each in wrong if each.action == action]
        is_one = len({(each.is_soft, each.total, each.upcard) for each in done}) == 1
        hands = [
            label
            for is_soft in (False, True)
            for label in _hands(
                [each for each in done if each.is_soft == is_soft],
                [each for each in (*wrong, *right) if each.is_soft == is_soft],
                [
                    each
                    for each in (*right, *(each for each in wrong if each.action != action))
                    if each.is_soft == is_soft
                ],
                is_one=is_one,
            )
        ]
        labels = _joined(_each_with_upcard(hands, done))
        said.append(f"{actions[action]} with {enumerate_words(labels, 'or')}")
    scope = ALL_RIGHT if len(right) >= ENOUGH else ""
    scope = _unplayed(wrong, right, row) + scope
    return f"{who} {' and '.join(said)}, against the rule{scope}"


def _unplayed(wrong: Collection[ShownDecision], right: Collection[ShownDecision], row: str) -> str:
    """Return a clause that lists the totals in a chart ``row`` that never come up against the upcard.

    Return an empty string if the ``wrong`` decisions involve several upcards or rows.

    >>> one = ShownDecision("draws", False, 14, "Ann", "Five", 3)
    >>> _unplayed([one], [one._replace(total=15)], "hard 13 to 16: stand against 5")
    '; 13 and 16 against Five do not come up'
    """
    found, upcards = ROW.search(row), {(each.is_soft, each.rank, each.upcard) for each in wrong}
    if found is None or len(upcards) > 1:
        return ""
    totals = range(int(found[1]), int(found[2]) + 1)
    (is_soft, rank, upcard), *_ = upcards
    played = {each.total for each in (*wrong, *right) if (each.is_soft, each.rank) == (is_soft, rank)}
    others = [str(total) for total in totals if total not in played]
    if not others or not all(each.total in totals for each in wrong):
        return ""
    if len(others) == len(totals) - 1:
        return f"; no other {'soft' if is_soft else 'hard'} total of {found[0]} against {upcard} comes up"
    return f"; {enumerate_words(others)} against {upcard} {'do' if others[1:] else 'does'} not come up"


def _each_with_upcard(hands: Sequence[str], wrong: Iterable[ShownDecision]) -> Sequence[str]:
    """Return the phrases ``hands``.

    If only some of them name an upcard, add it to the others, unless there are many. Otherwise, an upcard
    would seem to belong to the phrases before it, too.

    >>> hands = [ShownDecision("stands", True, 18, "Ann", "Jack", 9), ShownDecision("stands", True, 16)]
    >>> _each_with_upcard(["soft 18", "soft 16 against Four"], [hands[0], hands[1]._replace(upcard="Four")])
    ['soft 16 against Four', 'soft 18 against Jack']
    """
    in_order = sorted(wrong, key=_by_total)
    pairs = dict.fromkeys((_totals([each]), each.upcard) for each in in_order)
    is_mixed = len({" against " in hand for hand in hands}) > 1
    return (
        [f"{hand} against {upcard}" for hand, upcard in pairs] if is_mixed and len(pairs) <= OFTEN else hands
    )


def _joined(hands: Sequence[str]) -> list[str]:
    """Join each pair of phrases for a hard and a soft hand that are otherwise equal.

    >>> _joined(["17", "soft 17", "soft 18 against Jack"])
    ['hard or soft 17', 'soft 18 against Jack']
    """
    soft = {hand.removeprefix(SOFT) for hand in hands if hand.startswith(SOFT)}
    return [
        f"hard or soft {hand}" if hand in soft else hand
        for hand in hands
        if not (hand.startswith(SOFT) and hand.removeprefix(SOFT) in hands)
    ]


def _by_total(decision: ShownDecision) -> tuple[bool, int, int]:
    return decision.is_soft, decision.total, decision.rank


def _hands(
    wrong: Sequence[ShownDecision],
    known: Sequence[ShownDecision],
    right: Sequence[ShownDecision],
    *,
    is_one: bool,
) -> Iterator[str]:
    """Yield phrases for the hands in ``wrong``, which are all hard or all soft and played the same way.

    Totals form a range if no other total in ``known`` lies between them. Upcards are mentioned only for
    totals that are also in ``right``, or if ``is_one`` says that there is just one total against one upcard.
    """
    mixed = {each.total for each in wrong} & {each.total for each in right}
    whole = _area(wrong, right) if mixed or (is_one and wrong and wrong[0].upcard) else ""
    if whole:
        yield whole
        return
    totals, played = {each.total for each in wrong} - mixed, sorted({each.total for each in known})
    for is_wrong, members in groupby(played, key=totals.__contains__):
        run = [*members]
        if not is_wrong:
            continue
        kind = "soft" if wrong[0].is_soft else "hard"
        if len(run) == 1 or run == played or (run[0] != played[0] and run[-1] != played[-1]):
            yield _totals([each for each in wrong if each.total in run])
        else:
            yield f"{kind} {run[0]} or more" if run[-1] == played[-1] else f"{kind} {run[-1]} or less"
    apart = [each for each in wrong if each.total in mixed]
    area = _area(apart, right) if apart else ""
    pairs = dict.fromkeys((_totals([each]), each.upcard) for each in sorted(apart, key=_by_total))
    if apart and not area and apart[0].upcard and len(pairs) <= OFTEN:
        yield from (f"{hand} against {upcard}" for hand, upcard in pairs)
    elif apart:
        yield area or ("some hands of " if apart[0].upcard else "") + _totals(apart)


def _area(wrong: Sequence[ShownDecision], right: Sequence[ShownDecision]) -> str:
    """Describe ``wrong`` as a range of totals against a range of upcards.

    Return an empty string if any decision in ``right`` lies within both ranges.
    """
    ranks = {each.rank: each.upcard for each in sorted(wrong, key=lambda each: each.rank)}
    totals = [each.total for each in wrong]
    for each in right:
        if min(totals) <= each.total <= max(totals) and min(ranks) <= each.rank <= max(ranks):
            return ""
    upcards = [*ranks.values()]
    against = f"{upcards[0]} to {upcards[-1]}" if len(upcards) > 2 else enumerate_words(upcards, "or")
    return f"{_totals(wrong)} against {against}"


def _totals(decisions: Sequence[ShownDecision]) -> str:
    """Describe the range of totals in ``decisions``, which are all soft or all hard."""
    totals, is_soft = {each.total for each in decisions}, decisions[0].is_soft
    if len(totals) == 1:
        return f"{'soft ' if is_soft else ''}{min(totals)}"
    return f"{'soft' if is_soft else 'hard'} {min(totals)} to {max(totals)}"
