"""Lists the names that other games and programs use for sections and for lines of output."""

from __future__ import annotations

import re
from collections.abc import Mapping

SECTIONS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "actions",
            "game",
            "house",
            "house_rules",
            "options",
            "player_options",
            "settings",
            "table",
            "table_rules",
            "casino_rules",
            "special_rules",
        ),
        "rules",
    ),
    **dict.fromkeys(("lines", "messages", "phrases", "strings", "text", "texts", "words"), "output"),
    **dict.fromkeys(("payout", "pays", "payoffs", "paytable"), "payouts"),
    **dict.fromkeys(("strategy", "play_style"), "strategies"),
    **dict.fromkeys(("banker", "croupier"), "dealer"),
    **dict.fromkeys(("currency", "coins"), "money"),
    **dict.fromkeys(("seat", "seats", "gamblers", "participants"), "players"),
    **dict.fromkeys(("deck", "decks", "packs", "shuffling"), "shoe"),
    "dealing": "procedure",
}
"""Maps other names for sections to the names in bj."""

LINES: Mapping[str, str] = {
    "blackjack_win": "player_natural",
    "both_blackjack": "naturals_push",
    "dealer_breaks": "dealer_busts",
    "player_breaks": "player_busts",
    "lose": "dealer_wins",
    "player_twists": "player_hits",
    **dict.fromkeys(("winner", "charlie", "charlie_wins", "five_card_charlie"), "player_wins"),
    **dict.fromkeys(("five_card_trick", "six_card_charlie", "seven_card_charlie"), "player_wins"),
    **dict.fromkeys(("card", "player_card", "player_draws", "player_gets"), "player_dealt"),
    **dict.fromkeys(("dealer_card", "dealer_draws", "dealer_gets"), "dealer_dealt"),
    **dict.fromkeys(("dealer_shows", "dealer_upcard", "up_card", "dealer_up_card"), "upcard"),
    **dict.fromkeys(("hidden_card", "dealer_reveals", "dealer_hole_card", "dealer_flips"), "hole_card"),
    **dict.fromkeys(("reveal", "dealer_turns_over", "dealer_turns", "hole_card_revealed"), "hole_card"),
    **dict.fromkeys(("peek", "no_blackjack", "dealer_no_blackjack"), "dealer_peeks"),
    **dict.fromkeys(("hand_over", "after_hand", "standing", "standings", "bankroll"), "player_standing"),
    **dict.fromkeys(("game_over", "end", "goodbye", "farewell", "session_over"), "player_standing"),
    "player_quits": "player_standing",
    **dict.fromkeys(("deal", "hand_start", "new_hand", "hand_begins", "next_hand", "hand_header"), "hand"),
    "new_shoe": "shuffle",
    "insurance": "player_insures",
    "insurance_pays": "insurance_won",
    "meter": "jackpot",
    "player_gives_up": "player_surrenders",
    "bonus_won": "player_bonus",
    "draw": "push",
    "player_peeks": "player_looks",
}
"""Maps other names for lines of output to events.

It leaves out names whose words already suggest the event.
"""

RULE_SECTIONS: Mapping[str, str] = {
    **dict.fromkeys(("surrender", "surrendering"), "surrender"),
    **dict.fromkeys(("double", "doubles", "doubling", "double_down", "doubling_down"), "double"),
    **dict.fromkeys(("split", "splits", "splitting", "pairs", "pair_splitting"), "split"),
    **dict.fromkeys(("insurance", "even_money"), "insurance"),
    **dict.fromkeys(("hole_card", "peek", "peeking"), "hole_card"),
    **dict.fromkeys(("charlie", "charlies"), "charlie"),
}
"""Maps the names of sections about a single house rule to that rule."""

MEANS_ALL = (
    "type",
    "kind",
    "rule",
    "rules",
    "when",
    "on",
    "mode",
    "allowed",
    "offered",
    "available",
    "enabled",
    "option",
)
"""The keys that set a whole house rule when they occur in a section about that rule."""

AGAINST: Mapping[str, str] = {
    **dict.fromkeys(("against", "with", "versus", "vs", "upcards", "upcard"), "=="),
    **dict.fromkeys(("not_against", "not_with", "not_vs", "except", "except_against", "unless"), "!="),
}
"""Maps keys that list upcards to an operator: ``==`` if the rule applies to these upcards, and ``!=`` if it
applies to all others.
"""


def find_sign(name: str) -> str:
    """Return ``==`` for a key that lists upcards, and ``!=`` for a key that lists excluded upcards.

    Return an empty string for any other key.

    >>> find_sign("against"), find_sign("except_upcards"), find_sign("dealer_upcard"), find_sign("cards")
    ('==', '!=', '==', '')
    """
    plain = re.sub(r"^(?:dealer|allowed|offered)_", "", name)
    return AGAINST.get(plain) or AGAINST.get(re.sub(r"_(?:dealer_)?(?:upcard|card)s?$", "", plain), "")


WAGERS = (
    *("bet", "bets", "wagers", "stake", "stakes", "unit", "bet_size", "bet_amount", "flat", "flat_bet"),
    "amount",
    *("base", "base_bet", "base_unit", "betting_unit", "start", "starting_bet", "first_bet", "initial_bet"),
)
"""The keys that set the wager of a player or a strategy."""

BONUSES = ("bonus", "bonuses", "bonus_payouts", "bonus_pays", "bonus_hands", "special_payouts")
"""The names of sections for bonuses, in snake case."""

SIDE_BETS = ("sidebet", "sidebets", "side_bet", "side_wagers", "sidewagers", "side_bets")
"""The names of sections for side bets, in snake case."""
