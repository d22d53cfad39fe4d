"""Checks of reactions: what members of a team, and players of a strategy, say and do."""

from __future__ import annotations

from bj.errors import KeyPath
from bj.ruleset.check.checked import Checking, needs
from bj.ruleset.model import Reaction


@needs()
def check_reactions(checking: Checking) -> None:
    """A reaction says or does something, and has what that takes."""
    for name, member in (checking.ruleset.members or {}).items():
        _check_all(checking, ("members", name), member.reactions)
    for name, strategy in (checking.ruleset.strategies or {}).items():
        _check_all(checking, ("strategies", name), strategy.reactions or [])


def _check_all(checking: Checking, path: KeyPath, reactions: list[Reaction]) -> None:
    """Check the reactions of somebody."""
    for index, reaction in enumerate(reactions):
        here = (*path, "reactions", index)
        if checking.is_sure(*here):
            _check_effect(checking, here, reaction)
            _check_keys(checking, here, reaction)


def _check_effect(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """The effect is possible on this occasion, and nothing is missing for it."""
    if reaction.do == "speak" and reaction.say is None:
        checking.fault("BJ621", path, "this reaction does nothing", 'add `say = "…"` or `do = "…"`')
    if reaction.do == "change bankroll" and reaction.amount is None:
        checking.fault("BJ211", (*path, "do"), "this does not say by how much", 'add `amount = "…"`')
    if reaction.do == "retake hand" and reaction.on != "bust":
        checking.fault("BJ622", (*path, "on"), "a hand is retaken only when it busts", 'write `on = "bust"`')
    if reaction.do == "extra card" and reaction.on != "stand":
        checking.fault(
            "BJ622", (*path, "on"), "an extra card is for a hand that would stand", 'write `on = "stand"`'
        )
    if reaction.do in ("win hand", "void hand") and reaction.on not in ("bust", "stand"):
        message = f"`{reaction.do}` is for a hand that busts or would stand"
        checking.fault("BJ622", (*path, "on"), message, 'write `on = "bust"` or `on = "stand"`')


EFFECT_OF = {
    "amount": "change bankroll",
    "set": "remember",
    "busting_card": "retake hand",
    "retaken": "retake hand",
    "sees": "retake hand",
}
"""The only effect for which a key means something."""


def _check_keys(checking: Checking, path: KeyPath, reaction: Reaction) -> None:
    """Every key means something for the effect."""
    for key, effect in EFFECT_OF.items():
        if key in reaction.model_fields_set and reaction.do != effect:
            message = f'`{key}` has no effect with `do = "{reaction.do}"`'
            checking.fault("BJ210", (*path, key), message, f'remove it, or use `do = "{effect}"`', key=True)
