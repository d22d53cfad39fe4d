"""What a hand brings by the rules of any ruleset, worked out anew from the cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tests.engine.referee import Worths, best_total, is_natural, rounded
from tests.engine.variant_parts import Data

from bj.catalogue import events as e

SETTLING = (
    *(e.NATURAL, e.NATURALS_TIE, e.LOST_BY_BUST, e.WON_BY_BUST, e.NATURAL_BEATS),
    *(e.PLAYER_WINS, e.DEALER_WINS, e.PUSH, e.HAND_VOID),
)
"""The events that settle a hand."""


@dataclass
class Person:
    """What is known of somebody."""

    bankroll: int
    reactions: list[Data]
    """Those that speak, in their order, each words only once."""
    is_veiled: bool
    """Whether a power may hide the card that busts this person."""
    wager: int = 0
    doubled: bool = False
    cards: list[int] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    """Which of the cards came face down in the deal and have not been turned."""
    result: str = ""
    """Empty, or stands, busts, settled."""
    paid: int = 0
    power: Data | None = None
    """The last reaction that has done something to the hand."""
    retaking: int = 0
    covered: bool = False
    """Whether the last card lies face down and may be shown next."""


class Accounts:
    """Reckons by the rules and the payouts of a ruleset."""

    def __init__(self, data: Data) -> None:
        self.payouts: dict[str, str] = data["payouts"]
        self.target: int = data["rules"]["target"]
        self.counts_dealer_natural: bool = data["rules"].get("dealer_natural", False)
        self.spares_doubled: bool = data["rules"].get("original_bets_only", False)
        self.worths = Worths.of(data)

    def total(self, person: Person) -> int:
        """The total of somebody's cards."""
        return best_total(person.cards, self.target, self.worths)[0]

    def is_bust(self, person: Person) -> bool:
        """Whether somebody's cards exceed the target."""
        return self.total(person) > self.target

    def has_natural(self, person: Person) -> bool:
        """Whether somebody has a natural."""
        return is_natural(person.cards, self.target, self.worths)

    def amount(self, kind: int, seat: Person, dealer: Person) -> int:
        """What a hand brings that is settled by an event of this kind, which has to be the right one."""
        house_natural = self.counts_dealer_natural and self.has_natural(dealer)
        if kind in (e.NATURAL, e.NATURALS_TIE):
            assert self.has_natural(seat)
            assert house_natural == (kind == e.NATURALS_TIE)
            return 0 if house_natural else self.pays("natural", seat.wager)
        for person in (seat, dealer):
            if person.power and person.power["do"] in ("win hand", "void hand"):
                return self._by_power(kind, seat, person)
        assert kind != e.HAND_VOID
        assert seat.result
        assert (kind == e.LOST_BY_BUST) == (seat.result == "busts")
        if kind == e.LOST_BY_BUST:
            return -seat.wager
        assert dealer.result
        assert (kind == e.WON_BY_BUST) == (dealer.result == "busts")
        if kind == e.WON_BY_BUST:
            return self.pays("win", seat.wager)
        is_beaten = house_natural and not self.has_natural(seat)
        assert (kind == e.NATURAL_BEATS) == is_beaten
        if is_beaten:
            return -(seat.wager // 2 if self.spares_doubled and seat.doubled else seat.wager)
        return self._by_total(kind, seat, dealer)

    def _by_total(self, kind: int, seat: Person, dealer: Person) -> int:
        """What a hand brings that is compared with the dealer's."""
        ahead = self.total(seat) - self.total(dealer)
        assert kind == (e.PLAYER_WINS if ahead > 0 else e.DEALER_WINS if ahead < 0 else e.PUSH)
        if ahead:
            return self.pays("win", seat.wager) if ahead > 0 else -seat.wager
        return {"push": 0, "lose": -seat.wager, "win": seat.wager}[self.payouts["tie"]]

    def _by_power(self, kind: int, seat: Person, person: Person) -> int:
        """What a hand brings that ``person`` has won or made void."""
        amount = 0
        if person.power and person.power["do"] == "win hand":
            amount = self.pays("win", seat.wager) if person is seat else -seat.wager
        assert kind == (e.PLAYER_WINS if amount > 0 else e.DEALER_WINS if amount < 0 else e.HAND_VOID)
        return amount

    def pays(self, payout: str, wager: int) -> int:
        """What a wager brings at a payout of the ruleset."""
        numerator, denominator = self.payouts[payout].split(":")
        return rounded(Fraction(wager * int(numerator), int(denominator)), self.payouts["rounding"])
