"""Check names for seats, other people's hands and answers, which only some reactions can use."""

from __future__ import annotations

import re

from bj.catalogue.expression_names import ANSWER, SEAT, THEIRS
from bj.faults_and_fixes import Fault
from bj.ruleset.all_expressions import expressions_of
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.check.expressions_and_templates import read_use
from bj.ruleset.check.reactions import RELATIONS
from bj.ruleset.expressions.tree import names_used
from bj.ruleset.model import Reaction


@needs()
def check_known(checking: Checking) -> None:
    """Check that names for seats, other people's hands and answers are used only where they have a value."""
    reactions = dict(checking.ruleset.all_reactions())
    for use in expressions_of(checking.ruleset):
        expression = read_use(checking, use)
        for name in sorted(names_used(expression) & (THEIRS | {ANSWER, SEAT}) if expression else ()):
            path = use.path[:-1] if use.path[:-1] in reactions else use.path[:-2]
            key = use.path[len(path)]
            reaction = None if key in ("while", "target") else reactions.get(path)
            if name == ANSWER:
                why = _why_no_answer(reaction, key) if checking.is_sure(*path, "between") else None
            else:
                why = _why_unknown(checking, reaction, name)
            if why is not None:
                found = re.search(rf"\b{name}\b", use.text)
                span = (found.start(), len(found[0])) if found else None
                checking.faults.append(Fault("BJ316", use.path, *why, span=span))


def _why_unknown(checking: Checking, reaction: Reaction | None, name: str) -> tuple[str, str] | None:
    """Explain why ``reaction`` cannot use ``name``, and how to fix it.

    ``name`` refers to a seat or to another person. Return None if the reaction can use it.
    """
    if name in THEIRS and (reaction is None or reaction.of is None):
        return f"`{name}` needs `of`", f"add {RELATIONS} to the reaction"
    if name in (SEAT, "their_seat") and checking.ruleset.teams:
        return "members of teams have no seats", "compare a different value"
    return None


def _why_no_answer(reaction: Reaction | None, key: str | int) -> tuple[str, str] | None:
    """Explain why ``key`` in ``reaction`` cannot use the answer to a question, and how to fix it.

    Return None if it can use the answer.
    """
    if reaction is None or reaction.between is None:
        message = f"`{ANSWER}` needs `between`"
        return message, "add `between`, and ask for a number"
    if key in ("when", "default"):
        return (
            f"`{ANSWER}` is not available before the question",
            "use it in `set`, or in a key for the effect",
        )
    return None
