from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bj.simulation.comparison import Comparison, compare
from bj.simulation.estimates import Estimate
from bj.simulation.reports import render
from bj.simulation.results import Simulation
from bj.simulation.simulation import simulate
from bj.simulation.text_tables import cells, digits_of, lay_out, number, percent, shorten, width

PLAIN: dict[str, Any] = {"engine": "plain", "workers": 1}

SIMULATION = {
    *("bj", "report", "title", "arguments", "unit", "seed", "hands", "players", "strategies", "teams"),
    *("games", "cut_games", "longest_game", "is_partial", "blocks", "key"),
}
PLAYER = {
    *("name", "strategy", "hands", "edge", "per_staked", "per_hand", "deviation", "deviation_per_wager"),
    *("average_wager", "outcomes", "naturals", "busts", "doubles", "shares", "desirability", "score", "n0"),
    *("by_count", "won", "pushed", "lost", "splits", "insured", "insurance", "spots", "per_round"),
    "side_bets",
}
GAMES = {"games", "hands", "quantiles", "lengths", "purses", "teams", "members"}
PURSE = {"name", "start", "final", "ruin", "quantiles", "distribution"}
MEMBER = {"name", "team", "won", "lost", "wins"}
COMPARISON = {
    *("bj", "report", "left", "right", "differences", "unit", "batch", "batches", "is_partial", "key")
}
DIFFERENCE = {"quantity", "name", "right_name", "left", "right", "difference", "reduction"}
ESTIMATE = {"value", "error", "low", "high"}


@pytest.fixture(scope="module")
def games() -> Simulation:
    """Whole games of a player who counts."""
    return simulate("classic", ["100", "5", "20", "counting"], games=200, **PLAIN)


@pytest.fixture(scope="module")
def tournament() -> Simulation:
    """Some games of a tournament."""
    return simulate("sos_vs_sc", games=20, **PLAIN)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """Games with two strategies."""
    return compare("classic", "classic", right_arguments={"player": "counting"}, games=50, **PLAIN)


def told(found: Simulation | Comparison) -> dict[str, Any]:
    """The data of the JSON report; asserts that all numbers are finite."""
    loaded: dict[str, Any] = json.loads(render(found, "json"), parse_constant=pytest.fail)
    return loaded


def rows(found: Simulation | Comparison) -> list[dict[str, str]]:
    """The rows of the CSV report."""
    return list(csv.DictReader(io.StringIO(render(found, "csv"))))


def test_keys_of_simulations_stay(games: Simulation, tournament: Simulation) -> None:
    """The keys of the JSON report are the documented ones."""
    for found in (games, tournament):
        report = told(found)
        assert set(report) == SIMULATION
        assert set(report["games"]) == GAMES
        assert all(
            set(player) == PLAYER for player in report["players"] + report["strategies"] + report["teams"]
        )
        assert all(set(purse) == PURSE for purse in report["games"]["purses"])
        assert all(set(member) == MEMBER for member in report["games"]["members"])
        assert set(report["players"][0]["edge"]) == set(report["games"]["hands"]) == ESTIMATE
        assert all(set(report["players"][0][name]) == ESTIMATE for name in ("desirability", "score", "n0"))
    (by_count, *_) = told(games)["players"][0]["by_count"]
    assert set(by_count) == {"count", "hands", "share", "edge", "per_hand"}
    assert len(told(tournament)["games"]["members"]) == 10


def test_a_round_of_several_spots_has_all_of_their_hands(tmp_path: Path) -> None:
    """A player with three spots receives per round three times the value per hand."""
    file = tmp_path / "spots.toml"
    seat = '[[players]]\nname = "Ann"\nbankroll = "bankroll"\nstrategy = "basic"\nspots = 3\n'
    file.write_text(f'[ruleset]\ntitle = "Three spots"\nextends = "casino"\n{seat}', "utf-8")
    found = simulate(file, ["100000", "50", "basic"], hands=200, **PLAIN)
    (player,) = found.players
    received = player.per_hand.value * player.hands
    assert player.hands == 3 * found.hands
    assert player.per_round.value == pytest.approx(received / found.hands)
    assert player.per_round.error == pytest.approx(3 * (player.per_hand.error or 0))
    assert told(found)["players"][0]["per_round"]["value"] == player.per_round.value
    assert "per round on all spots, in money" in render(found, "table")
    assert [row["value"] for row in rows(found) if row["quantity"] == "value per round"] == [
        str(player.per_round.value)
    ]


