"""Decides whether a finding may merely be a consequence of an earlier mistake."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from bj.verify.findings import OFTEN, WORDING, BrokenRule
from bj.verify.guessed_rule import CRASHES, QUIT
from bj.verify.values_printed_as_none import IN_PLACE

ABOUT_CARDS = frozenset(("card", "cards", "total", "shuffle"))
"""Kinds of findings after which the program may hold, count or deal different cards."""

LINES_OF_CARDS = frozenset(("output.dealt", "output.hole_card"))
"""Rules for lines that show a card. If such a line is missing, the card may not have been dealt at all."""

NAMES = "cards.ranks."
"""The start of the rule in findings about a rank's wrong name."""

BY_NAMES = frozenset(("action", "count", "total"))
"""Kinds of findings that a misspelled rank may cause, because programs may look up cards by name."""

ABOUT_MONEY = frozenset(("payout", "outcome", "bankroll", "rounding"))
"""Kinds of findings after which the program may have a different amount of money."""

BY_CARDS = frozenset(("action", "strategy", "count", "wager", "shuffle"))
"""Kinds of findings about decisions that depend on the cards."""

BY_COUNT = frozenset(("count", "wager", "number"))
"""Kinds of findings about wagers, which may have the same cause."""

ABOUT_STEPS = frozenset(("order", "missing line", "extra line", "unknown line", "ending"))
"""Kinds of findings after which the steps of the program are unclear, unless many hands show them."""

BY_MONEY = frozenset(("payout", "wager"))
"""Kinds of findings about amounts that depend on money."""


CAUSES = frozenset(
    (
        ("number", "output.hand", "ending"),
        ("number", "output.player_bets", "number"),
        ("number", "output.player_bets", "payout"),
        ("number", "output.player_doubles", "number"),
        ("number", "output.player_doubles", "payout"),
        ("number", "output.hand", "order"),
        ("order", "teams", "order"),
        ("missing line", "output.cut", "shuffle"),
        ("missing line", "output.shuffle", "shuffle"),
    )
)
"""Mistakes and their consequences in any number of hands: the kind and the rule of an earlier finding, and
the kind of a later one that may follow from it.

For example, the number of the hand may decide when the game ends, a team in the wrong order may keep the
wrong members, a wager or a double of a wrong amount affects later amounts, and an action that prints nothing
may not have happened.
"""


def may_follow(
    finding: BrokenRule, earlier: Sequence[BrokenRule], *, is_explained: bool, ranks: Collection[str] = ()
) -> bool:
    """Return whether a finding may be a consequence of an earlier one rather than a separate mistake.

    ``ranks`` contains the codes of the ranks in the hand and of the upcard, if the finding is about a hand.
    After any mistake except a reworded line, the program may stop for a reason that no edit explains. A
    program that prints an error message, however, always makes a separate mistake. A decision that is wrong
    in only a few hands may be right given the program's own cards and money.
    """
    if finding.message.startswith(CRASHES):
        return False
    if any((each.kind, each.rule, finding.kind) in CAUSES for each in earlier):
        return True
    if finding.kind in BY_NAMES and any(_mentions_card(finding, each) for each in earlier):
        return True
    if finding.kind == "ending" and finding.path != QUIT:
        return not is_explained and any(map(_may_stop, earlier))
    if finding.times >= OFTEN:
        return False
    by_cards = finding.kind in BY_CARDS or finding.rule in LINES_OF_CARDS
    by_cards = by_cards and any(_changes_cards_for(finding, each, ranks) for each in earlier)
    return by_cards or (finding.kind in BY_MONEY and any(each.kind in ABOUT_MONEY for each in earlier))


def may_cause_stop(stop: BrokenRule, findings: Sequence[BrokenRule]) -> bool:
    """Return whether one of ``findings`` may be the cause of ``stop``, the first unexplained difference."""
    if stop.kind == "shuffle":
        return may_follow(stop, findings, is_explained=False)
    return any(
        each.rule == stop.rule
        or {each.kind, stop.kind} <= BY_COUNT
        or _changes_cards(each)
        or (each.kind in ABOUT_STEPS and each.times < OFTEN)
        or may_follow(stop, [each], is_explained=False)
        for each in findings
        if each.kind != WORDING
    )


def _may_stop(finding: BrokenRule) -> bool:
    """Return whether a program with this finding may crash or stop early."""
    return finding.kind != WORDING or _changes_cards(finding) or IN_PLACE in finding.message


def _mentions_card(finding: BrokenRule, earlier: BrokenRule) -> bool:
    """Return whether ``earlier`` reports a misspelled rank that ``finding`` mentions too."""
    named = earlier.kind == WORDING and earlier.rule.startswith(NAMES)
    called = re.search("`(.+)`", earlier.message) if named else None
    return called is not None and bool(
        re.search(rf"\b{re.escape(called[1])}\b", finding.message, re.IGNORECASE)
    )


def _changes_cards(finding: BrokenRule) -> bool:
    """Return whether a program with this mistake may hold, count or deal different cards.

    Findings about wrong names for ranks are included.
    """
    is_missing = finding.kind == "missing line" and finding.rule in LINES_OF_CARDS
    return is_missing or finding.kind in ABOUT_CARDS or finding.rule.startswith(NAMES)


def _changes_cards_for(finding: BrokenRule, earlier: BrokenRule, ranks: Collection[str]) -> bool:
    """Return whether the mistake ``earlier`` may lead to different cards where ``finding`` occurs.

    A misspelled rank matters only if it is one of ``ranks``, or if it may have been counted. Neither a
    misspelled rank nor an explained total changes how many cards are left in the shoe.
    """
    is_shuffle = finding.kind == "shuffle"
    is_hand = finding.kind == "action" or finding.rule in LINES_OF_CARDS
    if earlier.kind == WORDING and earlier.rule.startswith(NAMES):
        return not is_shuffle and (not is_hand or earlier.rule.split(".")[2] in ranks)
    return _changes_cards(earlier) and not (is_shuffle and earlier.kind == "total" and earlier.is_explained)
