"""Follows the shoe: the dealt cards, the shuffles and the cuts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tests.engine.packs import contents
from tests.umpire import tables
from tests.umpire.people import Data

from bj.argument_values import Value

SUITS_MATTER = re.compile(
    r"suited|_suit|same_colour|card_matches|holds\(.{0,3}[SHCD]['\"]\)|'suit':|'card': '.?[SHCD]'"
)
"""Conditions, and cards of powers, that distinguish suits."""


class Shoe:
    """The shoe of one game; an infinite one has no packs."""

    def __init__(self, data: Data, values: Mapping[str, Value], table: Sequence[int]) -> None:
        self.rules: Data = data["shoe"]
        shuffle = self.rules.get("shuffle", {})
        pack, self.cards = contents(data), tables.shoe(table)
        self.packs = self.cards.total() // pack.total()
        assert self.cards == Counter({card: number * self.packs for card, number in pack.items()})
        has_suits = pack != contents({}) or SUITS_MATTER.search(str(data))
        self.endless = pack if has_suits else Counter(range(13))
        """The cards of an infinite shoe; of the usual pack, only spades."""
        self.dealt: Counter[int] = Counter()
        self.is_certain = True
        """Whether the discards came back without a card held more often than it exists, as changed cards may
        be.
        """
        self.ahead: list[int] = []
        """The next cards that are known."""
        self.is_seen = False
        """Whether a person has looked at the next card, and left it in the shoe."""
        self.cuts: list[tuple[int, int]] = []
        """The limits of each cut that the shuffle must still announce."""
        self.usual_cuts: list[tuple[int, int]] = []
        if shuffle.get("method") == "riffle" and self.packs:
            low, high = shuffle["between"]
            self.usual_cuts = [(low, high)] * int(shuffle["cuts"])
        given = values.get(shuffle.get("first_cuts", ""))
        set_cuts = [cut for cut in given if isinstance(cut, int)] if isinstance(given, tuple) else []
        self.first_cuts = [(cut, cut) for cut in set_cuts] or self.usual_cuts

    def left(self) -> int:
        """The number of cards in the shoe."""
        return self.cards.total() - self.dealt.total()

    def is_empty(self) -> bool:
        """Whether a shoe of packs has no cards left."""
        return self.packs > 0 and self.left() == 0

    def has_to_be_shuffled(self, players: int) -> bool:
        """Whether the ruleset's condition for a shuffle between hands holds."""
        known = {"cards_left": self.left(), "players": players}
        if "penetration" in self.rules:
            number, _, unit = self.rules["penetration"].partition(" ")
            if not unit:
                most = self.cards.total() * Fraction(number.removesuffix("%")) // 100
                return self.left() < self.cards.total() - most
            cards = self.cards.total() // self.packs if unit.startswith("pack") else 1
            return self.left() < Fraction(number) * cards // 1
        return bool(eval(str(self.rules["reshuffle_when"]), {}, known))  # noqa: S307  # our own text

    def shuffle(self) -> None:
        """Return all cards to the shoe, and require the cuts."""
        self.dealt.clear()
        self.is_certain = True
        self.forget()
        self.cuts, self.first_cuts = list(self.first_cuts), self.usual_cuts

    def bring_back_discards(self, kept: Iterable[int]) -> None:
        """Return all cards to the shoe except those kept."""
        self.dealt = Counter(kept)
        self.is_certain = not self.dealt - self.cards
        self.forget()

    def forget(self) -> None:
        """Forget the next cards."""
        self.ahead, self.is_seen = [], False

    def look(self, card: int) -> None:
        """Look at the next card."""
        assert self.ahead[:1] in ([], [card]), "it is another card"
        self.ahead[:1], self.is_seen = [card], True

    def put_back(self, card: int, below: str) -> None:
        """Return a dealt card to the shoe, below some or all other cards."""
        assert self.dealt[card] > 0
        place = eval(below, {}, {"cards_left": self.left()})  # noqa: S307  # our own text
        self.dealt[card] -= 1
        self.is_seen = False
        if place < max(1, len(self.ahead)):
            self.ahead.insert(place, card)

    def cut(self, cut: int) -> None:
        """Make a cut, which must be required."""
        assert self.cuts, "no cut is due"
        low, high = self.cuts.pop(0)
        assert low <= cut <= high

    def deal(self, card: int) -> None:
        """Deal a card, which must have been in the shoe."""
        assert self.ahead[:1] in ([], [card]), "the card that is known comes next"
        self.ahead, self.is_seen = self.ahead[1:], False
        self.dealt[card] += 1
        if self.packs:
            assert self.dealt[card] <= self.cards[card], "a card is dealt more often than the shoe has it"
        else:
            assert card in self.endless
