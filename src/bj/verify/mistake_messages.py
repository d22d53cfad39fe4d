"""Writes sentences that describe a mistake in a program without revealing the rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, takewhile
from typing import Any

from bj.catalogue.events import EVENTS
from bj.catalogue.house_rules import ALLOWANCES, RULES
from bj.catalogue.occasions import OCCASIONS
from bj.catalogue.steps import STEPS
from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.record.events import LINE, Event
from bj.ruleset.expressions.tree import Compare, NamedValue, ValueKind, evaluate_expression, walk
from bj.ruleset.suggestions import shorten
from bj.ruleset.templates import TemplateField
from bj.text.sentences import count_of, enumerate_words
from bj.verify.changes import look
from bj.verify.decisions_shown import (
    ACTIONS,
    decision_of,
    decisions_in,
    describe_decisions,
    total_shown,
)
from bj.verify.findings import OFTEN, WORDING
from bj.verify.hands_for_and_against import Evidence
from bj.verify.hook_names import NATURALS
from bj.verify.likely_answers import HAND_BEGINS, events_from
from bj.verify.matching import differing
from bj.verify.mismatch import BETWEEN_HANDS, CARDS_SHOWN, MOST_LINES, Mismatch
from bj.verify.money_sentences import (
    SOLUTION,
    describe_payout,
    describe_start,
    describe_wager,
    format_money,
    name_of,
    solution,
    split_solution,
)
from bj.verify.results_shown import (
    MOST_TOTALS,
    RESULTS,
    describe_last,
    describe_results,
    second_result,
    wrong_bust,
)
from bj.verify.riffles import RIFFLES, SAME_CARD, UNRIFFLED
from bj.verify.rulebook import dotted, spans, without_role
from bj.verify.totals_shown import WITHOUT_ACE, describe_totals
from bj.verify.wording_differences import LONGEST_WORDING, NO_VALUE, RETURNED, describe_difference

CONDITION = "a condition differs from the rules"
"""The start of messages about conditions."""

JOINTS = {"and": "or", "or": "and"}
"""The words that join two conditions, each mapped to the other."""

ACTS = {
    "shuffle": "the cards are shuffled",
    "reshuffle": "the cards are shuffled",
    "announce hand": "the hand is announced",
    "take wagers": "the player wagers",
    "take side bets": "side bets are made",
    "deal": "the first cards are dealt",
    "offer insurance": "insurance is offered",
    "offer surrender": "surrender is offered",
    "peek": "the dealer checks for a natural",
    "pay naturals": "naturals are paid",
    "settle side bets": "side bets are settled",
    "players act": "the player plays",
    "reveal hole card": "the hole card is turned",
    "dealer acts": "the dealer plays",
    "settle": "hands are settled",
    "announce standings": "the standings are announced",
    "kick out player": "the player is kicked out",
    "kick out dealer": "the dealer is kicked out",
}
"""Sentences for steps that are shorter than those in the catalogue."""

SETTLED_EARLY = f"{ACTS['settle']} before {ACTS['dealer acts']}"
"""The message for results that are announced before the dealer has played."""

IN_PLACE = " is printed in place of the "
"""The middle of the message for a line that shows `None` or an object in place of a value."""

NUMBERS = {
    "hand": "number of the hand",
    "total": "total",
    "bankroll": "bankroll",
    "amount": "amount",
    "wager": "wager",
    "cut": "cut",
    "part": "number of the split hand",
}
"""Phrases for the numbers in events, by field."""

BLANK_LINES = "the blank lines differ from the rules"
"""The start of messages about blank lines."""

OTHER_ORDER = "the cards are not in the order that these cuts give"
"""The message for cards that come in an unknown order."""

MISPRINTED = "a number is printed wrong"
"""The message for a wrong number that has no effect on the game."""

NUMBERED = "the hands are numbered"
"""The start of the message for hands whose numbers are all wrong."""

OTHER_WORDING = "the wording differs from the rules"
OTHER_OUTCOME = "an outcome has the wording of another outcome"
"""The messages for a line that is reworded, or that has the text for a different outcome."""

NOT_ASKED = "the question is not printed"
"""The message for a missing question."""

QUESTION_MISSING = "a question, or the answer to it, is missing here"
OTHER_QUESTION = "the question differs from the rules"
"""The messages for a line that comes in place of a question, and for a reworded question."""

WRONG_TOTAL = "the total does not match the cards"
"""The message for a total that no values of the cards explain."""

WRONG_LIMIT = "hands bust at the wrong total"
"""The message for hands that bust at the target, or that do not bust above it."""

LOSS = "A hand that loses costs its wager."
"""The rule for a loss, which rule cards do not mention."""

BETWEEN_ROUNDS = ("standing", "kicked_out", "victory")
"""Events that come between rounds, as keys without the role prefix."""

BY_STEPS = ("procedure", "output", "payouts")
"""The sections whose rules are described by the step that prints the line."""

LINE_MISSING = "a line is missing"
STEP_MISSING = "a step is missing"
"""The start of messages about a missing line or step."""

NOT_PLAYED = "is not played"
"""The end of messages about a hand that is missing."""

USED_AGAIN = "is used again at once, against the rules"
"""The end of the message for a power that is used twice in a row."""

STOPS = "; there, the program stops or crashes"
"""The end of messages about a program that stops after the game should have ended."""

NOT_PAID = "the bankroll does not change"
"""The message for results that are not paid."""

NO_RESULT = "no result is announced"

UNSETTLED = f"{NO_RESULT} and nothing is paid: the standings are announced at once"
"""The messages for a hand that ends without a result."""

NOTHING = "nothing is printed between "
"""The start of the message for a question that comes too early. It quotes the lines around the gap."""

RAN_OUT = "the cards are said to have run out"
"""The message for a shoe that supposedly runs out although it still has cards."""

RESULT_FIRST = f"{LINE_MISSING}: the result is printed before the player's hand is shown"
"""The message for a natural that is paid before its cards are shown."""
GOES_ON = "a hand goes on after a double"
"""The message for a hand that should have ended after a double."""

OUT_OF_TURN = "{shown} comes next, out of turn"
"""The message for a person who comes next although it is another person's turn."""

