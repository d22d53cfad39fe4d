"""Provides edits to formulas, such as different numbers and comparisons."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from bj.faults_and_fixes import KeyPath
from bj.ruleset.expressions.python_syntax_tree import read_syntax
from bj.ruleset.shoe_size import RESHUFFLING, reshuffle_condition
from bj.verify.changes import Change, Data, look, put
from bj.verify.likely_cards_and_decisions import events_from
from bj.verify.message_texts import CONDITION, JOINTS
from bj.verify.mismatch import MOST_LINES, Mismatch
from bj.verify.rulebook import dotted

NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
COMPARISON = re.compile(r"<=|>=|==|!=|<|>")
OTHER_COMPARISONS = {
    "<": ("<=", ">"),
    "<=": ("<", ">=", "=="),
    ">": (">=", "<"),
    ">=": (">", "<="),
    "==": ("!=", ">=", "<="),
    "!=": ("==",),
}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
"""The opposite of each comparison.

Only comparisons with a count are replaced by the opposite, because a count has few values and often equals
the limit.
"""

COUNT = re.compile(r"\bcount(?= [<>]=? )")
NEGATIVE = re.compile(r"(?<=[<>=] )-(?=\d)")
PRODUCT = re.compile(r"\b\d+ \* [a-z_]+\b")
LIMIT = re.compile(r"(?:<=|>=|<|>) (\d+)(?! \*)\b")
NAMED = re.compile(r"(?<=[<=>] )([a-z_]+)(?= and | or |$)")
PARTS = re.compile(r" (?:if|else|and|or) ")
ROUND = (1000, 500, 100, 50, 10, 5, 1)
"""The steps for rounding a limit, the roundest first."""

CHOICE = re.compile(r"(.+) if (.+) else (.+)")
JOINT = re.compile(r" (and|or) ")
DRAWS_BELOW = re.compile(r"total < (\d+)")

LESS_LIKELY = 1.0
"""The extra cost in bits for a wrong value in a reaction, which is less likely than a wrong condition."""

CONDITIONAL = ("strategies", "powers", "members")
"""The sections whose formulas a finding may quote."""

KINDS = {
    "wager": "wager",
    "reshuffle_when": "shuffle",
    "bankroll": "bankroll",
    "while": "ending",
    "if": "ending",
}
"""The kind of finding to report for a wrong formula, by the last key in its path."""


def other_texts(text: str) -> Iterator[str]:
    """Yield variants of a formula with one small mistake each.

    A mistake in a product is repeated wherever the product occurs.

    >>> list(other_texts("a < 20"))[:4]
    ['a <= 20', 'a > 20', 'a < 19', 'a < 21']
    """
    for match in COMPARISON.finditer(text):
        for other in OTHER_COMPARISONS[match[0]]:
            yield text[: match.start()] + other + text[match.end() :]
        if text.endswith("count ", 0, match.start()) and match[0] in NEGATED:
            yield text[: match.start()] + NEGATED[match[0]] + text[match.end() :]
    for match in NUMBER.finditer(text):
        number = int(match[0])
        others = range(61) if "cards_left" in text else (number - 1, number + 1, number - 2, number + 2)
        for other_number in dict.fromkeys((*others, 0, 2 * number)):
            if other_number >= 0 and other_number != number:
                yield f"{text[: match.start()]}{other_number}{text[match.end() :]}"
    for match in NEGATIVE.finditer(text):
        yield text[: match.start()] + text[match.end() :]
    for match in NAMED.finditer(text):
        for other_amount in (f"{match[0]} - 1", f"{match[0]} + 1", f"2 * {match[0]}", f"{match[0]} // 2"):
            yield f"{text[: match.start()]}{other_amount}{text[match.end() :]}"
    for match in COUNT.finditer(text):
        yield f"{text[: match.start()]}abs({match[0]}){text[match.end() :]}"
    for multiple in dict.fromkeys(PRODUCT.findall(text)):
        number, _, name = multiple.partition(" * ")
        wherever = re.compile(rf"\b{re.escape(multiple)}\b")
        if len(wherever.findall(text)) > 1:
            yield from (wherever.sub(f"{int(number) + more} * {name}", text) for more in (1, 2))
    if "2 * " in text:
        yield text.replace("2 * ", "", 1)
    if " % " in text:
        yield text.replace(" % ", " // ", 1)
    if "//" in text:
        yield text.replace("//", "*", 1)
        yield f"({text}) + 1"
    yield from _parts(text)
    for match in JOINT.finditer(text):
        other_joint = " or " if match[1] == "and" else " and "
        yield text[: match.start()] + other_joint + text[match.end() :]
    yield from ("False", "True") if COMPARISON.search(text) and " if " not in text else ()


def without_operands(text: str) -> Iterator[str]:
    """Yield variants of a formula that lack one operand of `and` or `or`.

    >>> list(without_operands("a or (b or c) and d"))
    ['(b or c) and d', 'a', 'a or d', 'a or (b or c)', 'a or (c and d)', 'a or (b and d)']
    """
    root, _ = read_syntax(text)
    for joint in [node for node in ast.walk(root) if isinstance(node, ast.BoolOp)]:
        for index, operand in enumerate(list(joint.values)):
            del joint.values[index]
            yield ast.unparse(read_syntax(ast.unparse(root))[0])  # a second time, without extra parentheses
            joint.values.insert(index, operand)


def other_draws(text: str) -> Iterator[str]:
    """Yield the dealer's rule ``text``, changed to draw to a soft hand with the lowest total that stands.

    >>> list(other_draws("total < 17"))
    ['total < 17 or soft and total == 17']
    """
    below = DRAWS_BELOW.fullmatch(text)
    if below is not None:
        yield f"{text} or soft and total == {below[1]}"


def other_limits(text: str) -> Iterator[str]:
    """Yield variants of a formula in which one number in a comparison is too high or too low by one.

    >>> list(other_limits("2 * a if count >= 30 else a"))
    ['2 * a if count >= 29 else a', '2 * a if count >= 31 else a']
    """
    for match in LIMIT.finditer(text):
        for number in (int(match[1]) - 1, int(match[1]) + 1):
            if number >= 0:
                yield f"{text[: match.start(1)]}{number}{text[match.end(1) :]}"


def learned_limits(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that move a bankroll limit to the value at which the transcript's wagers change."""
    wagers = dict[int, set[int]]()
    bankroll, player = None, None if mismatch.shown is None else mismatch.shown.person
    for event in events_from(mismatch.reference, mismatch.text, 0, MOST_LINES):
        if event.person in (player, None):
            bankroll = bankroll if event.bankroll is None else event.bankroll
            if event.wager is not None and bankroll is not None:
                wagers.setdefault(event.wager, set()).add(bankroll // 10**mismatch.compiled.decimals)
    if len(wagers) == 2:
        one, other = wagers.values()
        for lower, higher in ((one, other), (other, one)):
            if max(lower) < min(higher):
                texts = partial(_limited_between, low=max(lower), high=min(higher))
                yield from other_formulas(mismatch, "strategies", texts=texts)


def _limited_between(text: str, low: int, high: int) -> Iterator[str]:
    """Yield variants of a formula in which a limit is the roundest number between two bankrolls.

    >>> list(_limited_between("2 * a if bankroll >= 600 else a", 640, 655))
    ['2 * a if bankroll >= 650 else a']
    >>> list(_limited_between("2 * a if bankroll > 600 else a", 650, 655))
    ['2 * a if bankroll > 650 else a']
    """
    for match in LIMIT.finditer(text):
        if text.endswith("bankroll ", 0, match.start()):
            least, most = (low + 1, high) if match[0].startswith((">=", "< ")) else (low, high - 1)
            number = next(most // step * step for step in ROUND if most // step * step >= least)
            yield f"{text[: match.start(1)]}{number}{text[match.end(1) :]}"


def condition_meant(text: str, other: str) -> str:
    """Return the comparison or the joining word in ``other`` that is different in ``text``.

    Return an empty string unless exactly one part is different.

    >>> condition_meant("2 * a if count >= 2 and b else a", "2 * a if count > 2 and b else a")
    'count > 2'
    >>> condition_meant("a > 2 and b", "a > 2 or b")
    'or'
    """
    joints = zip(JOINT.findall(text), JOINT.findall(other), strict=False)
    joined = [joint for own, joint in joints if joint != own]
    parts, others = PARTS.split(text), PARTS.split(other)
    differing = [part for part, own in zip(others, parts, strict=False) if part != own]
    is_one = len(parts) == len(others) and len(differing) == 1 and COMPARISON.search(differing[0])
    is_joint = len(parts) == len(others) and not differing and len(joined) == 1
    return joined[0] if is_joint else differing[0] if is_one else ""


def _parts(text: str) -> Iterator[str]:
    """Yield variants of a formula with swapped branches, or without a branch or a part of its condition."""
    choice = CHOICE.fullmatch(text)
    if choice is not None:
        yield from (choice[1], choice[3])
        for part in _parts(choice[2]):
            yield f"{choice[1]} if {part} else {choice[3]}"
        yield f"{choice[3]} if {choice[2]} else {choice[1]}"
        return
    parts = re.split(JOINT, text)
    for index in range(0, len(parts), 2) if len(parts) > 1 else ():
        rest = parts[:index] + parts[index + 2 :] if index + 2 <= len(parts) else parts[: index - 1]
        yield " ".join(rest)


def other_formulas(
    mismatch: Mismatch, *sections: str, texts: Callable[[str], Iterator[str]] = other_texts
) -> Iterator[Change]:
    """Yield changes that each edit one formula in ``sections``.

    ``texts`` returns the variants of a formula. The dealer's rule is skipped, because it is compiled to a
    chart.
    """
    for path in sorted(mismatch.book.rules.checked.expressions, key=str):
        text = look(mismatch.variants.base, path)
        if isinstance(text, dict):  # options in a table, among them the formula
            text = mismatch.book.model.rules.condition(str(path[1]))
        if text is None and path == RESHUFFLING:
            text = reshuffle_condition(mismatch.book.model)
        if path[0] not in sections or path[-1] == "draws" or text is None:
            continue
        is_remembered = path[0] == "strategies" and path[2] in ("memory", "reactions")
        lends = path[-1] == "while" or (path[-1] == "wager" and mismatch.is_poor)
        lends = lends and not look(mismatch.variants.base, ("rules", "credit"))
        for other, data in product(
            dict.fromkeys(texts(str(text))), (None, _give_credit) if lends else (None,)
        ):
            message, meant = f"{CONDITION}: `{dotted(path)}`", condition_meant(str(text), other)
            message = message if path[-1] != "wager" else "the strategy wagers a different amount"
            yield Change(
                f"{path} = {other}" + (" on credit" if data else ""),
                KINDS.get(str(path[-1]), "condition"),
                path,
                message,
                condition=meant if path[0] in CONDITIONAL or meant in JOINTS else "",
                data=data,
                formula=(path, other),
                remembers="shuffle" if path[-1] == "wager" else "game" if is_remembered else "",
                always=path[0] == "rules" or "memory" in path,
                bits=LESS_LIKELY if "set" in path else 0,
            )


def _give_credit(data: Data) -> None:
    put(data, ("rules", "credit"), True)


def kept_wagers(base: Data) -> Iterator[Change]:
    """Yield changes that never reset a wager once the strategy has raised it."""
    for name, strategy in (look(base, ("strategies",)) or {}).items():
        choice = CHOICE.fullmatch(str(strategy.get("wager")))
        if choice is not None:
            rule: KeyPath = ("strategies", name, "wager")
            message = "a raised wager is never reset"
            keep = partial(_keep_wager, name, choice[1], choice[2], choice[3])
            yield Change(f"{rule} kept", "wager", rule, message, data=keep, remembers="game")


def _keep_wager(name: str, raised: str, condition: str, usual: str, data: Data) -> None:
    strategy = data["strategies"][name]
    strategy.setdefault("memory", {})["raised"] = 0
    reactions = strategy.setdefault("reactions", [])
    reactions.append({"on": "dealt", "when": f"wager > {usual}", "set": {"raised": "1"}})
    strategy["wager"] = f"{raised} if raised > 0 or ({condition}) else {usual}"
