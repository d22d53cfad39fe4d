"""The names that a ruleset defines for expressions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bj.errors import RulesetError
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset

DEFINED = """
[define]
edge = "52 * count // cards_left - 1"
spread = "max(1, edge) + extra"
extra = "1 if is_hot else 0"
is_hot = "edge > 3 and bankroll > 4 * unit"
unit = "2 * minimum"

[strategies.counting]
wager = "unit * spread if is_hot or edge > 1 else unit"
"""

WRITTEN = """
[strategies.counting]
wager = "2 * minimum * (max(1, 52 * count // cards_left - 1) + (1 if 52 * count // cards_left - 1 > 3 \
and bankroll > 4 * (2 * minimum) else 0)) if 52 * count // cards_left - 1 > 3 \
and bankroll > 4 * (2 * minimum) or 52 * count // cards_left - 1 > 1 else 2 * minimum"
"""

WAGER = ("strategies", "counting", "wager")


def load(folder: Path, text: str) -> Checked:
    """The classic ruleset with additional text."""
    file = folder / "own.toml"
    file.write_text(f'[ruleset]\ntitle = "Own"\nextends = "classic"\n{text}', "utf-8")
    return load_ruleset(file)


def codes(folder: Path, text: str) -> list[str]:
    """The codes of the faults of a text."""
    with pytest.raises(RulesetError) as caught:
        load(folder, text)
    return [finding.code for finding in caught.value.findings]


def test_a_name_means_the_whole_of_its_expression(tmp_path: Path) -> None:
    """Definitions may come in any order and use other definitions, numbers, money and conditions."""
    defined, written = (load(tmp_path, text).expressions[WAGER] for text in (DEFINED, WRITTEN))
    assert defined == written


def test_a_name_can_be_used_where_all_in_it_is_known(tmp_path: Path) -> None:
    """A definition that reads the dealer's rule is unknown at the table."""
    text = '[define]\nis_low = "total < 17"\n[dealer]\ndraws = "is_low"\n[shoe]\nreshuffle_when = "{}"\n'
    load(tmp_path, text.format("cards_left < 9"))
    assert codes(tmp_path, text.format("is_low")) == ["BJ306"]


def test_definitions_of_definitions_cannot_grow_without_bounds(tmp_path: Path) -> None:
    """The meaning of a name has at most as many parts as an expression may have."""
    rows = [f'd{number + 1} = "d{number} + d{number}"' for number in range(40)]
    text = "\n".join(["[define]", 'd0 = "1"', *rows, "[dealer]", 'draws = "total < d40"'])
    assert "BJ301" in codes(tmp_path, text)


def test_a_part_of_a_word_is_not_a_name(tmp_path: Path) -> None:
    """`rue` does not appear in `True`, nor `al` in `total`."""
    load(tmp_path, '[define]\nrue = "True"\nal = "total + rue_2"\nrue_2 = "2"\n[dealer]\ndraws = "al < 19"\n')


def test_a_misspelt_definition_is_recognised(tmp_path: Path) -> None:
    """An unknown name is compared with all definitions, even unused ones."""
    with pytest.raises(RulesetError) as caught:
        load(tmp_path, '[define]\nis_low = "total < 17"\n[dealer]\ndraws = "is_lo"\n')
    assert caught.value.findings[0].remedy == "did you mean `is_low`?"


@pytest.mark.parametrize("name", ["total", "chance", "hands"])
def test_no_name_has_two_meanings(tmp_path: Path, name: str) -> None:
    """Names of expressions, functions and arguments cannot be defined."""
    found = codes(tmp_path, f'[define]\n{name} = "1"\n')
    assert found == ["BJ601" if name == "hands" else "BJ602"]
