"""Options, notes and reports shared by `bj simulate` and `bj compare`."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from bj.catalogue.limits import MOST_ROUNDS
from bj.cli import INTERRUPTED
from bj.cli.amounts_and_precisions import parse_amount, parse_precision
from bj.cli.options import option
from bj.cli.output_files import write_report
from bj.errors import HandError
from bj.ruleset.check import Checked
from bj.simulation.comparison import Comparison
from bj.simulation.jobs import Job
from bj.simulation.reports import Format, render
from bj.simulation.results import Simulation
from bj.simulation.simulation import RunOptions, choose_unit
from bj.simulation.trial_games import play_trial_games

SAMPLED_GAMES = 20
HANDS_OF_A_PACK = 10
"""Games with fewer hands per pack than this count as short, because most cards are never dealt."""

TRIED_SEEDS, TRIED_HANDS = 1000, 20_000
"""The maximum number of seeds and hands to try when searching for a game that cannot continue."""

EngineOption: TypeAlias = Annotated[
    Literal["auto", "plain", "compiled"],
    typer.Option("--engine", help="The engine; `auto` uses the compiled engine if it is installed."),
]
HandsOption: TypeAlias = Annotated[str, option("N", "Play N hands, such as `1e8`.", "--hands")]
GamesOption: TypeAlias = Annotated[str, option("N", "Play N complete games or tournaments.", "--games")]
PrecisionOption: TypeAlias = Annotated[
    str, option("SHARE", "Play until the standard error is at most SHARE, such as `0.01%`.", "--precision")
]
SeedOption: TypeAlias = Annotated[
    str, typer.Option("--seed", metavar="N|random", help="Random seed for the shuffles.")
]
WorkersOption: TypeAlias = Annotated[
    int | None,
    option("N", "Number of parallel workers; by default, one per processor.", "--workers", min=1, max=1024),
]
RoundsOption: TypeAlias = Annotated[
    int | None,
    option(
        "N",
        "End each game after N rounds instead of asking whether to continue.",
        "--rounds",
        min=1,
        max=MOST_ROUNDS,
    ),
]
FormatOption: TypeAlias = Annotated[Format, typer.Option("--format", help="The format of the report.")]
CheckpointOption: TypeAlias = Annotated[
    str,
    option("FILE", "Save progress to FILE; to resume, run the same command again.", "--checkpoint"),
]
ClusterOption: TypeAlias = Annotated[
    str, option("ADDRESS", "Play on the workers of a dask scheduler, such as `tcp://host:8786`.", "--cluster")
]


def read_wanted(
    hands: str,
    games: str,
    precision: str,
    *,
    is_tournament: bool,
    seed: int,
    workers: int | None,
    rounds: int | None,
    engine: Literal["auto", "plain", "compiled"],
    checkpoint: str,
    cluster: str,
) -> RunOptions:
    """Create run options from command-line options. Raises UsageError if they conflict."""
    unit, number = choose_unit(
        parse_amount("--hands", hands) if hands else None,
        parse_amount("--games", games) if games else None,
        is_tournament=is_tournament,
    )
    return RunOptions(
        unit,
        number,
        parse_precision(precision) if precision else None,
        seed,
        workers or 0,
        rounds or 0,
        engine,
        Path(checkpoint) if checkpoint else None,
        cluster,
    )


def note_short_games(sides: Iterable[tuple[Checked, Job]]) -> None:
    """Print a note on stderr if games usually end long before the shoe runs out.

    If the note is the same for both sides, it is printed only once.
    """
    for every in dict.fromkeys(_shuffled_every(*side) for side in sides):
        if every:
            print(
                f"note: games are short, so the cards are shuffled {every}: counting gains little",
                file=sys.stderr,
            )


def _shuffled_every(checked: Checked, job: Job) -> str:
    """Describe how often the cards are shuffled if games are short, for example "every 3 hands".

    Returns an empty string if games are long.
    """
    packs = checked.model.shoe.packs
    if job.unit == "games" or not isinstance(packs, int):
        return ""
    sample = play_trial_games(job, SAMPLED_GAMES, HANDS_OF_A_PACK * packs * SAMPLED_GAMES)
    if sample.games < SAMPLED_GAMES:
        return ""
    mean = sample.hands / sample.games
    return "every hand" if mean <= 1 else f"every {mean:.3g} hands"


@contextmanager
def show_by_run(sides: Sequence[tuple[Job, Sequence[str]]]) -> Iterator[None]:
    """If a game cannot continue, extend the error with a command that reproduces such a game.

    Each entry in ``sides`` is a simulated job, with the words to put after `bj run` to play its game.
    """
    try:
        yield
    except HandError as error:
        for job, words in sides:
            seed = play_trial_games(job, TRIED_SEEDS, TRIED_HANDS).failing
            if seed is not None:
                command = shlex.join(["bj", "run", *words, "--seed", str(seed)])
                error.remedy = f"reproduce it with `{command}`"
                break
        raise


def words_of_run(
    ruleset: str, arguments: Sequence[str], settings: Mapping[str, str], rounds: int | None
) -> list[str]:
    """Return the words that follow `bj run` in a command that plays one game from a simulation."""
    named = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    return [ruleset, *arguments, *named, *(("--rounds", str(rounds)) if rounds else ())]


def choose_plot(plot: str) -> str:
    """Return the file format of a picture. Raises UsageError if pictures cannot be drawn."""
    from bj.simulation.pictures import choose_format, require_plots

    form = choose_format(plot)
    require_plots()
    return form


def report(found: Simulation | Comparison, form: Format, output_file: str) -> None:
    """Write a report on ``found`` to ``output_file``, or print it if no file is named."""
    text = render(found, form)
    write_report(text, output_file)


def leave(found: Simulation | Comparison) -> None:
    """If the simulation was interrupted, exit with the exit code for an interrupt."""
    if found.is_partial:
        sys.stdout.flush()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # another interrupt would only change the exit code
        sys.exit(INTERRUPTED)
