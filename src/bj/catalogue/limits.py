"""Limits shared by several packages: the maximum that a ruleset may contain or the engine can hold."""

from __future__ import annotations

MOST_SEATS = 60
"""The maximum number of seats at a table, and of members in a tournament.

Members who both play and deal count twice.
"""

MOST_TEAMS = 16

MOST_MATCHES = 1_000

MOST_PACKS = 16

MOST_COPIES = 100
"""The maximum number of copies of one card in a pack."""

LARGEST_PACK = 1_000
"""The maximum number of cards in a pack."""

LEAST_TARGET, LARGEST_TARGET = 5, 31
"""The smallest and the largest target total."""

LARGEST_WORTH = 14
"""The largest value of a card. If totals are counted in halves, such a card is worth seven points."""

HIGHEST_TOTAL = LARGEST_TARGET + LARGEST_WORTH
"""The highest total that is shown. A hand with a higher total has busted under any target."""

MOST_HELD = 34
"""The maximum number of cards in a hand. Even if all are aces, fewer cards already bust the hand."""

MOST_DEALT = 32
"""The maximum number of entries in the dealing order."""

MOST_SPLIT = 8
"""The maximum number of hands that one hand can be split into."""

MOST_HANDS = 128
"""The maximum number of hands at a table."""

MOST_SPOTS = 7
"""The maximum number of hands dealt to one player."""

MOST_REMEMBERED = 16
"""How many numbers the strategies and powers of a ruleset can remember. Each `limit` uses one of these
numbers.
"""

MOST_REACTIONS = 32
"""The maximum number of reactions of a strategy, or of a member.

The codes of a person's events have room for both.
"""

MOST_RAISES = 20
"""The maximum number of raises in one betting round."""

MOST_SIDE_BETS = 8

MOST_ROUNDS = 1_000_000_000
"""The maximum number of rounds that a game plays without asking whether to play another one."""

MOST_DECIMALS = 4
"""The maximum number of decimal places in an amount of money."""

LARGEST_ANSWER = 1_000_000
"""The largest number that a player can answer to a power's question."""

LARGEST_NUMBER = 1 << 50
"""The largest result of a formula. A larger one stops the game, so products of two results fit into 64 bits.
"""

LARGEST_WAGER = 1 << 40
"""The largest wager, in the smallest unit of money. Sums of many such wagers fit into 64 bits."""

LARGEST_RANGE = 1 << 31
"""The maximum number of values that a random number is chosen from."""

LONGEST_TEXT = 2_000
"""The maximum number of characters in an expression, a template or another string."""
