"""Checks of what players remember, and of limits set by the engine's events."""

from __future__ import annotations

from collections.abc import Set

from bj.catalogue.limits import MOST_REMEMBERED
from bj.errors import KeyPath
from bj.ruleset.check.arguments import RESERVED
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.check.text import known_memory, remembered_names
from bj.ruleset.model import Reaction
from bj.ruleset.names import NAMES
from bj.ruleset.words import shorten, suggest

MOST_LINES = 60

TAKEN = RESERVED.union(*NAMES.values())
"""The words that already have a meaning in the expressions that can use memories."""


@needs("strategies")
def check_memory(checking: Checking) -> None:
    """Every name that a reaction sets is a memory of some strategy, and there are not too many of them."""
    ruleset = checking.ruleset
    names = remembered_names(ruleset)
    if len(names) > MOST_REMEMBERED:
        last = next(name for name in reversed(ruleset.strategies) if ruleset.strategies[name].memory)
        message = (
            f"the strategies remember {len(names)} different names; at most {MOST_REMEMBERED} are possible"
        )
        path: KeyPath = ("strategies", last, "memory")
        checking.fault("BJ624", path, message, "share names between strategies", key=True)
    arguments = {argument.name for argument in ruleset.command_line if argument.type == "integer"}
    for name, strategy in ruleset.strategies.items():
        for remembered in strategy.memory or {}:
            where: KeyPath = ("strategies", name, "memory", remembered)
            check_name(checking, where, remembered, arguments, "remember it under another name")
    for place, reaction in ruleset.all_reactions():
        _check_remembering(checking, place, reaction, names)


def check_name(checking: Checking, path: KeyPath, name: str, arguments: Set[str], remedy: str) -> None:
    """A memory or a definition has a name with no other meaning where it can be used."""
    if name in TAKEN:
        checking.fault("BJ602", path, f"`{name}` already has a meaning in expressions", remedy, key=True)
    elif name in arguments:
        checking.fault("BJ601", path, f"an argument is also called `{name}`", remedy, key=True)


def _check_remembering(checking: Checking, path: KeyPath, reaction: Reaction, names: list[str]) -> None:
    """A reaction that remembers something says what, and some strategy has a memory for it."""
    if not checking.is_sure(*path):
        return
    if reaction.do == "remember" and not reaction.set:
        checking.fault(
            "BJ211", (*path, "do"), "this does not say what to remember", 'add `set = { NAME = "…" }`'
        )
    known = known_memory(checking)
    for name in reaction.set:
        if known is not None and name not in known:
            message = f"no strategy remembers `{shorten(name)}`"
            remedy = suggest(name, names) if names else "add `memory` to the strategy"
            checking.fault("BJ623", (*path, "set", name), message, remedy, key=True)


@needs("procedure")
def check_lines(checking: Checking) -> None:
    """There are no more lines than numbers for them."""
    speaking = [path for path, step in checking.ruleset.procedure.all_steps() if step.say is not None]
    for path in speaking[MOST_LINES : MOST_LINES + 1]:
        message = f"more than {MOST_LINES} steps say something"
        checking.fault("BJ713", (*path, "say"), message, "join lines with \\n")
