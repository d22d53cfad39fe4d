"""Limits that several packages share: how much a ruleset may contain, and how much the engine can hold."""

from __future__ import annotations

MOST_SEATS = 60
"""The maximum number of seats at a table, and of members in a tournament.

Members who both play and deal count twice.
"""

MOST_TEAMS = 16

MOST_MATCHES = 1_000

MOST_PACKS = 16

MOST_COPIES = 100
"""The maximum number of copies of a card in a pack."""

LARGEST_PACK = 1_000
"""The maximum number of cards in a pack."""

LEAST_TARGET, LARGEST_TARGET = 5, 31
"""The minimum and maximum target."""

LARGEST_WORTH = 14
"""The maximum value of a card. If totals are counted in halves, such a card is worth seven points."""

HIGHEST_TOTAL = LARGEST_TARGET + LARGEST_WORTH
"""The highest total that is shown. A hand with a higher total is bust, even with the largest target."""

MOST_HELD = 34
"""The maximum number of cards in a hand. Even a hand with only aces busts with fewer cards."""

MOST_DEALT = 32
"""The maximum number of entries in the order of dealing."""

MOST_SPLIT = 8
"""The maximum number of hands into which a hand can be split."""

MOST_HANDS = 128
"""The maximum number of hands at a table."""

MOST_SPOTS = 7
"""The maximum number of hands dealt to a player."""

MOST_REMEMBERED = 16
"""How many numbers the strategies and powers in a ruleset can remember. Each `limit` uses one of them."""

MOST_REACTIONS = 32
"""The maximum number of reactions in a strategy, and the maximum number of a member's own reactions.

The codes for a person's events have room for both.
"""

MOST_RAISES = 20
"""The maximum number of raises in a betting round."""

MOST_SIDE_BETS = 8

MOST_ROUNDS = 1_000_000_000
"""The maximum number of rounds in a game that does not ask whether to play another one."""

MOST_DECIMALS = 4
"""The maximum number of decimal places in an amount of money."""

LARGEST_ANSWER = 1_000_000
"""The largest number that a player can give as the answer to a power's question."""

LARGEST_NUMBER = 1 << 50
"""The largest result of a formula. Larger numbers stop the game, so that any product fits in 64 bits."""

LARGEST_WAGER = 1 << 40
"""The maximum wager, in the smallest unit of money. Sums of many such wagers fit in 64 bits."""

LARGEST_RANGE = 1 << 31
"""The maximum number of values from which a random number can be chosen."""

LONGEST_TEXT = 2_000
"""The maximum number of characters in an expression, a template or another string."""
