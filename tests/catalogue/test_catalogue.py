"""Tests that every row of the catalogue has words, a behaviour, and games in which it matters."""

from __future__ import annotations

import ast
import functools
import inspect
import itertools
from array import array
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.engine.variants import Variant, asking, ruleset
from tests.session.games import run

import bj
from bj.catalogue import actions, effects, events, expression_names, house_rules, occasions, outcomes, steps
from bj.compiler.compile import compile_ruleset
from bj.compiler.program_writer import STATE_ADDRESSES
from bj.engine.face import tallied_games
from bj.ruleset.expressions.tree import names_used
from bj.ruleset.model.house_rule_reading import spell, table_of

CONSTANTS: Mapping[ModuleType, Mapping[str, Any]] = {
    actions: actions.ACTIONS,
    events: events.EVENTS,
    outcomes: outcomes.OUTCOMES,
    effects: effects.EFFECTS,
    occasions: occasions.OCCASIONS,
    house_rules: {**house_rules.RULES, **house_rules.ALLOWANCES},
    steps: steps.STEPS,
}
"""The modules whose rows have numbers that the engine knows, and the rows."""

ADDING = {"_action", "_allowance", "_effect", "_event", "_kind", "_occasion", "_outcome", "_rule", "_step"}
"""The functions that add a row."""


def numbered(module: ModuleType) -> Iterator[str]:
    """The constants that the rows of a module define."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            function = node.value.func
            if isinstance(function, ast.Name) and function.id in ADDING:
                assert isinstance(node.targets[0], ast.Name)
                yield node.targets[0].id


@functools.cache
def known_to_behaviour() -> frozenset[str]:
    """The constants that the engine, the compiler or the moves of effects name."""
    found, source = set(), Path(bj.__file__).parent
    files = [*source.glob("engine/**/*.py"), *source.glob("compiler/*.py"), Path(effects.__file__)]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.add(node.id)
    return frozenset(found)


@pytest.mark.parametrize("module", CONSTANTS, ids=lambda module: module.__name__)
def test_every_row_has_a_behaviour(module: ModuleType) -> None:
    """The engine, the compiler or a move names the constant of every row.

    An effect that only moves cards has no constant: its row defines it.
    """
    rows = set(numbered(module))
    assert len(rows) >= len({getattr(row, "kind", row) for row in CONSTANTS[module].values()}) // 2
    assert rows - known_to_behaviour() == set()


def test_every_name_has_an_address() -> None:
    """Every name of expressions has an address; the smallest wager alone is known before the game."""
    assert STATE_ADDRESSES.keys() | {"minimum"} == expression_names.NAMES.keys()


@pytest.mark.parametrize("module", CONSTANTS, ids=lambda module: module.__name__)
def test_every_row_has_words(module: ModuleType) -> None:
    """Every row has a description, and no two are the same."""
    meanings = [(row.means, getattr(row, "role", "")) for row in CONSTANTS[module].values()]
    assert all(text.strip() == text and len(text) > 5 for text, _ in meanings)
    assert len(set(meanings)) == len(meanings)


def test_numbers_of_rows_are_different() -> None:
    """No two rows share a number, and the codes of all events fit below the next person's."""
    kinds = [event.code for event in events.EVENTS.values()]
    kinds += [event.code + events.LIST_ENDS for event in events.EVENTS.values() if event.is_list]
    kinds += [events.CARD_IN_LIST, events.LINE, events.TEAM_WINS]
    assert len(set(kinds)) == len(kinds)
    assert max(kinds) < events.PERSON_STRIDE
    for rows in (actions.ACTIONS, outcomes.OUTCOMES, steps.STEPS, occasions.OCCASIONS, effects.EFFECTS):
        assert len({row.number for row in rows.values()}) == len(rows)
    assert (
        len({rule.bit for rule in house_rules.RULES.values()} | {house_rules.DEALER_ALWAYS})
        == len(house_rules.RULES) + 1
    )


RARE = {
    "original_bets_only": 19,
    "double_for_less": 91,
    "split_naturals": 41,
    "switched_naturals": 555,
    "free_double": 109,
    "free_split": 69,
}
"""The first seeds for rules that matter in few games; the search reaches the others last."""

NEEDS: Mapping[str, Mapping[str, Any]] = {
    "original_bets_only": {
        "dealer_natural": True,
        "double": {"cards": "any"},
        "hole_card": "no peek",
        "split": True,
    },
    "double_for_less": {"credit": False, "double": {"cards": "any"}},
}
"""Rules without which other rules rarely matter."""

RICH = (3, 5, 7, 9, 11, 13, 15, 17, 19, 38, 85, 115, 206)
"""The seeds of rulesets that use rare names."""

