"""Plans, which contain everything that determines a game except the players' answers."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from bj.argument_values import Arguments, Value, take_arguments
from bj.compiler.compile import Compiled, compile_ruleset
from bj.engine.face.driving import generator_of
from bj.errors import UsageError, wrong_type
from bj.ruleset.check import Checked
from bj.ruleset.load import AnyRuleset, take_ruleset
from bj.ruleset.model.base import LARGEST_SEED
from bj.session.engines import PLAIN


def refuse_seed(seed: object) -> None:
    """Raise UsageError unless ``seed`` is a whole number from 0 to LARGEST_SEED."""
    if type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise UsageError(f"{seed!r} is not a seed", f"use a whole number from 0 to {LARGEST_SEED}")


def refuse_uncallable(function: object) -> None:
    """Raise UsageError unless ``function`` is callable or None."""
    if not (function is None or callable(function)):
        raise wrong_type("a function to report to", function, "pass a function, or omit it")


class Plan(NamedTuple):
    """A ruleset with argument values, a seed, and optional cards and cuts."""

    checked: Checked
    values: Mapping[str, Value]
    seed: int
    cards: tuple[int, ...] = ()
    """The cards to deal, in order. If it is empty, cards come from the shoe."""
    cuts: tuple[int, ...] = ()
    """The cuts for all shuffles, in order. If it is empty, cuts are random."""
    rounds: int = 0
    """The number of rounds to play without asking, or 0 to ask when the ruleset says so."""

    def compile(self, *, silent: bool = False) -> Compiled:
        """Compile the plan into a game that is ready to start.

        If ``silent`` is true, the game prints nothing.
        """
        return compile_ruleset(
            self.checked,
            self.values,
            self.seed,
            cards=self.cards,
            cuts=self.cuts,
            rounds=self.rounds,
            silent=silent,
        )


def reseed(compiled: Compiled, seed: int) -> Compiled:
    """Return a copy of a compiled game with a different seed."""
    table = compiled.table.copy()
    PLAIN.seed(table, generator_of(compiled.program), seed)
    return compiled._replace(table=table)


def prepare(
    ruleset: AnyRuleset,
    arguments: Arguments,
    *settings: Mapping[str, object] | None,
    call: Callable[..., object] | None = None,
) -> tuple[Checked, dict[str, Value]]:
    """Load a ruleset in any form, and return it with the values of its arguments.

    See ``take_arguments`` for the arguments. Raises RulesetError if the ruleset has faults, and UsageError if
    the ruleset cannot be read or the arguments are invalid.
    """
    checked = take_ruleset(ruleset)
    return checked, take_arguments(checked.model, arguments, *settings, call=call)
