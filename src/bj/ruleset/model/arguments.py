"""Arguments: the values that a ruleset takes from the command line."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from bj.ruleset.model.base import Section, Text

ArgumentType = Literal["integer", "choice", "cuts", "players"]

ARGUMENT_TYPES: Mapping[str, str] = {
    "integer": "a whole number, which expressions can use by the argument's name",
    "choice": "one of the words in `choices`, such as the name of a strategy",
    "cuts": "a file that sets the cuts of the first shuffle, for `shoe.shuffle.first_cuts`",
    "players": "who sits at the table, as KIND:NAME:BANKROLL; `choices` has the kinds, which are strategies",
}
"""Maps each type of argument to a description of what it takes from the command line."""


class Argument(Section):
    """An argument of ``bj run``. Numbers set `integer` arguments in order; words set `choice` arguments."""

    type: ArgumentType = Field(
        description="The type of the value: a whole number, one of several words, a file of cuts for the "
        "first shuffle, or players.",
        examples=["integer", "choice"],
    )
    help: Text = Field(
        default="",
        description="A short description, shown by `bj run RULESET --help`.",
        examples=["chips to begin with"],
    )
    default: int | Text | None = Field(
        default=None,
        description="The value if the command line does not set one: a whole number, or one of the choices. "
        "An argument without a default is required.",
        examples=[100, "simple"],
    )
    between: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="The smallest and the largest allowed whole number.",
        examples=[[1, 500]],
    )
    choices: Annotated[list[Text], Field(min_length=1, max_length=100)] | None = Field(
        default=None,
        description="The allowed words of a choice, or the names of the strategies that players may have.",
        examples=[["simple", "counting"]],
    )


class Parameter(Argument):
    """An argument of the command line, with its name and whether it is optional."""

    name: str
    optional: bool = False
