"""What is said at the events of both roles."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.catalogue.events import EVENTS, OUTPUT_FIELDS, SHARED
from bj.ruleset.check import Checked
from bj.ruleset.load import find_ruleset, load_ruleset
from bj.ruleset.model.output import find_key
from bj.ruleset.templates import parse_template


def overlay(folder: Path, output: str) -> Checked:
    """A ruleset with texts for each role, with others in their place."""
    file = folder / "overlay.toml"
    file.write_text(f'[ruleset]\ntitle = "T"\nextends = "sos_vs_sc"\n[output]\n{output}', "utf-8")
    return load_ruleset(file)


@pytest.mark.parametrize("key", SHARED)
def test_a_text_for_both_is_said_in_both_roles(key: str, tmp_path: Path) -> None:
    """A key without a role stands for both roles with the same fields, whatever is inherited for one."""
    text = "both {cards}" if "cards" in OUTPUT_FIELDS[key] else "both"
    checked = overlay(tmp_path, f'{key} = "{text}"\n')
    for role in ("player", "dealer"):
        event = EVENTS[f"{role}_{key}"]
        assert (event.shared, event.fields) == (key, OUTPUT_FIELDS[key])
        assert checked.templates[event.key] == parse_template(text, event.fields)
        assert find_key(checked.model.output, event) == key
    assert key not in checked.templates


@pytest.mark.parametrize("role", ["player", "dealer"])
def test_a_text_of_one_role_goes_before(role: str, tmp_path: Path) -> None:
    """The text for both is said for the other role alone."""
    checked = overlay(tmp_path, f'busts = "both"\n{role}_busts = "own"\n')
    said = {key: template.pieces for key, template in checked.templates.items() if key.endswith("_busts")}
    other = {"player": "dealer", "dealer": "player"}[role]
    assert said == {f"{role}_busts": ("own",), f"{other}_busts": ("both",)}


def test_only_names_that_are_free_stand_for_both() -> None:
    """`hand` says that a hand begins, so the hands of both roles have no key in common."""
    roles = {key.partition("_")[2] for key in EVENTS if f"dealer_{key.partition('_')[2]}" in EVENTS}
    roles = {key for key in roles if f"player_{key}" in EVENTS}
    same = {key for key in roles if EVENTS[f"player_{key}"].kind + 64 == EVENTS[f"dealer_{key}"].kind}
    assert same - SHARED.keys() == {"hand"} <= EVENTS.keys()


def test_what_is_hidden_is_not_kept(tmp_path: Path) -> None:
    """A merged ruleset has no text that is never said, whichever is nearer."""
    parent = load_ruleset(find_ruleset("sos_vs_sc")).model.output
    assert (parent.dealt, parent.player_dealt) == (None, "Player: {name} dealt {card}")
    output = overlay(tmp_path, 'dealt = "both"\n').model.output
    assert (output.dealt, output.player_dealt, output.dealer_dealt) == ("both", None, None)
    one = overlay(tmp_path, 'busts = "both"\nplayer_busts = "own"\n').model.output
    assert (one.busts, one.player_busts, one.dealer_busts) == ("both", "own", None)
