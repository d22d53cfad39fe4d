"""Tables of HTML for notebooks."""

from __future__ import annotations

from html.parser import HTMLParser

import bj
from bj.simulation.compared_quantities import FINAL, PER_WAGER, Difference
from bj.simulation.estimates import Estimate
from bj.text.notebook_tables import MOST_ROWS, render_table

HOSTILE = "<script>alert(1)</script> & '"


class Reader(HTMLParser):
    """The names of all tags, and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Note a tag."""
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.text += data


def test_texts_of_rulesets_are_escaped() -> None:
    """Titles, names and arguments of a ruleset make no tags, and control no terminal."""
    ruleset = {
        "ruleset": {"title": HOSTILE, "extends": "infinite"},
        "cards": {"pack": {"2 3 4 5 6 7 9 J Q K": 0}},
        "players": [{"name": HOSTILE, "bankroll": 100_000, "strategy": "mimic"}],
        "strategies": {
            "mimic": {
                "wager": "1",
                "chart": {
                    "columns": "8 T A",
                    "rows": {"hard ..16": "H", "soft ..16": "H", "hard 17..": "S", "soft 17..": "S"},
                },
            }
        },
    }
    found = bj.simulate(ruleset, hands=100, engine="plain", workers=1)
    compared = bj.compare(ruleset, ruleset, hands=100, engine="plain", workers=1)
    for each in (found, compared, bj.analyze(ruleset), bj.solve(ruleset)):
        seen = Reader(each._repr_html_())
        assert seen.tags == {"table", "caption", "tr", "th", "td"}
        assert HOSTILE in seen.text
    shown = render_table("\u202e", ["", "\x1b[31m"], [["<b>", "</table>"]])
    assert Reader(shown).tags == {"table", "caption", "tr", "th", "td"}
    assert not {"\u202e", "\x1b"} & set(shown)


def test_charts_have_the_colours_of_plays() -> None:
    """A cell of a chart has the colour of its first letter."""
    shown = render_table("Chart", ["", "A"], [["16", "Rh"]], {"R": "#E69F00"})
    assert '<td style="background: #E69F00; color: #fff">Rh</td>' in shown


def test_long_tables_end_with_the_number_of_other_rows() -> None:
    """A table with too many rows says how many are not shown."""
    shown = render_table("Rows", ["", "x"], [[str(row), "1"] for row in range(MOST_ROWS + 3)])
    assert shown.count("<tr>") == MOST_ROWS + 2
    assert "and 3 more" in shown


def test_money_is_not_a_share() -> None:
    """A difference in money has no percentage."""
    one = Estimate(1.0, 0.1, 0.8, 1.2)
    assert Difference(PER_WAGER, "Ann", "Ann", one, one, one, 1.0).is_share
    assert not Difference(FINAL, "Ann", "Ann", one, one, one, 1.0).is_share