WRONG_PLACE = "a line is in the wrong place: "
"""The start of the message for a line that comes too early or too late."""

NO_REACTION = "{expected} does not react"
"""The message for speech that is missing, or for a power that is not used."""

UNCONDITIONAL = "all members use the power `{power}` in every case"
"""The message for a power that all members use regardless of its condition."""

WRONG_CASES = "the power `{power}` is used in the wrong cases"
"""The message for a power with a wrong condition."""

REMAINDER = re.compile(r"(% 2) != ([01])\b")
"""A pattern that matches a remainder that is one of two numbers because it is not the other."""

WHOLE_LIMIT = re.compile(r"\b(count|total) (>|<=) (-?\d+)\b(?! *[-+*/%])")
"""A pattern that matches comparisons with an integer, which can be written with a different sign."""

BANKROLL = NamedValue("bankroll", ValueKind.MONEY)
"""The bankroll, as it appears in an expression."""

BARE_WAGERS = ("the strategy wagers a different amount", "the wager is wrong")
"""Messages that say only that a wager is wrong."""

BARE_ACTIONS = (
    "the player does not follow the strategy",
    "the dealer draws when the rule says to stand",
    "the dealer stands when the rule says to draw",
    "the dealer does not follow the drawing rule",
)
"""Messages that say only that a decision is wrong."""

UNDEALT = "no cards are dealt or shown after the wager"
GOES_ON_AFTER = "the game continues after the answer"
NEVER_ACCEPTED = "no answer is ever accepted, so no cards are dealt"
"""Messages, or beginnings of messages, that simply state what the transcript shows."""

REFUSED = "an answer that the rules accept is refused"
ACCEPTED = "an answer that the rules refuse is accepted"
"""The messages for answers. They are followed by the line that contains the answer."""

QUESTIONS = {
    "wager": "is asked for a wager",
    "action": "is asked for an action",
    "insurance": "is asked about insurance",
    "surrender": "is asked about a surrender",
    "side_bet": "is asked about a side bet",
    "again": "is asked whether to continue",
}
"""Phrases for what a player is asked, for each section under [prompts]."""

NOT_ASKED_FOR = "is not asked"
"""The part of a sentence about a missing question that replaces `is asked`."""

EVERY_ACE = "every ace counted its highest value"
"""The end of the message about a total that only hands of aces can have."""

FIRST_CARDS = 2
"""The number of cards in a hand before the first draw."""

STEPS_THAT_ASK = {
    "wager": ("take wagers",),
    "action": ("players act",),
    "insurance": ("offer insurance",),
    "surrender": ("offer surrender",),
    "side_bet": ("take side bets",),
    "again": ("ask again",),
}
"""The steps that ask the questions in each section under [prompts]."""

SETTINGS = {
    "procedure.deal": "the first cards are dealt in the wrong order",
    "rules.target": "hands bust above {value}",
    "shoe.packs": "the number of packs in the shoe is {value}",
    "shoe.shuffle.cuts": "a shuffle has {value} cuts",
    "shoe.when_empty": "the program does the wrong thing when the cards run out",
    "dealer.plays": "the dealer plays {value}, against the rules",
}
"""Messages about programs that use a different value for a key, by the path of the key."""


def name_step(step: Any) -> str:
    r"""Describe a step in a ruleset as a clause.

    >>> name_step("ask again"), name_step({"say": "\nGood luck!\n"})
    ('the human players are asked whether to continue', '`Good luck!` is printed')
    """
    if isinstance(step, dict) and isinstance(step.get("say"), str):
        lines = step["say"].strip().splitlines()
        return f"`{lines[0]}` is printed" if lines else "an empty line is printed"
    if isinstance(step, dict) and step.get("repeat"):
        return f"the {step['repeat']}s are played"
    name = str(step.get("step") if isinstance(step, dict) else step)
    return ACTS.get(name) or STEPS[name].means.partition(";")[0].partition(":")[0]


AS_IF = "as if"
"""The start of a phrase for the condition that a program seems to use."""


def as_if(condition: str) -> str:
    r"""Return a phrase for the condition, or the joining word, that a program seems to use.

    >>> as_if("count >= 3"), as_if("or")
    ('as if the condition were `count >= 3`', 'as if `and` were `or`')
    """
    what = f"`{JOINTS[condition]}`" if condition in JOINTS else "the condition"
    return f"{AS_IF} {what} were `{with_whole_limits(condition)}`"


def with_whole_limits(condition: str) -> str:
    """Write limits on integers with `>=` or `<`, so that equivalent conditions look the same.

    >>> with_whole_limits("count > 2 and total <= 16"), with_whole_limits("total % 2 != 0")
    ('count >= 3 and total < 17', 'total % 2 == 1')
    """
    condition = REMAINDER.sub(lambda found: f"{found[1]} == {1 - int(found[2])}", condition)
    signs = {">": ">=", "<=": "<"}
    return WHOLE_LIMIT.sub(lambda limit: f"{limit[1]} {signs[limit[2]]} {int(limit[3]) + 1}", condition)


def is_missing(mismatch: Mismatch, kind: str, message: str) -> bool:
    """Return whether a finding is about a missing line, so that the actual line may be right."""
    is_end = kind == "ending" and mismatch.at_end
    said = LINE_MISSING, STEP_MISSING, NO_REACTION, NOTHING, QUESTION_MISSING
    return is_end or kind == "missing line" or message.startswith(said)


def is_certain(mismatch: Mismatch, kind: str, rule: KeyPath, message: str, *, is_first: bool) -> bool:
    """Return whether only one rule can be blamed for an unexplained line.

    Messages about missing or repeated lines are certain only if the line ``is_first``.
    """
    if message == WRONG_LIMIT or not is_first:
        return message == WRONG_LIMIT and bool(_limit(mismatch))
    said = describe_mistake(mismatch, kind, rule, message, Evidence())
    begins = said.startswith((NOTHING, UNDEALT, GOES_ON_AFTER, f"{RAN_OUT} with "))
    return begins or said.endswith((NOT_PLAYED, USED_AGAIN, EVERY_ACE)) or NOT_ASKED_FOR in said


