"""Calculates marks: the points for each criterion that a transcript exercises without breaking its rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Literal, NamedTuple, TypeAlias

from bj.errors import UsageError
from bj.verify.findings import BrokenRule, Report

MOST_POINTS = 10_000


class Criterion(NamedTuple):
    """A group of related rules that are graded as one."""

    kinds: frozenset[str]
    """The kinds of findings that count against the criterion."""
    rules: tuple[str, ...]
    """Prefixes of the criterion's rules. They apply to findings of any kind that no criterion lists.

    The longest prefix that matches in any criterion wins. ``*`` matches any name.
    """
    events: frozenset[str]
    """The events that exercise the criterion. An empty set means that every hand does."""


def _criterion(kinds: str = "", rules: str = "", events: str = "") -> Criterion:
    """Create a criterion from strings: kinds are separated by commas, and other words by spaces."""
    return Criterion(frozenset(kinds.split(",")) - {""}, tuple(rules.split()), frozenset(events.split()))


CRITERIA: Mapping[str, Criterion] = {
    "natural": _criterion(
        "natural",
        "payouts.natural payouts.tied_naturals rules.dealer_natural rules.player_natural rules.natural_takes "
        "rules.split_naturals rules.switched_naturals",
        "player_natural naturals_push dealer_natural",
    ),
    "dealer": _criterion("dealer", "dealer", "dealer_total dealer_busts dealer_hand"),
    "strategy": _criterion(
        "action,strategy", "rules strategies define", "player_total player_busts player_hand"
    ),
    "total": _criterion("total", "cards", "player_total dealer_total player_hand"),
    "win": _criterion(
        "", "payouts side_bets rules.target rules.charlie", "player_wins won_by_bust dealer_wins lost_by_bust"
    ),
    "tie": _criterion("", "payouts.tie payouts.tied_totals", "push"),
    "rounding": _criterion("rounding", "payouts.rounding money", "rounds"),
    "shuffle": _criterion("shuffle", "shoe", "shuffle"),
    "wager": _criterion(
        "wager",
        "rules.minimum_wager rules.maximum_wager rules.wager_step rules.credit rules.sit_out "
        "strategies.*.wager",
        "player_bets",
    ),
    "count": _criterion("count", "strategies.*.count", "counts"),
    "power": _criterion("power", "powers members.*.reactions members.*.powers", "player_says dealer_says"),
    "tournament": _criterion(
        "", "procedure.round tournament teams members", "player_kicked_out dealer_kicked_out"
    ),
    "order": _criterion("order,ending,missing line,extra line,bankroll", "procedure arguments players", ""),
    "wording": _criterion(
        "wording,number,prompt,card",
        "output prompts cards.name cards.suits cards.listed cards.hidden cards.ranks.*.name",
        "",
    ),
}
"""All criteria, by name."""

BEGINNINGS = {tuple(rule.split(".")): name for name, each in CRITERIA.items() for rule in each.rules}
"""The name of the criterion for each prefix of a rule."""

BY_KIND = {kind: name for name, each in CRITERIA.items() for kind in each.kinds}
"""The name of the criterion for each kind of finding."""


Why: TypeAlias = Literal["kept", "broken", "review", "never came up"]

PartWhy: TypeAlias = Why | Literal["not reached", "not handed in"]
"""The reason for a part of a mark. The last two replace ``never came up`` for individual runs."""


class MarkPart(NamedTuple):
    """The points that some runs of a course contribute to a mark."""

    runs: str
    """The runs in words, such as ``run short``."""
    points: float
    most: float
    why: PartWhy
    hands: str = ""
    """The number of hands that could be followed, such as ``2 of 60 hands``, or an empty string if it does
    not affect the points.
    """


class Mark(NamedTuple):
    """The points that a transcript earns for one criterion."""

    name: str
    points: float
    most: float
    why: Why
    findings: tuple[BrokenRule, ...] = ()
    hands: int = 0
    """The number of hands that exercise the criterion."""
    needed: int = 0
    """The number of such hands required for full points, or 0 if there are enough."""
    parts: tuple[MarkPart, ...] = ()
    """The parts of the mark, if they differ between a student's runs."""


def read_points(words: str) -> dict[str, float]:
    """Parse the points for each criterion from text such as ``natural=10,dealer=10``.

    Raises UsageError if a name is unknown or a number is invalid.
    """
    points: dict[str, float] = {}
    for word in filter(None, words.split(",")):
        name, _, number = word.partition("=")
        points[name.strip()] = _check(name.strip(), number)
    return points


def points_of(table: Mapping[str, Any]) -> dict[str, float]:
    """Read the points for each criterion from the ``[marks]`` table in a file.

    Raises UsageError if a name is unknown or a number is invalid.
    """
    return {name: _check(name, number) for name, number in table.items()}


