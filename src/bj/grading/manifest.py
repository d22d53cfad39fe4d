"""Defines the course manifest, which says what to grade, where transcripts are, and what students see."""

import re
from difflib import get_close_matches
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Annotated, Any, Literal, LiteralString, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    StringConstraints,
    ValidationError,
    create_model,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from bj.grading import Format
from bj.ruleset.model import Help, Ruleset
from bj.ruleset.model.base import Section, Seed, Text
from bj.ruleset.suggestions import shorten
from bj.text.sentences import enumerate_words
from bj.verify.assignment import Chance
from bj.verify.formats.reveal import Reveal
from bj.verify.marks import CRITERIA, MOST_POINTS
from bj.verify.wording_differences import IGNORABLE

NAME = re.compile(r"[A-Za-z0-9_@+-][A-Za-z0-9_.@+ -]*")
NAMING = "use letters from A to Z, digits, spaces and `_.@+-`; do not begin with a space or a period"
"""The remedy for a name that cannot be the name of a file or a column."""


PLACEHOLDER = re.compile(r"\{[^{}]*\}")


def _fault_at(
    place: tuple[str | int, ...], message: LiteralString, name: str, remedy: str
) -> ValidationError:
    """Return an error about ``name``, which is at ``place`` in the table or list that is validated."""
    return ValidationError.from_exception_data("", [_detail(place, message, name, remedy)])


def _detail(place: tuple[str | int, ...], message: LiteralString, name: str, remedy: str) -> InitErrorDetails:
    error = PydanticCustomError("manifest", message, {"name": shorten(name), "remedy": remedy})
    return InitErrorDetails(type=error, loc=place, input=None)


def _students(names: list[str]) -> list[str]:
    """Return ``names``. Raises ValueError if two students would have the same results file on any system."""
    known = set[str]()
    for index, name in enumerate(names):
        if name.casefold() in known:
            remedy = "give each student a different name; upper and lower case do not make a difference"
            raise _fault_at((index,), "`{name}` is in the list twice", name, remedy)
        known.add(name.casefold())
    return names


def _name(value: str) -> str:
    """Return ``value`` if it is a valid file name on all common systems. Raises ValueError otherwise."""
    if not NAME.fullmatch(value):
        raise PydanticCustomError("name", "`{name}` cannot be a name", {"name": value, "remedy": NAMING})
    return value


def _path(value: str) -> str:
    """Return ``value`` if it is a valid path pattern for transcripts.

    Raises ValueError if it has unknown placeholders or no ``{student}``, or if it leaves the folder with the
    submissions.
    """
    path, example = PurePosixPath(value), "{student}/{run}.txt"
    for name in PLACEHOLDER.findall(value):
        if name not in ("{student}", "{run}"):
            message, remedy = "`{name}` is not a placeholder", "use `{student}` and `{run}`"
            raise PydanticCustomError("path", message, {"name": shorten(name), "remedy": remedy})
    if "{student}" not in value:
        raise PydanticCustomError(
            "path", "the path must contain `{student}`", {"remedy": f"write `{example}`"}
        )
    if path.is_absolute() or ".." in path.parts:
        message = "the path must lead to files in the folder with the submissions"
        raise PydanticCustomError("path", message, {"remedy": f"write a path like `{example}`"})
    return str(path)


def _help(table: Any) -> Any:
    """Return ``table``. Raises ValueError if it has criteria as keys instead of rules."""
    names = (name for name in table if name in CRITERIA) if isinstance(table, dict) else ()
    faults = [_criterion_in_help(name) for name in names if name not in Ruleset.model_fields]
    if faults:
        raise ValidationError.from_exception_data("help", faults)
    return table


def _criterion_in_help(name: str) -> InitErrorDetails:
    rules = [f"`{rule.replace('*', 'NAME')}`" for rule in CRITERIA[name].rules]
    remedy = f"this is a criterion; use its rules instead: {enumerate_words(rules, 'or')}"
    error = PydanticCustomError("code", "`{name}` is not a rule", {"name": name, "remedy": remedy})
    return InitErrorDetails(type=error, loc=(name, "[key]"), input=name)


Name = Annotated[str, StringConstraints(max_length=80), AfterValidator(_name)]
"""The name of a run or a student, which must be a valid file name."""

Line = Annotated[Text, StringConstraints(min_length=1, max_length=500)]

