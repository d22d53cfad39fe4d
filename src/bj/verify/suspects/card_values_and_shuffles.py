"""Provides edits to card values, shuffles and the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from bj.cards import RANKS, rank_of
from bj.catalogue.events import DEALER, EVENTS, PLAYER
from bj.compiler.wrong_rules import ask
from bj.compiler.wrong_totals import (
    ACE,
    ALWAYS_HIGH,
    ONE_ALWAYS_HIGH,
    SOFT,
    WORTHS,
    count_worths,
    lose_softness,
    near_worths,
    only_for,
)
from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.record.events import HIDDEN
from bj.ruleset.templates import Template
from bj.text.sentences import enumerate_words
from bj.verify.causes_of_wrong_totals import say_values, totals_in, wrong_values
from bj.verify.changes import Change
from bj.verify.deviation_names import (
    BURNS,
    HOLE_CARD_LATE,
    NATURALS,
    NEW_ORDERS,
    NO_RESET,
    OTHER_SHUFFLES,
    TOTALS_AS_SHOWN,
    UNDEALT,
)
from bj.verify.findings import OFTEN
from bj.verify.leeway import Leeway
from bj.verify.likely_cards_and_decisions import HAND_IS_OVER, events_from
from bj.verify.matching import differing
from bj.verify.message_texts import OTHER_ORDER, WRONG_TOTAL
from bj.verify.mismatch import CARDS_SHOWN, Mismatch
from bj.verify.suspects.pack_orders import other_packs
from bj.verify.suspects.texts import misprint
from bj.verify.uncleared_hands import HANDS_KEPT
from bj.verify.wrong_riffles_and_deals import DEALINGS, NEVER_SHUFFLED, RIFFLES, UNRIFFLED

HIGHEST_WORTH = len(RANKS) + 1
"""The highest value that a program may give to a card: the position of the ace, counted from 2."""

TOTALS = frozenset((each.key, "total") for each in EVENTS.values() if "total" in each.fields)
"""The fields that contain totals, as pairs of an event and a field."""


def other_softness(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that count aces incorrectly."""
    rule: KeyPath = ("cards", "ranks")
    target = mismatch.book.model.rules.target
    for which in SOFT:
        yield Change(which, "total", rule, _said(which), vary=lose_softness(which, target), always=True)


def _said(which: str) -> str:
    """Return the message about a mistake with aces.

    Mistakes that differ only in hands with two aces share it.
    """
    return ALWAYS_HIGH if which == ONE_ALWAYS_HIGH else which


