"""Marks: credit for every rule that came up in a transcript and was followed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from bj.errors import UsageError
from bj.verify.findings import BrokenRule, Report

MOST_POINTS = 10_000


class Criterion(NamedTuple):
    """A criterion for marks."""

    kinds: frozenset[str]
    """The kinds of findings that break it."""
    rules: tuple[str, ...]
    """The prefixes of its rules, for findings of other kinds: the longest decides, and ``*`` is any name."""
    events: frozenset[str]
    """The events in which it comes up; empty if it comes up in every hand."""


def _criterion(kinds: str = "", rules: str = "", events: str = "") -> Criterion:
    """A criterion from words."""
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
        "rules.minimum_wager rules.maximum_wager rules.credit rules.sit_out strategies.*.wager",
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
"""The criteria, by name."""

BEGINNINGS = {tuple(rule.split(".")): name for name, each in CRITERIA.items() for rule in each.rules}
"""The criteria by the prefixes of their rules."""

BY_KIND = {kind: name for name, each in CRITERIA.items() for kind in each.kinds}
"""The criteria by the kinds of findings that belong to them."""


Why: TypeAlias = Literal["kept", "broken", "review", "never came up"]


class Mark(NamedTuple):
    """The mark of a transcript for a criterion."""

    name: str
    points: float
    most: float
    why: Why
    findings: tuple[BrokenRule, ...] = ()
    hands: int = 0
    """The number of hands in which it came up."""
    needed: int = 0
    """The number of hands for all points, if so few hands cost points."""


def read_points(words: str) -> dict[str, float]:
    """The points for every criterion: ``natural=10,dealer=10``. Raises UsageError."""
    points: dict[str, float] = {}
    for word in filter(None, words.split(",")):
        name, _, number = word.partition("=")
        points[name.strip()] = _check(name.strip(), number)
    return points


def points_of(table: Mapping[str, Any]) -> dict[str, float]:
    """The points in the table ``[marks]`` of a file. Raises UsageError."""
    return {name: _check(name, number) for name, number in table.items()}


def _check(name: str, number: Any) -> float:
    """Check the name of a criterion and its points."""
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
    """The marks of a transcript, in the order of the criteria with points."""
    return [_mark(name, most, report) for name, most in points.items()]


def criterion_of(rule: str) -> str:
    """The name of the criterion to which a rule belongs; empty for keys such as `help`.

    >>> criterion_of("payouts.natural"), criterion_of("payouts.bonuses.suited.pays")
    ('natural', 'win')
    >>> criterion_of("strategies.counting.count"), criterion_of("cards.ranks.K.name")
    ('count', 'wording')
    """
    keys = rule.split(".")
    fitting = [each for each in BEGINNINGS if len(each) <= len(keys) and all(map(_fits, each, keys))]
    return BEGINNINGS[max(fitting, key=len)] if fitting else ""


def _fits(key: str, name: str) -> bool:
    return key in ("*", name)


def _mark(name: str, most: float, report: Report) -> Mark:
    """The mark for one criterion."""
    criterion = CRITERIA[name]
    hands = report.hands_with(criterion.events) if criterion.events else report.followed
    about = tuple(each for each in report.findings if name in _criteria(each))
    broken = tuple(each for each in about if _costs_points(each))
    if broken:
        return Mark(name, 0, most, "broken", broken, hands)
    if not hands:
        return Mark(name, 0, most, "review" if about else "never came up", about)
    points = round(most * report.share, 2)
    why: Why = "review" if about or not report.is_explained else "kept"
    return Mark(name, points, most, why, about, hands)


def _criteria(finding: BrokenRule) -> set[str]:
    """The criterion of a finding, and those of its other explanations."""
    by_kind, by_rule = BY_KIND.get(finding.kind, ""), criterion_of(finding.rule)
    # A mistake of the tournament mostly shows as one of the order.
    is_apart = (by_kind, by_rule) == ("order", "tournament")
    return {by_rule if is_apart else by_kind or by_rule, *map(criterion_of, finding.alternatives)}


def _costs_points(finding: BrokenRule) -> bool:
    """Whether a finding is sure, or all its explanations belong to one criterion."""
    return finding.confidence == "sure" or (
        finding.confidence == "ambiguous" and len(_criteria(finding)) == 1
    )


def criteria_in(events: Collection[str]) -> list[str]:
    """The criteria that come up with some events."""
    return [name for name, each in CRITERIA.items() if each.events and not each.events.isdisjoint(events)]


def total(marks: Sequence[Mark]) -> tuple[float, float]:
    """The points of a transcript, and the maximum."""
    return sum(each.points for each in marks), sum(each.most for each in marks)


def plain_number(points: float) -> float | int:
    """A number of points without unnecessary decimals.

    >>> plain_number(2.0), plain_number(2.5)
    (2, 2.5)
    """
    return int(points) if points == int(points) else points
