import itertools
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(sys.executable).parent

ENGINE = "The engine knows cards and catalogue alone"
LAYERS = "Dependencies run downwards only"
HOUSES = "The engine's houses stand on each other"
FACE = "Drivers of the engine know its face alone"
NUMPY = "Only what makes the compiled engine imports numba and LLVM"


def run(*command: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in ``folder`` and capture its output."""
    return subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=False
    )


def shell_lines(text: str) -> list[str]:
    """The lines of all ``sh`` blocks of a markdown text."""
    return "".join(re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)).splitlines()


def copy_tree(target: Path) -> Path:
    """Copy the sources and the configuration, without caches."""
    shutil.copytree(ROOT / "src", target / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", target)
    return target


def lint_imports(tree: Path) -> subprocess.CompletedProcess[str]:
    """Check the import contracts of the sources in ``tree``, rather than the installed package."""
    return run(PROGRAMS / "lint-imports", "--no-cache", folder=tree, PYTHONPATH=str(tree / "src"))


def test_readme_has_two_set_up_commands_and_ci_runs_both() -> None:
    """CI sets the project up with exactly the two commands that the README gives."""
    commands = shell_lines((ROOT / "README.md").read_text("utf-8"))
    script = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert len(commands) == 2
    for command in commands:
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
        assert any(line.strip() == command for line in script)


def test_readme_quotes_a_ruleset_truly() -> None:
    """Every line of TOML in the README is in the classic ruleset."""
    excerpt = re.findall(r"^```toml\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)
    ruleset = (ROOT / "rulesets" / "classic.toml").read_text("utf-8").splitlines()
    assert excerpt
    assert not set("".join(excerpt).splitlines()) - set(ruleset)


@pytest.mark.skipif(os.name == "nt", reason="file modes mean nothing there")
def test_ci_script_is_executable() -> None:
    """The script of CI is executable."""
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


INTRUDERS = (
    ("engine/game", "import bj.errors", "bj.errors", ENGINE),
    ("engine/game", "from ...ruleset import load", "bj.ruleset.load", ENGINE),
    ("engine/cards", "from ..game import interpreter", "bj.engine.game.interpreter", HOUSES),
    ("ruleset", "from bj.engine.game import interpreter", "bj.engine.game.interpreter", LAYERS),
    ("compiler", "from bj.session import runner", "bj.session", LAYERS),
    ("session", "from bj.engine.layout import table", "bj.engine.layout.table", FACE),
    (
        "record",
        "from bj.engine.layout.event_record import FIRST_EVENT",
        "bj.engine.layout.event_record",
        FACE,
    ),
    ("simulation", "from bj.engine.game.interpreter import play", "bj.engine.game.interpreter", FACE),
    ("engine/game", "import numpy", "numpy", NUMPY),
    ("session", "import numba", "numba", NUMPY),
    ("record", "from rich.table import Table", "rich", "Only the command line knows typer and rich"),
)
"""Rooms, wrong imports, the imported modules, and the broken contracts."""


@pytest.fixture(scope="session")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The report of every broken contract with all intruders, each in its own module."""
    tree = copy_tree(tmp_path_factory.mktemp("intruded"))
    for number, (place, wrong, *_) in enumerate(INTRUDERS):
        (tree / "src" / "bj" / place / f"intruder_{number}.py").write_text(wrong + "\n", "utf-8")
    result = lint_imports(tree)
    assert result.returncode == 1
    _, *parts = re.split(r"^(\S.*)\n-+$", result.stdout.partition("\nBroken contracts\n")[2], flags=re.M)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("number", range(len(INTRUDERS)))
def test_wrong_import_breaks_a_contract(broken: dict[str, str], number: int) -> None:
    """An import that points upwards, or to a library of another room, is found."""
    place, _, imported, name = INTRUDERS[number]
    room = place.replace("/", ".")
    assert f"bj.{room}.intruder_{number} -> {imported} (l.1)\n" in broken[name]


def contract(name: str) -> dict[str, Any]:
    """An import contract of the project."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    found: dict[str, Any] = next(each for each in linter["contracts"] if each["name"] == name)
    return found


def first_cells(heading: str) -> set[str]:
    """The code in the first column of the table under a heading of docs/design.md."""
    text = (ROOT / "docs" / "design.md").read_text("utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.split(" | ")[0] for line in section.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([\w.]+)`", row)}


def test_design_lists_the_houses_and_the_face_of_the_contracts() -> None:
    """The tables of docs/design.md name the modules that the import contracts name."""
    houses = {house for layer in contract(HOUSES)["layers"] for house in layer.split(" | ")}
    face = {each.partition(" -> ")[2].removeprefix("bj.") for each in contract(FACE)["ignore_imports"]}
    assert first_cells("The engine's folders") == houses
    assert first_cells("The engine's face") == face


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/design.md", "docs/robustness.md"])
def test_pages_for_contributors_name_files_that_exist(page: str) -> None:
    """Each Python file in code font is a path in the project, the package or the catalogue."""
    folders = [ROOT, ROOT / "src" / "bj", ROOT / "src" / "bj" / "catalogue"]
    names = set(re.findall(r"`(?:python )?([\w/.]+\.py)\b", (ROOT / page).read_text("utf-8")))
    assert len(names) > 10
    assert [name for name in names if not any((folder / name).exists() for folder in folders)] == []


def test_every_room_above_the_engine_keeps_to_its_face() -> None:
    """Above the engine, only the compiler and the compiled engine may know its layouts."""
    layers = contract(LAYERS)["layers"]
    above = itertools.takewhile(lambda layer: "engine" not in layer.split(" | "), layers)
    rooms = {f"bj.{room}" for layer in above for room in layer.split(" | ")}
    assert set(contract(FACE)["source_modules"]) == rooms - {"bj.compiled", "bj.compiler", "bj.native"}


def test_classes_have_names_of_their_own() -> None:
    """No two classes of the package have the same name."""
    texts = (path.read_text() for path in (ROOT / "src").rglob("*.py"))
    names = [name for text in texts for name in re.findall(r"^class (\w+)", text, re.M)]
    assert len(names) > 300
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_new_folder_needs_a_place_among_the_layers(tmp_path: Path) -> None:
    """A module that is not in a layer breaks the contract of the layers."""
    tree = copy_tree(tmp_path)
    (tree / "src" / "bj" / "intruder.py").touch()
    assert lint_imports(tree).returncode == 1


def test_mypy_is_strict(tmp_path: Path) -> None:
    """A function without types does not pass."""
    untyped = tmp_path / "untyped.py"
    untyped.write_text("def double(number):\n    return number * 2\n", "utf-8")
    cache = f"--cache-dir={tmp_path / 'cache'}"
    result = run(PROGRAMS / "mypy", "--config-file", ROOT / "pyproject.toml", cache, untyped, folder=tmp_path)
    assert result.returncode == 1
    assert "[no-untyped-def]" in result.stdout


def test_suppressed_lint_rules_have_reasons() -> None:
    """Every ignored rule of the linter has its reason on its line."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    linting = text.partition("[tool.ruff.lint]")[2]
    ignored = "".join(re.findall(r'^(?:ignore|"[^"]*") = \[\n(.*?)^\]', linting, re.M | re.S)).splitlines()
    assert ignored
    assert [line for line in ignored if not re.fullmatch(r'  "[A-Z]+\d+", +# .+', line)] == []
