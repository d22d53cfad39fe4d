"""The rules of a casino's table as a dealer explains them, played slowly over lists of cards.

Nothing is taken from the engine: no tables, no classes of hands, no conditions of a ruleset.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from tests.oracle.casino_table import Hand, House, Player, letters, total_of, value


class Round:
    """One round at a table; ``draw`` gives the next card of the shoe."""

    def __init__(self, house: House, players: list[Player], draw: Iterator[str]) -> None:
        self.house, self.players, self.draw = house, players, draw
        self.hands: list[Hand] = []
        self.dealer: list[str] = []
        self.has_looked = False

    def play(self) -> bool:
        """Play the round; false if there is no stake."""
        self._stake()
        if not self.hands:
            return False
        for _ in range(2):
            for hand in self.hands:
                hand.cards.append(next(self.draw))
            if not self.dealer or self.house.hole_card != "none":
                self.dealer.append(next(self.draw))
        for offer in self.house.offers:
            (self._offer_surrender if offer == "surrender" else self._offer_insurance)()
        if self._looks():
            self.has_looked = True
            self._settle_insurance()
        if self.house.hole_card != "none":
            self._pay_naturals()
        if not (self.has_looked and self._dealer_has_natural()):
            self._play_hands()
        if any(not hand.end or hand.insurance for hand in self.hands) or any(map(self._waits, self.hands)):
            self._play_dealer()
        self._pay_naturals()
        self._settle_insurance()
        for hand in self.hands:
            if hand.end != "paid":
                self._settle(hand)
        return True

    # --- wagers and money ----------------------------------------------------------------------------------

    def _stake(self) -> None:
        """Take the wagers: players who can pay for every spot play, the others sit out."""
        for player in self.players:
            left = player.bankroll
            for _ in range(player.spots):
                if self.house.minimum <= player.wager <= min(left, self.house.maximum):
                    hand = Hand(player, player.wager, player.wager)
                    hand.origin.append(hand)
                    self.hands.append(hand)
                    left -= player.wager

    def _purse(self, player: Player) -> int:
        """The money that a player has not staked."""
        out = [
            hand.wager - hand.free + hand.insurance
            for hand in self.hands
            if hand.owner is player and hand.end != "paid"
        ]
        return player.bankroll - sum(out)

    def _pay(self, hand: Hand, ratio: Fraction, wager: int) -> None:
        """End a hand: what it brings goes to the bankroll, in whole units."""
        stake = min(wager, hand.wager - hand.free) if ratio < 0 else wager
        hand.owner.bankroll += self._whole(ratio * stake)
        hand.end = "paid"

    def _whole(self, amount: Fraction) -> int:
        """An amount as it is paid."""
        if self.house.rounding == "nearest":
            return math.floor(amount + Fraction(1, 2))
        return math.floor(amount) if self.house.rounding == "down" else math.ceil(amount)

    # --- before the players act -----------------------------------------------------------------------------

    @property
    def upcard(self) -> str:
        """The card that all players see."""
        return self.dealer[0]

    def _offer_surrender(self) -> None:
        """Early surrender: before the dealer knows of a natural."""
        kind, up = self.house.early_surrender, value(self.upcard)
        offered = {"never": False, "always": True, "not against aces": up < 11, "against tens": up == 10}[
            kind
        ]
        for hand in self.hands if offered else []:
            if self._wishes(hand)[0] == "R":
                self._pay(hand, -self.house.surrendered, hand.wager)

    def _offer_insurance(self) -> None:
        """Half the wager on a natural of the dealer."""
        least = {"never": 12, "aces": 11, "aces and tens": 10}[self.house.insurance]
        for hand in self.hands if value(self.upcard) >= least else []:
            half = hand.wager // 2
            if hand.end or not half or half > self._purse(hand.owner):
                continue
            if hand.owner.insures(total_of(hand.cards)[0]):
                hand.insurance = half

    def _looks(self) -> bool:
        """Whether the dealer looks under the upcard."""
        under = {"peeks": (10, 11), "peeks under aces": (11,), "peeks under tens": (10,)}
        return value(self.upcard) in under.get(self.house.hole_card, ())

    def _dealer_has_natural(self) -> bool:
        """Whether the dealer's two cards make 21."""
        return len(self.dealer) == 2 and total_of(self.dealer)[0] == 21

    def _settle_insurance(self) -> None:
        """Insurance wins when the dealer has a natural, and is lost otherwise."""
        for hand in self.hands:
            wins = self._dealer_has_natural()
            hand.owner.bankroll += (
                self._whole(self.house.insured * hand.insurance) if wins else -hand.insurance
            )
            hand.insurance = 0

    def _is_natural(self, hand: Hand) -> bool:
        """Whether a hand is a natural."""
        counts = self.house.split_naturals or not hand.is_split
        return counts and len(hand.cards) == 2 and total_of(hand.cards)[0] == 21

    def _pay_naturals(self) -> None:
        """Naturals are paid, or tie with that of the dealer."""
        for hand in self.hands:
            if hand.end in ("paid", "given up") or not self._is_natural(hand):
                continue
            if self._dealer_has_natural():
                self._tie(hand, self.house.tied_naturals, self.house.natural)
            else:
                self._pay(hand, self._with_bonus(hand, self.house.natural), hand.wager)

    # --- the hands -----------------------------------------------------------------------------------------

    def _play_hands(self) -> None:
        """Everybody acts, from the first spot to the last one; a split hand's other half comes next."""
        at = 0
        while at < len(self.hands):
            hand = self.hands[at]
            if not hand.end:
                self._play_hand(hand)
                hand.end = hand.end or "stood"
                if hand.end == "stood" and total_of(hand.cards)[0] > 21:
                    hand.end = "bust"
            at += 1
        for hand in self.hands:
            hand.end = "" if hand.end == "stood" else hand.end

    def _play_hand(self, hand: Hand) -> None:
        """One hand is played to its end."""
        while not hand.end:
            if len(hand.cards) == 1:
                hand.cards.append(next(self.draw))
            total = total_of(hand.cards)[0]
            if total > 21:
                return
            if self.house.charlie and len(hand.cards) >= self.house.charlie:
                self._pay(hand, self.house.charlie_pays, hand.wager)
                return
            if self.house.stands_on_21 and total == 21:
                return
            deed = next(wish for wish in self._wishes(hand) if self._may(hand, wish))
            if deed == "S":
                return
            if deed == "R":
                hand.end = "given up"
            elif deed == "P":
                free = hand.wager if self._splits_free(hand) else 0
                other = Hand(hand.owner, hand.wager, 0, [hand.cards.pop()], hand.origin, free=free)
                hand.origin.append(other)
                self.hands.insert(self.hands.index(hand) + 1, other)
            else:
                if deed == "D":
                    is_free = self._doubles_free(hand)
                    added = hand.wager if is_free else min(hand.wager, self._purse(hand.owner))
                    hand.wager += added
                    hand.free += added if is_free else 0
                    hand.doubled += 1
                hand.cards.append(next(self.draw))

    def _wishes(self, hand: Hand) -> list[str]:
        """The owner's preferences, best first, as letters; a hit and to stand come last."""
        total, soft = total_of(hand.cards)
        chart, up = hand.owner.chart, "T" if value(self.upcard) == 10 else self.upcard[0]
        usual = chart[f"{'soft' if soft else 'hard'} {total}"][up]
        pair = "" if self.house.split_by == "never" else self._pair_of(hand)
        code = chart[pair][up] if pair in chart else usual
        wishes = letters(code)
        if not {"H", "S"} & set(wishes):
            wishes += letters(usual)
        return [*wishes, "H", "S"]

    def _pair_of(self, hand: Hand) -> str:
        """The row of a pair."""
        if len(hand.cards) != 2 or value(hand.cards[0]) != value(hand.cards[1]):
            return ""
        return f"pair {'T' if value(hand.cards[0]) == 10 else hand.cards[0][0]}"

    def _may(self, hand: Hand, deed: str) -> bool:
        """Whether the house lets a player do that."""
        if deed == "S":
            return True
        is_ace = hand.is_split and hand.cards[0][0] == "A"
        if deed == "H":
            return not hand.doubled and (self.house.aces_are_played or not is_ace)
        if deed == "D":
            return self._may_double(hand) and (self.house.aces_are_played or not is_ace)
        return self._may_split(hand) if deed == "P" else self._may_surrender(hand)

    def _may_double(self, hand: Hand) -> bool:
        """Whether a hand may be doubled, once or once more."""
        purse = hand.wager if self._doubles_free(hand) else self._purse(hand.owner)
        if purse < hand.wager and not (self.house.double_for_less and purse > 0):
            return False
        if hand.is_split and not self.house.double_after_split:
            return False
        if hand.doubled:
            return hand.doubled < self.house.doubles and self.house.double_on != "never"
        (total, soft), two = total_of(hand.cards), len(hand.cards) == 2
        return {
            "any two": two,
            "9 to 11": two and 9 <= total <= 11,
            "10 to 11": two and 10 <= total <= 11,
            "hard 9 to 11": two and 9 <= total <= 11 and not soft,
            "any cards": True,
            "never": False,
        }[self.house.double_on]

    def _doubles_free(self, hand: Hand) -> bool:
        """Whether the house puts up the second wager when a hand is doubled."""
        total, soft = total_of(hand.cards)
        return self.house.free_double and len(hand.cards) == 2 and not soft and 9 <= total <= 11

    def _splits_free(self, hand: Hand) -> bool:
        """Whether the house puts up the second wager when a hand is split."""
        return self.house.free_split and value(hand.cards[0]) != 10

    def _may_split(self, hand: Hand) -> bool:
        """Whether a hand may be split."""
        is_paid = self._splits_free(hand) or self._purse(hand.owner) >= hand.wager
        if len(hand.cards) != 2 or not is_paid or hand.doubled:
            return False
        first, second = hand.cards
        most = self.house.ace_hands if first[0] == "A" else self.house.split_hands
        alike = {"value": value(first) == value(second), "rank": first[0] == second[0], "never": False}
        return alike[self.house.split_by] and len(hand.origin) < min(most, self.house.split_hands)

    def _may_surrender(self, hand: Hand) -> bool:
        """Whether a hand may be given up in its turn."""
        whole_of_two = len(hand.cards) == 2 and not hand.is_split
        return {
            "never": False,
            "first two": whole_of_two,
            "any cards": not hand.is_split and not hand.doubled,
            "after split": not hand.doubled,
            "rescue": whole_of_two or hand.doubled > 0,
        }[self.house.surrender]

    # --- the end -------------------------------------------------------------------------------------------

    def _waits(self, hand: Hand) -> bool:
        """Whether a surrendered hand may still lose the whole wager to an unseen natural."""
        return hand.end == "given up" and not self.has_looked and value(self.upcard) >= 10

    def _play_dealer(self) -> None:
        """The dealer draws to 17."""
        while True:
            total, soft = total_of(self.dealer)
            if total > 17 or (total == 17 and not (soft and self.house.hits_soft_17)):
                return
            self.dealer.append(next(self.draw))

    def _settle(self, hand: Hand) -> None:
        """Compare a hand with the dealer's."""
        own, dealers = total_of(hand.cards)[0], total_of(self.dealer)[0]
        if hand.end == "bust":
            self._pay(hand, Fraction(-1), hand.wager)
        elif self._dealer_has_natural():
            self._pay(hand, Fraction(-1), hand.first_wager if self.house.original_bets else hand.wager)
        elif hand.end == "given up":
            self._pay(hand, -self.house.surrendered, hand.wager)
        elif dealers > 21 and dealers == self.house.push_on:
            self._pay(hand, Fraction(0), hand.wager)
        elif dealers > 21 or own > dealers:
            self._pay(hand, self._with_bonus(hand, self.house.win), hand.wager)
        elif own < dealers:
            self._pay(hand, Fraction(-1), hand.wager)
        else:
            self._tie(hand, self.house.tied_totals.get(own, self.house.ties))

    def _tie(self, hand: Hand, way: str, won: Fraction = Fraction(1)) -> None:
        """Both hands are worth as much."""
        ratio = {"push": Fraction(0), "lose": Fraction(-1), "win": won}[way]
        self._pay(hand, self._with_bonus(hand, ratio) if ratio > 0 else ratio, hand.wager)

    def _with_bonus(self, hand: Hand, usual: Fraction) -> Fraction:
        """The payout of a winning hand."""
        if usual <= 0:
            return usual
        one_suit = len({card[1] for card in hand.cards}) == 1
        is_21 = total_of(hand.cards)[0] == 21
        fits = {
            "777": [card[0] for card in hand.cards] == ["7", "7", "7"],
            "suited natural": is_21 and one_suit and len(hand.cards) == 2 and not hand.is_split,
            "21 of three": is_21 and len(hand.cards) == 3,
        }
        return next((pays for name, pays in self.house.bonuses.items() if fits[name]), usual)
