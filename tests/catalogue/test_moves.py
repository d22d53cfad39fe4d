"""Tests the rows of moves of effects, and what the design says about them."""

from __future__ import annotations

import re
from pathlib import Path

from bj.catalogue import effects as x
from bj.catalogue import events as e

ZONES = {
    "own hand": x.OWN_HAND,
    "partner's hand": x.PARTNERS_HAND,
    "chosen hand": x.CHOSEN_HAND,
    "next card": x.NEXT_CARD,
    "seen card": x.SEEN_CARD,
    "discards": x.DISCARDS,
    "new card": x.NEW_CARD,
    "shoe": x.SHOE,
}
MOVES = {name: effect.move for name, effect in x.EFFECTS.items() if effect.move is not None}


def test_every_move_is_one_that_the_engine_knows() -> None:
    """Moves take cards to a hand, the discards or the shoe, and only hands exchange cards."""
    for name, move in MOVES.items():
        assert move.target in (*x.HANDS, x.DISCARDS, x.SHOE), name
        assert move.source not in (x.SHOE, move.target), name
        assert move.source != x.NEW_CARD or move.target in x.HANDS, name
        assert {move.source, move.target} <= {*x.HANDS} or not (move.returns or move.whole), name


def test_the_design_shows_moves_as_they_are() -> None:
    """The table of moves in docs/design.md has the zones and events of their rows."""
    text = (Path(__file__).parents[2] / "docs" / "design.md").read_text("utf-8")
    rows = re.findall(
        r"^\| `([a-z ]+)` \| ([a-z' ]+) \| ([a-z' ]+?)(, [^|]*)? \| (.*) \|$", text, re.MULTILINE
    )
    listed = {name: (ZONES[source], ZONES[target], bool(back)) for name, source, target, back, _ in rows}
    known = {name: (move.source, move.target, move.returns) for name, move in MOVES.items()}
    assert listed
    assert listed.items() <= known.items()
    for name, *_, events in rows:
        kinds = {e.EVENTS[f"player_{event}"].code for event in re.findall(r"`([a-z_]+)`", events)}
        assert kinds == set(x.EFFECTS[name].events), name
