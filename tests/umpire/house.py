"""Computes the values of cards and the payouts of hands from the data of any ruleset."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tests.engine.hand_facts import Facts, allows, doubling, facts_of, holds
from tests.engine.packs import codes_of, contents, worth
from tests.umpire.people import Hand

from bj.cards import rank_of
from bj.catalogue.limits import HIGHEST_TOTAL, LARGEST_TARGET

Data = dict[str, Any]

BY_CARDS = {
    *("push", "player_wins", "dealer_wins", "lost_by_bust", "won_by_bust", "dealer_natural"),
    "lost_by_surrender",
}
"""The events in which a hand is compared with the dealer's."""
NATURALS = {"player_natural", "naturals_push"}
BEFORE_DEALER = {"busts", "given up"}
"""The results of hands that do not depend on the dealer's cards."""
TOLD = {"push": "naturals_push", "lose": "dealer_natural", "win": "player_natural"}
TIES = {"push": "0:1", "lose": "-1:1", "win": "1:1"}


class Worths(NamedTuple):
    """The values of cards."""

    low: tuple[int, ...]
    """The lowest value of each rank, from the two to the ace."""
    high: tuple[int, ...]
    """The highest value of each rank."""
    in_pack: frozenset[int] = frozenset(range(13))
    """The ranks in the pack."""

    @property
    def gain(self) -> int:
        """The difference between the high and the low value of a card with two values."""
        return max(self.high[rank] - self.low[rank] for rank in self.in_pack)

    @property
    def has_high(self) -> bool:
        """Whether any card counts high."""
        return self.gain > 0

    def make_soft(self, total: int, target: int) -> bool:
        """Whether a card can count high in a hand with this total."""
        highs = [self.high[rank] for rank in self.in_pack if self.high[rank] > self.low[rank]]
        return bool(highs) and min(highs) <= total <= target

    def rank_counting(self, number: int) -> int | None:
        """The first rank with this low value, or else with this high value."""
        ranks = sorted(self.in_pack)
        low = [rank for rank in ranks if self.low[rank] == number]
        return next(iter([*low, *(rank for rank in ranks if self.high[rank] == number)]), None)

    @classmethod
    def of(cls, data: Data) -> Worths:
        """The worths of a ruleset."""
        worths = [worth(data, code) for code in codes_of(data)]
        ranks = frozenset(map(rank_of, contents(data)))
        return cls(tuple(low for low, _ in worths), tuple(high for _, high in worths), ranks)


def best_total(
    cards: Sequence[int], target: int, worths: Worths, start: int = 0, *, soft: bool = False
) -> tuple[int, bool]:
    """Total and softness of a hand: at most one card counts high, and only within the target.

    The cards may come to a ``start`` that another one counts high in if it is ``soft``. Higher totals than
    the highest one are shown as that.
    """
    first = worths.gain if soft else 0
    low = start - first + sum(worths.low[rank_of(card)] for card in cards)
    gains = [worths.high[rank_of(card)] - worths.low[rank_of(card)] for card in cards] + [first]
    gain = max((gain for gain in gains if gain and low + gain <= target), default=0)
    return min(low + gain, HIGHEST_TOTAL), gain > 0


def rounded(amount: Fraction, rounding: str) -> int:
    """An amount in whole units; halves go up to the nearest."""
    if rounding == "down":
        return math.floor(amount)
    return math.ceil(amount) if rounding == "up" else math.floor(amount + Fraction(1, 2))


def _dealer_rule(text: bool | str) -> Callable[[int, bool], Any]:
    """The condition under which a dealer draws."""
    return eval(f"lambda total, soft: {text}")  # type: ignore[no-any-return]  # noqa: S307  # our own text


