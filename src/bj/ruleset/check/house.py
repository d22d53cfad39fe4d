"""Checks of the rules of the house."""

from __future__ import annotations

from bj.errors import KeyPath
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.documents import RIVALS
from bj.ruleset.expressions.parse import names_used

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


@needs("rules")
def check_doubled(checking: Checking) -> None:
    """No condition asks how often a hand was doubled where only hands that were not can meet it."""
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
