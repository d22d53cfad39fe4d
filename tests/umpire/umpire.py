"""An umpire: follows the events of a game by independent rules, and objects to every error.

It reads the data of the ruleset and the events, of any game: a table, people who are asked, teams, powers.
It accepts every decision of strategies and conditions, and checks everything that follows from them: the
order of the steps, who acts, every card, total, wager, payment and count. If the engine's table is
available, it is compared with the state after the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tests.umpire import tables
from tests.umpire.betting import BETS
from tests.umpire.game import Due
from tests.umpire.house import BY_CARDS, NATURALS
from tests.umpire.order import name_of
from tests.umpire.people import Data, Hand, Person
from tests.umpire.powers import BY_POWER, REPLAYS
from tests.umpire.settling import Settling

from bj.argument_values import Value
from bj.compiler.compile import Compiled
from bj.engine.face.view import HandState, Kind, View
from bj.record.events import LINE, VICTORY, Event

ONLY_WHEN_DUE = {"free_wager", "player_busts", "dealer_busts", "paid", "collected", "upcard"}
LOSING = {"kicked out", "round won"}
"""The occasions on which a person leaves a match."""
LAST_WORDS = {"round over", *LOSING}
"""The occasions on which a round still continues."""
NAMED = {
    *(*BY_CARDS, *NATURALS, "player_turn", "player_insures", "player_surrenders", "insurance_won"),
    *BETS,
    *("insurance_lost", "side_bet", "side_bet_won", "side_bet_push", "side_bet_lost", "player_exchanges"),
    "hand_void",
}
"""The events for which one of several hands is named first."""
SETTLING = {
    *BY_CARDS,
    *NATURALS,
    *BY_POWER,
    "dealer_natural",
    "hand_void",
    "paid",
    "collected",
    "player_part",
}
"""The events between the first and the last of several hands that are settled by the same rules."""
ROLL_CALLS = {"player_standing", "dealer_standing", "player_hand", "player_table_hand", "dealer_table_hand"}
DEALS = {"player_dealt", "player_dealt_down", "dealer_dealt", "dealer_dealt_down"}


STATES = {HandState.SETTLED: "settled", HandState.BUST: "busts", HandState.STOOD: "stands"}
"""Maps the states of hands to the results."""


class Umpire(Settling):
    """Follows one game."""

    def __init__(self, data: Data, values: Mapping[str, Value], compiled: Compiled) -> None:
        super().__init__(data, values, compiled)
        self.compiled = compiled
        start = View(compiled.program, compiled.table)
        for index, person in enumerate(self.people):
            person.bankroll = person.brought = start.bankroll(index)
        self.money = sum(person.bankroll for person in self.people)
        self.has_rounds = "round" in data["procedure"]
        self.wager_step = self.minimum if "wager_step" in data["rules"] else 1
        """The amount that divides every wager: in random rulesets, the smallest wager."""
        self.has_powers = "reactions" in str(data) or "powers" in data
        """Whether a power may change the total of a hand before its event."""
        self.numbers = {0}
        """The possible numbers of the last hand, because a restart may have no event."""
        self.undoes = False
        """Whether the cards have run out, so that the hand starts again."""
        self.starts_again = False
        self.is_reshuffled = False
        """Whether the shoe had to be shuffled before this hand."""
        self.wagering: list[Person] = []
        """The persons who must still wager, once per spot."""
        self.looks = 0
        self.restarts = 0
        """The number of times that a hand has started again."""

    # --- what others ask -----------------------------------------------------------------------------------

    def look(self, table: list[int], events: Iterable[Event]) -> None:
        """Follow the events since the engine's last stop, and compare the result with its table."""
        self.follow(events)
        view = View(self.compiled.program, table)
        if view.question is None or view.question.kind != Kind.POWER:
            self.begin_retakes()  # after all questions
        if not view.fault:
            self._compare(view, table)

    def follow(self, events: Iterable[Event]) -> None:
        """Follow more events."""
        for event in events:
            self._follow(event)
            assert sum(person.bankroll for person in self.people) == self.money, "money is made or lost"

    def finish(self) -> None:
        """Check, at the end of the game, that nothing is left to do."""
        assert not self.is_open, "a hand is not settled"
        assert not self.due
        assert not self.promised
        assert not self.leaving
        assert not self.shoe.cuts
        assert not self.roll
        if self.wagering:
            self._leave()
        assert self.order.may_end(), "steps are missing"

    # --- the table of the engine ---------------------------------------------------------------------------

    def _compare(self, view: View, table: Sequence[int]) -> None:
        """Compare the money, cards and counts of all persons, and the shoe, with the engine's."""
        if self.undoes:
            return  # between the announcement and the deed
        is_shuffling = tables.is_shuffling(self.compiled.program, table)
        if view.question is not None and view.question.kind == Kind.ACTION and not self.leaving:
            assert view.question.actions == self.legal(self.waiting_hands()[0]), "other actions are legal"
        counting = () if is_shuffling else view.players  # counts restart after the last cut
        for index, person in enumerate(self.people):
            assert view.bankroll(index) == person.bankroll
            if index in counting and person in self.seating.seats and not person.resets_silently:
                assert tables.count(table, index) == person.count
        if self.is_open:
            if self.order.has_passed("peek"):
                self.pass_peek()  # if the dealer's cards lie open, no event shows a natural
            at_table = [self.people[index] for index in (*view.players, view.dealer)]
            assert at_table == self.seating.everybody()
            assert view.hand_number in self.numbers
            self.numbers = {view.hand_number}
        elif not self.order.may_leave:
            assert self.announced in (None, view.hand_number)
        for index in view.players:
            own = [hand for hand in self.hands if hand.owner is self.people[index]]
            seen = view.hands(index)
            if own and (self.is_open or all(hand.cards for hand in seen)):  # the table may be cleared
                assert [[held.card for held in hand.cards] for hand in seen] == [hand.cards for hand in own]
                assert [hand.wager for hand in seen] == [hand.wager for hand in own]
                assert [hand.free for hand in seen] == [hand.free for hand in own]
                assert [hand.insured for hand in seen] == [hand.insured for hand in own]
                assert [hand.is_doubled for hand in seen] == [hand.doubled > 0 for hand in own]
                for hand, known in () if self.has_powers else zip(seen, own, strict=True):
                    assert (hand.total, hand.is_soft) == self.house.made(known)
                    assert STATES.get(hand.state, known.result) == known.result
                    assert known.result != "settled" or hand.paid == known.paid
        dealers = view.hands(view.dealer)[0].cards
        if self.people[view.dealer] is self.seating.dealer and (dealers or self.is_open):
            assert [held.card for held in dealers] == self.dealer_hand.cards
            assert [at for at, held in enumerate(dealers) if held.is_hidden] == sorted(
                self.dealer_hand.hidden
            )
        self.looks += 1
        is_due = self.looks < 300 or self.looks % 100 == 0  # a power may go on for long
        if self.shoe.packs and self.shoe.is_certain and not is_shuffling and is_due:
            assert tables.undealt(table) + self.shoe.dealt == self.shoe.cards

    # --- one event -----------------------------------------------------------------------------------------

    def _follow(self, event: Event) -> None:
        """Follow an event."""
        person = self.seating.dealer
        if event.person is not None:
            person = self.people[event.person]
            assert event.is_dealer == (person.role == "dealer")
            assert event.name == self.compiled.persons[event.person]
        if event.phrase is None and event.key != "cards_used_up" and event.key not in BY_POWER:
            self.begin_retakes()
        if event.phrase is None and event.key not in SETTLING:
            self.end_settling()
        if self.undoes and event.key not in ("shuffle", "cut"):
            self._undo()
        if self.leaving:
            self.decide_surrender(event)
        self._check_due(event, person)
        assert event.phrase is None or event.phrase < len(person.reactions)
        spoken = {} if event.phrase is None else person.reactions[event.phrase]
        is_last_word = spoken.get("on") in LAST_WORDS
        is_last_word |= event.key in BY_POWER or event.key == "match_won"
        assert self.seating.untold is None or is_last_word, "a match is won"
        is_late = spoken.get("on") == "hand begins" and "of" not in spoken and self.announced is not None
        assert not is_late or self.starts_again, "the hand has begun"
        assert spoken.get("on") not in LOSING or not self.seating.is_told, "a match was won before"
        if event.key not in BY_POWER or self.is_switch(event):
            if event.person is not None and not is_last_word:
                self.seating.begin_round()
            if event.key == "takes_bank":
                self.seating.take_bank(person, self.minimum, has_credit=self.house.gives_credit)
            assert person in self.seating.everybody() or ("of" in spoken and not person.is_out)
        is_of_bets = event.phrase is not None or event.key in (
            *BETS,
            *BY_POWER,
            "player_part",
            "paid",
            "collected",
        )
        if not is_of_bets:
            self.end_bets()
        misses_bets = self.is_open and not self.dealing and self.misses_bets()
        handler = Umpire.switch if self.is_switch(event) else HANDLERS[event.key]
        handler(self, person, event)
        if self.is_open and self.is_past_bets():
            assert not misses_bets, "no player bets"
            self.has_bet = True

    def _check_due(self, event: Event, person: Person) -> None:
        """Check that a required event comes, and that no other one interrupts a sequence."""
        by_power = event.key in BY_POWER and not self.is_switch(event)
        assert bool(self.promised) == by_power, "the event of a power's effect is missing"
        if by_power:
            return
        speaks = event.phrase is not None and person is self.replayer
        assert speaks or (self.replayer is not None) == (event.key in REPLAYS), "the hand is played again"
        due, self.due = self.due, None
        self.was_due = due is not None
        assert due is None or (event.key in due.keys and person is due.person), f"{due} should be next"
        assert self.was_due or event.key not in ONLY_WHEN_DUE
        assert not self.shoe.cuts or event.key == "cut"
        assert not self.roll or event.key in ROLL_CALLS
        has_cards = any(hand.cards for hand in self.hands)
        is_before_deal = event.key in ("side_bet", "player_part", "jackpot") and not has_cards
        assert not self.dealing or event.key in DEALS | {"shuffle", "cards_used_up"} or is_before_deal
        if event.phrase is None:
            self.said, self.has_changed = None, False
        if event.phrase is None and event.key not in ("paid", "collected"):
            self.compared = None
        if self.named and event.key not in NAMED:
            assert self.begins_untold(self.named), "what was named is left alone"
            self.named = None
        assert not self.must_be_named(event.key, person) or self.named, "it is not said which hand is meant"
        is_settled = event.key in ("lost_by_surrender", "player_part")
        assert not self.given_early or is_settled, "a hand that is given up is settled"
        if self.wagering and event.key not in ("player_bets", "player_sits_out", "player_leaves"):
            self._leave()

    # --- the shoe ------------------------------------------------------------------------------------------

    def _shuffle(self, *_: object) -> None:
        """Shuffle the shoe, which must be empty unless the ruleset shuffles now."""
        if self.is_open and not self.undoes:
            assert self.shoe.is_empty()
            assert self.shoe.rules["when_empty"] == "reshuffle discards"
            kept = [card for hand in self.every_hand() for card in hand.cards]
            self.shoe.bring_back_discards(kept)
            return
        if not self.undoes:
            steps = self.order.enter("shuffle", "reshuffle")
            assert "shuffle" in steps or self.has_to_shuffle(), "no shuffle is due"
            self.is_reshuffled = "reshuffle" in steps
        self.shoe.shuffle()
        for person in self.seating.watchers():
            person.count = 0

    def has_to_shuffle(self) -> bool:
        """Whether the ruleset's condition for a shuffle between hands holds."""
        return self.shoe.has_to_be_shuffled(len(self.seating.seats))

    def _cut(self, _: Person, event: Event) -> None:
        """Make one of the cuts of a shuffle."""
        self.shoe.cut(event.cut or 0)

    def _use_up(self, _: Person, event: Event) -> None:
        """Restart a hand for which the cards ran out, after a shuffle."""
        assert self.shoe.rules["when_empty"] == "restart hand"
        assert self.shoe.is_empty()
        assert self.is_open
        assert event.hand in self.numbers
        self.begin_retakes()
        self.undoes, self.dealing = True, []
        self.restarts += 1
        self.order.restart_hand()
        self.due = Due(("shuffle",), self.seating.dealer)

    def _replay(self, person: Person, _: Event) -> None:
        """Replay a hand because of a power."""
        assert person is self.replayer
        assert not self.is_open
        self.replayer = None
        if self.hands:
            self.settled.pop()
        self._undo()
        self.order.restart_hand()

    def _undo(self) -> None:
        """Restart the hand, and return what was paid."""
        self.undoes, self.starts_again = False, True
        for hand in self.hands:
            back = (hand.paid if hand.result == "settled" else 0) + hand.insurance_paid
            hand.owner.bankroll -= back
            self.seating.dealer.bankroll += back
        self.undo_jackpots()
        for bet in self.bets:
            bet.hand.owner.bankroll -= bet.paid
            self.seating.dealer.bankroll += bet.paid
        self._clear()

    def _clear(self) -> None:
        """Remove all cards from the table."""
        for hand in self.every_hand():
            hand.clear()
        self.hands = []
        self.is_open = self.is_settling = self.has_begun = False
        self.will_peek = self.has_peeked = False
        self.clear_bets()
        self.insured, self.bets = [], []
        self.leaving = self.given_early = self.named = None
        self.dealing = []

    # --- between hands -------------------------------------------------------------------------------------

    def _next_numbers(self) -> set[int]:
        """The possible numbers of the next hand."""
        if self.starts_again:
            return self.numbers
        return {number + 1 for number in self.numbers} | ({1} if self.has_rounds else set())

    def _hand_begins(self, person: Person, event: Event) -> None:
        """Begin a hand, which must have the next number."""
        self.order.enter("announce hand")
        assert not self.is_open
        assert person is self.seating.seats[0]
        assert event.bankroll == person.bankroll
        assert event.hand in self._next_numbers()
        self.announced = event.hand

    def _line(self, person: Person, event: Event) -> None:
        """Follow a line defined by the ruleset, in the current hand or before the next one."""
        *_, name, index, _ = self.compiled.lines[event.line or 0]
        self.order.enter(name_of(name, index))
        assert person is self.seating.seats[0]
        assert event.bankroll == person.bankroll
        if name != "hand":
            assert event.hand in self.numbers | {0}
        elif self.is_open or self.order.comes_after_wagers(int(index)):
            assert event.hand in self.numbers
        else:
            assert event.hand in self._next_numbers()

    def _stands_at(self, person: Person, event: Event) -> None:
        """Check the standings of a seat, perhaps in the order of their money, or of the house after them."""
        steps = [step for each in self.data["procedure"].values() for step in each]
        score = next((step["by"] for step in steps if isinstance(step, dict) and "by" in step), "")
        sign = {"": 0, "bankroll": -1, "-bankroll": 1}[score]
        seats = sorted(self.seating.seats, key=lambda each: sign * each.bankroll)
        self.call("announce standings", [*seats, self.seating.dealer], person)
        assert event.bankroll == person.bankroll
        assert event.hand in self.numbers | ({0} if self.has_rounds else set())
        if event.hand != self.announced:
            self.announced = None  # no player could wager on the announced hand, which was left

    def _take_bank(self, person: Person, event: Event) -> None:
        """Pass the bank to another player, between two hands."""
        self.order.enter("pass bank")
        assert not self.is_open
        assert event.bankroll == person.bankroll

    def _kick_out(self, person: Person, event: Event) -> None:
        """Remove the loser of the round from the tournament."""
        self.order.enter(f"kick out {person.role}")
        assert not self.is_open
        self.seating.kick_out(person, self.people[event.winner or 0])

    def _begin_match(self, _: Person, event: Event) -> None:
        """Begin a match: one event names the players, and the next one the dealer."""
        assert not self.is_open
        role = "dealer" if event.is_dealer else "player"
        assert self.was_due == (role == "dealer")
        if role == "player":
            self.order.begin_round()
            self.money += self.seating.begin_match()
            self.due = Due(("dealer_match",), self.seating.dealer)
        assert event.team == self.seating.sides[role][0].team
        assert event.match == len(self.company.matches) - len(self.seating.matches)

    def _win_match(self, _: Person, event: Event) -> None:
        """Follow a team that wins a match."""
        self.seating.win_match(event.team or 0, event.match or 0, event.won or 0)

    def _win_tournament(self, _: Person, event: Event) -> None:
        """Follow a team that wins the tournament."""
        self.order.enter("announce winner")
        self.seating.declare_winner(event.team or 0)

    # --- wagers --------------------------------------------------------------------------------------------

    def _bet(self, person: Person, event: Event) -> None:
        """Follow a wager on the next spot."""
        is_first = self._takes_turn(person)
        assert event.bankroll == person.bankroll
        assert event.wager is not None
        assert event.wager >= self.minimum
        assert event.wager % self.wager_step == 0
        staked = sum(hand.wager for hand in self.hands if hand.owner is person)
        assert event.wager <= person.bankroll - staked or self.house.gives_credit
        assert event.wager <= self.maximum
        hand = Hand(person, event.wager, event.wager, person.count)
        self.hands.append(hand)
        if is_first:
            person.first_hand = hand
        self._end_wagering()

    def _sit_out(self, person: Person, event: Event) -> None:
        """Follow a spot without a wager."""
        is_first = self._takes_turn(person)
        assert self.house.lets_sit_out
        assert event.bankroll == person.bankroll
        if is_first:
            person.first_hand = Hand(person)
        self._end_wagering()

    def _leave_table(self, person: Person, event: Event) -> None:
        """Remove one of several players from the table for good."""
        self._takes_turn(person)
        assert event.bankroll == person.bankroll
        self.seating.leave(person)
        self.wagering = [each for each in self.wagering if each is not person]
        self.hands = [hand for hand in self.hands if hand.owner is not person]
        self._end_wagering()

    def _takes_turn(self, person: Person) -> bool:
        """Take the turn of a person who wagers or sits out; return whether it is the first spot."""
        if not self.wagering:
            self._begin_hand()
        is_first = self.wagering.count(person) == person.spots
        assert self.wagering.pop(0) is person
        return is_first

    def _end_wagering(self) -> None:
        """End the wagers; without any, no hand is played."""
        if self.wagering:
            return
        if not self.hands:
            if self.starts_again:
                self.numbers = {number - 1 for number in self.numbers}
            self.announced, self.starts_again = None, False
            self.order.leave_hands()
            return
        self.numbers = self._next_numbers() if self.announced is None else {self.announced}
        self.announced, self.starts_again = None, False
        self.begin_deal()

    def _begin_hand(self) -> None:
        """Clear the table for the first wager, and check that the shoe was shuffled if necessary."""
        assert not self.is_open, "a hand is not settled"
        if self.order.has_hand_step("reshuffle"):
            assert self.is_reshuffled or not self.has_to_shuffle(), "a shuffle is missing"
        self.is_reshuffled = False
        self.order.enter("take wagers")
        self._clear()
        self.wagering = [seat for seat in self.seating.seats for _ in range(seat.spots)]

    def _leave(self) -> None:
        """Leave the loop of hands because a person left when asked for a wager; this hand does not count."""
        assert self.wagering.pop(0).is_asked, "a person does not wager"
        self.wagering, self.announced = [], None
        self.order.leave_hands()


