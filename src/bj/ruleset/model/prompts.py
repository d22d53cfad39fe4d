"""Prompts: what a person is asked, what the answers mean, and what is said about wrong ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from bj.ruleset.model.base import Section

AnswerWord = Annotated[str, StringConstraints(min_length=1, max_length=40)]
"""An answer as it is typed."""


class WagerPrompts(Section):
    """Asking a person for a wager."""

    ask: str = Field(
        default="{name}, your wager: ",
        description="The question: `{name}`, `{bankroll}`, `{minimum}`. No line end is added.",
    )
    not_a_number: str = Field(
        default="Please answer with an amount of money.",
        description="The answer is no amount: `{answer}`, `{name}`, `{bankroll}`, `{minimum}`.",
    )
    too_small: str = Field(
        default="The smallest wager is {minimum}.",
        description="The wager is less than the smallest: `{wager}`, `{name}`, `{bankroll}`, `{minimum}`.",
    )
    too_large: str = Field(
        default="That is more than you have: {bankroll}.",
        description="The wager is more than the person has: `{wager}`, `{name}`, `{bankroll}`, `{minimum}`.",
    )
    quit: Annotated[int, Field(ge=-(10**6), le=10**6)] | None = Field(
        default=None, description="The answer that leaves the game instead, such as `0`."
    )


class ActionPrompts(Section):
    """Asking a person what to do with a hand."""

    ask: str = Field(
        default="{name}, (h)it or (s)tand? ",
        description="The question: `{name}`, `{total}`, `{wager}`, `{bankroll}`. No line end is added.",
    )
    ask_double: str | None = Field(
        default=None,
        description="The question when the hand may be doubled, with the same fields; without it `ask`.",
    )
    wrong: str = Field(
        default="`{answer}` is none of the answers.",
        description="The answer is none of those known: `{answer}`, `{name}`.",
    )
    answers: dict[AnswerWord, Literal["hit", "stand", "double"]] = Field(
        default={"h": "hit", "s": "stand", "d": "double", "hit": "hit", "stand": "stand", "double": "double"},
        description="What the answers mean; small and capital letters are the same.",
    )


class AgainPrompts(Section):
    """Asking whether to play on."""

    ask: str = Field(default="Another round? (y/n) ", description="The question. No line end is added.")
    wrong: str = Field(
        default="`{answer}` is none of the answers.",
        description="The answer is none of those known: `{answer}`.",
    )
    answers: dict[AnswerWord, Literal["yes", "no"]] = Field(
        default={"y": "yes", "n": "no", "yes": "yes", "no": "no"},
        description="What the answers mean; small and capital letters are the same.",
    )


class RosterPrompts(Section):
    """Asking who plays, when the command line does not say it."""

    how_many: str = Field(
        default="How many players? ", description="How many there are: `{least}`, `{most}`."
    )
    kind: str = Field(
        default="Player {number}, which kind ({kinds})? ",
        description="Of which kind the next one is: `{number}`, `{kinds}`.",
    )
    name: str = Field(
        default="Name of player {number}? ", description="What the next one is called: `{number}`."
    )
    bankroll: str = Field(
        default="Bankroll of {name}? ", description="With how much money the next one starts: `{name}`."
    )
    wrong_number: str = Field(
        default="Please answer with a whole number from {least} to {most}.",
        description="The answer is no such number: `{answer}`, `{least}`, `{most}`.",
    )
    wrong_kind: str = Field(
        default="`{answer}` is none of {kinds}.", description="There is no such kind: `{answer}`, `{kinds}`."
    )
    wrong_name: str = Field(
        default="`{answer}` cannot be the name.",
        description="The name is empty, too long, taken, or has a colon: `{answer}`.",
    )


class Prompts(Section):
    """What a person is asked."""

    wager: WagerPrompts = Field(default_factory=WagerPrompts, description="For a wager.")
    action: ActionPrompts = Field(default_factory=ActionPrompts, description="For what to do with a hand.")
    again: AgainPrompts = Field(default_factory=AgainPrompts, description="Whether to play on.")
    roster: RosterPrompts = Field(default_factory=RosterPrompts, description="Who plays.")


_PURSE = ("name", "bankroll", "minimum")
_HAND = ("name", "total", "wager", "bankroll")

PROMPT_FIELDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "wager": {
        "ask": _PURSE,
        "not_a_number": (*_PURSE, "answer"),
        "too_small": (*_PURSE, "wager"),
        "too_large": (*_PURSE, "wager"),
    },
    "action": {"ask": _HAND, "ask_double": _HAND, "wrong": ("answer", "name")},
    "again": {"ask": (), "wrong": ("answer",)},
    "roster": {
        "how_many": ("least", "most"),
        "kind": ("number", "kinds"),
        "name": ("number",),
        "bankroll": ("name",),
        "wrong_number": ("answer", "least", "most"),
        "wrong_kind": ("answer", "kinds"),
        "wrong_name": ("answer",),
    },
}
"""The fields that each text can use."""