Command = Annotated[list[Line], Field(min_length=1, max_length=100)]
"""A command as a list of words, which is run without a shell."""

if TYPE_CHECKING:
    Ignorable: TypeAlias = str
    CriterionName: TypeAlias = str
else:
    Ignorable = Literal[tuple(IGNORABLE)]
    CriterionName = Literal[tuple(CRITERIA)]

COLUMNS = ("student", "points", "most", "verdict", "review")
"""The columns of marks.csv that are not criteria or groups."""

GROUP_EXAMPLE = 'for several criteria together, write `money = { points = 10, of = ["win", "tie"] }`'


class Course(Section):
    """The assignment, and what students see in their results."""

    ruleset: Line = Field(
        description="The ruleset: a path relative to the manifest's folder, or the name of a shipped ruleset."
    )
    title: Annotated[Text, StringConstraints(max_length=200)] = Field(
        default="", description="The title of the class report."
    )
    transcripts: Annotated[Text, StringConstraints(max_length=200), AfterValidator(_path)] = Field(
        default="{student}/{run}.txt",
        description="The path of each transcript, relative to the folder with the submissions.",
    )
    students: Annotated[list[Name], Field(max_length=10_000), AfterValidator(_students)] = Field(
        default=[], description="The roster. Students on it get results even if they have no submission."
    )
    chance: Chance | None = Field(
        default=None, description="Which cards must match the ruleset, as with `bj verify --chance`."
    )
    tolerate: list[Ignorable] = Field(default=[], description="Kinds of differences between lines to ignore.")
    reveal: Reveal = Field(default="rule", description="How much of the solution students see.")
    visibility: Literal["visible", "hidden", "after_due_date", "after_published"] = Field(
        default="visible", description="When Gradescope shows the results."
    )
    formats: list[Format] = Field(default=["text"], description="The formats for each student's results.")


class Run(Section):
    """A game that every program must play."""

    arguments: dict[Line, Line | int | float] = Field(default={}, description="The arguments, by name.")
    seed: Seed | None = Field(default=None, description="The seed.")
    rounds: Annotated[int, Field(ge=1, le=10**6)] | None = Field(
        default=None, description="The number of rounds to play without asking whether to continue."
    )
    answers: Line | None = Field(
        default=None,
        description="A file with the answers, one per line. With `[program]`, programs get it as "
        "standard input.",
    )
    weight: Annotated[float, Field(gt=0, le=1000)] = Field(
        default=1.0, description="The weight of the run, relative to the others."
    )
    hidden: bool = Field(
        default=False,
        description="Whether to hide the details: of this run, students see only in which criteria a rule is "
        "broken, with the sentences about these rules in `[help]`.",
    )
    words: list[Line] = Field(
        default=[], description="The arguments to add to the `run` command in `[program]`."
    )


class Credit(Section):
    """The points for a criterion, and the number of hands required for full points."""

    points: Annotated[float, Field(ge=0, le=MOST_POINTS)] = Field(description="The points.")
    hands: Annotated[int, Field(ge=1, le=10**6)] = Field(
        default=1,
        description="The number of hands, over all runs, in which the criterion must come up for full "
        "points.",
    )


class Group(Credit):
    """The points for several criteria together, under a name of your choice.

    A mistake in any of the criteria costs all points. The group comes up in a hand if any of them does.
    """

    of: Annotated[list[CriterionName], Field(min_length=1)] = Field(description="The criteria.")


def _fault_of_points(name: str, worth: Any) -> InitErrorDetails | None:
    """Return an error about the name of a criterion or a group with points, or None if it is valid."""
    remedy = "choose a different name for the group"
    if name in COLUMNS:
        return _detail((name,), "`{name}` is a column of marks.csv", name, remedy)
    if name in CRITERIA and isinstance(worth, dict) and "of" in worth:
        return _detail((name,), "`{name}` is a criterion, not a group", name, f"{remedy}, or remove `of`")
    if name not in CRITERIA and not isinstance(worth, dict):
        close = get_close_matches(name, CRITERIA, 1)
        remedy = f"did you mean `{close[0]}`?" if close else GROUP_EXAMPLE
        return _detail((name,), "`{name}` is not a criterion", name, remedy)
    if name not in CRITERIA and not NAME.fullmatch(name):
        return _detail((name, "[key]"), "`{name}` cannot be a name", name, NAMING)
    return None


