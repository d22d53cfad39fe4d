"""The tournament of document 2 in both editions as a plain program, written only from the document.

It shares no line, no number and no table with ``bj``. The deck, the generator and the two kinds of players
come from the program for the other courses.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from tests.oracle.courses import Card, Counting, Deck, Simple, Twister, value_of

MINIMUM = 5
TEAM_NAMES = {"sos": "SOS Brigade", "sc": "Stardust Crusaders"}
BOOTY = {
    "sos": "SOS Brigade got four computers and Stardust Crusaders become an affiliate group of SOS Brigade",
    "sc": "SOS Brigade will return the computer to Joseph Joestar and "
    "Suzumiya Haruhi will become a member of Stardust Crusaders",
}


class Edition(NamedTuple):
    """The differences between the two editions of the handout."""

    shuffles_every_round: bool
    escapes_after_hands: bool
    """Joseph looks at his bankroll after every hand, not only after the last one of a round."""
    hides_busting_card: bool
    shows_last_card: bool
    """The last card of a retaken hand that does not bust is shown."""
    jotaro_counts_all: bool


FIRST = Edition(False, False, False, False, False)
REVISED = Edition(True, True, True, True, True)


class DeckEmptyError(Exception):
    """Raised if no card is left in the middle of a hand."""


# --- players ----------------------------------------------------------------------------------------------


class Brave(Simple):
    """Suzumiya Haruhi as a player."""

    def bet(self, bankroll: int, minimum: int) -> int:
        """Twice the minimum, even on credit."""
        assert bankroll >= minimum
        return 2 * minimum


class Contrary(Counting):
    """Asahina Mikuru as a player."""

    def bet(self, bankroll: int, minimum: int) -> int:
        """Twice the minimum if the count is low and the money suffices."""
        return 2 * minimum if self.count < -2 and bankroll >= 2 * minimum else minimum


class Cautious(Counting):
    """Kakyoin Noriaki as a player."""

    def bet(self, bankroll: int, minimum: int) -> int:
        """Twice the minimum if the count is very high and the money suffices."""
        return 2 * minimum if self.count >= 4 and bankroll >= 2 * minimum else minimum


# --- characters -------------------------------------------------------------------------------------------


class Member:
    """A member of a team, with the member's own behaviour in both roles."""

    stops_time = False
    may_escape = False
    cheer = ""

    def __init__(self, name: str, player: Simple, bankroll: int) -> None:
        self.name = name
        self.player = player
        self.bankroll = bankroll


class Joseph(Member):
    """Joseph Joestar."""

    may_escape = True
    cheer = "Nice!"


class Jotaro(Member):
    """Kujo Jotaro."""

    stops_time = True


class Kakyoin(Member):
    """Kakyoin Noriaki."""

    cheer = "rerorerorero rerorerorero"


def gather(normal: int, kind: str) -> dict[str, list[Member]]:
    """Both teams in the order in which their members enter the game."""
    chosen = {"simple": Simple, "counting": Counting}[kind]
    return {
        "sos": [
            Member("Suzumiya Haruhi", Brave(), normal),
            Member("Nagato Yuki", Counting(), normal),
            Member("Asahina Mikuru", Contrary(), normal),
            Member("Kyon", Simple(), normal),
            Member("Koizumi Itzuki", chosen(), normal),
        ],
        "sc": [
            Joseph("Joseph Joestar", Counting(), 2 * normal),
            Jotaro("Kujo Jotaro", Counting(), normal),
            Member("Jean Pierre Polnareff", Simple(), normal),
            Kakyoin("Kakyoin Noriaki", Cautious(), normal),
            Member("Mohammed Avdol", chosen(), normal),
        ],
    }


# --- blackjack.cpp ----------------------------------------------------------------------------------------


