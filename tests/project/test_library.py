"""The public functions: forms of rulesets and of arguments."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from tests.project.rulesets import FEW_RANKS

import bj
from bj.errors import UsageError
from bj.ruleset.load import check_documents, read_ruleset
from bj.ruleset.ruleset_files import shipped_rulesets

pytestmark = pytest.mark.usefixtures("little_effort")

Form: TypeAlias = Callable[[Path], Any]
Call: TypeAlias = Callable[..., Any]


def in_file(folder: Path) -> Path:
    """The file of the ruleset, written into a folder."""
    file = folder / "few.toml"
    file.write_text(FEW_RANKS)
    return file


FORMS: Mapping[str, Form] = {
    "data": lambda _: tomllib.loads(FEW_RANKS),
    "name of a file": lambda folder: str(in_file(folder)),
    "file": in_file,
    "loaded": lambda _: bj.load_ruleset(FEW_RANKS),
    "loaded from a game": lambda folder: _saved_and_loaded(folder / "game.toml"),
}
"""All forms of a ruleset besides its text and the name of a shipped one."""


def _saved_and_loaded(file: Path) -> Any:
    bj.State(FEW_RANKS).save(file)
    return bj.State.load(file).plan.checked


def stand(state: bj.State) -> int | str:
    """Wager the least, stand on everything, and play on."""
    kinds: Mapping[str, int | str] = {"wager": state.view.minimum_wager, "action": "stand"}
    return kinds.get(state.kind, "yes")


STAND = {"Player": stand}

CALLS: Mapping[str, Call] = {
    "State": lambda given, *words, **named: bj.State(given, *words, **named).transcript,
    "simulate": lambda given, *words, **named: bj.simulate(
        given, *words, hands=40, strategies=STAND, **named
    ),
    "compare": lambda given, *words, **named: bj.compare(
        given, given, *words, hands=40, strategies=STAND, **named
    ),
    "analyze": lambda given, *words, **named: bj.analyze(given, *words, engine="plain", **named),
    "solve": lambda given, *words, **named: bj.solve(given, *words, engine="plain", **named).by_totals,
    "verify_transcript": lambda given, *words, **named: (
        bj.verify_transcript(given, "Player starts\n", *words, **named).findings[0].expected
    ),
    "Drill": lambda given, *words, **named: bj.Drill(given, "", *words, **named)._values,
}
"""The functions that take arguments, and their results."""


@cache
def result_of(name: str) -> Any:
    """The result of a function for the text of a ruleset."""
    return CALLS[name](FEW_RANKS)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", CALLS)
def test_every_function_takes_every_form_of_a_ruleset(tmp_path: Path, name: str, form: str) -> None:
    """A ruleset has the same results in every form."""
    assert CALLS[name](FORMS[form](tmp_path)) == result_of(name)


@pytest.mark.parametrize("form", FORMS)
def test_findings_are_the_same_in_every_form(tmp_path: Path, form: str) -> None:
    """`bj.validate` has the same findings for a loaded ruleset as for its text."""
    found, of_text = bj.validate(FORMS[form](tmp_path)), bj.validate(FEW_RANKS)
    assert [(each.code, each.message) for each in found] == [(each.code, each.message) for each in of_text]


def test_a_loaded_ruleset_keeps_its_places() -> None:
    """Findings about a loaded ruleset name the lines of its own file."""
    text = FEW_RANKS + '\n[strategies.unused]\nwager = "1"\n'
    assert bj.validate(bj.load_ruleset(text)) == bj.validate(text) != []


@pytest.mark.parametrize("name", CALLS)
def test_every_function_takes_every_form_of_arguments(name: str) -> None:
    """Arguments are words, a dictionary, or keywords, which override the others."""
    call = CALLS[name]
    by_keyword = call(FEW_RANKS, start=1234)
    assert by_keyword == call(FEW_RANKS, ["1234"]) == call(FEW_RANKS, {"start": 1234})
    assert by_keyword == call(FEW_RANKS, {"start": 99}, start=1234)
    assert by_keyword != result_of(name) or name == "solve"


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("wrong", [None, 3, "1234", b"1234", object()])
def test_other_arguments_are_refused(name: str, wrong: Any) -> None:
    """Anything else is refused with the right form, and so is a keyword that is not an argument."""
    with pytest.raises(UsageError, match="arguments cannot be") as refused:
        CALLS[name](FEW_RANKS, wrong)
    assert refused.value.remedy == "pass a dict of values or a list of words"
    with pytest.raises(UsageError, match="unknown argument `strat`") as refused:
        CALLS[name](FEW_RANKS, strat=wrong)
    assert refused.value.remedy == "did you mean `start`?"


@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_a_shipped_ruleset_needs_no_file(ruleset: str) -> None:
    """The text of a ruleset is enough, as in the playground, whose texts have no folder."""
    text = shipped_rulesets()[ruleset].read_text("utf-8")
    assert bj.load_ruleset(text).model == bj.load_ruleset(ruleset).model


@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_a_ruleset_without_its_documents_is_the_same(ruleset: str) -> None:
    """A ruleset from a saved game has the data of the one that was saved, without inheritance."""
    checked = bj.load_ruleset(ruleset)
    again = check_documents(read_ruleset(checked._replace(documents=())))
    head = checked.model.ruleset.model_copy(update={"extends": None, "without": []})
    assert again.model == checked.model.model_copy(update={"ruleset": head})
    assert again.texts == checked.texts


@pytest.mark.parametrize(
    ("call", "typed", "meant"),
    [
        (bj.simulate, "worker", "workers"),
        (bj.analyze, "fress", "fresh"),
        (bj.solve, "againts", "against"),
        (bj.State, "seeed", "seed"),
        (bj.Drill, "talies", "tallies"),
        (bj.simulate, "bankrol", "bankroll"),  # an argument of the ruleset
    ],
)
def test_a_misspelt_option_is_suggested(call: Call, typed: str, meant: str) -> None:
    """Any keyword may be an argument of the ruleset, so Python cannot refuse a misspelt one."""
    with pytest.raises(UsageError, match=typed) as refused:
        call("casino", **{typed: 1})
    assert refused.value.remedy == f"did you mean `{meant}`?"
