"""Several examinations of a transcript: the one that makes do with the fewest explanations counts."""

from __future__ import annotations

from bj.verify.changes import Workshop
from bj.verify.examination import DOUBTED, Badness, Examination
from bj.verify.findings import WORDING
from bj.verify.rulebook import Rulebook
from bj.verify.text import Text

REPLACED = 3
"""How many explanations are left out in one place, one after the other."""

LEAST: Badness = False, 0, 1
"""How little an examination leaves unexplained that needs one explanation, as every wrong transcript does."""


def examine(workshop: Workshop, book: Rulebook, text: Text) -> Examination:
    """The examination of a transcript that makes do with the fewest explanations.

    An explanation may fit by accident for some hands, and hide the right one. So each of the first ones is
    left out in turn, as long as there is more than one finding. Other words hide nothing.
    """
    best = Examination(workshop, book, text)
    best.run()
    place = 0
    while len(best.findings) > 1 and best.badness > LEAST and place < min(DOUBTED, len(best.adopted)):
        other = best
        for _ in range(REPLACED):
            if place >= len(other.adopted) or other.adopted[place].kind == WORDING or text.effort.left <= 0:
                break
            other = other.doubt(place)
            other.run(best.badness)
            if other.badness < best.badness:
                best, place = other, -1
                break
        place += 1
    return best
