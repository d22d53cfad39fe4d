"""Describes powers, strategies, shuffles and hands that do not follow their conditions in the rules."""

from __future__ import annotations

from itertools import takewhile

from bj.catalogue.occasions import OCCASIONS
from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.record.events import Event
from bj.ruleset.expressions.tree import Compare, NamedValue, ValueKind, evaluate_expression, walk
from bj.verify.cards_left import describe_shuffle
from bj.verify.changes import look
from bj.verify.likely_cards_and_decisions import events_from
from bj.verify.message_texts import NOT_PLAYED, STOPS, WRONG_CASES
from bj.verify.mismatch import MOST_LINES, Mismatch
from bj.verify.money_sentences import format_money, solution
from bj.verify.rulebook import without_role

BETWEEN_ROUNDS = ("standing", "kicked_out", "victory")
"""Events that come between rounds, as keys without the role prefix."""

BANKROLL = NamedValue("bankroll", ValueKind.MONEY)
"""The bankroll, as it appears in an expression."""


def occasion(mismatch: Mismatch, rule: KeyPath) -> str:
    """Return a phrase that says when a person should have spoken, to follow `does not react`."""
    event, defined = mismatch.expected, look(mismatch.variants.base, rule)
    if event is None or event.phrase is None:
        return ""
    words = mismatch.compiled.phrases[event.person or 0][event.phrase]
    entries = defined if isinstance(defined, list) else [defined]
    on = [each.get("on") for each in entries if isinstance(each, dict) and each.get("say") == words]
    said = OCCASIONS[on[0]].words if on and on[0] in OCCASIONS else ""
    return solution(f" {said[0].lower()}{said[1:]}") if said else ""


def describe_condition(mismatch: Mismatch, rule: KeyPath, shown: Event | None, expected: Event | None) -> str:
    """Describe a wrong condition for a power, a strategy, a shuffle or a hand.

    Return an empty string for other conditions.
    """
    if rule[0] == "powers" and len(rule) > 1:
        return _use(mismatch, rule, shown, expected)
    if rule[0] == "strategies" and len(rule) > 1:
        if rule[2] == "memory":
            return f"the strategy `{rule[1]}` begins with a different value of `{rule[-1]}`"
        does = _reacts(mismatch, shown, expected) if rule[2] == "reactions" else "is not followed"
        if rule[-2] == "set":
            on = OCCASIONS[look(mismatch.variants.base, rule[:4])["on"]].words
            does = f"sets `{rule[-1]}` to a wrong value {on[0].lower()}{on[1:]}"
        return f"the strategy `{rule[1]}` {does}"
    if rule == ("rules", "minimum_wager"):
        return "the smallest wager is wrong"
    if rule[0] not in ("procedure", "shoe"):
        return ""
    if shown is not None and without_role(shown.key) == "kicked_out":
        return _kicked_out(mismatch, shown, expected)
    keys = [None if event is None else event.key for event in (shown, expected)]
    view = View(mismatch.compiled.program, mismatch.table)
    if at_shuffle := describe_shuffle(mismatch):
        return at_shuffle
    if expected is not None and expected.hand is not None and expected.key == "hand" != keys[0]:
        return f"hand {expected.hand} {NOT_PLAYED}"
    if shown is not None and shown.hand is not None and shown.key == "hand" != keys[1]:
        following = [*events_from(mismatch.reference, mismatch.text, mismatch.halt.at, MOST_LINES)]
        hands = [*takewhile(lambda event: without_role(event.key) not in BETWEEN_ROUNDS, following)]
        last = max((event.hand for event in hands if event.hand is not None), default=shown.hand)
        until = f", up to hand {last}" if last > shown.hand else ""
        is_end = len(hands) == len(following) < MOST_LINES and expected is not None
        bankroll = last_bankroll(mismatch)[1]
        spent = bankroll if bankroll.endswith(" of 0") else ""
        return f"the game continues after hand {view.hand_number}{spent}{until}{STOPS if is_end else ''}"
    return ""


