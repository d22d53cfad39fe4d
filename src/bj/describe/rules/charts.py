"""Playing charts as tables, and compared cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bj.cards import RANKS
from bj.catalogue.actions import ACTIONS, BY_LETTER
from bj.describe.rules.layout import runs, wrap
from bj.describe.rules.parts import Part
from bj.ruleset.charts import LOWEST_SOFT_TOTAL, LOWEST_TOTAL, Playing

Row = tuple[str, ...]
"""What is done against each of the thirteen ranks, a letter each."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What a strategy does with every hand that no rule before has decided."""

    key: str
    playing: Playing
    target: int
    tens: frozenset[int]
    """The ranks that count as much as a ten: they share a column as long as they have the same actions."""
    origin: str | None = None
    """The strategy that the chart is inherited from."""

    def rows(self, is_soft: bool) -> dict[int, Row]:
        """What is done with each total."""
        lowest = LOWEST_SOFT_TOTAL if is_soft else LOWEST_TOTAL
        actions = self.playing.actions
        return {
            total: tuple(actions.get((is_soft, total, rank), "?") for rank in range(len(RANKS)))
            for total in range(lowest, self.target + 1)
        }

    def lines(self, width: int) -> list[str]:
        """The chart as a table, or where it is to be found."""
        if self.origin is not None:
            return wrap(f"Plays by the chart of `{self.origin}`.", width)
        columns = self._columns()
        table = [("against", tuple(RANKS[column[0]] for column in columns))]
        for is_soft in (False, True):
            rows = self.rows(is_soft)
            for first, last in _alike(rows):
                letters = tuple(rows[first][column[0]] for column in columns)
                table.append((_hands(is_soft, first, last), letters))
        margin = max(len(name) for name, _ in table)
        used = {letter for _, letters in table[1:] for letter in letters}
        lines = [f"    {name:{margin}}   {'  '.join(letters)}" for name, letters in table]
        legend = [action.legend for action in ACTIONS.values() if action.letter in used]
        tens = [RANKS[rank] for column in columns for rank in column[1:]]
        if tens:
            legend.append(f"T is for {', '.join(tens)} too")
        return [*wrap("The chart, a row for each hand and a column for each upcard of the dealer:", width),
                *lines, *wrap("; ".join(legend) + ".", width, "    ", "    ")]  # fmt: skip

    def compare(self, other: Part) -> Iterator[str]:
        """A line for each action that is another one, with the hands and upcards for which it is.

        What is inherited from the same strategy is said there.
        """
        if not isinstance(other, Chart) or (self.origin is not None and self.origin == other.origin):
            return
        for is_soft in (False, True):
            rows, other_rows = self.rows(is_soft), other.rows(is_soft)
            changes = {
                total: _changes(rows[total], other_rows[total])
                for total in rows
                if total in other_rows and rows[total] != other_rows[total]
            }
            for change in dict.fromkeys(pair for found in changes.values() for pair in found):
                yield from _say_change(is_soft, change, changes)

    def _columns(self) -> list[list[int]]:
        """The ranks of each column."""
        shared = [rank for rank in range(len(RANKS)) if rank in self.tens]
        rows = [*self.rows(False).values(), *self.rows(True).values()]
        if any(row[rank] != row[shared[0]] for row in rows for rank in shared[1:]):
            shared = []
        columns = [[rank] for rank in range(len(RANKS)) if rank not in shared[1:]]
        return [shared if shared and column == shared[:1] else column for column in columns]


def _alike(rows: dict[int, Row]) -> Iterator[tuple[int, int]]:
    """The first and last of each run of totals with which the same is done."""
    totals = list(rows)
    start = totals[0]
    for total, following in zip(totals, [*totals[1:], None], strict=True):
        if following is None or rows[following] != rows[total]:
            yield start, total
            start = following or total


def _hands(is_soft: bool, first: int, last: int) -> str:
    """Hands of a run of totals."""
    return f"{'soft' if is_soft else 'hard'} {first}" + (f" to {last}" if last > first else "")


def _changes(old: Row, new: Row) -> dict[tuple[str, str], tuple[int, ...]]:
    """The ranks for which one action has become another."""
    found: dict[tuple[str, str], tuple[int, ...]] = {}
    for rank, pair in enumerate(zip(old, new, strict=True)):
        if pair[0] != pair[1]:
            found[pair] = (*found.get(pair, ()), rank)
    return found


def _say_change(
    is_soft: bool,
    change: tuple[str, str],
    changes: dict[int, dict[tuple[str, str], tuple[int, ...]]],
) -> Iterator[str]:
    """Where one action has become another, in as few lines as possible."""
    by_ranks: dict[tuple[int, ...], list[int]] = {}
    for total, found in changes.items():
        if change in found:
            by_ranks.setdefault(found[change], []).append(total)
    old, new = (BY_LETTER[letter].name if letter in BY_LETTER else letter for letter in change)
    for ranks, totals in by_ranks.items():
        for first, last in runs(totals):
            yield f"  {_hands(is_soft, first, last)} against {_against(ranks)}: {new} instead of {old}"


def _against(ranks: Sequence[int]) -> str:
    """Upcards in a row."""
    if len(ranks) == len(RANKS):
        return "everything"
    return " ".join(RANKS[rank] for rank in ranks)
