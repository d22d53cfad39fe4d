"""The payoffs of all ends of a hand against the dealer's final hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set


class PayoffRows:
    """One row for each distinct end of a hand: its payoffs against the final hands of the dealer."""

    def __init__(
        self, found: Iterable[Mapping[int, Sequence[float]]], finals: int, drawn: Set[int], place: int
    ) -> None:
        """``drawn`` holds the final hands with drawn cards. ``place`` is the index of money in payoffs."""
        self.rows: list[Mapping[int, Sequence[float]]] = []
        self.row_of: list[int] = []
        """The index of the row for each of the ``found`` payoffs. Identical payoffs share a row."""
        numbers: dict[object, int] = {}
        for row in found:
            number = numbers.setdefault(tuple(row.items()), len(numbers))
            if number == len(self.rows):
                self.rows.append(row)
            self.row_of.append(number)
        self.finals = finals
        self.paid = [
            row[final][place] if final in row else 0.0 for row in self.rows for final in range(finals)
        ]
        """The money received, row by row."""
        self.flat = [len({row.get(final) for final in drawn}) == 1 for row in self.rows]
        """For each row, whether its payoff is the same for all final hands for which the dealer draws cards.
        """

    def pay_alike(self, one: int, other: int) -> bool:
        """Whether two rows have the same payoffs."""
        rows = [self.paid[row * self.finals : (row + 1) * self.finals] for row in (one, other)]
        return rows[0] == rows[1]
