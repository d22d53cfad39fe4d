"""Follows the words of persons, and the effects of their powers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tests.engine.packs import codes_of
from tests.engine.variant_powers import amount_of, total_of
from tests.engine.variant_wonders import number_of
from tests.umpire.game import LARGEST_SAID, Game
from tests.umpire.people import Data, Hand, Lasting, Person

from bj.argument_values import Value
from bj.cards import LOWEST_RANK, RANKS, SUITS, card_number, rank_of, suit_of
from bj.catalogue.events import NO_PARTNER
from bj.compiler.compile import Compiled
from bj.record.events import Event

BOTH = (
    "receives",
    "gives",
    "discards",
    "exchanges",
    "gives_card",
    "takes_card",
    "counts_as",
    "looks_ahead",
    "puts_back",
    "changes_card",
)
BY_POWER = {
    *("player_raises", "player_looks"),
    *(f"{role}_{key}" for role in ("player", "dealer") for key in BOTH),
}
"""The events that immediately follow the effect of a power."""
OF_ONE_HAND = ("discard card", "put card back", "take discard", "draw card", "add card", "change card")
"""Effects on one hand, which may be a partner's."""
FIELD = re.compile(r"\{(\w+)")
"""A field in a text."""
REPLAYS = {"player_replays", "dealer_replays"}


WITHOUT_WAGER = {
    **dict.fromkeys(("player_wins", "won_by_bust", "player_natural"), "hand won"),
    **dict.fromkeys(("dealer_wins", "lost_by_bust", "dealer_natural", "lost_by_surrender"), "hand lost"),
}
"""Maps the events that settle hands to the occasions of hands without a wager."""


