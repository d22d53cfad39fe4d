"""How far a shoe is dealt: ``penetration`` in words, and its condition."""

from fractions import Fraction
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from bj.errors import Fix
from bj.text.patterns import compile_later

SHARE = compile_later(r"([1-9][0-9]?(?:\.[0-9])?)%")
LEFT = compile_later(r"(?!0+(?:\.0+)? )([0-9]{1,4}(?:\.[0-9]{1,2})?) (card|pack)s? left")
HABIT = compile_later(
    r"\s*(\d{1,4}(?:\.\d{1,2})?|\.\d{1,2})\s*(%|percent|per cent|cards?|packs?|decks?)?\s*(?:left)?\s*"
)
LEAST_PERCENT = 10
"""A smaller number without a unit may be packs."""
PATTERN = f"^({SHARE.pattern}|{LEFT.pattern})$".replace("(?:", "(")


def respell(value: Any) -> str:
    """A penetration in another spelling; empty if it is not clear.

    >>> respell(75), respell(0.75), respell("75 percent"), respell("26 cards"), respell("1.5 decks")
    ('75%', '75%', '75%', '26 cards left', '1.5 packs left')
    """
    match = HABIT.fullmatch(str(value))
    if match is None or isinstance(value, bool):
        return ""
    number, unit = match[1], (match[2] or "%").rstrip("s")
    if match[2] is None and 1 <= Fraction(number) < LEAST_PERCENT:
        return ""  # percent, or packs
    if unit in ("%", "percent", "per cent"):
        share = Fraction(number) * (100 if Fraction(number) < 1 else 1)
        written = f"{float(share):g}%"
        return written if SHARE.fullmatch(written) else ""
    written = f"{number} {'card' if unit == 'card' else 'pack'}s left"
    return written if LEFT.fullmatch(written) else ""


def _read(value: Any) -> Any:
    """Accept a share, or cards or packs that are left; refuse others."""
    if not isinstance(value, (str, int, float)):
        return value  # no text at all, which pydantic says
    if isinstance(value, str) and (SHARE.fullmatch(value) or LEFT.fullmatch(value)):
        return value
    written = respell(value)
    remedy = Fix(f'"{written}"') if written else 'write `"75%"`, `"78 cards left"` or `"1.5 packs left"`'
    raise PydanticCustomError("penetration", "should be a share, or cards or packs left", {"remedy": remedy})


Penetration = Annotated[str, BeforeValidator(_read), WithJsonSchema({"type": "string", "pattern": PATTERN})]
"""How far a shoe is dealt: a share of its cards, or how many cards or packs are left."""


def cards_then_left(penetration: str, pack: int, packs: int) -> int:
    """The number of cards below which a shoe is shuffled.

    >>> [cards_then_left(each, 52, 6) for each in ("75%", "78 cards left", "1.5 packs left")]
    [78, 78, 78]
    """
    share, left = SHARE.fullmatch(penetration), LEFT.fullmatch(penetration)
    if share is not None:
        return pack * packs - int(pack * packs * Fraction(share[1]) / 100)
    if left is None:
        raise ValueError(f"`{penetration}` is not a penetration")
    return int(Fraction(left[1]) * (pack if left[2] == "pack" else 1))
