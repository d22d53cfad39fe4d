"""Parses the text of an expression into Python's syntax tree, and locates each part of it."""

from __future__ import annotations

import ast
import re
import warnings

from bj.catalogue.expression_names import NAMES
from bj.catalogue.limits import LONGEST_TEXT
from bj.errors import TextFaults
from bj.faults_and_fixes import Fix, TextFault
from bj.ruleset.suggestions import shorten
from bj.text.lazy_regex import compile_later

DEEPEST_NESTING = 40
MOST_NODES = 200

_EXCERPT = 40
PERCENT = "for 10% of an amount, write `amount // 10`; for 70% of six packs dealt, `cards_left < 94`"

NO_CONDITION, NO_OPERATOR = "`{found}` is not a condition", "`{found}` is not an operator"
NO_NUMBER = "`{found}` is not a number"
LEAST = "at least|(?:and )?never (?:less than|below|under)|no less than|minimum of"
MOST = "at most|up to|(?:and )?never (?:more than|above|over)|no more than|maximum of"
IS, THE = "(?:is )?", "(?:the |my |your |a )?"
_TOTAL = r"([0-9]+)(?=\s*(?:$|\)|(?:and|or|if|else)\b(?! ?[0-9])))"
_RANGE = rf"([0-9]+) ?(?:\.\.|-|to) ?{_TOTAL}"
_LESS, _MORE = "less|fewer|lower|under|below", "more|greater|higher|over|above"

