"""Whether wagers that are wrong come of another count, or of another rule for the same count."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from bj.verify.changes import Change
from bj.verify.position import Position, Wager
from bj.verify.replay import Replay
from bj.verify.scene import Scene


def come_of_other_counts(scene: Scene, freed: Sequence[Change], start: Position) -> bool:
    """Whether no rule makes the wagers of a transcript from the count, though they are of the right amounts.

    With the same count, and no more money, more is wagered. ``freed`` is all that the program does
    differently, wagers as they are told among it, and ``start`` where its game begins.
    """
    yardstick = scene.workshop.make(freed)
    position = None if yardstick is None else scene.workshop.move(start, scene.yardstick, yardstick)
    if yardstick is None or position is None or scene.expected is None:
        return False
    replay = Replay(yardstick, scene.text, position, scene.workshop.assignment.answers)
    replay.play_out()
    wagers = [each for each in replay.wagers if each.person == scene.expected.person]
    usual = {each.amount for each in wagers if each.at < scene.halt.at} | {scene.expected.wager}
    by_rule = not any(is_higher(*pair) for pair in permutations(wagers, 2))
    return not by_rule and usual.issuperset(each.amount for each in wagers)


def is_higher(wager: Wager, other: Wager) -> bool:
    """Whether a wager is higher than another one, with the same count and no more money."""
    return wager.count == other.count and wager.bankroll <= other.bankroll and wager.amount > other.amount
