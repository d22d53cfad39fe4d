"""Tournaments for tests: variants of a shipped one, written down as overlays and played with chosen cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.oracle.tournament import Edition

from bj.arguments import Value
from bj.compiler.compile import compile_ruleset
from bj.errors import GameError
from bj.record.script import Script
from bj.ruleset.check import Checked
from bj.ruleset.load import load_ruleset
from bj.session.game import Game
from bj.session.rigging import parse_cards

TEAMS = {
    "sos": ["haruhi", "yuki", "mikuru", "kyon", "itzuki"],
    "sc": ["joseph", "jotaro", "polnareff", "kakyoin", "avdol"],
}
SHUFFLING = r"Shuffling the deck|cut at \d+"


def values_of(normal: int, hands: int, dealers: str, kind: str = "simple") -> Mapping[str, Value]:
    """The arguments of a game by their names."""
    return {"normal": normal, "hands": hands, "kind": kind, "dealers": dealers}


def overlay(folder: Path, parent: str, *texts: str) -> Checked:
    """The shipped ruleset ``parent``, changed by some TOML."""
    file = folder / "overlay.toml"
    head = f'[ruleset]\ntitle = "An overlay"\nextends = "{parent}"\nformat = 1\n'
    file.write_text("\n".join([head, *texts]), "utf-8")
    return load_ruleset(file)


def teams(*names: str) -> str:
    """TOML by which only these members are left in their teams."""
    return "".join(
        f'[[teams]]\nid = "{team}"\nmembers = {[name for name in members if name in names]}\n'
        f'victory = "The winner is {team}."\n'
        for team, members in TEAMS.items()
    )


def lines_of(
    checked: Checked, values: Mapping[str, Value], cards: str = "", seed: int = 0, without: str = SHUFFLING
) -> list[str]:
    """The transcript line by line, but for lines of shuffling; the last one says why a game had to stop.

    ``cards`` are dealt instead of the shoe's; a game that needs more of them stops.
    """
    compiled = compile_ruleset(
        checked, values, seed, cards=parse_cards(cards, "here", checked.pack) if cards else ()
    )
    said: list[str] = []
    try:
        said.extend(piece.decode() for piece in Game(compiled, Script(checked, compiled)).transcript())
    except GameError as error:
        said.append(f"error: {error}\n")
    return [line for line in "".join(said).splitlines() if not re.fullmatch(without, line)]


# --- the two editions, and all that lies between them ---------------------------------------------------

SHUFFLE_ONCE = """
[procedure]
game = ["shuffle", { repeat = "round", while = "players_left > 0 and dealers_left > 0" }, "announce winner"]
round = [
"""
SHUFFLE_EVERY_ROUND = """
[procedure]
game = [{ repeat = "round", while = "players_left > 0 and dealers_left > 0" }, "announce winner"]
round = [
  "shuffle",
"""
ROUND = """
  { repeat = "hand", while = "hand < hands and bankroll >= minimum and not forfeited" },
  "announce standings",
  "end round",
  { step = "kick out player", if = "forfeited or bankroll < minimum", else = "kick out dealer" },
]
"""
ESCAPE_AFTER_ROUND = """
[members.joseph]
powers = []
reactions = [
  { on = "round over", as = "player", when = "bankroll < normal // 2", do = "forfeit round" },
  { on = "round over", as = "player", when = "forfeited", say = "Ni Ge Run Da Yo" },
  { on = "round won", say = "Nice!" },
]
"""
ESCAPE_AFTER_HAND = """
[members.joseph]
powers = []
reactions = [
  { on = "hand over", as = "player", when = "bankroll < normal // 2", do = "forfeit round" },
  { on = "round over", as = "player", when = "forfeited", say = "Ni Ge Run Da Yo" },
  { on = "round won", say = "Nice!" },
]
"""


def rules_of(edition: Edition) -> str:
    """TOML that makes either of the shipped rulesets this edition."""
    retake = {
        "busting_card": "hidden" if edition.hides_busting_card else "shown",
        "retaken": "last shown" if edition.shows_last_card else "hidden",
        "sees": "all" if edition.jotaro_counts_all else "shown",
    }
    settings = ", ".join(f'{key} = "{value}"' for key, value in retake.items())
    return (
        (SHUFFLE_EVERY_ROUND if edition.shuffles_every_round else SHUFFLE_ONCE)
        + ROUND
        + (ESCAPE_AFTER_HAND if edition.escapes_after_hands else ESCAPE_AFTER_ROUND)
        + '[members.jotaro]\npowers = []\nreactions = [{ on = "bust", say = "Star Platinum, Za Warudo", '
        + f'do = "retake hand", {settings} }}]\n'
    )


def bets_of(lines: Sequence[str]) -> list[str]:
    """All wagers, one after the other."""
    return [line.split()[-1] for line in lines if " bets " in line]
