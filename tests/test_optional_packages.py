from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from bj import optional_packages
from bj.errors import UsageError
from bj.optional_packages import PACKAGES, Extra, installation
from bj.simulation.pictures import require_plots
from bj.simulation.results import repeat
from bj.simulation.simulation import simulate

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]


def test_extras_are_those_of_the_project() -> None:
    """Every extra that a command needs brings the packages that the project declares."""
    declared = PROJECT["optional-dependencies"]
    assert PACKAGES.keys() == declared.keys() - {"dev", "docs"}
    for extra, packages in PACKAGES.items():
        assert list(packages) == [re.split("[<>=]", each)[0] for each in declared[extra]]


def install(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Pretend that only these packages are installed, as far as the hints can see."""
    monkeypatch.setattr(optional_packages, "find_spec", lambda name: object() if name in names else None)


@pytest.mark.parametrize(
    ("executable", "found", "start"),
    [
        ("/home/ann/.venv/bin/python", "/home/ann/.venv/bin/python", "python"),
        ("/home/ann/.venv/bin/python", "/usr/bin/python", "/home/ann/.venv/bin/python"),
        ("/home/ann/my games/bin/python3", None, "'/home/ann/my games/bin/python3'"),
        ("", None, "python"),
    ],
    ids=["on the path", "another on the path", "a space", "unknown"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="quotes otherwise")
def test_hints_are_for_the_python_that_runs(
    monkeypatch: pytest.MonkeyPatch, executable: str, found: str | None, start: str
) -> None:
    """A hint names the interpreter that lacks a package, by its path unless its name finds it."""
    install(monkeypatch, "pip")
    monkeypatch.setattr(sys, "executable", executable)
    monkeypatch.setattr("shutil.which", lambda name: found if name == "python" else None)
    assert installation("arrays") == f"{start} -m pip install numpy"
    install(monkeypatch)
    assert installation("arrays") == f"uv pip install --python {start} numpy"


def test_hints_can_be_followed() -> None:
    """A shell runs the command of every hint, and it is about the environment that gave the hint."""
    pytest.importorskip("pip")
    hints = {extra: shlex.split(installation(extra)) for extra in PACKAGES}
    (pip,) = {tuple(hint[: len(hint) - len(PACKAGES[extra])]) for extra, hint in hints.items()}
    packages = [package for extra in PACKAGES for package in PACKAGES[extra]]
    for package in packages:
        pytest.importorskip(package, reason="the extra is not installed")
    assert [word for hint in hints.values() for word in hint[len(pip) :]] == packages
    command = [*pip, *packages, "--dry-run", "--no-index"]  # one process for all of them
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for package in packages:
        assert f"Requirement already satisfied: {package} in " in done.stdout


@pytest.mark.parametrize(
    ("use", "extra", "message"),
    [
        (lambda: repeat({1: 1}), "arrays", "arrays need numpy"),
        (require_plots, "plots", "pictures need matplotlib"),
        (
            lambda: simulate("classic", ["100", "5", "3", "simple"], hands=1, cluster="tcp://localhost"),
            "cluster",
            "a cluster needs distributed",
        ),
    ],
    ids=["arrays", "pictures", "cluster"],
)
def test_a_missing_extra_comes_with_its_installation(
    monkeypatch: pytest.MonkeyPatch, use: Callable[[], object], extra: Extra, message: str
) -> None:
    """Every use of a missing extra names the missing package, and how to install it, in the same words."""
    for name in [name for name in sys.modules if name.startswith("bj.simulation.cluster")]:
        monkeypatch.delitem(sys.modules, name)
    for package in PACKAGES[extra]:
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UsageError, match=message) as raised:
        use()
    assert raised.value.remedy == f"install it with `{installation(extra)}`"
