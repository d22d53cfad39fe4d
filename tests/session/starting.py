"""Starts ``bj`` many times: one process imports it, and forks for every command.

So a command has a process of its own, with its own streams, folder and environment. It does not wait for
imports, nor for the validators that pydantic makes for the first ruleset. Run as a program, this file is the
process that is forked.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

Done = subprocess.CompletedProcess[bytes]

LATER = (
    *("bj.authoring.overlay", "bj.authoring.questions", "bj.cli.course_questions", "bj.cli.verify_inputs"),
    *("bj.grading.grading", "bj.grading.html_overview", "bj.grading.mutating"),
    *("bj.ruleset.faults.diagnose", "bj.verify.explain.explaining"),
)
"""Modules that commands import while they run."""

PIECE = 1 << 16
"""Bytes that are read from a socket at once, and that fit into a pipe."""


class Started:
    """A running process of ``bj``."""

    def __init__(self, server: socket.socket, pid: int) -> None:
        self.server = server
        self.pid = pid
        self.code: int | None = None

    def send_signal(self, number: int) -> None:
        """Send a signal to the process, unless it has been waited for."""
        if self.code is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process."""
        self.send_signal(signal.SIGKILL)

    def wait(self) -> int:
        """Wait for the end of the process, and return its exit code."""
        if self.code is None:
            self.server.sendall(json.dumps(self.pid).encode() + b"\n")
            self.code = int(self.server.recv(PIECE))
        return self.code


def start(
    *words: str | Path,
    typed: bytes = b"",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    together: bool = False,
) -> Done:
    """Run ``bj`` in a folder, with something typed into a pipe, and wait for its end.

    If the two outputs are wanted ``together``, standard error is part of standard output.
    """
    if not hasattr(os, "fork") or len(typed) > PIECE:
        pipe, errors = subprocess.PIPE, subprocess.STDOUT if together else subprocess.PIPE
        command = [sys.executable, "-m", "bj", *map(str, words)]
        return subprocess.run(
            command, input=typed, stdout=pipe, stderr=errors, cwd=folder, env=environment, check=False
        )
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as complaints:
        os.write(writing, typed)
        os.close(writing)
        streams = (reading, printed.fileno(), (printed if together else complaints).fileno())
        process = begin(words, streams, folder, environment)
        os.close(reading)
        code = process.wait()
        printed.seek(0)
        complaints.seek(0)
        return subprocess.CompletedProcess(["bj", *map(str, words)], code, printed.read(), complaints.read())


def begin(
    words: Sequence[str | Path],
    streams: tuple[int, int, int],
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    *,
    needs: str = "",
) -> Started:
    """Start ``bj`` with these streams. A terminal among them controls the process.

    The process that is forked has imported the modules that the command ``needs``.
    """
    request = ["bj", *map(str, words)], dict(os.environ if environment is None else environment)
    content = json.dumps(request).encode() + b"\n"
    server = _server(needs)
    place = os.open(folder or ".", os.O_RDONLY)
    sent = socket.send_fds(server, [content], [*streams, place])
    server.sendall(content[sent:])
    os.close(place)
    return Started(server, int(server.recv(PIECE)))


@functools.cache
def _server(needs: str) -> socket.socket:
    """The connection to the process that is forked, which ends with this one."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, __file__, str(theirs.fileno()), needs]
        pipe = subprocess.PIPE
        server = subprocess.Popen(command, stdin=pipe, stdout=pipe, pass_fds=[theirs.fileno()])
    ours.settimeout(120)

    def end() -> None:
        ours.close()
        server.communicate()

    atexit.register(end)
    return ours


def _serve(connection: socket.socket) -> None:
    """Fork for every command that is asked for; only the forks return."""
    while True:
        content, descriptors, _, _ = socket.recv_fds(connection, PIECE, 4)
        if not content:
            os._exit(0)
        while not content.endswith(b"\n"):
            content += connection.recv(PIECE)
        request = json.loads(content)
        if isinstance(request, int):
            _, status = os.waitpid(request, 0)
            connection.sendall(str(os.waitstatus_to_exitcode(status)).encode())
            continue
        child = os.fork()
        if not child:
            command, environment = request
            _become(command, environment, descriptors, connection.detach())
            return
        for stream in descriptors:
            os.close(stream)
        connection.sendall(str(child).encode())


def _become(
    command: list[str], environment: Mapping[str, str], descriptors: Sequence[int], connection: int
) -> None:
    """Take over the words, the environment, the streams and the folder of a command."""
    *streams, place = descriptors
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.fchdir(place)
    os.closerange(3, max(*streams, place, connection) + 1)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = command
    if os.isatty(0):
        import fcntl
        import termios

        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  # open to the end
        sys.stdout = open(1, "w", 1, encoding="utf-8", closefd=False)  # noqa: SIM115  # as above
        sys.stderr = open(2, "w", 1, encoding="utf-8", closefd=False)  # noqa: SIM115  # as above


if __name__ == "__main__":
    from bj.cli import main
    from bj.cli.app import COMMANDS
    from bj.ruleset.load import load_ruleset
    from bj.ruleset.ruleset_files import find_ruleset

    for module in (*COMMANDS.values(), *LATER, *sys.argv[2].split()):
        import_module(module)
    load_ruleset(find_ruleset("classic"))
    _serve(socket.socket(fileno=int(sys.argv[1])))
    try:
        main()
    except SystemExit as ending:
        # Otherwise, Python would look at all modules once more, which takes as long as a short command.
        atexit._run_exitfuncs()
        sys.stderr.flush()
        os._exit(int(ending.code or 0))