# Habits from other languages. They are tried only after Python's parser has given up.
_HABITS = tuple(
    (compile_later(pattern), code, message, remedy)
    for code, pattern, message, remedy in (
        ("BJ305", r"&&", "unknown operator `&&`", Fix("and")),
        ("BJ305", r"\|\|", "unknown operator `||`", Fix("or")),
        (
            "BJ304",
            r"^\s*if (?!.* else .* else )(.+?),? then (.+?),? (?:else|otherwise) (.+)$",
            "an expression cannot start with `if`",
            Fix(r"\2 if \1 else \3"),
        ),
        ("BJ304", rf"\b([0-9]{{1,2}}) ?(?:%|percent) of {THE}(\w+)", NO_NUMBER, Fix(r"\2 * \1 // 100")),
        ("BJ304", rf"\bhalf (?:of )?{THE}(\w+)", NO_NUMBER, Fix(r"\1 // 2")),
        (
            "BJ304",
            rf"\b(?:twice|double) {THE}(?!(?:after|on|when|if|each|every)\b)(\w+)",
            NO_NUMBER,
            Fix(r"2 * \1"),
        ),
        ("BJ304", rf"\b([0-9]+) ?(?:x|times) {THE}(?=[a-z])", NO_NUMBER, Fix(r"\1 * ")),
        ("BJ304", r"^\s*(?:all[- ]in|all my money)\s*$", NO_NUMBER, Fix("bankroll")),
        ("BJ304", r"(?<=[\w)] )plus(?= [\w(])", NO_OPERATOR, Fix("+")),
        ("BJ304", r"(?<=[\w)] )minus(?= [\w(])", NO_OPERATOR, Fix("-")),
        ("BJ304", r"[,;]? *\botherwise\b", NO_OPERATOR, Fix(" else", "write `else`")),
        ("BJ304", r"[,;] *(?=else\b)", "`,` is not an operator", Fix(" ", "remove it")),
        ("BJ304", r"\b(?<=\w )when\b", NO_OPERATOR, Fix("if")),
        ("BJ304", r"\b(?<=\w )x(?= [0-9])", NO_OPERATOR, Fix("*")),
        ("BJ304", r"^\s*(?:flat|always)\b(?: bet)?(?= [0-9a-z])", NO_NUMBER, Fix("", "remove it")),
        ("BJ304", r"\bthe (?=[a-z_])", "`the` is not a name", Fix("", "remove it")),
        ("BJ304", rf"^(.+?), (?:but )?(?:{LEAST}) (.+)$", NO_NUMBER, Fix(r"max(\2, \1)")),
        ("BJ304", rf"^(.+?), (?:but )?(?:{MOST}) (.+)$", NO_NUMBER, Fix(r"min(\2, \1)")),
        (
            "BJ304",
            r"\brandom(?:ly)? (?:from |between )?([0-9]+) ?(?:and|to|-) ?([0-9]+)",
            NO_NUMBER,
            Fix(r"random(\1, \2)"),
        ),
        ("BJ304", r"%(?=\s*$|\s*[)<>=]|\s+(?:of|and|or)\b)", "`%` is the remainder of a division", PERCENT),
        ("BJ305", r"=>", "unknown operator `=>`", Fix(">=")),
        ("BJ305", r"=<", "unknown operator `=<`", Fix("<=")),
        ("BJ305", r"<>", "unknown operator `<>`", Fix("!=")),
        ("BJ305", r"!(?!=)", "unknown operator `!`", Fix("not ", "write `not`")),
        ("BJ305", r"(?<![=<>!:+*/%&|^@-])=(?!=)", "`=` is not a comparison", Fix("==")),
        ("BJ305", r"\?", "unknown operator `?`", "write `this if condition else that`"),
        (
            "BJ304",
            r"\b0[0_]*+([1-9][0-9_]*+)\b(?![.])",
            "a number cannot start with 0",
            Fix(r"\1", "remove the 0"),
        ),
        ("BJ304", r"\b([0-9]+)[kK]\b", "`{found}` is not a number", Fix(r"\g<1>_000")),
        (
            "BJ304",
            r"\b[0-9][0-9_]*(?!and|or|if|else)[a-zA-Z]\w*",
            "a name cannot start with a digit",
            "to multiply, write `*`",
        ),
        ("BJ304", rf"\bsoft {_RANGE}", NO_CONDITION, Fix(r"(soft and \1 <= total <= \2)")),
        ("BJ304", rf"\bhard {_RANGE}", NO_CONDITION, Fix(r"(not soft and \1 <= total <= \2)")),
        ("BJ304", rf"\bsoft {_TOTAL}", NO_CONDITION, Fix(r"(soft and total == \1)")),
        ("BJ304", rf"\bhard {_TOTAL}", NO_CONDITION, Fix(r"(not soft and total == \1)")),
        (
            "BJ304",
            "[$\u20ac\u00a3\u00a5]",
            "`{found}` is not part of an amount",
            Fix("", "write only the number"),
        ),
        (
            "BJ304",
            "[\u201c\u201d\u2018\u2019]",
            "`{found}` is not a quotation mark",
            Fix('"', "write straight quotes"),
        ),
        ("BJ304", r"\btrue[ -]count\b", "`{found}` is not a name", Fix("floor(52 * count / cards_left)")),
        ("BJ304", r"^\s*when\b\s*", "an expression cannot start with `when`", Fix("", "remove it")),
        ("BJ304", rf"\b{IS}([0-9]+) or (?:{_LESS})\b", NO_CONDITION, Fix(r"<= \1")),
        ("BJ304", rf"\b{IS}([0-9]+) or (?:{_MORE})\b", NO_CONDITION, Fix(r">= \1")),
        ("BJ304", rf"\b{IS}(?:(?:less|fewer|lower|smaller) than|below|under)\b", NO_OPERATOR, Fix("<")),
        ("BJ304", rf"\b{IS}(?:(?:more|greater|higher|larger) than|above|over)\b", NO_OPERATOR, Fix(">")),
        ("BJ304", rf"\b{IS}at least\b", NO_OPERATOR, Fix(">=")),
        ("BJ304", rf"\b{IS}at most\b", NO_OPERATOR, Fix("<=")),
        ("BJ304", r"\b(?:is )?equal(?:s| to)\b", NO_OPERATOR, Fix("==")),
        ("BJ304", r"\b(?:until|than)\b", NO_OPERATOR, "write `<`, `<=`, `>`, `>=` or `==`"),
        (
            "BJ304",
            r"\b[0-9]+:[0-9]+\b",
            "`{found}` is a payout, not an expression",
            "write it under [payouts]",
        ),
        ("BJ304", r"^(\S.*\)) units?$", NO_NUMBER, Fix(r"minimum * \1")),
        ("BJ304", r"\b([0-9]+) units?\b", "`{found}` is not a number", Fix(r"\1 * minimum")),
        (
            "BJ304",
            r"\b([0-9]+) (?:chip|dollar|euro|point|hand|pack|card)s?\b",
            "`{found}` is not a number",
            Fix(r"\1", "write only the number"),
        ),
        (
            "BJ304",
            r"^\s*[2-9TJQKA](?: [2-9TJQKA])+\s*$",
            "`{found}` is not a condition",
            "compare the values of cards, as in `cards == 3 and same_rank and first == 7`",
        ),
        (
            "BJ304",
            r"^\s*if\b\s*(?!.*\b(?:else|then)\b)",
            "an expression cannot start with `if`",
            Fix("", "remove it"),
        ),
        (
            "BJ304",
            r"^\s*if\b",
            "an expression cannot start with `if`",
            "write `this if condition else that`",
        ),
        (
            "BJ304",
            r"\bif\b(?!.*\b(?:else|otherwise)\b)",
            "`if` has no `else`",
            "write `this if condition else that`",
        ),
    )
)
_PHRASE = compile_later(rf"\bis [0-9]+ or (?:{_LESS}|{_MORE})\b")
"""Matches phrases that Python's parser would accept, but would interpret differently from their author."""

