"""Writes sentences that describe a mistake in a program without revealing the rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from bj.catalogue.events import EVENTS
from bj.engine.face.view import View
from bj.faults_and_fixes import KeyPath
from bj.record.events import LINE, Event
from bj.verify.cards_left import describe_cards_left, describe_shuffle
from bj.verify.changes import look
from bj.verify.decisions_shown import ACTIONS, ShownDecision, decision_of, decisions_in, describe_decisions
from bj.verify.deviation_names import NATURALS
from bj.verify.expected_step_and_question import QUESTIONS, asked, step_of, when
from bj.verify.findings import OFTEN, WORDING
from bj.verify.hands_for_and_against import Evidence
from bj.verify.likely_cards_and_decisions import events_from
from bj.verify.message_texts import (
    ACCEPTED,
    BARE_ACTIONS,
    BARE_WAGERS,
    BLANK_LINES,
    CONDITION,
    GOES_ON,
    GOES_ON_AFTER,
    LINE_MISSING,
    MISPRINTED,
    NEVER_ACCEPTED,
    NO_REACTION,
    NOT_ASKED_FOR,
    NOT_PAID,
    NOT_PLAYED,
    NOTHING,
    OTHER_OUTCOME,
    OTHER_QUESTION,
    OTHER_WORDING,
    OUT_OF_TURN,
    PLAYED_ALIKE,
    QUESTION_MISSING,
    RAN_OUT,
    REFUSED,
    ROUNDED_WRONG,
    SETTLED_EARLY,
    STEP_MISSING,
    UNASKED_REPLY,
    UNCONDITIONAL,
    UNDEALT,
    UNSETTLED,
    USED_AGAIN,
    WRONG_CASES,
    WRONG_LIMIT,
    WRONG_PLACE,
    WRONG_SHUFFLE,
    WRONG_TOTAL,
)
from bj.verify.mismatch import BETWEEN_HANDS, MOST_LINES, Mismatch
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
from bj.verify.rulebook import without_role
from bj.verify.values_printed_as_none import describe_no_value
from bj.verify.wording_differences import describe_difference
from bj.verify.wrong_conditions import (
    circumstances,
    describe_condition,
    does_not_use,
    last_bankroll,
    occasion,
)
from bj.verify.wrong_results import RESULTS, describe_last, describe_results, second_result, wrong_bust
from bj.verify.wrong_totals_and_cards import (
    EVERY_ACE,
    describe_limit,
    describe_misprint,
    describe_order,
    describe_total,
    without_card,
)

LOSS = "A hand that loses costs its wager."
"""The rule for a loss, which rule cards do not mention."""

BY_STEPS = ("procedure", "output", "payouts")
"""The sections whose rules are described by the step that prints the line."""


def is_missing(mismatch: Mismatch, kind: str, message: str) -> bool:
    """Return whether a finding is about a missing line, in which case the actual line may be right."""
    is_end = kind == "ending" and mismatch.at_end
    said = LINE_MISSING, STEP_MISSING, NO_REACTION, NOTHING, QUESTION_MISSING
    return is_end or kind == "missing line" or message.startswith(said)


def is_certain(mismatch: Mismatch, kind: str, rule: KeyPath, message: str, *, is_first: bool) -> bool:
    """Return whether only one rule can be blamed for an unexplained line.

    Except for a wrong limit, this is certain only if the line ``is_first``.
    """
    if message in ALWAYS_CERTAIN or not is_first:
        return message in ALWAYS_CERTAIN and bool(BY_MESSAGE[message](mismatch))
    said = describe_mistake(mismatch, kind, rule, message, Evidence())
    begins = said.startswith((NOTHING, UNDEALT, GOES_ON_AFTER))
    return begins or said.endswith((NOT_PLAYED, USED_AGAIN, EVERY_ACE)) or NOT_ASKED_FOR in said


def asks_again(mismatch: Mismatch, sentence: str) -> bool:
    """Return whether ``sentence`` is about refused answers, and the program should ask for a wager here."""
    return sentence.startswith((REFUSED, NEVER_ACCEPTED)) and "wager" in asked(mismatch)


def describe_mistake(
    mismatch: Mismatch, kind: str, rule: KeyPath, message: str, evidence: Evidence, condition: str = ""
) -> str:
    """Describe a finding in one sentence, with its scope and with the people and numbers on its line."""
    shown, expected = mismatch.shown, mismatch.expected
    said = describe_no_value(mismatch) or _unraised(mismatch)
    if said:
        return said
    if message == NO_REACTION:
        is_power, here = rule[0] == "powers" and len(rule) > 1, occasion(mismatch, rule)
        here = here or (circumstances(mismatch, rule) if is_power else "")
        message = "{expected} " + does_not_use(mismatch, rule, here) if is_power else message + here
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
        bankroll = last_bankroll(mismatch)[1]
        return f"{message}, also{bankroll}" if bankroll else message
    is_wager = mismatch.keys == {"bets"} and rule[0] in ("rules", "players")
    if message.startswith(CONDITION):
        message = describe_condition(mismatch, rule, shown, expected) or message
    if (
        (kind in ("wager", "count", "number") or rule[0] == "strategies" or is_wager)
        and shown is not None
        and shown.wager is not None
    ):
        misprint = describe_misprint(mismatch, shown, expected) if message == MISPRINTED and expected else ""
        message = BARE_WAGERS[1] if message == MISPRINTED and shown.wager <= 0 else message
        wagers = describe_wager(
            mismatch, shown, evidence if kind == "wager" else Evidence(), by_bankroll="bankroll" in condition
        )
        is_enough = message in BARE_WAGERS and SOLUTION in wagers
        return wagers if is_enough else f"{wagers}: {misprint.partition(':')[0] or message}"
    if kind in ("action", "dealer") and shown is not None:
        return _action(mismatch, rule, shown, message, evidence)
    if kind == "natural" and shown is not None and shown.key in NATURALS:
        total = mismatch.total_of(mismatch.player)
        is_wrong = total not in (None, mismatch.book.model.rules.target)
        return f"a hand of {total} counts as a natural" if is_wrong else message
    if kind == "outcome" or (kind in ("payout", "natural", "rounding") and rule[0] == "payouts"):
        if shown is not None and message == ROUNDED_WRONG:
            payout = describe_payout(mismatch, shown, rule, evidence)
            return f"{payout}: {message}" if payout else message
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
        return describe_order(mismatch, shown, message)
    if message == ACCEPTED:
        return f"{message}: `{mismatch.line_before}`; if it shows no answer, see `--answers`"
    if message.startswith(STEP_MISSING) and rule[2:] == (0,):
        return message + _at_start(mismatch, rule[1], evidence)
    if message == BLANK_LINES:
        return f"{message}: one is {'missing' if mismatch.line.strip() else 'too many'} here"
    if message in (MISPRINTED, WRONG_TOTAL) or kind == "total":
        return describe_total(mismatch, message)
    if message == OTHER_WORDING:
        results = {RESULTS.get(event.key) for event in (shown, expected) if event is not None}
        if len(results) == 2 and None not in results:
            return OTHER_OUTCOME
        at, line = mismatch.differing
        return describe_difference(line.partition("\n")[0], mismatch.text.line(at)) or message
    if message == OTHER_QUESTION:
        return describe_question(mismatch) or message
    if kind == "missing line" and expected is not None and expected.key in EVENTS:
        return f"{message}: {when(expected)}{without_card(mismatch, shown)}"
    return _extra(mismatch, message) if kind == "extra line" else message


def _extra(mismatch: Mismatch, message: str) -> str:
    """Say what an extra line is about. If it is a reply, the question before it is missing."""
    shown = mismatch.shown
    if shown is not None and shown.key in EVENTS:
        return f"{message}: {when(shown)}{_after_answer(mismatch)}"
    return UNASKED_REPLY if shown is None and is_reply(mismatch, mismatch.line) else message


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
    """Describe a hand that goes on after a double.

    If the program asks for another action, quote the answer that doubles.
    """
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
    message = "an answer is refused, as it should be, but the reply is missing" if is_reply else REFUSED
    is_wager = mismatch.book.question_in(mismatch.line_before) == ("prompts", "wager")
    return f"{message}: `{mismatch.line_before}`{last_bankroll(mismatch)[1] if is_wager else ''}"


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


def with_names(mismatch: Mismatch, message: str) -> str:
    """Fill in ``message`` with the target, and with people's names from the actual and the expected line."""
    shown, expected = mismatch.shown, mismatch.expected
    for field, event in (("{shown}", shown or expected), ("{expected}", expected or shown)):
        message = message.replace(
            field, (name_of(mismatch, event) if event is not None else "") or "a member"
        )
    return message.replace("the target", str(mismatch.book.model.rules.target))


