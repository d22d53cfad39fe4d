"""Results as texts and pictures, for programs."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from tests.session.starting import start

import bj
from bj.errors import UsageError

WORDS = ["100", "5", "10", "simple"]
AMOUNT = ["--hands", "100", "--engine", "plain"]


def test_a_text_is_what_the_command_prints() -> None:
    """Each kind of result has the report of its command."""
    options: dict[str, Any] = {"hands": 100, "engine": "plain", "workers": 1}
    found: list[tuple[Any, list[str]]] = [
        (bj.simulate("classic", WORDS, **options), ["simulate", "classic", *WORDS, *AMOUNT]),
        (bj.compare("classic", "classic", WORDS, **options), ["compare", *["classic"] * 2, *WORDS, *AMOUNT]),
        (bj.analyze("infinite"), ["analyze", "infinite"]),
        (bj.solve("infinite"), ["solve", "infinite"]),
    ]
    for result, command in found:
        assert bj.to_text(result) == start(*command).stdout.decode()


def test_results_are_at_home_in_a_notebook() -> None:
    """Results of all kinds are tables and frames; they are equal after pickling, and can be keys."""
    options: dict[str, Any] = {"hands": 100, "engine": "plain", "workers": 1}
    said = bj.State("classic", WORDS).transcript.replace("bankroll 100", "bankroll 90")
    exact = bj.analyze("infinite", engine="plain")
    for found in (
        bj.simulate("classic", WORDS, **options),
        bj.compare("classic", "classic", WORDS, **options),
        exact,
        bj.solve("infinite", engine="plain"),
        bj.verify_transcript("classic", said, WORDS),
    ):
        again = pickle.loads(pickle.dumps(found))  # noqa: S301  # our own
        assert again == found
        assert {found: 1}[again] == 1
        assert found._repr_html_().startswith("<table>")
        assert len(bj.to_frame(found)) > 0
    assert "<th>standard deviation in wagers</th>" in exact._repr_html_()


def test_a_loaded_ruleset_has_a_short_name() -> None:
    """A loaded ruleset can be a key, and is shown by its title, not by all that was parsed."""
    checked = bj.load_ruleset("classic")
    assert repr(checked) == "<Checked: Classic two-party blackjack>"
    assert {checked: 1}[pickle.loads(pickle.dumps(checked))] == 1  # noqa: S301  # our own


@pytest.mark.parametrize("form", ["svg", "png"])
def test_a_picture_is_a_file(tmp_path: Path, form: str) -> None:
    """A simulation and a chart are drawn in the format that the name of the file says."""
    found = bj.simulate("classic", WORDS, games=20, engine="plain", workers=1)
    results: list[bj.Simulation | bj.Solution] = [found, bj.solve("infinite")]
    for place, result in enumerate(results):
        file = tmp_path / f"{place}.{form}"
        bj.to_picture(result, file)
        assert (b"<svg" if form == "svg" else b"PNG") in file.read_bytes()[:2000]


@pytest.mark.parametrize(
    ("found", "file", "message"),
    [
        (None, "found.svg", "a result to draw cannot be NoneType"),
        (None, "found.gif", "not the name of a picture"),
        (None, None, "a file cannot be NoneType"),
    ],
)
def test_other_values_have_no_picture(found: Any, file: Any, message: str) -> None:
    """Neither other values nor other formats are drawn."""
    with pytest.raises(UsageError, match=message):
        bj.to_picture(found, file)
    with pytest.raises(UsageError, match="a result cannot be"):
        bj.to_text(found)
