"""Strategies: how players choose their wagers and play their hands."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field, SerializerFunctionWrapHandler, field_serializer

from bj.catalogue.actions import PLAYS
from bj.catalogue.limits import MOST_SIDE_BETS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.expressions.tree import ValueKind
from bj.ruleset.model.base import (
    ActionCondition,
    ActionName,
    Formula,
    Identifier,
    Meaning,
    Section,
    WagerMoney,
)
from bj.ruleset.model.dealer_total_charts import rules_of_chart
from bj.ruleset.model.index_plays import (
    TRUE_COUNT,
    IndexHand,
    IndexPlay,
    Insurance,
    condition_of_index,
    rules_of,
)
from bj.ruleset.model.reactions import TOGETHER, Memory, Powers, Reactions
from bj.ruleset.model.side_bets import Plan

ROWS: Mapping[str, Any] = {
    "hard ..11": "H",
    "hard 12": "H H S S S H H H H H",
    "hard 13..16": "S S S S S H H H H H",
    "hard 17..": "S",
    "soft ..17": "H",
    "soft 18..": "S",
}


LETTERS = "; ".join(play.legend for play in PLAYS.values())
"""An explanation of the letters that charts use."""


class Chart(Section):
    """A strategy chart with a row for each total and a column for each upcard.

    A narrower row overrides a wider one: for a total of 14, ``hard 14`` overrides ``hard 13..16``.
    """

    columns: str = Field(
        default="2 3 4 5 6 7 8 9 T A",
        description="The upcards, in the order of the columns. T means every card worth ten, except a J, Q "
        "or K that has its own column.",
        examples=["2 3 4 5 6 7 8 9 T A"],
    )
    rows: dict[str, str] = Field(
        description="Actions for each row: `hard 12`, `hard 13..16`, `soft ..17` and, for pairs that can be "
        "split, `pair 8` or `pair 2 3 7`. Write one action for all columns, or one for each column. If a "
        f"pair cannot be split, the row for its total decides. {LETTERS}.",
        examples=[ROWS],
    )


class TotalChart(Section):
    """A strategy chart for two face-up dealer cards, with a column for each dealer total."""

    columns: str = Field(
        description="The dealer's totals, in the order of the columns: `12`, `4..6` for several, and `s17` "
        "or `s12..14` if an ace counts 11.",
        examples=["4..6 7 8 9 10 11 12..16 17 18 19..20 s12..16 s17 s18..20"],
    )
    rows: dict[str, str] = Field(
        description="Actions for each row, as in a chart by upcard. A pair of tens is any two cards worth "
        "ten. If a pair cannot be split, the row for its total replaces the cells that split; the other "
        "cells in the row for the pair still apply.",
        examples=[ROWS],
    )


class Worths(Section):
    """A chart of hand values instead of actions, for players who can switch cards."""

    columns: str = Field(
        default="2 3 4 5 6 7 8 9 T A",
        description="The upcards, in the order of the columns, as in a strategy chart.",
        examples=["2 3 4 5 6 7 8 9 T A"],
    )
    rows: dict[str, str] = Field(
        description="Whole numbers for each row, for example in hundredths of a wager: `hard 12`, `hard "
        "13..16`, `soft ..17`, and `pair 8` for pairs that can be split. Write one number for all columns, "
        "or one for each column.",
        examples=[{"hard ..11": "10", "hard 12..16": "-40", "hard 17..": "30", "soft 12..": "40"}],
    )
    natural: str = Field(
        default="100",
        description="The value of a natural: one number for all columns, or one for each column.",
        examples=["97"],
    )


class StrategyRule(Section):
    """A rule in a list of rules. The first rule with a true condition decides."""

    when: ActionCondition = Field(
        default="True",
        description="The rule applies if this condition is true.",
        examples=["total <= 11", "soft and total < 18", 'holds("7C")'],
    )
    do: ActionName = Field(description="The player's action.", examples=["hit"])


class ImpliedRule(StrategyRule):
    """A rule that comes from an index play, a chart row or an ancestor, not from the strategy's own list."""

    origin: tuple[str | int, ...]
    """The path to the index play, the chart row or the ancestor's rule that implies this rule."""
    code: str = ""
    """The code of the play, including its second choices. Empty for an inherited rule."""

    @property
    def is_in_table(self) -> bool:
        """Whether the rule comes from an index play or a chart row."""
        return self.origin[2] in ("indices", "chart_by_total")


