"""Follows side bets: who makes them, the cards that decide them, and their results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.engine.hand_facts import holds
from tests.umpire.betting import Betting
from tests.umpire.game import Due
from tests.umpire.people import Data, Hand, Person

from bj.argument_values import Value
from bj.compiler.compile import Compiled
from bj.record.events import Event

OF_DEALER = ("dealer_total", "dealer_soft", "dealer_cards")


@dataclass(eq=False)
class Bet:
    """A side bet that was made."""

    number: int
    hand: Hand
    stake: int
    is_open: bool = True
    paid: int = 0
    added: int = 0
    """The amount by which the bet has changed its jackpot."""


class SideBets(Betting):
    """The events that are not about hands."""

    numbers: set[int]
    """The possible numbers of the hand."""

    def __init__(self, data: Data, values: Mapping[str, Value], compiled: Compiled) -> None:
        super().__init__(data, values, compiled)
        self.bets: list[Bet] = []
        """The side bets of this hand of the table, in the order in which they were made."""
        self.jackpots: dict[int, int] = {}
        """The amounts of the jackpots that differ from their start."""
        self.changed_jackpot: Bet | None = None
        """A bet that has changed a jackpot; the next event must report it."""
        self.offered: list[Data] = list(data.get("side_bets", {}).values())

    def open_bets(self) -> list[Bet]:
        """The side bets that are not settled."""
        return [bet for bet in self.bets if bet.is_open]

    def open_stakes(self, person: Person | None = None) -> int:
        """The open stakes of ``person``, or of all persons, on side bets."""
        return sum(bet.stake for bet in self.open_bets() if person in (None, bet.hand.owner))

    def is_bet_on_dealer(self) -> bool:
        """Whether a side bet is waiting for cards of the dealer."""
        return any(map(self.waits_for_dealer, self.open_bets()))

    def waits(self, bet: Bet) -> bool:
        """Whether a bet depends on more than the first cards."""
        return self.waits_for_dealer(bet) or "player" in self.offered[bet.number]["cards"]

    def waits_for_dealer(self, bet: Bet) -> bool:
        """Whether a bet depends on face-down cards of the dealer."""
        offered = self.offered[bet.number]
        read = " ".join(str(row["when"]) for row in offered["pay_table"])
        looks = bool({"hole card", "dealer"} & {*offered["cards"]})
        return looks or any(name in read for name in OF_DEALER)

    def make_side_bet(self, person: Person, event: Event) -> None:
        """Follow a side bet on a hand; these come in the order of the hands and of the bets."""
        self.order.play("take side bets")
        assert event.bet is not None
        assert event.amount is not None
        hand = self.named_or(next(each for each in self.hands if each.owner is person))
        assert not hand.result
        place = (self.hands.index(hand), event.bet)
        assert all((self.hands.index(bet.hand), bet.number) < place for bet in self.bets), "it comes too late"
        offered = self.offered[event.bet]
        facts = {**self.house.facts(hand, self.dealer_hand), "minimum": self.minimum}
        assert holds(offered.get("when", "True"), facts), "the bet is not offered"
        least, most = (
            self._limit(str(each), {**facts, "wager": hand.wager})
            for each in offered.get("between") or [offered["wager"], offered["wager"]]
        )
        least = max(least, 1) if "between" in offered else least
        assert max(least, 1) <= event.amount <= most
        assert self.house.gives_credit or self.purse(person) >= event.amount
        if "between" in offered:
            self._look_at_plan(person, event, least, most)
        assert event.amount <= self.maximum
        assert (event.bankroll, event.wager) == (person.bankroll, event.amount)
        bet = Bet(event.bet, hand, event.amount)
        self.bets.append(bet)
        if "jackpot" in offered:
            added = self.house.pays(offered["jackpot"].get("adds", "1:1"), event.amount)
            if int(offered["jackpot"].get("adds", "1:1").split(":")[0]):
                self._change_jackpot(bet, added)

    def _look_at_plan(self, person: Person, event: Event, least: int, most: int) -> None:
        """Check the bet of a strategy: the amount that it computes within the limits, or the smallest one."""
        plan = person.plans.get([*self.data["side_bets"]][event.bet or 0])
        if plan is None:
            return  # a person chooses
        most = min(most, self.maximum, *([] if self.house.gives_credit else [self.purse(person)]))
        wanted = str(plan["wager"]) if isinstance(plan, dict) else ""
        hands = [0, *self.numbers, *(number + 1 for number in self.numbers)]
        facts = [{"hand": hand, "bankroll": person.bankroll, "minimum": self.minimum} for hand in hands]
        planned = {self._limit(wanted, each) if wanted else least for each in facts}
        in_units = {each * self.unit if wanted == "3 - hand" else each for each in planned}
        assert event.amount in {min(max(each, least), most) for each in in_units if each > 0}

    def _limit(self, text: str, facts: Data) -> int:
        """Compute an amount of money from the facts about a hand."""
        whole: int = eval(text, {"__builtins__": {}}, facts)  # noqa: S307
        return whole * self.unit if text.isdigit() else whole

    def _start(self, number: int) -> int:
        """The amount of a jackpot at the start of a game."""
        start: int = self.offered[number]["jackpot"]["start"]
        return int(start * self.unit)

    def _reset(self, number: int) -> int:
        """The smallest amount of a jackpot after it has paid."""
        jackpot = self.offered[number]["jackpot"]
        return int(jackpot.get("reset", jackpot["start"]) * self.unit)

    def _change_jackpot(self, bet: Bet, added: int) -> None:
        """Change a jackpot, which the next event must report."""
        self.jackpots[bet.number] = self.jackpots.get(bet.number, self._start(bet.number)) + added
        bet.added += added
        self.changed_jackpot = bet
        self.due = Due(("jackpot",), bet.hand.owner)

    def tell_jackpot(self, person: Person, event: Event) -> None:
        """Check that the changed jackpot has the right amount."""
        bet, self.changed_jackpot = self.changed_jackpot, None
        assert bet is not None
        assert (event.bet, event.amount) == (bet.number, self.jackpots[bet.number])
        assert event.bankroll == person.bankroll

    def undo_jackpots(self) -> None:
        """Undo the changes of jackpots for a hand that is replayed."""
        for bet in self.bets:
            if bet.added:
                self.jackpots[bet.number] -= bet.added

    def settle_side_bet(self, person: Person, event: Event) -> None:
        """Settle a side bet by its pay table, as soon as its step comes."""
        bet = self._next_bet(event)
        assert bet.hand is self.named_or(bet.hand)
        assert (bet.hand.owner, bet.number) == (person, event.bet)
        amount, paid = self._brings(bet), self._from_jackpot(bet)
        ends = "side_bet_push" if amount == 0 else "side_bet_won" if amount > 0 else "side_bet_lost"
        person.bankroll += amount
        self.seating.dealer.bankroll -= amount
        assert (event.key, event.amount, event.bankroll) == (ends, abs(amount), person.bankroll)
        assert event.wager == bet.stake
        bet.is_open, bet.paid = False, amount
        if paid:
            whole = self.jackpots.get(bet.number, self._start(bet.number))
            self._change_jackpot(bet, max(self._reset(bet.number), whole - paid) - whole)
        if not self.is_anything_open():
            self.end_hand()

    def _next_bet(self, event: Event) -> Bet:
        """The next bet to be settled."""
        early = [bet for bet in self.open_bets() if not self.waits(bet)]
        if early and "settle side bets" in self.data["procedure"]["hand"]:
            self.order.play("settle side bets")
            assert not self.dealing
            bet = early[0]
        else:
            self.take_step("settle")
            assert not self.waiting_hands()
            assert self.dealer_hand.result or self.dealer_hand.settles or not self.is_dealer_needed()
            assert self.open_bets(), "there is no side bet"
            bet = self.open_bets()[0]
        return bet

    def _brings(self, bet: Bet) -> int:
        """The payout of a bet for the cards on the table, with that of its jackpot."""
        row = self._row(bet)
        return self.house.pays(row["pays"], bet.stake) + self._from_jackpot(bet) if row else -bet.stake

    def _from_jackpot(self, bet: Bet) -> int:
        """The amount that a bet wins from its jackpot."""
        if "jackpot" not in self.offered[bet.number]:
            return 0
        whole = self.jackpots.get(bet.number, self._start(bet.number))
        return min(whole, self.house.pays(self._row(bet).get("jackpot", "0:1"), whole))

    def _row(self, bet: Bet) -> Data:
        """The row of the pay table that applies to the cards on the table; empty if none does."""
        hand, dealer = bet.hand, self.dealer_hand
        cards = [card for word in self.offered[bet.number]["cards"] for card in self._cards(word, hand)]
        shown = [card for at, card in enumerate(dealer.cards) if at not in dealer.hidden]
        facts = self.house.facts_of_cards(cards, hand, dealer, shown)
        won = next((row for row in self.offered[bet.number]["pay_table"] if holds(row["when"], facts)), None)
        return won or {}

    def _cards(self, word: str, hand: Hand) -> list[int]:
        """The cards that a word of the pay table selects."""
        dealer = self.dealer_hand
        own = [entry for entry in self.data["procedure"]["deal"] if entry.startswith("dealer")]
        up = own.index("dealer up")
        hole = next(at for at in range(len(dealer.cards) + 2) if at != up)
        second = hand.parts[1].cards[:1] if hand.is_split else hand.cards[1:2]
        return {
            "player 1": hand.cards[:1],
            "player 2": second,
            "upcard": dealer.cards[up : up + 1],
            "hole card": dealer.cards[hole : hole + 1],
            "player": hand.cards,
            "dealer": dealer.cards,
        }[word]

    def is_anything_open(self) -> bool:
        """Whether a hand, insurance or a side bet has not been settled."""
        is_insured = any(hand.insured for hand in self.hands)
        return is_insured or bool(self.open_bets()) or any(hand.result != "settled" for hand in self.hands)
