"""Recognizes betting systems such as the martingale, which need a memory and reactions in bj."""

from __future__ import annotations

from typing import Any

from bj.faults_and_fixes import KeyPath
from bj.ruleset.faults.foreign_values import fold
from bj.ruleset.model_fields import fields_at
from bj.ruleset.toml.reading_and_writing import write_path
from bj.text.lazy_regex import compile_later

CANCELLATION = compile_later("labou?ch[eè]re|cancellation")
SYSTEM = compile_later(
    rf"martingale|paroli|parlay|alembert|fibonacci|oscar.?s?.grind|progression|{CANCELLATION.pattern}"
    r"|(?<![a-z])(?:after|on)[ _](?:(?:an?|each|every|the)[ _])?(?:win|won|los|push|tie)"
    r"|^(?:sequence|steps|max_(?:steps|levels|doubl\w+))$"
    r"|(?:\*\*|\^) ?\(?[a-z]|\b(?:wager|bet)\b.*\b(?:won|win|lost|loss)\b"
)
"""Matches the name of a betting system, a phrase about wins or losses, or a formula such as `2 ** losses`.

CANCELLATION matches the names of systems that bj cannot play.
"""

LONGEST = 160
"""The maximum length of the name or the description of a system, in characters."""

CANNOT = (
    "bj cannot play this system: its list of numbers grows, but a player can remember only individual numbers"
)
RECIPE = (
    "a betting system needs `memory`, `wager` and `reactions` under [{}]; to double after every loss, write "
    '`memory = {{ units = 1 }}`, `wager = "min(bankroll, minimum * units)"` and `reactions = [{{ on = "hand '
    'lost", set = {{ units = "2 * units" }} }}, {{ on = "hand won", set = {{ units = 1 }} }}]`'
)


def list_system_keys(table: Any) -> list[str]:
    """List the unknown keys that name or describe a betting system, in a strategy or a similar table.

    >>> list_system_keys({"system": "paroli", "unit": 5, "on_loss": "reset"}), list_system_keys({"bet": 10})
    (['system', 'on_loss'], [])
    """
    known = fields_at(("strategies", "x"))
    own = {key: value for key, value in table.items() if key not in known} if isinstance(table, dict) else {}
    return [key for key, value in own.items() if _describes_system(fold(key)) or _describes_system(value)]


def advise_system(path: KeyPath, described: Any) -> str | None:
    """Return advice on the betting system in ``described``, which is the table or text at ``path``.

    Return None if ``described`` is not a betting system.
    """
    if not (list_system_keys(described) or _describes_system(described)):
        return None
    if CANCELLATION.search(f"{path} {described}".lower()):
        return CANNOT
    return RECIPE.format(write_path(path[:2]) if path[0] == "strategies" else "strategies.NAME")


def _describes_system(text: Any) -> bool:
    is_short = isinstance(text, str) and len(text) <= LONGEST
    return is_short and SYSTEM.search(text.strip().lower()) is not None
