"""Check the names and the starting values of memories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bj.catalogue.limits import MOST_REMEMBERED
from bj.faults_and_fixes import Fault, KeyPath
from bj.ruleset.check.check_state import Checking, needs
from bj.ruleset.check.definitions import check_name, names_of_arguments
from bj.ruleset.check.expressions_and_templates import (
    computed_targets,
    known_memory,
    lasting_names,
    limited_names,
    remembered_names,
)
from bj.ruleset.model import Reaction
from bj.ruleset.model.reactions import Gift, as_gift
from bj.ruleset.suggestions import shorten, suggest


@needs("strategies")
def check_memory(checking: Checking) -> None:
    """Check that every number that reactions set has a memory, and that there are not too many memories."""
    ruleset = checking.ruleset
    names, lasting = remembered_names(ruleset), lasting_names(ruleset)
    others = len(limited_names(ruleset)) + len(lasting) + len(computed_targets(ruleset))
    remembering: list[tuple[KeyPath, Mapping[str, str]]] = [
        *((("strategies", name, "memory"), each.memory or {}) for name, each in ruleset.strategies.items()),
        *((("powers", name, "memory"), each.memory) for name, each in (ruleset.powers or {}).items()),
    ]
    if len(names) + others > MOST_REMEMBERED:
        of_them = f", {others} of them for limits and lasting powers" if others else ""
        message = (
            f"players remember {len(names) + others} numbers{of_them}; there is room for {MOST_REMEMBERED}"
        )
        places = [path for path, memory in remembering if memory]
        places += [("powers", name, "while") for name in lasting]
        places += [(*path, "limit") for path, each in ruleset.all_reactions() if each.limit is not None]
        checking.fault("BJ624", places[-1], message, "let numbers share names, or remove some", key=True)
    arguments = names_of_arguments(ruleset)
    for path, memory in remembering:
        for remembered in memory:
            check_name(checking, (*path, remembered), remembered, arguments, "choose a different name")
    for name in lasting:
        path = ("powers", name)
        known = dict.fromkeys(ruleset.define or (), "a definition") | dict.fromkeys(names, "a memory")
        check_name(checking, path, name, known | arguments, "rename the power")
    for place, reaction in ruleset.all_reactions():
        _check_remembering(checking, place, reaction, names)


@needs("strategies")
def check_one_start(checking: Checking) -> None:
    """Check that each number has only one starting value, even if several powers or people share it."""
    powers = checking.ruleset.powers or {}
    lists: list[list[tuple[KeyPath, Gift]]] = [
        [(("powers", name), as_gift(name)) for name, power in powers.items() if power.shared]
    ]
    for path, holder in checking.ruleset.holders():
        gifts = map(as_gift, holder.powers or ())
        lists.append([((*path, "powers", index), gift) for index, gift in enumerate(gifts)])
    for given in lists:
        _check_starts(checking, given)


def _check_starts(checking: Checking, given: Iterable[tuple[KeyPath, Gift]]) -> None:
    """Check that all powers that share a number give it the same starting value."""
    powers = checking.ruleset.powers or {}
    starts: dict[str, tuple[str, Gift]] = {}
    for path, gift in given:
        memory = powers[gift.power].memory if gift.power in powers else {}
        for name, start in ((name, gift.with_.get(name, start)) for name, start in memory.items()):
            first, other = starts.setdefault(name, (start, gift))
            if start == first:
                continue
            place = (*path, "with", name) if name in gift.with_ else path
            if name not in gift.with_ and name not in other.with_:
                place = ("powers", gift.power, "memory", name)
            one, two = f"{shorten(first)} in `{other.power}`", f"{shorten(start)} in `{gift.power}`"
            message = f"`{name}` is a single number, but has two starting values: {one} and {two}"
            fault = Fault("BJ210", place, message, "use one starting value, or rename one of the numbers")
            if fault not in checking.faults:
                checking.faults.append(fault)


def _check_remembering(checking: Checking, path: KeyPath, reaction: Reaction, names: list[str]) -> None:
    """Check that the strategy or power of ``reaction`` has a memory for each number the reaction sets."""
    if not checking.is_sure(*path):
        return
    known = known_memory(checking)
    for name in reaction.set:
        if known is not None and name not in known:
            message = f"no `memory` has the name `{shorten(name)}`"
            where = "power" if path[0] == "powers" else "strategy"
            remedy = suggest(name, names) if names else ""
            if not str(remedy).endswith("?"):
                adds = f"add `memory = {{ {shorten(name)} = 0 }}` to the {where}"
                remedy = f"{remedy}, or {adds}" if remedy else adds
            checking.fault("BJ623", (*path, "set", name), message, remedy, key=True)
