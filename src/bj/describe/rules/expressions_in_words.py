"""Turn expressions into English phrases, or quote them if no phrase is certain to mean the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bj.cards import ANY_OF_RANK, ANY_OF_SUIT, LOWEST_RANK, LOWEST_SUIT, SUITS, parse_wanted, wanted_code
from bj.catalogue import expression_names
from bj.describe.rules.comparisons_in_words import (
    ALWAYS,
    NEVER,
    WORDS,
    choice_of,
    compare,
    in_pairs,
    numbers_in_words,
    span_of,
    turned,
)
from bj.faults_and_fixes import KeyPath
from bj.record.transcript_lines import format_amount
from bj.ruleset.all_expressions import expressions_of
from bj.ruleset.allowed_names_by_place import NAMES, Place
from bj.ruleset.check import Checked
from bj.ruleset.expressions.tree import (
    Arithmetic,
    Call,
    Compare,
    Conditional,
    Expression,
    Literal,
    Logic,
    NamedValue,
    Negate,
    Not,
    ToMoney,
    ValueKind,
    operands,
)
from bj.ruleset.shoe_size import RESHUFFLING, share_dealt
from bj.text.sentences import enumerate_words

NOUNS = {key: name.words for key, name in expression_names.NAMES.items() if not name.denied}
"""Maps names for numbers and amounts of money to phrases."""

CLAUSES = {key: (name.words, name.denied) for key, name in expression_names.NAMES.items() if name.denied}
"""Maps names for conditions to two clauses, one for the condition and one for its opposite."""

NOTHING: Mapping[str, str] = MappingProxyType({})
MULTIPLES: Mapping[tuple[int, int], str] = {(2, 0): "even", (2, 1): "odd"}

MINUS = "minus "
"""The start of the phrase for a negated amount."""

SIZES = {"min": ("smaller", "smallest"), "max": ("larger", "largest")}
QUOTIENTS = {"//": "{} divided by {} (rounded down)", "%": "the remainder of {} divided by {}"}

CODED = expression_names.RANKS | expression_names.SUITS
"""Names whose values are codes for ranks or suits."""

SUIT_WORDS = ("a spade", "a heart", "a club", "a diamond")
RANK_WORDS: Mapping[str, str] = {
    **{code: f"an {name}" for code, name in {"8": "8", "A": "ace"}.items()},
    **{code: f"a {name}" for code, name in {"T": "10", "J": "jack", "Q": "queen", "K": "king"}.items()},
}


def held_words(wanted: int, ranks: str) -> str:
    """Put the argument to ``holds`` or ``number_of`` into words: a card, a rank or a suit."""
    code = wanted_code(wanted, ranks)
    if wanted >= ANY_OF_SUIT:
        return SUIT_WORDS[SUITS.index(code)]
    article = "an" if code in "FHLMNRSX" else "a"
    return RANK_WORDS.get(code, f"{article} {code}") if wanted >= ANY_OF_RANK else code


class Phrases:
    """Turns the expressions in a ruleset into English phrases."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._uses = {use.path: use for use in expressions_of(checked.model)}

    def in_words(self, path: KeyPath, nouns: Mapping[str, str] = NOTHING) -> str:
        """Put the expression at ``path`` into words.

        If no phrase has the same meaning, return the expression in backquotes. ``nouns`` overrides the
        phrases for names.
        """
        if path == RESHUFFLING and (share := share_dealt(self.checked.model.shoe)):
            return f"more than {share} of the cards are dealt"
        use, expression = self._uses[path], self.checked.expressions[path]
        words = _Speaker(use.place, self.checked, {**NOUNS, **nouns})
        said = words.clause(expression) if expression.kind == ValueKind.BOOLEAN else words.amount(expression)
        return said or f"`{use.text}`"

    def card(self, code: str) -> str:
        """Return the code of a card, or describe any card of a rank or suit."""
        ranks = self.checked.pack.codes
        return held_words(parse_wanted(code, ranks), ranks)

    def clause(self, condition: Expression, place: Place) -> str | None:
        """Return a condition in ``place`` as a clause, or None if no clause is certain to mean the same."""
        return _Speaker(place, self.checked, NOUNS).clause(condition)

    def when(self, path: KeyPath) -> str:
        """Return the condition at ``path`` as a clause that starts with ``when``.

        If the condition never changes, return ``ALWAYS`` or ``NEVER``.
        """
        said = self.in_words(path)
        return said if said in (ALWAYS, NEVER) else f"when {said}"


