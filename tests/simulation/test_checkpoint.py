"""Tests that a checkpoint loses no finished block, and accepts no blocks of other simulations."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.session.games import shipped
from tests.turns import TURN

from bj.argument_values import fill_arguments
from bj.errors import UsageError
from bj.session.engines import PLAIN
from bj.simulation.blocks import play_block
from bj.simulation.checkpoint import Checkpoint, sealed
from bj.simulation.jobs import Job, make_job
from bj.simulation.simulation import simulate

ARGUMENTS = ["20", "5", "4", "counting"]
BLOCKS = 4
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs what POSIX has")


def job(seed: int = 0) -> Job:
    """A small simulation."""
    checked = shipped("classic")
    return make_job(
        checked, fill_arguments(checked.model.command_line, ARGUMENTS, {}), "games", seed, amount=320
    )


def whole(file: Path | None = None) -> str:
    """The key of the whole simulation, with or without a checkpoint."""
    return simulate("classic", ARGUMENTS, games=320, workers=1, engine="plain", checkpoint=file).key


@pytest.fixture(scope="module", name="kept")
def a_whole_checkpoint(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """The bytes of a finished simulation's checkpoint, and its key."""
    file = tmp_path_factory.mktemp("kept") / "file"
    return (whole(file), file.read_bytes())[::-1]


def blocks_in(content: bytes) -> int:
    """The number of whole lines of blocks."""
    return max(0, content.count(b"\n") - 1)


def complaint(file: Path) -> str:
    """The error about a checkpoint; asserts that the file is unchanged."""
    before = file.read_bytes()
    with pytest.raises(UsageError) as caught:
        Checkpoint(file, job())
    assert file.read_bytes() == before
    assert caught.value.remedy
    return caught.value.message.replace(str(file), "FILE")


def test_a_checkpoint_changes_nothing(kept: tuple[bytes, str]) -> None:
    """A simulation has the same numbers with a checkpoint, which has a line for every block."""
    content, key = kept
    assert key == whole()
    assert blocks_in(content) == BLOCKS


def test_goes_on_wherever_the_file_was_cut_off(kept: tuple[bytes, str], tmp_path: Path) -> None:
    """A simulation resumed from any part of the file has the same numbers, and keeps the whole lines."""
    content, key = kept
    file = tmp_path / "file"
    ends = [at + 1 for at, byte in enumerate(content) if byte == 10]
    for end in sorted(
        {0, 1, 20, len(content) - 1, *ends, *(end + 1 for end in ends[:-1]), *(end - 1 for end in ends)}
    ):
        file.write_bytes(content[:end])
        with Checkpoint(file, job()) as checkpoint:
            assert len(checkpoint.blocks) == blocks_in(content[:end])
    file.write_bytes(content[: ends[2] + 30])
    assert whole(file) == key
    assert file.read_bytes() == content


def test_blocks_that_are_kept_are_not_played(kept: tuple[bytes, str], tmp_path: Path) -> None:
    """Blocks of the file are not played again."""
    content, key = kept
    file = tmp_path / "file"
    lines = content.splitlines()
    told = json.loads(lines[2][9:])
    told["tally"]["hands"] += 1
    lines[2] = sealed(json.dumps(told).encode())[:-1]
    file.write_bytes(b"\n".join(lines) + b"\n")
    assert whole(file) != key


def test_more_can_be_wanted_later(kept: tuple[bytes, str], tmp_path: Path) -> None:
    """The same command with more games resumes from the blocks of the one with fewer."""
    file = tmp_path / "file"
    file.write_bytes(kept[0])
    more = simulate("classic", ARGUMENTS, games=500, workers=1, engine="plain", checkpoint=file)
    assert more.key == simulate("classic", ARGUMENTS, games=500, workers=1, engine="plain").key
    assert file.read_bytes().startswith(kept[0])
    assert whole(file) == kept[1]


def test_another_simulation_is_refused(kept: tuple[bytes, str], tmp_path: Path) -> None:
    """A checkpoint of another seed, ruleset or version is neither used nor changed."""
    file = tmp_path / "file"
    with Checkpoint(file, job(seed=1)):
        pass
    assert complaint(file) == "the checkpoint FILE belongs to a different simulation or version"
    head, _, rest = kept[0].partition(b"\n")
    told = json.loads(head)
    file.write_bytes(json.dumps(told | {"bj": told["bj"] + ".1"}).encode() + b"\n" + rest)
    assert complaint(file) == "the checkpoint FILE belongs to a different simulation or version"


@pytest.mark.parametrize(
    "content", [b"\n", b"{}\n", b"[1, 2]\n", b"\0" * 100, b"A letter\nof two lines\n", b"{" * 9_999]
)
def test_foreign_files_are_left_alone(content: bytes, tmp_path: Path) -> None:
    """A file of another kind is neither read nor changed."""
    file = tmp_path / "file"
    file.write_bytes(content)
    assert complaint(file) == "the checkpoint FILE belongs to a different simulation or version"


@pytest.mark.parametrize("sum_is_right", [False, True])
@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"{}",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"block":0,"size":100,"tally":{}}',
        b'{"block":"0","size":100,"tally":null}',
        b'{"block":1e400,"size":100,"tally":null}',
    ],
)
def test_lines_that_are_not_blocks_are_faults(
    line: bytes, sum_is_right: bool, kept: tuple[bytes, str], tmp_path: Path
) -> None:
    """A line that no simulation writes is a fault with its number."""
    lines = kept[0].splitlines()
    lines[2] = sealed(line)[:-1] if sum_is_right else line
    file = tmp_path / "file"
    file.write_bytes(b"\n".join(lines) + b"\n")
    assert complaint(file) == "line 3 of FILE is not a simulation block"