class Strategy(Section):
    """A way to play.

    A strategy with a chart or rules chooses every action. Otherwise, a human player chooses. Human players
    also make every other decision that neither the strategy nor its parent defines.
    """

    extends: str | None = Field(
        default=None,
        description="Another strategy in this ruleset. Its keys apply wherever this strategy does not "
        "override them.",
        examples=["simple"],
    )
    wager: WagerMoney | None = Field(
        default=None,
        description="How much to wager on a hand. If omitted, the player is asked.",
        examples=["minimum", "3 * minimum if count >= 3 and bankroll >= 3 * minimum else minimum"],
    )
    rules: Annotated[list[StrategyRule], Field(max_length=100)] | None = Field(
        default=None,
        description="The first rule with a true condition decides. If no rule applies, the chart decides.",
        examples=[[{"when": "total < 17", "do": "hit"}, {"do": "stand"}]],
    )
    indices: Annotated[dict[IndexHand, IndexPlay], Field(max_length=60)] | None = Field(
        default=None,
        description="Index plays for a card counter, which apply after the rules and before the chart. A key "
        "is a hand (`16`, `A7` or `soft 18`, `TT` or `pair T`) with upcards. The value is what to do `at` an "
        "index and above, `below` it, or always. If several plays match, the first legal one decides. A "
        "total means hard hands that are not pairs, except that 10 includes two fives.",
        examples=[{"16 v T": "R, S at 0", "12 v 4": "H below 0", "TT v 5 6": "P at 5"}],
    )
    index: Annotated[Formula, Meaning(Place.ACTION, ValueKind.NUMBER)] | None = Field(
        default=None,
        description="The number to compare with `indices`, and with an `insurance` such as `at 3`. The "
        "default is the true count per 52 cards.",
        examples=["count", "true_count"],
    )
    chart: Chart | None = Field(
        default=None,
        description="The strategy chart: what to do with every total against every upcard.",
        examples=[{"columns": "2 3 4 5 6 7 8 9 T A", "rows": ROWS}],
    )
    chart_by_total: TotalChart | None = Field(
        default=None,
        description="The strategy chart for games in which both dealer cards are dealt face up: what to do "
        "with every total against every dealer total. It applies after rules and indices, and before "
        "`chart`.",
        examples=[{"columns": "4..16 17..20 s12..20", "rows": {"hard ..16": "S H H", "hard 17..": "S"}}],
    )
    insurance: Insurance | None = Field(
        default=None,
        description="The strategy insures a hand if this condition is true, or at an index such as `at 3`. "
        "If omitted, human players are asked, and other players never insure.",
        examples=["count >= 3"],
    )
    calls: ActionCondition | None = Field(
        default=None,
        description="The strategy calls a raise in a betting round if this condition is true. Otherwise, it "
        "folds the hand. If omitted, human players are asked, and other players always call.",
        examples=["total >= 12"],
    )
    raises: ActionCondition | None = Field(
        default=None,
        description="The strategy raises in a betting round if this condition is true. If omitted, human "
        "players are asked, and other players never raise.",
        examples=["total >= 19"],
    )
    switch: Worths | None = Field(
        default=None,
        description="How much each hand is worth. In the step `offer switch`, players switch cards if this "
        "makes their two hands worth more in total. If omitted, human players are asked, and other players "
        "never switch.",
        examples=[{"rows": {"hard ..11": "10", "hard 12..16": "-40", "hard 17..": "30", "soft 12..": "40"}}],
    )
    side_bets: Annotated[dict[Identifier, Plan], Field(max_length=MOST_SIDE_BETS)] | None = Field(
        default=None,
        description="When to make each side bet, by the name of the bet: a condition, or a table that also "
        "sets the amount. For other bets, human players are asked for a stake, and other players never bet.",
        examples=[{"pairs": True, "suits": "count >= 8"}, {"pairs": {"wager": 10, "when": "count >= 8"}}],
    )
    memory: Memory | None = Field(
        default=None,
        description="Numbers that the player remembers, by name, with their starting values. `wager`, rules "
        "and reactions can use the names, which must differ from all other names in expressions.",
        examples=[{"bet": 2, "row": 0}],
    )
    reactions: Reactions | None = Field(
        default=None,
        description="How players with this strategy react on certain occasions, in order.",
        examples=[[{"on": "hand lost", "set": {"bet": "2 * bet"}}]],
    )
    powers: Powers | None = Field(
        default=None,
        description="The powers of players with this strategy: names from [powers], or tables that also set "
        "starting values." + TOGETHER,
        examples=[["second_chance", {"power": "vampire", "with": {"share": 20}}]],
    )
    count: dict[str, Annotated[int, Field(ge=-20, le=20)]] | None = Field(
        default=None,
        description="Card counting: what each rank adds to `count` when a card of that rank becomes visible.",
        examples=[{"2 3 4 5 6": 1, "T J Q K A": -1}],
    )

    @property
    def number(self) -> str:
        """The expression to compare with indices."""
        return self.index or TRUE_COUNT

    @property
    def written_rules(self) -> list[StrategyRule]:
        """The strategy's own rules, without any implied or inherited ones."""
        return [rule for rule in self.rules or [] if not isinstance(rule, ImpliedRule)]

    def expression(self, field: str) -> Any:
        """Return the value of ``field``. For ``rules``, leave out implied and inherited rules."""
        return self.written_rules if field == "rules" else super().expression(field)

    def meant(self) -> Iterator[tuple[KeyPath, str, Place]]:
        """Yield the path, text and place of the condition of each implied rule."""
        for index, rule in enumerate(self.rules or []):
            if isinstance(rule, ImpliedRule):
                yield ("rules", index, "when"), rule.when, Place.ACTION

    @field_serializer("rules", mode="wrap")
    def _write_rules(self, rules: Any, write: SerializerFunctionWrapHandler) -> Any:
        """Serialize the rules without those that are only implied or inherited."""
        written = self.written_rules
        return write(rules if written == rules else written or None)


