"""Parses numbers as people write them, such as `1_000_000`, `1e8`, `2.5M` and `0.01%`."""

from __future__ import annotations

import re
from decimal import Decimal

from bj.errors import UsageError
from bj.simulation.jobs import LARGEST_AMOUNT

AMOUNT = re.compile(r"(\d{1,3}(?:[_,]\d{3})+|\d{1,15}(?:\.\d{1,12})?)(?:[eE](\d{1,2})|([kKmMgG]))?", re.ASCII)
PRECISION = re.compile(r"(\d{1,12}(?:\.\d{1,12})?|\.\d{1,12})(?:[eE]-(\d{1,2}))?(%?)", re.ASCII)
LETTERS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


def parse_amount(option: str, text: str) -> int:
    """Parse ``text``, a whole number given with ``option``. Raises UsageError if it is invalid.

    >>> parse_amount("--hands", "1_000_000"), parse_amount("--hands", "1e8"), parse_amount("--hands", "2.5M")
    (1000000, 100000000, 2500000)
    """
    match = AMOUNT.fullmatch(text.strip())
    if match:
        digits, exponent, letter = match.groups("")
        number = Decimal(re.sub("[_,]", "", digits)) * LETTERS[letter.lower()] * 10 ** int(exponent or 0)
        if number == int(number):
            return int(number)
    raise UsageError(
        f"`{option} {text[:40]}` is not a whole number from 1 to {LARGEST_AMOUNT}",
        f"write it like `{option} 1000000` or `{option} 1e6`",
    )


def parse_precision(text: str) -> float:
    """Parse ``text``, a standard error given with ``--precision``, and return it as a fraction.

    Raises UsageError if the text is malformed or the number is not between 0 and 1.

    >>> parse_precision("0.01%"), parse_precision("0.0001"), parse_precision("1e-4")
    (0.0001, 0.0001, 0.0001)
    """
    match = PRECISION.fullmatch(text.strip())
    if match:
        digits, exponent, sign = match.groups("")
        number = Decimal(digits) / 10 ** int(exponent or 0) / (100 if sign else 1)
        if 0 < number < 1:
            return float(number)
    raise UsageError(
        f"`--precision {text[:40]}` is not a standard error between 0 and 1",
        "write it like `--precision 0.01%` or `--precision 0.0001`",
    )
