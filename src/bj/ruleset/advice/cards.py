"""Advice on cards that are never dealt, on packs with too many copies, and on deals that are too large."""

from __future__ import annotations

from bj.cards import RANKS, SUITS, is_wanted, wanted_code
from bj.catalogue.limits import HIGHEST_TOTAL
from bj.faults_and_fixes import KeyPath
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.charts import parse_ranks
from bj.ruleset.expressions.tree import Call, Literal, walk
from bj.ruleset.model import Chart
from bj.ruleset.toml.reading_and_writing import write_value

REMEDY = "remove it, or change the `pack` in [cards]"


def advise_cards(advising: Advising) -> None:
    """Check for cards that are never dealt, packs with too many copies, and deals that are too large."""
    pack = advising.checked.pack
    for code in advising.model.cards.ranks:
        if pack.codes.index(code) not in pack.ranks:
            advising.note("BJ923", ("cards", "ranks", code), f"no card has the rank {code}", REMEDY, key=True)
    for name, strategy in advising.model.strategies.items():
        path: KeyPath = ("strategies", name)
        if strategy.chart is not None:
            _advise_columns(advising, (*path, "chart", "columns"), strategy.chart)
        for words in strategy.count or {}:
            if not set(parse_ranks(words, pack.codes)) & set(pack.ranks):
                message = f"the pack has no cards for `{words}`"
                advising.note("BJ923", (*path, "count", words), message, REMEDY, key=True)
    _advise_copies(advising)
    _advise_holding(advising)
    _advise_dealing(advising)


def _advise_copies(advising: Advising) -> None:
    """Warn that the number of copies of a custom rank is counted per suit, not per pack."""
    for key, copies in advising.model.cards.pack.items():
        if key in RANKS or key not in advising.model.cards.ranks or not copies:
            continue
        number = len(SUITS) * copies
        message = f"a pack has {number} cards of the rank {key}: {copies} of each suit"
        few = {" ".join(key + suit for suit in SUITS[:copies]): 1}
        some = {key: 0, **(few if copies < len(SUITS) else {f"{key}{SUITS[0]}": copies})}
        every = {" ".join(key + suit for suit in SUITS): copies}
        whole = f"or `pack = {write_value(every)}` for all {number}"
        remedy = f"write `pack = {write_value(some)}` under [cards] for only {copies}, {whole}"
        advising.note("BJ930", ("cards", "pack", key), message, remedy, key=True)


def _advise_dealing(advising: Advising) -> None:
    """Check that the first cards in a hand cannot have a total that is too high to display."""
    pack, deal = advising.checked.pack, advising.model.procedure.deal
    worth = max(min(pack.worths[rank]) for rank in pack.ranks)
    for role in ("player", "dealer"):
        most = worth * sum(entry.startswith(role) for entry in deal)
        if most > HIGHEST_TOTAL:
            message = (
                f"the {role}'s first cards can total {most}, but totals above {HIGHEST_TOTAL} are shown as "
                f"{HIGHEST_TOTAL}"
            )
            fewest = HIGHEST_TOTAL // worth
            advising.note("BJ924", ("procedure", "deal"), message, f"deal at most {fewest} cards to a hand")


def _advise_columns(advising: Advising, path: KeyPath, chart: Chart) -> None:
    """Check that each column in ``chart`` covers at least one rank in the pack."""
    pack = advising.checked.pack
    columns = parse_ranks(chart.columns, pack.codes)
    others = [max(pack.worths[rank]) for rank in pack.ranks if rank not in columns]
    for rank in columns:
        if rank not in pack.ranks and max(pack.worths[rank]) not in others:
            message = f"the column {pack.codes[rank]} is never used: no card has this rank"
            advising.note("BJ923", path, message, REMEDY)


def _advise_holding(advising: Advising) -> None:
    pack = advising.checked.pack
    for path, expression in advising.expressions():
        for node in walk(expression):
            match node:
                case Call("holds" | "number_of", (Literal(wanted),)) if not any(
                    is_wanted(card, wanted) for card in pack.copies
                ):
                    code = wanted_code(wanted, pack.codes)
                    message = f"the pack has no {code}, so no hand can hold it"
                    advising.note("BJ923", path, message, REMEDY)