def test_keys_of_comparisons_stay(comparison: Comparison) -> None:
    """A comparison has two simulations and its differences."""
    report = told(comparison)
    assert set(report) == COMPARISON
    assert set(report["left"]) == set(report["right"]) == SIMULATION - {"bj", "report"}
    assert all(set(difference) == DIFFERENCE for difference in report["differences"])


def test_infinite_numbers_are_null(games: Simulation, comparison: Comparison) -> None:
    """An infinite N0 and an infinite reduction are null in JSON and empty in CSV."""
    player = replace(games.players[0], n0=Estimate(float("inf"), None, 100.0, float("inf")))
    losing = replace(games, players=[player])
    assert told(losing)["players"][0]["n0"] == {"value": None, "error": None, "low": 100.0, "high": None}
    (row,) = [row for row in rows(losing) if row["quantity"] == "N0" and row["kind"] == "player"]
    assert [row[name] for name in ("value", "error", "low", "high")] == ["", "", "100.0", ""]
    endless = [replace(each, reduction=float("inf")) for each in comparison.differences]
    assert told(replace(comparison, differences=endless))["differences"][0]["reduction"] is None


def test_pairs_of_numbers_keep_their_order(games: Simulation) -> None:
    """Counts by number are lists of pairs, ascending and complete."""
    (purse,) = told(games)["games"]["purses"]
    values = [value for value, _ in purse["distribution"]]
    assert values == sorted(values)
    assert sum(times for _, times in purse["distribution"]) == 200


def test_every_row_is_one_number(games: Simulation, comparison: Comparison) -> None:
    """Every row of the CSV has a name and a quantity; no two rows share both."""
    for found in (games, comparison):
        seen = rows(found)
        assert all(row["quantity"] and row["kind"] and None not in row for row in seen)
        whose = [tuple(row[key] for key in ("side", "kind", "name", "quantity", "at")) for row in seen]
        assert len(set(whose)) == len(whose)
        assert all(float(row["value"]) is not None for row in seen if row["value"])


def test_counts_of_csv_are_numbers(games: Simulation) -> None:
    """A running count below zero is a number, not a text made harmless."""
    quantity = "value per initial wager at count"
    counts = [row["at"] for row in rows(games) if (row["kind"], row["quantity"]) == ("player", quantity)]
    assert [int(count) for count in counts] == [at.count for at in games.players[0].by_count]
    assert int(counts[0]) < 0


def test_shares_name_the_hands_that_they_are_shares_of() -> None:
    """Splits and insured hands are shares of dealt hands; the others count each hand from a split."""
    found = simulate("casino", ["1000", "10", "basic"], hands=200, engine="plain", workers=1)
    shares = {row["at"]: row for row in rows(found) if row["quantity"].startswith("share of")}
    dealt = {name for name, row in shares.items() if row["quantity"] == "share of dealt hands"}
    assert dealt == {"splits", "insured"}
    (player,) = found.players
    assert float(shares["splits"]["value"]) == int(shares["splits"]["number"]) / player.hands
    assert float(shares["won"]["value"]) == player.won / (player.hands + player.splits)


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_names_are_not_formulas(name: str) -> None:
    """A name that a spreadsheet would read as a formula gets a quotation mark."""
    found = simulate("vegas", [f"safe:{name}:100"], games=5, rounds=3, **PLAIN)
    names = {row["name"] for row in rows(found)}
    assert f"'{name}" in names
    assert name not in names


