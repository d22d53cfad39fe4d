"""Checks of reactions: what members of teams and players of strategies say and do."""

from __future__ import annotations

from bj.catalogue.reactions import EFFECT_OF, EFFECTS
from bj.errors import KeyPath
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.model import Reaction
from bj.ruleset.words import shorten, suggest


@needs()
def check_reactions(checking: Checking) -> None:
    """Every reaction says or does something and has the keys for it, and every name in a list is known."""
    for path, reaction in checking.ruleset.all_reactions():
        if checking.is_sure(*path):
            _check_effect(checking, path, reaction)
            _check_keys(checking, path, reaction)
    for path, entries in checking.ruleset.lists_of_reactions():
        for index, entry in enumerate(entries):
            if isinstance(entry, str):
                _check_name(checking, (*path, index), entry)


def _check_name(checking: Checking, path: KeyPath, name: str) -> None:
    """The name is that of a reaction in ``[reactions]``."""
    known = checking.ruleset.reactions or {}
    if name not in known and not checking.gaps.may_hold(("reactions", name)):
        message = f"no reaction is called `{shorten(name)}`"
        remedy = suggest(name, known) if known else f'add `[reactions.{name}]` with `on = "…"`'
        checking.fault("BJ625", path, message, remedy)


def _check_effect(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """The effect is possible on this occasion, and has the keys that it needs."""
    if reaction.do == "speak" and reaction.say is None:
        checking.fault("BJ621", path, "this reaction does nothing", 'add `say = "…"` or `do = "…"`')
    if reaction.do == "change bankroll" and reaction.amount is None:
        checking.fault("BJ211", (*path, "do"), "this does not say by how much", 'add `amount = "…"`')
    effect = EFFECTS[reaction.do]
    if effect.on and reaction.on not in effect.on:
        remedy = "write " + " or ".join(f'`on = "{occasion}"`' for occasion in effect.on)
        checking.fault("BJ622", (*path, "on"), effect.only, remedy)


def _check_keys(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """Every key goes with the effect."""
    for key, effect in EFFECT_OF.items():
        if key in reaction.model_fields_set and reaction.do != effect:
            message = f'`{key}` has no effect with `do = "{reaction.do}"`'
            checking.fault("BJ210", (*path, key), message, f'remove it, or use `do = "{effect}"`', key=True)
