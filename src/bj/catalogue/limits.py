"""Limits shared by several packages: the most that a ruleset may contain, or that the engine can hold."""

from __future__ import annotations

MOST_SEATS = 60
"""The most seats at a table, and the most members in a tournament. Members who play and deal count twice."""

MOST_TEAMS = 16

MOST_MATCHES = 1_000

MOST_PACKS = 16

MOST_COPIES = 100
"""The most copies of one card in a pack."""

LARGEST_PACK = 1_000
"""The most cards in a pack."""

LEAST_TARGET, LARGEST_TARGET = 5, 31
"""The smallest and the largest target total."""

LARGEST_WORTH = 14
"""The largest value of a card. If totals are counted in halves, such a card is worth seven points."""

HIGHEST_TOTAL = LARGEST_TARGET + LARGEST_WORTH
"""The highest total that is shown. A hand with a higher total has busted under any target."""

MOST_HELD = 34
"""The most cards in a hand. Even if all are aces, fewer cards already bust the hand."""

MOST_DEALT = 32
"""The most entries in the dealing order."""

MOST_SPLIT = 8
"""The most hands that one hand can be split into."""

MOST_HANDS = 128
"""The most hands at a table."""

MOST_SPOTS = 7
"""The most hands dealt to one player."""

MOST_REMEMBERED = 16
"""The most numbers that the strategies and powers of a ruleset remember. Each `limit` takes one of them."""

MOST_REACTIONS = 32
"""The most reactions of a strategy, or of a member. The codes of a person's events have room for both."""

MOST_RAISES = 20
"""The most raises in one betting round."""

MOST_SIDE_BETS = 8

MOST_ROUNDS = 1_000_000_000
"""The most rounds that a game plays without asking whether to play another one."""

MOST_DECIMALS = 4
"""The most decimal places in an amount of money."""

LARGEST_ANSWER = 1_000_000
"""The largest number that a player can answer to a power's question."""

LARGEST_NUMBER = 1 << 50
"""The largest result of a formula. A larger one stops the game, so products of two results fit into 64 bits.
"""

LARGEST_WAGER = 1 << 40
"""The largest wager, in the smallest unit of money. Sums of many such wagers fit into 64 bits."""

LARGEST_RANGE = 1 << 31
"""The most values that a random number is chosen from."""

LONGEST_TEXT = 2_000
"""The most characters in an expression, a template or another string."""
