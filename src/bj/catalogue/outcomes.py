"""Outcomes: the ways in which a hand can end, as simulations count them."""

from typing import NamedTuple

from bj.catalogue.layout import Layout


class Outcome(NamedTuple):
    """A way in which a hand can end."""

    name: str
    """The name of the outcome in results."""
    number: int
    brings: int
    """1 if the hand wins money, -1 if it loses money, otherwise 0."""
    means: str
    """A phrase that describes the hands with this outcome."""
    head: str
    """The column header for the outcome in a table of hands won and lost."""
    legend: str
    """The name of the outcome in the legend of a chart."""


OUTCOMES: dict[str, Outcome] = {}
"""Maps names to outcomes, in the order in which reports list them."""

_numbers = Layout()


def _outcome(name: str, brings: int, means: str, head: str, legend: str = "") -> int:
    """Add an outcome to the catalogue, and return its number."""
    number = _numbers.field()
    OUTCOMES[name] = Outcome(name, number, brings, means, head, legend or name)
    return number


WON_BY_NATURAL = _outcome("won by a natural", 1, "a natural that won money", "natural")
WON_BY_DEALERS_BUST = _outcome(
    "won as the dealer bust",
    1,
    "any other hand that won money after the dealer busted",
    "dealer bust",
    "won, dealer bust",
)
WON_BY_TOTAL = _outcome(
    "won by total", 1, "any other hand that won money, including hands paid early or by a power", "total"
)
PUSHED = _outcome("pushed", 0, "a hand that neither won nor lost money, including void hands", "pushed")
LOST_BY_BUST = _outcome("lost by a bust", -1, "a hand above the target that lost money", "bust")
LOST_TO_NATURAL = _outcome(
    "lost to a natural",
    -1,
    "any other hand that lost money when the dealer had a natural that beats others",
    "to natural",
)
SURRENDERED = _outcome("surrendered", -1, "a hand that was surrendered or folded", "given up", "surrendered")
LOST_BY_TOTAL = _outcome(
    "lost by total", -1, "any other hand that lost money, including losses by a power", "total"
)

WON = tuple(outcome for outcome in OUTCOMES.values() if outcome.brings > 0)
LOST = tuple(outcome for outcome in OUTCOMES.values() if outcome.brings < 0)
