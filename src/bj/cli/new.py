"""``bj new``: writes a new ruleset from options and interactive answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bj.cli.asking import ask, is_at_terminal, say
from bj.cli.exit_codes import exit_policy
from bj.cli.options import argument, flag, option
from bj.cli.output_files import display
from bj.cli.shell_completion import complete_shipped
from bj.errors import RulesetError, UsageError

if TYPE_CHECKING:
    from bj.authoring.base_ruleset import Base
    from bj.authoring.questions import RuleQuestion
    from bj.faults_and_fixes import KeyPath
    from bj.grading.new_course import CourseGame
    from bj.ruleset.check import Checked

COURSE = "course.toml"
"""The file name of the course manifest."""


def new(
    name: Annotated[str, argument("NAME", "The name of the new ruleset.")],
    title: Annotated[str | None, option("TITLE", "The title; by default, the name.")] = None,
    base: Annotated[
        str | None,
        option("RULESET", "The shipped ruleset to start from.", "--from", autocompletion=complete_shipped),
    ] = None,
    complete: Annotated[
        bool | None,
        typer.Option(
            "--complete/--overlay",
            help="Write a complete ruleset or only the differences.",
            show_default=False,
        ),
    ] = None,
    target: Annotated[str | None, option("N", "The target total: 5 to 31.")] = None,
    dealer_draws: Annotated[
        str | None,
        option(
            "WHEN",
            "When the dealer draws: `17` for below 17, `soft 17` to include soft 17, or an expression.",
        ),
    ] = None,
    natural: Annotated[str | None, option("RATIO", "The payout of a natural, such as `6:5`.")] = None,
    packs: Annotated[str | None, option("N", "Packs in the shoe: 1 to 16.")] = None,
    course: Annotated[
        bool,
        flag("--with-course", "Ask about a handout, and also write course.toml, for `bj grade`."),
    ] = False,
    yes: Annotated[
        bool,
        typer.Option(
            "--yes",
            "-y",
            help="Ask nothing. Rules that you do not set stay the same, unless they depend on the target.",
        ),
    ] = False,
    force: Annotated[bool, flag("--force", "Overwrite an existing file.")] = False,
) -> None:
    """Write a new ruleset, with comments, to NAME.toml.

    At a terminal, bj asks for everything that you do not set with an option; press Enter to accept the value
    in brackets. In a script, bj asks nothing. By default, the new ruleset extends `classic` without changes.
    """
    options = {"target": target, "dealer-draws": dealer_draws, "natural": natural, "packs": packs}
    with exit_policy():
        from bj.authoring.planned_changes import file_of
        from bj.authoring.questions import HANDOUT_QUESTIONS, QUESTIONS
        from bj.cli.output_files import refuse_existing, write_file
        from bj.files import refuse_unwritable

        file = file_of(name)
        if course and str(file) == COURSE:
            raise UsageError(f"{COURSE} will be the course file", "choose a different name for the ruleset")
        for each in (str(file), COURSE) if course else (str(file),):
            if not force:
                refuse_existing(each)
            refuse_unwritable(each)
        author = _Author(file.stem, asks=is_at_terminal() and not yes, has_course=course)
        author.choose_base(base, title, complete)
        for question in HANDOUT_QUESTIONS if course else QUESTIONS:
            author.answer(question, options.get(question.option))
        if course:
            author.change_lines()
        text = author.write()
        checked = author.check(text)
        if course:
            from bj.cli.course_questions import describe_course

            manifest, games = describe_course(author.title, str(file), checked, asks=author.asks)
            write_file(COURSE, manifest)
            steps = author.next_steps_of_course(file, games)
        else:
            steps = author.next_steps(file)
        write_file(str(file), text)
        display(author.farewell(file, steps))


class _Author:
    """Collects the answers for a new ruleset, and writes it."""

    def __init__(self, name: str, *, asks: bool, has_course: bool) -> None:
        self.name = name
        self.asks = asks
        self.has_course = has_course
        self.title = ""
        self.is_complete = False
        self.answers: dict[str, Any] = {}
        self.lines: dict[str, str] = {}
        """The new lines of output, by event."""
        self.base: Base

    def choose_base(self, base: str | None, title: str | None, complete: bool | None) -> None:
        """Choose the title, the base ruleset, and whether to write a copy or only the differences.

        For a course, ask only for the title.
        """
        from bj.authoring.base_ruleset import read_base
        from bj.authoring.planned_changes import title_of
        from bj.authoring.questions import choose
        from bj.ruleset.ruleset_files import shipped_rulesets

        default = title_of(self.name)
        self.base = read_base(base or "classic")
        if self.asks and self.has_course:
            say("Press Enter to accept the value in brackets.")
        if title is None:
            title = ask("Title", default, self._read_title) if self.asks else default
        self.title = self._read_title(title)
        if base is None and self.asks and not self.has_course:
            names = {name: name for name in shipped_rulesets()}
            width = max(map(len, names))
            for name in names:
                say(f"  {name:{width}}   {read_base(name).checked.model.ruleset.title}")
            self.base = read_base(ask("Start from", "classic", choose(names, "shipped ruleset")))
        if complete is None and self.asks and not self.has_course:
            question = "Write only the differences (overlay) or everything (copy)"
            words = {"overlay": "overlay", "copy": "copy", "complete": "copy"}
            complete = ask(question, "overlay", choose(words, "way to write the ruleset")) == "copy"
        self.is_complete = bool(complete)

    def answer(self, question: RuleQuestion, word: str | None) -> None:
        """Answer ``question`` with ``word`` or, if ``word`` is None, ask the author.

        If bj asks no questions, the rule stays as in the base ruleset.
        """
        from bj.authoring.questions import has_naturals

        option = question.option
        if not question.is_there(self.base):
            if word is not None:
                message = f"`{self.base.name}` {question.missing}"
                raise UsageError(message, f"remove `--{option}`, or start from a different ruleset")
            return
        target = self.answers.get("target", self.base.checked.model.rules.target)
        if option == "natural" and not has_naturals(self.base, target):
            if word is not None:
                message = f"no two cards make {target}, so no natural is ever paid"
                raise UsageError(message, "remove `--natural`, or choose a different target")
            return
        read = self._reader(question)
        if word is not None:
            self.answers[option] = read(word)
        elif self.asks:
            default = question.default(self.base, self._changes(self.answers))
            self.answers[option] = ask(question.text, default, read)

    def _reader(self, question: RuleQuestion) -> Callable[[str], Any]:
        """Return a function that parses an answer, and rejects values that make the ruleset invalid."""

        def read(text: str) -> Any:
            value = question.read(text, self.base)
            self.check(self.write({**self.answers, question.option: value}))
            return value

        return read

    def change_lines(self) -> None:
        """Ask which lines of the program differ from those of the base."""
        if self.asks:
            from bj.authoring.base_ruleset import lay_over
            from bj.cli.course_questions import ask_lines

            output = lay_over(self.base.data, self._changes(self.answers))["output"]
            self.lines = ask_lines(output, lambda lines: self.check(self.write(lines=lines)))

    def _read_title(self, text: str) -> str:
        self.title = text
        if not text.strip() or text != text.encode("utf-8", "replace").decode():
            raise UsageError("this is not a title", "enter a title")
        self.check(self.write({}))
        if self.has_course:
            from bj.grading.new_course import check_title

            check_title(text)
        return text

    def write(self, answers: Mapping[str, Any] | None = None, lines: Mapping[str, str] | None = None) -> str:
        """Return the text of the ruleset for ``answers`` and ``lines``, by default those collected so far."""
        from bj.authoring.commented_copy import write_complete
        from bj.authoring.differences_file import write_differences
        from bj.authoring.overlay import write_overlay

        changes = self._changes(self.answers if answers is None else answers)
        changes |= {
            ("output", event): line for event, line in (self.lines if lines is None else lines).items()
        }
        short = write_differences if self.has_course else write_overlay
        return (write_complete if self.is_complete else short)(self.name, self.title, self.base, changes)

    def _changes(self, answers: Mapping[str, Any]) -> dict[KeyPath, Any]:
        from bj.authoring.planned_changes import changes_of

        return changes_of(self.base, answers)

    def check(self, text: str) -> Checked:
        """Check the ``text`` of a ruleset.

        Raises UsageError, with the first fault, if the ruleset is invalid.
        """
        from bj.ruleset.documents import read_document
        from bj.ruleset.load import check_documents

        document = read_document(Path(f"{self.name}.toml"), text.encode("utf-8", "replace"))
        try:
            return check_documents([document, *([] if self.is_complete else self.base.documents)])
        except RulesetError as error:
            first = error.findings[0]
            raise UsageError(first.message, first.remedy) from None

    def next_steps(self, file: Path) -> dict[str, str]:
        """Return commands to try with the new ruleset, each with its purpose."""
        steps = {
            f"bj run {file}": "play it",
            f"bj show {file}": "read its rules",
            f"bj validate {file}": "check it after changes",
            f"bj diff {self.base.name} {file}": "see what you have changed",
        }
        if not os.path.lexists("ruleset.schema.json"):
            steps["bj schema > ruleset.schema.json"] = "let your editor complete and explain the keys"
        return steps

    def next_steps_of_course(self, file: Path, games: Sequence[CourseGame]) -> dict[str, str]:
        """Return commands to try with the new course, each with its purpose."""
        return {
            f"bj show {file}": "compare the rules with your handout",
            **{f"bj run {file} {game.words()}": f"read the game `{game.name}`" for game in games},
            f"bj grade {COURSE}": "grade the transcripts in the folder submissions",
        }

    def farewell(self, file: Path, steps: Mapping[str, str]) -> str:
        """Return a message that says what was written and suggests the next ``steps``."""
        what = f"a copy of {self.base.name}" if self.is_complete else f"the differences from {self.base.name}"
        written = f"Wrote {file}: {what}" + f", and {COURSE}" * self.has_course
        width = max(map(len, steps))
        lines = [f"  {command:{width}}   {purpose}" for command, purpose in steps.items()]
        return "\n".join([f"{written}. Next:", *lines])
