"""Provides edits to decisions: wrong cells, rows or columns in a chart, and a wrong rule for the dealer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bj.cards import RANKS, card_code
from bj.catalogue.actions import HIT, STAND
from bj.catalogue.events import PLAYER
from bj.compiler.wrong_rules import (
    ask,
    columns_of,
    decide,
    move_columns,
    move_rows,
    play_alike,
    read_column,
)
from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.verify.changes import Change, look
from bj.verify.deviation_names import PEEKS
from bj.verify.leeway import Leeway
from bj.verify.message_texts import BARE_ACTIONS, PLAYED_ALIKE
from bj.verify.mismatch import Mismatch
from bj.verify.rulebook import without_role
from bj.verify.suspects.card_names import MISSPELT
from bj.verify.suspects.formulas import other_texts

DEALERS_RULE: KeyPath = ("dealer", "draws")

FEW = 2
"""How many edits must break a rule before its decisions are taken from the transcript."""

DRAWING = {"dealt", "hits", "says"}
CARD = re.compile(r"(?<=['\"])\w{2}(?=['\"])")
"""A pattern that matches a card code in a condition."""

SHOWN = {"hand", "bust_hand", "turn"}
"""The events that show a hand whether or not a card was drawn."""

DECIDED = {
    *DRAWING,
    *SHOWN,
    "total",
    "busts",
    "stands",
    "hole_card",
    "natural",
    "doubles",
}
"""Events that may reveal a decision, as keys without the role prefix."""

LOWEST, HIGHEST = 3, 21


USUAL = {"hard": range(11, 18), "soft": range(17, 19)}
"""The totals that are often misplayed."""


def other_decisions(mismatch: Mismatch, *, usual: bool) -> Iterator[Change]:
    """Yield changes that misplay one kind of hand held by the person to act.

    If ``usual`` is true, these are hands that are often misplayed. Otherwise, they are all other hands.
    """
    if not mismatch.keys & DECIDED:
        return
    both = (event.person for event in (mismatch.expected, mismatch.shown) if event is not None)
    about = {person for person in both if person is not None}
    for person in sorted(about.difference(mismatch.dealers)):
        if usual:
            yield from _other_charts(mismatch, person)
        for action in _actions(mismatch):
            yield from _player(mismatch, person, action, usual=usual)
    for action in _actions(mismatch) if not about.isdisjoint(mismatch.dealers) else ():
        yield from _dealer(mismatch, action, usual=usual)


def other_rules(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that edit or remove a rule in the strategy of the person to act."""
    event = mismatch.expected
    if event is None or event.person is None or not mismatch.keys & DECIDED:
        return
    rule = mismatch.book.strategy(mismatch.compiled.persons[event.person], "rules")
    for index, row in enumerate(look(mismatch.variants.base, rule) or ()):
        path = (*rule, index, "when")
        when = str(row["when"]) if "when" in row else ""
        held = [card_code(card, mismatch.reference.checked.pack.codes) for card in mismatch.held]
        cards = [CARD.sub(card, when) for card in held if CARD.search(when)]
        for text in dict.fromkeys(("False", *cards, *other_texts(when)) if when else ()):
            name, message = f"{path} = {text}", SAID[HIT, False]
            yield Change(name, "action", rule, message, condition=text, formula=(path, text))


def _actions(mismatch: Mismatch) -> tuple[int, ...]:
    """Return the actions, hit or stand, that the line may show in place of the right one."""
    shown = {without_role(event.key) for event in mismatch.readings} or {"hand"}
    return (*((HIT,) if shown & (DRAWING | SHOWN) else ()), *((STAND,) if shown - DRAWING else ()))


def _cells(*, usual: bool) -> list[tuple[int, bool]]:
    """Return the hard and soft totals that are often misplayed, or all others if ``usual`` is false."""
    totals = [(total, soft) for soft in (False, True) for total in range(LOWEST, HIGHEST + 1)]
    return [(total, soft) for total, soft in totals if (total in USUAL["soft" if soft else "hard"]) == usual]


def free_decisions(mismatch: Mismatch, changes: Sequence[Change]) -> tuple[Change, ...] | None:
    """Return edits that take decisions from the transcript, if several edits break the same rule.

    They replace ``changes``. Return None if too few edits break the rule.
    """
    free = next(decides_freely(mismatch), None)
    if free is None:
        return None
    about = {free.rule}
    if mismatch.expected is not None and free.rule[-1] == "wager":
        about.add(mismatch.book.strategy(mismatch.expected.name, "count"))
    broken = [change for change in changes if change.rule in about]
    if len(broken) < FEW:
        return None
    first = broken[0]
    free = replace(free, kind=first.kind, rule=first.rule, message=first.message)
    return (*(each for each in changes if each not in broken), free)


