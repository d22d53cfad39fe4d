"""Tests that the guide to cases shows real output, and names every key."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.session.tables import run

from bj.cases.model import Case, Expectation
from bj.ruleset.ruleset_files import shipped_rulesets

GUIDE = (Path(__file__).parents[2] / "docs" / "testing.md").read_text("utf-8")
PLACE = re.compile(r"\((\w+)\.toml:\d+:\d+\)")
"""The place of a text in a shipped ruleset, whose other lines may change."""


def test_the_example_is_played_as_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of the guide, run with its two files, print what the guide shows."""
    ruleset, cases = re.findall(r"^```toml\n(.*?)^```", GUIDE, re.M | re.S)
    (tmp_path / "cases").mkdir()
    (tmp_path / "mine.toml").write_text(ruleset, "utf-8")
    (tmp_path / "cases" / "mine.toml").write_text(cases, "utf-8")
    monkeypatch.chdir(tmp_path)
    played = 0
    for block in re.findall(r"^```console\n(.*?)^```", GUIDE, re.M | re.S):
        for command, printed in re.findall(r"^\$ bj (.*)\n((?:(?!\$).*\n)*)", block, re.M):
            done = run(*shlex.split(command))
            shown = done.stdout.decode() + done.stderr.decode()
            assert PLACE.sub(r"(\1)", shown) == PLACE.sub(r"(\1)", printed)
            played += 1
    assert played == 3


@pytest.mark.parametrize("model", [Case, Expectation])
def test_every_key_is_in_the_guide(model: type[Case] | type[Expectation]) -> None:
    """The tables of the guide have every key with its description, and no others."""
    rows = [f"| `{name}` | {field.description} |" for name, field in model.model_fields.items()]
    assert "|---|---|\n" + "\n".join(rows) + "\n\n" in GUIDE


def test_the_ruleset_of_the_guide_is_an_overlay_of_a_shipped_one() -> None:
    """The ruleset that the guide's example extends is shipped with `bj`."""
    assert set(re.findall(r'extends = "(\w+)"', GUIDE)) <= set(shipped_rulesets())
