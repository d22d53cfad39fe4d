"""Converts the literals and names in an expression, and collects the faults it finds."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from contextlib import suppress

from bj.cards import LOWEST_RANK, LOWEST_SUIT, RANKS, SUITS, parse_wanted, wanted_code
from bj.catalogue.expression_names import NAMES
from bj.faults_and_fixes import Fix, Remedy, TextFault
from bj.ruleset.expressions.python_syntax_tree import Source
from bj.ruleset.expressions.supported_syntax import COMMON, REFUSED_OPERATORS, SAID_HERE, USAGE
from bj.ruleset.expressions.tree import Call, Expression, Function, Literal, NamedValue, ValueKind
from bj.ruleset.suggestions import MOST_LISTED, TRUTHS, find_meant, shorten
from bj.text.sentences import enumerate_words

LARGEST_LITERAL = 10**12
MOST_OWN = 8
"""The maximum number of names defined by the ruleset that a message lists."""

CALLS = {
    **{f"{function}({of})": "cards" for function in ("len", "count", "size") for of in ("cards", "hand")},
    **{
        f"{function}({of})": "total" for function in ("sum", "total", "value") for of in ("cards", "hand", "")
    },
    **{f"soft({of})": "soft" for of in ("hand", "")},
    **{f"pair({of})": "pair" for of in ("cards", "hand", "")},
}
"""Maps function calls that are common in other programs to the equivalent names in bj."""

TAKING_TEXT = enumerate_words([f"`{USAGE[function]}`" for function in ("holds", "number_of", "rank", "suit")])


class ValueChecker:
    """Converts literals and names to expressions, and collects faults. A faulty part becomes None."""

    def __init__(
        self, source: Source, names: Mapping[str, ValueKind | Expression], decimals: int, ranks: str
    ) -> None:
        self.source = source
        self.names = names
        self.decimals = decimals
        self.ranks = ranks
        self.faults: list[TextFault] = []
        self.is_expanded = False
        """Whether any name was replaced by its definition."""

    def refuse(
        self, code: str, place: ast.expr | ast.keyword | tuple[int, int], message: str, remedy: Remedy
    ) -> None:
        """Record a fault with ``code`` at ``place``, which is a node or a span."""
        offset, length = place if isinstance(place, tuple) else self.source.span(place)
        self.faults.append(TextFault(code, offset, max(1, length), message, remedy))

    def refuse_operator(self, before: ast.expr, operator: ast.operator | ast.cmpop) -> None:
        """Record a fault for the unsupported ``operator`` that comes after the operand ``before``."""
        symbol, remedy = REFUSED_OPERATORS[type(operator)]
        if symbol == "/" and re.search(r"\.[0-9]", self.source.text):
            remedy = "multiply by whole numbers first, and divide last: 1.5% is `3 * amount // 200`"
        place = self.source.operator_span(before, symbol)
        self.refuse("BJ305", place, f"`{symbol}` is not available here", remedy)

    def find_name(self, node: ast.Call) -> Remedy | None:
        """Suggest a name to replace a function call such as `len(cards)`. Return None for any other call."""
        name = CALLS.get("".join(self.source.written(node).split()).lower())
        return Fix(name, span=self.source.span(node)) if name else None

    def refuse_membership(self, node: ast.Compare) -> bool:
        """Refuse ``node`` if it tests whether a value is in a list, and suggest comparisons instead.

        Return whether ``node`` was refused.
        """
        operator, *others = node.ops
        if others or not isinstance(operator, ast.In | ast.NotIn):
            return False
        values = node.comparators[0]
        if not isinstance(values, ast.Tuple | ast.List | ast.Set) or not values.elts:
            return False
        symbol, _ = REFUSED_OPERATORS[type(operator)]
        sign, joint = ("==", " or ") if isinstance(operator, ast.In) else ("!=", " and ")
        left = self.source.written(node.left)
        written = joint.join(f"{left} {sign} {self.source.written(each)}" for each in values.elts)
        place, span = self.source.operator_span(node.left, symbol), self.source.span(node)
        fix = Fix(f"({written})" if len(values.elts) > 1 else written, span=span)
        self.refuse("BJ305", place, f"`{symbol}` is not available here", fix)
        return True

    def check_constant(self, node: ast.Constant) -> Expression | None:
        """Convert a constant, which must be true, false, a number or an amount of money."""
        value = node.value
        if isinstance(value, bool):
            return Literal(int(value), ValueKind.BOOLEAN)
        if isinstance(value, float):
            return self.check_amount(node)
        if not isinstance(value, int):
            what = "text" if isinstance(value, str | bytes) else f"`{self.source.excerpt(node)}`"
            remedy = f"only {TAKING_TEXT} take text" if what == "text" else "write a number"
            if isinstance(value, str) and len(value) == 1 and value in RANKS:
                remedy = self.worth_remedy(value)
            elif isinstance(value, str) and len(value) == 1 and value in SUITS:
                remedy = f'write `suit("{value}")`'
            self.refuse("BJ309", node, f"{what} is not available here", remedy)
            return None
        return self.bounded(node, value, ValueKind.NUMBER)

    def bounded(self, node: ast.expr, value: int, kind: ValueKind) -> Expression | None:
        """Return ``value`` as a literal. If it is too large, record a fault and return None."""
        if value <= LARGEST_LITERAL:
            return Literal(value, kind)
        message = f"`{self.source.excerpt(node)}` is too large"
        self.refuse("BJ312", node, message, f"write at most {LARGEST_LITERAL}")
        return None

    def worth_remedy(self, rank: str) -> str:
        """Suggest using the value of ``rank``, because expressions compare cards by value, not by code."""
        if rank.isdigit():
            return f"write the card's value: `{rank}`"
        if rank != "A":
            is_told = "upcard_rank" in self.names
            by_rank = f', or compare ranks, as in `upcard_rank == rank("{rank}")`' if is_told else ""
            return f"write the card's value: `10`{by_rank}"
        low = ", or `1` for `last`" if "last" in self.names else ""
        return f"write the card's value: `11`{low}"

    def compare_remedy(self, node: ast.Constant) -> str:
        """Suggest a comparison to replace ``node``, a literal number used as a condition."""
        changing = next((name for name in ("total", "cards_left", "hand") if name in self.names), None)
        if changing is None:
            return "compare it with a value that changes"
        return f"compare a value with it, as in `{changing} < {self.source.excerpt(node)}`"

    def range_remedy(self, node: ast.expr) -> Remedy:
        """Suggest a comparison to replace ``node``, a computed number used as a condition.

        A subtraction such as ``9-11`` is probably meant to be a range.
        """
        written = self.source.excerpt(node)
        limits = re.fullmatch(r"(\d{1,2}) ?- ?(\d{1,2})", written)
        if limits and "total" in self.names:
            return Fix(f"{limits[1]} <= total <= {limits[2]}")
        return f"write `{written} > 0`, or another comparison"

    def check_amount(self, node: ast.Constant) -> Expression | None:
        """Convert an amount of money such as ``2.50`` from its source text, so that it stays exact."""
        written = self.source.written(node).replace("_", "")
        if "e" in written.lower():
            message = f"`{self.source.excerpt(node)}` has an exponent"
            self.refuse("BJ312", node, message, "write the number in full")
            return None
        whole, _, part = written.partition(".")
        part = part.rstrip("0")
        if len(part) <= self.decimals:
            return self.bounded(node, int((whole or "0") + part.ljust(self.decimals, "0")), ValueKind.MONEY)
        message = (
            f"`{self.source.excerpt(node)}` has too many decimals; amounts of money have {self.decimals}"
        )
        remedy = "write a whole number; for 1.5 times an amount, write `3 * amount // 2`"
        self.refuse("BJ312", node, message, "remove the last digits" if self.decimals else remedy)
        return None

    def check_name(self, node: ast.expr, name: str) -> Expression | None:
        """Convert ``name`` to a named value, or replace it with its definition.

        If the expression cannot use ``name``, record a fault and return None.
        """
        if name in self.names:
            known = self.names[name]
            if isinstance(known, ValueKind):
                return NamedValue(name, known)
            self.is_expanded = True
            return known
        if name in USAGE:
            self.refuse("BJ308", node, f"`{name}` is a function", f"write `{USAGE[name]}`")
            return None
        is_misspelt = name not in NAMES and name not in SAID_HERE  # other names exist elsewhere
        meant = find_meant(name, list(self.names)) if is_misspelt else None
        remedy: Remedy = "no names are available here; write numbers"
        if name in RANKS:
            remedy = self.worth_remedy(name)
        elif "last" in self.names and re.fullmatch(f"[{self.ranks}][{SUITS}]", name):
            remedy = f'check for a card with `holds("{name}")`'
        elif name in SAID_HERE and SAID_HERE[name][0] in self.names:
            remedy = SAID_HERE[name][1]
        elif name.lower() in TRUTHS:
            remedy = Fix(TRUTHS[name.lower()].title())
        elif meant is not None:
            remedy = meant
        elif self.names:
            remedy = f"the available names are {self._list_names()}"
        self.refuse("BJ306", node, f"`{shorten(name)}` is not defined here", remedy)
        return None

    def _list_names(self) -> str:
        """List the names that the expression can use. If there are many, list only the most common ones."""
        if len(self.names) <= MOST_LISTED:
            return ", ".join(f"`{known}`" for known in sorted(self.names))
        own = sorted(name for name in self.names if name not in NAMES)
        shown = [*own[:MOST_OWN], *(name for name in COMMON if name in self.names)]
        return f"{', '.join(f'`{name}`' for name in shown)} and others (see `bj reference`)"

    def check_cards(self, node: ast.expr, function: Function, kind: ValueKind) -> Expression | None:
        """Convert ``holds("7C")`` or ``number_of("H")``. The argument must be a card, a rank or a suit."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                wanted = Literal(parse_wanted(node.value, self.ranks), ValueKind.NUMBER)
                return Call(function, (wanted,), kind)
            except ValueError:
                what = f"{self.source.excerpt(node)} is not a card, a rank or a suit"
        else:
            what = f"`{function}` takes a card, a rank or a suit in quotes"
        remedy = f"write a rank ({self.ranks}), a suit ({SUITS}) or both, as in `{USAGE[function]}`"
        self.refuse("BJ313", node, what, remedy)
        return None

    def check_code(self, node: ast.expr, function: str) -> Expression | None:
        """Convert ``rank("K")`` or ``suit("H")`` to the number for that rank or suit."""
        codes, lowest = (self.ranks, LOWEST_RANK) if function == "rank" else (SUITS, LOWEST_SUIT)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            with suppress(ValueError):
                code = wanted_code(parse_wanted(node.value, self.ranks), self.ranks)
                return Literal(lowest + codes.index(code), ValueKind.NUMBER)
            what = f"{self.source.excerpt(node)} is not a {function}"
        else:
            what = f"`{function}` takes a {function} in quotes"
        self.refuse("BJ313", node, what, f"write a {function} ({codes}), as in `{USAGE[function]}`")
        return None
