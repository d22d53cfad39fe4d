"""The names of deviations that no ruleset can express. Each is applied between two steps of the engine."""

from __future__ import annotations

NEW_ORDER = "new order"
NEW_IN_ROUNDS = "new order in rounds"
NEW_ORDERS = {
    NEW_ORDER: "the pack was put back in new order before a shuffle",
    NEW_IN_ROUNDS: "the pack is put back in new order before a round",
}
"""Deviations: the pack returns to its original order before every shuffle, or only between rounds."""

NO_RESET = "no reset"
UNDEALT = "undealt"
BURNS = "burns"
OTHER_SHUFFLES = {
    NO_RESET: "the next card is not the first one after a shuffle",
    UNDEALT: "cards that have been dealt are not shuffled with the others",
    BURNS: "a card is dropped after every shuffle",
}
"""Deviations of shuffles: dealing continues at the same place in the shoe, the dealt cards are left out, or a
card is burnt.
"""

BUSTING = "busting cards"
CARDS_COUNTED = {
    "dealer's cards": "the dealer's cards are",
    "hole card": "the hole card is",
    "upcard": "the dealer's upcard is",
    "dealer's draws": "cards that the dealer draws are",
    "own cards": "the player's own cards are",
    "own draws": "cards that the player draws are",
    "first cards": "the player's first cards are",
    "first card": "the player's first card is",
    "second card": "the player's second card is",
    BUSTING: "cards that bust a hand are",
}
"""Maps groups of cards that a card counter may miss, or count twice, to the start of a message."""

COUNTED_OF = {
    "hole_card": ("hole card",),
    "dealer_dealt": ("dealer's draws",),
    "player_dealt": ("own draws",),
}
"""Maps lines about single cards to the groups of cards that a program without such a line may not count."""

COUNT_KEPT = "count kept"

WAGER_FIRST = "wager before shuffle"
"""A deviation: wagers after a shuffle are based on the count from before it."""

COUNTED_AT_ONCE = "hole card at once"

UPCARD_AGAIN = "upcard again"

CARD_BEFORE = "card before"


TWICE = "twice: "
"""The prefix of a group of CARDS_COUNTED whose cards are counted twice."""

COUNTS = {
    **{cards: f"{said} not counted" for cards, said in CARDS_COUNTED.items()},
    COUNT_KEPT: "the count does not begin at zero after a shuffle",
    COUNTED_AT_ONCE: "the hole card is counted before it is turned",
    UPCARD_AGAIN: "the upcard is counted again instead of the hole card",
    CARD_BEFORE: "when a player draws a card, the previous one is counted again instead",
    **{f"{TWICE}{cards}": f"{said} counted twice" for cards, said in CARDS_COUNTED.items()},
}
"""Maps the deviations of a card counter to messages."""

PEEKS = "hole card seen"
"""A deviation: players base decisions on the hole card instead of the upcard."""

OUTCOMES: dict[str, str] = {
    "player_natural": "natural",
    "naturals_push": "natural",
    "player_wins": "win",
    "won_by_bust": "win",
    "dealer_wins": "win",
    "lost_by_bust": "win",
    "dealer_natural": "natural",
    "push": "tie",
}
"""Maps each event that settles a hand to a key of [payouts]."""

WINNER_LEAVES = "winner leaves"
"""A deviation: the winner of a round leaves, although a line says that the loser does."""

NEXT_AS_SHOWN = "next as shown"
"""A deviation: after a kick-out, the transcript decides who plays and who deals next."""

AS_SHOWN = {key: f"{key} as shown" for key in OUTCOMES}
"""Deviations: the payout of an outcome is taken from the next bankroll in the transcript."""


TAKES_WAGERS = "wagers taken"
"""A deviation: a wager is taken from the bankroll immediately, but settlement assumes that it was not."""

NATURALS_PAID_TWICE = "naturals paid twice"
"""A deviation: after a natural is paid, the hand continues and is settled like any other hand."""

BUSTS_CHARGED = "busts charged"
"""A deviation: a busted hand loses its wager immediately, in addition to its later settlement."""

HOLE_CARD_LATE = "hole card late"
"""A deviation: the dealer takes the hole card only when it is turned, after the players' cards."""

LIMITS: dict[str, tuple[int, int]] = {
    "players bust with the target": (-1, 0),
    "players bust beyond it by two": (1, 0),
    "the dealer busts with the target": (0, -1),
    "the dealer busts beyond it by two": (0, 1),
    "all bust with the target": (-1, -1),
    "all bust beyond it by two": (1, 1),
}
"""Maps deviations to the points by which players and the dealer may exceed the target without busting."""

BY_TOTALS = "settled by totals"
"""A deviation: hands above the target bust only when they are settled."""

UNASKED = "questions not printed"
"""A deviation: if a question is missing, the decision is taken from the lines that follow."""

RAISES_ON_CREDIT = "raises on credit"
"""A deviation: players may double or split without enough money."""

WAGERS_ON_CREDIT = "wagers on credit"
"""A deviation: players may wager, but not double or split, without enough money."""

NATURALS_AS_SHOWN = "naturals as shown"
"""A deviation: a natural counts only where the transcript says so."""

FOR_NATURALS = {
    "turns for naturals": "the dealer turns the hole card although a natural has ended the hand",
    "plays for naturals": "the dealer plays although a natural has ended the hand",
    "turns before naturals": "a natural is paid only after the dealer has turned the hole card",
    "plays before naturals": "a natural is paid only after the dealer has played",
}
"""Maps deviations in which the dealer acts although a natural should have ended the hand to messages."""

ENDS_EARLY = "hands end early"
"""A deviation: a hand in play ends when the transcript shows its outcome."""

TOTALS_AS_SHOWN = "totals as shown"
"""A deviation: hands have the totals in the transcript (see ``transcript_facts.value_shown``)."""

OUTCOMES_AS_SHOWN = "outcomes as shown"
"""A deviation: hands are settled by the outcomes in the transcript."""

AS_IT_COMES = frozenset(
    (
        *AS_SHOWN.values(),
        NATURALS_AS_SHOWN,
        NEXT_AS_SHOWN,
        ENDS_EARLY,
        TOTALS_AS_SHOWN,
        OUTCOMES_AS_SHOWN,
        UNASKED,
    )
)
"""The deviations that take values from the transcript."""

NATURALS = frozenset(("player_natural", "naturals_push"))

WATCHING = frozenset(
    (
        *COUNTS,
        *LIMITS,
        *AS_SHOWN.values(),
        WAGER_FIRST,
        PEEKS,
        NO_RESET,
        BURNS,
        WINNER_LEAVES,
        NEXT_AS_SHOWN,
        TAKES_WAGERS,
        NATURALS_PAID_TWICE,
        BUSTS_CHARGED,
        HOLE_CARD_LATE,
        BY_TOTALS,
        RAISES_ON_CREDIT,
        WAGERS_ON_CREDIT,
        NATURALS_AS_SHOWN,
        *FOR_NATURALS,
        ENDS_EARLY,
        OUTCOMES_AS_SHOWN,
    )
)
"""The deviations for which a replay stops after every step."""