class _Speaker:
    """Turns expressions in one place into phrases.

    Methods return None if no phrase is certain to mean the same.
    """

    def __init__(self, place: Place, checked: Checked, nouns: Mapping[str, str]) -> None:
        self.place = place
        self.nouns = nouns
        self.decimals = checked.model.money.decimals
        self.ranks = checked.pack.codes
        self.dealt = sum(entry.startswith("player") for entry in checked.model.procedure.deal)
        pack = checked.pack
        self.worths = {pack.codes[rank]: pack.worths[rank] for rank in pack.ranks}

    def amount(self, expression: Expression) -> str | None:
        """Put a number or an amount of money into words."""
        match expression:
            case Conditional(condition, yes, no):
                said = self.value(yes), self.clause(condition), self.value(no)
                is_clear = None not in said and ", or " not in str(said[1])
                return "{} if {}, otherwise {}".format(*said) if is_clear else None
        return self.value(expression)

    def value(self, expression: Expression) -> str | None:
        """Put a number or an amount of money into words, unless a condition decides between two values."""
        match expression:
            case ToMoney(operand):
                return self.value(operand)
            case Arithmetic("*", Literal(times, ValueKind.NUMBER), other):
                return self.multiple(times, other)
            case Arithmetic("*", other, Literal(times, ValueKind.NUMBER)):
                return self.multiple(times, other)
            case Arithmetic("//", whole, Literal(parts, ValueKind.NUMBER)) if parts > 1:
                what = self.atom(whole)
                share = "half of {}" if parts == 2 else f"{{}} divided by {parts}"
                return f"{share.format(what)} (rounded down)" if what else None
            case Arithmetic("//" | "%" as sign, left, right):
                said = self.atom(left), self.atom(right)
                return QUOTIENTS[sign].format(*said) if all(said) else None
            case Negate(operand) if not isinstance(operand, Literal):
                what = self.atom(operand)
                return f"{MINUS}{what}" if what else None
            case Arithmetic("+" | "-" as sign, left, right):
                said = self.atom(left), self.atom(right)
                return f" {'plus' if sign == '+' else 'minus'} ".join(map(str, said)) if all(said) else None
            case Call("number_of", (Literal(wanted),)):
                return f"the number of times that the hand holds {held_words(wanted, self.ranks)}"
            case Call("random", (low, high)):
                bounds = self.value(low), self.value(high)
                return f"a random amount from {bounds[0]} to {bounds[1]}" if all(bounds) else None
            case Call("min" | "max" as which, parts) if not any(map(_is_choice, parts)):
                values = [self.value(part) for part in parts]
                size = SIZES[which][len(parts) > 2]
                return f"the {size} of {enumerate_words(list(filter(None, values)))}" if all(values) else None
        return self.atom(expression)

    def multiple(self, times: int, expression: Expression) -> str | None:
        what = self.atom(expression)
        return f"{'twice' if times == 2 else f'{times} times'} {what}" if what else None

    def atom(self, expression: Expression) -> str | None:
        """Put a single number, amount of money or name into words."""
        match expression:
            case ToMoney(operand):
                return self.atom(operand)
            case Literal(value, ValueKind.MONEY):
                return format_amount(value, self.decimals)
            case Literal(value, ValueKind.NUMBER):
                return str(value)
            case Negate(Literal() as literal):
                return f"-{self.atom(literal)}"
            case NamedValue(name) if expression.kind != ValueKind.BOOLEAN:
                return self.nouns.get(name, f"`{name}`") if name in NAMES[self.place] else f"`{name}`"
        return None

    def clause(self, expression: Expression) -> str | None:
        """Return a clause for a condition."""
        match expression:
            case Literal(value):
                return ALWAYS if value else NEVER
            case Logic("or") if choice_of(expression) is None:
                parts = [operands(part, "and") for part in operands(expression, "or")]
                said = [self.clause(part) for part in operands(expression, "or")]
                is_nested = any(isinstance(condition, Logic) for part in parts for condition in part)
                if is_nested or not all(said):
                    return None
                words = [part for part in said if part]
                is_long = any(len(part) > 1 for part in parts)
                return ", or ".join(words) if is_long else enumerate_words(words, "or")
        return self.joined(expression)

    def joined(self, expression: Expression) -> str | None:
        """Return a clause for one or more conditions that must all be true."""
        said = [self.several(parts) for parts in in_pairs(operands(expression, "and"))]
        if None in said or NEVER in said:
            return None if None in said else NEVER
        return enumerate_words([part for part in said if part and part != ALWAYS]) or ALWAYS

    def several(self, parts: Sequence[Expression]) -> str | None:
        """Return a clause for one condition, or for two that limit a number from both sides."""
        span = span_of(parts) if len(parts) > 1 else None
        if span is not None:
            name, low, high = span
            is_counted = self.is_catalogued(name) and expression_names.NAMES[name].counted
            between = f"{self.number(name, low)} to {self.number(name, high)}"
            return self.numbers(name, between if is_counted else f"from {between}")
        return self.simple_clause(turned(parts[0]))

    def simple_clause(self, expression: Expression) -> str | None:
        match expression:
            case Logic("or"):
                return self.either(expression)
            case Compare(operator, NamedValue(name, ValueKind.NUMBER), Literal(number)) if name in CODED:
                return f"{self.atom(expression.left)} {WORDS[operator]} {self.number(name, number)}"
            case Compare(operator, NamedValue(name, ValueKind.NUMBER), Literal(number)) if self.is_catalogued(
                name
            ):
                said = compare(name, operator, number, self.worths_of(name))
                if said is not None:
                    return said
            case Compare("==", Arithmetic("+", NamedValue("doubled"), Literal(n)), NamedValue("cards")) if (
                n == self.dealt
            ):
                return "no card was taken without doubling"
            case Compare(">", NamedValue("free_wager"), Literal(0)):
                return "the house has put up part of the wager"
        match expression:
            case Compare("==", Arithmetic("%", whole, Literal(parts)), Literal(rest)):
                what = self.atom(whole)
                kind = MULTIPLES.get((parts, rest), f"a multiple of {parts}" if rest == 0 else None)
                return f"{what} is {kind}" if what and kind else None
            case Compare("==", Arithmetic("%", whole, parts), Literal(0)):
                values = self.atom(whole), self.atom(parts)
                return f"{values[0]} is a multiple of {values[1]}" if all(values) else None
            case Compare(operator, left, right) if left.kind != ValueKind.BOOLEAN:
                values = self.value(left), self.value(right)
                verb = "equals" if operator == "==" and isinstance(left, Arithmetic) else WORDS[operator]
                return f"{values[0]} {verb} {values[1]}" if all(values) else None
            case NamedValue(name) if name in CLAUSES:
                return CLAUSES[name][0]
            case Not(NamedValue(name)) if name in CLAUSES:
                return CLAUSES[name][1]
            case Not(Logic("and", NamedValue("from_split"), Compare("==", NamedValue("first"), Literal(11)))):
                return "the hand is not a split ace" if 11 in self.worths_of("first") else None
            case Call("holds", (Literal(wanted),)):
                return f"the hand holds {held_words(wanted, self.ranks)}"
            case Call("chance", (Literal(cases),)):
                return f"a chance of {cases} in 100 comes up"
        return None

    def either(self, expression: Expression) -> str | None:
        """Return a clause for alternatives that stays unambiguous when ``and`` joins it to other clauses."""
        choice = choice_of(expression)
        if choice is not None:
            name, numbers = choice
            return self.numbers(name, enumerate_words([self.number(name, each) for each in numbers], "or"))
        parts = operands(expression, "or")
        if any(isinstance(part, Logic) for part in parts):
            return None
        said = [self.simple_clause(turned(part)) for part in parts]
        return f"either {enumerate_words([part for part in said if part], 'or')}" if all(said) else None

    def numbers(self, name: str, numbers: str) -> str:
        """Return a clause that limits ``name`` to ``numbers``."""
        return numbers_in_words(name, numbers, self.nouns if name in NAMES[self.place] else NOTHING)

    def number(self, name: str, number: int) -> str:
        """Write a number that is compared with ``name``. A rank or a suit is written as a word."""
        if name in expression_names.SUITS and 0 <= number - LOWEST_SUIT < len(SUITS):
            return held_words(ANY_OF_SUIT + number - LOWEST_SUIT, self.ranks).split()[-1] + "s"
        if name in expression_names.RANKS and 0 <= number - LOWEST_RANK < len(self.ranks):
            return held_words(ANY_OF_RANK + number - LOWEST_RANK, self.ranks).split()[-1]
        return str(number)

    def is_catalogued(self, name: str) -> bool:
        """Return whether ``name`` has its built-in meaning here, and does not refer to an argument."""
        return name in NAMES[self.place] and self.nouns.get(name) == NOUNS.get(name)

    def worths_of(self, name: str) -> Mapping[int, str]:
        """Map the value of an ace, as ``name`` counts it, to a phrase.

        The result is empty if another card has the same value.
        """
        of_ace = 1 if name == "last" else 11
        counting = {code for code, worths in self.worths.items() if of_ace in worths}
        return {of_ace: "an ace"} if counting == {"A"} else {}


def _is_choice(expression: Expression) -> bool:
    """Return whether the phrase for an expression may contain ``and``, which is true of function calls."""
    return isinstance(expression, Call)
