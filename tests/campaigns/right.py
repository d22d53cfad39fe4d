"""Verify transcripts that follow the rules; `bj verify` must accept them.

    python tests/campaigns/right.py [GAMES] [RULESET...]

Plays this many games of each shipped ruleset, with all its arguments in turn and with people who give any
answer, and as many games of the independent programs of the courses. Each transcript is verified three times:
with all of its luck from its seed, with cuts from the transcript, and with cards from it; transcripts of
programs with other generators only with the cards. The exit code is 0 if all are right.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.session.agreeing import games_with_people
from tests.session.games import shipped
from tests.verify.exams import verifier
from tests.verify.mutants import COURSES, INFINITE, TOURNAMENT, VEGAS, games, program_of, transcript

from bj.argument_values import Value
from bj.compiler.compile import compile_ruleset
from bj.errors import UsageError
from bj.record.transcript_lines import Script
from bj.ruleset.ruleset_files import shipped_rulesets
from bj.session.answer_sources import EndOfInput
from bj.session.conversation import Conversation, Questions
from bj.session.game import Game
from bj.verify.assignment import Chance

PROGRAMS = (COURSES, TOURNAMENT, VEGAS, INFINITE)
"""Independent programs; ``courses.py`` on the command line is one of them."""
CHANCES: tuple[Chance, ...] = ("seed", "cuts", "cards")
TYPED = "h s s d p i r y y y n 0 5 10 10 12.5 20 25 100 N Y hit stand x ? -1"
"""The words that people type, at any prompt."""
MOST_ANSWERS = 60


class Anybody:
    """A person who types any words, sometimes nothing, and leaves at some point."""

    shows_prompts = False

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311  # the same at every run
        self.left = self.chance.randrange(MOST_ANSWERS)

    def ask(self, prompt: str) -> str:
        """The next answer. Raises EndOfInput."""
        self.left -= 1
        if self.left < 0:
            raise EndOfInput
        return self.chance.choice(TYPED.split())


class Played(NamedTuple):
    """A transcript, and the data from which it was made."""

    ruleset: str
    values: Mapping[str, Value]
    seed: int
    rounds: int
    text: str
    chance: Chance = "seed"
    """The source of randomness: seed, cuts or cards."""


def ours(name: str, count: int) -> Iterator[Played]:
    """Games of a shipped ruleset, with people among the players."""
    checked = shipped(name)
    for values, seed, rounds in games_with_people(name, range(count)):
        compiled = compile_ruleset(checked, values, seed, rounds=rounds)
        conversation = Conversation(checked.model.prompts, Anybody(seed), echo=True)
        ask = Questions(conversation, checked, compiled).ask
        played = b"".join(Game(compiled, Script(checked, compiled), ask=ask).transcript()).decode()
        yield Played(name, values, seed, rounds, played)


def theirs(program: str, count: int) -> Iterator[Played]:
    """Games of an independent program."""
    module = program_of(program, ())
    for game in games(program, count):
        yield Played(game.ruleset, game.values, game.seed, 0, transcript(module, game), game.chance)


def judge(played: Iterator[Played]) -> tuple[int, int]:
    """The number of transcripts, and of verdicts that are not `right`, which are printed."""
    number = wrong = 0
    for each in played:
        number += 1
        for chance in CHANCES[CHANCES.index(each.chance) :]:
            checked = shipped(each.ruleset)
            shows_cuts = checked.model.shoe.shuffle.method == "riffle" and "cut" in checked.texts
            other = chance == "cards" or (chance == "cuts" and shows_cuts)
            seed = each.seed + 1 if other else each.seed
            try:
                check = verifier(each.ruleset, each.values, seed, chance, rounds=each.rounds)
            except UsageError:  # transcripts do not show all random results
                continue
            report = check.verify("a file", each.text.encode())
            if report.verdict != "right":
                wrong += 1
                first = report.findings[0]
                words = f"{each.ruleset} {dict(each.values)} --seed {each.seed} --chance {chance}"
                print(f"{words}: line {first.line}: {first.rule}: {first.message}")
    return number, wrong


def main(count: int, names: list[str]) -> int:
    """Verify games of all or of some rulesets, and of the independent programs."""
    failed = 0
    for name in names or [*sorted(shipped_rulesets()), *(f"{program}.py" for program in PROGRAMS)]:
        played = theirs(name[:-3], count) if name.endswith(".py") else ours(name, count)
        number, wrong = judge(played)
        failed += wrong
        print(f"{name}: {number:,} games, {wrong} wrong verdicts", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, sys.argv[2:]))
