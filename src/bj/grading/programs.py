"""Builds and runs students' programs, with limits on time, memory and output.

The limits protect against mistakes, but not against attacks. Run students' programs in a container.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from select import select
from typing import NamedTuple

from bj.grading.manifest import Manifest, Program
from bj.grading.submissions import Submission

MEGABYTE = 1 << 20

LIMITED = """
import os, resource, signal, sys
from _thread import start_new_thread
memory, seconds, typed, *command = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
child = os.fork()
if not child:
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    os.dup2(os.open(typed or os.devnull, os.O_RDONLY), 0)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]} cannot be run: {error.strerror}")
def end_with_grader():
    os.read(0, 1)
    os.killpg(0, signal.SIGKILL)
start_new_thread(end_with_grader, ())
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
if code < 0:
    if -code not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
os._exit(code)
"""
"""A Python script that runs a command with limits, and exits with the command's exit code.

The command reads its standard input from the file ``typed``, or from the null device if ``typed`` is empty.
The script kills its process group when its own standard input is closed. The grader keeps that input open, so
the process group ends even if the grader is killed.
"""


LONGEST_ERRORS = 1_000
"""The maximum number of bytes to keep from the end of stderr."""

DEEP = "its folders are nested too deeply"


class Output(NamedTuple):
    """The result of running a command."""

    printed: bytes
    is_done: bool
    """Whether the command finished by itself with exit code 0."""
    stopped: str = ""
    """The reason why the command was stopped, or "" if it was not."""
    errors: str = ""
    """The end of what the command wrote to stderr, unless that is part of ``printed``."""


class BuildError(Exception):
    """Raised if a program cannot be built. The message is the failed command's output or another reason."""


def run_program(
    manifest: Manifest,
    program: Program,
    submission: Submission,
    variants: Path,
    answers: Mapping[str, Sequence[str] | None],
) -> dict[str, Output]:
    """Build a student's program, and return its output for each run.

    The program runs in a folder of its own inside ``variants``, with the run's ``answers`` as its standard
    input. Raises BuildError if the program cannot be built.
    """
    name = ""
    try:
        with tempfile.TemporaryDirectory(dir=variants, ignore_cleanup_errors=True) as name:
            folder = Path(name) / "submission"
            _copy(submission.folder, folder)
            for command in program.build:
                built = run_limited(command, folder, program, with_errors=True)
                if not built.is_done:
                    reason = f"\nstopped: {built.stopped}" if built.stopped else ""
                    raise BuildError(built.printed.decode("utf-8", "replace") + reason)
            typed = Path(name) / "answers"
            outputs = {}
            for run, each in manifest.runs.items():
                typed.write_bytes("".join(f"{line}\n" for line in answers[run] or ()).encode())
                outputs[run] = run_limited([*program.run, *each.words], folder, program, typed=typed)
            return outputs
    except RecursionError:  # raised by Python's functions for folder trees
        subprocess.run(["rm", "-rf", "--", name], check=False)  # noqa: S603, S607  # `rm` has no such limit
        raise BuildError(DEEP) from None


def _copy(submission: Path, folder: Path) -> None:
    """Copy a submission to ``folder``. Symbolic links are copied as links.

    Raises BuildError if a file cannot be copied.
    """
    if not os.path.isdir(submission):
        folder.mkdir()
        return
    try:
        shutil.copytree(submission, folder, symlinks=True)
    except OSError:
        raise BuildError("some of its files cannot be copied: they are unreadable or not regular") from None


def run_limited(
    command: Sequence[str],
    folder: Path,
    program: Program,
    *,
    with_errors: bool = False,
    typed: Path | None = None,
) -> Output:
    """Run a command in ``folder`` with limits, and return its output. Kill its process group at the end.

    The command reads from the file ``typed``, or from the null device if ``typed`` is None.
    """
    largest = program.output_megabytes * MEGABYTE
    limits = str(program.megabytes * MEGABYTE), str(int(program.seconds) + 1)
    until = time.monotonic() + program.seconds
    try:
        process = subprocess.Popen(  # noqa: S603  # the instructor's manifest names the command
            [sys.executable, "-I", "-S", "-c", LIMITED, *limits, str(typed or ""), *command],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if with_errors else subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        return Output(f"the program cannot be run: {error.strerror}\n".encode(), is_done=False)
    output, errors = bytearray(), bytearray()
    with process:
        try:
            reason = _read(process, output, errors, largest, until)
            if not reason:
                process.wait(max(0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            reason = "too much time"
        finally:
            _kill(process.pid)
    if not reason and process.returncode < 0:
        reason = _name_signal(-process.returncode)
    is_done = not reason and process.returncode == 0
    said = errors.decode("utf-8", "replace").replace(f"{folder}{os.sep}", "")
    return Output(bytes(output[:largest]), is_done, reason, said)


def _read(
    process: subprocess.Popen[bytes], output: bytearray, errors: bytearray, largest: int, until: float
) -> str:
    """Read from stdout into ``output``, and the end of stderr into ``errors``, until the end of stdout.

    Return ``too much time`` or ``too much output`` if a limit was reached, and "" otherwise. Without the time
    limit, this could last forever, because a process that has left the group can keep stdout open.
    """
    streams = [stream for stream in (process.stderr, process.stdout) if stream is not None]
    while len(output) <= largest:
        left = until - time.monotonic()
        ready = select(streams, [], [], left)[0] if left > 0 else []
        if not ready:
            return "too much time"
        stream = ready[0]  # stderr if it is ready, so that it has been read at the end of stdout
        piece = os.read(stream.fileno(), MEGABYTE)
        if stream is process.stdout and not piece:
            return ""
        if stream is process.stdout:
            output += piece
        else:
            errors[:] = (errors + piece)[-LONGEST_ERRORS:]
            streams = streams if piece else streams[1:]
    return "too much output"


def _kill(group: int) -> None:
    with suppress(OSError):
        os.killpg(group, signal.SIGKILL)


def _name_signal(number: int) -> str:
    """Return the name of a signal, or its number if it has no name, like most real-time signals."""
    return next((each.name for each in signal.Signals if each == number), f"signal {number}")
