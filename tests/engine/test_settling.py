"""Hands are settled as a plain statement of the payouts says, whatever the rules are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.engine.variants import SEEDS
from tests.session.variants_of_classic import classic_with
from tests.umpire.house import rounded

from bj.arguments import Value
from bj.catalogue import steps as s
from bj.catalogue.outcomes import OUTCOMES
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face import driving
from bj.engine.face.view import Stop
from bj.engine.game import tallies as y
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.record.events import Event, read
from bj.session.engines import Engine

SEATS = 60
START = 10_000
PHASES = [Phase.reuse, Phase.generate]  # rules are found in a second and would be made simpler for minutes
OCCASIONS = ["hand won", "hand lost", "push"]
REACTIONS = [{"on": occasion, "say": occasion} for occasion in OCCASIONS]


class House(NamedTuple):
    """All that decides what a hand brings."""

    target: int
    win: str
    natural: str
    tie: str
    rounding: str
    dealer_natural: bool
    original_bets_only: bool
    pays_naturals: bool
    tied_totals: dict[int, str]
    tied_naturals: str | None
    dealer_bust_push: int | None
    surrender: str


class Hand(NamedTuple):
    """A hand that has been played, or one whose player was never asked."""

    total: int
    is_soft: bool
    cards: int
    has_acted: bool
    initial: int
    wager: int
    is_given_up: bool

    def is_natural(self, house: House) -> bool:
        """Whether two cards, one of them counted high, make the target."""
        return self.cards == 2 and self.is_soft and self.total == house.target


def paid(house: House, ratio: str, wager: int) -> int:
    """The payouts of a wager at a payout."""
    numerator, denominator = map(int, ratio.split(":"))
    return rounded(Fraction(numerator * wager, denominator), house.rounding)


def tied(house: House, way: str, hand: Hand) -> tuple[str, int]:
    """The event that tells a tie, and what it brings."""
    return "push", {"push": 0, "lose": -hand.wager, "win": hand.wager}[way]


def settled(house: House, hand: Hand, dealer: Hand) -> tuple[str, int]:
    """The event that tells what becomes of a hand, and what it brings."""
    is_natural = hand.is_natural(house)
    has_natural = dealer.is_natural(house)
    if is_natural and house.pays_naturals and not hand.is_given_up:
        if house.dealer_natural and has_natural:
            won = paid(house, house.natural, hand.wager)
            return "naturals_push", {"push": 0, "lose": -hand.wager, "win": won}[
                house.tied_naturals or "push"
            ]
        return "player_natural", paid(house, house.natural, hand.wager)
    if hand.has_acted and hand.total > house.target:
        return "lost_by_bust", -hand.wager
    if hand.is_given_up and not (house.dealer_natural and has_natural):
        return "lost_by_surrender", paid(house, f"-{house.surrender}", hand.wager)
    if dealer.total == house.dealer_bust_push:
        return ("player_natural", paid(house, house.natural, hand.wager)) if is_natural else ("push", 0)
    if dealer.total > house.target:
        return "won_by_bust", paid(house, house.win, hand.wager)
    if house.dealer_natural and has_natural and (hand.is_given_up or not is_natural):
        return "dealer_natural", -(hand.initial if house.original_bets_only else hand.wager)
    if hand.total < dealer.total:
        return "dealer_wins", -hand.wager
    if hand.total > dealer.total:
        return "player_wins", paid(house, house.win, hand.wager)
    if is_natural and has_natural and house.tied_naturals:
        return tied(house, house.tied_naturals, hand)
    if hand.total in house.tied_totals:
        way = house.tied_totals[hand.total]
        told = {"win": "player_wins", "lose": "dealer_wins", "push": "push"}[way]
        return told, tied(house, way, hand)[1]
    return tied(house, house.tie, hand)


def counted(house: House, hand: Hand, dealer: Hand, amount: int) -> str:
    """As what a hand is counted that has brought so much."""
    if amount > 0:
        if hand.is_natural(house) and not hand.is_given_up:
            return "won by a natural"
        return "won as the dealer bust" if dealer.total > house.target else "won by total"
    if amount == 0:
        return "pushed"
    if hand.is_given_up:
        return "surrendered"
    if hand.total > house.target:
        return "lost by a bust"
    beats = house.dealer_natural and dealer.is_natural(house)
    return "lost to a natural" if beats else "lost by total"


def all_hands(house: House, chance: Random) -> Iterator[Hand]:
    """Hands of every total, hard and soft, of two cards and of three, that have acted and that have not."""
    for total in range(2, house.target + 11):
        for is_soft in (False, True) if total <= house.target else (False,):
            for cards in (2, 3):
                for has_acted in (True, False) if total > house.target else (True,):
                    initial = chance.randint(1, 99)
                    wager = initial * chance.choice((1, 2))
                    is_given_up = total <= house.target and chance.random() < 0.2
                    yield Hand(total, is_soft, cards, has_acted, initial, wager, is_given_up)


ratios = st.builds("{}:{}".format, st.integers(0, 12), st.integers(1, 7))
ties = st.sampled_from(["push", "lose", "win"])


def with_possible_totals(house: House) -> House:
    """The house with ties of totals up to the target, and a total for pushes just beyond it."""
    tied_totals = {total: way for total, way in house.tied_totals.items() if total <= house.target}
    house = house._replace(tied_totals=tied_totals)
    if house.dealer_bust_push is None:
        return house
    return house._replace(dealer_bust_push=house.target + house.dealer_bust_push - 31)


houses = st.builds(
    House,
    target=st.integers(12, 31) | st.just(21),
    win=ratios,
    natural=ratios,
    tie=ties,
    rounding=st.sampled_from(["down", "up", "nearest"]),
    dealer_natural=st.booleans(),
    original_bets_only=st.booleans(),
    pays_naturals=st.booleans(),
    tied_totals=st.dictionaries(st.integers(2, 31), ties, max_size=5),
    tied_naturals=st.none() | ties,
    dealer_bust_push=st.none() | st.integers(32, 40),
    surrender=st.integers(1, 7).flatmap(
        lambda most: st.builds("{}:{}".format, st.integers(1, most), st.just(most))
    ),
).map(with_possible_totals)


def game_of(house: House, *, tallied: bool = False) -> Compiled:
    """A full table of this house."""
    plain = ("win", "natural", "tie", "rounding", "tied_naturals", "dealer_bust_push", "surrender")
    payouts = {f"payouts.{key}": getattr(house, key) for key in plain if getattr(house, key) is not None}
    payouts["payouts.tied_totals"] = {str(total): way for total, way in house.tied_totals.items()}
    rules = {
        f"rules.{key}": getattr(house, key) for key in ("target", "dealer_natural", "original_bets_only")
    }
    naturals = ["pay naturals"] if house.pays_naturals else []
    changes = {
        "ruleset.usage": "bankroll minimum hands player",
        "arguments.cuts": None,
        "shoe": {"packs": "infinite"},
        "players": [{"name": f"P{seat}", "bankroll": START, "strategy": "simple"} for seat in range(SEATS)],
        "strategies.simple.chart": None,
        "strategies.simple.rules": [{"do": "stand"}],
        "strategies.simple.reactions": REACTIONS,
        "procedure.game": [{"repeat": "hand", "while": "hand < hands"}],
        "procedure.hand": ["take wagers", "deal", *naturals, "players act", "dealer acts", "settle"],
        "procedure.deal": ["player up", "dealer up", "player up", "dealer up"],
        "output": {key: key for key in ("paid", "collected")},
    }
    checked = classic_with({**payouts, **rules, **changes})
    values: dict[str, Value] = {"bankroll": START, "minimum": 1, "hands": 1, "player": "simple"}
    return compile_ruleset(checked, values, 0, tallied=tallied)


class Table:
    """A table of an engine on which hands are laid and settled."""

    def __init__(self, game: Compiled, engine: Engine) -> None:
        self.game, self.engine = game, engine
        self.program, self.table = engine.ints(game.program), engine.ints(game.table)
        self.record = engine.ints(driving.new_record(1 << 12))
        driving.pause(self.table, driving.Pause.STEPS)

    def lay(self, block: int, hand: Hand, house: House) -> None:
        """Lay a hand."""
        acted = t.BUST if hand.total > house.target else t.STOOD
        self.table[block + t.VALUE] = 2 * hand.total + hand.is_soft
        self.table[block + t.CARDS] = hand.cards
        acted = t.GIVEN_UP if hand.is_given_up else acted
        self.table[block + t.STATE] = acted if hand.has_acted else t.IN_PLAY
        self.table[block + t.INITIAL], self.table[block + t.WAGER] = hand.initial, hand.wager

    def lay_all(self, house: House, hands: Sequence[Hand], dealer: Hand) -> None:
        """Lay the hands of the players, no more than there are seats, and the dealer's."""
        self.table[t.FIRINGS] = 0
        self.table[t.HANDS_IN_PLAY] = len(hands)
        self.table[t.DISTURBED] = int(any(hand.is_given_up for hand in hands))
        self.lay(self.table[t.DEALER_HAND], dealer, house)
        for place, hand in enumerate(hands):
            self.lay(self.table[t.HANDS + place], hand, house)

    def play(self, step: int) -> list[Event]:
        """Play the step of this kind: what happens."""
        steps = range(self.game.program[p.START], len(self.game.program), p.STEP_SIZE)
        self.table[t.PC] = next(at for at in steps if self.game.program[at] == step)
        assert self.engine.advance(self.program, self.table, self.record) == Stop.PAUSED
        return list(read(driving.take_events(self.record), self.game.persons))

    def persons(self) -> list[int]:
        """The blocks of the players, in the order of their seats, and the dealer's."""
        return [int(block) for block in (*self.table[t.SEATS : t.SEATS + SEATS], self.table[t.DEALER])]

    def bankrolls(self) -> list[int]:
        """What they have."""
        return [int(self.table[block + t.BANKROLL]) for block in self.persons()]