def other_aces(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that miscounts aces, but only in this hand."""
    event = mismatch.expected
    if event is None or event.person is None or not _may_be_miscounted(mismatch, event.person):
        return
    person = event.person
    yield Change(
        f"aces of {person} in {event.key} at {mismatch.halt.at}",
        "total",
        ("cards", "ranks"),
        "aces are counted wrong",
        vary=ask([person]),
        leeway=Leeway(free={person}, loose=TOTALS),
        once=True,
    )


def _may_be_miscounted(mismatch: Mismatch, person: int) -> bool:
    """Return whether ``person`` may have a wrong total: the cards do not add up to it, or it is not shown."""
    dealt = [event for event in mismatch.since_deal if event.person == person]
    shown = mismatch.shown
    if all(event.total is None for event in dealt) and (shown is None or shown.total is None):
        return True
    held, total = _next_total(mismatch, person)
    return total is not None and (HIDDEN in held or total != _total_of(mismatch, person, held))


def is_miscounted(mismatch: Mismatch) -> bool:
    """Return whether the transcript shows a wrong total for the hand on the line."""
    event = mismatch.expected
    if event is None or event.person is None or TOTALS_AS_SHOWN in mismatch.reference.leeway.hooks:
        return False
    held, total = _next_total(mismatch, event.person)
    return total is not None and HIDDEN not in held and total != _total_of(mismatch, event.person, held)


def _next_total(mismatch: Mismatch, person: int) -> tuple[Sequence[int], int | None]:
    """Return the cards and the total that the transcript shows next for this hand.

    If no total follows, return an empty tuple and None.
    """
    dealt = [event for event in mismatch.since_deal if event.person == person]
    following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at)
    for event in takewhile(lambda event: event.key not in HAND_IS_OVER, following):
        if event.person == person:
            dealt.append(event)
            if event.total is not None:
                cards = [each.card for each in dealt if each.card is not None and each.key in CARDS_SHOWN]
                return event.cards or cards, event.total
    return (), None


def _total_of(mismatch: Mismatch, person: int, cards: Sequence[int]) -> int:
    """Return the total that ``cards`` have in a hand held by ``person``, according to the rules."""
    return View(mismatch.compiled.program, mismatch.compiled.table).total_with(person, cards)


def other_values(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes to the values of cards that may explain a wrong total."""
    yield from other_softness(mismatch)
    rule: KeyPath = ("cards", "ranks")
    target = mismatch.book.model.rules.target
    shown = 0 if mismatch.shown is None else mismatch.shown.total or 0
    busts = mismatch.keys == {"bust_hand", "turn"} or shown > target
    known = WORTHS | {
        _say_worth(mismatch, [rank], worth): {rank: (worth, worth)}
        for rank in range(ACE)
        for worth in near_worths(rank)
    }
    for which, worths in known.items():
        if mismatch.ranks.isdisjoint(worths):
            continue
        change = Change(which, "total", rule, which, vary=count_worths(worths, target), always=True)
        yield change
        if busts and len(mismatch.held) == 2 and 2 * max(low for low, _ in worths.values()) > target:
            unsaid = Leeway(loose={(f"{role}_bust_hand", "") for role in (PLAYER, DEALER)})
            yield replace(change, name=f"{which}, unsaid", leeway=unsaid)
    yield from _learned_values(mismatch)
    yield from _other_values_of_dealer(mismatch)


def shown_values(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that take totals from the transcript, either for the game or only for the lines."""
    if mismatch.shows_total:
        rule, message = ("cards", "ranks"), WRONG_TOTAL
        yield Change(TOTALS_AS_SHOWN, "total", rule, message, leeway=Leeway(hooks={TOTALS_AS_SHOWN}))
        yield Change("totals misprinted", "total", rule, message, leeway=Leeway(loose=TOTALS))


def kept_hands(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that keep part of each hand for the next one."""
    cards = not mismatch.variants.plain.leeway.cards
    is_between = mismatch.is_first_hand or mismatch.keys & {"hand", "bets"} or mismatch.is_other_card
    events = {event.key for event in mismatch.before}
    happened = {"": True, "natural": not events.isdisjoint(NATURALS), "bust": "player_busts" in events}
    for message, kept in () if is_between else HANDS_KEPT.items():
        if not happened[kept.after]:
            continue
        leeway = Leeway(hooks={message}, cards=cards)
        rule: KeyPath = ("cards", "ranks")
        yield Change(message, "total", rule, message, leeway=leeway, remembers="game", always=True)


def _learned_values(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that give one rank the value needed to explain the total on the line."""
    event, shown = mismatch.expected, mismatch.shown
    if event is None or shown is None or shown.total is None or shown.person != event.person:
        return
    held = [card for card in event.cards or shown.cards or mismatch.held if card != HIDDEN]
    worths, target = mismatch.reference.checked.pack.worths, mismatch.book.model.rules.target
    ranks = Counter(map(rank_of, held))
    for rank, cards in sorted(ranks.items(), reverse=True):
        worth = min(worths[rank]), max(worths[rank])
        rest = shown.total - sum(max(worths[other]) * ranks[other] for other in ranks if other != rank)
        for low, high in sorted(_worths_making(rest, cards, *worth) - {worth}):
            if 0 <= low <= high <= HIGHEST_WORTH and {rank: (low, high)} not in WORTHS.values():
                alike = [other for other, own in enumerate(worths) if sorted(own) == sorted(worths[rank])]
                for group in ([rank], alike) if len(alike) > 1 else ([rank],):
                    which = _say_worth(mismatch, group, *sorted({low, high}))
                    vary = count_worths(dict.fromkeys(group, (low, high)), target)
                    yield Change(which, "total", ("cards", "ranks"), which, vary=vary, always=True)


def values_of_all_totals(mismatch: Mismatch) -> Mapping[int, int]:
    """Return wrong values for several ranks that together explain every total in the transcript.

    Return an empty map if the total on the line is right, or if the values are a common mistake that has its
    own edit.
    """
    values = wrong_values(mismatch, dict.fromkeys(totals_in(mismatch))) if is_miscounted(mismatch) else {}
    usual = [{rank: low for rank, (low, _) in worths.items()} for worths in WORTHS.values()]
    return values if len(values) > OFTEN and len({*values.values()}) > 1 and values not in usual else {}


def other_values_of_all(mismatch: Mismatch, values: Mapping[int, int]) -> Iterator[Change]:
    """Yield a change that assigns the wrong ``values`` to ranks."""
    target, message = mismatch.book.model.rules.target, say_values(mismatch, values)
    if min(values.values()) >= 0:
        vary = count_worths({rank: (value, value) for rank, value in values.items()}, target)
        yield Change(message, "total", ("cards", "ranks"), message, vary=vary, always=True)


def _say_worth(mismatch: Mismatch, ranks: Sequence[int], *worths: int) -> str:
    names = [mismatch.reference.checked.pack.named[rank].name for rank in ranks]
    what = "an ace" if ranks == [ACE] else f"each {enumerate_words(names)}"
    return f"{what} counts {' or '.join(map(str, worths))}"


def _worths_making(total: int, cards: int, low: int, high: int) -> set[tuple[int, int]]:
    """Find low and high values for a rank with which ``cards`` cards of the rank add up to ``total``.

    At most one of the cards counts high. Only pairs that resemble ``low`` and ``high`` are found.

    >>> sorted(_worths_making(4, 1, 1, 11))
    [(-6, 4), (1, 4), (4, 4), (4, 11), (4, 14)]
    """
    more, each = high - low, total // cards
    found = {(low, total - (cards - 1) * low), ((total - more) // cards, (total - more) // cards + more)}
    found |= {(each, each), (each, each + more), (each, high)}
    return {worth for worth in found if total in (cards * worth[0], (cards - 1) * worth[0] + worth[1])}


def _other_values_of_dealer(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes to card values, for the dealer's hands only."""
    target, rule = mismatch.book.model.rules.target, ("cards", "ranks")
    if mismatch.expected is None or mismatch.expected.person not in mismatch.dealers:
        return
    aces = [which for which, worths in WORTHS.items() if worths.keys() == {ACE}]
    for which in (*SOFT, *aces):
        vary = lose_softness(which, target) if which in SOFT else count_worths(WORTHS[which], target)
        name, message = (f"{each}, in the dealer's hand" for each in (which, _said(which)))
        yield Change(name, "total", rule, message, vary=only_for(mismatch.dealers, vary), always=True)


def never_shuffled(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that deal packs in their original order. They may omit the lines for cuts or shuffles."""
    event = mismatch.expected
    if event is None or not mismatch.is_in_new_order:
        return
    silent = {"cut": ("cut",), "shuffle": ("shuffle", "cut")}.get(event.key, ())
    rule, texts = ("shoe", "shuffle"), dict[str, Template | None].fromkeys(silent)
    for message, more in ((NEVER_SHUFFLED, {NO_RESET}), (RIFFLES[UNRIFFLED].message, set[str]())):
        leeway = Leeway(texts, cuts=True, hooks={UNRIFFLED, *more})
        yield Change(f"{message} {silent}", "shuffle", rule, message, leeway=leeway, remembers="game")


def other_chance(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes to the shuffle, the cuts or the shoe that may explain different cards or cuts."""
    event, shown = mismatch.expected, mismatch.shown
    if event is None or shown is None or shown.key != event.key or shown.person not in (None, event.person):
        return
    wrong = differing(event, shown)
    rule: KeyPath = ("shoe", "shuffle")
    as_shown = Leeway(cards=True, cuts=True)
    if "cut" in wrong:
        yield from misprint(mismatch)
        message = "the cuts do not match the random numbers"
        yield Change("cuts", "shuffle", (*rule, "generator"), message, leeway=Leeway(cuts=True))
        message = "the cards were shuffled with different cuts"
        yield Change("cards", "shuffle", rule, message, leeway=as_shown)
    if "card" in wrong or "cards" in wrong:
        message, late = "the dealer takes the hole card only when it is turned", {HOLE_CARD_LATE}
        yield Change(HOLE_CARD_LATE, "order", ("procedure", "deal"), message, leeway=Leeway(hooks=late))
        for hook, message in NEW_ORDERS.items():
            yield Change(hook, "shuffle", rule, message, leeway=Leeway(cuts=True, hooks={hook}))
        for hook, riffle in RIFFLES.items():
            leeway = Leeway(cuts=True, hooks={hook})
            yield Change(hook, "shuffle", rule, riffle.message, leeway=leeway, remembers="game")
        for hook, dealing in DEALINGS.items() if mismatch.variants.plain.deals_from_shoe else ():
            leeway = Leeway(cuts=True, hooks={hook})
            yield Change(hook, "shuffle", ("shoe", "packs"), dealing.message, leeway=leeway, remembers="game")
        yield from never_shuffled(mismatch)
        yield from other_packs(mismatch)
        for hook, message in OTHER_SHUFFLES.items():
            leeway = Leeway(cuts=hook == UNDEALT, hooks={hook})
            where: KeyPath = ("shoe", "packs") if hook in BURNS else rule
            yield Change(hook, "shuffle", where, message, leeway=leeway, remembers="game")
        yield Change("cards", "shuffle", rule, OTHER_ORDER, leeway=as_shown)
