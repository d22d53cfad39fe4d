"""The game of document 4 as a plain program, written only from the document.

It shares no line, no number and no table with ``bj``. The transcript includes the typed lines.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = ["H", "C", "D", "S"]


class Card(NamedTuple):
    """One playing card; an ace has rank 1, a king 13."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return f"[{RANKS[self.rank - 1]}{self.suit}]"


def points(hand: Sequence[Card]) -> int:
    """The points of a hand, with an ace as 11 unless that busts."""
    total = sum(min(card.rank, 10) for card in hand)
    has_ace = any(card.rank == 1 for card in hand)
    return total + 10 if has_ace and total + 10 <= 21 else total


class Player:
    """A player against the dealer; this one is human and types at random."""

    def __init__(self, name: str, bankroll: int, chance: random.Random) -> None:
        self.name = name
        self.bankroll = bankroll
        self.chance = chance
        self.hand: list[Card] = []
        self.bet = 0

    def bets(self) -> Iterator[str]:
        """Make a bet."""
        self.bet = self.chance.randint(1, 40)
        yield f"{self.name}, how much would you like to bet? {self.bet}\n"

    def draws(self) -> bool:
        """Whether to draw another card."""
        return points(self.hand) < self.chance.randint(12, 19)

    def asks(self, wish: bool) -> Iterator[str]:
        """The text before a decision."""
        yield f"Would you like to draw another card? (Y or N): {'Y' if wish else 'N'}\n"

    def won(self) -> None:
        """React to a won round."""

    def lost(self) -> None:
        """React to a lost round."""


class Computer(Player):
    """A player who is not asked."""

    def asks(self, wish: bool) -> Iterator[str]:
        """No text, because this player is not asked."""
        yield from ()


class Safe(Computer):
    """The cautious player."""

    usual = 2
    row = 0

    def bets(self) -> Iterator[str]:
        """Make the usual bet."""
        self.bet = self.usual
        yield from ()

    def draws(self) -> bool:
        """Whether the points are even, or the hand has the seven of clubs."""
        return points(self.hand) % 2 == 0 or Card(7, "C") in self.hand

    def won(self) -> None:
        """Double the usual bet after three wins in a row."""
        self.row += 1
        if self.row % 3 == 0:
            self.usual *= 2

    def lost(self) -> None:
        """Restart the row, and return to two dollars after a bust."""
        self.row = 0
        if points(self.hand) > 21:
            self.usual = 2


class Unpredictable(Computer):
    """The random player."""

    def bets(self) -> Iterator[str]:
        """Bet up to half of the bankroll."""
        self.bet = self.chance.randint(1, max(self.bankroll // 2, 1))
        yield from ()

    def draws(self) -> bool:
        """Draw more rarely with more points."""
        total = points(self.hand)
        return self.chance.random() < (
            1.0 if total <= 9 else 0.8 if total <= 12 else 0.7 if total <= 15 else 0.5 if total <= 18 else 0.0
        )


class Dealer(Computer):
    """The house."""

    def draws(self) -> bool:
        """Draw with 16 points or fewer."""
        return points(self.hand) <= 16


KINDS = {"human": Player, "safe": Safe, "random": Unpredictable}


class Game:
    """One run of the program."""

    def __init__(self, seats: Sequence[tuple[str, str, int]], seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311  # the same at every run
        self.players = [KINDS[kind](name, money, self.chance) for kind, name, money in seats]
        self.dealer = Dealer("Dealer", 10_000, self.chance)
        self.everybody = [*self.players, self.dealer]
        self.deck = [
            Card(rank, suit)
            for _ in range((len(self.players) + 2) // 3)
            for suit in SUITS
            for rank in range(1, 14)
        ]
        self.dealt = len(self.deck)

    def card(self) -> Card:
        """The next card; an empty deck is shuffled."""
        if self.dealt == len(self.deck):
            held = [card for person in self.everybody for card in person.hand]
            rest = list(self.deck)
            for card in held:
                rest.remove(card)
            self.chance.shuffle(rest)
            self.deck[:] = held + rest
            self.dealt = len(held)
        self.dealt += 1
        return self.deck[self.dealt - 1]

    def run(self, rounds: int) -> Iterator[str]:
        """Every piece of text of some rounds."""
        for number in range(rounds):
            yield from self.round()
            yield f"Another round? (Y or N): {'Y' if number + 1 < rounds else 'N'}\n"

    def round(self) -> Iterator[str]:
        """Every piece of text of a round."""
        if len(self.deck) - self.dealt < 5 * len(self.everybody):
            self.chance.shuffle(self.deck)
            self.dealt = 0
        for person in self.everybody:
            person.hand = []
        yield "Okay, time for betting!\n-----------------------\n"
        for player in self.players:
            yield from player.bets()
            yield f"{player.name} bets ${player.bet}\n"
        for _ in range(2):
            for person in self.everybody:
                person.hand.append(self.card())
        yield "\nThe initial starting cards are:\n--------------------------------\n"
        for person in self.everybody:
            yield f"{person.name}'s current hand: [??]{person.hand[1]}\n"
        for person in self.everybody:
            yield from self.turn(person)
        yield "\nLet's see how it turned out:\n----------------------------\n"
        for player in self.players:
            yield from self.settle(player)
        yield "\nThe standings so far:\n--------------------\n"
        width = max(len(person.name) for person in self.everybody) + 2
        for person in self.everybody:
            yield f"{person.name:{width}}${person.bankroll}\n"
        yield "\n"

    def turn(self, person: Player) -> Iterator[str]:
        """Every piece of text of a person's turn."""
        yield f"\n{person.name}'s turn:\n-------------------\n"
        while True:
            total = points(person.hand)
            if total > 21:
                yield f"{person.name} busted at {total}!\n"
                return
            yield f"{person.name}'s current hand: {''.join(map(str, person.hand))} ({total} points)\n"
            wish = person.draws()
            yield from person.asks(wish)
            if not wish:
                yield f"{person.name} chooses to stay\n"
                return
            yield f"{person.name} chooses to draw\n"
            person.hand.append(self.card())

    def settle(self, player: Player) -> Iterator[str]:
        """Compare a hand with the dealer's; ties go to the dealer."""
        own, dealers = points(player.hand), points(self.dealer.hand)
        if own <= 21 and (dealers > 21 or own > dealers):
            player.bankroll += player.bet
            self.dealer.bankroll -= player.bet
            player.won()
            yield f"Yowzah! {player.name} wins ${player.bet}\n"
        else:
            player.bankroll -= player.bet
            self.dealer.bankroll += player.bet
            player.lost()
            yield f"Ouch! {player.name} loses ${player.bet}\n"


def transcript(seats: Sequence[tuple[str, str, int]], rounds: int, seed: int = 0) -> str:
    """The output of the program; seats are kinds (human, safe, random), names and bankrolls."""
    return "".join(Game(seats, seed).run(rounds))