def lineage(strategies: Mapping[str, Strategy], name: str) -> Iterator[str]:
    """Yield ``name``, followed by the name of each ancestor of the strategy.

    In a faulty ruleset, this may never end, or may end with an unknown name.
    """
    link: str | None = name
    while link is not None:
        yield link
        link = strategies[link].extends if link in strategies else None


def imply_rules(strategies: dict[str, Strategy]) -> dict[str, Strategy]:
    """Return ``strategies``, adding the rules and insurance conditions implied by charts and index plays.

    A strategy can inherit its rules, its index plays, its chart and the number to compare with indices, each
    from a different ancestor.
    """
    return {name: _imply(name, dict(_line(strategies, name))) for name in strategies}


def _line(strategies: Mapping[str, Strategy], name: str) -> Iterator[tuple[str, Strategy]]:
    """Yield the strategy ``name`` and each of its known ancestors, as pairs of a name and a strategy.

    If they form a cycle, yield each of them only once.
    """
    seen: set[str] = set()
    for link in lineage(strategies, name):
        if link in seen or link not in strategies:
            return
        seen.add(link)
        yield link, strategies[link]


def _imply(name: str, line: Mapping[str, Strategy]) -> Strategy:
    """Return the strategy ``name`` with its implied rules.

    ``line`` contains the strategy and its ancestors.
    """
    keys = ("rules", "indices", "index", "insurance", "chart_by_total")
    owners = {
        key: next((link for link, each in line.items() if getattr(each, key) is not None), "") for key in keys
    }
    rules, indices, index, insurance, chart = (
        getattr(line[owner], key) if owner else None for key, owner in owners.items()
    )
    number = index or TRUE_COUNT
    changed: dict[str, Any] = {}
    used = ("rules", *(("indices", "index") if indices else ()), *(("chart_by_total",) if chart else ()))
    if (indices or chart) and name in (owners[key] for key in used):
        written = rules or []
        if owners["rules"] != name:
            origin = ("strategies", owners["rules"], "rules")
            written = [_implied(rule.when, rule.do, *origin, place) for place, rule in enumerate(written)]
        origin = ("strategies", owners["indices"], "indices")
        meant = [
            _implied(when, PLAYS[code].actions[0].name, *origin, hand, code=code)
            for hand, when, code in rules_of(indices or {}, number)
        ]
        cells = rules_of_chart(chart.columns, chart.rows) if chart else ()
        rows = ("strategies", owners["chart_by_total"], "chart_by_total", "rows")
        for row, when, code in cells:
            meant.append(_implied(when, PLAYS[code].actions[0].name, *rows, row, code=code))
        changed["rules"] = [*written, *meant]
    if insurance is not None and name in (owners["insurance"], owners["index"]):
        changed["insurance"] = condition_of_index(insurance, number)
    return line[name].model_copy(update=changed) if changed else line[name]


def _implied(when: str, do: str, *origin: str | int, code: str = "") -> ImpliedRule:
    return ImpliedRule.model_construct(when=when, do=do, origin=origin, code=code)


def owner_of(strategies: Mapping[str, Strategy], name: str, key: str) -> str:
    """Return the name of the strategy from which ``name`` gets ``key``: its own name, or that of an ancestor.

    If none of these strategies has ``key``, return ``name``.
    """
    links = lineage(strategies, name)
    return next((link for link in links if getattr(strategies[link], key) is not None), name)