def describe_question(mismatch: Mismatch) -> str:
    """Describe a question with wrong spaces, letter case or punctuation.

    Return an empty string for any other difference.
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


def _comes_later(mismatch: Mismatch) -> bool:
    """Return whether the line announces a result, but the dealer continues to play afterwards."""
    shown, expected = mismatch.shown, mismatch.expected
    if shown is None or shown.key not in RESULTS or expected is None or not expected.is_dealer:
        return False
    following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at)
    rest = takewhile(lambda event: event.key not in BETWEEN_HANDS, following)
    keys = {key for key, event in EVENTS.items() if "dealer acts" in event.steps}
    return expected.key in keys and any(event.key in keys for event in rest)


def _out_of_place(mismatch: Mismatch, event: str) -> str:
    """Say whether the line about ``event`` comes too early (and before which question) or too late."""
    if mismatch.expected is not None and event.startswith(when(mismatch.expected)):
        return f"a line comes too late: {event}"
    questions = (QUESTIONS[each] for each in asked(mismatch) if each in QUESTIONS)
    question = next((f", before a player {each}" for each in questions), "")
    return f"a line comes too early{question}: {event}"


def _is_last(mismatch: Mismatch, shown: Event) -> bool:
    """Return whether the line shows a standing, and no hand follows."""
    following = events_from(mismatch.reference, mismatch.text, mismatch.halt.at, MOST_LINES)
    return without_role(shown.key) == "standing" and all(event.key != "hand" for event in following)


def _early_question(mismatch: Mismatch) -> str:
    """Describe a question that comes too early, by quoting what is printed before it."""
    question, _ = mismatch.book.split_question(mismatch.line)
    before = f"`{mismatch.line_before}`" if mismatch.line_before else "the start"
    events = events_from(mismatch.reference, mismatch.text, 0, MOST_LINES)
    none = "" if any(event.key in EVENTS for event in events) else ": no hand is played"
    return f"{NOTHING}{before} and `{question}`{none}"


def _ran_out(mismatch: Mismatch) -> str:
    """Describe a line that says that the cards have run out although some are left."""
    left = describe_cards_left(mismatch)
    return f"{RAN_OUT} with {left}" if left else ""


def _unasked(mismatch: Mismatch) -> str:
    """Say who is not asked. Return an empty string if the line may be the question, only reworded."""
    sections = [each for each in asked(mismatch) if each in QUESTIONS]
    words = mismatch.lines_there.split()
    is_answer = bool(words) and (
        words[-1] in mismatch.book.model.prompts.action.answers or words[-1].isdigit()
    )
    if not sections or (mismatch.shown is None and is_answer):
        return ""
    name = "a player" if mismatch.player is None else mismatch.compiled.persons[mismatch.player]
    total = mismatch.total_of(mismatch.player) if sections[0] == "action" else None
    again = " again" if is_reply(mismatch, mismatch.line_before) else ""
    return f"{name} {QUESTIONS[sections[0]]}{f' with {total}' if total else ''}".replace(
        "is asked", f"{NOT_ASKED_FOR}{again}"
    )


def is_reply(mismatch: Mismatch, line: str) -> bool:
    """Return whether a line, with some blank lines after it, is a reply to an answer that is refused."""
    said = (f"{line}{blank}" for blank in ("", "\n", "\n\n", "\n\n\n"))
    return any(path[-1] != "ask" for each in said for path, _ in mismatch.book.prompts(each))


def _after_answer(mismatch: Mismatch) -> str:
    """Quote the question and the answer before the line, if there is a question."""
    before = mismatch.line_before
    return f", after `{before}`" if mismatch.book.question_in(before) is not None else ""


def _action(mismatch: Mismatch, rule: KeyPath, shown: Event, message: str, evidence: Evidence) -> str:
    """Describe wrong decisions, with totals if they are known, and add ``message`` if it says more.

    A single wrong decision is no evidence that a strategy plays hard and soft hands alike.
    """
    decisions = map(decision_of, (mismatch, *evidence.wrong))
    wrong = [*dict.fromkeys(each for each in decisions if each is not None)]
    is_one = len({(each.is_soft, each.total, each.upcard) for each in wrong}) == 1
    is_bare = message in BARE_ACTIONS or (is_one and message in PLAYED_ALIKE)
    said = _decisions(mismatch, rule if is_bare else (), shown, wrong, evidence)
    return said if said and (is_bare or message == said) else ": ".join(filter(None, (said, message)))


def _decisions(
    mismatch: Mismatch, rule: KeyPath, shown: Event, wrong: Sequence[ShownDecision], evidence: Evidence
) -> str:
    """Describe ``wrong`` decisions. Return an empty string if it is unknown who decided."""
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


BY_MESSAGE: dict[str, Callable[[Mismatch], str]] = {
    NOTHING: _early_question,
    RAN_OUT: _ran_out,
    QUESTION_MISSING: _unasked,
    REFUSED: _refusal,
    GOES_ON: _going_on,
    WRONG_LIMIT: describe_limit,
    WRONG_SHUFFLE: describe_shuffle,
}
"""Functions that turn a message into a full sentence, by message.

If the function returns an empty string, the message is used unchanged.
"""

ALWAYS_CERTAIN = frozenset((RAN_OUT, WRONG_LIMIT))
"""Messages whose sentences state only what the transcript shows."""
