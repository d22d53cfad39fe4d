"""Writes a chart as a ruleset in which the player follows the chart."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import tomli_w

from bj.analysis.best_play import DONE, Cell, code_at
from bj.analysis.columns_by_total import condition_of_total, is_total, name_of_total
from bj.analysis.exact_game import ExactGame
from bj.argument_values import Value
from bj.cards import rank_of
from bj.errors import UsageError
from bj.record.transcript_lines import format_amount
from bj.ruleset.charts import NO_UPCARD
from bj.ruleset.possible_hands import possible_hands
from bj.ruleset.ruleset_files import find_ruleset, shipped_rulesets
from bj.simulation.participants import strategies_of

ANY = "any"
"""The name of the only column in a chart for a game without an upcard."""

Rows = Mapping[str, Sequence[str]]
"""Maps the name of each row in a chart to the codes in that row."""


def columns_of(game: ExactGame, totals: Sequence[int]) -> dict[str, int]:
    """Return the columns of a chart, keyed by name. They are ``totals`` or, without any, the upcard ranks.

    If the dealer shows no card, there is only one column.
    """
    if totals:
        return {name_of_total(column): column for column in totals}
    return ranks_of(game) if game.shows_upcard else {ANY: NO_UPCARD}


def ranks_of(game: ExactGame) -> dict[str, int]:
    """Return the ranks, keyed by their codes.

    If rules do not distinguish several ranks, only the first of them is included.
    """
    ranks = sorted({rank_of(kind.card) for kind in game.kinds})
    kinds = {rank_of(card): kind.card for kind in game.kinds for card in kind.cards}
    codes = game.checked.pack.codes
    return {codes[rank]: rank for rank in ranks if rank_of(kinds[rank]) == rank}


def condition_of_column(game: ExactGame, column: int) -> str:
    """Return an expression that is true if the dealer's upcard or total belongs to ``column``."""
    if is_total(column):
        return condition_of_total(column)
    return f"upcard == {max(game.checked.pack.worths[column])}"


def rows_of(game: ExactGame, codes: Mapping[Cell, str], totals: Sequence[int]) -> dict[str, list[str]]:
    """Return the rows of a chart. Adjacent totals with equal plays share a row.

    So do pairs with equal plays.
    """
    ranks = list(columns_of(game, totals).values())
    rows: dict[str, list[str]] = {}
    for kind in ("hard", "soft"):
        hands = possible_hands(game.checked.model)
        totals = sorted(total for is_soft, total in hands if is_soft == (kind == "soft"))
        found = {total: [code_at(codes, kind, total, rank) for rank in ranks] for total in totals}
        for first, last in _runs(found):
            low = "" if first == totals[0] else str(first)
            high = "" if last == totals[-1] else str(last)
            name = str(first) if first == last else f"{low}..{high}" if low or high else f"{first}..{last}"
            rows[f"{kind} {name}"] = found[first]
    return rows | _pairs(game, codes, ranks)


def _pairs(game: ExactGame, codes: Mapping[Cell, str], ranks: Sequence[int]) -> dict[str, list[str]]:
    """Return the rows for pairs. Pairs with the same plays share a row."""
    alike: dict[tuple[str, ...], list[str]] = {}
    names = {rank: name for name, rank in ranks_of(game).items()}
    for pair in sorted({cell.number for cell in codes if cell.kind == "pair"}):
        row = tuple(codes.get(Cell("pair", pair, rank), DONE) for rank in ranks)
        alike.setdefault(row, []).append(names[pair])
    return {f"pair {' '.join(pairs)}": list(row) for row, pairs in alike.items()}


def _runs(found: Mapping[int, list[str]]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last total in each run of consecutive totals with identical plays."""
    totals = list(found)
    first = 0
    for last in range(len(totals)):
        if totals[last] == totals[-1] or found[totals[last + 1]] != found[totals[first]]:
            yield totals[first], totals[last]
            first = last + 1


REPLACED = ("indices", "chart_by_total", "chart")
"""The keys in a strategy that would override the chart to be written."""

NAMELESS = "./ruleset.toml"
"""The path to use for a ruleset that was passed as a string or as data."""


def write_strategy(
    game: ExactGame,
    values: Mapping[str, Value],
    rows: Rows,
    totals: Sequence[int],
    insured: Sequence[str],
    ruleset: str | Path | None,
    file: Path | None,
) -> str:
    """Return the text of a ruleset that extends ``ruleset`` and in which the player follows a chart.

    The text is valid only if it is saved as ``file`` or, if ``file`` is None, next to the extended ruleset.
    If ``ruleset`` is neither a name nor a file, the text refers to it as NAMELESS. The chart has a column for
    each of the dealer's ``totals`` or, if that is empty, for each upcard. ``insured`` contains the conditions
    under which hands are insured.
    """
    model = game.checked.model
    name = strategies_of(model, values)[0]
    strategy = game.checked.strategies[name]
    head: dict[str, Any] = {
        "title": f"{model.ruleset.title}, best play",
        "extends": _name_from(ruleset, file),
    }
    replaced = [key for key in REPLACED if getattr(model.strategies[name], key) is not None]
    if replaced:
        head["without"] = [f"strategies.{name}.{key}" for key in replaced]
    own: dict[str, Any] = {}
    if strategy.wager is None:
        own["wager"] = format_amount(game.wager, game.compiled.decimals)
    if strategy.written_rules:
        own["rules"] = []
    if insured or strategy.insurance is not None:
        own["insurance"] = (insured and not game.shows_upcard) or " or ".join(insured) or False
    own["chart_by_total" if totals else "chart"] = {
        "columns": " ".join(columns_of(game, totals) if totals else ranks_of(game)),
        "rows": {row: _shorten(codes) for row, codes in rows.items()},
    }
    return tomli_w.dumps({"ruleset": head, "strategies": {name: own}})


def _shorten(codes: Sequence[str]) -> str:
    """Return a row as text: all codes, or a single code if all codes are the same."""
    return codes[0] if len(set(codes)) == 1 else " ".join(codes)


def _name_from(ruleset: str | Path | None, file: Path | None) -> str:
    """Return the name to write in ``file`` so that it extends ``ruleset``.

    Raises UsageError if that is impossible.
    """
    if ruleset is None:
        return NAMELESS
    if str(ruleset) in shipped_rulesets() and not os.path.isfile(ruleset):
        return str(ruleset)
    base = Path(os.path.realpath(find_ruleset(str(ruleset))))
    if file is None:
        return f"./{base.name}"
    if str(base) == os.path.realpath(file):
        raise UsageError("the ruleset would extend itself", "choose a different file")
    name = Path(os.path.relpath(base, os.path.dirname(os.path.realpath(file)))).as_posix()
    if name.startswith("../"):
        raise UsageError(
            f"a ruleset can only extend files in its own folder, but {base.name} is in a different folder",
            f"save it next to {base.name}",
        )
    return f"./{name}"
