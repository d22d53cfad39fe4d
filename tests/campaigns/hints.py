"""Ask for hints in random positions of shipped tables: the time and the values of each.

    python tests/campaigns/hints.py [HINTS] [SEED]

Each value is compared with that of `bj analyze --hand` to the last digit, unless the hand is from a split.
The exit code is 0 if all hints are right and came within a second.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import NamedTuple

import bj
from bj.analysis.action_values import Positions
from bj.analysis.exact_game import ExactGame, make_game
from bj.analysis.valued_decision import VALUED, ValuedDecision, decision_about
from bj.catalogue.actions import ACTIONS
from bj.cli.hint_budget import Budget, NotInTimeError, engine_of_hints
from bj.errors import UsageError
from bj.session.game_plan import prepare

TABLES = (
    "infinite_double",
    "casino",
    "casino/single_deck",
    "casino/downtown",
    "casino/european",
    "casino/early_surrender",
    "casino/hit_split_aces",
    "variants/free_bet",
    "variants/double_exposure",
    "variants/spanish_21",
)

LONGEST = 1.0
"""Seconds that a hint may take."""


class Hint(NamedTuple):
    """A hint and its judgement."""

    table: str
    decision: ValuedDecision
    seconds: float
    is_right: bool
    why_not: str
    """Why there is no hint; empty if there is one."""


def decisions(table: str, chooser: random.Random) -> Iterator[ValuedDecision]:
    """The decisions of random games at a table."""
    while True:
        state = bj.State(table, seed=chooser.randrange(1 << 30))
        codes = prepare(table, [], {})[0].pack.codes
        while not state.is_over:
            question = state.view.question
            if question is not None and question.kind in VALUED:
                with suppress(UsageError):  # it has no exact value, which a hint says without a search
                    yield decision_about(state.view, question, codes)
            legal = list(state.legal_actions())
            splits = ACTIONS["split"].number
            is_split = question is not None and question.kind == VALUED[0] and splits in legal
            state.apply(splits if is_split else chooser.choice(legal[:8]))


@cache
def game_of(table: str) -> ExactGame:
    """The game of a table, which a session makes once."""
    checked, values = prepare(table, [], {})
    return make_game(checked, values, fresh=True, solved=True)


def hint(table: str, decision: ValuedDecision) -> Hint:
    """A hint that a person at a terminal gets after the first one, and whether it is right."""
    engine, game = engine_of_hints(), game_of(table)
    start = time.monotonic()
    why_not, found = "", None
    try:
        found = decision.values(Positions(game, engine, Budget(engine)))
    except (NotInTimeError, UsageError) as error:
        why_not = str(error)
    seconds = time.monotonic() - start
    is_right = True
    if found is not None and not decision.others:
        position = Positions(game, engine).find(decision.cards, decision.shown)
        exact = {*position.actions.values(), *position.offers.values()}
        is_right = {*found.of_answers.values()} <= exact
    return Hint(table, decision, seconds, is_right, why_not)


def main(number: int, seed: int) -> int:
    """Ask for a number of hints, and print the results."""
    chooser = random.Random(seed)  # noqa: S311  # no secret depends on it
    hint("infinite_double", next(decisions("infinite_double", chooser)))  # a warm process
    hints = [
        hint(table, decision)
        for place, table in enumerate(TABLES)
        for decision in islice(decisions(table, chooser), number * (place + 1) // 10 - number * place // 10)
    ]
    for table in TABLES:
        own = [each for each in hints if each.table == table]
        times = sorted(each.seconds for each in own) or [0.0]
        late = sum(each.seconds > LONGEST for each in own)
        none = [each for each in own if each.why_not]
        print(
            f"{table}: {len(own)} hints, median {times[len(times) // 2]:.2f} s, longest {times[-1]:.2f} s, "
            f"{late} late, {len(none)} without a value{f' ({none[0].why_not})' if none else ''}"
        )
    wrong = [each for each in hints if not each.is_right]
    for each in wrong:
        print(f"{each.table}, {each.decision}: differs from `bj analyze --hand`")
    return 1 if wrong or any(each.seconds > LONGEST or each.why_not for each in hints) else 0


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in [*sys.argv[1:], *("200", "1")[len(sys.argv) - 1 :]])))