def tables_of(house: House, engines: Sequence[Engine], *, tallied: bool = False) -> list[Table]:
    """A table of each engine."""
    game = game_of(house, tallied=tallied)
    return [Table(game, engine) for engine in engines]


def deals(house: House, chance: Random) -> Iterator[tuple[list[Hand], Hand]]:
    """Every hand of a player beside every hand of a dealer, as many at a time as there are seats."""
    for dealer in all_hands(house, chance):
        hands = list(all_hands(house, chance))
        chance.shuffle(hands)
        for first in range(0, len(hands), SEATS):
            yield hands[first : first + SEATS], dealer


def check_settling(house: House, table: Table, hands: Sequence[Hand], dealer: Hand) -> None:
    """Settle hands, and compare what happens with the statement of the payouts."""
    table.lay_all(house, hands, dealer)
    ends = [settled(house, hand, dealer) for hand in hands]
    wanted: list[tuple[object, ...]] = []
    bankrolls = table.bankrolls()
    at_once = {"player_natural", "naturals_push"} if house.pays_naturals else set()
    for seat in sorted(range(len(hands)), key=lambda seat: ends[seat][0] not in at_once):
        event, amount = ends[seat]
        bankrolls[seat] += amount
        bankrolls[SEATS] -= amount
        speaker = SEATS if event.startswith("dealer") else seat
        wanted.append((event, speaker, abs(amount), bankrolls[seat], None))
        if amount:
            said = "paid" if amount > 0 else "collected"
            wanted.append((said, seat, abs(amount), bankrolls[seat], None))
        is_won = amount > 0 or event == "player_natural"
        words = "hand won" if is_won else "hand lost" if amount < 0 else "push"
        wanted.append(("player_says", seat, None, None, OCCASIONS.index(words)))
    events = [*(table.play(s.PAY_NATURALS) if house.pays_naturals else []), *table.play(s.SETTLE)]
    told = [(event.key, event.person, event.amount, event.bankroll, event.phrase) for event in events]
    assert told == wanted
    assert table.bankrolls() == bankrolls