def _reacts(mismatch: Mismatch, shown: Event | None, expected: Event | None) -> str:
    """Say whether a strategy wrongly reacts, or wrongly does not react, as far as the wagers show it."""
    said = [None if event is None else event.wager for event in (shown, expected)]
    bets = [event for event in mismatch.before if shown is not None and event.person == shown.person]
    last = next((event.wager for event in reversed(bets) if event.key == "player_bets"), None)
    if None in (*said, last) or said[0] == said[1]:
        return "reacts in the wrong cases"
    if last == said[0]:
        return "does not change its wager here, although it should"
    return "changes its wager here, although it should not"


def _use(mismatch: Mismatch, rule: KeyPath, shown: Event | None, expected: Event | None) -> str:
    """Describe a person who uses a power, or does not use it, against its condition."""
    said = [event is not None and event.phrase is not None for event in (shown, expected)]
    over = [event is not None and without_role(event.key) == "standing" for event in (shown, expected)]
    is_used, is_unused = said if any(said) else over
    if is_used == is_unused:
        return WRONG_CASES.format(power=rule[1])
    event = shown if is_used else expected
    who = (event.name if event is not None else "") or "a member"
    here = circumstances(mismatch, rule) or ", against its condition"
    does = f"uses the power `{rule[1]}`{here}" if is_used else does_not_use(mismatch, rule, here)
    return f"{who} {does}"


def does_not_use(mismatch: Mismatch, rule: KeyPath, here: str) -> str:
    """Say that a power is not used here or, if the transcript lacks its words, that it is never used."""
    event = mismatch.expected
    words = ""
    if event is not None and event.phrase is not None:
        words = mismatch.compiled.phrases[event.person or 0][event.phrase]
    if not words or mismatch.book.is_said(words, mismatch.text.content):
        return f"does not use the power `{rule[1]}`{here}"
    return f"never uses the power `{rule[1]}`{', here' if here.startswith(' with') else ''}{here}"


def circumstances(mismatch: Mismatch, rule: KeyPath) -> str:
    """Describe the bankroll when a power was used or not used, and the limit in the power's condition.

    Return an empty string if the condition does not compare the bankroll.
    """
    condition = mismatch.reference.checked.expressions.get(("powers", rule[1], "when"))
    compared = [part for part in walk(condition) if isinstance(part, Compare)] if condition else []
    part = next((each for each in compared if each.left == BANKROLL), None)
    if part is None:
        return ""
    bankroll, unit = last_bankroll(mismatch)[1], 10**mismatch.compiled.decimals
    names = [each for each in walk(part.right) if isinstance(each, NamedValue)]
    values = {each.name: mismatch.book.values.get(each.name) for each in names}
    units = {each.name: unit if each.kind == ValueKind.MONEY else 1 for each in names}
    known = {name: value * units[name] for name, value in values.items() if isinstance(value, int)}
    if not bankroll or len(known) < len(values):
        return bankroll
    limit = format_money(mismatch, evaluate_expression(part.right, known, unit))
    return bankroll + solution(f"; the limit is {limit}")


def last_bankroll(mismatch: Mismatch) -> tuple[str, str]:
    """Return the player whose bankroll was shown last, and describe that bankroll in a phrase.

    Both are empty if no bankroll was shown.
    """
    players = View(mismatch.compiled.program, mismatch.table).players
    events = (*mismatch.before, *((mismatch.shown,) if mismatch.shown is not None else ()))
    money = [each for each in events if each.person in players and each.bankroll is not None]
    if not money:
        return "", ""
    return money[-1].name, f" with a bankroll of {format_money(mismatch, money[-1].bankroll or 0)}"


def _kicked_out(mismatch: Mismatch, shown: Event, expected: Event | None) -> str:
    """Describe a person who is wrongly kicked out, with the bankroll and the minimum wager."""
    view = View(mismatch.compiled.program, mismatch.table)
    name, bankroll = last_bankroll(mismatch)
    player = f"{name} goes on{bankroll}" if shown.is_dealer and bankroll else ""
    who = f"{shown.name} is kicked out" + ("" if shown.is_dealer else bankroll)
    smallest = f"and the smallest wager is {format_money(mismatch, view.minimum_wager)}"
    is_other = expected is not None and without_role(expected.key) == "kicked_out"
    right = solution(f"; {expected.name} should go") if expected is not None and is_other else ""
    return ", ".join(filter(None, (who, player, smallest))) + right
