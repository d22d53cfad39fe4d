"""Sections and lines of output by their names in other games and programs."""

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
"""Sections by their names in other programs."""

LINES: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *("blackjack", "natural", "player_blackjack", "player_has_blackjack", "player_has_natural"),
            *("blackjack_win", "blackjack_wins", "natural_wins", "player_wins_blackjack"),
        ),
        "player_natural",
    ),
    **dict.fromkeys(("dealer_blackjack", "dealer_has_blackjack", "dealer_has_natural"), "dealer_natural"),
    **dict.fromkeys(
        ("both_blackjack", "both_blackjacks", "both_naturals", "blackjack_push"), "naturals_push"
    ),
    **dict.fromkeys(("blackjack_tie", "natural_push", "naturals_tie", "blackjacks_push"), "naturals_push"),
    **dict.fromkeys(("dealer_bust", "dealer_busted", "dealer_breaks", "dealer_goes_bust"), "dealer_busts"),
    **dict.fromkeys(
        ("bust", "player_bust", "player_busted", "player_breaks", "player_goes_bust"), "player_busts"
    ),
    **dict.fromkeys(("double", "player_double", "double_down", "player_doubles_down"), "player_doubles"),
    **dict.fromkeys(("lose", "loss", "lost", "player_loses", "player_lose", "player_lost"), "dealer_wins"),
    **dict.fromkeys(("split", "player_split"), "player_splits"),
    **dict.fromkeys(("stand", "player_stand", "player_stays", "player_sticks", "stay"), "player_stands"),
    **dict.fromkeys(("hit", "player_hit", "player_twists", "player_takes_hit"), "player_hits"),
    **dict.fromkeys(("dealer_stand", "dealer_stays"), "dealer_stands"),
    **dict.fromkeys(("dealer_hit",), "dealer_hits"),
    **dict.fromkeys(("win", "won", "winner", "player_win", "player_won"), "player_wins"),
    **dict.fromkeys(("charlie", "charlie_wins", "player_charlie", "five_card_charlie"), "player_wins"),
    **dict.fromkeys(("five_card_trick", "six_card_charlie", "seven_card_charlie"), "player_wins"),
    **dict.fromkeys(("card", "player_card", "player_draws", "player_gets", "deal_player"), "player_dealt"),
    **dict.fromkeys(("dealer_card", "dealer_draws", "dealer_gets", "deal_dealer"), "dealer_dealt"),
    **dict.fromkeys(("dealer_shows", "dealer_upcard", "up_card", "dealer_up_card"), "upcard"),
    **dict.fromkeys(("hidden_card", "dealer_reveals", "dealer_hole_card", "dealer_flips"), "hole_card"),
    **dict.fromkeys(("reveal", "dealer_turns_over", "dealer_turns", "hole_card_revealed"), "hole_card"),
    **dict.fromkeys(("no_blackjack", "peek", "dealer_peek", "dealer_no_blackjack"), "dealer_peeks"),
    **dict.fromkeys(("dealer_has_no_blackjack", "dealer_checks", "dealer_check"), "dealer_peeks"),
    "total": "player_total",
    **dict.fromkeys(
        (
            *("hand_over", "after_hand", "standing", "standings", "bankroll", "game_over", "end", "goodbye"),
            *("farewell", "session_over", "game_end", "end_of_game", "player_quits"),
        ),
        "player_standing",
    ),
    **dict.fromkeys(("hand_start", "hand_starts", "new_hand", "hand_begins", "start_of_hand"), "hand"),
    **dict.fromkeys(("round", "new_round", "round_start", "deal", "next_hand", "hand_header"), "hand"),
    **dict.fromkeys(("new_shoe", "reshuffle", "shuffling", "shuffled", "reshuffling", "shuffles"), "shuffle"),
    **dict.fromkeys(("insurance", "player_takes_insurance", "player_buys_insurance"), "player_insures"),
    **dict.fromkeys(("insurance_wins", "insurance_win", "insurance_pays"), "insurance_won"),
    **dict.fromkeys(("insurance_loses", "insurance_lose"), "insurance_lost"),
    **dict.fromkeys(("side_bet_wins", "side_bet_win"), "side_bet_won"),
    **dict.fromkeys(("side_bet_loses", "side_bet_lose"), "side_bet_lost"),
    **dict.fromkeys(("surrender", "player_surrender", "player_gives_up"), "player_surrenders"),
    **dict.fromkeys(("bet", "bets", "wager", "player_bet", "player_wagers", "player_stakes"), "player_bets"),
    **dict.fromkeys(("tie", "tied", "draw", "standoff", "player_pushes", "player_ties", "pushes"), "push"),
    **dict.fromkeys(("bonus", "bonus_won", "bonus_wins"), "player_bonus"),
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


def find_sign(name: str) -> str:
    """Whether a key is about some upcards, or about all others; empty for other keys.

    >>> find_sign("against"), find_sign("except_upcards"), find_sign("dealer_upcard"), find_sign("cards")
    ('==', '!=', '==', '')
    """
    plain = re.sub(r"^(?:dealer|allowed|offered)_", "", name)
    return AGAINST.get(plain) or AGAINST.get(re.sub(r"_(?:dealer_)?(?:upcard|card)s?$", "", plain), "")


BONUSES = ("bonus", "bonuses", "bonus_payouts", "bonus_pays", "bonus_hands", "special_payouts")
"""Names of the section for bonuses, in a normal spelling."""

SIDE_BETS = ("sidebet", "sidebets", "side_bet", "side_wagers", "sidewagers", "side_bets")
"""Names of the section for side bets, in a normal spelling."""
