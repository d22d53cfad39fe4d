"""Compiles the procedure into the steps of a program, with jumps for repetitions and conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bj.catalogue import occasions as on
from bj.catalogue import steps as s
from bj.catalogue.events import KIND_STRIDE, LINE, LINE_FIELDS, LINE_NUMBERS
from bj.catalogue.steps import STEPS
from bj.compiler.program_writer import ProgramWriter
from bj.engine.layout import program as p
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check import Checked
from bj.ruleset.check.expressions_and_templates import lasting_names
from bj.ruleset.model import Step
from bj.ruleset.model.reactions import PERIODS
from bj.ruleset.shoe_size import RESHUFFLING
from bj.ruleset.start_values import has_random_starts
from bj.ruleset.templates import shown_in

SPEAKING = frozenset((p.SAY_LINE, *(step.number for step in STEPS.values() if step.speaks)))
"""The operations that only record events."""

RECOVERY = (p.ANNOUNCE_USED_UP, s.SHUFFLE, p.VOID_HAND, p.GO_TO)
"""The steps that restart a hand when the cards run out. They are at the end of the program."""

NO_TARGET = -1  # the step has no jump, or jumps back to the first step of a hand


def add_steps(writer: ProgramWriter, *, silent: bool = False, tallied: bool = False) -> list[KeyPath]:
    """Add the steps in a ruleset to the end of a program, and return the paths of the lines they print.

    The index of the first step is stored in the program's header. Formulas and lines precede the steps in the
    program, so all steps are created before the first one is added. A ``silent`` game leaves out steps that
    only print. A ``tallied`` game has additional steps that count results.
    """
    program = writer.program
    written = _StepWriter(writer.checked, writer.formula, silent=silent, tallied=tallied)
    leaving, recovery = written.add_game()
    lines = [_line(writer, number, place) for number, place in enumerate(written.lines)]
    for step in written.steps:
        if step[0] == p.SAY_LINE:
            step[1] = lines[step[1]]
    program[p.QUIT_STEPS] = len(program) + p.STEP_SIZE * leaving
    if recovery:
        program[p.EMPTY_STEPS] = len(program) + p.STEP_SIZE * recovery
    first = program[p.START] = len(program)
    conditions = [operand for operation, operand, _ in written.steps if operation == p.UNLESS]
    program[p.STEP_COUNT] = len(written.steps)
    program[p.STEPS_WORK] = sum(program[formula - 1] for formula in conditions)
    for operation, operand, target in written.steps:
        goal = first + p.STEP_SIZE * target if target >= 0 else 0
        program += [operation, operand, goal] if operation == p.UNLESS else [operation, operand or goal, 0]
    return written.lines


def _line(writer: ProgramWriter, number: int, place: KeyPath) -> int:
    memories = shown_in(writer.checked.templates[place], LINE_FIELDS)
    return writer.words(LINE + KIND_STRIDE * len(memories) + number, (*LINE_NUMBERS, *memories))


def places_of_steps(checked: Checked) -> list[KeyPath]:
    """Return the path in the procedure for each step that ``add_steps`` adds, in order.

    The path is empty for steps that are not in the procedure: those for ending a game, for leaving it early,
    and for restarting a hand when the cards run out.
    """
    written = _StepWriter(checked, lambda _: 0)
    written.add_game()
    return written.places


class _StepWriter:
    """Writes steps one after another. A jump refers to its target by index."""

    def __init__(
        self,
        checked: Checked,
        formula: Callable[[KeyPath], int],
        *,
        silent: bool = False,
        tallied: bool = False,
    ) -> None:
        self.model = model = checked.model
        self.draws_memory = has_random_starts(checked)
        self.silent = silent
        self.tallied = tallied
        self.formula = formula
        self.steps: list[list[int]] = []
        self.score = 0
        """The formula that orders the standings if the game ends early, or 0 to leave them unordered."""
        self.lines: list[KeyPath] = []
        self.here: KeyPath = ()
        self.places: list[KeyPath] = []
        self.takes_side_bets = "take side bets" in model.procedure.steps_named()
        reactions = [reaction for _, reaction in model.all_reactions()]
        self.occasions = {reaction.on for reaction in reactions}
        self.occasions |= {PERIODS[reaction.limit.split()[-1]] for reaction in reactions if reaction.limit}
        self.occasions |= {"hand begins"} if lasting_names(model) else set()

    def add_game(self) -> tuple[int, int]:
        """Add the whole game.

        Return two step indices: the first step for leaving the game early, and the first step for restarting
        a hand when the cards run out. The second index is 0 if running out of cards ends the game.
        """
        if self.draws_memory:
            self.add(p.DRAW_MEMORY)
        self.add_all("game", self.model.procedure.game)
        self.add(p.END_GAME)
        leaving = len(self.steps)
        self.add(p.VOID_HAND)
        self.add(s.ANNOUNCE_STANDINGS, self.score)
        self.add(p.END_GAME)
        if self.model.shoe.when_empty != "restart hand":
            return leaving, 0
        recovery = len(self.steps)
        for operation in RECOVERY:
            self.add(operation)
        return leaving, recovery

    def add(self, operation: int, operand: int = 0, target: int = NO_TARGET) -> list[int]:
        """Add a step, and return it so that its target can be set later.

        Steps that only print are left out of silent games.
        """
        step = [operation, operand, target]
        if self.silent and operation in SPEAKING:
            return step
        self.steps.append(step)
        self.places.append(self.here)
        return step

    def add_all(self, name: str, steps: Sequence[Step]) -> None:
        around = self.here
        for index, step in enumerate(steps):
            if "pass bank" in (step.step, step.else_):
                # before the bank changes hands
                self.add_occasion("hand over", on.HAND_OVER)
            self.here = ("procedure", name, index)
            self.add_step(self.here, step)
        self.here = around

    def add_step(self, path: KeyPath, step: Step) -> None:
        """Add a step from the procedure, with its condition and its alternative."""
        score = self.formula((*path, "by")) if step.by is not None else 0
        skip = self.add(p.UNLESS, self.formula((*path, "if"))) if step.if_ is not None else None
        if step.repeat is not None:
            self.add_repetition(path, step.repeat)
        elif step.say is not None:
            self.add(p.SAY_LINE, self.number_line((*path, "say")))
        elif step.step is not None:
            self.add_named(step.step, score)
        if step.else_ is not None:
            end = self.add(p.GO_TO)
            self.arrive(skip)
            self.here = (*path, "else")
            self.add_named(step.else_, score)
            self.here = path
            self.arrive(end)
        else:
            self.arrive(skip)

    def number_line(self, place: KeyPath) -> int:
        """Return the index of the line at ``place``.

        A line that several steps print has a single index.
        """
        if place not in self.lines:
            self.lines.append(place)
        return self.lines.index(place)

    def arrive(self, jump: list[int] | None) -> None:
        """Make ``jump`` lead to the next step."""
        if jump is not None:
            jump[2] = len(self.steps)

    def add_named(self, name: str, score: int) -> None:
        """Add the step called ``name``, with its reactions. ``score`` is the formula for the standings."""
        if name == "announce standings":
            self.add(s.ANNOUNCE_STANDINGS, score)
            self.score = score
            return
        if name == "reshuffle":
            if self.model.shoe.is_infinite and self.model.shoe.reshuffle_when is None:
                return  # an infinite shoe has no penetration
            skip = self.add(p.UNLESS, self.formula(RESHUFFLING))
            self.add(s.SHUFFLE)
            self.arrive(skip)
            return
        if name == "settle" and self.takes_side_bets:
            self.add(s.SETTLE_SIDE_BETS, 1)  # 1 for the bets that remain just before hands are settled
        is_as_one = name in ("pay naturals", "settle") and bool(lasting_names(self.model))
        if is_as_one:
            self.add(p.DELAY_POWERS, 1)
        self.add(STEPS[name].number)
        if is_as_one:
            self.add(p.DELAY_POWERS, 0)
        if name == "deal":
            self.add_occasion("dealt", on.DEALT)

    def add_occasion(self, name: str, occasion: int) -> None:
        """Add a step for an occasion to which everyone reacts together, unless there are no reactions."""
        if name in self.occasions:
            self.add(p.REACT, occasion)

    def add_repetition(self, path: KeyPath, name: str) -> None:
        """Add a list of steps that is repeated as long as its condition is true."""
        start = len(self.steps)
        end = self.add(p.UNLESS, self.formula((*path, "while")))
        if name == "round":
            self.add(p.BEGIN_ROUND)
            self.add_occasion("round begins", on.ROUND_BEGINS)
            self.add_all("round", self.model.procedure.round or [])
        else:
            begin = self.add(p.BEGIN_HAND)
            self.add_occasion("hand begins", on.HAND_BEGINS)
            self.add_all("hand", self.model.procedure.hand)
            if not self.model.bank_goes_round:
                self.add_occasion("hand over", on.HAND_OVER)
            if self.tallied:
                self.add(p.TALLY)
            begin[2] = len(self.steps) + 1
        self.add(p.GO_TO, 0, start)
        self.arrive(end)
