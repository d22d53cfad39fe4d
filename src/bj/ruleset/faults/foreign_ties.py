"""Reads the results of ties in other notations: ties at certain totals, and ties between naturals."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from bj.ruleset.faults.foreign_values import fold
from bj.text.lazy_regex import compile_later

RESULTS = {
    **{"-1": "lose", "-1:1": "lose", "0": "push", "1": "win", "lose": "lose", "push": "push", "win": "win"},
    **dict.fromkeys(("0:1", "returned", "money back", "stand-off", "standoff"), "push"),
    **dict.fromkeys(("1:1",), "win"),
    **dict.fromkeys(("dealer", "house", "dealer wins", "house wins"), "lose"),
    **dict.fromkeys(("player", "player wins"), "win"),
}
"""Maps words for the result of a tie to `win`, `lose` or `push`."""

_OF_TOTALS = compile_later(
    r"(?:(-?[01]|lose|push|win)s? (?:if|on|at|with|when) )(?:totals? )?(?:is )?(==|>=|<=|>|<)? ?([0-9]{1,2})"
    r"(?: ?(?:-|to|\.\.) ?([0-9]{1,2})|(\+| or more| or less))?(?: else (-?[01]|lose|push|win))?"
)
"""Matches the result of ties at certain totals, such as `lose on 17` or `-1 if total >= 17 else 0`."""

_WON = compile_later(
    r"(?:the )?(?:(dealer|house|bank|casino|player loses|lost|loses?)|(player|win|wins|won)"
    r"|(push|pushes|tie|returned))"
    r"(?: (?:wins?|takes?|gets?|on|all|ties?|push(?:es)?|it|them|of|at|the|totals?|bets?)){0,6}"
    r"((?:[ ,]+(?:(?:and|or|&|ties?) )?[0-9]{2}(?:'?s)?(?: ?(?:-|to|\.\.) ?[0-9]{2})?)*)"
    r"(?:,? ?\(?(?:except|but not|not|unless)\b.*(?:blackjack|natural|bj).*)?"
)
"""Matches a phrase that says who wins all ties, or ties at certain totals.

It allows an exception for naturals, because they push by default.
"""


def to_result(value: Any) -> str | None:
    """Return the result of a tie according to a phrase that says who wins all ties.

    Return None for any other value.

    >>> to_result("the dealer wins all ties, except blackjack"), to_result("dealer wins on 17")
    ('lose', None)
    """
    text = " ".join(str(value).lower().split())
    match = _WON.fullmatch(text)
    result = RESULTS.get(text) or ("" if match is None or match[4] else _result_of(match))
    return result or None


def to_ties_of(totals: Sequence[str]) -> Callable[[Any], dict[str, str] | None]:
    """Create a function that converts a phrase such as `dealer wins` to a table of results.

    The table contains the same result for each of the ``totals``.
    """
    return lambda value: dict.fromkeys(totals, result) if (result := to_result(value)) else None


def to_ties_with(result: str) -> Callable[[Any], dict[str, str] | None]:
    """Create a function that converts a condition or a list of totals to ties with this ``result``.

    >>> to_ties_with("lose")("total <= 13"), to_ties_with("win")([17, 18]), to_ties_with("lose")("often")
    ({'12': 'lose', '13': 'lose'}, {'17': 'win', '18': 'win'}, None)
    """

    def rewrite(value: Any) -> dict[str, str] | None:
        if isinstance(value, bool):
            return None
        totals = ", ".join(map(str, value)) if isinstance(value, list) else str(value).lower()
        found: dict[str, str] | None = to_ties(f"{result} if {totals}") or to_ties(f"{result} on {totals}")
        return found

    return rewrite


def _result_of(match: re.Match[str]) -> str:
    return "lose" if match[1] else "win" if match[2] else "push"


LOWEST_TIE, HIGHEST_TIE = 12, 21
NATURALS, ALL = r"(?:(?:blackjack|natural|bj)s?(?:_v?s?_|$))+", "push|pushes|ties?|all|result|winner"


def to_ties(value: Any) -> Any:
    """Convert a phrase for the result of certain ties to a table that maps totals to results.

    Return None for any other value.

    >>> to_ties("-1 if total >= 20 else 0"), to_ties("lose on 17"), to_ties("sometimes")
    ({'20': 'lose', '21': 'lose'}, {'17': 'lose'}, None)
    """
    if isinstance(value, dict) and all(re.fullmatch("[0-9]{1,2}", str(total)) for total in value):
        results = [RESULTS.get(str(result).lower(), "") for result in value.values()]
        return dict(zip(value, results, strict=True)) if value and all(results) else None
    text = " ".join(value.lower().split()) if isinstance(value, str) else ""
    text = re.sub(r"^push(?:es)? (?:except|but not) (?:on |at |for )?(?=[0-9])", "dealer wins on ", text)
    if (won := _WON.fullmatch(text)) and won[4]:
        totals = [
            part.split("-")
            for part in re.findall(r"[0-9]{2}(?:-[0-9]{2})?", re.sub(" ?(?:to|[.][.]) ?", "-", won[4]))
        ]
        return {
            f"{total}": _result_of(won)
            for low, *high in totals
            for total in range(int(low), int((high or [low])[0]) + 1)
        }
    match = _OF_TOTALS.fullmatch(text)
    if match is None or RESULTS.get(match[6] or "push") != "push":
        return None
    first = int(match[3])
    sign = {"+": ">=", " or more": ">=", " or less": "<="}.get(match[5] or "", match[2] or "==")
    low, high = {
        "==": (first, int(match[4] or first)),
        ">=": (first, HIGHEST_TIE),
        ">": (first + 1, HIGHEST_TIE),
        "<=": (LOWEST_TIE, first),
        "<": (LOWEST_TIE, first - 1),
    }[sign]
    if not low <= high <= HIGHEST_TIE:
        return None
    return {str(total): RESULTS[match[1]] for total in range(low, high + 1)}


def to_result_of(pattern: str) -> Callable[[Any], Any]:
    """Create a function that returns the result in a table if ``pattern`` matches the table's only key.

    >>> to_result_of(NATURALS)({"blackjack": "player"}), to_result_of(NATURALS)({"17": "player"})
    ('win', None)
    """

    def rewrite(value: Any) -> Any:
        if not isinstance(value, dict) or len(value) != 1:
            return None
        ((key, result),) = value.items()
        return RESULTS.get(str(result).lower()) if re.fullmatch(pattern, fold(key)) else None

    return rewrite
