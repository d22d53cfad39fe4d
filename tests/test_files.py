from __future__ import annotations

import ast
import os
import re
import socket
import stat
import sys
from pathlib import Path

import pytest

import bj
from bj.errors import UsageError
from bj.files import open_regular, read_at_most, refuse_unwritable, replace_file, write_out

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and links as POSIX has them")


def test_only_what_is_small_enough_is_read(tmp_path: Path) -> None:
    """A file of exactly the allowed size is read. A larger file, or a missing one, is refused by name."""
    file = tmp_path / "answers"
    file.write_bytes(b"12345")
    assert read_at_most(file, 5) == b"12345"
    with pytest.raises(UsageError, match=f"^the list {file} is larger than 4 bytes\n") as refused:
        read_at_most(file, 4, "the list", "shorten it")
    assert refused.value.remedy == "shorten it"
    with pytest.raises(UsageError, match="gone cannot be read: No such file"):
        read_at_most(tmp_path / "gone", 5)


@on_posix
def test_only_regular_files_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders, pipes, sockets and devices are refused with their kind, and links to them are, too."""
    monkeypatch.chdir(tmp_path)  # the path of a socket is short
    os.mkfifo("pipe")
    Path("link").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        for name, kind in (
            ("pipe", "a pipe"),
            ("link", "a pipe"),
            ("socket", "a socket"),
            ("/dev/zero", "a device"),
        ):
            with pytest.raises(UsageError, match=f"cannot be read: it is {kind}, not a regular file"):
                read_at_most(Path(name), 5)
    with pytest.raises(UsageError, match="cannot be read: Is a directory"):
        read_at_most(tmp_path, 5)


@on_posix
def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An opened file is checked again: it may have become a pipe since the first check."""
    os.mkfifo(tmp_path / "pipe")
    looked = os.stat_result((stat.S_IFREG | 0o644, *[0] * 9))
    monkeypatch.setattr(os, "stat", lambda *_, **__: looked)
    with pytest.raises(OSError, match="it is a pipe"):
        open_regular(tmp_path / "pipe")


@on_posix
def test_links_may_lead_anywhere_only_if_nothing_is_said(tmp_path: Path) -> None:
    """A file that must be in a folder is read through a link inside it, but not through one out of it."""
    (tmp_path / "secret").write_bytes(b"mine")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").write_bytes(b"theirs")
    (folder / "out").symlink_to("../secret")
    (folder / "in").symlink_to("file")
    assert read_at_most(folder / "out", 9) == b"mine"
    assert read_at_most(folder / "in", 9, inside=folder) == b"theirs"
    for name in ("out", "../secret"):
        with pytest.raises(UsageError, match=f"{name} leads out of {folder}"):
            read_at_most(folder / name, 9, inside=folder)


@on_posix
def test_a_file_that_becomes_a_link_meanwhile_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link that replaces a file after its target was checked is refused."""
    (tmp_path / "secret").write_bytes(b"mine")
    (tmp_path / "file").symlink_to("secret")
    monkeypatch.setattr(os.path, "realpath", os.path.abspath)
    with pytest.raises(UsageError, match="file cannot be read: "):
        read_at_most(tmp_path / "file", 9, inside=tmp_path)


@on_posix
def test_links_planted_next_to_a_file_lead_nowhere(tmp_path: Path) -> None:
    """A file is written next to its place under a new name, and no temporary file remains."""
    victim, file = tmp_path / "victim", tmp_path / "report"
    victim.write_text("mine")
    (tmp_path / ".report.new").symlink_to(victim)
    replace_file(file, b"new")
    assert victim.read_text() == "mine"
    assert (file.read_bytes(), file.is_symlink()) == (b"new", False)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".report.new", "report", "victim"]


@on_posix
def test_a_link_is_followed_only_where_a_person_has_named_it(tmp_path: Path) -> None:
    """A file replaces a link, but a report follows the link that was named for it."""
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_out(tmp_path / "link", b"report")
    assert ((tmp_path / "real").read_bytes(), (tmp_path / "link").is_symlink()) == (b"report", True)
    replace_file(tmp_path / "link", b"new")
    assert ((tmp_path / "real").read_bytes(), (tmp_path / "link").is_symlink()) == (b"report", False)


@on_posix
def test_what_cannot_be_written_is_refused_beforehand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is refused with the reason, before any work is done for it."""
    file, loop = tmp_path / "report.txt", tmp_path / "loop"
    loop.symlink_to(loop)
    refuse_unwritable(str(file))
    with pytest.raises(UsageError, match="loop cannot be written: it is a link that leads back to itself"):
        refuse_unwritable(str(loop))
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(UsageError, match=r"report\.txt cannot be written: permission denied"):
        refuse_unwritable(str(file))
    refuse_unwritable(os.devnull)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != Path(os.devnull))
    with pytest.raises(UsageError, match="cannot be written: permission denied"):
        refuse_unwritable(os.devnull)


