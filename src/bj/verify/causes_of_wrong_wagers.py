"""Decides whether wrong wagers are caused by a wrong count or by a wrong rule for wagers.

If both are possible, the module describes which parts of the program to check.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bj.text.sentences import enumerate_words
from bj.verify.changes import Change, look
from bj.verify.message_texts import BARE_WAGERS, TESTED_EARLY, as_if
from bj.verify.mismatch import Mismatch
from bj.verify.positions_and_halts import Wager
from bj.verify.suspects.counting_mistakes import UNLIKELY
from bj.verify.suspects.reactions_and_powers import occasion_of

MOST_COUNTS = 2
"""The maximum number of mistakes in counting to name in a sentence. If there are more, none is named."""

MOST_LISTED = 3
"""The maximum number of mistakes in counting to list. A longer list would be of no help."""

EARLY = re.compile(re.escape(TESTED_EARLY).replace(re.escape("{number}"), "(.+)"))
"""A pattern that matches messages about a number that is tested too early."""

RISING = re.compile(r"^(?!.*\bcount <).*\bcount >")
"""A pattern that matches formulas for wagers that rise with the count."""

COUNT_SHOWN = re.compile(r" \(the program's count is [^)]+\)")
"""A pattern that matches words about the program's count that would reveal a limit in the rules."""

COMPARED = re.compile(r"\bcount ([<>]=?) (-?\d+)")
"""A pattern that matches a comparison with the count."""

LIMIT = re.compile(r"\bcount (>=?) (-?\d+)")
LIMITS = {(">=", True): "below", (">", True): "at most", (">=", False): "at least", (">", False): "above"}
"""Words for the range of a program's count, by the comparison in the rules and by whether the wager is too
low.
"""

SEVERAL = "several mistakes fit equally well"

MISCOUNTED = re.compile(r"(.+?) ((?:is|are|counts?)\b.*)")
"""A pattern that matches messages about wrong counts. Its groups are the cards, and how they are counted."""

RANK = re.compile(r"\b(?!some\b|all\b|of\b|or\b|and\b|an?\b)\w+")
"""A pattern that matches the name of a rank in a message about several ranks."""

OF_ONE = {
    "some of the player's own cards": re.compile(r"the player's (?!.* hand)|cards that the player "),
    "some of the dealer's cards": re.compile(r"the dealer's |the hole card|cards that the dealer "),
}
"""Phrases for some of a person's cards. Each can replace several phrases that its pattern matches."""


def come_of_other_counts(wagers: Sequence[Wager], at: int, expected: int) -> bool:
    """Return whether ``wagers`` are plausible, but cannot result from any rule applied to the right count.

    They are plausible if every amount is the ``expected`` one or occurs before the offset ``at``.
    """
    usual = {each.amount for each in wagers if each.at < at} | {expected}
    return usual.issuperset(each.amount for each in wagers) and not are_by_rule(wagers)


def are_by_rule(wagers: Iterable[Wager]) -> bool:
    """Return whether, at each count, a larger bankroll never leads to a smaller wager."""
    highest: dict[int, int] = {}
    for each in sorted(wagers, key=lambda wager: (wager.bankroll, -wager.amount)):
        if highest.setdefault(each.count, each.amount) > each.amount:
            return False
        highest[each.count] = each.amount
    return True


def describe_causes(changes: Sequence[Change], mismatch: Mismatch) -> str:
    """Describe which parts of the program to check, if several edits explain a wrong wager.

    Return an empty string if only one edit does. Unlikely mistakes are considered only if there are no likely
    ones. If there are many possible counting mistakes, none is named, because a choice of a few would
    probably miss the right one.
    """
    if all(map(is_about_memory, changes)):
        return _describe_memory(mismatch, changes)
    likely = [each for each in changes if each.bits < UNLIKELY] or changes
    wagers = [each for each in likely if each.rule[-1] == "wager"]
    conditions = [
        f"the condition of the wager ({as_if(each.condition)})" for each in wagers if each.condition
    ]
    if mismatch.always_wagers and _is_lower(mismatch):
        conditions = ["the wager (it is never raised)"]
    counts = [*dict.fromkeys(each.message for each in likely if each not in wagers)]
    name = "" if mismatch.expected is None else mismatch.expected.name
    wager = str(look(mismatch.variants.base, mismatch.book.strategy(name, "wager")))
    starts = dict.fromkeys(start_like(wager, each.condition) for each in wagers)
    counts = [each for each in counts if each not in starts]
    if counts and conditions:
        counts = [*filter(None, starts), *counts]
    places = [f"at {[*conditions, 'the wager'][0]}"] if wagers else []
    said = [*_merged(counts)]
    if len(said) > MOST_COUNTS:
        is_start = any(starts) and bool(conditions) and not mismatch.always_wagers
        said = [*filter(None, starts)] if is_start else [_direction(mismatch)]
    details = "; ".join(said)
    places += [f"at the counting{f' ({details})' if details else ''}"] if counts else []
    is_one = len(counts) + bool(wagers) < 2
    return "" if is_one else f"{SEVERAL}: look {' and '.join(places)}"


