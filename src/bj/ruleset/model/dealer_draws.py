"""The dealer's drawing rule, with suggestions for authors who copy the words on a casino table."""

from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from bj.faults_and_fixes import Fix, Remedy
from bj.ruleset.model.base import DealerCondition
from bj.text.lazy_regex import compile_later

STANDS_ON_SOFT_17 = "total < 17"
HITS_SOFT_17 = "total < 17 or soft and total == 17"

_STANDS = compile_later(r"(?:dealer )?(?:s17|(?:must )?stands? on (?:all |soft |a soft |hard )?17s?)")
_HITS = compile_later(r"(?:dealer )?(?:h17|(?:must )?(?:hits?|draws?)(?: on)? (?:a )?soft 17s?)")
_LIMIT = compile_later(
    r"(?:dealer )?(?:must )?(?:draws? |hits? )?"
    r"(?P<word>until|up to|to|below|under|on|through) (?P<total>[1-9][0-9]?)"
)
TYPICAL_HIGHEST = 16
"""The highest total on which dealers usually draw."""


def find_draws(text: str) -> Remedy:
    """Suggest a condition to replace ``text``, if it is a drawing rule as printed on casino tables.

    Return an empty string if ``text`` is anything else.

    >>> str(find_draws("to 16")), str(find_draws("until 17")), find_draws("total < 17")
    ('write `"total < 17"`', 'write `"total < 17"`', '')
    """
    words = " ".join(text.lower().split())
    if _STANDS.fullmatch(words):
        return Fix(f'"{STANDS_ON_SOFT_17}"')
    if _HITS.fullmatch(words):
        return Fix(f'"{HITS_SOFT_17}"')
    match = _LIMIT.fullmatch(words)
    if match is None:
        return ""
    total = int(match["total"])
    is_included = match["word"] in ("on", "through") or (
        match["word"] in ("to", "up to") and total <= TYPICAL_HIGHEST
    )
    return Fix(f'"total < {total + is_included}"')


def _refuse_words(value: Any) -> Any:
    """Return ``value``, but refuse a drawing rule that is worded as on a casino table."""
    remedy = find_draws(value) if isinstance(value, str) else ""
    if remedy:
        raise PydanticCustomError("draws", "should be true, false or a condition", {"remedy": remedy})
    return value


DealerDraws = Annotated[DealerCondition, BeforeValidator(_refuse_words)]
