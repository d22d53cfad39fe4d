"""Check that every step in the procedure is possible at the point where it occurs."""

from __future__ import annotations

from typing import NamedTuple

from bj.catalogue.steps import STEPS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.model import Step
from bj.ruleset.model.procedure import LISTS

IN_ORDER = frozenset(step.name for step in STEPS.values() if step.once)
"""Steps whose order matters. Courses record only these steps, so there are few different courses."""

MUST_BE_PLAYED = ("take wagers", "deal")
"""Steps that must not depend on a condition, because a hand needs wagers and cards."""

RANKED = "announce standings"
"""The step that can list the players in an order that the ruleset chooses."""

MOST_STEPS = 10_000
MOST_LINES = 60

A = {"game": "the game", "round": "a round", "hand": "a hand"}


@needs("procedure")
def check_procedure(checking: Checking) -> None:
    """Check that every step is possible at the point where it occurs, and that every wager is settled."""
    procedure = checking.ruleset.procedure
    for name in LISTS:
        steps: list[Step] = getattr(procedure, name) or []
        for index, step in enumerate(steps):
            path: KeyPath = ("procedure", name, index)
            _check_form(checking, path, step)
            _check_place(checking, path, step)
        _check_order(checking, name, steps)
    _check_repetitions(checking)
    _check_size(checking)
    names = [name for step in procedure.hand for name in (step.step, step.else_)]
    if "take wagers" in names and "settle" not in names and _knows_all(checking, "hand"):
        message = "the wagers of a hand are never settled"
        checking.fault("BJ711", ("procedure", "hand"), message, 'add the step `"settle"`', key=True)
    is_dealt = any(entry.startswith("player") for entry in procedure.deal)
    if not is_dealt and checking.is_sure("procedure", "deal"):
        message = "the players are dealt no cards"
        checking.fault("BJ712", ("procedure", "deal"), message, 'add `"player up"`', key=True)


def _knows_all(checking: Checking, name: str) -> bool:
    """Whether no fault removed a step, or part of a step, from the list ``name``."""
    steps = getattr(checking.ruleset.procedure, name) or []
    return checking.is_sure("procedure", name) and all(
        checking.is_sure("procedure", name, index) for index in range(len(steps))
    )


def _check_form(checking: Checking, path: KeyPath, step: Step) -> None:
    """Check that a step does exactly one thing, and has only keys that apply to it."""
    if checking.is_sure(*path):
        if step.step is None and step.repeat is None and step.say is None:
            message = "this step does nothing"
            checking.fault("BJ701", path, message, 'write `"deal"` or `{ repeat = "hand", while = "…" }`')
        elif step.repeat is not None and step.while_ is None:
            checking.fault("BJ703", path, "this would repeat forever", 'add `while = "…"`')
        elif step.while_ is not None and step.repeat is None:
            message = "`while` needs `repeat`"
            checking.fault("BJ702", (*path, "while"), message, "use `if` for a condition", key=True)
        if step.else_ is not None and step.if_ is None:
            message = "`else` needs `if`"
            checking.fault("BJ702", (*path, "else"), message, 'add `if = "…"`', key=True)
    if step.by is not None and RANKED not in (step.step, step.else_) and checking.is_sure(*path):
        message = f"`by` needs the step `{RANKED}`"
        checking.fault("BJ702", (*path, "by"), message, "remove it", key=True)
    uses = [key for key in ("step", "repeat", "say") if getattr(step, key) is not None]
    for key in uses[1:]:
        message = f"a step cannot have both `{uses[0]}` and `{key}`"
        checking.fault("BJ704", (*path, key), message, "split it into two steps", key=True)


def _check_place(checking: Checking, path: KeyPath, step: Step) -> None:
    """Check that a step is allowed in its list, and that the ruleset has everything that the step needs."""
    name = path[1]
    names: dict[str, str | None] = {"step": step.step, "else": step.else_}
    for key, what in names.items():
        if what is None:
            continue
        place = (*path, key)
        conditions = STEPS[what]
        if conditions.only_in not in ("", name):
            remedy = f"move it into `{conditions.only_in}`"
            checking.fault("BJ705", place, f"`{what}` is possible only in {A[conditions.only_in]}", remedy)
        elif conditions.team and checking.ruleset.tournament is None and checking.is_sure("tournament"):
            checking.fault("BJ706", place, f"`{what}` needs teams", "remove it, or add [tournament]")
        needs_condition = what == "reshuffle" and checking.ruleset.shoe is not None
        if (
            needs_condition
            and checking.ruleset.shoe.reshuffle_when is None
            and checking.ruleset.shoe.penetration is None
            and checking.is_sure("shoe", "reshuffle_when")
            and checking.is_sure("shoe", "penetration")
        ):
            message = "the ruleset does not say when to reshuffle"
            checking.fault("BJ211", place, message, 'add `penetration = "75%"` to [shoe]')
    if step.repeat is not None and LISTS.index(step.repeat) <= LISTS.index(str(name)):
        message = f"{A[step.repeat]} cannot be played inside {A[str(name)]}"
        is_round = step.repeat == "hand" and checking.ruleset.procedure.round is not None
        checking.fault(
            "BJ705", (*path, "repeat"), message, f"repeat it in `{'round' if is_round else 'game'}`"
        )