def asks_again(mismatch: Mismatch, sentence: str) -> bool:
    """Return whether ``sentence`` is about refused answers, and the same question is expected again."""
    return sentence.startswith((REFUSED, NEVER_ACCEPTED)) and "wager" in asked(mismatch)


def describe_mistake(mismatch: Mismatch, kind: str, rule: KeyPath, message: str, evidence: Evidence) -> str:
    """Describe a finding in one sentence that gives its scope and the people and numbers on its line."""
    shown, expected = mismatch.shown, mismatch.expected
    said = describe_no_value(mismatch) or _unraised(mismatch)
    if said:
        return said
    if message == NO_REACTION:
        is_power, here = rule[0] == "powers" and len(rule) > 1, _occasion(mismatch, rule)
        here = here or (_circumstances(mismatch, rule) if is_power else "")
        message = "{expected} " + _does_not_use(mismatch, rule, here) if is_power else message + here
    if message == NOT_PAID and expected is not None and expected.key in RESULTS:
        return (
            message
            if shown is not None and shown.key in RESULTS
            else f"no result is announced, and {message}"
        )
    if message.startswith(WRONG_PLACE):
        return _out_of_place(mismatch, message.removeprefix(WRONG_PLACE))
    if message == OUT_OF_TURN and shown is not None and expected is not None:
        return _out_of_turn(mismatch, shown, expected)
    message = with_names(mismatch, message)
    if _is_unsettled(mismatch, rule):
        return UNSETTLED
    if (kind == "order" or message in BARE_ACTIONS) and _comes_later(mismatch):
        return SETTLED_EARLY
    if message in BY_MESSAGE:
        return BY_MESSAGE[message](mismatch) or message
    if expected is not None and message.startswith(LINE_MISSING) and _is_undealt(mismatch):
        return UNDEALT
    if kind == "bankroll" and shown is not None and shown.key == "hand" and shown.bankroll is not None:
        return describe_start(mismatch, shown)
    if shown is not None and expected is not None and expected.key == "hand" and _is_last(mismatch, shown):
        return f"hand {expected.hand} {NOT_PLAYED}"
    if rule[0] == "powers" and message == UNCONDITIONAL.format(power=rule[-2]):
        bankroll = _last_bankroll(mismatch)[1]
        return f"{message}, also{bankroll}" if bankroll else message
    is_wager = mismatch.keys == {"bets"} and rule[0] in ("rules", "players")
    if message.startswith(CONDITION):
        message = _condition(mismatch, rule, shown, expected) or message
    if (
        (kind in ("wager", "count", "number") or rule[0] == "strategies" or is_wager)
        and shown is not None
        and shown.wager is not None
    ):
        misprint = _misprint(mismatch, shown, expected) if message == MISPRINTED and expected else ""
        message = BARE_WAGERS[1] if message == MISPRINTED and shown.wager <= 0 else message
        wagers = describe_wager(mismatch, shown, evidence if kind == "wager" else Evidence())
        is_enough = message in BARE_WAGERS and SOLUTION in wagers
        return wagers if is_enough else f"{wagers}: {misprint.partition(':')[0] or message}"
    if kind in ("action", "dealer") and shown is not None:
        actions = _action(mismatch, rule if message in BARE_ACTIONS else (), shown, evidence)
        is_enough = message in BARE_ACTIONS or message == actions
        return actions if actions and is_enough else ": ".join(filter(None, (actions, message)))
    if kind == "natural" and shown is not None and shown.key in NATURALS:
        total = mismatch.total_of(mismatch.player)
        is_wrong = total not in (None, mismatch.book.model.rules.target)
        return f"a hand of {total} counts as a natural" if is_wrong else message
    if kind == "outcome" or (kind in ("payout", "natural", "rounding") and rule[0] == "payouts"):
        if shown is None or not message.endswith("is wrong"):
            return message
        return (
            second_result(mismatch)
            or describe_results(mismatch, evidence)
            or describe_payout(mismatch, shown, rule, evidence)
            or message
        )
    if kind == "ending" and expected is None and not mismatch.is_end:
        question, answer = mismatch.book.split_question(mismatch.line_before)
        return f"{GOES_ON_AFTER} {answer} to `{question}`" if answer else message
    if kind == "shuffle" and shown is not None and (shown.cut is not None or shown.card is not None):
        return _describe_order(mismatch, shown, message)
    if message == ACCEPTED:
        return f"{message}: `{mismatch.line_before}`; if it shows no answer, see `--answers`"
    if message.startswith(STEP_MISSING) and rule[2:] == (0,):
        return message + _at_start(mismatch, rule[1], evidence)
    if message == BLANK_LINES:
        return f"{message}: one is {'missing' if mismatch.line.strip() else 'too many'} here"
    if message in (MISPRINTED, WRONG_TOTAL) or kind == "total":
        return _total(mismatch, message)
    if message == OTHER_WORDING:
        results = {RESULTS.get(event.key) for event in (shown, expected) if event is not None}
        if len(results) == 2 and None not in results:
            return OTHER_OUTCOME
        at, line = mismatch.differing
        return describe_difference(line.partition("\n")[0], mismatch.text.line(at)) or message
    if message == OTHER_QUESTION:
        return describe_question(mismatch) or message
    if kind == "missing line" and expected is not None and expected.key in EVENTS:
        return f"{message}: {when(expected)}{_without_card(mismatch, shown)}"
    if kind == "extra line" and shown is not None and shown.key in EVENTS:
        return f"{message}: {when(shown)}{_after_answer(mismatch)}"
    return message


