"""The extension for VS Code in `editors/vscode`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bj import __version__
from bj.describe.reference.language import PLACES
from bj.editor.meanings import OPERATORS
from bj.ruleset.expressions.vocabulary import USAGE

FOLDER = Path(__file__).parents[2] / "editors" / "vscode"
GRAMMAR = json.loads((FOLDER / "syntaxes" / "rulesets.tmLanguage.json").read_text("utf-8"))["repository"]
WITH_NAMES = {"NAME", "memory", "with", "set"}
"""The last steps of keys whose expressions are under names that an author chooses."""


def words_of(pattern: str) -> set[str]:
    """The alternatives of the first group of a pattern that are words."""
    inside = pattern.replace("(?<", "").partition("(")[2].partition(")")[0]
    return set(inside.split("|"))


def test_the_grammar_knows_the_language() -> None:
    """Its keys of expressions, functions and words of operators are those of the language."""
    keys = {key.rpartition(".")[2] for keys in PLACES.values() for key in keys} - WITH_NAMES
    assert words_of(GRAMMAR["expression-value"]["begin"].partition(")")[2]) == keys
    patterns = {each["name"]: each["match"] for each in GRAMMAR["expression"]["patterns"]}
    assert words_of(patterns["support.function.bj"]) == set(USAGE)
    logical = words_of(patterns["keyword.operator.logical.bj"])
    assert logical | words_of(patterns["constant.language.boolean.bj"]) == set(OPERATORS)


def test_the_version_is_that_of_bj() -> None:
    """The extension and bj have one version."""
    assert json.loads((FOLDER / "package.json").read_text("utf-8"))["version"] == __version__


@pytest.mark.skipif(
    not (shutil.which("npm") and (FOLDER / "node_modules").is_dir()),
    reason="needs `npm ci` there",
)
@pytest.mark.parametrize("script", ["check", "test-grammar", "test", "package"])
def test_scripts(script: str) -> None:
    """Its types, its grammar and the server that it starts are right, and it can be packaged."""
    done = subprocess.run(
        ["npm", "run", script],  # noqa: S607  # wherever it is installed
        cwd=FOLDER,
        env={**os.environ, "BJ_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if script == "package":
        assert (FOLDER / "out" / "bj-rulesets.vsix").stat().st_size > 10_000
