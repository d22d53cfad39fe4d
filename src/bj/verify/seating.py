"""The next player and dealer of a tournament, as the transcript names them."""

from __future__ import annotations

from bj.catalogue.events import DEALER
from bj.engine.face.correcting import call_in, end_contest
from bj.record.events import VICTORY
from bj.verify.chance import events_from
from bj.verify.text import Text
from bj.verify.yardstick import Yardstick


def call_in_as_shown(yardstick: Yardstick, text: Text, table: list[int], at: int) -> bool:
    """Make the members whom the transcript names from a character on the next player and dealer.

    Return whether they changed.
    """
    compiled, found = yardstick.compiled, dict[bool, int]()
    for event in events_from(yardstick, text, at):
        for person in (event.person, event.winner):
            if person is not None:
                found.setdefault(compiled.roles[person] == DEALER, person)
        if event.key == VICTORY and event.team is not None:
            end_contest(table, event.team)
            return False
        if len(found) > 1 or event.key.endswith("kicked_out"):
            break
    changed = [
        call_in(table, compiled.table, person, is_dealer=is_dealer) for is_dealer, person in found.items()
    ]
    return any(changed)
