"""Who sits at the table: everybody, or one of each team until there is a winner of the tournament."""

from __future__ import annotations

from collections.abc import Mapping

from tests.umpire.people import Company, Data, Person

from bj.arguments import Value


class Seating:
    """The seats of one game."""

    def __init__(self, data: Data, values: Mapping[str, Value], company: Company) -> None:
        self.company = company
        self.seats = company.players[:1] if company.is_tournament else list(company.players)
        self.dealer = company.dealers[0]
        self.goes_round = not company.is_tournament and len(company.dealers) > 1
        """Whether the players deal in turn."""
        if self.goes_round:
            del self.seats[0]
        self.waiting = {
            "player": company.players[len(self.seats) :] if company.is_tournament else [],
            "dealer": company.dealers[1:],
        }
        """Who comes next into the game."""
        self.lost: list[tuple[Person, Person]] = []
        """Who has lost a round, and against whom."""
        self.winner: int | None = None
        """The number of the team that has won."""
        chosen = data.get("tournament", {}).get("dealers", "")
        dealing = values.get(chosen, chosen)
        self.team_roles = ["dealer" if team["id"] == dealing else "player" for team in data.get("teams", [])]

    def everybody(self) -> list[Person]:
        """Who sits at the table, the dealer last."""
        return [*self.seats, self.dealer]

    def leave(self, person: Person) -> None:
        """One of several players leaves the table for good."""
        assert person.is_asked, "somebody leaves who is not asked"
        assert len(self.seats) > 1, "nobody is left"
        self.seats.remove(person)

    def take_bank(self, person: Person, minimum: int, *, has_credit: bool) -> None:
        """The next player with the money for a wager deals, and the one who has dealt plays."""
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
        """The next of a team comes to the table, once the one before is out of the tournament."""
        assert self.waiting[person.role].pop(0) is person
        if person.role == "dealer":
            assert self.dealer.is_out
            self.dealer = person
        else:
            assert self.seats[0].is_out
            self.seats, person.count = [person], 0

    def begin_round(self) -> None:
        """Whoever is out of the tournament is followed by the next of the team."""
        for person in self.everybody():
            if person.is_out and self.waiting[person.role]:
                self.sit_down(self.waiting[person.role][0])

    def kick_out(self, person: Person, winner: Person) -> None:
        """Who has lost the round leaves the tournament."""
        assert self.company.is_tournament
        assert not person.is_out
        assert {person, winner} == {self.seats[0], self.dealer}
        person.is_out = True
        self.lost.append((person, winner))

    def declare_winner(self, team: int) -> None:
        """The players' team has won if one of them is left, or else the dealers'."""
        is_left = any(not person.is_out for person in self.company.players)
        assert self.team_roles[team] == ("player" if is_left else "dealer")
        self.winner = team
