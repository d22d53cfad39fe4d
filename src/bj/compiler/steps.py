"""The procedure as steps of a program: jumps for what is repeated or conditional, operations for the rest."""

from __future__ import annotations

from collections.abc import Callable

from bj.engine import program as p
from bj.errors import KeyPath
from bj.ruleset.model import Ruleset, Step

OPERATIONS = {
    "shuffle": p.SHUFFLE_CARDS,
    "announce hand": p.ANNOUNCE_HAND,
    "take wagers": p.TAKE_WAGERS,
    "deal": p.DEAL,
    "pay naturals": p.PAY_NATURALS,
    "players act": p.PLAYERS_ACT,
    "reveal hole card": p.REVEAL_HOLE_CARD,
    "dealer acts": p.DEALER_ACTS,
    "settle": p.SETTLE,
    "announce standings": p.ANNOUNCE_STANDINGS,
}


def assemble(program: list[int], model: Ruleset, formula: Callable[[KeyPath], int]) -> int:
    """Put the steps of ``model`` at the end of ``program``: the index of the first.

    ``formula`` gives the index of the formula for the expression at a place; it may add to the program, so
    all steps are made before they are put there.
    """
    steps: list[list[int]] = []

    def jump_unless(path: KeyPath) -> list[int]:
        step = [p.UNLESS, formula(path), 0]
        steps.append(step)
        return step

    def add(path: KeyPath, step: Step) -> None:
        skips = [jump_unless((*path, "if"))] if step.if_ is not None else []
        if step.repeat is not None:
            start = len(steps)
            skips.append(jump_unless((*path, "while")))
            steps.append([p.BEGIN_HAND, 0, 0])
            for index, inner in enumerate(model.procedure.hand):
                add(("procedure", "hand", index), inner)
            steps.append([p.GO_TO, start, 0])
        elif step.step == "reshuffle":
            skips.append(jump_unless(("shoe", "reshuffle_when")))
            steps.append([p.SHUFFLE_CARDS, 0, 0])
        elif step.step is not None:
            steps.append([OPERATIONS[step.step], 0, 0])
        for skip in skips:
            skip[2] = len(steps)

    for index, step in enumerate(model.procedure.game):
        add(("procedure", "game", index), step)
    steps.append([p.END_GAME, 0, 0])

    first = len(program)
    for numbers in steps:
        if numbers[0] == p.GO_TO:
            numbers[1] = first + p.STEP_SIZE * numbers[1]
        elif numbers[0] == p.UNLESS:
            numbers[2] = first + p.STEP_SIZE * numbers[2]
        program += numbers
    return first
