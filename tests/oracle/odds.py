"""Exact odds of games with shoes of a known value, by recursion over all cards. Shares nothing with `bj`.

    python tests/oracle/odds.py

prints the best play of the infinite deck as rows of charts, and the player's expected value of every game per
initial wager. A deck is the probability of each of ten worths, 1 (ace) to 10, or the cards of one pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

Deck: TypeAlias = tuple[int, ...]
"""How many cards of each worth are left, aces first; of an infinite deck it stays the same."""

INFINITE: Deck = (1, 1, 1, 1, 1, 1, 1, 1, 1, 4)
PACK: Deck = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)

Hand: TypeAlias = tuple[int, bool]
"""The best total, and whether an ace counts high in it."""

Chooser: TypeAlias = Callable[[Hand, int], float]
"""With what probability a hand draws against an upcard."""

NATURAL = 22  # a total that beats every 21
UPCARDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)


def draws(deck: Deck) -> Iterator[tuple[int, float, Deck]]:
    """Every worth that can come next, how probable it is, and the deck after it."""
    size = sum(deck)
    for worth, cards in enumerate(deck, 1):
        if cards:
            left = deck if deck == INFINITE else (*deck[: worth - 1], cards - 1, *deck[worth:])
            yield worth, cards / size, left


def add(hand: Hand, worth: int) -> Hand:
    """A hand with one more card."""
    total, soft = hand
    total += worth
    if worth == 1 and not soft and total + 10 <= 21:
        return total + 10, True
    return (total - 10, False) if soft and total > 21 else (total, soft)


@cache
def dealers(deck: Deck, hand: Hand, cards: int, naturals: bool) -> Mapping[int, float]:
    """How probable each end of the dealer's hand is: 17 to 21, 0 for a bust, NATURAL where it counts."""
    if naturals and cards == 2 and hand[0] == 21:
        return {NATURAL: 1.0}
    if hand[0] >= 17:
        return {hand[0] if hand[0] <= 21 else 0: 1.0}
    ends: dict[int, float] = {}
    for worth, chance, left in draws(deck):
        for end, share in dealers(left, add(hand, worth), cards + 1, naturals).items():
            ends[end] = ends.get(end, 0.0) + chance * share
    return ends


class Game:
    """A game: what naturals do, and what a tie brings."""

    def __init__(self, deck: Deck, *, dealer_natural: bool, player_natural: float | None, tie: int) -> None:
        self.deck = deck
        self.dealer_natural = dealer_natural
        self.player_natural = player_natural
        self.tie = tie
        self.stand = cache(self._stand)

    def _stand(self, total: int, upcard: int, deck: Deck) -> float:
        """What a hand brings that stands, or has bust, on ``total``; ``deck`` has no more of its cards."""
        if total > 21:
            return -1.0
        value = 0.0
        for end, chance in dealers(deck, add((0, False), upcard), 1, self.dealer_natural).items():
            value += chance * (self.tie if end == total else 1 if total > end else -1)
        return value

    def hit(self, hand: Hand, upcard: int, deck: Deck, play: Callable[[Hand, int, Deck], float]) -> float:
        """What a hand brings that draws a card and is then played by ``play``."""
        return sum(chance * play(add(hand, worth), upcard, left) for worth, chance, left in draws(deck))

    def value(self, first: Callable[[Hand, int, Deck], float]) -> float:
        """What a game brings whose hands of two cards are played by ``first``."""
        total = 0.0
        for upcard, chance, deck in draws(self.deck):
            for one, second, left in draws(deck):
                for two, third, rest in draws(left):
                    hand = add(add((0, False), one), two)
                    both = chance * second * third
                    if self.player_natural is not None and hand[0] == 21:
                        total += both * self.player_natural * (1 - self.ties(upcard, rest))
                    else:
                        total += both * first(hand, upcard, rest)
        return total

    def ties(self, upcard: int, deck: Deck) -> float:
        """How probable a natural of the dealer is, where it counts."""
        ends = dealers(deck, add((0, False), upcard), 1, self.dealer_natural)
        return ends.get(NATURAL, 0.0)

    def played(self, draw: Chooser) -> float:
        """What the game brings a player who draws as ``draw`` says."""

        @cache
        def play(hand: Hand, upcard: int, deck: Deck) -> float:
            chance = draw(hand, upcard) if hand[0] <= 21 else 0.0
            value = (1 - chance) * self.stand(hand[0], upcard, deck) if chance < 1 else 0.0
            return value + chance * self.hit(hand, upcard, deck, play) if chance else value

        return self.value(play)

    def best_play(self) -> Callable[[Hand, int, Deck], float]:
        """What a hand brings that is hit and stood on as well as possible; 21 always stands."""

        @cache
        def play(hand: Hand, upcard: int, deck: Deck) -> float:
            stand = self.stand(hand[0], upcard, deck)
            return stand if hand[0] >= 21 else max(stand, self.hit(hand, upcard, deck, play))

        return play

    def double(self, hand: Hand, upcard: int, deck: Deck) -> float:
        """What a doubled hand brings, per initial wager."""
        return 2 * self.hit(hand, upcard, deck, lambda one, other, left: self.stand(one[0], other, left))


