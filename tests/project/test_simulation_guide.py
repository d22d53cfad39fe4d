from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.project.guides import DOCS, SIMULATION, follow, warm_up

import bj
from bj.errors import UsageError
from bj.session.engines import compiled_engine

TEXT = (DOCS / SIMULATION).read_text("utf-8")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """The guide needs the compiled engine: it would take too long with the other one."""
    try:
        compiled_engine()
    except UsageError:
        pytest.skip("there is no compiled engine")
    warm_up()


@pytest.mark.skipif(shutil.which("sh") is None, reason="the commands are for a shell")
def test_guide_prints_what_it_says(tmp_path: Path) -> None:
    """The commands of the guide, run in a fresh folder, print the output shown, byte for byte."""
    assert follow(TEXT, tmp_path).splitlines(True) == TEXT.splitlines(True)


def test_program_of_the_guide_runs(tmp_path: Path) -> None:
    """The Python program of the guide runs unchanged."""
    (program,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    file = tmp_path / "odds.py"
    file.write_text(program, "utf-8")
    done = subprocess.run([sys.executable, file], capture_output=True, check=True, text=True)
    assert "% of the initial wager\n" in done.stdout
    assert "value per initial wager Estimate(value=0.0" in done.stdout


def test_public_names_are_there_and_light() -> None:
    """All public names of `bj` exist, and `import bj` alone imports none of them."""
    program = "import bj, sys; print([name for name in sys.modules if name.startswith('bj.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout == "[]\n"
    assert all(getattr(bj, name).__doc__ for name in bj.__all__)
    assert {*bj.__all__} <= {*dir(bj)}
    with pytest.raises(AttributeError, match="has no attribute 'simulat'"):
        bj.simulat  # noqa: B018  # that it is not there is what is tested


def test_a_simulation_is_a_function_of_the_package() -> None:
    """`bj.simulate(...)` returns the results of games, and how they ended."""
    found = bj.simulate("classic", ["100", "5", "10"], games=20, engine="plain", workers=1)
    assert isinstance(found, bj.Simulation)
    assert found.games is not None
    assert found.games.array().sum() == found.hands
    assert len(found.games.purses[0].array()) == 20


def test_rulesets_can_be_read_and_checked() -> None:
    """`load_ruleset` and `validate` take a name or a file."""
    assert bj.load_ruleset("classic").model.ruleset.title == "Classic two-party blackjack"
    assert list(bj.validate("classic")) == []