def decides_freely(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that takes from the transcript all decisions of the person who acts or wagers next."""
    event, book = mismatch.expected, mismatch.book
    if event is None or event.person is None:
        return
    name, is_wager = mismatch.compiled.persons[event.person], event.key == "player_bets"
    is_dealer = event.person in mismatch.dealers
    persons = mismatch.dealers if is_dealer else (event.person,)
    if is_wager:
        kind, rule, message = "wager", book.strategy(name, "wager"), "the wager is wrong"
    elif not mismatch.keys & DECIDED:
        return
    elif is_dealer:
        kind, rule, message = "dealer", DEALERS_RULE, BARE_ACTIONS[3]
    else:
        kind, rule, message = "action", book.strategy(name, "chart"), SAID[HIT, False]
    least = None
    if is_wager and mismatch.shown is not None and mismatch.shown.wager is not None:
        least = max(
            0, min(mismatch.shown.wager, View(mismatch.compiled.program, mismatch.table).minimum_wager)
        )
    yield replace(_free(persons, is_wager=is_wager, least=least), kind=kind, rule=rule, message=message)


def _free(persons: Sequence[int], *, is_wager: bool = False, least: int | None = None) -> Change:
    """Return a change that takes the actions or wagers of ``persons`` from the transcript."""
    vary, leeway = ask(persons, wagers=is_wager, least=least), Leeway(free={*persons})
    return Change(f"free {persons} {is_wager} {least}", "", (), "", vary=vary, leeway=leeway)


def freed_apart(mismatch: Mismatch, changes: Sequence[Change]) -> tuple[Change, ...]:
    """Return edits that take actions from the transcript for people who are known to break a rule.

    Return an empty tuple unless the difference is about a wager.
    """
    if mismatch.keys != {"bets"}:
        return ()
    kinds = {change.kind for change in changes if not change.leeway.is_vague}
    players = tuple(person for person, role in enumerate(mismatch.compiled.roles) if role == PLAYER)
    return (
        *((_free(players),) if "action" in kinds else ()),
        *((_free(mismatch.dealers),) if "dealer" in kinds else ()),
    )


def _other_charts(mismatch: Mismatch, person: int) -> Iterator[Change]:
    """Yield changes that make a player misread the chart in every hand."""
    rule = mismatch.book.strategy(mismatch.compiled.persons[person], "chart")
    message = "the strategy looks at the hole card"
    yield Change(PEEKS, "action", rule, message, leeway=Leeway(hooks={PEEKS}))
    for by in (1, -1):
        for name, vary in (("columns", move_columns(person, by)), ("rows", move_rows(person, by))):
            yield Change(f"{name} {person} {by}", "action", rule, SAID[HIT, False], vary=vary)
    for soft, message in enumerate(PLAYED_ALIKE):
        yield Change(
            message + f" {person}", "action", rule, message, vary=play_alike(person, soft=bool(soft))
        )


def misspelt_upcards(mismatch: Mismatch, ranks: Sequence[str]) -> Iterator[Change]:
    """Yield changes that play against one upcard as if it were another.

    The program misspells the names of ``ranks``, so it may not recognize such an upcard.
    """
    upcard, person = mismatch.upcard, None if mismatch.expected is None else mismatch.expected.person
    if upcard is None or person is None or person in mismatch.dealers or not mismatch.keys & DECIDED:
        return
    code, rule = RANKS[upcard], mismatch.book.strategy(mismatch.compiled.persons[person], "chart")
    columns = columns_of(person, mismatch.compiled.program, mismatch.table) if code in ranks else []
    for column in dict.fromkeys(columns):
        other = columns.index(column)
        name, vary = f"column {rule} {upcard} {other}", read_column(person, upcard, other)
        if column != columns[upcard]:
            yield Change(name, "action", rule, SAID[HIT, False], vary=vary, ranks=code, group=MISSPELT)


def _player(mismatch: Mismatch, person: int, action: int, *, usual: bool) -> Iterator[Change]:
    """Yield changes that make a player draw or stand where the chart says otherwise."""
    rule = mismatch.book.strategy(mismatch.compiled.persons[person], "chart")
    for upcard in (None,) if mismatch.upcard is None else (None, mismatch.upcard):
        for cell in _cells(usual=usual):
            yield _decision(rule, person, [cell], action, upcard)


def _dealer(mismatch: Mismatch, action: int, *, usual: bool) -> Iterator[Change]:
    """Yield changes that make the dealer draw or stand where the rule says otherwise."""
    rule = DEALERS_RULE
    person = mismatch.dealers[0]  # all dealers share one chart
    cells = _cells(usual=usual)
    for total, soft in cells:
        yield _decision(rule, person, [(total, False), (total, True)], action)
        yield _decision(rule, person, [(total, soft)], action)
    if not usual:  # a whole range may match by coincidence, so mistakes with aces are tried first
        yield from (_decision(rule, person, hands, action) for hands in _up_to_a_total(action))


def _up_to_a_total(action: int) -> Iterator[list[tuple[int, bool]]]:
    """Yield groups of hands on which a dealer wrongly draws or stands.

    A dealer draws on all totals up to some total, or stands on all totals from some total. Each group
    contains either soft hands only, or both soft and hard hands.
    """
    for total in range(12, HIGHEST + 1):
        totals = range(LOWEST, total + 1) if action == HIT else range(total, HIGHEST + 1)
        for kinds in ((True,), (False, True)):
            yield [(each, soft) for each in totals for soft in kinds]


SAID = {
    (HIT, False): BARE_ACTIONS[0],
    (STAND, False): BARE_ACTIONS[0],
    (HIT, True): BARE_ACTIONS[1],
    (STAND, True): BARE_ACTIONS[2],
}


def _decision(
    rule: KeyPath, person: int, cells: list[tuple[int, bool]], action: int, upcard: int | None = None
) -> Change:
    is_dealer = rule == DEALERS_RULE
    columns = () if upcard is None else ([upcard],)
    return Change(
        f"decision {rule} {cells} {action} {upcard}",
        "dealer" if is_dealer else "action",
        rule,
        SAID[action, is_dealer],
        vary=decide(person, cells, action, *columns),
    )
