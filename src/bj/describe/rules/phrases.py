"""Expressions in words that certainly mean the same, or else as written, in backquotes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bj.cards import ANY_OF_RANK, ANY_OF_SUIT, SUITS, wanted_code
from bj.catalogue import names
from bj.describe.rules.layout import enumerate_words
from bj.errors import KeyPath
from bj.record.script import format_amount
from bj.ruleset.check import Checked
from bj.ruleset.expressions.parse import (
    Arithmetic,
    Call,
    Compare,
    Conditional,
    Expression,
    Kind,
    Literal,
    Logic,
    Name,
    Negate,
    Not,
    ToMoney,
)
from bj.ruleset.names import NAMES, Place

NOUNS = {key: name.told for key, name in names.NAMES.items() if not name.denied}
"""The meanings of names that are numbers or amounts of money."""

CLAUSES = {key: (name.told, name.denied) for key, name in names.NAMES.items() if name.denied}
"""The meanings of names that are conditions, and of their opposites."""

COMPARISONS: Mapping[str, str] = {
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
    "==": "is",
    "!=": "is not",
}
CARDS_LEFT: Mapping[str, str] = {"<": "fewer than", "<=": "at most"}
NOTHING: Mapping[str, str] = MappingProxyType({})
MULTIPLES: Mapping[tuple[int, int], str] = {(2, 0): "even", (2, 1): "odd"}

SUIT_WORDS = ("a spade", "a heart", "a club", "a diamond")
RANK_WORDS: Mapping[str, str] = {
    **{code: f"an {name}" for code, name in {"8": "8", "A": "ace"}.items()},
    **{code: f"a {name}" for code, name in {"T": "10", "J": "jack", "Q": "queen", "K": "king"}.items()},
}


def held_words(wanted: int, ranks: str) -> str:
    """What ``holds`` asks for: a card by its code, or a rank or a suit in words."""
    code = wanted_code(wanted, ranks)
    if wanted >= ANY_OF_SUIT:
        return SUIT_WORDS[SUITS.index(code)]
    return RANK_WORDS.get(code, f"a {code}") if wanted >= ANY_OF_RANK else code


class Phrases:
    """The expressions of a ruleset in words."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked

    def tell(self, path: KeyPath, text: str, place: Place, nouns: Mapping[str, str] = NOTHING) -> str:
        """The expression at ``path``, which is written ``text``, in words or in backquotes.

        ``nouns`` are for names with a special meaning there.
        """
        expression = self.checked.expressions.get(path)
        if expression is None:
            return f"`{text}`"
        words = _Speaker(place, self.checked, {**NOUNS, **nouns})
        said = words.clause(expression) if expression.kind == Kind.BOOLEAN else words.amount(expression)
        return said or f"`{text}`"


class _Speaker:
    """Puts expressions of one place into words, or None if no words are certainly right."""

    def __init__(self, place: Place, checked: Checked, nouns: Mapping[str, str]) -> None:
        self.place = place
        self.nouns = nouns
        self.decimals = checked.model.money.decimals
        self.ranks = checked.pack.codes

    def amount(self, expression: Expression) -> str | None:
        """A number or an amount of money."""
        match expression:
            case Conditional(condition, yes, no):
                said = self.value(yes), self.clause(condition), self.value(no)
                return "{} if {}, otherwise {}".format(*said) if None not in said else None
        return self.value(expression)

    def value(self, expression: Expression) -> str | None:
        """A number or an amount of money without conditions."""
        match expression:
            case ToMoney(operand):
                return self.value(operand)
            case Arithmetic("*", Literal(times, Kind.NUMBER), other):
                return self.multiple(times, other)
            case Arithmetic("*", other, Literal(times, Kind.NUMBER)):
                return self.multiple(times, other)
            case Arithmetic("//", whole, Literal(parts, Kind.NUMBER)) if parts > 1:
                what = self.atom(whole)
                share = "half of {}" if parts == 2 else f"{{}} divided by {parts}"
                return f"{share.format(what)} (rounded down)" if what else None
            case Arithmetic("+" | "-" as sign, left, right):
                said = self.atom(left), self.atom(right)
                return f" {'plus' if sign == '+' else 'minus'} ".join(map(str, said)) if all(said) else None
            case Call("random", (low, high)):
                bounds = self.value(low), self.value(high)
                return f"a random amount from {bounds[0]} to {bounds[1]}" if all(bounds) else None
            case Call("min" | "max" as which, (left, right)) if not (_is_choice(left) or _is_choice(right)):
                said = self.value(left), self.value(right)
                size = "smaller" if which == "min" else "larger"
                return f"the {size} of {said[0]} and {said[1]}" if all(said) else None
        return self.atom(expression)

    def multiple(self, times: int, expression: Expression) -> str | None:
        """A multiple of something."""
        what = self.atom(expression)
        return f"{'twice' if times == 2 else f'{times} times'} {what}" if what else None

    def atom(self, expression: Expression) -> str | None:
        """A number, an amount of money or a name."""
        match expression:
            case ToMoney(operand):
                return self.atom(operand)
            case Literal(value, Kind.MONEY):
                return format_amount(value, self.decimals)
            case Literal(value, Kind.NUMBER):
                return str(value)
            case Negate(Literal() as literal):
                return f"-{self.atom(literal)}"
            case Name(name) if expression.kind != Kind.BOOLEAN:
                return self.nouns.get(name, f"`{name}`") if name in NAMES[self.place] else f"`{name}`"
        return None

    def clause(self, expression: Expression) -> str | None:
        """A condition."""
        match expression:
            case Literal(value):
                return "always" if value else "never"
            case Logic(operator):
                said = [self.simple_clause(part) for part in _operands(expression, operator)]
                return enumerate_words([part for part in said if part], operator) if all(said) else None
        return self.simple_clause(expression)

    def simple_clause(self, expression: Expression) -> str | None:
        """A condition that is not made up of others."""
        match expression:
            case Compare("<" | "<=" as operator, Name("cards_left"), Literal(value)):
                return f"{CARDS_LEFT[operator]} {value} cards are left"
            case Compare("==", Arithmetic("%", whole, Literal(parts)), Literal(rest)):
                what = self.atom(whole)
                kind = MULTIPLES.get((parts, rest), f"a multiple of {parts}" if rest == 0 else None)
                return f"{what} is {kind}" if what and kind else None
            case Compare(operator, left, right) if left.kind != Kind.BOOLEAN:
                said = self.value(left), self.value(right)
                return f"{said[0]} {COMPARISONS[operator]} {said[1]}" if all(said) else None
            case Name(name) if name in CLAUSES:
                return CLAUSES[name][0]
            case Not(Name(name)) if name in CLAUSES:
                return CLAUSES[name][1]
            case Call("holds", (Literal(wanted),)):
                return f"the hand holds {held_words(wanted, self.ranks)}"
            case Call("chance", (Literal(cases),)):
                return f"a chance of {cases} in 100 comes up"
        return None


def _is_choice(expression: Expression) -> bool:
    """Whether an expression chooses among others, so that its words contain an ``and``."""
    return isinstance(expression, Call)


def _operands(expression: Expression, operator: str) -> list[Expression]:
    """The operands joined by one operator, from left to right."""
    if isinstance(expression, Logic) and expression.operator == operator:
        return _operands(expression.left, operator) + _operands(expression.right, operator)
    return [expression]
