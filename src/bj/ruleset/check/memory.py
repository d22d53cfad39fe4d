"""Check the names of memories, powers and definitions, and how many steps print lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bj.catalogue.limits import MOST_REMEMBERED
from bj.errors import Fault, KeyPath, TextFaults
from bj.ruleset.check.arguments import RESERVED
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.check.expressions_and_templates import (
    computed_targets,
    known_memory,
    lasting_names,
    limited_names,
    meanings_at,
    remembered_names,
    without_faulty_definitions,
)
from bj.ruleset.check.scopes import find_circle
from bj.ruleset.model import Reaction, Ruleset
from bj.ruleset.model.reactions import Gift, gift_of
from bj.ruleset.names import NAMES, Place
from bj.ruleset.suggestions import shorten, suggest

MOST_LINES = 60

TAKEN = RESERVED.union(*NAMES.values())
"""Words that already have a meaning in expressions that can use memories."""


@needs("strategies")
def check_memory(checking: Checking) -> None:
    """Check that every name that reactions set has a memory, and that there are not too many memories."""
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
        checking.fault("BJ624", places[-1], message, "share names, or remove some", key=True)
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
    """Check that each number has a single starting value, even if several powers or people share it."""
    powers = checking.ruleset.powers or {}
    lists: list[list[tuple[KeyPath, Gift]]] = [
        [(("powers", name), gift_of(name)) for name, power in powers.items() if power.shared]
    ]
    for path, holder in checking.ruleset.holders():
        gifts = map(gift_of, holder.powers or ())
        lists.append([((*path, "powers", index), gift) for index, gift in enumerate(gifts)])
    for given in lists:
        _check_starts(checking, given)


def _check_starts(checking: Checking, given: Iterable[tuple[KeyPath, Gift]]) -> None:
    """Check that powers that share a number all give it the same starting value."""
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
            message = f"`{name}` is a single number, but its starting value is {one} and {two}"
            fault = Fault("BJ210", place, message, "use the same starting value, or rename one")
            if fault not in checking.faults:
                checking.faults.append(fault)


def names_of_arguments(ruleset: Ruleset) -> dict[str, str]:
    """Map each argument that expressions can use to a phrase for it in messages."""
    numbers = (argument.name for argument in ruleset.command_line if argument.type == "integer")
    return dict.fromkeys(numbers, "an argument")


def check_name(checking: Checking, path: KeyPath, name: str, others: Mapping[str, str], remedy: str) -> None:
    """Check that ``name`` is free for a memory, a definition or a power.

    ``others`` maps the names in use to phrases for them in messages.
    """
    if name in TAKEN:
        checking.fault("BJ602", path, f"`{name}` already has a meaning in expressions", remedy, key=True)
    elif name in others:
        checking.fault("BJ601", path, f"{others[name]} is also called `{name}`", remedy, key=True)


def _check_remembering(checking: Checking, path: KeyPath, reaction: Reaction, names: list[str]) -> None:
    """Check that the strategy or power with ``reaction`` has a memory for each number that it sets."""
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


@needs("procedure")
def check_lines(checking: Checking) -> None:
    """Check that no more than MOST_LINES steps print a line."""
    speaking = [path for path, step in checking.ruleset.procedure.all_steps() if step.say is not None]
    for path in speaking[MOST_LINES : MOST_LINES + 1]:
        message = f"more than {MOST_LINES} steps print a line"
        checking.fault(
            "BJ713", (*path, "say"), message, "put several lines into one step, with \\n between them"
        )


PLACES = sorted(Place, key=lambda place: place != Place.ACTION)
"""All places, starting with the one that has the most names."""


@needs("arguments", "define", "strategies")
def check_define(checking: Checking) -> None:
    """Check that each definition has a unique name, and a meaning in at least one place."""
    ruleset = checking.ruleset
    others = dict.fromkeys(remembered_names(ruleset), "a memory") | names_of_arguments(ruleset)
    for name in ruleset.define:
        check_name(checking, ("define", name), name, others, "choose a different name")
    if circle := find_circle(ruleset.define):
        message = f"`{circle[0]}` is defined in terms of itself"
        if len(circle) > 2:
            message += f", through {' and '.join(f'`{name}`' for name in circle[1:-1])}"
        checking.fault("BJ317", ("define", circle[0]), message, "define one of them without using the others")
        return
    found = [meanings_at(checking, place) for place in PLACES]
    for name, text in ruleset.define.items():
        faults = [meaning for meaning in (each[name] for each in found) if isinstance(meaning, TextFaults)]
        if len(faults) == len(found):
            fewest = min(faults, key=lambda each: len(each.faults))
            checking.note(("define", name), without_faulty_definitions(checking, text, fewest))
