"""The extension for VS Code in `editors/vscode`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tomli
from tests.project.grammar import FILE, make_grammar

from bj import __version__

FOLDER = Path(__file__).parents[2] / "editors" / "vscode"


def test_the_grammar_knows_the_language() -> None:
    """The grammar has the words that `python tests/project/grammar.py` writes."""
    assert FILE.read_text("utf-8") == make_grammar(FILE.read_text("utf-8"))


def test_the_version_is_that_of_bj() -> None:
    """The extension and bj have one version."""
    assert json.loads((FOLDER / "package.json").read_text("utf-8"))["version"] == __version__


def test_the_changelog_has_the_version() -> None:
    """Its first version is that of bj: the last release, or the next one."""
    changelog = (FOLDER.parents[1] / "CHANGELOG.md").read_text("utf-8")
    [first] = re.findall(r"\b[0-9]+\.[0-9]+\.[0-9]+\b", changelog.partition("## [Unreleased]")[2])[:1]
    assert first == __version__


def test_the_remedy_for_a_missing_package_installs_the_extra() -> None:
    """The extension installs the versions that the extra `lsp` needs."""
    project = tomli.loads((FOLDER.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    [needed] = project["optional-dependencies"]["lsp"]
    assert f'pip install "{needed}"`' in (FOLDER / "src" / "finding.ts").read_text("utf-8")


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
