"""A game as its drivers see it: everything in plain words, and nothing that can be changed.

The program and the table are the engine's own. Whoever drives a game (a session, a case, a simulation) reads
them here and writes them in ``driving``, and knows no place in them. Persons are known by their number, which
is the order of their event codes and of ``Compiled.persons``; money is in the ruleset's smallest unit, and a
card is a number from 0 to 51. Whatever a view gives is a copy that the game does not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import NamedTuple

from bj.catalogue import events as e
from bj.catalogue import occasions as on
from bj.catalogue.actions import ACTIONS
from bj.catalogue.rules import SIT_OUT

from ..cards.formulas import evaluate
from ..cards.hand_facts import is_known
from ..cards.stakes import insurance_stake
from ..game.decisions import legal, raise_of
from ..game.money import outcome_of, payout
from ..game.side_bets import stake_of
from ..game.wagers import purse, staked_before
from ..layout import program as p
from ..layout import table as t
from ..layout.mode import Ints


class Stop(IntEnum):
    """Why a call of the engine has returned."""

    DONE = p.DONE
    """The game is over, or a piece of tallied games."""
    DECISION = p.DECISION
    """A person has to answer, see ``View.question``."""
    EVENTS_FULL = p.EVENTS_FULL
    """The recorded events have to be taken away."""
    OUT_OF_CARDS = p.OUT_OF_CARDS
    """The shoe ran out in the middle of a hand."""
    FAULTY = p.FAULTY
    """A rule asked for something impossible, see ``View.fault``."""
    PAUSED = p.PAUSED
    """A pause that was wanted, see ``driving.pause``."""
    ENOUGH = p.ENOUGH
    """As many hands as were wanted have been tallied."""
    CHANCE = p.CHANCE
    """A card or a cut has to be given, see ``View.chance`` and ``driving.deal_by_hand``."""


class Kind(IntEnum):
    """What a question is about."""

    WAGER = p.ASK_WAGER
    ACTION = p.ASK_ACTION
    AGAIN = p.ASK_AGAIN
    INSURANCE = p.ASK_INSURANCE
    SURRENDER = p.ASK_SURRENDER
    SIDE_BET = p.ASK_SIDE_BET
    SWITCH = p.ASK_SWITCH
    POWER = p.ASK_POWER


class State(IntEnum):
    """How far a hand has been played."""

    IN_PLAY = t.IN_PLAY
    ACTING = t.ACTING
    STOOD = t.STOOD
    BUST = t.BUST
    GIVEN_UP = t.GIVEN_UP
    SITS_OUT = t.SITS_OUT
    SETTLED = t.SETTLED


class Reason(IntEnum):
    """Why a game cannot go on."""

    WAGER_TOO_SMALL = p.WAGER_TOO_SMALL
    WAGER_TOO_LARGE = p.WAGER_TOO_LARGE
    DIVISION_BY_ZERO = p.DIVISION_BY_ZERO
    NUMBER_TOO_LARGE = p.NUMBER_TOO_LARGE
    NO_ACTION = p.NO_ACTION
    ENDLESS_REACTION = p.ENDLESS_REACTION
    ENDLESS_HAND = p.ENDLESS_HAND
    ENDLESS_ROUNDS = p.ENDLESS_ROUNDS
    HAND_FULL = p.HAND_FULL
    RECORD_FULL = p.RECORD_FULL
    IMPOSSIBLE_CARD = p.IMPOSSIBLE_CARD
    IMPOSSIBLE_CUT = p.IMPOSSIBLE_CUT
    ILLEGAL_ACTION = p.ILLEGAL_ACTION
    TOO_MANY_QUESTIONS = p.TOO_MANY_QUESTIONS
    TOO_MUCH_WORK = p.TOO_MUCH_WORK


class Held(NamedTuple):
    """A card of a hand."""

    card: int
    is_hidden: bool
    """Whether it lies face down."""


class Hand(NamedTuple):
    """A hand on the table; before the deal of the next one it is the last."""

    cards: tuple[Held, ...]
    total: int
    is_soft: bool
    wager: int
    """With a doubled wager in full; 0 for the dealer."""
    is_doubled: bool
    state: State
    paid: int
    """What it brought when it was settled, negative for a loss."""
    insured: int = 0
    """What is staked on the dealer having a natural."""
    free: int = 0
    """How much of the wager the house has put up."""


class Question(NamedTuple):
    """What a person has to answer."""

    kind: Kind
    person: int
    hand: Hand
    """The hand that it is about."""
    actions: tuple[int, ...]
    """What may be done with the hand; empty when the question is not about that."""
    wagers: range
    """The wagers that the person may make; empty when the question is not about that."""
    may_sit_out: bool = False
    """Whether the person may wager nothing instead, and sit out."""
    stake: int = 0
    """How much insurance, a side bet or giving up costs; for a wager, what is staked on hands before it."""
    bet: int = 0
    """The number of the side bet."""
    reaction: int = 0
    """What ``Compiled.asks`` knows the power by."""


class Chance(NamedTuple):
    """What has to be given, where chance does not decide."""

    is_cut: bool
    """Whether it is a cut of the shoe; else it is a card."""
    person: int | None
    """Whose hand the card is for; None for a cut."""
    is_hidden: bool
    """Whether the card lies face down."""
    more: int = 0
    """How many cards a power takes after this one, face down as well."""


class Seen(NamedTuple):
    """What somebody knows of cards that nobody else sees."""

    hole_cards: tuple[int, ...]
    """The dealer's cards that lie face down."""
    next_card: int | None
    """The next card of the shoe."""


