"""The game of document 5 as a plain program, written only from the document.

It shares no line, no number and no table with ``bj``. The transcript includes the typed lines.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

NAMES = [
    "Ace",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Jack",
    "Queen",
    "King",
]


def value(hand: Sequence[int]) -> int:
    """The value of a hand of numbers from 1 to 13."""
    total = sum(min(number, 10) for number in hand)
    return total + 10 if 1 in hand and total + 10 <= 21 else total


def words(hand: Sequence[int]) -> str:
    """The cards of a hand."""
    return "".join(f"{NAMES[number - 1]}  " for number in hand)


def dollars(money: Fraction) -> str:
    """Format an amount without unnecessary zeros."""
    return f"{float(money):.2f}".rstrip("0").rstrip(".")


class Blackjack:
    """One run of the program, with a person who types at random."""

    def __init__(self, start: int, seed: int, *, may_double: bool = False) -> None:
        self.chance = random.Random(seed)  # noqa: S311  # the same at every run
        self.money = Fraction(start)
        self.may_double = may_double
        self.bet = Fraction(0)
        self.player: list[int] = []
        self.dealer: list[int] = []

    def card(self) -> int:
        """Any card."""
        return self.chance.randint(1, 13)

    def run(self, rounds: int) -> Iterator[str]:
        """Every piece of text of a game that ends after some rounds."""
        yield f"Player starts with {dollars(self.money)} dollars\n\n\n"
        number = 0
        while self.money > 0:
            number += 1
            yield f"Round {number}\n"
            yield from self.ask(leaves=number > rounds)
            if self.bet == 0:
                return
            yield from self.round()
            yield f"Player has {dollars(self.money)} dollars\n\n\n"

    def ask(self, *, leaves: bool) -> Iterator[str]:
        """Ask for a bet until the answer is valid."""
        while True:
            wishes = ["20", "5", "50", "1000", "7.5", "-3", "ten", dollars(self.money)]
            typed = "0" if leaves else self.chance.choice(wishes[: 7 if self.money >= 5 else 8])
            yield f"Enter bet in dollars, 0 to quit: {typed}\n"
            try:
                self.bet = Fraction(typed)
            except ValueError:
                yield "That is no amount of money!  Enter a number.\n\n\n"
                continue
            if self.bet < 0:
                yield "A bet is at least 0.01 dollars!  Enter a higher bet.\n\n\n"
            elif self.bet > self.money:
                yield "You don't have that much money!  Enter a lower bet.\n\n\n"
            else:
                return

    def show(self, name: str, hand: Sequence[int]) -> Iterator[str]:
        """A hand and its value."""
        yield f"\n{name}'s hand is: {words(hand)}\n{name}'s hand value is {value(hand)}\n"

    def round(self) -> Iterator[str]:
        """Every piece of text of a round after the bet."""
        self.player, self.dealer = [], []
        for _ in range(2):
            self.player.append(self.card())
            self.dealer.append(self.card())
        yield f"Dealer's first card is: {NAMES[self.dealer[0] - 1]}\n"
        yield from self.show("Player", self.player)
        if value(self.player) == 21:
            if value(self.dealer) == 21:
                yield "\nBoth have blackjack.  Push.\n"
            else:
                yield "\nPlayer has blackjack!  Player wins!\n"
                self.money += self.bet * 3 / 2 // Fraction(1, 100) * Fraction(1, 100)
            return
        yield from self.players_turn()
        yield from self.show("Dealer", self.dealer)
        while value(self.dealer) < 17:
            self.dealer.append(self.card())
            yield from self.show("Dealer", self.dealer)
        yield from self.settle()

    def players_turn(self) -> Iterator[str]:
        """Ask for decisions until the hand is over."""
        while value(self.player) < 21:
            is_offered = self.may_double and len(self.player) == 2 and 2 * self.bet <= self.money
            typed = self.chance.choice("hsd" if is_offered else "hs")
            more = ", (s)tand or (d)ouble down" if is_offered else " or (s)tand"
            question = f"What would you like to do?  Enter (h)it{more}: "
            yield f"{question}{typed}\n"
            if typed == "s":
                return
            if typed == "d":
                self.bet *= 2
                yield f"\nPlayer doubles the bet to {dollars(self.bet)} dollars\n"
            self.player.append(self.card())
            yield from self.show("Player", self.player)
            if typed == "d":
                return

    def settle(self) -> Iterator[str]:
        """Compare the hands."""
        own, dealers = value(self.player), value(self.dealer)
        if own > 21:
            yield "\nPlayer's hand is bust.\n"
            self.money -= self.bet
        elif dealers > 21:
            yield "\nDealer's hand is bust.  Player wins!\n"
            self.money += self.bet
        elif dealers == 21 and len(self.dealer) == 2:
            yield "\nDealer has blackjack.  Dealer wins.\n"
            self.money -= self.bet
        elif own > dealers:
            yield "\nPlayer wins.\n"
            self.money += self.bet
        elif own < dealers:
            yield "\nDealer wins.\n"
            self.money -= self.bet
        else:
            yield "\nPush.\n"


def transcript(start: int, rounds: int, seed: int = 0, *, may_double: bool = False) -> str:
    """The output of the program until a person types a bet of 0 or has no money left."""
    return "".join(Blackjack(start, seed, may_double=may_double).run(rounds))
