"""The best play of a table as a chart, from its exact odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.oracle.recursion import UPCARDS, Hand, Table, hand_of


def preference(options: Mapping[str, float], more: str) -> str:
    """The code in a chart for a hand that does ``more`` with more than two cards."""
    best = sorted(options, key=lambda letter: -options[letter])
    if best[0] == "D":
        return "D" if more == "H" else "Ds"
    if best[0] == "R":
        other = next(letter for letter in best if letter != "R")
        return f"R{other.lower() if other != 'D' else more.lower()}"
    return best[0]


def first(table: Table, one: int, two: int, upcard: int) -> dict[str, float]:
    """The possible plays of the first two cards of a hand, with their values."""
    return table.first(one, two, hand_of(one, two), hand_of(upcard), table.deck)


def chart(table: Table) -> dict[str, Sequence[str]]:
    """The code of a chart for every hand against every upcard."""
    rows: dict[str, Sequence[str]] = {}
    for soft in (False, True):
        for total in range(12 if soft else 4, 21):
            low = (1, total - 11) if soft else (total - min(10, total - 2), min(10, total - 2))
            cells = []
            for upcard in UPCARDS:
                options = table.options(Hand(total, soft, 3), hand_of(upcard), table.deck)
                two = {letter: value for letter, value in first(table, *low, upcard).items() if letter != "P"}
                cells.append(preference(two, max(options, key=lambda each: options[each])))
            rows[f"{'soft' if soft else 'hard'} {total}"] = cells
    for worth in range(1, 11) if table.hands != 1 else ():
        hand = hand_of(worth, worth)
        usual = rows[f"{'soft' if hand.soft else 'hard'} {hand.total}"]
        cells = [preference(first(table, worth, worth, upcard), "H") for upcard in UPCARDS]
        rows[f"pair {'A' if worth == 1 else 'T' if worth == 10 else worth}"] = [
            cell if cell in ("P", "Rp") else other for cell, other in zip(cells, usual, strict=True)
        ]
    return rows
