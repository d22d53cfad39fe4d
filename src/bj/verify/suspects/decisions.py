"""Other decisions: cells, rows and columns of charts, and the dealer's rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bj.catalogue.actions import HIT, STAND
from bj.compiler.variations import ask, decide, move_columns, move_rows
from bj.errors import KeyPath
from bj.verify.changes import Change, Draft
from bj.verify.hooks import PEEKS
from bj.verify.scene import Scene

FEW = 2
"""Mistakes about one rule after which its decisions are taken as they come."""

DRAWING = {"dealt", "hits", "says"}
DECIDED = {
    *DRAWING,
    "total",
    "busts",
    "stands",
    "hand",
    "bust_hand",
    "turn",
    "hole_card",
    "natural",
    "doubles",
}
"""What is said around a decision, without the role."""

LOWEST, HIGHEST = 3, 21


USUAL = {"hard": range(11, 18), "soft": range(17, 19)}
"""Totals about which people are usually wrong."""


def other_decisions(scene: Scene, *, usual: bool) -> Iterator[Change]:
    """The person who was to act does something else with some hand, one of the USUAL or any other."""
    event = scene.expected
    if event is None or event.person is None or not scene.keys & DECIDED:
        return
    for action in (HIT, STAND):
        if event.person in scene.dealers:
            yield from _dealer(scene, action, usual=usual)
        else:
            yield from _player(scene, event.person, action, usual=usual)


def _cells(*, usual: bool) -> list[tuple[int, bool]]:
    """Totals, hard and soft ones, about which people are usually wrong, or all others."""
    totals = [(total, soft) for soft in (False, True) for total in range(LOWEST, HIGHEST + 1)]
    return [(total, soft) for total, soft in totals if (total in USUAL["soft" if soft else "hard"]) == usual]


def free_decisions(scene: Scene, changes: Sequence[Change]) -> tuple[Change, ...] | None:
    """What is different if somebody who has broken a rule several times decides as the transcript says.

    None where nobody has. The changes that were found about the rule are not needed any more.
    """
    event, book = scene.expected, scene.book
    if event is None or event.person is None:
        return None
    persons = scene.dealers if event.person in scene.dealers else (event.person,)
    name = scene.compiled.persons[event.person]
    rules: list[KeyPath] = (
        [("dealer", "draws")] if event.person in scene.dealers else [book.strategy(name, "chart")]
    )
    is_wager = event.key == "player_bets"
    if is_wager:
        rules = [book.strategy(name, "wager"), book.strategy(name, "count")]
    elif not scene.keys & DECIDED:
        return None
    broken = [change for change in changes if change.rule in rules]
    if len(broken) < FEW:
        return None

    def change(draft: Draft) -> None:
        draft.lucky.update(persons)

    first = broken[0]
    free = Change(
        f"free {persons} {is_wager}",
        first.kind,
        first.rule,
        first.message,
        vary=ask(persons, wagers=is_wager),
        draft=change,
    )
    return (*(each for each in changes if each not in broken), free)


def _player(scene: Scene, person: int, action: int, *, usual: bool) -> Iterator[Change]:
    """A player who draws, or stands, where the chart does not say so."""
    rule = scene.book.strategy(scene.compiled.persons[person], "chart")
    if usual:
        yield Change(PEEKS, "action", rule, "the strategy looks at the hole card", draft=_peek)
        for by in (1, -1):
            for name, vary in (("columns", move_columns(person, by)), ("rows", move_rows(person, by))):
                yield Change(f"{name} {person} {by}", "action", rule, SAID[HIT, False], vary=vary)
    for upcard in (None,) if scene.upcard is None else (None, scene.upcard):
        for cell in _cells(usual=usual):
            yield _decision(rule, person, [cell], action, upcard)


def _peek(draft: Draft) -> None:
    draft.hooks.add(PEEKS)


def _dealer(scene: Scene, action: int, *, usual: bool) -> Iterator[Change]:
    """A dealer who draws, or stands, against the rule."""
    rule: KeyPath = ("dealer", "draws")
    person = scene.dealers[0]  # they have one chart between them
    cells = _cells(usual=usual)
    for total, soft in cells:
        yield _decision(rule, person, [(total, False), (total, True)], action)
        yield _decision(rule, person, [(total, soft)], action)


SAID = {
    (HIT, False): "the player does not act by the strategy's chart",
    (STAND, False): "the player does not act by the strategy's chart",
    (HIT, True): "the dealer draws where the rule says to stand",
    (STAND, True): "the dealer stands where the rule says to draw",
}


def _decision(
    rule: KeyPath, person: int, cells: list[tuple[int, bool]], action: int, upcard: int | None = None
) -> Change:
    """A decision about some hands."""
    is_dealer = rule == ("dealer", "draws")
    columns = () if upcard is None else ([upcard],)
    return Change(
        f"decision {rule} {cells} {action} {upcard}",
        "dealer" if is_dealer else "action",
        rule,
        SAID[action, is_dealer],
        vary=decide(person, cells, action, *columns),
    )