class Tournament:
    """One run of the program."""

    def __init__(self, edition: Edition, normal: int, hands: int, seed: int) -> None:
        self.edition = edition
        self.normal = normal
        self.hands = hands
        self.generator = Twister(seed)
        self.deck = Deck()
        self.set_cuts: Sequence[int] = ()
        """The cuts of a file, which the next shuffle takes instead of random ones."""
        self.thishand = 0

    # --- one game, one round ------------------------------------------------------------------------------

    def game(self, teams: dict[str, list[Member]], dealing: str) -> Iterator[str]:
        """Every line of a game, which uses up the teams."""
        playing = "sos" if dealing == "sc" else "sc"
        players, dealers = teams[playing], teams[dealing]
        if not self.edition.shuffles_every_round:
            yield from self.shuffle(players[0])
        while players and dealers:
            player, dealer = players[0], dealers[0]
            wins = yield from self.round(player, dealer)
            (dealers if wins else players).pop(0)
            if wins:
                yield f"Dealer: {dealer.name} has been kicked out. The winner of this round is {player.name}."
                if player.cheer:
                    yield f'Player: {player.name}: "{player.cheer}"'
            else:
                yield f"Player: {player.name} has been kicked out. The winner of this round is {dealer.name}."
                if dealer.cheer:
                    yield f'Dealer: {dealer.name}: "{dealer.cheer}"'
        winner = playing if players else dealing
        yield f"Game over. The winner is {TEAM_NAMES[winner]}. {BOOTY[winner]}"

    def round(self, player: Member, dealer: Member) -> Generator[str, None, bool]:
        """Every line of a round up to an escape; return whether the player has won."""
        if self.edition.shuffles_every_round:
            yield from self.shuffle(player)
        self.thishand = 0
        escapes = False
        while player.bankroll >= MINIMUM and self.thishand < self.hands and not escapes:
            self.thishand += 1
            yield from self.hand(player, dealer)
            escapes = self.edition.escapes_after_hands and self.is_poor(player)
        escapes = escapes or (not self.edition.escapes_after_hands and self.is_poor(player))
        yield f"Player: {player.name} has {player.bankroll} after {self.thishand} hands"
        if escapes:
            yield f'Player: {player.name}: "Ni Ge Run Da Yo"'
        return player.bankroll >= MINIMUM and not escapes

    def is_poor(self, player: Member) -> bool:
        """Whether the player escapes for fear of being poor."""
        return player.may_escape and player.bankroll < self.normal // 2

    # --- one hand -----------------------------------------------------------------------------------------

    def shuffle(self, player: Member) -> Iterator[str]:
        """Shuffle the deck seven times, or at the cuts of a file."""
        yield "Shuffling the deck"
        for cut in self.set_cuts or [self.generator.cut() for _ in range(7)]:
            yield f"cut at {cut}"
            self.deck.shuffle(cut)
        self.set_cuts = ()
        player.player.shuffled()

    def card(self) -> Card:
        """The next card. Raises DeckEmptyError if no card is left."""
        if self.deck.cards_left() == 0:
            raise DeckEmptyError
        return self.deck.deal()

    def hand(self, player: Member, dealer: Member) -> Iterator[str]:
        """Every line of a hand, which restarts each time the cards run out."""
        while True:
            yield f"Hand {self.thishand} bankroll {player.bankroll}"
            if self.deck.cards_left() < 20:
                yield from self.shuffle(player)
            wager = player.player.bet(player.bankroll, MINIMUM)
            yield f"Player: {player.name} bets {wager}"
            try:
                player.bankroll += yield from self.play(player, dealer, wager)
            except DeckEmptyError:
                yield f"Hand {self.thishand} card used up, this hand will start again"
                yield from self.shuffle(player)
            else:
                return

    def play(self, player: Member, dealer: Member, wager: int) -> Generator[str, None, int]:
        """Every line of a hand from the first card onwards; return the player's win."""
        first = self.card()
        yield f"Player: {player.name} dealt {first}"
        player.player.expose(first)
        upcard = self.card()
        yield f"Dealer: {dealer.name} dealt {upcard}"
        player.player.expose(upcard)
        second = self.card()
        yield f"Player: {player.name} dealt {second}"
        player.player.expose(second)
        hole_card = self.card()
        if value_of([first, second]).total == 21:
            yield f"Player: {player.name} dealt natural 21"
            return 3 * wager // 2

        cards = [first, second]
        while value_of(cards).total <= 21 and player.player.draws(upcard, value_of(cards)):
            cards.append(self.card())
            yield from self.show_drawn(f"Player: {player.name}", cards, player, player)
            if player.stops_time:
                cards = yield from self.stop_time(f"Player: {player.name}", cards, player, player)
        total = value_of(cards).total
        yield f"Player: {player.name}'s total is {total}"
        if total > 21:
            yield f"Player: {player.name} busts"
            return -wager

        yield f"Dealer: {dealer.name}'s hole card is {hole_card}"
        player.player.expose(hole_card)
        cards = [upcard, hole_card]
        while value_of(cards).total < 17:
            cards.append(self.card())
            yield from self.show_drawn(f"Dealer: {dealer.name}", cards, dealer, player)
            if dealer.stops_time:
                cards = yield from self.stop_time(f"Dealer: {dealer.name}", cards, dealer, player)
        dealers_total = value_of(cards).total
        yield f"Dealer: {dealer.name}'s total is {dealers_total}"
        if dealers_total > 21:
            yield f"Dealer: {dealer.name} busts"
            return wager
        if dealers_total > total:
            yield f"Dealer: {dealer.name} wins this hand"
            return -wager
        if dealers_total < total:
            yield f"Player: {player.name} wins this hand"
            return wager
        yield "Push"
        return 0

    def show_drawn(self, who: str, cards: Sequence[Card], drawer: Member, player: Member) -> Iterator[str]:
        """Announce and expose the last drawn card, unless it busts a person who hides that."""
        if drawer.stops_time and self.edition.hides_busting_card and value_of(cards).total > 21:
            if self.edition.jotaro_counts_all:  # a dealer counts nothing, so it does no harm that he looks
                drawer.player.expose(cards[-1])
            return
        yield f"{who} dealt {cards[-1]}"
        player.player.expose(cards[-1])

    def stop_time(
        self, who: str, cards: list[Card], stopper: Member, player: Member
    ) -> Generator[str, None, list[Card]]:
        """Take as many cards again as long as they bust; return the final cards."""
        is_stopped = False
        while value_of(cards).total > 21:
            is_stopped = True
            yield f'{who}: "Star Platinum, Za Warudo"'
            taken: list[Card] = []
            while len(taken) < len(cards):
                taken.append(self.card())
                if self.edition.jotaro_counts_all:
                    stopper.player.expose(taken[-1])
            cards = taken
        if is_stopped and self.edition.shows_last_card:
            yield f"{who} dealt {cards[-1]}"
            if stopper is not player or not self.edition.jotaro_counts_all:
                player.player.expose(cards[-1])
        return cards


def transcript(
    edition: Edition,
    normal: int,
    hands: int,
    kind: str,
    dealing: str,
    seed: int = 0,
    cuts: Sequence[int] = (),
) -> str:
    """The output of the program; ``kind`` is simple or counting, ``dealing`` is sos or sc."""
    tournament = Tournament(edition, normal, hands, seed)
    tournament.set_cuts = cuts
    return "".join(f"{line}\n" for line in tournament.game(gather(normal, kind), dealing))
