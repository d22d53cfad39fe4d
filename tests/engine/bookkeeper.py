"""A bookkeeper: follows the cards and the money of any ruleset, with reactions, persons and teams.

It reads the ruleset's data and the events; of the table it takes only who sits there. What it has come to is
then compared with the table. The referee knows more about the order of a plain game, and less about games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.engine.accounts import SETTLING, Accounts, Person
from tests.engine.referee import Event, read_events
from tests.engine.variant_parts import Data
from tests.engine.variant_powers import amount_of
from tests.engine.variants import Variant

from bj.catalogue import events as e
from bj.catalogue import steps as s
from bj.compiler.compile import Compiled
from bj.engine import program as p
from bj.engine import table as t

LARGEST_SAID = p.VALUES // 2 - 1  # totals beyond are not told apart
LISTS = (e.TABLE_HAND, e.TURN_HAND, e.OWN_HAND, e.BUST_HAND)
WITH_BANKROLL = (e.HAND_BEGINS, e.BETS, e.DOUBLES, e.LINE)


class Bookkeeper:
    """Follows one game."""

    def __init__(self, variant: Variant, compiled: Compiled) -> None:
        self.data, self.program = variant.data, compiled.program
        self.unit = 10 ** self.data.get("money", {}).get("decimals", 0)
        self.rules = self.data["rules"]
        self.accounts = Accounts(self.data)
        table = compiled.table
        blocks = {table[block + t.VOICE] // e.PERSON_STRIDE: block for block in _blocks(table)}
        self.blocks = [blocks[index] for index in range(len(blocks))]
        self.people = [Person(table[block + t.BANKROLL], [], is_veiled=False) for block in self.blocks]
        self.roles = [
            "dealer" if table[block + t.VOICE] % e.PERSON_STRIDE else "player" for block in self.blocks
        ]
        self._name_reactions(variant)
        self.minimum = table[t.MINIMUM_WAGER]
        self.money = sum(person.bankroll for person in self.people)
        self.packs = table[t.SHOE_SIZE] // 52
        self.dealt: Counter[int] = Counter()
        self.left = [table[t.PLAYERS_LEFT], table[t.DEALERS_LEFT]]
        self.is_open = False
        self.is_dealing = False
        self.undoes = False
        self.listing: list[int] | None = None
        self.last_amount = 0
        self.looks = 0
        self._seat(table)

    def _name_reactions(self, variant: Variant) -> None:
        """What everybody may say: players of tables by their strategy, members by theirs and of their own."""
        data, values = variant.data, variant.values
        strategies = data["strategies"]

        def learned(name: str) -> list[Data]:
            strategy = strategies[str(values.get(name, name))]
            inherited = strategies[strategy["extends"]] if "extends" in strategy else {}
            return list(strategy.get("reactions", inherited.get("reactions", [])))

        lists: list[list[Data]] = []
        if "tournament" in data:
            for team in data["teams"]:
                for name in team["members"]:
                    member = data["members"][name]
                    plays = team["id"] != values["dealers"]
                    lists.append([*(learned(member["strategy"]) if plays else []), *member["reactions"]])
        else:
            seats = [player["strategy"] for player in data["players"]]
            seats += [seat[0] for seat in values.get("players", ())]  # type: ignore[union-attr, index]
            lists = [*map(learned, seats), []]
        for person, role, reactions in zip(self.people, self.roles, lists, strict=True):
            person.is_veiled = any(
                reaction.get("busting_card") == "hidden" and reaction["as"] in ("both", role)
                for reaction in reactions
            )
            by_words: dict[str, Data] = {}
            for reaction in reactions:
                if "say" in reaction:
                    by_words.setdefault(reaction["say"], reaction)
            person.reactions = list(by_words.values())

    # --- from one stop to the next -------------------------------------------------------------------------

    def look(self, table: Sequence[int], numbers: Sequence[int]) -> None:
        """Follow what was recorded since the last stop, and compare with the table."""
        self._seat(table)
        for event in read_events(numbers):
            self._follow(event)
            assert sum(person.bankroll for person in self.people) == self.money
        self._begin_retakes()
        if not table[t.FAULT]:
            self._compare(table)

    def _seat(self, table: Sequence[int]) -> None:
        """Who sits at the table: a stop comes before everybody sits down anew."""
        voices = [table[table[seat] + t.VOICE] for seat in range(t.SEATS, t.SEATS + table[t.PLAYERS])]
        self.seats = [self.people[voice // e.PERSON_STRIDE] for voice in voices]
        self.dealer = self.people[table[table[t.DEALER] + t.VOICE] // e.PERSON_STRIDE]

    def _compare(self, table: Sequence[int]) -> None:
        """Everybody has the money and the cards that the events say, and the shoe has all others."""
        if self.undoes:
            return  # between the announcement and the deed
        for person, block in zip(self.people, self.blocks, strict=True):
            assert table[block + t.BANKROLL] == person.bankroll
        if self.is_open:
            for person in (*self.seats, self.dealer):
                hand = self.blocks[self.people.index(person)] + t.FIRST_HAND
                held = table[hand + t.HELD : hand + t.HELD + table[hand + t.CARDS]]
                assert [card % t.FACE_DOWN for card in held] == person.cards
        is_shuffling = self.program[table[t.PC]] == s.SHUFFLE and table[t.TURN] > 0
        self.looks += 1
        is_due = self.looks < 300 or self.looks % 100 == 0  # a power may go on for long
        if self.packs and not is_shuffling and is_due:
            end = table[t.SHOE] + table[t.SHOE_SIZE]
            left = Counter(table[end - table[t.CARDS_LEFT] : end])
            assert left + self.dealt == Counter(list(range(52)) * self.packs)

    # --- events --------------------------------------------------------------------------------------------

    def _follow(self, event: Event) -> None:
        """Take one event in."""
        person = self.people[event.person]
        if event.kind not in (e.SAYS, e.USED_UP):
            self._begin_retakes()
        if self.undoes and event.kind not in (e.SHUFFLE, e.CUT):
            self._undo()
        if event.kind in WITH_BANKROLL:
            assert event.numbers[1] == person.bankroll
        if event.kind == e.SHUFFLE:
            self._shuffle()
        elif event.kind == e.BETS:
            self._bet(person, event.numbers[0])
        elif event.kind in (e.DEALT, e.DEALT_DOWN):
            self._card(person, event)
        elif event.kind == e.HOLE_CARD:
            assert person.cards[person.hidden.pop(0)] == event.card
        elif event.kind in (e.TOTAL, e.BUSTS):
            self._total(person, event)
        elif event.kind == e.DOUBLES:
            self._double(person, event.numbers[0])
        elif event.kind in SETTLING:
            self._settle(event)
        elif event.kind in (e.PAID_OUT, e.COLLECTED):
            sign = 1 if event.kind == e.PAID_OUT else -1
            assert event.numbers == (sign * self.last_amount, person.bankroll)
        elif event.kind == e.STANDING:
            assert event.numbers[0] == person.bankroll
        elif event.kind == e.SAYS:
            self._says(person, event)
        elif event.kind == e.USED_UP:
            assert self.data["shoe"]["when_empty"] == "restart hand"
            self._begin_retakes()
            self.undoes = True
        elif event.kind == e.KICKED_OUT:
            assert self.people[event.card] is (self.seats[0] if event.is_dealer else self.dealer)
            assert person is (self.dealer if event.is_dealer else self.seats[0])
            self.left[event.is_dealer] -= 1
            assert self.left[event.is_dealer] >= 0
        else:
            self._list(person, event)

    def _shuffle(self) -> None:
        """All cards come back, but those on the table when they run out in the middle of a hand."""
        self.dealt.clear()
        if self.is_open and self.data["shoe"].get("when_empty") == "reshuffle discards":
            for person in (*self.seats, self.dealer):
                self.dealt.update(person.cards)

    def _undo(self) -> None:
        """The hand starts again: what was paid comes back."""
        self.undoes = False
        for person in self.seats:
            if person.result == "settled":
                person.bankroll -= person.paid
                self.dealer.bankroll += person.paid
        self._clear()

    def _clear(self) -> None:
        """No cards are on the table."""
        for person in (*self.seats, self.dealer):
            person.cards, person.hidden, person.result = [], [], ""
            person.power, person.retaking, person.covered, person.doubled = None, 0, False, False
        self.is_open = self.is_dealing = True

    def _bet(self, person: Person, wager: int) -> None:
        """A wager; the first one of a hand clears the table."""
        if person is self.seats[0]:
            self._clear()
        assert wager >= self.minimum
        assert wager <= person.bankroll or self.rules["credit"]
        person.wager = wager

    def _card(self, person: Person, event: Event) -> None:
        """A card comes, or one that came face down is shown."""
        if event.kind == e.DEALT and person.covered:
            assert person.cards[-1] == event.card
            person.covered = False
            return
        assert not person.covered or event.kind == e.DEALT_DOWN
        assert person.result == ""
        self.dealt[event.card] += 1
        assert self.dealt[event.card] <= self.packs or not self.packs
        person.cards.append(event.card)
        is_initial = self.is_dealing
        if is_initial:
            entries = Counter(entry.split()[0] for entry in self.data["procedure"]["deal"])
            wanted = entries["player"] * len(self.seats) + entries["dealer"]
            self.is_dealing = sum(len(one.cards) for one in (*self.seats, self.dealer)) < wanted
            if event.kind == e.DEALT_DOWN:
                person.hidden.append(len(person.cards) - 1)
        elif person.retaking:
            assert event.kind == e.DEALT_DOWN
            person.retaking -= 1
            if person.retaking == 0:
                shows_last = person.power is not None and person.power["retaken"] == "last shown"
                person.covered = shows_last and not self.accounts.is_bust(person)
                person.power = None
        else:
            assert (event.kind == e.DEALT_DOWN) == person.is_veiled
            has_extra = person.power is not None and person.power["do"] == "extra card"
            assert not person.doubled or len(person.cards) == 3 or has_extra
            person.covered = person.is_veiled
            person.power = None

    def _begin_retakes(self) -> None:
        """Who retakes a hand has none for the moment, and it busts no more."""
        for person in (*self.seats, self.dealer):
            if person.power and person.power["do"] == "retake hand" and not person.retaking:
                person.retaking, person.cards, person.covered = len(person.cards), [], False
                person.hidden.clear()

    def _total(self, person: Person, event: Event) -> None:
        """A hand has come to its end."""
        total = self.accounts.total(person)
        assert event.card == min(total, LARGEST_SAID)
        assert not person.retaking
        busts = self.accounts.is_bust(person)
        assert busts or event.kind == e.TOTAL
        person.result = "busts" if busts else "stands"
        person.power = None

    def _double(self, person: Person, wager: int) -> None:
        """A wager of two cards is doubled."""
        assert self.rules["double"]
        assert len(person.cards) == 2
        assert not person.doubled
        assert wager == 2 * person.wager
        assert wager <= person.bankroll or self.rules["credit"]
        person.wager, person.doubled = wager, True

    def _says(self, person: Person, event: Event) -> None:
        """Somebody reacts, which may change money or a hand."""
        reaction = person.reactions[event.card]
        assert reaction["as"] in ("both", "dealer" if event.is_dealer else "player")
        assert event.is_dealer == (person is self.dealer)
        if reaction["do"] == "change bankroll":
            amount = amount_of(reaction["amount"], person.bankroll, person.wager, self.unit)
            if abs(amount) <= 1 << 50:
                person.bankroll += amount
                self.dealer.bankroll -= amount
        elif reaction["do"] in ("retake hand", "void hand", "win hand", "extra card"):
            person.power = reaction

    # --- settling ------------------------------------------------------------------------------------------

    def _settle(self, event: Event) -> None:
        """A hand brings what the ruleset says of hands like these."""
        in_order = [seat for seat in self.seats if seat.result != "settled"]
        seat = in_order[0] if event.is_dealer else self.people[event.person]
        assert seat in in_order
        amount = self.accounts.amount(event.kind, seat, self.dealer)
        seat.bankroll += amount
        self.dealer.bankroll -= amount
        seat.paid, seat.result, self.last_amount = amount, "settled", amount
        self.is_open = any(person.result != "settled" for person in self.seats)
        if event.numbers:
            assert event.numbers == (abs(amount), seat.bankroll)

    # --- lists of cards ------------------------------------------------------------------------------------

    def _list(self, person: Person, event: Event) -> None:
        """A list of cards is the hand that it shows."""
        if event.kind in LISTS:
            assert event.card == min(self.accounts.total(person), LARGEST_SAID)
            self.listing = []
        elif event.kind == e.CARD_IN_LIST and self.listing is not None:
            self.listing.append(event.card)
        elif event.kind - e.LIST_ENDS in LISTS:
            shown = list(person.cards)
            if event.kind == e.TABLE_HAND + e.LIST_ENDS:
                shown = [e.HIDDEN_CARD if at in person.hidden else card for at, card in enumerate(shown)]
            assert self.listing == shown
            self.listing = None


def _blocks(table: Sequence[int]) -> list[int]:
    """The blocks of everybody, of all members of both teams in a tournament."""
    if table[t.DEALERS_LEFT]:
        players, dealers = table[t.ROSTER], table[t.DEALER_ROSTER]
        return [*table[players:dealers], *table[dealers : dealers + table[t.DEALERS_LEFT]]]
    return [*table[t.SEATS : t.SEATS + table[t.PLAYERS]], table[t.DEALER]]
