"""Renders a simulation or a comparison as JSON. The keys are the names of the dataclass fields."""

from __future__ import annotations

import dataclasses
import json
from math import isfinite
from typing import Any

from bj import __version__
from bj.simulation.comparison import Comparison
from bj.simulation.results import PlayerResult, Simulation

MONEY = ("powers_per_hand", "side_bets_per_hand", "bankroll_per_hand", "banker_per_hand")
"""The fields to omit if they are None, which means that no money moves in that way."""


def render_json(found: Simulation | Comparison) -> str:
    """Render the report as a JSON object. Infinite numbers become null."""
    kind = "simulation" if isinstance(found, Simulation) else "comparison"
    report = {"bj": __version__, "report": kind, **to_plain(found)}
    return json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_plain(value: Any) -> Any:
    """Convert a value to plain JSON. A mapping whose keys are not strings becomes a list of pairs."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        plain = {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        if plain.get("by") == "":
            del plain["by"]  # so that other reports are the same as before this field existed
        if plain.get("powers_without_hands") == {}:
            del plain["powers_without_hands"]
        if isinstance(value, PlayerResult):
            for name in MONEY:
                if plain[name] is None:
                    del plain[name]
            plain |= {"won": value.won, "pushed": value.pushed, "lost": value.lost}
            plain["per_round"] = to_plain(value.per_round)
        return plain
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        if any(not isinstance(key, str) for key in value):
            return [[to_plain(key), to_plain(each)] for key, each in value.items()]
        return {key: to_plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(each) for each in value]
    return value
