"""Of two rows for a hand, or two tags for a rank, the more specific one counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.cli.changed_rulesets import card

from bj.compiler.program_writer import ProgramWriter
from bj.compiler.strategies import Strategies
from bj.errors import RulesetError
from bj.ruleset.charts import Playing, Situations, find_clashes, find_narrowest, read_chart
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.ruleset.model import Cards, Chart
from bj.ruleset.pack import pack_of


def overlay(folder: Path, text: str) -> Checked:
    """A ruleset that extends ``classic`` with this text."""
    file = folder / "overlay.toml"
    file.write_text(f'[ruleset]\ntitle = "T"\nextends = "classic"\n{text}', "utf-8")
    return load_ruleset(file)


def letters(playing: Playing, *, soft: bool = False) -> str:
    """The actions against a ten with the totals from 9 to 18."""
    return "".join(playing.actions[soft, total, 8] for total in range(9, 19))


def test_a_row_within_an_inherited_one_is_for_its_own_hands(tmp_path: Path) -> None:
    """An overlay changes one total of a range; the other totals keep their inherited actions."""
    checked = overlay(tmp_path, '[strategies.simple.chart.rows]\n"hard 14..15" = "S"\n"hard 9" = "S"\n')
    assert letters(checked.playing["simple"]) == "SHHHHSSHSS"
    assert letters(load_ruleset(Path("rulesets/classic.toml")).playing["simple"]) == "HHHHHHHHSS"
    assert "hard 14 to 15   S  S  S" in card(checked)


@pytest.mark.parametrize("rows", [("hard 14", "hard 13..16"), ("hard 13..16", "hard 14")])
def test_the_order_of_rows_does_not_matter(rows: tuple[str, str]) -> None:
    """The narrower row wins, whether it comes before or after the wider one."""
    others = {"hard ..12": "H", "hard 17..": "S", "soft ..21": "H"}
    actions = {"hard 14": "S", "hard 13..16": "H"}
    chart = Chart(rows={**{row: actions[row] for row in rows}, **others})
    pack = pack_of(Cards())
    about = Situations(21, pack.codes, [high for _, high in pack.worths], pack.ranks, frozenset())
    playing, faults = read_chart(chart, (), about)
    assert (letters(playing), faults) == ("HHHHHSHHSS", [])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('"hard 16..17" = "S"', "row `hard 16..17` covers hard 16 again"),
        ('"hard 12..12" = "S"', "row `hard 12..12` covers hard 12 again"),
        ('"hard 14..15" = "S"\n"hard 15..16" = "S"', "row `hard 15..16` covers hard 15 again"),
    ],
)
def test_rows_of_which_none_is_within_the_other_clash(rows: str, message: str, tmp_path: Path) -> None:
    """Two rows for the same hands, or with only some hands in common, are a fault."""
    with pytest.raises(RulesetError) as caught:
        overlay(tmp_path, f"[strategies.simple.chart.rows]\n{rows}\n")
    assert [finding.message for finding in caught.value.findings] == [message]


def test_a_tag_of_one_rank_wins_over_that_of_many(tmp_path: Path) -> None:
    """An overlay changes the tag of one rank, in the game and on the rule card."""
    checked = overlay(tmp_path, '[strategies.counting.count]\n"6" = 2\n"A" = 0\n')
    writer = ProgramWriter(checked, {"bankroll": 100, "minimum": 5, "hands": 3, "player": "counting"})
    strategies = Strategies(writer)
    start = strategies.tags("counting", checked.strategies["counting"])
    assert writer.program[start : start + 13] == [1, 1, 1, 1, 2, 0, 0, 0, -1, -1, -1, -1, 0]
    assert "Counts every visible card: +2 for 6, +1 for 2 3 4 5, -1 for T J Q K." in card(checked)


NUMBERS = some.integers(0, 7)
RANGES = some.lists(some.tuples(NUMBERS, NUMBERS).map(sorted), max_size=6)


@given(RANGES)
def test_the_smallest_of_any_ranges_decides(ranges: list[list[int]]) -> None:
    """Ranges that do not clash are disjoint or nested, and the smallest one decides."""
    covered: dict[str, range] = {}
    for low, high in ranges:
        name = f"{low}..{high}"
        both = [other for other in covered.values() if set(other) & set(range(low, high + 1))]
        clashes = [other for other in both if not _nested(other, range(low, high + 1))]
        if name not in covered:
            trial = {**covered, name: range(low, high + 1)}
            assert list(find_clashes(trial)) == ([name] if clashes else [])
            covered = covered if clashes else trial
    for number, name in find_narrowest(covered).items():
        sizes = {other: len(numbers) for other, numbers in covered.items() if number in numbers}
        assert sizes[name] == min(sizes.values())


def _nested(one: range, other: range) -> bool:
    """Whether one range is a proper part of the other."""
    return set(one) < set(other) or set(other) < set(one)
