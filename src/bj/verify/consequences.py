"""Findings that may follow from earlier ones, because the game of the program already differs."""

from __future__ import annotations

from collections.abc import Sequence

from bj.verify.findings import OFTEN, WORDING, BrokenRule

ABOUT_CARDS = frozenset(("card", "cards", "total", "shuffle"))
"""Kinds of findings after which the program may hold, count or deal other cards."""

LINES_OF_CARDS = frozenset(("output.dealt", "output.hole_card"))
"""Lines of a card: a program that does not print one may not deal it."""

ABOUT_MONEY = frozenset(("payout", "outcome", "bankroll", "rounding"))
"""Kinds of findings after which the program may have other money."""

BY_CARDS = frozenset(("action", "strategy", "count", "wager", "shuffle"))
"""Kinds of findings about decisions that depend on the cards."""

BY_MONEY = frozenset(("payout", "wager"))
"""Kinds of findings about amounts that depend on the money."""


CAUSES = frozenset(
    (
        ("number", "output.hand", "ending"),
        ("missing line", "output.cut", "shuffle"),
        ("missing line", "output.shuffle", "shuffle"),
    )
)
"""Kinds of findings with their rule, and the kind of those that may follow in any number of hands: the number
of the hand decides how many are played, and what is not printed may not be done."""


def may_follow(finding: BrokenRule, earlier: Sequence[BrokenRule], *, is_explained: bool) -> bool:
    """Whether a finding may follow from an earlier one, so that it is not surely a mistake of its own.

    After a mistake, but not after other words, a program may break off for a reason that no edit explains. A
    decision that differs in few hands may be right for the cards and the money that the program has.
    """
    if any((each.kind, each.rule, finding.kind) in CAUSES for each in earlier):
        return True
    if finding.kind == "ending":
        return not is_explained and any(each.kind != WORDING or _changes_cards(each) for each in earlier)
    if finding.times >= OFTEN:
        return False
    by_cards = finding.kind in BY_CARDS or finding.rule in LINES_OF_CARDS
    by_cards = by_cards and any(map(_changes_cards, earlier))
    return by_cards or (finding.kind in BY_MONEY and any(each.kind in ABOUT_MONEY for each in earlier))


def _changes_cards(finding: BrokenRule) -> bool:
    """Whether the program may have other cards; it may recognise a rank by its name."""
    is_missing = finding.kind == "missing line" and finding.rule in LINES_OF_CARDS
    return is_missing or finding.kind in ABOUT_CARDS or finding.rule.startswith("cards.ranks.")
