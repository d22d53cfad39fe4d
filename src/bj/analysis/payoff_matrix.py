"""The payoff for each possible end of a hand against each final dealer hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set


class PayoffRows:
    """A row for each distinct end of a hand, with its payoff against every final dealer hand."""

    def __init__(
        self, found: Iterable[Mapping[int, Sequence[float]]], finals: int, drawn: Set[int], place: int
    ) -> None:
        """``drawn`` contains the final hands that include cards drawn by the dealer.

        ``place`` is the index of the money received within each payoff.
        """
        self.rows: list[Mapping[int, Sequence[float]]] = []
        self.row_of: list[int] = []
        """The index of the row for each item in ``found``. Items with identical payoffs share a row."""
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
        """The money that the player receives, with all rows joined into one list."""
        self.flat = [len({row.get(final) for final in drawn}) == 1 for row in self.rows]
        """For each row, whether the payoff is the same against every final hand in ``drawn``."""

    def pay_alike(self, one: int, other: int) -> bool:
        """Return whether the rows with indices ``one`` and ``other`` always pay the same amount."""
        rows = [self.paid[row * self.finals : (row + 1) * self.finals] for row in (one, other)]
        return rows[0] == rows[1]