class House:
    """The rules of a house: values of hands, when the dealer draws, and payouts."""

    def __init__(self, data: Data) -> None:
        rules = data["rules"]
        self.data = data
        self.payouts: Data = data["payouts"]
        self.target: int = rules["target"]
        targets = [power.get("target", 0) for power in data.get("powers", {}).values()]
        is_computed = any(isinstance(target, str) for target in targets)
        self.highest: int = LARGEST_TARGET if is_computed else max([self.target, *targets])
        """The highest target that any hand may have."""
        self.gives_credit: bool = rules.get("credit", False) or rules["minimum_wager"] == 0
        self.doubles_for_less: bool = doubling(data).get("for_less", False)
        self.counts_dealer_natural: bool = rules.get("dealer_natural", False)
        self.counts_split_naturals: bool = rules.get("split_naturals", False)
        self.counts_switched: bool = rules.get("switched_naturals", False)
        self.takes_original_bets: bool = rules.get("natural_takes") == "original bets"
        self.stands_on_target: bool = rules.get("stand_on_target", False)
        self.lets_sit_out: bool = rules.get("sit_out", False)
        self.pays_naturals = "pay naturals" in str(data["procedure"]["hand"])
        self.always_plays: bool = data["dealer"].get("plays") == "always"
        charlie = rules.get("charlie") or 0
        table: Data = charlie if isinstance(charlie, dict) else {"cards": charlie}
        self.charlie: int = 0 if table.get("at_once") else table["cards"]
        self.counts_dealer_charlie: bool = table.get("dealer", False)
        self.counts_player_natural: bool = rules.get("player_natural", False)
        self.doubles_face_down: bool = doubling(data).get("face_down", False)
        self.bonuses: list[Data] = list(self.payouts.get("bonuses", {}).values())
        if "pays" in table or table.get("at_once"):
            excluded = "" if table.get("after_split", True) else " and not from_split"
            when = f"cards >= {table['cards']}{excluded}"
            self.bonuses.append({"pays": self.payouts.get("win", "1:1"), **table, "when": when})
        self.worths = Worths.of(data)
        usual = "total < 17 or soft and total == 17" if data["dealer"].get("hits_soft_17") else "total < 17"
        self.rule = _dealer_rule(data["dealer"].get("draws", usual))

    def total(self, hand: Hand) -> int:
        """The total of a hand."""
        return self.made(hand)[0]

    def made(self, hand: Hand) -> tuple[int, bool]:
        """The total of a hand and whether it is soft, which a power may have changed."""
        total, cards, soft = hand.counts_as or (0, 0, False)
        return best_total(hand.cards[cards:], self.target_of(hand), self.worths, total, soft=soft)

    def target_of(self, hand: Hand) -> int:
        """The target of a hand: that of its owner, or of the house."""
        return hand.last_target or hand.owner.target or self.target

    def is_bust(self, hand: Hand) -> bool:
        """Whether a hand exceeds the target."""
        return self.total(hand) > self.target_of(hand)

    def has_natural(self, hand: Hand) -> bool:
        """Whether a hand has two cards that make the target; one counts high if possible."""
        made = self.made(hand)
        counts = self.counts_switched or not hand.was_switched
        if hand.is_split:
            counts = self.counts_split_naturals
        return counts and len(hand.cards) == 2 and made == (self.target_of(hand), self.worths.has_high)

    def beats_others(self, dealer: Hand) -> bool:
        """Whether the dealer has a natural that beats all other hands."""
        return self.counts_dealer_natural and self.has_natural(dealer)

    def has_to_stand(self, hand: Hand) -> bool:
        """Whether the rules force a hand to stand."""
        return self.is_charlie(hand) or (self.stands_on_target and self.total(hand) == self.target_of(hand))

    def is_charlie(self, hand: Hand) -> bool:
        """Whether a hand has enough cards to rank above all totals."""
        counts = self.charlie and (hand.role == "player" or self.counts_dealer_charlie)
        return bool(counts) and len(hand.cards) >= self.charlie and not self.is_bust(hand)

    def rank(self, hand: Hand) -> float:
        """The total of a hand; a charlie is half a point above any target, and all naturals are equal."""
        if self.is_bust(hand):
            return self.highest + 1
        if self.is_charlie(hand):
            return self.highest + 0.5
        return self.target if self.has_natural(hand) else self.total(hand)

    def may_stand(self, hand: Hand, dealer: Hand) -> bool:
        """Whether a player's hand may stand, or may not be hit."""
        return (
            self.has_to_stand(hand)
            or self.allows("stand", hand, dealer)
            or not self.allows("hit", hand, dealer)
        )

    def dealer_draws(self, dealer: Hand) -> bool:
        """Whether the dealer must draw."""
        own = dealer.owner.draws
        rule = _dealer_rule(own) if own else self.rule
        return not self.has_to_stand(dealer) and bool(rule(*self.made(dealer)))

    # --- what may be done ----------------------------------------------------------------------------------

    def facts(self, hand: Hand, dealer: Hand) -> Facts:
        """The facts about a hand that conditions can read."""
        shown = [card for at, card in enumerate(dealer.cards) if hand.looks or at not in dealer.hidden]
        total, soft = self.made(hand)
        return {**self.facts_of_cards(hand.cards, hand, dealer, shown), "total": total, "soft": soft}

    def facts_of_cards(self, cards: list[int], hand: Hand, dealer: Hand, shown: list[int]) -> Facts:
        """The facts about some cards of a hand that conditions can read."""
        facts = facts_of(
            self.data,
            cards,
            dealer.upcard,
            shown,
            hand.wager,
            parts=len(hand.parts),
            doubled=hand.doubled,
            free=hand.free,
        )
        return {**facts, **self.facts_of_dealer(dealer, shown)}

    def facts_of_dealer(self, dealer: Hand, shown: list[int]) -> Facts:
        """The facts about the dealer that conditions can read, given the cards that a person sees."""
        total, soft = best_total(shown, self.target_of(dealer), self.worths)
        open_cards = len(dealer.cards) - len(dealer.hidden)
        return {"dealer_total": total, "dealer_soft": soft, "dealer_cards": open_cards}

    def allows(self, key: str, hand: Hand, dealer: Hand) -> bool:
        """Whether the rule with this ``key`` allows an action with a hand."""
        return allows(self.data, key, self.facts(hand, dealer))

    def may_have_natural(self, dealer: Hand) -> bool:
        """Whether the dealer's upcard can be part of a natural."""
        up = rank_of(dealer.upcard)
        return any(
            best_total([up, other], self.target_of(dealer), self.worths)
            == (self.target_of(dealer), self.worths.has_high)
            for other in self.worths.in_pack
        )

    # --- what a hand brings --------------------------------------------------------------------------------

    def amount(self, key: str, hand: Hand, dealer: Hand, *, may_be_beaten: bool = True) -> int:
        """Check that ``key`` is the right result of a hand, and return its payout.

        A hand that was surrendered before the first action cannot be beaten.
        """
        wins_first = self.counts_player_natural and not self.has_natural(dealer) and may_be_beaten
        is_paid = self.pays_naturals or self.counts_player_natural
        wins = wins_first or (dealer.result == "busts" and is_paid)
        if key == "player_natural" and self.has_natural(hand) and wins:
            return self.pays(
                self._with_bonus(self.payouts_of(hand, dealer)["natural"], hand, dealer), hand.wager
            )
        is_tied = key == "dealer_natural" and self.has_natural(hand) and hand.result != "given up"
        if key in NATURALS or is_tied:
            assert self.has_natural(hand)
            has_rule = self.payouts_of(hand, dealer).get("tied_naturals") is not None
            if self.beats_others(dealer) or (self.has_natural(dealer) and has_rule):
                return self._tied_naturals(key, hand, dealer)
            assert key == "player_natural"
            return self.pays(
                self._with_bonus(self.payouts_of(hand, dealer)["natural"], hand, dealer), hand.wager
            )
        for one in (hand, dealer):
            if one.settles and (one is hand or hand.result not in BEFORE_DEALER):
                return self._by_power(key, hand, one, dealer)
        assert key in BY_CARDS
        assert not (wins_first and self.has_natural(hand) and hand.result == "stands"), (
            "a natural is not paid"
        )
        assert hand.result in ("stands", "busts", "given up")
        assert (key == "lost_by_bust") == (hand.result == "busts")
        if key == "lost_by_bust":
            return -hand.own
        is_beaten = self.beats_others(dealer) and (
            may_be_beaten if hand.result == "given up" else not self.has_natural(hand)
        )
        assert (key == "lost_by_surrender") == (hand.result == "given up" and not is_beaten)
        if key == "lost_by_surrender":
            return self.gives_up(hand)
        assert dealer.result in ("stands", "busts") or dealer.settles
        is_pushed = self.is_bust(dealer) and self.total(dealer) == self.data["dealer"].get("push_on")
        is_pushed = is_pushed and not self.has_natural(hand)
        assert (key == "won_by_bust") == (dealer.result == "busts" and not is_pushed)
        if key == "won_by_bust":
            return self.pays(self._with_bonus(self.payouts_of(hand, dealer)["win"], hand, dealer), hand.wager)
        if is_pushed:
            assert key == "push"
            return 0
        assert (key == "dealer_natural") == is_beaten
        if is_beaten:
            return -(min(hand.initial, hand.own) if self.takes_original_bets else hand.own)
        return self._by_total(key, hand, dealer)

    def payouts_of(self, hand: Hand, dealer: Hand) -> Data:
        """The payouts for a hand: those of its owner or of the dealer replace those of the house."""
        own = hand.owner.payouts or dealer.owner.payouts
        ties = {"tied_totals": {}, "tied_naturals": own["tie"]} if "tie" in own else {}
        return {**self.payouts, **own, **ties}

    def gives_up(self, hand: Hand) -> int:
        """The payout of a surrendered hand."""
        return self.pays("-" + self.payouts.get("surrender", "1:2"), hand.own)

    def _tied_naturals(self, key: str, hand: Hand, dealer: Hand) -> int:
        """The immediate payout of a natural against the dealer's, unless a power changes it."""
        payouts = self.payouts_of(hand, dealer)
        way = payouts.get("tied_naturals") or "push"
        is_told = payouts.get("tied_naturals") != self.payouts.get("tied_naturals")
        assert key == (TOLD[way] if is_told else "naturals_push")
        ratio = payouts["natural"] if way == "win" else TIES[way]
        return self._brings(self._with_bonus(ratio, hand, dealer), hand)

    def _by_total(self, key: str, hand: Hand, dealer: Hand) -> int:
        """The payout of a hand that is compared with the dealer's."""
        ahead = self.rank(hand) - self.rank(dealer)
        if ahead:
            assert key == ("player_wins" if ahead > 0 else "dealer_wins")
        if ahead > 0:
            return self.pays(self._with_bonus(self.payouts_of(hand, dealer)["win"], hand, dealer), hand.wager)
        if ahead < 0:
            return -hand.own
        payouts = self.payouts_of(hand, dealer)
        way, exceptions, is_told = payouts["tie"], payouts.get("tied_totals", {}), False
        if not self.is_charlie(hand) and str(self.rank(hand)) in exceptions:
            way, is_told = exceptions[str(self.rank(hand))], True
        if self.has_natural(hand) and self.has_natural(dealer) and payouts.get("tied_naturals"):
            way, is_told = payouts["tied_naturals"], False
        is_told = is_told or payouts["tie"] != self.payouts["tie"]
        assert key == ({"win": "player_wins", "lose": "dealer_wins"}.get(way, "push") if is_told else "push")
        return self._ties(way, hand, dealer)

    def _ties(self, way: str, hand: Hand, dealer: Hand) -> int:
        """The payout of a tied hand."""
        return self._brings(self._with_bonus(TIES[way], hand, dealer), hand)

    def _brings(self, ratio: str, hand: Hand) -> int:
        """The amount won or lost with a hand at a payout; the part put up by the house cannot be lost."""
        return self.pays(ratio, hand.own if ratio.startswith("-") else hand.wager)

    def _with_bonus(self, ratio: str, hand: Hand, dealer: Hand) -> str:
        """The payout of a hand, or that of its bonus if it has one."""
        if ratio.startswith(("-", "0")):
            return ratio
        facts = self.facts(hand, dealer)
        bonuses = [row for row in self.bonuses if not row.get("at_once") and holds(row["when"], facts)]
        return str(bonuses[0]["pays"]) if bonuses else ratio

    def bonus_at_once(self, hand: Hand, dealer: Hand) -> int:
        """The payout of a hand that must be paid as soon as it has its cards."""
        facts = self.facts(hand, dealer)
        bonuses = [row for row in self.bonuses if row.get("at_once") and holds(row["when"], facts)]
        assert bonuses, "there is no bonus for this hand"
        return self.pays(bonuses[0]["pays"], hand.wager)

    def _by_power(self, key: str, hand: Hand, person: Hand, dealer: Hand) -> int:
        """The payout of a hand that a power won or voided."""
        amount = 0
        deed = person.power["do"] if person.power else "void hand"
        if deed != "void hand":
            won = self.payouts_of(hand, dealer)["win"]
            is_won = (deed == "win hand") == (person is hand)
            amount = self.pays(won, hand.wager) if is_won else -hand.own
        assert key == ("player_wins" if amount > 0 else "dealer_wins" if amount < 0 else "hand_void")
        return amount

    def pays(self, ratio: str, wager: int) -> int:
        """The amount won with a wager at a payout."""
        numerator, denominator = ratio.split(":")
        return rounded(Fraction(wager * int(numerator), int(denominator)), self.payouts["rounding"])
