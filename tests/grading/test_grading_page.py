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
from bj.ruleset.ruleset_files import find_ruleset
from bj.ruleset.unknown_rules_in_help import find_unknown_rules
from bj.verify.marks import CRITERIA, criterion_of

PAGE = (Path(__file__).parents[2] / "docs" / "grading.md").read_text("utf-8")

MAKEFILE = "blackjack: source\n\tcp source blackjack\n\tchmod +x blackjack\n"


def block(kind: str, number: int = 0) -> str:
    """A block of the page."""
    return str(re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[number])


def printed(file: str) -> str:
    """A file that the page prints."""
    found = re.search(rf"^\$ cat {file}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_job_is_one_of_the_service() -> None:
    """The schema of GitHub accepts the job on the page."""
    job = {"on" if key is True else key: value for key, value in yaml.safe_load(block("yaml")).items()}
    Draft7Validator(get_builtin_schema("vendor.github-workflows")).validate(job)
    assert job["jobs"]["verify"]["steps"][-1]["run"].startswith("bj verify blackjack.toml transcript.txt")


ROWS = re.findall(r"^\| .* \| `(\[.*\])` \| `([^`]* = [^`]*)`.* \|$", PAGE, re.MULTILINE)
"""The tables and keys for sentences in a handout."""


def test_there_are_keys_for_sentences_in_a_handout() -> None:
    """The expression above finds the rows of the table."""
    assert len(ROWS) == 4


def test_the_first_section_is_short() -> None:
    """An instructor reads it in three and a half minutes, at 200 words a minute."""
    section = PAGE[PAGE.index("## From a handout to marks") :].partition("\n## ")[0]
    assert len([word for word in section.split() if re.search(r"\w", word)]) <= 700


@pytest.mark.parametrize(("table", "key"), ROWS)
def test_the_key_for_a_sentence_in_a_handout_is_valid(tmp_path: Path, table: str, key: str) -> None:
    """Each row of the table can be added to the ruleset on the page."""
    (tmp_path / "blackjack.toml").write_text(printed("blackjack.toml"), "utf-8")
    more = tmp_path / "more.toml"
    more.write_text(f'[ruleset]\ntitle = "More"\nextends = "blackjack.toml"\n{table}\n{key}\n', "utf-8")
    load_ruleset(more)


CRITERION_ROWS = re.findall(
    r"^\| `(\w+)` \| [^|]* \| (.*) \|$",
    PAGE[PAGE.index("| criterion | what it covers |") :].partition("\n\n")[0],
    re.MULTILINE,
)
"""The name of each criterion, with its keys for help."""


def test_each_criterion_is_explained() -> None:
    """The table of criteria on the page has a row with each name."""
    assert sorted(name for name, _ in CRITERION_ROWS) == sorted(CRITERIA)


def test_each_key_for_help_is_about_its_criterion(tmp_path: Path) -> None:
    """Each key in the table is a rule of ``classic`` or of the ruleset on the page."""
    (tmp_path / "blackjack.toml").write_text(printed("blackjack.toml"), "utf-8")
    models = (load_ruleset(tmp_path / "blackjack.toml").model, load_ruleset(find_ruleset("classic")).model)
    for name, cell in CRITERION_ROWS:
        keys = re.findall("`(.*?)`", cell)
        assert {criterion_of(key) for key in keys} == {name}
        assert all(any(not [*find_unknown_rules(model, [key])] for model in models) for key in keys)


def test_points_may_depend_on_the_number_of_hands(tmp_path: Path) -> None:
    """The line on the page can take the place of the same criterion in the manifest."""
    manifest = printed("course.toml")
    (line,) = re.findall(r"`(dealer = \{.*\})`", PAGE)
    (tmp_path / "course.toml").write_text(manifest.replace("dealer = 10", line), "utf-8")
    assert read_manifest(tmp_path / "course.toml").manifest.credits()["dealer"].hands == 20


@pytest.mark.parametrize(
    ("part", "unwanted"),
    [("strategies.counting", r"usage = .*\n|\[\[players\]\]\n(.+\n)+"), ("chart", r"rules = (.+\n)+")],
)
def test_parts_of_the_ruleset_can_be_left_out(tmp_path: Path, part: str, unwanted: str) -> None:
    """The ruleset on the page is also valid with the card counter of ``classic``, or with its chart."""
    text = re.sub(rf'"[\w.]*{part}"(, )?', "", printed("blackjack.toml"))
    (tmp_path / "blackjack.toml").write_text(re.sub(unwanted, "", text), "utf-8")
    model = load_ruleset(tmp_path / "blackjack.toml").model
    assert ("counting" in model.strategies) == (part == "strategies.counting")
    assert (model.strategies["simple"].chart is not None) == (part == "chart")


@pytest.fixture
def service(tmp_path: Path) -> Path:
    """The folders of a service, with the files of the page and a submission that is right."""
    for name in ("source", "submission", "results"):
        (tmp_path / name).mkdir()
    manifest = next(
        text for text in re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S) if "[program]" in text
    )
    (tmp_path / "source" / "blackjack.toml").write_text(printed("blackjack.toml"), "utf-8")
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
