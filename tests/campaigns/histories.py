"""Histories of all shipped rulesets, there and back, and damaged ones.

    python tests/campaigns/histories.py [HANDS [MUTATED [SEED]]]

Plays random games of up to a hundred hands, the first with SEED, until they have HANDS hands. Each is written
as a history and played again: the record, the transcript and the file written once more are equal, byte for
byte. Then changes MUTATED files at random: each is refused or leads to a game, without any other error. The
exit code is 0 when nothing differs.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.session.agreeing import choices_of
from tests.session.games import shipped

import bj
from bj.arguments import Value
from bj.errors import GameError, UsageError
from bj.ruleset.files import shipped_rulesets
from bj.session.transcribing import transcribe

HANDS = 100
"""Hands of a game, and rounds of a table that would ask for another."""
BANKROLL = 5_000
MOST_ACTIONS = 1_000
STAYING = 0.998
"""The probability that a person does not think of leaving, which would end most games early."""


def play(name: str, seed: int) -> bj.State:
    """A random game of a ruleset, mostly with small wagers; the seed chooses the words of its arguments."""
    checked = shipped(name)
    numbers = [argument for argument in checked.model.command_line if argument.type == "integer"]
    most = {argument.name: (argument.between or (1, HANDS))[1] for argument in numbers}
    values: dict[str, Value] = {each: min(HANDS, most[each]) for each in ("hands", "tricks") if each in most}
    values |= {each.name: min(BANKROLL, most[each.name]) for each in numbers[:1] if each.name not in values}
    choice = next(islice(cycle(choices_of(name)), seed % 97, None))
    rng = Random(seed)  # noqa: S311  # games that can be repeated
    rounds = HANDS if "ask again" in checked.model.procedure.steps_named() else 0
    state = bj.State(checked, {**values, **choice}, seed=seed, rounds=rounds)
    while not state.is_over and len(state.actions) < MOST_ACTIONS:
        legal = state.legal_actions()
        stays = [action for action in legal[:6] if action >= 0][: rng.choice((1, 2, 2, 5))]
        state.apply(rng.choice(stays if stays and rng.random() < STAYING else legal[:4]))
    return state


def go_there_and_back(hands: int, file: Path, names: list[str], seed: int) -> int:
    """Play, write and read games until there are enough hands; return the number of differences."""
    played = games = different = 0
    while played < hands:
        name = names[seed % len(names)]
        try:
            state = play(name, seed)
        except GameError:
            seed += 1
            continue
        state.save(file)
        content = file.read_bytes()
        again = bj.State.load(file)
        again.save(file)
        texts = b"".join(transcribe(file)).decode()
        same = (again.events, texts, file.read_bytes()) == (state.events, state.transcript, content)
        if not same:
            different += 1
            print(f"{name}, seed {seed}: differs")
        played += max(1, state.view.hand_number)
        games += 1
        seed += 1
    print(f"{played:,} hands in {games:,} games, {different} with a difference")
    return different


def mutate(count: int, file: Path, names: list[str], seed: int) -> None:
    """Change histories at random, and read them. An unexpected error is raised."""
    rng = Random(seed)  # noqa: S311  # as above
    read = refused = 0
    content = b""
    for number in range(count):
        if number % 100 == 0:
            play(names[number // 100 % len(names)], seed + number).save(file)
            content = file.read_bytes()
        at, size = rng.randrange(len(content)), rng.randrange(1, 30)
        part = rng.choice([b"", rng.randbytes(size), content[at : at + size] * 2, b'"', b"[", b"\n", b"9"])
        file.write_bytes(content[:at] + part + content[at + size :])
        try:
            list(transcribe(file))
            read += 1
        except (GameError, UsageError):
            refused += 1
    print(f"{count:,} changed files: {refused:,} refused, {read:,} read")


def main(hands: int, mutated: int, seed: int) -> int:
    """Do both."""
    names = list(shipped_rulesets())
    with tempfile.TemporaryDirectory() as folder:
        different = go_there_and_back(hands, Path(folder) / "game.toml", names, seed)
        mutate(mutated, Path(folder) / "changed.toml", names, seed)
    return 1 if different else 0


if __name__ == "__main__":
    sizes = [int(float(word)) for word in sys.argv[1:]]
    sys.exit(main(*(sizes + [1_000_000, 10_000, 0][len(sizes) :])))
