"""Other decisions: cells, rows and columns of charts, and the dealer's rule."""

from __future__ import annotations

from collections.abc import Iterator

from bj.catalogue.actions import HIT, STAND
from bj.compiler.variations import decide, move_columns, move_rows
from bj.errors import KeyPath
from bj.verify.changes import Change
from bj.verify.scene import Scene

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


def other_decisions(scene: Scene) -> Iterator[Change]:
    """The person who was to act does something else with some hand."""
    event = scene.expected
    if event is None or event.person is None or not scene.keys & DECIDED:
        return
    if event.person in scene.dealers:
        for action in (HIT, STAND):
            yield from _dealer(scene, action)
    else:
        for action in (HIT, STAND):
            yield from _player(scene, event.person, action)


def _player(scene: Scene, person: int, action: int) -> Iterator[Change]:
    """A player who draws, or stands, where the chart does not say so."""
    rule = scene.book.strategy(scene.compiled.persons[person], "chart")
    cells = [(total, soft) for soft in (False, True) for total in range(LOWEST, HIGHEST + 1)]
    for by in (1, -1):
        yield Change(
            f"columns {person} {by}", "action", rule, SAID[HIT, False], vary=move_columns(person, by)
        )
    for total, soft in cells:
        yield _decision(rule, person, [(total, soft)], action)
    for by in (1, -1):
        yield Change(f"rows {person} {by}", "action", rule, SAID[HIT, False], vary=move_rows(person, by))
    if scene.upcard is not None:
        for total, soft in cells:
            yield _decision(rule, person, [(total, soft)], action, scene.upcard)


def _dealer(scene: Scene, action: int) -> Iterator[Change]:
    """A dealer who draws, or stands, against the rule."""
    rule: KeyPath = ("dealer", "draws")
    person = scene.dealers[0]  # they have one chart between them
    for total in range(LOWEST, HIGHEST + 1):
        for softness in ((False, True), (True,), (False,)):
            yield _decision(rule, person, [(total, soft) for soft in softness], action)


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
