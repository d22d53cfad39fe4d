"""Public functions with values of every wrong type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest
from tests.project.rulesets import FEW_RANKS

import bj
from bj.errors import UsageError

NUMBERS = (3, -1, 1e400, 10**30, True)
TEXTS = ("", "\x1b[31m", "\ud800", "a\0b", "x" * 5000, b"x")
VALUES: tuple[Any, ...] = (None, *NUMBERS, *TEXTS, [], {}, ("a",))

ALONE: Mapping[str, Any] = {"bankroll": 100, "minimum": 5, "hands": 1, "player": "simple"}
PLAIN: Mapping[str, Any] = {"arguments": ALONE, "engine": "plain", "workers": 1}
SAID = bj.State("classic", ALONE).transcript
EXACT: Mapping[str, Any] = {"ruleset": FEW_RANKS, "engine": "plain"}


def vegas(kind: str = "human", name: str = "Ann", bankroll: int = 100) -> bj.State:
    """A game with one person."""
    return bj.State("vegas", players=[(kind, name, bankroll)])


def classic(bankroll: Any = 100, minimum: Any = 5, player: Any = "simple", cuts: Any = (20,)) -> bj.State:
    """A game of one hand."""
    return bj.State("classic", hands=1, bankroll=bankroll, minimum=minimum, player=player, cuts=cuts)


def make(kind: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A method of a new object."""

    def call(**named: Any) -> Any:
        return getattr(kind(), name)(**named)

    return call


CALLS: Mapping[str, tuple[Callable[..., Any], Callable[..., Any], Mapping[str, Any]]] = {
    **{
        each.__name__: (each, each, options)
        for each, options in (
            (bj.simulate, {"ruleset": "classic", "hands": 64, **PLAIN}),
            (bj.compare, {"left": "classic", "right": "classic", "hands": 40, **PLAIN}),
            (bj.analyze, EXACT),
            (bj.solve, EXACT),
            (bj.validate, {"ruleset": "classic"}),
            (bj.load_ruleset, {"ruleset": "classic"}),
            (bj.verify_transcript, {"ruleset": "classic", "transcript": SAID, "arguments": ALONE}),
            (bj.State, {"ruleset": "infinite"}),
            (bj.Drill, {"ruleset": "infinite"}),
            (bj.CountDrill, {"ruleset": "classic"}),
            (bj.to_text, {}),
            (bj.to_frame, {"found": None}),
            (bj.to_picture, {"found": None, "file": "odds.svg"}),
            (vegas, {}),
            (classic, {}),
        )
    },
    **{
        f"State.{name}": (make(vegas, name), getattr(bj.State, name), options)
        for name, options in {
            **{each: {} for each in ("apply", "child", "action_name", "restart", "observation", "play")},
            **{"watch": {}, "load": {}, "save": {"file": "game.toml"}},
        }.items()
    },
    "Drill.prepare": (make(lambda: bj.Drill(FEW_RANKS), "prepare"), bj.Drill.prepare, {"engine": "plain"}),
    "PlayQuestion.answer": (
        lambda action: next(bj.Drill(FEW_RANKS)).answer(action),
        lambda action: None,
        {},
    ),
    "CountQuestion.answer": (
        lambda count: next(bj.CountDrill("classic")).answer(count),
        lambda count: None,
        {},
    ),
}
"""Each function, the one that defines its parameters, and right values for the required ones."""

SLOW = {("simulate", "hands"), ("compare", "hands")}
"""Parameters whose default takes long."""


def wrong_values(name: str, parameter: str) -> Iterator[Any]:
    """The values to try, except the address of a scheduler, to which bj would connect."""
    yield object()
    for value in VALUES:
        if not (parameter == "cluster" and value) and not (value is None and (name, parameter) in SLOW):
            yield value


@pytest.mark.usefixtures("little_effort")
@pytest.mark.parametrize("name", CALLS)
def test_wrong_values_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Every value of every parameter is accepted, or refused with an error of bj."""
    monkeypatch.chdir(tmp_path)
    call, described, right = CALLS[name]
    for parameter in signature(described).parameters.values():
        if parameter.name == "self" or parameter.kind == Parameter.VAR_KEYWORD:
            continue
        for value in wrong_values(name, parameter.name):
            try:
                call(**{**right, parameter.name: value})
            except bj.BjError:
                pass
            except Exception as error:
                error.add_note(f"{name}({parameter.name}={value!r:.40})")
                raise


@pytest.mark.parametrize(
    ("call", "options", "message", "remedy"),
    [
        (bj.simulate, {"ruleset": "classic", "hands": 64, "progress": 3}, "cannot be int", "omit it"),
        (bj.analyze, {**EXACT, "progress": "p"}, "cannot be str", "omit it"),
        (bj.solve, {**EXACT, "against": 3}, "a strategy cannot be int", "pass the name of a strategy"),
        (bj.solve, {**EXACT, "file": "a\0b"}, "not a valid file name", "pass a string"),
        (
            *(bj.verify_transcript, {"ruleset": "classic", "transcript": "\n", "tolerate": "case"}),
            *("to tolerate cannot be str", "give a list"),
        ),
        (classic, {"cuts": 3}, "`3` is not a value for `cuts`", "takes a file of cuts"),
        (bj.to_text, {"found": "classic"}, "a result cannot be str", "pass the result of"),
    ],
)
def test_the_remedy_names_the_right_type(
    call: Callable[..., Any], options: dict[str, Any], message: str, remedy: str
) -> None:
    """An error about a type says what to give instead."""
    with pytest.raises(UsageError, match=message) as refused:
        call(**options)
    assert remedy in refused.value.remedy
