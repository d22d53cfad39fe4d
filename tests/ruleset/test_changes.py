"""The steps that an overlay inserts before, after and in place of inherited ones, and those that it drops."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as some

from bj.errors import RulesetError
from bj.record.line_sources import PlacedRules
from bj.ruleset.documents import Document, merge_documents, read_documents
from bj.ruleset.load import load_ruleset
from bj.ruleset.toml.look_up import look_up
from bj.ruleset.value_origins import Origins

HAND = ["a", {"repeat": "hand", "while": "1"}, {"step": "b", "if": "2", "else": "c"}, {"say": "d"}, "e"]


def chain(*lists: Any) -> list[Document]:
    """Documents with lists of steps or changes; the last one extends all others."""
    return [
        Document(Path(f"{number}.toml"), "", {"procedure": {"hand": steps}} if steps is not None else {})
        for number, steps in enumerate(reversed(lists))
    ]


def laid(*lists: Any) -> Any:
    """The steps that result from lists and changes."""
    return merge_documents(chain(*lists))["procedure"]["hand"]


@pytest.mark.parametrize(
    ("changes", "steps"),
    [
        ({"before": {"b": ["x", "y"]}}, ["a", HAND[1], "x", "y", HAND[2], HAND[3], "e"]),
        ({"after": {"e": ["x"], "hand": ["y"]}}, ["a", HAND[1], "y", HAND[2], HAND[3], "e", "x"]),
        ({"instead_of": {"hand": ["x", "y"]}}, ["a", "x", "y", HAND[2], HAND[3], "e"]),
        ({"without": ["a", "b"]}, [HAND[1], HAND[3], "e"]),
        ({"if": {"a": "3"}}, [{"step": "a", "if": "3"}, *HAND[1:]]),
        ({"if": {"b": "3"}}, [*HAND[:2], {"step": "b", "if": "3", "else": "c"}, *HAND[3:]]),
        ({"while": {"hand": "3"}}, ["a", {"repeat": "hand", "while": "3"}, *HAND[2:]]),
        ({"before": {"a": ["x"]}, "after": {"a": ["y"]}, "without": ["a"]}, ["x", "y", *HAND[1:]]),
        ({"before": {"a": ["a"]}, "instead_of": {"a": ["b"]}}, ["a", "b", *HAND[1:]]),
    ],
)
def test_a_table_changes_an_inherited_list(changes: Any, steps: Any) -> None:
    """Every change applies at its inherited step; other steps stay."""
    assert laid(HAND, changes) == steps


def test_changes_are_made_level_by_level() -> None:
    """A ruleset changes its inherited steps with earlier changes; a list replaces them all."""
    levels = [{"after": {"a": ["x"]}, "if": {"x": "0"}}, None, {"if": {"x": "1"}, "without": ["a"]}]
    assert laid(HAND, *levels) == [{"step": "x", "if": "1"}, *HAND[1:]]
    assert laid(HAND, *levels, {"if": {"x": "2"}}) == [{"step": "x", "if": "2"}, *HAND[1:]]
    assert laid(HAND, *levels, ["f"], {"before": {"f": ["g"]}}) == ["g", "f"]


def test_what_cannot_be_changed_stays() -> None:
    """A name of no step, of two steps, or only of an `else` changes nothing."""
    twice = ["a", *HAND]
    assert (
        laid(twice, {"without": ["a", "c", "x"], "if": {"d": "1"}, "before": 3, "after": {"e": 4}}) == twice
    )


def test_what_is_left_out_cannot_be_changed(tmp_path: Path) -> None:
    """A list that the same ruleset omits is not inherited."""
    file = tmp_path / "overlay.toml"
    head = '[ruleset]\ntitle = "T"\nextends = "classic"\nwithout = ["procedure.hand"]\n'
    file.write_text(f'{head}[procedure]\nhand.without = ["reshuffle"]\n', "utf-8")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(file)
    assert [(each.line, each.message) for each in caught.value.findings] == [
        (6, "`hand` has no inherited steps to change")
    ]


NAMES = some.sampled_from("abcd")
STEPS = some.lists(
    NAMES | some.fixed_dictionaries({"step": NAMES}, optional={"if": some.just("0")}), min_size=1, max_size=5
)
ADDED = some.dictionaries(NAMES, STEPS, max_size=2)
WHEN = some.dictionaries(NAMES, some.text("123", min_size=1), max_size=2)
CHANGES = some.fixed_dictionaries(
    {},
    optional={"before": ADDED, "after": ADDED, "instead_of": ADDED, "without": some.lists(NAMES), "if": WHEN},
)


@given(STEPS, some.lists(CHANGES | STEPS | some.none(), min_size=1, max_size=4))
def test_every_step_is_found_where_it_is_written(steps: Any, levels: list[Any]) -> None:
    """A changed step and a changed condition have their own places."""
    documents = chain(steps, *levels)
    origins = Origins(documents)
    for index, step in enumerate(merge_documents(documents)["procedure"]["hand"]):
        number, place = origins.find(("procedure", "hand", index))
        written = look_up(documents[number].data, place)
        assert as_table(written)["step"] == as_table(step)["step"]
        if "if" in as_table(step):
            owner, here = origins.find(("procedure", "hand", index, "if"))
            assert look_up(documents[owner].data, here) == step["if"]


def test_faulty_inherited_steps_are_the_fault_of_their_own_file(tmp_path: Path) -> None:
    """Changes of a list do not hide the faults of its steps."""
    parent, overlay = tmp_path / "parent.toml", tmp_path / "overlay.toml"
    head, steps = {"title": "T", "extends": "classic"}, [{"step": "deal", "else": ["x"]}, {"step": ["x"]}]
    parent.write_text(tomli_w.dumps({"ruleset": head, "procedure": {"hand": steps}}))
    changes = {"hand": {"before": {"deal": ["shuffle"], "x": ["shuffle"]}}}
    head = {"title": "T", "extends": "./parent.toml"}
    overlay.write_text(tomli_w.dumps({"ruleset": head, "procedure": changes}))
    with pytest.raises(RulesetError) as refusal:
        load_ruleset(overlay)
    assert {(finding.file.name, finding.code) for finding in refusal.value.findings} == {
        ("overlay.toml", "BJ127"),
        ("parent.toml", "BJ203"),
    }


def as_table(step: Any) -> dict[str, Any]:
    """A step as a table, in whichever form it is written."""
    return step if isinstance(step, dict) else {"step": step}


def test_a_line_is_blamed_on_the_step_of_the_overlay(tmp_path: Path) -> None:
    """A failed case names the file and the line of the step."""
    file = tmp_path / "overlay.toml"
    changes = {"hand": {"before": {"settle": ["announce standings"]}}}
    file.write_text(tomli_w.dumps({"ruleset": {"title": "T", "extends": "classic"}, "procedure": changes}))
    rules = PlacedRules(load_ruleset(file))
    names = [step.step for step in rules.checked.model.procedure.hand]
    assert rules._place(("procedure", "hand", names.index("announce standings"))).startswith(f" ({file}:")
    assert "classic.toml:" in rules._place(("procedure", "hand", names.index("settle")))
    assert len(read_documents(file)) == 2
