"""Several examinations of a transcript: the one that makes do with the fewest explanations counts."""

from __future__ import annotations

from bj.verify.changes import Workshop
from bj.verify.examination import Examination
from bj.verify.rulebook import Rulebook
from bj.verify.search import Effort
from bj.verify.text import Text

DOUBTED = 3
"""Explanations, the first of an examination, that are doubted."""

REPLACED = 3
"""How many explanations are left out in one place, one after the other."""


def examine(workshop: Workshop, book: Rulebook, text: Text) -> Examination:
    """The examination of a transcript that makes do with the fewest explanations.

    An explanation may fit by accident for some hands, and hide the right one. So each of the first ones is
    left out in turn, as long as there is more than one finding.
    """
    effort = Effort()
    best = Examination(workshop, book, text, effort)
    best.run()
    place = 0
    while len(best.findings) > 1 and place < min(DOUBTED, len(best.adopted)):
        other = best
        for _ in range(REPLACED):
            if place >= len(other.adopted) or effort.left <= 0:
                break
            excluded = other.excluded | {other.adopted[place]}
            other = Examination(workshop, book, text, effort, excluded)
            other.run(best.badness)
            if other.badness < best.badness:
                best, place = other, -1
                break
        place += 1
    return best
