"""Sections and lines of output by the names that other games and programs have for them."""

from __future__ import annotations

from collections.abc import Mapping

SECTIONS: Mapping[str, str] = {
    **dict.fromkeys(
        ("actions", "game", "house", "house_rules", "options", "player_options", "settings", "table"), "rules"
    ),
    **dict.fromkeys(("lines", "messages", "phrases", "strings", "text", "texts", "words"), "output"),
    **dict.fromkeys(("payout", "pays", "payoffs", "paytable"), "payouts"),
    **dict.fromkeys(("sidebet", "sidebets", "side_bet", "side_wagers"), "side_bets"),
    **dict.fromkeys(("bank", "banker"), "dealer"),
}
"""Sections by the names that others have for them."""

LINES: Mapping[str, str] = {
    "blackjack": "player_natural",
    "dealer_bust": "dealer_busts",
    "player_bust": "player_busts",
    "player_double": "player_doubles",
    "player_loses": "dealer_wins",
    "player_split": "player_splits",
    "player_stand": "player_stands",
    "player_win": "player_wins",
    "bust": "player_busts",
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
"""Events by the names that others have for them."""
