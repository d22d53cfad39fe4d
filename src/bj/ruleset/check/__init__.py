"""What only several fields together can get wrong, and what only parsing a text can tell."""

from __future__ import annotations

from bj.errors import Fault
from bj.ruleset.check.arguments import check_arguments
from bj.ruleset.check.checked import Checked, Checking
from bj.ruleset.check.play import check_cards, check_players, check_shoe, check_strategies
from bj.ruleset.check.procedure import check_procedure
from bj.ruleset.check.text import check_expressions, check_templates
from bj.ruleset.model import Ruleset

__all__ = ["Checked", "check"]

CHECKS = (
    check_arguments,
    check_cards,
    check_shoe,
    check_strategies,
    check_players,
    check_procedure,
    check_expressions,
    check_templates,
)


def check(ruleset: Ruleset, valid: frozenset[str] | None = None) -> tuple[Checked | None, list[Fault]]:
    """Check ``ruleset`` beyond its types: what came of it, None with faults, and every fault.

    ``valid`` names the sections that hold what their types promise, all of them when it is not given; a
    check that needs another one is left out.
    """
    checking = Checking(ruleset)
    for check_one in CHECKS:
        if valid is None or check_one.needs <= valid:
            check_one(checking)
    return (None if checking.faults else checking.finish()), checking.faults
