"""The differences between two rulesets, in terms of rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bj.describe.rules.parts import HeadedPart
from bj.describe.rules.procedure import describe_procedure
from bj.describe.rules.rule_card import describe_rules
from bj.describe.rules.texts import describe_sayings
from bj.ruleset.check import Checked
from bj.text.visible import make_visible


def describe_all(checked: Checked) -> list[HeadedPart]:
    """Everything that two rulesets can differ in, except their titles."""
    return [*describe_rules(checked), *describe_procedure(checked), *describe_sayings(checked)]


def compare_rulesets(old: Checked, new: Checked) -> list[str]:
    """Lines with the differences of ``new``, section by section; none if all rules are the same."""
    before, after = ({section.key: section for section in describe_all(each)} for each in (old, new))
    lines: list[str] = []
    for key in _in_order(list(before), list(after)):
        nothing = HeadedPart(key, [])
        section = after.get(key) or before[key]
        found = list(_compare_sections(before.get(key, nothing), after.get(key, nothing)))
        if found:
            lines += ["", make_visible(section.title), *found]
    return lines[1:]


def _compare_sections(old: HeadedPart, new: HeadedPart) -> Iterator[str]:
    """The differences between two sections of the same title."""
    before = {part.key: part for part in old.parts}
    after = {part.key: part for part in new.parts}
    for key in _in_order(list(before), list(after)):
        if key not in after:
            yield from (f"  - {line[2:]}" for line in before[key].lines(10**6))
        elif key not in before:
            yield from (f"  + {line[2:]}" for line in after[key].lines(10**6))
        else:
            yield from before[key].compare(after[key])


def _in_order(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The keys of both; a key that only the new one has comes after the key that it follows there."""
    order = list(old)
    at = 0
    for key in new:
        if key in old:
            at = order.index(key) + 1
        else:
            order.insert(at, key)
            at += 1
    return order
