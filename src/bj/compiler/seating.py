"""Seats people at the table, with their money, strategies and reactions."""

from __future__ import annotations

from collections.abc import Sequence

from bj.argument_values import Seat
from bj.catalogue import effects as x
from bj.catalogue import events as e
from bj.catalogue import house_rules as h
from bj.catalogue.actions import STAND
from bj.catalogue.house_rules import ALLOWANCES
from bj.catalogue.limits import MOST_HANDS, MOST_REMEMBERED, MOST_SEATS, MOST_SPLIT
from bj.compiler.dealer_chart import dealer_chart
from bj.compiler.program_writer import ProgramWriter
from bj.compiler.reactions import Holder, Powers, Reactions, may_affect_hands, may_hold_dealer, start_memories
from bj.compiler.side_bets import plan_of
from bj.compiler.strategies import Strategies
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.errors import UsageError
from bj.ruleset.allowed_names_by_place import Place
from bj.ruleset.expressions.tree import Literal, ValueKind
from bj.ruleset.model import Entrant, Strategy
from bj.ruleset.start_values import within_bounds

NOTHING = Literal(0, ValueKind.MONEY)
"""The wager in games that are played without wagers."""

LEAST_PLAYERS = 2
"""The minimum number of players if they take turns as banker."""


class Seating:
    """Creates a block in the table for each person, in the order of their event codes."""

    def __init__(self, writer: ProgramWriter, *, silent: bool) -> None:
        self.writer = writer
        self.strategies = Strategies(writer)
        self.silent = silent
        """Whether to evaluate strategies in advance, which pays off if many hands are played."""
        self.blocks: list[int] = []
        self.spots: dict[int, int] = {}
        """Maps each player's block to the number of hands the player is dealt."""
        self.persons: list[str] = []
        self.holders: list[Holder] = []

    def seat_everyone(self) -> list[int]:
        """Return a table that contains a block for each person, but not yet its other parts."""
        table = [0] * t.PERSONS
        if self.writer.model.tournament is not None:
            self.seat_teams(table)
        else:
            self.seat_players(table)
        return table

    def seat_players(self, table: list[int]) -> None:
        """Seat the players and the dealer."""
        for index, player in enumerate(self.writer.model.players):
            bankroll = self.writer.start_value(("players", index, "bankroll"))
            block = self._new_player(table, player.name, player.strategy, bankroll)
            self._seat(table, block)
            self.spots[block] = player.spots
        for argument in self.writer.model.command_line:
            if argument.type == "players":
                for seat in self._roster(argument.name):
                    bankroll = within_bounds(f"{seat.name}'s bankroll", seat.bankroll * self.writer.unit)
                    self._seat(table, self._new_player(table, seat.name, seat.strategy, bankroll))
        if self.writer.model.bank_goes_round:
            self._seat_bankers(table)
        else:
            self._seat_dealer(table)

    def _seat_bankers(self, table: list[int]) -> None:
        """Give each player a second block as dealer, and let the first player bank first."""
        players = self.blocks.copy()
        if len(players) < LEAST_PLAYERS:
            message = "the bank cannot rotate with fewer than two players"
            raise UsageError(message, "add a player, or remove the step `pass bank`")
        for place, player in enumerate(players):
            dealer = self._new_dealer(table, self.persons[place])
            # bankers have no powers, but others can react to them
            self.holders.append(Holder(dealer, (), ()))
            table[player + t.OTHER_ROLE], table[dealer + t.OTHER_ROLE] = dealer, player
            table[t.DEALER] = table[t.DEALER] or dealer
        table[t.PLAYERS] -= 1
        table[t.SEATS : t.SEATS + table[t.PLAYERS]] = players[1:]
        first = players[0]
        money = table[first + t.BANKROLL]
        table[table[t.DEALER] + t.BANKROLL], table[first + t.BANKROLL] = money, 0
        table[table[t.DEALER] + t.BANKED] = -money

    def _seat_dealer(self, table: list[int]) -> None:
        model, path = self.writer.model, ("dealer",)
        dealer = table[t.DEALER] = self._new_dealer(table, model.dealer.name)
        own = list(model.reactions_with_powers((*path, "reactions"), model.dealer))
        powers: list[Powers] = [((*path, "powers"), model.dealer.powers)]
        start_memories(self.writer, table, dealer, powers)
        self.holders.append(Holder(dealer, own, powers))
        table[dealer + t.BANKROLL] = self.writer.start_value(("dealer", "bankroll"))

    def seat_teams(self, table: list[int]) -> None:
        """Seat the first member of each team in the first match, and store the order of the other members."""
        model, program = self.writer.model, self.writer.program
        blocks: dict[tuple[int, bool], list[int]] = {}
        for entrant in model.entrants(self.writer.values):
            block = self._new_member(table, entrant)
            blocks.setdefault((entrant.team, entrant.deals), []).append(block)
        rosters = {}
        for side, members in blocks.items():
            rosters[side] = len(table)
            table += reversed(members)
        matches = model.matches(self.writer.values)
        program[p.MATCH_COUNT], program[p.TEAM_COUNT] = len(matches), len(model.teams)
        rows: list[int] = []
        for match in matches:
            for team, side in zip(match, ((match[0], False), (match[1], True)), strict=True):
                rows += [team, rosters[side], len(blocks[side])]
        program[p.MATCHES] = self.writer.place(rows)
        table[t.TEAM], table[t.ROSTER], table[t.PLAYERS_LEFT] = rows[: p.MATCH_SIDE]
        deals = rows[p.MATCH_SIDE : p.MATCH_SIZE]
        table[t.DEALING_TEAM], table[t.DEALER_ROSTER], table[t.DEALERS_LEFT] = deals
        table[t.MATCHES_LEFT], table[t.PLAYERS] = len(matches), 1
        table[t.SEATS], table[t.DEALER] = blocks[matches[0][0], False][0], blocks[matches[0][1], True][0]

    def store_starting_values(self, table: list[int]) -> None:
        """Store the bankroll and the memory with which each member starts a match.

        Reserve space for the standings.
        """
        table[t.BROUGHT] = len(table)
        for block in self.blocks:
            memory = block + t.MEMORY
            table += [table[block + t.BANKROLL], *table[memory : memory + MOST_REMEMBERED]]
        table[t.STANDINGS] = len(table)
        table += [0] * (t.STANDING_SIZE * len(self.writer.model.teams))

    def _new_member(self, table: list[int], entrant: Entrant) -> int:
        """Add a block for a team member, who either plays or deals."""
        model, path = self.writer.model, ("members", entrant.member)
        member = model.members[entrant.member]
        own = list(model.reactions_with_powers((*path, "reactions"), member))
        powers: Powers = (*path, "powers"), member.powers
        if entrant.deals:
            block = self._new_dealer(table, member.name)
            start_memories(self.writer, table, block, [powers])
            self.holders.append(Holder(block, own, [powers]))
            return block
        bankroll = self.writer.start_value((*path, "bankroll"))
        return self._new_player(table, member.name, member.strategy, bankroll, own, [powers])

    def add_hands(self, table: list[int]) -> None:
        """Add everyone's hands to the end of ``table``, with spare hands for splits.

        The players' hands are marked as in play.
        """
        for block in self.blocks:
            table[block + t.FIRST_HAND] = self._lay_hand(table, block)
        table[t.DEALER_HAND] = table[table[t.DEALER] + t.FIRST_HAND]
        dealt: list[int] = []
        for seat in range(table[t.PLAYERS]):
            block = table[t.SEATS + seat]
            dealt.append(table[block + t.FIRST_HAND])
            dealt += [self._lay_hand(table, block) for _ in range(1, self.spots.get(block, 1))]
        if len(dealt) > MOST_SEATS:
            raise UsageError(
                "the players have too many spots",
                f"reduce the players' spots to at most {MOST_SEATS} in total",
            )
        table[t.DEALT_HANDS] = table[t.HANDS_IN_PLAY] = len(dealt)
        table[t.DEALT : t.DEALT + len(dealt)] = dealt
        table[t.HANDS : t.HANDS + len(dealt)] = dealt
        if self.writer.program[p.ALLOWED + h.SPLIT] != p.NEVER:
            table[t.FIRST_SPARE] = table[t.SPARE_HAND] = len(table)
            spare = min((MOST_SPLIT - 1) * len(dealt), MOST_HANDS - len(dealt))
            table += [0] * (t.HAND_SIZE * spare)
            table[t.SPARE_END] = len(table)
        program, bets = self.writer.program, len(self.writer.model.side_bets)
        if bets:
            table[t.SIDE_HAND] = self._lay_hand(table, self.blocks[0])
            table += [0] * (t.SIDE_HAND_SIZE - t.HAND_SIZE)
            table[t.SIDE_BETS] = len(table)
            table += [0] * (t.SIDE_BET_SIZE * bets * len(dealt))
            table[t.SIDE_BETS_END] = len(table)
            table[t.METERS] = len(table)
            starts = range(program[p.SIDE_BETS], program[p.SIDE_BETS] + p.BET_SIZE * bets, p.BET_SIZE)
            table += [program[start + p.BET_METER_START] for start in starts]

    def _lay_hand(self, table: list[int], block: int) -> int:
        hand = len(table)
        table += [0] * t.HAND_SIZE
        table[hand + t.OWNER], table[hand + t.WHOLE], table[hand + t.PARTS] = block, hand, 1
        return hand

    def mark_charts(self, table: list[int]) -> None:
        """Mark each person who plays by a chart alone, so that the engine can skip other checks."""
        shared = self.writer.program[p.RARE_CLASSES] != 0 or may_affect_hands(self.writer.model)
        of_role = {True: self._interferes(), False: may_hold_dealer(self.writer.model)}
        for block in self.blocks:
            reactions = table[block + t.REACTIONS]
            is_player = not table[block + t.EVENT_BASE] & e.DEALER_ROLE
            has_more = self.writer.program[p.WANTED] or table[block + t.RULES] or self._has_power(reactions)
            has_more = has_more or shared or of_role[is_player] or table[block + t.DRAWS]
            decides = self._decides_all(table[block + t.CHART], knows_pairs=is_player)
            table[block + t.BY_CHART] = int(not has_more and decides)

    def _interferes(self) -> bool:
        """Return whether the house rules can overrule a player's chart.

        They can if some hands are paid before the player stands, if hitting or standing is restricted, or if
        fewer than two cards are dealt.
        """
        model = self.writer.model
        rules, dealt = model.rules, sum(entry.startswith("player") for entry in model.procedure.deal)
        is_usual = all(rules.condition(key) == ALLOWANCES[key].usual for key in ("hit", "stand"))
        return self.writer.program[p.BONUSES_AT_ONCE] != 0 or not is_usual or dealt < 2

    def _has_power(self, reactions: int) -> bool:
        """Return whether any reaction in the list at index ``reactions`` can change the hand being played."""
        program, at = self.writer.program, reactions
        while at and program[at + p.REACTION_ON]:
            if 1 << program[at + p.REACTION_DOES] & x.CHANGING_HANDS:
                return True
            at += p.REACTION_SIZE
        return False

    def _decides_all(self, chart: int, *, knows_pairs: bool) -> bool:
        """Return whether ``chart`` is enough to play every hand.

        The chart must exist. If the house makes players stand on the target, the chart must do so, too.
        """
        program = self.writer.program
        if not chart or not program[p.HOUSE_RULES] & h.STAND_ON_TARGET:
            return chart != 0
        target = self.writer.model.rules.target
        rows = [2 * target, 2 * target + 1]
        if knows_pairs:
            of_pairs = [self.strategies.value_of_pair(rank) for rank in range(p.RANKS)]
            rows += [p.VALUES + rank for rank, value in enumerate(of_pairs) if value in rows]
        starts = [chart + row * p.RANKS for row in rows]
        return all(cell == STAND for start in starts for cell in program[start : start + p.RANKS])

    def _roster(self, name: str) -> tuple[Seat, ...]:
        value = self.writer.values.get(name, ())
        return (
            tuple(Seat(*seat) for seat in value if isinstance(seat, tuple))
            if isinstance(value, tuple)
            else ()
        )

    def _seat(self, table: list[int], block: int) -> None:
        """Give the next seat to the player at ``block``. Raises UsageError if all seats are taken."""
        if table[t.PLAYERS] == MOST_SEATS:
            raise UsageError("there are too many players", f"use at most {MOST_SEATS}")
        table[t.SEATS + table[t.PLAYERS]] = block
        table[t.PLAYERS] += 1

    def _new_person(self, table: list[int], name: str, role: int) -> int:
        block = len(table)
        table += [0] * t.PERSON_SIZE
        table[block + t.EVENT_BASE] = e.PERSON_STRIDE * len(self.persons) + role
        self.blocks.append(block)
        self.persons.append(name)
        return block

    def _new_dealer(self, table: list[int], name: str) -> int:
        """Add a block for a dealer who draws by the house rule."""
        block = self._new_person(table, name, e.DEALER_ROLE)
        table[block + t.CHART] = dealer_chart(self.writer)
        return block

    def _new_player(
        self,
        table: list[int],
        called: str,
        chosen: str,
        bankroll: int,
        own: Reactions = (),
        powers: Sequence[Powers] = (),
    ) -> int:
        """Add a block for a player. ``chosen`` names a strategy, or an argument that chooses one.

        The player's ``own`` reactions and ``powers`` come after those in the strategy.
        """
        name = self.writer.model.strategy_of(chosen, self.writer.values)
        strategy = self.writer.checked.strategies[name]
        block = self._new_person(table, called, 0)
        table[block + t.BANKROLL] = bankroll
        if not self.writer.model.rules.has_wagers:
            table[block + t.WAGER_FORMULA] = self.writer.write(NOTHING, Place.WAGER)
        elif strategy.wager is not None:
            table[block + t.WAGER_FORMULA] = self.writer.formula(self.strategies.path_of(name, "wager"))
        if strategy.insurance is not None:
            table[block + t.INSURANCE] = self.writer.formula(self.strategies.path_of(name, "insurance"))
        if strategy.calls is not None:
            table[block + t.CALLS] = self.writer.formula(self.strategies.path_of(name, "calls"))
        if strategy.raises is not None:
            table[block + t.RAISES] = self.writer.formula(self.strategies.path_of(name, "raises"))
        table[block + t.SWITCH] = self.strategies.worths(name)
        table[block + t.SIDE_WISHES] = self._side_wishes(name, strategy)
        if self.silent:
            table[block + t.CHART] = self.strategies.decisions(name, strategy)
        if not table[block + t.CHART]:
            table[block + t.CHART] = self.strategies.chart(name)
            table[block + t.RULES] = self.strategies.rules(name, strategy)
        table[block + t.TAGS] = self.strategies.tags(name, strategy)
        table[t.COUNTING] |= t.COUNTED if strategy.count is not None else 0
        for remembered in strategy.memory or {}:
            path = (*self.strategies.path_of(name, "memory"), remembered)
            self.writer.start_memory(table, [block], remembered, path)
        learned = self.writer.model.reactions_with_powers(
            self.strategies.path_of(name, "reactions"), strategy
        )
        gifts = self.strategies.path_of(name, "powers"), strategy.powers or ()
        start_memories(self.writer, table, block, [gifts, *powers])
        self.holders.append(Holder(block, [*learned, *own], [gifts, *powers]))
        return block

    def _side_wishes(self, name: str, strategy: Strategy) -> int:
        """Return the index of a strategy's plans for side bets, or 0 if the strategy makes no side bets."""
        wishes, path = strategy.side_bets or {}, self.strategies.path_of(name, "side_bets")
        numbers = [
            plan_of(self.writer, (*path, key), bet, wishes[key]) if key in wishes else 0
            for key, bet in self.writer.model.side_bets.items()
        ]
        return self.writer.place(numbers) if any(numbers) else 0
