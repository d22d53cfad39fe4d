"""Prompts: the questions to players, the meanings of their answers, and the replies to invalid answers."""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from bj.catalogue.actions import ACTIONS
from bj.ruleset.model.base import ActionName, Section, Text

AnswerWord = Annotated[str, StringConstraints(min_length=1, max_length=40)]

OptionText = Annotated[Text, StringConstraints(min_length=1, max_length=100)]
"""Text for one option, or for a separator between options."""


def _question(usual: str, fields: str, example: str) -> Any:
    """Return a pydantic field for a question that can contain ``fields``."""
    listed = ", ".join(f"`{{{field}}}`" for field in fields.split())
    description = f"The question. Fields: {listed}. No line break is added."
    return Field(default=usual, description=description, examples=[example])


def _prompt(section: type[Section], what: str, example: Mapping[str, Any]) -> Any:
    """Return a pydantic field for a key of [prompts]."""
    return Field(default_factory=section.usual, description=what, examples=[example])


class WagerPrompts(Section):
    """The prompt that asks for a wager."""

    ask: str = Field(
        default="{name}, your wager: ",
        description="The question. Fields: `{name}`; `{bankroll}`; `{minimum}` and `{maximum}`, the smallest "
        "and the largest wager possible; `{part}`, which of the player's hands this is; `{count}`, the "
        "player's running count. No line break is added.",
        examples=["Your stake, {name}? "],
    )
    not_a_number: str = Field(
        default="Please answer with an amount of money.",
        description="Printed if the answer is not an amount of money. Fields: `{answer}`, `{name}`, "
        "`{bankroll}`, `{minimum}`, `{part}`, `{count}`.",
        examples=["Type an amount, such as 5."],
    )
    too_small: str = Field(
        default="The smallest wager is {minimum}.",
        description="Printed if the wager is below the minimum. Fields: `{wager}`, `{name}`, `{bankroll}`, "
        "`{minimum}`, `{part}`, `{count}`.",
        examples=["Stake {minimum} or more."],
    )
    wrong_step: str = Field(
        default="Wagers are multiples of {step}.",
        description="Printed if the wager is not a multiple of `wager_step` in [rules]. Fields: `{wager}`, "
        "`{name}`, `{bankroll}`, `{minimum}`, `{step}`, `{part}`, `{count}`.",
        examples=["Stake a multiple of {step}."],
    )
    too_large: str = Field(
        default="That is more than you have: {bankroll}.",
        description="Printed if the player has less money than the wager. Fields: `{wager}`, `{name}`, "
        "`{bankroll}`, `{minimum}`, `{part}`, `{count}`.",
        examples=["You have only {bankroll} dollars!"],
    )
    above_maximum: str = Field(
        default="The largest wager is {maximum}.",
        description="Printed if the wager is above the table maximum. Fields: `{wager}`, `{name}`, "
        "`{bankroll}`, `{minimum}`, `{maximum}`, `{part}`, `{count}`.",
        examples=["Stake {maximum} or less."],
    )
    quit: Annotated[int, Field(ge=-(10**6), le=10**6)] | None = Field(
        default=None,
        description="An answer that ends the game instead of placing a wager, such as `0`.",
        examples=[0],
    )


class ActionPrompts(Section):
    """The prompt that asks how to play a hand."""

    ask: str = _question(
        "{name}, {options}? ",
        "name cards total upcard wager bankroll count options",
        "{total} points against {upcard}. {options}? ",
    )
    options: dict[ActionName, OptionText] = Field(
        default={},
        description="How each action appears in `{options}`. By default, it appears with its first answer in "
        "parentheses, such as `(h)it`. Only legal actions are offered.",
        examples=[{"double": "(d)ouble down"}],
    )
    separators: Annotated[list[OptionText], Field(min_length=2, max_length=2)] = Field(
        default=[", ", " or "],
        description="The separator between options, and the one before the last option.",
        examples=[[", ", " oder "]],
    )
    wrong: str = Field(
        default="`{answer}` is not a valid answer.",
        description="Printed if the answer is not one of `answers`. Fields: `{answer}`, `{name}`, "
        "`{options}`.",
        examples=["Type h or s."],
    )
    not_allowed: str | None = Field(
        default=None,
        description="Printed if the answer means an action that is not legal for this hand. Fields: "
        "`{action}`, the word for it; `{reason}`, in English; `{answer}`, `{name}`, `{options}`. If omitted, "
        "`wrong` is printed.",
        examples=["You may not {action} now: {reason}."],
    )
    answers: dict[AnswerWord, ActionName] = Field(
        default={word: name for name, action in ACTIONS.items() for word in (action.letter.lower(), name)},
        description="The meaning of each answer. Case is ignored.",
        examples=[{"h": "hit", "s": "stand"}],
    )

    def option(self, action: str) -> str:
        """Return the text that offers ``action``. If no answer selects the action, return an empty string.

        >>> prompts = ActionPrompts(answers={"h": "hit", "N": "stand"}, options={"double": "(d)ouble"})
        >>> prompts.option("hit"), prompts.option("stand"), prompts.option("double")
        ('(h)it', 'stand (N)', '')
        """
        word = next((word for word, meaning in self.answers.items() if meaning == action), "")
        if not word or action in self.options:
            return self.options.get(action, "") if word else ""
        is_beginning = action.startswith(word.casefold()) and word.casefold() != action
        return f"({word}){action[len(word) :]}" if is_beginning else f"{action} ({word})"

    def word_for(self, action: str) -> str:
        """Return the longest answer for ``action``. If every answer is a single letter, return ``action``.

        >>> ActionPrompts(answers={"b": "double", "buy": "double", "s": "stand"}).word_for("double")
        'buy'
        """
        words = [word for word, meaning in self.answers.items() if meaning == action and len(word) > 1]
        return max(words, key=len, default=action)

    def list_options(self, actions: Iterable[str]) -> str:
        """Return the text that offers all ``actions``.

        >>> ActionPrompts().list_options(["hit", "stand", "double"])
        '(h)it, (s)tand or (d)ouble'
        """
        *others, last = [option for option in map(self.option, actions) if option] or [""]
        between, before_last = self.separators
        return f"{between.join(others)}{before_last}{last}" if others else last


