"""Check strategies, and the seats that use them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bj.cards import SUITS
from bj.catalogue.limits import LARGEST_TARGET
from bj.faults_and_fixes import Fault, Fix, KeyPath, Remedy
from bj.ruleset.charts import (
    LOWEST_SOFT_TOTAL,
    LOWEST_TOTAL,
    Hand,
    Playing,
    Situations,
    find_clashes,
    is_pair_row,
    list_ranks,
    parse_ranks,
    read_chart,
    read_rows,
)
from bj.ruleset.check.arguments import can_be_typed
from bj.ruleset.check.cards import is_pack_sure
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.model import Chart, Strategy
from bj.ruleset.model.dealer_total_charts import PAIR, dealers_hands, read_columns
from bj.ruleset.model.side_bets import SideBetPlan
from bj.ruleset.model.strategies import TotalChart, Worths, lineage
from bj.ruleset.pack import pack_of, rank_codes
from bj.ruleset.possible_hands import possible_hands
from bj.ruleset.suggestions import find_meant, shorten, suggest

START = re.compile("(?:start|initial|irc|begin)(?:s|s_at|_at|_count|ing_count)?")
"""A pattern for keys with which authors may try to set the start of a running count."""

LONGEST_CHAIN = 20  # the maximum number of strategies that extend one another

MAKING_HANDS: tuple[KeyPath, ...] = (("cards", "ranks"), ("procedure", "deal"))
"""The paths of the values that, together with the pack, determine which hands are possible."""


@needs("strategies")
def check_strategies(checking: Checking) -> None:
    """Check the charts, counts and side bets of every strategy, and that no strategy extends itself."""
    strategies = checking.ruleset.strategies
    for name, strategy in strategies.items():
        if strategy.chart is not None:
            path: KeyPath = ("strategies", name, "chart")
            checking.playing[name] = _check_chart(checking, path, strategy.chart)
            _advise_whole(checking, path, strategy)
        if strategy.chart_by_total is not None:
            path = ("strategies", name, "chart_by_total")
            checking.playing_totals[name] = _check_totals(checking, path, strategy.chart_by_total)
        if strategy.switch is not None:
            path = ("strategies", name, "switch")
            checking.worths[name] = _check_chart(checking, path, strategy.switch, strategy.switch.natural)
        _check_count(checking, ("strategies", name, "count"), strategy.count or {})
        _check_side_bets(checking, ("strategies", name, "side_bets"), strategy.side_bets or {})
    _check_circles(checking)
    for name in strategies:
        chain = _find_ancestors(checking, name)
        if chain is not None:
            _check_whole(checking, chain)


def _check_chart(
    checking: Checking, path: KeyPath, chart: Chart | Worths, natural: str | None = None
) -> Playing:
    playing, faults = read_chart(chart, path, _situations(checking, path), natural)
    checking.faults += faults
    return playing


def _advise_whole(checking: Checking, path: KeyPath, strategy: Strategy) -> None:
    """Suggest `indices` if a chart that replaces an inherited one lacks rows.

    Indices change individual plays and keep the rest of the inherited chart.
    """
    if strategy.extends is None:
        return
    for at, fault in enumerate(checking.faults):
        if fault.code == "BJ518" and fault.path == (*path, "rows"):
            say = (
                f"{fault.remedy}; to change some plays in the chart of `{shorten(strategy.extends)}`, write "
            )
            checking.faults[at] = fault._replace(remedy=say + '`indices`, such as `"16 v T" = "S"`')


def _check_totals(checking: Checking, path: KeyPath, chart: TotalChart) -> Playing:
    """Check and read ``chart``, a chart by dealer total.

    It needs a column for every total that the dealer can have with two cards.
    """
    about, faults = _situations(checking, path), checking.faults
    deal = checking.ruleset.procedure.deal if checking.ruleset.procedure else []
    if deal.count("dealer up") < 2 and checking.is_sure("procedure", "deal") and deal:
        message = "a chart by the dealer's total needs two face-up dealer cards"
        remedy = "write it as `chart`, by the upcard, or deal `dealer up` twice"
        checking.fault("BJ513", path, message, remedy, key=True)
        return Playing({})
    pack = pack_of(checking.ruleset.cards)
    is_known = about.hands is not None and is_pack_sure(checking)
    needed = dealers_hands([pack.worths[rank] for rank in pack.ranks], about.target) if is_known else ()
    columns = read_columns(chart.columns, (*path, "columns"), needed, faults)
    for row in chart.rows:
        if is_pair_row(row) and not PAIR.fullmatch(row):
            message = f"`{shorten(row)}` does not name pairs by value"
            faults.append(Fault("BJ514", (*path, "rows", row), message, "write it like `pair T`", part="key"))
            return Playing({})
    return read_rows(chart, path, about, columns, faults)


def _situations(checking: Checking, path: KeyPath) -> Situations:
    """Return the hands and upcards that the chart at ``path`` must cover."""
    is_target_known = checking.is_sure("rules", "target") and checking.ruleset.rules is not None
    is_whole = is_target_known and checking.is_sure(*path, "rows") and checking.is_sure(*path)
    target = checking.ruleset.highest_target if is_target_known else LARGEST_TARGET
    pack = pack_of(checking.ruleset.cards)
    upcards = [rank for rank in pack.ranks if checking.is_sure("cards", "ranks", pack.codes[rank])]
    upcards = upcards if is_pack_sure(checking) else []
    needed = _needed_rows(checking, checking.ruleset.rules.target) if is_whole else None
    worths = [max(worth) for worth in pack.worths]
    return Situations(target, pack.codes, worths, upcards, needed)


def _needed_rows(checking: Checking, target: int) -> frozenset[Hand]:
    """Return the hands for which a chart needs a row.

    If faults make it impossible to know which hands are possible, return every total up to ``target``.
    """
    ruleset = checking.ruleset
    is_sure = is_pack_sure(checking) and all(checking.is_sure(*path) for path in MAKING_HANDS)
    if is_sure and ruleset.procedure is not None:
        return possible_hands(ruleset)
    hard = ((False, total) for total in range(LOWEST_TOTAL, target + 1))
    soft = ((True, total) for total in range(LOWEST_SOFT_TOTAL, target + 1))
    return frozenset((*hard, *soft))


def _check_side_bets(checking: Checking, path: KeyPath, wishes: Mapping[str, SideBetPlan | str]) -> None:
    """Check that a strategy bets only on existing side bets, and sets amounts only for bets with limits."""
    bets = checking.ruleset.side_bets
    if bets is None or not checking.is_sure("side_bets"):
        return
    for name in wishes.keys() - bets.keys():
        message = f"unknown side bet `{shorten(name)}`"
        remedy = suggest(name, bets) if bets else f"add [side_bets.{shorten(name)}]"
        checking.fault("BJ509", (*path, name), message, remedy, key=True)
    for name in sorted(wishes.keys() & bets.keys()):
        plan = wishes[name]
        has_amount = isinstance(plan, SideBetPlan) and plan.wager is not None
        if has_amount and bets[name].between is None and checking.is_sure("side_bets", name):
            message = f"the amount of the bet `{name}` is fixed"
            remedy = f"remove it, or add `between = [1, 25]` under [side_bets.{name}]"
            checking.fault("BJ210", (*path, name, "wager"), message, remedy, key=True)


def _check_count(checking: Checking, path: KeyPath, count: dict[str, int]) -> None:
    """Check that no key in a count repeats a rank. Keys may share ranks only if one includes the other."""
    codes = rank_codes(checking.ruleset.cards)
    covered: dict[str, set[int]] = {}
    for words, tag in count.items():
        try:
            ranks = parse_ranks(words, codes)
        except ValueError as error:
            listed = list_ranks(words, codes)
            say = "list ranks such as `2 3 4`: " + " ".join(codes)
            if re.fullmatch(f"(?:[{codes}][{SUITS}] ?)+", words):
                say = f"a count cannot distinguish suits: {say}"
            elif START.fullmatch(words):
                sign = "-" if tag < 0 else "+"
                say = (
                    f"a count starts at 0; to start at {tag}, write `(count {sign} {abs(tag)})` in place of "
                    "`count`"
                )
            remedy: Remedy = Fix(listed, "write `{}`", is_word=True) if listed else say
            checking.fault(
                "BJ511", (*path, words), f"`{shorten(error.args[2])}` is not a rank", remedy, key=True
            )
            continue
        if not ranks:
            checking.fault(
                "BJ511", (*path, words), "no rank is listed", 'write it like `"2 3 4" = 1`', key=True
            )
        covered[words] = set(ranks)
        twice = next((rank for place, rank in enumerate(ranks) if rank in ranks[:place]), None)
        if twice is not None:
            message = f"the rank {codes[twice]} is counted twice"
            checking.fault("BJ512", (*path, words), message, "list each rank only once", key=True)
    for words, (other, rank) in find_clashes(covered).items():
        message = f"the rank {codes[rank]} is counted here and in `{shorten(other)}`"
        remedy = "list each rank only once; drop inherited counts with `without`"
        checking.fault("BJ512", (*path, words), message, remedy, key=True)


def _check_circles(checking: Checking) -> None:
    """Check that no strategy extends itself, directly or through others."""
    strategies = checking.ruleset.strategies
    order = {name: place for place, name in enumerate(strategies)}
    seen: set[str] = set()
    for name in strategies:
        chain: dict[str, None] = {}
        for link in lineage(strategies, name):
            if link in seen or link not in strategies:
                break
            if link in chain:
                links = list(chain)
                circle = links[links.index(link) :]
                first = circle.index(min(circle, key=order.__getitem__))
                _refuse_circle(checking, [*circle[first:], *circle[:first]])
                break
            chain[link] = None
        seen.update(chain)


def _refuse_circle(checking: Checking, circle: Sequence[str]) -> None:
    message, remedy = f"`{shorten(circle[0])}` extends itself", "remove it, or extend a different strategy"
    if len(circle) > 1:
        message += " through " + ", ".join(f"`{shorten(other)}`" for other in circle[1:])
        remedy = "remove one `extends` to break the circle"
    checking.fault("BJ522", ("strategies", circle[0], "extends"), message, remedy)


def _find_ancestors(checking: Checking, name: str) -> list[str] | None:
    """Return the names of the strategy ``name`` and its ancestors.

    Return None if they form a cycle, if there are too many of them, or if one of them does not exist.
    """
    strategies = checking.ruleset.strategies
    path: KeyPath = ("strategies", name, "extends")
    chain: list[str] = []
    for link in lineage(strategies, name):
        if link in chain:
            return None
        if link not in strategies:
            if len(chain) == 1 and is_unknown(checking, link):
                message = f"no strategy is called `{shorten(link)}`"
                others = [other for other in strategies if other != name]
                checking.fault("BJ521", path, message, suggest(link, others))
            return None
        if len(chain) == LONGEST_CHAIN:
            if all(other.extends != name for other in strategies.values()):
                message = f"more than {LONGEST_CHAIN} strategies extend one another"
                checking.fault("BJ522", path, message, "shorten the chain")
            return None
        chain.append(link)
    return chain


def is_unknown(checking: Checking, name: str) -> bool:
    """Whether the ruleset has neither a valid nor a faulty strategy called ``name``."""
    return not checking.gaps.may_hold(("strategies", name))


def _check_whole(checking: Checking, chain: list[str]) -> None:
    """Store the first strategy in ``chain``, including everything that it inherits from the others."""
    name = chain[0]
    strategies = [checking.ruleset.strategies[link] for link in chain]
    if len(chain) == 1:
        checking.strategies[name] = strategies[0]
    else:
        fields: dict[str, Any] = {}
        for strategy in reversed(strategies):
            fields |= {key: getattr(strategy, key) for key in strategy.model_fields_set}
        checking.strategies[name] = Strategy.model_construct(**{**fields, "extends": None})
    for charts in (checking.playing, checking.playing_totals, checking.worths):
        with_chart = next((link for link in chain if link in charts), None)
        if with_chart is not None:
            charts[name] = charts[with_chart]


@needs("strategies", "arguments")
def check_seats(checking: Checking) -> None:
    """Check that each player and member has a strategy, or an argument that selects one."""
    ruleset = checking.ruleset
    for index, player in enumerate(ruleset.players or []):
        _check_seat(checking, ("players", index, "strategy"), player.strategy)
    for argument in ruleset.command_line:
        for place, kind in enumerate(argument.choices or []) if argument.type == "players" else []:
            if kind not in ruleset.strategies and can_be_typed(kind) and is_unknown(checking, kind):
                message = f"no strategy is called `{shorten(kind)}`"
                path: KeyPath = ("arguments", argument.name, "choices", place)
                checking.fault("BJ521", path, message, suggest(kind, ruleset.strategies))
    for name, member in (ruleset.members or {}).items():
        _check_seat(checking, ("members", name, "strategy"), member.strategy)


def _check_seat(checking: Checking, path: KeyPath, named: str) -> None:
    """Check that ``named``, the value at ``path``, is a strategy, or an argument that selects one."""
    strategies = checking.ruleset.strategies
    choices = checking.choices()
    if named in strategies:
        if named in choices:
            message = f"`{named}` is both a strategy and an argument"
            checking.fault("BJ523", path, message, "rename one of them")
    elif named in choices:
        for choice in choices[named]:
            if choice not in strategies and can_be_typed(choice) and is_unknown(checking, choice):
                message = f"`{shorten(choice)}`, a choice of `{named}`, is not a strategy"
                meant = find_meant(choice, list(strategies))  # the choice is not at this path
                checking.fault("BJ521", path, message, str(meant or f"add `[strategies.{shorten(choice)}]`"))
    elif is_unknown(checking, named) and not checking.may_be_argument(named):
        message = f"no strategy is called `{shorten(named)}`"
        remedy = checking.remedy_for(named, suggest(named, [*strategies, *choices]))
        checking.fault("BJ521", path, message, remedy)
