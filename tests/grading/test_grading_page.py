"""Tests that the jobs on the page for instructors are valid, and that its commands work."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from check_jsonschema.builtin_schemas import get_builtin_schema
from jsonschema import Draft7Validator

from bj.grading.manifest_reading import read_manifest
from bj.ruleset.load import load_ruleset
from bj.verify.marks import CRITERIA

PAGE = (Path(__file__).parents[2] / "docs" / "grading.md").read_text("utf-8")

MAKEFILE = "blackjack: source\n\tcp source blackjack\n\tchmod +x blackjack\n"


def block(kind: str, number: int = 0) -> str:
    """A block of the page."""
    return str(re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[number])


def test_the_job_is_one_of_the_service() -> None:
    """The schema of GitHub accepts the job on the page."""
    job = {"on" if key is True else key: value for key, value in yaml.safe_load(block("yaml")).items()}
    Draft7Validator(get_builtin_schema("vendor.github-workflows")).validate(job)
    assert job["jobs"]["verify"]["steps"][-1]["run"].startswith("bj verify blackjack.toml transcript.txt")


ROWS = re.findall(r"^\| .* \| `(\[.*\])` \| `(.* = .*)` \|$", PAGE, re.MULTILINE)
"""The tables and keys for sentences in a handout."""


def test_there_are_keys_for_sentences_in_a_handout() -> None:
    """The expression above finds the rows of the table."""
    assert len(ROWS) > 8


@pytest.mark.parametrize(("table", "key"), ROWS)
def test_the_key_for_a_sentence_in_a_handout_is_valid(tmp_path: Path, table: str, key: str) -> None:
    """Each row of the table can be added to the ruleset on the page."""
    (tmp_path / "blackjack.toml").write_text(block("toml"), "utf-8")
    more = tmp_path / "more.toml"
    more.write_text(f'[ruleset]\ntitle = "More"\nextends = "blackjack.toml"\n{table}\n{key}\n', "utf-8")
    load_ruleset(more)


def test_each_criterion_is_explained() -> None:
    """The table of criteria on the page has a row with each name."""
    table = PAGE[PAGE.index("| criterion | what it covers |") :].partition("\n\n")[0]
    assert {*re.findall(r"`(\w+)`", table)} == {*CRITERIA}


def test_the_points_for_several_criteria_are_valid(tmp_path: Path) -> None:
    """The line on the page can take the place of one of its criteria in the first manifest."""
    manifest = next(
        text for text in re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S) if "[points]" in text
    )
    (group,) = re.findall(r"`(money = .*)`", PAGE)
    (tmp_path / "course.toml").write_text(manifest.replace("tie = 10", group), "utf-8")
    assert read_manifest(tmp_path / "course.toml").manifest.credits()["money"].points == 10


@pytest.mark.parametrize(
    "left_out", [("strategies.counting", "[[players]]"), ("chart", "[strategies.simple]")]
)
def test_parts_of_the_ruleset_can_be_left_out(tmp_path: Path, left_out: tuple[str, str]) -> None:
    """The ruleset on the page is also valid with the card counter of ``classic``, or with its chart."""
    part, table = left_out
    text = re.sub(rf'"[\w.]*{part}"(, )?', "", block("toml"))
    text = re.sub(rf"{re.escape(table)}\n(.+\n)+", "", text)
    if "players" in table:
        text = re.sub("usage = .*\n", "", text)
    (tmp_path / "blackjack.toml").write_text(text, "utf-8")
    model = load_ruleset(tmp_path / "blackjack.toml").model
    assert ("counting" in model.strategies) == ("players" in table)
    assert (model.strategies["simple"].chart is not None) == (part == "chart")


@pytest.fixture
def service(tmp_path: Path) -> Path:
    """The folders of a service, with the files of the page and a submission that is right."""
    for name in ("source", "submission", "results"):
        (tmp_path / name).mkdir()
    manifest = next(
        text for text in re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S) if "[program]" in text
    )
    (tmp_path / "source" / "blackjack.toml").write_text(block("toml"), "utf-8")
    (tmp_path / "source" / "service.toml").write_text(manifest, "utf-8")
    (tmp_path / "submission" / "Makefile").write_text(MAKEFILE, "utf-8")
    ruleset = tmp_path / "source" / "blackjack.toml"
    program = f'#!/bin/sh\nexec "{sys.executable}" -m bj run "{ruleset}" "$@" --seed 7\n'
    (tmp_path / "submission" / "source").write_text(program, "utf-8")
    return tmp_path


def run(script: str, folder: Path) -> None:
    """Run a script of the page in a folder."""
    words = script.replace("bj grade", f'"{sys.executable}" -m bj grade')
    done = subprocess.run(["sh", "-c", words], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S607  # the shell
    assert done.returncode == 0, done.stderr


needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")


@needs_make
def test_the_script_for_gradescope_writes_its_results(service: Path) -> None:
    """A right program has all points; one that does not compile has none, and its student sees results."""
    script = block("sh").replace("/autograder", str(service))
    run(script, service)
    results = json.loads((service / "results" / "results.json").read_text("utf-8"))
    assert [(test["score"], test["max_score"]) for test in results["tests"]] == [(10, 10), (10, 10), (5, 5)]
    (service / "submission" / "Makefile").write_text("blackjack:\n\techo no compiler; false\n", "utf-8")
    run(script, service)
    results = json.loads((service / "results" / "results.json").read_text("utf-8"))
    assert results["score"] == 0
    assert "the program cannot be built" in results["output"]
    assert "no compiler" in results["output"]


@needs_make
def test_the_command_for_classroom50_writes_its_result(service: Path) -> None:
    """It is run in the folder of the submission, with the files of the course next to the program."""
    for file in (service / "source").iterdir():
        shutil.copy(file, service / "submission")
    run(block("sh", 1), service / "submission")
    result = json.loads((service / "submission" / "result.json").read_text("utf-8"))
    assert (result["schema"], result["score"], result["max-score"]) == ("classroom50/result/v1", 25, 25)


def test_the_commands_of_the_job_verify_a_transcript(service: Path) -> None:
    """The last step of the job accepts the transcript of a right program."""
    job = yaml.safe_load(block("yaml"))
    command = job["jobs"]["verify"]["steps"][-1]["run"].replace(
        "bj verify", f'"{sys.executable}" -m bj verify'
    )
    folder = service / "source"
    program = ["sh", str(service / "submission" / "source"), "100", "5", "10"]
    right = subprocess.run(program, capture_output=True, check=True).stdout
    (folder / "transcript.txt").write_bytes(right)
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, check=False)  # noqa: S607  # the shell
    assert (done.returncode, done.stdout) == (0, b"")