OFFERED = "name cards total upcard wager bankroll count stake"
"""The fields that can appear in the question for an offer."""


class OfferPrompts(Section):
    """The prompt for an offer, which players answer with yes or no."""

    ask: str = _question("{name}, insurance for {stake}? (y/n) ", OFFERED, "{name}, do you insure? ")
    wrong: str = Field(
        default="`{answer}` is not a valid answer.",
        description="Printed if the answer is not one of `answers`. Fields: `{answer}`, `{name}`.",
        examples=["Type y or n."],
    )
    answers: dict[AnswerWord, Literal["yes", "no"]] = Field(
        default={"y": "yes", "n": "no", "yes": "yes", "no": "no"},
        description="The meaning of each answer. Case is ignored.",
        examples=[{"j": "yes", "n": "no"}],
    )


class SurrenderPrompts(OfferPrompts):
    """The prompt that offers to surrender before the first action."""

    ask: str = _question("{name}, surrender? (y/n) ", OFFERED, "{name}, do you give up? ")


class SideBetPrompts(OfferPrompts):
    """The prompt that offers a side bet."""

    ask: str = _question(
        "{name}, {stake} on {bet}? (y/n) ",
        "name bet stake wager bankroll total count",
        "{name}, {bet} for {stake}? ",
    )
    ask_amount: str = Field(
        default="{name}, how much on {bet}? ({least} to {most}, 0 for none) ",
        description="The question for a bet with `between`, which players answer with an amount from "
        "`{least}` to `{most}`, or with 0. Other fields: `{name}`, `{bet}`, `{wager}`, `{bankroll}`, "
        "`{total}`, `{count}`. No line break is added.",
        examples=["{bet}, {least} to {most}: "],
    )
    wrong_amount: str = Field(
        default="Please answer with an amount from {least} to {most}, or 0.",
        description="Printed if the answer is not an allowed amount. Fields: `{answer}`, `{name}`, "
        "`{bet}`, `{least}`, `{most}`.",
        examples=["From {least} to {most}, please."],
    )


class SwitchPrompts(OfferPrompts):
    """The prompt that offers to switch the second cards of two hands."""

    ask: str = _question(
        "{name}, switch the second cards? (y/n) ",
        "name total wager bankroll count",
        "{name}, do you switch? ",
    )


class CallPrompts(OfferPrompts):
    """The prompt that asks whether to call a raise in a betting round."""

    ask: str = _question("{name}, call for {stake}? (y/n) ", OFFERED, "{name}, {stake} to stay in? ")


class RaisePrompts(OfferPrompts):
    """The prompt that asks whether to raise in a betting round."""

    ask: str = _question("{name}, raise by {stake}? (y/n) ", OFFERED, "{name}, do you raise? ")


class PowerPrompts(OfferPrompts):
    """The prompt that asks whether to use a power, or asks for the number that it needs."""

    ask: str = Field(
        default="{name}: {question} (y/n) ",
        description="The question. Fields: `{question}`, the text of `ask` in the reaction; `{name}`, "
        "`{cards}`, `{total}`, `{upcard}`, `{wager}`, `{bankroll}`, `{count}`. No line break is added.",
        examples=["{question} "],
    )
    ask_number: str = Field(
        default="{name}: {question} ({least} to {most}) ",
        description="The question if players answer with a number from `{least}` to `{most}`. Other fields: "
        "`{question}`, `{name}`, `{cards}`, `{total}`, `{upcard}`, `{wager}`, `{bankroll}`, `{count}`. No "
        "line break is added.",
        examples=["{question} {least}-{most}: "],
    )
    wrong_number: str = Field(
        default="Please answer with a whole number from {least} to {most}.",
        description="Printed if the answer is not an allowed number. Fields: `{answer}`, `{name}`, "
        "`{least}`, `{most}`.",
        examples=["From {least} to {most}, please."],
    )


