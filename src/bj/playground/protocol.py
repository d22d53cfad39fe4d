"""The protocol between a page and bj: a request is a method with parameters, an answer is JSON.

Every request contains the whole text of the ruleset. So requests need no order, and a page can start again at
any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from pydantic import ConfigDict, ValidationError, validate_call

from bj.errors import BjError, RulesetError, UsageError
from bj.playground import games, judging, language, odds
from bj.playground.desk import Desk, Progress

METHODS: Mapping[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        *(language.shelf, language.check, language.fix, language.complete, language.hover, language.card),
        *(games.transcript, games.play, games.hint),
        *(odds.simulate, odds.solve, odds.cell),
        *(judging.cases, judging.cases_of, judging.verify),
    )
}
"""The methods by their names. Their keyword parameters are those of requests."""


class Protocol:
    """Answers requests, one at a time."""

    def __init__(self, progress: Progress = lambda told: None) -> None:
        self._desk = Desk()
        self._progress = progress

    def answer(self, request: str) -> str:
        """The answer to a request: ``{"result": …}``, or ``{"error": {"message": …, "remedy": …}}``.

        A request is an object with ``method`` and ``parameters``.
        """
        try:
            asked = json.loads(request)
            result = self._call(asked["method"], asked.get("parameters", {}))
        except RulesetError:
            error = {"message": "the ruleset has faults", "remedy": "see the marks in the editor"}
            return json.dumps({"error": error})
        except UsageError as refused:
            return json.dumps({"error": {"message": refused.message, "remedy": str(refused.remedy)}})
        except BjError as failed:
            return json.dumps({"error": {"message": str(failed), "remedy": ""}})
        return json.dumps({"result": result}, allow_nan=False)

    def _call(self, method: str, parameters: Mapping[str, Any]) -> Any:
        """The result of a method. Raises UsageError if it does not exist, or if its parameters do not fit."""
        function = METHODS.get(method)
        if function is None:
            raise UsageError(f"no method is called `{str(method)[:40]}`", f"methods are {', '.join(METHODS)}")
        more = {"progress": self._progress} if "progress" in signature(function).parameters else {}
        try:
            return _checked(function)(self._desk, **parameters, **more)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise UsageError(f"the parameter `{place}` does not fit: {first['msg']}") from None


def _checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """A method that checks the types of its parameters."""
    if function not in _CHECKED:
        _CHECKED[function] = validate_call(config=ConfigDict(arbitrary_types_allowed=True))(function)
    return _CHECKED[function]


_CHECKED: dict[Callable[..., Any], Callable[..., Any]] = {}
