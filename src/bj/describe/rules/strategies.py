"""Describe strategies."""

from __future__ import annotations

from collections.abc import Iterator

from bj.describe.rules.chart_tables import ChartTable, TotalChartTable, WorthsTable
from bj.describe.rules.comparisons_in_words import ALWAYS, NEVER
from bj.describe.rules.description_parts import Fact, HeadedPart, Listing, Part
from bj.describe.rules.expressions_in_words import Phrases
from bj.describe.rules.reactions import describe_memory, describe_reactions
from bj.faults_and_fixes import KeyPath
from bj.ruleset.charts import read_count
from bj.ruleset.check import Checked
from bj.ruleset.model import Strategy
from bj.ruleset.model.side_bets import SideBetPlan, name_of
from bj.ruleset.model.strategies import ImpliedRule, owner_of
from bj.text.sentences import enumerate_words


def describe_strategies(checked: Checked) -> Iterator[HeadedPart]:
    """Yield a section for each strategy: how it wagers, what it remembers, and how it plays."""
    for name, strategy in checked.strategies.items():
        parts = [*_describe_wager(checked, name, strategy), *_describe_memory(checked, name, strategy)]
        parts += _describe_play(checked, name, strategy)
        parts += describe_memory(checked, _path_of(checked, name, "powers"), strategy.powers or ())
        path = _path_of(checked, name, "reactions")
        reactions = describe_reactions(checked, checked.model.reactions_with_powers(path, strategy))
        if reactions.items:
            parts.append(Listing("reactions", "Reacts:", reactions.items))
        yield HeadedPart(f"Strategy {name}", parts)


def _path_of(checked: Checked, name: str, key: str) -> KeyPath:
    """Return the path of ``key`` in the strategy ``name``, or in the ancestor that it is inherited from."""
    return ("strategies", owner_of(checked.model.strategies, name, key), key)


def _describe_wager(checked: Checked, name: str, strategy: Strategy) -> Iterator[Part]:
    if strategy.wager is None:
        yield Fact("wager", "A person is asked how much to wager.")
    else:
        yield Fact("wager", "Wagers {}.", Phrases(checked).in_words(_path_of(checked, name, "wager")))
    if strategy.count is not None:
        tags: dict[int, list[int]] = {}
        for rank, tag in read_count(strategy.count, checked.pack.codes).items():
            tags.setdefault(tag, []).append(rank)
        listed = [
            f"{tag:+} for {' '.join(checked.pack.codes[rank] for rank in sorted(tags[tag]))}"
            for tag in sorted(tags, reverse=True)
            if tag
        ]
        yield Fact("count", "Counts every visible card: {}.", ", ".join(listed) or "nothing")


def _describe_memory(checked: Checked, name: str, strategy: Strategy) -> Iterator[Part]:
    if strategy.memory:
        path = _path_of(checked, name, "memory")
        phrases = Phrases(checked)
        remembered = [f"`{key}` (starting at {phrases.in_words((*path, key))})" for key in strategy.memory]
        yield Fact("memory", "Remembers {}.", enumerate_words(remembered))


def _describe_play(checked: Checked, name: str, strategy: Strategy) -> Iterator[Part]:
    """Describe how a strategy plays: by rules, by charts, or by asking a person."""
    if strategy.insurance is not None:
        when = Phrases(checked).when(_path_of(checked, name, "insurance"))
        yield _deed("insurance", "insures", when)
    for key in ("calls", "raises"):
        if getattr(strategy, key) is not None:
            yield _deed(key, f"{key} in a betting round", Phrases(checked).when(_path_of(checked, name, key)))
    for bet, plan in (strategy.side_bets or {}).items():
        place: KeyPath = (*_path_of(checked, name, "side_bets"), bet)
        amount = ""
        if isinstance(plan, SideBetPlan):
            amount = f"{Phrases(checked).in_words((*place, 'wager'))} " if plan.wager is not None else ""
            place = (*place, "when")
        made = name_of(bet, checked.model.side_bets[bet])
        yield _deed(f"side bet {bet}", f"bets {amount}on {made}", Phrases(checked).when(place))
    if strategy.rules:
        path = _path_of(checked, name, "rules")
        phrases = Phrases(checked)
        items = []
        for index, rule in enumerate(strategy.rules):
            if isinstance(rule, ImpliedRule) and rule.is_in_table:
                continue
            when = phrases.in_words((*path, index, "when"))
            items.append(f"{rule.do}, in any case" if when == ALWAYS else f"{rule.do}, if {when}")
        if items:
            yield Listing("rules", "The first of these rules that applies decides:", items, numbered=True)
        if strategy.indices:
            usual = f"`{strategy.number}`"
            number = phrases.in_words(_path_of(checked, name, "index")) if strategy.index else usual
            plays = [f"{hand}: {plays}" for hand, plays in strategy.indices.items()]
            yield Fact("index", "Compares the indices with {}.", number)
            yield Listing("indices", "Plays by these indices:", plays)
    charts = (
        ("switch", WorthsTable, checked.worths),
        ("chart_by_total", TotalChartTable, checked.playing_totals),
        ("chart", ChartTable, checked.playing),
    )
    for key, table, found in charts:
        if name in found:
            owner = owner_of(checked.model.strategies, name, key)
            origin = None if owner == name else owner
            yield table(key, found[name], checked.model.rules.target, checked.pack, origin)
    if not strategy.rules and name not in checked.playing:
        yield Fact("asked", "A person is asked how to play each hand.")


def _deed(key: str, deed: str, when: str) -> Fact:
    if when in (ALWAYS, NEVER):
        return Fact(key, f"{when.capitalize()} {deed}.")
    return Fact(key, f"{deed[:1].upper()}{deed[1:]} {{}}.", when)
