"""Limits shared by several rooms: the most that a ruleset may contain and the engine has room for."""

from __future__ import annotations

MOST_SEATS = 60
"""Seats of one table, and members of one tournament; members who play and deal count twice."""

MOST_TEAMS = 16
"""Teams of a tournament."""

MOST_MATCHES = 1_000
"""Matches of a tournament."""

MOST_PACKS = 16
"""Packs of a shoe."""

MOST_COPIES = 100
"""Copies of one card in a pack."""

LARGEST_PACK = 1_000
"""Cards of one pack."""

LEAST_TARGET, LARGEST_TARGET = 5, 31
"""The totals that a hand may aim at."""

LARGEST_WORTH = 14
"""The value of a card: a seven if totals are counted in halves."""

HIGHEST_TOTAL = LARGEST_TARGET + LARGEST_WORTH
"""The total shown for hands with a higher one, which have all bust."""

MOST_HELD = 34
"""Cards of a hand: more aces than bust any hand."""

MOST_DEALT = 32
"""Entries of the dealing order."""

MOST_SPLIT = 8
"""Hands from splitting one hand."""

MOST_HANDS = 128
"""Hands of a table."""

MOST_SPOTS = 7
"""Hands dealt to one player."""

MOST_REMEMBERED = 16
"""Numbers that the strategies and powers of a ruleset remember, with one for each limit."""

MOST_REACTIONS = 32
"""Reactions of a strategy, or of a member: both together fit the codes of one person's events."""

MOST_RAISES = 20
"""Raises of a betting round."""

MOST_SIDE_BETS = 8
"""Side bets of a table."""

MOST_ROUNDS = 1_000_000_000
"""Rounds that a game plays without asking for another."""

MOST_DECIMALS = 4
"""Decimals of an amount of money."""

LARGEST_ANSWER = 1_000_000
"""A number that answers a power's question."""

LARGEST_NUMBER = 1 << 50
"""Results of formulas beyond this stop a game: no product of two in range leaves 64 bits unnoticed."""

LARGEST_WAGER = 1 << 40
"""In the smallest unit of money: many sums of ten thousand times this amount fit into 64 bits."""

LARGEST_RANGE = 1 << 31
"""The largest number of values from which a random number is chosen."""

LONGEST_TEXT = 2_000
"""Characters of an expression, a template or a text."""
