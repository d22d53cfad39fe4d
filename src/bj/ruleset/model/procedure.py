"""The procedure: the order of play, step by step."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from bj.catalogue.limits import MOST_DEALT
from bj.catalogue.steps import STEPS
from bj.faults_and_fixes import KeyPath
from bj.ruleset.model.base import Condition, Section, TableCondition, WagerMoney

LISTS = ("game", "round", "hand")
"""The lists of steps, from outermost to innermost. A list can repeat the lists that come after it."""

if TYPE_CHECKING:
    StepName: TypeAlias = str
else:
    StepName = Literal[tuple(STEPS)]


class Step(Section):
    """One step. A table is needed only for a condition, a repetition or a line to print."""

    step: StepName | None = Field(default=None, description="The name of the step.", examples=["deal"])
    repeat: Literal["round", "hand"] | None = Field(
        default=None, description="The list of steps to repeat.", examples=["hand"]
    )
    say: str | None = Field(
        default=None,
        description="A line to print. Fields are `{hand}` and, for the player in the first seat, "
        "`{bankroll}`, `{name}` and every number in a `memory`, such as `{lost}`.",
        examples=["{name} begins with {bankroll}", "The reds lead by {points}"],
    )
    while_: TableCondition | None = Field(
        default=None,
        alias="while",
        description="The list is repeated as long as this condition is true.",
        examples=["hand < hands and bankroll >= minimum"],
    )
    if_: TableCondition | None = Field(
        default=None,
        alias="if",
        description="The step is carried out only if this condition is true.",
        examples=["bankroll < minimum"],
    )
    else_: StepName | None = Field(
        default=None,
        alias="else",
        description="The step to carry out if the condition in `if` is false.",
        examples=["kick out dealer"],
    )
    by: WagerMoney | None = Field(
        default=None,
        description="For `announce standings`: the number or amount to sort the players by, highest first. "
        "Players with equal values stay in seat order. By default, everyone is listed in seat order.",
        examples=["bankroll", "points"],
    )

    @model_validator(mode="before")
    @classmethod
    def _name_alone(cls, value: Any) -> Any:
        """Accept ``"deal"`` as shorthand for ``{ step = "deal" }``."""
        if isinstance(value, str):
            return {"step": value}
        if not isinstance(value, dict | Step):
            remedy = 'write `"deal"`, or `{ step = "deal", if = "…" }`'
            raise PydanticCustomError(
                "step_type", "should be the name of a step, or a table", {"remedy": remedy}
            )
        return value


Steps = Annotated[list[Step], Field(min_length=1, max_length=200)]

Added = Annotated[list[Step], Field(max_length=200)]


class Changes(Section):
    """Edits to an inherited list of steps, written as a table instead of a list.

    Refer to a step by its name, and to a repetition by the list that it repeats. Every edit applies to the
    inherited list, and not to the result of another edit.
    """

    before: dict[str, Added] = Field(
        default={},
        description="Steps to insert before the step that the key names.",
        examples=[{"settle": ["show hands"]}],
    )
    after: dict[str, Added] = Field(
        default={},
        description="Steps to insert after the step that the key names.",
        examples=[{"deal": [{"say": "Good luck!"}]}],
    )
    instead_of: dict[str, Added] = Field(
        default={},
        description="Steps to put in place of the step that the key names.",
        examples=[{"show hands": ["show players"]}],
    )
    without: Annotated[list[str], Field(max_length=100)] = Field(
        default=[], description="Steps to remove.", examples=[["announce hand"]]
    )
    while_: dict[str, Condition] = Field(
        default={},
        alias="while",
        description="New conditions for repetitions. Each key is the list that is repeated.",
        examples=[{"hand": "hand < 3"}],
    )
    if_: dict[str, Condition] = Field(
        default={},
        alias="if",
        description="New conditions for steps. A step is skipped if its condition is false.",
        examples=[{"announce standings": "hand % 10 == 0"}],
    )


Entry = Literal["player up", "player down", "dealer up", "dealer down"]

ENTRIES: Mapping[str, str] = {
    "player up": "a face-up card to each player in turn",
    "player down": "a face-down card to each player in turn",
    "dealer up": "a face-up card to the dealer; the first one is the upcard",
    "dealer down": "a face-down card to the dealer: the hole card",
}
"""Maps each entry that `deal` can contain to the card that it deals."""


class Procedure(Section):
    """The order of play. The list ``game`` is carried out once, and repeats the list ``round`` or ``hand``.

    To change individual steps in an inherited list, write a table instead of the list.
    """

    game: Steps = Field(
        description="The steps of a whole game.",
        examples=[["shuffle", {"repeat": "hand", "while": "hand < hands"}, "announce standings"]],
    )
    round: Steps | None = Field(
        default=None,
        description="The steps of each round.",
        examples=[[{"repeat": "hand", "while": "hand < hands"}, "announce standings", "end round"]],
    )
    hand: Steps = Field(
        description="The steps of each hand.",
        examples=[["take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"]],
    )
    deal: Annotated[list[Entry], Field(min_length=2, max_length=MOST_DEALT)] = Field(
        default=[
            "player up",
            "dealer up",
            "player up",
            "dealer down",
        ],
        description="The initial deal, card by card: to each player or to the dealer, face up or face down.",
        examples=[["player up", "dealer up", "player up", "dealer down"]],
    )

    def all_steps(self) -> Iterator[tuple[KeyPath, Step]]:
        """Yield every step together with its path. Lists that are not defined are skipped."""
        for name in LISTS:
            for index, step in enumerate(getattr(self, name) or ()):
                yield ("procedure", name, index), step

    def steps_named(self) -> frozenset[str]:
        """Return the names of all steps that can occur, including those after ``else``."""
        named = (name for _, step in self.all_steps() for name in (step.step, step.else_))
        return frozenset(name for name in named if name is not None)
