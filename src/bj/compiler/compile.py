"""Compilation: a checked ruleset with its arguments becomes a program, a table and the names at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import TypeAlias

from bj.cards import PACK, RANKS, SUITS
from bj.compiler.arguments import Seat, Value
from bj.compiler.formulas import Derived, compile_expression
from bj.compiler.steps import assemble
from bj.compiler.tallies import add_tallies
from bj.engine import events as e
from bj.engine import formulas as f
from bj.engine import generators
from bj.engine import program as p
from bj.engine import table as t
from bj.errors import GameError, KeyPath
from bj.ruleset.charts import parse_ranks
from bj.ruleset.check import Checked
from bj.ruleset.check.text import remembered_names
from bj.ruleset.expressions import Expression, evaluate_expression
from bj.ruleset.model import Reaction, Ruleset, Strategy

ACTION_CODES = {
    **{"S": p.STAND, "H": p.HIT, "D": p.DOUBLE},
    **{"stand": p.STAND, "hit": p.HIT, "double": p.DOUBLE},
}
WANTED_EVENTS = {
    p.WANT_TABLE: {"player_table_hand"},
    p.WANT_TURN: {"player_turn"},
    p.WANT_HAND: {"player_hand"},
    p.WANT_BUST: {"player_bust_hand"},
    p.WANT_ACTION: {"player_hits", "player_stands"},
    p.WANT_OF_DEALER * p.WANT_TABLE: {"dealer_table_hand"},
    p.WANT_OF_DEALER * p.WANT_TURN: {"dealer_turn"},
    p.WANT_OF_DEALER * p.WANT_HAND: {"dealer_hand"},
    p.WANT_OF_DEALER * p.WANT_BUST: {"dealer_bust_hand"},
    p.WANT_OF_DEALER * p.WANT_ACTION: {"dealer_hits", "dealer_stands"},
    p.WANT_MONEY: {"paid", "collected"},
    p.WANT_UPCARD: {"upcard"},
}
"""The events that are recorded only when one of these has a template."""
TIES = {"push": (0, 1), "lose": (-1, 1), "win": (1, 1)}
ROUNDINGS = {"down": p.ROUND_DOWN, "up": p.ROUND_UP, "nearest": p.ROUND_NEAREST}
GENERATORS = {"mt19937": p.MT19937, "sfc32": p.SFC32}
DEALS = {
    "player up": p.DEAL_TO_PLAYERS,
    "player down": p.DEAL_TO_PLAYERS + t.FACE_DOWN,
    "dealer up": p.DEAL_TO_DEALER,
    "dealer down": p.DEAL_TO_DEALER + t.FACE_DOWN,
}

ROLES = {"player": p.AS_PLAYER, "dealer": p.AS_DEALER, "both": p.AS_PLAYER + p.AS_DEALER}
OCCASIONS = {
    "round begins": p.ON_ROUND_BEGINS,
    "hand begins": p.ON_HAND_BEGINS,
    "dealt": p.ON_DEALT,
    "bust": p.ON_BUST,
    "stand": p.ON_STAND,
    "hand over": p.ON_HAND_OVER,
    "round over": p.ON_ROUND_OVER,
    "round won": p.ON_ROUND_WON,
    "kicked out": p.ON_KICKED_OUT,
    "hand won": p.ON_HAND_WON,
    "hand lost": p.ON_HAND_LOST,
    "push": p.ON_PUSH,
}
EFFECTS = {
    "speak": p.SPEAK,
    "forfeit round": p.FORFEIT,
    "change bankroll": p.CHANGE_BANKROLL,
    "reset count": p.RESET_COUNT,
    "remember": p.SPEAK,
    "retake hand": p.RETAKE,
    "void hand": p.VOID,
    "win hand": p.WIN,
    "extra card": p.EXTRA_CARD,
}

STATE_ADDRESSES: Mapping[str, int | Derived] = {
    "hand": t.HAND,
    "round": t.ROUND,
    "minimum": t.MINIMUM_WAGER,
    "players_left": t.PLAYERS_LEFT,
    "dealers_left": t.DEALERS_LEFT,
    "forfeited": t.FORFEITED,
    "again": t.AGAIN,
    "players": t.PLAYERS,
    "cards_left": t.CARDS_LEFT,
    "bankroll": f.PERSON_BASE + t.BANKROLL,
    "count": f.PERSON_BASE + t.COUNT,
    "cards": f.HAND_BASE + t.CARDS,
    "wager": f.HAND_BASE + t.WAGER,
    "total": Derived(f.HALF_DOWN, f.HAND_BASE + t.VALUE),
    "soft": Derived(f.ODD, f.HAND_BASE + t.VALUE),
    "upcard": Derived(f.WORTH, t.UPCARD),
}
"""Where the engine keeps what expressions can name."""


Reactions: TypeAlias = tuple[KeyPath, Sequence[Reaction]]
"""What somebody says and does on occasions, and where that stands in the ruleset."""

MOST_PHRASES = 64  # of one person, so that their numbers fit into the code of an event


@dataclass(frozen=True, slots=True)
class Compiled:
    """A game ready to be played: whole numbers for the engine, names for the script."""

    program: list[int]
    table: list[int]
    persons: tuple[str, ...]
    """What everybody is called, in the order of their event codes."""
    phrases: tuple[tuple[str, ...], ...]
    """What each of them says, in the order of their reactions."""
    lines: tuple[KeyPath, ...]
    """The places of the lines that steps say, by their numbers."""
    decimals: int
    """Decimals of an amount of money: it is counted in units of which 10**decimals make one."""
    reactions: Mapping[int, str]
    """What every reaction is, for messages, by its index in the program."""


def compile_ruleset(
    checked: Checked,
    values: Mapping[str, Value],
    seed: int,
    *,
    cards: Sequence[int] = (),
    cuts: Sequence[int] = (),
    rounds: int = 0,
    tallied: bool = False,
) -> Compiled:
    """Compile ``checked`` with its arguments filled in; ``seed`` starts the generators.

    The ``cards`` are dealt instead of the shoe's, the ``cuts`` are made in all shuffles instead of random
    ones; a game that needs more of them stops with a fault. After as many ``rounds`` nobody wants to play on, 0
    to ask. A ``tallied`` game counts what its hands bring, and says nothing. Raises GameError when a starting value cannot be
    computed.
    """
    compiler = _Compiler(checked, values, tallied=tallied)
    program = compiler.program
    program[p.GIVEN_CARDS], program[p.FIRST_GIVEN_CARD] = len(cards), compiler.place(list(cards))
    program[p.GIVEN_CUTS], program[p.FIRST_GIVEN_CUT] = len(cuts), compiler.place(list(cuts))
    return compiler.compile(seed, rounds)


class _Compiler:
    """One compilation: the program grows at its end, and whatever is put there is known by its index."""

    def __init__(self, checked: Checked, values: Mapping[str, Value], *, tallied: bool) -> None:
        self.checked = checked
        self.tallied = tallied
        self.model: Ruleset = checked.model
        self.values = values
        self.unit = 10**self.model.money.decimals
        self.numbers = {name: value for name, value in values.items() if isinstance(value, int)}
        arguments = {name: f.LITERAL + value for name, value in self.numbers.items()}
        self.memory = remembered_names(self.model)
        memory = {name: f.PERSON_BASE + t.MEMORY + slot for slot, name in enumerate(self.memory)}
        self.addresses: dict[str, int | Derived] = {**arguments, **memory, **STATE_ADDRESSES}
        self.program = [0] * p.HEAD
        self.placed: dict[KeyPath, int] = {}
        self.constants: dict[int, int] = {}
        self.blocks: list[int] = []
        self.persons: list[str] = []
        self.phrases: list[list[str]] = []
        self.reactions: dict[int, str] = {}

    def compile(self, seed: int, rounds: int) -> Compiled:
        """The program, and the table at its start."""
        self._fill_head()
        lines = assemble(self.program, self.model, self.formula, tallied=self.tallied)
        table = self._make_table(seed)
        table[t.PC] = self.program[p.START]
        for number, cell in self.constants.items():
            if cell < t.CONSTANTS_END:
                table[cell] = number
        table[t.HANDS_WANTED] = rounds
        if self.tallied:
            add_tallies(self.program, table, self.blocks)
        phrases = tuple(tuple(said) for said in self.phrases)
        decimals = self.model.money.decimals
        persons = tuple(self.persons)
        return Compiled(self.program, table, persons, phrases, tuple(lines), decimals, self.reactions)

    # --- the program ---------------------------------------------------------------------------------

    def _fill_head(self) -> None:
        """Everything of a fixed place: shuffling, payouts, the dealing order, the counting of totals."""
        program, shoe, payouts = self.program, self.model.shoe, self.model.payouts
        shuffle = shoe.shuffle
        if shoe.packs == "infinite":
            program[p.SHUFFLE_METHOD] = p.INFINITE
        else:
            program[p.SHUFFLE_METHOD] = p.RIFFLE if shuffle.method == "riffle" else p.UNIFORM
        program[p.SHUFFLE_GENERATOR] = GENERATORS[shuffle.generator]
        if shuffle.between is not None:
            low, high = shuffle.between
            program[p.LEAST_CUT], program[p.CUT_SPREAD] = low, high - low + 1
        program[p.CUTS] = shuffle.cuts or 0
        cuts = self.values.get(shuffle.first_cuts or "")
        if isinstance(cuts, tuple):
            program[p.SET_CUTS] = len(cuts)
            program[p.FIRST_SET_CUT] = self.place([cut for cut in cuts if isinstance(cut, int)])
        program[p.PAY_WIN : p.PAY_WIN + 2] = _ratio(payouts.win)
        program[p.PAY_NATURAL : p.PAY_NATURAL + 2] = _ratio(payouts.natural)
        program[p.PAY_TIE : p.PAY_TIE + 2] = TIES[payouts.tie]
        program[p.ROUNDING] = ROUNDINGS[payouts.rounding]
        order = [DEALS[entry] for entry in self.model.procedure.deal]
        program[p.DEALING : p.DEALING + len(order)] = order
        program[p.DEALING_ENTRIES] = len(order)
        by_code = {str(code): rank for code, rank in self.model.cards.ranks.items()}
        program[p.HOUSE_RULES] = sum(bit for bit, is_so in self._house_rules() if is_so)
        output = self.checked.templates
        program[p.DISCARDS_RETURN] = int(shoe.when_empty == "reshuffle discards")
        wanted = {} if self.tallied else WANTED_EVENTS
        program[p.WANTED] = sum(bit for bit, events in wanted.items() if not events.isdisjoint(output))
        ranks = [by_code[code] for code in RANKS]
        program[p.WORTHS : p.WORTHS + len(ranks)] = [rank.or_ or rank.value for rank in ranks]
        program[p.ADDITIONS : p.HEAD] = additions(
            [(rank.value, rank.or_ or rank.value) for rank in ranks], self.model.rules.target
        )

    def _house_rules(self) -> list[tuple[int, bool]]:
        """The rules that a house may have, and whether this one has them."""
        rules = self.model.rules
        return [
            (p.HOUSE_PLAYS_ALWAYS, self.model.dealer.plays == "always"),
            (p.HOUSE_NATURAL, rules.dealer_natural),
            (p.HOUSE_STANDS_ON_TARGET, rules.stand_on_target),
            (p.HOUSE_DOUBLES, rules.double),
        ]

    def place(self, numbers: list[int]) -> int:
        """Put ``numbers`` at the end of the program: their index."""
        index = len(self.program)
        self.program += numbers
        return index

    def formula(self, path: KeyPath) -> int:
        """The index of the formula for the expression at ``path``."""
        if path not in self.placed:
            formula = compile_expression(self.checked.expressions[path], self.addresses, self.unit)
            self.placed[path] = self.place([self._at_hand(number) for number in formula])
        return self.placed[path]

    def _at_hand(self, number: int) -> int:
        """For a literal operand, the cell of the table that holds it, as long as there is room for cells."""
        if number <= f.LEAST_LITERAL:
            return number
        cell = self.constants.setdefault(number - f.LITERAL, t.CONSTANTS + len(self.constants))
        return cell if cell < t.CONSTANTS_END else number

    def _start_value(self, path: KeyPath) -> int:
        """The value of an expression that knows the arguments alone."""
        try:
            return evaluate_expression(self.checked.expressions[path], self.numbers, self.unit)
        except ZeroDivisionError:
            place = ".".join(str(step) for step in path)
            raise GameError(f"{place} divides by zero with these arguments") from None

    def _strategy_path(self, name: str, key: str) -> KeyPath:
        """Where the strategy ``name`` has ``key`` from: itself or the one it extends."""
        while getattr(self.model.strategies[name], key) is None:
            name = self.model.strategies[name].extends or name
        return ("strategies", name, key)

    def _chart(self, name: str) -> int:
        """The index of the playing chart of the strategy ``name``, 0 for none."""
        playing = self.checked.playing.get(name)
        if playing is None:
            return 0
        path = self._strategy_path(name, "chart")
        if path not in self.placed:
            actions = [p.STAND] * (p.VALUES * len(RANKS))
            for (soft, total, rank), letter in playing.actions.items():
                actions[(2 * total + soft) * len(RANKS) + rank] = ACTION_CODES[letter]
            self.placed[path] = self.place(actions)
        return self.placed[path]

    def _dealer_chart(self, expression: Expression) -> int:
        """The dealer's rule as a chart: what is known of a hand is worked out before the game."""
        actions: list[int] = []
        for value in range(p.VALUES):
            known = {**self.numbers, "total": value >> 1, "soft": value & 1}
            try:
                draws = evaluate_expression(expression, known, self.unit)
            except ZeroDivisionError:
                raise GameError(f"dealer.draws divides by zero at a total of {value >> 1}") from None
            actions += [p.HIT if draws else p.STAND] * len(RANKS)
        return self.place(actions)

    def _rules(self, name: str, strategy: Strategy) -> int:
        """The index of the list of rules of a strategy, 0 for none: formula and action, ended by 0."""
        if not strategy.rules:
            return 0
        path = self._strategy_path(name, "rules")
        if path not in self.placed:
            listed = [
                number
                for index, rule in enumerate(strategy.rules)
                for number in (self.formula((*path, index, "when")), ACTION_CODES[rule.do])
            ]
            self.placed[path] = self.place([*listed, 0])
        return self.placed[path]

    def _tags(self, name: str, strategy: Strategy) -> int:
        """The index of the thirteen counting tags of a strategy, 0 when it does not count."""
        if strategy.count is None:
            return 0
        path = self._strategy_path(name, "count")
        if path not in self.placed:
            tags = [0] * len(RANKS)
            for ranks, tag in strategy.count.items():
                for rank in parse_ranks(ranks):
                    tags[rank] = tag
            self.placed[path] = self.place(tags)
        return self.placed[path]

    # --- the table -----------------------------------------------------------------------------------

    def _make_table(self, seed: int) -> list[int]:
        """The table before the first step."""
        table = [0] * t.PERSONS
        house_chart = self._dealer_chart(self.checked.expressions["dealer", "draws"])
        if self.model.tournament is not None:
            self._seat_teams(table, house_chart)
        else:
            self._seat_players(table, house_chart)
        table[t.AGAIN] = 1
        table[t.TARGET] = self.model.rules.target
        table[t.CREDIT] = int(self.model.rules.credit)
        table[t.MINIMUM_WAGER] = max(1, self._start_value(("rules", "minimum_wager")))
        self._mark_charts(table)
        self._add_shoe(table)
        seed_generators(table, self.program[p.SHUFFLE_GENERATOR], seed)
        return table

    def _seat_players(self, table: list[int], house_chart: int) -> None:
        """The players in their seats, and the dealer."""
        for index, player in enumerate(self.model.players):
            bankroll = self._start_value(("players", index, "bankroll"))
            self._seat(table, self._new_player(table, player.name, player.strategy, bankroll))
        for argument in self.model.arguments:
            if argument.type == "players":
                for seat in self._roster(argument.name):
                    block = self._new_player(table, seat.name, seat.strategy, seat.bankroll * self.unit)
                    self._seat(table, block)
        table[t.DEALER] = self._new_dealer(table, self.model.dealer.name, house_chart)
        table[table[t.DEALER] + t.BANKROLL] = self._start_value(("dealer", "bankroll"))

    def _mark_charts(self, table: list[int]) -> None:
        """Note for everybody whether the chart alone decides: such hands are played without further looks."""
        drawing_rules = p.HOUSE_STANDS_ON_TARGET + p.HOUSE_DOUBLES
        is_plain = not (self.program[p.WANTED] or self.program[p.HOUSE_RULES] & drawing_rules)
        for block in self.blocks:
            has_more = table[block + t.RULES] or table[block + t.REACTIONS]
            table[block + t.BY_CHART] = int(is_plain and table[block + t.CHART] != 0 and not has_more)

    def _roster(self, name: str) -> tuple[Seat, ...]:
        """The players that the argument ``name`` seats."""
        value = self.values.get(name, ())
        return (
            tuple(Seat(*seat) for seat in value if isinstance(seat, tuple))
            if isinstance(value, tuple)
            else ()
        )

    def _seat(self, table: list[int], block: int) -> None:
        """Give a player the next seat."""
        table[t.SEATS + table[t.PLAYERS]] = block
        table[t.PLAYERS] += 1

    def _seat_teams(self, table: list[int], house_chart: int) -> None:
        """The members of both teams, the first of each at the table, and the order in which they enter."""
        chosen = self.model.tournament.dealers if self.model.tournament else ""
        dealers_id = self.values.get(chosen, chosen)
        dealing = next(index for index, team in enumerate(self.model.teams) if team.id == dealers_id)
        blocks: list[list[int]] = [[], []]
        for index, team in enumerate(self.model.teams):
            for name in team.members:
                member, path = self.model.members[name], ("members", name)
                if index == dealing:
                    block = self._new_dealer(table, member.name, house_chart)
                    self._add_reactions(table, block, [((*path, "reactions"), member.reactions)])
                else:
                    bankroll = self._start_value((*path, "bankroll"))
                    own: Reactions = ((*path, "reactions"), member.reactions)
                    block = self._new_player(table, member.name, member.strategy, bankroll, own)
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

    def _new_person(self, table: list[int], name: str, role: int) -> int:
        """A new block at the end of ``table``."""
        block = len(table)
        table += [0] * (t.FIRST_HAND + t.HAND_SIZE)
        table[block + t.VOICE] = e.PERSON_STRIDE * len(self.persons) + role
        self.blocks.append(block)
        self.persons.append(name)
        self.phrases.append([])
        return block

    def _new_dealer(self, table: list[int], name: str, house_chart: int) -> int:
        """The block of somebody who deals, by the rule of the house."""
        block = self._new_person(table, name, e.DEALER_ROLE)
        table[block + t.CHART] = house_chart
        return block

    def _new_player(self, table: list[int], called: str, chosen: str, bankroll: int, *own: Reactions) -> int:
        """The block of somebody who plays, by a strategy or an argument that chooses one.

        Reactions of the player's ``own`` come after those of the strategy.
        """
        name = str(self.values.get(chosen, chosen))
        strategy = self.checked.strategies[name]
        block = self._new_person(table, called, 0)
        table[block + t.BANKROLL] = bankroll
        if strategy.wager is not None:
            table[block + t.WAGER_FORMULA] = self.formula(self._strategy_path(name, "wager"))
        table[block + t.CHART] = self._chart(name)
        table[block + t.RULES] = self._rules(name, strategy)
        table[block + t.TAGS] = self._tags(name, strategy)
        table[t.COUNTING] |= int(strategy.count is not None)
        for remembered in strategy.memory or {}:
            cell = block + t.MEMORY + self.memory.index(remembered)
            table[cell] = self._start_value((*self._strategy_path(name, "memory"), remembered))
        lists = list(own)
        if strategy.reactions:
            lists.insert(0, (self._strategy_path(name, "reactions"), strategy.reactions))
        self._add_reactions(table, block, lists)
        return block

    def _add_reactions(self, table: list[int], block: int, lists: Sequence[Reactions]) -> None:
        """Put the reactions of a person into the program, and the phrases aside."""
        listed: list[int] = []
        described: dict[int, str] = {}
        for path, reactions in lists:
            for index, reaction in enumerate(reactions):
                where = ".".join(str(step) for step in path[:-1])
                described[len(listed)] = f"`{reaction.do}` on `{reaction.on}` in [{where}]"
                listed += self._reaction(table, block, (*path, index), reaction)
        if len(self.phrases[-1]) > MOST_PHRASES:
            raise GameError(f"{self.persons[-1]} has more than {MOST_PHRASES} different things to say")
        if listed:
            first = table[block + t.REACTIONS] = self.place([*listed, 0])
            self.reactions |= {first + offset: words for offset, words in described.items()}

    def _reaction(self, table: list[int], block: int, path: KeyPath, reaction: Reaction) -> list[int]:
        """The numbers of a reaction, and of what it remembers."""
        says, phrases = -1, self.phrases[-1]
        if reaction.say is not None:
            if reaction.say not in phrases:
                phrases.append(reaction.say)
            says = phrases.index(reaction.say)
        operand = 0
        if reaction.do == "retake hand":
            operand = retake_flags(reaction)
            table[block + t.VEILED] |= int(reaction.busting_card == "hidden")
        elif reaction.amount is not None:
            operand = self.formula((*path, "amount"))
        head = [OCCASIONS[reaction.on], ROLES[reaction.as_]]
        when = self.formula((*path, "when")) if reaction.when is not None else 0
        numbers = [*head, when, says, EFFECTS[reaction.do], operand]
        for name in reaction.set:
            does = p.REMEMBER + self.memory.index(name)
            numbers += [*head, p.AS_BEFORE, -1, does, self.formula((*path, "set", name))]
        return numbers

    def _add_shoe(self, table: list[int]) -> None:
        """The packs in their new order, and room to riffle them."""
        if self.model.shoe.packs == "infinite":
            return
        packs = self.model.shoe.packs
        if self.model.shoe.players_per_pack is not None:
            packs = -(-table[t.PLAYERS] // self.model.shoe.players_per_pack)
        suits = [SUITS.index(code) for code in self.model.cards.suits]
        ranks = [RANKS.index(code) for code in self.model.cards.ranks]
        pack = [len(RANKS) * suit + rank for suit in suits for rank in ranks]
        size = PACK * packs
        table[t.SHOE_SIZE] = table[t.CARDS_LEFT] = size
        table[t.SHOE] = len(table)
        table += pack * packs
        table[t.SPARE] = len(table)
        table += [0] * size


def _ratio(text: str) -> tuple[int, int]:
    """A payout such as ``3:2`` as numerator and denominator in lowest terms."""
    numerator, denominator = (int(part) for part in text.split(":"))
    divisor = gcd(numerator, denominator)
    return numerator // divisor, denominator // divisor


def retake_flags(reaction: Reaction) -> int:
    """How a power retakes a hand, as one number."""
    return (
        p.RETAKE_HIDES_BUST * (reaction.busting_card == "hidden")
        + p.RETAKE_SHOWS_LAST * (reaction.retaken == "last shown")
        + p.RETAKE_SEES_ALL * (reaction.sees == "all")
    )


def additions(worths: list[tuple[int, int]], target: int) -> list[int]:
    """For every value of a hand and every rank, the value with one more card of that rank.

    ``worths`` has the low and the high value of each rank. One card at most counts high, and only while the
    total does not exceed ``target``. A value is ``2 * total``, plus 1 when a card counts high.
    """
    extra = max(high - low for low, high in worths)
    numbers = []
    for value in range(p.VALUES):
        total, soft = value >> 1, value & 1
        for low, high in worths:
            hard = total - extra * soft + low
            counts_high = (soft or high > low) and hard + extra <= target
            numbers.append(2 * (hard + extra) + 1 if counts_high else min(2 * hard, p.VALUES - 2))
    return numbers


def seed_generators(table: list[int], generator: int, seed: int) -> None:
    """Start both generators; what a player chooses never changes what the shoe deals."""
    if generator == p.MT19937:
        generators.seed_mt19937(table, seed)
    else:
        generators.seed_sfc32(table, t.GENERATORS, seed)
    generators.seed_sfc32(table, generators.CHOICES, seed ^ 0xC401CE5)
