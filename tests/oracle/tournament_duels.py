"""Duels: tournaments of one member against another, with short lines, to look at what reactions do."""

from __future__ import annotations

import copy
import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from tests.oracle.tournament_games import lines_of, values_of

from bj.compiler.compile import Compiled, compile_ruleset
from bj.ruleset.check import Checked, check
from bj.ruleset.documents import merge_documents, read_documents
from bj.ruleset.load import shipped_rulesets
from bj.ruleset.model import Ruleset

Data: TypeAlias = dict[str, Any]
Reactions: TypeAlias = Sequence[Mapping[str, Any]]

RANKS = "23456789TJQKA"
OUTPUT = {
    "shuffle": "shuffle",
    "hand": "hand {hand} at {bankroll}",
    "cards_used_up": "used up",
    "player_bets": "{name} bets {wager}",
    "player_dealt": "{name} gets {card}",
    "player_natural": "{name} has a natural",
    "player_total": "{name} stops at {total}",
    "player_busts": "{name} busts",
    "dealer_dealt": "{name} gets {card}",
    "hole_card": "{name} turns {card}",
    "dealer_total": "{name} stops at {total}",
    "dealer_busts": "{name} busts",
    "player_wins": "{name} wins {amount}",
    "dealer_wins": "{name} takes {amount}",
    "push": "push",
    "hand_void": "void",
    "player_standing": "{name} has {bankroll}",
    "player_kicked_out": "{name} leaves",
    "dealer_kicked_out": "{name} leaves",
    "player_says": "{name}: {words}",
    "dealer_says": "{name}: {words}",
}

# The player's first card, the upcard, the player's second card, the hole card, and what is drawn.
ANN_BUSTS = "TS 8H 6C 7D KC"
BOB_BUSTS = "TS 8H 9C 7D KC"
BOTH_HAVE_17 = "TS 8H 7C 9D"
ANN_WINS = "TS 8H 9C 9D"
LOW_CARDS = "9S 9H 8S 3C 5D"
"""Seventeen each; two low cards, so the count is 2."""


class Duel(NamedTuple):
    """Ann plays, Bob deals; what is not said here is as in the shipped tournament."""

    ann: Reactions = ()
    bob: Reactions = ()
    changes: Mapping[str, Mapping[str, Any]] = {}
    """Keys of sections that are different."""
    strategy: str = "counting"
    everybody: int = 1
    """How many members a team has; those behind Ann and Bob are called Ann2, Bob2 and so on."""
    powers: Sequence[Any] = ()
    """Powers of Ann, which `changes` describe."""


@functools.cache
def _shipped() -> Data:
    return merge_documents(read_documents(shipped_rulesets()["sos_vs_sc"]))


def data_of(duel: Duel) -> Data:
    """The ruleset of a duel; its arguments are those of the shipped tournament."""
    data = copy.deepcopy(_shipped())
    sides = {"sos": ("Ann", duel.ann), "sc": ("Bob", duel.bob)}
    data["members"] = {}
    data["teams"] = []
    for team, (name, reactions) in sides.items():
        ids = [f"{name.lower()}{number}" for number in range(1, duel.everybody + 1)]
        for number, member in enumerate(ids, 1):
            data["members"][member] = {
                "name": name if number == 1 else f"{name}{number}",
                "bankroll": "normal",
                "strategy": duel.strategy,
                "reactions": [dict(reaction) for reaction in reactions],
                "powers": list(duel.powers) if team == "sos" else [],
            }
        data["teams"].append({"id": team, "members": ids, "victory": f"{name} beats all"})
    data["cards"] = {
        "name": "{rank}{suit}",
        "ranks": {rank: {"name": rank} for rank in RANKS},
        "suits": {suit: suit for suit in "SHCD"},
    }
    data["output"] = dict(OUTPUT)
    for section, changed in duel.changes.items():
        data[section] = {**data.get(section, {}), **changed}
    return data


def checked(data: Data) -> Checked:
    """The ruleset of this data, which has to be without a fault."""
    result, faults = check(Ruleset.model_validate(data))
    assert result is not None, faults
    return result


def played(duel: Duel, cards: str = "", *, normal: int = 20, hands: int = 1, seed: int = 0) -> list[str]:
    """What is said in a duel, line by line; see ``lines_of``."""
    values = values_of(normal, hands, "sc")
    return lines_of(checked(data_of(duel)), values, cards, seed, without="shuffle|cut at .*")


def compiled(duel: Duel, *, normal: int = 20, hands: int = 3, seed: int = 0) -> Compiled:
    """A duel that is ready to be played."""
    values = values_of(normal, hands, "sc")
    return compile_ruleset(checked(data_of(duel)), values, seed)


def act(cards: str, ann: list[Any] | None = None, bob: list[Any] | None = None, **more: Any) -> list[str]:
    """What is said in one hand after its deal, up to the player's standing."""
    lines = played(Duel(ann or [], bob or [], **more), cards)
    start = lines.index(f"Ann gets {cards.split()[2]}") + 1
    end = max(index for index, line in enumerate(lines) if " has " in line and not line.endswith("natural"))
    return lines[start : end + 1]


def reaction(on: str, do: str = "speak", say: str | None = None, **more: Any) -> dict[str, Any]:
    """A reaction as it stands in a ruleset."""
    return {"on": on, "do": do, **({"say": say} if say else {}), **more}
