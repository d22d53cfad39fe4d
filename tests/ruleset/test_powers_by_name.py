"""Powers: defined once, shared by several persons, and changed key by key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.cli.changed_rulesets import card, changed, data_of

from bj.argument_values import Value
from bj.compiler.compile import Compiled, compile_ruleset
from bj.faults_and_fixes import KeyPath
from bj.record.events import Event
from bj.record.transcript_lines import Script
from bj.ruleset.check import Checked, check
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Ruleset
from bj.ruleset.possible_hands import dealer_hands

VALUES: Mapping[str, Value] = {"normal": 100, "hands": 3, "kind": "simple"}


def compiled(checked: Checked, dealers: str) -> Compiled:
    """The compiled game of a tournament, in which one of the teams deals."""
    return compile_ruleset(checked, {**VALUES, "dealers": dealers}, 1)


def written_out(name: str) -> Checked:
    """A shipped ruleset with every named power written out in full."""
    data = data_of(name, {})
    named: dict[str, Any] = data.pop("powers")
    for member in data["members"].values():
        member["reactions"] = [*member.get("reactions", []), *map(named.get, member.pop("powers", []))]
    checked, faults = check(Ruleset.model_validate(data))
    assert checked is not None, faults
    return checked


@pytest.mark.parametrize("dealers", ["sos", "sc"])
@pytest.mark.parametrize("name", ["sos_vs_sc", "sos_vs_sc_revised"])
def test_a_name_is_as_good_as_the_reaction_itself(name: str, dealers: str) -> None:
    """A game has the same numbers whether its reactions are named or written out."""
    one, other = (compiled(checked, dealers) for checked in (changed(name, {}), written_out(name)))
    assert (one.program, one.table, one.phrases) == (other.program, other.table, other.phrases)
    assert list(one.described) == list(other.described)


def test_an_overlay_changes_one_key_of_one_reaction(tmp_path: Path) -> None:
    """A change of a reaction applies to each person with it, and nothing else changes."""
    file = tmp_path / "overlay.toml"
    text = '[ruleset]\ntitle = "T"\nextends = "sos_vs_sc"\n[powers.stop_time]\nsay = "Ora!"\n'
    file.write_text(f'{text}[members.avdol]\npowers = ["stop_time"]\n', "utf-8")
    model, parent = load_ruleset(file).model, changed("sos_vs_sc", {}).model
    assert model.powers["stop_time"] == parent.powers["stop_time"].model_copy(update={"say": "Ora!"})
    assert model.powers.keys() == parent.powers.keys()
    text = card(load_ruleset(file))
    assert text.count('When their hand busts: says "Ora!"; sets the hand aside') == 2


def test_a_dealer_with_a_named_power_may_hold_any_hand() -> None:
    """Powers determine the possible hands of the dealer, wherever the powers are written."""
    models = [changed("sos_vs_sc", {}).model, written_out("sos_vs_sc").model, changed("classic", {}).model]
    hands = [dealer_hands(model, lambda soft, total: False) for model in models]
    assert hands[0] == hands[1] == hands[2] | {(False, 21)} > hands[2]


def test_words_are_traced_to_the_named_reaction() -> None:
    """The origin of a member's phrase is the named reaction."""
    checked = changed("sos_vs_sc", {})
    game = compiled(checked, "sos")
    person = game.persons.index("Joseph Joestar")
    places: dict[str, KeyPath] = {
        "Ni Ge Run Da Yo": ("powers", "farewell", "say"),
        "Nice!": ("members", "joseph", "reactions", 0, "say"),
    }
    for words, place in places.items():
        event = Event("player_says", person, "Joseph Joestar", phrase=game.phrases[person].index(words))
        (_, keys), *others = Script(checked, game).pieces(event)
        assert (keys, others) == ((("output", "says"), place), [])
