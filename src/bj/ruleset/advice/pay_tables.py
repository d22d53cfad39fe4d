"""Advice on pay tables: pairs compared by value, and rows that never pay because an earlier row does."""

from __future__ import annotations

from collections.abc import Sequence

from bj.faults_and_fixes import Fix, KeyPath
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.expressions import tree
from bj.ruleset.expressions.tree import Expression
from bj.ruleset.model.rules_and_payouts import read_ratio
from bj.ruleset.model.side_bets import PayRow
from bj.ruleset.suggestions import shorten
from bj.ruleset.toml.reading_and_writing import write_value
from bj.text.lazy_regex import compile_later

PAIR = compile_later(r"\bpair\b(?! *[(])")


def advise_pairs(advising: Advising) -> None:
    """Check that pairs are recognized by rank, not by value, because a king and a ten have the same value."""
    pack = advising.checked.pack
    worths = [pack.worths[rank] for rank in pack.ranks]
    if len({*worths}) == len(worths):
        return
    for name, bet in advising.model.side_bets.items():
        for number, row in enumerate(bet.pay_table):
            path: KeyPath = ("side_bets", name, "pay_table", number, "when")
            if "pair" in tree.names_used(advising.checked.expressions[path]):
                message = "`pair` means any two cards with the same value, such as a king and a ten"
                written = write_value(PAIR.sub("same_rank", row.when))
                say = "for two cards of the same rank, write `{}`"
                remedy = (
                    Fix(written, say)
                    if PAIR.search(row.when)
                    else "for two cards of the same rank, write `same_rank`"
                )
                advising.note("BJ928", path, message, remedy)


def advise_pay_tables(advising: Advising) -> None:
    """Check that no pay-table row matches only hands that an earlier row already matches."""
    for name, bet in advising.model.side_bets.items():
        path: KeyPath = ("side_bets", name, "pay_table")
        rows = [advising.checked.expressions[(*path, row, "when")] for row in range(len(bet.pay_table))]
        for number, row in enumerate(rows):
            first = next((at for at, earlier in enumerate(rows[:number]) if _implies(row, earlier)), None)
            if first is not None:
                _note_hidden(advising, path, bet.pay_table, number, first)


def _note_hidden(advising: Advising, path: KeyPath, rows: Sequence[PayRow], number: int, first: int) -> None:
    row, earlier = rows[number], rows[first]
    say = f"put it before row {first + 1}, `{shorten(earlier.when)}`"
    is_rarer = read_ratio(row.pays) > read_ratio(earlier.pays)
    fix = Fix("", say, to=(*path, first)) if is_rarer else f"{say}, or remove it"
    message = f"`{shorten(row.when)}` never pays: row {first + 1} matches the same hands"
    advising.note("BJ945", (*path, number), message, fix)


def _implies(condition: Expression, other: Expression) -> bool:
    """Whether ``condition`` implies ``other``. Only the parts joined by `and` and `or` are compared.

    `straight and suited` implies `same_rank or suited`.
    """
    choices = [{*tree.operands(choice, "and")} for choice in tree.operands(other, "or")]
    return all(any(choice <= _parts(part) for choice in choices) for part in tree.operands(condition, "or"))


def _parts(condition: Expression) -> set[Expression]:
    """Return the parts of ``condition`` joined by `and`. If one of them is `suited`, add `same_colour`."""
    parts = {*tree.operands(condition, "and")}
    suited = [part for part in parts if isinstance(part, tree.NamedValue) and part.name == "suited"]
    return {*parts, *(tree.NamedValue("same_colour", part.kind) for part in suited)}
