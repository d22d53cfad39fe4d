"""Format strategy charts as tables, and compare them cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from bj.cards import RANKS
from bj.catalogue.actions import PLAYS
from bj.describe.rules.description_parts import Part
from bj.ruleset.charts import LOWEST_SOFT_TOTAL, LOWEST_TOTAL, Playing
from bj.ruleset.model.dealer_total_charts import as_number, name_of
from bj.ruleset.pack import Pack
from bj.text.sentences import consecutive_runs
from bj.text.wrapping import WIDTH, wrap

TEN = RANKS.index("T")

Row = Mapping[str, str]
"""Maps the code of each upcard to an action."""


@dataclass(frozen=True, slots=True)
class ChartTable:
    """The actions in a strategy chart, for every hand that the strategy's rules do not decide."""

    INTRODUCTION: ClassVar = "The chart, with a row for each hand and a column for each upcard:"
    INHERITED: ClassVar = "Follows the chart of `{}`."

    key: str
    playing: Playing
    target: int
    pack: Pack
    origin: str | None = None
    """The strategy from which the chart is inherited, or None."""

    def rows(self, is_soft: bool) -> dict[int, Row]:
        """Map each possible total to its row."""
        worths = [self.pack.worths[rank] for rank in self.pack.ranks]
        soft = [high for low, high in worths if low < high <= self.target]
        hard = [low for low, high in worths if not low < high <= self.target]
        if is_soft and not soft:
            return {}
        lowest = LOWEST_SOFT_TOTAL if is_soft else LOWEST_TOTAL
        least = min(soft) + min(low for low, _ in worths) if is_soft else 2 * min(hard, default=lowest)
        lowest = min(lowest, least)  # the lowest total with two cards
        rows = {total: self.playing.rows.get((is_soft, total)) for total in range(lowest, self.target + 1)}
        return {total: self._by_column(row) for total, row in rows.items() if row}

    def pairs(self) -> dict[int, Row]:
        """Map the rank of each pair to its row, for pairs that have their own row."""
        return {
            first: self._by_column(row)
            for first, row in sorted(self.playing.pairs.items())
            if first in self.pack.ranks
        }

    def _by_column(self, row: Mapping[int, str]) -> Row:
        """Map the name of each column to the action in ``row``."""
        return {self.pack.codes[rank]: row[rank] for rank in self.pack.ranks}

    def _heads(self) -> list[tuple[str, list[str]]]:
        """Return the heading of each column, with all upcards that the column covers."""
        return [(column[0], column) for column in self._columns()]

    def table(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return the rows of the table.

        The first row contains the upcards. Every other row contains a hand and its actions.
        """
        return self._table(self._heads())

    def _table(self, heads: Sequence[tuple[str, list[str]]]) -> list[tuple[str, tuple[str, ...]]]:
        columns = [names for _, names in heads]
        table = [("against", tuple(head for head, _ in heads))]
        for is_soft in (False, True):
            rows = self.rows(is_soft)
            for first, last in _alike(rows):
                codes = tuple(rows[first][column[0]] for column in columns)
                table.append((_hands(is_soft, first, last), codes))
        pairs = self.pairs()
        for row in dict.fromkeys(tuple(row.values()) for row in pairs.values()):
            alike = [first for first, other in pairs.items() if tuple(other.values()) == row]
            codes = tuple(pairs[alike[0]][column[0]] for column in columns)
            table.append((self._pairs(alike), codes))
        return table

    def legend(self) -> str:
        """Explain the codes in the table and the columns that cover several upcards."""
        used = {code for _, codes in self.table()[1:] for code in codes}
        legend = [*(play.legend for code, play in PLAYS.items() if code in used), *self._other_cards()]
        return "; ".join(legend) + "." if legend else ""

    def _other_cards(self) -> Iterator[str]:
        """Explain each column that covers more upcards than its heading shows."""
        for head, names in self._heads():
            if names[1:]:
                yield f"{head} is for {', '.join(names[1:])} too"

    def lines(self, width: int) -> list[str]:
        """Return the chart as a table or, if it is inherited, a reference to the strategy that defines it."""
        if self.origin is not None:
            return wrap(self.INHERITED.format(self.origin), width)
        below = wrap(self.legend(), width, "    ", "    ") if self.legend() else []
        return [*wrap(self.INTRODUCTION, width), *self._drawn(self._heads()), *below]

    def _drawn(self, heads: Sequence[tuple[str, list[str]]]) -> list[str]:
        table = self._table(heads)
        margin = max(len(name) for name, _ in table)
        size = max((len(code) for _, codes in table[1:] for code in codes), default=1)
        sizes = [max(size, len(head)) for head, _ in heads]
        is_wide = 4 + margin + 3 + sum(sizes) + 2 * len(sizes) > WIDTH
        between, lines = " " if is_wide else "  ", []
        for name, codes in table:
            cells = (f"{code:{size}}" for code, size in zip(codes, sizes, strict=True))
            lines.append(f"    {name:{margin}}   {between.join(cells)}".rstrip())
        return lines

    def compare(self, other: Part) -> Iterator[str]:
        """Yield a line for each action that differs, with the hands and upcards.

        If both charts are inherited from the same strategy, yield nothing, because the comparison of that
        strategy shows the difference.
        """
        if not isinstance(other, ChartTable) or (self.origin is not None and self.origin == other.origin):
            return
        for is_soft in (False, True):
            for totals, change in self._find_changes(self.rows(is_soft), other.rows(is_soft)):
                for first, last in consecutive_runs(totals):
                    yield f"  {_hands(is_soft, first, last)} {change}"
        pairs, other_pairs = self.pairs(), other.pairs()
        for ranks, change in self._find_changes(pairs, other_pairs):
            yield f"  {self._pairs(ranks)} {change}"
        for first in sorted(pairs.keys() ^ other_pairs.keys()):
            mine, theirs = (self._words(found.get(first)) for found in (pairs, other_pairs))
            holder = (
                self if first in pairs else other
            )  # the other pack may contain ranks that this one does not
            yield f"  {holder._pairs([first])}: {theirs} instead of {mine}"

    def _find_changes(self, old: dict[int, Row], new: dict[int, Row]) -> Iterator[tuple[list[int], str]]:
        """For each action that changed, yield the affected rows and a description of the change."""
        found: dict[tuple[str, str], dict[tuple[str, ...], list[int]]] = {}
        for row in [row for row in old if row in new]:
            for change, upcards in _changes(old[row], new[row]).items():
                found.setdefault(change, {}).setdefault(upcards, []).append(row)
        for change, by_upcards in found.items():
            before, after = map(_name, change)
            for upcards, rows in by_upcards.items():
                against = "everything" if len(upcards) == self._count else " ".join(upcards)
                yield rows, f"against {against}: {after} instead of {before}"

    def _pairs(self, ranks: list[int]) -> str:
        """Return a label for the pairs of ``ranks``, with one name for all ranks worth ten."""
        pack = self.pack
        tens = [rank for rank in pack.ranks if pack.worths[rank] == pack.worths[TEN]]
        if set(tens) <= set(ranks):
            ranks = [rank for rank in ranks if rank not in tens[1:]]
        return "pair " + " ".join(pack.codes[rank] for rank in ranks)

    def row_in_words(self, is_soft: bool, total: int) -> str:
        """Describe the actions for a hand, preceded by the range of totals that have the same actions."""
        rows = self.rows(is_soft)
        first, last = next((run for run in _alike(rows) if run[0] <= total <= run[1]), (total, total))
        return f"{_hands(is_soft, first, last)}: {self._words(rows.get(total))}"

    def _words(self, row: Row | None) -> str:
        """Describe the actions in ``row``, combining upcards against which the action is the same."""
        if row is None:
            return "the same as its total"
        groups: dict[str, list[str]] = {}
        for code, play in row.items():
            groups.setdefault(play, []).append(code)
        if len(groups) == 1:
            return _name(next(iter(groups)))
        return ", ".join(f"{_name(play)} against {' '.join(codes)}" for play, codes in groups.items())

    def _columns(self) -> list[list[str]]:
        """Return the upcards in each column.

        All ranks worth ten share a column if every hand has the same action against them.
        """
        pack = self.pack
        tens = [pack.codes[rank] for rank in pack.ranks if pack.worths[rank] == pack.worths[TEN]]
        rows = [*self.rows(False).values(), *self.rows(True).values(), *self.pairs().values()]
        if any(row[code] != row[tens[0]] for row in rows for code in tens[1:]):
            tens = []
        columns = [[code] for code in map(pack.codes.__getitem__, pack.ranks) if code not in tens[1:]]
        return [tens if tens and column == tens[:1] else column for column in columns]

    @property
    def _count(self) -> int:
        """The number of columns that the table has if no two upcards share one."""
        return len(self.pack.ranks)


@dataclass(frozen=True, slots=True)
class TotalChartTable(ChartTable):
    """The actions in a strategy chart for every hand against every dealer total."""

    INTRODUCTION: ClassVar = (
        "The charts, with a row for each hand and a column for each dealer total. An s means soft, with an "
        "ace that counts 11."
    )
    INHERITED: ClassVar = "Follows the chart of `{}` for dealer totals."

    def _by_column(self, row: Mapping[int, str]) -> Row:
        """Map each dealer total to the action in ``row``, starting with hard totals."""
        hands = sorted((bool(number & 1), number >> 1) for number in row)
        return {name_of(hand): row[as_number(hand)] for hand in hands}

    def _heads(self) -> list[tuple[str, list[str]]]:
        """Return the columns.

        Consecutive dealer totals share a column if every hand has the same action against them.
        """
        rows = [*self.rows(False).values(), *self.rows(True).values(), *self.pairs().values()]
        names = list(rows[0]) if rows else []
        played = {name: tuple(row[name] for row in rows) for name in names}
        runs = [list(run) for _, run in groupby(names, lambda name: (name[0] == "s", played[name]))]
        return [(run[0] if len(run) == 1 else f"{run[0]}..{run[-1].lstrip('s')}", run) for run in runs]

    def _drawn(self, heads: Sequence[tuple[str, list[str]]]) -> list[str]:
        """Draw a table for hard dealer totals and another one for soft ones."""
        hard, soft = ([each for each in heads if (each[0][0] == "s") == kind] for kind in (False, True))
        between = [""] if hard and soft else []
        return [
            *(ChartTable._drawn(self, hard) if hard else []),
            *between,
            *(ChartTable._drawn(self, soft) if soft else []),
        ]

    def _other_cards(self) -> Iterator[str]:
        """Yield nothing, because each heading names every total in its column."""
        return iter(())

    @property
    def _count(self) -> int:
        return sum(len(names) for _, names in self._heads())


@dataclass(frozen=True, slots=True)
class WorthsTable(ChartTable):
    """A chart of hand values, for a strategy that switches cards between hands."""

    INTRODUCTION: ClassVar = "Switches cards if this makes both hands together worth more, by this chart:"
    INHERITED: ClassVar = "Switches cards by the hand values of `{}`."

    def lines(self, width: int) -> list[str]:
        """Draw the chart as a table, including the value of a natural."""
        lines = ChartTable.lines(self, width)
        if self.origin is None:
            lines += wrap(f"A natural: {self._words(self.natural)}.", width, "    ", "    ")
        return lines

    @property
    def natural(self) -> Row:
        """The value of a natural against each upcard."""
        return {self.pack.codes[rank]: self.playing.natural[rank] for rank in self.pack.ranks}

    def compare(self, other: Part) -> Iterator[str]:
        """Yield a line for each value that differs."""
        yield from ChartTable.compare(self, other)
        if isinstance(other, WorthsTable) and self.origin is other.origin is None:
            mine, theirs = self._words(self.natural), self._words(other.natural)
            if mine != theirs:
                yield f"  a natural: {theirs} instead of {mine}"


def _name(code: str) -> str:
    """Return the name of the play for ``code``, or ``code`` itself if it is a number."""
    return PLAYS[code].name if code in PLAYS else code


def _alike(rows: dict[int, Row]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last total in each run of totals with the same actions."""
    if not rows:
        return
    totals = list(rows)
    start = totals[0]
    for total, following in zip(totals, [*totals[1:], None], strict=True):
        if following is None or rows[following] != rows[total]:
            yield start, total
            start = following or total


def _hands(is_soft: bool, first: int, last: int) -> str:
    return f"{'soft' if is_soft else 'hard'} {first}" + (f" to {last}" if last > first else "")


def _changes(old: Row, new: Row) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map each pair of an old and a new action to the upcards against which the action changes that way."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for code, letter in old.items():
        if new.get(code, letter) != letter:
            pair = letter, new[code]
            found[pair] = (*found.get(pair, ()), code)
    return found
