"""The events, steps, occasions, effects and questions that have occurred in games."""

from __future__ import annotations

import re
from typing import get_args

from tests.session.games import Run

from bj.catalogue.effects import EFFECTS
from bj.catalogue.events import FIELDS
from bj.catalogue.occasions import OCCASIONS
from bj.catalogue.steps import STEPS as CATALOGUE
from bj.compiler.compile import Compiled
from bj.engine.layout import program as p
from bj.engine.layout import table as t
from bj.record.transcript_lines import Script, render
from bj.ruleset.check import Checked
from bj.ruleset.model import Shoe

STEPS = {
    "shuffle": r"^shuffle",
    "reshuffle": r"(?:player_standing|hand|player_hand) shuffle",
    "announce hand": r"\bhand\b",
    "take wagers": "player_bets",
    "deal": "player_dealt",
    "pay naturals": "player_natural",
    "players act": "player_total",
    "reveal hole card": "hole_card",
    "dealer acts": "dealer_total",
    "settle": "player_wins|dealer_wins|push|won_by_bust|lost_by_bust",
    "announce standings": "standing",
    "pass bank": "takes_bank",
    "kick out player": "player_kicked_out",
    "kick out dealer": "dealer_kicked_out",
    "announce winner": "victory",
    "betting round": "player_checks|player_bets_more",
    "offer insurance": "player_insures",
    "offer surrender": "player_surrenders (?:collected )?lost_by_surrender",
    "offer switch": "player_part player_exchanges player_part player_exchanges",
    "peek": "dealer_peeks",
    "take side bets": "side_bet",
    "settle side bets": "_dealt (?:upcard )?side_bet_",
    "show hands": "player_table_hand",
    "show players": "upcard (?:player_table_hand |dealer_table_hand )*player_hand",
}
"""Maps the events that show a step in a game to the step."""
QUESTIONS = {
    p.ASK_WAGER: "wager",
    p.ASK_ACTION: "action",
    p.ASK_AGAIN: "again",
    p.ASK_INSURANCE: "insurance",
    p.ASK_SURRENDER: "surrender",
    p.ASK_SIDE_BET: "side bet",
    p.ASK_SWITCH: "switch",
    p.ASK_CALL: "call",
    p.ASK_RAISE: "raise",
}
HAND_ENDS = re.compile(f"{STEPS['settle']}|natural|hand_void")
"""The events between two hands."""
SPOKEN = re.compile(
    f"^<(player|dealer)_says> .* ({'|'.join(OCCASIONS)}), ([a-z ]+), [a-z]+ of \\w+$", re.MULTILINE
)


def everything() -> set[str]:
    """Everything that can occur, from the models of a ruleset."""
    return (
        {
            *(f"event {name}" for name in FIELDS),
            *(f"step {name}" for name in CATALOGUE),
            *(f"{role} reacts to {name}" for name in OCCASIONS for role in ("player", "dealer")),
            *(f"effect {name}" for name in EFFECTS),
            *(f"question {name}" for name in QUESTIONS.values()),
            *(f"out of cards: {name}" for name in get_args(Shoe.model_fields["when_empty"].annotation)),
        }
        - IMPOSSIBLE
        - RARE
    )


IMPOSSIBLE = {f"dealer reacts to {row.name}" for row in OCCASIONS.values() if "dealer" not in row.roles}
"""Parts of rulesets that never occur: only players win and lose hands."""

RARE = {"event player_looks", "event insurance_won", "step offer switch"}
"""Parts that random games rarely reach; cases of `tests/games` and Blackjack Switch cover them."""


def heard(checked: Checked, compiled: Compiled, end: Run) -> set[str]:
    """Everything that occurred in a game, according to its events and its end."""
    text = "".join(render(Script(checked, compiled), end.events))
    names = re.findall(r"^<(\w+)>", text, re.MULTILINE)
    trace = " ".join(names)
    found = {f"event {name}" for name in names}
    found |= {f"step {name}" for name, sign in STEPS.items() if re.search(sign, trace)}
    for role, occasion, effect in SPOKEN.findall(text):
        found |= {f"{role} reacts to {occasion}", f"effect {effect}"}
    if "round over" in "".join(found):
        found.add("step end round")
    if end.status == p.OUT_OF_CARDS:
        found.add("out of cards: stop")
    if end.table[t.AGAIN] == 0:
        found.add("step ask again")
    if "event cards_used_up" in found:
        found.add("out of cards: restart hand")
    for hand in HAND_ENDS.split(trace):
        if re.search(r"\bshuffle \w+_dealt", hand.partition("player_bets ")[2]):
            found.add(f"out of cards: {checked.model.shoe.when_empty}")
    return found
