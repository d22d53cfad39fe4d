from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml
from check_jsonschema.builtin_schemas import get_builtin_schema
from jsonschema import Draft7Validator

from bj.native.library import has_library, library_path

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "ci.md").read_text("utf-8")
BAD = '[ruleset]\ntitle = "Bad"\nextends = "classic"\n\n[shoe]\npacks = 99\n'
GOOD = BAD.replace("99", "6")


def blocks() -> list[Any]:
    """The blocks of YAML in the document."""
    return [yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```", DOCUMENT, re.M | re.S)]


GITHUB, STEPS, GITLAB, CONFIG, *_ = blocks()


def run(*command: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder and capture its output."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    return subprocess.run(
        command, cwd=folder, env=bare | environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="session")
def offline(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables with which pip finds all dependencies of bj, but not bj, and copies the library."""
    has_library()
    packages = tmp_path_factory.mktemp("packages")
    for item in Path(sysconfig.get_path("purelib")).iterdir():
        if not re.match(r"_*(editable_impl_)?bj([-_.]|$)", item.name):
            (packages / item.name).symlink_to(item)
    return {
        "PYTHONPATH": str(packages),
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it as the option's value: false, so no isolation
        "PIP_NO_INDEX": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_COMPILE": "0",  # the commands import a part of the modules
        "BJ_LIBRARIES": str(library_path().parent),
    }


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the files that the package is built from."""
    tree = tmp_path_factory.mktemp("bj")
    for name in ("src", "rulesets"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, tree / name)
    make_repository(tree)
    return tree


def make_repository(folder: Path) -> None:
    """Commit all files of a folder to a new repository."""
    identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "core.hooksPath=/dev/null")
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "All of it"]):
        done = run("git", *identity, *command, folder=folder)
        assert done.returncode == 0, done.stderr


# --- the hook ------------------------------------------------------------------------------------------


class Hook:
    """A project with the hook of the document, and the cache in which pre-commit installs bj."""

    def __init__(self, folder: Path, sources: Path, offline: dict[str, str]) -> None:
        self.project, self.cache = folder / "project", folder / "cache"
        self.environment = offline | {"PRE_COMMIT_HOME": str(self.cache)}
        revision = run("git", "rev-parse", "HEAD", folder=sources).stdout.strip()
        CONFIG["repos"][0] |= {"repo": str(sources), "rev": revision}
        for name, text in {
            ".pre-commit-config.yaml": yaml.safe_dump(CONFIG),
            "other.toml": "[project]\n",
            "rulesets/cases/mine.toml": "[cases.x]\n",
            "rulesets/mine.toml": GOOD,
        }.items():
            (self.project / name).parent.mkdir(parents=True, exist_ok=True)
            (self.project / name).write_text(text, "utf-8")
        make_repository(self.project)
        self.good = self.check(GOOD)

    def check(self, text: str) -> subprocess.CompletedProcess[str]:
        """Run the real pre-commit on the project with a ruleset."""
        (self.project / "rulesets" / "mine.toml").write_text(text, "utf-8")
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose", "--color", "never"]
        return run(*command, folder=self.project, **self.environment)


@pytest.fixture(scope="session")
def hook(tmp_path_factory: pytest.TempPathFactory, sources: Path, offline: dict[str, str]) -> Hook:
    """The hook after its first check, which installs it."""
    return Hook(tmp_path_factory.mktemp("hook"), sources, offline)


def test_the_hook_checks_the_rulesets_of_a_commit(hook: Hook) -> None:
    """The real pre-commit, configured as in the document, installs bj from a clone and runs it."""
    assert hook.good.returncode == 0, hook.good.stdout + hook.good.stderr
    assert "1 ruleset checked, no faults" in hook.good.stdout
    done = hook.check(BAD)
    assert done.returncode == 1
    assert "rulesets/mine.toml:6:9: BJ205 `packs` should be at most 16, not 99" in done.stdout
    assert "Found 1 fault in 1 file." in done.stdout


# --- the jobs in the document --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "job"), [("vendor.github-workflows", GITHUB), ("vendor.gitlab-ci", GITLAB)], ids=["hub", "lab"]
)
def test_the_services_accept_the_jobs(schema: str, job: dict[Any, Any]) -> None:
    """The jobs in the document are valid against the schemas of the services."""
    readable = {"on" if key is True else key: value for key, value in job.items()}  # which YAML takes for on
    Draft7Validator(get_builtin_schema(schema)).validate(readable)


@pytest.fixture(scope="session")
def programs(hook: Hook) -> Path:
    """The programs of an environment with bj: that of the hook, which pip has installed as the jobs do."""
    install = {GITHUB["jobs"]["validate"]["steps"][2]["run"], GITLAB["validate"]["script"][0]}
    assert install == {'python -m pip install --quiet "$BJ"'}
    (program,) = hook.cache.glob("repo*/py_env-*/bin/bj")
    return program.parent


@pytest.mark.parametrize(("text", "code"), [(GOOD, 0), (BAD, 1)], ids=["good", "bad"])
def test_the_jobs_do_what_they_say(
    tmp_path: Path, programs: Path, offline: dict[str, str], text: str, code: int
) -> None:
    """Every command of both jobs runs as documented, and writes the reports that it names."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "mine.toml").write_text(text, "utf-8")
    steps = GITHUB["jobs"]["validate"]["steps"]
    commands = [step["run"] for step in steps if "run" in step][1:] + GITLAB["validate"]["script"][1:]
    assert len(commands) == 3
    environment = offline | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    ended = [run("bash", "-e", "-c", command, folder=tmp_path, **environment) for command in commands]
    assert [done.returncode for done in ended] == [code] * 3, [done.stderr for done in ended]
    place = "file=rulesets/mine.toml,line=6,endLine=6,col=9,endColumn=11"
    assert (
        f"::error title=bj BJ205,{place}::`packs` should be at most 16, not 99" in ended[0].stdout
    ) == bool(code)
    log = json.loads((tmp_path / steps[-1]["with"]["sarif_file"]).read_text("utf-8"))
    report = GITLAB["validate"]["artifacts"]["reports"]["codequality"]
    issues = json.loads((tmp_path / report).read_text("utf-8"))
    assert len(log["runs"][0]["results"]) == len(issues) == code