def rule_of_line(mismatch: Mismatch, kind: str, rule: KeyPath) -> str:
    """Return the rule card's sentence about a rule, as it applies to the hand or the step on the line."""
    if rule[0] == "payouts" and wrong_bust(mismatch) is not None:
        return mismatch.book.in_words(("rules", "target"))
    if rule == ("payouts", "win"):
        events = (*mismatch.before, *((mismatch.expected,) if mismatch.expected is not None else ()))
        if describe_last(events, Evidence()) == "a loss":
            return LOSS
    event, entries = mismatch.expected, look(mismatch.variants.base, rule)
    if rule[-1] == "reactions" and event is not None and event.phrase is not None:
        words = mismatch.compiled.phrases[event.person or 0][event.phrase]
        rule = (*rule, *[index for index, each in enumerate(entries) if each.get("say") == words][:1])
    decision = decision_of(mismatch) if rule[-1] == "chart" else None
    words = mismatch.book.in_words(rule, None if decision is None else (decision.is_soft, decision.total))
    if rule[0] == "strategies" and rule[2:] == ("wager",):
        memory = (*rule[:2], "memory", str(look(mismatch.variants.base, rule)))
        other = memory if mismatch.is_first_hand else (*rule[:2], "reactions")
        if look(mismatch.variants.base, memory) is not None:
            words += f" {mismatch.book.in_words(other).partition(': ')[2]}"
    event = mismatch.shown if kind == "extra line" else mismatch.expected
    is_of_step = kind != WORDING or (event is not None and event.key == LINE)
    step = step_of(mismatch, event) if not words and rule[0] in BY_STEPS and is_of_step else ()
    return mismatch.book.in_words(step) if step else words


def _going_on(mismatch: Mismatch) -> str:
    """Describe a hand that goes on after a double. If the program asks for an action, quote the answer."""
    answers = mismatch.book.model.prompts.action.answers.items()
    typed = next((answer for answer, action in answers if action == "double"), "")
    said = f"after the answer `{typed}`, the hand goes on" if typed and mismatch.is_asked else GOES_ON
    return said + solution("; it ends after one card")


def _refusal(mismatch: Mismatch) -> str:
    events = events_from(mismatch.reference, mismatch.text, 0, MOST_LINES)
    lines = mismatch.text.content[: mismatch.text.starts[:MOST_LINES][-1]].splitlines()
    is_often = sum(mismatch.book.question_in(line) is not None for line in lines) > 2 * OFTEN
    if is_often and all(event.card is None and event.cards is None for event in events):
        return NEVER_ACCEPTED
    is_question = any(path[-1] == "ask" for path, _ in mismatch.book.prompts(mismatch.halt.expected))
    is_reply = mismatch.halt.expected and mismatch.expected is None and not is_question
    message = "an answer that the rules refuse is refused without the reply" if is_reply else REFUSED
    is_wager = mismatch.book.question_in(mismatch.line_before) == ("prompts", "wager")
    return f"{message}: `{mismatch.line_before}`{_last_bankroll(mismatch)[1] if is_wager else ''}"


def _at_start(mismatch: Mismatch, name: str | int, evidence: Evidence) -> str:
    """Return the end of a message about the missing first step of the game, a round or a hand."""
    program = mismatch.compiled.program
    rounds = {View(program, table).round_number for *_, table in evidence.hands_without()}
    before = {View(program, each.table).round_number for each in evidence.wrong}
    is_later = name == "round" and len(before) > 1 and before == {*range(1, max(rounds))}
    return f" at the start of {'the' if name == 'game' else 'a'} {name}" + (
        ", except for the first" if is_later else ""
    )


def describe_in_general(mismatch: Mismatch, rule: KeyPath, message: str) -> str:
    """Describe a mistake without the numbers on the line."""
    missing = describe_no_value(mismatch)
    if missing:
        return missing
    if message.startswith(CONDITION) and rule[0] == "powers":
        return WRONG_CASES.format(power=rule[1])
    if message in BARE_ACTIONS and _comes_later(mismatch):
        return SETTLED_EARLY
    message, right = split_solution(message)
    return UNSETTLED if _is_unsettled(mismatch, rule) else with_names(mismatch, message.replace(right, ""))


def describe_no_value(mismatch: Mismatch) -> str:
    """Describe a line that shows `None` or an object in place of a value.

    Return an empty string for any other line.
    """
    event, line = mismatch.expected, mismatch.lines_there
    template = mismatch.reference.checked.texts.get("" if event is None else event.key)
    found = NO_VALUE.search(line) if len(line) <= LONGEST_WORDING else None
    if template is None or found is None:
        return ""
    values = [line[begin:end].strip() for begin, end in spans(template, line)]
    if not values:  # the line is reworded, too
        right = (mismatch.halt.expected[begin:end] for begin, end in spans(template, mismatch.halt.expected))
        values = [found[0] if each.strip() not in line else "" for each in right]
    for piece, value in zip(template.pieces, values, strict=False):
        is_none = NO_VALUE.fullmatch(value) and value not in mismatch.halt.expected
        if isinstance(piece, TemplateField) and is_none:
            why = ": the function that makes it may return nothing" if value in RETURNED else ""
            field = piece.name.removeprefix("padded_")
            return f"`{shorten(value)}`{IN_PLACE}{NUMBERS.get(field, field)}{why}"
    return ""


def hands_without_value(mismatch: Mismatch) -> int:
    """Return the number of hands, from this line on, that show `None` or an object in place of a value.

    Return 0 if this line does not.
    """
    text, at, number, hands = mismatch.text, mismatch.halt.at, 0, set[int]()
    for _ in range(MOST_LINES if describe_no_value(mismatch) else 0):
        event, after = mismatch.reference.language.event_at(text, at)
        number += event is not None and event.key in HAND_BEGINS
        if NO_VALUE.search(text.content, at, min(after, at + LONGEST_WORDING)):
            hands.add(number)
        at = after
    return len(hands)


def with_names(mismatch: Mismatch, message: str) -> str:
    """Fill in the target, and the names of the people on the line and on the expected line."""
    shown, expected = mismatch.shown, mismatch.expected
    for field, event in (("{shown}", shown or expected), ("{expected}", expected or shown)):
        message = message.replace(
            field, (name_of(mismatch, event) if event is not None else "") or "a member"
        )
    return message.replace("the target", str(mismatch.book.model.rules.target))


