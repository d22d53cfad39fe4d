"""Powers that would go on forever, and reactions that cannot be computed."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from tests.oracle.tournament_duels import (
    BOTH_HAVE_17,
    Data,
    Duel,
    act,
    checked,
    data_of,
    played,
    reaction,
)
from tests.oracle.tournament_games import lines_of, values_of

from bj.catalogue.limits import MOST_REACTIONS
from bj.errors import RulesetError
from bj.ruleset.load import load_ruleset

FOR_EVER: dict[str, tuple[str, Duel]] = {
    "a dealer who draws until he busts": (
        "Bob",
        Duel(bob=[reaction("bust", "retake hand")], changes={"dealer": {"draws": "True"}}),
    ),
    "a player who never stands": (
        "Ann",
        Duel([reaction("stand", "extra card"), reaction("bust", "retake hand", "again")]),
    ),
    "a player with as many words as there may be": (
        "Ann",
        Duel(
            [
                reaction("stand", "extra card"),
                *[reaction("bust", "retake hand", "again")] * (MOST_REACTIONS - 1),
            ]
        ),
    ),
    "a dealer who hides everything": (
        "Bob",
        Duel(
            bob=[reaction("bust", "retake hand", busting_card="hidden", retaken="last shown", sees="all")],
            changes={"dealer": {"draws": "True"}},
        ),
    ),
}


@pytest.mark.parametrize("shoe", ["one pack", "infinite"])
@pytest.mark.parametrize(("name", "duel"), FOR_EVER.values(), ids=FOR_EVER)
def test_power_without_end_is_stopped(name: str, duel: Duel, shoe: str) -> None:
    """A power that would go on forever ends the game with an error that names its member and its deed."""
    data = data_of(duel)
    data["procedure"]["hand"].remove("pay naturals")
    if name == "Bob":
        data["strategies"]["counting"]["rules"] = [{"do": "stand"}]
    if shoe == "infinite":
        without_end(data)
    values = values_of(20, 2, "sc")
    lines = lines_of(checked(data), values, seed=3)
    member = {"Ann": "ann1", "Bob": "bob1"}[name]
    powers = ["`retake hand` on `bust`", *(["`extra card` on `stand`"] if name == "Ann" else [])]
    error = f"error: hand 1: the reactions of {name} would go on forever"
    assert lines[-1] in [f"{error}: {power} in [members.{member}]" for power in powers]
    assert len(lines) < 200_000


@pytest.mark.parametrize(
    "noted", [{}, {"while": "bankroll > 0"}], ids=["nothing noted", "a power that lasts"]
)
@pytest.mark.parametrize("limit", [{}, {"limit": "10 per hand"}], ids=["no limit", "a limit"])
def test_what_goes_on_forever_is_named(noted: Data, limit: Data) -> None:
    """It is the reaction that goes on, and not what its member has to take note of before each of them."""
    data = data_of(
        Duel([reaction("hand over", "replay hand"), reaction("kicked out", "speak", "again", **limit)])
    )
    if noted:
        data["powers"] = {"eager": noted}
        data["members"]["ann1"]["powers"] = ["eager"]
    without_end(data)
    lines = lines_of(checked(data), values_of(20, 2, "sc"), seed=3)
    told = "the reactions of Ann would go on forever: `replay hand` on `hand over` in [members.ann1]"
    assert lines[-1] == f"error: hand 1: {told}"


def test_hand_that_never_has_its_cards_is_stopped() -> None:
    """A hand that starts again whenever the cards run out does not do so forever."""
    data = data_of(Duel())
    data["procedure"]["deal"] = ["player up", "dealer up"] * 16
    data["players"] = [{"name": f"Ann{seat}", "bankroll": 9, "strategy": "simple"} for seat in range(2)]
    data["cards"]["ranks"] = {code: {"name": code, "value": 1} for code in data["cards"]["ranks"]}
    data["strategies"]["simple"]["rules"] = [{"when": "total < 21", "do": "hit"}]
    data["procedure"]["game"] = ["shuffle", {"repeat": "hand", "while": "hand < 3"}]
    for section in ("tournament", "teams", "members"):
        del data[section]
    del data["procedure"]["round"]
    data["ruleset"]["usage"] = "normal hands kind [cuts]"
    lines = lines_of(checked(data), {"normal": 9, "hands": 3, "kind": "simple"}, without="used up|[^e].*")
    assert lines == ["error: hand 1: the shoe never has enough cards for it; use more packs"]


def without_end(data: Data) -> None:
    """Give a ruleset an infinite shoe."""
    data["shoe"] = {"packs": "infinite", "shuffle": {"generator": "sfc32"}}
    data["ruleset"]["usage"] = "normal hands kind dealers"
    data["procedure"]["hand"].remove("reshuffle")


ENDLESS = """
[ruleset]
title = "Time stands still forever"
extends = "sos_vs_sc"
format = 1

