"""Sections and lines of output by their names in other games and programs."""

from __future__ import annotations

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
"""Sections by their names in other programs."""

LINES: Mapping[str, str] = {
    "blackjack": "player_natural",
    "player_blackjack": "player_natural",
    "dealer_blackjack": "dealer_natural",
    "dealer_bust": "dealer_busts",
    "player_bust": "player_busts",
    "player_double": "player_doubles",
    "player_loses": "dealer_wins",
    "player_split": "player_splits",
    "player_stand": "player_stands",
    "player_win": "player_wins",
    "bust": "player_busts",
    "card": "player_dealt",
    "player_card": "player_dealt",
    "dealer_card": "dealer_dealt",
    "dealer_draws": "dealer_dealt",
    "hidden_card": "hole_card",
    "total": "player_total",
    "hand_over": "player_standing",
    "after_hand": "player_standing",
    "standing": "player_standing",
    "standings": "player_standing",
    "bankroll": "player_standing",
    "double": "player_doubles",
    "insurance": "player_insures",
    "lose": "dealer_wins",
    "loss": "dealer_wins",
    "split": "player_splits",
    "stand": "player_stands",
    "surrender": "player_surrenders",
    "tie": "push",
    "win": "player_wins",
}
"""Events by their names in other programs."""

RULE_SECTIONS: Mapping[str, str] = {
    **dict.fromkeys(("surrender", "surrendering"), "surrender"),
    **dict.fromkeys(("double", "doubles", "doubling", "double_down", "doubling_down"), "double"),
    **dict.fromkeys(("split", "splits", "splitting", "pairs", "pair_splitting"), "split"),
    **dict.fromkeys(("insurance", "even_money"), "insurance"),
    **dict.fromkeys(("hole_card", "peek", "peeking"), "hole_card"),
    **dict.fromkeys(("charlie", "charlies"), "charlie"),
}
"""House rules by the names of other programs' sections."""

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
"""The keys of such a section whose value is the whole rule."""

AGAINST: Mapping[str, str] = {
    **dict.fromkeys(("against", "with", "versus", "vs", "upcards", "upcard"), "=="),
    **dict.fromkeys(("not_against", "not_with", "not_vs", "except", "except_against", "unless"), "!="),
}
"""The keys of such a section for upcards, and whether the rule holds for them or for all others."""

BONUSES = ("bonus", "bonuses", "bonus_payouts", "bonus_pays", "bonus_hands", "special_payouts")
"""Names of the section for bonuses, in a normal spelling."""

SIDE_BETS = ("sidebet", "sidebets", "side_bet", "side_wagers", "sidewagers", "side_bets")
"""Names of the section for side bets, in a normal spelling."""