PLACES = {
    **{key: row.place for key, row in house_rules.RULES.items()},
    "early_surrender": "surrender.early",
}
"""The places of rules in [rules]."""


def seeds_for(rule: str) -> Iterator[int]:
    """Seeds of rulesets in whose games a rule may matter."""
    first = RARE.get(rule, 0)
    return itertools.chain(range(first, 1000), range(first))


@functools.cache
def game_with(rule: str, value: bool | str, seed: int) -> bytes:
    """The events of a game of a random ruleset with a given house rule."""
    variant = ruleset(seed)
    table, _, key = PLACES.get(rule, rule).rpartition(".")
    house = {**variant.data["rules"], **NEEDS.get(rule, {})}
    value = spell(rule, value)
    change: dict[str, Any] = {key: value}
    if table:
        words = table_of(table, house.get(table, False))
        written = house.get(table) if words is None else words
        if table == "charlie":  # an event that compares a hand with the dealer's
            written = {"cards": written["cards"] if isinstance(written, dict) else written or 3}
        change = {table: {**(written if isinstance(written, dict) else {}), key: value}}
    data = {**variant.data, "rules": {**house, **change}}
    compiled = compile_ruleset(Variant(data, variant.values).load(), variant.values, seed)
    return array("q", run(compiled.program, compiled.table).events).tobytes()


def games_differ(rule: str, values: Sequence[bool | str], seed: int) -> bool:
    """Whether two values of a house rule give different games of a random ruleset."""
    one, other = (game_with(rule, value, seed) for value in values)
    return one != other


@pytest.mark.parametrize("rule", house_rules.RULES)
def test_every_house_rule_makes_a_difference(rule: str) -> None:
    """At least one of some rulesets has different games with the rule."""
    values = house_rules.RULES[rule].values
    assert any(games_differ(rule, values, seed) for seed in seeds_for(rule))


@pytest.mark.parametrize("rule", house_rules.ALLOWANCES)
@pytest.mark.parametrize("values", [(False, True), (True, "total % 2 == 0")], ids=str)
def test_every_allowance_makes_a_difference(rule: str, values: Sequence[bool | str]) -> None:
    """At least one of some rulesets has different games if an action is never allowed, or only sometimes."""
    assert any(games_differ(rule, values, seed) for seed in seeds_for(rule))


@pytest.mark.parametrize("rule", house_rules.ALLOWANCES)
def test_what_is_usual_is_short_for_its_condition(rule: str) -> None:
    """A game is the same with the word for a usual condition and with the condition itself."""
    usual = house_rules.ALLOWANCES[rule].usual
    values = (True, "cards > 0" if usual == "True" else usual)
    tables = (seed for seed in range(1, 30, 2) if "aces" not in str(ruleset(seed).data["rules"].get("split")))
    assert not any(games_differ(rule, values, seed) for seed in itertools.islice(tables, 5))


def test_every_name_and_action_is_used_in_games() -> None:
    """The rulesets in the tests use all names in expressions, and all actions."""
    missing = {*expression_names.NAMES, *actions.ACTIONS}
    for seed in itertools.chain(RICH, range(400)):
        checked = asking(seed).load()
        missing -= set().union(*map(names_used, checked.expressions.values()))
        missing -= {
            rule.do for strategy in checked.model.strategies.values() for rule in strategy.rules or ()
        }
        if not missing:
            return
    assert sorted(missing) == []


def test_every_outcome_is_counted_in_games() -> None:
    """Hands of the rulesets have every outcome that is tallied."""
    missing = set(outcomes.OUTCOMES)
    for seed in range(200):
        variant = ruleset(seed)
        compiled = compile_ruleset(variant.load(), variant.values, seed, tallied=True)
        reader = tallied_games.TallyReader(compiled.program, compiled.table)
        numbers = reader.read(run(compiled.program, compiled.table).table)
        for person in range(reader.persons):
            counted = reader.person(numbers, person)[tallied_games.OUTCOMES :]
            missing -= {name for name, row in outcomes.OUTCOMES.items() if counted[row.number]}
        if not missing:
            return
    assert sorted(missing) == []


def test_the_guide_says_what_outcomes_count() -> None:
    """The guide to simulation has a line for every outcome, in the order of reports."""
    lines = (Path(__file__).parents[2] / "docs" / "simulation.md").read_text("utf-8").splitlines()
    first = lines.index("| outcome | which hands it counts |") + 2
    told = [f"| {row.name} | {row.means} |" for row in outcomes.OUTCOMES.values()]
    assert lines[first : first + len(told) + 1] == [*told, ""]
