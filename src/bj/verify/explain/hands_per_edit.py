"""Counts the hands of a transcript that show each edit, and collects the evidence for each finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bj.verify.changes import Change
from bj.verify.explain.hypothesis import Hypothesis
from bj.verify.hands_for_and_against import EditsShown, Evidence, RightHand
from bj.verify.mismatch import Mismatch
from bj.verify.positions_and_halts import Halt, Position
from bj.verify.reference_game import ReferenceGame
from bj.verify.replay import Replay
from bj.verify.suspects.wrong_plays import decides_freely
from bj.verify.text import Text


def count_hands(hypothesis: Hypothesis) -> EditsShown:
    """Count the hands that show each edit and each finding of a hypothesis.

    The hypothesis caches the result. Raises ExhaustedError if there is no effort left.
    """
    if hypothesis.edits_shown is None:
        hypothesis.edits_shown = _count_hands(hypothesis)
    return hypothesis.edits_shown


def _count_hands(hypothesis: Hypothesis) -> EditsShown:
    evidence: dict[tuple[str, str], Evidence] = {}
    shown, found = Counter[Change](), Counter[tuple[str, str]]()
    missing = set[Change]()  # edits that omit a line from the previous hand
    carried, counted = dict[Change, int](), dict[Change, tuple[ReferenceGame, Position]]()
    for begin, changes, reference, end, _ in hypothesis.played:
        found_here = set[tuple[str, str]]()
        for key, hand in _right_without(hypothesis, begin, changes, reference):
            evidence.setdefault(key, Evidence()).add_right(hand)
        for change in changes:
            rest = tuple(each for each in changes if each != change)
            without = hypothesis.variants.make(rest, hypothesis.effort)
            position = None if without is None else hypothesis.variants.move(begin, reference, without)
            if without is not None and change.kind == "count" and not change.leeway.free:
                position = _counting_by(hypothesis, without, rest, change, (reference, begin), counted)
            if without is None or position is None:
                continue
            if without.compiled.decimals != reference.compiled.decimals:
                continue  # amounts are printed differently, so no hand can be compared
            there = position.copy()
            other = Replay(without, hypothesis.text, position)
            halt = other.next_hand()
            money = other.money if begin.hands else end[-1]
            is_shown = halt.why != "over" and (halt.at, halt.why, money) != end
            if change.is_about_order and change.name in hypothesis.found_by:
                first = hypothesis.noted[hypothesis.found_by[change.name]].mismatch
                is_shown = begin.hands > 0 and end[0] > first.halt.at
            is_late = _comes_late(halt, change)
            key = hypothesis.found_by.get(change.name, ("", ""))
            own = evidence.setdefault(key, Evidence())
            if not is_shown:
                own.add_right(RightHand(without, other.position.recorded, there.table, begin.at))
            elif halt.why == "differs":
                own.add(
                    Mismatch(
                        halt,
                        without,
                        hypothesis.text,
                        hypothesis.book,
                        hypothesis.variants,
                        halt.before,
                        there,
                    )
                )
            off = _off_by(without, hypothesis.text, halt, change) if is_shown else 0
            is_carried = off is not None and off == carried.get(change, 0)
            carried[change] = off or 0
            is_new = not is_carried and not (is_late and change in missing)
            shown[change] += is_shown and is_new
            if is_shown and is_new and key[0] == change.kind:
                found_here.add(key)
            (missing.discard if is_late or not is_shown else missing.add)(change)
        found.update(found_here)
    return EditsShown(shown, found, evidence)


def _right_without(
    hypothesis: Hypothesis, begin: Position, changes: Sequence[Change], reference: ReferenceGame
) -> Iterator[tuple[tuple[str, str], RightHand]]:
    """Yield the hand that starts at ``begin`` once for each finding whose edit no longer applies to it.

    Each item is a pair of the finding's key and the hand.
    """
    names = {each.name for each in hypothesis.paid if not each.once}.difference(each.name for each in changes)
    keys = {hypothesis.found_by[name] for name in names & hypothesis.found_by.keys()}
    keys = {key for key in keys if hypothesis.noted[key].mismatch.halt.at < begin.at}
    if keys:
        replay = Replay(reference, hypothesis.text, begin.copy())
        replay.next_hand()
        hand = RightHand(reference, replay.position.recorded, begin.table, begin.at)
        yield from ((key, hand) for key in keys)


def _counting_by(
    hypothesis: Hypothesis,
    without: ReferenceGame,
    rest: tuple[Change, ...],
    change: Change,
    here: tuple[ReferenceGame, Position],
    counted: dict[Change, tuple[ReferenceGame, Position]],
) -> Position | None:
    """Return the start of a hand in the game ``without`` an edit, including the count in that game.

    To find the count, replay the game with the edits ``rest``, and take the wagers from the transcript.
    ``counted`` caches that game and its position for each edit.
    """
    free = next(decides_freely(hypothesis.noted[hypothesis.found_by[change.name]].mismatch), None)
    apart = None if free is None else hypothesis.variants.make((*rest, free), hypothesis.effort)
    known = counted.pop(change, here)
    known = known if known[1].at == here[1].at else here
    position = None if apart is None else hypothesis.variants.move(known[1], known[0], apart)
    if apart is None or position is None:
        return None
    replay = Replay(apart, hypothesis.text, position.copy())
    if replay.next_hand().why == "hand":
        counted[change] = apart, replay.position
    return hypothesis.variants.move(position, apart, without)


def _off_by(reference: ReferenceGame, text: Text, halt: Halt, change: Change) -> int | None:
    """Return how much higher a bankroll is in the transcript than it should be.

    Return None if ``change`` is not an edit to a payout.
    """
    event = halt.event
    if change.kind != "payout" or event is None or (event.key, "bankroll") not in change.leeway.loose:
        return None
    shown = (
        each.bankroll for each, _ in reference.language.events_at(text, halt.at) if each.key == event.key
    )
    return (next(shown, None) or 0) - (event.bankroll or 0)


def _comes_late(halt: Halt, change: Change) -> bool:
    """Return whether ``halt`` is at a line that ``change`` moves here, possibly from the previous hand."""
    missing = {key for key, field in change.leeway.loose if not field}
    is_moved = bool(missing) and bool(change.leeway.extra)
    return is_moved and halt.why == "differs" and (halt.event is None or halt.event.key not in missing)
