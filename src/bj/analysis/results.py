"""The results of exact analysis, as plain dataclasses. Money is in whole units of the ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Any

from bj.catalogue.outcomes import LOST, WON
from bj.simulation.text_tables import NONE, percent
from bj.text.notebook import render_table

COLOURS: Mapping[str, str] = {
    "H": "#D55E00",
    "S": "#009E73",
    "D": "#0072B2",
    "P": "#CC79A7",
    "R": "#E69F00",
}
"""Maps the first letter of a code to its color in charts. The colors are safe for color-blind readers."""

DIGITS = 4
"""The number of decimals of percentages in a notebook."""


class StrategyClass(StrEnum):
    """The class of strategies that a value belongs to."""

    GIVEN = "given"
    """The strategies that the ruleset defines."""
    TOTAL_DEPENDENT = "total-dependent"
    """The best chart. It has one play for each total (hard or soft) or pair and each upcard."""
    COMPOSITION_DEPENDENT = "composition-dependent"
    """The best play, which may depend on every card of the hand.

    It is used if there are no splits or the shoe is infinite.
    """
    AS_BEFORE_SPLIT = "CDZ-"
    """The best play, except that hands from a split are played like the same cards before the split.

    Hands from a split are played regardless of the cards of other hands. A hand that is paid differently
    after a split, or that cannot occur before one, has its own best play, computed as if only the pair had
    been dealt.
    """
    ALL_CARDS = "all cards"
    """The best play. A hand from a split may be played according to the cards of earlier hands from that
    split.
    """


@dataclass(frozen=True, slots=True)
class ExactPlayer:
    """The value of a hand at one seat."""

    name: str
    strategy: str
    """The name of the strategy, or ``best play`` for a human player."""
    edge: float
    """The net win per unit initially wagered, which published tables call the expected value."""
    per_staked: float
    """The net win per unit wagered, counting doubled wagers in full."""
    per_hand: float
    """The net win per hand, in money."""
    insurance: float
    """The part of the edge that comes from insurance."""
    deviation: float | None
    """The standard deviation of the result of a hand with its split hands, in money, or None if unknown.

    If hands are split and the shoe is finite, it is an approximation, as if the hands shared only the
    dealer's final hand.
    """
    deviation_per_wager: float | None
    """The standard deviation of the result of a hand, in initial wagers, or None if unknown."""
    average_wager: float
    """The initial wager per hand, in money."""
    shares: Mapping[str, float]
    """Maps each outcome to its share of hands. The names are the same as in `bj simulate`."""
    settled: float
    """The number of hands settled per hand dealt. It exceeds 1 if hands are split."""


@dataclass(frozen=True, slots=True)
class FirstHand:
    """The first cards of a hand against an upcard."""

    hand: str
    """The codes of the cards, in ascending order."""
    upcard: str
    chance: float
    """The probability of these cards among all first hands."""
    value: float
    """The net win per unit initially wagered."""
    actions: Mapping[str, float]
    """Maps each legal action to its value, assuming the best play afterward. Empty if there is no decision.

    If the dealer shows other cards besides the upcard, all values are means over those cards.
    """


@dataclass(frozen=True, slots=True)
class SideBetValue:
    """The value of a side bet. The values of hands do not include it."""

    name: str
    edge: float | None
    """The net win per unit staked, or None if it is unknown."""
    why: str
    """Why the edge is unknown, or an empty string if it is known."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The values of a ruleset."""

    title: str
    arguments: Mapping[str, str]
    """Maps the ruleset's arguments to descriptions of their values."""
    shoe: str
    """A description of the shoe from which every hand is dealt."""
    players: Sequence[ExactPlayer]
    """One entry for each player, in the order of seats."""
    first_hands: Sequence[FirstHand]
    """Every first hand against every upcard. Empty if there are several players."""
    side_bets: Sequence[SideBetValue]
    method: str
    """A description of the strategies that were valued, and of anything that the values exclude."""
    states: int
    """The number of distinct states of the game."""
    strategies: StrategyClass
    """The class of strategies that the values belong to."""
    is_exact: bool
    """Whether the values are exact for ``strategies``. Values of side bets are always exact."""
    is_deviation_exact: bool = True
    """Whether the standard deviations are exact (see ``ExactPlayer.deviation``)."""

    def __hash__(self) -> int:
        return hash((self.title, self.states))

    def frame_columns(self) -> dict[str, list[Any]]:
        """Return the first hands as columns of a data frame. Illegal actions have no value."""
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
    """Compute the value of a hand at one seat from the ``means`` of all counted quantities.

    ``unit`` is how many of the smallest units make one unit of money.
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
    """The best play of a hand against an upcard, as shown in a chart."""

    hand: str
    """The name of the hand's row in the chart, such as ``hard 16`` or ``soft 18``."""
    upcard: str
    code: str
    """The code of the play in the chart, such as ``D``."""
    chance: float
    """The average number of such decisions per hand."""
    margin: float
    """The cost of the second-best action, in initial wagers, or 0 if there is only one action."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """A play that a strategy makes instead of the best play."""

    hand: str
    upcard: str
    does: str
    best: str
    chance: float
    """The average number of such decisions per hand."""
    cost: float
    """The average cost of the play per hand, in initial wagers."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best play of a ruleset."""

    title: str
    arguments: Mapping[str, str]
    shoe: str
    by_totals: float
    """The value of the best chart, per initial wager. The chart has one play for each row and upcard."""
    by_composition: float
    """The value of the best play that may depend on every card of the hand, per initial wager."""
    columns: Sequence[str]
    """The upcards, or only `any` if the dealer shows no card."""
    rows: Mapping[str, Sequence[str]]
    """Maps the name of each row of the best chart to its codes."""
    plays: Sequence[BestPlay]
    method: str
    """A description of the method, and of anything that the values exclude."""
    states: int
    strategy: str
    """The text of a TOML ruleset whose player follows the chart."""
    strategies: StrategyClass
    """The class of strategies that the chart belongs to."""
    composition: StrategyClass
    """The class of strategies that ``by_composition`` belongs to."""
    is_exact: bool
    """Whether the values are exact for their classes of strategies."""
    against: str = ""
    """The name of the compared strategy, or an empty string."""
    against_value: float | None = None
    """The value of the compared strategy, per initial wager."""
    deviations: Sequence[Deviation] = ()
    """The suboptimal plays of the compared strategy, the most costly one first."""
    written_value: float | None = None
    """The value of the strategy in the written file, which was read back and analyzed again."""

    def __hash__(self) -> int:
        return hash((self.title, self.states))

    def frame_columns(self) -> dict[str, list[Any]]:
        """Return the plays as columns of a data frame."""
        keys = ("hand", "upcard", "code", "chance", "margin")
        return {key: [getattr(each, key) for each in self.plays] for key in keys}

    def _repr_html_(self) -> str:
        rows = [(hand, *codes) for hand, codes in self.rows.items()]
        title = f"{self.title}, best play: {percent(self.by_totals, DIGITS)}"
        return render_table(title, ("", *self.columns), rows, COLOURS)


@dataclass(frozen=True, slots=True)
class ExactDifference:
    """The differences between two rulesets for the players at the same seat."""

    left: ExactPlayer
    right: ExactPlayer

    @property
    def edge(self) -> float:
        """The edge on the right minus the edge on the left."""
        return self.right.edge - self.left.edge

    @property
    def deviation_per_wager(self) -> float | None:
        """The right standard deviation minus the left one, in initial wagers, or None if one is unknown."""
        left, right = self.left.deviation_per_wager, self.right.deviation_per_wager
        return None if left is None or right is None else right - left


@dataclass(frozen=True, slots=True)
class ExactComparison:
    """An exact comparison of two rulesets."""

    left: Analysis
    right: Analysis

    @property
    def is_exact(self) -> bool:
        """Whether the values of both sides are exact."""
        return self.left.is_exact and self.right.is_exact

    @property
    def is_deviation_exact(self) -> bool:
        """Whether both standard deviations are exact."""
        return self.left.is_deviation_exact and self.right.is_deviation_exact

    @property
    def differences(self) -> Sequence[ExactDifference]:
        """One difference for every seat that both sides have."""
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