class PointsBase(Section):
    """A table of points, in which keys are criteria or the names of groups of criteria."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Group]
    _names: tuple[str, ...] = PrivateAttr(())

    @model_validator(mode="before")
    @classmethod
    def check_names(cls, data: Any) -> Any:
        """Return ``data``. Raises ValueError if any names are invalid."""
        worths = data.items() if isinstance(data, dict) else ()
        if faults := [fault for name, worth in worths if (fault := _fault_of_points(name, worth))]:
            raise ValidationError.from_exception_data(cls.__name__, faults)
        return data

    @model_validator(mode="after")
    def check_criteria(self) -> Self:
        """Return the table. Raises ValueError if a criterion is listed more than once."""
        known = {name for name in CRITERIA if getattr(self, name, None) is not None}
        for group, worth in (self.__pydantic_extra__ or {}).items():
            for index, name in enumerate(worth.of):
                if name in known:
                    remedy = "remove one of them"
                    raise _fault_at((group, "of", index), "`{name}` has points twice", name, remedy)
                known.add(name)
        return self

    @model_validator(mode="wrap")
    @classmethod
    def keep_order(cls, data: Any, validate: ModelWrapValidatorHandler[Self]) -> Self:
        """Return the validated table, which remembers the order of the keys in ``data``."""
        points = validate(data)
        points._names = tuple(data) if isinstance(data, dict) else ()
        return points

    def credits(self) -> dict[str, Group]:
        """Return the points for each criterion and group, in the order of the keys."""
        groups = self.__pydantic_extra__ or {}
        return {name: groups.get(name) or self._credit(name) for name in self._names}

    def _credit(self, name: str) -> Group:
        """Return the points for a single criterion as a group with one member."""
        worth = getattr(self, name)
        return Group(**(dict(worth) if isinstance(worth, Credit) else {"points": worth}), of=[name])


_FIELDS: dict[str, Any] = {
    name: (
        Annotated[float, Field(ge=0, le=MOST_POINTS)] | Credit | None,
        Field(default=None, description=f"The points for `{name}`."),
    )
    for name in CRITERIA
}
Points: Any = create_model("Points", __base__=PointsBase, **_FIELDS)
"""The points for each criterion."""


class Program(Section):
    """How to build and run submitted programs. Without this table, no programs are run."""

    build: list[Command] = Field(
        default=[], description="Commands that build the program, run in its folder."
    )
    run: Command = Field(description="The command that plays a game. The `words` of the run are added to it.")
    seconds: Annotated[float, Field(gt=0, le=600)] = Field(
        default=10.0, description="The time limit for each command."
    )
    megabytes: Annotated[int, Field(ge=16, le=65_536)] = Field(
        default=1024, description="The memory limit for each process."
    )
    output_megabytes: Annotated[int, Field(ge=1, le=16)] = Field(
        default=16, description="The output limit for each command."
    )


class Manifest(Section):
    """The manifest of a course."""

    course: Course = Field(description="The assignment.")
    runs: Annotated[dict[Name, Run], Field(min_length=1, max_length=100)] = Field(
        description="The games that every program plays, by name."
    )
    points: Points = Field(
        default=Points(),
        description="The points for each criterion, or for several together: a number, or a table as below.",
    )
    program: Program | None = Field(default=None, description="How programs are built and run.")
    help: Annotated[Help, BeforeValidator(_help)] = Field(
        default={},
        description="Sentences to show to students instead of rules; each key is a rule's "
        "path, or the beginning of one. They extend the ruleset's `[help]` table.",
    )

    @model_validator(mode="after")
    def check_transcripts(self) -> Self:
        """Return the manifest. Raises ValueError if several runs would read the same transcript."""
        if len(self.runs) > 1 and not self.program and "{run}" not in self.course.transcripts:
            remedy = "write a path like `{student}/{run}.txt`"
            message: LiteralString = "the path must contain `{name}`, because there are several runs"
            raise _fault_at(("course", "transcripts"), message, "{run}", remedy)
        return self

    def credits(self) -> dict[str, Group]:
        """Return the points for each criterion and group, in the order of ``[points]``."""
        credits: dict[str, Group] = self.points.credits()
        return credits

    def criteria(self) -> frozenset[str]:
        """Return the criteria that have points."""
        return frozenset(name for each in self.credits().values() for name in each.of)
