"""Checks of what is played with and who plays: cards, shoe, strategies and seats."""

from __future__ import annotations

from typing import get_args

from bj.cards import PACK, RANKS
from bj.errors import Fault, KeyPath
from bj.ruleset.charts import parse_ranks, read_chart
from bj.ruleset.check.checked import Checking, needs, suggest
from bj.ruleset.model import Ruleset, Strategy
from bj.ruleset.model.cards import RankCode, SuitCode


def worths(ruleset: Ruleset) -> dict[int, int]:
    """What each rank is worth when it counts as much as it can."""
    return {RANKS.index(code): rank.or_ or rank.value for code, rank in ruleset.cards.ranks.items()}


@needs("cards")
def check_cards(checking: Checking) -> None:
    """All ranks and suits are there, and a second value is the higher one."""
    cards = checking.ruleset.cards
    for key, codes, known in (
        ("ranks", get_args(RankCode), cards.ranks),
        ("suits", get_args(SuitCode), cards.suits),
    ):
        missing = [code for code in codes if code not in known]
        if missing:
            message = f"the {key} {', '.join(missing)} are missing"
            checking.fault(("cards", key), message, f"a pack has the {key} {' '.join(codes)}", key=True)
    for code, rank in cards.ranks.items():
        if rank.or_ is not None and rank.or_ <= rank.value:
            message = f"the second value {rank.or_} is not higher than {rank.value}"
            checking.fault(("cards", "ranks", code, "or"), message, "put the higher value into `or`")


@needs("shoe", "arguments")
def check_shoe(checking: Checking) -> None:
    """A riffle has its cuts, and nothing is asked of a shoe that it does not have."""
    shoe = checking.ruleset.shoe
    shuffle = shoe.shuffle
    path: KeyPath = ("shoe", "shuffle")
    if shuffle.method == "riffle":
        if shoe.packs == "infinite":
            checking.fault(
                (*path, "method"), "an infinite shoe cannot be riffled", 'use `method = "uniform"`'
            )
            return
        for key in ("cuts", "between"):
            if getattr(shuffle, key) is None:
                example = "cuts = 7" if key == "cuts" else "between = [13, 39]"
                checking.fault((*path, "method"), f"a riffle needs `{key}`", f"add `{example}`")
        low, high = shuffle.between or (0, 0)
        if not 0 <= low <= high <= PACK * shoe.packs:
            message = f"a cut lifts off 0 to {PACK * shoe.packs} cards, the smaller number first"
            checking.fault((*path, "between"), message, "write it like `between = [13, 39]`")
        cuts = [argument.name for argument in checking.ruleset.arguments if argument.type == "cuts"]
        if shuffle.first_cuts is not None and shuffle.first_cuts not in cuts:
            message = f"no argument of type `cuts` is called `{shuffle.first_cuts}`"
            checking.fault((*path, "first_cuts"), message, suggest(shuffle.first_cuts, cuts))
    else:
        for key in sorted(shuffle.model_fields_set & {"cuts", "between", "first_cuts"}):
            message = f"`{key}` means nothing for a uniform shuffle"
            checking.fault((*path, key), message, 'take it out, or use `method = "riffle"`', key=True)


@needs("strategies", "rules", "cards")
def check_strategies(checking: Checking) -> None:
    """Every strategy says how much to wager and what to do with every hand."""
    ruleset = checking.ruleset
    for name, strategy in ruleset.strategies.items():
        path: KeyPath = ("strategies", name)
        if strategy.chart is not None:
            chart_path = (*path, "chart")
            playing, faults = read_chart(strategy.chart, chart_path, ruleset.rules.target, worths(ruleset))
            checking.faults += faults
            checking.playing[name] = playing
        for index, ranks in enumerate(strategy.count or {}):
            _check_tags(checking, (*path, "count"), ranks, list(strategy.count or {})[:index])
    for name in ruleset.strategies:
        resolved = _resolve(checking, name)
        if resolved is None:
            continue
        checking.strategies[name] = resolved
        if resolved.wager is None:
            checking.fault(
                ("strategies", name),
                f"strategy `{name}` does not say how much it wagers",
                'add `wager = "minimum"` or another expression',
                key=True,
            )
        if resolved.chart is None and resolved.rules is None:
            checking.fault(
                ("strategies", name),
                f"strategy `{name}` does not say how it plays",
                "add a `chart` or `rules`, or extend a strategy that has one",
                key=True,
            )


def _check_tags(checking: Checking, path: KeyPath, ranks: str, others: list[str]) -> None:
    """The key of one line of a count lists ranks that stand nowhere else."""
    try:
        parsed = parse_ranks(ranks)
        earlier = {rank for other in others for rank in parse_ranks(other)}
    except ValueError as error:
        word = error.args[2]
        remedy = "list ranks such as `2 3 4`: " + " ".join(RANKS)
        if word in ranks.split():
            checking.faults.append(Fault((*path, ranks), f"`{word}` is no rank", remedy, part="key"))
        return
    if not parsed:
        checking.fault((*path, ranks), "no rank is named", 'write it like `"2 3 4" = 1`', key=True)
    if len(set(parsed)) < len(parsed) or earlier & set(parsed):
        checking.fault((*path, ranks), "a rank is counted twice", "name every rank once", key=True)


def _resolve(checking: Checking, name: str) -> Strategy | None:
    """The strategy ``name`` with what it inherits; None, with a fault, when that cannot be said."""
    strategies = checking.ruleset.strategies
    chain = [name]
    resolved = strategies[name]
    while resolved.extends is not None:
        parent, path = resolved.extends, ("strategies", chain[-1], "extends")
        if parent not in strategies:
            if chain == [name]:
                checking.fault(path, f"no strategy is called `{parent}`", suggest(parent, strategies))
            return None
        if parent in chain:
            if parent == name:
                checking.fault(path, f"`{parent}` extends `{name}` in turn", "take one `extends` out")
            return None
        inherited = strategies[parent]
        own = {key: getattr(resolved, key) for key in resolved.model_fields_set - {"extends"}}
        if "chart" not in own and parent in checking.playing:
            checking.playing[name] = checking.playing[parent]
        resolved = inherited.model_copy(update={**own, "extends": inherited.extends})
        resolved.model_fields_set.update(own)
        chain.append(parent)
    return resolved


@needs("players", "strategies", "arguments")
def check_players(checking: Checking) -> None:
    """Every seat has a strategy, or an argument whose choices are strategies."""
    ruleset = checking.ruleset
    choices = {argument.name: argument for argument in ruleset.arguments if argument.type == "choice"}
    for index, player in enumerate(ruleset.players):
        path: KeyPath = ("players", index, "strategy")
        if player.strategy in ruleset.strategies:
            if player.strategy in choices:
                message = f"`{player.strategy}` is both a strategy and an argument"
                checking.fault(path, message, "rename one of them")
        elif player.strategy in choices:
            for choice in choices[player.strategy].choices or []:
                if choice not in ruleset.strategies:
                    message = f"`{choice}`, a choice of `{player.strategy}`, is no strategy"
                    checking.fault(path, message, suggest(choice, ruleset.strategies))
        else:
            known = [*ruleset.strategies, *choices]
            checking.fault(
                path, f"no strategy is called `{player.strategy}`", suggest(player.strategy, known)
            )
