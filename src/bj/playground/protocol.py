"""Defines the JSON protocol between the page and bj.

A request contains the name of a method and its parameters. It always includes the full text of the ruleset,
so that requests can come in any order and the page can restart at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from inspect import signature
from typing import Any

from pydantic import ConfigDict, ValidationError, validate_call

from bj.errors import BjError, RulesetError, UsageError
from bj.playground.current_text import Desk, Progress

METHODS: Mapping[str, str] = {
    **dict.fromkeys(("shelf", "check", "fix"), "ruleset_text"),
    **dict.fromkeys(("complete", "hover"), "completion_and_hover"),
    "card": "rule_card",
    **dict.fromkeys(("transcript", "play", "hint"), "games"),
    **dict.fromkeys(("simulate", "solve", "cell"), "odds"),
    **dict.fromkeys(("cases", "cases_of", "verify"), "cases_and_transcripts"),
}
"""Maps each method to the module that implements it, in a function with the same name.

The keyword parameters of the function are the parameters in the request.
"""


class Protocol:
    """Answers requests, one at a time."""

    def __init__(self, progress: Progress = lambda told: None) -> None:
        self._desk = Desk()
        self._progress = progress

    def answer(self, request: str) -> str:
        """Return ``{"result": …}`` or ``{"error": {"message": …, "remedy": …}}`` for a request.

        A request is a JSON object with ``method`` and ``parameters``.
        """
        try:
            result = self._call(*_read(request))
        except RulesetError:
            error = {"message": "the ruleset has faults", "remedy": "see the marks in the editor"}
            return json.dumps({"error": error})
        except UsageError as refused:
            return json.dumps({"error": {"message": refused.message, "remedy": str(refused.remedy)}})
        except BjError as failed:
            return json.dumps({"error": {"message": str(failed), "remedy": ""}})
        return json.dumps({"result": result}, allow_nan=False)

    def _call(self, method: str, parameters: Mapping[str, Any]) -> Any:
        """Call a method. Raises UsageError if it does not exist, or if the parameters are invalid."""
        if method not in METHODS:
            raise UsageError(f"no method is called `{method[:40]}`", f"methods are {', '.join(METHODS)}")
        function = _function_of(method)
        more = {"progress": self._progress} if "progress" in signature(function).parameters else {}
        try:
            return function(self._desk, **{**parameters, **more})
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise UsageError(f"the parameter `{place}` is invalid: {first['msg']}") from None


def _read(request: str) -> tuple[str, Mapping[str, Any]]:
    """Parse a request into a method and its parameters. Raises UsageError if the request is malformed."""
    try:
        asked = json.loads(request)
    except (ValueError, RecursionError):  # ValueError also covers numbers with too many digits
        asked = None
    if isinstance(asked, dict):
        method, parameters = asked.get("method"), asked.get("parameters", {})
        if isinstance(method, str) and isinstance(parameters, dict):
            return method, parameters
    raise UsageError(
        "this is not a request", 'write an object such as `{"method": "shelf", "parameters": {}}`'
    )


@cache
def _function_of(method: str) -> Callable[..., Any]:
    """Return the function that implements ``method``, with type checks for its parameters."""
    module = import_module(f"bj.playground.{METHODS[method]}")  # on demand: a page needs few modules at first
    function: Callable[..., Any] = getattr(module, method)
    return validate_call(config=ConfigDict(arbitrary_types_allowed=True))(function)
