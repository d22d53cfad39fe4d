"""Seating: everybody at the table, with their money, strategies and reactions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from bj.arguments import Seat
from bj.catalogue import events as e
from bj.catalogue import reactions as x
from bj.catalogue import rules as h
from bj.catalogue.actions import STAND
from bj.catalogue.limits import MOST_HANDS, MOST_SEATS, MOST_SPLIT
from bj.catalogue.rules import ALLOWANCES
from bj.compiler.strategies import Strategies
from bj.compiler.writing import ProgramWriter
from bj.engine import program as p
from bj.engine import table as t
from bj.errors import KeyPath, UsageError
from bj.ruleset.check.text import limit_name
from bj.ruleset.expressions.tree import Arithmetic, Compare, Expression, Kind, Literal, Logic, Name
from bj.ruleset.model import Reaction, Strategy
from bj.ruleset.model.reactions import PERIODS, Gift, gift_of
from bj.ruleset.names import Place
from bj.ruleset.start import within_bounds

Reactions: TypeAlias = Sequence[tuple[KeyPath, Reaction]]
"""Reactions of somebody, each with its place in the ruleset."""

Powers: TypeAlias = Sequence[Gift | str]
"""Powers of somebody, as a ruleset lists them."""


class Seating:
    """Gives everybody a block of the table, in the order of their event codes."""

    def __init__(self, writer: ProgramWriter, *, tallied: bool) -> None:
        self.writer = writer
        self.strategies = Strategies(writer)
        self.tallied = tallied
        """Whether enough hands are played to make deciding in advance worthwhile."""
        self.blocks: list[int] = []
        self.spots: dict[int, int] = {}
        """How many hands those players are dealt who have several."""
        self.persons: list[str] = []
        """Their names."""
        self.phrases: list[list[str]] = []
        """The words of each of them."""
        self.reactions: dict[int, str] = {}
        """A description of every reaction for messages, by its index in the program."""

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
        dealer = table[t.DEALER] = self._new_dealer(table, self.writer.model.dealer.name)
        self._add_reactions(table, dealer, [])
        table[dealer + t.BANKROLL] = self.writer.start_value(("dealer", "bankroll"))

    def seat_teams(self, table: list[int]) -> None:
        """Seat the first member of each team, and note the order in which the others enter."""
        chosen = self.writer.model.tournament.dealers if self.writer.model.tournament else ""
        dealers_id = self.writer.values.get(chosen, chosen)
        dealing = next(index for index, team in enumerate(self.writer.model.teams) if team.id == dealers_id)
        blocks: list[list[int]] = [[], []]
        for index, team in enumerate(self.writer.model.teams):
            for name in team.members:
                member, path = self.writer.model.members[name], ("members", name)
                own = list(self.writer.model.reactions_of((*path, "reactions"), member))
                if index == dealing:
                    block = self._new_dealer(table, member.name)
                    self._add_reactions(table, block, own, member.powers)
                else:
                    bankroll = self.writer.start_value((*path, "bankroll"))
                    block = self._new_player(
                        table, member.name, member.strategy, bankroll, own, member.powers
                    )
                self._give(table, block, (*path, "powers"), member.powers)
                blocks[index].append(block)
        players, dealers = blocks[1 - dealing], blocks[dealing]
        table[t.TEAM] = 1 - dealing
        table[t.PLAYERS] = 1
        table[t.SEATS], table[t.DEALER] = players[0], dealers[0]
        table[t.PLAYERS_LEFT], table[t.DEALERS_LEFT] = len(players), len(dealers)
        table[t.ROSTER] = len(table)
        table += reversed(players)
        table[t.DEALER_ROSTER] = len(table)
        table += reversed(dealers)

    def lay_hands(self, table: list[int]) -> None:
        """Hands for everybody at the end of ``table``, and some for splits; those of players are in play."""
        for block in self.blocks:
            table[block + t.FIRST_HAND] = self._lay_hand(table, block)
        table[t.DEALER_HAND] = table[table[t.DEALER] + t.FIRST_HAND]
        dealt: list[int] = []
        for seat in range(table[t.PLAYERS]):
            block = table[t.SEATS + seat]
            dealt.append(table[block + t.FIRST_HAND])
            dealt += [self._lay_hand(table, block) for _ in range(1, self.spots.get(block, 1))]
        if len(dealt) > MOST_SEATS:
            raise UsageError("the players have too many spots", f"deal at most {MOST_SEATS} hands")
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
            table[t.SIDE_BETS] = len(table)
            table += [0] * (t.SIDE_BET_SIZE * bets * len(dealt))
            table[t.SIDE_BETS_END] = len(table)
            table[t.METERS] = len(table)
            starts = range(program[p.SIDE_BETS], program[p.SIDE_BETS] + p.BET_SIZE * bets, p.BET_SIZE)
            table += [program[start + p.BET_METER_START] for start in starts]

    def _lay_hand(self, table: list[int], block: int) -> int:
        """A hand of the person whose block it is, at the end of ``table``."""
        hand = len(table)
        table += [0] * t.HAND_SIZE
        table[hand + t.OWNER], table[hand + t.WHOLE], table[hand + t.PARTS] = block, hand, 1
        return hand

    def mark_charts(self, table: list[int]) -> None:
        """Note for everybody whether the chart alone decides: such hands are played without further looks."""
        for block in self.blocks:
            reactions = table[block + t.REACTIONS]
            is_player = not table[block + t.VOICE] & e.DEALER_ROLE
            has_more = self.writer.program[p.WANTED] or table[block + t.RULES] or self._has_power(reactions)
            has_more = has_more or (self._interferes() if is_player else self._holds_dealer())
            has_more = has_more or self.writer.program[p.CHARLIE_CARDS] != 0
            decides = self._decides_all(table[block + t.CHART], knows_pairs=is_player)
            table[block + t.BY_CHART] = int(not has_more and decides)

    def _interferes(self) -> bool:
        """Whether the house pays some hands before they stand, or does not let all of them hit or stand."""
        rules = self.writer.model.rules
        is_usual = all(rules.condition(key) == ALLOWANCES[key].usual for key in ("hit", "stand"))
        return self.writer.program[p.BONUSES_AT_ONCE] != 0 or not is_usual

    def _holds_dealer(self) -> bool:
        """Whether a player may react to the dealer's standing."""
        return any(reaction.on == "dealer stands" for _, reaction in self.writer.model.all_reactions())

    def _has_power(self, reactions: int) -> bool:
        """Whether one of the reactions at an index of the program changes the hand that is played."""
        program, at = self.writer.program, reactions
        while at and program[at + p.REACTION_ON]:
            if 1 << program[at + p.REACTION_DOES] & x.CHANGING_HANDS:
                return True
            at += p.REACTION_SIZE
        return False

    def _decides_all(self, chart: int, *, knows_pairs: bool) -> bool:
        """Whether there is a chart, and it stands wherever the house does."""
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
        """The players that the argument ``name`` seats."""
        value = self.writer.values.get(name, ())
        return (
            tuple(Seat(*seat) for seat in value if isinstance(seat, tuple))
            if isinstance(value, tuple)
            else ()
        )

    def _seat(self, table: list[int], block: int) -> None:
        """Give a player the next seat. Raises UsageError when there is none."""
        if table[t.PLAYERS] == MOST_SEATS:
            raise UsageError("there are too many players", f"seat at most {MOST_SEATS}")
        table[t.SEATS + table[t.PLAYERS]] = block
        table[t.PLAYERS] += 1

    def _new_person(self, table: list[int], name: str, role: int) -> int:
        """A new block at the end of ``table``."""
        block = len(table)
        table += [0] * t.PERSON_SIZE
        table[block + t.VOICE] = e.PERSON_STRIDE * len(self.persons) + role
        self.blocks.append(block)
        self.persons.append(name)
        self.phrases.append([])
        return block

    def _new_dealer(self, table: list[int], name: str) -> int:
        """A new block of somebody who deals, by the rule of the house."""
        block = self._new_person(table, name, e.DEALER_ROLE)
        table[block + t.CHART] = self.strategies.dealer_chart()
        return block

    def _new_player(
        self,
        table: list[int],
        called: str,
        chosen: str,
        bankroll: int,
        own: Reactions = (),
        powers: Powers = (),
    ) -> int:
        """A new block of somebody who plays, by a strategy or an argument that chooses one.

        Reactions and ``powers`` of the player's ``own`` come after those of the strategy.
        """
        name = str(self.writer.values.get(chosen, chosen))
        strategy = self.writer.checked.strategies[name]
        block = self._new_person(table, called, 0)
        table[block + t.BANKROLL] = bankroll
        if strategy.wager is not None:
            table[block + t.WAGER_FORMULA] = self.writer.formula(self.strategies.path_of(name, "wager"))
        if strategy.insurance is not None:
            table[block + t.INSURANCE] = self.writer.formula(self.strategies.path_of(name, "insurance"))
        table[block + t.SWITCH] = self.strategies.worths(name)
        table[block + t.SIDE_WISHES] = self._side_wishes(name, strategy)
        if self.tallied:
            table[block + t.CHART] = self.strategies.decisions(name, strategy)
        if not table[block + t.CHART]:
            table[block + t.CHART] = self.strategies.chart(name)
            table[block + t.RULES] = self.strategies.rules(name, strategy)
        table[block + t.TAGS] = self.strategies.tags(name, strategy)
        table[t.COUNTING] |= int(strategy.count is not None)
        for remembered in strategy.memory or {}:
            cell = block + t.MEMORY + self.writer.memory.index(remembered)
            table[cell] = self.writer.start_value((*self.strategies.path_of(name, "memory"), remembered))
        learned = self.writer.model.reactions_of(self.strategies.path_of(name, "reactions"), strategy)
        self._add_reactions(table, block, [*learned, *own], [*(strategy.powers or ()), *powers])
        self._give(table, block, self.strategies.path_of(name, "powers"), strategy.powers)
        return block

    def _give(self, table: list[int], block: int, path: KeyPath, powers: Powers | None) -> None:
        """Let a person remember what the powers of the list at ``path`` do, from their start values."""
        for index, gift in enumerate(map(gift_of, powers or ())):
            for name in self.writer.model.powers[gift.power].memory:
                given: KeyPath = (*path, index, "with", name)
                place = given if name in gift.with_ else ("powers", gift.power, "memory", name)
                cell = block + t.MEMORY + self.writer.memory.index(name)
                table[cell] = self.writer.start_value(place)

    def _side_wishes(self, name: str, strategy: Strategy) -> int:
        """The index of the conditions of a strategy under which each side bet is made; 0 for none."""
        wishes, path = strategy.side_bets or {}, self.strategies.path_of(name, "side_bets")
        numbers = [
            self.writer.formula((*path, bet)) if bet in wishes else 0 for bet in self.writer.model.side_bets
        ]
        return self.writer.place(numbers) if any(numbers) else 0

    def _add_reactions(self, table: list[int], block: int, reactions: Reactions, powers: Powers = ()) -> None:
        """Put the reactions of a person into the program, and collect their phrases."""
        role = role_of(table, block)
        mine = [reaction for reaction in reactions if reaction[1].as_ in (role, "both")]
        listed = [number for path, reaction in mine for number in self._begin_limit(path, reaction)]
        for name in (gift_of(entry).power for entry in powers):
            if self.writer.model.powers[name].while_ is not None:
                lasts = self.writer.formula(("powers", name, "while"))
                listed += self._remember(x.HAND_BEGINS, name, lasts)
        described: dict[int, str] = {}
        for path, reaction in reactions:
            numbers = self._reaction(path, reaction)  # of every role: its phrase has a number
            if reaction.as_ in (role, "both"):
                where = ".".join(map(str, path if isinstance(path[-1], str) else path[:-2]))
                words = f"`{reaction.do}` on `{reaction.on}` in [{where}]"
                described |= {len(listed) + at: words for at in range(0, len(numbers), p.REACTION_SIZE)}
                listed += numbers
                table[block + t.VEILED] |= int(reaction.busting_card == "hidden")
        if listed or (role == "dealer" and self._holds_dealer()):
            occasions = set(listed[p.REACTION_ON :: p.REACTION_SIZE])
            mask = sum(1 << occasion for occasion in occasions)
            first = table[block + t.REACTIONS] = self.writer.place([mask, *listed, 0]) + 1
            self.reactions |= {first + offset: words for offset, words in described.items()}

    def _reaction(self, path: KeyPath, reaction: Reaction) -> list[int]:
        """The numbers of a reaction, and of the memories that it sets."""
        says, phrases = -1, self.phrases[-1]
        if reaction.say is not None:
            if reaction.say not in phrases:
                phrases.append(reaction.say)
            says = phrases.index(reaction.say)
        operand = 0
        if reaction.do == "retake hand":
            operand = retake_flags(reaction)
        for key in ("amount", "total"):
            if getattr(reaction, key) is not None:
                operand = self.writer.formula((*path, key))
        occasion = x.OCCASIONS[reaction.on].number
        does = x.EFFECTS[reaction.do].number
        numbers = [occasion, self._when(path, reaction), says, does, operand, self._partner(reaction)]
        for name in reaction.set:
            numbers += self._remember(occasion, name, self.writer.formula((*path, "set", name)), p.AS_BEFORE)
        if reaction.limit is not None:
            count = limit_name(path)
            more = Arithmetic("+", Name(count, Kind.NUMBER), Literal(1, Kind.NUMBER), Kind.NUMBER)
            formula = self.writer.write(more, Place.REACTION)
            numbers += self._remember(occasion, count, formula, p.AS_BEFORE)
        return numbers

    def _when(self, path: KeyPath, reaction: Reaction) -> int:
        """The formula for the condition of a reaction and its limit, 0 for none."""
        if reaction.limit is None:
            return self.writer.formula((*path, "when")) if reaction.when is not None else 0
        most = Literal(int(reaction.limit.split()[0]), Kind.NUMBER)
        condition: Expression = Compare("<", Name(limit_name(path), Kind.NUMBER), most)
        if reaction.when is not None:
            condition = Logic("and", condition, self.writer.checked.expressions[*path, "when"])
        return self.writer.write(condition, Place.REACTION)

    def _begin_limit(self, path: KeyPath, reaction: Reaction) -> list[int]:
        """The numbers of a reaction with which the period of a limit begins, none if it is the whole game."""
        occasion = PERIODS[reaction.limit.split()[-1]] if reaction.limit else ""
        if not occasion:
            return []
        nothing = self.writer.write(Literal(0, Kind.NUMBER), Place.REACTION)
        return self._remember(x.OCCASIONS[occasion].number, limit_name(path), nothing)

    def _remember(self, occasion: int, name: str, formula: int, when: int = 0) -> list[int]:
        """The numbers of a reaction that remembers something."""
        return [occasion, when, -1, x.REMEMBER + self.writer.memory.index(name), formula, 0]

    def _partner(self, reaction: Reaction) -> int:
        """The place in the roster of the partner of a reaction, from 1; 0 for the house."""
        teams = (list(reversed(team.members)) for team in self.writer.model.teams)
        places = (team.index(reaction.partner) for team in teams if reaction.partner in team)
        return next(places, -1) + 1


def role_of(table: list[int], block: int) -> str:
    """The role in which somebody sits at the table, as reactions name it."""
    return "dealer" if table[block + t.VOICE] % e.PERSON_STRIDE == e.DEALER_ROLE else "player"


def retake_flags(reaction: Reaction) -> int:
    """How a power retakes a hand, as one number."""
    return (
        p.RETAKE_HIDES_BUST * (reaction.busting_card == "hidden")
        + p.RETAKE_SHOWS_LAST * (reaction.retaken == "last shown")
        + p.RETAKE_SEES_ALL * (reaction.sees == "all")
    )
