"""The page for instructors: its jobs are what the services want, and its commands are ours."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import yaml
from check_jsonschema.builtin_schemas import get_builtin_schema
from jsonschema import Draft7Validator
from tests.oracle import courses

PAGE = (Path(__file__).parents[2] / "docs" / "grading.md").read_text("utf-8")


def block(kind: str, number: int = 0) -> str:
    """A block of the page."""
    return str(re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[number])


def test_the_job_is_one_of_the_service() -> None:
    """The schema of GitHub's own jobs accepts the one on the page."""
    job = {"on" if key is True else key: value for key, value in yaml.safe_load(block("yaml")).items()}
    Draft7Validator(get_builtin_schema("vendor.github-workflows")).validate(job)
    assert job["jobs"]["verify"]["steps"][-1]["run"].startswith("bj verify blackjack.toml transcript.txt")


def test_the_script_for_gradescope_writes_its_results(tmp_path: Path) -> None:
    """The command on the page, with other folders, gives all points to a right program."""
    (tmp_path / "blackjack.toml").write_text(block("toml"), "utf-8")
    right = courses.transcript(courses.CLASSIC, 100, 5, 10, "counting")
    (tmp_path / "transcript.txt").write_text(right, "utf-8")
    _, _, command = block("sh").partition("\n")
    command = re.sub("/autograder/source|/autograder/results|/tmp", str(tmp_path), command)
    words = f"{sys.executable} -m {command}"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False)  # noqa: S607  # the shell
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert done.returncode == 0
    assert results["score"] == sum(test["score"] for test in results["tests"])
    assert [test["max_score"] for test in results["tests"]] == [10, 10, 5]
