"""The names of deviations that a ruleset cannot express. They are applied between two steps of the engine."""

from __future__ import annotations

from collections.abc import Iterator

from bj.record.events import Event

NEW_ORDER = "new order"
NEW_IN_ROUNDS = "new order in rounds"
NEW_ORDERS = {
    NEW_ORDER: "the pack was put back in new order before a shuffle",
    NEW_IN_ROUNDS: "the pack is put back in new order before a round",
}
"""Deviations that restore the original order of the pack before each shuffle, or only before each shuffle
between rounds.
"""

NO_RESET = "no reset"
UNDEALT = "undealt"
LATE = {
    1: "the first card after every shuffle is never dealt; the deal begins with the second",
    2: "the first two cards after every shuffle are never dealt; the deal begins with the third",
    3: "the first three cards after every shuffle are never dealt; the deal begins with the fourth",
}
"""Messages for a deal that begins too late, by the number of cards that are never dealt."""

BURNS = {f"burns {cards}": cards for cards in LATE}
"""Deviations that burn cards after a shuffle, each with the number of cards."""

OTHER_SHUFFLES = {
    NO_RESET: "after a shuffle, the deal goes on from its old place in the shoe, not from the first card",
    UNDEALT: "cards that have been dealt are not shuffled with the others",
    **{hook: LATE[cards] for hook, cards in BURNS.items()},
}
"""Deviations that affect shuffles: dealing continues at the same place in the shoe, cards that were dealt are
not shuffled, or cards are burned.
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
"""Groups of cards that a card counter may miss or count twice, each with the start of a message."""


def groups_of(event: Event, before: int, *, busts: bool) -> Iterator[str]:
    """Yield the keys in CARDS_COUNTED that describe the card in ``event``.

    ``before`` is the number of earlier events in this hand with the same key, and ``busts`` is whether the
    card busts the hand.
    """
    if busts:
        yield BUSTING
    if event.key == "hole_card":
        yield from ("dealer's cards", "hole card")
    if event.key == "player_dealt":
        yield from ("own cards", "own draws" if before > 1 else "first cards")
        yield from ("first card", "second card")[before : before + 1]
    if event.key == "dealer_dealt":
        yield from ("dealer's cards", "dealer's draws" if before else "upcard")


COUNTED_OF = {
    "hole_card": ("hole card",),
    "dealer_dealt": ("dealer's draws",),
    "player_dealt": ("own draws",),
}
"""Maps each event with a card to the groups of cards that may go uncounted if the event prints no line."""

COUNT_KEPT = "count kept"

WAGER_FIRST = "wager before shuffle"
"""A deviation: wagers are based on the count before the shuffle."""

COUNTED_AT_ONCE = "hole card at once"

UPCARD_AGAIN = "upcard again"

CARD_BEFORE = "card before"


TWICE = "twice: "
"""A prefix for keys in CARDS_COUNTED, which means that these cards are counted twice."""

COUNTS_FROM = {f"count from {first}": first for first in (1, -1)}
"""Deviations that begin the count at a number other than 0 after each shuffle, with this number."""

COUNTS = {
    **{cards: f"{said} not counted" for cards, said in CARDS_COUNTED.items()},
    COUNT_KEPT: "the count does not begin at zero after a shuffle",
    **{hook: f"the count begins at {first} instead of 0" for hook, first in COUNTS_FROM.items()},
    COUNTED_AT_ONCE: "the hole card is counted before it is turned",
    UPCARD_AGAIN: "the upcard is counted again instead of the hole card",
    CARD_BEFORE: "when a player draws a card, the previous one is counted again instead",
    **{f"{TWICE}{cards}": f"{said} counted twice" for cards, said in CARDS_COUNTED.items()},
}
"""Deviations that affect card counting, each with a message."""

PEEKS = "hole card seen"
"""A deviation: players look at the hole card instead of the upcard."""

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
"""The key in [payouts] for each event that settles a hand."""

WINNER_LEAVES = "winner leaves"
"""A deviation: the winner of a round leaves, although the line says that the loser does."""

NEXT_AS_SHOWN = "next as shown"
"""A deviation: after a kick-out, the transcript determines who plays and deals next."""

AS_SHOWN = {key: f"{key} as shown" for key in OUTCOMES}
"""Deviations that take a payout from the next bankroll in the transcript."""


TAKES_WAGERS = "wagers taken"
"""A deviation: wagers are deducted immediately, but payouts do not take this into account."""

NATURALS_PAID_TWICE = "naturals paid twice"
"""A deviation: after a natural is paid, the hand continues and is settled again."""

BUSTS_CHARGED = "busts charged"
"""A deviation: a busted hand loses its wager immediately, and again when it is settled."""

HOLE_CARD_LATE = "hole card late"
"""A deviation: the dealer takes the hole card from the shoe only when it is turned over."""

LIMITS: dict[str, tuple[int, int]] = {
    "players bust with the target": (-1, 0),
    "players bust beyond it by two": (1, 0),
    "the dealer busts with the target": (0, -1),
    "the dealer busts beyond it by two": (0, 1),
    "all bust with the target": (-1, -1),
    "all bust beyond it by two": (1, 1),
}
"""Deviations that move the total above which hands bust.

Each has two numbers, which are added to this total for players and for the dealer.
"""

BY_TOTALS = "settled by totals"
"""A deviation: hands above the target count as busts only when they are settled."""

UNASKED = "questions not printed"
"""A deviation: if a question is missing, its answer is inferred from the lines that follow."""

RAISES_ON_CREDIT = "raises on credit"
"""A deviation: players may double or split without having enough money."""

WAGERS_ON_CREDIT = "wagers on credit"
"""A deviation: players may wager more money than they have, but not double or split."""

NATURALS_AS_SHOWN = "naturals as shown"
"""A deviation: a hand is a natural only if the transcript says so."""

FOR_NATURALS = {
    "turns for naturals": "the dealer turns the hole card although a natural has ended the hand",
    "plays for naturals": "the dealer plays although a natural has ended the hand",
    "turns before naturals": "a natural is paid only after the dealer has turned the hole card",
    "plays before naturals": "a natural is paid only after the dealer has played",
}
"""Deviations in which the dealer still acts after a natural has ended the hand, each with a message."""

ENDS_EARLY = "hands end early"
"""A deviation: a hand ends as soon as the transcript shows its outcome."""

TOTALS_AS_SHOWN = "totals as shown"
"""A deviation: hands have the totals in the transcript (see ``likely_cards_and_decisions.value_shown``)."""

OUTCOMES_AS_SHOWN = "outcomes as shown"
"""A deviation: hands are settled with the outcomes shown in the transcript."""

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
"""The deviations that take something from the transcript instead of the rules."""

NATURALS = frozenset(("player_natural", "naturals_push"))

WATCHING = frozenset(
    (
        *COUNTS,
        *LIMITS,
        *AS_SHOWN.values(),
        WAGER_FIRST,
        PEEKS,
        NO_RESET,
        *BURNS,
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
"""The deviations that require a replay to stop after every step."""
