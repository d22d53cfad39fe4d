"""Follows the persons at the table: all, or one of each team until the tournament has a winner."""

from __future__ import annotations

from collections.abc import Mapping

from tests.umpire.people import Company, Data, Hand, Person

from bj.argument_values import Value


class Seating:
    """The seats of one game."""

    def __init__(self, data: Data, values: Mapping[str, Value], company: Company) -> None:
        self.company = company
        self.sides: dict[str, list[Person]] = {"player": company.players, "dealer": company.dealers}
        """All members of the two teams of this match, by role."""
        self.matches = list(company.matches)
        """The matches that have not begun."""
        self.is_decided = True
        """Whether the match has a winner or no match has begun."""
        self.untold: int | None = None
        """The team that has won a match, until its event comes."""
        self.is_told = False
        """Whether the match was won after the last player left."""
        self.won = [0] * len(data.get("teams", []))
        self.rounds = [0] * len(data.get("teams", []))
        """The number of matches and rounds that each team has won."""
        if self.matches:
            self._call_in(self.matches[0])
        self.seats = self.sides["player"][:1] if company.is_tournament else list(company.players)
        self.dealer = self.sides["dealer"][0]
        self.goes_round = not company.is_tournament and len(company.dealers) > 1
        """Whether the players deal in turn."""
        if self.goes_round:
            del self.seats[0]
        self.lost: list[tuple[Person, Person]] = []
        """The loser and the winner of a round."""
        self.winner: int | None = None
        """The number of the winning team."""

    def _call_in(self, match: tuple[int, int]) -> None:
        """Bring the teams of a match to the table with all their members."""
        roles = ("player", "dealer")
        self.sides = {role: self.company.side(team, role) for team, role in zip(match, roles, strict=True)}
        self.waiting = {role: side[1:] for role, side in self.sides.items()}
        """The next person to enter the game."""

    def is_match_due(self) -> bool:
        """Whether the round that begins is the first of a match."""
        return bool(self.matches) and self.is_decided

    def begin_match(self) -> int:
        """Bring the next two teams to the table; return the money that they bring."""
        assert self.is_match_due(), "no match begins"
        is_first = len(self.matches) == len(self.company.matches)
        self.is_decided = False
        self._call_in(self.matches.pop(0))
        before = sum(person.bankroll for side in self.sides.values() for person in side)
        for person in (*self.sides["player"], *self.sides["dealer"]):
            person.is_out = False
            if not is_first:
                person.bankroll, person.count, person.first_hand = person.brought, 0, Hand(person)
                for own in person.own_rules:
                    own.number = own.start
        self.seats, self.dealer = self.sides["player"][:1], self.sides["dealer"][0]
        return sum(person.bankroll for side in self.sides.values() for person in side) - before

    def win_match(self, team: int, match: int, won: int) -> None:
        """Follow the announcement of the team that won a match."""
        assert self.untold == team
        self.untold = None
        self.is_told = True
        assert match == len(self.company.matches) - len(self.matches)
        assert won == self.won[team]

    def everybody(self) -> list[Person]:
        """The persons at the table, the dealer last."""
        return [*self.seats, self.dealer]

    def watchers(self) -> list[Person]:
        """The persons who count the cards that all see: the players, including the one with the bank."""
        banker = [self.company.players[self.company.dealers.index(self.dealer)]] if self.goes_round else []
        return [*self.seats, *banker]

    def leave(self, person: Person) -> None:
        """Remove one of several players from the table for good."""
        assert person.is_asked, "a person leaves without being asked"
        assert len(self.seats) > 1, "no player is left"
        self.seats.remove(person)

    def take_bank(self, person: Person, minimum: int, *, has_credit: bool) -> None:
        """Give the bank to the next player who can afford a wager; the previous dealer plays."""
        players, dealers = self.company.players, self.company.dealers
        banker = players[dealers.index(self.dealer)]
        first = players.index(banker) + 1
        after = [player for player in (*players[first:], *players[:first]) if player in self.seats]
        taker = next(seat for seat in after if has_credit or seat.bankroll >= minimum)
        assert person is dealers[players.index(taker)]
        banker.bankroll, self.dealer.bankroll = self.dealer.bankroll, 0
        person.bankroll, taker.bankroll = taker.bankroll, 0
        self.seats = sorted([banker, *(seat for seat in self.seats if seat is not taker)], key=players.index)
        self.dealer = person

    def sit_down(self, person: Person) -> None:
        """Bring the next member of a team to the table after the previous one is out."""
        assert self.waiting[person.role].pop(0) is person
        if person.role == "dealer":
            assert self.dealer.is_out
            self.dealer = person
        else:
            assert self.seats[0].is_out
            self.seats, person.count = [person], 0

    def begin_round(self) -> None:
        """Replace a person who is out of the tournament with the next member of the team."""
        for person in self.everybody():
            if person.is_out and self.waiting[person.role]:
                self.sit_down(self.waiting[person.role][0])

    def kick_out(self, person: Person, winner: Person) -> None:
        """Remove the loser of the round from the tournament."""
        assert self.company.is_tournament
        assert not person.is_out
        assert {person, winner} == {self.seats[0], self.dealer}
        person.is_out, self.is_told = True, False
        self.lost.append((person, winner))
        self.rounds[winner.team] += 1
        if all(each.is_out for each in self.sides[person.role]):
            is_first = any(not each.is_out for each in self.sides[winner.role])
            if is_first:  # of the two teams to be beaten
                self.won[winner.team] += 1
                self.is_decided, self.untold = True, winner.team

    def declare_winner(self, team: int) -> None:
        """Decide a single match for the players' team if a player is left; a league by the most wins."""
        if len(self.company.matches) == 1:
            plays, deals = self.company.matches[0]
            assert team == (plays if any(not person.is_out for person in self.sides["player"]) else deals)
        else:
            results = list(zip(self.won, self.rounds, strict=True))
            assert team == results.index(max(results))
        self.winner = team
