"""Tests how mutants of the code are chosen and scored."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.campaigns.mutation_sample import Mutant, sample

CODE = '''"""Hands that win or tie."""


def pays(total: int, dealer: int, wager: int = 10) -> int:
    """What a hand brings."""
    if total > dealer:
        return wager * 2
    bets = []
    bets.append(max(total, dealer))
    if total == dealer and bets or False:
        return wager
    return -1


class Table:
    """A table."""

    def seats(self) -> int:
        """How many there are."""
        return 7
'''

TESTS = """from bj.engine.ties import pays

def test_higher_totals_win():
    assert pays(20, 19) == 20
    assert pays(18, 19) == -1
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree with a room of code and a folder of tests."""
    tree = tmp_path / "tree"
    for file, text in {
        "pyproject.toml": "",
        "src/bj/__init__.py": "",
        "src/bj/engine/__init__.py": "",
        "src/bj/engine/ties.py": CODE,
        "tests/engine/test_ties.py": TESTS,
    }.items():
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        (tree / file).write_text(text, "utf-8")
    return tree


def texts(mutants: list[Mutant]) -> set[tuple[str, str, str]]:
    """The place and the text that each mutant changes."""
    return {(mutant.operator, mutant.before, mutant.after) for mutant in mutants}


def test_mutants_have_one_edit(tree: Path) -> None:
    """Every operator changes what its name says; parameters, annotations and docstrings stay unchanged."""
    assert texts(sample(tree)) == {
        ("negated", "total > dealer", "(not (total > dealer))"),
        ("comparison 0", "total > dealer", "(total >= dealer)"),
        ("arithmetic", "wager * 2", "(wager // 2)"),
        ("constant", "2", "3"),
        ("deleted", "bets.append(max(total, dealer))", "pass"),
        ("arguments", "max(total, dealer)", "max(dealer, total)"),
        ("negated", "total == dealer and bets or False", "(not (total == dealer and bets or False))"),
        ("and, or", "total == dealer and bets or False", "((total == dealer and bets) and False)"),
        ("and, or", "total == dealer and bets", "(total == dealer or bets)"),
        ("comparison 0", "total == dealer", "(total != dealer)"),
        ("constant", "False", "True"),
        ("constant", "1", "2"),
        ("constant", "7", "8"),
    }


def test_mutants_are_the_same_in_another_file_and_below_other_lines(tree: Path) -> None:
    """The sample depends on neither the path of a file nor the number of a line."""
    before = sample(tree)
    old, new = tree / "src/bj/engine/ties.py", tree / "src/bj/engine/game/drawn.py"
    new.parent.mkdir()
    new.write_text(CODE.replace("    if total > dealer", "    ...\n    ...\n    if total > dealer"), "utf-8")
    old.unlink()
    after = sample(tree)
    assert [mutant.key for mutant in before] == [mutant.key for mutant in after]
    assert [mutant.after for mutant in before] == [mutant.after for mutant in after]
    assert {mutant.path.name for mutant in after} == {"drawn.py"}


def test_a_campaign_goes_on_and_compares(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants that make a test fail are noticed; a lost test shows in the mutants that it had noticed."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def campaign(*options: str) -> tuple[int, list[str]]:
        script = Path(__file__).with_name("mutation_score.py")
        command = [sys.executable, str(script), *options, "--tree", str(tree)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout.splitlines()

    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    assert campaign(str(before), "--first", "3")[0] == 0
    code, said = campaign(str(before), "--first", "7")
    assert code == 0
    assert sum(line.startswith(("killed", "survived", "unreached")) for line in said) == 7 - 3
    assert "engine: 5 of 7 noticed, 71.4% (5 killed, 1 survived, 1 unreached)" in said
    results = [json.loads(line) for line in before.read_text("utf-8").splitlines()]
    assert {each["before"] for each in results if each["verdict"] == "unreached"} == {"7"}

    tests = tree / "tests/engine/test_ties.py"
    tests.write_text(TESTS.replace("    assert pays(18, 19) == -1\n", ""), "utf-8")
    code, said = campaign(str(after), "--first", "7", "--before", str(before))
    assert code == 1
    assert sum(line.startswith("no longer noticed") for line in said) == 4
