"""The messages of findings, and phrases for steps, conditions and settings."""

from __future__ import annotations

import re
from typing import Any

from bj.catalogue.house_rules import ALLOWANCES, RULES
from bj.catalogue.steps import STEPS
from bj.faults_and_fixes import KeyPath
from bj.verify.rulebook import dotted

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
"""Sentences about steps, shorter than those in the catalogue."""

SETTLED_EARLY = f"{ACTS['settle']} before {ACTS['dealer acts']}"
"""The message for results that are announced before the dealer has played."""

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
"""The message if a program does not ask a question."""

QUESTION_MISSING = "a question, or the answer to it, is missing here"
UNASKED_REPLY = "a question is missing: the reply to the answer is printed without it"
OTHER_QUESTION = "the question differs from the rules"
"""The messages for a line that comes in place of a question, a reply without one, and a reworded question."""

WRONG_TOTAL = "the total does not match the cards"
"""The message for a total that no values of the cards explain."""

WRONG_LIMIT = "hands bust at the wrong total"
"""The message for hands that bust at the target, or that do not bust above it."""

LINE_MISSING = "a line is missing"
STEP_MISSING = "a step is missing"
"""The start of messages about a missing line or step."""

NOT_PLAYED = "is not played"
"""The end of messages about a hand that is missing."""

USED_AGAIN = "is used again at once, against the rules"
"""The end of the message for a power that is used twice in a row."""

STOPS = "; there, the program stops or crashes"
"""The end of messages about a program that plays on after the end of the game and then stops."""

NOT_PAID = "the bankroll does not change"
"""The message for results that are not paid."""

NO_RESULT = "no result is announced"

UNSETTLED = f"{NO_RESULT} and nothing is paid: the standings are announced at once"
"""The messages for a hand that ends without a result."""

NOTHING = "nothing is printed between "
"""The start of the message for a question that is asked too early. The message quotes the lines around it."""

RAN_OUT = "the cards are said to have run out"
"""The message for a shoe that supposedly runs out although it still has cards."""

WRONG_SHUFFLE = "the shoe is shuffled at the wrong time, or not at all"
"""The message for a shuffle that is missing or extra."""

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

TESTED_EARLY = "tests `{number}` before it changes it"
"""The message for a strategy that carries out two reactions in the wrong order."""

UNCONDITIONAL = "all members use the power `{power}` in every case"
"""The message for a power that all members use regardless of its condition."""

WRONG_CASES = "the power `{power}` is used in the wrong cases"
"""The message for a power with a wrong condition."""

REMAINDER = re.compile(r"(% 2) != ([01])\b")
"""A pattern that matches a test for odd or even numbers written with `!=` instead of `==`."""

WHOLE_LIMIT = re.compile(r"\b(count|total) (>|<=) (-?\d+)\b(?! *[-+*/%])")
"""A pattern that matches comparisons of a count or a total with an integer by `>` or `<=`."""

BARE_WAGERS = ("the strategy wagers a different amount", "the wager is wrong")
"""Messages that say only that a wager is wrong."""

ROUNDED_WRONG = "the payout is rounded the wrong way"

PLAYED_ALIKE = (
    "the strategy plays soft hands like hard ones",
    "the strategy plays hard hands like soft ones",
)
"""The messages about programs that play soft hands like hard ones, or hard hands like soft ones."""

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
"""The messages for answers that are wrongly refused or accepted. The line with the answer follows them."""

NOT_ASKED_FOR = "is not asked"
"""The part of a sentence about a missing question that replaces `is asked`."""

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
    r"""Return an `as if` clause that states the condition, or the joining word, that a program seems to use.

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
