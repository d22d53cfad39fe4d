"""Results of exact analysis, as plain dataclasses. Amounts of money are in the ruleset's main unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Any

from bj.catalogue.outcomes import LOST, WON
from bj.simulation.text_tables import NONE, percent
from bj.text.notebook_tables import render_table

COLOURS: Mapping[str, str] = {
    "H": "#D55E00",
    "S": "#009E73",
    "D": "#0072B2",
    "P": "#CC79A7",
    "R": "#E69F00",
}
"""Maps the first letter of each chart code to a color. Color-blind readers can distinguish these colors."""

DIGITS = 4
"""The number of decimal places in percentages in a notebook."""


class StrategyClass(StrEnum):
    """A class of strategies for which a value is computed."""

    GIVEN = "given"
    """The strategies defined in the ruleset."""
    TOTAL_DEPENDENT = "total-dependent"
    """The best play that depends only on the upcard and on the hard total, soft total or pair."""
    COMPOSITION_DEPENDENT = "composition-dependent"
    """The best play, which may depend on every card in the hand.

    This class applies if no hands are split or the shoe is infinite.
    """
    AS_BEFORE_SPLIT = "CDZ-"
    """The best play, except that a split hand is played like the same cards before a split.

    The cards in the other hands are ignored. If a hand has different payoffs after a split, or cannot occur
    before one, its best play is computed as if only the pair had been dealt.
    """
    ALL_CARDS = "all cards"
    """The best play, with decisions about a split hand that may depend on the cards in earlier hands."""


@dataclass(frozen=True, slots=True)
class ExactPlayer:
    """The value of a hand for the player in one seat."""

    name: str
    strategy: str
    """The name of the strategy, or ``best play`` for a human player."""
    edge: float
    """The net win per unit of initial wagers. Published tables call it the expected value."""
    per_staked: float
    """The net win per unit wagered, including the extra wagers for doubles and splits."""
    per_hand: float
    """The net win per hand, in money."""
    insurance: float
    """The part of the edge that comes from insurance."""
    deviation: float | None
    """The standard deviation of the result of a hand, including its split hands, in money. None if unknown.

    If hands are split and the shoe is finite, it is approximate: it assumes that split hands share only the
    dealer's final hand.
    """
    deviation_per_wager: float | None
    """The standard deviation of the result of a hand, in initial wagers. None if unknown."""
    average_wager: float
    """The average initial wager, in money."""
    shares: Mapping[str, float]
    """Maps each outcome to the share of hands with that outcome. Names are the same as in `bj simulate`."""
    settled: float
    """The average number of hands settled per hand dealt. It is more than 1 if hands are split."""


@dataclass(frozen=True, slots=True)
class FirstHand:
    """A starting hand against an upcard."""

    hand: str
    """The codes for the cards, in ascending order."""
    upcard: str
    chance: float
    """The probability of this starting hand with this upcard."""
    value: float
    """The net win per unit of initial wagers."""
    actions: Mapping[str, float]
    """Maps each legal action to its value, assuming the best play afterward. Empty if there is no decision.

    If the dealer shows more cards than the upcard, all values are averaged over the additional cards.
    """


@dataclass(frozen=True, slots=True)
class SideBetValue:
    """The value of a side bet. It is not included in the values of hands."""

    name: str
    edge: float | None
    """The net win per unit wagered on the bet, or None if unknown."""
    why: str
    """The reason that the edge is unknown, or an empty string if it is known."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The exact values for a ruleset."""

    title: str
    arguments: Mapping[str, str]
    """Maps each of the ruleset's arguments to a description of its value."""
    shoe: str
    """A description of the shoe that every hand is dealt from."""
    players: Sequence[ExactPlayer]
    """One entry per player, in the order of the seats."""
    first_hands: Sequence[FirstHand]
    """Every starting hand against every upcard. Empty if there are several players."""
    side_bets: Sequence[SideBetValue]
    method: str
    """A description of the strategies that were evaluated, and of anything that the values exclude."""
    states: int
    """The number of different states of the game."""
    strategies: StrategyClass
    """The class of strategies that was evaluated."""
    is_exact: bool
    """Whether the values are exact for the class in ``strategies``. Side bets always have exact values."""
    is_deviation_exact: bool = True
    """Whether the standard deviations are exact (see ``ExactPlayer.deviation``)."""

    def __hash__(self) -> int:
        return hash((self.title, self.states))

    def frame_columns(self) -> dict[str, list[Any]]:
        """Return the starting hands as the columns of a data frame. Illegal actions have the value None."""
        names = list(dict.fromkeys(name for each in self.first_hands for name in each.actions))
        return {
            **{
                key: [getattr(each, key) for each in self.first_hands]
                for key in ("hand", "upcard", "chance", "value")
            },
            **{name: [each.actions.get(name) for each in self.first_hands] for name in names},
        }

    def _repr_html_(self) -> str:
        heads = ("player", "strategy", "value per initial wager", "standard deviation in wagers")
        rows = [
            (
                *(each.name, each.strategy, percent(each.edge, DIGITS)),
                NONE if each.deviation_per_wager is None else f"{each.deviation_per_wager:.{DIGITS}f}",
            )
            for each in self.players
        ]
        tables = [render_table(self.title, heads, rows)]
        if self.side_bets:
            bets = [
                (bet.name, bet.why if bet.edge is None else percent(bet.edge, DIGITS))
                for bet in self.side_bets
            ]
            tables.append(render_table("Side bets", ("bet", "value per unit staked"), bets))
        return "\n".join(tables)


