"""Changes of inherited seats: `[players.NAME]`, laid over one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.errors import RulesetError
from bj.ruleset.load import load_ruleset

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
    """A value of a seat belongs to the last file that has changed it, and to the base if none has."""
    write(tmp_path, "two.toml", "casino", '[players.Player]\nname = "Ann"\nbankroll = "purse"\n')
    file = write(tmp_path, "three.toml", "./two.toml", '[players.Ann]\nstrategy = "nobody"\n')
    with pytest.raises(RulesetError) as error:
        load_ruleset(file)
    places = {(finding.file.name, finding.line, finding.code) for finding in error.value.findings}
    assert places == {("two.toml", 6, "BJ306"), ("three.toml", 5, "BJ521")}
