"""Compiled code is loaded from where nobody else can write, and what is damaged there costs a compilation."""

from __future__ import annotations

import errno
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from bj.cache import GAMES, cache_folder, needs_compiling
from bj.simulation.simulation import has_fast

pytestmark = [
    pytest.mark.skipif(not has_fast(), reason="numba is not installed: pip install '.[fast]'"),
    pytest.mark.skipif(sys.platform == "win32", reason="has no such owners and modes"),
]

VARIABLES = ("BJ_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "TMPDIR")
STRANGER = 12345  # some user who is neither root nor the one who runs the tests


@pytest.fixture(name="places")
def some_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Path]]:
    """A folder for every variable that may name one."""
    places = {name: tmp_path / name for name in VARIABLES}
    for name, place in places.items():
        place.mkdir()
        monkeypatch.setenv(name, str(place))
    monkeypatch.setattr(tempfile, "tempdir", None)
    cache_folder.cache_clear()
    yield places
    cache_folder.cache_clear()


def chosen() -> Path | None:
    """The folder that is chosen now."""
    cache_folder.cache_clear()
    return cache_folder()


def test_the_first_folder_that_is_private_is_taken(
    places: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is where a variable says, else in the home, else with temporary files, and the user's alone."""
    for name in VARIABLES:
        folder = chosen()
        assert folder is not None
        assert folder.is_relative_to(places[name])
        assert folder.stat().st_mode & 0o777 == 0o700
        monkeypatch.delenv(name)
        if name == "HOME":
            monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # nor is the user known
        monkeypatch.setattr(tempfile, "tempdir", None)


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o707, 0o702])
@pytest.mark.parametrize("depth", [0, 1])
def test_a_folder_that_others_can_write_is_not_taken(places: dict[str, Path], mode: int, depth: int) -> None:
    """Neither the folder nor one above it may be open to others, unless nothing can be renamed there."""
    folder = chosen()
    assert folder is not None
    opened = (folder, *folder.parents)[depth]
    opened.chmod(mode)
    other = chosen()
    assert other is not None
    assert other.is_relative_to(places["NUMBA_CACHE_DIR"])
    opened.chmod(mode | 0o1000)  # as /tmp is
    assert chosen() == (folder if depth else other)


@pytest.mark.parametrize("depth", [0, 1])
def test_a_folder_of_somebody_else_is_not_taken(
    monkeypatch: pytest.MonkeyPatch, places: dict[str, Path], depth: int
) -> None:
    """What a stranger owns, who could put code there, is left alone; without another folder there is none."""
    monkeypatch.setattr("bj.cache._candidates", lambda: iter([str(places["TMPDIR"])]))
    folder = chosen()
    assert folder is not None
    look = os.lstat

    def looked(path: Path) -> os.stat_result:
        state = list(look(path))
        if path == (folder, *folder.parents)[depth]:
            state[4] = STRANGER
        return os.stat_result(state)

    monkeypatch.setattr(os, "lstat", looked)
    assert chosen() is None
    assert needs_compiling(GAMES)


def test_without_any_folder_there_is_none(monkeypatch: pytest.MonkeyPatch, places: dict[str, Path]) -> None:
    """No home, folders that are files, and no place for temporary files are no reason to fail."""
    for name, place in places.items():
        place.rmdir()
        place.write_text("")
        monkeypatch.setenv(name, str(place / "deeper"))
    monkeypatch.setattr(tempfile, "gettempdir", Mock(side_effect=FileNotFoundError))
    assert chosen() is None


def test_a_link_among_temporary_files_is_not_followed(
    monkeypatch: pytest.MonkeyPatch, places: dict[str, Path]
) -> None:
    """Nobody can plant a link that makes the compiled code go to another folder."""
    for name in VARIABLES[:-1]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    (places["TMPDIR"] / f"bj-cache-{os.geteuid()}").symlink_to(places["HOME"])
    assert chosen() is None
    assert list(places["HOME"].iterdir()) == []


# --- damage ------------------------------------------------------------------------------------------------


def double(number: int) -> int:
    """Something to compile."""
    return 2 * number


def compile_in(folder: Path | None) -> int:
    """Compile the function anew, and how often its code came from the folder; it always has to work."""
    from numba import njit, types

    from bj.compiled.code_cache import keep_in

    with keep_in(folder):
        compiled: Any = njit(cache=True)(double)
    compiled.compile((types.int64,))
    assert compiled(21) == 42
    return sum(compiled.stats.cache_hits.values())


def fill(file: Path, content: bytes) -> None:
    """Replace the content of a file."""
    file.write_bytes(content)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "empty": lambda file: fill(file, b""),
    "cut off": lambda file: fill(file, file.read_bytes()[:-40]),
    "half": lambda file: fill(file, file.read_bytes()[: file.stat().st_size // 2]),
    "zeros": lambda file: fill(file, bytes(file.stat().st_size)),
    "text": lambda file: fill(file, b"hello"),
    "another pickle": lambda file: fill(file, pickle.dumps(None)),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_code_is_compiled_again(tmp_path: Path, damage: str, kind: str) -> None:
    """Whatever became of a file, the code is compiled, and is whole in its place afterwards."""
    assert [compile_in(tmp_path) for _ in range(2)] == [0, 1]
    (file,) = tmp_path.rglob(f"*.{kind}")
    DAMAGES[damage](file)
    assert [compile_in(tmp_path) for _ in range(2)] == [0, 1]


def test_machine_code_in_which_a_bit_differs_is_not_run(tmp_path: Path) -> None:
    """A single other bit anywhere in the code costs a compilation, and never a crash."""
    compile_in(tmp_path)
    (file,) = tmp_path.rglob("*.nbc")
    content = bytearray(file.read_bytes())
    for place in range(0, len(content), len(content) // 9):
        content[place] ^= 16
        file.write_bytes(content)
        assert [compile_in(tmp_path) for _ in range(2)] == [0, 1]
        content = bytearray(file.read_bytes())


@pytest.mark.parametrize("moment", ["replace", "open"])
def test_a_full_disk_costs_a_compilation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Where code cannot be kept, it is compiled and run all the same; with no folder at all, too."""
    full = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr("os.replace" if moment == "replace" else "tempfile.TemporaryFile", full)
    assert [compile_in(tmp_path) for _ in range(2)] == [0, 0]
    assert full.called
    assert not [file for file in tmp_path.rglob("*") if file.suffix in (".nbi", ".nbc")]
    assert [compile_in(None) for _ in range(2)] == [0, 0]


def test_entries_that_are_damaged_are_compiled_with_all_that_they_call() -> None:
    """The engine takes its code from the disk only when all that is called from outside is there whole."""
    from bj import compiled
    from bj.compiled.code_cache import KeptCode

    (play, signature) = compiled._ENTRIES[0]
    code = play._cache
    if not isinstance(code, KeptCode):
        pytest.skip("no folder on this machine is private")
    assert compiled.is_kept(play, signature)
    assert not compiled.is_kept(play, signature[:1])