class _Course(NamedTuple):
    """One possible course of a list, up to a certain step. Conditions on steps make courses differ."""

    played: frozenset[str] = frozenset()
    passed: frozenset[str] = frozenset()
    """The steps carried out so far, and the steps skipped because their own condition was false."""


def _check_order(checking: Checking, name: str, steps: list[Step]) -> None:
    """Check that each step comes after the steps that it needs.

    Steps in MUST_BE_PLAYED must be carried out. Other required steps may be skipped because of a condition.
    """
    courses = {_Course()}
    for index, step in enumerate(steps):
        path: KeyPath = ("procedure", name, index)
        after = _courses_after(checking, path, "step", step.step, courses, steps)
        if step.if_ is not None:
            left_out = {course._replace(passed=course.passed | _one(step.step)) for course in courses}
            after |= _courses_after(checking, path, "else", step.else_, left_out, steps)
        courses = after


def _one(step: str | None) -> frozenset[str]:
    return frozenset({step}) if step in IN_ORDER else frozenset()


def _courses_after(
    checking: Checking, path: KeyPath, key: str, step: str | None, courses: set[_Course], steps: list[Step]
) -> set[_Course]:
    """Add ``step`` to each of the ``courses``.

    If ``step`` cannot come next in one of them, report a fault at ``key``.
    """
    if step is None:
        return courses
    place = path if steps[int(path[-1])].if_ is None else (*path, key)
    conditions = STEPS[step]
    if conditions.only_in in ("", path[1]):
        found = (_find_disorder(checking, str(path[1]), step, course, steps) for course in courses)
        fault = min(filter(None, found), default=None)
        if fault is not None:
            checking.fault(fault[0], place, *fault[1:])
    if step not in IN_ORDER:
        return courses
    return {_Course(course.played | {step}, course.passed | {step}) for course in courses}


def _find_disorder(
    checking: Checking, name: str, step: str, course: _Course, steps: list[Step]
) -> tuple[str, str, str] | None:
    """Explain why ``step`` cannot come next in ``course``.

    Return the code, the message and the remedy for the fault, or None if ``step`` can come next.
    """
    conditions = STEPS[step]
    if conditions.once and step in course.played:
        return "BJ707", f"`{step}` occurs twice in a hand", "remove one"
    if step in ("shuffle", "reshuffle") and "deal" in course.played and "settle" not in course.played:
        return (
            "BJ709",
            "the shoe is shuffled while cards are on the table",
            "shuffle before `deal` or after `settle`",
        )
    spared = () if "dealer down" in checking.ruleset.procedure.deal else ("reveal hole card",)
    for needed in conditions.after:
        if needed in (course.played if needed in MUST_BE_PLAYED else course.passed):
            continue
        if needed in course.passed:
            remedy = f"remove the condition of `{needed}`"
            return "BJ708", f"`{step}` can happen without `{needed}`", remedy
        if any(needed in (each.step, each.else_) for each in steps):
            return "BJ708", f"`{step}` comes before `{needed}`", f"move it after `{needed}`"
        if _knows_all(checking, name) and needed not in spared:
            return "BJ708", f"`{step}` needs `{needed}` before it", f'add the step `"{needed}"` before it'
    return None


def _check_size(checking: Checking) -> None:
    """Check that the game does not have too many steps once every `repeat` is replaced by its list."""
    sizes: dict[str, int] = {}
    for name in reversed(LISTS):
        steps: list[Step] = getattr(checking.ruleset.procedure, name) or []
        sizes[name] = sum(1 + sizes.get(step.repeat or "", 0) for step in steps)
        if sizes[name] > MOST_STEPS:
            message = f"including repetitions, {A[name]} has more than {MOST_STEPS:,} steps"
            remedy = "repeat each list once, and use conditions on its steps"
            checking.fault("BJ714", ("procedure", name), message, remedy, key=True)
            return


def _check_repetitions(checking: Checking) -> None:
    """Check that the game plays hands, and that it plays rounds if and only if the ruleset defines them."""
    procedure = checking.ruleset.procedure
    repeated = {name: {step.repeat for step in getattr(procedure, name) or []} for name in LISTS}
    if not _knows_all(checking, "game") or not _knows_all(checking, "round"):
        return
    if "round" in repeated["game"] and procedure.round is None:
        path: KeyPath = ("procedure", "game")
        message = "the ruleset defines no round"
        checking.fault("BJ211", path, message, "add `round = […]`", key=True)
    elif "hand" not in repeated["game"] and not ("round" in repeated["game"] and "hand" in repeated["round"]):
        message = "the game never plays a hand"
        checking.fault(
            "BJ710", ("procedure", "game"), message, 'add `{ repeat = "hand", while = "…" }`', key=True
        )
    if procedure.round is not None and "round" not in repeated["game"]:
        message = "the game never plays a round"
        remedy = 'add `{ repeat = "round", while = "…" }` to `game`, or remove `round`'
        checking.fault("BJ710", ("procedure", "round"), message, remedy, key=True)


@needs("procedure")
def check_lines(checking: Checking) -> None:
    """Check that no more than MOST_LINES steps print a line."""
    speaking = [path for path, step in checking.ruleset.procedure.all_steps() if step.say is not None]
    for path in speaking[MOST_LINES : MOST_LINES + 1]:
        message = f"more than {MOST_LINES} steps print a line"
        checking.fault(
            "BJ713", (*path, "say"), message, "put several lines into one step, with \\n between them"
        )
