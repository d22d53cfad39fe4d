from __future__ import annotations

from pathlib import Path

import pytest
from tests.campaigns import figures
from tests.campaigns.figures import Cells, Row

from bj.native.library import has_library
from bj.ruleset.ruleset_files import shipped_rulesets

LINES = (Path(__file__).parents[2] / figures.DOCUMENT).read_text(encoding="utf-8").splitlines()
ROWS = list(figures.rows(LINES))
FIRST = {again: cells for _, _, again, cells in reversed(ROWS)}
"""The first row of each kind."""


@pytest.mark.skipif(not has_library(), reason="takes too long without the compiled engine")
@pytest.mark.parametrize("again", [figures.fresh_shoe, figures.chart_of_packs, figures.cut_card])
def test_first_row_is_what_its_command_gives(again: Row) -> None:
    """The first row of a table in the docs equals the newly computed one."""
    assert again(FIRST[again]) == FIRST[again]


@pytest.mark.parametrize("cells", [cells for _, _, again, cells in ROWS if again == figures.variant])
def test_variant_is_found_by_its_words(cells: Cells) -> None:
    """The ruleset of every row about a variant is found by the words before the comma."""
    assert figures.ruleset_of(cells) in shipped_rulesets()


def test_every_table_has_rows() -> None:
    """Every kind of table occurs in the document."""
    assert FIRST.keys() == set(figures.TABLES.values())