_UNPRINTABLE = "is not allowed in an expression"


class Source:
    """The text of an expression, with methods that locate parts of its syntax tree in the text.

    A span is a pair: an offset and a length, both in characters.
    """

    def __init__(self, text: str) -> None:
        flat = re.sub(r"[\n\r\t]", " ", text)
        self.text = text
        self.parsed = flat.strip(" ")
        self.start = len(flat) - len(flat.lstrip(" "))
        self._bytes = self.parsed.encode("utf-8", "surrogatepass")

    def _offset(self, column: int) -> int:
        """Convert ``column``, which Python's parser counts in bytes, to an offset in characters."""
        return self.start + len(self._bytes[:column].decode("utf-8", "surrogatepass"))

    def span(self, node: ast.expr | ast.keyword) -> tuple[int, int]:
        """Return the span of ``node``, excluding any parentheses around it."""
        offset = self._offset(node.col_offset)
        return offset, self._offset(node.end_col_offset or node.col_offset) - offset

    def operator_span(self, left: ast.expr, symbol: str) -> tuple[int, int]:
        """Return the span of the operator ``symbol`` that comes after the operand ``left``."""
        after = sum(self.span(left))
        match = re.compile(re.escape(symbol).replace(r"\ ", r"\s+")).search(self.text, after)
        if match is None:  # the text spells the operator differently
            return after - 1, 1
        return match.start(), len(match[0])

    def whole(self) -> tuple[int, int]:
        """Return the span of the expression, excluding any white space around it."""
        return self.start, max(1, len(self.parsed))

    def written(self, node: ast.expr) -> str:
        """Return the source text of ``node``."""
        offset, length = self.span(node)
        return self.text[offset : offset + length]

    def excerpt(self, node: ast.expr, *, operand: bool = False) -> str:
        """Return the source text of ``node`` for a message, on one line and shortened if it is long.

        A conditional expression is put in parentheses. If ``operand`` is true, so is any other operation.
        """
        written = " ".join(self.written(node).split())
        if len(written) > _EXCERPT:
            written = written[: _EXCERPT - 1] + "…"
        if operand:
            simple = isinstance(node, ast.Name | ast.Constant | ast.Call)
        else:
            simple = not isinstance(node, ast.IfExp)
        return written if simple else f"({written})"


def read_syntax(text: str) -> tuple[ast.expr, Source]:
    """Return the syntax tree of ``text``, and a ``Source`` that locates parts of the tree in ``text``.

    Line breaks count as spaces. Raises TextFaults if ``text`` is too long or its syntax is faulty, or if the
    tree has more than DEEPEST_NESTING levels or MOST_NODES nodes.
    """
    if len(text) > LONGEST_TEXT:
        message = f"the expression has {len(text)} characters, more than {LONGEST_TEXT}"
        raise TextFaults([TextFault("BJ301", LONGEST_TEXT, len(text) - LONGEST_TEXT, message, "shorten it")])
    source = Source(text)
    if not source.parsed:
        fault = TextFault("BJ302", 0, max(1, len(text)), "the expression is empty", "write a value")
        raise TextFaults([fault])
    faults = _character_faults(text)
    if faults:
        raise TextFaults(faults)
    try:
        root = _parse(source.parsed)
        if " is " in source.parsed and _PHRASE.search(source.parsed):
            raise SyntaxError
    except SyntaxError as error:
        raise TextFaults([_syntax_fault(source, error)]) from None
    except (ValueError, RecursionError, MemoryError, OverflowError):
        raise TextFaults([_depth_fault(*source.whole())]) from None
    if len(source.parsed) > DEEPEST_NESTING:  # a shorter text cannot be nested deeper
        _check_size(root, source)
    return root, source