def describe_question(mismatch: Mismatch) -> str:
    """Describe how the spaces, the case or the punctuation of a question are wrong.

    Return an empty string if the difference is of another kind.
    """
    at, right = mismatch.differing
    right, line = right.partition("\n")[0], mismatch.text.line(at)
    begins = (line[: len(right) + more] for more in (0, -1, 1))
    said = (describe_difference(right, begin) for begin in begins if begin.endswith(right[-2:]))
    return next(filter(None, said), "")


def _out_of_turn(mismatch: Mismatch, shown: Event, expected: Event) -> str:
    """Describe a person who acts out of turn, possibly after being kicked out."""
    kicked_out = [each.person for each in mismatch.before if without_role(each.key) == "kicked_out"]
    again = ", who has been kicked out," if shown.person in kicked_out[-1:] else ""
    return f"{shown.name}{again} comes next" + solution(f" instead of {expected.name}")


def _is_unsettled(mismatch: Mismatch, rule: KeyPath) -> bool:
    """Return whether a hand ends without a result.

    The line then shows the standings with the same bankroll as before the hand, although a win or a loss is
    expected.
    """
    shown, expected = mismatch.shown, mismatch.expected
    if rule[0] != "procedure" or shown is None or shown.person is None or expected is None:
        return False
    if RESULTS.get(expected.key, "a tie") == "a tie":
        return False
    before = View(mismatch.compiled.program, mismatch.table).bankroll(shown.person)
    return without_role(shown.key) == "standing" and shown.bankroll == before


def _is_undealt(mismatch: Mismatch) -> bool:
    """Return whether a transcript contains wagers but no cards."""
    events = events_from(mismatch.reference, mismatch.text, 0, MOST_LINES)
    return bool(_bets(mismatch)) and all(event.card is None and event.cards is None for event in events)


def _unraised(mismatch: Mismatch) -> str:
    """Describe a double that does not raise the wager. Return an empty string for any other line."""
    shown, expected = mismatch.shown, mismatch.expected
    if shown is None or expected is None or shown.key != "player_doubles" or expected.key != shown.key:
        return ""
    if [shown.wager] != _bets(mismatch)[-1:]:
        return ""
    right = solution(f" instead of {format_money(mismatch, expected.wager or 0)}")
    return f"{shown.name} doubles, but the wager stays {format_money(mismatch, shown.wager or 0)}{right}"


def _bets(mismatch: Mismatch) -> list[int | None]:
    """Return the wagers in this hand up to the difference."""
    return [event.wager for event in mismatch.halt.before if event.key == "player_bets"]


def asked(mismatch: Mismatch) -> list[str]:
    """Return which kinds of questions the expected text may belong to."""
    if mismatch.expected is not None:
        return []
    return [str(path[1]) for path, _ in mismatch.book.prompts(mismatch.halt.expected)]


def step_of(mismatch: Mismatch, event: Event | None) -> KeyPath:
    """Return the path of the step that prints an event or asks the expected question.

    Return an empty path if the step is unknown.
    """
    if event is not None and event.line is not None:
        return mismatch.compiled.lines[event.line][:-1]
    names = [name for section in asked(mismatch) for name in STEPS_THAT_ASK.get(section, ())]
    if event is not None and event.key in EVENTS:
        names = [*EVENTS[event.key].steps]
        if without_role(event.key) == "dealt" and not mismatch.is_dealing:
            names = ["dealer acts" if event.is_dealer else "players act"]
        elif event.cards is not None and len(event.cards) == FIRST_CARDS:
            names.reverse()  # a hand with only its first cards is shown before the first draw
    steps = [*mismatch.book.model.procedure.all_steps()]
    return next((path for name in names for path, step in steps if step.step == name), ())


def _occasion(mismatch: Mismatch, rule: KeyPath) -> str:
    """Say when a person should have spoken, in words that follow `does not react`."""
    event, defined = mismatch.expected, look(mismatch.variants.base, rule)
    if event is None or event.phrase is None:
        return ""
    words = mismatch.compiled.phrases[event.person or 0][event.phrase]
    entries = defined if isinstance(defined, list) else [defined]
    on = [each.get("on") for each in entries if isinstance(each, dict) and each.get("say") == words]
    said = OCCASIONS[on[0]].words if on and on[0] in OCCASIONS else ""
    return solution(f" {said[0].lower()}{said[1:]}") if said else ""


def _limit(mismatch: Mismatch) -> str:
    """Describe a hand that wrongly busts, or wrongly does not bust. Return an empty string if unknown."""
    shown = mismatch.low_bust or mismatch.shown
    for event, does in ((shown, "busts"), (mismatch.expected, "does not bust")):
        if event is not None and event.person is not None and without_role(event.key) == "busts":
            total = event.total or total_shown(mismatch, event.person) or mismatch.total_of(event.person)
            others = _other_limits(mismatch, total) if total and does == "busts" else ""
            limit = solution(f"; a hand busts with more than {mismatch.book.model.rules.target}")
            return f"{event.name} {does} with {total}{others}{limit}" if total else ""
    return ""


def _other_limits(mismatch: Mismatch, total: int) -> str:
    """Return a phrase for other totals at which hands wrongly bust, or wrongly do not bust."""
    target = mismatch.book.model.rules.target
    bust, kept = dict[int, str](), dict[int, str]()
    for event, after in pairwise(events_from(mismatch.reference, mismatch.text, 0, MOST_LINES)):
        keys = without_role(event.key), without_role(after.key)
        own = (event.total or total) if keys[0] in ("total", "busts") else total
        says_busts = event.key.replace("total", "busts") in mismatch.reference.checked.texts
        if own != total and ("busts" in keys) == (own <= target) and says_busts:
            (bust if "busts" in keys else kept)[own] = str(own)
    low, high = [*bust.values()], [*kept.values()]
    said = f", also with {enumerate_words(low[:MOST_TOTALS])}" if low else ""
    return said + (f", but not with {high[0]}" if high else "")


