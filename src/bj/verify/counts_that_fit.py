"""Finds mistakes in counting cards that explain every wager in a transcript.

A wager depends on the count only, so a mistake can be tested without replaying the game: it is enough to know
which cards a player has seen before each wager.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product
from typing import NamedTuple

from bj.cards import RANKS, rank_of
from bj.engine.face.view import View
from bj.record.events import Event
from bj.ruleset.expressions.tree import evaluate_expression
from bj.verify.counted_cards import tags_of
from bj.verify.deviation_names import CARDS_COUNTED, COUNT_KEPT, COUNTS, groups_of
from bj.verify.hands_for_and_against import Evidence
from bj.verify.mismatch import CARDS_SHOWN, Mismatch
from bj.verify.reference_game import ReferenceGame
from bj.verify.suspects.counting_mistakes import (
    MULTIPLES,
    OFTEN_MISCOUNTED,
    OTHERS_MISCOUNTED,
    SEES,
    say_tag,
)

KNOWN, PLAIN, COMBINED, ODD = range(4)
"""How unlikely a mistake is: one about a rank that the program misspells, another plain one, two plain ones
together, or one that concerns only some of the ranks that the rules treat alike.
"""

MOST_LINES = 20_000
"""The maximum number of lines in a transcript in which to test mistakes."""

PLAIN_WORDS = frozenset((*COUNTS.values(), *MULTIPLES.values()))
"""Messages about plain mistakes that are found by replaying the game."""

BEGINS = {"shuffle": "after a shuffle", "seat": "when the player sits down"}
"""When a count begins, in words."""


class Card(NamedTuple):
    """A card that a player has seen."""

    rank: str
    groups: frozenset[str]
    """The keys in CARDS_COUNTED that describe the card."""


class CardsSeen(NamedTuple):
    """The cards that a player has seen before a wager."""

    cards: Sequence[Card]
    """The cards since the count began."""
    earlier: Sequence[Card]
    """The cards before that, since the player sat down."""
    begins: str
    """The event that began the count, a key of BEGINS."""


class KnownWager(NamedTuple):
    """A wager, with everything it may depend on."""

    seen: CardsSeen
    tags: Mapping[str, int]
    right_count: int
    """The count by the rules."""
    amount: int
    wanted: Callable[[int], int]
    """A function that returns the wager for a count."""

    @property
    def hidden(self) -> int:
        """The sum that the cards without a line add to the count."""
        return self.right_count - self.sum_of(self.seen.cards)

    def sum_of(self, cards: Iterable[Card]) -> int:
        """Return what cards add to the count."""
        return sum(self.tags.get(card.rank, 0) for card in cards)


class Miscount(NamedTuple):
    """A mistake in counting."""

    words: str
    price: int
    change: Callable[[KnownWager], int]
    """A function that returns what the mistake adds to the count before a wager."""

    def fits(self, wagers: Sequence[KnownWager]) -> bool:
        """Return whether the mistake explains every wager."""
        return all(each.wanted(each.right_count + self.change(each)) == each.amount for each in wagers)


def miscounts_that_fit(
    mismatch: Mismatch, evidence: Evidence, misspelt: Collection[str] = (), *, is_only: bool
) -> list[Miscount]:
    """Return the likeliest mistakes in counting that explain every wager in ``evidence``, the plainest first.

    The list is empty if none fits, or if the wagers depend on anything but the count and the bankroll.
    ``mismatch`` is the first wrong wager. If it is not the only finding about the count, the cards do not
    make the count, so that only a wrong start of the count is considered. The program may not recognize
    ``misspelt`` ranks.
    """
    if len(mismatch.text.starts) > MOST_LINES:
        return []
    try:
        wagers = _known_wagers(mismatch, evidence)
        sees_all = any(power.sees == "all" for power in mismatch.book.model.powers.values())
        if is_only and not sees_all:
            wagers = [each._replace(right_count=each.sum_of(each.seen.cards)) for each in wagers]
        some = _miscounts(mismatch, wagers, misspelt) if is_only else _starts(wagers)
        fits = [each for each in some if each.fits(wagers)] if wagers else []
    except (KeyError, ValueError, ZeroDivisionError):
        return []
    least = min((each.price for each in fits), default=0)
    return [each for each in fits if least in (each.price, COMBINED)]


def is_about_some_ranks(mismatch: Mismatch, words: str) -> bool:
    """Return whether a mistake in counting is about only some of the ranks that the rules treat alike."""
    tags = tags_of(mismatch, "" if mismatch.expected is None else mismatch.expected.name)
    return any(each.words == words for each in _ranks(mismatch, tags, _parts(tags), ODD))


def _known_wagers(mismatch: Mismatch, evidence: Evidence) -> list[KnownWager]:
    """Return the wagers of all players who count like the player of ``mismatch``."""
    name = "" if mismatch.expected is None else mismatch.expected.name
    rule, found = mismatch.book.strategy(name, "count"), list[KnownWager]()
    seen = _seen_before_wagers(mismatch)
    offsets = [*seen]
    for at, reference, events, table in chain(_wrong_hands(evidence), _right_hands(evidence)):
        view, place = View(reference.compiled.program, table), bisect_left(offsets, at)
        is_shuffled = any(event.key == "shuffle" for event in events)
        for event in events if place < len(offsets) else ():
            is_wager = event.key == "player_bets" and event.wager is not None and event.person is not None
            if is_wager and mismatch.book.strategy(event.name, "count") == rule:
                count = 0 if is_shuffled else view.count(event.person or 0)
                tags, wanted = tags_of(mismatch, event.name), _wager_of(mismatch, event, view)
                found.append(KnownWager(seen[offsets[place]], tags, count, event.wager or 0, wanted))
    return found


Hand = tuple[int, ReferenceGame, Sequence[Event], list[int]]
"""A hand: an offset before its wager, the game, the events, and the table at the start of the hand."""


def _wrong_hands(evidence: Evidence) -> Iterator[Hand]:
    """Yield the hands with a wrong wager."""
    for each in evidence.wrong:
        if each.shown is not None:
            yield each.halt.at, each.reference, (*each.halt.before, each.shown), each.table


def _right_hands(evidence: Evidence) -> Iterator[Hand]:
    """Yield the hands with a right wager."""
    for each in evidence.right:
        yield each.at, each.reference, each.events, each.table


def _wager_of(mismatch: Mismatch, event: Event, view: View) -> Callable[[int], int]:
    """Return a function that maps a count to the wager that the rules want from the player in ``event``."""
    formula = mismatch.variants.plain.checked.expressions[mismatch.book.strategy(event.name, "wager")]
    unit = 10**mismatch.compiled.decimals
    known = {"bankroll": view.bankroll(event.person or 0), "minimum": view.minimum_wager}
    return lambda count: evaluate_expression(formula, {**known, "count": count}, unit)


def _seen_before_wagers(mismatch: Mismatch) -> dict[int, CardsSeen]:
    """Return what players have seen before each wager in the transcript, by the offset of the wager."""
    text, at, language = mismatch.text, mismatch.text.begin, mismatch.reference.language
    codes = mismatch.reference.checked.pack.codes
    cards, seats, shuffled = list[Card](), dict[int, tuple[int, bool]](), 0
    in_hand, found = Counter[str](), dict[int, CardsSeen]()
    while at < text.end:
        event, after = language.event_at(text, at)
        if event is not None and event.key == "shuffle":
            shuffled = len(cards)
        elif event is not None and event.key == "player_bets" and event.person is not None:
            in_hand.clear()
            seat, is_fresh = seats.setdefault(event.person, (len(cards), shuffled == len(cards)))
            begin = max(seat, shuffled)
            begins = "shuffle" if shuffled > seat or is_fresh else "seat"
            found[at] = CardsSeen(cards[begin:], cards[seat:begin], begins)
        elif event is not None and event.card is not None and event.key in CARDS_SHOWN:
            groups = frozenset(groups_of(event, in_hand[event.key], busts=False))
            cards.append(Card(codes[rank_of(event.card)], groups))
            in_hand[event.key] += 1
        at = after
    return found


def _miscounts(
    mismatch: Mismatch, wagers: Sequence[KnownWager], misspelt: Collection[str]
) -> Iterator[Miscount]:
    """Yield mistakes in counting, the plainest first."""
    starts = [*_starts(wagers)]
    tags, by_name = wagers[0].tags, [[rank] for rank in misspelt]
    others = [*_ranks(mismatch, tags, by_name, KNOWN), _KEPT, *_groups(mismatch, wagers)]
    others += _ranks(mismatch, tags, _alike(tags), PLAIN)
    yield from starts
    yield from others
    for start, other in product(starts, others):
        change = partial(_sum_of_changes, (start, other))
        yield Miscount(f"{other.words}, and {start.words}", start.price + other.price, change)
    yield from _ranks(mismatch, tags, _parts(tags), ODD)


def _sum_of_changes(miscounts: Sequence[Miscount], wager: KnownWager) -> int:
    return sum(each.change(wager) for each in miscounts)


def _starts(wagers: Sequence[KnownWager]) -> Iterator[Miscount]:
    """Yield counts that begin at a wrong number, always or in some cases."""
    kinds = {each.seen.begins for each in wagers}
    for first in (1, -1):
        said = f"the count begins at {first} instead of 0"
        yield Miscount(said, PLAIN, partial(_begins_at, first, kinds))
        for kind in sorted(kinds) if len(kinds) > 1 else ():
            yield Miscount(f"{said} {BEGINS[kind]}", PLAIN, partial(_begins_at, first, {kind}))


def _begins_at(first: int, kinds: Collection[str], wager: KnownWager) -> int:
    return first * (wager.seen.begins in kinds)


def _groups(mismatch: Mismatch, wagers: Sequence[KnownWager]) -> Iterator[Miscount]:
    """Yield mistakes about groups of cards: those that a power takes, all cards, or those of one person."""
    for name, power in mismatch.book.model.powers.items():
        if power.sees == "all" and any(each.hidden for each in wagers):
            yield Miscount(SEES["shown"].format(it=f"the power `{name}`"), PLAIN, _without_hidden)
    for by, words in MULTIPLES.items():
        yield Miscount(words, PLAIN, partial(_times, by))
    for group, said in CARDS_COUNTED.items():
        for times, how, price in ((0, "not counted", PLAIN), (2, "counted twice", COMBINED)):
            yield Miscount(f"{said} {how}", price, partial(_counting_group, group, times))


def _without_hidden(wager: KnownWager) -> int:
    return -wager.hidden


def _times(by: int, wager: KnownWager) -> int:
    return (by - 1) * wager.right_count


def _counting_group(group: str, times: int, wager: KnownWager) -> int:
    return (times - 1) * wager.sum_of(card for card in wager.seen.cards if group in card.groups)


def _without_reset(wager: KnownWager) -> int:
    return wager.sum_of(wager.seen.earlier)


_KEPT = Miscount(COUNTS[COUNT_KEPT], PLAIN, _without_reset)


def _alike(tags: Mapping[str, int]) -> list[list[str]]:
    """Return the groups of ranks that the rules treat alike."""
    return [[rank for rank in RANKS if tags.get(rank, 0) == tag] for tag in sorted({*tags.values(), 0})]


def _parts(tags: Mapping[str, int]) -> list[list[str]]:
    """Return some groups of ranks that are parts of those in ``_alike``."""
    parts = [each.split() for each in (*OFTEN_MISCOUNTED, *OTHERS_MISCOUNTED)]
    return [each for each in parts if each not in _alike(tags)]


def _ranks(
    mismatch: Mismatch, tags: Mapping[str, int], groups: Iterable[Sequence[str]], price: int
) -> Iterator[Miscount]:
    """Yield wrong tags for each of ``groups``. A program may easily forget a single rank."""
    for ranks in groups:
        own = tags.get(ranks[0], 0)
        for tag in sorted({0, -own, 2 * own, *tags.values()} - {own}, key=lambda tag: (tag != 0, tag)):
            words, is_usual = say_tag(mismatch, ranks, tag), tag in (0, -own, *tags.values())
            is_forgotten = len(ranks) == 1 and tag == 0
            likely = min(price, COMBINED) if is_forgotten else price if is_usual else max(price, COMBINED)
            yield Miscount(words, likely, partial(_with_tag, ranks, tag - own))


def _with_tag(ranks: Sequence[str], by: int, wager: KnownWager) -> int:
    return by * sum(card.rank in ranks for card in wager.seen.cards)
