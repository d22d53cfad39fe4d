import itertools
import json
import re
import subprocess
import sys

import pytest
from tests.session.starting import start
from typer.testing import CliRunner

from bj import __version__
from bj.cli.app import COMMANDS, function_of, make_app, unwrap
from bj.native.library import library_path


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    done = start(*words)
    return subprocess.CompletedProcess(words, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_version_is_shown() -> None:
    """`python -m bj --version` prints the version and the compiled engine."""
    command = [sys.executable, "-m", "bj", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    engine = str(library_path()) if library_path().exists() else "none; simulations use the plain engine"
    assert (done.returncode, done.stdout) == (0, f"bj {__version__}\ncompiled engine: {engine}\n")


def test_help_has_every_command() -> None:
    """The help of `bj` has all commands, and `bj` alone shows it too."""
    done, bare = run("--help"), run()
    assert done.returncode == 0
    assert all(f" {name} " in done.stdout for name in COMMANDS)
    assert (bare.returncode, bare.stdout) == (0, done.stdout)


def test_summaries_fit_their_column() -> None:
    """At 80 columns, the help of `bj` shows the first sentence of every command uncut."""
    shown = CliRunner().invoke(make_app(""), ["--help"], terminal_width=80).stdout
    rows = [row.split(maxsplit=1) for row in shown.partition("Commands:\n")[2].splitlines()]
    assert rows == [[name, unwrap(function_of(name)).partition("\n")[0]] for name in COMMANDS]


def test_unknown_command_is_wrong_usage() -> None:
    """A command that does not exist ends with 2, without a traceback."""
    done = run("playy")
    assert done.returncode == 2
    assert "playy" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_command_imports_no_other() -> None:
    """Starting one command does not pay for the others."""
    code = (
        "import sys; from bj.cli.app import make_app, COMMANDS; make_app('run');"
        "print([name for name, module in COMMANDS.items() if module in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['run']\n"


def test_a_pydantic_that_finds_its_plugins_in_another_way_works() -> None:
    """If pydantic needs more than a command provides, it gets everything."""
    code = (
        "import sys, importlib.metadata, pydantic\n"
        "real = sys.modules.pop('importlib.metadata')\n"
        "sys.modules['pydantic.plugin._loader'] = None\n"
        "from bj.cli.app import skip_plugins; skip_plugins()\n"
        "del sys.modules['pydantic.plugin._loader']\n"
        "from importlib.metadata import version; print(version('pydantic') == pydantic.VERSION)\n"
        "from bj.ruleset.load import find_ruleset, load_ruleset; load_ruleset(find_ruleset('classic'))\n"
        "from pydantic.plugin._loader import entry_points; print(len(entry_points()) > 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\nTrue\n"


def test_start_and_end_are_not_spent_on_looking_for_garbage() -> None:
    """A short game ends before any garbage collection, and leaves few objects."""
    code = (
        "import atexit, gc, json, sys\n"
        "def count(): return sum(each['collections'] for each in gc.get_stats())\n"
        "def tell(): print(json.dumps([count() - before, len(gc.get_objects()), gc.isenabled()]))\n"
        "atexit.register(tell)\n"
        "from bj.cli import main\n"
        "sys.argv[1:] = ['run', 'classic', '100', '5', '3', 'simple']\n"
        "before = count()\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    collections, left, is_enabled = json.loads(done.stdout.splitlines()[-1])
    assert (collections, is_enabled) == (0, True)
    assert left < 1000


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_wrapped_once_and_fits(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is wider than 80 columns, and a line ends early only where a paragraph or a table does."""
    monkeypatch.setenv("COLUMNS", "80")
    shown = CliRunner().invoke(make_app(command), [command, "--help"]).stdout
    lines = [
        line.rstrip() for line in re.split(r"^[A-Z][a-z ]+:$", shown, flags=re.MULTILINE)[0].splitlines()
    ]
    assert max(map(len, shown.splitlines())) <= 80
    for line, after in itertools.pairwise(lines[2:]):
        if line and after:
            assert len(line) + 1 + len(after.split()[0]) > 79, line


def test_help_shows_names_in_brackets() -> None:
    """A table's name such as `[define]` is not taken for markup, and an option's value has a name."""
    shown = CliRunner().invoke(make_app("simulate"), ["simulate", "--help"]).stdout
    assert "name in [define]." in " ".join(shown.split())
    assert not re.search(r"--\S+ <str>", shown)
