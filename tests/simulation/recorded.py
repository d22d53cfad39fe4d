"""Replays the games of a block with events: an umpire follows them and stores the results of hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.session.games import run
from tests.umpire.settling import Hand
from tests.umpire.umpire import Umpire

from bj.argument_values import Value
from bj.compiler.compile import compile_ruleset
from bj.engine.cards.random_generators import seed_generators
from bj.engine.face.view import Stop, View
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.record.events import read
from bj.ruleset.check import Checked
from bj.simulation.blocks import seed_of_block
from bj.simulation.jobs import Unit


@dataclass
class Record:
    """Recorded games, counted."""

    persons: int
    hands: list[list[list[Hand]]] = field(default_factory=list)
    """The winnings of the players in each hand of the table, game by game."""
    lost: list[tuple[int, int]] = field(default_factory=list)
    """The loser and the winner of each round of a tournament."""
    winners: list[int] = field(default_factory=list)
    """The teams that have won a tournament."""
    restarts: int = 0
    """The number of times that a hand restarted."""
    rounds: list[int] = field(default_factory=list)
    bankrolls: list[list[int]] = field(default_factory=list)

    def hands_of(self, person: int) -> list[Hand]:
        """The hands of one person."""
        return [hand for game in self.hands for table in game for hand in table if hand.person == person]

    def tables(self) -> int:
        """The number of played hands of the table."""
        return sum(map(len, self.hands))


def outcome_of(hand: Hand) -> str:
    """The name of a hand's outcome in a tally."""
    if hand.is_surrendered and hand.received < 0:
        return "surrendered"
    if hand.received > 0:
        if hand.is_natural:
            return "won by a natural"
        return "won as the dealer bust" if hand.settled_by == "won_by_bust" else "won by total"
    if hand.received == 0:
        return "pushed"
    if hand.settled_by == "dealer_natural":
        return "lost to a natural"
    return "lost by a bust" if hand.is_bust else "lost by total"


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
    data = checked.model.model_dump(by_alias=True, exclude_none=True)
    generator = fresh.program[p.SHUFFLE_GENERATOR]
    table = list(fresh.table)
    seed_generators(table, generator, seed_of_block(seed, index, 32 if generator == p.MT19937 else 64))
    found = Record(len(fresh.persons))
    while (len(found.hands) if unit == "games" else found.tables()) < size:
        umpire = Umpire(data, values, fresh)
        played = run(fresh.program, table)
        assert played.status == Stop.DONE
        umpire.look(played.table, read(played.events, fresh.persons))
        umpire.finish()
        wanted = None if unit == "games" else size - found.tables()
        found.hands.append(umpire.settled[:wanted])
        people = umpire.people
        found.lost += [(people.index(loser), people.index(by)) for loser, by in umpire.seating.lost]
        found.winners += [] if umpire.seating.winner is None else [umpire.seating.winner]
        found.restarts += umpire.restarts
        view = View(fresh.program, played.table)
        found.rounds.append(view.round_number)
        players = found.persons // (2 if checked.model.bank_goes_round else 1)
        purses = [view.purse(person) for person in range(players)]
        found.bankrolls.append(purses + [0] * (found.persons - players))
        table = list(fresh.table)
        table[t.GENERATORS : t.CONSTANTS] = played.table[t.GENERATORS : t.CONSTANTS]
    return found