@on_posix
def test_nothing_is_written_in_a_deleted_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative name in a deleted folder is a usage error in the library, too."""
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    with pytest.raises(UsageError, match=r"game\.toml cannot be written: the current folder was deleted"):
        bj.State("infinite", start=100, seed=2).save("game.toml")


@on_posix
@pytest.mark.parametrize("rights", [0o600, 0o640, 0o444, 0o666])
def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path, rights: int) -> None:
    """The replacement of a file has the same permissions."""
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(rights)
    replace_file(file, b"new")
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (b"new", rights)


@on_posix
def test_a_report_waits_for_no_reader(tmp_path: Path) -> None:
    """A report is written to a pipe with a reader; a pipe without one is refused."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="nothing reads from it"):
        write_out(tmp_path / "pipe", b"report")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_out(tmp_path / "pipe", b"report")
    assert os.read(reader, 9) == b"report"
    os.close(reader)


TOUCHING = {
    *("open", "fdopen", "read_text", "read_bytes", "write_text", "write_bytes", "touch", "mkdir", "makedirs"),
    *(
        "rename",
        "renames",
        "unlink",
        "remove",
        "rmdir",
        "rmtree",
        "symlink_to",
        "symlink",
        "hardlink_to",
        "link",
    ),
    *(
        "mkstemp",
        "mkdtemp",
        "TemporaryFile",
        "NamedTemporaryFile",
        "TemporaryDirectory",
        "mkfifo",
        "copyfile",
    ),
}
"""All code that opens, writes, makes or removes files, in any module."""

ALLOWED = {
    "files.py": "this is the place",
    "native/library.py read_bytes": "the sources of the engine, which are of the package itself",
    "native/library.py open": "what Linux says about its processors",
    "compiled/build_hook.py TemporaryDirectory": "the library, until it is in the wheel",
    "compiled/build_hook.py copyfile": "a library that was made before, into that folder",
    "compiled/building.py TemporaryDirectory": "a folder of its own for the parts of the library",
    "compiled/building.py write_bytes": "in that folder",
    "compiled/building.py read_bytes": "from that folder",
    "ruleset/prechecked_rulesets.py read_bytes": "the stored rulesets, which are of the package itself",
    "ruleset/prechecked_rulesets.py mkdir": "the folder of stored rulesets, when bj is built",
    "ruleset/prechecked_rulesets.py write_bytes": "in that folder",
    "cli/app.py open": "the null device, in place of a stdout that is closed",
    "cli/exit_codes.py open": "the null device, in place of a stdout that nobody reads",
    "cli/playground_server.py open": "a browser",
    "playground/cases_and_transcripts.py mkdir": "in a temporary folder of its own",
    "playground/cases_and_transcripts.py write_bytes": "in that folder",
    "cli/explain.py TemporaryDirectory": "a folder of its own for the examples of the catalogue",
    "cli/explain.py mkdir": "in that folder",
    "cli/explain.py write_bytes": "in that folder",
    "worker_pools.py open": "the pipes of a worker, and the null device in their place",
    "cases/updating.py mkdir": "the folder of a transcript, which has been found to be inside",
    "grading/grading.py mkdir": "the folder of results that the instructor names",
    "grading/grading.py open": "a descriptor that `open_regular` has given",
    "grading/programs.py TemporaryDirectory": "a folder of its own for a student's program",
    "grading/programs.py mkdir": "in that folder",
    "grading/programs.py write_bytes": "in that folder",
    "language_server/serving.py open": "the standard input and output of the server",
    "simulation/checkpoint.py open": "a descriptor that `open_regular` has given",
}


def touches(source: str) -> set[str]:
    """The names of the calls in a module that touch files."""
    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    names = {call.attr for call in calls if isinstance(call, ast.Attribute)} & TOUCHING
    return names | {name for name in ("open", "os.replace") if re.search(rf"(?<![\w.]){name}\(", source)}


def test_files_are_touched_in_one_place() -> None:
    """Modules open, write and remove files only through ``bj.files``, except for the listed reasons."""
    home = Path(bj.__file__).parent
    found = {
        f"{file.relative_to(home).as_posix()} {name}"
        for file in home.rglob("*.py")
        for name in touches(file.read_text("utf-8"))
    }
    assert {place for place in found if not place.startswith("files.py ")} == ALLOWED.keys() - {"files.py"}
