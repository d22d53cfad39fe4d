"""Provides edits to questions: reworded prompts and replies, and answers that are refused or misread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bj.faults_and_fixes import KeyPath
from bj.text.sentences import enumerate_words
from bj.verify.changes import Change, look, setting
from bj.verify.deviation_names import UNASKED, WAGERS_ON_CREDIT
from bj.verify.findings import WORDING
from bj.verify.leeway import Leeway
from bj.verify.message_texts import NOT_ASKED, OTHER_QUESTION, REFUSED
from bj.verify.mismatch import Mismatch
from bj.verify.transcript_answers import CUTS_WAGERS, REFUSES
from bj.verify.wording_differences import is_like, reworded, what_differs

ACTION: KeyPath = ("prompts", "action")

UNTYPED = "-"
"""A prefix for answers that no player types."""


def other_prompts(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that reword a question or a reply."""
    said = mismatch.halt.expected
    if mismatch.expected is not None or not said or mismatch.shown is not None:
        return
    for path, template in mismatch.book.prompts(said):
        for actual in _asked(mismatch) if path[-1] == "ask" else [mismatch.lines_there]:
            text = reworded(template, said.removesuffix("\n"), actual)
            if text and is_like(said, actual):
                yield setting(path, text, WORDING, OTHER_QUESTION)
    yield from _other_options(mismatch)


def _asked(mismatch: Mismatch) -> list[str]:
    """Return each beginning of the line that may be the question, because the rest may be the answer."""
    there, said = mismatch.lines_there, mismatch.halt.expected
    bare = said.rstrip()
    ends = there.rstrip().rfind(" ") + 1, there.rfind(bare[-1:]) + len(said) - len(bare) + 1
    return [there[:end] for end in dict.fromkeys(ends) if end > 1]


def _other_options(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that reword how a question offers an action."""
    prompts, said = mismatch.book.model.prompts.action, mismatch.halt.expected
    for action in dict.fromkeys(prompts.answers.values()):
        before, is_there, after = said.partition(prompts.option(action))
        for actual in _asked(mismatch) if is_there and before else ():
            shown = actual.removeprefix(before).removesuffix(after)
            if actual == f"{before}{shown}{after}" and shown:
                yield setting(("prompts", "action", "options", action), shown, WORDING, OTHER_QUESTION)


def large_wagers(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that reduce a wager above the bankroll to the bankroll, or that accept it."""
    if mismatch.expected is None or "bets" in mismatch.keys:
        has_credit = look(mismatch.variants.base, ("rules", "credit"))
        name = "" if mismatch.player is None else mismatch.compiled.persons[mismatch.player]
        own = mismatch.book.strategy(name, "wager")
        asked: KeyPath = ("prompts", "wager") if look(mismatch.variants.base, own) is None else own
        rule: KeyPath = ("rules", "credit") if has_credit else asked
        message = "a wager above the bankroll is reduced to the bankroll"
        yield Change(CUTS_WAGERS, "wager", rule, message, leeway=Leeway(hooks={CUTS_WAGERS}))
        message = "a wager above the bankroll is accepted"
        if not has_credit:
            yield Change(WAGERS_ON_CREDIT, "wager", rule, message, leeway=Leeway(hooks={WAGERS_ON_CREDIT}))


def mistaken_answers(mismatch: Mismatch) -> Iterator[Change]:
    """Yield changes that misread the last answer as a different action.

    In some changes, an answer for that action is misread as the first action in turn.
    """
    prompts, line = mismatch.reference.checked.model.prompts.action, mismatch.line_before
    answers = prompts.answers
    typed = next((answer for answer in answers if line.endswith(f" {answer}")), "")
    options = {each: prompts.option(each) for each in answers.values()}
    for action in dict.fromkeys(answers.values()) if mismatch.book.question_in(line) == ACTION else ():
        other = next(answer for answer, meaning in answers.items() if meaning == action)
        for also in (UNTYPED + typed, other) if typed and action != answers[typed] else ():
            meant = {**answers, typed: action, also: answers[typed]}
            message = _say_meanings(mismatch, meant)
            others = {"answers": meant, "options": options}
            yield setting(ACTION, prompts.model_dump(exclude_unset=True) | others, "prompt", message)


def _say_meanings(mismatch: Mismatch, meant: Mapping[str, str]) -> str:
    """Describe which answers have a wrong meaning in ``meant``."""
    right = mismatch.book.model.prompts.action.answers
    wrong = [f"`{answer}` for `{meant[answer]}`" for answer in right if meant[answer] != right[answer]]
    return f"the answer {enumerate_words(wrong)}".replace(" for ", " is taken for ", 1)


def missing_questions(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that omits a question whose answer appears in the following lines."""
    rules = [path[:2] for path, _ in mismatch.book.prompts(mismatch.halt.expected) if path[-1] == "ask"]
    if mismatch.expected is None and mismatch.shown is not None and rules:
        yield Change(UNASKED, "prompt", rules[0], NOT_ASKED, leeway=Leeway(hooks={UNASKED}))


def other_answers(mismatch: Mismatch) -> Iterator[Change]:
    """Yield a change that makes the program reject a valid answer and ask again."""
    if mismatch.shown is not None or what_differs(mismatch.halt.expected.strip(), mismatch.lines_there):
        return
    rule = mismatch.book.question_in(mismatch.line_before) or ("prompts", "wager")
    yield Change(REFUSES, "prompt", rule, REFUSED, leeway=Leeway(hooks={REFUSES}))