def _check(name: str, number: Any) -> float:
    """Return the points for a criterion as a number.

    Raises UsageError if the name or the number is invalid.
    """
    if name not in CRITERIA:
        raise UsageError(f"`{name[:40]}` is not a criterion for marks", f"choose from {', '.join(CRITERIA)}")
    try:
        points = float(number)
    except (TypeError, ValueError):
        points = -1
    if isinstance(number, bool) or not 0 <= points <= MOST_POINTS:
        raise UsageError(f"`{str(number)[:40]}` is not a number of points", "write `natural=10,dealer=5`")
    return points


def mark(report: Report, points: Mapping[str, float]) -> list[Mark]:
    """Return a mark for each criterion in ``points``, in the same order."""
    marks = (exact_mark(name, [name], most, report) for name, most in points.items())
    return [each._replace(points=round_points(each.points, each.most)) for each in marks]


def criterion_of(rule: str) -> str:
    """Return the name of the criterion to which a rule belongs.

    Return an empty string for keys that belong to no criterion, such as `help`.

    >>> criterion_of("payouts.natural"), criterion_of("payouts.bonuses.suited.pays")
    ('natural', 'win')
    >>> criterion_of("strategies.counting.count"), criterion_of("cards.ranks.K.name")
    ('count', 'wording')
    """
    keys = rule.split(".")
    fitting = [each for each in BEGINNINGS if len(each) <= len(keys) and all(map(_fits, each, keys))]
    return BEGINNINGS[max(fitting, key=len)] if fitting else ""


def criteria_of(finding: BrokenRule) -> set[str]:
    """Return the criterion for a finding, and the criteria for its alternative explanations."""
    by_kind, by_rule = BY_KIND.get(finding.kind, ""), criterion_of(finding.rule)
    # A mistake in a tournament usually appears as a finding about the order of events.
    is_apart = (by_kind, by_rule) == ("order", "tournament")
    return {by_rule if is_apart else by_kind or by_rule, *map(criterion_of, finding.alternatives)}


def _fits(key: str, name: str) -> bool:
    return key in ("*", name)


def exact_mark(name: str, criteria: Collection[str], most: float, report: Report) -> Mark:
    """Return a single mark for ``criteria``, without rounding its points."""
    about = tuple(each for each in report.findings if not criteria_of(each).isdisjoint(criteria))
    broken = tuple(each for each in about if costs_points(each, criteria))
    hands = hands_with(criteria, report)
    if broken:
        return Mark(name, 0, most, "broken", broken, hands)
    if not hands:
        return Mark(name, 0, most, "review" if about else "never came up", about)
    points = most * report.share
    why: Why = "review" if about or not report.is_explained else "kept"
    return Mark(name, points, most, why, about, hands)


def costs_points(finding: BrokenRule, criteria: Collection[str]) -> bool:
    """Return whether a finding is certain, or whether all its explanations belong to ``criteria``."""
    return finding.confidence == "sure" or (
        finding.confidence == "ambiguous" and criteria_of(finding).issubset(criteria)
    )


def hands_with(criteria: Collection[str], report: Report) -> int:
    """Return the number of followed hands that exercise any of ``criteria``."""
    events = [CRITERIA[name].events for name in criteria]
    return report.hands_with(frozenset().union(*events)) if all(events) else report.followed


def criteria_in(events: Collection[str]) -> list[str]:
    """Return the names of the criteria that ``events`` exercise."""
    return [name for name, each in CRITERIA.items() if each.events and not each.events.isdisjoint(events)]


def total(marks: Sequence[Mark]) -> tuple[float, float]:
    """Return the total number of points in ``marks``, and the maximum."""
    return sum(each.points for each in marks), sum(each.most for each in marks)


def round_points(points: float, most: float) -> float:
    """Round points to tenths, or to hundredths if ``most`` has hundredths, but never above ``most``.

    >>> round_points(5.17, 10), round_points(1.25, 5), round_points(0.17, 0.25)
    (5.2, 1.3, 0.17)
    >>> round_points(0.125, 0.125)
    0.125
    """
    scale = 10 if round(most, 1) == most else 100
    return min(most, int(points * scale + 0.5) / scale)


def round_parts(parts: Iterable[float], most: float) -> list[float]:
    """Round the parts of a mark so that they add up to the rounded mark.

    >>> round_parts([1.25, 1.25], 5)
    [1.3, 1.2]
    >>> round_parts([0.0625, 0.0625], 0.125)
    [0.06, 0.065]
    """
    sums = [round_points(each, most) for each in accumulate(parts, initial=0.0)]
    return [round(after - before, 9) for before, after in pairwise(sums)]  # without errors of addition


def plain_number(points: float) -> float | int:
    """Return points as an integer if they are a whole number.

    >>> plain_number(2.0), plain_number(2.5)
    (2, 2.5)
    """
    return int(points) if points == int(points) else points
