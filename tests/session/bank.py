"""A table whose players deal in turn."""

from __future__ import annotations

HEAD = """
[ruleset]
title = "Players who deal in turn"
extends = "variants/vingt_et_un"
without = ["strategies.bold"]
"""


def bank_of(**players: str) -> str:
    """The text of a ruleset with these players and their strategies; ``guest`` is a person."""
    seats = "".join(
        f'\n[[players]]\nname = "{name}"\nbankroll = "bankroll"\nstrategy = "{strategy}"\n'
        for name, strategy in players.items()
    )
    return f"{HEAD}{seats}\n[strategies.guest]\n"
