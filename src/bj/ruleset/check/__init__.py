"""What only several fields together can get wrong, and what only parsing a text can tell."""

from __future__ import annotations

from collections.abc import Mapping

from bj.errors import Fault
from bj.ruleset.check.arguments import check_arguments
from bj.ruleset.check.checked import Checked, Checking
from bj.ruleset.check.memory import check_lines, check_memory
from bj.ruleset.check.procedure import check_procedure
from bj.ruleset.check.prompts import check_prompts
from bj.ruleset.check.reach import check_loops, check_minimum, check_room
from bj.ruleset.check.reactions import check_reactions
from bj.ruleset.check.repeated import RepeatedCheck
from bj.ruleset.check.start import check_draws, check_start_values
from bj.ruleset.check.strategies import check_seats, check_strategies
from bj.ruleset.check.table import check_cards, check_shoe
from bj.ruleset.check.teams import check_teams
from bj.ruleset.check.text import check_expressions, check_templates
from bj.ruleset.gaps import Gaps
from bj.ruleset.model import Ruleset

__all__ = ["Checked", "check", "check_once"]

CHECKS = (
    check_arguments,
    check_cards,
    check_shoe,
    check_strategies,
    check_seats,
    check_teams,
    check_reactions,
    check_memory,
    check_lines,
    check_procedure,
    check_expressions,
    check_start_values,
    check_draws,
    check_room,
    check_minimum,
    check_loops,
    check_templates,
    check_prompts,
)


BEGINNING = (check_start_values, check_draws, check_room, check_minimum, check_loops)
"""What looks at nearly all sections: made together, these cost one look at what was made before."""

REPEATED = (*(RepeatedCheck(one) for one in CHECKS if one not in BEGINNING), RepeatedCheck(*BEGINNING))


def check_once(ruleset: Ruleset, marks: Mapping[str, int] | None) -> tuple[Checked | None, list[Fault]]:
    """As ``check``, for a ruleset whose sections have ``marks`` that tell them from those of others."""
    if marks is None:
        return check(ruleset)
    checking = Checking(ruleset)
    for check_one in REPEATED:
        check_one(checking, marks)
    return (None if checking.faults else checking.finish()), checking.faults


def check(ruleset: Ruleset, gaps: Gaps | None = None) -> tuple[Checked | None, list[Fault]]:
    """Check ``ruleset`` beyond its types: what came of it, None with faults, and every fault.

    ``gaps`` says what of it was taken out because of other faults; a section that is lost altogether is
    None. A check that needs such a section is left out.
    """
    checking = Checking(ruleset, gaps or Gaps())
    for check_one in CHECKS:
        if all(getattr(ruleset, section) is not None for section in check_one.needs):
            check_one(checking)
    return (None if checking.faults else checking.finish()), checking.faults
