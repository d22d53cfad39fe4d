"""Counting what a simulation tallies once more: from the events of recorded games, with rules of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.engine.referee import Event, Worths, best_total, read_events
from tests.session.games import run

from bj.arguments import Value
from bj.catalogue import events as e
from bj.compiler.compile import compile_ruleset
from bj.engine import program as p
from bj.engine import table as t
from bj.engine.generators import seed_generators
from bj.ruleset.check import Checked
from bj.simulation.jobs import Unit, seed_of_block

LARGEST_COUNT = 40
SETTLED = {e.NATURAL, e.NATURALS_TIE, e.NATURAL_BEATS, e.PLAYER_WINS, e.DEALER_WINS, e.PUSH}
SETTLED |= {e.LOST_BY_BUST, e.WON_BY_BUST, e.HAND_VOID}


@dataclass
class Hand:
    """One hand, as its events tell it."""

    wager: int
    count: int
    cards: list[int] = field(default_factory=list)
    doubled: bool = False
    total: int | None = None
    """The total that was announced: cards that a power has taken are not in the events."""
    received: int | None = None
    outcome: str = ""


@dataclass
class Person:
    """What the hands of one person have brought."""

    hands: list[Hand] = field(default_factory=list)
    won: int = 0
    lost: int = 0


class Counting:
    """Follows the events of games and keeps every hand that was settled and not played again."""

    def __init__(self, checked: Checked, persons: int, tags: Mapping[int, Sequence[int]]) -> None:
        model = checked.model
        data = model.model_dump(by_alias=True, exclude_none=True)
        self.target = model.rules.target
        self.worths = Worths.of(data)
        self.ties = {"push": 0, "lose": -1, "win": 1}[model.payouts.tie]
        self.persons = [Person() for _ in range(persons)]
        self.tags = tags
        self.tables = 0
        """Hands of the table."""
        self.voided = 0
        """Times that a hand had to start again."""
        self.winners: Counter[int] = Counter()
        self.counts: dict[int, int] = {}
        self.open: dict[int, Hand] = {}
        self.seated: list[int] = []

    def follow(self, events: list[Event], seated: list[int], wanted: int | None = None) -> None:
        """Go through the events of a game, until so many hands of the table are over."""
        self.counts = dict.fromkeys(range(len(self.persons)), 0)
        self.open, self.seated = {}, seated
        for event in events:
            if event.kind in (e.BETS, e.KICKED_OUT, e.TEAM_WINS):
                self.close()
            if self.tables == wanted:
                return
            self.take(event)
        self.close()

    def close(self) -> None:
        """The hands on the table are over, if they all are."""
        if self.open and all(hand.received is not None for hand in self.open.values()):
            for person, hand in self.open.items():
                self.persons[person].hands.append(hand)
            self.open = {}
            self.tables += 1

    def take(self, event: Event) -> None:
        """Go by one event."""
        if event.kind == e.SHUFFLE:
            self.counts = dict.fromkeys(self.counts, 0)
        elif event.kind == e.USED_UP:
            self.open = {}
            self.voided += 1
        elif event.kind == e.BETS:
            if event.person not in self.seated:  # somebody has entered a tournament
                self.seated = [event.person]
                self.counts[event.person] = 0
            self.open[event.person] = Hand(event.numbers[0], self.counts[event.person])
        elif event.kind in (e.DEALT, e.DEALT_DOWN, e.HOLE_CARD):
            self.take_card(event)
        elif event.kind == e.DOUBLES:
            self.open[event.person].wager, self.open[event.person].doubled = event.numbers[0], True
        elif event.kind == e.TOTAL and not event.is_dealer:
            self.open[event.person].total = event.card
        elif event.kind in SETTLED:
            self.settle(event)
        elif event.kind == e.KICKED_OUT:
            self.persons[event.person].lost += 1
            self.persons[event.card].won += 1
        elif event.kind == e.TEAM_WINS:
            self.winners[event.card] += 1

    def take_card(self, event: Event) -> None:
        """A card comes into a hand, or is turned."""
        if event.kind != e.HOLE_CARD and not event.is_dealer:
            self.open[event.person].cards.append(event.card)
        if event.kind != e.DEALT_DOWN:
            for person in self.seated:
                if person in self.tags:
                    self.counts[person] += self.tags[person][event.card % 13]

    def total(self, hand: Hand) -> int:
        """The total of a hand at its end."""
        return hand.total or best_total(hand.cards, self.target, self.worths)[0]

    def is_natural(self, hand: Hand) -> bool:
        """Whether a hand is a natural."""
        return len(hand.cards) == 2 and best_total(hand.cards, self.target, self.worths) == (
            self.target,
            True,
        )

    def settle(self, event: Event) -> None:
        """A hand ends; the dealer wins from the first open hand, as seats are settled in order."""
        if event.is_dealer:
            hand = next(hand for hand in self.open.values() if hand.received is None)
        else:
            hand = self.open[event.person]
        assert hand.received is None
        amount = event.numbers[0] if event.numbers else 0
        loses = event.kind in (e.DEALER_WINS, e.NATURAL_BEATS, e.LOST_BY_BUST)
        sign = self.ties if event.kind == e.PUSH else -1 if loses else 1
        hand.received = sign * amount
        if hand.received > 0:
            hand.outcome = "won as the dealer bust" if event.kind == e.WON_BY_BUST else "won by total"
            if self.is_natural(hand):
                hand.outcome = "won by a natural"
        elif hand.received == 0:
            hand.outcome = "pushed"
        elif event.kind == e.NATURAL_BEATS:
            hand.outcome = "lost to a natural"
        else:
            hand.outcome = "lost by a bust" if self.total(hand) > self.target else "lost by total"


@dataclass
class Record:
    """Recorded games, counted."""

    counting: Counting
    lengths: list[int]
    rounds: list[int]
    bankrolls: list[list[int]]


def record(
    checked: Checked,
    values: Mapping[str, Value],
    unit: Unit,
    index: int,
    size: int,
    *,
    seed: int = 0,
    rounds: int = 0,
) -> Record:
    """Play the games of a block one after the other, recorded and without tallies, and count them."""
    fresh = compile_ruleset(checked, values, 0, rounds=rounds)
    generator = fresh.program[p.SHUFFLE_GENERATOR]
    table = list(fresh.table)
    seed_generators(table, generator, seed_of_block(seed, index, 32 if generator == p.MT19937 else 64))
    blocks = blocks_of(table, len(fresh.persons))
    tags = {
        person: fresh.program[table[block + t.TAGS] : table[block + t.TAGS] + 13]
        for person, block in enumerate(blocks)
        if table[block + t.TAGS]
    }
    counting = Counting(checked, len(fresh.persons), tags)
    found = Record(counting, [], [], [])
    while (len(found.lengths) if unit == "games" else counting.tables) < size:
        played = run(fresh.program, table)
        assert played.status == p.DONE
        before = counting.tables
        seated = [
            table[seat + t.VOICE] // e.PERSON_STRIDE for seat in table[t.SEATS : t.SEATS + table[t.PLAYERS]]
        ]
        counting.follow(read_events(played.events), seated, size if unit == "hands" else None)
        found.lengths.append(counting.tables - before)
        found.rounds.append(played.table[t.ROUND])
        found.bankrolls.append([played.table[block + t.BANKROLL] for block in blocks])
        table = list(fresh.table)
        table[t.GENERATORS : t.CONSTANTS] = played.table[t.GENERATORS : t.CONSTANTS]
    return found


def blocks_of(table: Sequence[int], persons: int) -> list[int]:
    """The blocks of all persons, in the order of their event codes."""
    size = t.FIRST_HAND + t.HAND_SIZE
    places = {table[at + t.VOICE] // e.PERSON_STRIDE: at for at in _all_blocks(table, persons, size)}
    return [places[person] for person in range(persons)]


def _all_blocks(table: Sequence[int], persons: int, size: int) -> range:
    """Where the blocks of persons begin: one behind the other."""
    return range(t.PERSONS, t.PERSONS + persons * size, size)