class Fault(NamedTuple):
    """What was impossible."""

    reason: Reason
    person: int | None
    """Who is at fault."""
    value: int
    """The number refused, or what ``Compiled.reactions`` knows a reaction by."""


class View:
    """What can be known of a game, as its table is at the moment of asking."""

    __slots__ = ("_program", "_table")

    def __init__(self, program: Ints, table: Ints) -> None:
        self._program = program
        self._table = table

    @property
    def players(self) -> tuple[int, ...]:
        """Who sits at the table, in seat order, without the dealer."""
        seats = self._table[t.SEATS : t.SEATS + self._table[t.PLAYERS]]
        return tuple(self._person(int(block)) for block in seats)

    @property
    def dealer(self) -> int:
        """Who deals."""
        return self._person(self._number(t.DEALER))

    def bankroll(self, person: int) -> int:
        """What ``person`` has."""
        return self._number(_block(person) + t.BANKROLL)

    def count(self, person: int) -> int:
        """What ``person`` has counted since the last shuffle."""
        return self._number(_block(person) + t.COUNT)

    def hands(self, person: int) -> tuple[Hand, ...]:
        """The hands of ``person``, in the order in which they are played."""
        return tuple(map(self._hand, self._owned(person)))

    def total_with(self, person: int, cards: Iterable[int], hand: int = 0) -> int:
        """The total of one of the hands of ``person`` with some cards more."""
        value = self._number(self._owned(person)[hand] + t.VALUE)
        for card in cards:
            value = int(self._program[p.ADDITIONS + value * p.RANKS + self._program[p.RANK_OF + card]])
        return value >> 1

    def decides(self, person: int, kind: Kind) -> bool:
        """Whether ``person`` has a strategy, or the rule of the house, for questions of this kind."""
        block = _block(person)
        if self._number(block + t.VOICE) & e.DEALER_ROLE:
            return True
        if kind == Kind.WAGER:
            return self._number(block + t.WAGER_FORMULA) != 0
        if kind == Kind.INSURANCE and self._number(block + t.INSURANCE):
            return True
        if kind == Kind.SWITCH and self._number(block + t.SWITCH):
            return True
        return kind != Kind.AGAIN and (self._number(block + t.CHART) or self._number(block + t.RULES)) != 0

    @property
    def upcard(self) -> int | None:
        """The dealer's upcard: the first that the dealing order has face up; None before it is dealt.

        None, too, after a power has taken it, if only a card that lies face down is in its place.
        """
        order = self._program[p.DEALING : p.DEALING + self._program[p.DEALING_ENTRIES]]
        own = [int(entry) for entry in order if entry & p.DEAL_TO_DEALER]
        cards = self.hands(self.dealer)[0].cards
        place = own.index(p.DEAL_TO_DEALER) if p.DEAL_TO_DEALER in own else len(cards)
        return cards[place].card if place < len(cards) and not cards[place].is_hidden else None

    @property
    def hand_number(self) -> int:
        """The number of the hand, from 1; 0 before the first one."""
        return self._number(t.HAND)

    @property
    def round_number(self) -> int:
        """The number of the round, from 1; 0 before the first one, and where there are none."""
        return self._number(t.ROUND)

    @property
    def step(self) -> int:
        """The number of the step that is played next, in the order in which the compiler makes them."""
        return (self._number(t.PC) - int(self._program[p.START])) // p.STEP_SIZE

    @property
    def operation(self) -> int:
        """The step that is played next, as a number of the catalogue; another number for the engine's own."""
        return int(self._program[self._number(t.PC)])

    @property
    def work(self) -> int:
        """The work of this game so far, in units of ``budget``."""
        return self._number(t.WORK)

    @property
    def cards_left(self) -> int:
        """How many cards of the shoe are not dealt; 0 of one without end."""
        return self._number(t.CARDS_LEFT)

    @property
    def shuffles(self) -> int:
        """How often the shoe was shuffled by the procedure."""
        return self._number(t.SHUFFLES)

    @property
    def shoe_size(self) -> int:
        """How many cards the shoe has; 0 for one without end."""
        return self._number(t.SHOE_SIZE)

    @property
    def next_card(self) -> int | None:
        """The card on top of the shoe; None where every draw decides anew which it is, or none is left."""
        left = self.cards_left
        if not left or self._program[p.SHUFFLE_METHOD] != p.RIFFLE:
            return None
        return self._number(self._number(t.SHOE) + self.shoe_size - left)

    @property
    def looks_ahead(self) -> bool:
        """Whether powers look at cards before they are dealt, so that these are needed before."""
        return any(self._program[p.LOOKS_AHEAD : p.LOOKS_AHEAD + on.TURN + 1])

    def seen_by(self, person: int) -> Seen:
        """The cards that only ``person`` knows, by powers that look at them."""
        looks = any(self._table[hand + t.LOOKS] for hand in self._owned(person))
        hole = tuple(held.card for held in self.hands(self.dealer)[0].cards if looks and held.is_hidden)
        knows_next = is_known(self._table) and self._person(self._number(t.LOOKER)) == person
        at = self._number(t.SHOE) + self.shoe_size - self.cards_left
        return Seen(hole, self._number(at) if knows_next else None)

    @property
    def coming(self) -> tuple[int, ...]:
        """The cards left in the shoe, from the top; none where every draw decides anew which card it is."""
        if self._program[p.SHUFFLE_METHOD] != p.RIFFLE:
            return ()
        end = self._number(t.SHOE) + self.shoe_size
        return tuple(int(card) for card in self._table[end - self.cards_left : end])

    @property
    def minimum_wager(self) -> int:
        """The smallest wager."""
        return self._number(t.MINIMUM_WAGER)

    @property
    def part_asked(self) -> int:
        """Which of their hands somebody is asked to wager on, from 1."""
        hands = [self._number(t.HANDS + place) for place in range(self._number(t.TURN) + 1)]
        owners = [self._number(hand + t.OWNER) for hand in hands]
        return owners.count(owners[-1])

    @property
    def question(self) -> Question | None:
        """What somebody has to answer before the game can go on."""
        if not self._table[t.QUESTION] or self.chance is not None:
            return None
        with self._uncounted():
            return self._question()

    def _question(self) -> Question:
        """The question that is open."""
        kind, hand = Kind(self._table[t.QUESTION]), self._number(t.ASKED)
        block = self._number(hand + t.OWNER)
        actions: tuple[int, ...] = ()
        wagers = range(0)
        if kind == Kind.ACTION:
            bits = legal(self._program, self._table, hand)
            actions = tuple(row.number for row in ACTIONS.values() if bits >> row.number & 1)
        elif kind == Kind.WAGER:
            wagers = range(self.minimum_wager, int(purse(self._table, self._number(t.TURN))) + 1)
        return Question(
            kind,
            self._person(block),
            self._hand(hand),
            actions,
            wagers,
            kind == Kind.WAGER and bool(self._program[p.HOUSE_RULES] & SIT_OUT),
            self._stake(kind, hand),
            self._number(t.SPOT),
            self._number(t.FAULT_VALUE) if kind == Kind.POWER else 0,
        )

    def _stake(self, kind: Kind, hand: int) -> int:
        """What the offer of a question costs, or what the person has staked on hands before this one."""
        if kind == Kind.WAGER:
            return int(staked_before(self._table, self._number(t.TURN)))
        wager = self._number(hand + t.WAGER)
        if kind == Kind.INSURANCE:
            return int(insurance_stake(self._table, hand))
        if kind == Kind.SURRENDER:
            outcome = int(outcome_of(self._program, p.SURRENDERED_EARLY, p.TOTALS))
            return -int(payout(self._program, outcome + p.OUTCOME_PAYS, wager))
        if kind == Kind.SIDE_BET:
            bet = int(self._program[p.SIDE_BETS]) + p.BET_SIZE * self._number(t.SPOT)
            return int(stake_of(self._program, self._table, bet, hand))
        return 0

    @property
    def chance(self) -> Chance | None:
        """What has to be given before the game can go on."""
        needed = self._number(t.QUESTION)
        if needed == p.ASK_CUT:
            return Chance(is_cut=True, person=None, is_hidden=False)
        if needed & ~t.FACE_DOWN == p.ASK_CARD:
            owner = self._person(self._number(self._number(t.ASKED) + t.OWNER))
            more = max(self._number(t.RETAKING) - 1, 0)
            return Chance(is_cut=False, person=owner, is_hidden=bool(needed & t.FACE_DOWN), more=more)
        return None

    @property
    def asked_hand(self) -> int:
        """Which of the hands of its owner is asked about, or needs a card, from 0."""
        asked = self._number(t.ASKED)
        return self._owned(self._person(self._number(asked + t.OWNER))).index(asked)

    def holds(self, condition: Sequence[int]) -> bool:
        """Whether a compiled condition holds for the hand that a person is asked about."""
        program, table = [*map(int, self._program), 0, *condition], list(map(int, self._table))
        return evaluate(program, table, len(self._program) + 1, self._number(t.ASKED)) != 0

    def can_raise(self, action: int) -> bool:
        """Whether there is money for what doubling or splitting the hand asked about adds to the wager."""
        with self._uncounted():
            return raise_of(self._program, self._table, self._number(t.ASKED), action) > 0

    @property
    def fault(self) -> Fault | None:
        """Why the engine stopped with ``Stop.FAULTY``."""
        if not self._table[t.FAULT]:
            return None
        block = self._number(t.FAULT_PERSON)
        person = self._person(block) if block else None
        return Fault(Reason(self._table[t.FAULT]), person, self._number(t.FAULT_VALUE))

    @contextmanager
    def _uncounted(self) -> Iterator[None]:
        """Let the engine answer without counting that as work for the hand: a person may ask often."""
        work = self._table[t.WORK]
        self._table[t.WORK] = 0
        try:
            yield
        finally:
            self._table[t.WORK] = work

    def _number(self, at: int) -> int:
        """The number of the table at a place; compiled tables have numbers of another type."""
        return int(self._table[at])

    def _person(self, block: int) -> int:
        """Whose block this is."""
        return self._number(block + t.VOICE) // e.PERSON_STRIDE

    def _owned(self, person: int) -> list[int]:
        """The blocks of the hands of ``person``, in the order in which they are played."""
        in_play = [int(hand) for hand in self._table[t.HANDS : t.HANDS + self._table[t.HANDS_IN_PLAY]]]
        owned = [hand for hand in in_play if self._number(hand + t.OWNER) == _block(person)]
        return owned or [self._number(_block(person) + t.FIRST_HAND)]

    def _hand(self, hand: int) -> Hand:
        """The hand of this block."""
        value = self._number(hand + t.VALUE)
        held = self._table[hand + t.HELD : hand + t.HELD + self._table[hand + t.CARDS]]
        return Hand(
            tuple(Held(int(card) % t.FACE_DOWN, bool(card >= t.FACE_DOWN)) for card in held),
            value >> 1,
            bool(value & 1),
            self._number(hand + t.WAGER),
            bool(self._table[hand + t.DOUBLED]),
            State(self._table[hand + t.STATE]),
            self._number(hand + t.PAID),
            self._number(hand + t.INSURED),
            self._number(hand + t.FREE),
        )


def _block(person: int) -> int:
    """Where the block of ``person`` begins."""
    return t.PERSONS + person * t.PERSON_SIZE
