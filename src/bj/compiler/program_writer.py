"""Writes a program by appending parts, which refer to one another by index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bj.argument_values import Value, players_at
from bj.catalogue.expression_names import ANSWER
from bj.compiler.formulas import Derived, compile_expression, known_values, work_of
from bj.engine.layout import formula_operations as f
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.faults_and_fixes import KeyPath
from bj.ruleset.all_expressions import expressions_of
from bj.ruleset.allowed_names_by_place import NAMES, Place
from bj.ruleset.check import Checked
from bj.ruleset.check.expressions_and_templates import (
    REMEMBERING,
    computed_targets,
    lasting_names,
    limited_names,
    remembered_names,
)
from bj.ruleset.expressions.tree import Arithmetic, Expression, Literal, ValueKind
from bj.ruleset.model import Ruleset
from bj.ruleset.shoe_size import RESHUFFLING
from bj.ruleset.start_values import MINIMUM, STEP, is_random, start_value
from bj.ruleset.toml.reading_and_writing import write_key

STATE_ADDRESSES: Mapping[str, int | Derived] = {
    "hand": t.HAND,
    "round": t.ROUND,
    "players_left": t.PLAYERS_LEFT,
    "dealers_left": t.DEALERS_LEFT,
    "match": t.MATCH,
    "matches_left": t.MATCHES_LEFT,
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
    "upcard_rank": Derived(f.RANK, t.UPCARD),
    "upcard_suit": t.UPCARD_SUIT,
    "dealer_total": Derived(f.DEALER_TOTAL, t.DEALER_HAND),
    "dealer_soft": Derived(f.DEALER_SOFT, t.DEALER_HAND),
    "dealer_cards": Derived(f.DEALER_CARDS, t.DEALER_HAND),
    "pair": Derived(f.PAIR, f.HAND_BASE + t.CARDS),
    "same_rank": Derived(f.SAME_RANK, f.HAND_BASE + t.CARDS),
    "suited": Derived(f.SUITED, f.HAND_BASE + t.CARDS),
    "same_colour": Derived(f.SAME_COLOUR, f.HAND_BASE + t.CARDS),
    "straight": Derived(f.STRAIGHT, f.HAND_BASE + t.CARDS),
    "rank_matches": Derived(f.RANK_MATCHES, f.HAND_BASE + t.CARDS),
    "card_matches": Derived(f.CARD_MATCHES, f.HAND_BASE + t.CARDS),
    "first": Derived(f.FIRST, f.HAND_BASE + t.CARDS),
    "first_rank": Derived(f.FIRST_RANK, f.HAND_BASE + t.CARDS),
    "first_suit": Derived(f.FIRST_SUIT, f.HAND_BASE + t.CARDS),
    "from_split": Derived(f.SEVERAL, f.HAND_BASE + t.PARTS),
    "split_hands": f.HAND_BASE + t.PARTS,
    "doubled": f.HAND_BASE + t.DOUBLED,
    "free_wager": f.HAND_BASE + t.FREE,
    "last": Derived(f.LAST, f.HAND_BASE + t.CARDS),
    "last_rank": Derived(f.LAST_RANK, f.HAND_BASE + t.CARDS),
    "last_suit": Derived(f.LAST_SUIT, f.HAND_BASE + t.CARDS),
    "seat": Derived(f.SEAT, f.HAND_BASE + t.OWNER),
    "profit": Derived(f.PROFIT, f.HAND_BASE + t.PAID),
    "next_card": Derived(f.NEXT, t.LOOKED_AT),
    "next_rank": Derived(f.NEXT_RANK, t.LOOKED_AT),
    "next_suit": Derived(f.NEXT_SUIT, t.LOOKED_AT),
    "their_total": t.THEIR_TOTAL,
    "their_cards": t.THEIR_CARDS,
    "their_last": t.THEIR_LAST,
    "their_last_rank": t.THEIR_LAST_RANK,
    "their_last_suit": t.THEIR_LAST_SUIT,
    "their_seat": t.THEIR_SEAT,
    "their_wager": t.THEIR_WAGER,
    "their_profit": t.THEIR_PROFIT,
    "their_bankroll": t.THEIR_BANKROLL,
    "answer": t.REPLY,
}
"""Maps each name that is available to expressions to the address of its value in the engine."""


def round_down(amount: Expression, step: int) -> Expression:
    """Return an expression that rounds ``amount`` down to a multiple of ``step``, in smallest units."""
    unit = Literal(step, ValueKind.MONEY)
    return Arithmetic("*", Arithmetic("//", amount, unit, ValueKind.NUMBER), unit, ValueKind.MONEY)


class ProgramWriter:
    """Writes a program, with the formulas for the expressions in a ruleset."""

    def __init__(self, checked: Checked, values: Mapping[str, Value]) -> None:
        self.checked = checked
        self.model: Ruleset = checked.model
        self.values = values
        self.unit = 10**self.model.money.decimals
        """The number of smallest units in one unit of money."""
        self.numbers = {name: value for name, value in values.items() if isinstance(value, int)}
        """The values of the arguments that expressions can refer to."""
        self.memory = [
            *remembered_names(self.model),
            *limited_names(self.model),
            *lasting_names(self.model),
            *computed_targets(self.model),
        ]
        """The memories of players, in the order of their cells."""
        self.minimum = self.start_value(MINIMUM)
        """The minimum wager, in smallest units of money."""
        self.step = 1 if self.model.rules.wager_step is None else self.start_value(STEP)
        """Every wager must be a multiple of this amount, in smallest units of money."""
        self._places = {use.path: use.place for use in expressions_of(self.model)}
        self._addresses: dict[Place, Mapping[str, int | Derived]] = {}
        self.program = [0] * p.HEAD
        self.placed: dict[KeyPath, int] = {}
        """Maps paths in the ruleset to the indices of the corresponding parts in the program."""
        self.folded: dict[Expression, int] = {}
        """Maps each simplified condition for an allowance to the index of its formula."""
        self.described: dict[int, str] = {}
        """Maps the index of each formula to the key of its expression, for use in messages."""
        self._constants: dict[int, int] = {}
        self._drawn: dict[int, int] = {}
        """Maps cells of memory to the formulas for their random starting values.

        A cell with 0 gets the same value as the cell before it.
        """

    def place(self, numbers: list[int]) -> int:
        """Add ``numbers`` to the end of the program, and return their index."""
        index = len(self.program)
        self.program += numbers
        return index

    def formula(self, path: KeyPath) -> int:
        """Return the index of the formula for the expression at ``path``."""
        if path not in self.placed:
            names = {**self.names_at(self._places[path]), **self._fixed_at(path)}
            expression = self.checked.expressions[path]
            # `by` computes a score, which is not rounded like a wager
            is_wagered = self._places[path] == Place.WAGER and path[-1] != "by"
            if self.step > 1 and is_wagered:
                expression = round_down(expression, self.step)
            index = self._put(expression, names)
            self.placed[path] = index
            self.described[index] = f"`{write_key(*map(str, path))}`"
        return self.placed[path]

    def _fixed_at(self, path: KeyPath) -> Mapping[str, int]:
        """Return the address of each name that has a fixed value in the expression at ``path``.

        If reshuffling depends on penetration, ``players`` is the number of players for whom the shoe was
        filled, even after some of them have left.
        """
        if path != RESHUFFLING or self.model.shoe.reshuffle_when is not None:
            return {}
        players = len(players_at(self.model, self.values)) - self.model.bank_goes_round
        return {"players": f.LITERAL + max(1, players)}

    def write(self, expression: Expression, place: Place) -> int:
        """Add the formula for an expression at ``place``, and return its index."""
        return self._put(expression, self.names_at(place))

    def _put(self, expression: Expression, names: Mapping[str, int | Derived]) -> int:
        formula = compile_expression(expression, names, self.unit)
        operands = [
            number if number <= f.LEAST_LITERAL else self._cell_of_literal(number) for number in formula
        ]
        return self.place([work_of(formula), *operands]) + 1

    def words(self, code: int, names: Sequence[str]) -> int:
        """Add to the program a phrase or a line that contains numbers, and return its index.

        ``code`` is the event code for the first person. ``names`` lists the names of the numbers.
        """
        return self.place([code, *map(self.shown, names), 0])

    def shown(self, name: str) -> int:
        """Return the address of the number ``name``, so that speech and lines can print the number."""
        if name in self.memory:
            return f.PERSON_BASE + t.MEMORY + self.memory.index(name)
        return {"hand": t.HAND, "bankroll": f.PERSON_BASE + t.BANKROLL, ANSWER: t.REPLY}[name]

    def known_at(self, place: Place) -> dict[str, int]:
        """Map each name at ``place`` whose value never changes during a game to its value."""
        return known_values(self.names_at(place))

    def names_at(self, place: Place) -> Mapping[str, int | Derived]:
        """Map each name that is available to expressions at ``place`` to the address of its value.

        Some names, such as the total of a hand, are available only at certain places. There, they hide an
        argument with the same name.
        """
        if place not in self._addresses:
            self._addresses[place] = self._find_names(place)
        return self._addresses[place]

    def _find_names(self, place: Place) -> Mapping[str, int | Derived]:
        found: dict[str, int | Derived] = {name: f.LITERAL + value for name, value in self.numbers.items()}
        if place in (*REMEMBERING, Place.RULE):
            found |= {name: f.PERSON_BASE + t.MEMORY + slot for slot, name in enumerate(self.memory)}
        state = {**STATE_ADDRESSES, "minimum": f.LITERAL + self.minimum}
        return found | {name: state[name] for name in NAMES[place]}

    def _cell_of_literal(self, number: int) -> int:
        """Return a table cell for a literal operand or, if no cell is left, the operand itself."""
        cell = self._constants.setdefault(number - f.LITERAL, t.CONSTANTS + len(self._constants))
        return cell if cell < t.CONSTANTS_END else number

    def start_value(self, path: KeyPath) -> int:
        """Return the value of the expression at ``path`` at the start of a game.

        Raises StartValueError if a game cannot start with this value.
        """
        return start_value(self.checked, path, self.numbers)

    def start_memory(self, table: list[int], blocks: Sequence[int], name: str, path: KeyPath) -> None:
        """Set the starting value of a memory in each of the people's ``blocks``.

        They all get the same value, even if it is random.
        """
        is_drawn = is_random(self.checked, path)
        formula, start = (self.formula(path), 0) if is_drawn else (0, self.start_value(path))
        for block in blocks:
            cell = block + t.MEMORY + self.memory.index(name)
            table[cell] = start
            self._drawn.pop(cell, None)
            if is_drawn:
                self._drawn[cell] = formula if block == blocks[0] else 0

    def place_random_starts(self) -> None:
        """Add the formulas for the random starting values of memories to the program."""
        rows = [number for row in self._drawn.items() for number in row]
        self.program[p.RANDOM_STARTS] = self.place([*rows, 0]) if rows else 0

    def write_constants(self, table: list[int]) -> None:
        """Store the literal operands that formulas read from the table."""
        for number, cell in self._constants.items():
            if cell < t.CONSTANTS_END:
                table[cell] = number
