"""Outcomes: the ways for a hand to end that simulations count."""

from typing import NamedTuple

from bj.catalogue.layout import Layout


class Outcome(NamedTuple):
    """A way for a hand to end."""

    name: str
    """Its name in results."""
    number: int
    brings: int
    """1 for hands that win money, -1 for hands that lose money, 0 for neither."""
    means: str
    """Which hands it counts."""
    head: str
    """The head of its column in a table of won and lost hands."""
    legend: str
    """Its name in a picture."""


OUTCOMES: dict[str, Outcome] = {}
"""Every outcome by its name, in the order of reports."""

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
    "any other hand that won money once the dealer had bust",
    "dealer bust",
    "won, dealer bust",
)
WON_BY_TOTAL = _outcome(
    "won by total", 1, "any other hand that won money, also one paid early or by a power", "total"
)
PUSHED = _outcome("pushed", 0, "a hand that neither won nor lost money, also a void one", "pushed")
LOST_BY_BUST = _outcome("lost by a bust", -1, "a hand beyond the target that lost money", "bust")
LOST_TO_NATURAL = _outcome(
    "lost to a natural",
    -1,
    "any other hand that lost money when the dealer had a natural that beats others",
    "to natural",
)
SURRENDERED = _outcome("surrendered", -1, "a hand that was surrendered or folded", "given up", "surrendered")
LOST_BY_TOTAL = _outcome("lost by total", -1, "any other hand that lost money, also by a power", "total")

WON = tuple(outcome for outcome in OUTCOMES.values() if outcome.brings > 0)
LOST = tuple(outcome for outcome in OUTCOMES.values() if outcome.brings < 0)
