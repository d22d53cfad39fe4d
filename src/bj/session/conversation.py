"""Asks players the engine's questions, with the prompts in the ruleset."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from typing import TypeAlias

from bj.catalogue.actions import ACTIONS
from bj.catalogue.limits import LARGEST_WAGER
from bj.compiler.compile import Compiled
from bj.compiler.reactions import PowerQuestion
from bj.engine.face.driving import QUIT
from bj.engine.face.view import Kind, Question, View
from bj.record.transcript_lines import Script, fill, format_amount
from bj.ruleset.check import Checked
from bj.ruleset.model.prompts import PROMPT_FIELDS, Prompts
from bj.ruleset.templates import parse_template
from bj.session.answer_sources import Answers, EndOfInput, shown

REPLIES = {"yes": 1, "no": 0}
PROMPT_SECTIONS = {
    Kind.INSURANCE: "insurance",
    Kind.SURRENDER: "surrender",
    Kind.SIDE_BET: "side_bet",
    Kind.SWITCH: "switch",
    Kind.CALL: "calling",
    Kind.RAISE: "raising",
    Kind.POWER: "power",
}
"""The section of ``[prompts]`` for each kind of question about a hand."""

HINT = "?"
"""The answer that requests a hint."""

Asking: TypeAlias = Generator[bytes, None, str]
"""A generator that yields pieces of the transcript, and returns the answer to a prompt."""


class Conversation:
    """Asks players for answers. The prompts become part of the transcript."""

    def __init__(self, prompts: Prompts, answers: Answers, *, echo: bool = False) -> None:
        self.prompts = prompts
        self.answers = answers
        self.echo = echo
        self.heard: list[str] = []
        """All answers so far, including invalid ones."""
        self.asked = ""
        """The name of the person being asked, to be added to prompts that do not mention it."""
        self.hint: Callable[[], None] | None = None
        """A function to call when a player requests a hint."""

    def text_of(self, section: str, key: str, words: Mapping[str, str]) -> str:
        """Return the text for ``key`` in a section of the prompts, with ``words`` filled in."""
        text = getattr(getattr(self.prompts, section), key)
        return fill(parse_template(text, PROMPT_FIELDS[section][key]), words)

    def ask(self, prompt: str) -> Asking:
        """Yield ``prompt``, and return the answer without leading and trailing spaces.

        If there is no answer, the prompt's line is ended before EndOfInput or KeyboardInterrupt is raised.
        """
        before, end, line = prompt.rpartition("\n")
        if not self.answers.shows_prompts:
            yield prompt.encode()
        else:
            yield f"{before}{end}".encode()
            prompt = line if self.asked in line else f"{self.asked}: {line}"
        try:
            answer = self.answers.ask(prompt)
            while self.hint is not None and answer.strip() == HINT:
                self.hint()
                answer = self.answers.ask(prompt)
        except (EndOfInput, KeyboardInterrupt):
            if not prompt.endswith("\n"):
                yield b"\n"
            raise
        self.heard.append(answer)
        if self.echo:
            yield f"{shown(answer)}\n".encode()
        return answer.strip()


class Questions:
    """Asks the questions that come up in a game."""

    def __init__(self, conversation: Conversation, checked: Checked, compiled: Compiled) -> None:
        self.conversation = conversation
        self.prompts = conversation.prompts
        self.checked = checked
        self.compiled = compiled
        self.persons = compiled.persons
        self.bets = compiled.bets
        self.decimals = compiled.decimals
        self._script = Script(checked, compiled)

    def ask(self, view: View) -> Generator[bytes, None, int]:
        """Ask the engine's current question. Yields pieces of the transcript, and returns the answer."""
        question = view.question
        if question is None:
            raise ValueError("no question is open")
        self.conversation.asked = ""
        if question.kind == Kind.AGAIN:
            return (yield from self._ask_yes_or_no("again", {}))
        if sum(not view.decides(person, question.kind) for person in view.players) > 1:
            self.conversation.asked = self.persons[question.person]
        words = {
            "name": self.persons[question.person],
            "bankroll": self._amount(view.bankroll(question.person)),
            "minimum": self._amount(view.minimum_wager),
            "cards": "".join(self._script.list_card(held.card) for held in question.hand.cards),
            "total": self.checked.model.cards.write_total(question.hand.total),
            "upcard": "" if view.upcard is None else self._script.card_words(view.upcard)["card"],
            "wager": self._amount(question.hand.wager),
            "count": str(view.count(question.person)),
        }
        if question.kind == Kind.WAGER:
            left, most = view.bankroll(question.person) - question.stake, question.wagers.stop - 1
            words["bankroll"], words["maximum"] = self._amount(left), self._amount(most)
            if question.wagers:
                words["maximum"] = self._amount(question.wagers[-1])
            words["part"], words["step"] = str(view.part_asked), self._amount(view.wager_step)
            too_much = "too_large" if most == left else "above_maximum"
            return (yield from self._ask_wager(question, words, too_much))
        if question.kind in PROMPT_SECTIONS:
            words["stake"] = self._amount(question.stake)
            words["bet"] = self.bets[question.bet] if self.bets else ""
            if question.kind == Kind.SIDE_BET and question.wagers:
                return (yield from self._ask_stake(question, words))
            if question.kind == Kind.POWER:
                asked = self.compiled.power_questions[question.reaction]
                words["question"] = self._power_question(view, question.person, asked)
                if asked.numbers is not None:
                    return (yield from ask_number(self.conversation, "power", words, asked.numbers))
            return (yield from self._ask_yes_or_no(PROMPT_SECTIONS[question.kind], words))
        return (yield from self._ask_action(view, question, words))

    def _power_question(self, view: View, person: int, asked: PowerQuestion) -> str:
        """Return the text of a power's question, filled in with values that its owner remembers."""
        words = {"name": self.persons[person]}
        for name, address in asked.shows.items():
            number = view.shown(address)
            words[name] = self._amount(number) if self.checked.shows_money(name) else str(number)
        return fill(asked.question, words)

    def _amount(self, units: int) -> str:
        return format_amount(units, self.decimals)

    def _ask_wager(
        self, question: Question, words: dict[str, str], too_much: str
    ) -> Generator[bytes, None, int]:
        """Ask until the answer is a legal wager or the number that quits the game. Return the wager, or QUIT.

        ``too_much`` is the key of the message for a wager that is too large.
        """
        while True:
            answer = yield from self.conversation.ask(self.conversation.text_of("wager", "ask", words))
            wager = parse_amount(answer, self.decimals)
            if wager is None:
                wrong, words["answer"] = "not_a_number", shown(answer)
            elif self.prompts.wager.quit is not None and wager == self.prompts.wager.quit * 10**self.decimals:
                return QUIT
            elif wager in question.wagers or (wager == 0 and question.may_sit_out):
                return wager
            else:
                wrong = "too_small" if wager < question.wagers.start else too_much
                wrong = "wrong_step" if question.wagers.start < wager < question.wagers.stop else wrong
                words["wager"] = self._amount(wager)
            yield f"{self.conversation.text_of('wager', wrong, words)}\n".encode()

    def _ask_stake(self, question: Question, words: dict[str, str]) -> Generator[bytes, None, int]:
        """Ask for the stake on a side bet until the answer is legal. Return the stake, or 0 for no bet."""
        words["least"], words["most"] = map(self._amount, (question.wagers[0], question.wagers[-1]))
        while True:
            answer = yield from self.conversation.ask(
                self.conversation.text_of("side_bet", "ask_amount", words)
            )
            stake = parse_amount(answer, self.decimals)
            if stake is not None and (stake == 0 or stake in question.wagers):
                return stake
            words["answer"] = shown(answer)
            yield f"{self.conversation.text_of('side_bet', 'wrong_amount', words)}\n".encode()

    def _ask_action(
        self, view: View, question: Question, words: dict[str, str]
    ) -> Generator[bytes, None, int]:
        legal = [name for name, action in ACTIONS.items() if action.number in question.actions]
        words["options"] = self.prompts.action.list_options(legal)
        prompt = self.conversation.text_of("action", "ask", words)
        meanings = _typed(self.prompts.action.answers)
        while True:
            answer = yield from self.conversation.ask(prompt)
            action = meanings.get(answer.casefold(), "")
            if action in legal:
                return ACTIONS[action].number
            words["answer"] = shown(answer)
            if not (action and self.prompts.action.not_allowed):
                yield f"{self.conversation.text_of('action', 'wrong', words)}\n".encode()
                continue
            from bj.session.refusals import reason_against

            words["action"] = self.prompts.action.word_for(action)
            words["reason"] = reason_against(self.checked, self.compiled, view, action)
            yield f"{self.conversation.text_of('action', 'not_allowed', words)}\n".encode()

    def _ask_yes_or_no(self, section: str, words: dict[str, str]) -> Generator[bytes, None, int]:
        """Ask a yes-or-no question until the answer is valid. Return 1 for yes and 0 for no."""
        meanings = _typed(getattr(self.prompts, section).answers)
        while True:
            answer = yield from self.conversation.ask(self.conversation.text_of(section, "ask", words))
            if answer.casefold() in meanings:
                return REPLIES[meanings[answer.casefold()]]
            words["answer"] = shown(answer)
            yield f"{self.conversation.text_of(section, 'wrong', words)}\n".encode()