def player_of(name: str, strategy: str, means: Mapping[str, float], unit: int) -> ExactPlayer:
    """Return the result for the player in one seat, given the mean of each measured quantity.

    ``unit`` is the number of smallest units in one main unit of money.
    """
    hands, received, initial = means["hands"], means["received"], means["initial"]
    per_hand = received / hands
    deviation = None
    if "squares" in means:
        deviation = sqrt(max(0.0, means["squares"] / hands - per_hand**2))
    won, lost = (sum(means[outcome.name] for outcome in outcomes) for outcomes in (WON, LOST))
    settled = won + means["pushed"] + lost
    shares = {"won": won / settled, "pushed": means["pushed"] / settled, "lost": lost / settled}
    counted = means.keys() - {"hands", "received", "squares", "initial", "staked", "insurance"}
    shares |= {name: means[name] / settled for name in means if name in counted}
    return ExactPlayer(
        name,
        strategy,
        received / initial,
        received / means["staked"],
        per_hand / unit,
        means["insurance"] / initial,
        None if deviation is None else deviation / unit,
        None if deviation is None else deviation / (initial / hands),
        initial / hands / unit,
        shares,
        settled / hands,
    )


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The best play with a hand against an upcard, as shown in a chart."""

    hand: str
    """The name of the chart row for the hand, such as ``hard 16`` or ``soft 18``."""
    upcard: str
    code: str
    """The code for the play in the chart, such as ``D``."""
    chance: float
    """The average number of times that this decision occurs per hand."""
    margin: float
    """The best play's margin over the second-best action, in initial wagers.

    It is 0 if no action is worse.
    """


@dataclass(frozen=True, slots=True)
class Deviation:
    """A decision for which a strategy does not make the best play."""

    hand: str
    upcard: str
    does: str
    best: str
    chance: float
    """The average number of times that this decision occurs per hand."""
    cost: float
    """The average cost of the deviation per hand, in initial wagers."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best play for a ruleset."""

    title: str
    arguments: Mapping[str, str]
    shoe: str
    by_totals: float
    """The value per initial wager of the best chart, which has one play for each row and upcard."""
    by_composition: float
    """The value per initial wager of the best play that may depend on every card in the hand."""
    columns: Sequence[str]
    """The upcards or dealer totals, or just `any` if the dealer shows no card."""
    rows: Mapping[str, Sequence[str]]
    """Maps the name of each row in the best chart to the codes in that row."""
    plays: Sequence[BestPlay]
    method: str
    """A description of the method, and of anything that the values exclude."""
    states: int
    strategy: str
    """A TOML ruleset, as text, in which the player follows the chart."""
    strategies: StrategyClass
    """The class of strategies to which the chart belongs."""
    composition: StrategyClass
    """The class of strategies that ``by_composition`` refers to."""
    is_exact: bool
    """Whether the values are exact for their classes of strategies."""
    against: str = ""
    """The name of the strategy to compare with, or an empty string."""
    against_value: float | None = None
    """The value of the strategy ``against``, per initial wager."""
    deviations: Sequence[Deviation] = ()
    """The decisions for which the strategy ``against`` does not make the best play, most costly first."""
    written_value: float | None = None
    """The value per initial wager of the written strategy, found by reading the file back and analyzing it.
    """

    def __hash__(self) -> int:
        return hash((self.title, self.states))

    def frame_columns(self) -> dict[str, list[Any]]:
        """Return the plays as the columns of a data frame."""
        keys = ("hand", "upcard", "code", "chance", "margin")
        return {key: [getattr(each, key) for each in self.plays] for key in keys}

    def _repr_html_(self) -> str:
        rows = [(hand, *codes) for hand, codes in self.rows.items()]
        title = f"{self.title}, best play: {percent(self.by_totals, DIGITS)}"
        return render_table(title, ("", *self.columns), rows, COLOURS)


@dataclass(frozen=True, slots=True)
class ExactDifference:
    """The difference between two rulesets for the players in one seat."""

    left: ExactPlayer
    right: ExactPlayer

    @property
    def edge(self) -> float:
        """The edge on the right minus the edge on the left."""
        return self.right.edge - self.left.edge

    @property
    def deviation_per_wager(self) -> float | None:
        """The standard deviation on the right minus that on the left, in initial wagers. None if unknown."""
        left, right = self.left.deviation_per_wager, self.right.deviation_per_wager
        return None if left is None or right is None else right - left


@dataclass(frozen=True, slots=True)
class ExactComparison:
    """An exact comparison of two rulesets."""

    left: Analysis
    right: Analysis

    @property
    def is_exact(self) -> bool:
        """Whether the values on both sides are exact."""
        return self.left.is_exact and self.right.is_exact

    @property
    def is_deviation_exact(self) -> bool:
        """Whether the standard deviations on both sides are exact."""
        return self.left.is_deviation_exact and self.right.is_deviation_exact

    @property
    def differences(self) -> Sequence[ExactDifference]:
        """The difference for each seat that exists on both sides."""
        pairs = zip(self.left.players, self.right.players, strict=False)
        return [ExactDifference(left, right) for left, right in pairs]

    def _repr_html_(self) -> str:
        rows = [
            (
                each.left.name,
                *(percent(edge, DIGITS) for edge in (each.left.edge, each.right.edge, each.edge)),
            )
            for each in self.differences
        ]
        heads = ("player", self.left.title, self.right.title, "right - left")
        return render_table("Value per initial wager", heads, rows)
