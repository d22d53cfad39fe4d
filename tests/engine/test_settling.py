"""Every hand against every hand of the dealer is settled and counted as the umpire's house says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.engine.variants import SEEDS
from tests.session.variants_of_classic import classic_with
from tests.umpire.house import House
from tests.umpire.people import Hand, Person

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
STATES = {"busts": t.BUST, "stands": t.STOOD, "given up": t.GIVEN_UP}
AT_ONCE = ("player_natural", "naturals_push", "dealer_natural")


# --- houses and hands ---------------------------------------------------------------------------------------

ratios = st.builds("{}:{}".format, st.integers(0, 12), st.integers(1, 7))
ties = st.sampled_from(["push", "lose", "win"])
parts = st.integers(1, 7).flatmap(lambda most: st.builds("{}:{}".format, st.integers(1, most), st.just(most)))


@st.composite
def houses(draw: st.DrawFn) -> House:
    """Houses of any payouts."""
    target = draw(st.integers(12, 31) | st.just(21))
    tied_totals = draw(st.dictionaries(st.integers(2, target), ties, max_size=5))
    payouts = {
        **{key: draw(ratios) for key in ("win", "natural")},
        "tie": draw(ties),
        "rounding": draw(st.sampled_from(["down", "up", "nearest"])),
        "surrender": draw(parts),
        "tied_totals": {str(total): way for total, way in tied_totals.items()},
    }
    optional: dict[str, Any] = {"tied_naturals": draw(st.none() | ties)}
    push_on = draw(st.none() | st.integers(target + 1, target + 9))
    takes = draw(st.sampled_from(["all", "original bets"]))
    rules: dict[str, Any] = {"dealer_natural": draw(st.booleans()), "natural_takes": takes}
    naturals = draw(st.sampled_from([[], ["pay naturals"]]))
    return House(
        {
            "rules": {"target": target, **rules},
            "payouts": payouts | {key: value for key, value in optional.items() if value is not None},
            "procedure": {"hand": ["take wagers", "deal", *naturals, "players act", "dealer acts", "settle"]},
            "dealer": {"draws": "total < 17", **({"push_on": push_on} if push_on else {})},
        }
    )


def hand_of(house: House, role: str, total: int, cards: int, *, soft: bool) -> Hand:
    """A played hand of this many cards with a total."""
    owner = Person(role, [], is_veiled=False, is_asked=False, tags=[], resets_silently=False)
    hand = Hand(owner, cards=[0] * cards, counts_as=(total, cards, soft))
    hand.result = "busts" if total > house.target else "stands"
    return hand


def all_hands(house: House, chance: Random, role: str) -> Iterator[Hand]:
    """Hands of every total, hard and soft, of two cards and of three; some are given up."""
    for total in range(2, house.target + 11):
        for soft in (False, True) if 12 <= total <= house.target else (False,):
            for cards in (2, 3):
                hand = hand_of(house, role, total, cards, soft=soft)
                hand.initial = chance.randint(1, 99)
                hand.wager = hand.initial * chance.choice((1, 2))
                if role == "player" and total <= house.target and chance.random() < 0.2:
                    hand.result = "given up"
                yield hand


def counted(house: House, hand: Hand, dealer: Hand, amount: int) -> str:
    """The outcome of a hand that won so much."""
    if amount > 0:
        if house.has_natural(hand) and hand.result != "given up":
            return "won by a natural"
        return "won as the dealer bust" if house.is_bust(dealer) else "won by total"
    if amount == 0:
        return "pushed"
    if hand.result == "given up":
        return "surrendered"
    if house.is_bust(hand):
        return "lost by a bust"
    return "lost to a natural" if house.beats_others(dealer) else "lost by total"


def game_of(house: House, *, tallied: bool = False) -> Compiled:
    """A full table of this house."""
    changes: dict[str, Any] = {
        **{f"payouts.{key}": value for key, value in house.payouts.items()},
        **{f"rules.{key}": value for key, value in house.data["rules"].items()},
        **{f"dealer.{key}": value for key, value in house.data["dealer"].items()},
        "ruleset.usage": "bankroll minimum hands player",
        "arguments.cuts": None,
        "shoe": {"packs": "infinite"},
        "players": [{"name": f"P{seat}", "bankroll": START, "strategy": "simple"} for seat in range(SEATS)],
        "strategies.simple.chart": None,
        "strategies.simple.rules": [{"do": "stand"}],
        "strategies.simple.reactions": REACTIONS,
        "procedure.game": [{"repeat": "hand", "while": "hand < hands"}],
        "procedure.hand": house.data["procedure"]["hand"],
        "procedure.deal": ["player up", "dealer up", "player up", "dealer up"],
        "output": {key: key for key in ("paid", "collected")},
    }
    values: dict[str, Value] = {"bankroll": START, "minimum": 1, "hands": 1, "player": "simple"}
    return compile_ruleset(classic_with(changes), values, 0, tallied=tallied)


class Table:
    """A table of an engine on which hands are laid and settled."""

    def __init__(self, game: Compiled, engine: Engine) -> None:
        self.game, self.engine = game, engine
        self.program, self.table = engine.ints(game.program), engine.ints(game.table)
        self.record = engine.ints(driving.new_record(1 << 12))
        driving.pause(self.table, driving.Pause.STEPS)

    def lay(self, block: int, hand: Hand, house: House) -> None:
        """Lay a hand."""
        total, soft = house.made(hand)
        self.table[block + t.VALUE] = 2 * total + soft
        self.table[block + t.CARDS] = len(hand.cards)
        self.table[block + t.STATE] = STATES[hand.result]
        self.table[block + t.INITIAL], self.table[block + t.WAGER] = hand.initial, hand.wager

    def lay_all(self, house: House, hands: Sequence[Hand], dealer: Hand) -> None:
        """Lay the hands of the players, no more than there are seats, and the dealer's."""
        self.table[t.FIRINGS] = 0
        self.table[t.HANDS_IN_PLAY] = len(hands)
        self.table[t.NEEDS_RESET] = int(any(hand.result == "given up" for hand in hands))
        self.lay(self.table[t.DEALER_HAND], dealer, house)
        for place, hand in enumerate(hands):
            self.lay(self.table[t.HANDS + place], hand, house)

    def play(self, step: int) -> list[Event]:
        """Play the step of this kind, and return its events."""
        steps = range(self.game.program[p.START], len(self.game.program), p.STEP_SIZE)
        self.table[t.PC] = next(at for at in steps if self.game.program[at] == step)
        assert self.engine.advance(self.program, self.table, self.record) == Stop.PAUSED
        return list(read(driving.take_events(self.record), self.game.persons))

    def persons(self) -> list[int]:
        """The blocks of the players, in the order of their seats, and the dealer's."""
        return [int(block) for block in (*self.table[t.SEATS : t.SEATS + SEATS], self.table[t.DEALER])]

    def bankrolls(self) -> list[int]:
        """Their bankrolls."""
        return [int(self.table[block + t.BANKROLL]) for block in self.persons()]