@settings(max_examples=5, phases=PHASES)
@given(houses, SEEDS)
def test_hands_are_settled_as_the_payouts_say(engines: Sequence[Engine], house: House, seed: int) -> None:
    """Every hand of a player against every hand of the dealer has the event, the money and the reaction."""
    for table in tables_of(house, engines):
        chance = Random(seed)  # noqa: S311  # a test that can be repeated
        for hands, dealer in deals(house, chance):
            check_settling(house, table, hands, dealer)


def check_counting(house: House, table: Table, hands: Sequence[Hand], dealer: Hand, sign: int) -> None:
    """Let the hands bring their wagers, nothing or a loss, and compare as what they are counted."""
    table.lay_all(house, hands, dealer)
    for step in [s.PAY_NATURALS, s.SETTLE] if house.pays_naturals else [s.SETTLE]:
        table.play(step)
    outcomes = [int(table.table[block + t.TALLY]) + y.OUTCOMES for block in table.persons()]
    for place, hand in enumerate(hands):
        block = table.table[t.HANDS + place]
        table.table[block + t.PAID] = sign * hand.wager
        for outcome in OUTCOMES.values():
            table.table[outcomes[place] + outcome.number] = 0
    table.play(p.TALLY)
    for hand, first in zip(hands, outcomes, strict=False):
        found = [name for name, outcome in OUTCOMES.items() if table.table[first + outcome.number]]
        assert found == [counted(house, hand, dealer, sign * hand.wager)]


@settings(max_examples=3, phases=PHASES)
@given(houses, SEEDS)
def test_hands_are_counted_by_what_they_brought_and_were(
    engines: Sequence[Engine], house: House, seed: int
) -> None:
    """Every hand counts as one outcome, also one that a power has settled in another way than the payouts."""
    for table in tables_of(house, engines, tallied=True):
        table.table[table.game.program[p.TALLIES] + y.HANDS_LEFT] = -1
        chance = Random(seed)  # noqa: S311  # a test that can be repeated
        for hands, dealer in deals(house, chance):
            check_counting(house, table, hands, dealer, chance.choice((-1, 0, 1)))
