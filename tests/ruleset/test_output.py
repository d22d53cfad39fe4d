"""The templates of the events of both roles."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.catalogue.events import DEALER_ROLE, EVENTS, OUTPUT_FIELDS, SHARED
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.model.output import find_key
from bj.ruleset.ruleset_files import find_ruleset
from bj.ruleset.templates import TemplateField, parse_template


def overlay(folder: Path, *outputs: str) -> Checked:
    """A shipped ruleset, extended by layers with other texts."""
    file, parent = find_ruleset("sos_vs_sc"), "sos_vs_sc"
    for number, output in enumerate(outputs):
        file = folder / f"{number}.toml"
        file.write_text(f'[ruleset]\ntitle = "T"\nextends = "{parent}"\n[output]\n{output}', "utf-8")
        parent = f"./{file.name}"
    return load_ruleset(file)


@pytest.mark.parametrize("key", SHARED)
def test_a_text_for_both_is_said_in_both_roles(key: str, tmp_path: Path) -> None:
    """A key without a role applies to both roles, even if texts for one role are inherited."""
    text = "both {cards}" if "cards" in OUTPUT_FIELDS[key] else "both"
    own = text.replace("both", "own")
    checked = overlay(tmp_path, f'player_{key} = "{own}"\ndealer_{key} = "{own}"', f'{key} = "{text}"')
    for role in ("player", "dealer"):
        event = EVENTS[f"{role}_{key}"]
        assert (event.shared, event.fields) == (key, OUTPUT_FIELDS[key])
        assert checked.texts[event.key] == parse_template(text, event.fields)
        assert find_key(checked.model.output, event) == key
    assert key not in checked.texts


@pytest.mark.parametrize("role", ["player", "dealer"])
def test_a_text_of_one_role_goes_before(role: str, tmp_path: Path) -> None:
    """The text for both applies only to the other role."""
    checked = overlay(tmp_path, f'busts = "both"\n{role}_busts = "own"\n')
    said = {key: template.pieces for key, template in checked.texts.items() if key.endswith("_busts")}
    other = {"player": "dealer", "dealer": "player"}[role]
    assert said == {f"{role}_busts": ("own",), f"{other}_busts": ("both",)}


def test_only_names_that_are_free_stand_for_both() -> None:
    """`hand` is the start of a hand, so the hands of both roles have no common key."""
    roles = {key.partition("_")[2] for key in EVENTS if f"dealer_{key.partition('_')[2]}" in EVENTS}
    roles = {key for key in roles if f"player_{key}" in EVENTS}
    same = {
        key for key in roles if EVENTS[f"player_{key}"].code + DEALER_ROLE == EVENTS[f"dealer_{key}"].code
    }
    assert same - SHARED.keys() == {"hand"} <= EVENTS.keys()


def test_what_is_hidden_is_not_kept(tmp_path: Path) -> None:
    """A merged ruleset does not keep texts that are never printed."""
    for texts, kept in (
        (['busts = "both"'], ("both", None, None)),
        (['player_busts = "own"', 'busts = "both"'], ("both", None, None)),
        (['busts = "both"', 'player_busts = "own"'], ("both", "own", None)),
        (['busts = "both"\nplayer_busts = "own"'], ("both", "own", None)),
        (['player_busts = "own"', 'dealer_busts = "other"'], (None, "own", "other")),
    ):
        output = overlay(tmp_path, *texts).model.output
        assert (output.busts, output.player_busts, output.dealer_busts) == kept, texts


def test_a_text_for_both_names_the_role(tmp_path: Path) -> None:
    """`{role}` is the ruleset's name for the role, with or without a width, in all texts."""
    texts = 'busts = "{role:>7}: {total}"\ndealer_dealt = "{role} {card}"\nplayer_turn = "{role}{cards}"\n'
    plain = overlay(tmp_path, texts).texts
    assert plain["player_busts"].pieces == (" Player: ", TemplateField("total"))
    assert plain["dealer_busts"].pieces == (" Dealer: ", TemplateField("total"))
    named = overlay(tmp_path, f'roles = {{ dealer = "Bank {{name}}", player = "Gast" }}\n{texts}').texts
    assert named["player_busts"].pieces == ("   Gast: ", TemplateField("total"))
    assert named["dealer_dealt"].pieces == ("Bank {name} ", TemplateField("card"))
    assert named["player_turn"].pieces == ("Gast", TemplateField("cards"))
