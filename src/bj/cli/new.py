"""``bj new``: writes a new ruleset from options and interactive answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from bj.cli.exit_codes import complain, exit_policy
from bj.cli.options import argument, flag, option
from bj.cli.output_files import display
from bj.cli.shell_completion import complete_shipped
from bj.errors import RulesetError, UsageError
from bj.session.answer_sources import EndOfInput, can_edit, decode, edit_line

if TYPE_CHECKING:
    from bj.authoring.new_ruleset_plan import Base, Knob


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
    knobs = {"target": target, "dealer-draws": dealer_draws, "natural": natural, "packs": packs}
    with exit_policy():
        from bj.authoring.new_ruleset_plan import file_of
        from bj.cli.output_files import refuse_existing, write_file

        file = file_of(name)
        if not force:
            refuse_existing(str(file))
        author = _Author(file.stem, asks=is_at_terminal() and not yes)
        author.choose_base(base, title, complete)
        for option, word in knobs.items():
            author.turn(option, word)
        text = author.write()
        author.check(text)
        write_file(str(file), text)
        display(author.farewell(file))


class _Author:
    def __init__(self, name: str, *, asks: bool) -> None:
        self.name = name
        self.asks = asks
        self.title = ""
        self.is_complete = False
        self.answers: dict[str, Any] = {}
        self.base: Base

    def choose_base(self, base: str | None, title: str | None, complete: bool | None) -> None:
        """Choose the title, the base ruleset, and whether to write a copy or only the differences."""
        from bj.authoring.new_ruleset_plan import read_base, title_of
        from bj.ruleset.ruleset_files import shipped_rulesets

        default = title_of(self.name)
        self.base = read_base(base or "classic")
        if title is None:
            title = ask("Title", default, self._read_title) if self.asks else default
        self.title = self._read_title(title)
        if base is None and self.asks:
            names = {name: name for name in shipped_rulesets()}
            width = max(map(len, names))
            for name in names:
                print(f"  {name:{width}}   {read_base(name).checked.model.ruleset.title}", file=sys.stderr)
            self.base = read_base(ask("Start from", "classic", choose(names, "shipped ruleset")))
        if complete is None and self.asks:
            question = "Write only the differences (overlay) or everything (copy)"
            words = {"overlay": "overlay", "copy": "copy", "complete": "copy"}
            complete = ask(question, "overlay", choose(words, "way to write the ruleset")) == "copy"
        self.is_complete = bool(complete)

    def turn(self, option: str, word: str | None) -> None:
        """Set the rule for ``option`` to ``word`` or, if it is None, to an answer from the author.

        If bj asks no questions, the rule stays as in the base ruleset.
        """
        from bj.authoring.new_ruleset_plan import KNOBS, changes_of, has_naturals, standing

        knob = next(knob for knob in KNOBS if knob.option == option)
        if not knob.is_there(self.base):
            if word is not None:
                message = f"`{self.base.name}` {knob.missing}"
                raise UsageError(message, f"remove `--{option}`, or start from a different ruleset")
            return
        target = self.answers.get("target", self.base.checked.model.rules.target)
        if option == "natural" and not has_naturals(self.base, target):
            if word is not None:
                message = f"no two cards make {target}, so no natural is ever paid"
                raise UsageError(message, "remove `--natural`, or choose a different target")
            return
        read = self._reader(knob)
        if word is not None:
            self.answers[option] = read(word)
        elif self.asks:
            default = changes_of(self.base, self.answers).get(knob.path, standing(self.base, knob.path))
            self.answers[option] = ask(knob.question, str(default), read)

    def _reader(self, knob: Knob) -> Callable[[str], Any]:
        """Return a function that parses an answer, and rejects values that make the ruleset invalid."""

        def read(text: str) -> Any:
            value = knob.read(text, self.base)
            self.check(self.write({**self.answers, knob.option: value}))
            return value

        return read

    def _read_title(self, text: str) -> str:
        self.title = text
        if not text.strip() or text != text.encode("utf-8", "replace").decode():
            raise UsageError("this is not a title", "enter a title")
        self.check(self.write({}))
        return text

    def write(self, answers: dict[str, Any] | None = None) -> str:
        """Return the text of the ruleset for ``answers`` or, by default, for all answers so far."""
        from bj.authoring.commented_copy import write_complete
        from bj.authoring.new_ruleset_plan import changes_of
        from bj.authoring.overlay import write_overlay

        changes = changes_of(self.base, self.answers if answers is None else answers)
        render = write_complete if self.is_complete else write_overlay
        return render(self.name, self.title, self.base, changes)

    def check(self, text: str) -> None:
        """Check ``text``, the text of a ruleset. Raises UsageError about the first fault."""
        from bj.ruleset.documents import read_document
        from bj.ruleset.load import check_documents

        document = read_document(Path(f"{self.name}.toml"), text.encode("utf-8", "replace"))
        try:
            check_documents([document, *([] if self.is_complete else self.base.documents)])
        except RulesetError as error:
            first = error.findings[0]
            raise UsageError(first.message, first.remedy) from None

    def farewell(self, file: Path) -> str:
        """Return a message that says what was written and suggests what to do next."""
        what = f"a copy of {self.base.name}" if self.is_complete else f"the differences from {self.base.name}"
        steps = {
            f"bj run {file}": "play it",
            f"bj show {file}": "read its rules",
            f"bj validate {file}": "check it after changes",
            f"bj diff {self.base.name} {file}": "see what you have changed",
        }
        if not os.path.lexists("ruleset.schema.json"):
            steps["bj schema > ruleset.schema.json"] = "let your editor complete and explain the keys"
        width = max(map(len, steps))
        lines = [f"  {command:{width}}   {purpose}" for command, purpose in steps.items()]
        return "\n".join([f"Wrote {file}: {what}. Next:", *lines])


Answer = TypeVar("Answer")


def is_at_terminal() -> bool:
    """Return whether stdin is a terminal, so that bj can ask questions."""
    return sys.stdin is not None and sys.stdin.isatty()


def ask(question: str, default: str, read: Callable[[str], Answer]) -> Answer:
    """Ask a question until ``read`` accepts the answer, and return the result of ``read``.

    An empty answer means ``default``. ``read`` rejects an answer by raising UsageError. At a terminal, people
    can edit the answer; otherwise, the question goes to stderr. Raises UsageError at the end of the input.
    After Ctrl-C, the cursor moves to a new line before KeyboardInterrupt is raised.
    """
    while True:
        try:
            line = _read_line(f"{question} [{default}]: ")
        except (KeyboardInterrupt, EndOfInput) as ending:
            print(file=sys.stderr)
            if isinstance(ending, KeyboardInterrupt):
                raise
            raise UsageError("the input ended before the last answer", "nothing was written") from None
        try:
            return read(line.strip() or default)
        except UsageError as error:
            complain(error.message, error.remedy)


def _read_line(prompt: str) -> str:
    """Show ``prompt`` and read a line from stdin. Raises EndOfInput at the end of the input."""
    if can_edit():
        return edit_line(prompt)
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.buffer.readline()
    if not line:
        raise EndOfInput
    return decode(line)


def choose(choices: dict[str, str], what: str) -> Callable[[str], str]:
    """Return a function that accepts one of ``choices``, or an unambiguous prefix of one.

    The function raises UsageError for any other text. In the message, ``what`` is the noun for a choice.
    """

    def read(text: str) -> str:
        typed = text.casefold()
        if typed in choices:
            return choices[typed]
        meant = [choice for choice in choices if choice.startswith(typed)]
        if len(meant) == 1:
            return choices[meant[0]]
        from bj.ruleset.suggestions import shorten, suggest

        raise UsageError(f"`{shorten(text)}` is not a {what}", suggest(text, choices))

    return read