def _parse(text: str) -> ast.expr:
    """Parse ``text`` into a syntax tree. Suppress the warnings that Python prints about its style."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, mode="eval").body


def _character_faults(text: str) -> list[TextFault]:
    """Return a fault for each character that is not allowed in expressions."""
    faults: list[TextFault] = []
    if text.isprintable() and "#" not in text:
        return faults
    for offset, character in enumerate(text):
        if character == "#":
            remedy = "move the comment to a separate line above the key"
            faults.append(TextFault("BJ303", offset, 1, f"a comment {_UNPRINTABLE}", remedy))
        elif not character.isprintable() and character not in "\n\r\t":
            message = f"the character U+{ord(character):04X} {_UNPRINTABLE}"
            fix = Fix(" ", "write a plain space") if character.isspace() else Fix("", "remove it")
            faults.append(TextFault("BJ303", offset, 1, message, fix))
    return faults


def _depth_fault(offset: int, length: int) -> TextFault:
    message = f"the expression is nested more than {DEEPEST_NESTING} levels deep"
    return TextFault("BJ301", offset, length, message, "use fewer parentheses and operators")


def size_fault(source: Source, counting: str = "") -> TextFault:
    """Return the fault for an expression with more than MOST_NODES parts.

    ``counting`` is added to the end of the message, to say that other parts were counted too.
    """
    message = f"the expression has more than {MOST_NODES} parts{counting}"
    return TextFault("BJ301", *source.whole(), message, "shorten it")


def _check_size(root: ast.expr, source: Source) -> None:
    """Raise TextFaults if the tree with this ``root`` is too deep or too large."""
    level: list[ast.AST] = [root]
    nodes = depth = 0
    while level:
        depth += 1
        nodes += len(level)
        if depth > DEEPEST_NESTING:
            raise TextFaults([_depth_fault(*source.whole())])
        if nodes > MOST_NODES:
            raise TextFaults([size_fault(source)])
        level = [
            child
            for node in level
            for child in ast.iter_child_nodes(node)
            if not isinstance(child, ast.operator | ast.unaryop | ast.boolop | ast.cmpop | ast.expr_context)
        ]


def _syntax_fault(source: Source, error: SyntaxError) -> TextFault:
    """Return the fault that stopped Python's parser.

    The fault is an unmatched parenthesis or a habit from another language, if the text has one. Otherwise, it
    is the word at which the parser stopped.
    """
    plain = re.sub(r"\"[^\"]*\"|'[^']*'", lambda match: " " * len(match[0]), source.parsed)
    fault = _parenthesis_fault(plain, source.start)
    if fault is not None:
        return fault
    found = [(each, match) for each in _HABITS if (match := each[0].search(plain)) is not None]
    if found:  # unknown operators take precedence, then the first habit in the text
        habit, match = min(found, key=lambda each: (each[0][1] != "BJ305", each[1].start()))
        _, code, message, remedy = habit
        said = message.replace("{found}", match[0])
        if isinstance(remedy, Fix):
            remedy = remedy._replace(text=match.expand(remedy.text))
        return TextFault(code, source.start + match.start(), len(match[0]), said, remedy)
    last = len(source.parsed) - 1
    if error.lineno != 1 or not error.offset or error.offset > last + 1:
        message = f"nothing follows `{shorten(plain.split()[-1])}`"
        return TextFault("BJ304", source.start + last, 1, message, "add what is missing after it")
    offset = error.offset - 1
    end = error.end_offset if error.end_lineno == 1 and error.end_offset else 0
    length = max(1, min(end - 1, last + 1) - offset)
    word = re.compile(r"\w+|\S").search(source.parsed, offset)
    message = f"unexpected `{shorten(word[0] if word else source.parsed[offset:])}`"
    remedy = "check the operators and names around it"
    before = re.search(r"(?<!\w)\w++\s*$", source.parsed[:offset])
    if before and word and re.match(r"\w", word[0]):
        name = f"{before[0].strip()}_{word[0]}"
        span = source.start + before.start(), offset - before.start() + len(word[0])
        remedy = Fix(name, span=span) if name in NAMES else "write an operator before it, or remove it"
        if before[0].strip() in ("holds", "number_of"):
            remedy = Fix(f"{before[0].strip()}('{word[0]}')", span=span)
    return TextFault("BJ304", source.start + offset, length, message, remedy)


def _parenthesis_fault(plain: str, start: int) -> TextFault | None:
    opened: list[int] = []
    for offset, character in enumerate(plain):
        if character == "(":
            opened.append(offset)
            if len(opened) > DEEPEST_NESTING:
                return _depth_fault(start + offset, 1)
        elif character == ")":
            if not opened:
                remedy = "remove it, or open it with `(`"
                return TextFault("BJ304", start + offset, 1, "unmatched `)`", remedy)
            opened.pop()
    if opened:
        return TextFault("BJ304", start + opened[-1], 1, "`(` is not closed", "close it with `)`")
    return None