def _comes_later(mismatch: Mismatch) -> bool:
    """Return whether the line announces a result before the dealer finishes playing the hand."""
    shown, expected = mismatch.shown, mismatch.expected
    if shown is None or shown.key not in RESULTS or expected is None or not expected.is_dealer:
        return False
    following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at)
    rest = takewhile(lambda event: event.key not in BETWEEN_HANDS, following)
    keys = {key for key, event in EVENTS.items() if "dealer acts" in event.steps}
    return expected.key in keys and any(event.key in keys for event in rest)


def _out_of_place(mismatch: Mismatch, event: str) -> str:
    """Say whether the line about ``event`` comes too early or too late, and before which question."""
    if mismatch.expected is not None and event.startswith(when(mismatch.expected)):
        return f"a line comes too late: {event}"
    questions = (QUESTIONS[each] for each in asked(mismatch) if each in QUESTIONS)
    question = next((f", before a player {each}" for each in questions), "")
    return f"a line comes too early{question}: {event}"


def _is_last(mismatch: Mismatch, shown: Event) -> bool:
    """Return whether the line shows a standing, and no hand follows."""
    following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at, MOST_LINES)
    return without_role(shown.key) == "standing" and all(event.key != "hand" for event in following)


def _wrong_total(mismatch: Mismatch, shown: Event, expected: Event) -> str:
    """Describe the wrong total, or the wrong number of cards, on the line.

    Return an empty string if neither is shown.
    """
    if shown.cards is not None and expected.cards is not None and len(shown.cards) != len(expected.cards):
        right = solution(f" instead of {len(expected.cards)}")
        return f"{expected.name or 'the player'}'s hand has {count_of(len(shown.cards), 'card')}{right}"
    if shown.total is None or expected.total is None or shown.total == expected.total:
        return ""
    right = solution(f" instead of {expected.total}")
    return f"{expected.name or 'the player'}'s cards count {shown.total}{right}"


def _early_question(mismatch: Mismatch) -> str:
    """Describe a question that comes too early, by quoting what is printed before it."""
    question, _ = mismatch.book.split_question(mismatch.line)
    before = f"`{mismatch.line_before}`" if mismatch.line_before else "the start"
    events = events_from(mismatch.reference, mismatch.text, 0, MOST_LINES)
    none = "" if any(event.key in EVENTS for event in events) else ": no hand is played"
    return f"{NOTHING}{before} and `{question}`{none}"


def _ran_out(mismatch: Mismatch) -> str:
    """Describe a shoe that still has cards although the line says that it has run out."""
    view, keys = View(mismatch.compiled.program, mismatch.table), [each.key for each in mismatch.halt.before]
    since = keys[::-1].index("shuffle") if "shuffle" in keys else len(keys)
    dealt = sum(without_role(key) in ("dealt", "dealt_down") for key in keys[len(keys) - since :])
    left = (view.shoe_size if "shuffle" in keys else view.cards_left) - dealt
    return f"{RAN_OUT} with {count_of(left, 'card')} left" if left > 0 else ""


def _unasked(mismatch: Mismatch) -> str:
    """Say who is not asked. Return an empty string if the line may be the question in other words."""
    sections = [each for each in asked(mismatch) if each in QUESTIONS]
    words = mismatch.lines_there.split()
    is_answer = bool(words) and (
        words[-1] in mismatch.book.model.prompts.action.answers or words[-1].isdigit()
    )
    if not sections or (mismatch.shown is None and is_answer):
        return ""
    name = "a player" if mismatch.player is None else mismatch.compiled.persons[mismatch.player]
    total = mismatch.total_of(mismatch.player) if sections[0] == "action" else None
    said = (f"{mismatch.line_before}{blank}" for blank in ("", "\n", "\n\n", "\n\n\n"))
    is_reply = any(path[-1] != "ask" for each in said for path, _ in mismatch.book.prompts(each))
    again = " again" if is_reply else ""
    return f"{name} {QUESTIONS[sections[0]]}{f' with {total}' if total else ''}".replace(
        "is asked", f"{NOT_ASKED_FOR}{again}"
    )


def _after_answer(mismatch: Mismatch) -> str:
    """Return a phrase that quotes the question and the answer before the line, or an empty string."""
    before = mismatch.line_before
    return f", after `{before}`" if mismatch.book.question_in(before) is not None else ""


def _total(mismatch: Mismatch, message: str) -> str:
    """Describe a wrong or misprinted total, with examples if several kinds of hands are wrong."""
    shown, expected = mismatch.shown, mismatch.expected
    said, examples = describe_totals(mismatch) if message != MISPRINTED else ("", "")
    if message not in (MISPRINTED, WRONG_TOTAL):
        has_both = WITHOUT_ACE in said and ";" in examples
        return message + (
            solution(examples) if has_both and shown is not None and shown.total is not None else ""
        )
    if said:
        return said + solution(examples)
    if message == WRONG_TOTAL and expected is not None and mismatch.is_guess:
        return _impossible(mismatch, expected) or message
    if shown is None or expected is None:
        return message
    describe = _misprint if message == MISPRINTED else _wrong_total
    return _keeps_cards(mismatch, shown, expected) or describe(mismatch, shown, expected) or message


def _impossible(mismatch: Mismatch, expected: Event) -> str:
    """Describe a total that is too high for the number of cards.

    Return an empty string if the total is possible.
    """
    cards, pack = len(expected.cards or ()), mismatch.reference.checked.pack
    most = max(cards * max(min(worth) for worth in pack.worths), mismatch.book.model.rules.target)
    total, who = max(mismatch.totals_there), f"{expected.name or 'the player'}'s {count_of(cards, 'card')}"
    if total <= most:
        return ""
    if total == cards * max(max(worth) for worth in pack.worths):
        return f"{who} count {total}, as if {EVERY_ACE}"
    kept = (
        "; the cards of the previous hand may still be counted"
        if mismatch.before[: -len(mismatch.halt.before)]
        else ""
    )
    return f"{who} cannot count {total}{kept}"


def _without_card(mismatch: Mismatch, shown: Event | None) -> str:
    """Return a phrase for the total of the cards shown, or an empty string if it matches the line."""
    total = None if shown is None or shown.person is None else total_shown(mismatch, shown.person)
    is_other = shown is not None and shown.total is not None and total not in (None, shown.total)
    return f"; the cards shown add up to {total}" if is_other else ""


