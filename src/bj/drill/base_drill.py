"""The base class for all drills."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Generic, Self, TypeVar

from bj.argument_values import Arguments
from bj.drill.session_file import Tallies
from bj.errors import wrong_type
from bj.ruleset.load import AnyRuleset
from bj.session.game_plan import prepare, refuse_seed
from bj.session.python_strategies import refuse_unknown

Asked = TypeVar("Asked")


class EndlessDrill(ABC, Generic[Asked]):
    """An endless iterator over questions about a ruleset.

    Raises RulesetError if the ruleset has faults, and UsageError if the drill does not support the ruleset.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        strategy: str = "",
        arguments: Arguments = (),
        *,
        seed: int = 0,
        tallies: Tallies | None = None,
        **named: object,
    ) -> None:
        self.checked, self._values = prepare(ruleset, arguments, named, call=type(self).__init__)
        refuse_seed(seed)
        if not isinstance(tallies, dict | None):
            raise wrong_type("tallies", tallies, "pass a dict")
        if strategy != "":
            refuse_unknown(self.checked, strategy)
        self.strategy = strategy
        self.tallies: Tallies = {} if tallies is None else tallies
        self._random = Random(seed)  # noqa: S311  # questions need not be secret
        self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """Prepare to ask questions. Raises UsageError if the drill has no questions about the ruleset."""

    def __iter__(self) -> Self:
        return self

    @abstractmethod
    def __next__(self) -> Asked:
        """Return the next question."""
