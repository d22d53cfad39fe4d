"""What a ruleset leaves out of the one it extends."""

from pathlib import Path

import pytest

from bj.errors import RulesetError
from bj.ruleset.load import find_ruleset, load_ruleset

CHART = '[strategies.simple.chart]\nrows = { "hard ..16" = "H", "hard 17.." = "S", "soft 12.." = "H" }\n'


def write(folder: Path, name: str, parent: str, without: str, rest: str = "") -> Path:
    """Write a ruleset that leaves something out."""
    file = folder / f"{name}.toml"
    head = f'[ruleset]\ntitle = "T"\nextends = "{parent}"\nwithout = {without}\n'
    file.write_text(head + rest, "utf-8")
    return file


def faults(file: Path) -> list[tuple[int, int, str]]:
    """The line, column and message of every fault."""
    with pytest.raises(RulesetError) as caught:
        load_ruleset(file)
    return [(finding.line, finding.column, finding.message) for finding in caught.value.findings]


def test_a_chart_can_be_replaced_as_a_whole(tmp_path: Path) -> None:
    """A table that is left out is not merged with the one that stands in its place."""
    file = write(tmp_path, "child", "classic", '["strategies.simple.chart"]', CHART)
    chart = load_ruleset(file).model.strategies["simple"].chart
    assert chart is not None
    assert list(chart.rows) == ["hard ..16", "hard 17..", "soft 12.."]


def test_what_is_left_out_stays_out_for_grandchildren(tmp_path: Path) -> None:
    """Leaving something out counts for all that extend the file, and is done once: it may come back."""
    write(tmp_path, "child", "classic", '["strategies.simple.chart"]', CHART)
    file = write(tmp_path, "grandchild", "child.toml", '["output.cut"]', '[output]\npush = "Tie"\n')
    model = load_ruleset(file).model
    chart = model.strategies["simple"].chart
    assert chart is not None
    assert len(chart.rows) == 3
    assert (model.output.cut, model.output.push) == (None, "Tie")
    assert model.ruleset.without == ["output.cut"]


def test_what_is_not_inherited_cannot_be_left_out(tmp_path: Path) -> None:
    """Every name is looked for in what is inherited, and the nearest one is proposed."""
    file = write(tmp_path, "child", "classic", '["output.cutt", "payouts.tie", "payouts.tie.x", ""]')
    assert faults(file) == [
        (4, 12, "`output.cutt` is not inherited, so it cannot be left out"),
        (4, 42, "`payouts.tie.x` is not inherited, so it cannot be left out"),
        (4, 59, "`` is not inherited, so it cannot be left out"),
    ]


def test_a_parent_may_be_as_deep_as_toml_lets_it(tmp_path: Path) -> None:
    """Leaving something out of a ruleset does not depend on how deep its tables are."""
    deep = f'[ruleset]\ntitle = "T"\nextends = "classic"\n[shoe]\n{"a." * 900}a = 1\n'
    (tmp_path / "parent.toml").write_text(deep, "utf-8")
    file = write(tmp_path, "child", "./parent.toml", '["payouts.natural"]')
    assert [message for _, _, message in faults(file)] == ["unknown key `a`"]


def test_nothing_can_be_left_out_of_nothing(tmp_path: Path) -> None:
    """A ruleset that extends no other one has nothing to leave out."""
    file = tmp_path / "alone.toml"
    text = load_text("classic").replace("format = 1", 'without = ["output.cut"]', 1)
    file.write_text(text, "utf-8")
    assert [message for *_, message in faults(file)] == [
        "`output.cut` is not inherited, so it cannot be left out"
    ]


def test_what_is_then_missing_is_a_fault_of_the_file_that_left_it_out(tmp_path: Path) -> None:
    """A section that is needed and left out is missing in the file that says so, not in its parent."""
    file = write(tmp_path, "child", "classic", '["dealer"]')
    assert faults(file) == [(1, 1, "the section `dealer` is missing")]


def test_a_wrong_type_is_a_fault_and_nothing_else(tmp_path: Path) -> None:
    """A list of other things than words has the fault of its type alone."""
    assert faults(write(tmp_path, "number", "classic", "[1]")) == [
        (4, 12, "entry 1 of `without` should be text in quotes, not a whole number")
    ]
    message = "`without` should be a list in brackets, not text"
    assert faults(write(tmp_path, "words", "classic", '"dealer"')) == [(4, 11, message)]


def load_text(name: str) -> str:
    """The text of a shipped ruleset."""
    return find_ruleset(name).read_text("utf-8")


def test_a_row_of_a_chart_can_be_left_out(tmp_path: Path) -> None:
    """A key in quotes, as TOML has it, names what has spaces and dots in its name; so does the remedy."""
    row = r"""['strategies.simple.chart.rows."soft ..17"', "strategies.simple.chart.rows.'soft 18'"]"""
    new = '[strategies.simple.chart.rows]\n"soft ..18" = "H"\n'
    chart = load_ruleset(write(tmp_path, "child", "classic", row, new)).model.strategies["simple"].chart
    assert chart is not None
    assert "soft ..18" in chart.rows
    assert not {"soft ..17", "soft 18"} & chart.rows.keys()
    wrong = write(tmp_path, "wrong", "classic", """['strategies.simple.chart.rows."soft ..16"']""")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(wrong)
    (finding,) = caught.value.findings
    assert finding.remedy == 'did you mean `strategies.simple.chart.rows."soft ..17"`?'


NO_KEYS = ('output."cut', "output.'cut'.", "output.'cut' = 0 #", r'"\q"', "'", 'a"b"')


@pytest.mark.parametrize("name", NO_KEYS)
def test_what_is_no_key_is_not_inherited(tmp_path: Path, name: str) -> None:
    """A name with a quote too few or too many, or with more than a key in it, is refused as it stands."""
    file = write(tmp_path, "child", "classic", f"['''{name}''']" if "'" in name else f"['{name}']")
    assert [message for *_, message in faults(file)] == [
        f"`{name}` is not inherited, so it cannot be left out"
    ]
