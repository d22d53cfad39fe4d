"""The procedure, step by step."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from bj.catalogue.limits import MOST_DEALT
from bj.catalogue.steps import STEPS
from bj.errors import KeyPath
from bj.ruleset.model.base import Condition, Section, TableCondition, WagerMoney

LISTS = ("game", "round", "hand")
"""The lists of steps. Each list may repeat the lists after it."""

if TYPE_CHECKING:
    StepName: TypeAlias = str
else:
    StepName = Literal[tuple(STEPS)]


class Step(Section):
    """One step: its name, or a table if it has a condition, repeats a list or prints a line."""

    step: StepName | None = Field(default=None, description="The step to play.", examples=["deal"])
    repeat: Literal["round", "hand"] | None = Field(
        default=None, description="The list of steps to repeat.", examples=["hand"]
    )
    say: str | None = Field(
        default=None,
        description="A line to print. Fields are `{hand}` and, for the first seat, `{bankroll}`, `{name}` "
        "and every number in a `memory`, such as `{lost}`.",
        examples=["{name} begins with {bankroll}", "The reds lead by {points}"],
    )
    while_: TableCondition | None = Field(
        default=None,
        alias="while",
        description="The condition that is checked before each repetition.",
        examples=["hand < hands and bankroll >= minimum"],
    )
    if_: TableCondition | None = Field(
        default=None,
        alias="if",
        description="Condition under which the step is played. Otherwise, it is skipped.",
        examples=["bankroll < minimum"],
    )
    else_: StepName | None = Field(
        default=None,
        alias="else",
        description="The step to play if the condition of `if` is false.",
        examples=["kick out dealer"],
    )
    by: WagerMoney | None = Field(
        default=None,
        description="For `announce standings`: the number or amount by which the players are sorted, the "
        "highest first. Players with equal values stay in the order of their seats, which is the default.",
        examples=["bankroll", "points"],
    )

    @model_validator(mode="before")
    @classmethod
    def _name_alone(cls, value: Any) -> Any:
        """Accept ``"deal"`` as short for ``{ step = "deal" }``."""
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
    """Changes to an inherited list of steps, as a table instead of a list.

    A change names a step by its action. It names a repetition by the list that is repeated. Each change
    refers to the inherited steps, not to the result of other changes.
    """

    before: dict[str, Added] = Field(
        default={},
        description="Steps to insert before a step.",
        examples=[{"settle": ["show hands"]}],
    )
    after: dict[str, Added] = Field(
        default={},
        description="Steps to insert after a step.",
        examples=[{"deal": [{"say": "Good luck!"}]}],
    )
    instead_of: dict[str, Added] = Field(
        default={},
        description="Steps that replace a step.",
        examples=[{"show hands": ["show players"]}],
    )
    without: Annotated[list[str], Field(max_length=100)] = Field(
        default=[], description="Steps to remove.", examples=[["announce hand"]]
    )
    while_: dict[str, Condition] = Field(
        default={},
        alias="while",
        description="New conditions for repetitions. Each key is the repeated list.",
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
    "player up": "a card face up to every player in turn",
    "player down": "a card face down to every player in turn",
    "dealer up": "a card face up to the dealer; the first one is the upcard",
    "dealer down": "a card face down to the dealer: the hole card",
}
"""Maps each entry of the dealing order to a description of what it deals."""


class Procedure(Section):
    """The order of play. ``game`` is played once. It repeats ``round`` or ``hand``.

    A ruleset that extends another one can change individual steps: write a table in place of the list.
    """

    game: Steps = Field(
        description="The steps of the whole game.",
        examples=[["shuffle", {"repeat": "hand", "while": "hand < hands"}, "announce standings"]],
    )
    round: Steps | None = Field(
        default=None,
        description="The steps of one round.",
        examples=[[{"repeat": "hand", "while": "hand < hands"}, "announce standings", "end round"]],
    )
    hand: Steps = Field(
        description="The steps of one hand.",
        examples=[["take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"]],
    )
    deal: Annotated[list[Entry], Field(min_length=2, max_length=MOST_DEALT)] = Field(
        default=[
            "player up",
            "dealer up",
            "player up",
            "dealer down",
        ],
        description="The initial deal, in order: one card to each player or to the dealer, face up or face "
        "down.",
        examples=[["player up", "dealer up", "player up", "dealer down"]],
    )

    def all_steps(self) -> Iterator[tuple[KeyPath, Step]]:
        """Yield all steps with their paths. Missing lists are skipped."""
        for name in LISTS:
            for index, step in enumerate(getattr(self, name) or ()):
                yield ("procedure", name, index), step

    def steps_named(self) -> frozenset[str]:
        """Return the names of all steps that may be played."""
        named = (name for _, step in self.all_steps() for name in (step.step, step.else_))
        return frozenset(name for name in named if name is not None)