[dealer]
draws = "True"

[procedure]
hand = ["announce hand", "take wagers", "deal", "players act", "reveal hole card", "dealer acts", "settle"]

[strategies.simple]
rules = [{ do = "stand" }]

[[teams]]
id = "sos"
members = ["kyon"]

[[teams]]
id = "sc"
members = ["jotaro"]
"""


def test_command_ends_with_an_error_and_no_traceback(tmp_path: Path) -> None:
    """On the command line an endless power is one line on stderr and exit code 1."""
    file = tmp_path / "endless.toml"
    file.write_text(ENDLESS, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bj", "run", str(file), "simple", "sc"], capture_output=True, check=False
    )
    assert done.returncode == 1
    told = "the reactions of Kujo Jotaro would go on forever: `retake hand` on `bust` in [powers.stop_time]"
    assert done.stderr.decode() == f"error: hand 1: {told}\n"
    assert done.stdout.decode().endswith('Dealer: Kujo Jotaro: "Star Platinum, Za Warudo"\n')


def test_many_reactions_of_many_hands_are_no_fault() -> None:
    """Reactions are counted by the hand: a long game with many of them comes to its end."""
    ann = [reaction("hand begins", say="a", when="hand % 2 == 0")] * 30
    lines = played(Duel(ann), hands=1000, normal=10_000)
    assert lines[-1].endswith("beats all")
    assert lines.count("Ann: a") > 10_000


def test_nobody_speaks_after_a_fault() -> None:
    """A condition that cannot be computed stops the game before anybody else reacts."""
    bob = [reaction("hand over", say="I see")]
    lines = played(Duel([reaction("hand over", say="x", when="1 // (hand - 1) > 0")], bob), BOTH_HAVE_17)
    assert lines[-2:] == ["push", "error: hand 1: an expression divides by zero"]


def test_winner_does_not_speak_after_a_fault() -> None:
    """The cheer for a won round stays away when the beaten member's reaction cannot be computed."""
    bob = [reaction("kicked out", say="x", when="1 // (hand - 1) > 0")]
    lines = played(Duel([reaction("round won", say="I see")], bob), BOTH_HAVE_17)
    assert lines[-2:] == ["Bob leaves", "error: hand 1: an expression divides by zero"]


def test_gifts_do_not_grow_beyond_all_bounds() -> None:
    """A bankroll that doubles forever stops the game while it still is a 64-bit number."""
    ann = [reaction("hand over", "change bankroll", amount="bankroll")]
    lines = played(Duel(ann), hands=200)
    assert lines[-1].endswith("a number is too large")


def test_reaction_without_anything_is_refused(tmp_path: Path) -> None:
    """A reaction that neither says nor does anything is a fault of the file."""
    file = tmp_path / "silent.toml"
    file.write_text(ENDLESS + '\n[members.kyon]\nreactions = [{ on = "bust" }]\n', "utf-8")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(file)
    assert [finding.message for finding in caught.value.findings] == ["this reaction does nothing"]


def test_words_may_be_anything() -> None:
    """Words are said as they stand, braces and letters of all languages included."""
    words = ["{name} {", "“Ça alors !”", "時よ止まれ", "100 %", "a\tb"]
    said = act(BOTH_HAVE_17, [reaction("dealt", say=one) for one in words])
    assert said[: len(words)] == [f"Ann: {one}" for one in words]


@pytest.mark.parametrize("pair", list(itertools.permutations(["one", "two", "three"])), ids=str)
def test_reactions_speak_in_the_order_of_the_file(pair: tuple[str, ...]) -> None:
    """Several reactions to one occasion fire in the order in which they are written."""
    said = act(BOTH_HAVE_17, [reaction("stand", say=word) for word in pair])
    assert said[:3] == [f"Ann: {word}" for word in pair]
