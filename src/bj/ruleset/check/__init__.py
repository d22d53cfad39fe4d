"""Check fields that depend on each other, and strings that have a syntax of their own."""

from __future__ import annotations

from bj.errors import Fault
from bj.ruleset.check.checked import Checked, Checking
from bj.ruleset.model import Ruleset
from bj.ruleset.toml.faulty_parts import Gaps

__all__ = ["Checked", "check"]


def check(ruleset: Ruleset, gaps: Gaps | None = None) -> tuple[Checked | None, list[Fault]]:
    """Run all checks on ``ruleset``. Return the checked ruleset, or None if a check fails, and the faults.

    ``gaps`` are the parts that were removed because of other faults. A section that was removed as a whole is
    None, and checks that need it are skipped.
    """
    from bj.ruleset.check import all_checks  # not needed for shipped rulesets, which are checked already

    checking = Checking(ruleset, gaps or Gaps())
    for check_one in all_checks.CHECKS:
        if all(getattr(ruleset, section) is not None for section in check_one.needs):
            check_one(checking)
    return (None if checking.faults else checking.finish()), checking.faults
