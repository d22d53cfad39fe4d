"""Advice on side bets that are never made."""

from __future__ import annotations

from bj.errors import KeyPath
from bj.ruleset.advice.advising import Advising


def advise_side_bets(advising: Advising) -> None:
    """Every side bet is offered and made by a player."""
    bets = advising.model.side_bets
    made = {name for key in advising.played for name in advising.checked.strategies[key].side_bets or {}}
    for name, bet in bets.items():
        place: KeyPath = ("side_bets", name)
        if "take side bets" not in advising.step_names:
            message, remedy = f"`{name}` is never offered", 'add the step `"take side bets"`, or remove it'
            advising.note("BJ926", place, message, remedy, key=True)
        elif name not in made and "side_bet" not in advising.asked():
            message = f"no player bets on `{name}`"
            remedy = f"add `side_bets = {{ {name} = true }}` to a strategy, or remove it"
            advising.note("BJ926", place, message, remedy, key=True)
        if bet.wager.removeprefix("-").isdecimal() and int(bet.wager) <= 0:
            message = f"a wager of {bet.wager} is never made"
            advising.note("BJ926", (*place, "wager"), message, "write an amount of at least 1")
