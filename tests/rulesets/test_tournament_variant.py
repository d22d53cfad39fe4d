"""A tournament that nobody has shipped: three against three, other words, other powers, and TOML alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.session.games import run, transcript
from tests.session.starting import start

from bj.arguments import Value
from bj.compiler.compile import compile_ruleset
from bj.engine.layout import program as p
from bj.ruleset.load import load_ruleset
from bj.session.engines import PLAIN, compiled_engine

MUSKETEERS = """
players = []

[ruleset]
title = "Mousquetaires contre gardes du cardinal"
summary = "Trois contre trois, à la plus belle main."
extends = "classic"
usage = "bourse manches donneurs [cuts]"

[arguments.bourse]
type = "integer"
between = [1, 1000]
default = 20

[arguments.manches]
type = "integer"
between = [1, 100]
default = 2

[arguments.donneurs]
type = "choice"
choices = ["mousquetaires", "gardes"]
default = "gardes"

[tournament]
dealers = "donneurs"

[[teams]]
id = "mousquetaires"
members = ["athos", "porthos", "aramis"]
victory = "Les mousquetaires l'emportent : tous pour un !"

[[teams]]
id = "gardes"
members = ["rochefort", "jussac", "cahusac"]
victory = "Les gardes l'emportent, au grand plaisir du cardinal."

[members.athos]
name = "Athos"
bankroll = "bourse"
strategy = "hardi"
reactions = [{ on = "round won", say = "Un pour tous, tous pour un !" }]

[members.porthos]
name = "Porthos"
bankroll = "bourse"
strategy = "simple"
reactions = [
  { on = "stand", when = "total < 18", say = "Encore une !", do = "extra card" },
  { on = "kicked out", say = "J'avais faim…" },
]

[members.aramis]
name = "Aramis"
bankroll = "bourse + 10"
strategy = "prudent"
reactions = [{ on = "hand over", when = "bankroll > 100", say = "Au couvent !", do = "forfeit round" }]

[members.rochefort]
name = "le comte de Rochefort"
bankroll = "bourse"
strategy = "simple"
reactions = [{ on = "bust", when = "hand == 1", say = "Au nom du cardinal !", do = "win hand" }]

[members.jussac]
name = "Jussac"
bankroll = "bourse"
strategy = "simple"
reactions = [{ on = "bust", say = "Trahison !", do = "void hand" }]

[members.cahusac]
name = "Cahusac"
bankroll = "bourse"
strategy = "prudent"
reactions = [{ on = "round begins", as = "player", say = "La solde !", do = "change bankroll", amount = "3" }]

[strategies.hardi]
extends = "simple"
wager = "2 * minimum if bankroll >= 2 * minimum else minimum"

[strategies.prudent]
wager = "minimum"
rules = [{ when = "total < 12", do = "hit" }, { do = "stand" }]

[rules]
minimum_wager = 2

[shoe]
when_empty = "restart hand"

[procedure]
game = [
  "shuffle",
  { repeat = "round", while = "players_left > 0 and dealers_left > 0" },
  "announce winner",
]
round = [
  { repeat = "hand", while = "hand < manches and bankroll >= minimum and not forfeited" },
  "announce standings",
  "end round",
  { step = "kick out player", if = "forfeited or bankroll < minimum", else = "kick out dealer" },
]

[cards]
name = "{rank} de {suit}"
suits = { S = "pique", H = "cœur", C = "trèfle", D = "carreau" }
[cards.ranks]
2.name = "deux"
3.name = "trois"
4.name = "quatre"
5.name = "cinq"
6.name = "six"
7.name = "sept"
8.name = "huit"
9.name = "neuf"
T.name = "dix"
J.name = "valet"
Q.name = "dame"
K.name = "roi"
A.name = "as"