@given(st.integers(0), st.integers(1, 255))
def test_a_changed_byte_is_noticed(kept: tuple[bytes, str], place: int, change: int) -> None:
    """A changed byte is a fault, unless it makes the last line unfinished."""
    content = bytearray(kept[0])
    content[place % len(content)] ^= change
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "file"
        file.write_bytes(content)
        try:
            with Checkpoint(file, job()) as checkpoint:
                assert place % len(content) == len(content) - 1
                assert len(checkpoint.blocks) == BLOCKS - 1
        except UsageError:
            assert file.read_bytes() == content


@POSIX
def test_two_cannot_use_one_file(tmp_path: Path) -> None:
    """A checkpoint in use is locked; after the simulation it is free."""
    file = tmp_path / "file"
    with Checkpoint(file, job()):
        assert complaint(file) == "another process is using the checkpoint FILE"
    with Checkpoint(file, job()):
        pass


@POSIX
def test_places_that_are_not_files_are_refused(tmp_path: Path) -> None:
    """A path that cannot be a file is refused; a link is followed."""
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path, tmp_path / "no" / "file", tmp_path / "pipe", Path("/dev/zero"), Path("a\0b")):
        with pytest.raises(UsageError, match=r"cannot be used|is no file"):
            Checkpoint(file, job())
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with Checkpoint(tmp_path / "link", job()) as checkpoint:
        checkpoint.keep(0, 100, play_block(job(), 0, 100, PLAIN))
    assert blocks_in((tmp_path / "real").read_bytes()) == 1


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="needs a file that cannot be read")
def test_a_file_that_cannot_be_read_is_refused() -> None:
    """An unreadable regular file is an error, not a bug."""
    with pytest.raises(UsageError, match="the checkpoint /proc/self/mem cannot be used: Input/output error"):
        Checkpoint(Path("/proc/self/mem"), job())


@POSIX
def test_a_full_disk_keeps_what_was_acknowledged(kept: tuple[bytes, str], tmp_path: Path) -> None:
    """On a full disk the simulation stops with a fault; the earlier blocks are kept and resumed."""
    file = tmp_path / "file"
    code = (
        "import resource, signal, sys\n"
        "from bj.errors import UsageError\n"
        "from bj.simulation.simulation import simulate\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)\n"
        f"arguments, wanted = {ARGUMENTS}, dict(games=320, workers=1, engine='plain')\n"
        "try: simulate('classic', arguments, checkpoint=sys.argv[1], **wanted)\n"
        "except UsageError as error: print(error.message, error.remedy)\n"
    )
    limit = str(len(kept[0]) * 2 // 3)
    command = [sys.executable, "-c", code, str(file), limit]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "cannot be written: File too large" in done.stdout
    assert done.stderr == ""
    assert 0 < blocks_in(file.read_bytes()) < BLOCKS
    assert whole(file) == kept[1]
    assert file.read_bytes() == kept[0]


LONG: list[tuple[str, list[str], dict[str, Any]]] = [
    ("classic", ARGUMENTS, {"games": 3000, "engine": "plain", "workers": 1}),
    ("vegas", ["safe:A:100", "random:B:60"], {"games": 3000, "rounds": 5, "engine": "plain", "workers": 2}),
    ("classic", ["1000", "5", "1000", "counting"], {"hands": 8_000_000, "engine": "auto", "workers": 2}),
    ("sos_vs_sc", ["simple", "sc"], {"games": 40_000, "engine": "auto", "workers": 1}),
]
"""Long simulations, one for each turn."""

KILLED = """
import json, sys
from bj.simulation.simulation import simulate
if __name__ == "__main__":
    ruleset, arguments, wanted = json.loads(sys.argv[2])
    progress = lambda hands, _: print(hands, flush=True)
    simulate(ruleset, arguments, checkpoint=sys.argv[1], progress=progress, **wanted)
"""


@pytest.mark.drawn
def test_kill_loses_nothing(tmp_path: Path) -> None:
    """After ``kill -9`` every reported hand is kept, and the resumed numbers are the same."""
    file, script = tmp_path / "file", tmp_path / "script.py"
    script.write_text(KILLED, "utf-8")
    ruleset, arguments, wanted = LONG[TURN % len(LONG)]
    command = [sys.executable, str(script), str(file), json.dumps(LONG[TURN % len(LONG)])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    many = 3 + Random(TURN).randrange(20)  # noqa: S311  # a test that can be repeated
    told = [process.stdout.readline() for _ in range(many)]
    process.kill()
    told += [line for line in process.communicate()[0].splitlines(keepends=True) if line.endswith(b"\n")]
    before = file.read_bytes()
    before = before[: before.rindex(b"\n") + 1]
    assert (
        0 < int(told[-1]) <= sum(json.loads(line[9:])["tally"]["hands"] for line in before.splitlines()[1:])
    )
    again = simulate(ruleset, arguments, checkpoint=file, **wanted)
    assert file.read_bytes().startswith(before)
    assert again.key == simulate(ruleset, arguments, **wanted).key
