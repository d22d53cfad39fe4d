"""Advice on playable rulesets that contradict themselves or are incomplete.

Advice does not stop a ruleset from being played. ``bj validate`` reports it; ``bj run`` does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

from bj.faults_and_fixes import Fault, Finding
from bj.ruleset.advice.advice_state import Advising
from bj.ruleset.advice.cards import advise_cards
from bj.ruleset.advice.conditions import advise_conditions
from bj.ruleset.advice.endless_loops import advise_endless
from bj.ruleset.advice.money import advise_money, advise_side_bets
from bj.ruleset.advice.output import advise_bonuses, advise_output
from bj.ruleset.advice.pay_tables import advise_pairs, advise_pay_tables
from bj.ruleset.advice.ranges_and_defaults import advise_defaults, advise_ranges
from bj.ruleset.advice.reactions import advise_reactions
from bj.ruleset.advice.unreachable import advise_unreachable
from bj.ruleset.advice.unused import advise_arguments, advise_unused
from bj.ruleset.check import Checked
from bj.ruleset.documents import Document
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.value_origins import Origins

__all__ = ["advise", "find_advice"]

WARNINGS = frozenset(
    (
        "BJ902",
        "BJ903",
        "BJ904",
        "BJ905",
        "BJ907",
        "BJ909",
        "BJ910",
        "BJ914",
        "BJ915",
        "BJ917",
        "BJ921",
        "BJ922",
        "BJ923",
        "BJ924",
        "BJ925",
        "BJ926",
        "BJ927",
        "BJ928",
        "BJ929",
        "BJ930",
        "BJ932",
        "BJ941",
    )
)
"""The fault codes that are reported as warnings, because the author probably meant something else.

Faults with any other code are reported as errors, because they mean that rules contradict each other.
"""

EXPRESSIONS = frozenset(
    ("define", "dealer", "members", "players", "procedure", "powers", "rules", "shoe", "strategies")
)
"""Sections with expressions that can use command-line arguments."""

ADVICE: Mapping[Callable[[Advising], None], frozenset[str]] = {
    advise_arguments: EXPRESSIONS | {"arguments", "tournament"},
    advise_unused: frozenset(
        ("define", "dealer", "strategies", "members", "prompts", "example", "powers", "help")
    ),
    advise_unreachable: frozenset(("strategies", "members", "procedure", "rules", "powers")),
    advise_conditions: EXPRESSIONS | {"cards", "payouts", "side_bets"},
    advise_cards: frozenset(("cards", "dealer", "members", "procedure", "powers", "strategies")),
    advise_reactions: frozenset(("dealer", "members", "strategies", "powers")),
    advise_output: frozenset(("output", "procedure")),
    advise_bonuses: frozenset(("payouts", "rules")),
    advise_money: frozenset(("payouts", "procedure", "rules", "strategies", "arguments")),
    advise_endless: frozenset(("dealer", "procedure", "members", "strategies", "tournament", "powers")),
    advise_ranges: frozenset(("arguments", "shoe")),
    advise_pairs: frozenset(("side_bets", "cards")),
    advise_pay_tables: frozenset(("side_bets",)),
    advise_side_bets: frozenset(("side_bets", "procedure", "strategies", "players", "arguments")),
    advise_defaults: frozenset(("arguments", "dealer", "members", "players", "rules", "strategies")),
}
"""Maps each function that looks for advice to the sections that it concerns.

These are the sections that the advice is about, and those that can make inherited parts of them useless.
"""


def find_advice(checked: Checked, sections: Set[str] | None = None) -> list[tuple[Fault, ...]]:
    """Return all advice on ``checked``. Each tuple is for one fault, and lists the places that may cause it.

    If ``sections`` is given, leave out advice that concerns none of them.
    """
    advising = Advising(checked)
    for advise_one, concerned in ADVICE.items():
        if sections is None or not concerned.isdisjoint(sections):
            advise_one(advising)
    return advising.found


def advise(
    documents: Sequence[Document], checked: Checked, more: Iterable[tuple[Fault, ...]] = ()
) -> list[Finding]:
    """Return findings for the first document: the advice on ``checked``, and the faults in ``more``.

    The documents that it extends get no findings, because a ruleset need not use everything that it inherits.
    """
    origins = Origins(documents)
    faults = [
        fault
        for places in (*find_advice(checked, documents[0].data.keys()), *more)
        for fault in [next(_find_own(documents[0], places, origins), None)]
        if fault is not None
    ]
    if not faults:
        return []
    from bj.ruleset.faults.locate import locate

    return [
        finding._replace(severity="warning") if finding.code in WARNINGS else finding
        for finding in locate(documents[0], faults)
    ]


def _find_own(document: Document, faults: Iterable[Fault], origins: Origins) -> Iterator[Fault]:
    """Yield the faults that are in ``document`` itself.

    Their paths are converted to paths in this document.
    """
    for fault in faults:
        number, path = origins.find(fault.path)
        if number == 0 and look_up(document.data, path) is not None:
            yield fault._replace(path=path)
