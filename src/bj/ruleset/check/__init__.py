"""Checks beyond those of the models: on fields that depend on each other, and on text with its own syntax."""

from __future__ import annotations

from bj.faults_and_fixes import Fault
from bj.ruleset.check.check_state import Checked, Checking
from bj.ruleset.model import Ruleset
from bj.ruleset.toml.removed_parts import Gaps

__all__ = ["Checked", "check"]


def check(ruleset: Ruleset, gaps: Gaps | None = None) -> tuple[Checked | None, list[Fault]]:
    """Run every check on ``ruleset``.

    Return a pair: the checked ruleset (None if a check fails) and all faults. ``gaps`` contains the parts
    that were removed because of other faults. A section that was removed as a whole is None, and checks that
    need it are skipped.
    """
    from bj.ruleset.check import all_checks  # not needed for shipped rulesets, which are checked already

    checking = Checking(ruleset, gaps or Gaps())
    for check_one in all_checks.CHECKS:
        if all(getattr(ruleset, section) is not None for section in check_one.needs):
            check_one(checking)
    return (None if checking.faults else checking.finish()), checking.faults
