"""Numbers that an argument sets: packs, hands from a split, and raises."""

from __future__ import annotations

from typing import Any

import pytest

import bj
from bj.errors import RulesetError, UsageError
from bj.ruleset.load import as_data, take_ruleset

PACKS: dict[str, Any] = {"type": "integer", "between": [1, 8], "default": 6}


def table(by: str = "casino", **sections: Any) -> dict[str, Any]:
    """A ruleset with an argument `packs`, and the arguments of the one that it extends."""
    taken = " ".join(take_ruleset(by).model.arguments)
    head = {"title": "By argument", "extends": by, "usage": f"{taken} packs"}
    return {"ruleset": head, "arguments": {"packs": PACKS}, **sections}


def transcript(ruleset: dict[str, Any], seed: int, **values: object) -> str:
    """The transcript of forty hands."""
    return bj.State(ruleset, {"player": "basic", "hands": 40, **values}, seed=seed).transcript


def outcome(ruleset: dict[str, Any], **values: object) -> str:
    """The report of a small simulation."""
    values = {"player": "basic", "hands": 100, **values}
    return bj.to_text(bj.simulate(ruleset, values, games=200)).replace("packs", "")


@pytest.mark.parametrize("shoe", [{}, {"penetration": "75%"}, {"penetration": "1.5 packs left"}])
def test_an_argument_sets_the_packs_as_a_number_does(shoe: dict[str, Any]) -> None:
    """A game with a value of the argument equals one with this number of packs, also after shuffles."""
    by_argument = table(shoe={"packs": "packs", **shoe})
    for packs in (2, 6, 8):
        by_number = table(shoe={"packs": packs, **shoe})
        for seed in range(4):
            assert transcript(by_argument, seed, packs=packs) == transcript(by_number, seed, packs=5)
        assert outcome(by_argument, packs=packs) == outcome(by_number, packs=packs)


def test_an_argument_sets_the_hands_of_a_split() -> None:
    """Exact values with an argument equal those with the number."""
    rules = {"split": {"hands": "packs"}}
    arguments = {"packs": {**PACKS, "between": [2, 8]}}
    by_argument = {**table(rules=rules), "arguments": arguments}
    by_number = table(rules={"split": {"hands": 2}})
    values = {"player": "basic"}
    exact = bj.analyze(by_argument, {**values, "packs": 2}, fresh=True).players[0].edge
    assert exact == bj.analyze(by_number, values, fresh=True).players[0].edge
    assert exact != bj.analyze(by_argument, {**values, "packs": 4}, fresh=True).players[0].edge


@pytest.mark.parametrize(
    ("shoe", "argument", "says"),
    [
        ("pakcs", PACKS, "the command line has no whole number called `pakcs`"),
        ("many", PACKS, "the command line has no whole number called `many`"),
        ("player", PACKS, "the command line has no whole number called `player`"),
        ("packs", {"type": "integer"}, "`packs` must be from 1 to 16, but `packs` accepts other values"),
        (
            "packs",
            {**PACKS, "between": [0, 8]},
            "`packs` must be from 1 to 16, but `packs` accepts other values",
        ),
    ],
)
def test_only_an_argument_with_fitting_values_sets_a_number(
    shoe: str, argument: dict[str, Any], says: str
) -> None:
    """A different name is refused, and so is an argument with impossible values."""
    with pytest.raises(RulesetError) as error:
        bj.load_ruleset({**table(shoe={"packs": shoe}), "arguments": {"packs": argument}})
    assert [finding.message for finding in error.value.findings] == [says]


def test_the_name_of_a_number_of_conditions_sets_none() -> None:
    """In the condition of a penetration, `players` would mean the number of players."""
    ruleset = table(shoe={"packs": "players", "penetration": "75%"})
    ruleset["ruleset"]["usage"] = "bankroll hands player players"
    with pytest.raises(RulesetError, match="the argument `players` has the same name as another value"):
        bj.load_ruleset({**ruleset, "arguments": {"players": PACKS}})


def test_a_riffle_lifts_no_more_cards_than_the_smallest_shoe_has() -> None:
    """The cuts of a riffle must fit every value."""
    riffled = {"packs": "packs", "shuffle": {"method": "riffle", "cuts": 3, "between": [1, 60]}}
    with pytest.raises(RulesetError, match="a cut must lift from 0 to 52 cards"):
        bj.load_ruleset(table("classic", shoe=riffled))


def test_players_who_need_more_cards_are_refused_with_few_packs() -> None:
    """With one pack, there are too few cards for the first deal."""
    players = [{"name": f"P{seat}", "bankroll": 100, "strategy": "basic"} for seat in range(30)]
    ruleset = table(shoe={"packs": "packs"}, players=players)
    bj.load_ruleset(ruleset)
    with pytest.raises(UsageError) as error:
        bj.State(ruleset, {"packs": 1})
    assert error.value.remedy == "use fewer players, or a larger number for the argument `packs`"


def test_a_ruleset_as_data_keeps_the_name() -> None:
    """A ruleset as data keeps the name, and so does a saved game."""
    checked = take_ruleset(table(shoe={"packs": "packs"}))
    assert as_data(checked.model)["shoe"]["packs"] == "packs"
