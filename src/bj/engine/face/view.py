"""Reads the state of a game: the people, their hands, the open question and faults.

Only the engine knows how programs and tables are laid out. Drivers of a game, such as sessions and cases,
read its state here and change it with ``driving``. A person is an index into ``Compiled.persons``, as in
event codes. Money is in the ruleset's smallest unit. A card is its number in ``bj.cards``. All values are
copies, so they do not change as the game continues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import NamedTuple

from bj.catalogue import events as e
from bj.catalogue import occasions as on
from bj.catalogue.actions import ACTIONS
from bj.catalogue.house_rules import SIT_OUT

from ..cards.formulas import evaluate, fetch
from ..cards.hand_facts import is_known
from ..cards.payments_and_stakes import earnings, insurance_stake
from ..cards.rules_in_force import house_outcome
from ..cards.seats import block_of_person
from ..game.betting_round import price_of_call
from ..game.decisions import legal, raise_of
from ..game.settlement import payout
from ..game.side_bets import bet_in_question, largest_stake, stake_of
from ..game.wagers import purse, staked_before
from ..layout import program as p
from ..layout import table as t
from ..layout.plain_or_compiled import Ints


class Stop(IntEnum):
    """The reason a call to the engine returned."""

    DONE = p.DONE
    """The game is over or, for tallied games, all requested games are over."""
    DECISION = p.DECISION
    """Someone must answer a question (see ``View.question``)."""
    EVENTS_FULL = p.EVENTS_FULL
    """The driver must empty the record."""
    OUT_OF_CARDS = p.OUT_OF_CARDS
    """The shoe ran out in the middle of a hand."""
    FAULTY = p.FAULTY
    """A rule required something impossible (see ``View.fault``)."""
    PAUSED = p.PAUSED
    """The game has reached a pause (see ``driving.pause``)."""
    ENOUGH = p.ENOUGH
    """All requested hands have been tallied."""
    CHANCE = p.CHANCE
    """The driver must supply a card or a cut (see ``View.chance`` and ``driving.deal_by_hand``)."""


class Kind(IntEnum):
    """The subject of a question."""

    WAGER = p.ASK_WAGER
    ACTION = p.ASK_ACTION
    AGAIN = p.ASK_AGAIN
    INSURANCE = p.ASK_INSURANCE
    SURRENDER = p.ASK_SURRENDER
    SIDE_BET = p.ASK_SIDE_BET
    SWITCH = p.ASK_SWITCH
    CALL = p.ASK_CALL
    RAISE = p.ASK_RAISE
    POWER = p.ASK_POWER


OF_STRATEGIES = {
    Kind.INSURANCE: t.INSURANCE,
    Kind.SWITCH: t.SWITCH,
    Kind.CALL: t.CALLS,
    Kind.RAISE: t.RAISES,
}
"""Maps each kind of question to a field of a person.

If that field is not 0, a strategy answers the question.
"""


class HandState(IntEnum):
    """The state of a hand."""

    IN_PLAY = t.IN_PLAY
    ACTING = t.ACTING
    STOOD = t.STOOD
    BUST = t.BUST
    GIVEN_UP = t.GIVEN_UP
    SITS_OUT = t.SITS_OUT
    SETTLED = t.SETTLED


class Reason(IntEnum):
    """The reason a game cannot continue."""

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
    """A card in a hand."""

    card: int
    is_hidden: bool
    """Whether the card is face down."""


class Hand(NamedTuple):
    """A hand on the table. Until the next deal, this is still the previous hand."""

    cards: tuple[Held, ...]
    total: int
    is_soft: bool
    wager: int
    """The whole wager, including anything added by doubling. It is 0 for the dealer."""
    is_doubled: bool
    state: HandState
    paid: int
    """The amount won when the hand was settled, negative for a loss."""
    insured: int = 0
    """The insurance stake."""
    free: int = 0
    """The part of the wager that the house put up."""


class Question(NamedTuple):
    """A question for a player."""

    kind: Kind
    person: int
    hand: Hand
    """The hand that the question is about."""
    actions: tuple[int, ...]
    """The legal actions. Empty for questions that are not about an action."""
    wagers: range
    """The amounts that can be wagered, or staked on a side bet. Empty for other questions."""
    may_sit_out: bool = False
    """Whether the player may wager nothing and sit out."""
    stake: int = 0
    """The price of insurance, surrender, a call or a raise, or the smallest stake for a side bet.

    In a question about a wager, this is what the player has already staked on earlier hands.
    """
    bet: int = 0
    """The index of the side bet."""
    reaction: int = 0
    """The key of the power in ``Compiled.power_questions``."""


class Chance(NamedTuple):
    """A card or a cut that the driver must supply."""

    is_cut: bool
    """Whether a cut is needed rather than a card."""
    person: int | None
    """The owner of the hand that gets the card, or None for a cut."""
    is_hidden: bool
    """Whether the card is dealt face down."""
    more: int = 0
    """How many more cards a power takes after this one, including face-down cards."""


class Seen(NamedTuple):
    """Cards that only one person knows."""

    hole_cards: tuple[int, ...]
    """The dealer's face-down cards."""
    next_card: int | None
    """The next card in the shoe, or None if the person does not know it."""


