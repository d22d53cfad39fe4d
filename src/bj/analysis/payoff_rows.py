"""The payoffs at all ends of a hand, against the dealer's final hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set


class PayoffRows:
    """A row for each distinct end of a hand, with its payoffs against the dealer's final hands."""

    def __init__(
        self, found: Iterable[Mapping[int, Sequence[float]]], finals: int, drawn: Set[int], place: int
    ) -> None:
        """``drawn`` holds the final hands with drawn cards.

        ``place`` is the index of the money in payoffs.
        """
        self.rows: list[Mapping[int, Sequence[float]]] = []
        self.row_of: list[int] = []
        """For each of the ``found`` payoffs, the index of its row. Identical payoffs share a row."""
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
        """The money that the player receives, row by row."""
        self.flat = [len({row.get(final) for final in drawn}) == 1 for row in self.rows]
        """For each row, whether its payoff is the same against all final hands with drawn cards."""

    def pay_alike(self, one: int, other: int) -> bool:
        """Return whether the rows with the indices ``one`` and ``other`` have the same payoffs."""
        rows = [self.paid[row * self.finals : (row + 1) * self.finals] for row in (one, other)]
        return rows[0] == rows[1]
