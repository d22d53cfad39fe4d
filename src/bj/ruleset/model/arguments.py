"""Arguments: the values that users pass to a ruleset on the command line."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from bj.ruleset.model.base import Section, Text

ArgumentType = Literal["integer", "choice", "cuts", "players"]

ARGUMENT_TYPES: Mapping[str, str] = {
    "integer": "a whole number, available in expressions under the argument's name",
    "choice": "one of the words in `choices`, for example the name of a strategy",
    "cuts": "a file with the cuts for the first shuffle, used by `shoe.shuffle.first_cuts`",
    "players": "the players, each as KIND:NAME:BANKROLL; `choices` lists the kinds, which are strategies",
}
"""Maps each argument type to a description of the values that users pass on the command line."""


class Argument(Section):
    """An argument to ``bj run``.

    On the command line, numbers set the `integer` arguments in order, and words set the `choice` arguments.
    """

    type: ArgumentType = Field(
        description="The kind of value that users pass: a whole number, one of several words, a file with "
        "the cuts for the first shuffle, or players.",
        examples=["integer", "choice"],
    )
    help: Text = Field(
        default="",
        description="A short description for the output of `bj run RULESET --help`.",
        examples=["chips to begin with"],
    )
    default: int | Text | None = Field(
        default=None,
        description="The value to use if the command line does not set one: a whole number or one of the "
        "choices. An argument without a default is required.",
        examples=[100, "simple"],
    )
    between: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="The smallest and the largest number allowed.",
        examples=[[1, 500]],
    )
    choices: Annotated[list[Text], Field(min_length=1, max_length=100)] | None = Field(
        default=None,
        description="The words to choose from, or the names of the strategies that players can have.",
        examples=[["simple", "counting"]],
    )


class Parameter(Argument):
    """A command-line argument together with its name and whether it is optional."""

    name: str
    optional: bool = False
