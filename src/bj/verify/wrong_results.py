"""Describes hands that have the wrong result, by comparing the totals of the player and the dealer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bj.record.events import Event
from bj.text.sentences import enumerate_words
from bj.verify.findings import OFTEN
from bj.verify.hands_for_and_against import Evidence
from bj.verify.mismatch import Mismatch
from bj.verify.rulebook import without_role

RESULTS = {
    "player_wins": "a win",
    "won_by_bust": "a win",
    "paid": "a win",
    "dealer_wins": "a loss",
    "dealer_natural": "a loss",
    "lost_by_bust": "a loss",
    "collected": "a loss",
    "player_natural": "a natural",
    "naturals_push": "a tie",
    "push": "a tie",
}
"""The result of the hand for each event that settles it."""

HOW = {
    "player_wins": " with more points",
    "won_by_bust": " by the dealer's bust",
    "dealer_wins": " with fewer points",
    "lost_by_bust": " by a bust",
}
"""Phrases for how a hand was won or lost, by the event that settles it."""


class BustingSide(NamedTuple):
    """The side that busts: the players or the dealer."""

    is_dealer: bool
    whose: str


class WrongBust(NamedTuple):
    """A hand that is wrongly counted as a bust, or wrongly not counted as one."""

    key: str
    """The event that settles a hand after a bust by this side, as a key in BUSTS."""
    total: int
    counts: bool
    """Whether the program counts the hand as a bust."""


BUSTS = {"lost_by_bust": BustingSide(False, "the player"), "won_by_bust": BustingSide(True, "the dealer")}
"""The side that busts, for each event that settles a hand after a bust."""

MOST_TOTALS = 3
"""The maximum number of totals to list."""

COMPARED = {
    "bust": "after a bust",
    "dealer bust": "when the dealer busts",
    "fewer": "with fewer points than the dealer",
    "equal": "with as many points as the dealer",
    "more": "with more points than the dealer",
}
"""Phrases for how the player's hand compares with the dealer's."""


def describe_results(mismatch: Mismatch, evidence: Evidence) -> str:
    """Describe the hands that have a wrong result.

    Return an empty string if the line does not show a wrong result.
    """
    wrong: dict[str, list[Mismatch]] = {}
    for each in (mismatch, *evidence.wrong):
        shown, right = (
            RESULTS.get("" if event is None else event.key, "") for event in (each.shown, each.expected)
        )
        if right and shown not in ("", right):
            wrong.setdefault(shown, []).append(each)
        elif each is mismatch:
            return ""
    bust = _describe_busts([each for hands in wrong.values() for each in hands], evidence)
    said = [bust] if bust else [_describe(result, hands, evidence) for result, hands in wrong.items()]
    return f"{', and '.join(said)}, against the rules"


def second_result(mismatch: Mismatch) -> str:
    """Describe a line that announces a result although the hand already has one.

    Return an empty string for any other line.
    """
    shown, expected, last = mismatch.shown, mismatch.expected, mismatch.before[-1:]
    is_over = (expected is None or expected.key not in RESULTS) and any(each.key in RESULTS for each in last)
    if shown is None or shown.key not in RESULTS or not is_over:
        return ""
    return f"the hand has a second result after `{mismatch.line_before}`"


def _describe_busts(wrong: Sequence[Mismatch], evidence: Evidence) -> str:
    """Describe the totals that are wrongly counted, or not counted, as busts.

    Return an empty string if a different mistake explains any of the hands.
    """
    found = [wrong_bust(each) for each in wrong]
    by_key = {each.key for each in found if each is not None}
    if None in found or len(by_key) != 1:
        return ""
    (key,) = by_key
    low, high = (
        sorted({each.total for each in found if each is not None and each.counts == counts})
        for counts in (True, False)
    )
    right = {
        _last_total(event for event in events if event.is_dealer == BUSTS[key].is_dealer)
        for _, events, _ in evidence.right_hands()
        if any(event.key == key for event in events)
    }
    if not low and max(high) >= min((each for each in right if each is not None), default=0):
        return ""  # hands that bust at other totals show that the limit itself is right
    busts = f"{BUSTS[key].whose} counts as bust with {enumerate_words(_some(low))}"
    if not high:
        return busts
    kept = enumerate_words(_some(high), "or")
    return f"{busts}, but not with {kept}" if low else f"{BUSTS[key].whose} does not bust with {kept}"


def _some(totals: Sequence[int]) -> list[str]:
    """Return the first few of ``totals`` as text."""
    return [*map(str, totals[:MOST_TOTALS])]


def _describe(result: str, wrong: Sequence[Mismatch], evidence: Evidence) -> str:
    """Describe the hands that wrongly count as ``result``.

    Totals are shown for one hand of each kind in COMPARED.
    """
    hands: dict[str, str] = {}
    for each in wrong:
        hands.setdefault(*_compare(each))
    said = [COMPARED[what] + (f" ({totals})" if totals else "") for what, totals in hands.items() if what]
    same = _total_of_dealer(wrong, evidence)
    if same is not None and [*hands] == ["dealer bust"]:
        said = [f"when the dealer busts with {same}"]
    elif same is not None:
        totals = dict.fromkeys(_compare(each)[1] for each in wrong)
        said = [f"when the dealer has {same} ({enumerate_words([*totals][:MOST_TOTALS])})"]
    right = evidence.right_hands()
    results = {RESULTS[event.key] for _, events, _ in right for event in events if event.key in RESULTS}
    is_every = results <= {result} and len(evidence.wrong) + len(evidence.right) >= OFTEN
    owns = {_last_total(event for event in each.since_deal if event.person == each.player) for each in wrong}
    is_one = len(wrong) > OFTEN and len(owns) == 1 and None not in owns
    hand = f"a hand of {owns.pop()}" if is_one else "a hand"
    subject = f"every hand counts as {result}" if is_every else f"{hand} counts as {result}"
    return f"{subject}{', also' if is_every else ''} {enumerate_words(said)}" if said else subject


def _total_of_dealer(wrong: Sequence[Mismatch], evidence: Evidence) -> int | None:
    """Return the dealer's total, if all hands in ``wrong``, but no other hands, have the same one.

    Return None otherwise.
    """
    totals = {_last_total(event for event in each.since_deal if event.is_dealer) for each in wrong}
    others = {
        _last_total(event for event in events if event.is_dealer) for _, events, _ in evidence.right_hands()
    }
    is_apart = len(totals) == 1 and totals.isdisjoint(others) and len(others) >= OFTEN
    compared = {_compare(each) for each in wrong}
    is_bust = {what for what, _ in compared} == {"dealer bust"}
    is_said = is_bust or (len(compared) > 1 and all(both for _, both in compared))
    return totals.pop() if is_apart and is_said else None


def describe_last(events: Sequence[Event], evidence: Evidence) -> str:
    """Describe the last result in ``events``.

    Say how the hand was won or lost, if hands that were won or lost in a different way are right.
    """
    key = _last_result(events)
    if not key:
        return "a hand"
    hands = [_last_result(each.before) for each in evidence.wrong]
    right = {_last_result(others) for _, others, _ in evidence.right_hands()}
    is_one = {*hands} <= {key} and any(each != key and RESULTS.get(each) == RESULTS[key] for each in right)
    return RESULTS[key] + (HOW[key] if is_one and key in HOW and key not in right else "")


def _last_result(events: Sequence[Event]) -> str:
    """Return the key of the last event that announces a result, or an empty string."""
    return next((each.key for each in reversed(events) if each.key in RESULTS), "")


def wrong_bust(mismatch: Mismatch) -> WrongBust | None:
    """Return the hand that the line wrongly treats as a bust or as no bust, or None.

    The hand may be the player's or the dealer's.
    """
    shown, expected = mismatch.shown, mismatch.expected
    keys = ["" if event is None else event.key for event in (shown, expected)]
    said = mismatch.reference.checked.texts
    busts = [each for each in mismatch.since_deal if without_role(each.key) == "busts" and each.key in said]
    named = {event.is_dealer for event in busts}
    for key, side in BUSTS.items() if keys[0] != keys[1] else ():
        own = (event for event in mismatch.since_deal if event.is_dealer == side.is_dealer)
        total = _last_total(own) or 0
        counts, is_bust = key == keys[0], total > mismatch.book.model.rules.target
        if total and key in keys and counts != is_bust and (counts or side.is_dealer not in named):
            return WrongBust(key, total, counts)
    return None


def _compare(mismatch: Mismatch) -> tuple[str, str]:
    """Return the key in COMPARED for the two hands, and both totals as text.

    Both strings are empty if a total is unknown. After a bust, only the second string is empty.
    """
    events = mismatch.since_deal
    busts = {event.person for event in events if without_role(event.key) in ("busts", "bust_hand")}
    if mismatch.player in busts:
        return "bust", ""
    if any(event.is_dealer and event.person in busts for event in events):
        return "dealer bust", ""
    own = _last_total(event for event in events if event.person == mismatch.player)
    dealers = _last_total(event for event in events if event.is_dealer)
    if own is None or dealers is None or any(event.part is not None for event in events):
        return "", ""
    what = "fewer" if own < dealers else "more" if own > dealers else "equal"
    return what, f"{own} against {dealers}"


def _last_total(events: Iterable[Event]) -> int | None:
    return next((each.total for each in reversed([*events]) if each.total is not None), None)