def tables_of(house: House, engines: Sequence[Engine], *, tallied: bool = False) -> list[Table]:
    """A table of each engine."""
    game = game_of(house, tallied=tallied)
    return [Table(game, engine) for engine in engines]


def deals(house: House, chance: Random) -> Iterator[tuple[list[Hand], Hand]]:
    """Each hand of a player against each hand of a dealer, as many at a time as there are seats."""
    for dealer in all_hands(house, chance, "dealer"):
        hands = list(all_hands(house, chance, "player"))
        chance.shuffle(hands)
        for first in range(0, len(hands), SEATS):
            yield hands[first : first + SEATS], dealer


def check_settling(house: House, table: Table, hands: Sequence[Hand], dealer: Hand) -> None:
    """Settle hands, and compare the events with the payments of the house."""
    table.lay_all(house, hands, dealer)
    bankrolls = table.bankrolls()
    is_paid = [house.pays_naturals and house.has_natural(h) and h.result != "given up" for h in hands]
    told: list[Event] = []
    for step in [s.PAY_NATURALS, s.SETTLE] if house.pays_naturals else [s.SETTLE]:
        told += table.play(step)
    events = iter(told)
    for seat in sorted(range(len(hands)), key=lambda seat: not is_paid[seat]):
        event = next(events)
        assert not is_paid[seat] or event.key in AT_ONCE
        amount = house.amount(event.key, hands[seat], dealer)
        bankrolls[seat] += amount
        bankrolls[SEATS] -= amount
        assert event.person == (SEATS if event.is_dealer else seat)
        assert (event.amount, event.bankroll) == (abs(amount), bankrolls[seat])
        if amount:
            money = next(events)
            assert (money.key, money.person) == ("paid" if amount > 0 else "collected", seat)
            assert (money.amount, money.bankroll) == (abs(amount), bankrolls[seat])
        is_won = amount > 0 or event.key == "player_natural"
        words = next(events)
        occasion = "hand won" if is_won else "hand lost" if amount < 0 else "push"
        assert (words.key, words.person, words.phrase) == ("player_says", seat, OCCASIONS.index(occasion))
    assert next(events, None) is None
    assert table.bankrolls() == bankrolls


@settings(max_examples=2, phases=PHASES)
@given(houses(), SEEDS)
def test_hands_are_settled_as_the_payouts_say(engines: Sequence[Engine], house: House, seed: int) -> None:
    """Each hand of a player against each hand of the dealer has its event, money and reaction."""
    for table in tables_of(house, engines):
        chance = Random(seed)  # noqa: S311  # a test that can be repeated
        for hands, dealer in deals(house, chance):
            check_settling(house, table, hands, dealer)


def check_counting(house: House, table: Table, hands: Sequence[Hand], dealer: Hand, sign: int) -> None:
    """Make the hands win their wagers, nothing or a loss, and compare their outcomes."""
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


@settings(max_examples=2, phases=PHASES)
@given(houses(), SEEDS)
def test_hands_are_counted_by_what_they_brought_and_were(
    engines: Sequence[Engine], house: House, seed: int
) -> None:
    """Every hand has one outcome, also if a power settled it against the payouts."""
    for table in tables_of(house, engines, tallied=True):
        table.table[table.game.program[p.TALLIES] + y.HANDS_LEFT] = -1
        chance = Random(seed)  # noqa: S311  # a test that can be repeated
        for hands, dealer in deals(house, chance):
            check_counting(house, table, hands, dealer, chance.choice((-1, 0, 1)))
