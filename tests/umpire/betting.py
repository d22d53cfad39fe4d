"""Follows a betting round: whose turn it is, how much a raise adds, and what calls and folds cost."""

from __future__ import annotations

from collections.abc import Mapping

from tests.umpire.offers import Offers
from tests.umpire.people import Data, Hand, Person

from bj.argument_values import Value
from bj.compiler.compile import Compiled
from bj.record.events import Event

BETS = ("player_checks", "player_bets_more", "player_calls", "player_folds")
STEP = "betting round"


class Betting(Offers):
    """The step in which players bet."""

    def __init__(self, data: Data, values: Mapping[str, Value], compiled: Compiled) -> None:
        super().__init__(data, values, compiled)
        rules: Data = data["rules"].get("betting", {})
        self.most_raises: int = rules.get("raises", 3)
        self.raised: int = rules["amount"] * self.unit if "amount" in rules else self.minimum
        """The amount that a raise adds."""
        self.turns: list[Hand] | None = None
        """The hands that have not had their turn yet; None before a round of bets."""
        self.caller: Hand | None = None
        """The hand whose player has just called, and may raise."""
        self.level = 0
        """The highest amount that a player has added."""
        self.raises_made = 0
        self.has_bet = False
        """Whether the betting round of this hand is over."""

    def clear_bets(self) -> None:
        """Forget all bets."""
        self.turns = self.caller = None
        self.level = self.raises_made = 0
        self.has_bet = False

    def is_in(self, hand: Hand) -> bool:
        """Whether a hand takes part in the betting."""
        return hand.result in ("", "stands")

    def can_raise(self, hand: Hand) -> bool:
        """Whether a hand that owes nothing can be raised."""
        others = [other for other in self.hands if other is not hand and self.is_in(other)]
        can_pay = self.most_added(hand, self.raised) == self.raised
        return self.is_in(hand) and bool(others) and can_pay and self.raises_made < self.most_raises

    def next_bettor(self) -> Hand | None:
        """The next hand that must check, call, raise or fold."""
        while self.turns:
            hand = self.turns[0]
            if self.is_in(hand) and (hand.bet < self.level or self.can_raise(hand)):
                return hand
            self.turns.pop(0)
        return None

    def misses_bets(self) -> bool:
        """Whether a hand has to act, and no player has bet yet."""
        if STEP not in self.data["procedure"]["hand"] or self.has_bet or self.turns is not None:
            return False
        return any(map(self.can_raise, self.hands))

    def is_past_bets(self) -> bool:
        """Whether the current step comes after the betting round."""
        steps = self.data["procedure"]["hand"]
        if STEP not in steps or not self.steps_here():
            return False
        before, after = steps[: steps.index(STEP)], steps[steps.index(STEP) + 1 :]
        return all(name in after and name not in before for name in self.steps_here())

    def _bettor(self, person: Person, event: Event) -> Hand:
        """The hand of the player who acts; it must be that hand's turn."""
        self.take_step(STEP)
        if self.turns is None:
            assert not self.has_bet, "there is one round of bets"
            self.turns = list(self.hands)
        caller, self.caller = self.caller, None
        if caller is not None:
            is_meant = person is caller.owner and self.named in (None, caller)
            if event.key == "player_bets_more" and is_meant and self.can_raise(caller):
                return caller
            self.turns.pop(0)
        hand = self.next_bettor()
        assert hand is not None, "no player has to bet"
        assert hand.owner is person, "it is another player's turn to bet"
        return hand

    def _speaker(self, person: Person, event: Event) -> Hand:
        """The hand of the player who acts, which is announced first if the player has several."""
        hand = self._bettor(person, event)
        named, self.named = self.named, None
        assert (named is hand) == self.has_several(person), "it is not said which hand bets"
        return hand

    def _pay(self, hand: Hand, event: Event, amount: int) -> None:
        """Add an amount to a wager, and find again whether the dealer will look for a natural."""
        hand.wager += amount
        self.expect_peek()
        assert (event.wager, event.bankroll) == (hand.wager, hand.owner.bankroll)

    def check(self, person: Person, event: Event) -> None:
        """Follow a check: the player does not raise, and no player has raised before."""
        hand = self._speaker(person, event)
        assert self.level == 0
        assert self.turns is not None
        assert self.turns.pop(0) is hand

    def bet_more(self, person: Person, event: Event) -> None:
        """Follow a raise: all other players now owe its amount."""
        hand = self._speaker(person, event)
        assert hand.bet == self.level, "who owes something calls first"
        self._pay(hand, event, self.raised)
        hand.bet += self.raised
        self.level = hand.bet
        self.raises_made += 1
        at = self.hands.index(hand)
        self.turns = [*self.hands[at + 1 :], *self.hands[:at]]

    def call_bet(self, person: Person, event: Event) -> None:
        """Follow a call: the player pays what is owed, or all the money that is left."""
        hand = self._speaker(person, event)
        owed = self.level - hand.bet
        assert owed > 0, "nothing is owed"
        self._pay(hand, event, self.most_added(hand, owed))
        hand.bet, self.caller = self.level, hand

    def folds(self, person: Person, event: Event) -> Hand:
        """Follow a fold, which comes before the settlement of the hand."""
        hand = self._bettor(person, event)
        assert hand.bet < self.level, "who owes nothing does not fold"
        assert self.turns is not None
        self.turns.pop(0)
        hand.was_given_up = True
        return hand

    def end_bets(self) -> None:
        """Check, when a different event follows, that no player must still bet."""
        if self.turns is None:
            return
        if self.caller is not None:
            self.turns.pop(0)
        assert self.next_bettor() is None, "a player has to bet"
        self.clear_bets()
        self.has_bet = True
