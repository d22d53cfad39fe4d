"""``bj replay``: prints the transcript of a recorded game."""

from __future__ import annotations

import sys
from typing import Annotated

from bj.cli.exit_codes import exit_policy
from bj.cli.options import argument
from bj.text.untrusted_text import Guard


def replay(
    file: Annotated[str, argument("FILE", "A history written by `bj run --history` or in Python.")],
) -> None:
    """Replay a recorded game and print its transcript.

    bj prints nothing if the file is damaged, or if the replay does not produce the recorded events.
    """
    with exit_policy():
        from bj.session.history_transcript import transcribe

        guard = Guard()
        for piece in transcribe(file):
            sys.stdout.buffer.write(guard(piece.decode()).encode())
