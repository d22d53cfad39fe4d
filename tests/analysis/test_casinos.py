"""Casino rules on the infinite deck have their known exact values."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.oracle.recursion import Deck, Table

import bj
from bj.native.library import has_library

TABLE = """
[ruleset]
title = "Casino rules, infinite deck"
extends = "casino"
usage = "bankroll hands"
without = ["shoe", "strategies.basic"]

[example]
arguments = "1000 5"

[[players]]
name = "Player"
bankroll = "bankroll"
strategy = "human"

[shoe]
packs = "infinite"
seed = "random"

[procedure]
game.without = ["shuffle"]
hand.without = ["reshuffle"]

[payouts]
rounding = "down"
"""
"""The dealer stands on soft 17 and peeks; double any two cards, also after splits; split to four hands, aces
once with one card each."""

ONCE_AND_LATE = '[rules]\nsurrender = "late"\nsplit = "once"\n'


pytestmark = pytest.mark.skipif(not has_library(), reason="takes minutes without the compiled engine")


FEW: Deck = (1, 0, 1, 0, 0, 0, 1, 0, 1, 1)
"""Aces, threes, sevens, nines and tens for the oracle: each rule below changes their value."""

FEW_RANKS = '[cards]\npack = { "2 4 5 6 8 J Q K" = 0 }\n'
"""The same cards for the ruleset."""


def write(folder: Path, rules: str) -> Path:
    """A ruleset with the table above and other ``rules``."""
    base, file = folder / "table.toml", folder / "variant.toml"
    base.write_text(TABLE, encoding="utf-8")
    head = '[ruleset]\ntitle = "A variant"\nextends = "./table.toml"\n\n'
    file.write_text(head + rules, encoding="utf-8")
    return file


def test_the_recursion_has_the_published_values() -> None:
    """The oracle has the known values of the usual table and of H17."""
    assert round(100 * Table().value, 6) == -0.511734
    assert round(100 * Table(hits_soft_17=True).value, 6) == -0.731096


def test_a_solved_casino_is_worth_what_its_ruleset_is(tmp_path: Path) -> None:
    """A written chart with pairs, doubles and splits has its solved value when it is analysed."""
    base = write(tmp_path, FEW_RANKS.replace("6 8 J", "6 J") + ONCE_AND_LATE)
    file = tmp_path / "best.toml"
    found = bj.solve(base, file=file)
    assert set(found.rows["pair A"]) == {"Ph", "H"}
    (eights,) = [play for play in found.plays if (play.hand, play.upcard) == ("pair 8", "7")]
    assert eights.margin > 0.4  # what standing costs, and not what is done where no split is left
    (twenty,) = [play for play in found.plays if (play.hand, play.upcard) == ("hard 20", "3")]
    assert twenty.margin > 1  # what hitting costs: only hands of three cards and more are hard 20
    file.write_text(found.strategy, encoding="utf-8")
    (player,) = bj.analyze(file).players
    assert player.edge == pytest.approx(found.by_totals, abs=1e-13)
    assert player.insurance == 0
    assert player.shares["surrendered"] > 0.03
    assert player.settled > 1.01  # hands from splits count one by one
    assert sum(player.shares[name] for name in ("won", "pushed", "lost")) == pytest.approx(1)


def test_hands_of_casinos_have_the_known_values(tmp_path: Path) -> None:
    """Every action with 8, 8 against a ten has its published value, given no dealer natural."""
    from bj.analysis.action_values import Positions
    from bj.analysis.exact_game import make_game
    from bj.session.game_plan import prepare

    checked, values = prepare(write(tmp_path, ""), (), {})
    positions = Positions(make_game(checked, values, fresh=False, solved=True))
    found = positions.find(["8", "8"], ["T"]).actions
    known = {"split": -0.4807, "hit": -0.5398, "stand": -0.5404, "double": -1.0797}
    assert {name: round(value, 4) for name, value in found.items()} == known
    assert list(found) == list(known)


@pytest.mark.parametrize(
    ("hand", "known"),
    [
        ("6 5", {"stand": -0.634013, "hit": 0.172946, "double": 0.240259}),
        ("A 7", {"stand": -0.101015, "hit": -0.108386, "double": -0.357778}),
    ],
)
def test_hands_of_one_pack_have_the_published_values(
    hand: str, known: Mapping[str, float], tmp_path: Path
) -> None:
    """Against an ace without a natural every action has its published value, to six decimals."""
    from bj.analysis.action_values import Positions
    from bj.analysis.exact_game import make_game
    from bj.session.game_plan import prepare

    file = tmp_path / "pack.toml"
    head = '[ruleset]\ntitle = "One pack"\nextends = "casino"\n'
    file.write_text(f"{head}[shoe]\npacks = 1\n[rules]\ninsurance = false\n", encoding="utf-8")
    checked, values = prepare(file, (), {})
    positions = Positions(make_game(checked, values, fresh=True, solved=True))
    found = positions.find(hand.split(), ["A"]).actions
    assert {name: round(value, 6) for name, value in found.items()} == known


def test_hands_from_splits_are_worth_what_others_of_their_total_are(tmp_path: Path) -> None:
    """In an infinite shoe 8, 3 from a split is like any 11; the last split leaves one split less."""
    from bj.analysis.action_values import Positions
    from bj.analysis.exact_game import make_game
    from bj.session.game_plan import prepare

    def positions(hands: int) -> Positions:
        """The positions of a table with this many hands from splits."""
        file = write(tmp_path, f'[rules]\nsplit = "pair and split_hands < {hands}"\n')
        return Positions(make_game(*prepare(file, (), {}), fresh=False, solved=True))

    three, two = positions(3), positions(2)
    for cards, other in (("8 3", "5 6"), ("8 2 4", "6 4 4")):
        for hands in (2, 3):
            others = cards[:1] * (hands - 1)
            split = three.find(cards.split(), "6", others).actions
            assert split == pytest.approx(three.find(other.split(), "6").actions)
    last, only = (table.find("88", "6", others).actions for table, others in ((three, "8"), (two, "")))
    missed = (only["split"] - only["stand"]) / 13
    assert last == pytest.approx({**only, "split": only["split"] - missed})
    assert "split" not in three.find("88", "6", "88").actions


@pytest.mark.parametrize("offer", ["insurance = true", 'surrender = "early"'])
def test_offers_before_the_first_action_change_no_action(offer: str, tmp_path: Path) -> None:
    """Each offer has its own values; afterwards a hand has the value of a table without the offer."""
    from bj.analysis.action_values import Positions
    from bj.analysis.exact_game import make_game
    from bj.session.game_plan import prepare

    head = '[ruleset]\ntitle = "Offers"\nextends = "casino"\n[shoe]\npacks = "infinite"\n'
    head += f"reshuffle_when = false\n{FEW_RANKS}"
    step = '[procedure.hand.before]\npeek = ["offer surrender"]\n' if offer.startswith("surrender") else ""
    found = []
    for rules in (
        "insurance = false",
        f"{'' if offer == 'insurance = true' else 'insurance = false'}\n{offer}",
    ):
        file = tmp_path / "offers.toml"
        file.write_text(f"{head}{step}[rules]\n{rules}\n", encoding="utf-8")
        checked, values = prepare(file, (), {})
        positions = Positions(make_game(checked, values, fresh=False, solved=True))
        found.append([positions.find(cards.split(), "A") for cards in ("T 7", "3 7 3")])
    plain, offering = found
    assert [each.actions for each in offering] == [pytest.approx(each.actions) for each in plain]
    word = offer.split(maxsplit=1)[0]
    assert offering[0].offers.keys() == {word, f"no {word}"}
    assert (plain[0].offers, plain[1].offers, offering[1].offers) == ({}, {}, {})
    natural = 1 / 5
    go_on = max(offering[0].actions.values()) * (1 - natural) - natural
    assert offering[0].offers[f"no {word}"] == pytest.approx(go_on)


def test_who_never_splits_has_the_value_of_a_table_without_splits(tmp_path: Path) -> None:
    """Without splits the standard deviation is known, and the report does not mention splits."""
    still = '[[players]]\nname = "Player"\nbankroll = "bankroll"\nstrategy = "still"\n'
    still += '[strategies.still]\nwager = "minimum"\nrules = [{ do = "stand" }]\n'
    may, never = (
        bj.analyze(write(tmp_path, f"{FEW_RANKS}[rules]\nsplit = {split}\n{still}"))
        for split in ('"pair"', "false")
    )
    for player in (*may.players, *never.players):
        assert player.edge == pytest.approx(never.players[0].edge)
        assert player.deviation == pytest.approx(never.players[0].deviation)
    assert may.method == never.method == "the strategies in the ruleset"
