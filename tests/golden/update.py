"""Play the games of ``games.toml`` and write what they print into this folder.

    python tests/golden/update.py [NAME]...

Without names all of them are played. ``git diff`` shows what has changed; look at every line of it.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import tomli

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.session.starting import start

FOLDER = Path(__file__).parent
GAMES = FOLDER / "games.toml"


class GoldenGame(NamedTuple):
    """One golden transcript."""

    name: str
    ruleset: str
    arguments: list[str]
    cuts: str
    """The content of a file of cuts; empty if there are no cuts."""
    answers: str
    """The typed answers; empty if nothing is typed."""

    @property
    def file(self) -> Path:
        """The file of the transcript."""
        return FOLDER / f"{self.name}.txt"


def golden_games() -> list[GoldenGame]:
    """All games of ``games.toml``."""
    games = []
    for name, game in tomli.loads(GAMES.read_text("utf-8")).items():
        ruleset, *arguments = shlex.split(game["command"])
        games.append(GoldenGame(name, ruleset, arguments, game.get("cuts", ""), game.get("answers", "")))
    return games


@contextmanager
def file_of(content: str) -> Iterator[list[str]]:
    """Write a temporary file with this content, and yield its name; yield no name without content."""
    if not content:
        yield []
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cuts"
        file.write_text(content, "utf-8")
        yield [str(file)]


def play(game: GoldenGame) -> bytes:
    """The output of the command of ``game``."""
    with file_of(game.cuts) as cuts:
        done = start("run", game.ruleset, *game.arguments, *cuts, typed=game.answers.encode())
        done.check_returncode()
        return done.stdout


def main(names: list[str]) -> None:
    """Write the transcripts of the games with these names, or of all."""
    games = golden_games()
    unknown = set(names) - {game.name for game in games}
    if unknown:
        sys.exit(f"games.toml has no {', '.join(sorted(unknown))}")
    for game in games:
        if not names or game.name in names:
            game.file.write_bytes(play(game))


if __name__ == "__main__":
    main(sys.argv[1:])
