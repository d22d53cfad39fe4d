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
    """The pieces of YAML in the document."""
    return [yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```", DOCUMENT, re.M | re.S)]


GITHUB, STEPS, GITLAB, CONFIG, *_ = blocks()


def run(*command: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in ``folder`` and take up what it says."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    return subprocess.run(
        command, cwd=folder, env=bare | environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="session")
def offline(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which pip finds all that bj needs but not bj, and copies the compiled library."""
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
        "BJ_LIBRARIES": str(library_path().parent),
    }


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the package is built of, as a repository of its own."""
    tree = tmp_path_factory.mktemp("bj")
    for name in ("src", "rulesets"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, tree / name)
    make_repository(tree)
    return tree


def make_repository(folder: Path) -> None:
    """Put everything in a folder under version control."""
    identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "core.hooksPath=/dev/null")
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "All of it"]):
        done = run("git", *identity, *command, folder=folder)
        assert done.returncode == 0, done.stderr


# --- the jobs in the document --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "job"), [("vendor.github-workflows", GITHUB), ("vendor.gitlab-ci", GITLAB)], ids=["hub", "lab"]
)
def test_jobs_are_what_the_services_want(schema: str, job: dict[Any, Any]) -> None:
    """The jobs in the document are accepted by the schemas of the services' own configuration."""
    readable = {"on" if key is True else key: value for key, value in job.items()}  # which YAML takes for on
    Draft7Validator(get_builtin_schema(schema)).validate(readable)


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory, sources: Path, offline: dict[str, str]) -> Path:
    """The programs of an environment into which the first commands of both jobs have installed bj."""
    environment = tmp_path_factory.mktemp("environment")
    assert run(sys.executable, "-m", "virtualenv", "-q", environment, folder=sources).returncode == 0
    programs = environment / "bin"
    install = {GITHUB["jobs"]["validate"]["steps"][2]["run"], GITLAB["validate"]["script"][0]}
    assert install == {'python -m pip install --quiet "$BJ"'}
    done = shell(install.pop(), sources, programs, offline | {"BJ": "."})
    assert done.returncode == 0, done.stderr
    return programs


def shell(
    line: str, folder: Path, programs: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a line of a job as the service does."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return run("bash", "-e", "-c", line, folder=folder, **(environment | {"PATH": path}))


@pytest.mark.parametrize(("text", "code"), [(GOOD, 0), (BAD, 1)], ids=["good", "bad"])
def test_the_jobs_do_what_they_say(
    tmp_path: Path, programs: Path, offline: dict[str, str], text: str, code: int
) -> None:
    """Every command of both jobs runs as it stands in the document, and leaves the reports that it names."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "mine.toml").write_text(text, "utf-8")
    steps = GITHUB["jobs"]["validate"]["steps"]
    commands = [step["run"] for step in steps if "run" in step][1:] + GITLAB["validate"]["script"][1:]
    assert len(commands) == 3
    ended = [shell(command, tmp_path, programs, offline) for command in commands]
    assert [done.returncode for done in ended] == [code] * 3, [done.stderr for done in ended]
    place = "file=rulesets/mine.toml,line=6,endLine=6,col=9,endColumn=11"
    assert (
        f"::error title=bj BJ205,{place}::`packs` should be at most 16, not 99" in ended[0].stdout
    ) == bool(code)
    log = json.loads((tmp_path / steps[-1]["with"]["sarif_file"]).read_text("utf-8"))
    report = GITLAB["validate"]["artifacts"]["reports"]["codequality"]
    issues = json.loads((tmp_path / report).read_text("utf-8"))
    assert len(log["runs"][0]["results"]) == len(issues) == code


# --- the hook ------------------------------------------------------------------------------------------


def test_the_hook_checks_the_rulesets_of_a_commit(
    tmp_path: Path, sources: Path, offline: dict[str, str]
) -> None:
    """The real pre-commit, configured as in the document, installs bj from a clone and runs it."""
    project, cache = tmp_path / "project", tmp_path / "cache"
    (project / "rulesets" / "cases").mkdir(parents=True)
    revision = run("git", "rev-parse", "HEAD", folder=sources).stdout.strip()
    CONFIG["repos"][0] |= {"repo": str(sources), "rev": revision}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump(CONFIG), "utf-8")
    (project / "other.toml").write_text("[project]\n", "utf-8")
    (project / "rulesets" / "cases" / "mine.toml").write_text("[cases.x]\n", "utf-8")
    (project / "rulesets" / "mine.toml").write_text(GOOD, "utf-8")
    make_repository(project)
    hook = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose", "--color", "never"]
    environment = offline | {"PRE_COMMIT_HOME": str(cache)}
    done = run(*hook, folder=project, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 ruleset checked, no faults" in done.stdout
    (project / "rulesets" / "mine.toml").write_text(BAD, "utf-8")
    done = run(*hook, folder=project, **environment)
    assert done.returncode == 1
    assert "rulesets/mine.toml:6:9: BJ205 `packs` should be at most 16, not 99" in done.stdout
    assert "Found 1 fault in 1 file." in done.stdout