def test_partial_reports_say_so(games: Simulation, comparison: Comparison) -> None:
    """An interrupted simulation is marked as partial in every format."""
    partial = replace(games, is_partial=True)
    assert "PARTIAL: " in render(partial, "table")
    assert "PARTIAL: " not in render(games, "table")
    assert "PARTIAL: " in render(replace(comparison, is_partial=True), "table")
    assert told(partial)["is_partial"] is True
    assert [row["value"] for row in rows(partial) if row["quantity"] == "is partial"] == ["1"]


def test_rare_counts_are_left_out_with_a_note(games: Simulation) -> None:
    """The table omits counts with few hands, and prints their number of hands."""
    text = render(games, "table")
    few = sum(at.hands for at in games.players[0].by_count if at.hands < 30)
    assert few
    assert f"\n  {few:,} hands are left out, at counts with less than 0.1% of all hands" in text


def test_names_of_strangers_steer_nothing() -> None:
    """Control characters are printed as escapes, and long names are cut."""
    assert shorten("a\x1b[31mb") == "a\\x1b[31mb"
    assert width(shorten("長" * 40)) <= 36
    assert width("e\u0301") == 1


@pytest.mark.parametrize(
    ("error", "digits"), [(0, 2), (float("inf"), 2), (12.0, 2), (0.5, 2), (0.05, 3), (0.0123, 3), (1e-20, 7)]
)
def test_errors_have_two_digits(error: float, digits: int) -> None:
    """Values have as many decimals as two digits of their error."""
    assert digits_of(error) == digits


def test_cells_agree_in_their_decimals() -> None:
    """Value, error and interval have the same decimals, and there is no negative zero."""
    found = Estimate(-0.00001, 0.00123, -0.0024, 0.0024)
    assert cells(found, as_percent=True) == ["-0.00%".replace("-", ""), "0.12%", "-0.24% to 0.24%"]
    assert (number(-0.001), percent(-0.0242), number(-1234.5)) == ("0.00", "-2.42%", "-1,234.50")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([["money", "won"], ["Ann", "1.50"]], ["money   won", "Ann    1.50"]),
        ([["a", "1"], [" head, however long"], ["長", "22"]], ["a    1", " head, however long", "長  22"]),
    ],
)
def test_columns_stand_one_above_the_other(lines: Sequence[Sequence[str]], expected: list[str]) -> None:
    """The first column is left-aligned, all others right-aligned; headings span; wide letters count twice."""
    assert lay_out(lines) == expected


def test_tables_fit_a_terminal(games: Simulation, tournament: Simulation, comparison: Comparison) -> None:
    """No line is wider than 80 columns, for any names of players and titles."""
    long = "a player with a name of many words"
    players = [replace(player, name=long, strategy=long) for player in games.players]
    for found in (games, tournament, comparison, replace(games, players=players, title="The title " * 7)):
        lines = render(found, "table").splitlines()
        assert [line for line in lines if width(line) > 80] == []


def test_a_table_that_is_too_wide_gives_way_step_by_step() -> None:
    """To fit, the title gets its own line, then long heads get two, then labels are cut."""
    row = ["  a player", "1" * 10, "2" * 10]
    assert lay_out([["Title " * 11, "value", "std. error"], row])[:2] == [
        "Title " * 11,
        "                 value  std. error",
    ]
    heads = [f"a rather long {at}head" for at in range(4)]
    assert lay_out([["", *heads], ["  a player", *"1234"]])[:2] == [
        "            a rather long  a rather long  a rather long  a rather long",
        "                    0head          1head          2head          3head",
    ]


def test_money_of_whole_units_has_no_decimals(games: Simulation) -> None:
    """Bankrolls at the start and the end have the decimals of the money."""
    text = render(games, "table")
    assert "\n  Player, starting with 100  " in text
    (line,) = (line for line in text.splitlines() if line.startswith("  final bankroll of Player"))
    assert "." not in line


def test_one_is_singular() -> None:
    """One hand of one game is in the singular."""
    text = render(simulate("classic", ["100", "5", "1", "simple"], games=1, **PLAIN), "table")
    assert "\n1 game, 1 hand at the table, seed 0\n" in text
