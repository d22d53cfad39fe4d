"""Building and running the program of a student, within limits of time, memory and output.

A limit keeps an accident small. It is no protection from malice: run programs of students in a container.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer

from bj.grading.manifest import Manifest, Program
from bj.grading.submissions import Submission

MEGABYTE = 1 << 20

LIMITED = """
import os, resource, sys
memory, seconds, *command = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
try:
    os.execvp(command[0], command)
except OSError as error:
    sys.exit(f"{command[0]} cannot be run: {error.strerror}")
"""
"""A program that limits itself, and becomes the command of its arguments."""


class BuildError(Exception):
    """A program cannot be built; the error has the output of the command that failed."""


def run_program(manifest: Manifest, program: Program, submission: Submission) -> list[tuple[str, bytes]]:
    """The output of a student's program in each run, which ends with the reason if it was stopped.

    Raises BuildError.
    """
    with tempfile.TemporaryDirectory(prefix="bj-") as name:
        folder = Path(name) / "submission"
        if submission.folder.is_dir():
            shutil.copytree(submission.folder, folder, symlinks=True)
        else:
            folder.mkdir()
        for command in program.build:
            output, is_done = run_limited(command, folder, program, with_errors=True)
            if not is_done:
                raise BuildError(output.decode("utf-8", "replace"))
        return [
            (run, run_limited([*program.run, *each.words], folder, program)[0])
            for run, each in manifest.runs.items()
        ]


def run_limited(
    command: Sequence[str], folder: Path, program: Program, *, with_errors: bool = False
) -> tuple[bytes, bool]:
    """The output of a command, and whether it ended well. Its process group is killed in the end."""
    largest = program.output_megabytes * MEGABYTE
    limits = str(program.megabytes * MEGABYTE), str(int(program.seconds) + 1)
    process = subprocess.Popen(  # noqa: S603  # the instructor's manifest names the command
        [sys.executable, "-I", "-S", "-c", LIMITED, *limits, *command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if with_errors else subprocess.DEVNULL,
        start_new_session=True,
    )
    stopped: list[str] = []
    timer = Timer(program.seconds, _stop, (process.pid, stopped))
    timer.start()
    try:
        output = b"" if process.stdout is None else process.stdout.read(largest + 1)
        if len(output) > largest:
            stopped.append("too much output")
        else:
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # its group stays, to be killed
    finally:
        timer.cancel()
        _kill(process.pid)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
    if not stopped and process.returncode < 0:
        stopped.append(signal.Signals(-process.returncode).name)
    if stopped:
        return output[:largest] + f"\nstopped: {stopped[0]}\n".encode(), False
    return output, process.returncode == 0


def _stop(group: int, stopped: list[str]) -> None:
    stopped.append("too much time")
    _kill(group)


def _kill(group: int) -> None:
    """Kill a process and its children."""
    with suppress(OSError):
        os.killpg(group, signal.SIGKILL)