HIT_AND_STAND = Game(INFINITE, dealer_natural=True, player_natural=1.5, tie=0)
FRESH_PACK = Game(PACK, dealer_natural=True, player_natural=1.5, tie=0)
CLASSIC = Game(INFINITE, dealer_natural=False, player_natural=1.5, tie=0)
CLASSIC_PACK = Game(PACK, dealer_natural=False, player_natural=1.5, tie=0)
TIES_LOSE = Game(INFINITE, dealer_natural=False, player_natural=None, tie=-1)


def like_the_dealer(hand: Hand, _: int) -> float:
    """The player draws as the dealer does."""
    return float(hand[0] < 17)


def simple(hand: Hand, upcard: int) -> float:
    """The course's Simple player."""
    total, soft = hand
    if soft:
        return float(total <= 17 or (total == 18 and upcard not in (2, 7, 8)))
    if total <= 11:
        return 1.0
    if total == 12:
        return float(upcard not in (4, 5, 6))
    return float(total <= 16 and upcard not in (2, 3, 4, 5, 6))


def at_random(hand: Hand, _: int) -> float:
    """The course's Random player."""
    total = hand[0]
    return 1.0 if total <= 9 else 0.8 if total <= 12 else 0.7 if total <= 15 else 0.5 if total <= 18 else 0.0


def best_actions(*, double: bool, original_bets_only: bool = False) -> dict[tuple[bool, int], str]:
    """The best action for every total and every upcard in UPCARDS: H, S, and D or d on two cards.

    ``d`` doubles two cards and stands on more; ``D`` doubles two cards and hits more.
    """
    game = HIT_AND_STAND
    play = game.best_play()
    actions: dict[tuple[bool, int], str] = {}
    for soft in (False, True):
        for total in range(12 if soft else 4, 21):
            letters = ""
            for upcard in UPCARDS:
                hand = (total, soft)
                stand = game.stand(total, upcard, INFINITE)
                hit = game.hit(hand, upcard, INFINITE, play)
                doubled = game.double(hand, upcard, INFINITE) if double else -3.0
                doubled += game.ties(upcard, INFINITE) if original_bets_only else 0.0
                letter = "H" if hit > stand else "S"
                if doubled > max(stand, hit):
                    letter = "D" if hit > stand else "d"
                letters += letter
            actions[soft, total] = letters
    return actions


def best_value(*, double: bool, original_bets_only: bool = False) -> float:
    """What the infinite deck brings with the best play.

    With ``original_bets_only`` a dealer's natural takes no more than the initial wager of a doubled hand, as
    where the dealer looks for it before anybody plays.
    """
    play = HIT_AND_STAND.best_play()

    def first(hand: Hand, upcard: int, deck: Deck) -> float:
        value = play(hand, upcard, deck)
        spared = HIT_AND_STAND.ties(upcard, deck) if original_bets_only else 0.0
        return max(value, HIT_AND_STAND.double(hand, upcard, deck) + spared) if double else value

    return HIT_AND_STAND.value(first)


def all_values() -> dict[str, float]:
    """The value of every game, by the name of its ruleset."""
    return {
        "infinite_best": best_value(double=False),
        "infinite_double_best": best_value(double=True),
        "infinite_double_original_bets": best_value(double=True, original_bets_only=True),
        "infinite_like_dealer": HIT_AND_STAND.played(like_the_dealer),
        "simple_infinite": CLASSIC.played(simple),
        "simple_fresh_pack": CLASSIC_PACK.played(simple),
        "random_infinite": TIES_LOSE.played(at_random),
        "fresh_pack_like_dealer": FRESH_PACK.played(like_the_dealer),
    }


if __name__ == "__main__":
    for title, rules in (
        ("best play", {"double": False}),
        ("best play with doubling", {"double": True}),
        (
            "the same where a dealer's natural takes original bets only",
            {"double": True, "original_bets_only": True},
        ),
    ):
        print(title)
        for (is_soft, points), letters in best_actions(**rules).items():
            print(f"{'soft' if is_soft else 'hard'} {points:2}  {' '.join(letters)}")
    for name, number in all_values().items():
        print(f"{name:29} {100 * number:.6f}%")
