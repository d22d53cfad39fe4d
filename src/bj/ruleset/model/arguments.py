"""Arguments: what a ruleset takes on the command line."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bj.ruleset.model.base import Identifier, Section, Text


class Argument(Section):
    """One argument of ``bj run``: integers fill integer arguments in order, words fill choices."""

    name: Identifier = Field(
        description="Name of the argument: expressions use it, and `--set name=value` fills it."
    )
    type: Literal["integer", "choice", "cuts", "players"] = Field(
        description="What it takes: a whole number, one of some words, or a file of cuts for the first "
        "shuffle."
    )
    help: Text = Field(
        default="", description="What it is, in a few words: shown by `bj run RULESET --help`."
    )
    default: int | Text | None = Field(
        default=None,
        description="Its value when the command line says nothing. An argument without one has to be given.",
    )
    optional: bool = Field(default=False, description="Whether a file of cuts may be left out.")
    between: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        default=None, description="Smallest and largest value of a whole number, both allowed."
    )
    choices: Annotated[list[Text], Field(min_length=1, max_length=100)] | None = Field(
        default=None, description="The words that a choice may be."
    )