class Powers(Game):
    """The reactions in a game."""

    def __init__(self, data: Data, values: Mapping[str, Value], compiled: Compiled) -> None:
        super().__init__(data, values, compiled)
        self.promised: list[tuple[str, Person, Data]] = []
        """The events that must follow a power, with some of their fields."""
        self.about: Hand = self.dealer_hand
        self.them: Person | None = None
        """The person whose occasion another person reacts to."""
        self.saver: tuple[Person, int] | None = None
        """The person who last took a card from another, and the number of cards that the other hand kept."""
        self.taking: tuple[Hand, Data] | None = None
        """The person whose hand takes a discard in a later event, and the reaction."""
        self.replayer: Person | None = None
        """The person whose power replays the hand; an event must still announce it."""
        self.settling_as_one = ""
        """The step or the dealer that settles all hands by the same rules; empty for a single hand."""
        self.begun: list[tuple[Lasting, int]] = []
        """The powers that begin, end or change when all hands are settled, with their new numbers."""
        self.busting: list[Hand] = []
        """Hands that stood and bust with a changed target, and whose events have not come yet."""

    def says(self, person: Person, event: Event) -> None:
        """Follow a reaction, which may change money or a hand."""
        reaction = person.reactions[event.phrase or 0]
        shown = dict(zip(dict.fromkeys(FIELD.findall(reaction["say"])), event.memories or (), strict=True))
        assert shown.get("bankroll", person.bankroll) == person.bankroll
        of = reaction.get("of")
        assert reaction.get("as", "both") in ("both", person.role)
        if reaction["on"] in ("turn", "drawn", "bust", "stand", "dealer stands"):
            self.pass_open_natural()
            self.begin_turns()
        hand = person.first_hand if of else self._reacting_hand(reaction["on"], person)
        if of:
            self._look_at_them(reaction["on"], of, person)
        else:
            self.about = hand
            assert self._is_occasion(reaction["on"], person, hand)
        if self.said == (event, self.about):
            assert self.has_changed, "no person says the same twice on one occasion"
            self.has_changed = False
        self.said = (event, self.about) if of is None or reaction["on"] != "dealt" else None
        deed = reaction.get("do", "speak")
        self._begin_or_end(person, reaction)
        if deed == "change bankroll":
            self._move_chips(person, hand, reaction)
        elif deed == "reset count":
            person.count = 0
        elif deed == "replay hand":
            self.replayer = person
        elif deed == "extra turn":
            hand.result, hand.has_turn, hand.waits_again = "", False, True
        elif deed in ("retake hand", "void hand", "win hand", "lose hand", "extra card", "stand"):
            whose = self.dealer_hand if reaction["on"] == "dealer stands" else hand
            whose.power = reaction
        elif deed.endswith(" next card") or deed.startswith("put next card"):
            self._look_ahead(person, deed)
        elif not hand.cards and not (deed in OF_ONE_HAND and "partner" in reaction):
            assert deed in ("speak", "forfeit round"), "the effect is about cards"
        else:
            hand.was_bust = reaction["on"] == "bust" and not of
            self._change_hand(person, hand, reaction)
            if reaction["on"] == "dealt":
                self.expect_peek()

    def _begin_or_end(self, person: Person, reaction: Data) -> None:
        """Begin or end a lasting power, unless hands are being settled."""
        for own in person.own_rules:
            if own.remembered in reaction.get("set", {}):
                self.begun.append((own, reaction["set"][own.remembered]))
        if not self.settling_as_one:
            self.end_settling()

    def end_settling(self) -> None:
        """Finish the settlement of hands by the same rules."""
        if self.begun:
            hands = self.every_hand()
            for hand in hands:
                is_over = hand.result not in ("", "stands") or all(
                    each.result == "settled" for each in self.hands
                )
                hand.last_target = hand.last_target or (self.house.target_of(hand) if is_over else 0)
            before = [self.house.target_of(hand) for hand in hands]
            others = [hand for hand in hands if not self.house.has_natural(hand)]
            for own, number in self.begun:
                own.number = number
            is_late = self.settling_as_one == "pay naturals" or self.order.has_passed("pay naturals")
            for hand in others if is_late else ():
                hand.missed_naturals = self.house.has_natural(hand)
            for hand, target in zip(hands, before, strict=True):
                if self.house.target_of(hand) != target:
                    hand.counts_as = None
                    if hand.result == "stands" and self.house.is_bust(hand):
                        self.busting.append(hand)
        self.begun = []
        self.settling_as_one = ""

    def _tell(self, person: Person, name: str, **fields: Any) -> None:
        """Require an event with these fields, after those that are already required."""
        self.promised.append((f"{person.role}_{name}", person, fields))

    def keep_promise(self, person: Person, event: Event) -> None:
        """Follow the events that the effect of a power requires."""
        key, who, fields = self.promised.pop(0)
        self.said, self.has_changed = None, True
        if event.key.endswith("_looks_ahead") and event.card is not None:
            self.shoe.look(event.card)
        if event.key.endswith("_takes_card") and self.taking and event.card is not None:
            self._take(*self.taking, event.card)
        assert (event.key, person) == (key, who)
        assert {name: getattr(event, name) for name in fields} == fields

    def _move_chips(self, person: Person, hand: Hand, reaction: Data) -> None:
        """Move money between a person and the house or a member of the team."""
        wager = 0 if reaction["on"] == "hand begins" else hand.wager
        amount = amount_of(reaction["amount"], person.bankroll, wager, self.unit)
        partner = self.seating.dealer
        if "partner" in reaction:
            found = self._partner(person, reaction["partner"])
            assert found is not None, "there is no person to pay"
            partner = found
        giver = partner if amount > 0 else person
        is_bound = "partner" in reaction or not self.house.gives_credit
        if giver is not self.seating.dealer and is_bound:
            most = max(0, giver.bankroll if self.house.gives_credit else self.purse(giver))
            amount = max(-most, min(amount, most))
        assert amount, "who pays nothing says nothing"
        if partner is not person:
            both = [(person, amount), (partner, -amount)]
            for each, more in both:
                each.bankroll += more
            others = [self.people.index(each) for each in (partner, person)]
            for (each, more), other in zip(both[: 2 if "partner" in reaction else 1], others, strict=False):
                how = "receives" if more > 0 else "gives"
                self._tell(each, how, amount=abs(amount), bankroll=each.bankroll, partner=other)

    def _partner(self, person: Person, named: str) -> Person | None:
        """The partner that a reaction of a person names."""
        if named == "them":
            return self.them
        mates = self._mates(person)
        others = [mate for mate in mates if mate is not person]
        if named == "next mate":
            following = mates[mates.index(person) + 1 :] if person in mates else []
            return next(iter([*following, *others]), None)
        if named.endswith(" mate"):
            sign = 1 if named.startswith("poorest") else -1
            return min(others, key=lambda mate: sign * mate.bankroll, default=None)
        return next((mate for mate in mates if mate.key == named), None)

    def _mates(self, person: Person) -> list[Person]:
        """The persons on the same side who are not out, in the order in which they play."""
        if not self.seating.company.is_tournament:
            return [self.seating.dealer] if person.role == "dealer" else list(self.seating.seats)
        return [each for each in self.seating.sides[person.role] if not each.is_out]

    def _look_at_them(self, occasion: str, of: str, person: Person) -> None:
        """Find the person whose occasion another person reacts to, and check that it can happen now."""
        assert not person.is_out
        sides = {"mate": (True,), "opponent": (False,), "anybody": (True, False)}[of]
        if occasion in ("kicked out", "round won"):
            self.them = self.seating.lost[-1][occasion == "round won"]
            self.about = self.them.first_hand
        elif occasion == "dealt":
            others = [each for each in (*self.seating.seats, self.seating.dealer) if each is not person]
            self.them = next(each for each in others if (each.role == person.role) in sides)
            self.about = self.them.first_hand
            assert self._is_occasion(occasion, self.them, self.about)
        else:
            hand, has_saved = self.compared, False
            if occasion in ("turn", "drawn", "bust", "stand"):
                hand = [*self.waiting_hands(), self.dealer_hand][0]
                has_saved = occasion == "bust" and self.saver == (person, len(hand.cards))
                is_bust = self.house.is_bust(hand) or has_saved
                assert occasion in ("turn", "drawn") or is_bust == (occasion == "bust")
            assert hand is not None
            self.them, self.about = hand.owner, hand
            assert has_saved or self._is_occasion(occasion, self.them, hand)
        assert self.them is not person
        assert (self.them.role == person.role) in sides

    def _change_hand(self, person: Person, hand: Hand, reaction: Data) -> None:
        """Change the cards of a hand or its wager."""
        deed, dealer, whose = reaction.get("do"), self.dealer_hand, hand
        if "partner" in reaction and deed in OF_ONE_HAND:
            whose = self._other_hand(person, reaction)
        if deed == "count as":
            last = min(self.house.worths.low[rank_of(hand.cards[-1])], LARGEST_SAID)
            total = min(max(0, total_of(reaction["total"], self.house.total(hand), last)), LARGEST_SAID)
            hand.counts_as = (total, len(hand.cards), self._becomes_soft(hand, reaction, total))
            if hand is not dealer or reaction["on"] == "bust" or not dealer.hidden:
                self._tell(person, "counts_as", total=total)
        elif deed == "discard card":
            self._tell(whose.owner, "discards", card=self._take_out(whose, reaction, hand))
            self._find_upcard()
        elif deed == "put card back":
            card = self._take_out(whose, reaction, hand)
            self._tell(whose.owner, "puts_back", card=card)
            self.shoe.put_back(card, reaction.get("below", "cards_left"))
            self._find_upcard()
        elif deed in ("take discard", "draw card", "add card", "change card"):
            self._change_by_discards(whose, reaction, hand)
        elif deed == "swap hands":
            self._swap(hand, self._other_hand(person, reaction))
        elif deed in ("give card", "take card"):
            self._hand_over(person, hand, reaction)
        elif deed == "exchange card":
            other = self._other_hand(person, reaction) if "partner" in reaction else dealer
            own = self._place_of(hand, _meant(reaction), hand)
            at = self._place_of(other, "first" if other is dealer else "last", hand)
            self._turn(hand, own)
            hand.cards[own], other.cards[at] = other.cards[at], hand.cards[own]
            hand.counts_as = other.counts_as = None
            self._tell(person, "exchanges", card=hand.cards[own], partner=self.people.index(other.owner))
            self._tell(other.owner, "exchanges", card=other.cards[at], partner=self.people.index(person))
            self._find_upcard()
        elif deed == "look at hole card":
            assert person.role == "player"
            assert dealer.hidden
            hand.looks = True
            for at in dealer.hidden:
                self._tell(person, "looks", card=dealer.cards[at])
        elif deed == "raise wager":
            self._raise_wager(person, hand, reaction)

    def _hand_over(self, person: Person, hand: Hand, reaction: Data) -> None:
        """Move a card to or from another hand, which may have stood and then busts."""
        giver, taker = hand, self._other_hand(person, reaction)
        if reaction["do"] == "take card":
            giver, taker = taker, hand
        card = self._take_out(giver, reaction, hand)
        self.saver = (person, len(giver.cards))
        taker.cards.append(card)
        taker.counts_as = None
        self._tell(giver.owner, "gives_card", card=card, partner=self.people.index(taker.owner))
        self._tell(taker.owner, "takes_card", card=card, partner=self.people.index(giver.owner))
        if taker.result == "stands" and self.house.is_bust(taker):
            self.busting.append(taker)
        self._find_upcard()

    def _change_by_discards(self, hand: Hand, reaction: Data, own: Hand) -> None:
        """Prepare for a card that comes from outside all hands, or change the rank of a card."""
        if reaction["do"] != "change card":
            self.taking = hand, reaction
            self._tell(hand.owner, "takes_card", partner=NO_PARTNER)
            return
        at, rank = self._place_of(hand, _meant(reaction), own), self._into(own, reaction["into"])
        self._turn(hand, at)
        assert rank is not None
        assert rank_of(hand.cards[at]) != rank
        hand.cards[at] = card_number(rank, suit_of(hand.cards[at]))
        hand.counts_as = None
        self._tell(hand.owner, "changes_card", card=hand.cards[at])
        self._find_upcard()

    def _becomes_soft(self, hand: Hand, reaction: Data, total: int) -> bool:
        """Whether an ace counts high in the total that a power sets for a hand."""
        if "soft" not in reaction:
            return False
        conditions = {"soft": self.house.made(hand)[1], True: True, "cards == 2": len(hand.cards) == 2}
        can_be = self.house.worths.make_soft(total, self.house.target_of(hand))
        return conditions[reaction["soft"]] and can_be

    def _into(self, hand: Hand, into: str) -> int | None:
        """The rank that a reaction gives to a card of a hand."""
        if len(into) == 1:
            return codes_of(self.data).index(into)
        first, last = (rank_of(hand.cards[at]) if hand.cards else 0 for at in (0, -1))
        worths, total = self.house.worths, self.house.total(hand)
        first, last = (worths.high[first], worths.low[last]) if hand.cards else (0, 0)
        return worths.rank_counting(number_of(into, total, first, last))

    def _take(self, hand: Hand, reaction: Data, card: int) -> None:
        """Add a card to a hand: a discard, the next card of the shoe, or a new one."""
        self.taking = None
        held = sum(each.cards.count(card) for each in [*self.every_hand()])
        if reaction["do"] == "draw card":
            self.shoe.deal(card)
        elif reaction["do"] == "take discard":
            assert self.shoe.dealt[card] > held, "this card is no discard"
        which = _meant(reaction)
        assert which in ("first", "last", "lowest", "highest") or _is_called(card, which)
        if reaction["do"] != "take discard":
            self.show(card)
        hand.cards.append(card)
        hand.counts_as = None
        self._find_upcard()
        if reaction["on"] == "dealt":
            self.expect_peek()

    def _raise_wager(self, person: Person, hand: Hand, reaction: Data) -> None:
        """Raise the wager on a hand that is not settled, as far as the money allows."""
        assert person.role == "player"
        assert not hand.result or hand.result in ("stands", "busts")
        added = amount_of(reaction["amount"], person.bankroll, hand.wager, self.unit)
        added = self.most_added(hand, added)
        assert added > 0
        hand.wager += added
        self._tell(person, "raises", wager=hand.wager, bankroll=person.bankroll)

    def expect_peek(self) -> None:
        """Find whether the dealer will look for a natural, unless that step is over."""
        if not self.order.has_passed("peek"):
            asks = self.order.has_hand_step("peek")
            self.will_peek = asks and self.house.allows("hole_card", self.hands[0], self.dealer_hand)

    def _look_ahead(self, person: Person, deed: str) -> None:
        """Follow a person who looks at the next card of the shoe, or puts it back."""
        assert not self.shoe.is_empty()
        if deed == "look at next card":
            self._tell(person, "looks_ahead")
        else:
            assert self.shoe.is_seen, "no person has looked"
            self._tell(person, "puts_back", card=self.shoe.ahead[0])
            self.shoe.forget()

    def _swap(self, hand: Hand, other: Hand) -> None:
        """Swap two hands that are still played, and show all their cards to all persons."""
        for each in (hand, other):
            assert each.cards
            assert not each.result
            for place in range(len(each.cards)):
                self._turn(each, place)
            each.counts_as = None
        hand.cards, other.cards = other.cards, hand.cards
        for each, giver in ((hand, other), (other, hand)):
            for card in each.cards:
                self._tell(each.owner, "takes_card", card=card, partner=self.people.index(giver.owner))
        self._find_upcard()

    def _other_hand(self, person: Person, reaction: Data) -> Hand:
        """The partner's hand that a reaction names."""
        if reaction["partner"] == "opponent":
            opponent = self.seating.seats[0] if person.role == "dealer" else self.seating.dealer
            return opponent.first_hand
        partner = self._partner(person, reaction["partner"])
        assert partner is not None
        assert partner is not person
        return self.about if reaction["partner"] == "them" else partner.first_hand

    def _take_out(self, hand: Hand, reaction: Data, own: Hand) -> int:
        """Remove a card from a hand, and show it to all persons."""
        assert len(hand.cards) > 1
        at = self._place_of(hand, _meant(reaction), own)
        self._turn(hand, at)
        hand.counts_as = None
        hand.hidden = [other - (other > at) for other in hand.hidden]
        card = hand.cards.pop(at)
        return card

    def _find_upcard(self) -> None:
        """Make the first open card the dealer's upcard; keep the old one if no card is open."""
        dealer = self.dealer_hand
        shown = (card for at, card in enumerate(dealer.cards) if at not in dealer.hidden)
        dealer.upcard = next(shown, dealer.upcard)

    def _place_of(self, hand: Hand, which: str, own: Hand) -> int:
        """The index of the card that a power changes; only a face-up one in another person's hand."""
        places = [at for at in range(len(hand.cards)) if hand is own or at not in hand.hidden]
        if which in ("first", "last"):
            return places[0 if which == "first" else -1]
        if which in ("lowest", "highest"):
            sign = 1 if which == "lowest" else -1
            return min(places, key=lambda at: sign * self.house.worths.high[rank_of(hand.cards[at])])
        return max(at for at in places if _is_called(hand.cards[at], which))

    def _turn(self, hand: Hand, place: int) -> None:
        """Turn a card of a hand face up."""
        is_covered = hand.covered and place == len(hand.cards) - 1
        if is_covered or place in hand.hidden:
            self.show(hand.cards[place])
        hand.hidden = [at for at in hand.hidden if at != place]
        hand.covered = hand.covered and not is_covered

    def _reacting_hand(self, occasion: str, person: Person) -> Hand:
        """The hand that a reaction is about."""
        if occasion in ("turn", "drawn", "bust", "stand"):
            return self.acting_hand(person)
        if occasion in ("hand won", "hand lost", "push"):
            assert self.compared is not None
            return self.compared
        return person.first_hand

    def _is_occasion(self, occasion: str, person: Person, hand: Hand) -> bool:
        """Whether a person can react on an occasion now."""
        if occasion in ("turn", "drawn", "bust", "stand", "dealer stands"):
            whose = self.dealer_hand if occasion == "dealer stands" else hand
            is_next = self.is_open and whose is [*self.waiting_hands(), self.dealer_hand][0]
            loses_card = whose.lacks_card and self.has_changed  # its turn restarts when all have reacted
            has_turn = is_next and (loses_card or whose.has_turn == self.is_said(whose, "turn"))
            busts = self.house.is_bust(whose)
            if occasion == "bust":
                return has_turn and not whose.result and (busts or whose.was_bust)
            whose.was_bust = False
            if occasion == "drawn":
                return has_turn and not whose.result and whose.has_drawn
            if occasion == "turn":
                return has_turn and not whose.result
            return has_turn and not whose.result and (not busts or self.has_changed)
        if occasion in ("hand won", "hand lost", "push"):
            is_won = hand.paid > 0 or hand.settled_by in ("player_natural", "player_bonus")
            how = "hand won" if is_won else "hand lost" if hand.paid < 0 else "push"
            if self.data["rules"]["minimum_wager"] == 0:  # the event says who wins, unless a ratio is 0
                how = "push" if occasion == "push" else WITHOUT_WAGER.get(hand.settled_by, occasion)
            return person is hand.owner and occasion == how
        if occasion == "turns over":
            has_stood = hand.result == "stands" or hand.waits_again
            others = all(each.waits_again for each in self.waiting_hands())
            return self.is_open and has_stood and others and not self.dealer_hand.result
        if occasion == "dealt":
            return self.is_open and not self.dealing and not self.has_begun
        if occasion in ("kicked out", "round won"):
            return person in [lost[occasion == "round won"] for lost in self.seating.lost[-1:]]
        begins = occasion in ("round begins", "hand begins")
        return not self.is_open and (self.announced is None or self.may_quit or not begins)

    def begin_retakes(self) -> None:
        """Clear the person's hand for a retake; it is no longer bust."""
        for hand in self.every_hand():
            power = hand.power
            if power and power["do"] == "retake hand" and not hand.retaking:
                lies_down = hand.covered or len(hand.cards) - 1 in hand.hidden
                if lies_down and power.get("busting_card") == "hidden" and power.get("sees") == "all":
                    hand.owner.see(rank_of(hand.cards[-1]))
                hand.retaking, hand.cards, hand.covered = len(hand.cards), [], False
                hand.counts_as = None
                hand.hidden.clear()

    def retake(self, hand: Hand, card: int) -> None:
        """Follow a card of a retake, which others do not see; the last one may be shown."""
        power = hand.power
        assert power is not None
        hand.cards.append(card)
        hand.knows_last = power.get("sees") == "all"
        if hand.knows_last:
            hand.owner.see(rank_of(card))
        hand.retaking -= 1
        if hand.retaking == 0:
            hand.power, hand.has_drawn = None, False
            hand.covered = power.get("retaken") == "last shown" and not self.house.is_bust(hand)
            if hand.covered:
                self.next(hand.owner, "dealt")


def _is_called(card: int, name: str) -> bool:
    """Whether ``name`` is the name of a card: its rank, its suit, or both."""
    rank, suit = RANKS[rank_of(card) :][:1], SUITS[suit_of(card)]
    return name in (rank, suit, rank + suit)


def _meant(reaction: Data) -> str:
    """The name of the card that a reaction changes; a place is always the first, and a suit hearts."""
    if "rank" in reaction:
        return RANKS[reaction["rank"] - LOWEST_RANK]
    if "suit" in reaction:
        return "H"
    which: str = "first" if "place" in reaction else reaction.get("card", "last")
    return which