def when(event: Event) -> str:
    """Describe an event in a phrase that can follow a colon."""
    means = EVENTS[event.key].means.partition(";")[0]
    return means[0].lower() + means[1:]


def _action(mismatch: Mismatch, rule: KeyPath, shown: Event, evidence: Evidence) -> str:
    """Describe wrong decisions, with totals if they are known.

    Return an empty string if it is unknown who decided.
    """
    decisions = map(decision_of, (mismatch, *evidence.wrong))
    wrong = [*dict.fromkeys(each for each in decisions if each is not None)]
    if not wrong and (shown.person is None or without_role(shown.key) not in ACTIONS):
        return ""
    if not wrong:
        who = shown.name or ("the dealer" if shown.is_dealer else "the player")
        return f"{who} {ACTIONS[without_role(shown.key)]} against the rule"
    names = {each.name for each in wrong}
    others = [each for hand in evidence.hands_without() for each in decisions_in(*hand)]
    right = [each for each in others if each.name in names and each not in wrong]
    row = mismatch.book.in_words(rule, (wrong[0].is_soft, wrong[0].total)) if rule[-1:] == ("chart",) else ""
    return describe_decisions(wrong, right, row)


def _misprint(mismatch: Mismatch, shown: Event, expected: Event) -> str:
    """Describe the number that is misprinted, or return an empty string if several numbers are."""
    wrong = [name for name in differing(expected, shown) if name in NUMBERS]
    if len(wrong) != 1:
        return ""
    number = getattr(shown, wrong[0])
    if wrong == ["hand"] and any((event.key, event.hand) == ("hand", number) for event in mismatch.before):
        return f"the number of the hand stays {number}"
    if expected.key == "hand" and expected.hand is not None:
        following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at, MOST_LINES)
        numbers = [str(event.hand) for event in following if event.key == "hand"][:OFTEN]
        right = map(str, range(expected.hand, expected.hand + len(numbers)))
        if numbers[1:] and wrong == ["hand"]:
            return f"{NUMBERED} {', '.join(numbers)} …" + solution(f" instead of {', '.join(right)} …")
    if wrong[0] in ("bankroll", "amount", "wager"):
        number = format_money(mismatch, number)
    return f"the {NUMBERS[wrong[0]]} is printed wrong: {number}"


def _keeps_cards(mismatch: Mismatch, shown: Event, expected: Event) -> str:
    """Describe a total that includes the cards from the previous hand.

    Return an empty string if the line shows no such total.
    """
    last = mismatch.before[: len(mismatch.before) - len(mismatch.halt.before)]
    totals = [event.total for event in last if event.person == expected.person and event.total is not None]
    if not totals or shown.total is None or shown.total - totals[-1] != expected.total:
        return ""
    return "the total still includes the cards of the previous hand"


def _describe_order(mismatch: Mismatch, shown: Event, message: str) -> str:
    """Describe cards or cuts in the wrong order. ``message`` is the message of the finding.

    The lines decide first: they may show the same card again and again, or the order of a new pack.
    """
    following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at, MOST_LINES)
    events = takewhile(lambda event: event.key != "shuffle", following)
    cards = [event.card for event in events if event.key in CARDS_SHOWN and event.card is not None]
    if cards and (message == SAME_CARD or (len(cards) > OFTEN and len({*cards}) == 1)):
        name = mismatch.reference.script.card_words(cards[0])["card"]
        return f"{SAME_CARD}: {name}, {sum(1 for _ in takewhile(cards[0].__eq__, cards))} times in a row"
    is_new = message == OTHER_ORDER and mismatch.is_in_new_order
    known = RIFFLES[UNRIFFLED].message if is_new else message
    is_cut = mismatch.expected is not None and mismatch.expected.key == "cut"
    is_known = known != OTHER_ORDER and (shown.cut is None or not is_cut)
    return known if is_known else f"{message}: {_luck(mismatch, shown)}"


def _luck(mismatch: Mismatch, shown: Event) -> str:
    """Say which cut is wrong, or how many cards were dealt since the shuffle."""
    keys = [event.key for event in mismatch.halt.before]
    since = keys[::-1].index("shuffle") if "shuffle" in keys else 0
    if shown.cut is not None:
        cuts = mismatch.reference.language.lines_of("cut", 0)
        earlier = sum(
            line in cuts for line in mismatch.text.content[: mismatch.halt.at].splitlines(keepends=True)
        )
        return f"cut {since + 1} of this shuffle, cut {earlier + 1} of the game"
    view = View(mismatch.compiled.program, mismatch.table)
    dealt = [event.card for event in mismatch.halt.before if event.key in CARDS_SHOWN]
    number = (0 if "shuffle" in keys else view.shoe_size - view.cards_left) + len(dealt) + 1
    whole = mismatch.compiled.deck if "shuffle" in keys else view.coming
    left = Counter[int | None](whole) - Counter(dealt)
    is_again = view.coming and not left[shown.card]
    repeated = _repeated(mismatch, Counter(mismatch.compiled.deck))
    again = ", which was dealt before" if is_again else ""
    return f"card {number} after the shuffle{again}{repeated}"


def _repeated(mismatch: Mismatch, there: Counter[int]) -> str:
    """Return a phrase for a card that is dealt too often before the next shuffle, or an empty string."""
    following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at, MOST_LINES)
    events = [*mismatch.halt.before, *takewhile(lambda event: event.key != "shuffle", following)]
    dealt = Counter(event.card for event in events if event.key in CARDS_SHOWN and event.card is not None)
    card, times = next(iter((dealt - there).most_common(1)), (0, 0))
    if not times:
        return ""
    name = mismatch.reference.script.card_words(card)["card"]
    return f"; {name} is dealt {dealt[card]} times before the next shuffle"