HANDLERS: Mapping[str, Callable[[Umpire, Person, Event], None]] = {
    "shuffle": Umpire._shuffle,
    "cut": Umpire._cut,
    "cards_used_up": Umpire._use_up,
    "hand": Umpire._hand_begins,
    LINE: Umpire._line,
    "player_standing": Umpire._stands_at,
    "dealer_standing": Umpire._stands_at,
    "takes_bank": Umpire._take_bank,
    "player_kicked_out": Umpire._kick_out,
    "dealer_kicked_out": Umpire._kick_out,
    **dict.fromkeys(("player_match", "dealer_match"), Umpire._begin_match),
    "match_won": Umpire._win_match,
    VICTORY: Umpire._win_tournament,
    "player_bets": Umpire._bet,
    "player_sits_out": Umpire._sit_out,
    "player_leaves": Umpire._leave_table,
    "player_checks": Umpire.check,
    "player_bets_more": Umpire.bet_more,
    "player_calls": Umpire.call_bet,
    "player_insures": Umpire.insure,
    **dict.fromkeys(("insurance_won", "insurance_lost"), Umpire.settle_insurance),
    "jackpot": Umpire.tell_jackpot,
    "side_bet": Umpire.make_side_bet,
    **dict.fromkeys(("side_bet_won", "side_bet_push", "side_bet_lost"), Umpire.settle_side_bet),
    "dealer_peeks": Umpire.peeks,
    "player_surrenders": Umpire.surrender,
    "player_splits": Umpire.split,
    "free_wager": Umpire.take_gift,
    "player_part": Umpire.part,
    **dict.fromkeys(DEALS, Umpire.card),
    "upcard": Umpire.upcard,
    "hole_card": Umpire.hole_card,
    "player_turn": Umpire.turn,
    "dealer_turn": Umpire.turn,
    "player_hits": Umpire.hit,
    "dealer_hits": Umpire.hit,
    "player_stands": Umpire.stand,
    "dealer_stands": Umpire.stand,
    "player_doubles": Umpire.double,
    "player_total": Umpire.total,
    "dealer_total": Umpire.total,
    "player_bust_hand": Umpire.bust_hand,
    "dealer_bust_hand": Umpire.bust_hand,
    "player_busts": Umpire.bust,
    "dealer_busts": Umpire.bust,
    "player_hand": Umpire.own_hand,
    "dealer_hand": Umpire.own_hand,
    "player_table_hand": Umpire.table_hand,
    "dealer_table_hand": Umpire.table_hand,
    "player_says": Umpire.says,
    "dealer_says": Umpire.says,
    **dict.fromkeys(BY_POWER, Umpire.keep_promise),
    **dict.fromkeys(REPLAYS, Umpire._replay),
    **dict.fromkeys((*NATURALS, "player_bonus", "player_folds", "hand_void", *BY_CARDS), Umpire.settle),
    "paid": Umpire.tell_money,
    "collected": Umpire.tell_money,
}
"""Maps events to the umpire's actions."""
