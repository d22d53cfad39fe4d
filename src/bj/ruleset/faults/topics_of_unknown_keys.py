"""Suggests a topic for an unknown key if no other remedy is known. The topic is based on the key's words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bj.faults_and_fixes import KeyPath
from bj.ruleset.faults.foreign_values import fold

TOPICS: Mapping[str, tuple[str, str]] = {
    "tournament|league": ("a tournament is between teams", "variants.md#play-a-league"),
    "eliminate|elimination|knockout|kick|kick_out": (
        "only members of teams can leave a game, by the steps `kick out player` and `kick out dealer`",
        "variants.md#play-a-league",
    ),
    "side_?bet|side_?wager": ("each side bet is a [side_bets.NAME] table", "variants.md#add-side-bets"),
    r"bonus|cards?_\w+_(?:win|pay)": (
        "each bonus is a [payouts.bonuses.NAME] table",
        "tables.md#set-payouts-and-bonuses",
    ),
    "insurance|surrender|peek": (
        "such rules are under [rules]",
        "tables.md#offer-surrender-and-insurance-and-peek",
    ),
    "split|resplit": ("`split` is under [rules]", "tables.md#play-hands-from-splits"),
    "double|doubling|redouble": ("`double` is under [rules]", "tables.md#choose-the-legal-actions"),
    "deviation|index|indices": ("`indices` are under [strategies.NAME]", "strategies.md#play-by-an-index"),
    "true_count|running_count|counting": (
        "`count` is under [strategies.NAME]",
        "strategies.md#bet-by-the-true-count",
    ),
    "martingale|progression|streak": (
        "`wager` and `reactions` are under [strategies.NAME]",
        "strategies.md#double-the-wager-after-every-loss",
    ),
    "tie|push|pushes|payout|odds": ("results are under [payouts]", "tables.md#set-payouts-and-bonuses"),
    "seat|spot|box|boxes|bankroll": (
        "each player is a [[players]] table",
        "tables.md#set-seats-and-table-limits",
    ),
    "shuffle|shuffling|shoe|deck|burn": ("shuffling is set under [shoe]", "reference.md#shoe"),
    "joker|rank|suit|wild": ("ranks are under [cards]", "variants.md#change-the-pack-and-let-21-always-win"),
    "message|line|text|greeting|speech": ("all lines are under [output]", "reference.md#output"),
}
"""Maps words to a phrase about their topic, and to the section of the docs that explains the topic."""


def find_topic(path: KeyPath) -> str:
    """Suggest a topic for a key, based on the words in its name or in the name of its section.

    Return an empty string if the words are unknown.

    >>> find_topic(("rules", "max_streak_of_splits"))
    '`split` is under [rules]: see docs/tables.md#play-hands-from-splits'
    >>> find_topic(("rules", "smoking"))
    ''
    """
    for name in (path[-1], path[0]):
        for words, (says, page) in TOPICS.items():
            if re.search(rf"(?<![a-z])(?:{words})(?:s|d|ed|ion)?(?![a-z])", fold(name)):
                return f"{says}: see docs/{page}"
    return ""
