from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bj.errors import UsageError
from bj.session.engines import PLAIN
from bj.session.game_plan import prepare
from bj.simulation import bankroll_paths
from bj.simulation.bankroll_paths import Paths, sample_paths
from bj.simulation.jobs import make_job
from bj.simulation.participants import describe_setting
from bj.simulation.pictures import choose_format
from bj.simulation.results import Simulation
from bj.simulation.simulation import simulate

pytest.importorskip("matplotlib")

from bj.simulation.pictures import draw
from bj.simulation.pictures.figure import list_panels
from bj.simulation.pictures.style import safe

OPTIONS: dict[str, Any] = {"engine": "plain", "workers": 1}


def simulated(name: str, *words: str, rounds: int = 0, **amount: Any) -> tuple[Simulation, Paths | None]:
    """A small simulation, with paths unless it is a tournament."""
    found = simulate(name, words, rounds=rounds, **amount, **OPTIONS)
    checked, values = prepare(name, words, {})
    job = make_job(checked, values, found.unit, 0, rounds)
    setting = describe_setting(checked, values, job)
    return found, None if setting.teams else sample_paths(job, setting, PLAIN, games=3)


def panels(name: str, *words: str, **options: Any) -> list[str]:
    """The picture of a small simulation."""
    return [panel.func.__name__ for panel in list_panels(*simulated(name, *words, **options))]  # type: ignore[attr-defined]  # they are partial functions


def test_every_ruleset_gets_the_panels_that_fit_it() -> None:
    """Counters, games, tournaments and tables of several players have pictures of their own."""
    assert panels("classic", "100", "5", "20", "simple", hands=500) == ["draw_paths", "draw_outcomes"]
    assert panels("classic", "100", "5", "20", "counting", games=50) == [
        "draw_final_bankrolls",
        "draw_paths",
        "draw_counts",
        "draw_outcomes",
    ]
    assert panels("sos_vs_sc", games=5)[:2] == ["draw_team_wins", "draw_members"]
    words = ("safe:Ann:100", "random:Bob:100")
    assert panels("vegas", *words, games=20, rounds=8) == [
        "draw_final_bankrolls",
        "draw_paths",
        "draw_values",
        "draw_outcomes",
    ]


def test_the_same_numbers_make_the_same_bytes() -> None:
    """A picture depends only on the results: it has neither a date nor random names."""
    found, paths = simulated("classic", "100", "5", "20", "counting", games=50)
    first, again = draw(found, paths, "svg"), draw(found, paths, "svg")
    assert first == again
    assert b"<dc:date>" not in first
    assert found.title.encode() in first


def test_names_of_strangers_are_not_formulas() -> None:
    """Dollar signs, control characters and letters without a font are drawn without warnings."""
    words = (r"safe:$\frac{1}{$:100", "safe:a$b$c:50", "safe:長門:70")
    found, paths = simulated("vegas", *words, games=10, rounds=6)
    assert draw(replace(found, title="$\\frac$ \x1b[31m"), paths, "svg").startswith(b"<?xml")
    assert safe("$1 \x1b") == r"\$1 \x1b"


def test_towers_and_single_values_can_be_drawn() -> None:
    """A bankroll that nearly always ends the same way, or always, is drawn like any other."""
    found, paths = simulated("classic", "10", "5", "400", "simple", games=150)
    assert found.games is not None
    assert draw(found, paths, "png").startswith(b"\x89PNG\r\n")
    (purse,) = found.games.purses
    single = replace(purse, distribution={0.0: 150}, quantiles=dict.fromkeys(purse.quantiles, 0.0))
    assert draw(replace(found, games=replace(found.games, purses=[single])), None, "png")


@pytest.mark.parametrize("name", ["odds", "odds.gif", "odds.svg.gz", "svg", ".", ""])
def test_other_formats_are_refused(name: str) -> None:
    """A picture's name must end with .svg or .png."""
    with pytest.raises(UsageError, match="not the name of a picture") as refused:
        choose_format(name)
    assert refused.value.remedy == "use a name that ends in .svg or .png"


def test_formats_are_known_by_their_endings() -> None:
    """The ending may have capital letters."""
    assert (choose_format("a/odds.svg"), choose_format("b.PNG")) == ("svg", "png")


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_picture_says_where_it_stops(is_cut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture of bankrolls that follows only some hands says how many."""
    monkeypatch.setattr(bankroll_paths, "HORIZON", 40)
    found, paths = simulated("classic", "10000", "5", "50" if is_cut else "39", games=2)
    assert ("the first 40 hands" in draw(found, paths, "svg").decode()) == is_cut


def test_a_picture_names_the_number_that_groups_hands() -> None:
    """Values by another number than the running count are not labelled as those by count."""
    found = simulate("classic", ("1000", "5", "20", "simple"), hands=500, by="hand % 2", **OPTIONS)
    text = draw(found, None, "svg").decode()
    assert "Value and frequency by hand % 2: Player" in text
    assert "hand % 2 when the wager was made" in text
    assert "running count" not in text


def test_a_picture_says_how_many_games_are_outside_its_range() -> None:
    """The share is that of the games below and above the range together."""
    found, _ = simulated("classic", "100", "5", "5", "simple", games=4)
    assert found.games is not None
    (purse,) = found.games.purses
    ends = {0.0: 1, 5.0: 1, **{95.0 + at: 2 for at in range(98)}, 5000.0: 2}
    quantiles = {**dict.fromkeys(purse.quantiles, 100.0), 1: 5.0, 99: 192.0}
    games = replace(found.games, games=200, purses=[replace(purse, distribution=ends, quantiles=quantiles)])
    assert (
        "money (1.5% of games ended outside the range shown)"
        in draw(replace(found, games=games), None, "svg").decode()
    )