def _condition(mismatch: Mismatch, rule: KeyPath, shown: Event | None, expected: Event | None) -> str:
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
    if "shuffle" in keys and keys[0] != keys[1]:
        left = view.cards_left - sum(event.key in CARDS_SHOWN for event in mismatch.halt.before)
        is_early = keys[0] == "shuffle"
        return f"the cards are {'' if is_early else 'not '}shuffled with {count_of(left, 'card')} left"
    if expected is not None and expected.hand is not None and expected.key == "hand" != keys[0]:
        return f"hand {expected.hand} {NOT_PLAYED}"
    if shown is not None and shown.hand is not None and shown.key == "hand" != keys[1]:
        following = [*events_from(mismatch.reference, mismatch.text, mismatch.halt.at, MOST_LINES)]
        hands = [*takewhile(lambda event: without_role(event.key) not in BETWEEN_ROUNDS, following)]
        last = max((event.hand for event in hands if event.hand is not None), default=shown.hand)
        until = f", up to hand {last}" if last > shown.hand else ""
        is_end = len(hands) == len(following) < MOST_LINES and expected is not None
        bankroll = _last_bankroll(mismatch)[1]
        spent = bankroll if bankroll.endswith(" of 0") else ""
        return f"the game continues after hand {view.hand_number}{spent}{until}{STOPS if is_end else ''}"
    return ""


def _reacts(mismatch: Mismatch, shown: Event | None, expected: Event | None) -> str:
    """Say how a strategy reacts in the wrong cases, judging by the player's last wager."""
    said = [None if event is None else event.wager for event in (shown, expected)]
    bets = [event for event in mismatch.before if shown is not None and event.person == shown.person]
    last = next((event.wager for event in reversed(bets) if event.key == "player_bets"), None)
    if None in (*said, last) or said[0] == said[1]:
        return "reacts in the wrong cases"
    return f"{'does not react' if last == said[0] else 'reacts'} here, against its condition"


def _use(mismatch: Mismatch, rule: KeyPath, shown: Event | None, expected: Event | None) -> str:
    """Describe who uses a power, or fails to use it, against its condition."""
    said = [event is not None and event.phrase is not None for event in (shown, expected)]
    over = [event is not None and without_role(event.key) == "standing" for event in (shown, expected)]
    is_used, is_unused = said if any(said) else over
    if is_used == is_unused:
        return WRONG_CASES.format(power=rule[1])
    event = shown if is_used else expected
    who = (event.name if event is not None else "") or "a member"
    here = _circumstances(mismatch, rule) or ", against its condition"
    does = f"uses the power `{rule[1]}`{here}" if is_used else _does_not_use(mismatch, rule, here)
    return f"{who} {does}"


def _does_not_use(mismatch: Mismatch, rule: KeyPath, here: str) -> str:
    """Say that a power is not used here, or that it is never used if the transcript lacks its words."""
    event = mismatch.expected
    words = ""
    if event is not None and event.phrase is not None:
        words = mismatch.compiled.phrases[event.person or 0][event.phrase]
    if not words or mismatch.book.is_said(words, mismatch.text.content):
        return f"does not use the power `{rule[1]}`{here}"
    return f"never uses the power `{rule[1]}`{', here' if here.startswith(' with') else ''}{here}"


def _circumstances(mismatch: Mismatch, rule: KeyPath) -> str:
    """Describe the bankroll when a power was used or not used, and the limit in the power's condition.

    Return an empty string if the condition does not compare the bankroll.
    """
    condition = mismatch.reference.checked.expressions.get(("powers", rule[1], "when"))
    compared = [part for part in walk(condition) if isinstance(part, Compare)] if condition else []
    part = next((each for each in compared if each.left == BANKROLL), None)
    if part is None:
        return ""
    bankroll, unit = _last_bankroll(mismatch)[1], 10**mismatch.compiled.decimals
    names = [each for each in walk(part.right) if isinstance(each, NamedValue)]
    values = {each.name: mismatch.book.values.get(each.name) for each in names}
    units = {each.name: unit if each.kind == ValueKind.MONEY else 1 for each in names}
    known = {name: value * units[name] for name, value in values.items() if isinstance(value, int)}
    if not bankroll or len(known) < len(values):
        return bankroll
    limit = format_money(mismatch, evaluate_expression(part.right, known, unit))
    return bankroll + solution(f"; the limit is {limit}")


def _last_bankroll(mismatch: Mismatch) -> tuple[str, str]:
    """Return the player whose bankroll was shown last, and a phrase for that bankroll.

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
    name, bankroll = _last_bankroll(mismatch)
    player = f"{name} goes on{bankroll}" if shown.is_dealer and bankroll else ""
    who = f"{shown.name} is kicked out" + ("" if shown.is_dealer else bankroll)
    smallest = f"and the smallest wager is {format_money(mismatch, view.minimum_wager)}"
    is_other = expected is not None and without_role(expected.key) == "kicked_out"
    right = solution(f"; {expected.name} should go") if expected is not None and is_other else ""
    return ", ".join(filter(None, (who, player, smallest))) + right


def describe_setting(path: KeyPath, value: object) -> str:
    """Describe a program that uses ``value`` for the key at ``path``."""
    key = dotted(path)
    rule = next((each for each in RULES.values() if f"rules.{each.place}" == key), None)
    sentence = "" if rule is None else rule.yes if value is True else rule.no
    if sentence:
        return f"{sentence[0].lower()}{sentence[1:].removesuffix('.')}, against the rules"
    allowance = next((each for each in ALLOWANCES.values() if f"rules.{each.place}" == key), None)
    if allowance is not None:
        whether = {"True": "is offered", "False": "is not offered"}.get(
            str(value), "is offered in the wrong cases"
        )
        return f"{allowance.doing} {whether}"
    return SETTINGS.get(key, "the program does not follow `{key}`").format(key=key, value=value)


BY_MESSAGE: dict[str, Callable[[Mismatch], str]] = {
    NOTHING: _early_question,
    RAN_OUT: _ran_out,
    QUESTION_MISSING: _unasked,
    REFUSED: _refusal,
    GOES_ON: _going_on,
    WRONG_LIMIT: _limit,
}
"""Functions that write a full sentence for a message.

If the sentence is empty, the message is used as it is.
"""
