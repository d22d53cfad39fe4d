"""Texts and charts that several rulesets have in common, parsed only once.

Nothing that is parsed can change, so all of them may share it. What is faulty is parsed again, at its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from bj.errors import Fault, KeyPath
from bj.ruleset.charts import ChartText, Playing, read_chart
from bj.ruleset.expressions import Expression, Kind, parse_expression
from bj.ruleset.names import NAMES, Place
from bj.ruleset.templates import Template, parse_template

KEPT = 4096
"""How many texts of a kind are kept."""

KEPT_CHARTS = 512
"""How many charts are kept, which are large."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownNames:
    """The names that an expression can use; those of two rulesets with the same names are one object."""

    kinds: Mapping[str, Kind]
    is_shared: bool


@lru_cache(KEPT)
def know_names_once(numbers: tuple[str, ...], place: Place) -> KnownNames:
    """The names that are known at ``place``, and ``numbers``."""
    return KnownNames({**dict.fromkeys(numbers, Kind.NUMBER), **NAMES[place]}, is_shared=True)


class _ChartLines(NamedTuple):
    columns: str
    rows: dict[str, str]


def parse_expression_once(text: str, names: KnownNames, expected: Kind, decimals: int) -> Expression:
    """As ``parse_expression``."""
    if not names.is_shared:
        return parse_expression(text, names.kinds, expected, decimals)
    return _parse_expression(text, names, expected, decimals)


@lru_cache(KEPT)
def _parse_expression(text: str, names: KnownNames, expected: Kind, decimals: int) -> Expression:
    return parse_expression(text, names.kinds, expected, decimals)


@lru_cache(KEPT)
def parse_template_once(text: str, fields: tuple[str, ...]) -> Template:
    """As ``parse_template``."""
    return parse_template(text, fields)


def read_chart_once(
    chart: ChartText, path: KeyPath, target: int, worth: Mapping[int, int], is_whole: bool
) -> tuple[Playing, list[Fault]]:
    """As ``read_chart``."""
    playing = _read_sound_chart(chart.columns, tuple(chart.rows.items()), target, tuple(worth.items()))
    return (playing, []) if playing else read_chart(chart, path, target, worth, is_whole)


@lru_cache(KEPT_CHARTS)
def _read_sound_chart(
    columns: str, rows: tuple[tuple[str, str], ...], target: int, worth: tuple[tuple[int, int], ...]
) -> Playing | None:
    """A chart without faults; None when it has any."""
    playing, faults = read_chart(_ChartLines(columns, dict(rows)), (), target, dict(worth))
    return None if faults else playing
