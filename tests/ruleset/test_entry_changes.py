"""Changes of inherited seats and teams: `[players.NAME]` and `[teams.NAME]`, in several layers."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.errors import RulesetError
from bj.ruleset.load import load_ruleset
from bj.ruleset.ruleset_files import find_ruleset

HEAD = '[ruleset]\ntitle = "Seats"\nextends = "{}"\n'


def write(folder: Path, name: str, base: str, changes: str) -> Path:
    """A ruleset that changes the seats of another one."""
    file = folder / name
    file.write_text(HEAD.format(base) + changes, "utf-8")
    return file


def test_a_change_keeps_the_other_keys_of_a_seat(tmp_path: Path) -> None:
    """Two rulesets change a seat in turn; the second uses its new name."""
    write(tmp_path, "two.toml", "casino", '[players.Player]\nname = "Ann"\nspots = 2\n')
    file = write(tmp_path, "three.toml", "./two.toml", "[players.Ann]\nspots = 3\n")
    (seat,) = load_ruleset(file).model.players
    assert (seat.name, seat.bankroll, seat.strategy, seat.spots) == ("Ann", "bankroll", "player", 3)


def test_a_fault_is_at_the_line_that_made_it(tmp_path: Path) -> None:
    """A fault in a seat's value is located in the last file that changed the value, or else in the base."""
    write(tmp_path, "two.toml", "casino", '[players.Player]\nname = "Ann"\nbankroll = "purse"\n')
    file = write(tmp_path, "three.toml", "./two.toml", '[players.Ann]\nstrategy = "nobody"\n')
    with pytest.raises(RulesetError) as error:
        load_ruleset(file)
    places = {(finding.file.name, finding.line, finding.code) for finding in error.value.findings}
    assert places == {("two.toml", 6, "BJ306"), ("three.toml", 5, "BJ521")}


def test_a_team_changes_key_by_key(tmp_path: Path) -> None:
    """A change of a team, identified by its `id`, keeps its other keys and the other teams."""
    changes = '[teams.sos]\nvictory = "Hooray!"\nmembers = ["kyon", "haruhi"]\n'
    base = load_ruleset(find_ruleset("sos_vs_sc")).model.teams
    teams = load_ruleset(write(tmp_path, "small.toml", "sos_vs_sc", changes)).model.teams
    assert teams == [
        base[0].model_copy(update={"victory": "Hooray!", "members": ["kyon", "haruhi"]}),
        base[1],
    ]


def test_a_fault_of_a_team_is_at_its_change(tmp_path: Path) -> None:
    """The fault of an unknown member is at the line that names it."""
    file = write(tmp_path, "small.toml", "sos_vs_sc", '[teams.sos]\nmembers = ["kyon", "asahina"]\n')
    with pytest.raises(RulesetError) as error:
        load_ruleset(file)
    assert [(each.file.name, each.line) for each in error.value.findings] == [("small.toml", 5)]


@pytest.mark.parametrize(
    ("changes", "kind"),
    [('[[teams.sos]]\nvictory = "Hooray!"\n', "a list"), ('[teams]\nsos = "Hooray!"\n', "text")],
)
def test_a_change_of_an_entry_is_a_table(tmp_path: Path, changes: str, kind: str) -> None:
    """A list or a text in place of an inherited team is a fault at its name; the remedy shows the header."""
    with pytest.raises(RulesetError) as error:
        load_ruleset(write(tmp_path, "small.toml", "sos_vs_sc", changes))
    (finding,) = error.value.findings
    assert finding.message == f"`sos` should be a table, not {kind}"
    assert finding.remedy == "write its keys below `[teams.sos]`"