def describe_counts(words: Sequence[str], mismatch: Mismatch) -> str:
    """List mistakes in counting that explain the wagers equally well. If there are many, name none."""
    direction = _direction(mismatch)
    here = f" ({direction})" if direction else ""
    if not 0 < len(words) <= MOST_LISTED:
        return f"{SEVERAL}: look at the counting{here}"
    return f"{SEVERAL}{here}: {'; '.join(f'({place}) {each}' for place, each in enumerate(words, 1))}"


def describe_several(known: str, line: int) -> str:
    """Describe which parts of the program to check, if it has several mistakes.

    The mistake ``known`` explains only the wagers before ``line``.
    """
    enough = "" if known in BARE_WAGERS else f" (enough before line {line}: {known})"
    return f"several mistakes at once: look at the counting and at the wager{enough}"


def is_about_memory(change: Change) -> bool:
    """Return whether a change is about a number that a strategy remembers, or about its reactions."""
    return change.rule[:1] == ("strategies",) and change.rule[2:3] in (("memory",), ("reactions",))


def _describe_memory(mismatch: Mismatch, changes: Iterable[Change]) -> str:
    """Describe which parts of a strategy to check. Return an empty string if there is only one."""
    parts = dict[str, dict[str, None]]()
    for change in changes:
        on, what = "", f"the start of `{change.rule[-1]}`"
        if change.rule[2] == "reactions":
            reaction = look(mismatch.variants.base, change.rule[:4])
            numbers = [change.rule[5]] if change.rule[4:5] == ("set",) else [*reaction.get("set", ())]
            what = " and ".join(f"`{each}`" for each in numbers) or "the reaction"
            on, what = occasion_of(reaction), "the condition" if change.rule[-1] == "when" else what
            early = EARLY.search(change.message)
            what = f"the order (it may test `{early[1]}` too early)" if early else what
        parts.setdefault(on, {})[what] = None
    places = [f"at {enumerate_words([*names])}{on}" for on, names in parts.items()]
    is_one = sum(map(len, parts.values())) < 2
    return "" if is_one else f"{SEVERAL}: look {', and '.join(places)}"


def start_like(wager: str, condition: str) -> str:
    """Describe a count that starts one too low or one too high, if this explains the wagers.

    Such a count has the same effect as replacing the condition in ``wager`` with ``condition``. If no such
    count exists, return an empty string.

    >>> start_like("2 * minimum if count >= 2 else minimum", "count > 2")
    'the count begins at -1 instead of 0'
    >>> start_like("2 * minimum if count >= 2 else minimum", "count < 2")
    ''
    """
    limits = [(sign[0], int(number) + (sign in (">", "<="))) for sign, number in COMPARED.findall(wager)]
    others = [(sign[0], int(number) + (sign in (">", "<="))) for sign, number in COMPARED.findall(condition)]
    if len(limits) != 1 or len(others) != 1 or limits[0][0] != others[0][0]:
        return ""
    begin = limits[0][1] - others[0][1]
    return f"the count begins at {begin} instead of 0" if abs(begin) == 1 else ""


def _is_lower(mismatch: Mismatch) -> bool:
    """Return whether the wager on the line is lower than expected."""
    shown, expected = mismatch.shown, mismatch.expected
    return ((shown and shown.wager) or 0) < ((expected and expected.wager) or 0)


def _direction(mismatch: Mismatch) -> str:
    """Return what the wager reveals about the program's count, or an empty string."""
    shown, expected = mismatch.shown, mismatch.expected
    name = "" if expected is None else expected.name
    wager = str(look(mismatch.variants.base, mismatch.book.strategy(name, "wager")))
    if shown is None or expected is None or None in (shown.wager, expected.wager) or not RISING.search(wager):
        return ""
    is_lower, limits = _is_lower(mismatch), LIMIT.findall(wager)
    if len(limits) != 1:
        return f"the count is too {'low' if is_lower else 'high'}"
    sign, number = limits[0]
    return f"the program's count is {LIMITS[sign, is_lower]} {number} here"


def _merged(messages: Iterable[str]) -> Iterator[str]:
    """Merge messages about wrong counts that differ only in the cards.

    >>> [*_merged(["a Two is not counted", "an Ace is not counted", "J and Q count -1", "a Q counts -1"])]
    ['a Two or an Ace is not counted', 'J and Q, or some of them, count -1']
    """
    found: dict[tuple[bool, str], list[tuple[str, str]]] = {}
    for message in messages:
        match = MISCOUNTED.match(message)
        cards, how = match.groups() if match else (message, "")
        is_rank = not cards.startswith(("the ", "cards "))
        found.setdefault((is_rank, re.sub(r"^(?:is|are|counts?)\b", "", how)), []).append((cards, how))
    for pairs in found.values():
        how = dict(pairs)
        for words, pattern in OF_ONE.items():
            alike = [cards for cards in how if pattern.match(cards)]
            if len(alike) > 1:
                how = {words: f"are{pairs[0][1].removeprefix('is').removeprefix('are')}"} | {
                    cards: each for cards, each in how.items() if cards not in alike
                }
        for group in sorted((cards for cards in how if " and " in cards), key=len, reverse=True):
            within = [cards for cards in how if {*RANK.findall(cards)} <= {*RANK.findall(group)}]
            if len(within) > 1 and group in how:
                how = {f"{group}, or some of them,": how[group]} | {
                    cards: each for cards, each in how.items() if cards not in within
                }
        yield f"{enumerate_words([*how], 'or')} {[*how.values()][-1]}".strip()
