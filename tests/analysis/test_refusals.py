"""Games that cannot be analyzed, and the remedies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.analysis import games

import bj
from bj import GameError, UsageError
from bj.catalogue.expression_names import NAMES
from bj.catalogue.steps import STEPS


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("classic", [], "a riffled shoe is not perfectly shuffled"),
        ("sos_vs_sc", [], "the rounds of a tournament depend on each other"),
        ("vegas", ["safe:Meek:100"], "strategies.safe.wager depends on `bet`"),
        ("vegas", ["random:Joe:100"], "strategies.random.wager uses chance: `random`"),
        ("vegas", ["human:Ann:100", "human:Bob:100"], "2 human players make decisions"),
        ("variants/blackjack_switch", ["1000", "1", "basic"], "a game with the step `offer switch`"),
    ],
)
def test_games_that_cannot_be_analysed_say_why(name: str, arguments: Sequence[str], why: str) -> None:
    """A hand that depends on other hands, or on random numbers, is refused in one line."""
    with pytest.raises(UsageError) as error:
        bj.analyze(name, arguments)
    assert why in str(error.value)


def test_a_shoe_of_many_hands_is_refused_unless_a_fresh_one_is_wanted(tmp_path: Path) -> None:
    """Hands of one shoe depend on each other; with ``fresh`` each is dealt from a full shoe."""
    text = games.SMALL.replace("reshuffle_when = true", 'reshuffle_when = "cards_left < 10"')
    file = tmp_path / "shoe.toml"
    file.write_text(text.format(strategy="drawer"), encoding="utf-8")
    with pytest.raises(UsageError, match="not shuffled before every hand"):
        bj.analyze(file)
    games.load(tmp_path)
    fresh, other = bj.analyze(file, fresh=True), bj.analyze(tmp_path / "small.toml")
    assert fresh.players == other.players


COUNTED = """
[ruleset]
title = "A wager or a shuffle by what the hand before has left"
extends = "casino"

[shoe]
packs = 1
reshuffle_when = {reshuffle}

[strategies.basic]
wager = "{wager}"
count = {{ "2 3 4 5 6" = 1, "T J Q K A" = -1 }}

[procedure]
hand = [{steps}, "deal", "players act", "reveal hole card", "dealer acts", "settle"]
"""

WAGERS, SHUFFLE = '"take wagers"', '"reshuffle"'


@pytest.mark.parametrize(
    ("reshuffle", "wager", "steps", "name"),
    [
        ("true", "minimum + max(count, 0)", f"{WAGERS}, {SHUFFLE}", "count"),
        ("true", "minimum + max(52 - cards_left, 0)", f"{WAGERS}, {SHUFFLE}", "cards_left"),
        ('"count <= 0 or cards_left < 30"', "minimum", f"{SHUFFLE}, {WAGERS}", "count"),
        ('"cards_left < 30"', "minimum + count", f'{SHUFFLE}, {WAGERS}, "shuffle"', "count"),
        ("true", "minimum", f'{{ step = "shuffle", if = "count <= 0" }}, {SHUFFLE}, {WAGERS}', "count"),
    ],
)
def test_what_the_hand_before_has_left_is_refused(reshuffle: str, wager: str, steps: str, name: str) -> None:
    """Before the shuffle, the count and the cards left are those of the hand before."""
    text = COUNTED.format(reshuffle=reshuffle, wager=wager, steps=steps)
    with pytest.raises(UsageError, match=f"depends on `{name}`, and therefore on earlier hands"):
        bj.analyze(text, {"player": "basic"})


def test_a_count_in_this_hand_is_not_a_history() -> None:
    """After the shuffle, the wager by count is that of a fresh shoe."""
    text = COUNTED.format(reshuffle="true", wager="minimum + max(count, 0)", steps=f"{SHUFFLE}, {WAGERS}")
    known = COUNTED.format(reshuffle="true", wager="minimum", steps=f"{SHUFFLE}, {WAGERS}")
    assert bj.analyze(text, {"player": "basic"}).players == bj.analyze(known, {"player": "basic"}).players


def test_a_shoe_that_is_too_small_is_refused(tmp_path: Path) -> None:
    """A shoe that can run out in the middle of a hand is refused with the words of a game."""
    text = games.SMALL.replace("T = 3", "T = 0, A = 1, 5 = 1")
    file = tmp_path / "shoe.toml"
    file.write_text(text.format(strategy="drawer"), encoding="utf-8")
    with pytest.raises(GameError, match="the shoe is out of cards"):
        bj.analyze(file)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            "[cards.ranks.5]\nvalue = 0",
            "hands can have any number of cards",
        ),
        (
            '[payouts.bonuses.tens]\nwhen = "number_of(\'T\') == 2"\npays = "2:1"',
            "depends on `number_of`, which cannot be analyzed",
        ),
        (
            '[payouts.bonuses.twins]\nwhen = "first_rank == upcard_rank"\npays = "2:1"',
            "depends on `first_rank`, which cannot be analyzed",
        ),
        ("[powers.calm]\nwhile = true\ntarget = 20", "a power with the key `target`"),
        ('[powers.calm]\nwhile = true\npayouts = { tie = "win" }', "a power with the key `payouts`"),
    ],
)
def test_what_is_not_followed_is_refused(tmp_path: Path, more: str, why: str) -> None:
    """Rules that the analysis does not follow, such as those of a person's own, are refused."""
    file = tmp_path / "small.toml"
    file.write_text(f"{games.SMALL.format(strategy='drawer')}\n{more}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=why):
        bj.analyze(file)


def test_who_cannot_pay_a_hand_learns_what_to_do() -> None:
    """A game that ends before its first hand is refused with a remedy."""
    with pytest.raises(GameError, match="ends before a hand is played") as ended:
        bj.analyze("casino", ("1",), fresh=True, engine="plain")
    assert ended.value.remedy == "raise the bankroll, or lower the smallest wager"


def test_a_name_is_refused_unless_its_row_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Analysis follows a name of expressions only if the catalogue says so."""
    monkeypatch.setitem(NAMES, "total", NAMES["total"]._replace(analysed=False))
    with pytest.raises(UsageError, match="depends on `total`, which cannot be analyzed"):
        games.explore(games.load(tmp_path))


def test_a_step_is_refused_unless_its_row_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Analysis follows a step only if the catalogue says so."""
    monkeypatch.setitem(STEPS, "deal", STEPS["deal"]._replace(analysed=False))
    with pytest.raises(UsageError, match="a game with the step `deal` cannot be analyzed"):
        games.explore(games.load(tmp_path))


def test_rows_are_not_marked_unless_they_say_so() -> None:
    """By default, analysis does not follow a new name or step."""
    assert not NAMES["total"]._field_defaults["analysed"]
    assert not STEPS["deal"]._field_defaults["analysed"]
