"""Starting ``bj`` many times: one process imports it, and is forked for every command.

So a command has a process of its own, with its own streams, folder and environment, but not the time that the
imports take, nor that in which pydantic makes the validators of the first ruleset. Run as a program, this is
the process that is forked.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

Done = subprocess.CompletedProcess[bytes]

PIECE = 1 << 16
"""Bytes that are read from a socket at once, and that fit into a pipe."""


def start(
    *words: str | Path,
    typed: bytes = b"",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    together: bool = False,
) -> Done:
    """Run ``bj`` in a folder, with something typed into a pipe, and wait for its end.

    Whatever is printed on stderr is part of stdout where both are wanted ``together``.
    """
    command = ["bj", *map(str, words)]
    known = dict(os.environ if environment is None else environment)
    if not hasattr(os, "fork") or len(typed) > PIECE:
        python = [sys.executable, "-m", *command]
        pipe, errors = subprocess.PIPE, subprocess.STDOUT if together else subprocess.PIPE
        return subprocess.run(
            python, input=typed, stdout=pipe, stderr=errors, cwd=folder, env=known, timeout=120, check=False
        )
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as complaints:
        os.write(writing, typed)
        os.close(writing)
        request = json.dumps([command, known]).encode() + b"\n"
        place = os.open(folder or ".", os.O_RDONLY)
        errors = (printed if together else complaints).fileno()
        server = _server()
        sent = socket.send_fds(server, [request], [reading, printed.fileno(), errors, place])
        server.sendall(request[sent:])
        os.close(reading)
        os.close(place)
        code = int(server.recv(PIECE))
        printed.seek(0)
        complaints.seek(0)
        return subprocess.CompletedProcess(command, code, printed.read(), complaints.read())


@functools.cache
def _server() -> socket.socket:
    """The connection to the process that is forked, which ends with this one."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, __file__, str(theirs.fileno())]
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
        *streams, place = descriptors
        while not content.endswith(b"\n"):
            content += connection.recv(PIECE)
        command, environment = json.loads(content)
        child = os.fork()
        if not child:
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
            os.fchdir(place)
            os.closerange(3, max(*streams, place, connection.detach()) + 1)
            os.environ.clear()
            os.environ.update(environment)
            sys.argv = command
            return
        for stream in (*streams, place):
            os.close(stream)
        _, status = os.waitpid(child, 0)
        connection.sendall(str(os.waitstatus_to_exitcode(status)).encode())


if __name__ == "__main__":
    from bj.cli import main
    from bj.cli.app import COMMANDS
    from bj.ruleset.load import find_ruleset, load_ruleset

    for module in COMMANDS.values():
        import_module(module)
    load_ruleset(find_ruleset("classic"))
    _serve(socket.socket(fileno=int(sys.argv[1])))
    main()
