"""A casino's table: the sign with its rules, the players with their charts, hands and cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

FACES = "TJQK"


@dataclass(frozen=True)
class House:
    """The rules on the sign of a table."""

    hits_soft_17: bool
    hole_card: str
    """``peeks``, ``peeks under aces``, ``peeks under tens``, ``waits``: it is dealt and nobody looks, or
    ``none``: the dealer's second card comes when the players have acted."""
    original_bets: bool
    double_on: str
    """``any two``, ``9 to 11``, ``10 to 11``, ``hard 9 to 11``, ``any cards`` or ``never``."""
    double_after_split: bool
    doubles: int
    """How often one hand may be doubled."""
    double_for_less: bool
    free_double: bool
    """Whether the house puts up the second wager on a hard 9 to 11."""
    free_split: bool
    """Whether it does that for all pairs but tens."""
    split_by: str
    """``value``, ``rank`` or ``never``."""
    split_hands: int
    """Into how many hands at most."""
    ace_hands: int
    """Into how many hands aces may be split at most."""
    aces_are_played: bool
    """Whether a split ace may get more than one card, and be doubled."""
    split_naturals: bool
    surrender: str
    """``never``, ``first two``, ``any cards``, ``after split`` or ``rescue``."""
    early_surrender: str
    """``never``, ``always``, ``not against aces`` or ``against tens``."""
    insurance: str
    """``never``, ``aces``, or ``aces and tens``."""
    stands_on_21: bool
    natural: Fraction
    win: Fraction
    surrendered: Fraction
    """The part of the wager that is lost."""
    insured: Fraction
    ties: str
    """``push``, ``lose`` or ``win``."""
    tied_totals: Mapping[int, str]
    tied_naturals: str
    push_on: int
    """The total with which the dealer busts and all hands but naturals tie; 0 for none."""
    charlie: int
    """Cards with which a hand wins at once, 0 for none."""
    charlie_pays: Fraction
    bonuses: Mapping[str, Fraction]
    """The hands with a higher payout: ``777``, ``suited natural``, ``21 of three``."""
    rounding: str
    minimum: int
    maximum: int
    offers: tuple[str, ...]
    """``surrender`` and ``insurance``, in the order in which they are offered."""


@dataclass
class Player:
    """Somebody who plays by a chart."""

    bankroll: int
    wager: int
    spots: int
    chart: Mapping[str, Mapping[str, str]]
    """By ``hard 12``, ``soft 13``, ``pair 8``, and by the upcard: a code."""
    insures: Callable[[int], bool]
    """Whether a hand of this total is insured."""


@dataclass(eq=False)
class Hand:
    """A hand in front of a player."""

    owner: Player
    wager: int
    first_wager: int
    cards: list[str] = field(default_factory=list)
    origin: list[Hand] = field(default_factory=list)
    """All hands made of the same one."""
    doubled: int = 0
    free: int = 0
    """How much of the wager the house has put up."""
    insurance: int = 0
    end: str = ""
    """``stood``, ``bust``, ``given up`` or ``paid``."""

    @property
    def is_split(self) -> bool:
        """Whether it comes from a split."""
        return len(self.origin) > 1


def value(card: str) -> int:
    """The value of a card; 11 for an ace."""
    return 11 if card[0] == "A" else 10 if card[0] in FACES else int(card[0])


def total_of(cards: list[str]) -> tuple[int, bool]:
    """The total, and whether an ace counts eleven in it."""
    total, aces = sum(map(value, cards)), sum(card[0] == "A" for card in cards)
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total, aces > 0


def letters(code: str) -> list[str]:
    """The actions of a code of a chart, in order: ``Ds`` doubles, or else stands."""
    wishes = [letter.upper() for letter in code]
    if code in ("D", "Pd"):
        wishes.append("H")
    return wishes
