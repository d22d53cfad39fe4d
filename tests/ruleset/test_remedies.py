"""The examples in remedies are TOML, and repeat only numbers of the file that may be right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st
from tests.bad import update

from bj.ruleset.faults import foreign_key_remedies
from bj.ruleset.faults.foreign_bets_and_bonuses import BONUS
from bj.ruleset.faults.foreign_key_remedies import find_foreign
from bj.ruleset.faults.foreign_name_index import FOREIGN
from bj.ruleset.faults.foreign_name_row import REMOVE
from bj.ruleset.faults.foreign_strategies import CHART, INDICES, RULES
from bj.ruleset.faults.other_foreign_names import PAY_TABLE
from bj.ruleset.faults.topics_of_unknown_keys import TOPICS
from bj.ruleset.load import load_ruleset

EXAMPLE = re.compile(r"`((?:[\w\"'.-]+ = |\{ |\[)(?!value`)[^`]+)`")
"""A pair, a table, a list or a header in a remedy; `key = value` is the form of a pair."""

OPEN = re.compile(r"(?<==|\[|,) ?…")
"""A value that is left to the author."""

VALUES: list[Any] = [True, 5, -5, 10**30, 1.5, float("inf"), "x", 'a"b', "3:2", {"a": 1}, ["a"], [{"a": 1}]]


def examples(remedy: str) -> list[str]:
    """The parts of a remedy that a user should write into a ruleset."""
    return EXAMPLE.findall(remedy)


def is_toml(example: str) -> bool:
    """Whether an example is a pair, a header or a value of TOML."""
    filled = OPEN.sub(" 0", example)
    for text in (filled, f"x = {filled}"):
        try:
            tomli.loads(text)
        except tomli.TOMLDecodeError:
            continue
        return True
    return False


def wrong_examples(said: str) -> list[str]:
    """The examples in a remedy that are not TOML."""
    return [example for example in examples(said) if not is_toml(example)]


def test_examples_of_foreign_names_are_toml() -> None:
    """Every example in the remedy for a word of another program is TOML, for any value."""
    wrong = {
        name: wrong_examples(said)
        for name, foreign in FOREIGN.items()
        for value in VALUES
        if wrong_examples(said := foreign.hint if isinstance(foreign.hint, str) else foreign.hint(value))
    }
    assert wrong == {}


def test_examples_of_remedies_are_toml() -> None:
    """Every example in the remedies for the rulesets of `tests/bad` is TOML, and has a real condition."""
    wrong = {}
    for name in update.bad_rulesets():
        printed = (update.FOLDER / f"{name}.txt").read_text("utf-8")
        said = "\n".join(re.findall("^ *= help: (.*)", printed, re.MULTILINE))
        wrong[name] = wrong_examples(said) + re.findall('when = "…"', printed)
    assert {name: found for name, found in wrong.items() if found} == {}


FIXED = (
    ("[side_bets.new]\nwager = 5", PAY_TABLE),
    ("[strategies.basic]", RULES),
    ("[strategies.basic.chart.rows]", CHART),
    ("[strategies.basic]\ncount = { 5 = 1, A = -1 }", INDICES),
    ("[payouts.bonuses.lucky]", BONUS),
)
"""The start of a table, and the remedy whose examples belong in it."""


@pytest.mark.parametrize(("table", "remedy"), FIXED)
def test_examples_of_fixed_remedies_are_valid(table: str, remedy: str, tmp_path: Path) -> None:
    """The examples in a remedy, in the place that it names, are valid."""
    keys = "\n".join(example for example in examples(remedy) if not example.startswith("["))
    file = tmp_path / "a.toml"
    file.write_text(f'[ruleset]\ntitle = "One"\nextends = "casino"\n\n{table}\n{keys}\n', "utf-8")
    assert load_ruleset(file).model


SOURCES = "".join(file.read_text("utf-8") for file in Path(foreign_key_remedies.__file__).parent.glob("*.py"))
PAGES = {page for _, page in TOPICS.values()} | {*re.findall(r"docs/(\w+\.md#[\w-]+)", SOURCES)}


@pytest.mark.parametrize("page", sorted(PAGES))
def test_pages_in_remedies_have_their_sections(page: str) -> None:
    """The section that a remedy names is in the docs."""
    file, _, section = page.partition("#")
    text = (Path(__file__).parents[2] / "docs" / file).read_text("utf-8")
    headings = re.findall("^#+ (.*)", text, re.MULTILINE)
    assert section in [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


@given(
    name=st.sampled_from(sorted(FOREIGN)), number=st.integers(max_value=-100) | st.integers(min_value=10**9)
)
def test_remedies_repeat_no_impossible_number(name: str, number: int) -> None:
    """A number of the file that no rule can have is not part of a remedy."""
    section, _, key = name.rpartition(".")
    path = (
        *(section or "rules").split("."),
        *(["NAME"] if section in ("side_bets", "strategies") else []),
        key,
    )
    if FOREIGN[name].rewrite(number) is REMOVE:
        return
    remedy = find_foreign(path, number, {})
    assert remedy is None or str(number) not in re.findall(r"= (-?\d+)", str(remedy))