def ask_number(
    conversation: Conversation,
    section: str,
    words: Mapping[str, str],
    numbers: range,
    key: str = "ask_number",
) -> Generator[bytes, None, int]:
    """Ask for one of ``numbers`` with the prompt ``key`` until the answer is valid. Return the number."""
    words = {**words, "least": str(numbers[0]), "most": str(numbers[-1])}
    while True:
        answer = yield from conversation.ask(conversation.text_of(section, key, words))
        number = parse_amount(answer, 0)
        if number is not None and number in numbers:
            return number
        wrong = conversation.text_of(section, "wrong_number", {**words, "answer": shown(answer)})
        yield f"{wrong}\n".encode()


def _typed(answers: Mapping[str, str]) -> dict[str, str]:
    """Return the valid answers, stripped and casefolded for comparison, with their meanings."""
    return {word.strip().casefold(): meaning for word, meaning in answers.items()}


def parse_amount(text: str, decimals: int) -> int | None:
    """Parse an amount of money, and return it in smallest units, or None if it is not a valid amount.

    >>> parse_amount("7.5", 2), parse_amount("-3", 0), parse_amount("7.5", 0), parse_amount("h", 2)
    (750, -3, None, None)
    """
    match = re.fullmatch(r"([+-]?)([0-9]*)(?:\.([0-9]*))?", text)
    if match is None or not (match[2] or match[3]):
        return None
    part = (match[3] or "").rstrip("0")
    if len(part) > decimals:
        return None
    units: int = min(int((match[2] or "0").lstrip("0")[:30] or "0"), LARGEST_WAGER + 1) * 10**decimals
    units += int(part.ljust(decimals, "0") or "0")
    return -units if match[1] == "-" else units
