"""Checks of the rules of the house."""

from __future__ import annotations

from bj.errors import KeyPath
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.documents import RIVALS
from bj.ruleset.expressions.parse import names_used
from bj.ruleset.model.rules import Charlie

AGAIN = {
    "hit": ("hit", "doubled = true"),
    "double": ("doubled again", "times = 2"),
    "surrender": ("surrendered", "doubled = true"),
}
"""Actions that a doubled hand is excluded from: in words, and the key that allows them."""


@needs("dealer", "shoe")
def check_rivals(checking: Checking) -> None:
    """No section says the same in two ways."""
    for section, word, condition in RIVALS:
        holder = getattr(checking.ruleset, section)
        if getattr(holder, word) is not None and getattr(holder, condition) is not None:
            message = f"`{word}` has no effect together with `{condition}`"
            checking.fault("BJ210", (section, word), message, "remove one of them", key=True)


@needs("rules", "payouts")
def check_charlie(checking: Checking) -> None:
    """A charlie has only keys of its kind, and one payout."""
    charlie = checking.ruleset.rules.charlie
    if not isinstance(charlie, Charlie) or not checking.is_sure("rules", "charlie"):
        return
    path = ("rules", "charlie")
    if not charlie.after_split and not charlie.at_once:
        message = "only a charlie that wins at once can exclude hands from splits"
        checking.fault(
            "BJ210", (*path, "after_split"), message, "add `at_once = true`, or remove it", key=True
        )
    if charlie.dealer and charlie.at_once:
        message = "`dealer` has no effect where a charlie wins at once"
        checking.fault("BJ210", (*path, "dealer"), message, "remove one of the two", key=True)
    if (charlie.pays or charlie.at_once) and "charlie" in checking.ruleset.payouts.bonuses:
        message = "the bonus `charlie` already sets the payout of a charlie"
        checking.fault("BJ210", path, message, "remove one of the two", key=True)


@needs("rules")
def check_doubled(checking: Checking) -> None:
    """No condition reads `doubled` where doubled hands are excluded."""
    for rule, (doing, key) in AGAIN.items():
        if checking.ruleset.rules.allows_doubled(rule):
            continue
        written = checking.ruleset.rules.written(rule)
        path: KeyPath = ("rules", rule) if isinstance(written, str) else ("rules", rule, "when")
        expression = checking.expressions.get(path)
        if expression is not None and "doubled" in names_used(expression):
            message = f"`doubled` is always 0 here: a doubled hand is not {doing}"
            remedy = f"to allow that, write `{rule} = {{ {key} }}`"
            checking.fault("BJ213", path, message, f"{remedy}; else remove `doubled`")
