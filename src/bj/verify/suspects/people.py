"""Provides edits to players and members: bankrolls, strategies, seats and teams."""

from __future__ import annotations

from collections.abc import Iterator

from bj.catalogue.events import DEALER
from bj.compiler.wrong_rules import enter_in_order
from bj.faults_and_fixes import KeyPath
from bj.verify.changes import Change, Data, look, setting
from bj.verify.deviation_names import NEXT_AS_SHOWN, WINNER_LEAVES
from bj.verify.leeway import Leeway
from bj.verify.likely_cards_and_decisions import events_from
from bj.verify.message_texts import OUT_OF_TURN
from bj.verify.mismatch import Mismatch
from bj.verify.suspects.reactions_and_powers import other_reactions

MOST_LINES = 10_000
"""The maximum number of lines to search for members who join the game."""


def other_people(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that give people the wrong seat, bankroll, strategy or reactions."""
    yield from other_strategies(mismatch)
    yield from other_reactions(mismatch)
    yield from other_seats(mismatch)


def other_strategies(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that give the person on the line the wrong bankroll or strategy."""
    base = mismatch.variants.base
    yield from brought_bankrolls(mismatch)
    about = mismatch.names
    if mismatch.player is not None:
        about.add(mismatch.compiled.persons[mismatch.player])
    for path in _people(base):
        for strategy in (look(base, ("strategies",)) or {}) if look(base, (*path, "name")) in about else ():
            message = f"{{shown}} plays by the strategy `{strategy}`"
            yield setting((*path, "strategy"), strategy, "strategy", message, remembers="game")


def _people(base: Data) -> list[KeyPath]:
    """Return the paths of all members and players."""
    members: list[KeyPath] = [("members", name) for name in look(base, ("members",)) or {}]
    return [*members, *(("players", index) for index in range(len(look(base, ("players",)) or [])))]


def brought_bankrolls(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that make a person start the game with the bankroll on the line."""
    bankroll = mismatch.shown.bankroll if mismatch.shown is not None else None
    for path in _people(mismatch.variants.base) if bankroll is not None else ():
        message, own = "{shown} begins with the wrong bankroll", (*path, "bankroll")
        yield setting(own, str(bankroll), "bankroll", message, always=True, remembers="game")


def other_seats(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that let the wrong member of a team play or deal."""
    if mismatch.book.model.tournament is not None:
        yield from _other_orders(mismatch)
        yield from _other_teams(mismatch.variants.base)


def _other_orders(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that let the members of a team play in the order in which the transcript shows them.

    Members that it does not show come last.
    """
    shown = events_from(mismatch.reference, mismatch.text, 0, MOST_LINES)
    seen = dict.fromkeys(event.person for event in shown if event.person is not None)
    model, compiled = mismatch.book.model, mismatch.compiled
    message = "the members play in the wrong order: {shown} comes before {expected}"
    for index, team in enumerate(model.teams):
        members = [compiled.persons.index(model.members[name].name) for name in team.members]
        order = [person for person in dict.fromkeys((*seen, *members)) if person in members]
        if order != members:
            rule = ("teams", index, "members")
            vary = enter_in_order(order, is_dealer=compiled.roles[order[0]] == DEALER)
            yield Change(f"{rule} as {order}", "order", rule, message, vary=vary, remembers="game")


def _other_teams(base: Data) -> Iterator[Change]:
    """Yield changes that kick out the wrong member, or that let the wrong one play next."""
    steps = look(base, ("procedure", "round")) or []
    for index, step in enumerate(steps):
        if isinstance(step, dict) and "else" in step:
            swapped = {**step, "step": step["else"], "else": step["step"]}
            path: KeyPath = ("procedure", "round", index)
            yield setting(path, swapped, "order", "the wrong member is kicked out", remembers="game")
    message = "a member leaves without being kicked out"
    rule: KeyPath = ("procedure", "round")
    yield Change(WINNER_LEAVES, "order", rule, message, leeway=Leeway(hooks={WINNER_LEAVES}))
    yield Change(NEXT_AS_SHOWN, "order", rule, OUT_OF_TURN, leeway=Leeway(hooks={NEXT_AS_SHOWN}))
