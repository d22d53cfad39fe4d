"""The games of documents 1 and 3 as a separate, plain program, written only from the documents.

It shares no line, no number and no table with ``bj``. It is slow and obvious, and exists only for comparison.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

SPOTS = [
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
    "Ace",
]
SUITS = ["Spades", "Hearts", "Clubs", "Diamonds"]


class Card(NamedTuple):
    """One playing card."""

    spot: str
    suit: str

    def __str__(self) -> str:
        return f"{self.spot} of {self.suit}"


class Words(NamedTuple):
    """The words that differ between the editions of the handout."""

    hand: str
    hands: str
    mark: str
    """The text before lines that contain neither cards nor totals."""


CLASSIC = Words("Hand", "hands", "# ")
TRICK = Words("Trick", "tricks", "")


# --- rand.cpp ---------------------------------------------------------------------------------------------


class Twister:
    """MT19937, which renews all 624 words of its state together, as mt19937ar.c does."""

    def __init__(self, seed: int) -> None:
        self.words = [seed % 2**32]
        while len(self.words) < 624:
            last = self.words[-1]
            self.words.append((1812433253 * (last ^ (last // 2**30)) + len(self.words)) % 2**32)
        self.ready: list[int] = []

    def number(self) -> int:
        """The next number, from 0 to 2**32 - 1."""
        if not self.ready:
            self.renew()
        return self.ready.pop(0)

    def renew(self) -> None:
        """Make the next 624 numbers."""
        words = self.words
        for i in range(624):
            joined = (words[i] & 2**31) + (words[(i + 1) % 624] % 2**31)
            words[i] = words[(i + 397) % 624] ^ (joined // 2)
            if joined % 2 == 1:
                words[i] ^= 0x9908B0DF
        for word in words:
            number = word ^ (word >> 11)
            number ^= (number << 7) & 0x9D2C5680
            number ^= (number << 15) & 0xEFC60000
            self.ready.append(number ^ (number >> 18))

    def cut(self) -> int:
        """``get_cut()``: a number from 13 to 39."""
        return 13 + self.number() % 27


# --- deck.cpp ---------------------------------------------------------------------------------------------


class Deck:
    """A pack of cards that is dealt from the top, and remembers the order of the last shuffle."""

    def __init__(self) -> None:
        self.cards = [Card(spot, suit) for suit in SUITS for spot in SPOTS]
        self.dealt = 0

    def shuffle(self, cut: int) -> None:
        """Riffle the right half and the left half at the cut, starting with the right half."""
        left, right = self.cards[:cut], self.cards[cut:]
        self.cards = []
        while left or right:
            if right:
                self.cards.append(right.pop(0))
            if left:
                self.cards.append(left.pop(0))
        self.dealt = 0

    def deal(self) -> Card:
        """The next card."""
        self.dealt += 1
        return self.cards[self.dealt - 1]

    def cards_left(self) -> int:
        """The number of cards that have not been dealt."""
        return 52 - self.dealt


# --- hand.cpp ---------------------------------------------------------------------------------------------


class Value(NamedTuple):
    """A total, and whether an ace counts as eleven in it."""

    total: int
    soft: bool


def value_of(cards: Sequence[Card]) -> Value:
    """The highest total up to 21, or else one above it."""
    hard = sum(min(SPOTS.index(card.spot) + 2, 10) if card.spot != "Ace" else 1 for card in cards)
    if any(card.spot == "Ace" for card in cards) and hard + 10 <= 21:
        return Value(hard + 10, True)
    return Value(hard, False)


# --- player.cpp -------------------------------------------------------------------------------------------


class Simple:
    """The player with the simplified basic strategy."""

    def bet(self, bankroll: int, minimum: int) -> int:
        """The wager."""
        assert bankroll >= minimum
        return minimum

    def draws(self, upcard: Card, value: Value) -> bool:
        """Whether the player wants another card."""
        shows = upcard.spot
        if value.soft:
            return value.total <= 17 or (value.total == 18 and shows not in ("Two", "Seven", "Eight"))
        if value.total == 12:
            return shows not in ("Four", "Five", "Six")
        if 13 <= value.total <= 16:
            return shows not in ("Two", "Three", "Four", "Five", "Six")
        return value.total <= 11

    def expose(self, card: Card) -> None:
        """See a card."""

    def shuffled(self) -> None:
        """React to a shuffle."""


class Counting(Simple):
    """The player who counts cards."""

    count = 0

    def bet(self, bankroll: int, minimum: int) -> int:
        """The wager: twice the minimum when the count is high and the money suffices."""
        return 2 * minimum if self.count >= 2 and bankroll >= 2 * minimum else minimum

    def expose(self, card: Card) -> None:
        """Count a card."""
        if card.spot in ("Two", "Three", "Four", "Five", "Six"):
            self.count += 1
        elif card.spot not in ("Seven", "Eight", "Nine"):
            self.count -= 1

    def shuffled(self) -> None:
        """Restart the count."""
        self.count = 0


# --- blackjack.cpp ----------------------------------------------------------------------------------------


class Driver:
    """One run of the program."""

    def __init__(self, words: Words, minimum: int, player: Simple, seed: int) -> None:
        self.words = words
        self.minimum = minimum
        self.player = player
        self.generator = Twister(seed)
        self.deck = Deck()

    def shuffle(self, cuts: Sequence[int]) -> Iterator[str]:
        """Shuffle at these cuts, or at seven random ones."""
        yield f"{self.words.mark}Shuffling the deck"
        for cut in cuts or [self.generator.cut() for _ in range(7)]:
            yield f"cut at {cut}"
            self.deck.shuffle(cut)
        self.player.shuffled()

    def game(self, bankroll: int, hands: int, cuts: Sequence[int]) -> Iterator[str]:
        """Every line of a game."""
        mark = self.words.mark
        yield from self.shuffle(cuts)
        hand = 0
        while bankroll >= self.minimum and hand < hands:
            hand += 1
            yield f"{mark}{self.words.hand} {hand} bankroll {bankroll}"
            if self.deck.cards_left() < 20:
                yield from self.shuffle([])
            wager = self.player.bet(bankroll, self.minimum)
            yield f"{mark}Player bets {wager}"
            bankroll += yield from self.hand(wager)
        yield f"{mark}Player has {bankroll} after {hand} {self.words.hands}"

    def hand(self, wager: int) -> Generator[str, None, int]:
        """Every line of a hand from the first card onwards; return the player's win."""
        mark, player = self.words.mark, self.player
        first = self.deck.deal()
        yield f"Player dealt {first}"
        player.expose(first)
        upcard = self.deck.deal()
        yield f"Dealer dealt {upcard}"
        player.expose(upcard)
        second = self.deck.deal()
        yield f"Player dealt {second}"
        player.expose(second)
        hole_card = self.deck.deal()

        cards = [first, second]
        if value_of(cards).total == 21:
            yield f"{mark}Player dealt natural 21"
            return 3 * wager // 2
        while value_of(cards).total <= 21 and player.draws(upcard, value_of(cards)):
            cards.append(self.deck.deal())
            yield f"Player dealt {cards[-1]}"
            player.expose(cards[-1])
        total = value_of(cards).total
        yield f"Player's total is {total}"
        if total > 21:
            yield f"{mark}Player busts"
            return -wager

        yield f"Dealer's hole card is {hole_card}"
        player.expose(hole_card)
        dealers = [upcard, hole_card]
        while value_of(dealers).total < 17:
            dealers.append(self.deck.deal())
            yield f"Dealer dealt {dealers[-1]}"
            player.expose(dealers[-1])
        dealers_total = value_of(dealers).total
        yield f"Dealer's total is {dealers_total}"
        if dealers_total > 21:
            yield f"{mark}Dealer busts"
            return wager
        if dealers_total > total:
            yield f"{mark}Dealer wins"
            return -wager
        if dealers_total < total:
            yield f"{mark}Player wins"
            return wager
        yield f"{mark}Push"
        return 0


def transcript(
    words: Words,
    bankroll: int,
    minimum: int,
    hands: int,
    player: str,
    cuts: Sequence[int] = (),
    seed: int = 0,
) -> str:
    """The output of the program; ``player`` is simple or counting, ``cuts`` are those of a cuts file."""
    driver = Driver(words, minimum, Counting() if player == "counting" else Simple(), seed)
    return "".join(f"{line}\n" for line in driver.game(bankroll, hands, cuts))