class GameFault(NamedTuple):
    """An impossible requirement of a rule, or an impossible answer."""

    reason: Reason
    person: int | None
    """The person concerned, or None if no person is involved."""
    value: int
    """The number that was refused, or the key of a reaction in ``Compiled.described``."""


class View:
    """The current state of a game."""

    __slots__ = ("_program", "_table")

    def __init__(self, program: Ints, table: Ints) -> None:
        self._program = program
        self._table = table

    @property
    def players(self) -> tuple[int, ...]:
        """The players at the table in the order of their seats, without the dealer."""
        seats = self._table[t.SEATS : t.SEATS + self._table[t.PLAYERS]]
        return tuple(self._person(int(block)) for block in seats)

    @property
    def dealer(self) -> int:
        """The person who deals."""
        return self._person(self._number(t.DEALER))

    def bankroll(self, person: int) -> int:
        """Return the bankroll of ``person``."""
        return self._number(block_of_person(person) + t.BANKROLL)

    def purse(self, person: int) -> int:
        """Return all the money that ``person`` has, as a player and, if the bank rotates, as the banker."""
        other = self._number(block_of_person(person) + t.OTHER_ROLE)
        return self.bankroll(person) + (self._number(other + t.BANKROLL) if other else 0)

    def earnings(self, person: int) -> int:
        """Return the bankroll of ``person``, not counting money moved by role changes and new matches."""
        return int(earnings(self._table, block_of_person(person)))

    def count(self, person: int) -> int:
        """Return the running count of ``person``."""
        return self._number(block_of_person(person) + t.COUNT)

    def hands(self, person: int) -> tuple[Hand, ...]:
        """Return the hands of ``person``, in the order in which they are played."""
        return tuple(map(self._hand, self._owned(person)))

    def total_with(self, person: int, cards: Iterable[int], hand: int = 0) -> int:
        """Return the total that a hand would have after adding ``cards``.

        ``hand`` is the index of the hand among the hands of ``person``.
        """
        value = self._number(self._owned(person)[hand] + t.VALUE)
        for card in cards:
            value = int(self._program[p.ADDITIONS + value * p.RANKS + self._program[p.RANK_OF + card]])
        return value >> 1

    def visible_total(self, person: int) -> int:
        """Return the total of the face-up cards in the first hand of ``person``, or 0 if none is face up."""
        value = 0
        for held in self.hands(person)[0].cards:
            if not held.is_hidden:
                rank = int(self._program[p.RANK_OF + held.card])
                value = int(self._program[p.ADDITIONS + value * p.RANKS + rank])
        return value >> 1

    def decides(self, person: int, kind: Kind) -> bool:
        """Return whether ``person`` leaves this kind of question to a strategy or to the house."""
        block = block_of_person(person)
        if self._number(block + t.EVENT_BASE) & e.DEALER_ROLE:
            return True
        if kind == Kind.WAGER:
            return self._number(block + t.WAGER_FORMULA) != 0
        if kind in OF_STRATEGIES and self._number(block + OF_STRATEGIES[kind]):
            return True
        return kind != Kind.AGAIN and (self._number(block + t.CHART) or self._number(block + t.RULES)) != 0

    @property
    def upcard(self) -> int | None:
        """The dealer's upcard, or None before it is dealt.

        The upcard is the first card dealt face up to the dealer. The result is also None if a power has
        replaced the upcard with a face-down card.
        """
        order = self._program[p.DEALING : p.DEALING + self._program[p.DEALING_ENTRIES]]
        own = [int(entry) for entry in order if entry & p.DEAL_TO_DEALER]
        cards = self.hands(self.dealer)[0].cards
        place = own.index(p.DEAL_TO_DEALER) if p.DEAL_TO_DEALER in own else len(cards)
        return cards[place].card if place < len(cards) and not cards[place].is_hidden else None

    @property
    def hand_number(self) -> int:
        """The number of the hand, counted from 1, or 0 before the first hand."""
        return self._number(t.HAND)

    @property
    def round_number(self) -> int:
        """The number of the round, counted from 1, or 0 before the first round.

        It is always 0 in games without rounds.
        """
        return self._number(t.ROUND)

    @property
    def step(self) -> int:
        """The index of the next step, in the order in which the compiler wrote the steps."""
        return (self._number(t.PC) - int(self._program[p.START])) // p.STEP_SIZE

    @property
    def operation(self) -> int:
        """The catalogue's number for the next step. Internal steps have other numbers."""
        return int(self._program[self._number(t.PC)])

    @property
    def work(self) -> int:
        """The work done in this game so far, in the units defined in ``work_per_hand.py``."""
        return self._number(t.WORK)

    @property
    def cards_left(self) -> int:
        """The number of cards left in the shoe, or 0 for an infinite shoe."""
        return self._number(t.CARDS_LEFT)

    @property
    def shuffles(self) -> int:
        """The number of shuffles called for by the procedure so far."""
        return self._number(t.SHUFFLES)

    @property
    def shoe_size(self) -> int:
        """The number of cards in a full shoe, or 0 for an infinite shoe."""
        return self._number(t.SHOE_SIZE)

    @property
    def next_card(self) -> int | None:
        """The top card in the shoe. It is None if the shoe is empty or cards are drawn at random."""
        left = self.cards_left
        if not left or self._program[p.SHUFFLE_METHOD] != p.RIFFLE:
            return None
        return self._number(self._number(t.SHOE) + self.shoe_size - left)

    @property
    def looks_ahead(self) -> bool:
        """Whether powers may reveal cards before they are dealt, so that drivers must supply them early."""
        return any(self._program[p.LOOKS_AHEAD : p.LOOKS_AHEAD + on.TURN + 1])

    def seen_by(self, person: int) -> Seen:
        """Return the cards that only ``person`` knows because of powers."""
        looks = any(self._table[hand + t.SEES_HOLE] for hand in self._owned(person))
        hole = tuple(held.card for held in self.hands(self.dealer)[0].cards if looks and held.is_hidden)
        knows_next = is_known(self._table) and self._person(self._number(t.LOOKER)) == person
        at = self._number(t.SHOE) + self.shoe_size - self.cards_left
        return Seen(hole, self._number(at) if knows_next else None)

    @property
    def coming(self) -> tuple[int, ...]:
        """The cards left in the shoe, from the top. Empty if cards are drawn at random."""
        if self._program[p.SHUFFLE_METHOD] != p.RIFFLE:
            return ()
        end = self._number(t.SHOE) + self.shoe_size
        return tuple(int(card) for card in self._table[end - self.cards_left : end])

    @property
    def minimum_wager(self) -> int:
        """The minimum wager."""
        return self._number(t.MINIMUM_WAGER)

    @property
    def maximum_wager(self) -> int:
        """The maximum wager."""
        return self._number(t.MAXIMUM_WAGER)

    @property
    def wager_step(self) -> int:
        """The increment between possible wagers: each wager is a multiple of it."""
        return int(self._program[p.WAGER_STEP])

    @property
    def part_asked(self) -> int:
        """The position of the hand to wager on among its owner's hands, counted from 1."""
        hands = [self._number(t.HANDS + place) for place in range(self._number(t.CURSOR) + 1)]
        owners = [self._number(hand + t.OWNER) for hand in hands]
        return owners.count(owners[-1])

    @property
    def question(self) -> Question | None:
        """The open question for a player, or None if no question is open."""
        if not self._table[t.QUESTION] or self.chance is not None:
            return None
        with self._uncounted():
            kind, hand = Kind(self._table[t.QUESTION]), self._number(t.ASKED)
            block = self._number(hand + t.OWNER)
            actions: tuple[int, ...] = ()
            wagers = range(0)
            if kind == Kind.ACTION:
                bits = legal(self._program, self._table, hand)
                actions = tuple(row.number for row in ACTIONS.values() if bits >> row.number & 1)
            elif kind == Kind.WAGER:
                most = int(purse(self._table, self._number(t.CURSOR)))
                wagers = range(self.minimum_wager, most + 1, self.wager_step)
            stake = self._stake(kind, hand)
            if kind == Kind.SIDE_BET:
                bet = bet_in_question(self._program, self._table)
                if self._program[bet + p.BET_MOST]:
                    wagers = range(
                        stake, int(largest_stake(self._program, self._table, bet, hand, stake)) + 1
                    )
            return Question(
                kind=kind,
                person=self._person(block),
                hand=self._hand(hand),
                actions=actions,
                wagers=wagers,
                may_sit_out=kind == Kind.WAGER and bool(self._program[p.HOUSE_RULES] & SIT_OUT),
                stake=stake,
                bet=self._number(t.INNER_CURSOR),
                reaction=self._number(t.REACTION_ASKED) if kind == Kind.POWER else 0,
            )

    def _stake(self, kind: Kind, hand: int) -> int:
        """Return the price of an offer or, for a wager, what the person has staked on earlier hands."""
        if kind == Kind.WAGER:
            return int(staked_before(self._table, self._number(t.CURSOR)))
        wager = self._number(hand + t.WAGER)
        if kind == Kind.INSURANCE:
            return int(insurance_stake(self._table, hand))
        if kind == Kind.SURRENDER:
            outcome = int(house_outcome(self._program, p.SURRENDERED_EARLY, p.TOTALS))
            return -int(payout(self._program, outcome + p.OUTCOME_PAYS, wager))
        if kind == Kind.CALL:
            return int(price_of_call(self._table, hand))
        if kind == Kind.RAISE:
            return int(self._program[p.RAISE])
        if kind == Kind.SIDE_BET:
            bet = bet_in_question(self._program, self._table)
            return int(stake_of(self._program, self._table, bet, hand))
        return 0

    @property
    def chance(self) -> Chance | None:
        """The card or cut that the driver must supply next, or None if neither is needed."""
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
        """The index, among its owner's hands, of the hand that a question is about or that needs a card."""
        asked = self._number(t.ASKED)
        return self._owned(self._person(self._number(asked + t.OWNER))).index(asked)

    def holds(self, condition: Sequence[int]) -> bool:
        """Return whether a compiled condition is true of the hand that the question is about."""
        program, table = [*self._program, 0, *condition], [*self._table]
        return evaluate(program, table, len(self._program) + 1, self._number(t.ASKED)) != 0

    def shown(self, address: int) -> int:
        """Return the number at ``address``, which a power's question shows."""
        return int(fetch(self._table, address, self._number(t.ASKED)))

    def can_raise(self, action: int) -> bool:
        """Return whether the owner of the hand in question can afford to double or split it."""
        with self._uncounted():
            return raise_of(self._program, self._table, self._number(t.ASKED), action) > 0

    @property
    def fault(self) -> GameFault | None:
        """The reason the engine stopped with ``Stop.FAULTY``, or None if it did not."""
        if not self._table[t.FAULT]:
            return None
        block = self._number(t.FAULT_PERSON)
        person = self._person(block) if block else None
        return GameFault(Reason(self._table[t.FAULT]), person, self._number(t.FAULT_VALUE))

    @contextmanager
    def _uncounted(self) -> Iterator[None]:
        """Within this context, leave the hand's budget untouched. A driver may read a question often."""
        work = self._table[t.WORK]
        self._table[t.WORK] = 0
        try:
            yield
        finally:
            self._table[t.WORK] = work

    def _number(self, at: int) -> int:
        """Read a number in the table as an int. Compiled tables contain a different type."""
        return int(self._table[at])

    def _person(self, block: int) -> int:
        """Return the person with this block."""
        return self._number(block + t.EVENT_BASE) // e.PERSON_STRIDE

    def _owned(self, person: int) -> list[int]:
        """Return the blocks of the hands of ``person``, in the order in which they are played."""
        in_play = [int(hand) for hand in self._table[t.HANDS : t.HANDS + self._table[t.HANDS_IN_PLAY]]]
        owned = [hand for hand in in_play if self._number(hand + t.OWNER) == block_of_person(person)]
        return owned or [self._number(block_of_person(person) + t.FIRST_HAND)]

    def _hand(self, hand: int) -> Hand:
        """Return the hand with this block."""
        value = self._number(hand + t.VALUE)
        held = self._table[hand + t.HELD : hand + t.HELD + self._table[hand + t.CARDS]]
        return Hand(
            tuple(Held(int(card) % t.FACE_DOWN, bool(card >= t.FACE_DOWN)) for card in held),
            value >> 1,
            bool(value & 1),
            self._number(hand + t.WAGER),
            bool(self._table[hand + t.DOUBLED]),
            HandState(self._table[hand + t.STATE]),
            self._number(hand + t.PAID),
            self._number(hand + t.INSURED),
            self._number(hand + t.FREE),
        )