class AgainPrompts(OfferPrompts):
    """The prompt that asks whether to continue the game."""

    ask: str = Field(
        default="Another round? (y/n) ",
        description="The question. No line break is added.",
        examples=["Play on? (j or n) "],
    )
    wrong: str = Field(
        default="`{answer}` is not a valid answer.",
        description="Printed if the answer is not one of `answers`. Fields: `{answer}`.",
        examples=["Type j or n."],
    )


class RosterPrompts(Section):
    """The prompts that ask for the players, if the command line does not list them."""

    how_many: str = Field(
        default="How many players? ",
        description="Asks for the number of players. Fields: `{least}`, `{most}`.",
        examples=["How many of you are there? "],
    )
    kind: str = Field(
        default="Player {number}, which kind ({kinds})? ",
        description="Asks for the kind of the next player. Fields: `{number}`, `{kinds}`.",
        examples=["Which of {kinds} is player {number}? "],
    )
    name: str = Field(
        default="Name of player {number}? ",
        description="Asks for the name of the next player. Fields: `{number}`.",
        examples=["What is player {number} called? "],
    )
    bankroll: str = Field(
        default="Bankroll of {name}? ",
        description="Asks for the bankroll of the next player. Fields: `{name}`.",
        examples=["How much money does {name} start with? "],
    )
    wrong_number: str = Field(
        default="Please answer with a whole number from {least} to {most}.",
        description="Printed if the answer is not an allowed number. Fields: `{answer}`, `{least}`, "
        "`{most}`.",
        examples=["From {least} to {most}, please."],
    )
    wrong_kind: str = Field(
        default="`{answer}` is not one of {kinds}.",
        description="Printed if the answer is not a known kind. Fields: `{answer}`, `{kinds}`.",
        examples=["There is no `{answer}`, only {kinds}."],
    )
    wrong_name: str = Field(
        default="`{answer}` cannot be the name.",
        description="Printed if the name is empty, too long, already taken, or contains a colon. Fields: "
        "`{answer}`.",
        examples=["`{answer}` will not do."],
    )


class Prompts(Section):
    """The questions for human players, and the replies to invalid answers."""

    wager: WagerPrompts = _prompt(WagerPrompts, "Asks for a wager.", {"ask": "Your bet: ", "quit": 0})
    action: ActionPrompts = _prompt(
        ActionPrompts, "Asks how to play a hand.", {"answers": {"Y": "hit", "N": "stand"}}
    )
    insurance: OfferPrompts = _prompt(OfferPrompts, "Offers insurance.", {"ask": "{name}, insurance? "})
    surrender: SurrenderPrompts = _prompt(
        SurrenderPrompts, "Offers surrender before the first action.", {"ask": "{name}, surrender? "}
    )
    side_bet: SideBetPrompts = _prompt(
        SideBetPrompts, "Offers a side bet.", {"ask": "{name}, {bet} for {stake}? "}
    )
    switch: SwitchPrompts = _prompt(
        SwitchPrompts, "Offers to switch the second cards of two hands.", {"ask": "{name}, do you switch? "}
    )
    calling: CallPrompts = _prompt(
        CallPrompts,
        "Asks whether to call a raise in a betting round. If not, the hand folds.",
        {"ask": "{name}, {stake} to stay in? "},
    )
    raising: RaisePrompts = _prompt(
        RaisePrompts, "Asks whether to raise in a betting round.", {"ask": "{name}, do you raise? "}
    )
    power: PowerPrompts = _prompt(
        PowerPrompts, "Asks whether to use a power that has `ask`.", {"ask": "{name}, {question} "}
    )
    again: AgainPrompts = _prompt(
        AgainPrompts,
        "Asks whether to play on.",
        {"ask": "Play on? (j or n) ", "answers": {"j": "yes", "n": "no"}},
    )
    roster: RosterPrompts = _prompt(
        RosterPrompts, "Asks who plays.", {"how_many": "How many of you are there? "}
    )


PROMPT_FIELDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    name: {
        key: tuple(re.findall(r"`\{(\w+)\}`", field.description or ""))
        for key, field in section.annotation.model_fields.items()  # type: ignore[union-attr]  # a section
        if field.annotation in (str, str | None)
    }
    for name, section in Prompts.model_fields.items()
}
"""Maps each prompt and message to the fields that it can use, as listed in its description."""