[output]
shuffle = "On bat les cartes."
cut = "On coupe à {cut}."
hand = "Manche {hand}, bourse de {bankroll} écus"
cards_used_up = "Plus de cartes : la manche {hand} recommence."
player_bets = "{name} mise {wager}."
dealt = "{name} reçoit : {card}"
player_natural = "{name} a vingt-et-un d'emblée."
total = "{name} : {total}"
busts = "{name} a dépassé."
hole_card = "{name} découvre : {card}"
player_wins = "{name} gagne {amount}."
dealer_wins = "{name} prend {amount}."
push = "Égalité."
hand_void = "La mise est rendue."
player_standing = "{name} a {bankroll} écus après {hand} manches."
kicked_out = "{name} quitte la table, battu par {winner}."
says = "{name} : « {words} »"
"""

DEALER_BUSTS = "TS 8H 9C 7D KC"
NATURAL = "AS 8H KC 7D"
PUSH = "TS 8H 7C 9D"
CARDS = f"{DEALER_BUSTS} {DEALER_BUSTS} {DEALER_BUSTS} {NATURAL} {PUSH} {PUSH}"

DEALT = ["Athos reçoit : dix de pique", "{} reçoit : huit de cœur", "Athos reçoit : neuf de trèfle"]
DRAWN = ["Athos : 19", "{} découvre : sept de carreau", "{} reçoit : roi de trèfle"]
PUSHED = [
    *["Athos mise 4.", "Athos reçoit : dix de pique", "Cahusac reçoit : huit de cœur"],
    *["Athos reçoit : sept de trèfle", "Athos : 17", "Cahusac découvre : neuf de carreau", "Cahusac : 17"],
    "Égalité.",
]
CHEER = "Athos : « Un pour tous, tous pour un ! »"

EXPECTED = [
    "On bat les cartes.",
    *[f"On coupe à {cut}." for cut in (39, 22, 33, 37, 38, 37, 38)],
    *["Manche 1, bourse de 20 écus", "Athos mise 4."],
    *[line.format("le comte de Rochefort") for line in [*DEALT, *DRAWN]],
    "le comte de Rochefort : « Au nom du cardinal ! »",
    "le comte de Rochefort prend 4.",
    *["Manche 2, bourse de 16 écus", "Athos mise 4."],
    *[line.format("le comte de Rochefort") for line in [*DEALT, *DRAWN]],
    *["le comte de Rochefort : 25", "le comte de Rochefort a dépassé."],
    "Athos a 20 écus après 2 manches.",
    "le comte de Rochefort quitte la table, battu par Athos.",
    CHEER,
    *["Manche 1, bourse de 20 écus", "Athos mise 4."],
    *[line.format("Jussac") for line in [*DEALT, *DRAWN]],
    *["Jussac : « Trahison ! »", "La mise est rendue."],
    *["Manche 2, bourse de 20 écus", "Athos mise 4."],
    *["Athos reçoit : as de pique", "Jussac reçoit : huit de cœur", "Athos reçoit : roi de trèfle"],
    "Athos a vingt-et-un d'emblée.",
    "Athos a 26 écus après 2 manches.",
    "Jussac quitte la table, battu par Athos.",
    CHEER,
    *["Manche 1, bourse de 26 écus", *PUSHED],
    *["Manche 2, bourse de 26 écus", *PUSHED],
    "Athos a 26 écus après 2 manches.",
    "Cahusac quitte la table, battu par Athos.",
    CHEER,
    "Les mousquetaires l'emportent : tous pour un !",
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The ruleset as its author wrote it."""
    path = tmp_path / "mousquetaires.toml"
    path.write_text(MUSKETEERS, "utf-8")
    return path


def bj(*words: str) -> str:
    """What a command prints."""
    done = start(*words)
    done.check_returncode()
    return done.stdout.decode()


def test_command_plays_the_new_variant(file: Path) -> None:
    """A file of TOML is enough for a game with other teams, powers and words, in every byte."""
    printed = bj("run", str(file), "20", "2", "gardes", "--cards", CARDS)
    assert printed == "".join(f"{line}\n" for line in EXPECTED)


def test_new_variant_is_valid(file: Path) -> None:
    """`bj validate` finds nothing to say about it."""
    assert bj("validate", str(file)) == "1 ruleset checked, no faults\n"


def test_sides_can_be_changed(file: Path) -> None:
    """The musketeers deal when the command line says so, and their powers go with them."""
    values: dict[str, Value] = {"bourse": 4, "manches": 30, "donneurs": "mousquetaires"}
    checked = load_ruleset(file)
    games = "".join(transcript(checked, values, seed) for seed in range(40)).splitlines()
    assert "Porthos : « Encore une ! »" in games
    assert "Porthos : « J'avais faim… »" in games
    assert "Jussac : « Trahison ! »" in games
    assert "Cahusac : « La solde ! »" in games
    assert any(line == CHEER for line in games)
    for line, before in zip(games[1:], games, strict=False):
        if before == "Jussac : « Trahison ! »":
            assert line == "La mise est rendue."
        if before == "Porthos : « Encore une ! »":
            assert line.startswith(("Porthos reçoit", "Plus de cartes"))


@pytest.mark.parametrize("dealers", ["mousquetaires", "gardes"])
def test_new_variant_ends_the_same_at_both_speeds(file: Path, dealers: str) -> None:
    """Every game ends with the victory of one team, and both engines agree on it."""
    checked = load_ruleset(file)
    fast = compiled_engine()
    for seed in range(60):
        values: dict[str, Value] = {"bourse": 2 + seed, "manches": 1 + seed % 20, "donneurs": dealers}
        game = compile_ruleset(checked, values, seed)
        expected = run(list(game.program), list(game.table), PLAIN)
        assert expected.status == p.DONE
        assert run(list(game.program), list(game.table), fast) == expected
        last = transcript(checked, values, seed).splitlines()[-1]
        assert last.startswith(("Les mousquetaires l'emportent", "Les gardes l'emportent"))
