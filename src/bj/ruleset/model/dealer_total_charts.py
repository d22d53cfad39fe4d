"""Strategy charts by the dealer's total: how to read their columns, and which rules they imply."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, groupby

from bj.catalogue.actions import PLAYS
from bj.faults_and_fixes import Fault, KeyPath
from bj.ruleset.charts import Hand, is_pair_row
from bj.ruleset.model.house_rule_reading import TOTALS, condition_of_totals
from bj.ruleset.suggestions import shorten
from bj.text.lazy_regex import compile_later

COLUMN = compile_later(r"(s?)([1-9][0-9]?)(?:\.\.([1-9][0-9]?))?")
REMEDY_FOR_COLUMN = "write totals such as `12`, `4..6` or, with an ace that counts 11, `s17`"
PAIR = compile_later(r"pair(?:\s+(?:10|[2-9TA]))+\s*")
"""A pattern for the name of a row for pairs. A pair of tens is any two cards worth ten."""


def as_number(hand: Hand) -> int:
    """Return the number that represents the dealer's ``hand`` in a chart, in place of an upcard."""
    soft, total = hand
    return 2 * total + soft


def hands_of_column(word: str) -> list[Hand]:
    """Return the dealer's hands that the column ``word`` covers.

    Raises ValueError if ``word`` does not name a column.

    >>> hands_of_column("4..6"), hands_of_column("s17")
    ([(False, 4), (False, 5), (False, 6)], [(True, 17)])
    """
    match = COLUMN.fullmatch(word)
    if match is None or int(match[3] or match[2]) < int(match[2]):
        raise ValueError(f"`{word}` does not name totals")
    return [(bool(match[1]), total) for total in range(int(match[2]), int(match[3] or match[2]) + 1)]


def read_columns(
    text: str, path: KeyPath, needed: Iterable[Hand], faults: list[Fault]
) -> list[list[int]] | None:
    """Return the dealer's hands in each column, as numbers. If a column is faulty or missing, return None."""
    columns: list[list[int]] = []
    for word in re.finditer(r"\S+", text):
        span = (word.start(), len(word[0]))
        try:
            hands = [as_number(hand) for hand in hands_of_column(word[0])]
        except ValueError:
            message = f"`{shorten(word[0])}` is not a total that the dealer can have"
            faults.append(Fault("BJ511", path, message, REMEDY_FOR_COLUMN, span=span))
            return None
        if any(not {*hands}.isdisjoint(column) for column in columns):
            message = f"a total in `{word[0]}` is already in another column"
            faults.append(Fault("BJ512", path, message, "list every total only once", span=span))
            return None
        columns.append(hands)
    listed = {hand for column in columns for hand in column}
    missing = [hand for hand in sorted(needed) if as_number(hand) not in listed]
    if missing:
        words = ", ".join(map(name_of, missing[:6])) + (" and others" if missing[6:] else "")
        message = f"no column for the dealer's {words}"
        faults.append(Fault("BJ513", path, message, f"add `{name_of(missing[0])}` to the columns"))
        return None
    return columns


def dealers_hands(worths: Iterable[tuple[int, int]], target: int) -> set[Hand]:
    """Return every possible hand of two cards, except naturals.

    ``worths`` lists the low and the high value of each card.

    >>> sorted(dealers_hands([(6, 6), (1, 11)], 21))
    [(False, 12), (True, 12), (True, 17)]
    """
    hands = set()
    for (low, high), (other, other_high) in combinations_with_replacement(list(worths), 2):
        raised = low + other + max(high - low, other_high - other)
        is_soft = low + other < raised <= target
        hands.add((is_soft, raised if is_soft else low + other))
    return {hand for hand in hands if hand[1] < target}


def name_of(hand: Hand) -> str:
    """Return the name of the column for the dealer's ``hand``."""
    soft, total = hand
    return f"s{total}" if soft else f"{total}"


def rules_of_chart(columns: str, rows: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield the row, condition and code for each rule that a chart implies, starting with the narrowest row.

    Yield nothing for a faulty chart, because a check reports its faults.

    >>> list(rules_of_chart("4..6 s17", {"hard 12": "H S", "pair 8": "P"}))[:2]
    [('pair 8', 'pair and first == 8', 'P'), ('hard 12', 'not soft and total == 12 and not dealer_soft \
and dealer_total >= 4 and dealer_total <= 6', 'H')]
    """
    try:
        hands = [hands_of_column(word) for word in columns.split()]
    except ValueError:
        return
    if not all(PAIR.fullmatch(row) or re.fullmatch(TOTALS, row) for row in rows):
        return
    for row in sorted(rows, key=_width):
        codes = rows[row].split()
        if not {*codes} <= PLAYS.keys() or len(codes) not in (1, len(hands)):
            continue
        held = _condition_of_pairs(row) if is_pair_row(row) else condition_of_totals(row)
        by_code: dict[str, list[Hand]] = {}
        for code, column in zip(codes * (len(hands) if len(codes) == 1 else 1), hands, strict=True):
            by_code.setdefault(code, []).extend(column)
        for code, shown in by_code.items():
            condition = held if len(by_code) == 1 else f"{held} and {_condition_of_dealer(shown)}"
            for play in SINGLE.get(code, (code,)):
                yield row, condition, play


SINGLE: Mapping[str, tuple[str, ...]] = {
    "R": ("R", "H"),
    "Rh": ("R", "H"),
    "Rp": ("R", "P"),
    "Ph": ("P", "H"),
}
"""Maps each code that implies two rules to the codes of those rules.

The second rule applies if the action of the first is illegal.
"""


def _width(row: str) -> tuple[bool, int]:
    """Return a sort key that puts pairs first, then narrow rows, then wide ones."""
    if is_pair_row(row):
        return False, len(row)
    low, _, high = row.partition(" ")[2].partition("..")
    return True, int(high or 99) - int(low or 0) if ".." in row else 0


def _condition_of_pairs(row: str) -> str:
    values = [{"T": 10, "A": 11}.get(rank) or int(rank) for rank in row.split()[1:]]
    parts = [f"first == {value}" for value in values]
    return f"pair and {parts[0]}" if len(parts) == 1 else f"pair and ({' or '.join(parts)})"


def _condition_of_dealer(hands: Sequence[Hand]) -> str:
    parts = []
    for soft in (False, True):
        totals = sorted(total for is_soft, total in hands if is_soft == soft)
        runs = [
            [total for _, total in run]
            for _, run in groupby(enumerate(totals), lambda pair: pair[1] - pair[0])
        ]
        for run in runs:
            within = f"dealer_total >= {run[0]} and dealer_total <= {run[-1]}"
            asked = within if run[1:] else f"dealer_total == {run[0]}"
            parts.append(f"{'dealer_soft' if soft else 'not dealer_soft'} and {asked}")
    return parts[0] if len(parts) == 1 else f"({' or '.join(parts)})"
