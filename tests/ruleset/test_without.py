"""The inherited parts that a ruleset drops."""

from pathlib import Path

import pytest

from bj.errors import RulesetError
from bj.ruleset.load import load_ruleset

CHART = '[strategies.simple.chart]\nrows = { "hard ..16" = "H", "hard 17.." = "S", "soft 12.." = "H" }\n'


def write(folder: Path, name: str, parent: str, without: str, rest: str = "") -> Path:
    """Write a ruleset that drops something."""
    file = folder / f"{name}.toml"
    head = f'[ruleset]\ntitle = "T"\nextends = "{parent}"\nwithout = {without}\n'
    file.write_text(head + rest, "utf-8")
    return file


def test_a_chart_can_be_replaced_as_a_whole(tmp_path: Path) -> None:
    """A dropped table is not merged with its replacement."""
    file = write(tmp_path, "child", "classic", '["strategies.simple.chart"]', CHART)
    chart = load_ruleset(file).model.strategies["simple"].chart
    assert chart is not None
    assert list(chart.rows) == ["hard ..16", "hard 17..", "soft 12.."]


def test_what_is_left_out_stays_out_for_grandchildren(tmp_path: Path) -> None:
    """A drop applies to all files that extend this one, but they may add the part again."""
    write(tmp_path, "child", "classic", '["strategies.simple.chart"]', CHART)
    file = write(tmp_path, "grandchild", "child.toml", '["output.cut"]', '[output]\npush = "Tie"\n')
    model = load_ruleset(file).model
    chart = model.strategies["simple"].chart
    assert chart is not None
    assert len(chart.rows) == 3
    assert (model.output.cut, model.output.push) == (None, "Tie")
    assert model.ruleset.without == ["output.cut"]


def test_a_parent_may_be_as_deep_as_toml_lets_it(tmp_path: Path) -> None:
    """Parts can be dropped at any depth of tables."""
    deep = f'[ruleset]\ntitle = "T"\nextends = "classic"\n[shoe]\n{"a." * 900}a = 1\n'
    (tmp_path / "parent.toml").write_text(deep, "utf-8")
    file = write(tmp_path, "child", "./parent.toml", '["payouts.natural"]')
    with pytest.raises(RulesetError) as caught:
        load_ruleset(file)
    assert [finding.message for finding in caught.value.findings] == ["unknown key `a`"]


def test_a_row_of_a_chart_can_be_left_out(tmp_path: Path) -> None:
    """A quoted key names a key with spaces or dots."""
    row = r"""['strategies.simple.chart.rows."soft ..17"', "strategies.simple.chart.rows.'soft 18'"]"""
    new = '[strategies.simple.chart.rows]\n"soft ..18" = "H"\n'
    chart = load_ruleset(write(tmp_path, "child", "classic", row, new)).model.strategies["simple"].chart
    assert chart is not None
    assert "soft ..18" in chart.rows
    assert not {"soft ..17", "soft 18"} & chart.rows.keys()
