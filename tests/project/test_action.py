"""The action for GitHub and the hooks for pre-commit, run with the bj that is installed here."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from check_jsonschema.builtin_schemas import get_builtin_schema
from jsonschema import Draft7Validator

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / ".github" / "actions" / "validate" / "action.yml").read_text("utf-8"))
HEAD = '[ruleset]\ntitle = "Mine"\nextends = "classic"\n\n'
GOOD, WARNED, BAD = (
    HEAD + text
    for text in (
        "[shoe]\npacks = 6\n",
        "[powers.x]\non = 'bust'\ndo = 'retake hand'\n",
        "[shoe]\npakcs = 6\n",
    )
)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment in which `bj` is the tested one."""
    starter = tmp_path / "bin" / "bj"
    starter.parent.mkdir()
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m bj "$@"\n', encoding="utf-8")
    starter.chmod(0o755)
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    return bare | {"PATH": f"{starter.parent}{os.pathsep}{os.environ['PATH']}"}


def run(command: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder."""
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def test_the_action_is_what_github_wants() -> None:
    """The action follows the schema of GitHub, and the page uses inputs of the action."""
    Draft7Validator(get_builtin_schema("vendor.github-actions")).validate(ACTION)
    page = (ROOT / "docs" / "ci.md").read_text("utf-8")
    blocks = [yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```", page, re.M | re.S)]
    steps: list[Any] = next(
        block["steps"] for block in blocks if isinstance(block, dict) and "steps" in block
    )
    assert steps[1]["with"].keys() <= ACTION["inputs"].keys()
    assert "/.github/actions/validate@" in steps[1]["uses"]


@pytest.mark.parametrize(
    ("text", "options", "code", "findings"),
    [(BAD, "", 1, 1), (WARNED, "", 0, 1), (WARNED, "--strict", 1, 1)],
)
def test_the_action_checks_rulesets(
    tmp_path: Path, environment: dict[str, str], text: str, options: str, code: int, findings: int
) -> None:
    """Its last step annotates findings, writes the report, and fails as `bj validate` does."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "mine.toml").write_text(text, "utf-8")
    step = ACTION["runs"]["steps"][-1]
    inputs = {"files": "rulesets", "options": options, "sarif": "bj.sarif"}
    values = {name: inputs[re.findall(r"inputs\.(\w+)", text)[0]] for name, text in step["env"].items()}
    done = run(["bash", "-e", "-o", "pipefail", "-c", step["run"]], tmp_path, environment | values)
    assert done.returncode == code, done.stderr
    assert done.stdout.count("::") == 2 * findings
    report = json.loads((tmp_path / "bj.sarif").read_text("utf-8"))
    assert len(report["runs"][0]["results"]) == findings


def test_the_hook_fixes_rulesets(tmp_path: Path, environment: dict[str, str]) -> None:
    """The hook `bj-fix` writes the remedies, and stops the commit once."""
    project, hooks = tmp_path / "project", tmp_path / "hooks"
    (project / "rulesets").mkdir(parents=True)
    hooks.mkdir()
    (hooks / ".pre-commit-hooks.yaml").write_text(
        (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"), "utf-8"
    )
    file = project / "rulesets" / "mine.toml"
    file.write_text(BAD, "utf-8")

    def keep(folder: Path) -> str:
        identity = (
            "-c",
            "user.name=Ann",
            "-c",
            "user.email=ann@example.org",
            "-c",
            "core.hooksPath=/dev/null",
        )
        for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "All"]):
            done = run(["git", *identity, *command], folder, environment)
            assert done.returncode == 0, done.stderr
        return run(["git", "rev-parse", "HEAD"], folder, environment).stdout.strip()

    hook = {"id": "bj-fix", "language": "system"}  # with the bj of this test; the other hook installs its own
    config = {"repos": [{"repo": str(hooks), "rev": keep(hooks), "hooks": [hook]}]}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), "utf-8")
    keep(project)
    command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color", "never"]
    cached = environment | {"PRE_COMMIT_HOME": str(tmp_path / "cache")}
    done = run(command, project, cached)
    assert (done.returncode, file.read_text("utf-8")) == (1, GOOD), done.stdout
    assert run(command, project, cached).returncode == 0
