"""Lists the cards that a card counter should have counted before a wrong wager."""

from __future__ import annotations

from collections.abc import Mapping

from bj.cards import rank_of
from bj.engine.face.view import View
from bj.verify.mismatch import CARDS_SHOWN, Mismatch


def tags_of(mismatch: Mismatch, name: str) -> Mapping[str, int]:
    """Map the code of each rank to the number that it adds to the count of the person called ``name``.

    The map is empty if that person does not count cards.
    """
    _, *owner = mismatch.book.strategy(name, "count")
    count = mismatch.book.model.strategies[str(owner[0])].count if owner else None
    return {rank: tag for ranks, tag in (count or {}).items() for rank in ranks.split()}


def describe_count(mismatch: Mismatch) -> str:
    """For a wrong wager, list the ranks that the card counter has seen since the last shuffle.

    For a player who sits down later, the list begins with the first hand of the round. If powers let players
    count cards that are not shown, the result also includes the number that these cards add. Return an empty
    string if the listed cards do not explain the count.
    """
    event, text, at = mismatch.expected, mismatch.text, mismatch.text.begin
    if event is None or event.person is None or mismatch.keys != {"bets"}:
        return ""
    tags, codes = tags_of(mismatch, event.name), mismatch.reference.checked.pack.codes
    starts, ranks, spoken = list[tuple[str, int]](), list[str](), 0
    while tags and at < mismatch.halt.at:
        shown, after = mismatch.reference.language.event_at(text, at)
        if shown is not None and shown.key == "shuffle":
            starts, ranks = [(f"the shuffle in line {text.number(at)}", 0)], []
            spoken = 0
        elif shown is not None and shown.hand == 1:
            starts.append((f"hand 1 in line {text.number(at)}", len(ranks)))
        elif shown is not None and shown.card is not None and shown.key in CARDS_SHOWN:
            ranks.append(codes[rank_of(shown.card)])
        spoken = len(ranks) if shown is not None and shown.phrase is not None else spoken
        at = after
    is_new = any(each.key == "shuffle" for each in mismatch.halt.before)
    count = 0 if is_new else View(mismatch.compiled.program, mismatch.table).count(event.person)
    others = [
        (count - sum(tags.get(rank, 0) for rank in ranks[first:]), where, first) for where, first in starts
    ]
    are_seen = any(power.sees == "all" for power in mismatch.book.model.powers.values())
    for rest, where, first in [each for each in others if not each[0]] or others[:are_seen]:
        is_used = are_seen and spoken > first
        hidden = f"; cards that are not shown count {f'{rest:+}' if rest else 0}" if rest or is_used else ""
        return f"since {where}: {' '.join(ranks[first:]) or 'none'}{hidden}"
    return ""
